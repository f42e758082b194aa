//! Taking in what a seat files: read, judged, put into the pending set, answered with a receipt.

use serde::Serialize;

use crate::engine::{Judged as Verdict, Reading, Seat, Wanted};
use crate::schedule::run_starts;
use crate::store::{
    Asked, Judged, MatchId, PendingLine, RawId, Readiness, StandingKind, StandingLine, Unit,
};

use super::run::standing_text;
use super::table::Table;
use super::{DeskError, Moment, Site};

/// What a seat files, by mail or from a file.
#[derive(Debug, Clone, Copy)]
pub struct Filing<'a> {
    /// The match.
    pub id: &'a MatchId,
    /// The seat.
    pub seat: Seat,
    /// The stop that it is meant for; nothing means the open one.
    pub stop: Option<u64>,
    /// The order lines.
    pub text: &'a str,
    /// The mail they stood in.
    pub raw: Option<RawId>,
}

/// What became of a filing, for the seat's owner.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Receipt {
    /// The match.
    pub id: String,
    /// The side.
    pub side: String,
    /// The open stop.
    pub stop: u64,
    /// Every line of this filing with its verdict.
    pub reading: Reading,
    /// The set as it now stands, in canonical form where it could be read.
    pub set: Vec<String>,
    /// The standing lines and plans that will count, those filed now included.
    pub standing: Vec<String>,
    /// Whether the seat is ready.
    pub readiness: &'static str,
    /// What is still missing before anything runs.
    pub missing: Vec<String>,
    /// When the run starts, if nothing changes.
    pub run_at: Option<jiff::Timestamp>,
    /// What was shown or done at once, in words.
    pub answers: Vec<String>,
}

impl Receipt {
    /// Tells whether a line was refused or not understood.
    pub fn is_bad(&self) -> bool {
        self.reading.is_bad()
    }
}

/// Files lines for a seat.
///
/// # Errors
/// If the match does not wait for this seat, or the stop is another one.
pub(super) fn file(
    site: &Site,
    unit: &mut dyn Unit,
    filing: Filing<'_>,
    now: Moment,
) -> Result<Receipt, DeskError> {
    let table = Table::load(site, unit, filing.id)?;
    let open = unit.open_stop_of(filing.id)?.ok_or_else(|| {
        DeskError::refused(format!(
            "match `{}` is over: nothing more can be filed",
            filing.id
        ))
    })?;
    if let Some(meant) = filing.stop.filter(|meant| *meant != open.number) {
        return Err(DeskError::refused(format!(
            "these lines are for stop {meant}, but stop {} is open; send them again for that one",
            open.number
        )));
    }
    let number = table.number(filing.seat);
    let reading = table.play.read(filing.seat, filing.text);
    let asked = open
        .asked
        .iter()
        .find(|asked| asked.seat == number)
        .copied();
    if reading.wants(&Wanted::Check) {
        return receipt(unit, &table, filing.seat, open.number, asked, reading);
    }
    keep_standing(unit, &table, filing, &reading, now)?;
    if let Some(asked) = asked {
        keep_set(unit, filing, open.number, asked, &reading)?;
        let readiness = readiness(unit, &table, filing, open.number, &reading)?;
        let asked = Asked {
            readiness,
            mailed_at: Some(now.stamp()),
            ..asked
        };
        unit.set_asked(filing.id, open.number, asked)?;
        schedule_run(unit, &table, open.number)?;
    }
    let stop = unit.stop(filing.id, open.number)?;
    let asked = stop
        .iter()
        .flat_map(|stop| &stop.asked)
        .find(|asked| asked.seat == number)
        .copied();
    receipt(unit, &table, filing.seat, open.number, asked, reading)
}

/// Keeps standing lines, plans and cancellations; they count from the next run on.
fn keep_standing(
    unit: &mut dyn Unit,
    table: &Table,
    filing: Filing<'_>,
    reading: &Reading,
    now: Moment,
) -> Result<(), DeskError> {
    let number = table.number(filing.seat);
    let mut keep = |kind, text: &str| {
        unit.file_standing(filing.id, number, kind, text, filing.raw, now.stamp())
            .map(|_| ())
    };
    for wanted in &reading.wanted {
        if let Wanted::Cancel(words) = wanted {
            keep(StandingKind::Cancel, words)?;
        }
    }
    for plan in &reading.plans {
        keep(StandingKind::Plan, &plan.join("\n"))?;
    }
    let standing = reading
        .lines
        .iter()
        .filter(|line| line.verdict == Verdict::Standing && !line.planned);
    for line in standing {
        keep(StandingKind::Standing, &line.text)?;
    }
    Ok(())
}

