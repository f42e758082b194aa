//! What an order is worth to a decision of the Shock segment.

use crate::engine::{Fit, Rank};
use crate::geometry::{Facing, Hex};

use super::super::battle::Battle;
use super::super::data::{Contingent, Kind, UnitId};
use super::super::decision::Decision;
use super::super::movement::rank;
use super::super::order::{Advance, Before, Blow, Order, Point, Retreat, Who};
use super::advance::may_advance;
use super::choices::default;
use super::declare::{Mustered, Named, muster};
use super::overwhelming::{aim, counter_facing};
use super::retreat::chosen_hex;
use super::{Attack, Bar, Stance, Vacated};

/// Says whether an order answers a decision, how specifically, and as what.
pub(in super::super) fn answer(
    battle: Battle<'_>,
    decision: &Decision,
    order: &Order,
) -> Fit<Order> {
    if let Some(fit) = by_point(battle, decision, order) {
        return fit;
    }
    match decision {
        Decision::Declare {
            contingent,
            declared,
        } => declaration(battle, *contingent, declared, order),
        Decision::Evade { unit, attackers } => retreat(battle, *unit, attackers, order),
        Decision::Advance {
            hex,
            others,
            candidates,
            must,
            ..
        } => {
            let open = Open {
                hex: *hex,
                others,
                candidates,
                must: *must,
            };
            open.answer(battle, order)
        }
        Decision::Loss { tied, .. } => loss(tied, order),
        Decision::Counter { unit, attackers } => counter(battle, *unit, attackers, order),
        Decision::Continue { unit, stance } => go_on(battle, *unit, *stance, order),
        _ => Fit::Other,
    }
}

/// Takes what can be carried out and words what cannot.
fn fit(battle: Battle<'_>, rank: Rank, order: Result<Order, Bar>) -> Fit<Order> {
    match order {
        Ok(order) => Fit::Takes(rank, order),
        Err(bar) => Fit::Fails(bar.illegal(battle)),
    }
}

/// ASK and DEFAULT lines: the question is put to the owner, or the game's default serves him.
fn by_point(battle: Battle<'_>, decision: &Decision, order: &Order) -> Option<Fit<Order>> {
    let asked = point(decision)?;
    match order {
        Order::Ask { point, who } if *point == asked => {
            let ranks = concerned(decision).iter();
            let best = ranks.filter_map(|&unit| rank(battle, who, unit)).max();
            Some(best.map_or(Fit::Other, Fit::Asks))
        }
        Order::Default { point } if *point == asked => {
            let order = default(battle, decision).or_else(|| nothing(decision));
            Some(order.map_or(Fit::Other, |order| Fit::Takes(Rank::All, order)))
        }
        _ => None,
    }
}

/// Returns the number under which a decision can be asked for.
fn point(decision: &Decision) -> Option<Point> {
    match decision {
        Decision::Evade { .. } => Some(Point::D13),
        Decision::Advance { vacated, .. } => Some(match vacated {
            Vacated::Retreat => Point::D14,
            Vacated::Elimination => Point::D17,
        }),
        Decision::Loss { .. } => Some(Point::D16),
        Decision::Counter { .. } => Some(Point::D18),
        Decision::Continue { .. } => Some(Point::D19),
        _ => None,
    }
}

/// Returns the units a decision is about.
fn concerned(decision: &Decision) -> &[UnitId] {
    match decision {
        Decision::Evade { unit, .. }
        | Decision::Counter { unit, .. }
        | Decision::Continue { unit, .. } => std::slice::from_ref(unit),
        Decision::Advance { candidates, .. } => candidates,
        Decision::Loss { tied, .. } => tied,
        _ => &[],
    }
}

/// Returns the order that does nothing, for decisions whose default is nothing.
fn nothing(decision: &Decision) -> Option<Order> {
    match decision {
        Decision::Advance { .. } => Some(Order::AdvanceNone),
        Decision::Continue { unit, .. } => Some(Order::Continue {
            unit: *unit,
            blow: Blow::Stop,
            max: None,
            facing: None,
        }),
        _ => None,
    }
}

/// D12: a SHOCK line as it can be carried out now.
fn declaration(
    battle: Battle<'_>,
    contingent: Contingent,
    declared: &[Attack],
    order: &Order,
) -> Fit<Order> {
    match order {
        Order::Shock {
            attackers,
            defenders,
            no_momentum,
        } => {
            let named = Named {
                attackers,
                defenders,
                no_momentum,
            };
            let mustered = muster(battle, contingent, declared, named);
            let order = mustered.map(|Mustered { attack, .. }| Order::Shock {
                attackers: attack.attackers,
                defenders: attack.defenders,
                no_momentum: attack.no_momentum,
            });
            fit(battle, Rank::Named, order)
        }
        Order::ShockAsk | Order::ShockNone => Fit::Takes(Rank::All, order.clone()),
        _ => Fit::Other,
    }
}

