//! 20.0, 21.1: plots read, judged and invented.

use crate::engine::{Fit, Foreseen, Pick, Rank};
use crate::geometry::Hex;
use crate::orders::Illegal;

use crate::games::legion::data::Melee;
use crate::games::legion::event::Stop as Halt;
use crate::games::legion::march::HALVES;
use crate::games::legion::options::SimBc;
use crate::games::legion::order::{AdvanceWish, Order, Task};
use crate::games::legion::phases::fire::own;
use crate::games::legion::phases::moves;
use crate::games::legion::state::{Phase, View};
use crate::games::legion::terms::{Dir, Edge, Side, UnitId};
use crate::games::legion::{Field, Game, bars, fire, march as marching, melee, rules};

/// Joins a further task with the one a unit has; two tasks are both void, fire and melee of a mounted
/// cataphract apart (20.0, R55).
pub(super) fn joined(
    field: Field<'_>,
    unit: UnitId,
    known: Option<Task>,
    task: Task,
) -> Result<Task, ()> {
    let both = melee::fires_and_fights(field, unit) && field.game.options.sim_bc == SimBc::OfMl;
    match (known, task) {
        (None, task) => Ok(task),
        (
            Some(Task::Fire { at }),
            Task::Melee {
                at: melee, advance, ..
            },
        )
        | (
            Some(Task::Melee {
                at: melee, advance, ..
            }),
            Task::Fire { at },
        ) if both => Ok(Task::FireMelee { at, melee, advance }),
        (Some(_), _) => Err(()),
    }
}

/// 20.4, L1.2: tells why a task does not go with those that are plotted already: two tasks of a unit are both
/// void, and SD of two legions do not fight in one attack.
pub(crate) fn joins_badly(
    game: &Game,
    view: &View,
    side: Side,
    unit: UnitId,
    task: &Task,
) -> Option<Illegal> {
    let plots = &view.plots[side.index()];
    let field = Field::new(game, &view.open);
    let known = plots.iter().rev().find(|plot| plot.unit == unit);
    if let Some(known) = known
        && joined(field, unit, Some(known.task.clone()), task.clone()).is_err()
    {
        let because = format!(
            "{} has a task already, and two are both void",
            game.id(unit)
        );
        return Some(Illegal::new(rules::R20_4, because));
    }
    let attack = |task: &Task| match task {
        Task::Melee { at, group, .. } => Some((at.clone(), group.clone())),
        Task::FireMelee { melee, .. } => Some((melee.clone(), None)),
        _ => None,
    };
    let own = attack(task)?;
    let mut with: Vec<UnitId> = plots
        .iter()
        .filter(|plot| attack(&plot.task).as_ref() == Some(&own))
        .map(|plot| plot.unit)
        .collect();
    with.push(unit);
    melee::one_legion(field, &with).err()
}

/// Returns the unit and the task that an order plots.
fn plotted(order: &Order) -> Option<(UnitId, Task)> {
    match order {
        Order::Plot { unit, task } => Some((*unit, task.clone())),
        // R107: a change of form is a task like others.
        Order::Convert { unit, to } => Some((*unit, Task::Convert { to: *to })),
        _ => None,
    }
}

/// 20.4: returns what is left of a plot when one is added for the same unit; fire and melee of one that does both stay.
pub(crate) fn rest_beside(game: &Game, filed: &Order, added: &Order) -> Option<Order> {
    let stays = || Some(filed.clone());
    let (Some((unit, task)), Some((other, anew))) = (plotted(filed), plotted(added)) else {
        return stays();
    };
    let does_both = matches!(
        (task, anew),
        (Task::Fire { .. }, Task::Melee { .. }) | (Task::Melee { .. }, Task::Fire { .. })
    ) && game.options.cataphracts.is_on()
        && game.options.sim_bc == SimBc::OfMl
        && game
            .kinds
            .forms
            .iter()
            .any(|form| form.of == game.unit(unit).kind);
    match unit == other && !does_both {
        true => None,
        false => stays(),
    }
}

/// Says whether a line plots a task, and whether it is possible (20.4).
pub(crate) fn answer(field: Field<'_>, side: Side, order: &Order) -> Fit<Order> {
    let Some((unit, task)) = plotted(order) else {
        return Fit::Other;
    };
    let found = match &task {
        Task::To { .. } => found(field, side, unit, &task).map(|(task, _)| task),
        _ => Ok(task),
    };
    let judged = found.and_then(|task| judge(field, side, unit, &task).map(|()| task));
    match judged {
        Ok(task) => Fit::Takes(Rank::Named, Order::Plot { unit, task }),
        Err(illegal) => Fit::Fails(illegal),
    }
}

