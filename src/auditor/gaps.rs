//! Whether the record is whole: what the log has bound is there, and nothing was taken out between.
//!
//! A run leaves its lines in one row: the orders of every seat, what everybody witnessed, what every seat
//! witnessed, the entry that closes it. So each line that a holder may have is known by its number.

use std::collections::{BTreeMap, BTreeSet};

use crate::ledger::asked;
use crate::ledger::audit::{Code, Finding, Told};
use crate::record::{At, Bound, BoundLines, Holder, Kind, Line, Merged, SeatNumber, part_range};

use super::assemble::entry_lines;
use super::replay::name;

/// Finds what is missing from the record, and what the log has bound otherwise.
pub(super) fn gaps(told: &Told, record: &Merged, parts: &[(String, Vec<Line>)]) -> Vec<Finding> {
    let mut findings = torn(parts);
    if record.lines().next().is_none() {
        return findings;
    }
    let shelf = Shelf::of(told, record, parts);
    let taken = shelf.taken_out(&mut findings);
    shelf.unbound(parts, &taken, &mut findings);
    shelf.unheld(&mut findings);
    findings
}

fn gap(case: &str) -> Finding {
    Finding::told(Code::RecordGap, None, None, &case)
}

fn missing(case: &str) -> Finding {
    Finding::told(Code::RecordMissing, None, None, &case)
}

/// Finds parts that do not begin and end as their names say, and entries that are missing within one. A part
/// that only breaks off was cut, as happens to files and mails; nobody has to have taken anything out of it.
fn torn(parts: &[(String, Vec<Line>)]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, lines) in parts {
        let held = |n: u64| lines.iter().any(|line| line.n() == n);
        if let Some((first, last)) = part_range(name) {
            if !lines.is_empty() && !held(first) {
                let case = format!("{name} does not begin with line {first} as its name promises");
                findings.push(gap(&case));
            }
            if !held(last) {
                let case = format!("{name} breaks off before line {last}, its last one");
                findings.push(missing(&case));
            }
        }
        let entries: Vec<u64> = entry_lines(lines)
            .filter_map(|block| block.stated_number())
            .collect();
        for pair in entries.windows(2) {
            if pair[1] > pair[0] + 1 {
                let case = format!(
                    "{name} has entries {} and {}, and none between",
                    pair[0], pair[1]
                );
                findings.push(gap(&case));
            }
        }
    }
    findings
}

/// What is held of the record, beside what the log says that there is.
struct Shelf<'a> {
    told: &'a Told,
    record: &'a Merged,
    seats: Vec<SeatNumber>,
    /// The runs of the log in order, each with the number of its entry.
    runs: Vec<(At, u64)>,
    /// The numbers of lines by the entries that stand in them.
    entries: BTreeMap<u64, u64>,
    /// The first and the last number of each part: what lies between must be there, or be for others.
    ranges: Vec<(u64, u64)>,
}

/// Lines of one kind for one holder.
type Row = (Holder, Kind);

impl<'a> Shelf<'a> {
    fn of(told: &'a Told, record: &'a Merged, parts: &[(String, Vec<Line>)]) -> Self {
        let seats = 1..=told.genesis.seats.len();
        let entries = record.lines().filter_map(|line| {
            let block = entry_lines(std::slice::from_ref(line)).next()?;
            Some((block.stated_number()?, line.n()))
        });
        Self {
            told,
            record,
            seats: seats
                .filter_map(|seat| SeatNumber::player(u8::try_from(seat).ok()?))
                .collect(),
            runs: runs(told),
            entries: entries.collect(),
            ranges: parts.iter().filter_map(range_of).collect(),
        }
    }

    /// Returns the numbers of a run's lines: orders and witnessed of each seat, and what is for everybody.
    fn lines_of_run(&self, entry: u64) -> Option<Vec<(Row, u64)>> {
        let end = *self.entries.get(&entry)?;
        let seats = self.seats.len() as u64;
        let first = end.checked_sub(2 * seats + 1).filter(|first| *first > 0)?;
        let of_seats = self.seats.iter().zip(0..).flat_map(|(seat, index)| {
            let holder = Holder::Owner(*seat);
            [
                ((holder, Kind::Orders), first + index),
                ((holder, Kind::Private), first + seats + 1 + index),
            ]
        });
        let public = ((Holder::All, Kind::Public), first + seats);
        Some(of_seats.chain([public]).collect())
    }

    /// Finds lines of runs that must have been taken out, since the entry that closes the run is here.
    fn taken_out(&self, findings: &mut Vec<Finding>) -> BTreeSet<Row> {
        let is_held = |(_, n): &(Row, u64)| self.record.get(*n).is_some();
        // A row in which something else stands between tells nothing of what is missing.
        let is_plain = |lines: &[(Row, u64)]| {
            lines.iter().all(|(row, n)| {
                let held = self.record.get(*n);
                held.is_none_or(|line| (line.holder(), line.kind()) == *row)
            })
        };
        let closed: Vec<(At, Vec<(Row, u64)>)> = self
            .runs
            .iter()
            .filter_map(|(at, entry)| Some((*at, self.lines_of_run(*entry)?)))
            .filter(|(_, lines)| is_plain(lines))
            .collect();
        let served: BTreeSet<SeatNumber> = self
            .seats
            .iter()
            .copied()
            .filter(|seat| {
                // At the end a holder gets the last lines of the others, too; most of them only his own.
                let row = (Holder::Owner(*seat), Kind::Private);
                let all = closed.iter().flat_map(|(_, lines)| lines);
                let held = all.filter(|line| line.0 == row && is_held(line)).count();
                2 * held > closed.len()
            })
            .collect();
        let mut taken = BTreeSet::new();
        for (at, lines) in &closed {
            for (row, n) in lines {
                let may_have = row.0.seat().is_none_or(|seat| served.contains(&seat));
                if may_have && self.is_covered(*n) && !is_held(&(*row, *n)) {
                    let what = what_is(*row);
                    findings.push(gap(&format!("line {n}, {what} of {}", name(*at))));
                    taken.insert(*row);
                }
            }
        }
        taken
    }

