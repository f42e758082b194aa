//! The public beacon: drand's quicknet, its key pinned, its signatures checked offline.

use drand_verify::{G2PubkeyRfc, Pubkey as _};

use crate::ledger::block::Signature;

/// The hash of the one chain that version 1 accepts.
pub const CHAIN_HASH: &str = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
/// The time of round 1, in seconds since 1970.
pub const GENESIS_TIME: i64 = 1_692_803_367;
/// The seconds from round to round.
pub const PERIOD: i64 = 3;

const PUBLIC_KEY: &str = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a";

/// Returns the time at which a round is published, in seconds since 1970.
pub fn time_of(round: u64) -> i64 {
    let rounds = i64::try_from(round.saturating_sub(1)).unwrap_or(i64::MAX);
    GENESIS_TIME.saturating_add(rounds.saturating_mul(PERIOD))
}

/// Returns the first round published at or after a time.
pub fn round_at_or_after(time: i64) -> u64 {
    let seconds = time.saturating_sub(GENESIS_TIME);
    u64::try_from(seconds).map_or(1, |seconds| seconds.div_ceil(PERIOD.unsigned_abs()) + 1)
}

/// Checks signatures of quicknet rounds.
pub struct Verifier(G2PubkeyRfc);

impl Verifier {
    /// Makes a verifier with the pinned key.
    pub fn quicknet() -> Self {
        let mut key = [0; 96];
        hex::decode_to_slice(PUBLIC_KEY, &mut key).expect("the pinned key is hexadecimal");
        Self(G2PubkeyRfc::from_fixed(key).expect("the pinned key is a point of the subgroup"))
    }

    /// Says whether this is the signature of this round, in its one canonical spelling.
    pub fn accepts(&self, round: u64, signature: &Signature) -> bool {
        self.0.verify(round, b"", &signature.0).unwrap_or(false)
    }
}

impl std::fmt::Debug for Verifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Verifier(quicknet)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_and_times_fit_each_other() {
        assert_eq!(time_of(1), GENESIS_TIME);
        assert_eq!(time_of(0), GENESIS_TIME);
        assert_eq!(time_of(31_089_008), 1_786_070_388);
        for time in [
            GENESIS_TIME,
            GENESIS_TIME + 1,
            GENESIS_TIME + 3,
            1_796_000_000,
        ] {
            let round = round_at_or_after(time);
            assert!(time_of(round) >= time && (round == 1 || time_of(round - 1) < time));
        }
        assert_eq!(round_at_or_after(0), 1);
        assert_eq!(time_of(u64::MAX), i64::MAX);
    }
}