/// R104: finds the way of a plotted move that names only its end, as far as the points last, and what keeps the unit
/// from its end; an error where it gets nowhere.
fn found(
    field: Field<'_>,
    side: Side,
    unit: UnitId,
    task: &Task,
) -> Result<(Task, Option<Illegal>), Illegal> {
    let Task::To { hex, off, facing } = *task else {
        return Ok((task.clone(), None));
    };
    own(field, side, unit)?;
    let from = marching::may_set_out(field, unit, true)?;
    let path = marching::way_to(field, &[unit], from, hex)
        .filter(|path| !path.is_empty())
        .ok_or_else(|| bars::no_way(field, &[unit], from, hex))?;
    let walked = marching::walk(field, &[unit], from, &path, None);
    let Some((halt, next)) = walked.halt else {
        return Ok((march(path, off, facing), None));
    };
    let at = walked.path.last().copied().unwrap_or(from);
    let refused = bars::refusal(field, &[unit], at, halt, next);
    let refused = bars::detour(field, &[unit], (from, hex), refused);
    match walked.path.is_empty() {
        true => Err(refused),
        false => Ok((march(walked.path, None, None), Some(refused))),
    }
}

/// Spells out the way of a plot that names only the end of one: what both sides plot is written down whole.
pub(crate) fn settled(game: &Game, view: &View, order: &Order) -> Option<Foreseen<Order>> {
    let Order::Plot {
        unit,
        task: task @ Task::To { hex, .. },
    } = order
    else {
        return None;
    };
    let side = view.side.filter(|_| view.open.phase == Phase::Plot)?;
    let field = Field::new(game, &view.open);
    let (task, short) = found(field, side, *unit, task).ok()?;
    let end = match &task {
        Task::Move { path, .. } => path.last().copied(),
        _ => None,
    };
    let remark = short.zip(end).map(|(illegal, end)| {
        format!(
            "{} will be in {} at the end of this move, not yet in {}: {} ({})",
            game.id(*unit),
            field.name(end),
            field.name(*hex),
            illegal.because,
            illegal.rule
        )
    });
    Some(Foreseen {
        ways: vec![Order::Plot { unit: *unit, task }],
        remarks: remark.into_iter().collect(),
    })
}

/// 20.0, 21.1: tells why a unit cannot be given a task.
pub(crate) fn judge(
    field: Field<'_>,
    side: Side,
    unit: UnitId,
    task: &Task,
) -> Result<(), Illegal> {
    own(field, side, unit)?;
    let id = || field.game.id(unit);
    let no = |because: String| Err(Illegal::new(rules::R21_1, because));
    let piece = field.piece(unit);
    let Some(from) = piece.hex() else {
        return no(format!("{} is not on the map", id()));
    };
    if piece.disrupted.is_some() && *task != Task::Stand {
        return Err(Illegal::new(rules::R8_2, format!("{} is disrupted", id())));
    }
    match task {
        Task::Stand => Ok(()),
        Task::Fire { at } => {
            if !field.game.land.contains(*at) {
                let because = format!("{} is not on the map of {}", field.name(*at), id());
                return no(because);
            }
            may_fire_at(field, unit, *at)
        }
        Task::Defend { .. } => may_fire(field, unit),
        Task::Melee { at, .. } => may_melee(field, unit, from, at),
        Task::FireMelee { at, melee, .. } => {
            may_fire_at(field, unit, *at)?;
            may_melee(field, unit, from, melee)
        }
        Task::Move { path, off, facing } => {
            let (left, at) = may_move(field, unit, from, path)?;
            may_end(field, unit, at, left, *off)?;
            may_turn(field, unit, left, path.is_empty(), *facing)?;
            if path.is_empty() && off.is_none() && facing.is_none() {
                let because = format!("the way of {} has no hex", id());
                return Err(Illegal::new(rules::R20_4, because));
            }
            Ok(())
        }
        Task::To { .. } => found(field, side, unit, task).map(|_| ()),
        // R94: who stands beside it is looked at when it changes.
        Task::Convert { to } => moves::form(field, unit, *to).map(|_| ()),
    }
}

fn may_fire(field: Field<'_>, unit: UnitId) -> Result<(), Illegal> {
    fire::may_fire(field, unit, crate::games::legion::terms::Combat::Fire).map(|_| ())
}

/// 19.1: all stand where they stand now when the fire of B falls, so what is out of reach stays so.
fn may_fire_at(field: Field<'_>, unit: UnitId, at: Hex) -> Result<(), Illegal> {
    fire::may_fire_at(field, unit, at, crate::games::legion::terms::Combat::Fire)
}

