//! 6.5: Engaged units that move away, and horse archers that must (D8).

use crate::engine::{Fit, Mode, Next, Pause, Turn};
use crate::geometry::{Hex, Reach};
use crate::orders::Illegal;

use super::super::data::{Kind, UnitId};
use super::super::decision::{Decision, Frame};
use super::super::event::{Cause, Event};
use super::super::options::{Trapped, Withdraw};
use super::super::order::{Leg, Order, Who};
use super::super::{Battle, Game, results, rules, seat};
use super::bar::Bar;
use super::march::{self, March};
use super::missile::checked;
use super::walk::Walker;
use super::{Step, facing, rank};

/// 6.5: tells whether an Engaged unit may break off to follow these legs; it needs a first step.
pub(super) fn may_break_off(battle: Battle<'_>, walker: &Walker, legs: &[Leg]) -> Result<(), Bar> {
    let mut away = *walker;
    away.break_off(battle);
    match legs.first() {
        Some(&Leg::Step(to)) => {
            away.step(battle, to)?;
        }
        Some(&Leg::To(to)) => {
            away.way(battle, to)?;
        }
        Some(Leg::Fire(_)) | None => return Err(Bar::NoWay),
    }
    match battle.game.options.withdraw {
        Withdraw::LeaveHex => Ok(()),
        Withdraw::BreakContact => breaks_contact(battle, walker, &away, legs),
    }
}

/// Q13: a move that ends next to an enemy it left is allowed only if no other hex is in reach.
fn breaks_contact(
    battle: Battle<'_>,
    walker: &Walker,
    away: &Walker,
    legs: &[Leg],
) -> Result<(), Bar> {
    let end = look_ahead(battle, *away, legs).at;
    let Some(left) = left_enemy_next_to(battle, walker, end) else {
        return Ok(());
    };
    let mut reach = Reach::new(battle.game.ground.grid());
    away.explore(battle, &mut reach);
    let is_free =
        |&hex: &Hex| hex != walker.at && left_enemy_next_to(battle, walker, hex).is_none();
    if reach.hexes().iter().any(is_free) {
        Err(Bar::StillInContact(left))
    } else {
        Ok(())
    }
}

/// Returns an enemy that the walker is Engaged with and that a hex touches.
fn left_enemy_next_to(battle: Battle<'_>, walker: &Walker, hex: Hex) -> Option<UnitId> {
    let touches = |&enemy: &UnitId| {
        let at = battle.hex(enemy);
        at.is_some_and(|at| at == hex || battle.direction(at, hex).is_some())
    };
    battle.open.engaged_with(walker.unit).find(touches)
}

/// Follows legs as far as they lead if no die and no enemy intervenes.
fn look_ahead(battle: Battle<'_>, mut walker: Walker, legs: &[Leg]) -> Walker {
    for &leg in legs {
        let steps = match leg {
            Leg::Step(to) => vec![to],
            Leg::To(to) => walker.way(battle, to).unwrap_or_default(),
            Leg::Fire(target) => {
                if super::missile::may_fire(battle, &walker, target).is_err() {
                    return walker;
                }
                walker.fire();
                continue;
            }
        };
        if steps.is_empty() {
            return walker;
        }
        for to in steps {
            match walker.step(battle, to) {
                Ok(cost) => walker.enter(battle, to, cost),
                Err(_) => return walker,
            }
        }
    }
    walker
}

/// 6.5: breaks off; a unit in good order is Disordered, another has to check at once.
pub(super) fn break_off(turn: &mut Turn<'_, Game>, unit: UnitId) -> Vec<Frame> {
    turn.emit(Event::BrokeOff { unit });
    checked(results::disorder(turn, unit, Cause::BreakOff))
}

/// 6.5: tells whether a unit is bow-armed light cavalry that is Engaged and has to leave.
fn must_flee(battle: Battle<'_>, unit: UnitId) -> bool {
    battle.kind(unit) == Kind::LC && battle.unit(unit).bow.is_some() && battle.open.is_engaged(unit)
}

/// Returns the hexes next to a fleeing unit that it may enter.
fn ways_out(battle: Battle<'_>, unit: UnitId) -> Vec<Hex> {
    let Some(mut walker) = Walker::new(battle, unit) else {
        return Vec::new();
    };
    walker.break_off(battle);
    walker.steps(battle).map(|(hex, _)| hex).collect()
}

/// 6.5, Q14: tells whether a unit without a way out is lost.
fn is_trapped(battle: Battle<'_>, unit: UnitId) -> bool {
    let Some(mut walker) = Walker::new(battle, unit) else {
        return false;
    };
    walker.break_off(battle);
    let grid = battle.game.ground.grid();
    let side = battle.side(unit);
    let mut around = grid.neighbours(walker.at).map(|(_, hex)| hex);
    match battle.game.options.trapped {
        // Q12: a unit that only lacks the points for a hex stays and fights.
        Trapped::AnyBlock => around.all(|hex| {
            !matches!(
                walker.step(battle, hex),
                Ok(_) | Err(Bar::NoCertainHex { .. })
            )
        }),
        Trapped::EnemyOnly => {
            let is_enemy = |hex| battle.open.unit_at(hex).map(|by| battle.side(by)) != Some(side);
            let held = |hex| battle.open.unit_at(hex).is_some() && is_enemy(hex);
            around.filter(|&hex| held(hex)).count() == 6
        }
    }
}

