//! 13.0: Attila, who shares the hex and the dice of a unit, rides by himself and is never caught.

use crate::engine::{Fit, LineId, Mode, Next, Outcome, Pause, Pick, Rank, Turn};
use crate::geometry::Hex;
use crate::orders::Illegal;
use crate::rulebook::Rule;

use super::data::{Contingent, Side, UnitId};
use super::decision::{Decision, Frame};
use super::die::{self, Throw, Throwing};
use super::event::{By, Came, Event, Purpose};
use super::options::{AttilaMove, AttilaOverrun, Switch};
use super::order::Order;
use super::state::Attila;
use super::{Battle, Game, rules, seat};

/// Why Attila cannot ride, or not into a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Held {
    OtherSide,
    OtherContingent,
    OnlyWithUnit,
    Gone,
    Rode,
    NoWay,
    OffMap,
    NotAdjacent,
    Enemy,
    Points,
}

impl Held {
    fn illegal(self, battle: Battle<'_>) -> Illegal {
        let ma = battle.game.roster.leader.ma;
        let (rule, because): (Rule, String) = match self {
            Self::OtherSide => (rules::R2_2, "attila rides for the Hun side alone".into()),
            Self::OtherContingent => (
                rules::Q20,
                "attila rides in an activation of the Huns only".into(),
            ),
            Self::OnlyWithUnit => (rules::Q20, "attila moves with his unit only".into()),
            Self::Gone => (rules::R13_0, "attila is not on the map".into()),
            Self::Rode => (
                rules::Q20,
                "attila has ridden already in this activation".into(),
            ),
            Self::NoWay => (rules::R6_0, "there is no hex to ride to".into()),
            Self::OffMap => (rules::R6_0, "the hex is not on the map".into()),
            Self::NotAdjacent => (rules::R6_0, "the hex does not touch the one before".into()),
            Self::Enemy => (rules::Q48, "an enemy unit stands in the hex".into()),
            Self::Points => (
                rules::Q48,
                format!("attila has {ma} movement points and the way costs more"),
            ),
        };
        Illegal::new(rule, because)
    }
}

/// Returns the hex that Attila is in, if he is on the map.
pub(super) fn hex(battle: Battle<'_>) -> Option<Hex> {
    match battle.open.attila {
        Attila::With(unit) => battle.hex(unit),
        Attila::Alone(hex) => Some(hex),
        Attila::Absent | Attila::Out | Attila::Removed | Attila::Dead => None,
    }
}

/// 13.0, Q20: Attila rides once in an activation of the Huns; returns where from.
fn start(battle: Battle<'_>) -> Result<Hex, Held> {
    let active = battle.open.active.ok_or(Held::OtherSide)?;
    if active.side() != Side::Hun {
        return Err(Held::OtherSide);
    }
    match battle.game.options.attila_move {
        AttilaMove::Huns if active != Contingent::Huns => return Err(Held::OtherContingent),
        AttilaMove::WithUnit => return Err(Held::OnlyWithUnit),
        AttilaMove::Huns | AttilaMove::Any => {}
    }
    let from = hex(battle).ok_or(Held::Gone)?;
    if battle.open.rode {
        return Err(Held::Rode);
    }
    Ok(from)
}

/// Q48: a step costs what the ground and rivers ask for and leads into no enemy unit.
fn step(battle: Battle<'_>, from: Hex, to: Hex, points: u8) -> Result<u8, Held> {
    let ground = &battle.game.ground;
    if !ground.contains(to) {
        return Err(Held::OffMap);
    }
    if battle.direction(from, to).is_none() {
        return Err(Held::NotAdjacent);
    }
    let enemy = |unit| battle.side(unit) != Side::Hun;
    if battle.open.unit_at(to).is_some_and(enemy) {
        return Err(Held::Enemy);
    }
    points
        .checked_sub(ground.cost(from, to))
        .ok_or(Held::Points)
}

/// Follows a path as far as it goes; returns the hexes of the start and the end, the number of
/// steps taken and what stopped the next.
fn follow(battle: Battle<'_>, path: &[Hex]) -> Result<(Hex, Hex, usize, Option<Held>), Held> {
    let from = start(battle)?;
    if path.is_empty() {
        return Err(Held::NoWay);
    }
    let (mut at, mut points) = (from, battle.game.roster.leader.ma);
    for (index, &to) in path.iter().enumerate() {
        match step(battle, at, to, points) {
            Ok(left) => (at, points) = (to, left),
            Err(held) => return Ok((from, at, index, Some(held))),
        }
    }
    Ok((from, at, path.len(), None))
}

