//! Whether the terms of guards hold.

use super::Field;
use super::fire;
use super::melee::{self, Clash};
use super::order::{Fact, Order};
use super::phases;
use super::state::View;

/// Tells whether a term of a guard holds.
pub(super) fn holds(field: Field<'_>, view: &View, fact: &Fact) -> bool {
    match fact {
        Fact::Occupied(hex) => !field.open.is_empty(*hex),
        Fact::Empty(hex) => field.open.is_empty(*hex),
        Fact::Alive(unit) => field.is_on_map(*unit),
        Fact::Sound(unit) => field.is_on_map(*unit) && !field.is_disrupted(*unit),
        Fact::Result(hex, result) => view.open.results.contains(&(*hex, *result)),
        Fact::Panic(side) => view.open.panicked == Some(*side),
        Fact::Turn(turn) => view.open.turn >= *turn,
        // It speaks of an attack, and there is none.
        Fact::Odds(_) => false,
    }
}

/// Tells whether a term holds for the order that hangs on it, as it would be carried out.
pub(super) fn holds_for(field: Field<'_>, view: &View, fact: &Fact, order: &Order) -> bool {
    let Fact::Odds(least) = fact else {
        return holds(field, view, fact);
    };
    // An attack that cannot be made has no odds.
    let column = match order {
        Order::Fire { units, at } => units.first().and_then(|&first| {
            let units = phases::fire::firers(field, field.side(first), units, *at, false).ok()?;
            fire::odds(field, &units, *at).column
        }),
        Order::Melee {
            units, at, legion, ..
        } => units.first().and_then(|&first| {
            let side = field.side(first);
            let units = phases::melee::fighters(field, side, units, at, *legion).ok()?;
            melee::odds(field, Clash::new(&units, at), &melee::nobody_moves).column
        }),
        _ => None,
    };
    column.is_some_and(|column| column >= *least)
}

/// Tells why a term cannot be asked of an order, or where no order hangs on it.
pub(super) fn objection(fact: &Fact, order: Option<&Order>) -> Option<String> {
    let attacks = matches!(order, Some(Order::Fire { .. } | Order::Melee { .. }));
    let asks_for_odds = matches!(fact, Fact::Odds(_));
    (asks_for_odds && !attacks).then(|| {
        "`ODDS` speaks of the attack that hangs on it: a FIRE or a MELEE; DF has `MIN c`, RETREAT \
         `WHEN ODDS>=c`"
            .to_owned()
    })
}
