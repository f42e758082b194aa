//! `tessera sync`: one pass of everything.

use std::io::Write;

use clap::Args;
use serde_json::json;

use super::args::Cli;
use super::error::{CliError, Kind};
use super::inboxes::{Fetched, lend, open_source, open_transport};
use super::site::{Make, Opened};
use super::{CliResult, print_json};
use crate::config::Config;
use crate::desk::Synced;
use crate::wording::counted;

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
    let synced = match opened.config.clone() {
        Some(config) => pass(&mut opened, &config)?,
        // Matches that are played from files wait for nothing but the hour.
        None => opened.at_desk(|desk| {
            desk.run_due().map(|ran| Synced {
                ran,
                ..Synced::default()
            })
        })?,
    };
    for trouble in synced.troubles.iter().chain(&synced.unread) {
        writeln!(err, "warning: {trouble}")?;
    }
    report(args, &synced, out)?;
    Ok(if synced.unread.is_empty() { 0 } else { 75 })
}

/// Makes one pass of everything; a source that cannot be opened is named in the outcome.
///
/// # Errors
/// If the transport cannot be set up or the store fails.
pub fn pass(opened: &mut Opened, config: &Config) -> Result<Synced, CliError> {
    let mut transport = open_transport(config)?;
    let mut unread = Vec::new();
    let mut fetched: Vec<Fetched> = Vec::new();
    for incoming in &config.incoming {
        match open_source(config, incoming) {
            Ok(source) => fetched.extend(source),
            Err(error) if error.kind == Kind::TryLater => unread.push(error.in_one_line()),
            Err(error) => return Err(error),
        }
    }
    let mut inboxes = lend(&mut fetched);
    let mut synced = opened.at_desk(|desk| desk.sync(&mut inboxes, &mut *transport))?;
    synced.unread.extend(unread);
    Ok(synced)
}

/// Says in one line what a pass did.
pub fn summary(synced: &Synced) -> String {
    format!(
        "{} fetched, {} read, {} ran, {} sent.",
        counted(synced.taken.new, "mail", "mails"),
        synced.read.len(),
        counted(synced.ran.len(), "match", "matches"),
        counted(synced.sent.sent, "mail", "mails")
    )
}

fn report(args: &SyncArgs, synced: &Synced, out: &mut dyn Write) -> Result<(), CliError> {
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
    writeln!(out, "{}", summary(synced))?;
    Ok(())
}
