//! The form of the examples.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::games::legion::data::Melee;
use crate::games::legion::fraction::Fraction;
use crate::games::legion::terms::{Class, Dir, Edge, Elevation, Legion, Outcome, Terrain};
use crate::trial::Die;

/// A hex of the plane, `[q, r]`.
pub(super) type Place = (i16, i16);

/// The tables of a file, in place of the shipped data.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Tables {
    pub(super) unit_table: BTreeMap<String, UnitRow>,
    pub(super) leader_table: BTreeMap<String, (u8, u8)>,
    pub(super) terrain_table: BTreeMap<String, Value>,
    pub(super) columns: Vec<String>,
}

/// A unit type.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitRow {
    pub(super) cls: Class,
    pub(super) fire: u8,
    pub(super) range: u8,
    pub(super) melee: Melee,
    pub(super) bracket: bool,
    pub(super) ma: u8,
    pub(super) vp: u8,
}

/// A line of the stub of the results table.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CrtRow {
    pub(super) column: String,
    pub(super) die: u8,
    pub(super) result: Outcome,
}

/// A unit of a position.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own")]
pub(super) struct UnitSpec {
    pub(super) id: String,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) side: String,
    pub(super) hex: Place,
    #[serde(default)]
    pub(super) disrupted: bool,
    pub(super) last_fire: Option<u16>,
    #[serde(default)]
    pub(super) moved_this_phase: bool,
    #[serde(default)]
    pub(super) panicked: bool,
    #[serde(default)]
    pub(super) square: bool,
    pub(super) legion: Option<Legion>,
    pub(super) facing: Option<Dir>,
}

/// A terrain, an elevation, or both.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum Ground {
    /// One word.
    One(Feature),
    /// Several.
    Several(Vec<Feature>),
}

/// A word of the terrain chart.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(untagged)]
pub(super) enum Feature {
    /// What covers the hex.
    Terrain(Terrain),
    /// How high it lies.
    Elevation(Elevation),
}

/// Where the last row of hexes is on a side.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Rim {
    /// A column.
    Q(i16),
    /// A row.
    R(i16),
}

/// A phase that is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Run3 {
    /// Fire.
    Fire,
    /// Movement and defensive fire.
    Move,
    /// Melee.
    Melee,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum OnOff {
    /// On.
    On,
    /// Off.
    Off,
}

/// A position.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Setup {
    pub(super) units: Vec<UnitSpec>,
    pub(super) terrain: BTreeMap<String, Ground>,
    pub(super) crest: Vec<(Place, Place)>,
    pub(super) road: Vec<(Place, Place)>,
    pub(super) edges: BTreeMap<Edge, Rim>,
    pub(super) road_exits: Vec<Place>,
    pub(super) stacking: BTreeMap<String, u8>,
    pub(super) phasing: Option<String>,
    pub(super) player_turn: Option<u16>,
    pub(super) phases: Option<Vec<Run3>>,
    pub(super) leadership: Option<OnOff>,
    pub(super) roman_sd: BTreeMap<String, bool>,
    pub(super) panic_level: BTreeMap<String, u16>,
    pub(super) panic_over: bool,
    pub(super) vp: BTreeMap<String, u16>,
    pub(super) letters: BTreeMap<char, Place>,
    pub(super) control: BTreeMap<char, String>,
    pub(super) occupied: Vec<Place>,
}

/// A step of a sequence.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    pub(super) pt: Option<u16>,
    pub(super) phases: Option<Vec<Run3>>,
    #[serde(default)]
    pub(super) add: Vec<UnitSpec>,
    #[serde(default)]
    pub(super) orders: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub(super) expected: Map<String, Value>,
}

/// What a question asks of one side (13.12).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Losses {
    pub(super) pl: u16,
    pub(super) lost_before: u16,
    pub(super) lost_now: u16,
}

/// An exit of a verdict.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExitSpec {
    pub(super) side: String,
    pub(super) edge: Edge,
    #[serde(default)]
    pub(super) units: u16,
    #[serde(default)]
    pub(super) leaders: u16,
    pub(super) offset: Option<i32>,
}

/// The end of a match that is to be judged.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Verdict {
    pub(super) scenario: String,
    #[serde(default)]
    pub(super) vp: BTreeMap<String, u16>,
    #[serde(default)]
    pub(super) control: BTreeMap<char, String>,
    #[serde(default)]
    pub(super) exits: Vec<ExitSpec>,
    pub(super) conceded: Option<String>,
}

/// A question instead of play.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Ask {
    /// The column of a ratio.
    Odds { attack: Fraction, defence: Fraction },
    /// Whether a line of sight is open.
    Los { firer: Place, target: Place },
    /// What units are worth.
    Worth { units: BTreeMap<String, u16> },
    /// Who panics at the end of a simultaneous phase.
    Panic {
        #[serde(rename = "A")]
        a: Losses,
        #[serde(rename = "B")]
        b: Losses,
        #[serde(default)]
        attacks_this_phase: BTreeMap<String, u16>,
    },
    /// Where a panicked unit runs.
    PanicMove { unit: String },
    /// Who has won.
    Verdict { verdict: Verdict },
}

/// One run: an example, a case or a variant, with everything merged.
#[derive(Debug, Clone)]
pub(super) struct Run {
    pub(super) id: String,
    pub(super) tables: Tables,
    pub(super) options: Vec<(String, String)>,
    pub(super) setup: Setup,
    pub(super) orders: BTreeMap<String, Vec<String>>,
    pub(super) dice: Vec<Die>,
    pub(super) crt: Vec<CrtRow>,
    pub(super) sequence: Option<Vec<Step>>,
    pub(super) ask: Option<Ask>,
    pub(super) expected: Map<String, Value>,
}
