//! The ways that mail leaves the site.

mod maildir;
mod sendmail;
mod smtp;

pub use maildir::MaildirTransport;
pub use sendmail::SendmailTransport;
pub use smtp::{Security, SmtpError, SmtpSettings, SmtpTransport};
