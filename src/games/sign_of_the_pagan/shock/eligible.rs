//! 9.2.2 to 9.2.4: who has the stomach for an attack, and with which rating it rolls.

use super::super::battle::Battle;
use super::super::data::{Condition, Kind, Mark, UnitId};
use super::super::event::Round;
use super::super::options::CounterWhite;
use super::Bar;

/// Returns what keeps a unit with that side up from attacking of its own will.
fn qualm_of(battle: Battle<'_>, unit: UnitId, condition: Condition) -> Option<Bar> {
    let face = battle.unit(unit).face(condition);
    match face.mark {
        Mark::WhiteSquare => Some(Bar::Square(unit)),
        Mark::WhiteRing => Some(Bar::Ring(unit)),
        Mark::None if matches!(battle.kind(unit), Kind::LC | Kind::LI) => Some(Bar::Ring(unit)),
        Mark::None => (face.shock == 0).then_some(Bar::Zero(unit)),
    }
}

/// 9.2.2: returns what keeps a unit from attacking of its own will.
fn qualm(battle: Battle<'_>, unit: UnitId) -> Option<Bar> {
    qualm_of(battle, unit, battle.piece(unit).condition)
}

/// 9.2.2: tells whether a unit may attack of its own will, or at least could in good order.
pub(super) fn could_ever_attack(battle: Battle<'_>, unit: UnitId) -> Result<(), Bar> {
    let willing = [Condition::Good, Condition::Disordered]
        .into_iter()
        .any(|condition| qualm_of(battle, unit, condition).is_none());
    match qualm(battle, unit) {
        Some(bar) if !willing && !battle.open.is_engaged(unit) => Err(bar),
        Some(_) | None => Ok(()),
    }
}

/// 7.2, 9.2, 9.2.2 to 9.2.4: tells whether a unit may strike an enemy: one in its front and, if it
/// has no stomach for an attack, one that it is Engaged with.
pub(super) fn may_strike(battle: Battle<'_>, unit: UnitId, enemy: UnitId) -> Result<(), Bar> {
    if !is_faced(battle, unit, enemy) {
        return Err(Bar::NotInFront(unit, enemy));
    }
    has_stomach(battle, unit, enemy)
}

/// 7.2, 9.2: tells whether a unit may strike an enemy, for those who only weigh it.
pub(in super::super) fn can_strike(battle: Battle<'_>, unit: UnitId, enemy: UnitId) -> bool {
    may_strike(battle, unit, enemy).is_ok()
}

/// 9.2.2 to 9.2.4: tells whether a unit has the stomach to attack an enemy.
pub(super) fn has_stomach(battle: Battle<'_>, unit: UnitId, enemy: UnitId) -> Result<(), Bar> {
    match qualm(battle, unit) {
        Some(bar) if !battle.open.are_engaged(unit, enemy) => Err(bar),
        Some(_) | None => Ok(()),
    }
}

/// 7.2: tells whether an enemy stands in a unit's front.
pub(super) fn is_faced(battle: Battle<'_>, unit: UnitId, enemy: UnitId) -> bool {
    battle
        .hex(enemy)
        .is_some_and(|hex| battle.is_in_front(unit, hex))
}

/// 9.7.1, Q19: tells whether a unit may counterattack.
pub(super) fn may_counterattack(battle: Battle<'_>, unit: UnitId) -> Result<(), Bar> {
    if !battle.is_on_map(unit) {
        return Err(Bar::Gone(unit));
    }
    match attacking_rating(battle, unit, Round::Counter) {
        Some(_) => Ok(()),
        None => Err(Bar::NoCounter(unit)),
    }
}

/// 9.2.2 to 9.2.4, Q19: returns the rating that an attacker's die is compared with; `None` if it
/// rolls none.
pub(in super::super) fn attacking_rating(
    battle: Battle<'_>,
    unit: UnitId,
    round: Round,
) -> Option<u8> {
    let shock = battle.face(unit).shock;
    if round == Round::Counter && battle.game.options.counter_white == CounterWhite::Yes {
        return (shock > 0).then_some(shock);
    }
    match qualm(battle, unit) {
        None => Some(shock),
        Some(Bar::Square(_)) if battle.open.is_engaged(unit) => Some(1),
        Some(_) => None,
    }
}

/// 2.2, 9.2.2: returns the rating that a defender's die is compared with: the printed one, and no
/// die at 0.
pub(super) fn defending_rating(battle: Battle<'_>, unit: UnitId) -> Option<u8> {
    let shock = battle.face(unit).shock;
    (shock > 0).then_some(shock)
}

/// 9.7.2: tells whether a unit can follow up with another attack of its own will.
pub(super) fn may_go_on(battle: Battle<'_>, unit: UnitId) -> Result<(), Bar> {
    match qualm(battle, unit) {
        None => Ok(()),
        Some(Bar::Square(_)) if battle.open.is_engaged(unit) => Ok(()),
        Some(bar) => Err(bar),
    }
}
