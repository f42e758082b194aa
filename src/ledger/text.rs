//! Text that survives every mail: printable ASCII with single blanks.

use std::{fmt, str::FromStr};

use thiserror::Error;
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// One line of free text in a block: a reason, a note, an order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Text(String);

/// Why a text cannot stand in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TextError {
    /// A character has no plain spelling.
    #[error("`{0}` has no plain spelling: use the letters a-z, digits and ASCII signs")]
    Character(char),
    /// The text is not in the form that comes back unchanged from a mail.
    #[error(
        "use printable ASCII with single blanks, none at either end, and at least one character"
    )]
    Form,
}

impl Text {
    /// Brings a line into plain form: accents off, dashes and quotes plain, blanks single.
    ///
    /// Gives none for a line of nothing but blanks, and refuses what has no plain spelling.
    pub fn transliterate(line: &str) -> Result<Option<Self>, TextError> {
        let mut plain = String::with_capacity(line.len());
        for character in line.nfkd().filter(|c| !is_combining_mark(*c)) {
            match spelling(character) {
                Some(spelling) => plain.push_str(spelling),
                None if character.is_whitespace() => plain.push(' '),
                None if (' '..='~').contains(&character) => plain.push(character),
                None => return Err(TextError::Character(character)),
            }
        }
        let words: Vec<&str> = plain.split(' ').filter(|word| !word.is_empty()).collect();
        Ok((!words.is_empty()).then(|| Self(words.join(" "))))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Text {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let plain = !text.is_empty()
            && text.bytes().all(|b| (b' '..=b'~').contains(&b))
            && !text.starts_with(' ')
            && !text.ends_with(' ')
            && !text.contains("  ");
        if plain {
            Ok(Self(text.into()))
        } else {
            Err(TextError::Form)
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
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
    fn what_mail_would_change_is_no_text() {
        assert_eq!(
            "hold the line".parse::<Text>().map(|t| t.to_string()),
            Ok("hold the line".into())
        );
        for bad in ["", " hold", "hold ", "hold  on", "grün", "a\tb", "a\nb"] {
            assert_eq!(bad.parse::<Text>(), Err(TextError::Form), "{bad}");
        }
    }

    #[test]
    fn letters_and_signs_get_a_plain_spelling() {
        let plain = |line| Text::transliterate(line).map(|t| t.map(|t| t.to_string()));
        assert_eq!(
            plain("move “Großer Kurfürst” – 0412…"),
            Ok(Some("move \"Grosser Kurfurst\" - 0412...".into()))
        );
        assert_eq!(plain(" \t\u{a0} "), Ok(None));
        assert_eq!(plain("move 兵"), Err(TextError::Character('兵')));
    }
}
