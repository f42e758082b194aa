//! The record, the dice log, draws and positions of matches.

use jiff::Timestamp;

use super::words::words;
use super::{MatchId, RawId, StoreError};
use crate::record::{Kind, Line, SeatNumber, Sha256Hash};

/// An entry of the dice log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// Its number, from 0.
    pub n: u64,
    /// Its type, as the block says it.
    pub kind: String,
    /// The draw it opens or closes.
    pub draw: Option<u64>,
    /// Its head.
    pub head: Sha256Hash,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// How a log file looks without being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogSeen {
    /// Its length in bytes.
    pub length: u64,
    /// When the file was changed last, in nanoseconds since 1970 by its file system.
    pub changed: i64,
}

/// A draw of dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw {
    /// Its number.
    pub number: u64,
    /// The stop whose run it serves.
    pub stop: u64,
    /// The entry that locked it.
    pub lock_entry: u64,
    /// When it was locked.
    pub locked_at: Timestamp,
    /// How, by which entry and when it ended.
    pub ended: Option<(DrawEnd, u64, Timestamp)>,
}

words! {
    /// How a draw ends.
    pub enum DrawEnd {
        /// Its dice were reported.
        Report = "report",
        /// It was voided.
        Void = "void",
    }
}

/// The text of a seat that a draw has frozen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frozen {
    /// The seat.
    pub seat: SeatNumber,
    /// Its lines as the seal covers them.
    pub text: String,
    /// What opens the seal.
    pub nonce: Option<[u8; 32]>,
}

words! {
    /// A block of the dice protocol that is no entry.
    pub enum BlockKind {
        /// A seat joins with an anchor.
        Join = "join",
        /// A seat acknowledges an entry, and may give a value.
        Ack = "ack",
        /// A seat opens its orders.
        Orders = "orders",
        /// The host hands a seat the key of a hidden draw.
        Key = "key",
    }
}

/// A side block kept as evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideBlock {
    /// The seat it names.
    pub seat: SeatNumber,
    /// What it is.
    pub kind: BlockKind,
    /// The draw it names.
    pub draw: Option<u64>,
    /// The entry it names.
    pub entry: Option<u64>,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The mail it stood in.
    pub raw: Option<RawId>,
}

/// How far a match is taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rewind {
    /// How many entries of the dice log stay.
    pub entries: u64,
    /// How many lines of the record stay.
    pub lines: u64,
    /// The stop that is open again; later ones never were.
    pub stop: u64,
}

/// What a replay and an audit need.
pub trait Records {
    /// Returns the number of the next line of a record.
    fn next_line(&self, id: &MatchId) -> Result<u64, StoreError>;

    /// Appends a line, which must bear the next number.
    fn append_record(&mut self, id: &MatchId, line: &Line) -> Result<(), StoreError>;

    /// Returns the lines after number `after`, in order.
    fn record_after(&self, id: &MatchId, after: u64) -> Result<Vec<Line>, StoreError>;

    /// Returns every line of a kind, in order.
    fn record_of_kind(&self, id: &MatchId, kind: Kind) -> Result<Vec<Line>, StoreError>;

    /// Returns the latest line of a kind.
    fn latest_of_kind(&self, id: &MatchId, kind: Kind) -> Result<Option<Line>, StoreError>;

    /// Appends an entry of the dice log, which must bear the next number.
    fn append_entry(&mut self, id: &MatchId, entry: &LogEntry) -> Result<(), StoreError>;

    /// Returns an entry by number.
    fn entry(&self, id: &MatchId, n: u64) -> Result<Option<LogEntry>, StoreError>;

    /// Returns the latest entry.
    fn last_entry(&self, id: &MatchId) -> Result<Option<LogEntry>, StoreError>;

    /// Returns the entries from number `from` on, in order.
    fn entries_from(&self, id: &MatchId, from: u64) -> Result<Vec<LogEntry>, StoreError>;

