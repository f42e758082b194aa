//! Hidden draws: committed before, keyed in the REPORT, opened at the end.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Code,
    evidence::Evidence,
    finding::{Findings, Place},
    walk::{Reported, Walk},
};
use crate::ledger::{
    block::{HiddenResult, HiddenRolled},
    dice::{Dice, Label},
    hash::Hash,
    hidden::HiddenSeed,
    names::{Owner, Scope},
    secret::HiddenMaster,
};

type ResultsOf<'a> = BTreeMap<(u64, &'a Scope, Label), Vec<&'a HiddenResult>>;

/// Checks all hidden draws of a log.
pub(super) fn check(walk: &Walk, evidence: &Evidence, findings: &mut Findings) {
    let masters = opened(walk, findings);
    let mut results = ResultsOf::new();
    for result in &walk.hidden_results {
        let roll = (result.draw, &result.roll.scope, result.roll.label);
        results.entry(roll).or_default().push(result);
    }
    for reported in &walk.reported {
        let scopes: BTreeSet<&Scope> = reported
            .hidden_rolls
            .iter()
            .map(|roll| &roll.scope)
            .chain(reported.hidden_keys.keys())
            .collect();
        for scope in scopes {
            check_scope(reported, scope, &masters, &results, findings);
        }
    }
    check_never_drawn(walk, &results, findings);
    check_keys(walk, evidence, findings);
}

/// Returns the opened masters by owner and commitment.
fn opened<'a>(
    walk: &'a Walk,
    findings: &mut Findings,
) -> BTreeMap<(Owner, Hash), &'a HiddenMaster> {
    let mut masters = BTreeMap::new();
    for (owner, master) in &walk.disclosed {
        let commitment = master.commitment(&walk.genesis.game, *owner);
        if walk
            .standing(*owner)
            .is_some_and(|standing| standing.hides.contains(&commitment))
        {
            masters.insert((*owner, commitment), master);
        } else {
            findings.add(Code::HideBad, Place::none().owner(*owner));
        }
    }
    masters
}

fn check_scope(
    reported: &Reported,
    scope: &Scope,
    masters: &BTreeMap<(Owner, Hash), &HiddenMaster>,
    results: &ResultsOf,
    findings: &mut Findings,
) {
    let place = Place::draw(reported.draw);
    let owner = scope.owner();
    let Some(commitment) = reported.hide(owner) else {
        findings.tell(Code::HideMissing, place, scope);
        return;
    };
    let key = reported.hidden_keys.get(scope);
    if owner == Owner::Host && key.is_none() {
        findings.tell(Code::HkeyWrong, place, scope);
    }
    let Some(master) = masters.get(&(owner, commitment)) else {
        findings.tell(Code::HiddenUndisclosed, place.owner(owner), scope);
        return;
    };
    let seed = master.hidden_seed(reported.draw, scope, reported.seed);
    if key.is_some_and(|key| *key != seed.commitment()) {
        findings.tell(Code::HkeyWrong, place, scope);
    }
    for roll in reported
        .hidden_rolls
        .iter()
        .filter(|roll| roll.scope == *scope)
    {
        let stated = results
            .get(&(reported.draw, scope, roll.label))
            .map_or(&[][..], Vec::as_slice);
        check_roll(reported.draw, roll, seed, stated, findings);
    }
}

fn check_roll(
    draw: u64,
    roll: &HiddenRolled,
    seed: HiddenSeed,
    stated: &[&HiddenResult],
    findings: &mut Findings,
) {
    let place = Place::draw(draw);
    let HiddenRolled { scope, label, spec } = roll;
    let faces = Dice::new(seed.expose()).roll(label, *spec);
    if stated.is_empty() {
        let case = format_args!("{scope} {label} {spec} was made, but its result is not opened")
            .to_string();
        findings.tell(Code::HiddenWrong, place, &case);
    }
    for result in stated {
        if result.roll.spec != *spec || !result.results.are(&faces) {
            let case = format!(
                "{scope} {label} {spec} is opened as {} {}, but the seed gives {faces}",
                result.roll.spec, result.results
            );
            findings.tell(Code::HiddenWrong, place, &case);
        }
    }
}

fn check_never_drawn(walk: &Walk, results: &ResultsOf, findings: &mut Findings) {
    let drawn: BTreeSet<(u64, &Scope, Label)> = walk
        .reported
        .iter()
        .flat_map(|reported| {
            reported
                .hidden_rolls
                .iter()
                .map(|roll| (reported.draw, &roll.scope, roll.label))
        })
        .collect();
    for (draw, scope, label) in results.keys().filter(|roll| !drawn.contains(roll)) {
        let case = format!("{scope} {label} was never made, but has a result");
        findings.tell(Code::HiddenWrong, Place::draw(*draw), &case);
    }
}

/// A seat's private key must be the one committed to in the REPORT.
fn check_keys(walk: &Walk, evidence: &Evidence, findings: &mut Findings) {
    for (source, key) in evidence.keys() {
        let mut reports = walk
            .reported
            .iter()
            .filter(|reported| reported.draw == key.draw)
            .peekable();
        let is_reported = reports.peek().is_some();
        let commitment = key.seed.commitment();
        if is_reported && !reports.any(|r| r.hidden_keys.get(&key.scope) == Some(&commitment)) {
            let place = Place::draw(key.draw).seat(key.seat);
            findings.tell_by(source.sender, Code::KeyWrong, place, &key.scope);
        }
    }
}
