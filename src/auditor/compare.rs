//! The record against the log: what was published is what the log has fixed.

use super::keys::keys_of;
use crate::ledger::audit::{Code, Finding, Mail, Told};
use crate::ledger::block::{Orders, Side};
use crate::ledger::hash::Hash;
use crate::ledger::names::Seat;
use crate::ledger::seal::SealedText;
use crate::ledger::secret::Nonce;
use crate::record::{At, Body, Bound, Kind, Line, MatchBody, Merged, OrdersBody};

/// Finds what the record says otherwise than the log, and what mails of others say otherwise than it.
pub(super) fn compare(
    told: &Told,
    record: &Merged,
    disputed: &[(Line, String)],
    played: Option<&MatchBody>,
) -> Vec<Finding> {
    let two_ways = |line: &Line| {
        let (n, kind) = (line.n(), line.kind().word());
        let case = format!("line {n} ({kind}) stands in them in two ways");
        Finding::told(Code::RecordFork, None, None, &case)
    };
    let contradictions = record.contradictions().iter();
    let mut findings: Vec<Finding> = contradictions.map(|both| two_ways(&both.first)).collect();
    findings.extend(
        disputed
            .iter()
            .map(|(line, by)| two_ways(line).or_by(Some(by))),
    );
    findings.extend(record.lines().filter_map(|line| published(told, line)));
    findings.extend(bound_match(told, record));
    findings.extend(played.and_then(|played| players(told, played)));
    findings
}

/// Compares the record's first line with the hash that the start of the log has of it.
fn bound_match(told: &Told, record: &Merged) -> Option<Finding> {
    let first = record.get(1).filter(|line| line.kind() == Kind::Match)?;
    let (entry, _) = told
        .notes
        .iter()
        .find(|(_, note)| match Bound::read(note.as_str()) {
            Some(Bound::Match(hash)) => hash != first.sha256(),
            _ => false,
        })?;
    let what = "what is played, by whom, and under which options";
    Some(Finding::told(Code::StateWrong, Some(*entry), None, &what))
}

/// Compares a public line with the hash that the log has of it: each is written together with its entry.
fn published(told: &Told, line: &Line) -> Option<Finding> {
    if line.kind() != Kind::Public {
        return None;
    }
    let own = Hash::from(*line.sha256().as_bytes());
    let corrects = match line.body() {
        Ok(Body::Public(public)) => public.corrects,
        _ => None,
    };
    let (fixed, draw, what): (Vec<(u64, Hash)>, _, _) = match (corrects, line.at()?) {
        (Some(draw), _) => {
            let notes = told
                .notes
                .iter()
                .filter_map(|(entry, note)| Some((*entry, corrected(note, draw)?)));
            (
                notes.collect(),
                Some(draw),
                format!("the corrected outcome of draw {draw}"),
            )
        }
        (None, At::Draw(draw)) => {
            let reports = told
                .reported
                .iter()
                .filter(|reported| reported.draw == draw);
            let states: Vec<_> = reports
                .map(|reported| (reported.entry, reported.state))
                .collect();
            (states, Some(draw), format!("the outcome of draw {draw}"))
        }
        (None, At::Stop(stop)) => {
            let runs = told.dry.iter().filter(|run| run.stop == stop);
            let states = runs.map(|run| (run.entry, run.public)).collect();
            (states, None, format!("the run from stop {stop}"))
        }
    };
    if fixed.iter().any(|(_, hash)| *hash == own) {
        return None;
    }
    let entry = fixed.last().map(|(entry, _)| *entry);
    Some(Finding::told(Code::StateWrong, entry, draw, &what))
}

/// Reads `state <draw> <hash>`, the hash of an outcome that was corrected.
fn corrected(note: &crate::ledger::text::Text, draw: u64) -> Option<Hash> {
    let words: Vec<&str> = note.as_str().split(' ').collect();
    match words[..] {
        ["state", of, hash] if of.parse() == Ok(draw) => hash.parse().ok(),
        _ => None,
    }
}

/// The seats of the record are those of GENESIS.
fn players(told: &Told, played: &MatchBody) -> Option<Finding> {
    let agreed = told
        .genesis
        .seats
        .iter()
        .map(|party| party.name.to_string());
    let stated = played.seats.iter().map(|seat| seat.name.clone());
    (!agreed.eq(stated)).then(|| Finding::told(Code::StateWrong, Some(0), None, &"the players"))
}

/// Opens the seals whose orders the record tells of, and shows the keys that it hands out.
pub(super) fn openings(told: &Told, record: &Merged) -> Mail {
    let orders = record
        .lines()
        .filter_map(|line| match (line.at()?, line.body()) {
            (At::Draw(draw), Ok(Body::Orders(orders))) => opening(told, draw, &orders),
            _ => None,
        });
    let keys = record
        .lines()
        .flat_map(|line| keys_of(&told.genesis.game, line));
    Mail {
        name: "the record".to_owned(),
        text: orders
            .map(Side::Orders)
            .chain(keys)
            .map(|side| side.to_block().to_string())
            .collect(),
        received: None,
        sender: None,
    }
}

fn opening(told: &Told, draw: u64, orders: &OrdersBody) -> Option<Orders> {
    let mut nonce = [0; 32];
    hex::decode_to_slice(orders.nonce.as_deref()?, &mut nonce).ok()?;
    let seat: Seat = orders.seat.to_string().parse().ok()?;
    Some(Orders {
        game: told.genesis.game.clone(),
        draw,
        seat,
        nonce: Nonce::new(nonce),
        text: SealedText::transliterate(&orders.lines.join("\n")).ok()?,
        give: None,
    })
}
