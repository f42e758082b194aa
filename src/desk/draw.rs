//! A draw of dice: locked over the frozen texts, opened with the values, reported.

use crate::engine::{DrawDice, RunFacts};
use crate::ledger::block::{Body, LockSeal, Mode, Orders};
use crate::ledger::hash::Hash;
use crate::ledger::host::{self, Values};
use crate::ledger::names::Seat as LogSeat;
use crate::ledger::seal::SealedText;
use crate::record::{At, SeatNumber};
use crate::store::{Draw, DrawEnd, Frozen, Unit};

use super::book::Book;
use super::crash::{self, Point};
use super::lines::{append_orders, append_private, append_public, sealed_text};
use super::table::Table;
use super::{DeskError, Moment, keys};

/// The text in force of every seat at a stop, in seat order, as a seal covers it.
pub(super) struct Force {
    lines: Vec<Vec<String>>,
}

impl Force {
    /// Freezes the text in force of every seat.
    pub(super) fn freeze(table: &Table) -> Self {
        let lines = table.seats().map(|seat| table.play.in_force(seat));
        Self {
            lines: lines.collect(),
        }
    }
}

/// Locks the next draw over the frozen texts; returns its number.
pub(super) fn lock(
    unit: &mut dyn Unit,
    table: &Table,
    book: &mut Book,
    force: &Force,
    now: Moment,
) -> Result<u64, DeskError> {
    let draw = book.log().next_draw();
    let mut seals = Vec::new();
    let mut frozen = Vec::new();
    for (seat, lines) in book.log().seats().zip(&force.lines) {
        let nonce = book.nonce(draw, seat);
        let seal = sealed_text(lines)?.seal(&book.log().genesis().game, draw, seat, &nonce);
        seals.push((seat, LockSeal::Sealed(seal)));
        frozen.push(frozen_text(book, draw, seat, lines));
    }
    let round = match book.log().genesis().mode {
        Mode::Beacon { margin } => Some(host::first_round(now.log_time(), margin)),
        Mode::Casual | Mode::Chain => None,
    };
    let seals = seals.into_iter().collect();
    let lock = host::lock(book.log(), &seals, host::Plan::default(), round)?;
    book.append(unit, ("LOCK", Some(draw)), Body::Lock(lock), now)?;
    crash::at(Point::Locked);
    let locked = Draw {
        number: draw,
        stop: table.stop,
        lock_entry: book.log().next_entry() - 1,
        locked_at: now.stamp(),
        ended: None,
    };
    unit.lock_draw(&table.row.id, &locked, &frozen)?;
    Ok(draw)
}

fn frozen_text(book: &Book, draw: u64, seat: LogSeat, lines: &[String]) -> Frozen {
    Frozen {
        seat: SeatNumber::new(seat.index() as u8 + 1),
        text: lines.join("\n"),
        nonce: Some(*book.nonce(draw, seat).expose()),
    }
}

/// Freezes the text of a seat that orders after the LOCK, and seals it among the values.
pub(super) fn freeze_later(
    unit: &mut dyn Unit,
    table: &Table,
    book: &Book,
    (draw, seat): (u64, LogSeat),
    values: &mut Values,
) -> Result<(), DeskError> {
    let place = crate::engine::Seat(seat.index() as u8);
    let lines = table.play.in_force(place);
    let orders = Orders {
        game: book.log().genesis().game.clone(),
        draw,
        seat,
        nonce: book.nonce(draw, seat),
        text: sealed_text(&lines)?,
        give: None,
    };
    values
        .take_orders(book.log(), &orders)
        .map_err(|error| DeskError::refused(error.to_string()))?;
    let frozen = frozen_text(book, draw, seat, &lines);
    Ok(unit.freeze_later(&table.row.id, draw, &frozen)?)
}

/// Returns the text of a seat that a draw has frozen, with what opens its seal.
pub(super) fn orders_of(
    book: &Book,
    draw: u64,
    frozen: &Frozen,
) -> Result<Option<Orders>, DeskError> {
    let index = usize::from(frozen.seat.number()).wrapping_sub(1);
    let (Some(seat), Some(nonce)) = (book.log().seats().nth(index), frozen.nonce) else {
        return Ok(None);
    };
    Ok(Some(Orders {
        game: book.log().genesis().game.clone(),
        draw,
        seat,
        nonce: crate::ledger::secret::Nonce::new(nonce),
        text: sealed(&frozen.text)?,
        give: None,
    }))
}

fn sealed(text: &str) -> Result<SealedText, DeskError> {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    sealed_text(&lines)
}

/// Opens the locked draw, runs the match with its dice, and reports.
pub(super) fn open(
    unit: &mut dyn Unit,
    table: &mut Table,
    book: &mut Book,
    values: Values,
    now: Moment,
) -> Result<RunFacts, DeskError> {
    let opened = book.open_draw(values)?;
    let draw = opened.draw();
    let seed = opened.seed();
    let mut dice = DrawDice::new(seed).opening(|scope| book.hidden_seed(draw, seed, scope));
    let facts = table.play.run(&mut dice);
    let made = dice.into_made();
    crash::at(Point::Run);
    for frozen in unit.frozen(&table.row.id, draw)? {
        let lines: Vec<String> = frozen.text.lines().map(str::to_owned).collect();
        let nonce = frozen.nonce.map(crate::ledger::secret::Nonce::new);
        let owner = (frozen.seat, nonce.as_ref());
        append_orders(unit, table, At::Draw(draw), owner, &lines)?;
    }
    let state = append_run(unit, table, At::Draw(draw), &facts)?;
    book.report(unit, &opened, &made, state, now)?;
    keys::hand_over(unit, table, book, (&opened, &made))?;
    crash::at(Point::Reported);
    let entry = book.log().next_entry() - 1;
    unit.end_draw(&table.row.id, draw, DrawEnd::Report, entry, now.stamp())?;
    Ok(facts)
}

/// Writes the texts in force of a run without dice into the record, each for its owner.
pub(super) fn append_force(
    unit: &mut dyn Unit,
    table: &Table,
    force: &Force,
) -> Result<(), DeskError> {
    for (seat, lines) in table.seats().zip(&force.lines) {
        let owner = (table.number(seat), None);
        append_orders(unit, table, At::Stop(table.stop), owner, lines)?;
    }
    Ok(())
}

/// Writes what happened into the record: for everybody, and for each seat; returns the state hash.
pub(super) fn append_run(
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