    /// Returns how many entries of a match are known to be in its log file.
    fn logged(&self, id: &MatchId) -> Result<u64, StoreError>;

    /// Notes that the first `count` entries of a match are in its log file and on disk.
    fn set_logged(&mut self, id: &MatchId, count: u64) -> Result<(), StoreError>;

    /// Returns how a match's log file looked when it was last compared with the database as a whole.
    fn log_seen(&self, id: &MatchId) -> Result<Option<LogSeen>, StoreError>;

    /// Notes how a match's log file looks that is the database's, entry for entry.
    fn note_log_seen(&mut self, id: &MatchId, seen: LogSeen) -> Result<(), StoreError>;

    /// Locks a draw with the texts it freezes; its LOCK was appended before.
    fn lock_draw(&mut self, id: &MatchId, draw: &Draw, frozen: &[Frozen])
    -> Result<(), StoreError>;

    /// Ends a draw; the entry that ends it was appended before.
    fn end_draw(
        &mut self,
        id: &MatchId,
        number: u64,
        end: DrawEnd,
        entry: u64,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Returns a draw by number.
    fn draw(&self, id: &MatchId, number: u64) -> Result<Option<Draw>, StoreError>;

    /// Returns the draw that is locked and has not ended.
    fn open_draw(&self, id: &MatchId) -> Result<Option<Draw>, StoreError>;

    /// Returns the number of the next draw.
    fn next_draw(&self, id: &MatchId) -> Result<u64, StoreError>;

    /// Returns what a draw has frozen, by seat.
    fn frozen(&self, id: &MatchId, draw: u64) -> Result<Vec<Frozen>, StoreError>;

    /// Stores the text of a seat that was frozen after the LOCK of a draw.
    fn freeze_later(&mut self, id: &MatchId, draw: u64, frozen: &Frozen) -> Result<(), StoreError>;

    /// Stores the text of a seat that an early NOTE fixes for a stop.
    fn fix_early(
        &mut self,
        id: &MatchId,
        stop: u64,
        seat: SeatNumber,
        text: &str,
    ) -> Result<(), StoreError>;

    /// Returns the text of a seat that an early NOTE has fixed for a stop.
    fn fixed_early(
        &self,
        id: &MatchId,
        stop: u64,
        seat: SeatNumber,
    ) -> Result<Option<String>, StoreError>;

    /// Keeps a side block as evidence. The same block again changes nothing.
    fn keep_block(
        &mut self,
        id: &MatchId,
        block: &SideBlock,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Returns the side blocks that name a draw, in the order in which they came.
    fn blocks_of_draw(&self, id: &MatchId, draw: u64) -> Result<Vec<SideBlock>, StoreError>;

    /// Returns every side block of a match, in the order in which they came.
    fn blocks(&self, id: &MatchId) -> Result<Vec<SideBlock>, StoreError>;

    /// Saves what is needed to go on with the dice log, as JSON.
    fn save_book(&mut self, id: &MatchId, state: &str) -> Result<(), StoreError>;

    /// Returns what was saved to go on with the dice log.
    fn book(&self, id: &MatchId) -> Result<Option<String>, StoreError>;

    /// Saves the position at a stop, as JSON in the engine's words.
    fn save_position(
        &mut self,
        id: &MatchId,
        stop: u64,
        position: &str,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Returns the position at a stop.
    fn position(&self, id: &MatchId, stop: u64) -> Result<Option<String>, StoreError>;

    /// Returns the latest position and its stop.
    fn latest_position(&self, id: &MatchId) -> Result<Option<(u64, String)>, StoreError>;

    /// Takes a match back to a stop, when it is recovered: what the database holds beyond `to` has not
    /// happened, mails about it that were not sent are not. Mails that came in and side blocks stay.
    fn rewind(&mut self, id: &MatchId, to: Rewind) -> Result<(), StoreError>;
}
