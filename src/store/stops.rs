//! Stops, what seats have filed for them, and what they say to each other.

use jiff::Timestamp;

use super::words::words;
use super::{MatchId, RawId, StoreError};
use crate::record::SeatNumber;

/// A stop: the match waits for one or more seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// Its number, never used again in the match.
    pub number: u64,
    /// When it asked.
    pub asked_at: Timestamp,
    /// When its run starts, once every asked seat is ready.
    pub run_at: Option<Timestamp>,
    /// When its run had taken place.
    pub closed_at: Option<Timestamp>,
    /// The seats it asks, by number.
    pub asked: Vec<Asked>,
}

/// A seat that is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// The seat.
    pub seat: SeatNumber,
    /// Whether the run may start as far as this seat is concerned.
    pub readiness: Readiness,
    /// When its last mail for this stop arrived.
    pub mailed_at: Option<Timestamp>,
}

words! {
    /// Whether a run may start as far as a seat is concerned.
    pub enum Readiness {
        /// It has filed nothing.
        Silent = "silent",
        /// What it has filed does not answer the stop, or has a bad line.
        Unready = "unready",
        /// It has taken its readiness back.
        Waits = "waits",
        /// What it has filed answers the stop.
        Ready = "ready",
        /// It wants to play what is good.
        Go = "go",
        /// Its deadline has passed.
        Absent = "absent",
    }
}

impl Readiness {
    /// Reports whether the run may start as far as this seat is concerned.
    pub const fn lets_run(self) -> bool {
        matches!(self, Self::Ready | Self::Go | Self::Absent)
    }
}

words! {
    /// What was found of a filed line.
    pub enum Judged {
        /// It is legal whatever happens.
        Good = "good",
        /// Dice or the other side decide.
        Open = "open",
        /// It is illegal whatever happens.
        Refused = "refused",
        /// It waits for a decision.
        Held = "held",
        /// It could be read in two ways.
        Uncertain = "uncertain",
    }
}

impl Judged {
    /// Reports whether the line is played.
    pub const fn is_played(self) -> bool {
        matches!(self, Self::Good | Self::Open)
    }
}

/// A line of a pending set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingLine {
    /// The line in the player's words.
    pub written: String,
    /// The line in its canonical form, if it could be read.
    pub canonical: Option<String>,
    /// What was found of it.
    pub judged: Judged,
    /// The mail it stood in.
    pub raw: Option<RawId>,
}

words! {
    /// What a line does that outlasts its stop.
    pub enum StandingKind {
        /// Answers later decisions.
        Standing = "standing",
        /// Belongs to a plan.
        Plan = "plan",
        /// Takes an earlier line back.
        Cancel = "cancel",
    }
}

/// A line that outlasts its stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingLine {
    /// Its number in the order in which the seat has filed such lines.
    pub n: u64,
    /// What it does.
    pub kind: StandingKind,
    /// The line in its canonical form.
    pub text: String,
    /// When it was filed.
    pub filed_at: Timestamp,
    /// The mail it stood in.
    pub raw: Option<RawId>,
}

/// Something said to all or to one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Press {
    /// Who said it.
    pub author: SeatNumber,
    /// Whom it is for; nobody in particular: all.
    pub reader: Option<SeatNumber>,
    /// What was said.
    pub text: String,
    /// When.
    pub said_at: Timestamp,
}

/// What seats are asked and what they file.
pub trait Stops {
    /// Opens a stop that asks `seats`. Only one stop of a match is open at a time.
    fn open_stop(
        &mut self,
        id: &MatchId,
        number: u64,
        seats: &[SeatNumber],
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Returns the open stop of a match, if it waits at one.
    fn open_stop_of(&self, id: &MatchId) -> Result<Option<Stop>, StoreError>;

    /// Returns a stop by number.
    fn stop(&self, id: &MatchId, number: u64) -> Result<Option<Stop>, StoreError>;

    /// Closes a stop: its run has taken place.
    fn close_stop(&mut self, id: &MatchId, number: u64, at: Timestamp) -> Result<(), StoreError>;

    /// Replaces what a seat has filed for a stop.
    fn file_set(
        &mut self,
        id: &MatchId,
        stop: u64,
        seat: SeatNumber,
        lines: &[PendingLine],
    ) -> Result<(), StoreError>;

    /// Returns what a seat has filed for a stop, in order.
    fn pending_set(
        &self,
        id: &MatchId,
        stop: u64,
        seat: SeatNumber,
    ) -> Result<Vec<PendingLine>, StoreError>;

    /// Stores readiness and last mail of an asked seat.
    fn set_asked(&mut self, id: &MatchId, stop: u64, asked: Asked) -> Result<(), StoreError>;

    /// Sets or takes back the moment at which the run of a stop starts.
    fn set_run_at(
        &mut self,
        id: &MatchId,
        stop: u64,
        run_at: Option<Timestamp>,
    ) -> Result<(), StoreError>;

    /// Returns the open stops whose run is due, the longest due first.
    fn runs_due(&self, now: Timestamp) -> Result<Vec<(MatchId, u64)>, StoreError>;

    /// Files a line that outlasts its stop, and returns its number.
    fn file_standing(
        &mut self,
        id: &MatchId,
        seat: SeatNumber,
        kind: StandingKind,
        text: &str,
        raw: Option<RawId>,
        at: Timestamp,
    ) -> Result<u64, StoreError>;

    /// Returns the standing lines of a seat that no run has known yet, in order.
    fn new_standing(&self, id: &MatchId, seat: SeatNumber)
    -> Result<Vec<StandingLine>, StoreError>;

    /// Notes that the run of a stop knew every standing line of a seat up to number `last`.
    fn take_standing(
        &mut self,
        id: &MatchId,
        seat: SeatNumber,
        last: u64,
        stop: u64,
    ) -> Result<(), StoreError>;

    /// Notes that no run has known the standing lines that runs from stop `from` on were the first to know.
    fn give_standing_back(&mut self, id: &MatchId, from: u64) -> Result<(), StoreError>;

    /// Stores something said, and returns its number.
    fn say(&mut self, id: &MatchId, press: &Press) -> Result<u64, StoreError>;

    /// Notes that the reports which opened a stop told everything said up to number `last`.
    fn press_was_told(&mut self, id: &MatchId, stop: u64, last: u64) -> Result<(), StoreError>;

    /// Returns the number of what was said last before the reports that opened a stop.
    fn press_told(&self, id: &MatchId, stop: u64) -> Result<u64, StoreError>;

    /// Returns what was said after number `after`, with the numbers.
    fn press_after(&self, id: &MatchId, after: u64) -> Result<Vec<(u64, Press)>, StoreError>;
}
