//! Odds of a planned attack, as facts: exact fractions, worked out from what the asker sees.

use num_rational::Ratio;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::orders::Illegal;
use crate::rulebook::Rule;

use super::ModifierFacts;

/// An exact probability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chance(Ratio<u128>);

impl Chance {
    /// So many cases of all equally likely ones.
    pub fn of(cases: u128, all: u128) -> Self {
        Self(Ratio::new(cases, all))
    }

    /// What never happens.
    pub fn never() -> Self {
        Self::of(0, 1)
    }

    /// What certainly happens.
    pub fn certain() -> Self {
        Self::of(1, 1)
    }

    /// Both of two things that do not hang on each other.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }

    /// One or the other of two things that exclude each other.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// The opposite.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self(Ratio::from_integer(1) - self.0)
    }

    /// Tells whether it never happens.
    pub fn is_never(self) -> bool {
        *self.0.numer() == 0
    }

    /// Writes it as a fraction: `3/20`.
    pub fn fraction(self) -> String {
        format!("{}/{}", self.0.numer(), self.0.denom())
    }

    /// Writes it in percent with one decimal, rounded half up: `15.0`.
    pub fn percent(self) -> String {
        let tenths = (self.0 * Ratio::from_integer(1000) + Ratio::new(1, 2)).to_integer();
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}

impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut chance = serializer.serialize_struct("Chance", 2)?;
        chance.serialize_field("fraction", &self.fraction())?;
        chance.serialize_field("percent", &self.percent())?;
        chance.end()
    }
}

/// What one die can come to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DieOdds {
    /// What for (`shock`).
    #[serde(rename = "for")]
    pub purpose: &'static str,
    /// Who rolls it.
    pub by: String,
    /// The rule that calls for it.
    pub rule: Rule,
    /// What changes it.
    pub modifiers: Vec<ModifierFacts>,
    /// What the net result is compared with, where there is something.
    pub rating: Option<i64>,
    /// Each outcome that can come, by its word.
    pub chances: Vec<(&'static str, Chance)>,
}

/// A step of the reckoning that comes before the die.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepOdds {
    /// Whom or what it is about: a unit, a hex, a side.
    pub of: String,
    /// What it is (`bracket`); a template words it.
    pub what: &'static str,
    /// What it comes to, as a number or a fraction.
    pub value: String,
    /// The rule.
    pub rule: Rule,
}

/// How everybody can stand after the first round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OutcomeOdds {
    /// Each unit with the word for its state.
    pub units: Vec<(String, &'static str)>,
    /// How likely that is.
    pub chance: Chance,
}

/// A later round that may follow and is not worked out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LaterOdds {
    /// What may follow (`counter`).
    pub what: &'static str,
    /// For whom.
    pub unit: String,
    /// The rule.
    pub rule: Rule,
    /// How likely it becomes possible.
    pub chance: Chance,
}

/// A unit that was named and takes no part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The unit.
    pub unit: String,
    /// Why it takes no part.
    pub because: String,
    /// The rule.
    pub rule: Rule,
}

/// The odds of one shot or of the first round of one combat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Odds {
    /// Who attacks.
    pub attackers: Vec<String>,
    /// Who was named and takes no part.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// Who is attacked.
    pub defenders: Vec<String>,
    /// How strengths and column are reckoned, where the game has such.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepOdds>,
    /// The dice, in the order in which they are rolled.
    pub dice: Vec<DieOdds>,
    /// The checks that may follow at once, one for every result on a Disordered unit.
    pub checks: Vec<DieOdds>,
    /// How it can end, the likeliest first.
    pub outcomes: Vec<OutcomeOdds>,
    /// What may follow.
    pub later: Vec<LaterOdds>,
    /// What was taken for granted, in the game's words.
    pub assumes: Vec<&'static str>,
}

/// Why no odds can be worked out.
#[derive(Debug, Clone, PartialEq)]
pub enum NoOdds {
    /// They are not offered for that.
    NotOffered(&'static str),
    /// The order would be refused.
    Illegal(Illegal),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_exact_and_print_both_ways() {
        let half = Chance::of(5, 10);
        assert_eq!(half.fraction(), "1/2");
        assert_eq!(half.and(Chance::of(3, 10)).fraction(), "3/20");
        assert_eq!(half.or(Chance::of(1, 6)).percent(), "66.7");
        assert_eq!(Chance::of(1, 800).percent(), "0.1");
        assert_eq!(Chance::of(1, 2500).percent(), "0.0");
        assert_eq!(Chance::certain().opposite(), Chance::never());
    }
}
