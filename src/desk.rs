//! The whole way of a mail or a file of orders, once, readable top to bottom.
//!
//! Everything the desk does to a match happens in one transaction a step: what was filed, the run,
//! its entries in the dice log, its lines of the record and the mails that tell of it become true
//! together, or not at all.

mod book;
mod intake;
mod life;
mod run;
mod site;
mod table;

pub use intake::{Filing, Receipt};
pub use life::{NewMatch, NewSeat};
pub use run::Ran;
pub use site::{Site, SiteError};
pub use table::Table;

use jiff::Timestamp;

use crate::engine;
use crate::ledger;
use crate::record::RecordError;
use crate::report::templates::TemplateError;
use crate::store::{MatchId, StoreError};

/// Why a step could not be taken; nothing of it has happened.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What was asked for is refused; the text is for the person who asked.
    #[error("{0}")]
    Refused(String),
    /// A match cannot be set up or gone on with.
    #[error("the match cannot be played: {0}")]
    Setup(#[from] engine::SetupError),
    /// The dice log refused an entry of ours.
    #[error("an entry of the dice log breaks the protocol")]
    Log(#[from] ledger::log::LogError),
    /// The host's side of the protocol is missing something.
    #[error(transparent)]
    Host(#[from] ledger::host::HostError),
    /// A line of the record cannot be written.
    #[error("a line of the record cannot be written")]
    Record(#[from] RecordError),
    /// A text cannot be made.
    #[error(transparent)]
    Template(#[from] TemplateError),
}

impl DeskError {
    /// Refuses what was asked for.
    pub fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(reason.into())
    }
}

/// The moment of a step, as the clock gave it, in whole seconds as the record keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Timestamp);

impl Moment {
    /// Takes a moment of the clock.
    ///
    /// # Panics
    /// If the clock is outside the years that the protocol can write.
    pub fn at(now: Timestamp) -> Self {
        let whole =
            Timestamp::from_second(now.as_second()).expect("a second of a timestamp is one");
        Self(whole)
    }

    /// Returns it for the store.
    pub fn stamp(self) -> Timestamp {
        self.0
    }

    /// Returns it as the dice log writes it.
    ///
    /// # Panics
    /// If the clock is outside the years that the protocol can write.
    pub fn log_time(self) -> ledger::time::Time {
        ledger::time::Time::from_unix(self.0.as_second()).expect("clocks show years of four digits")
    }
}

/// The name of a match as the person wrote it.
///
/// # Errors
/// What is wrong with the name.
pub fn match_id(text: &str) -> Result<MatchId, DeskError> {
    text.parse()
        .map_err(|error: crate::store::MatchIdError| DeskError::refused(error.to_string()))
}
