//! The outage breaker: a site that was down, or whose clock jumped, takes nobody's time.

use jiff::{SignedDuration, Timestamp};

/// A stretch of time in which nobody could play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outage {
    /// The last sign of life before it.
    pub from: Timestamp,
    /// The first sign of life after it.
    pub to: Timestamp,
}

impl Outage {
    /// Returns how long it lasted.
    pub fn lasted(self) -> SignedDuration {
        self.from.duration_until(self.to)
    }

    /// Returns where it moves an open deadline, or nothing if that had passed before the outage began.
    pub fn moved(self, due_at: Timestamp) -> Option<Timestamp> {
        (due_at >= self.from).then(|| super::after(due_at, self.lasted()))
    }
}

/// What the time since the last sign of life tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pulse {
    /// The site lived on.
    Steady,
    /// The site was down, or its clock leapt ahead: open deadlines move by the outage.
    Outage(Outage),
    /// The clock went back. Deadlines stay: none of them comes earlier by it.
    WentBack {
        /// The last sign of life, by the clock as it was.
        from: Timestamp,
        /// The time the clock shows now.
        to: Timestamp,
    },
}

/// Compares the last recorded sign of life with the present; a fresh site has none.
///
/// A pause of more than `longest` is an outage. Clocks that are set back by up to a minute are being
/// corrected, not wrong.
pub fn pulse(last: Option<Timestamp>, now: Timestamp, longest: SignedDuration) -> Pulse {
    let Some(from) = last else {
        return Pulse::Steady;
    };
    let pause = from.duration_until(now);
    if pause > longest {
        Pulse::Outage(Outage { from, to: now })
    } else if pause < -SignedDuration::from_mins(1) {
        Pulse::WentBack { from, to: now }
    } else {
        Pulse::Steady
    }
}
