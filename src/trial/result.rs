//! What came of running examples, in the form that `try --json` prints.

use serde::Serialize;
use serde_json::Value;

use crate::engine::{ModifierFacts, RollFacts};

/// Why an example could not be run to its end, or not with exactly its dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// A roll found no die.
    DiceMissing,
    /// The next die was for another roll.
    DiceMismatch,
    /// Dice were left over.
    DiceLeft,
    /// A combat found no card.
    CardMissing,
    /// Something would have been left to chance.
    RandomUsed,
    /// The rules met a state that they believed impossible.
    Panic,
}

impl FaultKind {
    /// Returns the word used in the output.
    pub fn key(self) -> &'static str {
        match self {
            Self::DiceMissing => "dice_missing",
            Self::DiceMismatch => "dice_mismatch",
            Self::DiceLeft => "dice_left",
            Self::CardMissing => "card_missing",
            Self::RandomUsed => "random_used",
            Self::Panic => "panic",
        }
    }
}

/// A fault with its circumstances.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// What happened.
    pub message: String,
}

impl Fault {
    /// Says what happened.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
        }
    }
}

/// A check that does not hold.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// The label of the stage; nothing for the end of the example.
    pub at: Option<String>,
    /// Where in `expected`.
    pub path: String,
    /// What was expected.
    pub expected: Value,
    /// What was found; null where there was nothing.
    pub actual: Value,
}

impl Difference {
    /// Notes what was found in the place of what was expected.
    pub fn new(at: Option<&str>, path: &str, expected: &Value, actual: &Value) -> Self {
        Self {
            at: at.map(str::to_owned),
            path: path.to_owned(),
            expected: expected.clone(),
            actual: actual.clone(),
        }
    }
}

/// A roll as examples show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rolled {
    /// How-manieth die of the example it is, where one die may give several entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<u32>,
    /// What for.
    #[serde(rename = "for")]
    pub purpose: &'static str,
    /// Who rolled: a unit's id, or a side in capitals.
    pub by: String,
    /// The face.
    pub roll: i64,
    /// What changed it.
    pub modifiers: Vec<ModifierFacts>,
    /// The face with its modifiers.
    pub net: i64,
    /// What it came to.
    pub outcome: &'static str,
}

impl Rolled {
    /// Shows a roll of a game with these sides.
    pub fn new(roll: RollFacts, sides: &[&str]) -> Self {
        let by = if sides.contains(&roll.by.as_str()) {
            roll.by.to_uppercase()
        } else {
            roll.by
        };
        Self {
            n: None,
            purpose: roll.purpose,
            by,
            roll: roll.natural,
            modifiers: roll.modifiers,
            net: roll.net,
            outcome: roll.outcome,
        }
    }
}

/// What came of one example.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ran {
    /// Its id.
    pub id: String,
    /// Whether every check holds and the dice were used up exactly.
    pub pass: bool,
    /// Why it could not be run as written.
    pub error: Option<Fault>,
    /// Dice that no roll has taken.
    pub dice_left: usize,
    /// The checks that do not hold.
    pub differences: Vec<Difference>,
    /// Every roll, in order.
    pub rolls: Vec<Rolled>,
    /// What the rules can state after the last stage, and under `at` after each labelled one.
    pub actual: Value,
}

/// What came of a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Outcome {
    /// The file, as it was named.
    pub file: String,
    /// The game's key.
    pub game: String,
    /// How many examples passed.
    pub passed: usize,
    /// How many failed.
    pub failed: usize,
    /// The examples, in the order of the file.
    pub cases: Vec<Ran>,
}

impl Outcome {
    /// Counts what came of a file's examples.
    pub fn new(file: String, game: &str, cases: Vec<Ran>) -> Self {
        let passed = cases.iter().filter(|ran| ran.pass).count();
        Self {
            file,
            game: game.to_owned(),
            passed,
            failed: cases.len() - passed,
            cases,
        }
    }
}
