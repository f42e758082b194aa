//! Which markers to choose, and which to name for initiative (5.1, 5.2).

use crate::engine::Pick;

use super::super::data::{Condition, Contingent};
use super::super::decision::Decision;
use super::super::markers;
use super::super::order::Order;
use super::super::state::View;
use super::outlook::Outlook;
use super::posture::{Role, role};
use super::survey::Survey;

/// How many points of luck make a choice hard to foresee.
const WHIM: usize = 24;

/// D4: the five that do most, with a little luck.
pub(super) fn five(
    battle: Outlook<'_>,
    view: &View,
    survey: &Survey,
    decision: &Decision,
    pick: &mut dyn Pick,
) -> Option<Order> {
    let sets = markers::options(*battle, view, decision).into_iter();
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
    battle: Outlook<'_>,
    view: &View,
    survey: &Survey,
    decision: &Decision,
) -> Option<Order> {
    let options = markers::options(*battle, view, decision).into_iter();
    let worth = |order: &Order| match order {
        Order::Initiative { marker } => {
            let bonus = battle.game.roster.markers(*marker).bonus;
            activation(battle, survey, *marker) + battle.doctrine.per_bonus * i32::from(bonus)
        }
        _ => 0,
    };
    let weighed = options.map(|order| (worth(&order), order));
    let best = weighed.reduce(|held, next| if next.0 > held.0 { next } else { held });
    best.map(|(_, order)| order)
}

fn set_worth(battle: Outlook<'_>, survey: &Survey, order: &Order) -> i32 {
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
            let times = battle.doctrine.again.iter().take(count);
            times.map(|tenths| once * tenths / 10).sum::<i32>()
        })
        .sum()
}

/// Returns what an activation of a contingent is good for.
fn activation(battle: Outlook<'_>, survey: &Survey, contingent: Contingent) -> i32 {
    let doctrine = battle.doctrine;
    let units = battle.of(contingent).map(|unit| {
        let near = battle.hex(unit).map_or(u8::MAX, |hex| survey.near(hex));
        let busy = if near <= doctrine.busy {
            10 + doctrine.busier
        } else {
            10
        };
        let role = role(battle, unit);
        let strikes = match role {
            Role::Line => doctrine.strikes * i32::from(battle.face(unit).shock),
            Role::Skirmisher | Role::Screen | Role::Shaken => 0,
        };
        let does = doctrine.does[role as usize] + strikes;
        let bound = battle.open.is_engaged(unit);
        let held = bound && battle.piece(unit).condition == Condition::Disordered;
        if held { 0 } else { busy * does / 10 }
    });
    units.sum()
}
