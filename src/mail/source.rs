//! Where mail comes from: raw bytes, when they arrived, and how to tell the source that they are safe.
//!
//! Nothing is parsed here but the `Received` field that tells the time. A source forgets a mail only when it is
//! acknowledged, which is done once the raw bytes are on disk.

use std::path::PathBuf;

use jiff::Timestamp;
use mail_parser::{HeaderName, Host, MessageParser};

/// A raw mail as a source hands it over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The bytes as they came.
    pub bytes: Vec<u8>,
    /// Where they came from, in words.
    pub origin: String,
    /// What the source needs to forget the mail.
    pub ticket: Ticket,
}

/// What a source needs to forget a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ticket {
    /// The source keeps nothing in mind.
    None,
    /// A file of a Maildir.
    File(PathBuf),
    /// A number in a mailbox of a mail server.
    Uid {
        /// The mark under which the number is valid.
        validity: u32,
        /// The number.
        uid: u32,
        /// When the server took the mail in.
        taken_in: Option<Timestamp>,
    },
}

/// Why a source fails.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// Something cannot be read.
    #[error("`{place}` cannot be read: {cause}")]
    Read {
        /// What cannot be read.
        place: String,
        /// Why.
        cause: std::io::Error,
    },
    /// A mail server does not give something.
    #[error("{place} cannot be read: {because}")]
    Server {
        /// What cannot be read.
        place: String,
        /// Why.
        because: String,
    },
    /// A mail has been asked for so often that it is left where it is.
    #[error("{place} cannot be read and is not asked for any more: {because}; look at it there")]
    GivenUp {
        /// The mail.
        place: String,
        /// Why.
        because: String,
    },
    /// A folder is no Maildir.
    #[error(
        "`{0}` is not a Maildir: it has no folders `new` and `cur`; name the folder that holds them"
    )]
    NotMaildir(String),
    /// A mail cannot be marked as taken.
    #[error("`{place}` cannot be marked as taken: {cause}; it will be offered again")]
    Mark {
        /// The file.
        place: String,
        /// Why.
        cause: std::io::Error,
    },
}

impl SourceError {
    /// Says whether the source counts as read through all the same: trying again would change nothing.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::GivenUp { .. })
    }
}

/// A place that mail is taken from.
pub trait Source {
    /// Goes on where an earlier reading ended, in the words of [`Source::position`].
    fn resume(&mut self, _position: Option<&str>) {}

    /// Returns where the next reading is to go on; nothing if the source knows it by itself.
    fn position(&self) -> Option<String> {
        None
    }

    /// Returns the mails that are waiting, one after the other. A mail that cannot be read is an error among
    /// them and does not keep the others.
    fn waiting(&mut self) -> Result<Waiting<'_>, SourceError>;

    /// Tells the source that a mail is safe; it is not offered again.
    fn acknowledge(&mut self, delivery: &Delivery) -> Result<(), SourceError>;
}

/// The mails that wait at a source.
pub type Waiting<'a> = Box<dyn Iterator<Item = Result<Delivery, SourceError>> + 'a>;

/// Returns when a mail arrived: the time of the topmost `Received` field that a host of ours wrote.
///
/// Fields of other hosts are the sender's word, as `Date` is.
pub fn arrival(raw: &[u8], our_hosts: &[String]) -> Option<Timestamp> {
    let message = MessageParser::default().parse_headers(raw)?;
    let root = message.parts.first()?;
    let received = root
        .headers
        .iter()
        .filter(|header| header.name == HeaderName::Received);
    let ours = |host: &Host<'_>| match host {
        Host::Name(name) => our_hosts
            .iter()
            .any(|our| our.eq_ignore_ascii_case(name.trim_end_matches('.'))),
        Host::IpAddr(address) => our_hosts.iter().any(|our| *our == address.to_string()),
    };
    let topmost = received
        .filter_map(|header| header.value.as_received())
        .find(|field| field.by().is_some_and(ours))?;
    Timestamp::from_second(topmost.date()?.to_timestamp()).ok()
}

/// Returns the time of the topmost `Received` field: when the mailbox in which a mail was kept received it.
pub fn topmost_received(raw: &[u8]) -> Option<Timestamp> {
    let message = MessageParser::default().parse_headers(raw)?;
    let headers = &message.parts.first()?.headers;
    let topmost = headers
        .iter()
        .find(|header| header.name == HeaderName::Received)?;
    let time = topmost.value.as_received()?.date()?;
    Timestamp::from_second(time.to_timestamp()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RAW: &str = concat!(
        "Return-Path: <a@b>\n",
        "Received: from x (x [192.0.2.1])\n\tby MX.pbem.example.org (Postfix) with ESMTPS id 4XyA\n",
        "\tfor <o@p>; Tue, 24 Nov 2026 20:31:07 +0100 (CET)\n",
        "Received: by mx.pbem.example.org; Mon, 23 Nov 2026 00:00:00 +0000\n",
        "Date: Sun, 1 Jan 2090 00:00:00 +0000\n\nx\n"
    );

    #[test]
    fn arrival_is_told_by_the_topmost_field_of_a_host_of_ours() {
        let ours = ["mx.pbem.example.org".to_owned()];
        assert_eq!(
            arrival(RAW.as_bytes(), &ours)
                .map(|t| t.to_string())
                .as_deref(),
            Some("2026-11-24T19:31:07Z")
        );
        let relay = format!(
            "Received: from a by imap.local with LMTP; Wed, 25 Nov 2026 00:00:00 +0000\n{RAW}"
        );
        assert_eq!(
            arrival(relay.as_bytes(), &ours)
                .map(|t| t.to_string())
                .as_deref(),
            Some("2026-11-24T19:31:07Z")
        );
    }

    #[test]
    fn other_hosts_and_the_date_are_not_believed() {
        assert_eq!(
            arrival(RAW.as_bytes(), &["elsewhere.example".to_owned()]),
            None
        );
        assert_eq!(arrival(RAW.as_bytes(), &[]), None);
        assert_eq!(arrival(b"", &[]), None);
    }
}