    fn is_covered(&self, n: u64) -> bool {
        self.ranges
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&n))
    }

    /// Compares all lines with what the end of the log has bound.
    fn unbound(
        &self,
        parts: &[(String, Vec<Line>)],
        taken: &BTreeSet<Row>,
        findings: &mut Vec<Finding>,
    ) {
        let held: BTreeMap<Row, BoundLines> = BoundLines::of(self.record.lines())
            .into_iter()
            .map(|lines| ((lines.holder, lines.kind), lines))
            .collect();
        let bound: Vec<(u64, BoundLines)> = self
            .told
            .notes
            .iter()
            .filter_map(|(entry, note)| match Bound::read(note.as_str())? {
                Bound::Lines(lines) => Some((*entry, lines)),
                Bound::Match(_) => None,
            })
            .collect();
        let Some((end, _)) = bound.first() else {
            return;
        };
        let has_end = self.entries.contains_key(end);
        let is_whole = parts.iter().any(|(_, lines)| {
            let entries: BTreeSet<u64> = entry_lines(lines)
                .filter_map(|block| block.stated_number())
                .collect();
            entries.contains(&0) && entries.contains(end)
        });
        for (entry, lines) in &bound {
            let row = (lines.holder, lines.kind);
            let of_these = held.get(&row);
            let count = of_these.map_or(0, |held| held.count);
            let what = what_is(row);
            if of_these == Some(lines) || (count < lines.count && taken.contains(&row)) {
                continue;
            }
            if count >= lines.count {
                let what = format!("{what} (all {} lines together)", lines.count);
                findings.push(Finding::told(Code::StateWrong, Some(*entry), None, &what));
            } else if should_hold(row, has_end) {
                let case = format!("{} of {} lines, {what}", lines.count - count, lines.count);
                findings.push(match is_whole {
                    true => gap(&case),
                    false => missing(&case),
                });
            }
        }
        let known: BTreeSet<Row> = bound.iter().map(|(_, of)| (of.holder, of.kind)).collect();
        for (row, _) in held.iter().filter(|(row, _)| !known.contains(row)) {
            let what = what_is(*row);
            findings.push(Finding::told(Code::StateWrong, Some(*end), None, &what));
        }
    }

    /// Names runs of the log that no line here tells of, although later ones are here.
    fn unheld(&self, findings: &mut Vec<Finding>) {
        let last = self.entries.keys().next_back();
        let unheld = self.runs.iter().filter(|(_, entry)| {
            last.is_some_and(|last| entry < last) && !self.entries.contains_key(entry)
        });
        let count = unheld.count();
        if count > 0 && self.record.get(1).is_some() {
            let runs = if count == 1 { "run" } else { "runs" };
            findings.push(missing(&format!("the lines of {count} {runs}")));
        }
    }
}

/// Says whether whoever has these papers must have got all lines of a row.
fn should_hold((holder, kind): Row, has_end: bool) -> bool {
    match (holder, kind) {
        (Holder::All, _) => true,
        // The mails that bring the end open them for everybody.
        (Holder::Owner(_), Kind::Orders | Kind::Secret) => has_end,
        (Holder::Owner(_), _) => false,
    }
}

/// Returns the first and the last number of what is here of a part.
fn range_of((name, lines): &(String, Vec<Line>)) -> Option<(u64, u64)> {
    let numbers = || lines.iter().map(Line::n);
    let (first, last) = (numbers().min()?, numbers().max()?);
    Some((part_range(name).map_or(first, |(first, _)| first), last))
}

/// Returns the runs of a match of the engine's, each with the number of its entry; a dice table has none.
pub(super) fn runs(told: &Told) -> Vec<(At, u64)> {
    if told.genesis.rules == asked::rules() {
        return Vec::new();
    }
    let reported = told.reported.iter();
    let draws = reported.map(|reported| (At::Draw(reported.draw), reported.entry));
    let dry = told.dry.iter().map(|run| (At::Stop(run.stop), run.entry));
    let mut runs: Vec<(At, u64)> = draws.chain(dry).collect();
    runs.sort_by_key(|(_, entry)| *entry);
    runs
}

/// Names lines in the words of a report.
fn what_is((holder, kind): Row) -> String {
    let what = match kind {
        Kind::Match => "what is played, and by whom",
        Kind::Entry => "the entries",
        Kind::Orders => "the orders",
        Kind::Input => "what else the rules were told",
        Kind::Public => "what everybody witnessed",
        Kind::Private => "what was witnessed",
        Kind::Secret => "the secrets opened at the end",
    };
    match holder.seat() {
        None => what.to_owned(),
        Some(seat) if kind == Kind::Private => format!("{what} by seat {seat}"),
        Some(SeatNumber::GAME_MASTER) => format!("{what} for the host"),
        Some(seat) => format!("{what} of seat {seat}"),
    }
}
