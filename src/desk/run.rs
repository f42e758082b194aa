//! The run from a stop to the next: freeze, dry run, LOCK, values, dice, REPORT, record.

use crate::engine::{DryDice, Ended, RunFacts, Seat};
use crate::ledger::block::Mode;
use crate::record::{At, SeatNumber};
use crate::store::{Life, MatchId, Readiness, Stop, Unit};

use super::book::Book;
use super::crash::{self, Point};
use super::draw::{self, Force};
use super::pending::{asked_at, file_standing, set_text};
use super::table::Table;
use super::{DeskError, Moment, Site, ends, finish, handover, holding, hours, locked, reports};

/// Whether a run waits for its grace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hurry {
    /// It does.
    WhenDue,
    /// It does not.
    Now,
}

/// What a run did.
pub struct Ran {
    /// The match after it.
    pub table: Table,
    /// What happened, for every viewer.
    pub facts: RunFacts,
    /// The stop at which it began.
    pub stop: u64,
    /// The draw that it used, if it needed dice.
    pub draw: Option<u64>,
}

/// A match whose next draw is locked: its dice follow when the values are complete.
pub struct Locked {
    /// The match at its stop.
    pub table: Table,
    /// The draw.
    pub draw: u64,
}

/// How far a run has come.
pub enum Went {
    /// To the next stop.
    Ran(Box<Ran>),
    /// To a LOCK.
    Locked(Box<Locked>),
}

impl Went {
    /// Returns the match.
    pub fn table(&self) -> &Table {
        match self {
            Self::Ran(ran) => &ran.table,
            Self::Locked(locked) => &locked.table,
        }
    }

    /// Returns the run, if it has come to the next stop.
    pub fn into_ran(self) -> Option<Ran> {
        match self {
            Self::Ran(ran) => Some(*ran),
            Self::Locked(_) => None,
        }
    }
}

/// Runs a match from its open stop to the next.
pub(super) fn run(
    site: &Site,
    unit: &mut dyn Unit,
    id: &MatchId,
    now: Moment,
) -> Result<Went, DeskError> {
    let mut table = Table::load(site, unit, id)?;
    let mut book = Book::open(site, unit, &table.row)?;
    let ending = ends::wanted(unit, &table)?;
    prepare(unit, &mut table)?;
    if let Some((ending, _)) = ending {
        ends::carry_out(unit, &mut table, ending, now)?;
    }
    go(unit, table, &mut book, now)
}

/// Does what follows from a run: deadlines for whoever is waited for, letters to everybody.
pub(super) fn after(
    site: &Site,
    unit: &mut dyn Unit,
    went: &Went,
    now: Moment,
) -> Result<(), DeskError> {
    match went {
        Went::Ran(ran) => {
            handover::after_run(site, unit, ran, now)?;
            holding::hold(site, unit, ran)?;
            hours::after_run(site, unit, &ran.table, ran.stop)?;
            reports::queue_all(site, unit, ran, now)?;
        }
        Went::Locked(locked) => locked::after_lock(site, unit, locked, now)?,
    }
    crash::at(Point::Queued);
    Ok(())
}

/// Leads a match that has just started to its first stop.
pub(super) fn first_run(
    unit: &mut dyn Unit,
    table: Table,
    book: &mut Book,
    now: Moment,
) -> Result<Went, DeskError> {
    go(unit, table, book, now)
}

/// Files with the engine what every seat has filed for the open stop.
pub(super) fn prepare(unit: &mut dyn Unit, table: &mut Table) -> Result<(), DeskError> {
    let open = unit.open_stop_of(&table.row.id)?;
    for seat in table.seats() {
        file_seat(unit, table, open.as_ref(), seat)?;
    }
    Ok(())
}

/// Files with the engine what a seat has filed for the open stop.
pub(super) fn file_seat(
    unit: &mut dyn Unit,
    table: &mut Table,
    open: Option<&Stop>,
    seat: Seat,
) -> Result<(), DeskError> {
    let id = table.row.id.clone();
    let number = table.number(seat);
    if let Some(text) = unit.fixed_early(&id, table.stop, number)? {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        table.play.refile(seat, &lines);
        let asked = open.and_then(|open| asked_at(open, number));
        if asked.is_some_and(|asked| asked.readiness == Readiness::Absent) {
            table.play.time_out(seat);
        }
        return Ok(());
    }
    if let Some(last) = file_standing(unit, &id, number, seat, &mut *table.play)? {
        unit.take_standing(&id, number, last, table.stop)?;
    }
    let Some(asked) = open.and_then(|open| asked_at(open, number)) else {
        return Ok(());
    };
    let set = unit.pending_set(&id, table.stop, number)?;
    let mut text = set_text(&set);
    if asked.readiness == Readiness::Go {
        text.push_str("\nGO");
    }
    table.play.file(seat, &text);
    if asked.readiness == Readiness::Absent {
        table.play.time_out(seat);
    }
    Ok(())
}

/// Goes on from a table on which everything is filed.
pub(super) fn go(
    unit: &mut dyn Unit,
    mut table: Table,
    book: &mut Book,
    now: Moment,
) -> Result<Went, DeskError> {
    let from = table.stop;
    let force = Force::freeze(&table);
    crash::at(Point::Frozen);
    let mut dry = table.play.copy();
    let facts = dry.run(&mut DryDice);
    let (facts, draw) = if facts.ended == Ended::NeedsDice {
        let number = draw::lock(unit, &table, book, &force, now)?;
        if book.log().genesis().mode != Mode::Casual {
            locked::begin(unit, &table, now)?;
            let draw = number;
            return Ok(Went::Locked(Box::new(Locked { table, draw })));
        }
        let values = book.values_ahead();
        let facts = draw::open(unit, &mut table, book, values, now)?;
        (facts, Some(number))
    } else {
        table.play = dry;
        draw::append_force(unit, &table, &force)?;
        let state = draw::append_run(unit, &table, At::Stop(from), &facts)?;
        book.note_run(unit, from, state, now)?;
        (facts, None)
    };
    settle(unit, &mut table, book, from, now)?;
    Ok(Went::Ran(Box::new(Ran {
        table,
        facts,
        stop: from,
        draw,
    })))
}

/// Closes the old stop and opens the new one, or ends the match.
pub(super) fn settle(
    unit: &mut dyn Unit,
    table: &mut Table,
    book: &mut Book,
    from: u64,
    now: Moment,
) -> Result<(), DeskError> {
    let id = table.row.id.clone();
    unit.close_stop(&id, from, now.stamp())?;
    if let Some(stop) = table.play.stop() {
        table.stop = u64::from(stop.number);
        let seats: Vec<SeatNumber> = stop.seats.iter().map(|&seat| table.number(seat)).collect();
        unit.open_stop(&id, table.stop, &seats, now.stamp())?;
    } else {
        table.stop = from + 1;
        // A last stop that asks nobody: there the position at the end belongs.
        unit.open_stop(&id, table.stop, &[], now.stamp())?;
        unit.close_stop(&id, table.stop, now.stamp())?;
        finish::open_seals(unit, &id, book.log(), now)?;
        book.disclose(unit, now)?;
        // The last of all: it binds every line of the record before it.
        book.note_finished(unit, now)?;
        unit.set_life(&id, Life::Finished, now.stamp())?;
    }
    unit.save_position(&id, table.stop, &table.play.save(), now.stamp())?;
    Ok(())
}
