//! What a report needs to know of a game, as facts: the words are the templates' business.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::geometry::{Facing, Hex, Layout};
use crate::rulebook::Rule;

use super::{Culprit, Form, NoOdds, Odds, Offers, Rules, Told};

/// A modifier of a roll, for reports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ModifierFacts {
    /// The rule that gives it.
    pub rule: Rule,
    /// Its name.
    pub name: Cow<'static, str>,
    /// By how much.
    pub value: i64,
}

/// A roll with everything that was made of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RollFacts {
    /// What for (`shock`); the second part of the label.
    #[serde(rename = "for")]
    pub purpose: &'static str,
    /// Who rolled: a unit's id or a side's key.
    pub by: String,
    /// The label it was rolled under.
    pub label: String,
    /// The rule that calls for it.
    pub rule: Rule,
    /// The face.
    #[serde(rename = "roll")]
    pub natural: i64,
    /// What changes it.
    pub modifiers: Vec<ModifierFacts>,
    /// The face with its modifiers.
    pub net: i64,
    /// What the net result is compared with, where there is something.
    pub rating: Option<i64>,
    /// What it came to (`hit`).
    pub outcome: &'static str,
}

/// How deep a note stands in the story: what is deeper belongs to the nearest one above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// A game turn.
    Chapter,
    /// A phase, an activation.
    Section,
    /// A combat with all that came of it.
    Combat,
    /// What somebody did.
    Act,
    /// What belongs to an act or a combat: dice, losses.
    Part,
    /// What belongs to a part.
    Detail,
}

/// What a picture shows of a note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase", tag = "mark")]
pub enum Mark {
    /// Somebody went this way.
    Move {
        /// Every hex of the way, the first included.
        path: Vec<Hex>,
    },
    /// Somebody shot.
    Fire {
        /// From where.
        from: Hex,
        /// At what.
        to: Hex,
        /// Whether it told.
        hit: bool,
    },
    /// Somebody struck at close quarters.
    Shock {
        /// From where.
        from: Hex,
        /// At what.
        to: Hex,
    },
    /// Somebody was lost.
    Loss {
        /// Where.
        hex: Hex,
    },
}

impl Mark {
    /// Returns the hexes that it touches.
    pub fn hexes(&self) -> Vec<Hex> {
        match self {
            Self::Move { path } => path.clone(),
            Self::Fire { from, to, .. } | Self::Shock { from, to } => vec![*from, *to],
            Self::Loss { hex } => vec![*hex],
        }
    }
}

/// A thing to tell, by key; a template words it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Note {
    /// Which wording (`stepped`).
    pub key: &'static str,
    /// How deep it stands in the story.
    pub level: Level,
    /// What it is about.
    pub facts: Map<String, Value>,
    /// The rules at work.
    pub rules: Vec<Rule>,
    /// The die, where there is one.
    pub roll: Option<RollFacts>,
    /// What a picture shows of it.
    pub marks: Vec<Mark>,
    /// The last event of the run that it tells of; the engine counts them.
    #[serde(skip)]
    pub event: u32,
}

/// A question put to a seat.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Question {
    /// Which wording (`react`).
    pub key: &'static str,
    /// What it is about.
    pub facts: Map<String, Value>,
    /// The rule that gives the choice.
    pub rule: Rule,
    /// Orders that would be legal now, as lines to copy; not all of them.
    pub examples: Vec<String>,
    /// What happens if nothing is answered, as a line or as words.
    pub default: Option<String>,
}

/// A hex as a map shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Ground {
    /// The hex.
    pub hex: Hex,
    /// The key of its terrain (`woods`).
    pub terrain: &'static str,
    /// Its level.
    pub level: i8,
}

/// A state that a counter shows, as disorder, with what stands for it where room is short.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Sign {
    /// The letter of its badge.
    pub letter: char,
    /// The word in tables.
    pub short: &'static str,
    /// The words in sentences.
    pub word: &'static str,
}

