//! Reading hexes, paths, facings and numbers.

use std::ops::RangeInclusive;

use super::{Cursor, Diagnostic, Span, Word, quoted};
use crate::geometry::{Facing, Hex};

/// Compass words for the corners of a pointy-topped hex; east and west are hexsides.
const COMPASS: [(&str, u8); 12] = [
    ("N", 12),
    ("NE", 2),
    ("SE", 4),
    ("S", 6),
    ("SW", 8),
    ("NW", 10),
    ("NORTH", 12),
    ("NORTHEAST", 2),
    ("SOUTHEAST", 4),
    ("SOUTH", 6),
    ("SOUTHWEST", 8),
    ("NORTHWEST", 10),
];

/// Compass words that lie between two facings.
const BETWEEN: [(&str, &str); 4] = [
    ("E", "`FACE NE` or `FACE SE`"),
    ("EAST", "`FACE NE` or `FACE SE`"),
    ("W", "`FACE NW` or `FACE SW`"),
    ("WEST", "`FACE NW` or `FACE SW`"),
];

impl Cursor<'_> {
    /// Takes a hex, `1412` or `@1412`.
    pub fn hex(&mut self) -> Result<Hex, Diagnostic> {
        match self.eat_hex()? {
            Some(hex) => Ok(hex),
            None => Err(self.unexpected()),
        }
    }

    /// Takes a hex if the next word is made like one.
    pub fn eat_hex(&mut self) -> Result<Option<Hex>, Diagnostic> {
        self.expect("a hex");
        let Some(word) = self.peek().filter(is_hex_like) else {
            return Ok(None);
        };
        let hex = read_hex(word.text, word.span)?;
        self.next();
        Ok(Some(hex))
    }

    /// Takes a path: hexes joined by `-` or parted by blanks, up to a word that is no hex.
    pub fn path(&mut self) -> Result<Vec<Hex>, Diagnostic> {
        self.several_hexes("-")
    }

    /// Takes a list: hexes parted by commas or blanks, up to a word that is no hex.
    pub fn hexes(&mut self) -> Result<Vec<Hex>, Diagnostic> {
        self.several_hexes(",")
    }

    fn several_hexes(&mut self, joint: &'static str) -> Result<Vec<Hex>, Diagnostic> {
        let mut hexes = Vec::new();
        loop {
            let mut ahead = self.clone();
            // A joint belongs to the path only between two hexes of it.
            if !hexes.is_empty() && ahead.is_at(joint) {
                ahead.next();
            }
            let Some(word) = ahead.peek().filter(is_hex_like) else {
                break;
            };
            let mut start = word.span.start;
            for piece in word.text.split('-') {
                let span = Span::new(start, start + piece.len());
                hexes.push(read_hex(piece, span)?);
                start = span.end + 1;
            }
            ahead.next();
            *self = ahead;
        }
        self.expect("a hex");
        if hexes.is_empty() {
            Err(self.unexpected())
        } else {
            Ok(hexes)
        }
    }

    /// Takes a facing: `F12`, `FACE 12`, `12`, or a compass word with or without `FACE`.
    ///
    /// A unit faces a corner of its hex: N is 12 o'clock, NE 2, SE 4, S 6, SW 8 and NW 10.
    pub fn facing(&mut self) -> Result<Facing, Diagnostic> {
        if let Some(facing) = self.eat_facing()? {
            return Ok(facing);
        }
        self.bare_facing()
    }

    /// Takes a facing if one is announced, as `F12` or by the word `FACE`.
    pub fn eat_facing(&mut self) -> Result<Option<Facing>, Diagnostic> {
        if self.eat_word("FACE") {
            return self.bare_facing().map(Some);
        }
        match self.peek() {
            Some(word) if hour_behind_f(word.text).is_some() => self.bare_facing().map(Some),
            _ => Ok(None),
        }
    }

    fn bare_facing(&mut self) -> Result<Facing, Diagnostic> {
        self.expect("a facing from 2 to 12");
        let Some(word) = self.peek() else {
            return Err(self.unexpected());
        };
        let hour = hour_behind_f(word.text).unwrap_or(word.text);
        let facing = if hour.bytes().all(|byte| byte.is_ascii_digit()) {
            let facing = hour.parse().ok().and_then(Facing::new);
            facing.ok_or_else(|| {
                let corner = "a unit faces a corner of its hex, 2, 4, 6, 8, 10 or 12 o'clock";
                Diagnostic::new(
                    word.span,
                    format!("{} is no facing: {corner}", quoted(hour)),
                )
            })?
        } else if let Some(&(_, hour)) = COMPASS.iter().find(|(name, _)| word.is(name)) {
            Facing::new(hour).expect("the compass has even hours")
        } else if let Some((_, instead)) = BETWEEN.iter().find(|(name, _)| word.is(name)) {
            let message = format!("{} is a hexside: say {instead}", quoted(word.text));
            return Err(Diagnostic::new(word.span, message));
        } else {
            return Err(self.unexpected());
        };
        self.next();
        Ok(facing)
    }

    /// Takes a whole number, with or without a sign.
    pub fn number(&mut self) -> Result<i32, Diagnostic> {
        self.expect("a number");
        let Some(word) = self.peek().filter(|word| is_number_like(word.text)) else {
            return Err(self.unexpected());
        };
        let number = word.text.parse().map_err(|_| {
            Diagnostic::new(
                word.span,
                format!("{} is too great a number", quoted(word.text)),
            )
        })?;
        self.next();
        Ok(number)
    }

    /// Takes a whole number of a range.
    pub fn number_in(&mut self, range: RangeInclusive<i32>) -> Result<i32, Diagnostic> {
        let number = self.number()?;
        if range.contains(&number) {
            return Ok(number);
        }
        let (low, high) = range.into_inner();
        let message = format!("expected a number from {low} to {high}, found `{number}`");
        Err(Diagnostic::new(self.span(), message))
    }
}

