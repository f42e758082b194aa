//! Legion as a rule set: which chapter answers for which decision.

use crate::engine::{Fit, Pick, Rank};
use crate::orders::Illegal;

use super::decision::Decision;
use super::order::{Aim, Order, Who};
use super::phases::{advance, choices, deploy, ending, fire, melee, moves, retreat};
use super::state::View;
use super::terms::{Legion, Side};
use super::{Field, Game, losses, rules, simultaneous};

fn plotted(view: &View, side: Side) -> Vec<super::terms::UnitId> {
    view.plots[side.index()]
        .iter()
        .map(|plot| plot.unit)
        .collect()
}

/// Says whether an order answers a decision, and as what.
pub(super) fn answer(game: &Game, view: &View, decision: &Decision, order: &Order) -> Fit<Order> {
    let field = Field::new(game, &view.open);
    match order {
        Order::Concede => return concession(field, decision),
        Order::Until { turn, .. } if view.open.turn > *turn => return Fit::Other,
        Order::Until { order, .. } => return answer(game, view, decision, order),
        Order::StandSquare { hex } => {
            return answer(game, view, decision, &Order::SquareForm { hex: *hex });
        }
        _ => {}
    }
    match decision {
        Decision::Legions { side } => deploy::legion_answer(field, *side, order),
        Decision::Deploy { side } => deploy::answer(field, *side, order),
        Decision::Fire { side } => fire::answer(field, *side, None, order),
        Decision::JoinFire { side, at } => fire::answer(field, *side, Some(*at), order),
        Decision::Move { side } => moves::answer(field, *side, order),
        Decision::PanicMove { unit } => match order {
            Order::Panic { who, .. } => match field.rank(who, *unit) {
                Some(rank) => Fit::Takes(rank, order.clone()),
                None => Fit::Other,
            },
            _ => Fit::Other,
        },
        Decision::Square { side } => ending::square_answer(field, *side, order),
        Decision::Dissolve { side } => moves::dissolve_answer(field, *side, order),
        Decision::Surplus { hex, .. } => ending::surplus_answer(*hex, order),
        Decision::DefensiveFire { unit } => fire::defensive_answer(field, *unit, order),
        Decision::Halve { hexes, .. } => losses::answer(field, hexes, order),
        Decision::Melee { side } => melee::answer(field, *side, order),
        Decision::Retreat { unit, column, .. } => retreat::answer(field, *unit, *column, order),
        Decision::DefendLegion { hex, .. } => match order {
            Order::DefendLegion { hex: own, .. } if own == hex => {
                Fit::Takes(Rank::Named, order.clone())
            }
            _ => Fit::Other,
        },
        Decision::Advance { side, units, into } => {
            advance::answer(field, *side, units, into, order)
        }
        Decision::Plot { side } => simultaneous::answer(field, *side, order),
        Decision::Alone { side } => match order {
            Order::Finish => match field.army(side.other()).next() {
                None => Fit::Takes(Rank::Named, Order::Finish),
                Some(_) => Fit::Fails(Illegal::new(
                    rules::R92,
                    "the enemy still has units on the map",
                )),
            },
            _ => Fit::Other,
        },
    }
}

/// 15.0, R106: a side may begin to withdraw whenever it acts.
fn concession(field: Field<'_>, decision: &Decision) -> Fit<Order> {
    let (Decision::Fire { side }
    | Decision::Move { side }
    | Decision::Melee { side }
    | Decision::Plot { side }) = decision
    else {
        return Fit::Other;
    };
    match ending::may_concede(field, *side) {
        Ok(()) => Fit::Takes(Rank::Named, Order::Concede),
        Err(illegal) => Fit::Fails(illegal),
    }
}

/// Lists the finite base of legal orders.
pub(super) fn options(game: &Game, view: &View, decision: &Decision) -> Vec<Order> {
    let field = Field::new(game, &view.open);
    match decision {
        Decision::Legions { side } => deploy::legion_options(field, *side),
        Decision::Deploy { side } => deploy::options(field, *side),
        Decision::Fire { side } => fire::options(field, *side, None),
        Decision::JoinFire { side, at } => fire::options(field, *side, Some(*at)),
        Decision::Move { side } => choices::options(field, *side),
        Decision::PanicMove { unit } => super::terms::Dir::ALL
            .into_iter()
            .map(|dir| Order::Panic {
                who: Who::Unit(*unit),
                prefer: vec![dir],
            })
            .collect(),
        Decision::Square { side } => ending::square_options(field, *side),
        Decision::Dissolve { side } => moves::dissolve_options(field, *side),
        Decision::Surplus { side, hex, .. } => ending::surplus_options(field, *side, *hex),
        Decision::DefensiveFire { unit } => fire::defensive_options(field, *unit),
        Decision::Halve { hexes, .. } => losses::options(field, hexes),
        Decision::Melee { side } => melee::options(field, *side),
        Decision::Retreat { unit, .. } => retreat::options(field, *unit),
        Decision::DefendLegion { side, hex } => Legion::ALL
            .iter()
            .filter(|&&legion| {
                field
                    .stack(*hex, *side)
                    .any(|unit| field.legion(unit) == Some(legion))
            })
            .map(|&legion| Order::DefendLegion { hex: *hex, legion })
            .collect(),
        Decision::Advance { side, units, into } => advance::options(field, *side, units, into),
        Decision::Plot { side } => simultaneous::options(field, *side, &plotted(view, *side)),
        Decision::Alone { .. } => vec![Order::Finish],
    }
}

/// Invents a legal order, or passes.
pub(super) fn sample(
    game: &Game,
    view: &View,
    decision: &Decision,
    pick: &mut dyn Pick,
) -> Option<Order> {
    let field = Field::new(game, &view.open);
    match decision {
        Decision::Legions { side } => deploy::legion_sample(field, *side, pick),
        Decision::Deploy { side } => deploy::sample(field, *side, pick),
        Decision::Fire { side } => fire::sample(field, *side, pick),
        Decision::JoinFire { .. } => None,
        Decision::Move { side } => choices::sample(field, *side, pick),
        Decision::Surplus { side, hex, .. } => {
            Some(ending::surplus_sample(field, *side, *hex, pick))
        }
        Decision::Halve { hexes, .. } => Some(losses::sample(field, hexes, pick)),
        Decision::Melee { side } => melee::sample(field, *side, pick),
        Decision::Retreat { unit, .. } => retreat::sample(field, *unit, pick),
        Decision::Advance { side, units, into } => advance::sample(field, *side, units, into, pick),
        Decision::Plot { side } => simultaneous::sample(field, *side, &plotted(view, *side), pick),
        Decision::PanicMove { .. }
        | Decision::Square { .. }
        | Decision::Dissolve { .. }
        | Decision::DefensiveFire { .. }
        | Decision::DefendLegion { .. }
        | Decision::Alone { .. } => {
            let mut orders = options(game, view, decision);
            let index = pick.pick(orders.len() + 1);
            (index < orders.len()).then(|| orders.swap_remove(index))
        }
    }
}

/// Returns what is done for a side that says nothing (2.6).
pub(super) fn default(decision: &Decision) -> Option<Order> {
    match decision {
        Decision::DefensiveFire { unit } => Some(fire::defend(*unit, Aim::Best)),
        Decision::Halve { hexes, .. } => Some(losses::default(hexes)),
        Decision::Retreat { unit, .. } => Some(retreat::retreat(*unit, super::order::Haven::Stand)),
        _ => None,
    }
}
