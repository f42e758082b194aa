//! With whom Attila rides (13.0).

use super::super::attila;
use super::super::data::{Contingent, Kind, Side, UnitId};
use super::super::options::Switch;
use super::super::order::Order;
use super::super::state::Attila;
use super::outlook::Outlook;
use super::survey::Survey;

/// What a unit is worth to him that attacks best.
const HEAVY: i32 = 60;
/// What one in good order is worth.
const GOOD: i32 = 100;
/// What each enemy costs that could strike at it.
const THREATENED: i32 = 15;
/// What each costs if he may be hurt (13.2).
const IN_DANGER: i32 = 100;
/// What it costs to be Engaged.
const ENTANGLED: i32 = 60;
/// What leaving the unit that he is with has to bring.
const SETTLED: i32 = 60;

/// D21: returns the best unit to join.
pub(super) fn rejoin(battle: Outlook<'_>, survey: &Survey, choices: &[UnitId]) -> Option<Order> {
    let unit = *choices
        .iter()
        .max_by_key(|&&unit| (suits(battle, survey, unit), std::cmp::Reverse(unit)))?;
    Some(Order::AttilaRejoin { units: vec![unit] })
}

/// D23: rides to a better unit than the one he is with.
pub(super) fn ride(battle: Outlook<'_>, survey: &Survey) -> Option<Order> {
    if battle.open.active != Some(Contingent::Huns) {
        return None;
    }
    let held = match battle.open.attila {
        Attila::With(unit) => suits(battle, survey, unit) + SETTLED,
        Attila::Alone(_) => i32::MIN,
        Attila::Absent | Attila::Out | Attila::Removed | Attila::Dead => return None,
    };
    let better = battle
        .on_map(Side::Hun)
        .filter(|&unit| suits(battle, survey, unit) > held);
    let mut better: Vec<UnitId> = better.collect();
    if better.is_empty() {
        return None;
    }
    better.sort_by_key(|&unit| (std::cmp::Reverse(suits(battle, survey, unit)), unit));
    let rides = attila::ride_options(*battle);
    let leads_to = |order: &&Order, unit: UnitId| match order {
        Order::AttilaMove { path } => path.last().copied() == battle.hex(unit),
        _ => false,
    };
    let found = better
        .into_iter()
        .find_map(|unit| rides.iter().find(|order| leads_to(order, unit)));
    found.cloned()
}

/// Returns how well a unit suits him: good order and a strong arm, away from harm.
fn suits(battle: Outlook<'_>, survey: &Survey, unit: UnitId) -> i32 {
    let strikers = battle.hex(unit).map_or(0, |hex| survey.threat(hex).all());
    let each = match battle.game.options.opt_attila_fate {
        Switch::On => IN_DANGER,
        Switch::Off => THREATENED,
    };
    let heavy = if battle.kind(unit) == Kind::HC {
        HEAVY
    } else {
        0
    };
    let good = if battle.is_good(unit) { GOOD } else { 0 };
    let held = if battle.open.is_engaged(unit) {
        ENTANGLED
    } else {
        0
    };
    heavy + good - held - each * i32::from(strikers.min(3))
}
