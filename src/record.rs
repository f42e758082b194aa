//! The record of a match: an append-only list of lines that holds everything a replay needs.
//!
//! A line is one JSON object whose first keys are `n`, `kind` and `for`. It is written once; from then on
//! its bytes are what is stored, mailed and hashed, and nothing serialises it again. What stands in the
//! events and views of a line is the engine's business and passes through here as opaque JSON.
//!
//! This module neither stores lines (that is [`crate::store`]) nor judges them (that is the audit).
//!
//! ```
//! use tesserarius::record::{Body, EntryBody, Holder, Line};
//!
//! let body = Body::Entry(EntryBody { entry: "entry: 0\nprev: 00\n".to_owned() });
//! let line = Line::write(3, Holder::All, &body)?;
//! assert_eq!(line.text(), r#"{"n":3,"kind":"entry","for":"all","entry":"entry: 0\nprev: 00\n"}"#);
//! assert_eq!(Line::read(line.text())?, line);
//! # Ok::<(), tesserarius::record::RecordError>(())
//! ```

mod act;
mod body;
mod bound;
mod hashes;
mod holding;
mod line;
mod parts;
mod seat;
mod upgraded;

pub use act::{Act, CorrectedFacts, Undone, Voided};
pub use body::{
    At, Body, EntryBody, InputBody, InputKind, MatchBody, OrdersBody, PrivateBody, PublicBody,
    SeatLine, Secret, SecretBody, SecretKind,
};
pub use bound::{Bound, BoundLines};
pub use hashes::{RulesHash, Sha256Hash};
pub use holding::{Host, Phase, Viewer, may_hold};
pub use line::{Holder, Kind, Line, RecordError};
pub use parts::{Contradiction, Merged, PartError, part_name, part_range, part_text, read_part};
pub use seat::SeatNumber;
pub use upgraded::Upgraded;
