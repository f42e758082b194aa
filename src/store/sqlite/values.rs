//! Values of the house in columns: times as whole seconds, closed sets as their words.

use std::fmt::Display;
use std::str::FromStr;

use jiff::Timestamp;
use rusqlite::Row;
use rusqlite::types::Type;

use crate::record::{SeatNumber, Sha256Hash};
use crate::store::words::Word;

/// A number as `SQLite` keeps it. Numbers that came from outside may be beyond any that is stored; they
/// become the largest, which is stored nowhere either.
pub(super) fn int(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A limit on rows.
pub(super) fn limit(rows: usize) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}

/// A moment that may be absent.
pub(super) fn seconds(moment: Option<Timestamp>) -> Option<i64> {
    moment.map(Timestamp::as_second)
}

/// Reads columns by name.
pub(super) trait Columns {
    /// Reads a moment.
    fn time(&self, column: &str) -> rusqlite::Result<Timestamp>;

    /// Reads a moment that may be absent.
    fn maybe_time(&self, column: &str) -> rusqlite::Result<Option<Timestamp>>;

    /// Reads a number that is never negative.
    fn number(&self, column: &str) -> rusqlite::Result<u64>;

    /// Reads a number that may be absent.
    fn maybe_number(&self, column: &str) -> rusqlite::Result<Option<u64>>;

    /// Reads the number of a seat.
    fn seat_number(&self, column: &str) -> rusqlite::Result<SeatNumber>;

    /// Reads the number of a seat that may be absent.
    fn maybe_seat(&self, column: &str) -> rusqlite::Result<Option<SeatNumber>>;

    /// Reads a word of a closed set.
    fn word<T: Word>(&self, column: &str) -> rusqlite::Result<T>;

    /// Reads a text of its own form.
    fn parsed<T: FromStr<Err: Display>>(&self, column: &str) -> rusqlite::Result<T>;

    /// Reads a text of its own form that may be absent.
    fn maybe_parsed<T: FromStr<Err: Display>>(&self, column: &str) -> rusqlite::Result<Option<T>>;

    /// Reads a hash.
    fn sha256(&self, column: &str) -> rusqlite::Result<Sha256Hash>;
}

/// Words a column that does not hold what it should.
pub(super) fn unreadable(column: &str, reason: impl Display) -> rusqlite::Error {
    let reason = format!("column `{column}` cannot be read: {reason}");
    rusqlite::Error::FromSqlConversionFailure(0, Type::Null, reason.into())
}

fn moment(column: &str, second: i64) -> rusqlite::Result<Timestamp> {
    Timestamp::from_second(second).map_err(|error| unreadable(column, error))
}

fn read<T: FromStr<Err: Display>>(column: &str, text: &str) -> rusqlite::Result<T> {
    text.parse().map_err(|error| unreadable(column, error))
}

impl Columns for Row<'_> {
    fn time(&self, column: &str) -> rusqlite::Result<Timestamp> {
        moment(column, self.get(column)?)
    }

    fn maybe_time(&self, column: &str) -> rusqlite::Result<Option<Timestamp>> {
        let second: Option<i64> = self.get(column)?;
        second.map(|second| moment(column, second)).transpose()
    }

    fn number(&self, column: &str) -> rusqlite::Result<u64> {
        let number: i64 = self.get(column)?;
        u64::try_from(number).map_err(|error| unreadable(column, error))
    }

    fn maybe_number(&self, column: &str) -> rusqlite::Result<Option<u64>> {
        let number: Option<i64> = self.get(column)?;
        let number = number.map(u64::try_from).transpose();
        number.map_err(|error| unreadable(column, error))
    }

    fn seat_number(&self, column: &str) -> rusqlite::Result<SeatNumber> {
        self.get(column).map(SeatNumber::new)
    }

    fn maybe_seat(&self, column: &str) -> rusqlite::Result<Option<SeatNumber>> {
        let number: Option<u8> = self.get(column)?;
        Ok(number.map(SeatNumber::new))
    }

    fn word<T: Word>(&self, column: &str) -> rusqlite::Result<T> {
        let word: String = self.get(column)?;
        T::of_word(&word).ok_or_else(|| unreadable(column, format_args!("`{word}` is unknown")))
    }

    fn parsed<T: FromStr<Err: Display>>(&self, column: &str) -> rusqlite::Result<T> {
        let text: String = self.get(column)?;
        read(column, &text)
    }

    fn maybe_parsed<T: FromStr<Err: Display>>(&self, column: &str) -> rusqlite::Result<Option<T>> {
        let text: Option<String> = self.get(column)?;
        text.map(|text| read(column, &text)).transpose()
    }

    fn sha256(&self, column: &str) -> rusqlite::Result<Sha256Hash> {
        self.get(column).map(Sha256Hash::from_bytes)
    }
}
