//! The drill bot: goes for the enemy and for the hexes that decide the battle, shoots what it can, and attacks
//! wherever it may, since no attack can hurt the attacker (8.1).

mod goals;

use crate::bot::Writer;
use crate::engine::{Asked, Mode, Player, Rules};
use crate::geometry::Hex;

use super::decision::Decision;
use super::melee::{self, Clash};
use super::options::Tempo;
use super::order::{AdvanceWish, Order, Task, Way};
use super::state::{Moved, View};
use super::terms::{Combat, Side, UnitId};
use super::{Field, Game, chapters, fire, judge, march, stacking};
use goals::{Goal, Goals};

/// The lowest column at which it shoots: 1:1.
const FAIR_ODDS: u8 = 1;

/// A player who keeps to the drill.
#[derive(Debug, Clone)]
pub(super) struct Drill;

/// Returns what the drill says to a decision; `None` is a pass.
fn choose(game: &Game, view: &View, decision: &Decision) -> Option<Order> {
    let field = Field::new(game, &view.open);
    match decision {
        Decision::Fire { side } => shoot(field, *side),
        Decision::Move { side } => march_on(field, *side),
        Decision::Melee { side } => strike(field, *side),
        Decision::Plot { side } => {
            let plotted: Vec<UnitId> = view.plots[side.index()]
                .iter()
                .map(|plot| plot.unit)
                .collect();
            plot(field, *side, &plotted)
        }
        Decision::Advance { units, into, .. } => advance(field, units, into),
        Decision::Deploy { .. }
        | Decision::Legions { .. }
        | Decision::JoinFire { .. }
        | Decision::Square { .. }
        | Decision::Dissolve { .. }
        | Decision::PanicMove { .. }
        | Decision::Surplus { .. }
        | Decision::DefendLegion { .. }
        | Decision::Alone { .. } => None,
        Decision::DefensiveFire { .. } | Decision::Halve { .. } | Decision::Retreat { .. } => {
            chapters::default(decision)
        }
    }
}

impl Player<Game> for Drill {
    fn decide(&mut self, game: &Game, view: &View, _: Mode, decision: &Decision) -> Option<Order> {
        choose(game, view, decision)
    }
}

/// Fires with all who can at the enemy hex where the odds are best.
fn shoot(field: Field<'_>, side: Side) -> Option<Order> {
    let mut best: Option<(u8, u16, Hex, Vec<UnitId>)> = None;
    let mut targets: Vec<Hex> = field.army(side.other()).map(|(_, hex)| hex).collect();
    targets.sort_unstable();
    targets.dedup();
    for at in targets {
        let units: Vec<UnitId> = field
            .army(side)
            .map(|(unit, _)| unit)
            .filter(|&unit| {
                field.kind(unit).has_fire()
                    && fire::may_fire_at(field, unit, at, Combat::Fire).is_ok()
            })
            .collect();
        if units.is_empty() {
            continue;
        }
        let Ok(odds) = fire::may_attack(field, &units, at) else {
            continue;
        };
        let worth: u16 = field
            .open
            .stack(at)
            .map(|unit| super::points::worth(field, unit))
            .sum();
        let column = odds.column.unwrap_or(0);
        if column >= FAIR_ODDS
            && best
                .as_ref()
                .is_none_or(|own| (own.0, own.1) < (column, worth))
        {
            best = Some((column, worth, at, units));
        }
    }
    best.map(|(_, _, at, units)| Order::Fire { units, at })
}

/// Leads the next unit that has not moved to its goal; missiles stay at their range.
fn march_on(field: Field<'_>, side: Side) -> Option<Order> {
    let goals = Goals::of(field, side);
    for (unit, hex) in field.army(side) {
        let able = field.piece(unit).deeds.moved == Moved::No
            && march::may_set_out(field, unit, true).is_ok()
            && march::moves_whole(field, &[unit], hex).is_ok();
        if !able {
            continue;
        }
        let way_out = goals.edge(unit).filter(|&edge| {
            let walk = march::Walk::new(field, std::slice::from_ref(&unit), hex);
            walk.may_leave(edge).is_ok()
        });
        if let Some(edge) = way_out {
            return Some(Order::Exit {
                units: vec![unit],
                via: Vec::new(),
                edge,
            });
        }
        if let Some(path) = approach(field, &goals, unit, hex) {
            return Some(Order::Move {
                units: vec![unit],
                way: Way::Via(path),
                facing: None,
            });
        }
    }
    None
}