/// How a game's players name the way a unit faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Bearing {
    /// By the hours of the clock.
    Hours,
    /// By the points of the compass.
    Compass,
}

impl Bearing {
    /// Names a way to face as orders write it.
    pub fn name(self, facing: Facing) -> String {
        const POINTS: [&str; 6] = ["NE", "SE", "S", "SW", "NW", "N"];
        match self {
            Self::Hours => facing.hour().to_string(),
            Self::Compass => POINTS[usize::from(facing.hour() / 2 - 1)].to_owned(),
        }
    }
}

/// What a game's players call what every game's counters show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Idiom {
    /// A unit out of order.
    pub disordered: Sign,
    /// A unit locked in combat.
    pub engaged: Sign,
    /// How ways to face are named.
    pub bearing: Bearing,
}

/// What a unit fights as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Arm {
    /// On foot.
    Foot,
    /// On horseback.
    Horse,
    /// On foot with missiles.
    Bow,
    /// On horseback with missiles.
    HorseBow,
    /// None of these; the letters of its type say what.
    Other,
}

/// A counter as a map shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Counter {
    /// Its hex.
    pub hex: Hex,
    /// Its id, for legends and alternative texts.
    pub id: String,
    /// The short id that orders accept.
    pub short: String,
    /// The seat it belongs to, by index.
    pub side: u8,
    /// Two letters of its type.
    pub code: Cow<'static, str>,
    /// Its type in words (`heavy cavalry`).
    pub kind: Cow<'static, str>,
    /// What it fights as.
    pub arm: Arm,
    /// How heavy it is, in bars on its symbol.
    pub weight: u8,
    /// Whose it is, in words (`Visigoth`).
    pub people: String,
    /// Where it faces.
    pub facing: Option<Facing>,
    /// Its strength as printed on the counter's upper side.
    pub strength: String,
    /// Whether it is disordered, disrupted, shaken, as the game calls it.
    pub disordered: bool,
    /// Whether it is locked in combat.
    pub engaged: bool,
    /// Whether a leader is with it.
    pub leader: bool,
    /// What else it shows.
    pub signs: Vec<Sign>,
}

impl Counter {
    /// Returns what sorts counters as people do, `hun-lc-9` before `hun-lc-10`.
    pub fn natural_order(&self) -> (&str, u32) {
        let stem = self.id.trim_end_matches(|c: char| c.is_ascii_digit());
        (stem, self.id[stem.len()..].parse().unwrap_or(0))
    }

    /// Returns every state that it shows, in the words of its game.
    pub fn states(&self, idiom: &Idiom) -> Vec<Sign> {
        let common = [
            (self.disordered, idiom.disordered),
            (self.engaged, idiom.engaged),
        ];
        let common = common
            .into_iter()
            .filter_map(|(shown, sign)| shown.then_some(sign));
        common.chain(self.signs.iter().copied()).collect()
    }
}

/// A map with what stands on it, as one viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Board {
    /// How ids lie on the map.
    #[serde(skip)]
    pub layout: Layout,
    /// Rows of the map.
    pub rows: u8,
    /// Columns of the map.
    pub columns: u8,
    /// Every hex that is not clear ground at level 0.
    pub ground: Vec<Ground>,
    /// Hexsides with a river.
    pub rivers: Vec<(Hex, Hex)>,
    /// Hexsides that a road crosses.
    pub roads: Vec<(Hex, Hex)>,
    /// What is printed in hexes of note.
    pub names: Vec<(Hex, String)>,
    /// What its players call what counters show.
    #[serde(skip)]
    pub idiom: Idiom,
    /// The counters, by hex.
    pub counters: Vec<Counter>,
    /// Leaders that stand alone.
    pub leaders: Vec<(Hex, String)>,
}

