//! `tessera gm`: what a game master does at the shell, in the record and in the next report.

use std::io::Write;

use clap::{Args, Subcommand};
use serde_json::json;

use super::args::Cli;
use super::error::CliError;
use super::site::{Make, Opened, match_id};
use super::{CliResult, print_json};
use crate::schedule::Lapse;

/// Act as the game master of a match
#[derive(Debug, Args)]
pub struct GmArgs {
    /// The match
    #[arg(value_name = "MATCH")]
    id: String,
    #[command(subcommand)]
    act: GmAct,
}

#[derive(Debug, Subcommand)]
enum GmAct {
    /// Give everybody who is waited for more time
    Extend {
        /// How much: 2d, 12h
        lapse: String,
        /// Say what would change, and change nothing
        #[arg(long)]
        dry_run: bool,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
}

/// Runs `gm` and returns its exit code.
pub fn gm(cli: &Cli, args: &GmArgs, out: &mut dyn Write) -> CliResult {
    let id = match_id(&args.id)?;
    let mut opened = Opened::find(cli, Make::Nothing)?;
    opened.by_mail()?;
    let GmAct::Extend {
        lapse,
        dry_run,
        json,
    } = &args.act;
    let lapse: Lapse = lapse
        .parse()
        .map_err(|error| CliError::usage(format!("`{lapse}` is no length of time: {error}")))?;
    let moved = opened.at_desk(|desk| desk.extend(&id, lapse, *dry_run))?;
    if *json {
        let deadlines: Vec<_> = moved
            .iter()
            .map(|moved| json!({ "side": moved.side, "from": moved.from, "to": moved.to }))
            .collect();
        print_json(&json!({ "dry_run": dry_run, "deadlines": deadlines }), out)?;
        return Ok(0);
    }
    for moved in &moved {
        writeln!(out, "{}: {} -> {}", moved.side, moved.from, moved.to)?;
    }
    if moved.is_empty() {
        writeln!(out, "No deadline runs.")?;
    }
    if *dry_run {
        writeln!(out, "Nothing was changed.")?;
    }
    Ok(0)
}
