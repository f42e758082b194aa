//! Mail in and out.
//!
//! ```text
//! source -> message -> classify, sender, token -> body -> quote, normalise, lines -> reading -> explain
//! compose -> transport
//! ```
//!
//! Rule zero: never guess an order, never lose a mail, never answer a stranger. Nothing here has a database or a
//! clock: what the site knows comes in through [`world::World`]. Start reading at [`reading::read`].

pub mod attribution;
pub mod block;
pub mod body;
pub mod bounce;
mod candidates;
pub mod charset;
pub mod classify;
mod compare;
pub mod compose;
mod courtesy;
mod deeds;
mod doubts;
mod enclosed;
pub mod explain;
pub mod flowed;
pub mod frame;
pub mod html;
mod join;
pub mod layout;
mod leads;
pub mod lines;
pub mod message;
pub mod normalise;
pub mod outcome;
pub mod parts;
pub mod pgp;
pub mod phrases;
mod places;
mod plain;
mod provisos;
pub mod quote;
mod quoted;
pub mod reading;
mod recall;
pub mod sender;
pub mod sight;
pub mod source;
pub mod sources;
mod speech;
mod stylesheet;
mod talk;
pub mod token;
pub mod transport;
pub mod transports;
pub mod verp;
mod withdrawn;
pub mod world;
pub mod world_file;
pub mod written;
