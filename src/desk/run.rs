//! The run from a stop to the next: freeze, dry run, LOCK, values, dice, REPORT, record.

use crate::engine::{DrawDice, DryDice, Ended, RunFacts};
use crate::ledger::block::Body;
use crate::ledger::hash::Hash;
use crate::ledger::seal::SealedText;
use crate::record::{At, SeatNumber};
use crate::store::{Draw, DrawEnd, Frozen, Life, MatchId, Readiness, Unit};

use super::book::Book;
use super::crash::{self, Point};
use super::lines::{append_orders, append_private, append_public, sealed_text};
use super::pending::{file_standing, set_text};
use super::table::Table;
use super::{DeskError, Moment, Site, ends, finish, hours, reports};

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

/// The text in force of every seat at a stop, in seat order, as a seal covers it.
struct Force {
    lines: Vec<Vec<String>>,
    sealed: Vec<SealedText>,
}

/// Runs a match from its open stop to the next.
pub(super) fn run(
    site: &Site,
    unit: &mut dyn Unit,
    id: &MatchId,
    now: Moment,
) -> Result<Ran, DeskError> {
    let mut table = Table::load(site, unit, id)?;
    let mut book = Book::open(site, unit, &table.row)?;
    let ending = ends::wanted(unit, &table)?;
    prepare(unit, &mut table)?;
    if let Some((ending, _)) = ending {
        ends::carry_out(unit, &mut table, ending, now)?;
    }
    go(unit, table, &mut book, now)
}

/// Does what follows from a run: deadlines for whoever is asked, reports for everybody.
pub(super) fn after(
    site: &Site,
    unit: &mut dyn Unit,
    ran: &Ran,
    now: Moment,
) -> Result<(), DeskError> {
    hours::after_run(site, unit, &ran.table, ran.stop)?;
    reports::queue_all(site, unit, ran, now)?;
    crash::at(Point::Queued);
    Ok(())
}

/// Leads a match that has just started to its first stop.
pub(super) fn first_run(
    unit: &mut dyn Unit,
    table: Table,
    book: &mut Book,
    now: Moment,
) -> Result<Ran, DeskError> {
    go(unit, table, book, now)
}

/// Files with the engine what every seat has filed for the open stop.
fn prepare(unit: &mut dyn Unit, table: &mut Table) -> Result<(), DeskError> {
    let id = table.row.id.clone();
    let open = unit.open_stop_of(&id)?;
    for seat in table.seats() {
        let number = table.number(seat);
        if let Some(last) = file_standing(unit, &id, number, seat, &mut *table.play)? {
            unit.take_standing(&id, number, last, table.stop)?;
        }
        let asked = open
            .iter()
            .flat_map(|open| &open.asked)
            .find(|asked| asked.seat == number);
        let Some(asked) = asked else { continue };
        let set = unit.pending_set(&id, table.stop, number)?;
        let mut text = set_text(&set);
        if asked.readiness == Readiness::Go {
            text.push_str("\nGO");
        }
        table.play.file(seat, &text);
        if asked.readiness == Readiness::Absent {
            table.play.time_out(seat);
        }
    }
    Ok(())
}

fn go(
    unit: &mut dyn Unit,
    mut table: Table,
    book: &mut Book,
    now: Moment,
) -> Result<Ran, DeskError> {
    let from = table.stop;
    let force = freeze(&table)?;
    crash::at(Point::Frozen);
    let mut dry = table.play.copy();
    let facts = dry.run(&mut DryDice);
    let (facts, draw) = if facts.ended == Ended::NeedsDice {
        let (facts, draw) = draw(unit, &mut table, book, &force, now)?;
        (facts, Some(draw))
    } else {
        table.play = dry;
        append_force(unit, &table, At::Stop(from), &force, None)?;
        let state = append_run(unit, &table, At::Stop(from), &facts)?;
        book.note_run(unit, from, state, now)?;
        (facts, None)
    };
    settle(unit, &mut table, book, from, now)?;
    Ok(Ran {
        table,
        facts,
        stop: from,
        draw,
    })
}

/// Freezes the text in force of every seat.
fn freeze(table: &Table) -> Result<Force, DeskError> {
    let lines: Vec<Vec<String>> = table
        .seats()
        .map(|seat| table.play.in_force(seat))
        .collect();
    let sealed = lines
        .iter()
        .map(|lines| sealed_text(lines))
        .collect::<Result<_, _>>()?;
    Ok(Force { lines, sealed })
}

/// Locks a draw over the frozen texts, opens it with the values given ahead, runs, and reports.
fn draw(
    unit: &mut dyn Unit,
    table: &mut Table,
    book: &mut Book,
    force: &Force,
    now: Moment,
) -> Result<(RunFacts, u64), DeskError> {
    let lock = book.lock(&force.sealed)?;
    let number = lock.draw;
    book.append(unit, ("LOCK", Some(number)), Body::Lock(lock), now)?;
    crash::at(Point::Locked);
    let frozen = frozen(book, number, force);
    let locked = Draw {
        number,
        stop: table.stop,
        lock_entry: book.log().next_entry() - 1,
        locked_at: now.stamp(),
        ended: None,
    };
    unit.lock_draw(&table.row.id, &locked, &frozen)?;
    let values = book.values();
    let opened = book.open_draw(values)?;
    let mut dice = DrawDice::new(opened.seed());
    let facts = table.play.run(&mut dice);
    crash::at(Point::Run);
    append_force(unit, table, At::Draw(number), force, Some((book, number)))?;
    let state = append_run(unit, table, At::Draw(number), &facts)?;
    book.report(unit, &opened, &dice.into_made(), state, now)?;
    crash::at(Point::Reported);
    let entry = book.log().next_entry() - 1;
    unit.end_draw(&table.row.id, number, DrawEnd::Report, entry, now.stamp())?;
    Ok((facts, number))
}

fn frozen(book: &Book, draw: u64, force: &Force) -> Vec<Frozen> {
    let texts = book.log().seats().zip(&force.lines);
    texts
        .map(|(seat, lines)| Frozen {
            seat: SeatNumber::new(seat.index() as u8 + 1),
            text: lines.join("\n"),
            nonce: Some(*book.nonce(draw, seat).expose()),
        })
        .collect()
}

/// Writes the texts in force into the record, each for its owner.
fn append_force(
    unit: &mut dyn Unit,
    table: &Table,
    at: At,
    force: &Force,
    sealed: Option<(&Book, u64)>,
) -> Result<(), DeskError> {
    for (seat, lines) in table.seats().zip(&force.lines) {
        let nonce = sealed.and_then(|(book, draw)| {
            let seat = book.log().seats().nth(seat.index())?;
            Some(book.nonce(draw, seat))
        });
        append_orders(unit, table, at, (table.number(seat), nonce.as_ref()), lines)?;
    }
    Ok(())
}

/// Writes what happened into the record: for everybody, and for each seat; returns the state hash.
fn append_run(
    unit: &mut dyn Unit,
    table: &Table,
    at: At,
    facts: &RunFacts,
) -> Result<Hash, DeskError> {
    let state = append_public(unit, table, at, &facts.public)?;
    for (seat, witnessed) in table.seats().zip(&facts.private) {
        append_private(unit, table, at, table.number(seat), witnessed)?;
    }
    Ok(state)
}

/// Closes the old stop and opens the new one, or ends the match.
fn settle(
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
        book.note_finished(unit, now)?;
        finish::open_seals(unit, &id, book.log(), now)?;
        unit.set_life(&id, Life::Finished, now.stamp())?;
    }
    unit.save_position(&id, table.stop, &table.play.save(), now.stamp())?;
    Ok(())
}
