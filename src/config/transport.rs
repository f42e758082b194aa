//! How mail leaves the site.

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
    /// Returns the port that servers use for this.
    pub const fn usual_port(self) -> u16 {
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
    /// Fetches the password. The caller says how the environment is read.
    pub fn fetch(
        &self,
        config_file: &Path,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<SecretString, ConfigError> {
        let wrong = |key, reason| ConfigError::Secret {
            path: config_file.to_owned(),
            key,
            reason,
        };
        let (key, text) = match self {
            Self::File(path) => {
                let key = "transport.smtp.password_file";
                let secret = read_secret(path).map_err(|error| wrong(key, with_hint(&error)))?;
                let text = String::from_utf8(secret.expose_secret().to_vec())
                    .map_err(|_| wrong(key, format!("{} is not text", path.display())))?;
                (key, text)
            }
            Self::Environment(name) => {
                let key = "transport.smtp.password_env";
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
