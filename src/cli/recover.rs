//! `tessera recover`: a match whose database is older than its log.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::args::Cli;
use super::site::{Make, Opened, match_id};
use super::{CliResult, counted, papers, print_json};
use crate::config::Transport;

/// Rebuild a match of a restored database from its log file and from mails
#[derive(Debug, Args)]
#[command(after_help = "\
The log file in the data folder and the site's own outgoing mailbox are read in any case.")]
pub struct RecoverArgs {
    /// The match
    #[arg(value_name = "MATCH")]
    id: String,
    /// Mails of the players, parts of the record, folders of these
    #[arg(value_name = "FILE|FOLDER")]
    papers: Vec<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns its exit code.
pub fn run(cli: &Cli, args: &RecoverArgs, out: &mut dyn Write) -> CliResult {
    let id = match_id(&args.id)?;
    let mut opened = Opened::find(cli, Make::Nothing)?;
    let sent = opened
        .config
        .as_ref()
        .and_then(|config| match &config.transport {
            Transport::Maildir(path) if path.is_dir() => Some(path.clone()),
            _ => None,
        });
    let paths = args.papers.iter().chain(&sent).map(PathBuf::as_path);
    let held = papers::read(paths.collect::<Vec<&Path>>())?;
    let done = opened.at_desk(|desk| desk.recover(&id, &held))?;
    if args.json {
        let document = json!({
            "match": id.to_string(),
            "taken_back": done.taken_back,
            "added": done.added,
            "runs": done.runs,
            "stop": done.stop,
            "vacant": done.vacant,
            "is_inviting": done.is_inviting,
            "was_needed": done.was_needed,
        });
        print_json(&document, out)?;
        return Ok(0);
    }
    if !done.was_needed {
        writeln!(
            out,
            "Match {id} is well: its database has every entry of the log. Nothing was changed, and nobody is told."
        )?;
        return Ok(0);
    }
    if done.is_inviting {
        writeln!(
            out,
            "Match {id} has not started, and waits for its players to accept it. Those who have not, as far as the \
             database knows, are asked once more with the next `tessera sync`."
        )?;
        return Ok(0);
    }
    if done.taken_back > 0 {
        writeln!(
            out,
            "{} taken back from the database: the log has others.",
            counted(done.taken_back, "entry was", "entries were")
        )?;
    }
    if done.added == 0 {
        writeln!(
            out,
            "Match {id} has every entry of its log; it takes orders again."
        )?;
    } else {
        writeln!(
            out,
            "Match {id} has {} of its log again, and {}; each came out as the log says.",
            counted(done.added, "entry", "entries"),
            counted(done.runs, "run", "runs")
        )?;
    }
    for side in &done.vacant {
        writeln!(
            out,
            "{side} has passed to somebody whose address is in none of the papers: seat him with \
             `tessera gm {id} substitute {side} ADDRESS`."
        )?;
    }
    match done.stop {
        Some(stop) => writeln!(
            out,
            "It waits at stop {stop}. Letters that tell the players go out with the next `tessera sync`."
        )?,
        None => writeln!(out, "It is over.")?,
    }
    Ok(0)
}
