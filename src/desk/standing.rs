//! Whom a match waits for: those who have not accepted it, filed their orders, or handed over their values.

use jiff::Timestamp;
use serde::Serialize;

use crate::record::SeatNumber;
use crate::store::{self, Life, Match as Row, MatchId, Readiness, Unit};

use super::book::Book;
use super::pending::asked_at;
use super::table::{Table, find, players};
use super::world::side_of;
use super::{Desk, DeskError, Site, locked};

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
    match standing.row.life {
        Life::Inviting => {
            standing.split(&seats, |seat| seat.accepted_at.is_none());
        }
        Life::Running => {
            let Some(open) = unit.open_stop_of(id)? else {
                return Ok(standing);
            };
            standing.run_at = open.run_at;
            let readiness = |number: SeatNumber| {
                let mut asked = open.asked.iter();
                let asked = asked.find(|asked| asked.seat == number);
                asked.map(|asked| asked.readiness)
            };
            let mut asked = seats;
            asked.retain(|seat| readiness(seat.number).is_some());
            standing.split(&asked, |seat| {
                !readiness(seat.number).is_some_and(Readiness::lets_run)
            });
        }
        Life::Locked => {
            let book = Book::open(site, unit, &standing.row)?;
            let missing = locked::missing(unit, id, &book)?;
            standing.split(&seats, |seat| missing.contains(&seat.number));
            standing.locked = book.log().open_draw().map(|open| LockedDraw {
                number: open.lock.draw,
                round: open.lock.round,
            });
        }
        Life::Finished => {}
    }
    Ok(standing)
}

impl Standing {
    fn split(&mut self, seats: &[store::Seat], waits: impl Fn(&store::Seat) -> bool) {
        let (waiting, ready): (Vec<_>, Vec<_>) = seats.iter().partition(|seat| waits(seat));
        let sides = |seats: Vec<&store::Seat>| -> Vec<String> {
            let sides = seats.into_iter().map(side_of);
            sides.map(str::to_owned).collect()
        };
        self.waits_for = sides(waiting);
        self.ready = sides(ready);
    }
}
