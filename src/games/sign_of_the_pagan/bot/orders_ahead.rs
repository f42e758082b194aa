//! Lines for attacks that are filed before the fire: guarded where the dice could spoil them, with
//! what is to follow from them.

use crate::engine::Rules;

use super::super::data::{Condition, Contingent, UnitId};
use super::super::decision::Decision;
use super::super::event::Round;
use super::super::order::{Blow, Fact, Order, Standing};
use super::super::shock::{self, Attack, Vacated};
use super::super::state::Place;
use super::super::{Battle, Game};
use super::exchange::{overwhelming_faces, weigh};
use super::outlook::Outlook;
use super::sandtable::{Post, Sandtable};
use super::survey::Survey;
use super::{assault, blows};

/// How many continued attacks a line allows.
const BLOWS: u8 = 2;
/// Of ten faces those that have to overwhelm for a line about it.
const LIKELY: i32 = 3;

/// Returns the lines for a list of attacks, and for others that the fire may make good.
pub(super) fn orders_ahead(
    battle: Outlook<'_>,
    contingent: Contingent,
    attacks: &[Order],
    shot_at: &[UnitId],
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut declared = Vec::new();
    for order in attacks {
        let Order::Shock {
            attackers,
            defenders,
            ..
        } = order
        else {
            continue;
        };
        lines.push(guarded(battle, order, attackers, defenders));
        declared.push((attackers.clone(), defenders.clone()));
    }
    for (order, target) in openings(battle, contingent, &declared, shot_at) {
        let Order::Shock {
            attackers,
            defenders,
            ..
        } = &order
        else {
            continue;
        };
        lines.push(under(battle.game, &order, &[(target, Standing::Dis)]));
        declared.push((attackers.clone(), defenders.clone()));
    }
    for (attackers, defenders) in &declared {
        lines.extend(advances(battle, attackers, defenders));
        lines.extend(blows_to_follow(battle, attackers, defenders));
    }
    lines
}

/// Writes an order under the condition that units are as they are named.
fn under(game: &Game, order: &Order, terms: &[(UnitId, Standing)]) -> String {
    let text = game.print(order);
    let facts = terms.iter().map(|&(unit, is)| {
        let fact = Fact::State { unit, is };
        game.print_fact(&fact)
    });
    let facts: Vec<String> = facts.collect();
    if facts.is_empty() {
        text
    } else {
        format!("{text} IF {}", facts.join(" AND "))
    }
}

/// An attack is off if one of its attackers has been Disordered without whom it is not worth it.
fn guarded(
    battle: Outlook<'_>,
    order: &Order,
    attackers: &[UnitId],
    defenders: &[UnitId],
) -> String {
    let mut table = Sandtable::new(battle);
    let spoils = |&unit: &UnitId| {
        let balance = shaken(&mut table, unit, |battle| {
            weigh(battle, attackers, defenders, Round::First)
        });
        battle.is_good(unit) && balance.is_none_or(|exchange| !blows::is_worth_it(battle, exchange))
    };
    let needed: Vec<_> = attackers.iter().copied().filter(spoils).collect();
    let terms: Vec<_> = needed
        .into_iter()
        .map(|unit| (unit, Standing::Good))
        .collect();
    under(battle.game, order, &terms)
}

