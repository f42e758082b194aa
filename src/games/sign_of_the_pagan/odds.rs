//! The odds of a planned shot or attack, worked out from what the asker sees.

use crate::engine::{
    Chance, DieOdds, LaterOdds, ModifierFacts, NoOdds, Odds, OutcomeOdds, Verdict,
};
use crate::rulebook::Rule;

use super::battle::Battle;
use super::cards::{Filed, Moment};
use super::data::{Condition, Contingent, UnitId};
use super::die;
use super::event::{Came, Event, Modifier, Purpose};
use super::movement::{self, Shot, missile};
use super::order::{Leg, Order};
use super::shock::forecast::{Fate, Forecast, Later, fates, planned};
use super::state::{Open, View};
use super::{Game, apply, results, rules, shock, tell};

/// Works out the odds of an order, after the moves and the cards that its owner plans.
///
/// # Errors
/// Why there is nothing to work out.
pub(super) fn odds(
    game: &Game,
    view: &View,
    ahead: &[Order],
    order: &Order,
) -> Result<Vec<Odds>, NoOdds> {
    let asker = Filed {
        game,
        view,
        lines: ahead,
    };
    let mut open = Open::clone(&view.open);
    match order {
        Order::Fire { unit, target } => {
            asker.begin(&mut open, contingent(game, *unit));
            let before: Vec<&Order> = ahead.iter().filter(|planned| *planned != order).collect();
            march(game, &mut open, *unit, &before);
            judge_act(game, &open, *unit, order)?;
            Ok(vec![of_shot(asker, open, *unit, *target)])
        }
        Order::Move { unit, legs, .. } => {
            asker.begin(&mut open, contingent(game, *unit));
            let by_others = |planned: &&Order| !matches!(planned, Order::Move { unit: mover, .. } if mover == unit);
            let before: Vec<&Order> = ahead.iter().filter(by_others).collect();
            march(game, &mut open, *unit, &before);
            judge_act(game, &open, *unit, order)?;
            of_move(asker, &open, (*unit, legs), order)
        }
        Order::Shock { attackers, .. } => {
            let Some(&first) = attackers.first() else {
                return Err(NoOdds::NotOffered("nobody attacks"));
            };
            asker.begin(&mut open, contingent(game, first));
            let before: Vec<&Order> = ahead.iter().collect();
            march(game, &mut open, first, &before);
            of_attack(asker, open, (attackers, order))
        }
        _ => Err(NoOdds::NotOffered(
            "odds are worked out for FIRE, for a MOVE with FIRE in it, and for SHOCK",
        )),
    }
}

fn contingent(game: &Game, unit: UnitId) -> Contingent {
    game.roster.unit(unit).contingent
}

/// Carries planned moves of a unit's contingent out, as judging does: no die, no enemy.
fn march(game: &Game, open: &mut Open, unit: UnitId, orders: &[&Order]) {
    for order in orders {
        if matches!(
            order,
            Order::Move { .. } | Order::Fire { .. } | Order::Face { .. } | Order::AttilaMove { .. }
        ) {
            movement::judge(game, open, contingent(game, unit), order);
        }
    }
}

fn judge_act(game: &Game, open: &Open, unit: UnitId, order: &Order) -> Result<(), NoOdds> {
    let mut twin = open.clone();
    match movement::judge(game, &mut twin, contingent(game, unit), order) {
        Verdict::Illegal(illegal) => Err(NoOdds::Illegal(illegal)),
        Verdict::Legal | Verdict::Open(_) => Ok(()),
    }
}

/// The shots within a move, each from where it is fired.
fn of_move(
    asker: Filed<'_>,
    open: &Open,
    (unit, legs): (UnitId, &[Leg]),
    order: &Order,
) -> Result<Vec<Odds>, NoOdds> {
    let Order::Move { withdraw, .. } = order else {
        return Ok(Vec::new());
    };
    let game = asker.game;
    let mut all = Vec::new();
    for (at, leg) in legs.iter().enumerate() {
        let Leg::Fire(target) = *leg else { continue };
        let mut there = open.clone();
        let steps: Vec<Leg> = legs[..at]
            .iter()
            .filter(|leg| !matches!(leg, Leg::Fire(_)))
            .copied()
            .collect();
        if !steps.is_empty() {
            let way = Order::Move {
                unit,
                withdraw: *withdraw,
                legs: steps,
                facing: None,
            };
            movement::judge(game, &mut there, contingent(game, unit), &way);
        }
        all.push(of_shot(asker, there, unit, target));
    }
    match all.is_empty() {
        true => Err(NoOdds::NotOffered("nobody shoots in this move")),
        false => Ok(all),
    }
}

