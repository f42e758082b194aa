//! Lines of a match's record, each written once.

use serde_json::value::RawValue;

use crate::engine::Witnessed;
use crate::ledger::hash::Hash;
use crate::ledger::seal::SealedText;
use crate::ledger::secret::Nonce;
use crate::record::{At, Body, Holder, Line, OrdersBody, PrivateBody, PublicBody, SeatNumber};
use crate::store::{MatchId, Unit};

use super::DeskError;
use super::table::{Table, refuse_stale};

/// Appends a line to the record.
pub(super) fn append_line(
    unit: &mut dyn Unit,
    id: &MatchId,
    holder: Holder,
    at: Option<At>,
    body: &Body,
) -> Result<(), DeskError> {
    append(unit, id, holder, at, body).map(|_| ())
}

/// The one place at which a record grows, and the gate before it.
pub(super) fn append(
    unit: &mut dyn Unit,
    id: &MatchId,
    holder: Holder,
    at: Option<At>,
    body: &Body,
) -> Result<Line, DeskError> {
    refuse_stale(&unit.the_match(id)?)?;
    let n = unit.next_line(id)?;
    let line = match at {
        Some(at) => Line::write_at(n, holder, at, body)?,
        None => Line::write(n, holder, body)?,
    };
    unit.append_record(id, &line)?;
    Ok(line)
}

/// Writes the public line of a run and returns its hash: the `state` of a REPORT.
pub(super) fn append_public(
    unit: &mut dyn Unit,
    table: &Table,
    at: At,
    witnessed: &Witnessed,
) -> Result<Hash, DeskError> {
    let body = Body::Public(PublicBody {
        events: raw(&witnessed.events),
        view: raw(&witnessed.view),
        corrects: None,
    });
    let line = append(unit, &table.row.id, Holder::All, Some(at), &body)?;
    Ok(Hash::sha256(line.text().as_bytes()))
}

/// Writes what one seat witnessed of a run.
pub(super) fn append_private(
    unit: &mut dyn Unit,
    table: &Table,
    at: At,
    seat: SeatNumber,
    witnessed: &Witnessed,
) -> Result<(), DeskError> {
    let body = Body::Private(PrivateBody {
        seat,
        events: raw(&witnessed.events),
        view: raw(&witnessed.view),
    });
    append_line(unit, &table.row.id, Holder::Owner(seat), Some(at), &body)
}

/// Writes the text of a seat that a run had in force.
pub(super) fn append_orders(
    unit: &mut dyn Unit,
    table: &Table,
    at: At,
    (seat, nonce): (SeatNumber, Option<&Nonce>),
    lines: &[String],
) -> Result<(), DeskError> {
    let nonce = nonce.map(|nonce| hex::encode(nonce.expose()));
    let body = Body::Orders(OrdersBody {
        seat,
        nonce,
        lines: lines.to_vec(),
    });
    append_line(unit, &table.row.id, Holder::Owner(seat), Some(at), &body)
}

fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).expect("the engine writes JSON")
}

/// Makes the text that a seal covers; what the protocol cannot write is written in ASCII.
pub(super) fn sealed_text(lines: &[String]) -> Result<SealedText, DeskError> {
    SealedText::transliterate(&lines.join("\n"))
        .map_err(|error| DeskError::refused(format!("a line cannot be sealed: {error}")))
}
