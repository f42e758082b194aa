//! Seals: orders are fixed by their hash before the dice can be known, and opened later.

use std::fmt;

use thiserror::Error;
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

use crate::ledger::{
    hash::{Hash, h},
    names::{GameName, Seat},
    secret::Nonce,
};

/// Orders in the one form that can be sealed: lines of printable ASCII with single blanks.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct SealedText(Vec<String>);

/// Why orders cannot be sealed as they stand.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextError {
    /// A character has no plain spelling.
    #[error(
        "line {line}: `{character}` has no plain spelling: write the line with the letters a-z, digits and ASCII signs"
    )]
    Character {
        /// The line, from 1.
        line: usize,
        /// The character.
        character: char,
    },
    /// A line is not in canonical form.
    #[error(
        "line {line}: only printable ASCII with single blanks, none at either end, and no empty line can be sealed"
    )]
    Form {
        /// The line, from 1.
        line: usize,
    },
}

/// Says whether a text can stand as a value in a block and come back unchanged from any mail.
pub(crate) fn is_plain_value(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|b| (b' '..=b'~').contains(&b))
        && !text.starts_with(' ')
        && !text.ends_with(' ')
        && !text.contains("  ")
}

impl SealedText {
    /// Takes lines that are canonical already.
    pub fn new(lines: Vec<String>) -> Result<Self, TextError> {
        match lines.iter().position(|line| !is_plain_value(line)) {
            Some(at) => Err(TextError::Form { line: at + 1 }),
            None => Ok(Self(lines)),
        }
    }

    /// Brings a player's text into canonical form: accents off, dashes and quotes plain, blanks
    /// single, empty lines left out; refuses what has no plain spelling.
    pub fn transliterate(text: &str) -> Result<Self, TextError> {
        let mut lines = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let mut plain = String::with_capacity(line.len());
            for character in line.nfkd().filter(|c| !is_combining_mark(*c)) {
                match spelling(character) {
                    Some(spelling) => plain.push_str(spelling),
                    None if character.is_whitespace() => plain.push(' '),
                    None if (' '..='~').contains(&character) => plain.push(character),
                    None => {
                        return Err(TextError::Character {
                            line: at + 1,
                            character,
                        });
                    }
                }
            }
            let plain = plain
                .split(' ')
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>()
                .join(" ");
            if !plain.is_empty() {
                lines.push(plain);
            }
        }
        Ok(Self(lines))
    }

    /// Returns the lines.
    pub fn lines(&self) -> &[String] {
        &self.0
    }

    /// Returns the bytes that are sealed: each line followed by LF.
    pub fn bytes(&self) -> Vec<u8> {
        self.0
            .iter()
            .flat_map(|line| [line.as_bytes(), b"\n"])
            .flatten()
            .copied()
            .collect()
    }

    /// Returns the seal of these orders for one draw and seat.
    pub fn seal(&self, game: &GameName, draw: u64, seat: Seat, nonce: &Nonce) -> Hash {
        seal_bytes(game, draw, seat, nonce, &self.bytes())
    }
}

// Orders are secret until they are opened; a stray debug print must not tell them.
impl fmt::Debug for SealedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealedText({} lines)", self.0.len())
    }
}

/// Returns the seal of orders already brought into bytes.
pub fn seal_bytes(game: &GameName, draw: u64, seat: Seat, nonce: &Nonce, orders: &[u8]) -> Hash {
    h(
        "tessera1.seal",
        &[
            game.as_bytes(),
            &draw.to_be_bytes(),
            &seat.number().to_be_bytes(),
            nonce.expose(),
            orders,
        ],
    )
}

/// Returns the plain spelling of signs and letters that decomposition does not reach.
fn spelling(character: char) -> Option<&'static str> {
    Some(match character {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => "-",
        '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{2039}' | '\u{203a}' => "'",
        '\u{201c}'..='\u{201f}' | '\u{2033}' | '«' | '»' => "\"",
        '×' => "x",
        '→' => "->",
        'ß' => "ss",
        'ẞ' => "SS",
        'æ' => "ae",
        'Æ' => "AE",
        'œ' => "oe",
        'Œ' => "OE",
        'ø' => "o",
        'Ø' => "O",
        'đ' | 'ð' => "d",
        'Đ' | 'Ð' => "D",
        'ł' => "l",
        'Ł' => "L",
        'þ' => "th",
        'Þ' => "Th",
        'ı' => "i",
        '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => "",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_text_is_brought_into_one_form() {
        let text = "  attack\t1203  from\u{a0}1202\r\n\r\nmove “Großer Kurfürst” – 0412…\n";
        let orders = SealedText::transliterate(text).unwrap();
        assert_eq!(
            orders.lines(),
            [
                "attack 1203 from 1202",
                "move \"Grosser Kurfurst\" - 0412..."
            ]
        );
        assert_eq!(orders.bytes().last(), Some(&b'\n'));
    }

    #[test]
    fn a_character_without_plain_spelling_is_refused_with_its_line() {
        assert_eq!(
            SealedText::transliterate("hold\nmove 兵 1203"),
            Err(TextError::Character {
                line: 2,
                character: '兵'
            })
        );
        assert_eq!(
            SealedText::transliterate("bell \u{7}"),
            Err(TextError::Character {
                line: 1,
                character: '\u{7}'
            })
        );
    }

    #[test]
    fn only_canonical_lines_are_sealed_as_they_stand() {
        assert!(SealedText::new(vec!["hold".into(), "hold".into()]).is_ok());
        for bad in ["", " hold", "hold ", "hold  on", "grün", "a\tb"] {
            assert_eq!(
                SealedText::new(vec![bad.into()]),
                Err(TextError::Form { line: 1 }),
                "{bad}"
            );
        }
    }

    #[test]
    fn orders_are_not_told_by_a_debug_print() {
        let orders = SealedText::transliterate("secret plan").unwrap();
        assert_eq!(format!("{orders:?}"), "SealedText(1 lines)");
    }
}
