//! The little that must be known of a log to append to it.

use serde::{Deserialize, Serialize};

use super::{Standing, Walk};
use crate::ledger::{
    block::{Block, FormatError, Player},
    chain::Known,
    hash::Hash,
    names::PlayerName,
};

/// What the next entry of a log depends on, beside GENESIS; it does not grow with the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WalkTip {
    next: u64,
    is_finished: bool,
    parties: Vec<PartyTip>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PartyTip {
    name: Option<PlayerName>,
    plays_host: bool,
    chain: Option<(u64, Hash)>,
    hide: Option<Hash>,
    hides: Vec<Hash>,
}

impl Walk {
    /// Returns the tip, unless something is under way that only the entries themselves can tell: an open draw,
    /// rolls that are due again, early seals, seats that changed hands.
    pub(crate) fn tip(&self) -> Option<WalkTip> {
        let at_rest = self.open.is_none()
            && self.fixes.is_empty()
            && self.early.is_empty()
            && self.absences.is_empty();
        at_rest.then(|| WalkTip {
            next: self.next,
            is_finished: self.is_finished,
            parties: self.parties.iter().map(PartyTip::of).collect(),
        })
    }

    /// Goes on from a tip of the log that begins with this GENESIS; what was reported before it is not known.
    pub(crate) fn resume(genesis: &Block, tip: WalkTip) -> Result<Self, FormatError> {
        let mut walk = Self::start(genesis)?;
        if tip.parties.len() != walk.parties.len() {
            return Err(FormatError::Seats("seat"));
        }
        for (party, tip) in walk.parties.iter_mut().zip(tip.parties) {
            tip.put_into(party);
        }
        walk.locked = (1..tip.next).collect();
        walk.next = tip.next;
        walk.is_finished = tip.is_finished;
        Ok(walk)
    }
}

impl PartyTip {
    fn of(standing: &Standing) -> Self {
        Self {
            name: standing.name.clone(),
            plays_host: standing.played_by == Player::Host,
            chain: standing.chain.map(|known| (known.position, known.value)),
            hide: standing.hide,
            hides: standing.hides.clone(),
        }
    }

    fn put_into(self, standing: &mut Standing) {
        standing.name = self.name;
        standing.played_by = match self.plays_host {
            true => Player::Host,
            false => Player::Other,
        };
        standing.chain = self
            .chain
            .map(|(position, value)| Known { position, value });
        standing.hide = self.hide;
        standing.hides = self.hides;
    }
}
