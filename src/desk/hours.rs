//! Hours: deadlines of asked seats, reminders, time-outs.

use jiff::Timestamp;

use crate::record::{InputKind, SeatNumber};
use crate::schedule::{Calendar, TimeOut, due, reminders, time_out};
use crate::store::{
    Asked, Awaited, Deadline, DeadlineState, Due, Match as Row, MatchId, MoveReason, Player,
    Readiness, Reminder, Stop, Unit,
};

use super::ends::tell;
use super::pending::{asked_at, schedule_run};
use super::post::Post;
use super::table::Table;
use super::{DeskError, Moment, Site, early, holding, locked, moves, notices, upgrading};

/// Sets the deadlines of the stop that a run has led to, and closes those of the one that it left.
pub(super) fn after_run(
    site: &Site,
    unit: &mut dyn Unit,
    table: &Table,
    left: u64,
) -> Result<(), DeskError> {
    close_deadlines(unit, &table.row.id, left)?;
    let Some(open) = unit.open_stop_of(&table.row.id)? else {
        return Ok(());
    };
    ask_all(site, unit, table, &open, open.asked_at)
}

/// Closes the deadlines of a stop that a run has left.
pub(super) fn close_deadlines(
    unit: &mut dyn Unit,
    id: &MatchId,
    left: u64,
) -> Result<(), DeskError> {
    for deadline in unit.deadlines_of(id, left)? {
        if deadline.state == DeadlineState::Open {
            unit.close_deadline(&deadline.of, DeadlineState::Met)?;
        }
    }
    Ok(())
}

/// Gives the seats of the open stop their whole time once more: nobody could answer a match that was lost.
pub(super) fn ask_anew(
    site: &Site,
    unit: &mut dyn Unit,
    table: &Table,
    now: Moment,
) -> Result<(), DeskError> {
    let Some(open) = unit.open_stop_of(&table.row.id)? else {
        return Ok(());
    };
    let (Some(post), row) = (&site.post, unit.the_match(&table.row.id)?) else {
        return Ok(());
    };
    let running = unit.deadlines_of(&row.id, open.number)?;
    for deadline in running.iter().filter(|of| of.state == DeadlineState::Open) {
        let Some(player) = owner(unit, &row.id, deadline.of.seat)? else {
            continue;
        };
        let calendar = calendar(post, unit, &row, deadline.of.seat, &player)?;
        if let Some(to) = due(now.stamp(), &row.deadline, &calendar) {
            let why = MoveReason::Outage;
            moves::move_to(unit, &row, deadline, (to, why), (&calendar, now))?;
        }
    }
    let asks = |of: &Asked| !running.iter().any(|due| is_for_orders(due, of.seat));
    let missing = Stop {
        asked: open.asked.iter().copied().filter(asks).collect(),
        ..open
    };
    ask_all(site, unit, table, &missing, now.stamp())
}

fn is_for_orders(deadline: &Deadline, seat: SeatNumber) -> bool {
    deadline.of.seat == seat && deadline.of.awaited == Awaited::Orders
}

/// Gives one seat its whole time for an answer, if the open stop asks it now.
pub(super) fn ask_seat_anew(
    site: &Site,
    unit: &mut dyn Unit,
    table: &Table,
    seat: SeatNumber,
    now: Moment,
) -> Result<(), DeskError> {
    let Some(open) = unit.open_stop_of(&table.row.id)? else {
        return Ok(());
    };
    let is_asked = asked_at(&open, seat).is_some_and(|asked| asked.readiness != Readiness::Absent);
    let is_kept = early::waits(unit, table, &open)? || holding::is_held(unit, &table.row.id)?;
    if is_asked && !is_kept {
        ask(site, unit, (table, seat), Awaited::Orders, now.stamp())?;
    }
    Ok(())
}

fn ask_all(
    site: &Site,
    unit: &mut dyn Unit,
    table: &Table,
    open: &Stop,
    asked_at: Timestamp,
) -> Result<(), DeskError> {
    if holding::is_held(unit, &table.row.id)? {
        return Ok(());
    }
    let hosts_alone = early::waits(unit, table, open)?;
    for asked in &open.asked {
        if hosts_alone && !early::is_hosts(table, asked.seat) {
            continue;
        }
        ask(site, unit, (table, asked.seat), Awaited::Orders, asked_at)?;
    }
    Ok(())
}

/// Sets the deadline by which a seat has to send something that it was asked for at the present stop.
pub(super) fn ask(
    site: &Site,
    unit: &mut dyn Unit,
    (table, seat): (&Table, SeatNumber),
    awaited: Awaited,
    asked_at: Timestamp,
) -> Result<(), DeskError> {
    let row = unit.the_match(&table.row.id)?;
    let (Some(post), Some(player)) = (&site.post, owner(unit, &row.id, seat)?) else {
        return Ok(());
    };
    let calendar = calendar(post, unit, &row, seat, &player)?;
    let Some(due_at) = due(asked_at, &row.deadline, &calendar) else {
        return Ok(());
    };
    let deadline = Deadline {
        of: Due {
            of_match: row.id.clone(),
            stop: table.stop,
            seat,
            awaited,
        },
        asked_at,
        due_at,
        state: DeadlineState::Open,
    };
    let reminders = reminders(asked_at, due_at, &row.reminders, calendar.zone());
    Ok(unit.set_deadline(&deadline, &reminders)?)
}

