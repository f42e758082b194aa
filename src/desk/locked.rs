//! A match whose draw is locked: it waits for the values of its seats, or for a round of the beacon.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::auditor::retell_input;
use crate::ledger::block::{Block, LockSeal, Mode, Side};
use crate::ledger::drand;
use crate::ledger::host::Values;
use crate::ledger::names::Seat as LogSeat;
use crate::record::SeatNumber;
use crate::store::{
    self, Awaited, Deadline, DeadlineState, Draw, Life, MailKind, MatchId, Role, SideBlock, Unit,
};

use super::book::Book;
use super::draw;
use super::finish::block_text;
use super::letters::{Addressee, Letter, queue};
use super::pending::schedule_run;
use super::run::{self, Locked, Ran, Went};
use super::table::Table;
use super::world::side_of;
use super::{DeskError, Moment, Site, hours, silence};

/// Notes that a match is locked; its open stop takes no action lines any more.
pub(super) fn begin(unit: &mut dyn Unit, table: &Table, now: Moment) -> Result<(), DeskError> {
    let id = &table.row.id;
    unit.set_run_at(id, table.stop, None)?;
    for deadline in unit.deadlines_of(id, table.stop)? {
        if deadline.state == DeadlineState::Open {
            unit.close_deadline(&deadline.of, DeadlineState::Met)?;
        }
    }
    Ok(unit.set_life(id, Life::Locked, now.stamp())?)
}

/// Returns what the seats have handed over for the locked draw.
pub(super) fn values(unit: &dyn Unit, id: &MatchId, book: &Book) -> Result<Values, DeskError> {
    let mut values = Values::none(book.log());
    for kept in unit.blocks_of_draw(id, book.log().next_draw())? {
        if let Some(Side::Ack(ack)) = read(&kept) {
            // What does not fit is evidence, and no value.
            if let Err(error) = values.take_ack(book.log(), &ack) {
                tracing::debug!(%error, "an ACK gives no value");
            }
        }
    }
    Ok(values)
}

pub(super) fn read(kept: &SideBlock) -> Option<Side> {
    let text = String::from_utf8_lossy(&kept.bytes);
    Side::read(&Block::new(text.lines().map(str::to_owned).collect())).ok()
}

/// Returns the number of a seat as the store counts.
pub(super) fn number(seat: LogSeat) -> SeatNumber {
    SeatNumber::new(seat.index() as u8 + 1)
}

/// Returns the seat that orders after the LOCK of the open draw.
pub(super) fn later(book: &Book) -> Option<LogSeat> {
    let open = book.log().open_draw()?;
    let mut seals = book.log().seats().zip(&open.lock.seals);
    seals
        .find(|(_, seal)| **seal == LockSeal::Later)
        .map(|(seat, _)| seat)
}

/// Returns the seats that still owe a value or their acknowledgement of the LOCK.
pub(super) fn missing(
    unit: &dyn Unit,
    id: &MatchId,
    book: &Book,
) -> Result<BTreeSet<SeatNumber>, DeskError> {
    let values = values(unit, id, book)?;
    let owes_orders_alone = |seat: &LogSeat| later(book) == Some(*seat) && values.has_given(*seat);
    let missing = values.missing(book.log()).into_iter();
    Ok(missing
        .filter(|seat| !owes_orders_alone(seat))
        .map(number)
        .collect())
}

/// What the template of a letter about a LOCK gets.
#[derive(Serialize)]
struct LockFacts<'a> {
    draw: u64,
    head: String,
    side: &'a str,
    plays: bool,
    gives: bool,
    round: Option<u64>,
    published: Option<String>,
    awaited: Vec<AwaitedFacts<'a>>,
    sealed: Vec<String>,
    opening: Option<String>,
}

#[derive(Serialize)]
struct AwaitedFacts<'a> {
    side: &'a str,
    until: Option<String>,
}

/// Sets the deadlines of the values that a LOCK asks for, and tells everybody of it.
pub(super) fn after_lock(
    site: &Site,
    unit: &mut dyn Unit,
    locked: &Locked,
    now: Moment,
) -> Result<(), DeskError> {
    if site.post.is_none() {
        return Ok(());
    }
    let table = &locked.table;
    let book = Book::open(site, unit, &table.row)?;
    let missing = missing(unit, &table.row.id, &book)?;
    for seat in &missing {
        hours::ask(site, unit, (table, *seat), Awaited::Value, now.stamp())?;
    }
    for to in Addressee::all(site.post()?, unit, &table.row, table.stop)? {
        let text = lock_text(site, unit, table, &book, &to, &missing)?;
        let unique = format!("l{}", super::post::short(locked.draw));
        let subject = format!("draw {} is locked", locked.draw);
        let letter = Letter::plain(MailKind::Notice, unique, subject, text);
        queue(site, unit, &to, letter, now)?;
    }
    Ok(())
}

