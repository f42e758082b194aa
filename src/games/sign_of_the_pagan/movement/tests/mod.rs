//! The acceptance tests of chapters 6.0 to 8.0, by row of the rules document.

mod break_off;
mod choices;
mod facing;
mod judge;
mod missile;
mod reaction;
mod walk;

use super::super::data::{Contingent, Side};
use super::super::decision::Frame;
use super::super::testing::{Battlefield, Played};
use super::Step;

/// Runs the Move and Fire segment of a contingent with its owner's lines.
fn moves(field: Battlefield, contingent: Contingent, lines: &[&str]) -> Played {
    let side = contingent.side();
    let filed = lines.iter().fold(field.active(contingent), |field, text| {
        field.line(side, text)
    });
    filed.run(vec![Frame::Move(Step::Segment)])
}

/// The segment of the Huns.
fn huns(field: Battlefield, lines: &[&str]) -> Played {
    moves(field, Contingent::Huns, lines)
}

/// The segment of the Visigoths.
fn visigoths(field: Battlefield, lines: &[&str]) -> Played {
    moves(field, Contingent::Visigoths, lines)
}

/// The segment of the Romans.
fn romans(field: Battlefield, lines: &[&str]) -> Played {
    moves(field, Contingent::Romans, lines)
}

/// Files a standing line of the Huns.
fn hun_standing(field: Battlefield, text: &str) -> Battlefield {
    field.line(Side::Hun, text)
}
