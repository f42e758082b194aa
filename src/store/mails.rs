//! Mail that came in: raw bytes first, then what became of them.

use jiff::Timestamp;

use super::words::words;
use super::{MatchId, Store, StoreError};
use crate::record::{SeatNumber, Sha256Hash};

/// The number of a mail that came in, in the order of storing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RawId(pub i64);

words! {
    /// What a mail that came in turned out to be.
    pub enum Disposition {
        /// Nobody has looked yet.
        New = "new",
        /// Order lines of a player.
        Orders = "orders",
        /// A player's mail without an order line.
        Empty = "empty",
        /// The work of a machine.
        Autoreply = "autoreply",
        /// A notice that a mail could not be delivered.
        Bounce = "bounce",
        /// A block of the dice protocol.
        Protocol = "protocol",
        /// Set aside for a person to look at.
        Quarantine = "quarantine",
        /// The same mail again.
        Duplicate = "duplicate",
    }
}

words! {
    /// What was decided about a mail in quarantine.
    pub enum Custody {
        /// Nothing yet.
        Held = "held",
        /// It was let through.
        Released = "released",
        /// It was thrown away.
        Dropped = "dropped",
    }
}

/// A mail as it comes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Incoming<'a> {
    /// The source that brought it.
    pub source: &'a str,
    /// What names this delivery within its source: a file name, a UID; nothing for a pipe.
    pub delivery: Option<&'a str>,
    /// When it arrived at the site's mail server.
    pub arrived_at: Timestamp,
    /// When it is stored.
    pub stored_at: Timestamp,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// What storing a mail led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stored {
    /// It is new.
    New(RawId),
    /// The same delivery was stored before; the source was not told that it had been.
    Again(RawId),
}

impl Stored {
    /// Returns the number of the mail.
    pub fn id(self) -> RawId {
        match self {
            Self::New(id) | Self::Again(id) => id,
        }
    }
}

/// A mail that was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawMail {
    /// Its number.
    pub id: RawId,
    /// The source that brought it.
    pub source: String,
    /// The hash of its bytes.
    pub sha256: Sha256Hash,
    /// When it arrived at the site's mail server.
    pub arrived_at: Timestamp,
    /// When it was stored.
    pub stored_at: Timestamp,
    /// What it turned out to be.
    pub finding: Finding,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What reading a mail brought to light.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What the mail is.
    pub disposition: Disposition,
    /// Why, in words for a person.
    pub reason: Option<String>,
    /// The address of its one sender, if it has one.
    pub sender: Option<String>,
    /// The match it belongs to.
    pub of_match: Option<MatchId>,
    /// The seat that wrote it.
    pub seat: Option<SeatNumber>,
    /// The stop whose token it bears.
    pub stop: Option<u64>,
}

impl Finding {
    /// Creates a finding about a mail of which nothing else is known.
    pub fn new(disposition: Disposition) -> Self {
        Self {
            disposition,
            reason: None,
            sender: None,
            of_match: None,
            seat: None,
            stop: None,
        }
    }
}

/// A mail in quarantine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quarantined {
    /// The mail.
    pub raw: RawId,
    /// The match it seems to belong to.
    pub of_match: Option<MatchId>,
    /// The seat it seems to come from.
    pub seat: Option<SeatNumber>,
    /// Why it was set aside.
    pub reason: String,
    /// What was decided.
    pub custody: Custody,
    /// When it was set aside.
    pub held_at: Timestamp,
    /// When it was decided about.
    pub decided_at: Option<Timestamp>,
    /// Who decided.
    pub decided_by: Option<String>,
}

/// Mail that came in.
pub trait Mails {
    /// Stores a mail before anything else looks at it. Many may share a transaction.
    fn store_raw(&mut self, mail: &Incoming<'_>) -> Result<Stored, StoreError>;

    /// Returns a stored mail.
    fn raw(&self, id: RawId) -> Result<RawMail, StoreError>;

    /// Returns up to `limit` mails that nobody has looked at, the oldest first.
    fn unread(&self, limit: usize) -> Result<Vec<RawId>, StoreError>;

    /// Notes that a mail is about to be read. Judging it takes the note away again: one that keeps its notes was
    /// begun, and the program died over it.
    fn begin_reading(&mut self, id: RawId) -> Result<(), StoreError>;

    /// Takes back one note that a mail is about to be read: its reading failed, and the program lives.
    fn leave_unread(&mut self, id: RawId) -> Result<(), StoreError>;

    /// Returns how often a mail was begun since it was last judged.
    fn begun(&self, id: RawId) -> Result<u32, StoreError>;

    /// Returns the mails of a match after `after`, in the order of storing.
    fn mails_of(&self, id: &MatchId, after: RawId) -> Result<Vec<RawId>, StoreError>;

    /// Stores what a mail turned out to be.
    fn judge_raw(&mut self, id: RawId, finding: &Finding) -> Result<(), StoreError>;

    /// Removes the bytes and the sender of a mail; that it came stays known.
    fn forget_raw(&mut self, id: RawId) -> Result<(), StoreError>;

    /// Counts the mails of a sender that arrived since a moment.
    fn mails_since(&self, sender: &str, since: Timestamp) -> Result<u64, StoreError>;

    /// Returns the authenticated mail that had this Message-ID and this body, if there was one.
    fn seen(&self, message_id: &str, body: &Sha256Hash) -> Result<Option<RawId>, StoreError>;

    /// Notes Message-ID and body of an authenticated mail.
    fn note_seen(
        &mut self,
        message_id: &str,
        body: &Sha256Hash,
        raw: RawId,
    ) -> Result<(), StoreError>;

    /// Sets a mail aside.
    fn quarantine(
        &mut self,
        raw: RawId,
        finding: &Finding,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Returns the mails that wait for a decision, the oldest first.
    fn held_mails(&self) -> Result<Vec<Quarantined>, StoreError>;

    /// Returns what is known of a mail in quarantine.
    fn quarantined(&self, raw: RawId) -> Result<Option<Quarantined>, StoreError>;

    /// Decides about a mail in quarantine; a released one counts as new again.
    fn decide(
        &mut self,
        raw: RawId,
        custody: Custody,
        by: &str,
        at: Timestamp,
    ) -> Result<(), StoreError>;
}

/// Stores mails in one transaction: all of them are safe when this returns, and none if it fails.
///
/// A commit waits for the disk, whatever it holds; so a source that brings many mails at once hands over as
/// many of them as it can hold in memory.
pub fn store_mails(
    store: &mut dyn Store,
    mails: &[Incoming<'_>],
) -> Result<Vec<Stored>, StoreError> {
    let mut work = store.write()?;
    let stored = mails
        .iter()
        .map(|mail| work.store_raw(mail))
        .collect::<Result<_, _>>()?;
    work.commit()?;
    Ok(stored)
}
