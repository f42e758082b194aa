//! `tessera seat answer`: acknowledges, and hands over a value where that is safe.

use std::fs;
use std::io::{BufRead, Write};
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::{SecretsArgs, WhichArgs, read_letters, refused, save, unreadable};
use crate::cli::error::CliError;
use crate::cli::{CliResult, print_json};
use crate::schedule::{Clock, SystemClock};
use crate::seat::{Answer, History, Wish, answer, reply};

/// Answer the latest mails of a match: acknowledge them, and hand over the value that a LOCK asks for
#[derive(Debug, Args)]
pub(super) struct AnswerArgs {
    /// Mails of the match: files, mboxes, Maildirs, folders
    #[arg(value_name = "MAILS", required = true)]
    mails: Vec<PathBuf>,
    /// Hand a value over without asking
    #[arg(long)]
    auto: bool,
    /// Order lines to put into the same mail
    #[arg(long, value_name = "FILE")]
    orders: Option<PathBuf>,
    /// In casual mode: hand over a value that serves so many draws
    #[arg(long, value_name = "DRAWS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=100))]
    ahead: u64,
    /// Write the reply as a mail into this file, ready to send
    #[arg(long, value_name = "FILE")]
    eml: Option<PathBuf>,
    #[command(flatten)]
    which: WhichArgs,
    #[command(flatten)]
    secrets: SecretsArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns its exit code.
pub(super) fn run(args: &AnswerArgs, out: &mut dyn Write) -> CliResult {
    let letters = read_letters(&args.mails)?;
    let (path, mut file) = args.secrets.find(&letters, &args.which)?;
    let history = History::of(&letters, &file.invited.game).map_err(|error| refused(&error))?;
    let orders = match &args.orders {
        Some(path) => fs::read_to_string(path).map_err(|error| unreadable(path, &error))?,
        None => String::new(),
    };
    let wish = Wish { ahead: args.ahead };
    let answer = answer(&history, &mut file, &wish).map_err(|error| refused(&error))?;
    if !args.json {
        tell(&answer, out)?;
    }
    if answer.gives.is_some() && !args.auto && !args.json && !agrees(out)? {
        writeln!(
            out,
            "Nothing was written, and nothing is noted as answered."
        )?;
        return Ok(1);
    }
    // What is noted as answered before it is written can never be answered twice.
    save(&path, &file)?;
    if let Some(eml) = &args.eml {
        let now = SystemClock.now();
        let mail =
            reply(&letters, &history, &answer, &orders, now).map_err(|error| refused(&error))?;
        fs::write(eml, mail).map_err(|error| {
            CliError::try_later(format!("{} cannot be written", eml.display())).because(&error)
        })?;
    }
    if args.json {
        let document = json!({
            "game": file.invited.game.to_string(),
            "entry": answer.seen.0,
            "head": answer.seen.1,
            "draw": answer.gives,
            "sealed": answer.sealed,
            "orders_now": answer.orders_now,
            "blocks": answer.blocks,
            "eml": args.eml,
        });
        print_json(&document, out)?;
        return Ok(0);
    }
    if let Some(eml) = &args.eml {
        writeln!(out, "The reply is in {}: send it as it is.", eml.display())?;
        return Ok(0);
    }
    writeln!(
        out,
        "Put this into your reply to the latest mail of the match:\n"
    )?;
    write!(out, "{orders}")?;
    for block in &answer.blocks {
        writeln!(out, "{block}")?;
    }
    Ok(0)
}

/// Tells what was seen and what is handed over.
fn tell(answer: &Answer, out: &mut dyn Write) -> Result<(), CliError> {
    let (entry, head) = answer.seen;
    writeln!(
        out,
        "The log goes to entry {entry} without a gap. Its full head is"
    )?;
    writeln!(out, "{head}")?;
    writeln!(
        out,
        "Another player who reads you the same 64 digits holds the same log."
    )?;
    if let Some(lines) = &answer.sealed {
        writeln!(out, "\nYour orders in this LOCK:")?;
        for line in lines {
            writeln!(out, "| {line}")?;
        }
        if lines.is_empty() {
            writeln!(out, "(none)")?;
        }
    }
    if answer.orders_now {
        writeln!(
            out,
            "\nThis LOCK holds the host's orders; yours go into the mail with the value."
        )?;
    }
    if let Some(draw) = answer.gives {
        writeln!(out, "\nThe answer hands over your value for draw {draw}.")?;
    }
    Ok(())
}

/// Asks the player whether the value may go out.
fn agrees(out: &mut dyn Write) -> Result<bool, CliError> {
    write!(out, "Is this right? Write yes to hand the value over: ")?;
    out.flush()?;
    let mut line = String::new();
    std::io::stdin()
        .lock()
        .read_line(&mut line)
        .map_err(|error| CliError::refused("the answer cannot be read").because(&error))?;
    Ok(line.trim().eq_ignore_ascii_case("yes"))
}
