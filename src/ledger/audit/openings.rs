//! Seals and the orders that open them, source by source.

use super::{
    Code,
    evidence::{Evidence, Source},
    finding::{Findings, Place},
    walk::{Reported, Walk},
};
use crate::ledger::{block::Orders, hash::Hash, names::Seat};

/// Every seal of a reported draw is opened by orders, and by those of every paper that opens it at all.
///
/// What one source has right hides nothing of what another one has wrong. Only where orders may have been
/// replaced before they were sealed can a block that opens nothing be an honest one.
pub(super) fn check(walk: &Walk, evidence: &Evidence, findings: &mut Findings) {
    for reported in &walk.reported {
        for (seat, seal) in &reported.seals {
            let place = Place::draw(reported.draw).seat(*seat);
            let openings = openings(evidence, reported, (*seat, *seal));
            let is_opened = openings.iter().any(|opening| opening.opens);
            if openings.is_empty() {
                let code = match walk.is_finished && reported.is_played_by_host(*seat) {
                    true => Code::SealUnopened,
                    false => Code::OrdersUnopened,
                };
                findings.add(code, place);
            }
            let fixed_at = reported.sealed_at(*seat);
            for Opening { source, .. } in openings.iter().filter(|opening| !opening.opens) {
                let code = match is_opened && !source.is_written_after(fixed_at) {
                    true => Code::FiledOtherwise,
                    false => Code::SealMismatch,
                };
                findings.tell_by(source.sender, code, place, &source.name);
            }
        }
    }
}

/// What the orders of one source are to a seal.
struct Opening<'a> {
    number: usize,
    source: &'a Source<'a>,
    opens: bool,
}

/// Returns each source that has orders for a seal; of several in one source, one must open it.
fn openings<'a>(
    evidence: &'a Evidence<'a>,
    reported: &Reported,
    (seat, seal): (Seat, Hash),
) -> Vec<Opening<'a>> {
    let mut openings: Vec<Opening> = Vec::new();
    let orders = evidence.orders.get(&(reported.draw, seat));
    for (number, orders) in orders.into_iter().flatten() {
        let source = evidence.source(*number);
        let opens = orders.seal() == seal;
        if !opens && hands_over_only(orders) && !source.is_written_after(reported.sealed_at(seat)) {
            continue;
        }
        match openings
            .iter_mut()
            .find(|opening| opening.number == *number)
        {
            Some(opening) => opening.opens |= opens,
            None => openings.push(Opening {
                number: *number,
                source,
                opens,
            }),
        }
    }
    openings
}

/// Says whether a block has no orders and hands over a value: it is not meant to open a seal.
fn hands_over_only(orders: &Orders) -> bool {
    orders.text.lines().is_empty() && orders.give.is_some()
}
