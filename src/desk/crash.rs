//! Points at which a test lets the machine stop; in a released program they are nothing.
//!
//! Between any two of them lies a commit, or a file that was written: whatever was done before one must be
//! found again after it, and nothing twice.

use std::fmt;
use std::str::FromStr;

/// A point on the way of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Point {
    /// Its bytes are stored, the source does not know it yet.
    Spooled,
    /// That it is about to be read is noted.
    Begun,
    /// Its sender is certain.
    Authenticated,
    /// Its lines are filed.
    Pending,
    /// The texts of a run are frozen.
    Frozen,
    /// The LOCK is appended.
    Locked,
    /// The run has taken place.
    Run,
    /// The REPORT is appended.
    Reported,
    /// The reports are queued.
    Queued,
    /// The run is committed, its entries are not in the log file yet.
    Committed,
    /// The entries are in the log file, and that they are is not noted yet.
    Logged,
    /// A mail was handed over, and is not marked as sent.
    Sent,
}

impl Point {
    /// Every point, in the order of a mail's way.
    pub const ALL: [Self; 12] = [
        Self::Spooled,
        Self::Begun,
        Self::Authenticated,
        Self::Pending,
        Self::Frozen,
        Self::Locked,
        Self::Run,
        Self::Reported,
        Self::Queued,
        Self::Committed,
        Self::Logged,
        Self::Sent,
    ];

    /// Returns the word that names it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Spooled => "spooled",
            Self::Begun => "begun",
            Self::Authenticated => "authenticated",
            Self::Pending => "pending",
            Self::Frozen => "frozen",
            Self::Locked => "lock-written",
            Self::Run => "run",
            Self::Reported => "report-written",
            Self::Queued => "queued",
            Self::Committed => "committed",
            Self::Logged => "logged",
            Self::Sent => "sent-not-marked",
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Point {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut points = Self::ALL.into_iter();
        points
            .find(|point| point.word() == text)
            .ok_or_else(|| format!("there is no point `{text}` to crash at"))
    }
}

/// What a simulated crash unwinds with; nothing on the desk catches it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crash(pub Point);

#[cfg(debug_assertions)]
mod armed {
    use std::cell::Cell;

    use super::{Crash, Point};

    thread_local! {
        static ARMED: Cell<Option<(Point, u32, How)>> = const { Cell::new(None) };
    }

    /// How the machine stops.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum How {
        /// The process ends at once, as by a power cut.
        Abort,
        /// The thread unwinds: what is not committed is lost, and a test can go on.
        Unwind,
        /// The program meets a state that it believed impossible, each time until it is disarmed.
        Panic,
    }

    /// Lets this thread stop when it comes to a point for the `nth` time, counted from 1.
    pub fn arm(point: Point, nth: u32, how: How) {
        ARMED.set(Some((point, nth, how)));
    }

    /// Takes the arming back.
    pub fn disarm() {
        ARMED.set(None);
    }

    /// Stops here if this point is armed.
    pub(in crate::desk) fn at(point: Point) {
        let Some((armed, nth, how)) = ARMED.get().filter(|(armed, ..)| *armed == point) else {
            return;
        };
        if nth > 1 {
            ARMED.set(Some((armed, nth - 1, how)));
            return;
        }
        if how != How::Panic {
            ARMED.set(None);
        }
        match how {
            How::Abort => std::process::abort(),
            How::Unwind => std::panic::resume_unwind(Box::new(Crash(point))),
            How::Panic => std::panic::resume_unwind(Box::new(format!("ordered at {point}"))),
        }
    }
}

#[cfg(debug_assertions)]
pub(super) use armed::at;
#[cfg(debug_assertions)]
pub use armed::{How, arm, disarm};

/// Does nothing: no released program can be made to stop.
#[cfg(not(debug_assertions))]
pub(super) fn at(_: Point) {}
