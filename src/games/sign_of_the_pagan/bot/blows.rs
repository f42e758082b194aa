//! Answers in the Shock segment: whom to attack, whether to give way, advance, strike back, go on.

use super::super::data::{Condition, Contingent, UnitId};
use super::super::decision::Decision;
use super::super::event::Round;
use super::super::order::{Advance, Blow, Order, Retreat};
use super::super::shock::{self, Attack};
use super::exchange::{Exchange, clash, weigh};
use super::outlook::Outlook;
use super::posture::posture;
use super::sandtable::{Post, Sandtable};
use super::survey::Survey;
use super::worth;

/// Tells whether an attack with such a prospect is made.
pub(super) fn is_worth_it(battle: Outlook<'_>, exchange: Exchange) -> bool {
    exchange.balance(battle) > battle.doctrine.dare
}

/// D12: the attack that adds most to those that are declared; `None` if none is worth it.
pub(super) fn declare(
    battle: Outlook<'_>,
    contingent: Contingent,
    declared: &[Attack],
) -> Option<Order> {
    let asked = Decision::Declare {
        contingent,
        declared: declared.to_vec(),
    };
    let orders = shock::options(*battle, &asked).into_iter();
    let weighed = orders.filter_map(|order| Some((added(battle, declared, &order)?, order)));
    let dare = battle.doctrine.dare;
    let mut best: Option<(i32, Order)> = None;
    for (balance, order) in weighed.filter(|&(balance, _)| balance > dare) {
        if best.as_ref().is_none_or(|(held, _)| balance > *held) {
            best = Some((balance, order));
        }
    }
    best.map(|(_, order)| order)
}

/// Returns what an attack adds to the combat that it joins, or is worth alone.
fn added(battle: Outlook<'_>, declared: &[Attack], order: &Order) -> Option<i32> {
    let Order::Shock {
        attackers,
        defenders,
        no_momentum,
    } = order
    else {
        return None;
    };
    if !no_momentum.is_empty() {
        return None;
    }
    let shares = |attack: &&Attack| attack.defenders.iter().any(|unit| defenders.contains(unit));
    let (mut all, mut targets) = (attackers.clone(), defenders.clone());
    let mut before = 0;
    for attack in declared.iter().filter(shares) {
        all.extend(&attack.attackers);
        targets.extend(
            attack
                .defenders
                .iter()
                .filter(|unit| !defenders.contains(unit)),
        );
        let alone = weigh(battle, &attack.attackers, &attack.defenders, Round::First);
        before += alone.map_or(0, |exchange| exchange.balance(battle));
    }
    Some(weigh(battle, &all, &targets, Round::First)?.balance(battle) - before)
}

/// D13: gives way if standing costs more than going.
pub(super) fn evade(
    battle: Outlook<'_>,
    survey: &Survey,
    unit: UnitId,
    attackers: &[UnitId],
    decision: &Decision,
) -> Option<Order> {
    let stands = clash(battle, attackers, &[unit], Round::First)
        .unwrap_or_default()
        .turned_round();
    let mut best = stands.balance(battle) + posture(battle, survey, unit);
    let mut order = None;
    let rolls = attackers
        .iter()
        .any(|&attacker| battle.kind(attacker).is_cavalry());
    let toll = if rolls {
        worth::shaken(battle, unit) * 4 / 10
    } else {
        0
    };
    let mut table = Sandtable::new(battle);
    for option in shock::options(*battle, decision) {
        let Order::Evade {
            to: Retreat::To(hexes),
            facing,
            ..
        } = &option
        else {
            order = order.or(Some(option));
            continue;
        };
        let Some(&hex) = hexes.first() else { continue };
        let wanted = survey.best_facing(battle, hex, battle.piece(unit).facing);
        if *facing != Some(wanted) {
            continue;
        }
        let post = Post {
            hex,
            facing: wanted,
            condition: Condition::Good,
            momentum: false,
        };
        let goes = table.with(unit, post, |table| posture(table.battle(), survey, unit));
        if goes - toll > best {
            best = goes - toll;
            order = Some(option);
        }
    }
    order
}