/// Words what a LOCK means for somebody.
pub(super) fn lock_text(
    site: &Site,
    unit: &dyn Unit,
    table: &Table,
    book: &Book,
    to: &Addressee,
    missing: &BTreeSet<SeatNumber>,
) -> Result<String, DeskError> {
    let Some(open) = book.log().open_draw() else {
        return Ok(String::new());
    };
    let deadlines = unit.deadlines_of(&table.row.id, table.stop)?;
    let awaited = |seat: &SeatNumber| {
        let own = table.players.iter().find(|own| own.number == *seat);
        let due = deadlines
            .iter()
            .find(|due| due.of.seat == *seat && due.of.awaited == Awaited::Value);
        AwaitedFacts {
            side: own.map_or("somebody", side_of),
            until: due.map(|due| to.local(due.due_at)),
        }
    };
    let frozen = unit.frozen(&table.row.id, open.lock.draw)?;
    let own = frozen.iter().find(|frozen| frozen.seat == to.seat.number);
    let opening = match own {
        Some(frozen) => draw::orders_of(book, open.lock.draw, frozen)?,
        None => None,
    };
    let published = open.lock.round.map(|round| {
        let at = jiff::Timestamp::from_second(drand::time_of(round));
        to.local(at.expect("rounds are published within the calendar"))
    });
    let facts = LockFacts {
        draw: open.lock.draw,
        head: open.head.to_string(),
        side: side_of(&to.seat),
        plays: to.seat.role == Role::Player,
        gives: missing.contains(&to.seat.number),
        round: open.lock.round,
        published,
        awaited: missing.iter().map(awaited).collect(),
        sealed: own.map_or_else(Vec::new, |frozen| {
            frozen.text.lines().map(str::to_owned).collect()
        }),
        opening: opening.map(|orders| block_text(&Side::Orders(orders).to_block().bytes())),
    };
    Ok(site.templates.render("mail/lock.txt", &facts)?)
}

/// Says why a seat's action lines are refused: its text for the next dice is fixed.
pub(super) fn refuses(
    site: &Site,
    unit: &dyn Unit,
    table: &Table,
    seat: SeatNumber,
) -> Result<Option<String>, DeskError> {
    let Some(open) = unit.open_draw(&table.row.id)? else {
        return Ok(None);
    };
    let book = Book::open(site, unit, &table.row)?;
    if later(&book).map(number) == Some(seat) {
        return Ok(None);
    }
    Ok(Some(format!(
        "Your orders were not taken: draw {} has been locked since {}, and nothing replaces what its LOCK \
         seals. Standing lines and plans count from the next draw on.",
        open.number, open.locked_at
    )))
}

/// Says whether a seat still owes its value for the locked draw.
pub(super) fn owes_value(
    site: &Site,
    unit: &dyn Unit,
    id: &MatchId,
    seat: SeatNumber,
) -> Result<bool, DeskError> {
    let row = unit.the_match(id)?;
    if row.life != Life::Locked {
        return Ok(false);
    }
    let book = Book::open(site, unit, &row)?;
    Ok(missing(unit, id, &book)?.contains(&seat))
}

/// Tells everybody that a value is late, and what the match has agreed on for that; no seat is lost by it.
pub(super) fn value_is_late(
    site: &Site,
    unit: &mut dyn Unit,
    deadline: &Deadline,
    now: Moment,
) -> Result<(), DeskError> {
    let of = &deadline.of;
    unit.close_deadline(of, DeadlineState::Passed)?;
    if !owes_value(site, unit, &of.of_match, of.seat)? {
        return Ok(());
    }
    let row = unit.the_match(&of.of_match)?;
    let seats = unit.seats(&row.id)?;
    let late = seats.iter().find(|seat| seat.number == of.seat);
    let side = late.map_or("somebody", side_of);
    let book = Book::open(site, unit, &row)?;
    let Some(remedy) = silence::remedy(unit, &row.id, (&book, side))? else {
        return Ok(());
    };
    for to in Addressee::all(site.post()?, unit, &row, of.stop)? {
        let text = format!(
            "The value of {side} for the locked draw was due by {} and has not come. {remedy}\n",
            to.local(deadline.due_at)
        );
        let unique = format!("v{}", super::post::short(of.seat.number().into()));
        let subject = format!("the value of {side} is late");
        let letter = Letter::plain(MailKind::Notice, unique, subject, text);
        queue(site, unit, &to, letter, now)?;
    }
    Ok(())
}