/// 13.0: tells whether Attila may ride a path, given without the hex he is in; else the first step
/// that he may not take.
pub(super) fn may_ride(battle: Battle<'_>, path: &[Hex]) -> Result<(), (usize, Illegal)> {
    let (index, held) = match follow(battle, path) {
        Ok((_, _, _, None)) => return Ok(()),
        Ok((_, _, index, Some(held))) => (index, held),
        Err(held) => (0, held),
    };
    Err((index, held.illegal(battle)))
}

/// Judges a ride of a plan: wherever he will set out from, its hexes lie beside each other.
pub(super) fn may_plan_ride(battle: Battle<'_>, path: &[Hex]) -> Result<(), Illegal> {
    let mut steps = path.windows(2).enumerate();
    let gap = steps.find(|(_, step)| battle.direction(step[0], step[1]).is_none());
    gap.map_or(Ok(()), |(index, step)| {
        let illegal = Held::NotAdjacent.illegal(battle);
        Err(illegal.about_step(&path[..=index], &step[1]))
    })
}

/// 13.0, Q48: Attila rides as far along a path as he can; the caller goes on with its own frame.
///
/// # Errors
/// None in practice.
#[expect(
    clippy::unnecessary_wraps,
    reason = "a ride is an act of the segment as any other"
)]
pub(super) fn ride(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    path: &[Hex],
    line: Option<LineId>,
) -> Result<Next<Frame>, Pause> {
    let battle = Battle::new(game, &turn.state().open);
    let refused = may_ride(battle, path).err();
    let ridden = follow(battle, path)
        .ok()
        .filter(|&(_, _, steps, _)| steps > 0);
    let began = ridden.is_some();
    if let Some((from, to, ..)) = ridden {
        let with = battle.open.unit_at(to);
        turn.emit(Event::AttilaRode { from, to, with });
    }
    if let Some((index, illegal)) = refused {
        let step = path.get(index).map(Hex::to_string);
        let cause = (illegal.rule, illegal.because);
        turn.balk(seat(Side::Hun), line, step, cause, began);
    }
    Ok(Next::done())
}

/// Lists a ride to each hex in Attila's reach, by the cheapest way.
pub(super) fn ride_options(battle: Battle<'_>) -> Vec<Order> {
    let Ok(from) = start(battle) else {
        return Vec::new();
    };
    let mut reach = crate::geometry::Reach::new(battle.game.ground.grid());
    let ma = battle.game.roster.leader.ma;
    let cost = |at, to| Some(u16::from(ma - step(battle, at, to, ma).ok()?));
    reach.explore(from, u16::from(ma), cost, |_| false);
    let rides = reach.hexes().iter().filter(|&&hex| hex != from);
    rides
        .map(|&hex| Order::AttilaMove {
            path: reach.path(hex)[1..].to_vec(),
        })
        .collect()
}

/// Picks a ride: a few legal steps, or none if he cannot ride.
pub(super) fn sample_ride(battle: Battle<'_>, pick: &mut dyn Pick) -> Option<Order> {
    let mut at = start(battle).ok()?;
    let ma = battle.game.roster.leader.ma;
    let mut points = ma;
    let mut path = Vec::new();
    for _ in 0..=pick.pick(usize::from(ma)) {
        let next = || {
            let around = battle.game.ground.grid().neighbours(at);
            around.filter_map(|(_, to)| Some((to, step(battle, at, to, points).ok()?)))
        };
        let count = next().count();
        if count == 0 {
            break;
        }
        let (to, left) = next().nth(pick.pick(count))?;
        (at, points) = (to, left);
        path.push(to);
    }
    (!path.is_empty()).then_some(Order::AttilaMove { path })
}

/// 13.2: the nearest units of the Hun side, in id order.
fn nearest(battle: Battle<'_>, hex: Hex) -> Vec<UnitId> {
    let grid = battle.game.ground.grid();
    let distance = |unit| battle.hex(unit).map(|at| grid.distance(hex, at));
    let least = battle.on_map(Side::Hun).filter_map(distance).min();
    let units = battle.on_map(Side::Hun);
    units.filter(|&unit| distance(unit) == least).collect()
}

