//! Blocks of players that a copy of the log has otherwise than whoever else kept them.
//!
//! A damaged block says nothing by itself, and that it is there proves nothing: a disk may have done it. Where
//! somebody has the same block whole, it is known what the log had.

use super::{
    Code,
    evidence::{Evidence, Logged},
    finding::{Findings, Place},
    walk::Walk,
};
use crate::ledger::block::{Block, Side};

/// Names the blocks of players that were changed in a copy of the log.
pub(super) fn check(walk: &Walk, evidence: &Evidence, findings: &mut Findings) {
    for (source, logged) in &evidence.logged {
        for Logged {
            block,
            after,
            is_read,
        } in logged
        {
            let is_bad = !is_read || opens_nothing(walk, evidence, *source, block);
            let is_whole = |other: &Block| match is_bad {
                true => other.lines().first() == block.lines().first() && is_alike(block, other),
                false => has_its_value(block, other),
            };
            if let Some(holder) = holder_of_whole(evidence, (*source, logged), is_whole) {
                let (own, holder) = (evidence.source(*source), evidence.source(holder));
                let case = format!(
                    "a block of a player before it was changed in {}, since {} has it whole",
                    own.name, holder.name
                );
                let place = Place::entry(*after);
                findings.tell_by(own.sender.or(holder.sender), Code::BadFormat, place, &case);
            }
        }
    }
}

/// Says whether a block is for a draw or seat whose seal other orders of the same source open.
fn opens_nothing(walk: &Walk, evidence: &Evidence, source: usize, block: &Block) -> bool {
    let Ok(Side::Orders(orders)) = Side::read(block) else {
        return false;
    };
    let mut reported = walk.reported.iter();
    let seal = reported
        .find(|reported| reported.draw == orders.draw)
        .and_then(|reported| reported.seals.get(&orders.seat));
    let mut beside = evidence
        .orders
        .get(&(orders.draw, orders.seat))
        .into_iter()
        .flatten();
    match seal {
        None => true,
        Some(seal) => {
            orders.seal() != *seal
                && beside.any(|(from, other)| *from == source && other.seal() == *seal)
        }
    }
}

/// Finds another source that has the block of which one of a log is a changed copy, and the log lacks it.
fn holder_of_whole(
    evidence: &Evidence,
    (source, logged): (usize, &[Logged]),
    is_whole: impl Fn(&Block) -> bool,
) -> Option<usize> {
    let is_in_log = |other: &Block| logged.iter().any(|logged| logged.block == *other);
    let mut readable = evidence.readable.iter();
    let found =
        readable.find(|(from, other)| *from != source && is_whole(other) && !is_in_log(other));
    found.map(|(from, _)| *from)
}

/// Says whether the second block is the ACK that the first one is, with the value that the first one lacks.
fn has_its_value(block: &Block, other: &Block) -> bool {
    let (Ok(Side::Ack(one)), Ok(Side::Ack(whole))) = (Side::read(block), Side::read(other)) else {
        return false;
    };
    one.give.is_none()
        && whole.give.is_some()
        && (one.seat, one.entry, one.head) == (whole.seat, whole.entry, whole.head)
}

/// Says whether more than half of the lines of two blocks are the same.
fn is_alike(one: &Block, other: &Block) -> bool {
    let mut rest: Vec<&String> = other.lines().iter().collect();
    let longer = one.lines().len().max(rest.len());
    let mut alike = 0;
    for line in one.lines() {
        if let Some(at) = rest.iter().position(|of| *of == line) {
            rest.swap_remove(at);
            alike += 1;
        }
    }
    2 * alike > longer
}
