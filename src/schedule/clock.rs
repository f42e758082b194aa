//! The injected clock.

use std::sync::Mutex;

use jiff::{SignedDuration, Timestamp};

/// Tells the current time; the one door through which it enters the program.
pub trait Clock {
    /// Returns the current moment.
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the machine's clock"
    )]
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// A clock that stands still until it is turned; demonstrations and tests run by it.
#[derive(Debug)]
pub struct FixedClock(Mutex<Timestamp>);

impl FixedClock {
    /// Creates a clock that shows `now`.
    pub fn new(now: Timestamp) -> Self {
        Self(Mutex::new(now))
    }

    /// Turns the clock to `now`, forward or back.
    pub fn set(&self, now: Timestamp) {
        *self.0.lock().expect("no holder of the clock panicked") = now;
    }

    /// Turns the clock by `step`.
    pub fn advance(&self, step: SignedDuration) {
        let mut now = self.0.lock().expect("no holder of the clock panicked");
        *now = super::after(*now, step);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        *self.0.lock().expect("no holder of the clock panicked")
    }
}
