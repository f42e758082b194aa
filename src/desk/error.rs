//! What can keep the desk from taking a step.

use crate::beacon::BeaconError;
use crate::engine;
use crate::ledger;
use crate::mail::compose::ComposeError;
use crate::mail::source::SourceError;
use crate::record::RecordError;
use crate::report::picture::PngError;
use crate::report::templates::TemplateError;
use crate::store::StoreError;

/// Why a step could not be taken; nothing of it has happened.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What was asked for is refused; the text is for the person who asked.
    #[error("{0}")]
    Refused(String),
    /// What was asked for names something that there is not; the text is for the person who asked.
    #[error("{0}")]
    Usage(String),
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
    /// A mail cannot be put together.
    #[error("a mail cannot be written")]
    Compose(#[from] ComposeError),
    /// A picture cannot be drawn.
    #[error("a picture cannot be drawn")]
    Picture(#[from] PngError),
    /// The program met a state that it believed impossible.
    #[error("the program failed: {0}")]
    Failed(String),
    /// What should be a round of the beacon is none.
    #[error(transparent)]
    Beacon(#[from] BeaconError),
    /// The site's database is gone, while its logs or keys are not: no mail is taken, or it would go with this one.
    #[error("{0}")]
    Lost(String),
    /// A source of mail cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
}

impl DeskError {
    /// Refuses what was asked for.
    pub fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(reason.into())
    }

    /// Refuses a name that is none.
    pub fn usage(reason: impl Into<String>) -> Self {
        Self::Usage(reason.into())
    }
}
