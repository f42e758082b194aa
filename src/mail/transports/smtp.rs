//! Sending through an SMTP server.

use std::net::IpAddr;
use std::time::Duration;

use lettre::Transport as _;
use lettre::address::{Address, Envelope as SmtpEnvelope};
use lettre::transport::smtp::Error as SmtpFailure;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use secrecy::{ExposeSecret, SecretString};

use crate::mail::sender::deliverable;
use crate::mail::transport::{Envelope, SendError, Transport};

/// How a connection is kept secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Security {
    /// TLS from the first byte, usually port 465.
    Implicit,
    /// TLS after STARTTLS, which must succeed, usually port 587.
    StartTls,
    /// None: only to this very host.
    None,
}

/// Where and how to send.
#[derive(Debug, Clone)]
pub struct SmtpSettings {
    /// The server.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection is kept secret.
    pub security: Security,
    /// User name and password, if the server asks for them.
    pub login: Option<(String, SecretString)>,
    /// The name by which this host greets.
    pub hello: Option<String>,
    /// How long to wait for the server.
    pub timeout: Duration,
    /// A certificate authority in PEM to believe beside those of the host.
    pub authority: Option<Vec<u8>>,
}

/// Why a transport cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum SmtpError {
    /// The connection would be open to everybody on the way.
    #[error(
        "smtp to `{0}` without TLS would show mails and password to others; set security to `starttls` or `implicit`"
    )]
    Open(String),
    /// TLS cannot be set up.
    #[error("TLS to `{host}` cannot be set up: {cause}")]
    Tls {
        /// The server.
        host: String,
        /// Why.
        cause: SmtpFailure,
    },
}

/// An SMTP server that mails are given to.
pub struct SmtpTransport {
    inner: lettre::SmtpTransport,
}

impl SmtpTransport {
    /// Sets a transport up; nothing is sent yet.
    pub fn new(settings: &SmtpSettings) -> Result<Self, SmtpError> {
        let tls = match settings.security {
            Security::None if is_loopback(&settings.host) => Tls::None,
            Security::None => return Err(SmtpError::Open(settings.host.clone())),
            Security::StartTls => Tls::Required(tls_parameters(settings)?),
            Security::Implicit => Tls::Wrapper(tls_parameters(settings)?),
        };
        let mut builder = lettre::SmtpTransport::builder_dangerous(&settings.host)
            .port(settings.port)
            .tls(tls)
            .timeout(Some(settings.timeout));
        if let Some((user, password)) = &settings.login {
            builder = builder.credentials(Credentials::new(
                user.clone(),
                password.expose_secret().to_owned(),
            ));
        }
        if let Some(name) = &settings.hello {
            builder = builder.hello_name(ClientId::Domain(name.clone()));
        }
        Ok(Self {
            inner: builder.build(),
        })
    }
}

fn tls_parameters(settings: &SmtpSettings) -> Result<TlsParameters, SmtpError> {
    let failed = |cause| SmtpError::Tls {
        host: settings.host.clone(),
        cause,
    };
    let mut builder = TlsParameters::builder(settings.host.clone());
    if let Some(pem) = &settings.authority {
        builder = builder.add_root_certificate(Certificate::from_pem(pem).map_err(failed)?);
    }
    builder.build().map_err(failed)
}

fn is_loopback(host: &str) -> bool {
    host == "localhost"
        || host
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

impl Transport for SmtpTransport {
    fn send(&mut self, envelope: &Envelope, bytes: &[u8]) -> Result<(), SendError> {
        let address = |written: &str| {
            let refused =
                || SendError::permanent(envelope, &format!("`{written}` is not an address"));
            deliverable(written)
                .ok_or_else(refused)?
                .parse::<Address>()
                .map_err(|_| refused())
        };
        let from = envelope.from.as_deref().map(address).transpose()?;
        let smtp = SmtpEnvelope::new(from, vec![address(&envelope.to)?])
            .map_err(|error| SendError::permanent(envelope, &error))?;
        // The library ends the data with a line end of its own.
        let bytes = bytes.strip_suffix(b"\r\n").unwrap_or(bytes);
        match self.inner.send_raw(&smtp, bytes) {
            Ok(_) => Ok(()),
            Err(error) if is_about_the_mail(&error, &smtp, bytes) => {
                Err(SendError::permanent(envelope, &error))
            }
            Err(error) => Err(SendError::transient(envelope, &error)),
        }
    }
}

/// Tells a refusal of this mail from one of whoever hands it in: a password that expired must not cost a mail.
fn is_about_the_mail(error: &SmtpFailure, envelope: &SmtpEnvelope, bytes: &[u8]) -> bool {
    if error.is_client() {
        // Of what the client itself objects to, only signs that the server does not know lie in the mail.
        let mut addresses = envelope.to().iter().chain(envelope.from());
        return !bytes.is_ascii() || addresses.any(|address| !address.to_string().is_ascii());
    }
    let code = error.status().map(u16::from);
    error.is_permanent() && !code.is_some_and(|code| ABOUT_THE_LOGIN.contains(&code))
}

/// Codes by which a server says that it wants a login, a better one, or TLS before it (RFC 4954, RFC 3207).
const ABOUT_THE_LOGIN: [u16; 4] = [530, 534, 535, 538];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_host_is_reached_without_tls() {
        let settings = |host: &str| SmtpSettings {
            host: host.to_owned(),
            port: 25,
            security: Security::None,
            login: None,
            hello: None,
            timeout: Duration::from_secs(5),
            authority: None,
        };
        for host in ["127.0.0.1", "::1", "localhost"] {
            assert!(SmtpTransport::new(&settings(host)).is_ok(), "{host}");
        }
        for host in ["mail.example.net", "192.0.2.1", "localhost.example.net"] {
            assert!(
                matches!(SmtpTransport::new(&settings(host)), Err(SmtpError::Open(_))),
                "{host}"
            );
        }
    }
}
