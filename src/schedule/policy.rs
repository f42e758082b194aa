//! The deadline of a match as its options state it.

use std::fmt;
use std::str::FromStr;

use jiff::civil::Time;

use super::{Lapse, ScheduleError, SkippedDays};

/// How long a seat has for its answer.
///
/// ```text
/// none                            no deadline
/// 3d                              three days later at the same time on the player's clock
/// 36h                             thirty-six hours later
/// 2d at 20:00                     the first 20:00 (player's time) when two days have passed
/// 20:00 in 2 days                 the same
/// 3d skip weekends                Saturdays and Sundays do not count
/// 2d at 20:00 skip sun 2026-12-24..2026-12-26
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    time: Option<Allowed>,
    skipped: SkippedDays,
}

/// The time a policy allows, where it sets any limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Allowed {
    pub(super) lapse: Lapse,
    pub(super) at: Option<Time>,
}

impl Policy {
    /// Creates the policy that sets no deadline.
    pub fn none() -> Self {
        Self {
            time: None,
            skipped: SkippedDays::default(),
        }
    }

    /// Creates the policy that gives a seat `lapse`.
    pub fn after(lapse: Lapse) -> Self {
        Self {
            time: Some(Allowed { lapse, at: None }),
            skipped: SkippedDays::default(),
        }
    }

    /// Returns the days that do not count.
    pub fn skipped(&self) -> &SkippedDays {
        &self.skipped
    }

    /// Returns the same policy with the days of `skipped` instead of its own.
    #[must_use]
    pub fn skipping(mut self, skipped: SkippedDays) -> Self {
        self.skipped = skipped;
        self
    }

    pub(super) fn allowed(&self) -> Option<Allowed> {
        self.time
    }
}

impl FromStr for Policy {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (time, days) = match words.iter().position(|w| w.eq_ignore_ascii_case("skip")) {
            None => (&words[..], &[][..]),
            Some(skip) => (&words[..skip], &words[skip + 1..]),
        };
        if days.is_empty() && time.len() < words.len() {
            return Err(ScheduleError::new(
                text,
                "names no day after `skip`; write for example `skip weekends`",
            ));
        }
        Ok(Self {
            time: read_time(time)?,
            skipped: SkippedDays::parse(days.iter().copied())?,
        })
    }
}

fn read_time(words: &[&str]) -> Result<Option<Allowed>, ScheduleError> {
    if let [word] = words
        && word.eq_ignore_ascii_case("none")
    {
        return Ok(None);
    }
    let (lapse, at) = match words {
        [at, preposition, lapse @ ..] if preposition.eq_ignore_ascii_case("in") => {
            (lapse, Some(*at))
        }
        [lapse @ .., preposition, at] if preposition.eq_ignore_ascii_case("at") => {
            (lapse, Some(*at))
        }
        lapse => (lapse, None),
    };
    let lapse: Lapse = lapse.join(" ").parse()?;
    if lapse.is_zero() {
        return Err(ScheduleError::new(
            &words.join(" "),
            "gives no time at all; write `none` for no deadline",
        ));
    }
    Ok(Some(Allowed {
        lapse,
        at: at.map(read_clock).transpose()?,
    }))
}

fn read_clock(word: &str) -> Result<Time, ScheduleError> {
    let read = || {
        let (hour, minute) = word.split_once(':')?;
        let digits = |s: &str| (1..=2).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit());
        if !digits(hour) || minute.len() != 2 || !digits(minute) {
            return None;
        }
        Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
    };
    read().ok_or_else(|| ScheduleError::new(word, "is no time of day; write for example `20:00`"))
}

impl fmt::Display for Policy {
    /// Writes the form that [`FromStr`] reads back to the same policy.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.time {
            None => f.write_str("none")?,
            Some(Allowed { lapse, at: None }) => write!(f, "{lapse}")?,
            Some(Allowed {
                lapse,
                at: Some(at),
            }) => {
                write!(f, "{lapse} at {:02}:{:02}", at.hour(), at.minute())?;
            }
        }
        if !self.skipped.is_empty() {
            write!(f, " skip {}", self.skipped)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_written_form_prints_in_one_way() {
        const CASES: &[(&str, &str)] = &[
            ("none", "none"),
            ("3d", "3d"),
            ("36h", "36h"),
            ("2d at 20:00", "2d at 20:00"),
            ("20:00 in 2 days", "2d at 20:00"),
            ("8:05 IN 1 week", "7d at 08:05"),
            ("3 days skip weekends", "3d skip weekends"),
            (
                "20:00 in 2 days skip sun 2026-12-24..2026-12-26",
                "2d at 20:00 skip sun 2026-12-24..2026-12-26",
            ),
            ("none skip weekends", "none skip weekends"),
        ];
        for (text, printed) in CASES {
            let policy: Policy = text.parse().unwrap();
            assert_eq!(policy.to_string(), *printed, "{text}");
            assert_eq!(printed.parse::<Policy>().unwrap(), policy, "{text}");
        }
    }

    #[test]
    fn unreadable_policies_name_the_word_at_fault() {
        const CASES: &[(&str, &str)] = &[
            ("", ""),
            ("soon", "soon"),
            ("2d at noon", "noon"),
            ("2d at 24:00", "24:00"),
            ("2d at 20:0", "20:0"),
            ("0d", "0d"),
            ("3d skip", "3d skip"),
            ("3d skip weekdays", "weekdays"),
            ("3d at", "3d at"),
        ];
        for (text, fault) in CASES {
            assert_eq!(text.parse::<Policy>().unwrap_err().text, *fault, "{text}");
        }
    }
}
