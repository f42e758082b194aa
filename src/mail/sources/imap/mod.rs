//! A mailbox on an IMAP server.
//!
//! Mails stay in it and are marked as seen once they are safe. Each reading is a connection of its own: servers
//! and networks forget connections without a word. Only numbers, sizes, times and raw bytes are asked for; what
//! servers make of the structure of a mail breaks its readers.

mod connection;
mod position;
mod watch;

use std::collections::{BTreeSet, VecDeque};

use jiff::Timestamp;
use tokio::runtime::{Builder, Runtime};

use crate::mail::source::{Delivery, Source, SourceError, Ticket, Waiting};

use connection::{Connection, Sight};
use position::Position;

pub use connection::{ImapError, ImapSettings};
pub use watch::Watch;

/// A mailbox on an IMAP server.
pub struct Imap {
    settings: ImapSettings,
    place: String,
    runtime: Runtime,
    connection: Option<Connection>,
    position: Option<Position>,
}

impl Imap {
    /// Creates a source for a mailbox; the server is asked when mail is wanted.
    pub fn new(settings: ImapSettings) -> Result<Self, SourceError> {
        let place = format!(
            "mailbox {} of {} on {}",
            settings.mailbox, settings.login.0, settings.host
        );
        let runtime = runtime().map_err(|cause| SourceError::Read {
            place: place.clone(),
            cause,
        })?;
        Ok(Self {
            settings,
            place,
            runtime,
            connection: None,
            position: None,
        })
    }

    fn failed(&self, cause: &ImapError) -> SourceError {
        SourceError::Server {
            place: self.place.clone(),
            because: cause.to_string(),
        }
    }

    /// Connects, and lists what is wanted: what is new by its number, what nobody has seen, what did not come.
    fn list(&mut self) -> Result<VecDeque<Sight>, ImapError> {
        self.connection = None;
        let known = self.position.take();
        let (connection, position, sights) = self.runtime.block_on(async {
            let mut connection = Connection::open(&self.settings).await?;
            let known = known.filter(|known| known.validity == connection.validity);
            let mut wanted: BTreeSet<u32> =
                connection.search("UNSEEN").await?.into_iter().collect();
            let mut position = known.unwrap_or_default();
            position.validity = connection.validity;
            if position.read > 0
                && let Some(first) = position.read.checked_add(1)
            {
                // `n:*` always finds the last mail, whatever its number.
                let found = connection.search(&format!("UID {first}:*")).await?;
                wanted.extend(found.into_iter().filter(|uid| *uid >= first));
            }
            wanted.extend(position.again());
            wanted.retain(|uid| !position.has_given_up(*uid));
            let wanted: Vec<u32> = wanted.into_iter().collect();
            let sights = match wanted.is_empty() {
                true => Vec::new(),
                false => connection.look(&wanted).await?,
            };
            let last = wanted.last().copied().unwrap_or(0);
            let before_next = connection.next.map_or(0, |next| next.saturating_sub(1));
            position.read = position.read.max(last).max(before_next);
            // What was expunged meanwhile does not come any more.
            let is_there = |uid: &u32| sights.iter().any(|sight| sight.uid == *uid);
            let gone: Vec<u32> = position.again().filter(|uid| !is_there(uid)).collect();
            for uid in gone {
                position.came(uid);
            }
            Ok::<_, ImapError>((connection, position, sights))
        })?;
        self.connection = Some(connection);
        self.position = Some(position);
        Ok(sights.into())
    }

    /// Fetches one mail; nothing if it has gone from the mailbox.
    fn fetch(&mut self, sight: Sight) -> Result<Option<Delivery>, SourceError> {
        let uid = sight.uid;
        match self.try_fetch(sight) {
            Ok(bytes) => {
                let validity = self.position.as_mut().map_or(0, |position| {
                    position.came(uid);
                    position.validity
                });
                Ok(bytes.map(|bytes| Delivery {
                    bytes,
                    origin: format!("mail {uid} of {}", self.place),
                    ticket: Ticket::Uid {
                        validity,
                        uid,
                        taken_in: sight
                            .internal
                            .and_then(|at| Timestamp::from_second(at).ok()),
                    },
                }))
            }
            Err(because) => Err(self.blame(uid, &because)),
        }
    }

