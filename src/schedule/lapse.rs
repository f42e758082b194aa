//! Lengths of time as people write them: `3d`, `36h`, `1w`, `2d12h`, `90m`, `2 days`.

use std::fmt;
use std::str::FromStr;

use jiff::SignedDuration;

use super::ScheduleError;

/// Longest lapse that is read: a year, so that no typing error parks a match for ever.
const LONGEST_MINUTES: u32 = 366 * 24 * 60;

/// A length of time: whole days on somebody's calendar, then exact hours and minutes.
///
/// A day is a day on the calendar and ends at the same time on the clock, also when summer time begins
/// or ends in between; `24h` are 24 hours whatever the clocks do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Lapse {
    days: u32,
    minutes: u32,
}

impl Lapse {
    /// No time at all.
    pub const ZERO: Self = Self::new(0, 0);

    /// Creates a lapse of `days` on the calendar and `minutes` of exact time after them.
    #[must_use]
    pub const fn new(days: u32, minutes: u32) -> Self {
        Self { days, minutes }
    }

    /// Returns the whole days.
    pub const fn days(self) -> u32 {
        self.days
    }

    /// Returns the exact time that follows the whole days.
    pub fn exact(self) -> SignedDuration {
        SignedDuration::from_mins(i64::from(self.minutes))
    }

    /// Returns the length with each day counted as 24 hours, for waits that no calendar governs.
    pub fn as_duration(self) -> SignedDuration {
        SignedDuration::from_hours(24 * i64::from(self.days)) + self.exact()
    }

    /// Reports whether the lapse is empty.
    pub const fn is_zero(self) -> bool {
        self.days == 0 && self.minutes == 0
    }

    fn add(&mut self, number: u32, unit: &str) -> Option<()> {
        let (days, minutes) = match unit {
            "w" | "week" | "weeks" => (number.checked_mul(7)?, 0),
            "d" | "day" | "days" => (number, 0),
            "h" | "hour" | "hours" => (0, number.checked_mul(60)?),
            "m" | "min" | "minute" | "minutes" => (0, number),
            _ => return None,
        };
        self.days = self.days.checked_add(days)?;
        self.minutes = self.minutes.checked_add(minutes)?;
        Some(())
    }
}

impl FromStr for Lapse {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unreadable = || {
            ScheduleError::new(
                text,
                "is not a length of time; write for example `3d`, `36h` or `2d12h`",
            )
        };
        let written: String = text
            .chars()
            .filter(|c| !c.is_whitespace())
            .flat_map(char::to_lowercase)
            .collect();
        if written == "0" {
            return Ok(Self::ZERO);
        }
        let mut lapse = Self::ZERO;
        let mut rest = written.as_str();
        if rest.is_empty() {
            return Err(unreadable());
        }
        while !rest.is_empty() {
            let unit_at = rest
                .find(|c: char| !c.is_ascii_digit())
                .ok_or_else(unreadable)?;
            let (number, after) = rest.split_at(unit_at);
            let next_at = after
                .find(|c: char| c.is_ascii_digit())
                .unwrap_or(after.len());
            let (unit, after) = after.split_at(next_at);
            let number: u32 = number.parse().map_err(|_| unreadable())?;
            lapse.add(number, unit).ok_or_else(unreadable)?;
            rest = after;
        }
        if lapse.as_duration() > SignedDuration::from_mins(i64::from(LONGEST_MINUTES)) {
            return Err(ScheduleError::new(text, "is longer than a year"));
        }
        Ok(lapse)
    }
}

impl fmt::Display for Lapse {
    /// Writes the short form that [`FromStr`] reads back to the same lapse.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0m");
        }
        for (number, unit) in [
            (self.days, "d"),
            (self.minutes / 60, "h"),
            (self.minutes % 60, "m"),
        ] {
            if number > 0 {
                write!(f, "{number}{unit}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_written_form_is_read_and_printed_short() {
        const CASES: &[(&str, u32, u32, &str)] = &[
            ("3d", 3, 0, "3d"),
            ("36h", 0, 2160, "36h"),
            ("90m", 0, 90, "1h30m"),
            ("1w", 7, 0, "7d"),
            ("2d12h", 2, 720, "2d12h"),
            ("2 Days 12 hours", 2, 720, "2d12h"),
            ("1w1d1h1m", 8, 61, "8d1h1m"),
            ("10 min", 0, 10, "10m"),
            ("0", 0, 0, "0m"),
            ("0m", 0, 0, "0m"),
        ];
        for &(text, days, minutes, printed) in CASES {
            let lapse: Lapse = text.parse().unwrap();
            assert_eq!(lapse, Lapse::new(days, minutes), "{text}");
            assert_eq!(lapse.to_string(), printed, "{text}");
            assert_eq!(printed.parse::<Lapse>().unwrap(), lapse, "{text}");
        }
    }

    #[test]
    fn what_is_no_length_of_time_is_refused_with_the_words_written() {
        for text in [
            "",
            "3",
            "d",
            "3x",
            "three days",
            "-1d",
            "1.5d",
            "99999999999d",
            "367d",
        ] {
            let refused = text.parse::<Lapse>().unwrap_err();
            assert_eq!(refused.text, text);
        }
    }
}
