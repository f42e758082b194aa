//! The site's configuration: `config.toml`, typed and checked.
//!
//! Every complaint names file, line, key and remedy ([`ConfigError`]). Paths in the file are relative to its
//! folder and come out ready to use. Whatever a command line or the environment overrides is set on the
//! loaded value by the command; nothing here reads the environment.

mod address;
mod error;
mod fresh;
mod load;
mod transport;
mod written;

use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;

pub use address::{MailAddress, ReplyAddress};
pub use error::ConfigError;
pub use fresh::FreshSite;
pub use transport::{Imap, Password, Smtp, Tls, Transport};

use crate::beacon::BeaconSource;
use crate::schedule::{Lapse, Policy};

/// The name of the configuration file.
pub const FILE_NAME: &str = "config.toml";

/// Everything an operator decides.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// The file it was read from.
    pub file: PathBuf,
    /// What the site is called and where it lives.
    pub site: Site,
    /// The addresses of the site.
    pub mail: Mail,
    /// Where files are.
    pub folders: Folders,
    /// Where mail is fetched from.
    pub incoming: Vec<Incoming>,
    /// How mail leaves.
    pub transport: Transport,
    /// How long a mail that cannot be delivered is tried again.
    pub retry_for: Lapse,
    /// How long `tessera serve` rests between two passes.
    pub poll: Lapse,
    /// What one mail and one address may do.
    pub limits: Limits,
    /// What a new match gets as deadlines.
    pub deadlines: Deadlines,
    /// Where rounds of the public beacon come from.
    pub beacon: Beacon,
    /// What is logged.
    pub log: Log,
}

/// What the site is called and where it lives.
#[derive(Debug, Clone, PartialEq)]
pub struct Site {
    /// Its name in subjects and at the foot of mails.
    pub name: String,
    /// The time zone of players who have not named their own.
    pub time_zone: TimeZone,
}

/// The addresses of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// Where players write to.
    pub orders: MailAddress,
    /// Where their replies go.
    pub reply_to: ReplyAddress,
    /// Where failure notices go.
    pub bounces: ReplyAddress,
    /// Who reads the site's own troubles.
    pub operator: MailAddress,
    /// The name under which the site's own mail server writes `Authentication-Results`.
    pub authserv_id: Option<String>,
}

/// Where files are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folders {
    /// Database, logs, mails.
    pub data: PathBuf,
    /// Keys and secrets.
    pub keys: PathBuf,
    /// Game files that replace the built-in ones.
    pub games: Option<PathBuf>,
    /// Templates that replace the built-in ones.
    pub templates: Option<PathBuf>,
}

impl Folders {
    /// Returns the file of the database.
    pub fn database(&self) -> PathBuf {
        self.data.join("tessera.db")
    }

    /// Returns the folder of the dice logs.
    pub fn logs(&self) -> PathBuf {
        self.data.join("log")
    }
}

/// A source of mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Incoming {
    /// A Maildir.
    Maildir(PathBuf),
    /// An mbox file.
    Mbox(PathBuf),
    /// A mailbox on a mail server.
    Imap(Imap),
    /// The standard input of `tessera ingest -`; there is nothing to fetch.
    Stdin,
}

impl Incoming {
    /// Returns the name under which readings of this source are recorded.
    pub fn name(&self) -> String {
        match self {
            Self::Maildir(path) => format!("maildir:{}", path.display()),
            Self::Mbox(path) => format!("mbox:{}", path.display()),
            Self::Imap(imap) => imap.name(),
            Self::Stdin => "stdin".to_owned(),
        }
    }

    /// Reports whether mail must be fetched here, so that a time-out has to wait for a reading.
    pub fn is_fetched(&self) -> bool {
        match self {
            Self::Maildir(_) | Self::Mbox(_) | Self::Imap(_) => true,
            Self::Stdin => false,
        }
    }
}

/// What one mail and one address may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// The largest mail that is read.
    pub mail_bytes: u64,
    /// The largest head of a mail that is read.
    pub header_bytes: u64,
    /// The most parts a mail may have.
    pub parts: u32,
    /// How deep parts may be nested.
    pub nesting: u32,
    /// After so many lines in a row that are no orders, reading stops.
    pub bad_lines: u32,
    /// Mails taken from one address within an hour.
    pub mails_per_hour: u32,
    /// Notices sent to one address within an hour of mails that are not proved to be its own.
    pub notices_per_hour: u32,
}

/// What a new match gets as deadlines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deadlines {
    /// How long a seat has, and which days do not count.
    pub policy: Policy,
    /// When a seat is reminded before its deadline.
    pub reminders: Vec<Lapse>,
    /// How long a run waits after the last orders.
    pub grace: Lapse,
    /// The pause after which the site counts as having been down.
    pub outage: Lapse,
    /// The longest vacation a player may take at once.
    pub vacation_days: u32,
}

/// Where rounds of the public beacon come from, for matches whose dice follow from them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beacon {
    /// The source; nothing where nobody brings any.
    pub source: Option<BeaconSource>,
    /// How long before its round a LOCK is sent at least.
    pub margin: Lapse,
}

/// What is logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Log {
    /// From which level on.
    pub level: LogLevel,
    /// In which form.
    pub format: LogFormat,
}

/// How much is logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// Failures only.
    Error,
    /// Failures and what an operator should look at.
    Warn,
    /// What the site does.
    Info,
    /// How it does it.
    Debug,
    /// Every step.
    Trace,
}

impl LogLevel {
    /// Returns the word that log filters understand.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warn => "warn",
            Self::Info => "info",
            Self::Debug => "debug",
            Self::Trace => "trace",
        }
    }
}

/// The form of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
}

impl Config {
    /// Finds the configuration file: the one asked for, else `config.toml` in the folder `here`, else
    /// `tessera/config.toml` in the user's folder for configurations.
    pub fn find(
        asked: Option<&Path>,
        here: &Path,
        user_folder: Option<&Path>,
    ) -> Result<PathBuf, ConfigError> {
        if let Some(path) = asked {
            return Ok(path.to_owned());
        }
        let mut places = vec![here.join(FILE_NAME)];
        places.extend(user_folder.map(|folder| folder.join("tessera").join(FILE_NAME)));
        match places.iter().find(|path| path.is_file()) {
            Some(path) => Ok(path.clone()),
            None => Err(ConfigError::NotFound { places }),
        }
    }

    /// Reads and checks a configuration file.
    pub fn load(path: &Path) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|source| ConfigError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        load::read(path, &text)
    }
}
