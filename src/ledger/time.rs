//! The time that an entry claims; it never enters a derivation.

use std::{fmt, str::FromStr};

use jiff::{SignedDuration, civil::DateTime};
use thiserror::Error;

/// A moment in UTC with whole seconds, written `2025-08-01T18:00:00Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time(i64);

const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);

/// Why a text or a number is not a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a time: write an existing moment as YYYY-MM-DDThh:mm:ssZ")]
pub struct NotATime;

impl Time {
    /// Takes seconds since 1970; only the years 1 to 9999 can be written.
    pub fn from_unix(seconds: i64) -> Result<Self, NotATime> {
        const FIRST: i64 = -62_135_596_800;
        const LAST: i64 = 253_402_300_799;
        if (FIRST..=LAST).contains(&seconds) {
            Ok(Self(seconds))
        } else {
            Err(NotATime)
        }
    }

    /// Returns the seconds since 1970.
    pub fn unix(self) -> i64 {
        self.0
    }
}

impl FromStr for Time {
    type Err = NotATime;

    fn from_str(text: &str) -> Result<Self, NotATime> {
        let shape = text
            .bytes()
            .map(|b| if b.is_ascii_digit() { b'0' } else { b });
        if !shape.eq(*b"0000-00-00T00:00:00Z") {
            return Err(NotATime);
        }
        let part = |at: usize, len: usize| text[at..at + len].parse::<i16>().map_err(|_| NotATime);
        let small = |at: usize| part(at, 2).map(|n| n as i8);
        let civil = DateTime::new(
            part(0, 4)?,
            small(5)?,
            small(8)?,
            small(11)?,
            small(14)?,
            small(17)?,
            0,
        )
        .map_err(|_| NotATime)?;
        Self::from_unix(civil.duration_since(EPOCH).as_secs())
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let civil = EPOCH
            .checked_add(SignedDuration::from_secs(self.0))
            .expect("the years 1 to 9999 are within the calendar");
        write!(
            f,
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z",
            civil.year(),
            civil.month(),
            civil.day(),
            civil.hour(),
            civil.minute(),
            civil.second()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_printed_as_they_are_read() {
        for (text, unix) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2025-08-14T00:00:00Z", 1_755_129_600),
            ("2024-02-29T23:59:59Z", 1_709_251_199),
            ("0001-01-01T00:00:00Z", -62_135_596_800),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
        ] {
            let time: Time = text.parse().unwrap();
            assert_eq!((time.unix(), time.to_string().as_str()), (unix, text));
        }
    }

    #[test]
    fn moments_that_do_not_exist_are_no_times() {
        for bad in [
            "yesterday",
            "2025-02-29T00:00:00Z",
            "2025-08-32T00:00:00Z",
            "2025-13-01T00:00:00Z",
            "2025-08-01T24:00:00Z",
            "2025-08-01T00:00:60Z",
            "0000-01-01T00:00:00Z",
            "2025-08-01T18:00:00",
            "2025-08-01 18:00:00Z",
            "2025-8-1T18:00:00Z",
            "+025-08-01T18:00:00Z",
        ] {
            assert_eq!(bad.parse::<Time>(), Err(NotATime), "{bad}");
        }
    }
}
