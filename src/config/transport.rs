//! The mail servers of the site: how mail leaves it, and the mailboxes that it is fetched from.

use std::path::{Path, PathBuf};

use secrecy::{ExposeSecret, SecretString};

use super::ConfigError;
use crate::store::{StoreError, read_secret};

/// How mail leaves the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Transport {
    /// As files in a Maildir.
    Maildir(PathBuf),
    /// Through a mail server.
    Smtp(Smtp),
    /// Through a command of the machine's own mail system.
    Sendmail(PathBuf),
}

/// A mail server that takes the site's mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Smtp {
    /// Its name.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the way there is protected.
    pub tls: Tls,
    /// The login, where the server wants one.
    pub login: Option<(String, Password)>,
    /// A file with certificate authorities that are believed beside those of the machine.
    pub authority: Option<PathBuf>,
}

/// A mailbox on a mail server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imap {
    /// The server's name.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the way there is protected.
    pub tls: Tls,
    /// The login, and where its password stands.
    pub login: (String, Password),
    /// A file with certificate authorities that are believed beside those of the machine.
    pub authority: Option<PathBuf>,
    /// The name of the mailbox.
    pub mailbox: String,
}

impl Imap {
    /// Returns the name under which readings of this mailbox are recorded.
    pub fn name(&self) -> String {
        let Self { host, port, .. } = self;
        format!("imap:{}@{host}:{port}/{}", self.login.0, self.mailbox)
    }
}

/// How the way to a mail server is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tls {
    /// Not at all.
    None,
    /// From the command STARTTLS on.
    StartTls,
    /// From the first byte on.
    Implicit,
}

impl Tls {
    /// Returns the port on which servers offer their mailboxes in this way.
    pub const fn imap_port(self) -> u16 {
        match self {
            Self::None | Self::StartTls => 143,
            Self::Implicit => 993,
        }
    }

    /// Returns the port on which servers take mail in this way.
    pub const fn smtp_port(self) -> u16 {
        match self {
            Self::None => 25,
            Self::StartTls => 587,
            Self::Implicit => 465,
        }
    }
}

/// Where a password stands; never in the configuration itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Password {
    /// In a file of mode 0600.
    File(PathBuf),
    /// In an environment variable.
    Environment(String),
}

impl Password {
    /// Fetches the password that a table of the configuration points to. The caller says how the environment
    /// is read.
    pub fn fetch(
        &self,
        config_file: &Path,
        table: &str,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<SecretString, ConfigError> {
        let wrong = |key: &str, reason| ConfigError::Secret {
            path: config_file.to_owned(),
            key: format!("{table}.{key}"),
            reason,
        };
        let (key, text) = match self {
            Self::File(path) => {
                let key = "password_file";
                let secret = read_secret(path).map_err(|error| wrong(key, with_hint(&error)))?;
                let text = String::from_utf8(secret.expose_secret().to_vec())
                    .map_err(|_| wrong(key, format!("{} is not text", path.display())))?;
                (key, text)
            }
            Self::Environment(name) => {
                let key = "password_env";
                let text = environment(name).ok_or_else(|| {
                    wrong(key, format!("the environment variable `{name}` is not set"))
                })?;
                (key, text)
            }
        };
        let password = text.trim_end_matches(['\r', '\n']);
        if password.is_empty() {
            return Err(wrong(key, "the password is empty".to_owned()));
        }
        Ok(SecretString::from(password))
    }
}

fn with_hint(error: &StoreError) -> String {
    match error.hint() {
        Some(hint) => format!("{error}; {hint}"),
        None => error.to_string(),
    }
}
