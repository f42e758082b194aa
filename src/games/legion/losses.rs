//! 8.1: the owner's choice of losses: HALF lines read and invented.

use crate::engine::{Fit, Pick, Rank};
use crate::geometry::Hex;

use super::Field;
use super::order::{Loss, Order};
use super::strike::{by_default, counted};
use super::terms::UnitId;

/// Brings units into the order in which they are to die: as wished, the rest by default.
pub(super) fn preferred(field: Field<'_>, losses: &[Loss], default: &[UnitId]) -> Vec<UnitId> {
    let mut order: Vec<UnitId> = Vec::with_capacity(default.len());
    let kept = |unit: &UnitId| losses.contains(&Loss::Keep(*unit));
    for loss in losses {
        let matches = |unit: UnitId| match *loss {
            Loss::Unit(own) => own == unit,
            Loss::Kind(kind) => field.piece(unit).kind == kind,
            Loss::Disrupted => field.is_disrupted(unit),
            Loss::Keep(_) => false,
        };
        let next = default
            .iter()
            .copied()
            .filter(|unit| matches(*unit) && !kept(unit));
        let next: Vec<_> = next.filter(|unit| !order.contains(unit)).collect();
        order.extend(next);
    }
    let rest = default
        .iter()
        .filter(|unit| !order.contains(unit) && !kept(unit));
    let rest: Vec<_> = rest.copied().collect();
    order.extend(rest);
    order.extend(default.iter().filter(|unit| kept(unit)));
    order
}

/// Says whether a HALF line speaks of these hexes.
pub(super) fn answer(field: Field<'_>, hexes: &[Hex], order: &Order) -> Fit<Order> {
    let Order::Half { hex, losses } = order else {
        return Fit::Other;
    };
    match hex {
        Some(own) if hexes.contains(own) => Fit::Takes(Rank::Named, order.clone()),
        Some(_) => Fit::Other,
        None => {
            let units = counted(field, hexes);
            let named = losses.iter().any(|loss| match loss {
                Loss::Unit(unit) | Loss::Keep(unit) => units.contains(unit),
                Loss::Kind(_) | Loss::Disrupted => false,
            });
            let rank = if named { Rank::Group } else { Rank::All };
            Fit::Takes(rank, order.clone())
        }
    }
}

/// Lists one answer for each unit that could be the first to die.
pub(super) fn options(field: Field<'_>, hexes: &[Hex]) -> Vec<Order> {
    let order = |unit| Order::Half {
        hex: hexes.first().copied(),
        losses: vec![Loss::Unit(unit)],
    };
    by_default(field, counted(field, hexes))
        .into_iter()
        .map(order)
        .collect()
}

/// Invents an answer.
pub(super) fn sample(field: Field<'_>, hexes: &[Hex], pick: &mut dyn Pick) -> Order {
    let mut units = counted(field, hexes);
    let first = units.swap_remove(pick.pick(units.len()));
    Order::Half {
        hex: hexes.first().copied(),
        losses: vec![Loss::Unit(first)],
    }
}

/// Returns what is done where nothing is said.
pub(super) fn default(hexes: &[Hex]) -> Order {
    Order::Half {
        hex: hexes.first().copied(),
        losses: Vec::new(),
    }
}
