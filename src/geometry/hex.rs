//! The name of a hex: four printed digits.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A hex by its printed id, two pairs of digits from 01 to 99, ordered as printed.
///
/// The pairs are called row and column after the ids `RRCC`. A map that prints the column first
/// (`CCRR`) keeps the printed order too: there [`Hex::row`] is the first pair, the map's column;
/// see [`Layout`](super::Layout).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    row: u8,
    column: u8,
}

/// Why a text is not the id of a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HexError {
    /// The text is not four ASCII digits.
    #[error("a hex is four digits, as 1412")]
    NotFourDigits,
    /// One of the pairs is 00.
    #[error("rows and columns are numbered from 01")]
    Zero,
}

impl Hex {
    /// The greatest number of a row or column.
    pub const MAX: u8 = 99;

    /// Creates the hex of a row and a column that are known to be in range.
    ///
    /// # Panics
    ///
    /// Panics if a number is not 1 to 99; [`Hex::at`] asks instead.
    pub const fn new(row: u8, column: u8) -> Self {
        Self::at(row, column).expect("rows and columns of a hex are 1 to 99")
    }

    /// Creates the hex of a row and a column; `None` unless both are 1 to 99.
    pub const fn at(row: u8, column: u8) -> Option<Self> {
        if row >= 1 && row <= Self::MAX && column >= 1 && column <= Self::MAX {
            Some(Self { row, column })
        } else {
            None
        }
    }

    /// Returns the first printed pair.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Returns the second printed pair.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Returns the four digits as characters.
    const fn digits(self) -> [u8; 4] {
        [
            b'0' + self.row / 10,
            b'0' + self.row % 10,
            b'0' + self.column / 10,
            b'0' + self.column % 10,
        ]
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.digits();
        f.pad(str::from_utf8(&digits).expect("ASCII digits are UTF-8"))
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Hex {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        let digits: [u8; 4] = text
            .as_bytes()
            .try_into()
            .map_err(|_| HexError::NotFourDigits)?;
        if !digits.iter().all(u8::is_ascii_digit) {
            return Err(HexError::NotFourDigits);
        }
        let [a, b, c, d] = digits.map(|digit| digit - b'0');
        Self::at(a * 10 + b, c * 10 + d).ok_or(HexError::Zero)
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Id;

        impl de::Visitor<'_> for Id {
            type Value = Hex;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a hex as a text of four digits")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Hex, E> {
                text.parse()
                    .map_err(|error| E::custom(format_args!("`{text}`: {error}")))
            }
        }

        deserializer.deserialize_str(Id)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn every_id_reads_as_it_prints() {
        for row in 1..=Hex::MAX {
            for column in 1..=Hex::MAX {
                let hex = Hex::new(row, column);
                assert_eq!(hex.to_string().parse(), Ok(hex));
            }
        }
    }

    #[test]
    fn ids_are_ordered_as_printed() {
        let mut hexes = [Hex::new(14, 2), Hex::new(2, 14), Hex::new(14, 1)];
        hexes.sort_unstable();
        assert_eq!(hexes.map(|hex| hex.to_string()), ["0214", "1401", "1402"]);
    }

    #[test]
    fn what_is_no_id_is_refused_with_the_reason() {
        const CASES: &[(&str, HexError)] = &[
            ("", HexError::NotFourDigits),
            ("141", HexError::NotFourDigits),
            ("14122", HexError::NotFourDigits),
            ("+412", HexError::NotFourDigits),
            ("14l2", HexError::NotFourDigits),
            ("é12", HexError::NotFourDigits),
            ("1400", HexError::Zero),
            ("0012", HexError::Zero),
        ];
        for (text, error) in CASES {
            assert_eq!(text.parse::<Hex>(), Err(*error), "{text}");
        }
    }

    #[test]
    fn json_holds_the_id_as_value_and_as_key() {
        let map = BTreeMap::from([(Hex::new(3, 4), Hex::new(14, 12))]);
        let json = serde_json::to_string(&map).unwrap();
        assert_eq!(json, r#"{"0304":"1412"}"#);
        assert_eq!(
            serde_json::from_str::<BTreeMap<Hex, Hex>>(&json).unwrap(),
            map
        );
        let error = serde_json::from_str::<Hex>("\"1400\"").unwrap_err();
        assert!(error.to_string().contains("`1400`"), "{error}");
    }

    #[test]
    fn a_hex_takes_two_bytes() {
        assert_eq!(size_of::<Hex>(), 2);
    }
}