/// Replaces or adds to the seat's pending set; a filing without action lines leaves it alone.
fn keep_set(
    unit: &mut dyn Unit,
    filing: Filing<'_>,
    stop: u64,
    asked: Asked,
    reading: &Reading,
) -> Result<(), DeskError> {
    let lines: Vec<PendingLine> = reading
        .lines
        .iter()
        .filter(|line| !line.planned)
        .filter_map(|line| {
            let judged = match line.verdict {
                Verdict::Legal => Judged::Good,
                Verdict::Open => Judged::Open,
                Verdict::Illegal | Verdict::Unreadable | Verdict::Idle => Judged::Refused,
                Verdict::Noted if line.is_pass() => Judged::Good,
                Verdict::Standing | Verdict::Noted => return None,
            };
            Some(PendingLine {
                written: line.text.clone(),
                canonical: (!line.canonical.is_empty()).then(|| line.canonical.join("; ")),
                judged,
                raw: filing.raw,
            })
        })
        .collect();
    if lines.is_empty() {
        return Ok(());
    }
    if reading.wants(&Wanted::Add) {
        unit.add_to_set(filing.id, stop, asked.seat, &lines)?;
    } else {
        unit.file_set(filing.id, stop, asked.seat, &lines)?;
    }
    Ok(())
}

/// Decides whether the run may start as far as this seat is concerned.
fn readiness(
    unit: &dyn Unit,
    table: &Table,
    filing: Filing<'_>,
    stop: u64,
    reading: &Reading,
) -> Result<Readiness, DeskError> {
    if reading.wants(&Wanted::Wait) {
        return Ok(Readiness::Waits);
    }
    if reading.wants(&Wanted::Go) {
        return Ok(Readiness::Go);
    }
    let number = table.number(filing.seat);
    let set = unit.pending_set(filing.id, stop, number)?;
    let has_bad = set.iter().any(|line| !line.judged.is_played());
    let mut twin = table.play.copy();
    twin.file(
        filing.seat,
        &standing_text(&unit.new_standing(filing.id, number)?),
    );
    let whole = twin.file(filing.seat, &set_text(&set));
    let answers = twin.answers(filing.seat);
    Ok(if answers && !has_bad && whole.lacks.is_none() {
        Readiness::Ready
    } else {
        Readiness::Unready
    })
}

/// Sets when the run of a stop starts: grace after the last mail, once every asked seat lets it.
pub(super) fn schedule_run(unit: &mut dyn Unit, table: &Table, stop: u64) -> Result<(), DeskError> {
    let Some(open) = unit.stop(&table.row.id, stop)? else {
        return Ok(());
    };
    let may_run = open.asked.iter().all(|asked| asked.readiness.lets_run());
    let mails: Vec<_> = open
        .asked
        .iter()
        .filter_map(|asked| asked.mailed_at)
        .collect();
    let run_at = may_run.then(|| run_starts(&mails, table.row.grace).unwrap_or(open.asked_at));
    unit.set_run_at(&table.row.id, stop, run_at)?;
    Ok(())
}

/// The good lines of a pending set as a text for the engine.
pub(super) fn set_text(set: &[PendingLine]) -> String {
    let good = set.iter().filter(|line| line.judged.is_played());
    good.map(|line| line.written.as_str())
        .collect::<Vec<_>>()
        .join("\n")
}

fn receipt(
    unit: &dyn Unit,
    table: &Table,
    seat: Seat,
    stop: u64,
    asked: Option<Asked>,
    reading: Reading,
) -> Result<Receipt, DeskError> {
    let number = table.number(seat);
    let set = unit.pending_set(&table.row.id, stop, number)?;
    let show = |line: &PendingLine| {
        let text = line
            .canonical
            .clone()
            .unwrap_or_else(|| line.written.clone());
        if line.judged.is_played() {
            text
        } else {
            format!("{text}  (refused)")
        }
    };
    let mut twin = table.play.copy();
    twin.file(
        seat,
        &standing_text(&unit.new_standing(&table.row.id, number)?),
    );
    let open = unit.stop(&table.row.id, stop)?;
    let readiness = asked.map_or("not asked", |asked| asked.readiness.word());
    let mut missing = Vec::new();
    if asked.is_some_and(|asked| !asked.readiness.lets_run()) {
        missing.push(what_is_missing(&set, &reading, &table.row.id));
    }
    missing.extend(reading.lacks.clone());
    Ok(Receipt {
        id: table.row.id.to_string(),
        side: table.players[seat.index()].side.clone().unwrap_or_default(),
        stop,
        set: set.iter().map(show).collect(),
        standing: twin.standing(seat),
        readiness,
        missing,
        run_at: open.and_then(|open| open.run_at),
        answers: Vec::new(),
        reading,
    })
}

fn what_is_missing(set: &[PendingLine], reading: &Reading, id: &MatchId) -> String {
    if reading.wants(&Wanted::Wait) {
        return "you asked to wait: send GO when you are ready".to_owned();
    }
    if set.iter().any(|line| !line.judged.is_played()) {
        return "a line is refused: send it again with ADD before it, or the whole set, or GO to \
                play what is good"
            .to_owned();
    }
    format!("match `{id}` still waits for your orders: what you sent does not answer what is asked")
}

/// The standing lines that no run has known yet, as the desk hands them to the engine.
pub(super) fn cancelled(lines: &[StandingLine]) -> impl Iterator<Item = &str> {
    lines
        .iter()
        .filter(|line| line.kind == StandingKind::Cancel)
        .map(|line| line.text.as_str())
}
