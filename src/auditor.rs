//! The auditor: what can be proved of a match from whatever papers somebody holds of it.
//!
//! Papers are mails, files of text with blocks of the dice log, and parts of the record. From one holder's
//! papers the log is put together; everything else, and all that other holders have, is evidence against it.
//! Where the record is there, the match is played again by the rules, and everything compared.
//!
//! The protocol itself is judged by [`crate::ledger::audit`]; nothing here reads a file or a clock.
//!
//! ```
//! use tesserarius::auditor::{Handed, Papers, examine, shipped};
//!
//! let mut papers = Papers::default();
//! papers.add("notes.txt", b"no block in here", Handed::Named);
//! let nothing = examine(&papers, &[], &shipped, None).unwrap_err();
//! assert!(nothing.to_string().starts_with("there is no entry of a dice log"));
//! ```

mod assemble;
mod begin;
mod compare;
mod examine;
mod gaps;
mod keys;
mod moving;
mod origin;
mod papers;
mod replay;

pub use assemble::NoAudit;
pub use examine::{Examination, Examined, Games, Held, examine, shipped};
pub use keys::keys_of;
pub use moving::move_again;
pub use papers::{Handed, Papers};
pub use replay::{Retold, retell_input};