fn may_melee(field: Field<'_>, unit: UnitId, from: Hex, at: &[Hex]) -> Result<(), Illegal> {
    if field.kind(unit).melee == Melee::Dot {
        let because = format!("{} has a dot and never attacks", field.game.id(unit));
        return Err(Illegal::new(rules::R21_1, because));
    }
    if field.piece(unit).square {
        return Err(Illegal::new(
            rules::L1_1,
            format!("{} stands in a Square", field.game.id(unit)),
        ));
    }
    if field.piece(unit).panicked {
        return Err(Illegal::new(
            rules::R13_0,
            format!("{} has panicked", field.game.id(unit)),
        ));
    }
    for &hex in at {
        // 19.1: nobody enters a hex before the melee of C.
        if !field.is_hostile(hex, field.side(unit)) {
            let because = format!("no enemy stands in {}", field.name(hex));
            return Err(Illegal::new(rules::R7_0, because));
        }
        let Some(dir) = field.game.land.towards(from, hex) else {
            let because = format!("{} is not beside {}", field.name(hex), field.game.id(unit));
            return Err(Illegal::new(rules::R21_1, because));
        };
        if field.has_facing(unit) && !field.faces(unit, dir) {
            let because = format!(
                "{} is not in front of {}",
                field.name(hex),
                field.game.id(unit)
            );
            return Err(Illegal::new(rules::R16_0, because));
        }
    }
    Ok(())
}

/// 22.11, R67: a way without gaps or waits that the points suffice for, whatever the enemy does; returns the half
/// points that are left and where it ends.
fn may_move(field: Field<'_>, unit: UnitId, from: Hex, path: &[Hex]) -> Result<(u8, Hex), Illegal> {
    marching::is_free(field, unit)?;
    let about = |illegal: Illegal, n: usize| {
        let names: Vec<String> = path.iter().map(|&hex| field.name(hex)).collect();
        illegal.about_step(&names[..n], &names[n])
    };
    let mut at = from;
    let mut left = field.piece(unit).allowance;
    let mut facing = field.piece(unit).facing.filter(|_| field.has_facing(unit));
    for (n, &hex) in path.iter().enumerate() {
        let stepped = may_step(field, unit, (n, at, hex), facing);
        let (dir, cost) = stepped.map_err(|illegal| about(illegal, n))?;
        if cost > left && n > 0 {
            let because = marching::lacking(field, &[unit], &field.name(hex));
            return Err(about(Illegal::new(rules::R20_4, because), n));
        }
        left = left.saturating_sub(cost);
        facing = facing.map(|_| dir);
        at = hex;
    }
    Ok((left, at))
}

/// 22.11: returns the direction and the half points of the n-th step of a way, or why it cannot be made.
fn may_step(
    field: Field<'_>,
    unit: UnitId,
    (n, at, hex): (usize, Hex, Hex),
    facing: Option<Dir>,
) -> Result<(Dir, u8), Illegal> {
    let land = &field.game.land;
    if hex == at {
        let because = format!("{} would wait in {}", field.game.id(unit), field.name(hex));
        return Err(Illegal::new(rules::R22_11, because));
    }
    let Some(dir) = land.towards(at, hex) else {
        let because = format!("{} does not touch {}", field.name(hex), field.name(at));
        return Err(Illegal::new(rules::R20_4, because));
    };
    if facing.is_some_and(|facing| !facing.has_in_front(dir)) {
        return Err(bars::refusal(field, &[unit], at, Halt::Facing, hex));
    }
    if !land.is_passable(at, dir, hex, field.class(unit)) {
        return Err(bars::ground(field, unit, hex));
    }
    if field.piece(unit).square && n > 0 {
        return Err(bars::refusal(field, &[unit], at, Halt::Square, hex));
    }
    Ok((dir, land.cost(at, dir, hex) * HALVES))
}

/// 11.42, 15.0: tells why a unit cannot leave the map at the end of its way.
fn may_end(
    field: Field<'_>,
    unit: UnitId,
    at: Hex,
    left: u8,
    off: Option<Edge>,
) -> Result<(), Illegal> {
    let Some(edge) = off else { return Ok(()) };
    let land = &field.game.land;
    let withdraws = field.open.conceded == Some(field.side(unit));
    let because = format!("{} cannot leave the map there", field.game.id(unit));
    if withdraws && !land.road_leaves(at, edge) {
        return Err(Illegal::new(rules::R15_0, because));
    }
    if !land.is_on(at, edge) || left < HALVES {
        return Err(Illegal::new(rules::R11_42, because));
    }
    Ok(())
}

