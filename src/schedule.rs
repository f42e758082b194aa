//! Deadlines: when a seat must have answered, and what moves that moment.
//!
//! Everything here is a pure function over plain values. The current time comes in through [`Clock`];
//! nothing else in the program asks the machine what time it is. Storing deadlines, sending reminders
//! and telling players belong to the desk and the store.
//!
//! How a deadline comes about:
//!
//! 1. A stop asks a seat. [`due`] counts the match's [`Policy`] from that moment on the seat's
//!    [`Calendar`]: its time zone, the match's skipped days, the player's vacations.
//! 2. Only an [`extended`], an [`after_vacation`] or an [`Outage::moved`] changes it later, and never to
//!    an earlier moment.
//! 3. [`time_out`] says whether it has passed for good: a mail that arrived in time may still lie in a
//!    mailbox that was not read since.
//!
//! ```
//! use jiff::tz::TimeZone;
//! use tesserarius::schedule::{Calendar, Policy, due};
//!
//! let policy: Policy = "2d at 20:00 skip weekends".parse()?;
//! let calendar = Calendar::new(TimeZone::get("Europe/Berlin")?, policy.skipped().clone());
//! let friday_noon = "2026-11-27T12:00:00+01:00".parse()?;
//! let tuesday_evening: jiff::Timestamp = "2026-12-01T20:00:00+01:00".parse()?;
//! assert_eq!(due(friday_noon, &policy, &calendar), Some(tuesday_evening));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod calendar;
mod clock;
mod days;
mod due;
mod language;
mod lapse;
mod outage;
mod policy;
mod timeout;

pub use calendar::{Calendar, Vacation, VacationError};
pub use clock::{Clock, FixedClock, SystemClock};
pub use days::SkippedDays;
pub use due::{after_vacation, due, extended, local, reminders, run_starts};
pub use language::Language;
pub use lapse::Lapse;
pub use outage::{Outage, Pulse, pulse};
pub use policy::Policy;
pub use timeout::{Reading, TimeOut, is_in_time, time_out};

/// Why a schedule text could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` {reason}")]
pub struct ScheduleError {
    /// The words that were not understood, as written.
    pub text: String,
    /// What is wrong with them and what would be right.
    pub reason: String,
}

impl ScheduleError {
    fn new(text: &str, reason: impl Into<String>) -> Self {
        Self {
            text: text.to_owned(),
            reason: reason.into(),
        }
    }
}

/// Adds an exact duration, staying within the range of representable times.
fn after(moment: jiff::Timestamp, duration: jiff::SignedDuration) -> jiff::Timestamp {
    moment
        .saturating_add(duration)
        .expect("an exact duration has no calendar units")
}
