//! What moves deadlines: vacations, extensions, outages. Nothing ever makes one come earlier.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::record::InputKind;
use crate::schedule::{Calendar, Lapse, Outage, Vacation, after_vacation, extended, reminders};
use crate::store::{Deadline, DeadlineState, Match as Row, MatchId, MoveReason, Role, Unit};

use super::ends::tell;
use super::hours::{calendar, owner};
use super::wants::Asker;
use super::{DeskError, Moment, Site, notices};

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
            let to = asker.local(to);
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
