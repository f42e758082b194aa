//! Whose word a paper is: the host's, or somebody else's.

use std::collections::BTreeMap;

use super::assemble::entries_of;
use super::papers::Papers;

/// The address from which the host's mails of a match come, as far as their From fields tell.
///
/// Mails are not signed, so this settles only whom a finding names beside the host: whoever sent a mail could
/// have made up what stands in it.
#[derive(Debug, Default)]
pub(super) struct Origin {
    host: Option<String>,
}

impl Origin {
    /// Finds the address that most of the mails with entries of a log come from; of two, the first.
    pub(super) fn of<'a>(papers: impl Iterator<Item = &'a Papers>) -> Self {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut order: Vec<&str> = Vec::new();
        for paper in papers.flat_map(|papers| &papers.texts) {
            let Some(from) = paper.from.as_deref() else {
                continue;
            };
            let tells =
                |block: &crate::ledger::block::Block| block.is_whole_entry() && !block.is_quoted();
            if !entries_of(&paper.text).any(|block| tells(&block)) {
                continue;
            }
            let count = counts.entry(from).or_default();
            if *count == 0 {
                order.push(from);
            }
            *count += 1;
        }
        // The last of equals is what `max_by_key` gives.
        let most = order.into_iter().rev().max_by_key(|from| counts[from]);
        Self {
            host: most.map(str::to_owned),
        }
    }

    /// Returns who sent a paper, if it is a mail and not the host's.
    pub(super) fn stranger(&self, from: Option<&str>) -> Option<String> {
        let host = self.host.as_deref()?;
        from.filter(|from| *from != host).map(str::to_owned)
    }
}
