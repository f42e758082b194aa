//! Worked examples as files: positions, orders and scripted dice, run through a game's own rules.
//!
//! What `tessera try` does, but for the game: [`schema`] reads a file strictly, [`case`] has the
//! form that examples share and runs them stage by stage, [`script`] hands the written dice out,
//! [`compare`] says where the outcome differs, [`result`] is what comes of it, as data and as text.
//!
//! A game implements [`Trial`]: it builds the position, plays one stage, and states what it finds.

pub mod case;
pub mod compare;
pub mod result;
pub mod schema;
pub mod script;
mod show;

pub(crate) use case::panic_message;
pub use case::{Case, CaseList, OptionValue, OrderLine, Trial};
pub use compare::How;
pub use result::{Difference, Fault, FaultKind, Outcome, Ran, Rolled};
pub use schema::{SchemaError, SchemaErrors, read};
pub use script::{Die, Rollers, Script};
pub use show::text;

use crate::engine::{Match, Note, Seat, Told};

/// What a side has to be told after a case: enough to write its report.
pub struct Sent<'a> {
    /// The game's key.
    pub game: &'static str,
    /// The match as it stands.
    pub standing: &'a dyn Match,
    /// The side's seat.
    pub seat: Seat,
    /// What the side noticed.
    pub notes: &'a [Note],
    /// Lines that came to nothing.
    pub told: &'a [Told],
}

/// Writes the text report that a side would be sent; whoever runs examples has the templates.
pub type ReportText = fn(&Sent<'_>) -> String;

/// The examples of one file, found sound and ready to run.
pub trait Examples {
    /// Returns the ids, in the order of the file.
    fn ids(&self) -> Vec<&str>;

    /// Runs the example at that place of [`Examples::ids`].
    fn run(&self, index: usize, report: ReportText) -> Ran;
}
