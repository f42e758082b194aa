//! Listing and inventing orders of the Move and Fire segment.

use crate::engine::Pick;
use crate::geometry::{Facing, Hex, Reach};

use super::super::Battle;
use super::super::attila;
use super::super::data::{Contingent, UnitId};
use super::super::options::Withdraw;
use super::super::order::{Leg, Order};
use super::walk::Walker;
use super::{break_off, facing, missile};

/// Lists turns, shots and moves of every unit, in id order, then Attila's rides.
///
/// A move goes to each hex in reach by the cheapest way, and ends in each facing. Shots are those
/// from where the unit stands: asked before and after its move, both moments are covered.
pub(super) fn options(battle: Battle<'_>, contingent: Contingent) -> Vec<Order> {
    let mut orders = Vec::new();
    let mut reach = Reach::new(battle.game.ground.grid());
    for unit in battle.of(contingent) {
        let Some(walker) = Walker::new(battle, unit) else {
            continue;
        };
        orders.extend(facing::options(battle, unit));
        let targets = missile::targets(battle, &walker);
        orders.extend(targets.map(|target| Order::Fire { unit, target }));
        if !walker.entered {
            add_moves(battle, walker, &mut reach, &mut orders);
        }
    }
    orders.extend(attila::ride_options(battle));
    orders
}

/// Returns the hexes in which a move of a unit may end; `reach` knows the ways there.
fn ends(battle: Battle<'_>, walker: &Walker, reach: &mut Reach) -> Vec<Hex> {
    let hexes = if walker.engaged {
        let mut away = *walker;
        away.break_off(battle);
        away.explore(battle, reach);
        break_off::refuges_in(battle, walker, reach)
    } else {
        walker.explore(battle, reach);
        reach.hexes().to_vec()
    };
    hexes.into_iter().filter(|&hex| hex != walker.at).collect()
}

fn add_moves(battle: Battle<'_>, walker: Walker, reach: &mut Reach, orders: &mut Vec<Order>) {
    for hex in ends(battle, &walker, reach) {
        let path = reach.path(hex);
        for facing in Facing::ALL {
            orders.push(Order::Move {
                unit: walker.unit,
                withdraw: walker.engaged,
                legs: path[1..].iter().copied().map(Leg::Step).collect(),
                facing: (facing != walker.facing).then_some(facing),
            });
        }
    }
}

/// A hex in which a move may end.
pub(in super::super) struct End {
    pub(in super::super) hex: Hex,
    pub(in super::super) cost: u16,
    pub(in super::super) path: Vec<Hex>,
    pub(in super::super) shots: Vec<UnitId>,
}

/// What a unit may do in its segment.
pub(in super::super) struct Prospect {
    pub(in super::super) withdraws: bool,
    pub(in super::super) ends: Vec<End>,
    pub(in super::super) turns: Vec<Facing>,
    pub(in super::super) shots: Vec<UnitId>,
}

/// Returns what a unit may do; nothing if it is not on the map.
pub(in super::super) fn prospect(
    battle: Battle<'_>,
    unit: UnitId,
    reach: &mut Reach,
) -> Option<Prospect> {
    let walker = Walker::new(battle, unit)?;
    let hexes = match walker.entered {
        true => Vec::new(),
        false => ends(battle, &walker, reach),
    };
    let ends = hexes.into_iter().map(|hex| {
        let mut there = walker;
        if walker.engaged {
            there.break_off(battle);
        }
        let path = reach.path(hex);
        for pair in path.windows(2) {
            let spent = |hex| reach.cost(hex).unwrap_or_default();
            there.enter(battle, pair[1], (spent(pair[1]) - spent(pair[0])) as u8);
        }
        End {
            hex,
            cost: reach.cost(hex).unwrap_or_default(),
            path: path[1..].to_vec(),
            shots: missile::targets(battle, &there).collect(),
        }
    });
    Some(Prospect {
        withdraws: walker.engaged,
        ends: ends.collect(),
        turns: facing::turns(battle, unit).collect(),
        shots: missile::targets(battle, &walker).collect(),
    })
}

/// How many units are looked at for something to do.
const TRIES: usize = 4;

/// Passes one time out of eight, else lets a random unit that has not acted do something.
pub(super) fn sample(
    battle: Battle<'_>,
    contingent: Contingent,
    pick: &mut dyn Pick,
) -> Option<Order> {
    let is_idle = |&unit: &UnitId| {
        let deeds = battle.piece(unit).deeds;
        !deeds.moved && !deeds.fired
    };
    let idle: Vec<UnitId> = battle.of(contingent).filter(is_idle).collect();
    if idle.is_empty() || pick.pick(8) == 0 {
        return None;
    }
    if pick.pick(16) == 0
        && let Some(ride) = attila::sample_ride(battle, pick)
    {
        return Some(ride);
    }
    (0..TRIES).find_map(|_| {
        let unit = idle[pick.pick(idle.len())];
        let walker = Walker::new(battle, unit)?;
        if walker.engaged && pick.pick(4) > 0 {
            turn(battle, unit, pick)
        } else {
            roam(battle, walker, pick)
        }
    })
}

/// Picks one of a few things in one pass: the n-th takes the place of the one held once in n times.
fn any<T>(things: impl Iterator<Item = T>, pick: &mut dyn Pick) -> Option<T> {
    let mut held = None;
    for (before, thing) in things.enumerate() {
        if pick.pick(before + 1) == 0 {
            held = Some(thing);
        }
    }
    held
}

/// A random turn, if the unit may turn at all.
fn turn(battle: Battle<'_>, unit: UnitId, pick: &mut dyn Pick) -> Option<Order> {
    let facing = any(facing::turns(battle, unit), pick)?;
    Some(Order::Face { unit, facing })
}

/// A random walk of legal steps, perhaps with a shot on the way or at its end.
fn roam(battle: Battle<'_>, start: Walker, pick: &mut dyn Pick) -> Option<Order> {
    let mut walker = start;
    if start.engaged {
        walker.break_off(battle);
    }
    let mut legs = Vec::with_capacity(8);
    let shot_after = pick.pick(8);
    for taken in 0..=pick.pick(6) {
        if taken == shot_after && !start.engaged {
            shoot(battle, &mut walker, &mut legs, pick);
        }
        let Some((to, cost)) = any(walker.steps(battle), pick) else {
            break;
        };
        walker.enter(battle, to, cost);
        legs.push(Leg::Step(to));
    }
    if pick.pick(2) == 0 {
        shoot(battle, &mut walker, &mut legs, pick);
    }
    let unit = start.unit;
    if legs.is_empty() {
        return turn(battle, unit, pick);
    }
    if start.engaged && !walker.entered {
        return None;
    }
    let strict = battle.game.options.withdraw == Withdraw::BreakContact;
    if start.engaged && strict && break_off::may_break_off(battle, &start, &legs).is_err() {
        return None;
    }
    // One time out of two there is no such facing, and the old one is kept.
    let facing = Facing::ALL.get(pick.pick(2 * Facing::ALL.len())).copied();
    let may_turn =
        walker.entered || facing.is_none_or(|to| facing::may_face(battle, unit, to).is_ok());
    Some(Order::Move {
        unit,
        withdraw: start.engaged,
        legs,
        facing: facing.filter(|_| may_turn),
    })
}

/// Adds a shot at a random target, if there is one.
fn shoot(battle: Battle<'_>, walker: &mut Walker, legs: &mut Vec<Leg>, pick: &mut dyn Pick) {
    if let Some(target) = any(missile::targets(battle, walker), pick) {
        walker.fire();
        legs.push(Leg::Fire(target));
    }
}
