//! Hours: deadlines of asked seats, what moves them, reminders, time-outs.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::record::{InputKind, SeatNumber};
use crate::schedule::{
    Calendar, Lapse, Outage, TimeOut, Vacation, after_vacation, due, extended, reminders, time_out,
};
use crate::store::{
    Asked, Awaited, Deadline, DeadlineState, Due, Match as Row, MatchId, MoveReason, Player,
    Readiness, Reminder, Role, Unit,
};

use super::ends::tell;
use super::pending::{asked_at, schedule_run};
use super::post::Post;
use super::table::Table;
use super::wants::Asker;
use super::{DeskError, Moment, Site, notices};

/// Sets the deadlines of the stop that a run has led to, and closes those of the one that it left.
pub(super) fn after_run(
    site: &Site,
    unit: &mut dyn Unit,
    table: &Table,
    left: u64,
) -> Result<(), DeskError> {
    for deadline in unit.deadlines_of(&table.row.id, left)? {
        if deadline.state == DeadlineState::Open {
            unit.close_deadline(&deadline.of, DeadlineState::Met)?;
        }
    }
    let Some(post) = &site.post else {
        return Ok(());
    };
    let row = unit.the_match(&table.row.id)?;
    let Some(open) = unit.open_stop_of(&row.id)? else {
        return Ok(());
    };
    for asked in &open.asked {
        let Some(player) = owner(unit, &row.id, asked.seat)? else {
            continue;
        };
        let calendar = calendar(post, unit, &row, asked.seat, &player)?;
        let Some(due_at) = due(open.asked_at, &row.deadline, &calendar) else {
            continue;
        };
        let deadline = Deadline {
            of: Due {
                of_match: row.id.clone(),
                stop: open.number,
                seat: asked.seat,
                awaited: Awaited::Orders,
            },
            asked_at: open.asked_at,
            due_at,
            state: DeadlineState::Open,
        };
        let reminders = reminders(open.asked_at, due_at, &row.reminders, calendar.zone());
        unit.set_deadline(&deadline, &reminders)?;
    }
    Ok(())
}

fn owner(unit: &dyn Unit, id: &MatchId, seat: SeatNumber) -> Result<Option<Player>, DeskError> {
    let owner = unit.seat(id, seat)?.and_then(|seat| seat.player);
    Ok(owner.map(|player| unit.player(player)).transpose()?)
}

