//! Keys of what the host has drawn hidden for a seat: with its key a seat computes its own results, and needs
//! nobody's word that it was dealt what was drawn.

use std::collections::BTreeMap;

use crate::engine::{RollMade, Scope};
use crate::ledger::host::OpenedDraw;
use crate::record::{Body, Holder, SeatNumber, Secret, SecretBody, SecretKind};
use crate::store::Unit;

use super::DeskError;
use super::book::Book;
use super::lines::append_line;
use super::table::Table;

/// Hands each seat the keys of what was drawn for it alone, in its private lines of the record.
pub(super) fn hand_over(
    unit: &mut dyn Unit,
    table: &Table,
    book: &Book,
    (opened, made): (&OpenedDraw, &[RollMade]),
) -> Result<(), DeskError> {
    let mut drawn: Vec<Scope> = made.iter().map(|roll| roll.scope).collect();
    drawn.sort_unstable();
    drawn.dedup();
    let mut keys: BTreeMap<SeatNumber, Vec<Secret>> = BTreeMap::new();
    for scope in drawn {
        let Scope::Seat(seat, _) = scope else {
            continue;
        };
        // What a seat draws from its own secret the host cannot open.
        let Some(seed) = book.hidden_seed(opened.draw(), opened.seed(), scope) else {
            continue;
        };
        keys.entry(table.number(seat)).or_default().push(Secret {
            what: SecretKind::Key,
            draw: Some(opened.draw()),
            scope: Some(book.scope(scope).to_string()),
            value: seed.to_string(),
        });
    }
    for (seat, secrets) in keys {
        let body = Body::Secret(SecretBody { secrets });
        append_line(unit, &table.row.id, Holder::Owner(seat), None, &body)?;
    }
    Ok(())
}
