//! When a deadline has passed for good.

use jiff::Timestamp;

/// The last successful reading of a source of mail, from its first message to its last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The source as the configuration names it.
    pub source: String,
    /// When that reading began; nothing if the source was never read through.
    pub began: Option<Timestamp>,
}

/// What may be said of a deadline at some moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TimeOut {
    /// It lies ahead.
    NotYet,
    /// It has passed, but a mail that came in time may still lie in one of these sources.
    Unread(Vec<String>),
    /// It has passed for good: the time-out may be recorded.
    Passed,
}

/// Judges a deadline at `now`.
///
/// A reading counts only if it *began* after the deadline; one that was under way at that moment may have
/// missed the last message. Sources that deliver by themselves (a pipe, files handed over) are read by
/// nature and are not listed.
pub fn time_out(due_at: Timestamp, now: Timestamp, readings: &[Reading]) -> TimeOut {
    if now <= due_at {
        return TimeOut::NotYet;
    }
    let unread: Vec<String> = readings
        .iter()
        .filter(|reading| reading.began.is_none_or(|began| began <= due_at))
        .map(|reading| reading.source.clone())
        .collect();
    if unread.is_empty() {
        TimeOut::Passed
    } else {
        TimeOut::Unread(unread)
    }
}

/// Reports whether a mail that arrived at `arrival` met the deadline; the very last second counts.
pub fn is_in_time(arrival: Timestamp, due_at: Timestamp) -> bool {
    arrival <= due_at
}
