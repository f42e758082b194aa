//! A seat's calendar: its time zone and the days on which its deadlines do not run.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::SkippedDays;

/// The days of a player's absence, both ends included, in the player's own time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Vacation {
    from: Date,
    to: Date,
}

/// Why a vacation is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VacationError {
    /// The last day lies before the first.
    #[error("the vacation ends on {to}, before it begins on {from}")]
    Backwards {
        /// The first day as written.
        from: Date,
        /// The last day as written.
        to: Date,
    },
    /// The vacation is longer than the site allows.
    #[error("the vacation has {days} days; this site allows {longest} at a time")]
    TooLong {
        /// Its length in days.
        days: i64,
        /// The longest allowed.
        longest: u32,
    },
    /// The vacation is over already.
    #[error("the vacation ended on {to}")]
    Over {
        /// The last day as written.
        to: Date,
    },
}

impl Vacation {
    /// Takes the days `from` to `to` as a vacation that is filed on the day `today`.
    pub fn new(from: Date, to: Date, today: Date, longest: u32) -> Result<Self, VacationError> {
        if to < from {
            return Err(VacationError::Backwards { from, to });
        }
        if to < today {
            return Err(VacationError::Over { to });
        }
        // Days that are over stop no clock any more.
        let from = from.max(today);
        let days = from.duration_until(to).as_hours() / 24 + 1;
        if days > i64::from(longest) {
            return Err(VacationError::TooLong { days, longest });
        }
        Ok(Self { from, to })
    }

    /// Rebuilds a vacation that was accepted earlier.
    pub fn accepted(from: Date, to: Date) -> Self {
        Self { from, to }
    }

    /// Returns the first day.
    pub fn from(self) -> Date {
        self.from
    }

    /// Returns the last day.
    pub fn to(self) -> Date {
        self.to
    }

    /// Reports whether `date` is one of its days.
    pub fn contains(self, date: Date) -> bool {
        self.from <= date && date <= self.to
    }
}

/// What decides which days count for a seat.
#[derive(Debug, Clone)]
pub struct Calendar {
    zone: TimeZone,
    skipped: SkippedDays,
    vacations: Vec<Vacation>,
}

impl Calendar {
    /// Creates a calendar without vacations.
    pub fn new(zone: TimeZone, skipped: SkippedDays) -> Self {
        Self {
            zone,
            skipped,
            vacations: Vec::new(),
        }
    }

    /// Returns the same calendar with one more vacation.
    #[must_use]
    pub fn with_vacation(mut self, vacation: Vacation) -> Self {
        self.vacations.push(vacation);
        self
    }

    /// Returns the time zone.
    pub fn zone(&self) -> &TimeZone {
        &self.zone
    }

    /// Reports whether deadlines run on `date`.
    pub fn runs_on(&self, date: Date) -> bool {
        !self.skipped.contains(date) && !self.vacations.iter().any(|v| v.contains(date))
    }

    pub(super) fn date(&self, moment: Timestamp) -> Date {
        self.zone.to_datetime(moment).date()
    }

    pub(super) fn time(&self, moment: Timestamp) -> Time {
        self.zone.to_datetime(moment).time()
    }

    /// Returns the first day after `date` on which deadlines run, or the last day of all time.
    pub(super) fn next_running_day(&self, date: Date) -> Date {
        let mut day = date;
        while let Ok(next) = day.tomorrow() {
            day = next;
            if self.runs_on(day) {
                break;
            }
        }
        day
    }

    /// Returns the moment of a time on the clock: the later one of two, and past a gap by the gap's
    /// length, so that a change of the clocks never shortens anybody's time.
    pub(super) fn moment(&self, date: Date, time: Time) -> Timestamp {
        self.zone
            .to_ambiguous_timestamp(date.to_datetime(time))
            .later()
            .unwrap_or(Timestamp::MAX)
    }

    /// Returns the first moment of `date`.
    pub(super) fn midnight(&self, date: Date) -> Timestamp {
        date.to_zoned_datetime(self.zone.clone())
            .map_or(Timestamp::MAX, |midnight| midnight.timestamp())
    }

    /// Returns `moment`, or the beginning of the next running day if it falls on a skipped one.
    pub(super) fn first_running(&self, moment: Timestamp) -> Timestamp {
        let date = self.date(moment);
        if self.runs_on(date) {
            moment
        } else {
            self.midnight(self.next_running_day(date))
        }
    }

    /// Counts `exact` time from `moment`, of which only running days count.
    pub(super) fn count(&self, moment: Timestamp, exact: SignedDuration) -> Timestamp {
        let (mut moment, mut left) = (self.first_running(moment), exact);
        loop {
            let date = self.date(moment);
            let Ok(tomorrow) = date.tomorrow() else {
                return Timestamp::MAX;
            };
            let until_midnight = moment.duration_until(self.midnight(tomorrow));
            // A deadline never falls on a skipped day, not even on its first moment.
            if left < until_midnight || (left == until_midnight && self.runs_on(tomorrow)) {
                return super::after(moment, left);
            }
            left -= until_midnight;
            moment = self.midnight(self.next_running_day(date));
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_vacation_must_run_forwards_lie_ahead_and_be_no_longer_than_allowed() {
        let (from, to, today) = (date(2026, 12, 20), date(2027, 1, 2), date(2026, 12, 1));
        let days = 14;
        assert!(Vacation::new(from, to, today, days).is_ok());
        assert_eq!(
            Vacation::new(from, to, today, days - 1),
            Err(VacationError::TooLong {
                days: 14,
                longest: 13
            })
        );
        assert_eq!(
            Vacation::new(to, from, today, days),
            Err(VacationError::Backwards { from: to, to: from })
        );
        assert_eq!(
            Vacation::new(from, to, date(2027, 1, 3), days),
            Err(VacationError::Over { to })
        );
        let begun = Vacation::new(from, to, date(2026, 12, 30), days).unwrap();
        assert_eq!(
            begun.from(),
            date(2026, 12, 30),
            "days that are over do not count"
        );
    }
}
