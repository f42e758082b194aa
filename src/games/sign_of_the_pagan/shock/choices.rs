//! Orders for the decisions of the Shock segment: all of a canonical base, any one, and the one that
//! counts when nobody says anything.

use crate::engine::Pick;
use crate::geometry::Facing;

use super::super::battle::Battle;
use super::super::data::{Condition, Contingent, Kind, UnitId};
use super::super::decision::Decision;
use super::super::event::Round;
use super::super::options::{Chain, Momentum};
use super::super::order::{Advance, Before, Blow, Order, Retreat, Who};
use super::advance::may_advance;
use super::combat::first_to_lose;
use super::declare::{Named, could_attack, muster, neglects};
use super::eligible::{attacking_rating, has_stomach, may_go_on};
use super::overwhelming::{continue_facings, counter_facings, in_reach};
use super::retreat::legal_hexes;
use super::{Attack, Stance};

/// Lists the canonical base of legal orders, in a fixed order.
///
/// Attacks: every attacker alone on all it may strike that satisfy its duty, with and without its
/// momentum; then all pairs of attackers that share an enemy. Where a hex or a target is chosen the
/// facing is, too.
pub(in super::super) fn options(battle: Battle<'_>, decision: &Decision) -> Vec<Order> {
    match decision {
        Decision::Declare {
            contingent,
            declared,
        } => attacks(battle, *contingent, declared),
        Decision::Evade { unit, attackers } => {
            let hexes = legal_hexes(battle, *unit, attackers);
            let retreats = hexes.flat_map(|hex| {
                let facings = Facing::ALL.into_iter();
                facings.map(move |facing| evade(*unit, Retreat::To(vec![hex]), Some(facing)))
            });
            retreats.chain([stand(*unit)]).collect()
        }
        Decision::Advance {
            hex,
            others,
            candidates,
            must,
            ..
        } => {
            let hexes = || std::iter::once(*hex).chain(others.iter().copied());
            let ways = candidates
                .iter()
                .flat_map(|&unit| hexes().map(move |hex| (unit, hex)))
                .filter(|&(unit, hex)| may_advance(battle, unit, hex).is_ok());
            let advances = ways.flat_map(|(unit, hex)| {
                let facings = Facing::ALL.into_iter();
                facings.map(move |facing| Order::Advance {
                    unit,
                    to: Advance::Into(hex),
                    facing: Some(facing),
                })
            });
            let none = (!must).then_some(Order::AdvanceNone);
            advances.chain(none).collect()
        }
        Decision::Loss { tied, .. } => tied.iter().map(|&unit| loss(unit)).collect(),
        Decision::Counter { unit, attackers } => {
            let facings = counter_facings(battle, *unit, attackers);
            let counters = facings.map(|facing| counter(*unit, true, Some(facing)));
            counters.chain([counter(*unit, false, None)]).collect()
        }
        Decision::Continue { unit, stance } => blows(battle, *unit, *stance),
        _ => Vec::new(),
    }
}

/// Invents a legal order, or passes.
pub(in super::super) fn sample(
    battle: Battle<'_>,
    decision: &Decision,
    pick: &mut dyn Pick,
) -> Option<Order> {
    match decision {
        Decision::Declare {
            contingent,
            declared,
        } => attack(battle, *contingent, declared, pick),
        Decision::Evade { unit, attackers } => {
            let hexes: Vec<_> = legal_hexes(battle, *unit, attackers).collect();
            let index = pick.pick(hexes.len() + 1);
            Some(match hexes.get(index) {
                Some(&hex) => evade(*unit, Retreat::To(vec![hex]), Some(any_facing(pick))),
                None => stand(*unit),
            })
        }
        Decision::Advance {
            hex,
            candidates,
            must,
            ..
        } => {
            let index = pick.pick((candidates.len() + usize::from(!must)).max(1));
            Some(match candidates.get(index) {
                Some(&unit) => Order::Advance {
                    unit,
                    to: Advance::Into(*hex),
                    facing: Some(any_facing(pick)),
                },
                None => Order::AdvanceNone,
            })
        }
        Decision::Loss { tied, .. } => Some(loss(tied[pick.pick(tied.len())])),
        Decision::Counter { .. } | Decision::Continue { .. } => {
            let mut options = options(battle, decision);
            Some(options.swap_remove(pick.pick(options.len())))
        }
        _ => None,
    }
}

/// Returns what a side does that says nothing.
pub(in super::super) fn default(battle: Battle<'_>, decision: &Decision) -> Option<Order> {
    match decision {
        // D13: light cavalry gives way, heavy cavalry stands.
        Decision::Evade { unit, .. } => Some(match battle.kind(*unit) {
            Kind::LC => evade(*unit, Retreat::Away, None),
            Kind::HC | Kind::HI | Kind::MI | Kind::LI => stand(*unit),
        }),
        // D14, D17: what is compulsory, if possible by a unit that charged.
        Decision::Advance {
            hex,
            candidates,
            must,
            ..
        } => must.then(|| Order::Advance {
            unit: candidates[0],
            to: Advance::Into(*hex),
            facing: None,
        }),
        Decision::Loss { tied, .. } => Some(loss(first_to_lose(battle, tied))),
        // D18: a blow that has a fair chance, or an enemy that is shaken.
        Decision::Counter { unit, attackers } => {
            let rating = attacking_rating(battle, *unit, Round::Counter).unwrap_or(0);
            let is_shaken =
                |&enemy: &UnitId| battle.piece(enemy).condition == Condition::Disordered;
            let yes = rating >= 2 || attackers.iter().any(is_shaken);
            Some(counter(*unit, yes, None))
        }
        _ => None,
    }
}

