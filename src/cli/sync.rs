//! `tessera sync`: one pass of everything.

use std::io::Write;

use clap::Args;
use serde_json::json;

use super::args::Cli;
use super::inboxes::{Fetched, open_source, open_transport};
use super::site::{Make, Opened};
use super::{CliResult, print_json};
use crate::desk::{Inbox, Synced};

/// Make one pass of everything: fetch, read, keep the hours, run, send
#[derive(Debug, Args)]
pub struct SyncArgs {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns its exit code: 75 if a source could not be read.
pub fn run(cli: &Cli, args: &SyncArgs, out: &mut dyn Write, err: &mut dyn Write) -> CliResult {
    let mut opened = Opened::find(cli, Make::Nothing)?;
    let config = opened.by_mail()?.clone();
    let mut transport = open_transport(&config)?;
    let mut unread = Vec::new();
    let mut fetched: Vec<Fetched> = Vec::new();
    for incoming in &config.incoming {
        match open_source(incoming) {
            Ok(source) => fetched.extend(source),
            Err(error) => unread.push(error.to_string()),
        }
    }
    let mut inboxes: Vec<Inbox<'_>> = fetched
        .iter_mut()
        .map(|fetched| Inbox {
            name: fetched.name.clone(),
            offers: fetched.offers,
            source: &mut *fetched.source,
        })
        .collect();
    let mut synced = opened.at_desk(|desk| desk.sync(&mut inboxes, &mut *transport))?;
    synced.unread.extend(unread);
    for trouble in synced.troubles.iter().chain(&synced.unread) {
        writeln!(err, "warning: {trouble}")?;
    }
    report(args, &synced, out)?;
    Ok(if synced.unread.is_empty() { 0 } else { 75 })
}

fn report(args: &SyncArgs, synced: &Synced, out: &mut dyn Write) -> Result<(), super::CliError> {
    if args.json {
        let dispositions: Vec<_> = synced
            .read
            .iter()
            .map(|read| read.disposition.word())
            .collect();
        let ran: Vec<_> = synced.ran.iter().map(ToString::to_string).collect();
        return print_json(
            &json!({
                "new": synced.taken.new,
                "again": synced.taken.again,
                "dispositions": dispositions,
                "ran": ran,
                "sent": synced.sent.sent,
                "delayed": synced.sent.delayed,
                "failed": synced.sent.failed,
                "troubles": synced.troubles,
                "unread": synced.unread,
            }),
            out,
        );
    }
    writeln!(
        out,
        "{} mails fetched, {} read, {} matches ran, {} mails sent.",
        synced.taken.new,
        synced.read.len(),
        synced.ran.len(),
        synced.sent.sent
    )?;
    Ok(())
}