/// The calendar by which a seat's deadlines run.
fn calendar(
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

/// Moves a deadline and what reminds of it; nothing ever comes earlier.
fn move_to(
    unit: &mut dyn Unit,
    row: &Row,
    deadline: &Deadline,
    (to, why): (Timestamp, MoveReason),
    (calendar, now): (&Calendar, Moment),
) -> Result<bool, DeskError> {
    if to <= deadline.due_at {
        return Ok(false);
    }
    let reminders = reminders(now.stamp(), to, &row.reminders, calendar.zone());
    unit.move_deadline(deadline, to, why, &reminders, now.stamp())?;
    Ok(true)
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
        .find(|deadline| deadline.of.seat == seat && deadline.of.awaited == Awaited::Orders);
    Ok(own.map(|deadline| deadline.due_at))
}

/// Takes a vacation, and moves the deadlines that run.
pub(super) fn vacation(
    site: &Site,
    unit: &mut dyn Unit,
    asker: &Asker<'_>,
    (from, to): (&str, &str),
    now: Moment,
) -> Result<String, DeskError> {
    let (Some(post), Some(player), Some((table, _))) = (&site.post, &asker.player, asker.table)
    else {
        return Ok("Only players who are waited for can go away.".to_owned());
    };
    let (Ok(from), Ok(to)) = (from.parse::<Date>(), to.parse::<Date>()) else {
        return Ok(format!(
            "`{from}` and `{to}` are not both days such as 2026-12-24."
        ));
    };
    let today = asker.zone.to_datetime(now.stamp()).date();
    let longest = post.deadlines.vacation_days;
    let vacation = match Vacation::new(from, to, today, longest) {
        Ok(vacation) => vacation,
        Err(error) => return Ok(format!("Your vacation was not taken: {error}.")),
    };
    let (row, seat) = (asker.row, asker.seat.number);
    let before = calendar(post, unit, row, seat, player)?;
    unit.add_vacation(&row.id, seat, vacation, now.stamp())?;
    let told = format!(
        r#"{{"vacation":{{"seat":{seat},"from":"{}","to":"{}"}}}}"#,
        vacation.from(),
        vacation.to()
    );
    tell(
        unit,
        (&row.id, table.stop),
        InputKind::Vacation,
        (Some(seat), &told),
        now,
    )?;
    let mut answer = format!(
        "You are away from {} to {}.",
        vacation.from(),
        vacation.to()
    );
    for deadline in unit.deadlines_of(&row.id, table.stop)? {
        if deadline.of.seat != seat || deadline.state != DeadlineState::Open {
            continue;
        }
        let to = after_vacation(deadline.asked_at, deadline.due_at, &before, vacation);
        if move_to(
            unit,
            row,
            &deadline,
            (to, MoveReason::Vacation),
            (&before, now),
        )? {
            let to = crate::schedule::local(to, &asker.zone);
            answer.push_str(&format!(" Your answer is due by {to} now."));
        }
    }
    Ok(answer)
}

/// Gives everybody who is waited for more time: at the game master's word, or when all players agree.
pub(super) fn extend(
    site: &Site,
    unit: &mut dyn Unit,
    asker: &Asker<'_>,
    lapse: &str,
    now: Moment,
) -> Result<String, DeskError> {
    let Ok(lapse) = lapse.parse::<Lapse>() else {
        return Ok(format!("`{lapse}` is no length of time such as 2d."));
    };
    let id = &asker.row.id;
    let Some(open) = unit.open_stop_of(id)? else {
        return Ok("Nobody is waited for: there is nothing to extend.".to_owned());
    };
    if asker.seat.role == Role::GameMaster {
        let moved = move_all(
            site,
            unit,
            asker,
            (open.number, lapse),
            MoveReason::GameMaster,
            now,
        )?;
        return Ok(format!("{moved} deadlines are extended by {lapse}."));
    }
    unit.agree_extension(id, open.number, lapse, asker.seat.number, now.stamp())?;
    let agreed = unit.extension_agreed(id, open.number, lapse)?;
    let missing: Vec<_> = asker
        .everybody
        .iter()
        .filter(|seat| seat.role == Role::Player && seat.player.is_some())
        .filter(|seat| !agreed.contains(&seat.number))
        .collect();
    if missing.is_empty() {
        move_all(
            site,
            unit,
            asker,
            (open.number, lapse),
            MoveReason::Agreed,
            now,
        )?;
        return Ok(format!("All agree: the deadline is extended by {lapse}."));
    }
    for seat in missing {
        notices::ask_for_extension(site, unit, asker, seat, lapse, now)?;
    }
    Ok(format!(
        "The deadline is extended by {lapse} when the other players answer EXTEND {lapse} too."
    ))
}

fn move_all(
    site: &Site,
    unit: &mut dyn Unit,
    asker: &Asker<'_>,
    (stop, lapse): (u64, Lapse),
    why: MoveReason,
    now: Moment,
) -> Result<usize, DeskError> {
    let post = site.post()?;
    let row = asker.row;
    let mut moved = 0;
    for deadline in unit.deadlines_of(&row.id, stop)? {
        let Some(player) = owner(unit, &row.id, deadline.of.seat)? else {
            continue;
        };
        if deadline.state == DeadlineState::Open {
            let calendar = calendar(post, unit, row, deadline.of.seat, &player)?;
            let to = extended(deadline.due_at, lapse, &calendar);
            moved += usize::from(move_to(unit, row, &deadline, (to, why), (&calendar, now))?);
        }
    }
    let kind = match why {
        MoveReason::GameMaster => InputKind::Gm,
        _ => InputKind::Seat,
    };
    let told = format!(r#"{{"extended":"{lapse}"}}"#);
    tell(
        unit,
        (&row.id, stop),
        kind,
        (Some(asker.seat.number), &told),
        now,
    )?;
    Ok(moved)
}

/// Moves every open deadline by an outage, and tells everybody.
pub(super) fn outage(
    site: &Site,
    unit: &mut dyn Unit,
    outage: Outage,
    now: Moment,
) -> Result<(), DeskError> {
    let post = site.post()?;
    let mut told: Vec<MatchId> = Vec::new();
    for deadline in unit.open_deadlines()? {
        let Some(to) = outage.moved(deadline.due_at) else {
            continue;
        };
        let row = unit.the_match(&deadline.of.of_match)?;
        let Some(player) = owner(unit, &row.id, deadline.of.seat)? else {
            continue;
        };
        let calendar = calendar(post, unit, &row, deadline.of.seat, &player)?;
        move_to(
            unit,
            &row,
            &deadline,
            (to, MoveReason::Outage),
            (&calendar, now),
        )?;
        if !told.contains(&row.id) {
            told.push(row.id);
        }
    }
    for id in told {
        notices::tell_outage(site, unit, &id, outage, now)?;
    }
    Ok(())
}

/// Reminds the seats that are to be reminded and have not made themselves ready.
pub(super) fn remind(site: &Site, unit: &mut dyn Unit, now: Moment) -> Result<usize, DeskError> {
    let mut sent = 0;
    for reminder in unit.reminders_due(now.stamp())? {
        if still_waited_for(unit, &reminder)? {
            notices::remind(site, unit, &reminder, now)?;
            sent += 1;
        }
        unit.reminded(&reminder, now.stamp())?;
    }
    Ok(sent)
}

fn still_waited_for(unit: &dyn Unit, reminder: &Reminder) -> Result<bool, DeskError> {
    let of = &reminder.of;
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