/// D14, D17: takes a hex if it is better to be there, or if somebody has to.
pub(super) fn advance(battle: Outlook<'_>, survey: &Survey, decision: &Decision) -> Option<Order> {
    let Decision::Advance { must, .. } = decision else {
        return None;
    };
    let mut table = Sandtable::new(battle);
    let mut best = if *must {
        i32::MIN
    } else {
        battle.doctrine.settle
    };
    let mut order = (!must).then_some(Order::AdvanceNone);
    for option in shock::options(*battle, decision) {
        let Order::Advance {
            unit,
            to: Advance::Into(hex),
            facing: Some(facing),
        } = option
        else {
            continue;
        };
        if survey.best_facing(battle, hex, battle.piece(unit).facing) != facing {
            continue;
        }
        let post = Post {
            hex,
            facing,
            condition: battle.piece(unit).condition,
            momentum: false,
        };
        let there = table.with(unit, post, |table| posture(table.battle(), survey, unit));
        let worth = there - posture(battle, survey, unit);
        if worth > best {
            best = worth;
            order = Some(option);
        }
    }
    order
}

/// D16: whoever is expected to suffer least takes the result.
pub(super) fn loss(battle: Outlook<'_>, tied: &[UnitId]) -> Option<Order> {
    let cost = |&&unit: &&UnitId| (worth::results(battle, unit, 1), unit);
    let unit = *tied.iter().min_by_key(cost)?;
    Some(Order::Loss { units: vec![unit] })
}

/// D18: strikes back if that is expected to pay, with the facing for which it pays most.
pub(super) fn counter(
    battle: Outlook<'_>,
    unit: UnitId,
    attackers: &[UnitId],
    decision: &Decision,
) -> Option<Order> {
    let mut table = Sandtable::new(battle);
    let mut best = 0;
    let mut order = None;
    for option in shock::options(*battle, decision) {
        let Order::Counter {
            yes: true,
            facing: Some(facing),
            ..
        } = option
        else {
            order = order.or(Some(option));
            continue;
        };
        let balance = turned(&mut table, unit, facing, |battle| {
            weigh(battle, &[unit], attackers, Round::Counter)
                .map(|exchange| exchange.balance(battle))
        });
        if balance.is_some_and(|balance| balance > best) {
            best = balance.unwrap_or(best);
            order = Some(option);
        }
    }
    order
}

/// D19: strikes again if that is expected to pay.
pub(super) fn go_on(battle: Outlook<'_>, unit: UnitId, decision: &Decision) -> Option<Order> {
    let mut table = Sandtable::new(battle);
    let now = battle.piece(unit).facing;
    let mut best = 0;
    let mut order = None;
    for option in shock::options(*battle, decision) {
        let Order::Continue {
            blow: Blow::On(targets),
            facing,
            ..
        } = &option
        else {
            order = order.or(Some(option));
            continue;
        };
        let balance = turned(&mut table, unit, facing.unwrap_or(now), |battle| {
            weigh(battle, &[unit], targets, Round::Continued)
                .map(|exchange| exchange.balance(battle))
        });
        if balance.is_some_and(|balance| balance > best) {
            best = balance.unwrap_or(best);
            order = Some(option);
        }
    }
    order
}

fn turned<T>(
    table: &mut Sandtable<'_>,
    unit: UnitId,
    facing: crate::geometry::Facing,
    look: impl FnOnce(Outlook<'_>) -> Option<T>,
) -> Option<T> {
    let battle = table.battle();
    let post = Post {
        hex: battle.hex(unit)?,
        facing,
        condition: battle.piece(unit).condition,
        momentum: false,
    };
    table.with(unit, post, |table| look(table.battle()))
}
