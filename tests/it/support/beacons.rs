//! Real rounds of quicknet as a relay gives them, and a clock that stands just before them.

use std::path::Path;

use jiff::Timestamp;
use serde_json::{Value, json};
use tesserarius::ledger::drand::time_of;
use tesserarius::schedule::FixedClock;

use super::postbox::Postbox;
use super::seat_tool::Pair;

/// Rounds of quicknet that are known here, the oldest first.
pub(crate) const ROUNDS: [u64; 6] = [13_335, 65_535, 657_413, 16_777_215, 20_791_007, 31_089_008];

/// Every round of quicknet of which the signature is known here.
pub(crate) const KNOWN: [u64; 14] = [
    1, 2, 123, 255, 256, 1_000, 13_335, 65_535, 65_536, 657_413, 16_777_215, 16_777_216,
    20_791_007, 31_089_008,
];

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

/// A site that finds rounds in a folder, just before the first of them.
pub(crate) fn site() -> Postbox {
    let mut site = Postbox::with(|config| config.replace("# file = \"beacon/", "file = \"beacon/"));
    std::fs::create_dir(site.path().join("beacon")).unwrap();
    site.clock = FixedClock::new(lock_time(ROUNDS[0]));
    site
}

/// Puts what a relay says of a round into the site's folder.
pub(crate) fn put(site: &Postbox, round: u64, text: &str) {
    let file = site.path().join(format!("beacon/{round}.json"));
    std::fs::write(file, text).unwrap();
}

impl Pair {
    /// Lets a round be published and brought; the next LOCK will name the one after it.
    pub(crate) fn publish(&mut self, at: usize) {
        self.site.clock = FixedClock::new(published(ROUNDS[at]));
        put(&self.site, ROUNDS[at], &relayed(ROUNDS[at]));
        self.site.sync();
        self.look();
        self.site.clock = FixedClock::new(lock_time(ROUNDS[at + 1]));
    }
}
