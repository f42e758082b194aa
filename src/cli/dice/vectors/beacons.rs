//! Beacons of drand: chain infos, genuine signatures, and ones that must be refused.

use drand_verify::{G1Pubkey, G2PubkeyRfc, Pubkey};
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::{Case, Run};
use crate::ledger::{
    block::Signature,
    drand::{self, Verifier},
    hash::Hash,
};

/// Runs a section, if it is one of these.
pub(super) fn check(run: &mut Run, name: &str, section: &Value, document: &Value) -> bool {
    match name {
        "chains" if section.is_object() => run.object(name, section, info),
        "positive" => run.list(name, section, |given, case| positive(given, document, case)),
        "negative" => run.list(name, section, |given, case| negative(given, document, case)),
        _ => return false,
    }
    true
}

#[derive(Deserialize)]
struct Info {
    public_key: String,
    scheme: String,
    period: Option<u32>,
    genesis_time: Option<i64>,
    chain_hash: Option<Hash>,
    group_hash: Option<String>,
    beacon_id: Option<String>,
}

/// Recomputes the hash of a chain from what it says of itself.
fn info(given: &Info, case: &mut Case) {
    if let Some(expected) = given.chain_hash {
        let mut sha = Sha256::new();
        sha.update(given.period.unwrap_or_default().to_be_bytes());
        sha.update(given.genesis_time.unwrap_or_default().to_be_bytes());
        sha.update(hex::decode(&given.public_key).unwrap_or_default());
        sha.update(
            hex::decode(given.group_hash.as_deref().unwrap_or_default()).unwrap_or_default(),
        );
        sha.update(
            given
                .beacon_id
                .as_deref()
                .filter(|id| *id != "default")
                .unwrap_or_default(),
        );
        case.compare("chain_hash", &expected, Hash::new(sha.finalize().into()));
    }
    if given.beacon_id.as_deref() == Some("quicknet") {
        let pinned = (drand::CHAIN_HASH, drand::PERIOD, drand::GENESIS_TIME);
        case.compare(
            "pinned chain",
            &(given.chain_hash, given.period, given.genesis_time),
            pinned,
        );
    }
}

#[derive(Deserialize)]
struct BeaconCase {
    chain: String,
    round: u64,
    signature: String,
    #[serde(default)]
    previous_signature: String,
    randomness: Option<Hash>,
    unix_time: Option<i64>,
}

impl BeaconCase {
    /// Checks the signature with the key that the file gives for the chain.
    fn is_genuine(&self, info: &Info) -> bool {
        let bytes = |digits: &str| hex::decode(digits).unwrap_or_default();
        let (key, signature) = (bytes(&info.public_key), bytes(&self.signature));
        let previous = bytes(&self.previous_signature);
        if info.scheme == "pedersen-bls-chained" {
            verify::<G1Pubkey>(&key, self.round, &previous, &signature)
        } else {
            verify::<G2PubkeyRfc>(&key, self.round, b"", &signature)
        }
    }

    /// Checks the signature as the ledger does, with the pinned key.
    fn is_accepted(&self) -> bool {
        let signature = self.signature.parse::<Signature>();
        signature.is_ok_and(|signature| Verifier::quicknet().accepts(self.round, &signature))
    }

    fn info(&self, document: &Value) -> Option<Info> {
        Info::deserialize(&document["chains"][&self.chain]).ok()
    }
}

fn verify<K: Pubkey>(key: &[u8], round: u64, previous: &[u8], signature: &[u8]) -> bool {
    K::from_variable(key)
        .ok()
        .and_then(|key| key.verify(round, previous, signature).ok())
        .unwrap_or(false)
}

fn positive(given: &BeaconCase, document: &Value, case: &mut Case) {
    let Some(info) = given.info(document) else {
        return case.differ("chain", given.chain.clone().into(), Value::Null);
    };
    case.compare("genuine", &true, given.is_genuine(&info));
    if given.chain == "quicknet" {
        case.compare("accepted with the pinned key", &true, given.is_accepted());
    }
    if let Some(randomness) = given.randomness {
        let signature = hex::decode(&given.signature).unwrap_or_default();
        case.compare("randomness", &randomness, Hash::sha256(&signature));
    }
    if let (Some(expected), Some(start), Some(period)) =
        (given.unix_time, info.genesis_time, info.period)
    {
        let rounds = i64::try_from(given.round.saturating_sub(1)).unwrap_or(i64::MAX);
        let time = start.saturating_add(rounds.saturating_mul(i64::from(period)));
        case.compare("unix_time", &expected, time);
    }
}

fn negative(given: &BeaconCase, document: &Value, case: &mut Case) {
    let Some(info) = given.info(document) else {
        return case.differ("chain", given.chain.clone().into(), Value::Null);
    };
    case.compare("genuine", &false, given.is_genuine(&info));
    if given.chain == "quicknet" {
        case.compare("accepted with the pinned key", &false, given.is_accepted());
    }
}