/// 13.2: Attila, alone with an enemy unit, gets away to the nearest unit of his side; if that is
/// agreed a die says whether he does, unless he slips away from an enemy that moves (Q39).
pub(super) fn caught(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    by: UnitId,
    moved: bool,
) -> Next<Frame> {
    let battle = Battle::new(game, &turn.state().open);
    let Attila::Alone(hex) = battle.open.attila else {
        return Next::done();
    };
    if battle.hex(by) != Some(hex) || battle.side(by) == Side::Hun {
        return Next::done();
    }
    let slips = moved && game.options.attila_overrun == AttilaOverrun::Slip;
    Next::Go(vec![match game.options.opt_attila_fate {
        Switch::On if !slips => Frame::AttilaFate,
        Switch::On | Switch::Off => Frame::AttilaRejoins,
    }])
}

/// 13.2: up to this Attila gets away.
const ESCAPES: i8 = 6;
/// 13.2: up to this he is wounded and carried off; beyond it he is dead.
const IS_WOUNDED: i8 = 8;

/// 13.2: the die for Attila's fate; with his death the battle is lost at once.
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(super) fn fate(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    let throw = Throw {
        purpose: Purpose::AttilaFate,
        by: By::Side(Side::Hun),
        at: None,
        modifiers: Vec::new(),
        rating: None,
        throwing: Throwing::First,
    };
    let judge = |net| {
        if net <= ESCAPES {
            Came::Escape
        } else if net <= IS_WOUNDED {
            Came::Wounded
        } else {
            Came::Dead
        }
    };
    let (_, came) = die::roll(game, turn, throw, judge)?;
    if came == Came::Escape {
        return Ok(Next::Go(vec![Frame::AttilaRejoins]));
    }
    let dead = came == Came::Dead;
    turn.emit(Event::AttilaFell { dead });
    if !dead {
        return Ok(Next::done());
    }
    let outcome = Outcome::Win(seat(Side::Roman));
    turn.emit(Event::Decided { outcome });
    Ok(Next::Over(outcome))
}

/// 13.2: Attila is put with the nearest unit of his side; without one he is out of play.
///
/// # Errors
/// None in practice: which of several he joins is never asked by mail.
pub(super) fn rejoins(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    let battle = Battle::new(game, &turn.state().open);
    let Attila::Alone(hex) = battle.open.attila else {
        return Ok(Next::done());
    };
    let choices = nearest(battle, hex);
    let unit = match choices[..] {
        [] | [_] => choices.first().copied(),
        _ => {
            let asked = Decision::Rejoin {
                choices: choices.clone(),
            };
            let given = turn.ask(seat(Side::Hun), Mode::Quiet, asked)?;
            match given.map(|given| given.order) {
                Some(Order::AttilaRejoin { units }) => units.first().copied(),
                _ => choices.first().copied(),
            }
        }
    };
    turn.emit(Event::AttilaRejoined { unit });
    Ok(Next::done())
}

/// Lists the units he may join, or both ways of his shift.
pub(super) fn options(decision: &Decision) -> Vec<Order> {
    match decision {
        Decision::Rejoin { choices } => choices
            .iter()
            .map(|&unit| Order::AttilaRejoin { units: vec![unit] })
            .collect(),
        _ => [true, false].map(|on| Order::AttilaAdjust { on }).to_vec(),
    }
}

/// Picks one of the options.
pub(super) fn sample(decision: &Decision, pick: &mut dyn Pick) -> Order {
    match decision {
        Decision::Rejoin { choices } => Order::AttilaRejoin {
            units: vec![choices[pick.pick(choices.len())]],
        },
        _ => Order::AttilaAdjust {
            on: pick.pick(2) == 0,
        },
    }
}

/// D21: the unit in the lowest hex; D22: the shift is made.
pub(super) fn default(battle: Battle<'_>, decision: &Decision) -> Option<Order> {
    match decision {
        Decision::Rejoin { choices } => {
            let lowest = choices
                .iter()
                .copied()
                .min_by_key(|&unit| battle.hex(unit))?;
            Some(Order::AttilaRejoin {
                units: vec![lowest],
            })
        }
        _ => Some(Order::AttilaAdjust { on: true }),
    }
}

/// Says what an ATTILA REJOIN or ATTILA ADJUST line is worth.
pub(super) fn answer(decision: &Decision, order: &Order) -> Fit<Order> {
    match (decision, order) {
        (Decision::Rejoin { choices }, Order::AttilaRejoin { units }) => {
            match units.iter().find(|unit| choices.contains(unit)) {
                Some(&unit) => Fit::Takes(Rank::Named, Order::AttilaRejoin { units: vec![unit] }),
                None => Fit::Other,
            }
        }
        (Decision::AttilaShift { .. }, Order::AttilaAdjust { .. }) => {
            Fit::Takes(Rank::All, order.clone())
        }
        _ => Fit::Other,
    }
}

#[cfg(test)]
mod tests;
