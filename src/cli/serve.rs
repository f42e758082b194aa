//! `tessera serve`: one pass of everything after the other, for ever.

use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use clap::Args;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::CliResult;
use super::args::Cli;
use super::error::{CliError, Kind};
use super::inboxes::imap_settings;
use super::site::{Make, Opened};
use super::sync::{pass, summary};
use crate::config::{Config, Incoming};
use crate::desk::Synced;
use crate::mail::sources::Watch;

/// Mails that come close together are fetched together.
const GATHER: Duration = Duration::from_millis(200);

/// Do what `sync` does for ever, at once when a mailbox tells of new mail; SIGTERM ends it between passes
#[derive(Debug, Args)]
pub struct ServeArgs {}

/// What wakes the site up between two passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum News {
    /// New mail may lie in a mailbox.
    Mail,
    /// The program is to end.
    End,
}

/// Runs the command and returns its exit code.
pub fn run(cli: &Cli, _: &ServeArgs, out: &mut dyn Write, err: &mut dyn Write) -> CliResult {
    let mut opened = Opened::find(cli, Make::Nothing)?;
    let config = opened.by_mail()?.clone();
    let (tell, news) = channel();
    end_on_signals(&tell)?;
    watch_mailboxes(&config, &tell)?;
    let poll = config.poll.as_duration().unsigned_abs();
    writeln!(
        out,
        "Serving; a pass every {} or when mail comes.",
        config.poll
    )?;
    out.flush()?;
    loop {
        match pass(&mut opened, &config) {
            Ok(synced) => tell_of(&synced, out, err)?,
            // What passes by itself is waited for: a full disk, a locked database.
            Err(error) if error.kind == Kind::TryLater => writeln!(err, "{error}")?,
            Err(error) => return Err(error),
        }
        if rest(&news, poll) == News::End {
            writeln!(out, "Ending.")?;
            return Ok(0);
        }
    }
}

/// Prints what a pass did, if it did anything.
fn tell_of(synced: &Synced, out: &mut dyn Write, err: &mut dyn Write) -> std::io::Result<()> {
    for trouble in synced.troubles.iter().chain(&synced.unread) {
        writeln!(err, "warning: {trouble}")?;
    }
    let has_done = synced.taken.new + synced.read.len() + synced.ran.len() + synced.sent.sent > 0;
    if has_done {
        writeln!(out, "{}", summary(synced))?;
    }
    out.flush()
}

/// Waits for news, at most as long as a pass may be away.
fn rest(news: &Receiver<News>, at_most: Duration) -> News {
    let mut heard = match news.recv_timeout(at_most) {
        Ok(heard) => heard,
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return News::Mail,
    };
    while heard != News::End {
        match news.recv_timeout(GATHER) {
            Ok(more) => heard = more,
            Err(_) => break,
        }
    }
    heard
}

/// Lets the signals by which programs are ended do so between two passes.
fn end_on_signals(tell: &Sender<News>) -> Result<(), CliError> {
    let failed = |error: std::io::Error| {
        CliError::internal("the signals that end the program cannot be heard").because(&error)
    };
    let mut signals = Signals::new([SIGINT, SIGTERM]).map_err(failed)?;
    let tell = tell.clone();
    thread::spawn(move || {
        for _ in signals.forever() {
            if tell.send(News::End).is_err() {
                return;
            }
        }
    });
    Ok(())
}

/// Has every mailbox on a mail server watched.
fn watch_mailboxes(config: &Config, tell: &Sender<News>) -> Result<(), CliError> {
    for incoming in &config.incoming {
        let Incoming::Imap(imap) = incoming else {
            continue;
        };
        let settings = imap_settings(config, imap)?;
        Watch::begin(settings, tell.clone(), News::Mail).map_err(|error| {
            CliError::try_later(format!("{} cannot be watched", incoming.name())).because(&error)
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_heard_at_once_also_behind_news_of_mail() {
        let (tell, news) = channel();
        for word in [News::Mail, News::Mail, News::End] {
            tell.send(word).unwrap();
        }
        assert_eq!(rest(&news, Duration::from_mins(1)), News::End);
        tell.send(News::Mail).unwrap();
        assert_eq!(rest(&news, Duration::from_mins(1)), News::Mail);
        assert_eq!(rest(&news, Duration::ZERO), News::Mail);
    }
}