fn of_shot(asker: Filed<'_>, mut open: Open, archer: UnitId, target: UnitId) -> Odds {
    asker.play(&mut open, &Moment::FireDeclared { archer, target });
    let battle = Battle::new(asker.game, &open);
    let mut modifiers = missile::modifiers(battle, archer, target, Shot::Own);
    modifiers.extend(die::expected_shift(battle, archer, Purpose::Fire));
    let total: i8 = modifiers.iter().map(|modifier| modifier.value).sum();
    let needed = missile::needed(battle.kind(target).weight());
    let hits = (0..10).filter(|natural| natural + total >= needed).count();
    let hit = Chance::of(hits as u128, 10);
    let mut outcomes = Vec::new();
    for (results, chance) in [(0, hit.opposite()), (1, hit)] {
        for (fate, more) in fates(battle, target, results) {
            add(
                &mut outcomes,
                vec![(id(battle, target), word(fate))],
                chance.and(more),
            );
        }
    }
    let chances = [(Came::NoEffect, hit.opposite()), (Came::Disorder, hit)];
    let die = DieOdds {
        purpose: Purpose::Fire.key(),
        by: id(battle, archer),
        rule: Purpose::Fire.rule(),
        modifiers: facts(battle, &modifiers),
        rating: Some(i64::from(needed)),
        chances: possible(&chances),
    };
    let gone: Vec<_> = [(target, lost(&outcomes, 0))].into();
    Odds {
        attackers: vec![id(battle, archer)],
        left_out: Vec::new(),
        defenders: vec![id(battle, target)],
        steps: Vec::new(),
        dice: vec![die],
        checks: checks(battle, &gone),
        later: alans(battle, &gone),
        outcomes: sorted(outcomes),
        assumes: [assumes(battle, &[archer, target]), asker.assumes()].concat(),
    }
}

fn of_attack(
    asker: Filed<'_>,
    mut open: Open,
    (attackers, order): (&[UnitId], &Order),
) -> Result<Vec<Odds>, NoOdds> {
    let battle = Battle::new(asker.game, &open);
    let contingent = battle.contingent(attackers[0]);
    let names_them = |planned: &&Order| match planned {
        Order::Shock {
            attackers: others, ..
        } => others.iter().any(|unit| attackers.contains(unit)),
        _ => true,
    };
    let mut orders: Vec<&Order> = asker
        .lines
        .iter()
        .filter(|planned| !names_them(planned))
        .collect();
    orders.push(order);
    let verdicts = shock::judge_declarations(battle, contingent, &[], &orders);
    if let Some(Verdict::Illegal(illegal)) = verdicts.into_iter().next_back() {
        return Err(NoOdds::Illegal(illegal));
    }
    let bout = planned(battle, contingent, &orders)
        .ok_or(NoOdds::NotOffered("nobody attacks as the order says"))?;
    let combats = vec![bout.combat.clone()];
    apply::to_open(asker.game, &mut open, &Event::ShockDeclared { combats });
    let strikes = bout.strikes.clone();
    asker.play(&mut open, &Moment::ShockDeclared { strikes });
    let battle = Battle::new(asker.game, &open);
    let forecast = Forecast::of(battle, bout).ok_or(NoOdds::NotOffered(
        "more than twelve dice are rolled in this combat, which is not worked out",
    ))?;
    Ok(vec![of_round(asker, battle, &forecast)])
}

fn of_round(asker: Filed<'_>, battle: Battle<'_>, forecast: &Forecast) -> Odds {
    let bout = &forecast.bout;
    let ids = |units: &[UnitId]| {
        units
            .iter()
            .map(|&unit| id(battle, unit))
            .collect::<Vec<_>>()
    };
    let mut outcomes = Vec::new();
    for (fates, chance) in &forecast.outcomes {
        let units = forecast.units.iter().zip(fates);
        let units = units.map(|(&unit, &fate)| (id(battle, unit), word(fate)));
        add(&mut outcomes, units.collect(), *chance);
    }
    let units = forecast.units.iter().enumerate();
    let gone: Vec<_> = units
        .map(|(at, &unit)| (unit, lost(&outcomes, at)))
        .collect();
    let mut later: Vec<LaterOdds> = forecast
        .later
        .iter()
        .map(|(&(what, unit), &chance)| {
            let (what, rule) = match what {
                Later::Counter => ("counter", rules::R9_7_1),
                Later::Continue => ("continue", rules::R9_7_2),
                Later::Vacated => ("advance", rules::R9_8),
            };
            later_odds(battle, (what, rule), unit, chance)
        })
        .collect();
    later.extend(alans(battle, &gone));
    let mut assumes = assumes(battle, &forecast.units);
    assumes.push("no defender retreats before shock [9.3]");
    if bout.attackers().len() > 1 || bout.defenders().len() > 1 {
        assumes.push("of equal units the default takes a result [D16]");
    }
    assumes.extend(asker.assumes());
    Odds {
        attackers: ids(&bout.attackers()),
        left_out: Vec::new(),
        defenders: ids(&bout.defenders()),
        steps: Vec::new(),
        dice: forecast
            .dice
            .iter()
            .map(|die| of_die(battle, die))
            .collect(),
        checks: checks(battle, &gone),
        outcomes: sorted(outcomes),
        later,
        assumes,
    }
}

