//! Whether the terms of guards hold.

use super::Field;
use super::order::Fact;
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
    }
}
