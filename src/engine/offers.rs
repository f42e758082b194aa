//! What a page can offer to compose orders from, as data: the rules have already been asked.

use serde::Serialize;

use crate::geometry::{Facing, Hex};

/// The most lines that are offered as they are.
const LINES: usize = 120;

/// A hex that a unit can go to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    /// The hex.
    pub hex: Hex,
    /// What it costs to get there, in the game's own count; 0 where going is free.
    pub cost: u16,
    /// Every hex to be named for it, the last included.
    pub path: Vec<Hex>,
    /// Whom or what the unit could shoot at from there.
    pub shots: Vec<String>,
    /// How many of the units that are alike find room there, if that is bounded.
    pub room: Option<u8>,
}

/// What units that are alike may do, each of them or together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// Their ids; they stand in one hex, or all wait for their set-up.
    pub units: Vec<String>,
    /// The verb with which they go anywhere.
    pub verb: &'static str,
    /// Where they can go.
    pub ways: Vec<Way>,
    /// How they can turn where they stand.
    pub turns: Vec<Facing>,
    /// Whom or what they can shoot at from where they stand.
    pub shots: Vec<String>,
    /// Whether they may attack at close quarters.
    pub fights: bool,
    /// Whole lines of theirs.
    pub acts: Vec<String>,
}

/// What is shot at and attacked: units by their ids, or the hexes in which they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Aims {
    /// Units.
    #[default]
    Units,
    /// Hexes.
    Hexes,
}

/// How the lines are written that a page puts together itself.
///
/// In each, `{units}` stands for ids, `{path}` for hexes, `{at}` for what is aimed at and `{facing}`
/// for a way to face; what does not exist in a game is not offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Verbs {
    /// Going somewhere; `{verb}` is the unit's own.
    pub go: Option<&'static str>,
    /// What follows it for a shot at the end.
    pub go_shoot: Option<&'static str>,
    /// What follows it for a facing at the end.
    pub go_face: Option<&'static str>,
    /// Shooting without moving.
    pub fire: Option<&'static str>,
    /// Turning without moving.
    pub face: Option<&'static str>,
    /// Attacking at close quarters.
    pub attack: Option<&'static str>,
    /// What may follow an attack.
    pub then: &'static [&'static str],
    /// What stands between units.
    pub joint: &'static str,
    /// What is aimed at.
    pub aims: Aims,
    /// Whether a unit gets one order and no other.
    pub once: bool,
}

/// Words of a standing line of which one is chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// Its name in the line.
    pub name: &'static str,
    /// What it says, in the form.
    pub label: &'static str,
    /// The words; an empty one leaves them out.
    pub words: Vec<String>,
}

impl Choice {
    /// Makes a choice among words.
    pub fn new<W: Into<String>>(
        name: &'static str,
        label: &'static str,
        words: impl IntoIterator<Item = W>,
    ) -> Self {
        let words = words.into_iter().map(Into::into).collect();
        Self { name, label, words }
    }
}

/// A standing line that a page can put together.
///
/// In the line `{who}` stands for one of those whom it can speak for, `{hexes}` for hexes joined by commas, and the
/// name of each choice for the words chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Form {
    /// What the line is for, with its rule.
    pub title: &'static str,
    /// How it is written.
    pub line: &'static str,
    /// Units and groups that it can speak for; none where it names nobody.
    pub whom: Vec<String>,
    /// What is to be chosen.
    pub choices: Vec<Choice>,
}

impl Form {
    /// Tells whether there is somebody for whom the line can speak, if it has to name one.
    pub(super) fn speaks(&self) -> bool {
        !self.whom.is_empty() || !self.line.contains("{who}")
    }
}

/// What a page can offer for one question, or at any time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Offers {
    /// What units may do.
    pub units: Vec<Offer>,
    /// How the lines are written that go with it.
    pub verbs: Verbs,
    /// Whole lines to choose from.
    pub lines: Vec<String>,
    /// Standing lines, which can be filed at any time.
    pub standing: Vec<Form>,
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
