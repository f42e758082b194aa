//! `tessera export`: the record of a match as a viewer may hold it now.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::CliResult;
use super::args::Cli;
use super::error::CliError;
use super::peek::Peek;
use super::site::{Make, Opened, match_id};
use crate::record::part_text;
use crate::wording::counted;

/// Write the record of a match as a viewer may hold it now
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The match
    #[arg(value_name = "MATCH")]
    id: String,
    /// The viewer: a side, `gm` or `observer`; after the end everybody may hold everything
    #[arg(
        long = "as",
        value_name = "SIDE|gm|observer",
        default_value = "observer"
    )]
    viewer: String,
    #[command(flatten)]
    peek: Peek,
    /// Write to a file, which must not exist
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the command and returns its exit code.
pub fn run(cli: &Cli, args: &ExportArgs, out: &mut dyn Write) -> CliResult {
    let id = match_id(&args.id)?;
    let mut opened = Opened::find(cli, Make::Nothing)?;
    let lines = opened.at_desk(|desk| desk.export(&id, &args.viewer, args.peek.peek))?;
    let text = part_text(&lines);
    let Some(path) = &args.out else {
        out.write_all(text.as_bytes())?;
        return Ok(0);
    };
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            CliError::refused(format!("there is something at {} already", path.display()))
                .hint("name another file with --out")
        }
        _ => CliError::try_later(format!("cannot write {}", path.display())).because(&error),
    };
    let mut file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    writeln!(
        out,
        "{} written to {}.",
        counted(lines.len(), "line is", "lines are"),
        path.display()
    )?;
    Ok(0)
}
