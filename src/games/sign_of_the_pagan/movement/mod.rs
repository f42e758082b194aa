//! 6.0 to 8.0: the Move and Fire segment.
//!
//! `walk` says where a unit may go and what it pays, `march` carries a MOVE out, `break_off` lets
//! Engaged units leave, `facing` turns them; `missile` and `reaction` are the bows. What bars an
//! act is a [`bar::Bar`], worded only when somebody has to be told. `judge` plays filed orders
//! forward, as far as `beyond` what is uncertain, `choices` lists and invents them.

mod bar;
mod beyond;
mod break_off;
mod choices;
mod facing;
mod judge;
mod march;
pub(super) mod missile;
pub(super) mod reaction;
#[cfg(test)]
mod tests;
mod unreached;
pub(super) mod walk;

use serde::{Deserialize, Serialize};

use crate::engine::{Fit, Given, Mode, Next, Pause, Pick, Rank, Turn};
use crate::orders::Illegal;

use super::battle::Battle;
use super::data::{Contingent, Side, UnitId};
use super::decision::{Decision, Frame};
use super::die::Throwing;
use super::event::Came;
use super::order::{Order, Who};
use super::{Game, attila, seat};
use bar::Bar;
use walk::Walker;

pub(super) use beyond::may_plan_move;
pub(super) use judge::{judge, spell};
pub use march::March;
pub use missile::Shot;
pub(super) use missile::may_plan_fire;

/// 6.3: movement points that a shot costs.
pub(super) const FIRE_COST: u8 = 1;
/// 6.5: movement points that breaking off costs.
pub(super) const BREAK_OFF_COST: u8 = 2;

/// A step of the Move and Fire segment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "movement")]
pub enum Step {
    /// The active player's next act, or the end of the segment (6.0).
    Segment,
    /// A unit goes on with its MOVE.
    March(March),
    /// The check of a unit that has crossed a river (TEC).
    River {
        /// The unit.
        unit: UnitId,
    },
    /// Archers may fire at a unit that has entered their front (8.2.2).
    React {
        /// The unit.
        target: UnitId,
        /// The archers that may fire, in the order of their hexes.
        archers: Vec<UnitId>,
    },
    /// One shot (8.3).
    Shot {
        /// Who fires.
        archer: UnitId,
        /// At whom.
        target: UnitId,
        /// In which situation.
        shot: Shot,
    },
    /// The die of a shot (8.3).
    Loose {
        /// Who fires.
        archer: UnitId,
        /// At whom.
        target: UnitId,
        /// In which situation.
        shot: Shot,
    },
    /// What a shot has come to (8.3.2).
    Struck {
        /// At whom it was.
        target: UnitId,
        /// What it came to.
        came: Came,
    },
    /// Engaged horse archers that have not left flee (6.5).
    Flights,
    /// Those of the units that are Engaged on flank and rear only turn to face an enemy (9.9).
    TurnToEnemies {
        /// The units.
        units: Vec<UnitId>,
    },
}

/// Carries a step of the segment out.
pub(super) fn advance(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    step: &Step,
) -> Result<Next<Frame>, Pause> {
    match step {
        Step::Segment => segment(game, turn),
        Step::March(march) => Ok(Next::Go(march::go(game, turn, march.clone()))),
        Step::River { unit } => march::cross_river(game, turn, *unit),
        Step::React { target, archers } => reaction::react(game, turn, *target, archers),
        &Step::Shot {
            archer,
            target,
            shot,
        } => Ok(missile::shoot(game, turn, (archer, target, shot))),
        &Step::Loose {
            archer,
            target,
            shot,
        } => missile::loose(game, turn, (archer, target, shot), Throwing::First),
        &Step::Struck { target, came } => Ok(missile::struck(turn, target, came)),
        Step::Flights => break_off::flights(game, turn),
        Step::TurnToEnemies { units } => facing::turn_to_enemies(game, turn, units),
    }
}

/// 4.0, 6.0: one act after the other, until the active player has no more.
fn segment(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    let Some(contingent) = turn.state().open.active else {
        return Ok(Next::done());
    };
    let owner = seat(contingent.side());
    let asked = Decision::MoveFire { contingent };
    let Some(given) = turn.ask(owner, Mode::List, asked)? else {
        return Ok(Next::Go(vec![Frame::Move(Step::Flights)]));
    };
    let mut frames = act(game, turn, contingent, given)?;
    frames.push(Frame::Move(Step::Segment));
    Ok(Next::Go(frames))
}

/// Carries one act out, or begins to.
fn act(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    contingent: Contingent,
    given: Given<Order>,
) -> Result<Vec<Frame>, Pause> {
    let Given { order, line } = given;
    let battle = Battle::new(game, &turn.state().open);
    Ok(match order {
        Order::Move {
            unit,
            withdraw,
            legs,
            facing,
        } => {
            let step = march::first_hex(&legs);
            let march = may_act(battle, contingent, unit)
                .and_then(|()| March::set_out(battle, unit, withdraw, legs, facing, line));
            match march {
                Ok(march) => march::go(game, turn, march),
                Err(bar) => {
                    let Illegal { rule, because, .. } = bar.illegal(battle, unit);
                    let owner = seat(contingent.side());
                    turn.balk(owner, line, step, (rule, because), false);
                    Vec::new()
                }
            }
        }
        Order::Fire { unit, target } => vec![Frame::Move(Step::Shot {
            archer: unit,
            target,
            shot: Shot::Own,
        })],
        Order::Face { unit, facing } => {
            facing::turn_to(turn, unit, facing);
            Vec::new()
        }
        Order::AttilaMove { path } => match attila::ride(game, turn, &path, line)? {
            Next::Go(frames) => frames,
            Next::Over(_) => Vec::new(),
        },
        _ => Vec::new(),
    })
}

