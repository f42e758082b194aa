//! Choices at random, the same ones from the same seed on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use crate::engine::Pick;
use crate::ledger::hash::Hash;

/// A stream of arbitrary choices; never used for dice.
#[derive(Debug, Clone)]
pub struct Chance(ChaCha8Rng);

impl Chance {
    /// Starts the stream of a seed.
    pub fn new(seed: Hash) -> Self {
        Self(ChaCha8Rng::from_seed(*seed.as_bytes()))
    }

    /// Starts the stream of a number and a purpose, so that several streams of one number differ.
    pub fn of(number: u64, purpose: &str) -> Self {
        Self::new(crate::ledger::hash::h(
            "tessera1.chance",
            &[&number.to_be_bytes(), purpose.as_bytes()],
        ))
    }
}

impl Pick for Chance {
    fn pick(&mut self, n: usize) -> usize {
        // The bias of this reduction is below n / 2^32: harmless where nobody has to be fair.
        ((u64::from(self.0.next_u32()) * n as u64) >> 32) as usize
    }
}
