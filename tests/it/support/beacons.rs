//! Real rounds of quicknet as a relay gives them, and a clock that stands just before them.

use std::path::Path;

use jiff::Timestamp;
use serde_json::{Value, json};
use tesserarius::ledger::drand::time_of;

/// Rounds of quicknet that are known here, the oldest first.
pub(crate) const ROUNDS: [u64; 6] = [13_335, 65_535, 657_413, 16_777_215, 20_791_007, 31_089_008];

/// The margin of a test's match, in seconds.
pub(crate) const MARGIN: u64 = 60;

/// Returns a round as a relay gives it.
pub(crate) fn relayed(round: u64) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dice/drand_vectors.json");
    let vectors: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let known = vectors["positive"].as_array().unwrap();
    let found = known
        .iter()
        .find(|beacon| beacon["chain"] == "quicknet" && beacon["round"] == round)
        .unwrap();
    json!({
        "round": round,
        "randomness": found["randomness"],
        "signature": found["signature"],
    })
    .to_string()
}

/// The moment at which a LOCK names this round.
pub(crate) fn lock_time(round: u64) -> Timestamp {
    Timestamp::from_second(time_of(round) - MARGIN as i64).unwrap()
}

/// A moment at which the round has just been published.
pub(crate) fn published(round: u64) -> Timestamp {
    Timestamp::from_second(time_of(round) + 1).unwrap()
}
