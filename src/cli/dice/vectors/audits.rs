//! Example games and judged logs.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

use super::{Case, Run};
use crate::ledger::{
    audit::{Checks, Mail, audit},
    block::{Entry, Side},
    drand::Verifier,
    hash::Hash,
    log::{Log, LogText},
};

/// Runs a section, if it is one of these.
pub(super) fn check(run: &mut Run, name: &str, section: &Value) -> bool {
    match name {
        "games" => run.object(name, section, game),
        "audits" => {
            let verifier = Verifier::quicknet();
            run.list(name, section, |given, case| judged(given, &verifier, case));
        }
        _ => return false,
    }
    true
}

#[derive(Deserialize)]
struct GameCase {
    transcript: String,
    side: String,
    heads: Vec<Hash>,
    seeds: BTreeMap<u64, Hash>,
}

fn game(given: &GameCase, case: &mut Case) {
    let entries = LogText::split(&given.transcript).entries;
    let heads: Vec<Hash> = entries.iter().map(|entry| entry.block.head()).collect();
    case.compare("heads", &given.heads, heads);
    let log = match Log::read(&given.transcript) {
        Ok(log) => log,
        Err(error) => return case.differ("log", Value::Null, error.to_string().into()),
    };
    let seeds: BTreeMap<u64, Hash> = log
        .reported()
        .iter()
        .map(|reported| (reported.draw, reported.seed))
        .collect();
    case.compare("seeds", &given.seeds, seeds);
    for block in log.blocks() {
        let printed = Entry::read(block, log.genesis().terms()).map(|entry| entry.to_block());
        case.compare(
            "entry printed anew",
            &block.to_string(),
            printed.map(|b| b.to_string()).ok(),
        );
    }
    for side in LogText::split(&given.side).sides {
        let printed = Side::read(&side.block).map(|read| read.to_block().to_string());
        case.compare(
            "side block printed anew",
            &side.block.to_string(),
            printed.ok(),
        );
    }
}

#[derive(Deserialize)]
struct AuditCase {
    transcript: String,
    #[serde(default)]
    evidence: Vec<Mail>,
    #[serde(default)]
    replayed: BTreeSet<u64>,
    verdict: String,
    codes: BTreeSet<String>,
    verdict_with_bls: Option<String>,
    codes_with_bls: Option<BTreeSet<String>>,
    waits_for_end: Option<bool>,
    host_plays: Option<Vec<u64>>,
}

fn judged(given: &AuditCase, verifier: &Verifier, case: &mut Case) {
    let run = |verifier| {
        let checks = Checks {
            replayed: given.replayed.clone(),
            verifier,
        };
        let outcome = audit(&given.transcript, &given.evidence, &checks);
        let codes: BTreeSet<&str> = outcome.findings.iter().map(|f| f.code.name()).collect();
        (
            outcome.verdict,
            codes,
            outcome.waits_for_end,
            outcome.host_plays,
        )
    };
    let (verdict, codes, waits_for_end, host_plays) = run(None);
    case.compare("verdict", &given.verdict, verdict);
    case.compare("codes", &given.codes, codes);
    if let Some(expected) = &given.waits_for_end {
        case.compare("waits_for_end", expected, waits_for_end);
    }
    if let Some(expected) = &given.host_plays {
        case.compare("host_plays", expected, host_plays);
    }
    let (verdict, codes, ..) = run(Some(verifier));
    let expected = given.verdict_with_bls.as_ref().unwrap_or(&given.verdict);
    case.compare("verdict with a verifier", expected, verdict);
    case.compare(
        "codes with a verifier",
        given.codes_with_bls.as_ref().unwrap_or(&given.codes),
        codes,
    );
}
