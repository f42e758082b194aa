//! What was done to a match beside its play: what the `input` line of an act tells.

use serde::{Deserialize, Serialize};

use super::SeatNumber;

/// An act of the game master, or of all players together: it leads the match to another position, at a stop of
/// its own.
///
/// ```
/// use tesserarius::record::{Act, Undone};
///
/// let act = Act::Undone(Undone { to: 3, draws: vec![2], why: "a wrong map".to_owned() });
/// let told = act.told();
/// assert_eq!(told, r#"{"undone":{"to":3,"draws":[2],"why":"a wrong map"}}"#);
/// assert_eq!(Act::read(&told), Some(act));
/// assert_eq!(Act::read(r#"{"absent":[1]}"#), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Act {
    /// The match was taken back to an earlier stop.
    Undone(Undone),
    /// Facts of the position were set anew.
    Corrected(CorrectedFacts),
    /// A locked draw was called off.
    Voided(Voided),
}

/// A draw that was called off between its LOCK and its dice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voided {
    /// The draw.
    pub draw: u64,
    /// Why.
    pub why: String,
}

/// A match taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undone {
    /// The stop at which it stands again, as another stop with a number of its own.
    pub to: u64,
    /// The draws whose results are withdrawn; they stay used.
    pub draws: Vec<u64>,
    /// Why.
    pub why: String,
}

/// Facts set anew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorrectedFacts {
    /// Each as `FACT = VALUE`.
    pub facts: Vec<String>,
    /// The only seat that may see them; nobody in particular: everybody sees them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seat: Option<SeatNumber>,
    /// Why.
    pub why: String,
}

impl Act {
    /// Reads what an input tells, if it is an act.
    pub fn read(told: &str) -> Option<Self> {
        serde_json::from_str(told).ok()
    }

    /// Returns what the input tells.
    pub fn told(&self) -> String {
        serde_json::to_string(self).expect("an act is plain data")
    }

    /// Returns the reason that everybody is told.
    pub fn why(&self) -> &str {
        match self {
            Self::Undone(Undone { why, .. })
            | Self::Corrected(CorrectedFacts { why, .. })
            | Self::Voided(Voided { why, .. }) => why,
        }
    }

    /// Gives the act another reason.
    #[must_use]
    pub fn because(mut self, reason: &str) -> Self {
        let (Self::Undone(Undone { why, .. })
        | Self::Corrected(CorrectedFacts { why, .. })
        | Self::Voided(Voided { why, .. })) = &mut self;
        reason.clone_into(why);
        self
    }

    /// Returns the only seat that may see what was done, if it is not for everybody.
    pub fn seat(&self) -> Option<SeatNumber> {
        match self {
            Self::Corrected(corrected) => corrected.seat,
            Self::Undone(_) | Self::Voided(_) => None,
        }
    }

    /// Returns the draws whose results are withdrawn.
    pub fn withdrawn(&self) -> &[u64] {
        match self {
            Self::Undone(undone) => &undone.draws,
            Self::Corrected(_) | Self::Voided(_) => &[],
        }
    }
}