/// Finds a way, hex by hex, that ends nearer to the enemy and where there is room.
fn approach(field: Field<'_>, goals: &Goals, unit: UnitId, from: Hex) -> Option<Vec<Hex>> {
    let Goal { hex: goal, keeps } = goals.goal(field, unit, from)?;
    if field.game.land.distance(from, goal) <= keeps {
        return None;
    }
    let units = [unit];
    let mut walk = march::Walk::new(field, &units, from);
    let mut path = Vec::new();
    let mut good = 0;
    while field.game.land.distance(walk.hex, goal) > keeps {
        let here = field.game.land.distance(walk.hex, goal);
        let steps = super::terms::Dir::ALL
            .into_iter()
            .filter_map(|dir| walk.cost(dir).ok().map(|(to, cost)| (dir, to, cost)))
            .map(|(dir, to, cost)| (field.game.land.distance(to, goal), cost, dir));
        // A unit whose points are spent has no step left.
        let Some((left, _, dir)) = steps.min() else {
            break;
        };
        if left >= here || walk.step(dir).is_err() {
            break;
        }
        path.push(walk.hex);
        if stacking::may_join(field, walk.hex, &units).is_ok() {
            good = path.len();
        }
        if walk.is_stopped() {
            break;
        }
    }
    path.truncate(good);
    (!path.is_empty()).then_some(path)
}

/// Attacks the hex where the odds are best, with no more units than that column takes.
fn strike(field: Field<'_>, side: Side) -> Option<Order> {
    let mut targets: Vec<Hex> = field.army(side.other()).map(|(_, hex)| hex).collect();
    targets.sort_unstable();
    targets.dedup();
    let attacks = targets.into_iter().filter_map(|at| {
        let units = assailants(field, side, at);
        let column = column(field, &units, at)?;
        let stack = field.open.stack(at);
        let worth: u16 = stack.map(|unit| super::points::worth(field, unit)).sum();
        Some((column, worth, at, units))
    });
    let (column, _, at, units) = attacks.max_by_key(|own| (own.0, own.1))?;
    Some(Order::Melee {
        units: no_more_than_needed(field, units, at, column),
        at: vec![at],
        legion: None,
        advance: AdvanceWish::Unsaid,
    })
}

/// Returns everybody beside a hex who can attack it, of one legion where they keep to themselves.
fn assailants(field: Field<'_>, side: Side, at: Hex) -> Vec<UnitId> {
    let near = field.game.land.around(at).into_iter().flatten();
    let mut units: Vec<UnitId> = near
        .flat_map(|hex| field.stack(hex, side))
        .filter(|&unit| melee::may_join(field, unit, &[at]).is_ok())
        .collect();
    if let Some(legion) = units.iter().find_map(|&unit| field.legion(unit)) {
        units.retain(|&unit| field.legion(unit).is_none_or(|own| own == legion));
    }
    units
}

fn column(field: Field<'_>, units: &[UnitId], at: Hex) -> Option<u8> {
    if units.is_empty() {
        return None;
    }
    let odds = melee::may_attack(field, Clash::new(units, &[at])).ok()?;
    odds.column
}

/// Leaves units out as long as the column stays the same: they may attack elsewhere.
fn no_more_than_needed(
    field: Field<'_>,
    mut units: Vec<UnitId>,
    at: Hex,
    wanted: u8,
) -> Vec<UnitId> {
    for index in (0..units.len()).rev() {
        let mut fewer = units.clone();
        fewer.remove(index);
        if column(field, &fewer, at) == Some(wanted) {
            units = fewer;
        }
    }
    units
}

