//! Pending sets: what seats have filed for the open stop, and whether its run may start.

use jiff::Timestamp;

use crate::engine::{Judged as Verdict, Match, ReadLine, Reading, Seat, Wanted};
use crate::orders::is_beside_set;
use crate::record::SeatNumber;
use crate::schedule::run_starts;
use crate::store::{
    Asked, Judged, MatchId, PendingLine, RawId, Readiness, StandingKind, StandingLine, Stop, Unit,
};

use super::intake::{Arrived, Filing};
use super::table::Table;
use super::{DeskError, Moment, early, ends, hours, taking_back};

/// A mail of a seat for a stop, as it is read again.
#[derive(Debug, Clone)]
pub(super) struct Earlier {
    /// Which mail it is.
    pub arrived: Arrived,
    /// Its order lines.
    pub text: String,
}

/// Returns how a stop asks a seat.
pub(super) fn asked_at(open: &Stop, number: SeatNumber) -> Option<Asked> {
    open.asked
        .iter()
        .find(|asked| asked.seat == number)
        .copied()
}

/// Replaces or adds to the seat's pending set; a filing without action lines leaves it alone.
pub(super) fn keep_set(
    unit: &mut dyn Unit,
    table: &Table,
    filing: Filing<'_>,
    (stop, asked): (u64, Asked),
    reading: &Reading,
    now: Moment,
) -> Result<(), DeskError> {
    let raw = filing.raw.map(|arrived| arrived.raw);
    let at = filing.raw.map_or(now.stamp(), |arrived| arrived.at);
    let asked = store_filing(unit, table, filing, (stop, asked), (raw, at), reading)?;
    Ok(unit.set_asked(filing.id, stop, asked)?)
}

/// Stores what of a reading belongs to the set; returns how the seat stands with it.
fn store_filing(
    unit: &mut dyn Unit,
    table: &Table,
    filing: Filing<'_>,
    (stop, asked): (u64, Asked),
    (raw, at): (Option<RawId>, Timestamp),
    reading: &Reading,
) -> Result<Asked, DeskError> {
    let acts = store_set(unit, table, filing, (stop, asked.seat), raw, reading)?;
    let readiness = match asked.readiness {
        Readiness::Go | Readiness::Waits | Readiness::Absent if !acts => asked.readiness,
        _ => readiness(unit, table, filing, stop, reading)?,
    };
    let has_grace = acts || files_standing(reading);
    Ok(Asked {
        readiness,
        mailed_at: if has_grace { Some(at) } else { asked.mailed_at },
        ..asked
    })
}

/// Makes the seat's pending set anew from its mails in the order of their arrival; returns how the mail of this
/// filing reads in its place.
pub(super) fn rebuild_set(
    unit: &mut dyn Unit,
    table: &Table,
    filing: Filing<'_>,
    (stop, asked): (u64, Asked),
    mails: &[Earlier],
) -> Result<Option<Reading>, DeskError> {
    let mut mails: Vec<&Earlier> = mails.iter().collect();
    mails.sort_by_key(|mail| (mail.arrived.at, mail.arrived.raw));
    unit.file_set(filing.id, stop, asked.seat, &[])?;
    let mut asked = asked;
    let mut own = None;
    for mail in mails {
        let filed = filed_lines(&unit.pending_set(filing.id, stop, asked.seat)?);
        let mut reading = table.play.read_beside(filing.seat, &filed, &mail.text);
        taking_back::refuse(unit, table, (filing.seat, Some(mail.arrived)), &mut reading)?;
        if !reading.wants(&Wanted::Check) {
            let arrived = (Some(mail.arrived.raw), mail.arrived.at);
            asked = store_filing(unit, table, filing, (stop, asked), arrived, &reading)?;
        }
        if filing.raw == Some(mail.arrived) {
            own = Some(reading);
        }
    }
    unit.set_asked(filing.id, stop, asked)?;
    Ok(own)
}

/// Stores the lines of a reading that belong to a set; says whether the reading acts at all.
///
/// What was refused before is no part of the set any more as soon as something is added to it; a text of standing lines
/// alone takes the place of standing lines that were refused, and leaves orders alone; a set that is refused to its last
/// line takes the place of none.
fn store_set(
    unit: &mut dyn Unit,
    table: &Table,
    filing: Filing<'_>,
    (stop, seat): (u64, SeatNumber),
    raw: Option<RawId>,
    reading: &Reading,
) -> Result<bool, DeskError> {
    let id = filing.id;
    let new = lines_of_set(reading, raw);
    let mut before = unit.pending_set(id, stop, seat)?;
    let beside = refused_beside(reading, raw);
    if !beside.is_empty() {
        let is_old = |line: &PendingLine| {
            let standing = files_standing(reading) && is_standing(table, filing, line);
            let again = beside.iter().any(|own| own.written == line.written);
            !line.judged.is_played() && (standing || again)
        };
        before.retain(|line| !is_old(line));
        before.extend(beside);
        unit.file_set(id, stop, seat, &before)?;
        return Ok(true);
    }
    if refuses_all(reading) {
        before.retain(|line| line.judged.is_played());
        before.extend(new);
        unit.file_set(id, stop, seat, &before)?;
        return Ok(true);
    }
    let settles = reading.adds && before.iter().any(|line| !line.judged.is_played());
    if new.is_empty() && !settles {
        if files_standing(reading) {
            let whole = before.len();
            let is_replaced =
                |line: &PendingLine| !line.judged.is_played() && is_standing(table, filing, line);
            before.retain(|line| !is_replaced(line));
            if before.len() < whole {
                unit.file_set(id, stop, seat, &before)?;
            }
        }
        return Ok(acts(reading));
    }
    before.retain(|line| line.judged.is_played());
    // A list ends by itself; a PASS in the middle would cut off what is added.
    let goes_on = reading.lines.iter().any(|line| !line.frames_set());
    let kept = before.iter().zip(&reading.filed);
    let kept = kept.filter(|(_, judged)| !(goes_on && judged.is_pass()));
    let kept = kept.filter_map(|(line, judged)| pending_line(judged, line.raw));
    let lines: Vec<PendingLine> = kept.chain(new).collect();
    unit.file_set(id, stop, seat, &lines)?;
    Ok(true)
}

