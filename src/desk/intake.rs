//! Taking in what a seat files: read, judged, put into the pending set, answered with a receipt.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::{Judged as Verdict, Reading, Seat, Wanted};
use crate::mail::written::plainly;
use crate::record::SeatNumber;
use crate::store::{Asked, MatchId, PendingLine, RawId, Readiness, StandingKind, Stop, Unit};

use super::language::MatchLanguage;
use super::pending::{
    Earlier, acts, asked_at, file_standing, filed_lines, keep_set, lines_after, rebuild_set,
    schedule_run, set_text,
};
use super::table::{Table, refuse_stale};
use super::wants::{self, Asker};
use super::world::side_of;
use super::{
    DeskError, Moment, Site, blocks, doubtful, early, ends, holding, locked, replacing,
    taking_back, upgrading,
};

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
    pub raw: Option<Arrived>,
}

/// A mail that order lines stood in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrived {
    /// The mail.
    pub raw: RawId,
    /// When it arrived at the site's mail server.
    pub at: Timestamp,
}

/// What became of a filing, for the seat's owner.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Receipt {
    /// The match.
    pub id: String,
    /// The side.
    pub side: String,
    /// The open stop.
    pub stop: u64,
    /// Every line of this filing with its verdict.
    pub reading: Reading,
    /// The set as it now stands, in canonical form.
    pub set: Vec<String>,
    /// Lines that were refused and are no part of the set.
    pub left_out: Vec<String>,
    /// The standing lines and plans that will count, those filed now included.
    pub standing: Vec<String>,
    /// Whether the seat is ready.
    pub readiness: &'static str,
    /// What is still missing before anything runs.
    pub missing: Vec<String>,
    /// When the run starts, if nothing changes.
    #[schemars(with = "Option<String>")]
    pub run_at: Option<jiff::Timestamp>,
    /// The same in the zone of the seat's owner, as he is told it.
    pub run_at_told: Option<String>,
    /// What was shown or done at once, in words.
    pub answers: Vec<String>,
    /// What of it was refused, or why orders do not count.
    pub refused: Vec<String>,
}

