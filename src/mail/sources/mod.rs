//! The places that mail is taken from.

mod files;
mod imap;
mod maildir;
mod mbox;

pub use files::Files;
pub use imap::{Imap, ImapError, ImapSettings, Watch};
pub use maildir::Maildir;
pub use mbox::Mbox;