fn any_facing(pick: &mut dyn Pick) -> Facing {
    Facing::ALL[pick.pick(Facing::ALL.len())]
}

fn evade(unit: UnitId, to: Retreat, facing: Option<Facing>) -> Order {
    Order::Evade {
        who: Who::Unit(unit),
        before: Before::Any,
        to,
        facing,
    }
}

fn stand(unit: UnitId) -> Order {
    Order::Stand {
        who: Who::Unit(unit),
    }
}

fn loss(unit: UnitId) -> Order {
    Order::Loss { units: vec![unit] }
}

fn counter(unit: UnitId, yes: bool, facing: Option<Facing>) -> Order {
    Order::Counter {
        who: Who::Unit(unit),
        yes,
        facing,
    }
}

/// Returns the enemies in a unit's front that it may strike.
fn strikable(battle: Battle<'_>, unit: UnitId) -> Vec<UnitId> {
    let enemies = battle.enemies_in_front(unit);
    enemies
        .filter(|&enemy| has_stomach(battle, unit, enemy).is_ok())
        .collect()
}

/// Lists attacks by single attackers and by pairs.
fn attacks(battle: Battle<'_>, contingent: Contingent, declared: &[Attack]) -> Vec<Order> {
    let able: Vec<UnitId> = could_attack(battle, contingent, declared).collect();
    let optional = battle.game.options.momentum == Momentum::Optional;
    let mut orders = Vec::new();
    for &unit in &able {
        let enemies = strikable(battle, unit);
        let with_momentum = optional && battle.piece(unit).deeds.momentum;
        for targets in subsets(&enemies) {
            let attackers = vec![unit];
            orders.push(shock(attackers.clone(), targets.clone(), Vec::new()));
            if with_momentum {
                orders.push(shock(attackers, targets, vec![unit]));
            }
        }
    }
    for (index, &one) in able.iter().enumerate() {
        for &other in &able[index + 1..] {
            let mut targets = strikable(battle, one);
            let theirs = strikable(battle, other);
            if !theirs.iter().any(|enemy| targets.contains(enemy)) {
                continue;
            }
            targets.extend(theirs);
            targets.sort_unstable();
            targets.dedup();
            orders.push(shock(vec![one, other], targets, Vec::new()));
        }
    }
    orders.retain(|order| stands(battle, contingent, declared, order));
    orders
}

/// Tells whether an attack can be declared in addition to others, just as it is written.
fn stands(battle: Battle<'_>, contingent: Contingent, declared: &[Attack], order: &Order) -> bool {
    let Order::Shock {
        attackers,
        defenders,
        no_momentum,
    } = order
    else {
        return false;
    };
    let named = Named {
        attackers,
        defenders,
        no_momentum,
    };
    let Ok(mustered) = muster(battle, contingent, declared, named) else {
        return false;
    };
    let mut all = declared.to_vec();
    all.push(mustered.attack);
    mustered.dropped.is_none()
        && neglects(battle, &all)
            .iter()
            .all(|&(index, _)| index != declared.len())
}

fn shock(attackers: Vec<UnitId>, defenders: Vec<UnitId>, no_momentum: Vec<UnitId>) -> Order {
    Order::Shock {
        attackers,
        defenders,
        no_momentum,
    }
}

/// Lists the subsets of one or two enemies, single ones first.
fn subsets(enemies: &[UnitId]) -> Vec<Vec<UnitId>> {
    let singles = enemies.iter().map(|&enemy| vec![enemy]);
    let both = (enemies.len() == 2).then(|| enemies.to_vec());
    singles.chain(both).collect()
}

/// Picks a unit that attacks everybody in its front, or nobody.
fn attack(
    battle: Battle<'_>,
    contingent: Contingent,
    declared: &[Attack],
    pick: &mut dyn Pick,
) -> Option<Order> {
    let count = could_attack(battle, contingent, declared).count();
    let index = pick.pick(count + 1);
    let unit = could_attack(battle, contingent, declared).nth(index)?;
    let order = shock(vec![unit], strikable(battle, unit), Vec::new());
    // Q3: who strikes all in its front leaves nobody out, but a combat of others may bar it.
    let is_barred =
        battle.game.options.chain == Chain::Split && !stands(battle, contingent, declared, &order);
    (!is_barred).then_some(order)
}

/// Lists what a unit may strike in a continued attack, with each facing it may take, and that it
/// stops.
fn blows(battle: Battle<'_>, unit: UnitId, stance: Stance) -> Vec<Order> {
    let now = battle.piece(unit).facing;
    let order = |blow, facing: Facing| Order::Continue {
        unit,
        blow,
        max: None,
        facing: (facing != now).then_some(facing),
    };
    let mut orders = Vec::new();
    let facings = continue_facings(battle, unit, stance);
    let may_go_on = stance != Stance::Spent && may_go_on(battle, unit).is_ok();
    for facing in facings.filter(|_| may_go_on) {
        let enemies: Vec<UnitId> = in_reach(battle, unit, facing).collect();
        let targets = subsets(&enemies).into_iter();
        orders.extend(targets.map(|targets| order(Blow::On(targets), facing)));
    }
    orders.push(order(Blow::Stop, now));
    orders
}
