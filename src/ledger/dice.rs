//! From a seed to faces: labels, specs, the stream of one roll, rejection sampling.
//!
//! Every roll has a stream of its own, keyed by seed and label, so that correcting one combat
//! never moves the dice of another.
//!
//! ```
//! use tesserarius::ledger::dice::{Dice, Label, Spec};
//!
//! let seed = "633fe87ac0e4c6a2741722bcea4f8eee1be5c2483d611421d03a00fa47d0682e".parse()?;
//! let label: Label = "combat/0".parse()?;
//! assert_eq!(Dice::new(seed).roll(&label, Spec::D6).to_string(), "6");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod label;
mod spec;

use std::fmt;

use rand_chacha::{
    ChaCha20Rng,
    rand_core::{Rng as _, SeedableRng as _},
};

pub use self::{
    label::{Label, LabelError},
    spec::{Die, Spec, SpecError},
};
use crate::ledger::hash::Hash;

const TAG: &[u8] = b"tessera1.roll";
const SEED_AT: usize = 4 + TAG.len() + 4 + 4;
const LABEL_AT: usize = SEED_AT + 32 + 4;

/// All rolls that one seed can make.
#[derive(Clone)]
pub struct Dice {
    // The bytes that are hashed for a roll's key; only the label differs from roll to roll.
    preimage: [u8; LABEL_AT + Label::MAX],
}

impl Dice {
    /// Makes the dice of a draw's seed, or of a hidden seed.
    pub fn new(seed: Hash) -> Self {
        let mut preimage = [0; LABEL_AT + Label::MAX];
        preimage[3] = TAG.len() as u8;
        preimage[4..4 + TAG.len()].copy_from_slice(TAG);
        preimage[SEED_AT - 5] = 2;
        preimage[SEED_AT - 1] = 32;
        preimage[SEED_AT..SEED_AT + 32].copy_from_slice(seed.as_ref());
        Self { preimage }
    }

    /// Returns the key of a roll: `H("tessera1.roll", seed, label)`.
    pub fn key(&self, label: &Label) -> Hash {
        let text = label.as_bytes();
        let end = LABEL_AT + text.len();
        let mut preimage = self.preimage;
        preimage[LABEL_AT - 1] = text.len() as u8;
        preimage[LABEL_AT..end].copy_from_slice(text);
        Hash::sha256(&preimage[..end])
    }

    /// Opens the stream of a roll.
    pub fn stream(&self, label: &Label) -> Stream {
        Stream::new(self.key(label))
    }

    /// Makes a roll.
    pub fn roll(&self, label: &Label, spec: Spec) -> Faces {
        let mut faces = Vec::new();
        self.stream(label).roll_into(spec, &mut faces);
        Faces(faces)
    }

    /// Makes a roll of a single die, without touching the heap.
    pub fn one(&self, label: &Label, die: Die) -> u32 {
        self.stream(label).face(die)
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Dice(..)")
    }
}

/// The random words of one roll.
#[derive(Clone)]
pub struct Stream {
    words: ChaCha20Rng,
    used: u64,
}

impl Stream {
    /// Opens the stream of a key.
    pub fn new(key: Hash) -> Self {
        Self {
            words: ChaCha20Rng::from_seed(*key.as_bytes()),
            used: 0,
        }
    }

    /// Returns how many words were drawn, rejected ones included.
    pub fn words_used(&self) -> u64 {
        self.used
    }

    /// Returns the next word of the stream.
    pub fn word(&mut self) -> u32 {
        self.used += 1;
        self.words.next_u32()
    }

    /// Returns an unbiased number below `n`, rejecting whole words.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn uniform(&mut self, n: u32) -> u32 {
        loop {
            let word = self.word();
            let result = word % n;
            // The word lies in the last, incomplete run of n words if that run would end
            // beyond 2^32.
            if word - result <= u32::MAX - (n - 1) {
                return result;
            }
        }
    }

    /// Throws one die.
    pub fn face(&mut self, die: Die) -> u32 {
        const AVERAGE: [u32; 6] = [2, 3, 3, 4, 4, 5];
        match die {
            Die::FromOne(faces) => 1 + self.uniform(faces.get()),
            Die::FromZero(faces) => self.uniform(faces.get()),
            Die::Average => AVERAGE[self.uniform(6) as usize],
        }
    }

    /// Shuffles the numbers below `n`; the first one is the top card.
    pub fn permutation(&mut self, n: u32) -> Vec<u32> {
        let mut order = Vec::new();
        self.permute_into(n, &mut order);
        order
    }

    /// Adds all faces of a spec to `faces`.
    pub fn roll_into(&mut self, spec: Spec, faces: &mut Vec<u32>) {
        match spec {
            Spec::Dice { count, die } => {
                faces.reserve(usize::from(count.get()));
                faces.extend((0..count.get()).map(|_| self.face(die)));
            }
            Spec::Permutation(size) => self.permute_into(u32::from(size.get()), faces),
        }
    }

    fn permute_into(&mut self, n: u32, order: &mut Vec<u32>) {
        let start = order.len();
        order.extend(0..n);
        let order = &mut order[start..];
        for i in (1..n).rev() {
            let j = self.uniform(i + 1);
            order.swap(i as usize, j as usize);
        }
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream")
            .field("used", &self.used)
            .finish_non_exhaustive()
    }
}

/// What a roll shows, printed as numbers joined by commas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faces(Vec<u32>);

impl Faces {
    /// Wraps the faces of a roll.
    pub fn new(faces: Vec<u32>) -> Self {
        Self(faces)
    }

    /// Returns the faces in order.
    pub fn as_slice(&self) -> &[u32] {
        &self.0
    }

    /// Returns the sum of the faces.
    pub fn sum(&self) -> u64 {
        self.0.iter().copied().map(u64::from).sum()
    }
}

impl fmt::Display for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for face in &self.0 {
            write!(f, "{separator}{face}")?;
            separator = ",";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::hash::h;

    #[test]
    fn the_key_is_the_hash_of_seed_and_label() {
        let seed = h("tessera1.test", &[b"seed"]);
        for text in ["a", "combat/1203", &"x".repeat(40)] {
            let label: Label = text.parse().unwrap();
            let expected = h("tessera1.roll", &[seed.as_ref(), text.as_bytes()]);
            assert_eq!(Dice::new(seed).key(&label), expected);
        }
    }

    #[test]
    fn one_die_is_the_first_of_many() {
        let dice = Dice::new(Hash::ZERO);
        let label: Label = "morale".parse().unwrap();
        let many = dice.roll(&label, "3avg".parse().unwrap());
        assert_eq!(dice.one(&label, Die::Average), many.as_slice()[0]);
    }

    #[test]
    fn rejection_keeps_exactly_the_whole_runs() {
        // For each n the last accepted word is the end of the last whole run.
        for n in [
            1u32,
            2,
            3,
            6,
            7,
            10,
            65_535,
            1 << 31,
            (1 << 31) + 1,
            u32::MAX,
        ] {
            let limit = (1u64 << 32) / u64::from(n) * u64::from(n);
            let accepted = |word: u32| word - word % n <= u32::MAX - (n - 1);
            assert!(accepted((limit - 1) as u32), "{n}");
            if let Ok(word) = u32::try_from(limit) {
                assert!(!accepted(word), "{n}");
            }
        }
    }

    #[test]
    fn faces_are_printed_with_commas() {
        let faces = Faces::new(vec![6, 0, 4_294_967_295]);
        assert_eq!(faces.to_string(), "6,0,4294967295");
        assert_eq!(faces.sum(), 4_294_967_301);
    }
}
