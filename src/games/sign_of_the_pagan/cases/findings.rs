//! What a case may check after a stage: the keys of `expected`, which are those of `actual` too.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use super::{Both, ContingentWord, SideWord};
use crate::geometry::{Facing, Hex};

/// The keys that `expected` may hold; only those given are compared.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Findings {
    /// Units by id; those not named are not compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<BTreeMap<String, UnitFinding>>,
    /// All Engaged pairs, in any order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engaged: Option<Vec<[String; 2]>>,
    /// Units eliminated, by side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eliminated: Option<Both<u8>>,
    /// Net value and outcome of every die, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub net: Option<Vec<(i16, String)>>,
    /// The unit Attila is with, `@` and a hex, `removed`, `dead` or `out`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attila: Option<String>,
    /// What the victory check said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<MatchResult>,
    /// Desertions of the Alans.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alan_defections: Option<u8>,
    /// Both adjusted initiative dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<Both<i16>>,
    /// Who has the initiative; null for a tie.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    pub initiative: Option<Initiative>,
    /// Contingents that act before any draw, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<Vec<ContingentWord>>,
    /// Markers in the cup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cup_count: Option<u8>,
    /// Markers in the cup, by side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undrawn: Option<Both<u8>>,
    /// Lines not carried out, in order, each with the hex of the first step that was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Vec<(String, Option<Hex>)>>,
    /// Words that must not occur in the report to a side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report_lacks: Option<BTreeMap<SideWord, Vec<String>>>,
    /// The same after the stage with that label.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub at: BTreeMap<String, Findings>,
}

/// Reads a key whose null is a value of its own: `None` means that it was not given.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Initiative>, D::Error> {
    Option::deserialize(deserializer).map(|word| Some(Initiative::from(word)))
}

/// Who has the initiative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(into = "Option<SideWord>")]
pub enum Initiative {
    /// One side has it.
    Won(SideWord),
    /// Nobody has it; null in JSON.
    Tie,
}

impl From<Option<SideWord>> for Initiative {
    fn from(word: Option<SideWord>) -> Self {
        word.map_or(Self::Tie, Self::Won)
    }
}

impl From<Initiative> for Option<SideWord> {
    fn from(initiative: Initiative) -> Self {
        match initiative {
            Initiative::Won(side) => Some(side),
            Initiative::Tie => None,
        }
    }
}

/// Whether and how a unit is still there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnitState {
    /// On the map in good order.
    Good,
    /// On the map, Disordered.
    Dis,
    /// Eliminated and counted.
    Elim,
    /// Gone without being counted.
    Removed,
}

/// Where a unit is and in which state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Row")]
pub struct UnitFinding {
    /// Its hex, if it is on the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<Hex>,
    /// Its facing, if it is on the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<Facing>,
    /// Its state.
    pub state: UnitState,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    hex: Option<Hex>,
    face: Option<Facing>,
    state: UnitState,
}

impl TryFrom<Row> for UnitFinding {
    type Error = &'static str;

    fn try_from(row: Row) -> Result<Self, Self::Error> {
        let Row { hex, face, state } = row;
        let is_on_map = matches!(state, UnitState::Good | UnitState::Dis);
        match (hex, face) {
            (Some(_), Some(_)) if is_on_map => {}
            (None, None) if !is_on_map => {}
            _ if is_on_map => return Err("a unit on the map has `hex` and `face`"),
            _ => return Err("a unit that is gone has neither `hex` nor `face`"),
        }
        Ok(Self { hex, face, state })
    }
}

/// What the victory check of 14.0 said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum MatchResult {
    /// The Huns have won.
    #[serde(rename = "HUN")]
    Hun,
    /// The Romans have won.
    #[serde(rename = "ROMAN")]
    Roman,
    /// Nobody has won, and it is over.
    #[serde(rename = "draw")]
    Draw,
    /// Nobody has won yet.
    #[serde(rename = "continue")]
    Continue,
}
