//! The places that mail is taken from.

mod files;
mod maildir;
mod mbox;

pub use files::Files;
pub use maildir::Maildir;
pub use mbox::Mbox;
