//! The configuration file as it is written: tables, keys and defaults.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use jiff::tz::TimeZone;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::{Limits, LogFormat, LogLevel, MailAddress, ReplyAddress, Tls};
use crate::schedule::{Lapse, Policy};

/// Reads a value that is written as a text of its own form.
fn text<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(D::Error::custom)
}

fn some_text<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    text(deserializer).map(Some)
}

fn time_zone<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TimeZone, D::Error> {
    let name = String::deserialize(deserializer)?;
    TimeZone::get(&name).map_err(|_| D::Error::custom(format!("there is no time zone `{name}`")))
}

/// A text of its own form inside a list.
pub(super) struct Text<T>(pub(super) T);

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer).map(Self)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    pub(super) site: WrittenSite,
    pub(super) mail: WrittenMail,
    #[serde(default)]
    pub(super) folders: WrittenFolders,
    #[serde(default)]
    pub(super) incoming: Vec<WrittenIncoming>,
    #[serde(default)]
    pub(super) transport: WrittenTransport,
    #[serde(default)]
    pub(super) serve: WrittenServe,
    #[serde(default)]
    pub(super) limits: Limits,
    #[serde(default)]
    pub(super) deadlines: WrittenDeadlines,
    #[serde(default)]
    pub(super) beacon: WrittenBeacon,
    #[serde(default)]
    pub(super) log: WrittenLog,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenSite {
    pub(super) name: String,
    #[serde(deserialize_with = "time_zone", default = "utc")]
    pub(super) time_zone: TimeZone,
}

fn utc() -> TimeZone {
    TimeZone::UTC
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenMail {
    #[serde(deserialize_with = "text")]
    pub(super) orders: MailAddress,
    #[serde(deserialize_with = "text")]
    pub(super) reply_to: ReplyAddress,
    #[serde(deserialize_with = "some_text", default)]
    pub(super) bounces: Option<ReplyAddress>,
    #[serde(deserialize_with = "text")]
    pub(super) operator: MailAddress,
    pub(super) authserv_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenFolders {
    pub(super) data: PathBuf,
    pub(super) keys: PathBuf,
    pub(super) games: Option<PathBuf>,
    pub(super) templates: Option<PathBuf>,
}

impl Default for WrittenFolders {
    fn default() -> Self {
        Self {
            data: "data".into(),
            keys: "keys".into(),
            games: None,
            templates: None,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenIncoming {
    pub(super) kind: IncomingKind,
    pub(super) path: Option<PathBuf>,
    pub(super) host: Option<String>,
    pub(super) port: Option<u16>,
    pub(super) tls: Option<Tls>,
    pub(super) login: Option<String>,
    pub(super) password_file: Option<PathBuf>,
    pub(super) password_env: Option<String>,
    pub(super) authority: Option<PathBuf>,
    pub(super) mailbox: Option<String>,
}

impl WrittenIncoming {
    /// Returns the keys that are written beside the kind.
    pub(super) fn keys(&self) -> Vec<&'static str> {
        let written = [
            ("path", self.path.is_some()),
            ("host", self.host.is_some()),
            ("port", self.port.is_some()),
            ("tls", self.tls.is_some()),
            ("login", self.login.is_some()),
            ("password_file", self.password_file.is_some()),
            ("password_env", self.password_env.is_some()),
            ("authority", self.authority.is_some()),
            ("mailbox", self.mailbox.is_some()),
        ];
        let present = written.into_iter().filter(|(_, is_written)| *is_written);
        present.map(|(key, _)| key).collect()
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum IncomingKind {
    Maildir,
    Mbox,
    Imap,
    Stdin,
}

impl IncomingKind {
    /// Returns the word that is written for it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Maildir => "maildir",
            Self::Mbox => "mbox",
            Self::Imap => "imap",
            Self::Stdin => "stdin",
        }
    }

    /// Says whether a key means something beside it.
    pub(super) fn takes(self, key: &str) -> bool {
        match self {
            Self::Maildir | Self::Mbox => key == "path",
            Self::Imap => key != "path",
            Self::Stdin => false,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenTransport {
    pub(super) kind: TransportKind,
    #[serde(deserialize_with = "text")]
    pub(super) retry_for: Lapse,
    pub(super) maildir: WrittenMaildir,
    pub(super) smtp: WrittenSmtp,
    pub(super) sendmail: WrittenSendmail,
}

impl Default for WrittenTransport {
    fn default() -> Self {
        Self {
            kind: TransportKind::Maildir,
            retry_for: Lapse::new(3, 0),
            maildir: WrittenMaildir::default(),
            smtp: WrittenSmtp::default(),
            sendmail: WrittenSendmail::default(),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum TransportKind {
    Maildir,
    Smtp,
    Sendmail,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenMaildir {
    pub(super) path: PathBuf,
}

impl Default for WrittenMaildir {
    fn default() -> Self {
        Self {
            path: "mail/out".into(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenSmtp {
    pub(super) host: Option<String>,
    pub(super) port: Option<u16>,
    pub(super) tls: Tls,
    pub(super) login: Option<String>,
    pub(super) password_file: Option<PathBuf>,
    pub(super) password_env: Option<String>,
    pub(super) authority: Option<PathBuf>,
}

impl Default for WrittenSmtp {
    fn default() -> Self {
        Self {
            host: None,
            port: None,
            tls: Tls::StartTls,
            login: None,
            password_file: None,
            password_env: None,
            authority: None,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenSendmail {
    pub(super) command: PathBuf,
}

impl Default for WrittenSendmail {
    fn default() -> Self {
        Self {
            command: "/usr/sbin/sendmail".into(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenServe {
    #[serde(deserialize_with = "text")]
    pub(super) poll: Lapse,
}

impl Default for WrittenServe {
    fn default() -> Self {
        Self {
            poll: Lapse::new(0, 1),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            mail_bytes: 25 * 1024 * 1024,
            header_bytes: 256 * 1024,
            parts: 100,
            nesting: 20,
            bad_lines: 20,
            mails_per_hour: 60,
            notices_per_hour: 20,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenDeadlines {
    #[serde(deserialize_with = "text")]
    pub(super) policy: Policy,
    pub(super) skip: Vec<String>,
    pub(super) reminders: Vec<Text<Lapse>>,
    #[serde(deserialize_with = "text")]
    pub(super) grace: Lapse,
    #[serde(deserialize_with = "text")]
    pub(super) outage: Lapse,
    pub(super) vacation_days: u32,
}

impl Default for WrittenDeadlines {
    fn default() -> Self {
        Self {
            policy: Policy::after(Lapse::new(3, 0)),
            skip: Vec::new(),
            reminders: vec![Text(Lapse::new(1, 0))],
            grace: Lapse::new(0, 10),
            outage: Lapse::new(0, 60),
            vacation_days: 30,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenBeacon {
    pub(super) file: Option<PathBuf>,
    pub(super) command: Option<Vec<String>>,
    #[serde(deserialize_with = "text")]
    pub(super) margin: Lapse,
}

impl Default for WrittenBeacon {
    fn default() -> Self {
        Self {
            file: None,
            command: None,
            margin: Lapse::new(0, 60),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenLog {
    pub(super) level: LogLevel,
    pub(super) format: LogFormat,
}

impl Default for WrittenLog {
    fn default() -> Self {
        Self {
            level: LogLevel::Info,
            format: LogFormat::Text,
        }
    }
}
