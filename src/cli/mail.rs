//! `tessera mail`: how messages are read.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::mail::explain::Explanation;
use crate::mail::message::Limits;
use crate::mail::reading::read;
use crate::mail::world_file::FileWorld;

/// Refused: what was asked for cannot be had, and the reason is on the error output.
const REFUSED: u8 = 1;

/// Look at how mail is read.
#[derive(Debug, Args)]
pub struct MailArgs {
    #[command(subcommand)]
    command: MailCommand,
}

#[derive(Debug, Subcommand)]
enum MailCommand {
    /// Explain how a message is read: sender, orders, disposition, and why, line by line
    Explain(ExplainArgs),
}

/// Arguments of `tessera mail explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Take players, tokens and verbs from this file
    #[arg(long, value_name = "W.json")]
    world: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Take this address for the recipient of the envelope (may be repeated)
    #[arg(long, value_name = "ADDRESS")]
    recipient: Vec<String>,
    /// The message; `-` is the standard input
    file: PathBuf,
}

/// Runs `tessera mail` and returns its exit code.
pub fn run(args: &MailArgs, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<u8> {
    match &args.command {
        MailCommand::Explain(args) => match explain(args) {
            Ok(text) => out.write_all(text.as_bytes()).map(|()| 0),
            Err(reason) => writeln!(err, "error: {reason}").map(|()| REFUSED),
        },
    }
}

fn explain(args: &ExplainArgs) -> Result<String, String> {
    let world = String::from_utf8(contents(&args.world)?)
        .map_err(|_| format!("`{}` is not UTF-8 text", args.world.display()))?;
    let world = FileWorld::from_json(&world)
        .map_err(|error| format!("`{}`: {error}", args.world.display()))?;
    let raw = contents(&args.file)?;
    let explanation = Explanation::of(&read(&raw, &args.recipient, &world, &Limits::default()));
    if args.json {
        let json = serde_json::to_string_pretty(&explanation)
            .expect("an explanation has string keys only");
        Ok(json + "\n")
    } else {
        Ok(explanation.text())
    }
}

fn contents(path: &Path) -> Result<Vec<u8>, String> {
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map_err(|error| format!("the standard input cannot be read: {error}"))?;
        return Ok(bytes);
    }
    fs::read(path).map_err(|error| {
        format!(
            "`{}` cannot be read: {error}; name a file that holds one raw mail",
            path.display()
        )
    })
}
