//! The sources and the transport of a configured site.

use std::time::Duration;

use super::error::CliError;
use super::site::config_error;
use crate::config::{Config, Incoming, Tls, Transport as Written};
use crate::desk::Offers;
use crate::mail::source::{Source, SourceError};
use crate::mail::sources::{Maildir, Mbox};
use crate::mail::transport::Transport;
use crate::mail::transports::{
    MaildirTransport, Security, SendmailTransport, SmtpSettings, SmtpTransport,
};

/// How long a mail server is waited for.
const PATIENCE: Duration = Duration::from_mins(1);

/// A source that mail is fetched from.
pub struct Fetched {
    /// The name under which its readings are recorded.
    pub name: String,
    /// How it offers its mails.
    pub offers: Offers,
    /// The source.
    pub source: Box<dyn Source>,
}

/// Opens a source of the configuration; nothing where mail is handed over.
///
/// # Errors
/// If it is not there.
pub fn open_source(incoming: &Incoming) -> Result<Option<Fetched>, SourceError> {
    let (offers, source): (_, Box<dyn Source>) = match incoming {
        Incoming::Maildir(path) => (Offers::Once, Box::new(Maildir::open(path)?)),
        Incoming::Mbox(path) => (Offers::Always, Box::new(Mbox::new(path))),
        Incoming::Stdin => return Ok(None),
    };
    Ok(Some(Fetched {
        name: incoming.name(),
        offers,
        source,
    }))
}

/// Opens the transport of the configuration.
///
/// # Errors
/// If it cannot be set up.
pub fn open_transport(config: &Config) -> Result<Box<dyn Transport>, CliError> {
    match &config.transport {
        Written::Maildir(path) => match MaildirTransport::open(path) {
            Ok(transport) => Ok(Box::new(transport)),
            Err(error) => Err(CliError::try_later(format!(
                "cannot open the mailbox {}",
                path.display()
            ))
            .because(&error)),
        },
        Written::Sendmail(command) => Ok(Box::new(SendmailTransport::new(command))),
        Written::Smtp(smtp) => {
            let login = smtp
                .login
                .as_ref()
                .map(|(login, password)| {
                    let password = password.fetch(&config.file, environment)?;
                    Ok((login.clone(), password))
                })
                .transpose()
                .map_err(|error| config_error(&error))?;
            let settings = SmtpSettings {
                host: smtp.host.clone(),
                port: smtp.port,
                security: match smtp.tls {
                    Tls::None => Security::None,
                    Tls::StartTls => Security::StartTls,
                    Tls::Implicit => Security::Implicit,
                },
                login,
                hello: Some(config.mail.orders.domain().to_owned()),
                timeout: PATIENCE,
                authority: None,
            };
            let transport = SmtpTransport::new(&settings).map_err(|error| {
                CliError::refused("the mail server of the configuration cannot be used")
                    .because(&error)
            })?;
            Ok(Box::new(transport))
        }
    }
}

/// Reads a variable of the environment.
#[expect(
    clippy::disallowed_methods,
    reason = "the command line reads the environment"
)]
pub fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
