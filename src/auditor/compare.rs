//! The record against the log: what was published is what the log has fixed.

use super::assemble::entry_lines;
use super::keys::keys_of;
use crate::ledger::audit::{Code, Finding, Form, Mail, Told};
use crate::ledger::block::{Orders, Side};
use crate::ledger::hash::Hash;
use crate::ledger::names::Seat;
use crate::ledger::seal::SealedText;
use crate::ledger::secret::Nonce;
use crate::record::{At, Body, Bound, Kind, Line, MatchBody, Merged, OrdersBody};

/// The lines of each part of the record, by its name.
type Parts = [(String, Vec<Line>)];

/// Finds what the record says otherwise than the log, and what mails of others say otherwise than it.
pub(super) fn compare(
    told: &Told,
    (record, parts, disputed): (&Merged, &Parts, &[(Line, String)]),
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
    let shown = (record, parts);
    findings.extend(
        record
            .lines()
            .filter_map(|line| published(told, shown, line)),
    );
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
fn published(told: &Told, shown: (&Merged, &Parts), line: &Line) -> Option<Finding> {
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
    if fixed.is_empty() && may_be_fixed_later(told, shown, line) {
        let case = format!("the entry that fixes {what}");
        return Some(Finding::told(Code::RecordMissing, None, draw, &case));
    }
    let entry = fixed.last().map(|(entry, _)| *entry);
    Some(Finding::told(Code::StateWrong, entry, draw, &what))
}

/// Says whether the entry that a public line was written with may be one that is not here: the line stands at
/// the end of what somebody has of the record, or before entries that are missing from the log.
fn may_be_fixed_later(told: &Told, (record, parts): (&Merged, &Parts), line: &Line) -> bool {
    let number = |line: &Line| {
        entry_lines(std::slice::from_ref(line))
            .next()?
            .stated_number()
    };
    let mut after = record.lines().filter(|other| other.n() > line.n());
    if let Some(next) = after.find_map(number) {
        return next >= told.entries;
    }
    if !told.is_torn && told.is_finished() {
        return false;
    }
    let around = parts.iter().filter(|(_, lines)| lines.contains(line));
    let before = around
        .flat_map(|(_, lines)| lines)
        .filter(|other| other.n() < line.n());
    let last = before.filter_map(number).max();
    last.is_none_or(|last| last + 1 >= told.entries)
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
        form: Form::Record,
        ..Mail::default()
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