/// The lines of a set that count, as what is added to them is judged with.
pub(super) fn filed_lines(set: &[PendingLine]) -> Vec<String> {
    let good = set.iter().filter(|line| line.judged.is_played());
    good.map(|line| line.written.clone()).collect()
}

/// Returns the good lines of a seat as they would stand if a text were filed beside these.
pub(super) fn lines_after(filed: Vec<String>, reading: &Reading) -> Vec<String> {
    if !acts(reading) || refuses_all(reading) {
        return filed;
    }
    let before = if reading.adds { filed } else { Vec::new() };
    let lines = reading.lines.iter().filter(|line| !line.planned);
    let new: Vec<PendingLine> = lines.filter_map(|line| pending_line(line, None)).collect();
    before.into_iter().chain(filed_lines(&new)).collect()
}

/// Says whether a reading changes what a seat has filed for the open stop.
pub(super) fn acts(reading: &Reading) -> bool {
    !lines_of_set(reading, None).is_empty()
        || reading.wants(&Wanted::Go)
        || reading.wants(&Wanted::Wait)
}

/// Says whether a reading is of a set that would take the place of what stands, and every order of it is refused.
pub(super) fn refuses_all(reading: &Reading) -> bool {
    let set = lines_of_set(reading, None);
    !reading.adds && !set.is_empty() && filed_lines(&set).is_empty()
}

/// Says whether a reading files or takes back standing lines or plans, which may answer the open stop too: they
/// have their grace like orders.
fn files_standing(reading: &Reading) -> bool {
    let mut lines = reading.lines.iter();
    let mut wanted = reading.wanted.iter();
    !reading.plans.is_empty()
        || lines.any(|line| line.verdict == Verdict::Standing && !line.planned)
        || wanted.any(|wanted| matches!(wanted, Wanted::Cancel(_)))
}

/// Tells whether a line that was refused would have answered later decisions.
fn is_standing(table: &Table, filing: Filing<'_>, line: &PendingLine) -> bool {
    let mut words = line.written.split_whitespace();
    let begins =
        is_beside_set(&line.written) || words.any(|word| table.play.is_standing_verb(word));
    let reading = table.play.read(filing.seat, &line.written);
    begins || reading.lines.iter().any(|line| line.stands)
}

/// The lines of a reading that belong to a set. What is refused and is no order keeps the set unready that it stands
/// in; alone it makes none.
fn lines_of_set(reading: &Reading, raw: Option<RawId>) -> Vec<PendingLine> {
    let (lines, set) = lines_that_count(reading, raw);
    match lines.iter().all(|line| line.is_beside_set()) {
        true => Vec::new(),
        false => set,
    }
}

/// The plans and cancellations that are refused in a reading without a set: they keep the seat unready, and leave what
/// it has filed as it is.
fn refused_beside(reading: &Reading, raw: Option<RawId>) -> Vec<PendingLine> {
    let (lines, set) = lines_that_count(reading, raw);
    if !lines.iter().all(|line| line.is_beside_set()) {
        return Vec::new();
    }
    let pairs = lines.into_iter().zip(set);
    let own = pairs.filter(|(line, _)| !line.begins_message());
    own.map(|(_, line)| line).collect()
}

/// The lines of a reading that are kept with a set; of a plan its first line stands for all.
fn lines_that_count(reading: &Reading, raw: Option<RawId>) -> (Vec<&ReadLine>, Vec<PendingLine>) {
    let lines = reading.lines.iter();
    let lines = lines.filter(|line| !line.planned || line.is_beside_set());
    lines
        .filter_map(|line| Some((line, pending_line(line, raw)?)))
        .unzip()
}

