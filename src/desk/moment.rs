//! The moment of a step.

use jiff::Timestamp;

use crate::ledger::time::Time;

/// The moment of a step, as the clock gave it, in whole seconds as the record keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Timestamp);

impl Moment {
    /// Takes a moment of the clock.
    ///
    /// # Panics
    /// If the clock is outside the years that the protocol can write.
    pub fn at(now: Timestamp) -> Self {
        let whole =
            Timestamp::from_second(now.as_second()).expect("a second of a timestamp is one");
        Self(whole)
    }

    /// Returns it for the store.
    pub fn stamp(self) -> Timestamp {
        self.0
    }

    /// Returns it as the dice log writes it.
    ///
    /// # Panics
    /// If the clock is outside the years that the protocol can write.
    pub fn log_time(self) -> Time {
        Time::from_unix(self.0.as_second()).expect("clocks show years of four digits")
    }
}