/// Looks at the battle with a unit Disordered.
fn shaken<T>(
    table: &mut Sandtable<'_>,
    unit: UnitId,
    look: impl FnOnce(Outlook<'_>) -> Option<T>,
) -> Option<T> {
    let battle = table.battle();
    let piece = battle.piece(unit);
    let post = Post {
        hex: piece.hex()?,
        facing: piece.facing,
        condition: Condition::Disordered,
        momentum: piece.deeds.momentum,
    };
    table.with(unit, post, |table| look(table.battle()))
}

/// Attacks by units that have none yet on enemies whom the shots before may Disorder, if they are
/// worth it then.
fn openings(
    battle: Outlook<'_>,
    contingent: Contingent,
    declared: &[(Vec<UnitId>, Vec<UnitId>)],
    shot_at: &[UnitId],
) -> Vec<(Order, UnitId)> {
    let mut attacks: Vec<Attack> = declared
        .iter()
        .map(|(attackers, defenders)| Attack {
            attackers: attackers.clone(),
            defenders: defenders.clone(),
            no_momentum: Vec::new(),
            line: None,
        })
        .collect();
    let mut table = Sandtable::new(battle);
    let mut found = Vec::new();
    for &target in shot_at {
        if !battle.is_good(target) {
            continue;
        }
        let asked = Decision::Declare {
            contingent,
            declared: attacks.clone(),
        };
        let singles = shock::options(*battle, &asked).into_iter().filter(|order| {
            matches!(order, Order::Shock { attackers, defenders, no_momentum }
                if attackers.len() == 1 && defenders[..] == [target] && no_momentum.is_empty())
        });
        for order in singles {
            let Order::Shock { attackers, .. } = &order else {
                continue;
            };
            let (unit, taken) = (attackers[0], attacks.iter());
            let mut taken = taken.flat_map(|attack| &attack.attackers);
            let exchange = shaken(&mut table, target, |battle| {
                weigh(battle, &[unit], &[target], Round::First)
            });
            if !taken.any(|&attacker| attacker == unit)
                && exchange.is_some_and(|exchange| blows::is_worth_it(battle, exchange))
                && assault::strikable(battle, unit) == [target]
            {
                attacks.push(Attack {
                    attackers: vec![unit],
                    defenders: vec![target],
                    no_momentum: Vec::new(),
                    line: None,
                });
                found.push((order, target));
            }
        }
    }
    found
}

/// For each defender the attacker that takes its hex if that is better than to stay.
fn advances(battle: Outlook<'_>, attackers: &[UnitId], defenders: &[UnitId]) -> Vec<String> {
    let Some(&first) = attackers.first() else {
        return Vec::new();
    };
    let must = attackers
        .iter()
        .any(|&unit| battle.piece(unit).deeds.momentum);
    let mut lines = Vec::new();
    for &defender in defenders {
        let Some(hex) = battle.hex(defender) else {
            continue;
        };
        let mut open = battle.open.clone();
        open.release(defender);
        open.put(defender, Place::Eliminated);
        let after = Outlook::new(Battle::new(battle.game, &open), battle.doctrine);
        let candidates = attackers.iter().copied().filter(|&unit| {
            let from = after.hex(unit).filter(|_| after.is_good(unit));
            from.is_some_and(|from| after.direction(from, hex).is_some())
        });
        let asked = Decision::Advance {
            hex,
            vacated: Vacated::Elimination,
            others: Vec::new(),
            candidates: candidates.collect(),
            must,
        };
        let survey = Survey::take(after, battle.side(first));
        let order = blows::advance(after, &survey, &asked);
        if let Some(order @ Order::Advance { unit, .. }) = order {
            lines.push(under(battle.game, &order, &[(unit, Standing::Good)]));
        }
    }
    lines
}

/// Attackers that are likely enough to overwhelm, and a match for the enemy once he is shaken,
/// strike him again.
fn blows_to_follow(battle: Outlook<'_>, attackers: &[UnitId], defenders: &[UnitId]) -> Vec<String> {
    let mut table = Sandtable::new(battle);
    let mut lines = Vec::new();
    for &unit in attackers {
        let faces = overwhelming_faces(battle, unit, defenders, Round::First);
        let faced = |enemy: &&UnitId| shock::can_strike(*battle, unit, **enemy);
        let Some(&enemy) = defenders.iter().find(faced) else {
            continue;
        };
        let exchange = shaken(&mut table, enemy, |battle| {
            weigh(battle, &[unit], &[enemy], Round::Continued)
        });
        if faces >= LIKELY && exchange.is_some_and(|exchange| exchange.balance(battle) > 0) {
            let order = Order::Continue {
                unit,
                blow: Blow::On(vec![enemy]),
                max: Some(BLOWS),
                facing: None,
            };
            let terms = [(unit, Standing::Good), (enemy, Standing::Dis)];
            lines.push(under(battle.game, &order, &terms));
        }
    }
    lines
}
