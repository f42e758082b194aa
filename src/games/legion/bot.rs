//! The drill bot: goes for the enemy, shoots what it can, and attacks where the odds are good.

use crate::bot::Writer;
use crate::engine::{Asked, Mode, Player, Rules};
use crate::geometry::Hex;

use super::decision::Decision;
use super::fraction::Fraction;
use super::melee::{self, Clash};
use super::order::{AdvanceWish, Order, Task, Way};
use super::state::{Moved, View};
use super::terms::{Combat, Side, UnitId};
use super::{Field, Game, chapters, fire, march, stacking};

/// The lowest column, by place, at which the bot attacks in melee: 3:1.
const GOOD_ODDS: u8 = 3;
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

/// Returns the nearest enemy of a hex.
fn nearest_enemy(field: Field<'_>, side: Side, hex: Hex) -> Option<(u16, Hex)> {
    let enemies = field.army(side.other());
    enemies
        .map(|(_, at)| (field.game.land.distance(hex, at), at))
        .min()
}

/// Leads the next unit that has not moved towards the enemy; missiles stay at their range.
fn march_on(field: Field<'_>, side: Side) -> Option<Order> {
    for (unit, hex) in field.army(side) {
        let able = field.piece(unit).deeds.moved == Moved::No
            && march::may_set_out(field, unit, true).is_ok()
            && march::moves_whole(field, &[unit], hex).is_ok();
        if !able {
            continue;
        }
        if let Some(path) = approach(field, side, unit, hex) {
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
fn approach(field: Field<'_>, side: Side, unit: UnitId, from: Hex) -> Option<Vec<Hex>> {
    let (distance, enemy) = nearest_enemy(field, side, from)?;
    let leader = field.is_leader(unit);
    let keeps = if leader {
        3
    } else {
        u16::from(field.kind(unit).range.max(1))
    };
    if distance <= keeps {
        return None;
    }
    let units = [unit];
    let mut walk = march::Walk::new(field, &units, from);
    let mut path = Vec::new();
    let mut good = 0;
    while field.game.land.distance(walk.hex, enemy) > keeps {
        let here = field.game.land.distance(walk.hex, enemy);
        let next = super::terms::Dir::ALL
            .into_iter()
            .filter_map(|dir| walk.cost(dir).ok().map(|(to, cost)| (dir, to, cost)))
            .map(|(dir, to, cost)| (field.game.land.distance(to, enemy), cost, dir))
            .min()?;
        if next.0 >= here || walk.step(next.2).is_err() {
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

/// Attacks with all who can the hex where the odds are best, if they are good.
fn strike(field: Field<'_>, side: Side) -> Option<Order> {
    let mut best: Option<(Fraction, Hex, Vec<UnitId>)> = None;
    let mut targets: Vec<Hex> = field.army(side.other()).map(|(_, hex)| hex).collect();
    targets.sort_unstable();
    targets.dedup();
    for at in targets {
        let near = field.game.land.around(at).into_iter().flatten();
        let mut units: Vec<UnitId> = near
            .flat_map(|hex| field.stack(hex, side))
            .filter(|&unit| melee::may_join(field, unit, &[at]).is_ok())
            .collect();
        if let Some(legion) = units.iter().find_map(|&unit| field.legion(unit)) {
            units.retain(|&unit| field.legion(unit).is_none_or(|own| own == legion));
        }
        if units.is_empty() {
            continue;
        }
        let Ok(odds) = melee::may_attack(field, Clash::new(&units, &[at])) else {
            continue;
        };
        let ratio = odds.attack.over(odds.defence).unwrap_or(odds.attack);
        let good = odds.column.is_some_and(|column| column >= GOOD_ODDS);
        if good && best.as_ref().is_none_or(|own| own.0 < ratio) {
            best = Some((ratio, at, units));
        }
    }
    best.map(|(_, at, units)| Order::Melee {
        units,
        at: vec![at],
        legion: None,
        advance: AdvanceWish::Unsaid,
    })
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

/// Plots for the next unit without a task: fire, melee at good odds, or the way to the enemy.
fn plot(field: Field<'_>, side: Side, plotted: &[UnitId]) -> Option<Order> {
    let free = |(unit, _): &(UnitId, Hex)| !plotted.contains(unit) && !field.is_disrupted(*unit);
    for (unit, hex) in field.army(side).filter(free) {
        let mut tasks = Vec::new();
        if let Some((distance, enemy)) = nearest_enemy(field, side, hex) {
            if distance <= u16::from(field.kind(unit).range) {
                tasks.push(Task::Fire { at: enemy });
            }
            if distance == 1 {
                tasks.push(Task::Melee {
                    at: vec![enemy],
                    group: None,
                    advance: AdvanceWish::Unsaid,
                });
            }
            let path = approach(field, side, unit, hex);
            tasks.extend(path.map(|path| Task::Move { path, off: None }));
        }
        let legal = |task: &Task| super::simultaneous::judge(field, side, unit, task).is_ok();
        if let Some(task) = tasks.into_iter().find(legal) {
            return Some(Order::Plot { unit, task });
        }
    }
    None
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

/// Writes a list, playing each line forward on a copy of the view.
fn list(game: &Game, view: &View, decision: &Decision, lines: &mut Vec<String>) {
    let mut ahead = view.clone();
    while let Some(order) = choose(game, &ahead, decision) {
        lines.push(game.print(&order));
        if !chapters::play_forward(game, &mut ahead, decision, &order) {
            return;
        }
    }
}