/// Tells whether a word is digits, with the marks of places and paths.
fn is_hex_like(word: &Word<'_>) -> bool {
    let bytes = word.text.as_bytes();
    matches!(bytes[0], b'0'..=b'9' | b'@')
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'@'))
}

fn read_hex(text: &str, span: Span) -> Result<Hex, Diagnostic> {
    let id = text.strip_prefix('@').unwrap_or(text);
    id.parse()
        .map_err(|reason| Diagnostic::new(span, format!("{} is no hex: {reason}", quoted(text))))
}

fn hour_behind_f(word: &str) -> Option<&str> {
    let hour = word.strip_prefix(['F', 'f'])?;
    (!hour.is_empty() && hour.bytes().all(|byte| byte.is_ascii_digit())).then_some(hour)
}

fn is_number_like(word: &str) -> bool {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ids(hexes: &[Hex]) -> String {
        let ids: Vec<String> = hexes.iter().map(Hex::to_string).collect();
        ids.join(" ")
    }

    #[test]
    fn paths_are_joined_by_dashes_or_blanks() {
        const CASES: &[(&str, &str, &str)] = &[
            ("1609-1508-1407 FACE NE", "1609 1508 1407", "FACE NE"),
            ("1614 1514 FIRE VM3", "1614 1514", "FIRE VM3"),
            ("@1609 - 1508-@1407", "1609 1508 1407", ""),
            ("0813 0814 2L1", "0813 0814", "2L1"),
            ("1412 - x", "1412", "- x"),
            ("1612,1613", "1612", ",1613"),
        ];
        for (line, path, rest) in CASES {
            let mut cursor = Cursor::new(line);
            assert_eq!(ids(&cursor.path().unwrap()), *path, "{line}");
            assert_eq!(cursor.rest().text, *rest, "{line}");
        }
    }

    #[test]
    fn lists_are_parted_by_commas_or_blanks() {
        for line in ["1612,1613,1614", "1612, 1613 1614", "1612 1613-1614"] {
            let mut cursor = Cursor::new(line);
            assert_eq!(ids(&cursor.hexes().unwrap()), "1612 1613 1614", "{line}");
        }
    }

    #[test]
    fn what_is_no_hex_is_pointed_at() {
        const CASES: &[(&str, &str, Span)] = &[
            ("xyz", "expected a hex, found `xyz`", Span::new(0, 3)),
            (
                "",
                "expected a hex, found the end of the line",
                Span::new(0, 0),
            ),
            (
                "1609-15",
                "`15` is no hex: a hex is four digits, as 1412",
                Span::new(5, 7),
            ),
            (
                "1609-",
                "`` is no hex: a hex is four digits, as 1412",
                Span::new(5, 5),
            ),
            (
                "1609 1600",
                "`1600` is no hex: rows and columns are numbered from 01",
                Span::new(5, 9),
            ),
            (
                "1609 15x3",
                "expected a hex or the end of the line, found `15x3`",
                Span::new(5, 9),
            ),
        ];
        for (line, message, span) in CASES {
            let mut cursor = Cursor::new(line);
            let refused = cursor.path().and_then(|_| cursor.end()).unwrap_err();
            assert_eq!(
                (refused.message.as_str(), refused.span),
                (*message, *span),
                "{line}"
            );
        }
    }

    #[test]
    fn facings_are_hours_or_compass_words() {
        const CASES: &[(&str, u8)] = &[
            ("F12", 12),
            ("f2", 2),
            ("FACE 12", 12),
            ("face F8", 8),
            ("6", 6),
            ("N", 12),
            ("FACE ne", 2),
            ("SE", 4),
            ("South", 6),
            ("southwest", 8),
            ("FACE NW", 10),
        ];
        for (line, hour) in CASES {
            let facing = Cursor::new(line).facing().map(Facing::hour);
            assert_eq!(facing, Ok(*hour), "{line}");
        }
    }

    #[test]
    fn what_is_no_facing_is_refused_with_the_reason() {
        const CASES: &[(&str, &str)] = &[
            (
                "F3",
                "`3` is no facing: a unit faces a corner of its hex, 2, 4, 6, 8, 10 or 12 o'clock",
            ),
            (
                "FACE 300",
                "`300` is no facing: a unit faces a corner of its hex, 2, 4, 6, 8, 10 or 12 o'clock",
            ),
            ("E", "`E` is a hexside: say `FACE NE` or `FACE SE`"),
            (
                "FACE",
                "expected a facing from 2 to 12, found the end of the line",
            ),
            (
                "left",
                "expected `FACE` or a facing from 2 to 12, found `left`",
            ),
        ];
        for (line, message) in CASES {
            let refused = Cursor::new(line).facing().unwrap_err();
            assert_eq!(refused.message, *message, "{line}");
        }
    }

    #[test]
    fn an_announced_facing_is_optional() {
        let mut cursor = Cursor::new("F6 12");
        assert_eq!(cursor.eat_facing(), Ok(Facing::new(6)));
        assert_eq!(
            cursor.eat_facing(),
            Ok(None),
            "a bare number is not announced"
        );
        assert_eq!(cursor.rest().text, "12");
    }

    #[test]
    fn numbers_keep_their_sign_and_range() {
        assert_eq!(Cursor::new("-12").number(), Ok(-12));
        assert_eq!(Cursor::new("+3").number_in(0..=3), Ok(3));
        let refusal = |line| Cursor::new(line).number_in(1..=9).unwrap_err().message;
        assert_eq!(refusal("10"), "expected a number from 1 to 9, found `10`");
        assert_eq!(
            refusal("99999999999"),
            "`99999999999` is too great a number"
        );
        assert_eq!(refusal("-"), "expected a number, found `-`");
        assert_eq!(refusal("2x"), "expected a number, found `2x`");
    }

    proptest! {
        #[test]
        fn a_printed_path_reads_the_same(
            places in prop::collection::vec((1..=Hex::MAX, 1..=Hex::MAX), 1..12),
            joint in prop::sample::select(vec!["-", " ", "  ", " - ", "-@"]),
        ) {
            let path: Vec<Hex> = places.iter().map(|&(r, c)| Hex::new(r, c)).collect();
            let printed: Vec<String> = path.iter().map(Hex::to_string).collect();
            prop_assert_eq!(Cursor::new(&printed.join(joint)).path(), Ok(path));
        }
    }
}
