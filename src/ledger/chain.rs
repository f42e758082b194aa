//! Reverse hash chains: the value for each draw is fixed before the first one, and opening one
//! opens only those before it.

use crate::ledger::{
    hash::{Hash, h},
    names::{GameName, Owner},
    secret::ChainSecret,
};

/// The number of steps after which a value is no longer traced back to a known one.
pub const MAX_STEPS: u64 = 1 << 20;

/// Whose chain it is: game and owner enter every step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainId {
    /// The game.
    pub game: GameName,
    /// The host or a seat.
    pub owner: Owner,
}

impl ChainId {
    /// Returns the value at the top of a chain that ends at this absolute position.
    pub fn top(&self, position: u64, secret: &ChainSecret) -> Hash {
        h(
            "tessera1.top",
            &[
                self.game.as_bytes(),
                &self.owner.number().to_be_bytes(),
                &position.to_be_bytes(),
                secret.expose(),
            ],
        )
    }

    /// Returns the value at `position`, given the one after it.
    pub fn step(&self, position: u64, next: &Hash) -> Hash {
        h(
            "tessera1.chain",
            &[
                self.game.as_bytes(),
                &self.owner.number().to_be_bytes(),
                &position.to_be_bytes(),
                next.as_bytes(),
            ],
        )
    }

    /// Hashes the value at position `from` down to position `to`.
    pub fn hash_down(&self, from: u64, to: u64, value: Hash) -> Hash {
        (to..from)
            .rev()
            .fold(value, |next, position| self.step(position, &next))
    }

    /// Says whether the value at `position` leads to one that is already known.
    pub fn leads_to(&self, known: Known, position: u64, value: Hash) -> bool {
        position >= known.position
            && position - known.position <= MAX_STEPS
            && self.hash_down(position, known.position, value) == known.value
    }
}

/// A value of a chain that everybody knows: its anchor, or the last one given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The absolute position; the value for draw k stands at k.
    pub position: u64,
    /// The value there.
    pub value: Hash,
}

/// A chain in the hands of its owner.
#[derive(Clone, Debug)]
pub struct Chain {
    id: ChainId,
    anchor: u64,
    top: u64,
    secret: ChainSecret,
}

impl Chain {
    /// Makes a chain with values for `length` draws, the first of them `first_draw`.
    pub fn new(id: ChainId, first_draw: u64, length: u64, secret: ChainSecret) -> Self {
        let anchor = first_draw.saturating_sub(1);
        Self {
            id,
            anchor,
            top: anchor + length,
            secret,
        }
    }

    /// Returns whose chain it is.
    pub fn id(&self) -> &ChainId {
        &self.id
    }

    /// Returns the last draw for which the chain has a value.
    pub fn last_draw(&self) -> u64 {
        self.top
    }

    /// Returns the anchor that is published at the start.
    pub fn anchor(&self) -> Hash {
        self.at(self.anchor)
    }

    /// Returns the value for a draw, or none where the chain does not reach.
    pub fn value(&self, draw: u64) -> Option<Hash> {
        (draw > self.anchor && draw <= self.top).then(|| self.at(draw))
    }

    fn at(&self, position: u64) -> Hash {
        self.id
            .hash_down(self.top, position, self.id.top(self.top, &self.secret))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain() -> Chain {
        let id = ChainId {
            game: "vector-game-0badcafe".parse().unwrap(),
            owner: "1".parse().unwrap(),
        };
        Chain::new(id, 3, 5, ChainSecret::new([7; 32]))
    }

    #[test]
    fn a_chain_has_values_for_its_own_draws_only() {
        let chain = chain();
        assert_eq!(chain.value(2), None);
        assert!(chain.value(3).is_some());
        assert!(chain.value(7).is_some());
        assert_eq!(chain.value(8), None);
        assert_eq!(chain.last_draw(), 7);
    }

    #[test]
    fn each_value_leads_to_the_anchor_and_to_every_earlier_value() {
        let chain = chain();
        let anchor = Known {
            position: 2,
            value: chain.anchor(),
        };
        let fifth = chain.value(5).unwrap();
        assert!(chain.id().leads_to(anchor, 5, fifth));
        assert!(!chain.id().leads_to(anchor, 4, fifth));
        assert!(!chain.id().leads_to(
            Known {
                position: 6,
                ..anchor
            },
            5,
            fifth
        ));
        let third = Known {
            position: 3,
            value: chain.value(3).unwrap(),
        };
        assert!(chain.id().leads_to(third, 5, fifth));
    }

    #[test]
    fn a_value_too_far_away_is_not_traced() {
        let chain = chain();
        let anchor = Known {
            position: 2,
            value: chain.anchor(),
        };
        assert!(!chain.id().leads_to(anchor, 3 + MAX_STEPS, chain.anchor()));
    }
}
