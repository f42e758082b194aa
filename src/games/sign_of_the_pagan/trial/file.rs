//! The form of the game's case files, beyond what all games share.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::field::Field;
use crate::games::sign_of_the_pagan::cases::{ClassSpecs, ContingentWord, SideWord};
use crate::games::sign_of_the_pagan::options::{Deck, Options};
use crate::trial::schema::Version;
use crate::trial::{Case, OrderLine, SchemaError};

/// The faces of the d10.
const HIGHEST_FACE: u32 = 9;

/// A file of examples.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(rename = "game")]
    _game: String,
    #[serde(rename = "schema")]
    _schema: Version,
    #[serde(rename = "source", default)]
    _source: IgnoredAny,
    #[serde(rename = "note", default)]
    _note: IgnoredAny,
    #[serde(rename = "conventions", default)]
    _conventions: IgnoredAny,
    #[serde(default)]
    pub(super) unit_classes: ClassSpecs,
    pub(super) examples: Vec<Case<Field>>,
}

/// A part of an activation or of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Segment {
    /// Naming the initiative markers, and the dice (5.2, 5.3).
    Initiative,
    /// A marker out of the cup, without a die (5.4).
    Draw,
    /// The Alan check of an activation that came from the queue (12.1).
    AlanActivation,
    /// Move and Fire (6.0 to 8.0).
    Move,
    /// Shock (9.0).
    Shock,
    /// Reform (10.0).
    Reform,
    /// The victory check (14.0).
    Victory,
}

/// An activation, or a part of one.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stage {
    #[serde(default)]
    pub(super) label: Option<String>,
    #[serde(default)]
    pub(super) active: Option<ContingentWord>,
    pub(super) segments: Vec<Segment>,
    #[serde(default)]
    pub(super) draw: Option<ContingentWord>,
    #[serde(default)]
    pub(super) orders: Vec<OrderLine<SideWord>>,
}

impl Stage {
    /// Tells whether a segment is to be run.
    pub(super) fn has(&self, segment: Segment) -> bool {
        self.segments.contains(&segment)
    }

    /// Finds what the stage needs and does not have.
    fn check(&self, case: &Case<Field>) -> Vec<SchemaError> {
        let mut errors = Vec::new();
        let mut wrong = |key: &str, reason: &str| errors.push(SchemaError::new(key, reason));
        let acts = [Segment::Move, Segment::Shock, Segment::Reform];
        let is_drawn = self.has(Segment::Draw);
        if self.active.is_none() && !is_drawn && acts.iter().any(|&act| self.has(act)) {
            wrong(
                "active",
                "MOVE, SHOCK and REFORM need the contingent that acts",
            );
        }
        if is_drawn != self.draw.is_some() {
            wrong("draw", "a marker is named exactly where DRAW is run");
        }
        if (is_drawn || self.has(Segment::Initiative)) && case.setup.cams.is_none() {
            wrong("segments", "INITIATIVE and DRAW need `setup.cams`");
        }
        errors
    }
}

/// Reads the options of an example.
///
/// # Errors
/// Names and values that there are not.
pub(super) fn options(case: &Case<Field>) -> Result<Options, Vec<SchemaError>> {
    let mut errors = Vec::new();
    for (name, value) in &case.options {
        let wrong = match Options::from_pairs([(name.as_str(), value.word())]) {
            Ok(options) if !matches!(options.deck, Deck::File(_)) => continue,
            Ok(_) => "an example has no deck of its own".to_owned(),
            Err(found) => found.iter().map(ToString::to_string).collect(),
        };
        errors.push(SchemaError::new(format!("options.{name}"), wrong));
    }
    let pairs = case.options.iter();
    let read = Options::from_pairs(pairs.map(|(name, value)| (name.as_str(), value.word())));
    match read {
        Ok(options) if errors.is_empty() => Ok(options),
        Err(found) if errors.is_empty() => Err(found
            .iter()
            .map(|error| SchemaError::new("options", error.to_string()))
            .collect()),
        _ => Err(errors),
    }
}

/// Finds what is wrong with stages and dice.
pub(super) fn check(case: &Case<Field>) -> Vec<SchemaError> {
    let mut errors = Vec::new();
    for (index, stage) in case.stages.iter().enumerate() {
        let place = format!("stages[{index}]");
        errors.extend(
            stage
                .check(case)
                .into_iter()
                .map(|error| error.within(&place)),
        );
    }
    for (index, die) in case.dice.iter().enumerate() {
        if die.roll > HIGHEST_FACE {
            let reason = format!("a d10 shows 0 to {HIGHEST_FACE}, not {}", die.roll);
            errors.push(SchemaError::new(format!("dice[{index}].roll"), reason));
        }
    }
    errors
}