fn pending_line(line: &ReadLine, raw: Option<RawId>) -> Option<PendingLine> {
    let judged = match line.verdict {
        Verdict::Legal => Judged::Good,
        Verdict::Open => Judged::Open,
        Verdict::Illegal | Verdict::Unreadable | Verdict::Idle => Judged::Refused,
        Verdict::Noted if line.frames_set() => Judged::Good,
        Verdict::Standing | Verdict::Noted | Verdict::Talk => return None,
    };
    let canonical = match line.canonical.is_empty() {
        true if judged.is_played() => Some(line.text.clone()),
        true => None,
        false => Some(line.canonical.join("; ")),
    };
    Some(PendingLine {
        written: line.text.clone(),
        canonical,
        judged,
        raw,
    })
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
    let number = table.number(filing.seat);
    let set = unit.pending_set(filing.id, stop, number)?;
    // Whoever says GO beside orders of which none is good has not said so of those that they were to replace.
    if refuses_all(reading) && !filed_lines(&set).is_empty() {
        return Ok(Readiness::Unready);
    }
    let mut twin = table.play.copy();
    file_standing(unit, filing.id, number, filing.seat, &mut *twin)?;
    if reading.wants(&Wanted::Go) {
        twin.file(filing.seat, &(set_text(&set) + "\nGO"));
        return Ok(match twin.answers(filing.seat) {
            true => Readiness::Go,
            false => Readiness::Unready,
        });
    }
    let has_bad = set.iter().any(|line| !line.judged.is_played());
    let whole = twin.file(filing.seat, &set_text(&set));
    let answers = twin.answers(filing.seat);
    Ok(if answers && !has_bad && whole.lacks.is_none() {
        Readiness::Ready
    } else {
        Readiness::Unready
    })
}

/// Files the standing lines that no run has known yet, and takes back what was cancelled, in the order
/// in which they arrived; returns the number of the last of them.
pub(super) fn file_standing(
    unit: &dyn Unit,
    id: &MatchId,
    number: SeatNumber,
    seat: Seat,
    play: &mut dyn Match,
) -> Result<Option<u64>, DeskError> {
    let standing = standing_in_order(unit, id, number)?;
    put(&standing, seat, play);
    Ok(standing.iter().map(|line| line.n).max())
}

/// Puts lines in force one after the other.
pub(super) fn put(standing: &[StandingLine], seat: Seat, play: &mut dyn Match) {
    for line in standing {
        match line.kind {
            StandingKind::Cancel => {
                play.cancel(seat, &line.text);
            }
            StandingKind::Standing | StandingKind::Plan => {
                play.file(seat, &line.text);
            }
        }
    }
}

/// Sets when the run of a stop starts: grace after the last mail, once every asked seat lets it, or a seat
/// ends the match. When the last deadline has passed nobody can change anything any more, so no grace goes
/// beyond it.
pub(super) fn schedule_run(unit: &mut dyn Unit, table: &Table, stop: u64) -> Result<(), DeskError> {
    let Some(open) = unit.stop(&table.row.id, stop)? else {
        return Ok(());
    };
    let grace = table.row.grace;
    let may_run = may_run(unit, table, &open)?;
    let mails: Vec<_> = open
        .asked
        .iter()
        .filter_map(|asked| asked.mailed_at)
        .collect();
    let mut run_at = may_run.then(|| run_starts(&mails, grace).unwrap_or(open.asked_at));
    if let (Some(at), Some(last_due)) = (run_at, last_due(unit, &table.row.id, &open)?) {
        run_at = Some(at.min(last_due));
    }
    if let Some((_, said_at)) = ends::wanted(unit, table)? {
        let ends_at = run_starts(&[said_at], grace).unwrap_or(said_at);
        run_at = Some(run_at.map_or(ends_at, |run_at| run_at.min(ends_at)));
    }
    unit.set_run_at(&table.row.id, stop, run_at)?;
    Ok(())
}

/// Returns when the last of the asked seats' deadlines ends, if each of them has one.
fn last_due(unit: &dyn Unit, id: &MatchId, open: &Stop) -> Result<Option<Timestamp>, DeskError> {
    let asked = open.asked.iter();
    let due = asked.map(|asked| hours::due_at(unit, id, open.number, asked.seat));
    let due: Option<Vec<Timestamp>> = due.collect::<Result<_, _>>()?;
    Ok(due.and_then(|due| due.into_iter().max()))
}

/// Says whether everybody whose orders are waited for lets the run start; where the host files first, only
/// his seats are.
pub(super) fn may_run(unit: &dyn Unit, table: &Table, open: &Stop) -> Result<bool, DeskError> {
    let hosts_alone = early::waits(unit, table, open)?;
    let mut awaited = open
        .asked
        .iter()
        .filter(|asked| !hosts_alone || early::is_hosts(table, asked.seat));
    Ok(awaited.all(|asked| asked.readiness.lets_run()))
}

/// The good lines of a pending set as a text for the engine.
pub(super) fn set_text(set: &[PendingLine]) -> String {
    filed_lines(set).join("\n")
}

/// The standing lines of a seat that no run has known yet, in the order in which they arrived.
pub(super) fn standing_in_order(
    unit: &dyn Unit,
    id: &MatchId,
    number: SeatNumber,
) -> Result<Vec<StandingLine>, DeskError> {
    let mut lines = unit.new_standing(id, number)?;
    lines.sort_by_key(|line| (line.filed_at, line.n));
    Ok(lines)
}
