//! The worked examples of chapter 9 and small battles for each of its rules.

mod advances;
mod asked;
mod counters;
mod declarations;
mod examples;
mod invented;
mod judged;
mod modified;
mod retreats;
mod rounds;

use super::super::data::{Contingent, Side};
use super::super::decision::Frame;
use super::super::event::{Combat, Event, Round};
use super::super::testing::{Battlefield, Played};
use super::*;

const HUN: Side = Side::Hun;
const ROMAN: Side = Side::Roman;

/// Lays out units for the Shock segment of a contingent.
fn field(contingent: Contingent, units: &str) -> Battlefield {
    Battlefield::new(units).active(contingent)
}

/// Runs the Shock segment.
fn shock(field: Battlefield) -> Played {
    field.run(vec![Frame::Shock(Step::Segment)])
}

/// The dice of shock combat: `HH1 8, HM1 2`.
fn dice(script: &str) -> String {
    let dice: Vec<String> = script
        .split(',')
        .map(|die| format!("shock {}", die.trim()))
        .collect();
    dice.join(", ")
}

/// The modifiers of each shock die: `momentum -1 ferocity -1, woods -1`.
fn modifiers(played: &Played) -> String {
    let rolls = played.rolls().into_iter().map(|roll| {
        let modifiers = roll.modifiers.iter();
        let modifiers = modifiers.map(|with| format!("{} {:+}", with.drm.key(), with.value));
        modifiers.collect::<Vec<_>>().join(" ")
    });
    rolls.collect::<Vec<_>>().join(", ")
}

/// The rounds that were fought.
fn rounds(played: &Played) -> Vec<(Round, Combat)> {
    let joined = played.events.iter().filter_map(|event| match event {
        Event::ShockJoined { combat, round } => Some((*round, combat.clone())),
        _ => None,
    });
    joined.collect()
}

/// The advances: `OH1 1312, OH2 1313`.
fn advances(played: &Played) -> String {
    let advances = played.events.iter().filter_map(|event| match event {
        Event::Advanced { unit, to, .. } => {
            Some(format!("{} {to}", played.game.roster.unit(*unit).id))
        }
        _ => None,
    });
    advances.collect::<Vec<_>>().join(", ")
}