/// D13: an EVADE line for attackers like these, with the hexes that are legal now, or STAND.
fn retreat(battle: Battle<'_>, unit: UnitId, attackers: &[UnitId], order: &Order) -> Fit<Order> {
    match order {
        Order::Evade {
            who,
            before,
            to,
            facing,
        } => {
            let Some(rank) = rank(battle, who, unit) else {
                return Fit::Other;
            };
            if !speaks_of(battle, *before, attackers) {
                return Fit::Other;
            }
            fit(battle, rank, evade(battle, unit, attackers, to, *facing))
        }
        Order::Stand { who } => match rank(battle, who, unit) {
            Some(rank) => {
                let who = Who::Unit(unit);
                Fit::Takes(rank, Order::Stand { who })
            }
            None => Fit::Other,
        },
        _ => Fit::Other,
    }
}

/// Tells whether an EVADE line is meant for attackers like these.
fn speaks_of(battle: Battle<'_>, before: Before, attackers: &[UnitId]) -> bool {
    let mut kinds = attackers.iter().map(|&attacker| battle.kind(attacker));
    match before {
        Before::Any => true,
        Before::Inf => !kinds.any(Kind::is_cavalry),
        Before::Hc => kinds.any(|kind| kind == Kind::HC),
    }
}

fn evade(
    battle: Battle<'_>,
    unit: UnitId,
    attackers: &[UnitId],
    to: &Retreat,
    facing: Option<Facing>,
) -> Result<Order, Bar> {
    if chosen_hex(battle, unit, attackers, to).is_none() {
        return Err(match to {
            Retreat::To(hexes) if !hexes.is_empty() => Bar::BadRetreat(unit, hexes[0]),
            Retreat::To(_) | Retreat::Away => Bar::NoRetreat(unit),
        });
    }
    Ok(Order::Evade {
        who: Who::Unit(unit),
        before: Before::Any,
        to: to.clone(),
        facing,
    })
}

/// D14, D17: the hexes that a combat has left open.
struct Open<'a> {
    hex: Hex,
    others: &'a [Hex],
    candidates: &'a [UnitId],
    must: bool,
}

impl Open<'_> {
    fn answer(&self, battle: Battle<'_>, order: &Order) -> Fit<Order> {
        match order {
            Order::Advance { unit, to, facing } => self.advance(battle, *unit, *to, *facing),
            Order::AdvanceNone if self.must => {
                Fit::Fails(Bar::MustAdvance(self.hex).illegal(battle))
            }
            Order::AdvanceNone => Fit::Takes(Rank::All, Order::AdvanceNone),
            _ => Fit::Other,
        }
    }

    fn advance(
        &self,
        battle: Battle<'_>,
        unit: UnitId,
        to: Advance,
        facing: Option<Facing>,
    ) -> Fit<Order> {
        let is_candidate = self.candidates.contains(&unit);
        let into = |hex| {
            let to = Advance::Into(hex);
            Order::Advance { unit, to, facing }
        };
        match to {
            Advance::Into(hex) if hex == self.hex || self.others.contains(&hex) => {
                let allowed = may_advance(battle, unit, hex);
                let allowed = allowed.and(if is_candidate || hex != self.hex {
                    Ok(())
                } else {
                    Err(Bar::NotOfCombat(unit))
                });
                fit(battle, Rank::Named, allowed.map(|()| into(hex)))
            }
            Advance::Yes if is_candidate => Fit::Takes(Rank::Named, into(self.hex)),
            Advance::No if is_candidate && self.must && self.candidates.len() == 1 => {
                Fit::Fails(Bar::MustAdvance(self.hex).illegal(battle))
            }
            Advance::No if is_candidate => {
                Fit::Takes(Rank::Named, Order::Advance { unit, to, facing })
            }
            Advance::Into(_) | Advance::Yes | Advance::No => Fit::Other,
        }
    }
}

/// D16: the first of the tied units that a LOSS line names.
fn loss(tied: &[UnitId], order: &Order) -> Fit<Order> {
    let Order::Loss { units } = order else {
        return Fit::Other;
    };
    match units.iter().find(|unit| tied.contains(unit)) {
        Some(&unit) => Fit::Takes(Rank::Named, Order::Loss { units: vec![unit] }),
        None => Fit::Other,
    }
}

/// D18: counterattack, if it turns legally, or not.
fn counter(battle: Battle<'_>, unit: UnitId, attackers: &[UnitId], order: &Order) -> Fit<Order> {
    let Order::Counter { who, yes, facing } = order else {
        return Fit::Other;
    };
    let Some(rank) = rank(battle, who, unit) else {
        return Fit::Other;
    };
    let facing = match facing {
        Some(_) if *yes => counter_facing(battle, unit, attackers, *facing).map(Some),
        Some(_) | None => Ok(None),
    };
    let order = facing.map(|facing| Order::Counter {
        who: Who::Unit(unit),
        yes: *yes,
        facing,
    });
    fit(battle, rank, order)
}

/// D19: another attack, if somebody named can be struck, or none.
fn go_on(battle: Battle<'_>, unit: UnitId, stance: Stance, order: &Order) -> Fit<Order> {
    match order {
        Order::Continue {
            unit: named,
            blow,
            facing,
            ..
        } if *named == unit => {
            let order = match blow {
                Blow::Stop => Ok(order.clone()),
                Blow::On(_) | Blow::Best => {
                    aim(battle, unit, stance, blow, *facing).map(|_| order.clone())
                }
            };
            fit(battle, Rank::Named, order)
        }
        _ => Fit::Other,
    }
}
