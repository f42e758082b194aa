//! How many rolls a second the protocol's dice give, beside a bare loop over hash and cipher.

use std::hint::black_box;

use divan::{Bencher, counter::ItemsCount};
use rand_chacha::{
    ChaCha20Rng,
    rand_core::{Rng as _, SeedableRng as _},
};
use sha2::{Digest as _, Sha256};
use tesserarius::ledger::{
    block::Results,
    dice::{Dice, Die, Label, Spec},
    hash::Hash,
};

const ROLLS: u32 = 10_000;

fn main() {
    divan::main();
}

fn seed() -> Hash {
    Hash::sha256(b"bench")
}

fn labels() -> Vec<Label> {
    (0..ROLLS)
        .map(|n| Label::format_base(&format_args!("t5/combat/{n:04}/u17")).expect("a label"))
        .collect()
}

/// The work that cannot be left out: one hash over tag, seed and label, one word of the cipher.
#[divan::bench]
fn bare_hash_and_cipher(bencher: Bencher) {
    let (seed, labels) = (seed(), labels());
    bencher.counter(ItemsCount::new(ROLLS)).bench(|| {
        let mut sum = 0u32;
        for label in &labels {
            let mut sha = Sha256::new();
            sha.update([0, 0, 0, 13]);
            sha.update(b"tessera1.roll");
            sha.update([0, 0, 0, 2, 0, 0, 0, 32]);
            sha.update(seed);
            sha.update([0, 0, 0, label.as_bytes().len() as u8]);
            sha.update(label.as_bytes());
            let mut cipher = ChaCha20Rng::from_seed(sha.finalize().into());
            sum = sum.wrapping_add(cipher.next_u32() % 6);
        }
        black_box(sum)
    });
}

#[divan::bench]
fn single_dice(bencher: Bencher) {
    let (dice, labels) = (Dice::new(seed()), labels());
    let Spec::Dice { die, .. } = Spec::D6 else {
        unreachable!("1d6 is one die")
    };
    bencher.counter(ItemsCount::new(ROLLS)).bench(|| {
        labels
            .iter()
            .map(|label| dice.one(label, black_box(die)))
            .fold(0, u32::wrapping_add)
    });
}

/// With making the label on the way, as a game does.
#[divan::bench]
fn single_dice_with_fresh_labels(bencher: Bencher) {
    let dice = Dice::new(seed());
    bencher.counter(ItemsCount::new(ROLLS)).bench(|| {
        let mut sum = 0u32;
        for n in 0..ROLLS {
            let label = Label::format_base(&format_args!("t5/combat/{n:04}/u17")).expect("a label");
            sum = sum.wrapping_add(dice.one(&label, black_box(Die::Average)));
        }
        black_box(sum)
    });
}

/// What an audit does with a reported roll: derive it again and compare what it shows.
#[divan::bench]
fn single_dice_verified(bencher: Bencher) {
    let (dice, labels) = (Dice::new(seed()), labels());
    let reported: Vec<(Label, Results)> = labels
        .iter()
        .map(|label| (*label, (&dice.roll(label, Spec::D6)).into()))
        .collect();
    bencher.counter(ItemsCount::new(ROLLS)).bench(|| {
        reported
            .iter()
            .filter(|(label, results)| results.are(&dice.roll(label, black_box(Spec::D6))))
            .count()
    });
}

#[divan::bench]
fn rolls_of_two_dice(bencher: Bencher) {
    let (dice, labels) = (Dice::new(seed()), labels());
    let spec: Spec = "2d6".parse().expect("a spec");
    bencher.counter(ItemsCount::new(ROLLS)).bench(|| {
        labels
            .iter()
            .map(|label| dice.roll(label, black_box(spec)).sum())
            .sum::<u64>()
    });
}
