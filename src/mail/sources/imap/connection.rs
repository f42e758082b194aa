//! One conversation with an IMAP server: connected, protected, logged in, a mailbox selected.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_imap::types::Fetch;
use async_imap::{Client, Session};
use futures_util::TryStreamExt as _;
use secrecy::{ExposeSecret, SecretString};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::mail::transports::Security;

/// Where a mailbox is and how it is opened.
#[derive(Debug, Clone)]
pub struct ImapSettings {
    /// The server.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection is kept secret.
    pub security: Security,
    /// User name and password.
    pub login: (String, SecretString),
    /// The name of the mailbox.
    pub mailbox: String,
    /// Certificate authorities in PEM to believe beside those of the host.
    pub authority: Option<Vec<u8>>,
    /// How long to wait for the server.
    pub timeout: Duration,
    /// The largest mail that is fetched whole, in bytes.
    pub largest: u32,
}

/// Why a conversation broke off.
#[derive(Debug, thiserror::Error)]
pub enum ImapError {
    /// There is no way to the server.
    #[error("there is no connection: {0}")]
    Connection(#[from] std::io::Error),
    /// TLS cannot be set up.
    #[error("the connection cannot be protected: {0}")]
    Tls(String),
    /// The server did not answer in time.
    #[error("the server did not answer within {} seconds", .0.as_secs())]
    Silence(Duration),
    /// The server refused the login.
    #[error(
        "the login was refused ({0}); check login and password, some providers want one of its own for each program"
    )]
    Login(String),
    /// The mail is there, and its bytes do not come.
    #[error("the server lists the mail and does not give it")]
    Withheld,
    /// The server refused something else, or said what nobody understands.
    #[error("{0}")]
    Protocol(#[from] async_imap::error::Error),
}

/// A connection, protected or not.
pub(super) trait Wire: AsyncRead + AsyncWrite + Unpin + Send + fmt::Debug {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send + fmt::Debug> Wire for T {}

/// What can be had of a mail without its body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sight {
    /// Its number in the mailbox.
    pub uid: u32,
    /// Its size in bytes.
    pub size: u32,
    /// The second at which the server took it in.
    pub internal: Option<i64>,
}

/// A conversation with a selected mailbox.
pub(super) struct Connection {
    session: Session<Box<dyn Wire>>,
    patience: Duration,
    /// The mark under which the numbers of this mailbox are valid.
    pub validity: u32,
    /// The number that the next new mail will have, if the server tells.
    pub next: Option<u32>,
}

impl Connection {
    /// Connects, logs in and selects the mailbox.
    pub(super) async fn open(settings: &ImapSettings) -> Result<Self, ImapError> {
        let patience = settings.timeout;
        within(patience, Self::open_patiently(settings)).await
    }

    async fn open_patiently(settings: &ImapSettings) -> Result<Self, ImapError> {
        let client = greet(settings).await?;
        let (user, password) = &settings.login;
        let mut session = client.login(user, password.expose_secret()).await.map_err(
            |(error, _)| match error {
                async_imap::error::Error::No(words) => ImapError::Login(words),
                error => error.into(),
            },
        )?;
        let mailbox = session.select(&settings.mailbox).await?;
        Ok(Self {
            session,
            patience: settings.timeout,
            validity: mailbox.uid_validity.unwrap_or(0),
            next: mailbox.uid_next,
        })
    }

    /// Returns the numbers of the mails that a search finds, in order.
    pub(super) async fn search(&mut self, query: &str) -> Result<Vec<u32>, ImapError> {
        let found = within(self.patience, async {
            Ok(self.session.uid_search(query).await?)
        });
        let mut found: Vec<u32> = found.await?.into_iter().collect();
        found.sort_unstable();
        Ok(found)
    }

    /// Looks at size and time of mails, before any of them is fetched.
    pub(super) async fn look(&mut self, uids: &[u32]) -> Result<Vec<Sight>, ImapError> {
        let wanted = set_of(uids);
        let fetched = self.fetch(&wanted, "(UID RFC822.SIZE INTERNALDATE)");
        let sights = fetched.await?.into_iter().filter_map(|mail| {
            Some(Sight {
                uid: mail.uid?,
                size: mail.size?,
                internal: mail.internal_date().map(|date| date.timestamp()),
            })
        });
        let mut sights: Vec<Sight> = sights.filter(|sight| uids.contains(&sight.uid)).collect();
        sights.sort_unstable_by_key(|sight| sight.uid);
        sights.dedup_by_key(|sight| sight.uid);
        Ok(sights)
    }

