//! What is rolled: so many dice of a kind, or a shuffle.

use std::{
    fmt,
    num::{NonZeroU8, NonZeroU16, NonZeroU32},
    str::FromStr,
};

use thiserror::Error;

use crate::ledger::names::read_number;

/// One die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Die {
    /// A die numbered from 1 to its number of faces.
    FromOne(NonZeroU32),
    /// A die numbered from 0, as the d10 of wargames.
    FromZero(NonZeroU32),
    /// An average die: 2, 3, 3, 4, 4, 5.
    Average,
}

/// A roll of dice or a shuffle, printed `2d6`, `1z10`, `3avg`, `perm52`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spec {
    /// Up to 100 dice of one kind.
    Dice {
        /// How many.
        count: NonZeroU8,
        /// Of which kind.
        die: Die,
    },
    /// A shuffle of up to 9999 cards.
    Permutation(NonZeroU16),
}

/// Why a spec was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// The text is none of the known forms.
    #[error("`{0}` is no roll: write 2d6, 1z10, 3avg or perm52")]
    Form(String),
    /// Too many or too few dice.
    #[error("a roll has 1 to 100 dice, not {0}")]
    Count(u64),
    /// Too many faces or none.
    #[error("a die has 1 to 4294967295 faces, not {0}")]
    Faces(u64),
    /// Too many cards or none.
    #[error("a shuffle has 1 to 9999 cards, not {0}")]
    Cards(u64),
}

impl Spec {
    /// One six-sided die.
    pub const D6: Self = Self::one(Die::FromOne(NonZeroU32::new(6).expect("6 is not 0")));
    /// One ten-sided die, 0 to 9.
    pub const Z10: Self = Self::one(Die::FromZero(NonZeroU32::new(10).expect("10 is not 0")));
    /// One average die.
    pub const AVERAGE: Self = Self::one(Die::Average);

    /// A single die.
    pub const fn one(die: Die) -> Self {
        Self::Dice {
            count: NonZeroU8::MIN,
            die,
        }
    }

    /// Dice numbered from 1.
    pub fn dice(count: u64, faces: u64) -> Result<Self, SpecError> {
        Self::of(count, Die::FromOne(faces_of(faces)?))
    }

    /// Dice numbered from 0.
    pub fn dice_from_zero(count: u64, faces: u64) -> Result<Self, SpecError> {
        Self::of(count, Die::FromZero(faces_of(faces)?))
    }

    /// Average dice.
    pub fn average(count: u64) -> Result<Self, SpecError> {
        Self::of(count, Die::Average)
    }

    /// A shuffle.
    pub fn permutation(cards: u64) -> Result<Self, SpecError> {
        u16::try_from(cards)
            .ok()
            .filter(|n| *n <= 9999)
            .and_then(NonZeroU16::new)
            .map(Self::Permutation)
            .ok_or(SpecError::Cards(cards))
    }

    fn of(count: u64, die: Die) -> Result<Self, SpecError> {
        u8::try_from(count)
            .ok()
            .filter(|n| *n <= 100)
            .and_then(NonZeroU8::new)
            .map(|count| Self::Dice { count, die })
            .ok_or(SpecError::Count(count))
    }
}

fn faces_of(faces: u64) -> Result<NonZeroU32, SpecError> {
    u32::try_from(faces)
        .ok()
        .and_then(NonZeroU32::new)
        .ok_or(SpecError::Faces(faces))
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let number = |part| read_number(part).ok_or_else(|| SpecError::Form(text.into()));
        if let Some(cards) = text.strip_prefix("perm") {
            Self::permutation(number(cards)?)
        } else if let Some(count) = text.strip_suffix("avg") {
            Self::average(number(count)?)
        } else if let Some((count, faces)) = text.split_once('d') {
            Self::dice(number(count)?, number(faces)?)
        } else if let Some((count, faces)) = text.split_once('z') {
            Self::dice_from_zero(number(count)?, number(faces)?)
        } else {
            Err(SpecError::Form(text.into()))
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dice {
                count,
                die: Die::FromOne(faces),
            } => write!(f, "{count}d{faces}"),
            Self::Dice {
                count,
                die: Die::FromZero(faces),
            } => write!(f, "{count}z{faces}"),
            Self::Dice {
                count,
                die: Die::Average,
            } => write!(f, "{count}avg"),
            Self::Permutation(cards) => write!(f, "perm{cards}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_printed_as_they_are_read() {
        for text in ["1d6", "100d4294967295", "2z10", "3avg", "perm1", "perm9999"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        assert_eq!(Spec::D6.to_string(), "1d6");
        assert_eq!(Spec::Z10.to_string(), "1z10");
        assert_eq!(Spec::AVERAGE.to_string(), "1avg");
    }

    #[test]
    fn what_cannot_be_rolled_is_refused_with_its_limit() {
        assert_eq!("0d6".parse::<Spec>(), Err(SpecError::Count(0)));
        assert_eq!("101d6".parse::<Spec>(), Err(SpecError::Count(101)));
        assert_eq!("1d0".parse::<Spec>(), Err(SpecError::Faces(0)));
        assert_eq!(
            "1z4294967296".parse::<Spec>(),
            Err(SpecError::Faces(4_294_967_296))
        );
        assert_eq!("perm10000".parse::<Spec>(), Err(SpecError::Cards(10_000)));
        for bad in [
            "", "d6", "1d", "1D6", "01d6", "1d06", "1d6+1", "perm", "avg", "1 d6", "1x6",
        ] {
            assert!(
                matches!(bad.parse::<Spec>(), Err(SpecError::Form(_))),
                "{bad}"
            );
        }
    }
}