fn of_die(battle: Battle<'_>, die: &shock::Die) -> DieOdds {
    let total: i8 = die.modifiers.iter().map(|modifier| modifier.value).sum();
    let nets = || (0..10).map(|natural| natural + total);
    let rating = die.rating as i8;
    let all = nets().filter(|&net| net <= rating).count() as u128;
    let overwhelming = nets().filter(|&net| net <= 0).count() as u128;
    let hits = all.max(overwhelming);
    let chances = [
        (Came::Overwhelming, Chance::of(overwhelming, 10)),
        (Came::Hit, Chance::of(hits - overwhelming, 10)),
        (Came::Miss, Chance::of(10 - hits, 10)),
    ];
    DieOdds {
        purpose: Purpose::Shock.key(),
        by: id(battle, die.unit),
        rule: Purpose::Shock.rule(),
        modifiers: facts(battle, &die.modifiers),
        rating: Some(i64::from(die.rating)),
        chances: possible(&chances),
    }
}

/// The Second Disorder Checks that may be called for (9.6.2): of units that are Disordered, or can fall after becoming so.
fn checks(battle: Battle<'_>, units: &[(UnitId, Chance)]) -> Vec<DieOdds> {
    let may_be_tested = |&&(unit, falls): &&(UnitId, Chance)| {
        let is_disordered = battle.piece(unit).condition == Condition::Disordered;
        is_disordered || !falls.is_never()
    };
    let check = |&(unit, _): &(UnitId, Chance)| {
        let stays = results::stays(battle, unit);
        DieOdds {
            purpose: Purpose::Second.key(),
            by: id(battle, unit),
            rule: Purpose::Second.rule(),
            modifiers: facts(battle, &results::check_modifiers(battle, unit)),
            rating: Some(i64::from(results::STAYS)),
            chances: possible(&[(Came::Stay, stays), (Came::Elim, stays.opposite())]),
        }
    };
    units.iter().filter(may_be_tested).map(check).collect()
}

/// 12.2: the nerves of the other Alans are tested for every Alan that falls.
fn alans(battle: Battle<'_>, gone: &[(UnitId, Chance)]) -> Vec<LaterOdds> {
    let are_tested = |&&(unit, chance): &&(UnitId, Chance)| {
        battle.contingent(unit) == Contingent::Alans && !chance.is_never()
    };
    gone.iter()
        .filter(are_tested)
        .map(|&(unit, chance)| later_odds(battle, ("alans", rules::R12_2), unit, chance))
        .collect()
}

fn later_odds(
    battle: Battle<'_>,
    (what, rule): (&'static str, Rule),
    unit: UnitId,
    chance: Chance,
) -> LaterOdds {
    LaterOdds {
        what,
        unit: id(battle, unit),
        rule,
        chance,
    }
}

fn assumes(battle: Battle<'_>, units: &[UnitId]) -> Vec<&'static str> {
    let shifts = units
        .iter()
        .any(|&unit| !die::expected_shift(battle, unit, Purpose::Second).is_empty());
    match shifts {
        true => vec!["Attila shifts the dice of his unit in its favour [13.1]"],
        false => Vec::new(),
    }
}

fn id(battle: Battle<'_>, unit: UnitId) -> String {
    battle.unit(unit).id.clone()
}

fn word(fate: Fate) -> &'static str {
    match fate {
        Fate::Good => "good",
        Fate::Disordered => "dis",
        Fate::Eliminated => "elim",
    }
}

fn facts(battle: Battle<'_>, modifiers: &[Modifier]) -> Vec<ModifierFacts> {
    let modifiers = modifiers.iter();
    modifiers
        .map(|&modifier| tell::modifier_facts(battle.game, modifier))
        .collect()
}

fn possible(chances: &[(Came, Chance)]) -> Vec<(&'static str, Chance)> {
    let possible = chances.iter().filter(|(_, chance)| !chance.is_never());
    possible
        .map(|(came, chance)| (came.key(), *chance))
        .collect()
}

fn add(outcomes: &mut Vec<OutcomeOdds>, units: Vec<(String, &'static str)>, chance: Chance) {
    match outcomes.iter_mut().find(|outcome| outcome.units == units) {
        Some(outcome) => outcome.chance = outcome.chance.or(chance),
        None => outcomes.push(OutcomeOdds { units, chance }),
    }
}

/// How likely the unit at a place of the outcomes is eliminated.
fn lost(outcomes: &[OutcomeOdds], at: usize) -> Chance {
    let lost = outcomes
        .iter()
        .filter(|outcome| outcome.units[at].1 == word(Fate::Eliminated));
    lost.fold(Chance::never(), |sum, outcome| sum.or(outcome.chance))
}

/// The likeliest first; what cannot happen is left out.
fn sorted(mut outcomes: Vec<OutcomeOdds>) -> Vec<OutcomeOdds> {
    outcomes.retain(|outcome| !outcome.chance.is_never());
    outcomes.sort_by(|a, b| b.chance.cmp(&a.chance).then_with(|| a.units.cmp(&b.units)));
    outcomes
}

#[cfg(test)]
mod tests;
