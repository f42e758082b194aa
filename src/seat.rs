//! The player's own side of the dice protocol: his secrets, the mails he keeps, and what he may answer.
//!
//! A player joins with an anchor, acknowledges what he is shown, and hands over the value for a draw only when
//! nothing speaks against it: the log goes on from what he saw before, nothing was left out or exchanged, no
//! other LOCK of this draw was answered, and this one holds his orders. Reading and writing files is the
//! command's business; here are the secrets' form ([`SeatFile`]), the mails ([`Letters`]), the log that is in
//! them ([`History`]), and the reply ([`answer()`]).

mod answer;
mod file;
mod history;
mod letters;
mod reply;

pub use answer::{Answer, Wish, answer};
pub use file::{Invited, SeatFile};
pub use history::History;
pub use letters::{Letter, Letters};
pub use reply::reply;

use crate::ledger::log::LogError;
use crate::ledger::names::GameName;
use crate::ledger::player::PlayerError;

/// Why the player's tool does not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SeatError {
    /// The file of secrets is none.
    #[error("the file of secrets cannot be read: {0}")]
    File(String),
    /// No mail holds the start of the log.
    #[error(
        "none of these mails holds the GENESIS of {0}: it comes with the first report; keep every mail of a match"
    )]
    NoGenesis(GameName),
    /// Two versions of an entry are there.
    #[error(
        "two versions of entry {entry} exist: one in {one}, another in {other}. Answer nothing; show both \
         mails to the other players"
    )]
    Fork {
        /// The number of the entry.
        entry: u64,
        /// A mail that has it.
        one: String,
        /// A mail that has another one.
        other: String,
    },
    /// An entry is missing.
    #[error(
        "entry {missing} is missing: {later} holds entry {number}, which does not go on from what is here; \
         ask for the mail in between (SHOW RECORD brings the whole log)"
    )]
    Gap {
        /// The number of the first entry that is missing.
        missing: u64,
        /// A mail with a later one.
        later: String,
        /// The number of that.
        number: u64,
    },
    /// The log breaks the rules of the protocol.
    #[error(
        "the log breaks the rules of the protocol; answer nothing, and let `tessera audit` look at it"
    )]
    Log(#[from] LogError),
    /// What the rules of the player's side forbid.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// No mail is there that could be answered.
    #[error("none of these mails comes from the site of {0}, so there is nothing to answer")]
    NothingToAnswer(GameName),
    /// The reply cannot be written as a mail.
    #[error("the reply cannot be written as a mail: {0}")]
    Reply(String),
}
