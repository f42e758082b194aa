//! What a page can offer to compose orders from, as data: the rules have already been asked.

use serde::Serialize;

use crate::geometry::{Facing, Hex};

/// The most lines that are offered as they are.
const LINES: usize = 120;

/// A hex that a unit can go to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Way {
    /// The hex.
    pub hex: Hex,
    /// What it costs to get there.
    pub cost: u16,
    /// Every hex to be named for it, the last included.
    pub path: Vec<Hex>,
    /// Whom the unit could shoot at from there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shots: Vec<String>,
}

/// What one unit may do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// Its id.
    pub unit: String,
    /// The verb with which it goes anywhere.
    pub verb: &'static str,
    /// Where it can go.
    pub ways: Vec<Way>,
    /// How it can turn where it stands.
    pub turns: Vec<Facing>,
    /// Whom it can shoot at from where it stands.
    pub shots: Vec<String>,
}

/// The verbs of orders that a page puts together itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Verbs {
    /// Shooting without moving (`FIRE`).
    pub fire: Option<&'static str>,
    /// Turning without moving (`FACE`).
    pub face: Option<&'static str>,
    /// Attacking at close quarters (`SHOCK a ON d`).
    pub attack: Option<&'static str>,
}

/// What a page can offer for one question.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Offers {
    /// What units may do.
    pub units: Vec<Offer>,
    /// The verbs that go with it.
    pub verbs: Verbs,
    /// Whole lines to choose from.
    pub lines: Vec<String>,
}

impl Offers {
    /// Offers whole lines and nothing else; not all of them where there are very many.
    pub fn of_lines(lines: impl Iterator<Item = String>) -> Self {
        Self {
            lines: lines.take(LINES).collect(),
            ..Self::default()
        }
    }
}
