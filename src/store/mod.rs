//! Where the site keeps what it must not forget.
//!
//! [`Store`] is the database behind a trait; [`sqlite::SqliteStore`] is the one that needs nothing installed.
//! Everything happens in a [`Work`], one transaction: what a step of the desk does becomes true as a whole
//! when it commits, and is as if it had never been when it is dropped. A [`Snapshot`] only reads.
//!
//! Beside the database lie the [log files](LogFolder) of the dice (append only, so that a restored backup is
//! found out) and the [keys](KeyFolder). [`backup`] copies the three together.
//!
//! ```
//! use tesserarius::store::{Incoming, Store, sqlite::SqliteStore};
//!
//! let folder = tempfile::tempdir()?;
//! let mut store = SqliteStore::open(&folder.path().join("tessera.db"))?;
//! let now = "2026-11-27T12:00:00Z".parse()?;
//!
//! let mut work = store.write()?;
//! let mail = Incoming { source: "stdin", delivery: None, arrived_at: now, stored_at: now, bytes: b"..." };
//! let stored = work.store_raw(&mail)?;
//! work.commit()?;
//!
//! assert_eq!(store.read()?.unread(10)?, [stored.id()]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backup;
mod error;
mod keys;
mod leading;
mod logfile;
mod mails;
mod matches;
mod outbox;
mod people;
mod records;
mod secret;
pub mod sqlite;
mod stops;
mod times;
mod words;

use std::ops::{Deref, DerefMut};
use std::path::Path;

use jiff::Timestamp;

pub use backup::{backup, verify_backup};
pub use error::StoreError;
pub use keys::{KeyFolder, SiteKey, SiteKeys};
pub use leading::{Leading, SeatOffer};
pub use logfile::{FiledEntry, LogFolder, LogState};
pub use mails::{
    Custody, Disposition, Finding, Incoming, Mails, Quarantined, RawId, RawMail, Stored,
    store_mails,
};
pub use matches::{DiceMode, Life, Match, MatchId, MatchIdError, Matches, Role, Seat};
pub use outbox::{MailId, MailKind, MailState, NewMail, OutMail, Outbox, Unsent};
pub use people::{AddressWish, Attachment, Helper, People, Player, PlayerId, ReportForm};
pub use records::{
    BlockKind, Draw, DrawEnd, Frozen, LogEntry, LogSeen, Records, Rewind, SideBlock,
};
pub use secret::{read_secret, write_secret};
pub use stops::{
    Asked, Judged, PendingLine, Press, Readiness, StandingKind, StandingLine, Stop, Stops,
};
pub use times::{
    Awaited, Consent, Deadline, DeadlineMove, DeadlineState, Due, Input, MoveReason, Reminder,
    Times,
};

/// A database of a site.
pub trait Store: Send {
    /// Begins to read: everything seen through it is of one moment.
    fn read(&mut self) -> Result<Snapshot<'_>, StoreError>;

    /// Begins a transaction; other writers wait until it is over.
    fn write(&mut self) -> Result<Work<'_>, StoreError>;

    /// Tells whether the data may only be looked at: nothing that is begun can be committed then.
    fn is_read_only(&self) -> bool;

    /// Writes a copy of the database, marked as one, to a file that must not exist.
    fn copy_to(&mut self, file: &Path, at: Timestamp) -> Result<(), StoreError>;

    /// Returns when the backup was made of which this database is a copy, unless that was cleared.
    fn restored(&mut self) -> Result<Option<Timestamp>, StoreError>;

    /// Clears the mark of a copy: every match was compared with its log file, or recovered.
    fn clear_restored(&mut self) -> Result<(), StoreError>;
}

/// Everything that can be asked and done within one transaction.
pub trait Unit: People + Matches + Mails + Outbox + Stops + Records + Times + Leading {
    /// Makes everything done true, durably.
    fn commit(self: Box<Self>) -> Result<(), StoreError>;
}

/// A transaction under way; dropping it undoes it.
pub struct Work<'a>(Box<dyn Unit + 'a>);

impl<'a> Work<'a> {
    /// Wraps a backend's transaction.
    pub fn new(unit: Box<dyn Unit + 'a>) -> Self {
        Self(unit)
    }

    /// Makes everything done true, durably.
    pub fn commit(self) -> Result<(), StoreError> {
        self.0.commit()
    }
}

impl<'a> Deref for Work<'a> {
    type Target = dyn Unit + 'a;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl DerefMut for Work<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}

/// The store as it was at one moment; what changes something cannot be called through it.
pub struct Snapshot<'a>(Box<dyn Unit + 'a>);

impl<'a> Snapshot<'a> {
    /// Wraps a backend's transaction.
    pub fn new(unit: Box<dyn Unit + 'a>) -> Self {
        Self(unit)
    }
}

impl<'a> Deref for Snapshot<'a> {
    type Target = dyn Unit + 'a;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}
