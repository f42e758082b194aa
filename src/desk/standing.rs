//! Whom a match waits for: those who have not accepted it, filed their orders, or handed over their values.

use jiff::Timestamp;
use serde::Serialize;

use crate::record::SeatNumber;
use crate::store::{self, Life, Match as Row, MatchId, Unit};

use super::book::Book;
use super::owed::owing;
use super::pending::asked_at;
use super::table::{Table, find, players};
use super::world::side_of;
use super::{Desk, DeskError, Site};

/// How a match stands, and with whom the next step lies.
pub struct Standing {
    /// The match.
    pub row: Row,
    /// The match on the table, if it has started.
    pub table: Option<Table>,
    /// The sides that have still to do something; none if the match is over or was called off.
    pub waits_for: Vec<String>,
    /// The sides that are asked and have done it.
    pub ready: Vec<String>,
    /// When the run starts, if nothing changes.
    pub run_at: Option<Timestamp>,
    /// The draw that is locked.
    pub locked: Option<LockedDraw>,
}

/// A draw that is locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LockedDraw {
    /// Its number.
    pub number: u64,
    /// The round of the beacon that its dice follow from.
    pub round: Option<u64>,
}

/// What a seat has filed for the open stop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Filed {
    /// The lines that count, in canonical form.
    pub lines: Vec<String>,
    /// Lines that were refused and are no part of the set.
    pub left_out: Vec<String>,
    /// Whether the run may start as far as the seat is concerned; none if it is not asked.
    pub readiness: Option<&'static str>,
}

impl Desk<'_> {
    /// Says how a match stands, and whom it waits for.
    ///
    /// # Errors
    /// If there is no such match.
    pub fn standing(&mut self, id: &MatchId) -> Result<Standing, DeskError> {
        let snapshot = self.store.read()?;
        standing(self.site, &*snapshot, id)
    }

    /// Returns what a seat has filed for the open stop.
    ///
    /// # Errors
    /// If the store fails.
    pub fn filed(&mut self, id: &MatchId, seat: SeatNumber) -> Result<Filed, DeskError> {
        let snapshot = self.store.read()?;
        let open = snapshot.open_stop_of(id)?;
        let set = match &open {
            Some(open) => snapshot.pending_set(id, open.number, seat)?,
            None => Vec::new(),
        };
        let (good, refused): (Vec<_>, Vec<_>) =
            set.into_iter().partition(|line| line.judged.is_played());
        let asked = open.and_then(|open| asked_at(&open, seat));
        Ok(Filed {
            lines: good
                .into_iter()
                .map(|line| line.canonical.unwrap_or(line.written))
                .collect(),
            left_out: refused.into_iter().map(|line| line.written).collect(),
            readiness: asked.map(|asked| asked.readiness.word()),
        })
    }
}

fn standing(site: &Site, unit: &dyn Unit, id: &MatchId) -> Result<Standing, DeskError> {
    let row = find(unit, id)?;
    let seats = players(&unit.seats(id)?);
    let has_started = unit.latest_position(id)?.is_some();
    let table = has_started
        .then(|| Table::load(site, unit, id))
        .transpose()?;
    let mut standing = Standing {
        row,
        table,
        waits_for: Vec::new(),
        ready: Vec::new(),
        run_at: None,
        locked: None,
    };
    let owing = owing(site, unit, &standing.row, &seats)?;
    let owes = |seat: &store::Seat| owing.iter().any(|owing| owing.seat == seat.number);
    let open = unit.open_stop_of(id)?;
    standing.run_at = open.as_ref().and_then(|open| open.run_at);
    let has_done = |seat: &store::Seat| match standing.row.life {
        Life::Inviting => seat.accepted_at.is_some(),
        Life::Running => {
            let asked = open.as_ref().and_then(|open| asked_at(open, seat.number));
            asked.is_some_and(|asked| asked.readiness.lets_run())
        }
        Life::Locked => !owes(seat),
        Life::Finished => false,
    };
    standing.ready = sides(&seats, has_done);
    standing.waits_for = sides(&seats, owes);
    if standing.row.life == Life::Locked {
        let book = Book::open(site, unit, &standing.row)?;
        standing.locked = book.log().open_draw().map(|open| LockedDraw {
            number: open.lock.draw,
            round: open.lock.round,
        });
    }
    Ok(standing)
}

/// Names the sides of the seats that something is true of.
fn sides(seats: &[store::Seat], is_one: impl Fn(&store::Seat) -> bool) -> Vec<String> {
    let seats = seats.iter().filter(|seat| is_one(seat));
    seats.map(|seat| side_of(seat).to_owned()).collect()
}