/// 16.11, R109: tells why a unit cannot turn at the end of its way.
fn may_turn(
    field: Field<'_>,
    unit: UnitId,
    left: u8,
    stays: bool,
    facing: Option<Dir>,
) -> Result<(), Illegal> {
    if facing.is_none() {
        return Ok(());
    }
    moves::has_facings(field.game)?;
    if field.has_facing(unit) {
        let because = format!("{} has no point left to turn", field.game.id(unit));
        return match left < HALVES {
            true => Err(Illegal::new(rules::R16_11, because)),
            false => Ok(()),
        };
    }
    // Who faces all round ends a way as it is; there is nothing to it without one.
    let because = format!("{} faces all round", field.game.id(unit));
    match stays {
        true => Err(Illegal::new(rules::R16_0, because)),
        false => Ok(()),
    }
}

fn order(unit: UnitId, task: Task) -> Order {
    Order::Plot { unit, task }
}

/// Lists fire at every enemy in range, melee against every one beside, and every single step.
pub(crate) fn options(field: Field<'_>, side: Side, plotted: &[UnitId]) -> Vec<Order> {
    let mut orders = Vec::new();
    for (unit, hex) in field.army(side).filter(|(unit, _)| !plotted.contains(unit)) {
        orders.extend(
            tasks(field, unit, hex)
                .into_iter()
                .map(|task| order(unit, task)),
        );
    }
    orders
}

const fn march(path: Vec<Hex>, off: Option<Edge>, facing: Option<Dir>) -> Task {
    Task::Move { path, off, facing }
}

fn tasks(field: Field<'_>, unit: UnitId, hex: Hex) -> Vec<Task> {
    let side = field.side(unit);
    let land = &field.game.land;
    let mut tasks = Vec::new();
    if field.kind(unit).has_fire() {
        let near = land.grid().within(hex, field.kind(unit).range.into());
        let enemies = near.filter(|&at| field.is_hostile(at, side));
        tasks.extend(enemies.map(|at| Task::Fire { at }));
        tasks.push(Task::Defend { at: Vec::new() });
    }
    for dir in Dir::ALL {
        let Some(next) = land.around(hex)[dir.index()] else {
            continue;
        };
        if field.is_hostile(next, side) {
            tasks.push(Task::Melee {
                at: vec![next],
                group: None,
                advance: AdvanceWish::Unsaid,
            });
        } else {
            tasks.push(march(vec![next], None, None));
        }
    }
    tasks.extend(
        Edge::ALL
            .iter()
            .map(|&edge| march(Vec::new(), Some(edge), None)),
    );
    if field.has_facing(unit) {
        tasks.extend(Dir::ALL.map(|dir| march(Vec::new(), None, Some(dir))));
    }
    let printed = field.game.unit(unit).kind;
    let forms = field.game.kinds.forms.iter();
    let forms = forms.filter(|form| form.of == printed);
    let kinds = forms.map(|form| form.named).chain([printed]);
    tasks.extend(kinds.map(|to| Task::Convert { to }));
    tasks.retain(|task| judge(field, side, unit, task).is_ok());
    tasks
}

/// Chances out of so many that a side has plotted enough.
const ENOUGH: usize = 40;

/// Invents a task for a unit without one.
pub(crate) fn sample(
    field: Field<'_>,
    side: Side,
    plotted: &[UnitId],
    pick: &mut dyn Pick,
) -> Option<Order> {
    let free = |(unit, _): &(UnitId, Hex)| !plotted.contains(unit) && !field.is_disrupted(*unit);
    let units: Vec<_> = field.army(side).filter(free).collect();
    if units.is_empty() || pick.pick(ENOUGH) == 0 {
        return None;
    }
    let (unit, hex) = units[pick.pick(units.len())];
    if pick.pick(2) == 0
        && let Some(task) = wander(field, side, unit, hex, pick)
    {
        return Some(order(unit, task));
    }
    let mut tasks = tasks(field, unit, hex);
    if tasks.is_empty() {
        return Some(order(unit, Task::Stand));
    }
    let task = tasks.swap_remove(pick.pick(tasks.len()));
    Some(order(unit, task))
}

fn wander(
    field: Field<'_>,
    side: Side,
    unit: UnitId,
    from: Hex,
    pick: &mut dyn Pick,
) -> Option<Task> {
    let land = &field.game.land;
    let heading = pick.pick(6);
    let mut path = Vec::new();
    let mut at = from;
    for _ in 0..=pick.pick(6) {
        let dir = Dir::ALL[(heading + [0, 1, 5][pick.pick(3)]) % 6];
        let Some(next) = land.around(at)[dir.index()] else {
            break;
        };
        path.push(next);
        at = next;
    }
    while !path.is_empty() {
        let task = march(path.clone(), None, None);
        if judge(field, side, unit, &task).is_ok() {
            return Some(task);
        }
        path.pop();
    }
    None
}
