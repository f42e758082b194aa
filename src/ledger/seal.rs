//! Seals: orders are fixed by their hash before the dice can be known, and opened later.

use std::fmt;

use thiserror::Error;

use crate::ledger::{
    hash::{Hash, h},
    names::{GameName, Seat},
    secret::Nonce,
    text::{Text, TextError},
};

/// Orders in the one form that can be sealed.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct SealedText(Vec<Text>);

/// Why orders cannot be sealed as they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct LineError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong in it.
    pub reason: TextError,
}

impl SealedText {
    /// Takes lines that are plain already.
    pub fn new(lines: Vec<Text>) -> Self {
        Self(lines)
    }

    /// Brings a player's text into plain form; empty lines are left out.
    pub fn transliterate(text: &str) -> Result<Self, LineError> {
        let mut lines = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            lines.extend(Text::transliterate(text).map_err(|reason| LineError { line, reason })?);
        }
        Ok(Self(lines))
    }

    /// Returns the lines.
    pub fn lines(&self) -> &[Text] {
        &self.0
    }

    /// Returns the bytes that are sealed: each line followed by LF.
    pub fn bytes(&self) -> Vec<u8> {
        self.0
            .iter()
            .flat_map(|line| [line.as_str().as_bytes(), b"\n"])
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_text_is_brought_into_one_form() {
        let text = "  attack\t1203  from\u{a0}1202\r\n\r\nmove – 0412\n";
        let orders = SealedText::transliterate(text).unwrap();
        assert_eq!(orders.bytes(), b"attack 1203 from 1202\nmove - 0412\n");
        assert_eq!(SealedText::default().bytes(), b"");
    }

    #[test]
    fn a_character_without_plain_spelling_is_refused_with_its_line() {
        let refused = |line, character| {
            Err(LineError {
                line,
                reason: TextError::Character(character),
            })
        };
        assert_eq!(
            SealedText::transliterate("hold\nmove 兵 1203"),
            refused(2, '兵')
        );
        assert_eq!(SealedText::transliterate("bell \u{7}"), refused(1, '\u{7}'));
    }

    #[test]
    fn orders_are_not_told_by_a_debug_print() {
        let orders = SealedText::transliterate("secret plan").unwrap();
        assert_eq!(format!("{orders:?}"), "SealedText(1 lines)");
    }
}