/// Returns when the answer of a seat would be due if it were asked now.
pub(super) fn would_be_due(
    site: &Site,
    unit: &dyn Unit,
    table: &Table,
    seat: SeatNumber,
    now: Moment,
) -> Result<Option<Timestamp>, DeskError> {
    let row = &table.row;
    let Some(player) = owner(unit, &row.id, seat)? else {
        return Ok(None);
    };
    let calendar = calendar(site.post()?, unit, row, seat, &player)?;
    Ok(due(now.stamp(), &row.deadline, &calendar))
}

/// Finds the owner of a seat.
pub(super) fn owner(
    unit: &dyn Unit,
    id: &MatchId,
    seat: SeatNumber,
) -> Result<Option<Player>, DeskError> {
    let owner = unit.seat(id, seat)?.and_then(|seat| seat.player);
    Ok(owner.map(|player| unit.player(player)).transpose()?)
}

/// The calendar by which a seat's deadlines run.
pub(super) fn calendar(
    post: &Post,
    unit: &dyn Unit,
    row: &Row,
    seat: SeatNumber,
    player: &Player,
) -> Result<Calendar, DeskError> {
    let zone = player.zone.clone().unwrap_or_else(|| post.zone.clone());
    let mut calendar = Calendar::new(zone, row.deadline.skipped().clone());
    for vacation in unit.vacations(&row.id, seat)? {
        calendar = calendar.with_vacation(vacation);
    }
    Ok(calendar)
}

/// Returns when a seat's answer to a stop is due, if a deadline runs.
pub(super) fn due_at(
    unit: &dyn Unit,
    id: &MatchId,
    stop: u64,
    seat: SeatNumber,
) -> Result<Option<Timestamp>, DeskError> {
    let deadlines = unit.deadlines_of(id, stop)?;
    let own = deadlines
        .iter()
        .find(|deadline| is_for_orders(deadline, seat));
    Ok(own.map(|deadline| deadline.due_at))
}

/// Reminds the seats that are to be reminded and have not made themselves ready.
pub(super) fn remind(site: &Site, unit: &mut dyn Unit, now: Moment) -> Result<usize, DeskError> {
    let mut sent = 0;
    for reminder in unit.reminders_due(now.stamp())? {
        if still_waited_for(site, unit, &reminder)? {
            notices::remind(site, unit, &reminder, now)?;
            sent += 1;
        }
        unit.reminded(&reminder, now.stamp())?;
    }
    Ok(sent)
}

fn still_waited_for(site: &Site, unit: &dyn Unit, reminder: &Reminder) -> Result<bool, DeskError> {
    let of = &reminder.of;
    let row = unit.the_match(&of.of_match)?;
    if row.needs_recover || upgrading::other_rules(site, &row).is_some() {
        return Ok(false);
    }
    if of.awaited == Awaited::Value {
        return locked::owes_value(site, unit, &of.of_match, of.seat);
    }
    let open = unit.open_stop_of(&of.of_match)?;
    let asked = open
        .filter(|open| open.number == of.stop)
        .and_then(|open| asked_at(&open, of.seat));
    Ok(asked.is_some_and(|asked| !asked.readiness.lets_run()))
}

/// Records the time-outs of deadlines that have passed for good; returns how many.
pub(super) fn time_outs(site: &Site, unit: &mut dyn Unit, now: Moment) -> Result<usize, DeskError> {
    // A mail that has not been read yet may have come in time.
    if !unit.unread(1)?.is_empty() {
        return Ok(0);
    }
    let post = site.post()?;
    let fetched = post.incoming.iter().filter(|source| source.is_fetched());
    let readings = fetched
        .map(|source| unit.reading(&source.name()))
        .collect::<Result<Vec<_>, _>>()?;
    let mut passed = 0;
    for deadline in unit.deadlines_due(now.stamp())? {
        // Answers may lie in the part of the match that is lost.
        let row = unit.the_match(&deadline.of.of_match)?;
        if row.needs_recover || upgrading::other_rules(site, &row).is_some() {
            continue;
        }
        match time_out(deadline.due_at, now.stamp(), &readings) {
            TimeOut::NotYet => {}
            TimeOut::Unread(sources) => {
                tracing::warn!(of = ?deadline.of, ?sources, "a time-out waits for sources to be read");
            }
            TimeOut::Passed => passed += usize::from(pass(site, unit, &deadline, now)?),
        }
    }
    Ok(passed)
}

/// Closes a deadline that has passed; a seat that is not ready counts as absent from now on.
fn pass(
    site: &Site,
    unit: &mut dyn Unit,
    deadline: &Deadline,
    now: Moment,
) -> Result<bool, DeskError> {
    let of = &deadline.of;
    if of.awaited == Awaited::Value {
        locked::value_is_late(site, unit, deadline, now)?;
        return Ok(false);
    }
    let open = unit.open_stop_of(&of.of_match)?;
    let asked = open
        .filter(|open| open.number == of.stop)
        .and_then(|open| asked_at(&open, of.seat));
    let Some(asked) = asked.filter(|asked| !asked.readiness.lets_run()) else {
        unit.close_deadline(of, DeadlineState::Met)?;
        return Ok(false);
    };
    let told = format!(r#"{{"absent":[{}]}}"#, of.seat);
    let at = (&of.of_match, of.stop);
    tell(unit, at, InputKind::Timeout, (Some(of.seat), &told), now)?;
    let absent = Asked {
        readiness: Readiness::Absent,
        ..asked
    };
    unit.set_asked(&of.of_match, of.stop, absent)?;
    unit.close_deadline(of, DeadlineState::Passed)?;
    let table = Table::load(site, unit, &of.of_match)?;
    schedule_run(unit, &table, of.stop)?;
    Ok(true)
}
