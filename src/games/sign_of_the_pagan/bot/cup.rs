//! Which markers to choose, and which to name for initiative (5.1, 5.2).

use crate::engine::Pick;

use super::super::data::{Condition, Contingent};
use super::super::decision::Decision;
use super::super::order::Order;
use super::super::state::View;
use super::super::{Battle, markers};
use super::posture::{Role, role};
use super::survey::Survey;

/// What a marker is worth beside the first of its contingent, in tenths.
const AGAIN: [i32; 3] = [10, 8, 6];
/// How many points of luck make a choice hard to foresee.
const WHIM: usize = 24;
/// An enemy as near as this gives a unit something to do.
const BUSY: u8 = 8;
/// What each point of its bonus is worth to an initiative marker.
const PER_BONUS: i32 = 20;

/// D4: the five that do most, with a little luck.
pub(super) fn five(
    battle: Battle<'_>,
    view: &View,
    survey: &Survey,
    decision: &Decision,
    pick: &mut dyn Pick,
) -> Option<Order> {
    let sets = markers::options(battle, view, decision).into_iter();
    let sets = sets.map(|order| {
        (
            set_worth(battle, survey, &order) + pick.pick(WHIM) as i32,
            order,
        )
    });
    let best = sets.reduce(|held, next| if next.0 > held.0 { next } else { held });
    best.map(|(_, order)| order)
}

/// D5: the marker that does most, its bonus considered.
pub(super) fn initiative(
    battle: Battle<'_>,
    view: &View,
    survey: &Survey,
    decision: &Decision,
) -> Option<Order> {
    let options = markers::options(battle, view, decision).into_iter();
    let worth = |order: &Order| match order {
        Order::Initiative { marker } => {
            let bonus = battle.game.roster.markers(*marker).bonus;
            activation(battle, survey, *marker) + PER_BONUS * i32::from(bonus)
        }
        _ => 0,
    };
    let weighed = options.map(|order| (worth(&order), order));
    let best = weighed.reduce(|held, next| if next.0 > held.0 { next } else { held });
    best.map(|(_, order)| order)
}

fn set_worth(battle: Battle<'_>, survey: &Survey, order: &Order) -> i32 {
    let Order::Markers { markers } = order else {
        return 0;
    };
    let contingents = survey.side.contingents().into_iter();
    contingents
        .map(|contingent| {
            let count = markers
                .iter()
                .filter(|&&marker| marker == contingent)
                .count();
            let once = activation(battle, survey, contingent);
            let times = AGAIN.iter().take(count);
            times.map(|tenths| once * tenths / 10).sum::<i32>()
        })
        .sum()
}

/// Returns what an activation of a contingent is good for.
fn activation(battle: Battle<'_>, survey: &Survey, contingent: Contingent) -> i32 {
    let units = battle.of(contingent).map(|unit| {
        let near = battle.hex(unit).map_or(u8::MAX, |hex| survey.near(hex));
        let busy = if near <= BUSY { 2 } else { 1 };
        let does = match role(battle, unit) {
            Role::Line => 4 + 3 * i32::from(battle.face(unit).shock),
            Role::Skirmisher => 10,
            Role::Screen => 1,
            Role::Shaken => 4,
        };
        let bound = battle.open.is_engaged(unit);
        let held = bound && battle.piece(unit).condition == Condition::Disordered;
        if held { 0 } else { busy * does }
    });
    units.sum()
}
