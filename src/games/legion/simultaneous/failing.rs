//! 21.2: what has brought a task to nothing, for its owner.

use super::combat::of_one_legion;
use crate::games::legion::event::Stop;
use crate::games::legion::melee::{self, Clash};
use crate::games::legion::order::Task;
use crate::games::legion::phases::moves;
use crate::games::legion::state::{Phase, View};
use crate::games::legion::terms::{Combat, UnitId};
use crate::games::legion::{Field, Game, bars, fire, march, rules};
use crate::geometry::Hex;
use crate::orders::Illegal;

/// 21.2: tells why the task of a unit comes to nothing in the phase that has come; `None` where the viewer does not
/// know the task, or what he sees does not forbid it.
pub(crate) fn why(game: &Game, view: &View, unit: UnitId) -> Option<Illegal> {
    let field = Field::new(game, &view.open);
    let plots = &view.plots[field.side(unit).index()];
    let task = plots
        .iter()
        .find(|plot| plot.unit == unit)
        .map(|plot| &plot.task)?;
    match (view.open.phase, task) {
        (Phase::Fire, Task::Fire { at } | Task::FireMelee { at, .. }) => {
            let alone = fire::may_fire_at(field, unit, *at, Combat::Fire).err();
            alone.or_else(|| Some(below(field, *at)))
        }
        (Phase::Melee, Task::Melee { at, .. } | Task::FireMelee { melee: at, .. }) => {
            let alone = melee::may_join(field, unit, at).err();
            alone.or_else(|| in_company(field, view, unit, at))
        }
        (Phase::Movement, Task::Move { .. }) => march::may_set_out(field, unit, true).err(),
        (Phase::Movement, Task::Convert { to }) => moves::may_convert(field, unit, *to).err(),
        _ => None,
    }
}

/// Tells before which hex a unit stops and who makes it stop, as far as the viewer knows its way and what he sees
/// tells.
pub(crate) fn stopped_by(
    game: &Game,
    view: &View,
    unit: UnitId,
    why: Stop,
) -> (Option<Hex>, Option<String>) {
    let field = Field::new(game, &view.open);
    let Some(hex) = field.open.hex(unit) else {
        return (None, None);
    };
    let side = field.side(unit);
    let plot = view.plots[side.index()]
        .iter()
        .find(|plot| plot.unit == unit);
    let next = plot.and_then(|plot| match &plot.task {
        Task::Move { path, .. } => {
            let behind = path.iter().position(|&step| step == hex);
            path.get(behind.map_or(0, |index| index + 1)).copied()
        }
        _ => None,
    });
    let by = match why {
        Stop::Zone => Some(bars::zone(field, hex, side)),
        Stop::Enemy => next
            .filter(|&next| field.is_hostile(next, side))
            .map(|next| bars::enemies(field, next)),
        _ => None,
    };
    (next, by)
}

/// 8.1: all who could fire at a hex were too weak together.
fn below(field: Field<'_>, at: Hex) -> Illegal {
    let because = format!(
        "all that is plotted against {} is below 1:2",
        field.name(at)
    );
    Illegal::new(rules::R8_1, because)
}

/// L1.2, 7.13, 8.1: why an attack that the unit could join is not made, or not with it.
fn in_company(field: Field<'_>, view: &View, unit: UnitId, at: &[Hex]) -> Option<Illegal> {
    let own = |task: &Task| match task {
        Task::Melee { at, group, .. } => Some((at.clone(), group.clone())),
        Task::FireMelee { melee, .. } => Some((melee.clone(), None)),
        _ => None,
    };
    let plots = &view.plots[field.side(unit).index()];
    let attack = plots
        .iter()
        .find(|plot| plot.unit == unit)
        .and_then(|plot| own(&plot.task));
    let mut with: Vec<UnitId> = plots
        .iter()
        .filter(|plot| own(&plot.task) == attack && melee::may_join(field, plot.unit, at).is_ok())
        .map(|plot| plot.unit)
        .collect();
    with.sort_unstable();
    let all = with.clone();
    of_one_legion(field, &mut with);
    if !with.contains(&unit) {
        return melee::one_legion(field, &all).err();
    }
    if melee::odds(field, Clash::new(&with, at), &melee::nobody_moves)
        .column
        .is_none()
    {
        return Some(below(field, at[0]));
    }
    let because = format!("another attack has {} as its object", field.name(at[0]));
    Some(Illegal::new(rules::R7_13, because))
}
