//! `tessera backup`: database, logs and keys together.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::args::Cli;
use super::site::{Make, Opened, desk_error};
use super::{CliResult, print_json};
use crate::schedule::{Clock, SystemClock};
use crate::store::{backup, verify_backup};
use crate::wording::counted;

/// Copy database, logs and keys together, while the site goes on
#[derive(Debug, Args)]
pub struct BackupArgs {
    /// The folder for the copy; it must not exist or be empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns its exit code.
pub fn run(cli: &Cli, args: &BackupArgs, out: &mut dyn Write) -> CliResult {
    let mut opened = Opened::find(cli, Make::Nothing)?;
    let (logs, keys) = (&opened.site.logs, &opened.site.keys);
    let failed = |error: crate::store::StoreError| desk_error(error.into());
    let files = backup(
        &mut opened.store,
        logs,
        keys,
        &args.folder,
        SystemClock.now(),
    )
    .map_err(failed)?;
    verify_backup(&args.folder).map_err(failed)?;
    if args.json {
        print_json(&json!({ "folder": args.folder, "files": files }), out)?;
        return Ok(0);
    }
    writeln!(
        out,
        "{} copied to {}, and checked.",
        counted(files.len(), "file is", "files are"),
        args.folder.display()
    )?;
    writeln!(
        out,
        "The copy holds keys: keep it where nobody else can read it."
    )?;
    Ok(0)
}
