//! What moves deadlines: vacations, extensions, outages. Nothing ever makes one come earlier.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::record::{InputKind, SeatNumber};
use crate::schedule::{Calendar, Lapse, Outage, Vacation, after_vacation, extended, reminders};
use crate::store::{Deadline, DeadlineState, Match as Row, MatchId, MoveReason, Role, Unit};

use super::ends::tell;
use super::hours::{calendar, owner};
use super::table::refuse_stale;
use super::wants::Asker;
use super::world::side_of;
use super::{DeskError, Moment, Site, notices};

/// Takes a vacation, and moves the deadlines that run.
pub(super) fn vacation(
    site: &Site,
    unit: &mut dyn Unit,
    asker: &Asker<'_>,
    (from, to): (&str, &str),
    now: Moment,
) -> Result<String, DeskError> {
    asker.refuse_from_files("nobody has a deadline, and you may be away as long as you like")?;
    let (Some(post), Some(player), Some((table, _))) = (&site.post, &asker.player, asker.table)
    else {
        return Err(DeskError::refused(
            "Only players who are waited for can go away.",
        ));
    };
    let (Ok(from), Ok(to)) = (from.parse::<Date>(), to.parse::<Date>()) else {
        return Err(DeskError::refused(format!(
            "`{from}` and `{to}` are not both days such as 2026-12-24."
        )));
    };
    let today = asker.zone.to_datetime(now.stamp()).date();
    let longest = post.deadlines.vacation_days;
    let vacation = match Vacation::new(from, to, today, longest) {
        Ok(vacation) => vacation,
        Err(error) => {
            return Err(DeskError::refused(format!(
                "Your vacation was not taken: {error}."
            )));
        }
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
    asker.refuse_from_files("nobody has a deadline that could be extended")?;
    let Ok(lapse) = lapse.parse::<Lapse>() else {
        return Err(DeskError::refused(format!(
            "`{lapse}` is no length of time such as 2d."
        )));
    };
    if lapse.is_zero() {
        return Err(DeskError::refused(
            "No time at all is nothing to extend by.",
        ));
    }
    let id = &asker.row.id;
    let Some(open) = unit.open_stop_of(id)? else {
        return Err(DeskError::refused(
            "Nobody is waited for: there is nothing to extend.",
        ));
    };
    if asker.seat.role == Role::GameMaster {
        let word = (MoveReason::GameMaster, Some(asker.number()));
        let moved = move_all(site, unit, asker.row, (open.number, lapse), word, now)?;
        return Ok(match moved.len() {
            0 => "No deadline runs: nothing was extended.".to_owned(),
            1 => format!("The deadline is extended by {lapse}."),
            more => format!("{more} deadlines are extended by {lapse}."),
        });
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
        let agreed = (MoveReason::Agreed, Some(asker.number()));
        move_all(site, unit, asker.row, (open.number, lapse), agreed, now)?;
        return Ok(format!("All agree: the deadline is extended by {lapse}."));
    }
    for seat in missing {
        notices::ask_for_extension(site, unit, asker, seat, lapse, now)?;
    }
    Ok(format!(
        "The deadline is extended by {lapse} when the other players answer EXTEND {lapse} too."
    ))
}

/// A deadline that was moved, or would be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extended {
    /// The side that is waited for.
    pub side: String,
    /// When its answer was due.
    pub from: Timestamp,
    /// When it is due now.
    pub to: Timestamp,
}

/// Gives everybody who is waited for more time, at the word of a game master who sits at the shell.
pub(super) fn by_word(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    lapse: Lapse,
    now: Moment,
) -> Result<Vec<Extended>, DeskError> {
    refuse_stale(row)?;
    if lapse.is_zero() {
        return Err(DeskError::refused("no time at all is nothing to extend by"));
    }
    let open = unit.open_stop_of(&row.id)?;
    let open = open.ok_or_else(|| {
        DeskError::refused(format!(
            "match `{}` waits for nobody: there is nothing to extend",
            row.id
        ))
    })?;
    let word = (MoveReason::GameMaster, None);
    move_all(site, unit, row, (open.number, lapse), word, now)
}

/// Moves every open deadline of a stop, and records at whose word: a seat's, or the shell's.
fn move_all(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    (stop, lapse): (u64, Lapse),
    (why, word): (MoveReason, Option<SeatNumber>),
    now: Moment,
) -> Result<Vec<Extended>, DeskError> {
    let post = site.post()?;
    let everybody = unit.seats(&row.id)?;
    let side = |number| {
        let seat = everybody.iter().find(|seat| seat.number == number);
        seat.map_or("somebody", side_of).to_owned()
    };
    let mut moved = Vec::new();
    for deadline in unit.deadlines_of(&row.id, stop)? {
        let Some(player) = owner(unit, &row.id, deadline.of.seat)? else {
            continue;
        };
        if deadline.state == DeadlineState::Open {
            let calendar = calendar(post, unit, row, deadline.of.seat, &player)?;
            let to = extended(deadline.due_at, lapse, &calendar);
            if move_to(unit, row, &deadline, (to, why), (&calendar, now))? {
                moved.push(Extended {
                    side: side(deadline.of.seat),
                    from: deadline.due_at,
                    to,
                });
            }
        }
    }
    let kind = match why {
        MoveReason::GameMaster => InputKind::Gm,
        _ => InputKind::Seat,
    };
    let told = format!(r#"{{"extended":"{lapse}"}}"#);
    tell(unit, (&row.id, stop), kind, (word, &told), now)?;
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
        // Its time begins anew when it is recovered.
        if row.needs_recover {
            continue;
        }
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
pub(super) fn move_to(
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