    /// Fetches the bytes of a mail, at most `at_most` of them if that is set; nothing if it has gone.
    pub(super) async fn bytes(
        &mut self,
        uid: u32,
        at_most: Option<u32>,
    ) -> Result<Option<Vec<u8>>, ImapError> {
        let what = match at_most {
            Some(count) => format!("(UID BODY.PEEK[]<0.{count}>)"),
            None => "(UID BODY.PEEK[])".to_owned(),
        };
        let fetched = self.fetch(&uid.to_string(), &what).await?;
        let own = fetched.iter().find(|mail| mail.uid == Some(uid));
        match own.and_then(Fetch::body) {
            Some(bytes) => Ok(Some(bytes.to_vec())),
            None if self.search(&format!("UID {uid}")).await?.is_empty() => Ok(None),
            None => Err(ImapError::Withheld),
        }
    }

    /// Marks a mail as seen.
    pub(super) async fn mark_seen(&mut self, uid: u32) -> Result<(), ImapError> {
        let session = &mut self.session;
        let marked = async {
            let flags = "+FLAGS.SILENT (\\Seen)";
            let answers = session.uid_store(uid.to_string(), flags).await?;
            answers.try_collect::<Vec<_>>().await?;
            Ok(())
        };
        within(self.patience, marked).await
    }

    async fn fetch(&mut self, uids: &str, what: &str) -> Result<Vec<Fetch>, ImapError> {
        let session = &mut self.session;
        let fetched = async {
            let answers = session.uid_fetch(uids, what).await?;
            Ok(answers.try_collect().await?)
        };
        within(self.patience, fetched).await
    }

    /// Hands the conversation over to wait for news.
    pub(super) fn into_session(self) -> Session<Box<dyn Wire>> {
        self.session
    }
}

async fn within<T>(
    patience: Duration,
    step: impl Future<Output = Result<T, ImapError>>,
) -> Result<T, ImapError> {
    match timeout(patience, step).await {
        Ok(result) => result,
        Err(_) => Err(ImapError::Silence(patience)),
    }
}

/// Connects and reads the greeting; whatever protects the connection does so from here on.
async fn greet(settings: &ImapSettings) -> Result<Client<Box<dyn Wire>>, ImapError> {
    let tcp = TcpStream::connect((settings.host.as_str(), settings.port)).await?;
    match settings.security {
        Security::None => greeted(Box::new(tcp)).await,
        Security::Implicit => greeted(protect(tcp, settings).await?).await,
        Security::StartTls => {
            let mut client = Client::new(tcp);
            read_greeting(&mut client).await?;
            client.run_command_and_check_ok("STARTTLS", None).await?;
            // The server greets once only.
            Ok(Client::new(protect(client.into_inner(), settings).await?))
        }
    }
}

async fn greeted(wire: Box<dyn Wire>) -> Result<Client<Box<dyn Wire>>, ImapError> {
    let mut client = Client::new(wire);
    read_greeting(&mut client).await?;
    Ok(client)
}

async fn read_greeting<T: Wire>(client: &mut Client<T>) -> Result<(), ImapError> {
    let greeting = client.read_response().await?;
    let lost = || ImapError::Protocol(async_imap::error::Error::ConnectionLost);
    greeting.map(|_| ()).ok_or_else(lost)
}

async fn protect(tcp: TcpStream, settings: &ImapSettings) -> Result<Box<dyn Wire>, ImapError> {
    let failed = |error: &dyn fmt::Display| ImapError::Tls(error.to_string());
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    for own in CertificateDer::pem_slice_iter(settings.authority.as_deref().unwrap_or_default()) {
        let own = own.map_err(|error| failed(&error))?;
        roots.add(own).map_err(|error| failed(&error))?;
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| failed(&error))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from(settings.host.clone()).map_err(|error| failed(&error))?;
    let connector = TlsConnector::from(Arc::new(config));
    let protected = connector.connect(name, tcp).await;
    Ok(Box::new(protected.map_err(|error| failed(&error))?))
}

/// Writes numbers as a set of ranges: `1:3,7`.
fn set_of(uids: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &uid in uids {
        match ranges.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(uid) => *last = uid,
            _ => ranges.push((uid, uid)),
        }
    }
    let words: Vec<String> = ranges
        .into_iter()
        .map(|(first, last)| match first == last {
            true => first.to_string(),
            false => format!("{first}:{last}"),
        })
        .collect();
    words.join(",")
}

#[cfg(test)]
mod tests {
    use super::set_of;

    #[test]
    fn numbers_in_a_row_become_ranges() {
        assert_eq!(set_of(&[1, 2, 3, 7, 9, 10]), "1:3,7,9:10");
        assert_eq!(set_of(&[u32::MAX]), u32::MAX.to_string());
        assert_eq!(set_of(&[]), "");
    }
}