    fn try_fetch(&mut self, sight: Sight) -> Result<Option<Vec<u8>>, ImapError> {
        // One byte more than may be read tells the reader that the mail is too big, at a bounded cost.
        let at_most = (sight.size > self.settings.largest).then(|| self.settings.largest + 1);
        let Self {
            runtime,
            connection,
            settings,
            ..
        } = self;
        runtime.block_on(async {
            let connection = opened(connection, settings).await?;
            connection.bytes(sight.uid, at_most).await
        })
    }

    /// Says whose fault it is that a mail did not come: the mail's, if the server can be reached anew.
    fn blame(&mut self, uid: u32, because: &ImapError) -> SourceError {
        self.connection = None;
        match self.runtime.block_on(Connection::open(&self.settings)) {
            Ok(connection) => self.connection = Some(connection),
            Err(error) => return self.failed(&error),
        }
        let is_last = self
            .position
            .as_mut()
            .is_some_and(|position| position.fails(uid));
        let place = format!("mail {uid} of {}", self.place);
        let because = because.to_string();
        match is_last {
            true => SourceError::GivenUp { place, because },
            false => SourceError::Server { place, because },
        }
    }
}

impl Source for Imap {
    fn resume(&mut self, position: Option<&str>) {
        // A position that cannot be read is none: what is unseen is read then, and known again.
        self.position = position.and_then(|text| serde_json::from_str(text).ok());
    }

    fn position(&self) -> Option<String> {
        let position = self.position.as_ref()?;
        Some(serde_json::to_string(position).expect("a position has keys that JSON can hold"))
    }

    fn waiting(&mut self) -> Result<Waiting<'_>, SourceError> {
        let kept = self.position.clone();
        let sights = self.list().map_err(|error| {
            self.position = kept;
            self.failed(&error)
        })?;
        Ok(Box::new(Fetching { imap: self, sights }))
    }

    fn acknowledge(&mut self, delivery: &Delivery) -> Result<(), SourceError> {
        let Ticket::Uid { uid, .. } = delivery.ticket else {
            return Ok(());
        };
        let Self {
            runtime,
            connection,
            settings,
            ..
        } = self;
        let marked = runtime.block_on(async {
            let connection = opened(connection, settings).await?;
            connection.mark_seen(uid).await
        });
        marked.map_err(|error| {
            self.connection = None;
            self.failed(&error)
        })
    }
}

/// Mails on their way, one after the other.
struct Fetching<'a> {
    imap: &'a mut Imap,
    sights: VecDeque<Sight>,
}

impl Iterator for Fetching<'_> {
    type Item = Result<Delivery, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let sight = self.sights.pop_front()?;
            match self.imap.fetch(sight) {
                Ok(Some(delivery)) => return Some(Ok(delivery)),
                Ok(None) => {}
                Err(error) => {
                    if self.imap.connection.is_none() {
                        self.break_off(sight);
                    }
                    return Some(Err(error));
                }
            }
        }
    }
}

impl Fetching<'_> {
    /// The server has gone: the next reading begins with the mail that did not come.
    fn break_off(&mut self, sight: Sight) {
        self.sights.clear();
        if let Some(position) = &mut self.imap.position {
            position.read = position.read.min(sight.uid - 1);
        }
    }
}

/// Returns the conversation that goes on, or begins one.
async fn opened<'a>(
    connection: &'a mut Option<Connection>,
    settings: &ImapSettings,
) -> Result<&'a mut Connection, ImapError> {
    match connection {
        Some(connection) => Ok(connection),
        None => Ok(connection.insert(Connection::open(settings).await?)),
    }
}

fn runtime() -> std::io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}
