//! 7.0, 9.9: turning, and the turn of units Engaged on flank and rear only (D10).

use crate::engine::{Asked, Fit, Mode, Next, Pause, Rank, Turn};
use crate::geometry::{Arc, Facing};

use super::super::data::{Contingent, UnitId};
use super::super::decision::{Decision, Frame};
use super::super::event::Event;
use super::super::order::Order;
use super::super::{Battle, Game, seat};
use super::Step;
use super::bar::Bar;

/// Returns an enemy that the unit is Engaged with and would have in front, facing there.
fn engaged_in_front(battle: Battle<'_>, unit: UnitId, facing: Facing) -> Option<UnitId> {
    let is_in_front = |&enemy: &UnitId| {
        let hex = battle.hex(enemy);
        hex.and_then(|hex| battle.arc_if_facing(unit, facing, hex)) == Some(Arc::Front)
    };
    battle.open.engaged_with(unit).find(is_in_front)
}

/// 7.1, 9.9: a unit turns freely, but an Engaged one only from flank or rear towards an enemy.
pub(super) fn may_face(battle: Battle<'_>, unit: UnitId, facing: Facing) -> Result<(), Bar> {
    let piece = battle.piece(unit);
    if !battle.is_on_map(unit) {
        return Err(Bar::Gone);
    }
    if !battle.open.is_engaged(unit) {
        return Ok(());
    }
    if let Some(enemy) = engaged_in_front(battle, unit, piece.facing) {
        return Err(Bar::EngagedInFront(enemy));
    }
    match engaged_in_front(battle, unit, facing) {
        Some(_) => Ok(()),
        None => Err(Bar::TurnsAway(facing)),
    }
}

/// Turns a unit, if that changes anything.
pub(super) fn turn_to(turn: &mut Turn<'_, Game>, unit: UnitId, to: Facing) {
    let from = turn.state().open.piece(unit).facing;
    if from != to {
        turn.emit(Event::Turned { unit, from, to });
    }
}

/// 9.9: tells whether a unit is Engaged, but with nobody in front.
fn must_turn(battle: Battle<'_>, unit: UnitId) -> bool {
    battle.open.is_engaged(unit)
        && battle.is_on_map(unit)
        && engaged_in_front(battle, unit, battle.piece(unit).facing).is_none()
}

/// 9.9: returns the step in which units of a contingent turn that stay Engaged on flank or rear.
pub(super) fn turns_due(battle: Battle<'_>, contingent: Contingent) -> Vec<Frame> {
    let units: Vec<UnitId> = battle
        .of(contingent)
        .filter(|&unit| must_turn(battle, unit))
        .collect();
    if units.is_empty() {
        Vec::new()
    } else {
        vec![Frame::Move(Step::TurnToEnemies { units })]
    }
}

/// 9.9, D10: those of the units that are Engaged on flank and rear only turn to face an enemy.
///
/// # Errors
/// None in practice: the facing is never asked by mail.
pub(super) fn turn_to_enemies(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    units: &[UnitId],
) -> Result<Next<Frame>, Pause> {
    let battle = Battle::new(game, &turn.state().open);
    let due: Vec<UnitId> = units
        .iter()
        .copied()
        .filter(|&unit| must_turn(battle, unit))
        .collect();
    let asked = due.iter().map(|&unit| Asked {
        seat: seat(battle.side(unit)),
        mode: Mode::Quiet,
        decision: Decision::EngagedFacing { unit },
    });
    let asked = asked.collect();
    let given = turn.ask_all(asked)?;
    let battle = Battle::new(game, &turn.state().open);
    let turns: Vec<Option<Order>> = due
        .iter()
        .zip(given)
        .map(|(&unit, given)| match given {
            Some(given) => Some(given.order),
            None => default(battle, unit),
        })
        .collect();
    for order in turns {
        if let Some(Order::Face { unit, facing }) = order {
            turn_to(turn, unit, facing);
        }
    }
    Ok(Next::done())
}

/// Lists the facings that a unit may take other than the one it has.
pub(super) fn turns(battle: Battle<'_>, unit: UnitId) -> impl Iterator<Item = Facing> {
    let facing = battle.piece(unit).facing;
    Facing::ALL
        .into_iter()
        .filter(move |&to| to != facing && may_face(battle, unit, to).is_ok())
}

/// Lists a turn to each facing that is allowed.
pub(super) fn options(battle: Battle<'_>, unit: UnitId) -> Vec<Order> {
    let turns = turns(battle, unit);
    turns.map(|facing| Order::Face { unit, facing }).collect()
}

/// D10: towards the highest-rated Engaged enemy, by the smallest turn, clockwise on ties.
pub(super) fn default(battle: Battle<'_>, unit: UnitId) -> Option<Order> {
    let rating = |enemy: UnitId| battle.face(enemy).shock;
    let highest = battle.open.engaged_with(unit).map(rating).max()?;
    let now = battle.piece(unit).facing;
    let fronts_highest = |&facing: &Facing| {
        let is_in_front = |enemy: UnitId| {
            let hex = battle.hex(enemy);
            hex.and_then(|hex| battle.arc_if_facing(unit, facing, hex)) == Some(Arc::Front)
        };
        let mut highest = battle
            .open
            .engaged_with(unit)
            .filter(|&enemy| rating(enemy) == highest);
        highest.any(is_in_front)
    };
    let facing = Facing::ALL
        .into_iter()
        .filter(fronts_highest)
        .min_by_key(|&facing| {
            let corners = now.turn_to(facing);
            (corners.abs(), corners < 0)
        })?;
    Some(Order::Face { unit, facing })
}

/// D10: a FACE line for the unit.
pub(super) fn answer(battle: Battle<'_>, asked: UnitId, order: &Order) -> Fit<Order> {
    match *order {
        Order::Face { unit, facing } if unit == asked => match may_face(battle, unit, facing) {
            Ok(()) => Fit::Takes(Rank::Named, order.clone()),
            Err(bar) => Fit::Fails(bar.illegal(battle, unit)),
        },
        _ => Fit::Other,
    }
}