/// 4.0, 5.0: tells whether a unit may act in the activation of a contingent.
fn may_act(battle: Battle<'_>, contingent: Contingent, unit: UnitId) -> Result<(), Bar> {
    if battle.contingent(unit) != contingent {
        return Err(Bar::Inactive(contingent));
    }
    if !battle.is_on_map(unit) {
        return Err(Bar::Gone);
    }
    Ok(())
}

/// 8.1: tells whether a unit may fire as it stands.
fn may_fire_now(
    battle: Battle<'_>,
    contingent: Contingent,
    unit: UnitId,
    target: UnitId,
) -> Result<(), Bar> {
    may_act(battle, contingent, unit)?;
    let archer = Walker::new(battle, unit).ok_or(Bar::Gone)?;
    missile::may_fire(battle, &archer, target)
}

/// 7.1: tells whether a unit may turn as it stands.
fn may_face_now(
    battle: Battle<'_>,
    contingent: Contingent,
    unit: UnitId,
    to: crate::geometry::Facing,
) -> Result<(), Bar> {
    may_act(battle, contingent, unit)?;
    facing::may_face(battle, unit, to)
}

/// Returns how specifically `who` speaks for a unit, if at all.
pub(super) fn rank(battle: Battle<'_>, who: &Who, unit: UnitId) -> Option<Rank> {
    let counter = battle.unit(unit);
    match who {
        Who::Unit(named) => (*named == unit).then_some(Rank::Named),
        Who::Units(units) => units.contains(&unit).then_some(Rank::Group),
        Who::Kind(kind) => (*kind == counter.kind).then_some(Rank::Group),
        Who::Contingent(contingent) => (*contingent == counter.contingent).then_some(Rank::Group),
        Who::All => Some(Rank::All),
    }
}

pub(super) use choices::prospect;

/// Lists the canonical base of legal orders.
pub(super) fn options(battle: Battle<'_>, decision: &Decision) -> Vec<Order> {
    match decision {
        Decision::MoveFire { contingent } => choices::options(battle, *contingent),
        Decision::Flee { unit } => break_off::options(battle, *unit),
        Decision::React { archer, .. } => reaction::options(*archer),
        Decision::EngagedFacing { unit } => facing::options(battle, *unit),
        _ => Vec::new(),
    }
}

/// Invents a legal order, or passes.
pub(super) fn sample(
    battle: Battle<'_>,
    decision: &Decision,
    pick: &mut dyn Pick,
) -> Option<Order> {
    match decision {
        Decision::MoveFire { contingent } => choices::sample(battle, *contingent, pick),
        Decision::React { archer, .. } => Some(reaction::sample(*archer, pick)),
        Decision::Flee { .. } | Decision::EngagedFacing { .. } => {
            let mut options = options(battle, decision);
            if options.is_empty() {
                return None;
            }
            Some(options.swap_remove(pick.pick(options.len())))
        }
        _ => None,
    }
}

/// Returns what a side does that says nothing; in the segment itself it has done enough (D6).
pub(super) fn default(battle: Battle<'_>, decision: &Decision) -> Option<Order> {
    match decision {
        Decision::Flee { unit } => break_off::default(battle, *unit),
        Decision::React { archer, target } => Some(reaction::default(battle, *archer, *target)),
        Decision::EngagedFacing { unit } => facing::default(battle, *unit),
        _ => None,
    }
}

/// Says whether an order answers a decision of the segment, how specifically, and as what.
pub(super) fn answer(battle: Battle<'_>, decision: &Decision, order: &Order) -> Fit<Order> {
    match decision {
        Decision::MoveFire { contingent } => answer_act(battle, *contingent, order),
        Decision::Flee { unit } => break_off::answer(battle, *unit, order),
        Decision::React { archer, target } => reaction::answer(battle, *archer, *target, order),
        Decision::EngagedFacing { unit } => facing::answer(battle, *unit, order),
        _ => Fit::Other,
    }
}

/// D6, D7, D23: an act of the segment.
///
/// A MOVE is always taken up: where it ends is found out on the way.
fn answer_act(battle: Battle<'_>, contingent: Contingent, order: &Order) -> Fit<Order> {
    let barred = match order {
        &Order::Fire { unit, target } => may_fire_now(battle, contingent, unit, target)
            .err()
            .map(|bar| bar.illegal(battle, unit)),
        &Order::Face { unit, facing } => may_face_now(battle, contingent, unit, facing)
            .err()
            .map(|bar| bar.illegal(battle, unit)),
        Order::AttilaMove { path } if contingent.side() != Side::Hun => {
            attila::may_ride(battle, path)
                .err()
                .map(|(_, illegal)| illegal)
        }
        Order::Move { .. } | Order::AttilaMove { .. } => None,
        _ => return Fit::Other,
    };
    match barred {
        None => Fit::Takes(Rank::Named, order.clone()),
        Some(illegal) => Fit::Fails(illegal),
    }
}