impl Board {
    /// Tells whether there is a map: games without one have no hexes to show.
    pub fn is_map(&self) -> bool {
        self.rows > 0 && self.columns > 0
    }

    /// Returns every sign that its counters may show, the common ones first.
    pub fn signs(&self) -> Vec<Sign> {
        let mut signs: Vec<Sign> = self
            .counters
            .iter()
            .flat_map(|counter| counter.signs.iter().copied())
            .collect();
        signs.sort_unstable();
        signs.dedup();
        signs.splice(0..0, [self.idiom.disordered, self.idiom.engaged]);
        signs
    }
}

/// Tells whether an order concerns a certain unit.
pub type Concerns<O> = Box<dyn Fn(&O) -> bool>;

/// A game that can be told about.
pub trait Telling: Rules {
    /// Returns what is to be told of an event, as the viewer of `before` witnessed it.
    fn notes(&self, before: &Self::View, event: &Self::Event) -> Vec<Note>;

    /// Words what an owner is told, with the events that brought it about.
    fn word(&self, (told, culprits): (Told, Vec<Culprit<Self>>)) -> Told {
        let notes = culprits
            .iter()
            .flat_map(|culprit| self.notes(&culprit.before, &culprit.event));
        Told {
            chain: self.gather(notes.collect()),
            ..told
        }
    }

    /// Joins notes that read better as one, as the steps of a move.
    fn gather(&self, notes: Vec<Note>) -> Vec<Note> {
        notes
    }

    /// Returns the facts for a summary of what was noticed, the own losses before anything else.
    fn digest(&self, _notes: &[Note]) -> Map<String, Value> {
        Map::new()
    }

    /// Returns a decision as a question.
    fn question(&self, view: &Self::View, decision: &Self::Decision) -> Question;

    /// Returns what there is to compose an answer from, for a page without the rules.
    fn offers(&self, view: &Self::View, decision: &Self::Decision) -> Offers {
        let options = self.options(view, decision);
        Offers::of_lines(options.iter().map(|order| self.print(order)))
    }

    /// Returns the standing lines that a page without the rules can put together.
    fn standing_forms(&self, _view: &Self::View) -> Vec<Form> {
        Vec::new()
    }

    /// Works out the odds of an order as the asker sees things, after the moves that he plans.
    ///
    /// # Errors
    /// Why there is nothing to work out.
    fn odds(
        &self,
        _view: &Self::View,
        _planned: &[Self::Order],
        _order: &Self::Order,
    ) -> Result<Vec<Odds>, NoOdds> {
        Err(NoOdds::NotOffered("this game works out no odds"))
    }

    /// Returns what tells the orders that concern a unit; nothing if the viewer commands no such unit.
    fn concerns(&self, _view: &Self::View, _unit: &str) -> Option<Concerns<Self::Order>> {
        None
    }

    /// Lists the orders that a unit could be given; nothing if the viewer commands no such unit.
    ///
    /// What the base of [`Rules::options`] leaves out is listed here, where a player would miss it.
    fn choices(
        &self,
        view: &Self::View,
        decision: &Self::Decision,
        unit: &str,
    ) -> Option<Vec<Self::Order>> {
        let concerns = self.concerns(view, unit)?;
        let options = self.options(view, decision).into_iter();
        Some(options.filter(|order| concerns(order)).collect())
    }

    /// Tells whether a standing line can never answer anything any more, so that it need not be listed.
    fn is_spent(&self, _view: &Self::View, _order: &Self::Order) -> bool {
        false
    }

    /// Returns what is known of a unit, in the game's words; nothing if there is no such unit.
    fn unit(&self, _view: &Self::View, _name: &str) -> Option<String> {
        None
    }

    /// Returns the map as the view shows it.
    fn board(&self, view: &Self::View) -> Board;

    /// Returns the facts for the head of a report: turn, phase, losses, what is still to come.
    fn standing(&self, view: &Self::View) -> Map<String, Value>;
}
