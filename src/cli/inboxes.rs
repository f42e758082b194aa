//! The sources and the transport of a configured site.

use std::path::Path;
use std::time::Duration;

use secrecy::SecretString;

use super::error::CliError;
use super::site::{config_error, desk_error};
use crate::config::{self, Config, Incoming, Password, Tls, Transport as Written};
use crate::desk::{Inbox, Offers};
use crate::mail::source::{Source, SourceError};
use crate::mail::sources::{Imap, ImapSettings, Maildir, Mbox};
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

/// Lends sources to the desk.
pub fn lend(fetched: &mut [Fetched]) -> Vec<Inbox<'_>> {
    let lent = fetched.iter_mut().map(|fetched| Inbox {
        name: fetched.name.clone(),
        offers: fetched.offers,
        source: &mut *fetched.source,
    });
    lent.collect()
}

/// Opens a source of the configuration; nothing where mail is handed over.
///
/// # Errors
/// If it is not there.
pub fn open_source(config: &Config, incoming: &Incoming) -> Result<Option<Fetched>, CliError> {
    let failed = |error: SourceError| desk_error(error.into());
    let (offers, source): (_, Box<dyn Source>) = match incoming {
        Incoming::Maildir(path) => (Offers::Once, Box::new(Maildir::open(path).map_err(failed)?)),
        Incoming::Mbox(path) => (Offers::Always, Box::new(Mbox::new(path))),
        Incoming::Imap(imap) => {
            let settings = imap_settings(config, imap)?;
            (Offers::Once, Box::new(Imap::new(settings).map_err(failed)?))
        }
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
                .map(|login| fetch_login(config, login, "transport.smtp"))
                .transpose()?;
            let settings = SmtpSettings {
                host: smtp.host.clone(),
                port: smtp.port,
                security: security(smtp.tls),
                login,
                hello: Some(config.mail.orders.domain().to_owned()),
                timeout: PATIENCE,
                authority: authority(smtp.authority.as_deref())?,
            };
            let transport = SmtpTransport::new(&settings).map_err(|error| {
                CliError::refused("the mail server of the configuration cannot be used")
                    .because(&error)
            })?;
            Ok(Box::new(transport))
        }
    }
}

/// Gathers what is needed to open a mailbox on a mail server.
///
/// # Errors
/// If its password or its certificate authorities cannot be had.
pub fn imap_settings(config: &Config, imap: &config::Imap) -> Result<ImapSettings, CliError> {
    Ok(ImapSettings {
        host: imap.host.clone(),
        port: imap.port,
        security: security(imap.tls),
        login: fetch_login(config, &imap.login, "incoming")?,
        mailbox: imap.mailbox.clone(),
        authority: authority(imap.authority.as_deref())?,
        timeout: PATIENCE,
        largest: u32::try_from(config.limits.mail_bytes).unwrap_or(u32::MAX - 1),
    })
}

fn security(tls: Tls) -> Security {
    match tls {
        Tls::None => Security::None,
        Tls::StartTls => Security::StartTls,
        Tls::Implicit => Security::Implicit,
    }
}

fn fetch_login(
    config: &Config,
    (login, password): &(String, Password),
    table: &str,
) -> Result<(String, SecretString), CliError> {
    let password = password.fetch(&config.file, table, environment);
    let password = password.map_err(|error| config_error(&error))?;
    Ok((login.clone(), password))
}

fn authority(file: Option<&Path>) -> Result<Option<Vec<u8>>, CliError> {
    let Some(file) = file else {
        return Ok(None);
    };
    let pem = std::fs::read(file).map_err(|error| {
        CliError::refused(format!(
            "the certificates in {} cannot be read",
            file.display()
        ))
        .because(&error)
    })?;
    Ok(Some(pem))
}

/// Reads a variable of the environment.
#[expect(
    clippy::disallowed_methods,
    reason = "the command line reads the environment"
)]
pub fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
