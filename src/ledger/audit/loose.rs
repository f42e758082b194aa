//! Entries behind a gap: what each of them says by itself, and by the one right before it.

use std::collections::BTreeSet;

use super::{
    Code,
    finding::{Findings, Place},
    walk::Walk,
};
use crate::ledger::{hash::Hash, log::LogText};

/// Names the entries that are missing, and checks those behind them.
pub(super) fn check(log: &LogText, walk: Option<&Walk>, findings: &mut Findings) {
    let mut next = log.entries.len() as u64;
    let mut prev: Option<Hash> = None;
    for entry in &log.loose {
        let block = &entry.block;
        let Some(number) = block.stated_number() else {
            continue;
        };
        if number > next {
            findings.tell(
                Code::EntriesMissing,
                Place::entry(next),
                &named(next, number - 1),
            );
            prev = None;
        }
        if prev.is_some() && block.stated_prev() != prev {
            findings.add(Code::ChainBroken, Place::entry(number));
        }
        let head = block.head();
        if entry.states_another(head) {
            findings.add(Code::HeadWrong, Place::entry(number));
        }
        if let Some(walk) = walk {
            walk.take_alone(number, block, findings);
        }
        (next, prev) = (number + 1, Some(head));
    }
}

/// Names the entries beyond the end of a log that was put together from mails, as far as other papers tell of them.
pub(super) fn tell_lost(end: u64, lost: &BTreeSet<u64>, findings: &mut Findings) {
    if let Some(last) = lost.last() {
        let case = named(end, *last);
        findings.tell(Code::EntriesMissing, Place::entry(end), &case);
    }
}

fn named(first: u64, last: u64) -> String {
    match first == last {
        true => format!("entry {first} is"),
        false => format!("entries {first} to {last} are"),
    }
}
