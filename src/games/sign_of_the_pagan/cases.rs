//! The form of worked examples: `unit_classes` and `setup` as a second way to make roster and ground,
//! and `expected` as what may be checked.
//!
//! A case carries its own ratings and lists every hex that is not open ground; nothing of the shipped
//! data is in it. The caller reads the JSON and names the path of what does not parse; what parses
//! and contradicts itself is a [`CaseError`].

mod findings;
mod opening;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::data::{Bow, Condition, Contingent, Kind, Side, Terrain};
use crate::geometry::{Facing, Hex};

pub use findings::{Findings, Initiative, MatchResult, UnitFinding, UnitState};
#[cfg(test)]
pub(super) use opening::tribe;
pub use opening::{AttilaAt, Opening, Start};

/// A side as case files write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum SideWord {
    /// [`Side::Hun`].
    Hun,
    /// [`Side::Roman`].
    Roman,
}

impl From<SideWord> for Side {
    fn from(word: SideWord) -> Self {
        match word {
            SideWord::Hun => Self::Hun,
            SideWord::Roman => Self::Roman,
        }
    }
}

impl From<Side> for SideWord {
    fn from(side: Side) -> Self {
        match side {
            Side::Hun => Self::Hun,
            Side::Roman => Self::Roman,
        }
    }
}

/// A contingent as case files write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ContingentWord {
    /// [`Contingent::Huns`].
    Huns,
    /// [`Contingent::Ostrogoths`].
    Ostrogoths,
    /// [`Contingent::Allies`].
    Allies,
    /// [`Contingent::Romans`].
    Romans,
    /// [`Contingent::Visigoths`].
    Visigoths,
    /// [`Contingent::Alans`].
    Alans,
}

impl From<ContingentWord> for Contingent {
    fn from(word: ContingentWord) -> Self {
        match word {
            ContingentWord::Huns => Self::Huns,
            ContingentWord::Ostrogoths => Self::Ostrogoths,
            ContingentWord::Allies => Self::Allies,
            ContingentWord::Romans => Self::Romans,
            ContingentWord::Visigoths => Self::Visigoths,
            ContingentWord::Alans => Self::Alans,
        }
    }
}

impl From<Contingent> for ContingentWord {
    fn from(contingent: Contingent) -> Self {
        match contingent {
            Contingent::Huns => Self::Huns,
            Contingent::Ostrogoths => Self::Ostrogoths,
            Contingent::Allies => Self::Allies,
            Contingent::Romans => Self::Romans,
            Contingent::Visigoths => Self::Visigoths,
            Contingent::Alans => Self::Alans,
        }
    }
}

/// Good order or Disordered, as case files write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ConditionWord {
    /// [`Condition::Good`].
    #[default]
    Good,
    /// [`Condition::Disordered`].
    Dis,
}

impl From<ConditionWord> for Condition {
    fn from(word: ConditionWord) -> Self {
        match word {
            ConditionWord::Good => Self::Good,
            ConditionWord::Dis => Self::Disordered,
        }
    }
}

/// One value for each side, `{"HUN": ..., "ROMAN": ...}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE", deny_unknown_fields)]
pub struct Both<T> {
    /// The Huns'.
    pub hun: T,
    /// The Romans'.
    pub roman: T,
}

impl<T> Both<T> {
    /// Returns a side's value.
    pub const fn of(&self, side: Side) -> &T {
        match side {
            Side::Hun => &self.hun,
            Side::Roman => &self.roman,
        }
    }
}

/// The ratings of a kind of unit: an entry of `unit_classes`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassSpec {
    /// The side.
    pub side: SideWord,
    /// The contingent.
    pub cont: ContingentWord,
    /// The printed type.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Shock rating, good side and Disordered side.
    pub shock: [u8; 2],
    /// Movement allowance, good side and Disordered side.
    pub ma: [u8; 2],
    /// The bow.
    pub missile: Option<Bow>,
    /// White ring, good side and Disordered side.
    #[serde(default)]
    pub white: [bool; 2],
    /// White square, good side and Disordered side.
    #[serde(default)]
    pub square: [bool; 2],
    /// Red ring on the good side.
    #[serde(default)]
    pub red: bool,
}

/// All kinds of units of a case file, by name.
pub type ClassSpecs = BTreeMap<String, ClassSpec>;

/// The position a case starts from: its `setup`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// The units on the map.
    pub units: Vec<UnitSpec>,
    /// The hexes that are not open ground on level 0.
    pub hexes: BTreeMap<Hex, HexSpec>,
    /// River hexsides, each as the two hexes beside it.
    pub rivers: Vec<[Hex; 2]>,
    /// Pairs of Engaged units.
    pub engaged: Vec<[String; 2]>,
    /// Units eliminated so far.
    pub eliminated: Both<u8>,
    /// The unit Attila is with, or `@` and a hex; missing when he is not in the case.
    pub attila: Option<String>,
    /// Desertions of the Alans so far.
    pub alan_defections: u8,
    /// The turn; needed only where markers are.
    pub turn: Option<u16>,
    /// The five markers of each side; needed only for initiative and draws.
    pub cams: Option<Both<Vec<ContingentWord>>>,
    /// The cards in each hand.
    pub hands: Option<Both<Vec<String>>>,
}

/// A unit of a case's position.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitSpec {
    /// The id that the case's orders and dice use.
    pub id: String,
    /// A name of `unit_classes`.
    pub class: String,
    /// Where it stands.
    pub hex: Hex,
    /// What it faces.
    pub face: Facing,
    /// Which side of it is up.
    #[serde(default)]
    pub state: ConditionWord,
    /// Its move in this activation ended next to an enemy and began in no enemy zone.
    #[serde(default)]
    pub momentum: bool,
}

/// A hex of a case that is not open ground on level 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HexSpec {
    /// What covers it.
    pub terrain: Terrain,
    /// Its level.
    pub elev: i8,
}

/// What is wrong with a position that can be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {reason}")]
pub struct CaseError {
    /// The JSON path, beginning with `unit_classes` or `setup`.
    pub path: String,
    /// What is wrong there.
    pub reason: String,
}