/// Notes that a seat has handed over what the locked draw wants of it.
pub(super) fn value_came(
    unit: &mut dyn Unit,
    row: &store::Match,
    seat: SeatNumber,
    book: &Book,
) -> Result<(), DeskError> {
    let Some(open) = unit.open_draw(&row.id)? else {
        return Ok(());
    };
    if missing(unit, &row.id, book)?.contains(&seat) {
        return Ok(());
    }
    for deadline in unit.deadlines_of(&row.id, open.stop)? {
        let of = &deadline.of;
        if of.seat == seat && of.awaited == Awaited::Value && deadline.state == DeadlineState::Open
        {
            unit.close_deadline(of, DeadlineState::Met)?;
        }
    }
    Ok(())
}

/// Opens the locked draw of a match, if everything that its dice follow from is there.
pub(super) fn complete(
    site: &Site,
    unit: &mut dyn Unit,
    id: &MatchId,
    now: Moment,
) -> Result<Option<Went>, DeskError> {
    let Some(draw) = unit.open_draw(id)? else {
        return Ok(None);
    };
    let row = unit.the_match(id)?;
    let mut book = Book::open(site, unit, &row)?;
    if !missing(unit, id, &book)?.is_empty() {
        return Ok(None);
    }
    let mut values = values(unit, id, &book)?;
    if let (Mode::Beacon { .. }, Some(round)) = (
        book.log().genesis().mode,
        book.log().open_draw().and_then(|open| open.lock.round),
    ) {
        match site.beacon_of(round, now)? {
            Some(signature) => values.take_beacon(signature),
            None => return Ok(None),
        }
    }
    let table = lay_out(site, unit, &book, draw)?;
    if let Some(seat) = later(&book) {
        let may_run = unit.open_stop_of(id)?.and_then(|open| open.run_at);
        if may_run.is_none_or(|run_at| run_at > now.stamp()) {
            return Ok(None);
        }
        draw::freeze_later(unit, &table, &book, (draw.number, seat), &mut values)?;
    }
    let ran = open_laid_out(unit, table, &mut book, (draw, values), now)?;
    if ran.table.play.ending().is_none() {
        schedule_run(unit, &ran.table, ran.table.stop)?;
    }
    Ok(Some(Went::Ran(Box::new(ran))))
}

/// Opens the locked draw of a match with values that are complete.
pub(super) fn open_with(
    site: &Site,
    unit: &mut dyn Unit,
    book: &mut Book,
    (draw, values): (Draw, Values),
    now: Moment,
) -> Result<Ran, DeskError> {
    let table = lay_out(site, unit, book, draw)?;
    open_laid_out(unit, table, book, (draw, values), now)
}

fn open_laid_out(
    unit: &mut dyn Unit,
    mut table: Table,
    book: &mut Book,
    (draw, values): (Draw, Values),
    now: Moment,
) -> Result<Ran, DeskError> {
    let facts = draw::open(unit, &mut table, book, values, now)?;
    run::settle(unit, &mut table, book, draw.stop, now)?;
    unit_running(unit, &mut table, now)?;
    Ok(Ran {
        table,
        facts,
        stop: draw.stop,
        draw: Some(draw.number),
    })
}

/// Lays a match out as the LOCK of a draw has frozen it.
fn lay_out(site: &Site, unit: &mut dyn Unit, book: &Book, draw: Draw) -> Result<Table, DeskError> {
    let id = book.id().clone();
    let mut table = Table::load_at(site, unit, &id, draw.stop)?;
    for frozen in unit.frozen(&id, draw.number)? {
        if let Some(seat) = table.seat(frozen.seat) {
            let lines: Vec<String> = frozen.text.lines().map(str::to_owned).collect();
            table.play.refile(seat, &lines);
        }
    }
    if let Some(later) = later(book) {
        let open = unit.open_stop_of(&id)?;
        let seat = crate::engine::Seat(later.index() as u8);
        run::file_seat(unit, &mut table, open.as_ref(), seat)?;
    }
    let seats: Vec<SeatNumber> = table.players.iter().map(|seat| seat.number).collect();
    for input in unit.inputs_of(&id, draw.stop)? {
        // What the desk has recorded it knows itself.
        retell_input(&mut *table.play, &seats, &input.told);
    }
    Ok(table)
}

/// The dice are out: a match that is not over runs again.
fn unit_running(unit: &mut dyn Unit, table: &mut Table, now: Moment) -> Result<(), DeskError> {
    let id = table.row.id.clone();
    if unit.the_match(&id)?.life == Life::Locked {
        unit.set_life(&id, Life::Running, now.stamp())?;
    }
    Ok(())
}
