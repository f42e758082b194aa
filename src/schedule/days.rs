//! Days on which deadlines do not run: weekends, single weekdays, holidays.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use jiff::civil::{Date, Weekday};

use super::ScheduleError;

const WEEKDAYS: [(&str, Weekday); 7] = [
    ("mon", Weekday::Monday),
    ("tue", Weekday::Tuesday),
    ("wed", Weekday::Wednesday),
    ("thu", Weekday::Thursday),
    ("fri", Weekday::Friday),
    ("sat", Weekday::Saturday),
    ("sun", Weekday::Sunday),
];

/// Days of the calendar that do not count towards a deadline.
///
/// Written as words: `weekends`, a weekday (`mon` ... `sun`), a date (`2026-12-24`) or a range of dates
/// (`2026-12-24..2027-01-01`, both ends included).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SkippedDays {
    /// Indexed from Monday.
    weekdays: [bool; 7],
    ranges: BTreeSet<(Date, Date)>,
}

impl SkippedDays {
    /// Reads a list of words.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, ScheduleError> {
        let mut days = Self::default();
        for word in words {
            days.add(word)?;
        }
        Ok(days)
    }

    fn add(&mut self, word: &str) -> Result<(), ScheduleError> {
        let lower = word.to_ascii_lowercase();
        if lower == "weekends" {
            self.weekdays[5..].fill(true);
        } else if let Some(day) = WEEKDAYS.iter().position(|(name, _)| *name == lower) {
            self.weekdays[day] = true;
        } else {
            self.ranges.insert(read_range(word)?);
        }
        if self.weekdays.iter().all(|skipped| *skipped) {
            return Err(ScheduleError::new(
                word,
                "leaves no day of the week on which deadlines run",
            ));
        }
        Ok(())
    }

    /// Reports whether `date` does not count.
    pub fn contains(&self, date: Date) -> bool {
        let weekday = usize::try_from(date.weekday().to_monday_zero_offset())
            .expect("an offset from Monday is not negative");
        self.weekdays[weekday]
            || self
                .ranges
                .iter()
                .any(|&(from, to)| from <= date && date <= to)
    }

    /// Reports whether every day counts.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty() && !self.weekdays.contains(&true)
    }
}

fn read_range(word: &str) -> Result<(Date, Date), ScheduleError> {
    let unreadable = || {
        ScheduleError::new(
            word,
            "is no day; write `weekends`, a weekday like `sun`, a date like `2026-12-24` or `2026-12-24..2027-01-01`",
        )
    };
    let (from, to) = word.split_once("..").unwrap_or((word, word));
    let from = Date::from_str(from).map_err(|_| unreadable())?;
    let to = Date::from_str(to).map_err(|_| unreadable())?;
    if to < from {
        return Err(ScheduleError::new(word, "ends before it begins"));
    }
    if from.duration_until(to).as_hours() >= 24 * 366 {
        return Err(ScheduleError::new(word, "is longer than a year"));
    }
    Ok((from, to))
}

impl fmt::Display for SkippedDays {
    /// Writes the words in a fixed order, so that two equal lists print alike.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        let weekend = self.weekdays[5] && self.weekdays[6];
        for (day, (name, _)) in WEEKDAYS.iter().enumerate() {
            if self.weekdays[day] && !(weekend && day >= 5) {
                words.push((*name).to_owned());
            }
        }
        if weekend {
            words.push("weekends".to_owned());
        }
        for (from, to) in &self.ranges {
            words.push(if from == to {
                from.to_string()
            } else {
                format!("{from}..{to}")
            });
        }
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn weekends_weekdays_and_dates_are_read_and_printed_in_a_fixed_order() {
        let days =
            SkippedDays::parse(["2027-01-01", "sun", "2026-12-24..2026-12-26", "Wed", "sat"])
                .unwrap();
        assert_eq!(
            days.to_string(),
            "wed weekends 2026-12-24..2026-12-26 2027-01-01"
        );
        assert!(days.contains(date(2026, 12, 25)));
        assert!(days.contains(date(2026, 12, 26)));
        assert!(days.contains(date(2027, 1, 1)));
        assert!(days.contains(date(2026, 11, 28)), "a Saturday");
        assert!(!days.contains(date(2026, 11, 27)), "a Friday");
        assert!(SkippedDays::parse([]).unwrap().is_empty());
    }

    #[test]
    fn a_calendar_without_a_running_weekday_is_refused() {
        let refused =
            SkippedDays::parse(["mon", "tue", "wed", "thu", "fri", "weekends"]).unwrap_err();
        assert_eq!(refused.text, "weekends");
    }

    #[test]
    fn nonsense_and_backward_ranges_are_refused() {
        for word in [
            "holidays",
            "2026-02-30",
            "2026-12-24..2026-12-20",
            "2026-12-24..",
            "2026-12-24..9999-12-31",
            "24.12.2026",
        ] {
            assert_eq!(SkippedDays::parse([word]).unwrap_err().text, word);
        }
    }
}
