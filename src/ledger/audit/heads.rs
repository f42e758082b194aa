//! The heads of a log's entries by their numbers, also where some of them are missing.

use std::collections::BTreeMap;

use crate::ledger::{hash::Hash, log::LogText};

/// What is known of the entry of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// The entry is here, or the one after it names its head.
    Known(Hash),
    /// The entry is not here, but later ones are.
    Missing,
    /// The log ends before it.
    Beyond,
    /// The log ends before it, and may do so since mails were lost.
    Lost,
}

/// The heads of a log.
#[derive(Debug)]
pub(super) struct Heads {
    in_row: Vec<Hash>,
    loose: BTreeMap<u64, Hash>,
    count: u64,
    may_go_on: bool,
}

impl Heads {
    /// Reads the heads of all entries; of a missing one the entry behind it tells.
    pub(super) fn of(log: &LogText) -> Self {
        let mut loose = BTreeMap::new();
        for entry in &log.loose {
            let Some(number) = entry.block.stated_number() else {
                continue;
            };
            loose.insert(number, entry.block.head());
            if let (Some(before), Some(prev)) = (number.checked_sub(1), entry.block.stated_prev()) {
                loose.entry(before).or_insert(prev);
            }
        }
        let in_row: Vec<Hash> = log.entries.iter().map(|entry| entry.block.head()).collect();
        Self {
            count: (in_row.len() + log.loose.len()) as u64,
            in_row,
            loose,
            may_go_on: log.may_go_on,
        }
    }

    /// Returns what is known of an entry.
    pub(super) fn at(&self, number: u64) -> Head {
        let in_row = usize::try_from(number).ok();
        if let Some(head) = in_row.and_then(|at| self.in_row.get(at)) {
            return Head::Known(*head);
        }
        match self.loose.get(&number) {
            Some(head) => Head::Known(*head),
            None if self.loose.keys().next_back() > Some(&number) => Head::Missing,
            None if self.may_go_on => Head::Lost,
            None => Head::Beyond,
        }
    }

    /// Returns the heads of the entries before any gap.
    pub(super) fn in_row(&self) -> &[Hash] {
        &self.in_row
    }

    /// Returns the number behind the last entry that is here.
    pub(super) fn end(&self) -> u64 {
        let behind_gaps = self.loose.keys().next_back().map(|last| last + 1);
        behind_gaps.unwrap_or(self.in_row.len() as u64)
    }

    /// Returns how many entries are here.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Returns the head of the last entry.
    pub(super) fn last(&self) -> Hash {
        let last = self.loose.values().next_back().or(self.in_row.last());
        last.copied().unwrap_or(Hash::ZERO)
    }
}
