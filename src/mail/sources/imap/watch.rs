//! Watching a mailbox: the server tells when something comes, so that nobody has to ask.

use std::ops::ControlFlow;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use async_imap::extensions::idle::IdleResponse;
use tokio::time::timeout;

use super::connection::{Connection, ImapError, ImapSettings};
use super::runtime;

/// Servers and routers forget a connection that is silent for half an hour.
const RENEW: Duration = Duration::from_mins(20);

/// How long to wait before the server is asked again after a failure, at first and at most.
const REST: (Duration, Duration) = (Duration::from_secs(5), Duration::from_mins(5));

/// Somebody who watches a mailbox on a connection of its own.
pub struct Watch;

impl Watch {
    /// Begins to watch; `news` hears when something may have come, until its other end is gone.
    ///
    /// A server that cannot tell is left alone: its mailbox is looked into from time to time anyway.
    pub fn begin<T: Clone + Send + 'static>(
        settings: ImapSettings,
        news: Sender<T>,
        word: T,
    ) -> std::io::Result<()> {
        let runtime = runtime()?;
        let name = format!("watch {}", settings.host);
        thread::Builder::new().name(name).spawn(move || {
            let mut rest = REST.0;
            loop {
                let watched = runtime.block_on(watch(&settings, || {
                    rest = REST.0;
                    match news.send(word.clone()) {
                        Ok(()) => ControlFlow::Continue(()),
                        Err(_) => ControlFlow::Break(()),
                    }
                }));
                match watched {
                    Ok(()) => return,
                    Err(error) => {
                        tracing::debug!(host = settings.host, %error, "a mailbox is not watched");
                    }
                }
                thread::sleep(rest);
                rest = (rest * 2).min(REST.1);
            }
        })?;
        Ok(())
    }
}

/// Watches on one connection until it breaks, or nobody wants to hear of it any more.
async fn watch(
    settings: &ImapSettings,
    mut tell: impl FnMut() -> ControlFlow<()>,
) -> Result<(), ImapError> {
    let mut session = Connection::open(settings).await?.into_session();
    let capabilities = session.capabilities().await?;
    if !capabilities.has_str("IDLE") {
        return Ok(());
    }
    loop {
        let mut idle = session.idle();
        timeout(settings.timeout, idle.init())
            .await
            .map_err(|_| ImapError::Silence(settings.timeout))??;
        // Told only now: what came while nobody watched is news, and nothing falls between.
        if tell().is_break() {
            return Ok(());
        }
        let (news, _stop) = idle.wait_with_timeout(RENEW);
        // The library counts anew at each sign of life; the server's own limit does not.
        let told = match timeout(RENEW, news).await {
            Ok(told) => told?,
            Err(_) => IdleResponse::Timeout,
        };
        if told == IdleResponse::ManualInterrupt {
            return Err(async_imap::error::Error::ConnectionLost.into());
        }
        session = timeout(settings.timeout, idle.done())
            .await
            .map_err(|_| ImapError::Silence(settings.timeout))??;
    }
}