/// D8: horse archers that no order has led away flee one by one; those that cannot are lost.
///
/// As long as any of them has a way out it goes first, so that nobody is lost for the order of
/// things (Q36).
///
/// # Errors
/// None in practice: where they flee to is never asked by mail.
pub(super) fn flights(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    let battle = Battle::new(game, &turn.state().open);
    let Some(contingent) = battle.open.active else {
        return Ok(Next::done());
    };
    let mut bound: Vec<UnitId> = battle
        .of(contingent)
        .filter(|&unit| must_flee(battle, unit))
        .collect();
    bound.sort_unstable_by_key(|&unit| battle.hex(unit));
    let free = bound
        .iter()
        .find(|&&unit| !ways_out(battle, unit).is_empty());
    if let Some(&unit) = free {
        return flee(game, turn, unit);
    }
    if let Some(&unit) = bound.iter().find(|&&unit| is_trapped(battle, unit)) {
        let cause = Cause::Trapped;
        turn.emit(Event::Eliminated { unit, cause });
        let frames = vec![Frame::AlanNerves, Frame::Move(Step::Flights)];
        return Ok(Next::Go(frames));
    }
    Ok(Next::Go(facing::turns_due(battle, contingent)))
}

/// D8: one unit flees.
fn flee(game: &Game, turn: &mut Turn<'_, Game>, unit: UnitId) -> Result<Next<Frame>, Pause> {
    let battle = Battle::new(game, &turn.state().open);
    let owner = seat(battle.side(unit));
    let given = turn.ask(owner, Mode::Quiet, Decision::Flee { unit })?;
    let (order, line) = match given {
        Some(given) => (Some(given.order), given.line),
        None => (None, None),
    };
    let battle = Battle::new(game, &turn.state().open);
    let to = match order {
        Some(Order::Flee { to, .. }) => to.first().copied(),
        _ => nearest_refuge(battle, unit),
    };
    let legs = to.map(Leg::To).into_iter().collect();
    let march = March::set_out(battle, unit, true, legs, None, line)
        .expect("a unit with a way out can set out");
    let mut frames = march::go(game, turn, march);
    frames.push(Frame::Move(Step::Flights));
    Ok(Next::Go(frames))
}

/// D8: the default: the nearest hex not next to an enemy, else the lowest id.
///
/// What lies next to an enemy ends the move, so that the nearest hex is always an adjacent one.
fn nearest_refuge(battle: Battle<'_>, unit: UnitId) -> Option<Hex> {
    let walker = Walker::new(battle, unit)?;
    let side = battle.side(unit);
    let strict = battle.game.options.withdraw == Withdraw::BreakContact;
    ways_out(battle, unit).into_iter().min_by_key(|&hex| {
        let touches = strict && left_enemy_next_to(battle, &walker, hex).is_some();
        (touches, battle.is_in_contact(hex, side), hex)
    })
}

/// D8: lists the hexes that a unit may flee to, the nearest first.
pub(super) fn refuges(battle: Battle<'_>, unit: UnitId) -> Vec<Hex> {
    let Some(walker) = Walker::new(battle, unit) else {
        return Vec::new();
    };
    let mut away = walker;
    away.break_off(battle);
    let mut reach = Reach::new(battle.game.ground.grid());
    away.explore(battle, &mut reach);
    refuges_in(battle, &walker, &reach)
}

/// Q13: returns the hexes in reach, the nearest first, where the move of an Engaged unit may end.
pub(super) fn refuges_in(battle: Battle<'_>, walker: &Walker, reach: &Reach) -> Vec<Hex> {
    let mut hexes: Vec<Hex> = reach.hexes().to_vec();
    hexes.retain(|&hex| hex != walker.at);
    let is_free = |&hex: &Hex| left_enemy_next_to(battle, walker, hex).is_none();
    if battle.game.options.withdraw == Withdraw::BreakContact && hexes.iter().any(is_free) {
        hexes.retain(is_free);
    }
    hexes
}

/// Returns an order to flee to a hex.
fn flee_to(unit: UnitId, hex: Hex) -> Order {
    Order::Flee {
        who: Who::Unit(unit),
        to: vec![hex],
    }
}

/// Lists a flight to each hex that may be fled to.
pub(super) fn options(battle: Battle<'_>, unit: UnitId) -> Vec<Order> {
    let hexes = refuges(battle, unit).into_iter();
    hexes.map(|hex| flee_to(unit, hex)).collect()
}

/// D8: the default flight.
pub(super) fn default(battle: Battle<'_>, unit: UnitId) -> Option<Order> {
    nearest_refuge(battle, unit).map(|hex| flee_to(unit, hex))
}

/// D8: the first hex of a FLEE line that the unit may flee to.
pub(super) fn answer(battle: Battle<'_>, unit: UnitId, order: &Order) -> Fit<Order> {
    let Order::Flee { who, to } = order else {
        return Fit::Other;
    };
    let Some(rank) = rank(battle, who, unit) else {
        return Fit::Other;
    };
    let refuges = refuges(battle, unit);
    match to.iter().find(|hex| refuges.contains(hex)) {
        Some(&hex) => Fit::Takes(rank, flee_to(unit, hex)),
        None => Fit::Fails(Illegal::new(
            rules::R6_5,
            format!("`{}` can flee to none of these hexes", battle.unit(unit).id),
        )),
    }
}