/// Lets the strongest attacker enter what was emptied.
fn advance(field: Field<'_>, units: &[UnitId], into: &[Hex]) -> Option<Order> {
    let first = units.iter().copied().find(|&unit| !field.is_leader(unit))?;
    let from = field.open.hex(first)?;
    let to = into
        .iter()
        .copied()
        .find(|&hex| field.game.land.touch(from, hex))?;
    let side = field.side(first);
    super::phases::advance::may_enter(field, side, units, first, to).ok()?;
    Some(Order::Advance {
        wish: AdvanceWish::Units(vec![super::order::Advance {
            unit: first,
            to: Some(to),
        }]),
    })
}

/// Plots for the next unit without a task: fire, melee, or the way to its goal.
fn plot(field: Field<'_>, side: Side, plotted: &[UnitId]) -> Option<Order> {
    let goals = Goals::of(field, side);
    let free = |(unit, _): &(UnitId, Hex)| !plotted.contains(unit) && !field.is_disrupted(*unit);
    for (unit, hex) in field.army(side).filter(free) {
        let mut tasks = Vec::new();
        if let Some(edge) = goals.edge(unit)
            && field.game.land.is_on(hex, edge)
        {
            tasks.push(Task::Move {
                path: Vec::new(),
                off: Some(edge),
                facing: None,
            });
        }
        if let Some((distance, enemy)) = goals::nearest_enemy(field, side, hex)
            && distance <= u16::from(field.kind(unit).range)
        {
            tasks.push(Task::Fire { at: enemy });
        }
        tasks.extend(weakest_beside(field, side, hex).map(|at| Task::Melee {
            at: vec![at],
            group: None,
            advance: AdvanceWish::All,
        }));
        let path = approach(field, &goals, unit, hex);
        tasks.extend(path.map(|path| Task::Move {
            path,
            off: None,
            facing: None,
        }));
        let legal = |task: &Task| super::simultaneous::judge(field, side, unit, task).is_ok();
        if let Some(task) = tasks.into_iter().find(legal) {
            return Some(Order::Plot { unit, task });
        }
    }
    None
}

/// Returns the enemy hex beside one against which all who stand beside it have the best odds.
fn weakest_beside(field: Field<'_>, side: Side, hex: Hex) -> Option<Hex> {
    let near = field.game.land.around(hex).into_iter().flatten();
    let enemies = near.filter(|&next| field.is_hostile(next, side));
    let rated = enemies.map(|at| (column(field, &assailants(field, side, at), at), at));
    rated.max_by_key(|own| own.0).map(|(_, at)| at)
}

impl Writer<Game> for Drill {
    fn letter(
        &mut self,
        game: &Game,
        view: View,
        asked: &[Asked<Decision>],
        _: &[String],
    ) -> Vec<String> {
        let mut lines = Vec::new();
        for question in asked {
            let before = lines.len();
            if question.mode == Mode::List {
                list(game, &view, &question.decision, &mut lines);
            } else {
                let order = choose(game, &view, &question.decision);
                let order = order.or_else(|| chapters::default(&question.decision));
                lines.extend(order.map(|order| game.print(&order)));
            }
            if lines.len() == before {
                lines.push("PASS".to_owned());
            }
        }
        lines
    }
}

/// Writes a list, playing each line forward on a copy of the view; where it is for the whole Player-Turn, with what is
/// to be done in the phases behind.
fn list(game: &Game, view: &View, decision: &Decision, lines: &mut Vec<String>) {
    let mut ahead = view.clone();
    let later = match game.options.tempo {
        Tempo::Turn => judge::ahead(decision),
        Tempo::Phase | Tempo::Attack => Vec::new(),
    };
    for phase in std::iter::once(decision.clone()).chain(later) {
        judge::enter(game, &mut ahead, &phase);
        while let Some(order) = choose(game, &ahead, &phase) {
            lines.push(game.print(&order));
            if !judge::play_forward(game, &mut ahead, &phase, &order) {
                break;
            }
        }
    }
}
