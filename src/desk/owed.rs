//! What each seat of a match owes: an answer to its invitation, orders, or a value for the locked draw.

use jiff::Timestamp;
use serde::Serialize;

use crate::record::SeatNumber;
use crate::store::{self, Awaited, Deadline, DeadlineState, Life, Match as Row, Role, Stop, Unit};

use super::book::Book;
use super::table::Table;
use super::{DeskError, Site, early, holding, invitation, locked};

/// What a seat owes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Owed {
    /// An answer to the invitation.
    Answer,
    /// Values of his own, of which the match needs those of one seat at least to start.
    Join,
    /// Orders for the open stop.
    Orders,
    /// A value for the locked draw.
    Value,
}

/// What a seat of a match owes.
pub(super) struct Owing {
    /// The seat.
    pub seat: SeatNumber,
    /// The open stop; 0 before the match starts.
    pub stop: u64,
    /// What is waited for.
    pub owes: Owed,
    /// When it was asked for.
    pub asked_at: Timestamp,
    /// Until when it has time, if a deadline runs or ran.
    pub due_at: Option<Timestamp>,
}

/// Lists the seats that a match waits for; none if it is over or was called off.
pub(super) fn owing(
    site: &Site,
    unit: &dyn Unit,
    row: &Row,
    everybody: &[store::Seat],
) -> Result<Vec<Owing>, DeskError> {
    match row.life {
        Life::Inviting => return unstarted(unit, row, everybody),
        // Nobody has been asked before the game master lets the report go.
        Life::Running if holding::is_held(unit, &row.id)? => return Ok(Vec::new()),
        Life::Running | Life::Locked => {}
        Life::Finished => return Ok(Vec::new()),
    }
    let Some(open) = unit.open_stop_of(&row.id)? else {
        return Ok(Vec::new());
    };
    let (seats, owes, awaited) = if row.life == Life::Locked {
        let seats = valueless(site, unit, row, everybody)?;
        (seats, Owed::Value, Awaited::Value)
    } else {
        let seats = unready(site, unit, (row, &open), everybody)?;
        (seats, Owed::Orders, Awaited::Orders)
    };
    let deadlines = unit.deadlines_of(&row.id, open.number)?;
    let owing = |seat| {
        let deadline = of_seat(&deadlines, seat, awaited);
        Owing {
            seat,
            stop: open.number,
            owes,
            asked_at: deadline.map_or(open.asked_at, |deadline| deadline.asked_at),
            due_at: deadline.map(|deadline| deadline.due_at),
        }
    };
    Ok(seats.into_iter().map(owing).collect())
}

/// Those who have not accepted; where all have, those of whom one has to join with values of his own.
fn unstarted(
    unit: &dyn Unit,
    row: &Row,
    everybody: &[store::Seat],
) -> Result<Vec<Owing>, DeskError> {
    let invited = everybody
        .iter()
        .filter(|seat| seat.role == Role::Player && seat.player.is_some());
    let (accepted, silent): (Vec<_>, Vec<_>) = invited.partition(|seat| seat.accepted_at.is_some());
    let (seats, owes) = if !silent.is_empty() {
        (silent, Owed::Answer)
    } else if invitation::has_needed_anchor(unit, &row.id)? {
        (Vec::new(), Owed::Join)
    } else {
        let guests = accepted.into_iter().filter(|seat| !seat.host_plays);
        (guests.collect(), Owed::Join)
    };
    let owing = |seat: &store::Seat| Owing {
        seat: seat.number,
        stop: 0,
        owes,
        asked_at: row.created_at,
        due_at: None,
    };
    Ok(seats.into_iter().map(owing).collect())
}

/// Those whose orders a run waits for.
fn unready(
    site: &Site,
    unit: &dyn Unit,
    (row, open): (&Row, &Stop),
    everybody: &[store::Seat],
) -> Result<Vec<SeatNumber>, DeskError> {
    // Where a host plays he may have to seal his orders before anybody else is asked.
    let host = everybody.iter().find(|seat| seat.host_plays);
    let host_first = match host {
        Some(_) => early::waits(unit, &Table::load(site, unit, &row.id)?, open)?,
        None => false,
    };
    let is_asked = |seat| !host_first || host.is_some_and(|host| host.number == seat);
    let unready = open
        .asked
        .iter()
        .filter(|asked| !asked.readiness.lets_run() && is_asked(asked.seat));
    Ok(unready.map(|asked| asked.seat).collect())
}

/// Those whose value a locked draw waits for.
fn valueless(
    site: &Site,
    unit: &dyn Unit,
    row: &Row,
    everybody: &[store::Seat],
) -> Result<Vec<SeatNumber>, DeskError> {
    let missing = locked::missing(unit, &row.id, &Book::open(site, unit, row)?)?;
    let silent = everybody
        .iter()
        .filter(|seat| seat.role == Role::Player && missing.contains(&seat.number));
    Ok(silent.map(|seat| seat.number).collect())
}

/// Finds the deadline of a seat, open or passed; one that was met says nothing of what is owed now.
fn of_seat(deadlines: &[Deadline], seat: SeatNumber, awaited: Awaited) -> Option<&Deadline> {
    deadlines.iter().find(|deadline| {
        deadline.of.seat == seat
            && deadline.of.awaited == awaited
            && deadline.state != DeadlineState::Met
    })
}
