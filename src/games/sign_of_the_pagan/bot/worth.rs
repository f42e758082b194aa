//! What units are worth, in points: a thousand for a plain unit on its way to the tally of 14.0.

use super::super::data::{Condition, UnitId, Weight};
use super::super::state::Attila;
use super::outlook::Outlook;

/// A unit that is lost, whatever it was good for.
const UNIT: i32 = 1000;
/// Of ten faces those that a Disordered unit does not survive (9.6.2).
const FATAL: i32 = 5;

/// Returns what the loss of a unit costs its side.
pub(super) fn lost(battle: Outlook<'_>, unit: UnitId) -> i32 {
    let counter = battle.unit(unit);
    let bow = if counter.bow.is_some() {
        battle.doctrine.bow
    } else {
        0
    };
    let doctrine = battle.doctrine;
    let gone = i32::from(battle.open.eliminated[counter.side as usize]);
    let able = doctrine.per_rating * i32::from(counter.good.shock) + bow;
    UNIT + able + doctrine.per_loss * gone
}

/// Returns what it costs a unit in good order to be Disordered.
pub(super) fn shaken(battle: Outlook<'_>, unit: UnitId) -> i32 {
    let counter = battle.unit(unit);
    let drop = counter.good.shock.saturating_sub(counter.disordered.shock);
    battle.doctrine.shaken + battle.doctrine.per_rating_shaken * i32::from(drop)
}

/// 9.6.2: of ten faces those on which a Second Disorder Check eliminates the unit.
pub(super) fn fatal_faces(battle: Outlook<'_>, unit: UnitId) -> i32 {
    let heavy = i32::from(battle.kind(unit).weight() == Weight::Heavy);
    let led = i32::from(battle.open.attila == Attila::With(unit));
    FATAL - heavy - led
}

/// Returns what so many results in a row are expected to cost a unit (9.6).
pub(super) fn results(battle: Outlook<'_>, unit: UnitId, count: usize) -> i32 {
    let flips = battle.piece(unit).condition == Condition::Good && count > 0;
    let shock = if flips { shaken(battle, unit) } else { 0 };
    let checks = count - usize::from(flips);
    let mut alive = 1000;
    for _ in 0..checks {
        alive = alive * (10 - fatal_faces(battle, unit)) / 10;
    }
    shock + (lost(battle, unit) - shock) * (1000 - alive) / 1000
}
