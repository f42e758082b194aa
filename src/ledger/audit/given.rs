//! What players gave by their own blocks, against the chains that they had fixed and what the log used.

use super::{
    Code, Form,
    evidence::{Evidence, Source},
    finding::{Findings, Place},
    walk::Walk,
};
use crate::ledger::{
    block::{Ack, Orders},
    hash::Hash,
    host::MOST_AHEAD,
    names::{Owner, Seat},
    seed::Give,
};

/// Checks the values in ACKs and ORDERS: there is one for each draw, and everybody can tell which.
pub(super) fn check(walk: &Walk, evidence: &Evidence, findings: &mut Findings) {
    for (source, ack) in evidence.acks() {
        check_ack(walk, source, ack, findings);
    }
    for ((draw, seat), orders) in &evidence.orders {
        for (source, orders) in orders {
            check_orders(
                walk,
                evidence.source(*source),
                (*draw, *seat),
                orders,
                findings,
            );
        }
    }
}

fn check_ack(walk: &Walk, source: &Source, ack: &Ack, findings: &mut Findings) {
    let Some((draw, value)) = ack.give else {
        return;
    };
    let is_on_chain = is_on_chain(walk, (ack.seat, draw), draw, value);
    if is_on_chain == Some(false) {
        let place = Place::draw(draw).seat(ack.seat);
        findings.tell_by(source.sender, Code::SeatRevealBad, place, &source.name);
    } else if is_on_chain.is_none() {
        let what = "a value of a seat that had no chain then; it was passed over";
        source.note(what, findings);
    }
}

/// What is handed over with orders may serve later draws too, and may be replaced as long as they may.
fn check_orders(
    walk: &Walk,
    source: &Source,
    (draw, seat): (u64, Seat),
    orders: &Orders,
    findings: &mut Findings,
) {
    let Some(reported) = walk.reported.iter().find(|reported| reported.draw == draw) else {
        return;
    };
    let used = reported.gives.get(seat.index());
    let fits = match &orders.give {
        None | Some(Give::Nothing) => true,
        Some(Give::Value(value)) => {
            let mut served = draw..=draw + MOST_AHEAD;
            let chain = (seat, draw);
            served.any(|position| is_on_chain(walk, chain, position, *value) != Some(false))
        }
        given @ Some(Give::Phrase(_)) => used == given.as_ref(),
    };
    if !fits {
        let code = match source.form {
            Form::Log => Code::SeatRevealBad,
            Form::Mail | Form::Record => Code::FiledOtherwise,
        };
        let place = Place::draw(draw).seat(seat);
        findings.tell_by(source.sender, code, place, &source.name);
    }
}

/// Says whether a value is the one that the chain of a seat in force at a draw has at a position; nothing if it had
/// no chain then.
fn is_on_chain(walk: &Walk, (seat, draw): (Seat, u64), position: u64, value: Hash) -> Option<bool> {
    let owner = Owner::Seat(seat);
    let known = walk.standing(owner)?.known_for(draw)?;
    let id = walk.chain_id(owner);
    Some(match position < known.position {
        true => id.hash_down(known.position, position, known.value) == value,
        false => id.leads_to(known, position, value),
    })
}
