//! Exact fractions: strengths are halved, multiplied and compared, never rounded (3.37, 5.27).

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A fraction of small whole numbers, in lowest terms, not below 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fraction {
    over: u32,
    under: u32,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self::whole(0);
    /// One.
    pub const ONE: Self = Self::whole(1);
    /// One half.
    pub const HALF: Self = Self { over: 1, under: 2 };

    /// A whole number.
    pub const fn whole(number: u32) -> Self {
        Self {
            over: number,
            under: 1,
        }
    }

    /// A fraction in lowest terms; `None` if it would be divided by 0.
    pub const fn new(over: u32, under: u32) -> Option<Self> {
        if under == 0 {
            return None;
        }
        let divisor = common_divisor(over, under);
        Some(Self {
            over: over / divisor,
            under: under / divisor,
        })
    }

    /// Tells whether it is 0.
    pub const fn is_zero(self) -> bool {
        self.over == 0
    }

    /// Returns half of it.
    #[must_use]
    pub fn halved(self) -> Self {
        self * Self::HALF
    }

    /// Returns how often the other fits in, as a fraction; `None` for a division by 0.
    pub fn over(self, other: Self) -> Option<Self> {
        Self::new(self.over * other.under, self.under * other.over)
    }

    /// Returns the number before the stroke.
    pub const fn numerator(self) -> u32 {
        self.over
    }

    /// Returns the number behind the stroke.
    pub const fn denominator(self) -> u32 {
        self.under
    }
}

const fn common_divisor(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    if a == 0 { 1 } else { a }
}

impl Add for Fraction {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        if self.under == other.under {
            return Self::new(self.over + other.over, self.under).expect("no part is 0");
        }
        let over = self.over * other.under + other.over * self.under;
        Self::new(over, self.under * other.under).expect("no part is 0")
    }
}

impl AddAssign for Fraction {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl std::iter::Sum for Fraction {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::ZERO, Add::add)
    }
}

impl Mul for Fraction {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::new(self.over * other.over, self.under * other.under).expect("no part is 0")
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let (left, right) = (
            u64::from(self.over) * u64::from(other.under),
            u64::from(other.over) * u64::from(self.under),
        );
        left.cmp(&right)
    }
}

impl fmt::Display for Fraction {
    /// Writes `4` or `3/2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.under {
            1 => write!(f, "{}", self.over),
            under => write!(f, "{}/{under}", self.over),
        }
    }
}

/// Why a text is no fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write a number, or a fraction like 3/2")]
pub struct FractionError;

impl FromStr for Fraction {
    type Err = FractionError;

    fn from_str(text: &str) -> Result<Self, FractionError> {
        let (over, under) = text.split_once('/').unwrap_or((text, "1"));
        let number = |part: &str| part.trim().parse::<u16>().map_err(|_| FractionError);
        Self::new(number(over)?.into(), number(under)?.into()).ok_or(FractionError)
    }
}

impl Serialize for Fraction {
    /// Writes a number where it is whole, else a text.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.under {
            1 => serializer.serialize_u32(self.over),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a number, or a text like \"3/2\"")]
        enum Written {
            Whole(u16),
            Text(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Whole(number) => Ok(Self::whole(number.into())),
            Written::Text(text) => text.parse().map_err(serde::de::Error::custom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_kept_in_lowest_terms_and_compared_exactly() {
        let three_halves = Fraction::new(6, 4).expect("not by 0");
        assert_eq!(three_halves.to_string(), "3/2");
        assert_eq!(three_halves + Fraction::HALF, Fraction::whole(2));
        assert_eq!(
            three_halves.halved(),
            Fraction::new(3, 4).expect("not by 0")
        );
        assert!(three_halves < Fraction::whole(2) && three_halves > Fraction::ONE);
        assert_eq!(Fraction::whole(4).over(three_halves), Fraction::new(8, 3));
        assert_eq!(Fraction::ONE.over(Fraction::ZERO), None);
    }

    #[test]
    fn texts_and_json_read_as_they_print() {
        for text in ["0", "4", "3/2", "7/4"] {
            assert_eq!(
                text.parse::<Fraction>().expect("well formed").to_string(),
                text
            );
        }
        for text in ["", "x", "1/0", "-1", "1/2/3"] {
            assert!(text.parse::<Fraction>().is_err(), "{text}");
        }
        let json = serde_json::to_string(&[Fraction::HALF, Fraction::whole(3)]).expect("plain");
        assert_eq!(json, r#"["1/2",3]"#);
        let read: Vec<Fraction> = serde_json::from_str(&json).expect("own output");
        assert_eq!(read, [Fraction::HALF, Fraction::whole(3)]);
    }
}
