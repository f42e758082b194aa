//! Deadlines and what moves them, reminders, vacations, readings of sources, signs of life.

use jiff::Timestamp;

use super::words::words;
use super::{MatchId, StoreError};
use crate::record::{InputKind, SeatNumber};
use crate::schedule::{Lapse, Reading, Vacation};

words! {
    /// What a seat has to send.
    pub enum Awaited {
        /// Its answer to a stop.
        Orders = "orders",
        /// Its value for a locked draw.
        Value = "value",
    }
}

/// What a deadline is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Due {
    /// The match.
    pub of_match: MatchId,
    /// The stop.
    pub stop: u64,
    /// The seat.
    pub seat: SeatNumber,
    /// What it has to send.
    pub awaited: Awaited,
}

/// A deadline of a seat at a stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deadline {
    /// What it is about.
    pub of: Due,
    /// When the seat was asked.
    pub asked_at: Timestamp,
    /// When its answer is due.
    pub due_at: Timestamp,
    /// What became of it.
    pub state: DeadlineState,
}

words! {
    /// What became of a deadline.
    pub enum DeadlineState {
        /// It runs.
        Open = "open",
        /// The answer came.
        Met = "met",
        /// It has passed, and the time-out is recorded.
        Passed = "passed",
    }
}

words! {
    /// Why a deadline was moved.
    pub enum MoveReason {
        /// The seat's owner went away.
        Vacation = "vacation",
        /// All players agreed.
        Agreed = "agreed",
        /// The game master decided.
        GameMaster = "gm",
        /// The site was down.
        Outage = "outage",
    }
}

/// A deadline's move, for the next report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadlineMove {
    /// What the deadline is about.
    pub of: Due,
    /// Why.
    pub why: MoveReason,
    /// When the answer was due.
    pub from_at: Timestamp,
    /// When it is due now.
    pub to_at: Timestamp,
    /// When it was moved.
    pub moved_at: Timestamp,
}

/// A reminder that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reminder {
    /// What it reminds of.
    pub of: Due,
    /// When it was to be sent.
    pub remind_at: Timestamp,
}

/// An input of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The stop at which it is told.
    pub stop: u64,
    /// Whose word it is.
    pub kind: InputKind,
    /// The seat concerned.
    pub seat: Option<SeatNumber>,
    /// What the engine is told, as JSON.
    pub told: String,
    /// When it was recorded.
    pub told_at: Timestamp,
}

/// Somebody's consent to an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consent {
    /// Who agrees; the game master's number is that of who asks for it.
    pub seat: SeatNumber,
    /// Why it was asked for.
    pub why: String,
}

/// Time as the site keeps it.
pub trait Times {
    /// Sets a deadline and the reminders before it.
    fn set_deadline(
        &mut self,
        deadline: &Deadline,
        reminders: &[Timestamp],
    ) -> Result<(), StoreError>;

    /// Returns a deadline.
    fn deadline(&self, of: &Due) -> Result<Option<Deadline>, StoreError>;

    /// Returns the deadlines of a stop, by seat and what is awaited.
    fn deadlines_of(&self, id: &MatchId, stop: u64) -> Result<Vec<Deadline>, StoreError>;

    /// Returns the open deadlines that lie before `now`, the oldest first.
    fn deadlines_due(&self, now: Timestamp) -> Result<Vec<Deadline>, StoreError>;

    /// Returns all open deadlines, the next first.
    fn open_deadlines(&self) -> Result<Vec<Deadline>, StoreError>;

    /// Returns what the deadlines of a match were about that have passed, by stop and seat.
    fn passed_deadlines(&self, id: &MatchId) -> Result<Vec<Due>, StoreError>;

    /// Moves an open deadline and replaces the reminders that were not sent.
    fn move_deadline(
        &mut self,
        deadline: &Deadline,
        to: Timestamp,
        why: MoveReason,
        reminders: &[Timestamp],
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Closes a deadline; reminders not yet sent fall away.
    fn close_deadline(&mut self, of: &Due, state: DeadlineState) -> Result<(), StoreError>;

    /// Returns the moves of the deadlines of a stop, in order.
    fn moves_of(&self, id: &MatchId, stop: u64) -> Result<Vec<DeadlineMove>, StoreError>;

    /// Returns the reminders that are due, the oldest first.
    fn reminders_due(&self, now: Timestamp) -> Result<Vec<Reminder>, StoreError>;

    /// Notes that a reminder was queued.
    fn reminded(&mut self, reminder: &Reminder, at: Timestamp) -> Result<(), StoreError>;

    /// Stores a vacation of a seat.
    fn add_vacation(
        &mut self,
        id: &MatchId,
        seat: SeatNumber,
        vacation: Vacation,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Returns the vacations of a seat, the earliest first.
    fn vacations(&self, id: &MatchId, seat: SeatNumber) -> Result<Vec<Vacation>, StoreError>;

    /// Notes that a seat agrees to extend the deadlines of a stop by `lapse`.
    fn agree_extension(
        &mut self,
        id: &MatchId,
        stop: u64,
        lapse: Lapse,
        seat: SeatNumber,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Returns the seats that agree to extend the deadlines of a stop by `lapse`.
    fn extension_agreed(
        &self,
        id: &MatchId,
        stop: u64,
        lapse: Lapse,
    ) -> Result<Vec<SeatNumber>, StoreError>;

    /// Notes that a seat agrees to an act at a stop, and why it was asked for; a second time changes nothing.
    fn agree_act(
        &mut self,
        id: &MatchId,
        stop: u64,
        act: &str,
        consent: &Consent,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Returns who agrees to an act at a stop, in the order of their seats.
    fn act_agreed(&self, id: &MatchId, stop: u64, act: &str) -> Result<Vec<Consent>, StoreError>;

    /// Records an input and returns its number.
    fn record_input(&mut self, id: &MatchId, input: &Input) -> Result<u64, StoreError>;

    /// Returns the inputs told at a stop, in order.
    fn inputs_of(&self, id: &MatchId, stop: u64) -> Result<Vec<Input>, StoreError>;

    /// Notes a sign of life, and returns the one before.
    fn alive(&mut self, now: Timestamp) -> Result<Option<Timestamp>, StoreError>;

    /// Notes that a source was read through, and when that reading began.
    fn source_read(&mut self, name: &str, began: Timestamp) -> Result<(), StoreError>;

    /// Notes where the next reading of a source goes on.
    fn keep_source_position(&mut self, name: &str, position: &str) -> Result<(), StoreError>;

    /// Returns the last reading of a source.
    fn reading(&self, name: &str) -> Result<Reading, StoreError>;

    /// Returns where the next reading of a source goes on.
    fn source_position(&self, name: &str) -> Result<Option<String>, StoreError>;
}
