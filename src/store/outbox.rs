//! Mail that goes out: written in the same transaction as the change it tells of, sent later, again and
//! again if need be, always the same bytes.

use jiff::{SignedDuration, Timestamp};

use super::words::words;
use super::{MatchId, StoreError};
use crate::record::SeatNumber;

/// The number of a mail that goes out, in the order of queueing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct MailId(pub i64);

words! {
    /// What a mail of the site is.
    pub enum MailKind {
        /// Invites to a match.
        Invitation = "invitation",
        /// Answers a mail.
        Receipt = "receipt",
        /// Tells what happened and asks for orders.
        Report = "report",
        /// Reminds of a deadline.
        Reminder = "reminder",
        /// Tells of anything else.
        Notice = "notice",
        /// Tells the operator of a trouble.
        Operator = "operator",
    }
}

words! {
    /// How far a mail that goes out has come.
    pub enum MailState {
        /// It waits for its next try.
        Queued = "queued",
        /// It was handed over.
        Sent = "sent",
        /// It was given up.
        Failed = "failed",
    }
}

/// A mail to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMail {
    /// What it is.
    pub kind: MailKind,
    /// The match it tells of.
    pub of_match: Option<MatchId>,
    /// The seat it goes to.
    pub seat: Option<SeatNumber>,
    /// The one address it goes to.
    pub recipient: String,
    /// The sender on the envelope; nothing where failures are not to be heard of.
    pub envelope_from: Option<String>,
    /// Its Message-ID.
    pub message_id: String,
    /// The last entry of the match's dice log that it carries.
    pub entry: Option<u64>,
    /// The whole message.
    pub bytes: Vec<u8>,
}

/// A mail that goes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutMail {
    /// Its number.
    pub id: MailId,
    /// What was queued.
    pub mail: NewMail,
    /// How far it has come.
    pub state: MailState,
    /// How often it was tried, the present try included.
    pub attempts: u32,
    /// When it was queued.
    pub queued_at: Timestamp,
    /// When it is tried next.
    pub next_try_at: Timestamp,
    /// When it was handed over or given up.
    pub done_at: Option<Timestamp>,
    /// What went wrong at the last try.
    pub last_error: Option<String>,
}

/// A mail that was tried and has not gone out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsent {
    /// Its number.
    pub id: MailId,
    /// When it is tried again.
    pub next_try_at: Timestamp,
    /// Why the last try failed; nothing if whoever took it has not reported back.
    pub error: Option<String>,
}

/// Mail that goes out.
pub trait Outbox {
    /// Queues a mail for the next sending.
    fn queue_mail(&mut self, mail: &NewMail, at: Timestamp) -> Result<MailId, StoreError>;

    /// Takes up to `limit` mails that are due, and counts a try of each. Whoever takes a mail has `lease` to
    /// report back; after that it is due again.
    ///
    /// A mail that carries an entry of the dice log is due only once that entry is known to be on disk.
    fn claim_mail(
        &mut self,
        now: Timestamp,
        lease: SignedDuration,
        limit: usize,
    ) -> Result<Vec<OutMail>, StoreError>;

    /// Makes every mail due that somebody took and never reported back on; returns how many there are.
    ///
    /// Only who knows that nobody sends may say so.
    fn free_claimed_mail(&mut self, now: Timestamp) -> Result<usize, StoreError>;

    /// Returns the mails that were tried and wait to be tried again, the next one first.
    fn unsent_mail(&self) -> Result<Vec<Unsent>, StoreError>;

    /// Removes the bytes and the recipient of a mail that was sent.
    fn forget_letter(&mut self, id: MailId) -> Result<(), StoreError>;

    /// Notes that a mail was handed over.
    fn mail_sent(&mut self, id: MailId, at: Timestamp) -> Result<(), StoreError>;

    /// Notes that a try failed for now.
    fn mail_delayed(
        &mut self,
        id: MailId,
        error: &str,
        next_try_at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Gives a mail up.
    fn mail_failed(&mut self, id: MailId, error: &str, at: Timestamp) -> Result<(), StoreError>;

    /// Queues a mail that was given up once more, unchanged.
    fn retry_mail(&mut self, id: MailId, at: Timestamp) -> Result<(), StoreError>;

    /// Returns a mail by number.
    fn mail(&self, id: MailId) -> Result<OutMail, StoreError>;

    /// Returns the mail that had a Message-ID, to whom a failure notice belongs.
    fn mail_by_message_id(&self, message_id: &str) -> Result<Option<OutMail>, StoreError>;

    /// Returns the numbers of the mails that were given up.
    fn failed_mail(&self) -> Result<Vec<MailId>, StoreError>;

    /// Returns when the next mail is due, if any waits.
    fn next_mail_at(&self) -> Result<Option<Timestamp>, StoreError>;

    /// Counts the mails of a kind to an address since a moment.
    fn mailed_since(
        &self,
        recipient: &str,
        kind: MailKind,
        since: Timestamp,
    ) -> Result<u64, StoreError>;
}