impl Receipt {
    /// Tells whether a line was refused, not understood or not taken.
    pub fn is_bad(&self) -> bool {
        self.reading.is_bad() || !self.refused.is_empty()
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
    let language = MatchLanguage::of(table.play.copy(), filing.seat);
    let written = match filing.raw {
        Some(_) => filing.text.to_owned(),
        None => plainly(filing.text, &language),
    };
    let (as_sent, _) = blocks::part(filing.text);
    doubtful::refuse(&as_sent, &language)?;
    let (lines, blocks) = blocks::part(&written);
    let seat = &table.players[filing.seat.index()];
    let raw = filing.raw.map(|arrived| arrived.raw);
    let taken = blocks::take(site, unit, (&table.row, seat), (raw, &blocks), now)?;
    let filing = Filing {
        text: &lines,
        ..filing
    };
    let mut receipt = file_among(site, unit, filing, &[], now)?;
    receipt.answers.splice(0..0, taken.told);
    Ok(receipt)
}

/// Judges lines for a side beside what it has filed, and answers what only wants to be looked at.
///
/// # Errors
/// If there is no such match or side.
pub(super) fn check(
    site: &Site,
    unit: &mut dyn Unit,
    (id, side): (&MatchId, &str),
    text: &str,
    now: Moment,
) -> Result<(Reading, Vec<String>), DeskError> {
    let table = Table::load(site, unit, id)?;
    let seat = table.seat_of_side(side)?;
    let filed = match unit.open_stop_of(id)? {
        Some(open) => unit.pending_set(id, open.number, table.number(seat))?,
        None => Vec::new(),
    };
    let filed = filed_lines(&filed);
    let language = MatchLanguage::of(table.play.copy(), seat);
    let mut reading = table
        .play
        .read_beside(seat, &filed, &plainly(text, &language));
    taking_back::refuse(unit, &table, (seat, None), &mut reading)?;
    let asker = Asker {
        checked: Some(lines_after(filed, &reading)),
        ..Asker::playing(site, unit, &table, seat)?
    };
    let mut looks = wants::looks(&reading);
    looks.retain(|wanted| *wanted != Wanted::Check);
    let answers = wants::answer(site, unit, &asker, &looks, now)?;
    // What would be done is done, by those who do it; the caller never commits it.
    let mut deeds = reading.wanted.clone();
    deeds.retain(|wanted| *wanted != Wanted::Check && !looks.contains(wanted));
    let done = wants::answer(site, unit, &asker, &deeds, now)?;
    mark_refused(&mut reading, &answers.refused);
    mark_refused(&mut reading, &done.refused);
    doubtful::mark(text, &language, &mut reading);
    Ok((reading, answers.told))
}

/// Files lines for a seat whose later mails were read before: `others` are all of them for this stop.
///
/// What a seat has filed follows from its mails in the order in which they arrived, whatever the order in
/// which they are read.
pub(super) fn file_among(
    site: &Site,
    unit: &mut dyn Unit,
    filing: Filing<'_>,
    others: &[Earlier],
    now: Moment,
) -> Result<Receipt, DeskError> {
    let table = Table::load(site, unit, filing.id)?;
    refuse_stale(&table.row)?;
    if let Some(reason) = upgrading::other_rules(site, &table.row) {
        return Err(DeskError::refused(reason));
    }
    let open = open_stop(unit, filing)?;
    let number = table.number(filing.seat);
    let asked_before = asked_at(&open, number);
    let before = unit.pending_set(filing.id, open.number, number)?;
    let filed = filed_lines(&before);
    let mut reading = table.play.read_beside(filing.seat, &filed, filing.text);
    let idle = taking_back::refuse(unit, &table, (filing.seat, filing.raw), &mut reading)?;
    let is_check = reading.wants(&Wanted::Check);
    let kept = holding::refuses(unit, filing.id)?
        .map(|reason| format!("Your orders were not taken: {reason}."));
    let closed = match kept.map_or_else(
        || early::refuses(unit, &table, number),
        |reason| Ok(Some(reason)),
    )? {
        Some(reason) => Some(reason),
        None => locked::refuses(site, unit, &table, number)?,
    };
    if !is_check {
        keep_standing(unit, &table, filing, (&reading, &idle), now)?;
        if let Some(asked) = asked_at(&open, number).filter(|_| closed.is_none()) {
            if others.is_empty() {
                keep_set(unit, &table, filing, (open.number, asked), &reading, now)?;
            } else if let Some(own) =
                rebuild_set(unit, &table, filing, (open.number, asked), others)?
            {
                reading = own;
            }
        }
        schedule_run(unit, &table, open.number)?;
    }
    let asker = Asker {
        checked: is_check.then(|| lines_after(filed, &reading)),
        ..Asker::playing(site, unit, &table, filing.seat)?
    };
    let mut answers = if is_check {
        wants::answer(site, unit, &asker, &wants::looks(&reading), now)?
    } else {
        wants::answer(site, unit, &asker, &reading.wanted, now)?
    };
    let reasons = answers.refused.iter().map(|(_, reason)| reason.clone());
    let mut not_taken: Vec<String> = reasons.collect();
    let open = unit.stop(filing.id, open.number)?.unwrap_or(open);
    let is_closed = closed.is_some();
    let refused = closed.or_else(|| unasked(&table, &open, number));
    if let Some(reason) = refused.filter(|_| !is_check && acts(&reading)) {
        not_taken.push(reason.clone());
        answers.told.push(reason);
    }
    if filing.raw.is_none() {
        mark_refused(&mut reading, &answers.refused);
    }
    let asked_now = asked_at(&open, number);
    let told = &mut answers.told;
    told.extend(go_lost(asked_before, asked_now, &reading));
    told.extend(plans_told(unit, &table, filing, &open, &reading)?);
    if asked_now.is_some() && !is_closed && !is_check && acts(&reading) {
        let set = unit.pending_set(filing.id, open.number, number)?;
        let sets = (before.as_slice(), set.as_slice());
        told.extend(replacing::told(&*table.play, filing.seat, &reading, sets));
    }
    let mut receipt = receipt(unit, &table, filing.seat, &open, (reading, &before))?;
    if is_closed {
        receipt.readiness = "locked";
        receipt.missing.clear();
    }
    receipt.run_at_told = receipt.run_at.map(|run_at| asker.local_in_zone(run_at));
    receipt.answers = answers.told;
    receipt.refused = not_taken;
    Ok(receipt)
}

/// Says that an earlier GO does not hold for a set that has changed since, where the set is not ready without one.
fn go_lost(before: Option<Asked>, now: Option<Asked>, reading: &Reading) -> Option<String> {
    let had = before.is_some_and(|asked| asked.readiness == Readiness::Go);
    let waits = now.is_some_and(|asked| !asked.readiness.lets_run());
    (had && waits && !reading.wants(&Wanted::Wait)).then(|| {
        "Your earlier GO was for your orders as they stood then and does not count any more: send GO again (ADD GO, to \
         keep what stands) if what is good is to be played."
            .to_owned()
    })
}

/// Says what plans do in their owner's place: at this stop, or when the time of those that were just filed comes.
fn plans_told(
    unit: &dyn Unit,
    table: &Table,
    filing: Filing<'_>,
    open: &Stop,
    reading: &Reading,
) -> Result<Option<String>, DeskError> {
    let number = table.number(filing.seat);
    if asked_at(open, number).is_none() {
        let mut twin = table.play.copy();
        file_standing(unit, filing.id, number, filing.seat, &mut *twin)?;
        if let Some(plan) = twin.answered_by_plan(filing.seat) {
            return Ok(Some(plan.told()));
        }
    }
    let filed = !reading.plans.is_empty() && !reading.wants(&Wanted::Check);
    Ok(filed.then(|| {
        "A plan answers in your place when its time comes: you are not asked then. Until its run starts, the same \
         PLAN sent anew takes its place, and CANCEL PLAN takes it back."
            .to_owned()
    }))
}

/// Marks the lines of what the desk has refused, as the game's refusals mark theirs.
fn mark_refused(reading: &mut Reading, refused: &[(Wanted, String)]) {
    for (wanted, reason) in refused {
        let mut lines = reading.lines.iter_mut();
        if let Some(line) = lines.find(|line| line.asks_for(wanted)) {
            line.refuse_wish(reason.trim_end_matches('.'));
        }
    }
}

/// Says why the action lines of a seat do not count at a stop that asks only others.
fn unasked(table: &Table, open: &Stop, number: SeatNumber) -> Option<String> {
    if asked_at(open, number).is_some() {
        return None;
    }
    let asked = open.asked.iter().map(|asked| {
        let mut players = table.players.iter();
        let seat = players.find(|seat| seat.number == asked.seat);
        seat.map_or("somebody", side_of)
    });
    let asked: Vec<&str> = asked.collect();
    Some(format!(
        "Your orders were not taken: stop {} asks {} and not you. Standing lines and plans count from the \
         next run on.",
        open.number,
        asked.join(" and ")
    ))
}

fn open_stop(unit: &dyn Unit, filing: Filing<'_>) -> Result<Stop, DeskError> {
    let open = unit.open_stop_of(filing.id)?.ok_or_else(|| {
        DeskError::refused(format!(
            "match `{}` is over: nothing more can be filed",
            filing.id
        ))
    })?;
    match filing.stop.filter(|meant| *meant != open.number) {
        Some(meant) => Err(DeskError::refused(format!(
            "these lines are for stop {meant}, but stop {} is open; send them again for that one",
            open.number
        ))),
        None => Ok(open),
    }
}

/// Keeps standing lines, plans and cancellations; they count from the next run on.
fn keep_standing(
    unit: &mut dyn Unit,
    table: &Table,
    filing: Filing<'_>,
    (reading, idle): (&Reading, &[String]),
    now: Moment,
) -> Result<(), DeskError> {
    let number = table.number(filing.seat);
    let at = filing.raw.map_or(now.stamp(), |arrived| arrived.at);
    let raw = filing.raw.map(|arrived| arrived.raw);
    let mut keep = |kind, text: &str| {
        unit.file_standing(filing.id, number, kind, text, raw, at)
            .map(|_| ())
    };
    // What it names may stand in a mail that arrived before and is read later.
    for words in idle.iter().filter(|_| raw.is_some()) {
        keep(StandingKind::Cancel, words)?;
    }
    for wanted in &reading.wanted {
        match wanted {
            Wanted::Cancel(words) => keep(StandingKind::Cancel, words)?,
            Wanted::Resign => keep(StandingKind::Standing, ends::RESIGN)?,
            Wanted::OfferDraw | Wanted::AcceptDraw => keep(StandingKind::Standing, ends::DRAW)?,
            _ => {}
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

fn receipt(
    unit: &dyn Unit,
    table: &Table,
    seat: Seat,
    open: &Stop,
    (reading, before): (Reading, &[PendingLine]),
) -> Result<Receipt, DeskError> {
    let number = table.number(seat);
    let set = unit.pending_set(&table.row.id, open.number, number)?;
    // A line that names a group gives several orders.
    let show = |line: &PendingLine| -> Vec<String> {
        let canonical = line.canonical.as_deref().unwrap_or(&line.written);
        canonical.split("; ").map(str::to_owned).collect()
    };
    let counts = |line: &&PendingLine| line.judged.is_played();
    let refused = |line: &&PendingLine| !line.judged.is_played();
    let settles = reading.adds || !acts(&reading);
    let gone = |line: &&PendingLine| settles && !set.contains(line);
    let left_out = before.iter().filter(refused).filter(gone);
    let left_out = left_out.chain(set.iter().filter(refused));
    let left_out = left_out.map(|line| line.written.clone()).collect();
    let mut twin = table.play.copy();
    file_standing(unit, &table.row.id, number, seat, &mut *twin)?;
    let asked = asked_at(open, number);
    let readiness = asked.map_or("not asked", |asked| asked.readiness.word());
    let mut missing = Vec::new();
    if asked.is_some_and(|asked| !asked.readiness.lets_run()) {
        let lacks = twin.read(seat, &set_text(&set)).lacks;
        missing.push(what_is_missing(&set, &reading, lacks, &table.row.id));
    }
    Ok(Receipt {
        id: table.row.id.to_string(),
        side: table.players[seat.index()].side.clone().unwrap_or_default(),
        stop: open.number,
        set: set.iter().filter(counts).flat_map(show).collect(),
        left_out,
        standing: twin.standing(seat),
        readiness,
        missing,
        run_at: open.run_at,
        run_at_told: None,
        answers: Vec::new(),
        refused: Vec::new(),
        reading,
    })
}

fn what_is_missing(
    set: &[PendingLine],
    reading: &Reading,
    lacks: Option<String>,
    id: &MatchId,
) -> String {
    if reading.wants(&Wanted::Wait) {
        return "you asked to wait: send GO when you are ready".to_owned();
    }
    if set.iter().any(|line| !line.judged.is_played()) {
        return "a line is refused: send it again with ADD before it, or the whole set, or GO to \
                play what is good"
            .to_owned();
    }
    lacks.unwrap_or_else(|| {
        format!(
            "match `{id}` still waits for your orders: what you sent does not answer what is asked"
        )
    })
}
