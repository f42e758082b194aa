//! When an answer is due, and what moves that moment.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::policy::Allowed;
use super::{Calendar, Language, Lapse, Policy, Vacation};

/// Returns when an answer asked for at `asked` is due, or nothing if the policy sets no deadline.
///
/// Time on skipped days does not count: a deadline that begins on one begins to run at the next midnight
/// after it. Whole days end at the same time on the player's clock.
pub fn due(asked: Timestamp, policy: &Policy, calendar: &Calendar) -> Option<Timestamp> {
    let Allowed { lapse, at } = policy.allowed()?;
    let passed = extended(asked, lapse, calendar);
    let Some(at) = at else {
        return Some(passed);
    };
    let mut date = calendar.date(passed);
    loop {
        let moment = calendar.moment(date, at);
        if (moment >= passed && calendar.runs_on(date)) || date.tomorrow().is_err() {
            return Some(moment);
        }
        date = calendar.next_running_day(date);
    }
}

/// Returns the moment `lapse` after `from`, counted like a deadline: `EXTEND 2d` moves one by two running
/// days.
pub fn extended(from: Timestamp, lapse: Lapse, calendar: &Calendar) -> Timestamp {
    let start = calendar.first_running(from);
    let mut moment = start;
    if lapse.days() > 0 {
        let mut date = calendar.date(start);
        for _ in 0..lapse.days() {
            date = calendar.next_running_day(date);
        }
        moment = calendar.moment(date, calendar.time(start));
    }
    if lapse.exact().is_zero() {
        moment
    } else {
        calendar.count(moment, lapse.exact())
    }
}

/// Returns where a vacation filed while the deadline runs moves it: by one running day for each running
/// day that it takes away.
///
/// `calendar` is the one by which `due_at` was counted, without the new vacation.
pub fn after_vacation(
    asked: Timestamp,
    due_at: Timestamp,
    calendar: &Calendar,
    vacation: Vacation,
) -> Timestamp {
    let absent = calendar.clone().with_vacation(vacation);
    let due_day = calendar.date(due_at);
    let mut moved = due_day;
    let mut day = vacation.from().max(calendar.date(asked));
    while day <= vacation.to().min(due_day) {
        if calendar.runs_on(day) {
            moved = absent.next_running_day(moved);
        }
        let Ok(next) = day.tomorrow() else { break };
        day = next;
    }
    if moved == due_day {
        due_at
    } else {
        calendar.moment(moved, calendar.time(due_at))
    }
}

/// Returns when to remind a seat, in order: each lapse of `plan` before `due_at`, as far as it lies after
/// `asked`.
pub fn reminders(
    asked: Timestamp,
    due_at: Timestamp,
    plan: &[Lapse],
    zone: &TimeZone,
) -> Vec<Timestamp> {
    let mut times: Vec<Timestamp> = plan
        .iter()
        .map(|lapse| before(due_at, *lapse, zone))
        .filter(|time| *time > asked && *time < due_at)
        .collect();
    times.sort_unstable();
    times.dedup();
    times
}

fn before(moment: Timestamp, lapse: Lapse, zone: &TimeZone) -> Timestamp {
    let exact = super::after(moment, -lapse.exact());
    if lapse.days() == 0 {
        return exact;
    }
    let local = zone.to_datetime(exact);
    let days = SignedDuration::from_hours(24 * i64::from(lapse.days()));
    zone.to_ambiguous_timestamp(local.date().saturating_sub(days).to_datetime(local.time()))
        .earlier()
        .unwrap_or(Timestamp::MIN)
}

/// Returns when the run of a stop starts: `grace` after the last mail of its seats, or nothing while no
/// mail has come.
pub fn run_starts(last_mails: &[Timestamp], grace: Lapse) -> Option<Timestamp> {
    let last = last_mails.iter().max()?;
    Some(super::after(*last, grace.as_duration()))
}

/// Writes a moment as players read it in their own time zone, for example `Tue 1 Dec 20:00`.
pub fn local(moment: Timestamp, zone: &TimeZone, language: Language) -> String {
    let at = moment.to_zoned_datetime(zone.clone());
    let weekday = usize::try_from(at.weekday().to_monday_zero_offset()).unwrap_or(0);
    let month = usize::try_from(at.month() - 1).unwrap_or(0);
    let (weekday, month) = language.words(weekday, month);
    format!("{weekday} {} {month} {}", at.day(), at.strftime("%H:%M"))
}
