//! `tessera inbox`: mails that are held, and decisions about them.

use std::io::Write;

use clap::{Args, Subcommand};
use serde_json::json;

use super::args::Cli;
use super::inboxes::open_transport;
use super::peek::Peek;
use super::site::{Make, Opened, match_id};
use super::{CliResult, print_json};
use crate::desk::{HeldMail, ShownMail, Withheld};

/// Decide about mails that are held
#[derive(Debug, Args)]
pub struct InboxArgs {
    #[command(subcommand)]
    command: InboxCommand,
}

#[derive(Debug, Subcommand)]
enum InboxCommand {
    /// List the mails that wait for a decision
    List {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Show a mail: how it is read, and what releasing it would do
    Show {
        /// Its number in the list
        number: i64,
        #[command(flatten)]
        peek: Peek,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Let a mail through: its seat's player wrote it, and meant it for now
    Release(Decision),
    /// Throw a mail away
    Drop(Decision),
}

/// A decision about a mail.
#[derive(Debug, Args)]
struct Decision {
    /// Its number in the list
    number: i64,
    /// Who decides, for the record of the decision
    #[arg(long, default_value = "operator", value_name = "NAME")]
    by: String,
}

/// Runs the command and returns its exit code.
pub fn run(cli: &Cli, args: &InboxArgs, out: &mut dyn Write, err: &mut dyn Write) -> CliResult {
    let mut opened = Opened::find(cli, Make::Nothing)?;
    opened.by_mail()?;
    match &args.command {
        InboxCommand::List { json } => {
            #[expect(
                clippy::redundant_closure_for_method_calls,
                reason = "the method itself is not general enough over the desk's lifetime"
            )]
            let held = opened.at_desk(|desk| desk.held_mails())?;
            list(&held, *json, out)
        }
        InboxCommand::Show { number, peek, json } => {
            let mut mail = opened.at_desk(|desk| desk.held_mail(*number, Withheld::Yes))?;
            if let (true, Some(id), Some(side)) = (peek.peek, &mail.held.of_match, &mail.held.side)
            {
                peek.at(&mut opened, &match_id(id)?, side)?;
                mail = opened.at_desk(|desk| desk.held_mail(*number, Withheld::No))?;
            }
            show(&mail, *json, out)
        }
        InboxCommand::Release(Decision { number, by }) => {
            opened.at_desk(|desk| desk.release_mail(*number, by))?;
            writeln!(out, "Mail {number} is released.")?;
            carry_on(&mut opened, out, err)
        }
        InboxCommand::Drop(Decision { number, by }) => {
            opened.at_desk(|desk| desk.drop_mail(*number, by))?;
            writeln!(
                out,
                "Mail {number} is thrown away; its bytes stay in the database."
            )?;
            Ok(0)
        }
    }
}

fn list(held: &[HeldMail], as_json: bool, out: &mut dyn Write) -> CliResult {
    if as_json {
        print_json(&json!({ "held": held }), out)?;
        return Ok(0);
    }
    if held.is_empty() {
        writeln!(out, "No mail is held.")?;
    }
    for mail in held {
        writeln!(out, "{}", headline(mail))?;
        writeln!(out, "    {}", mail.reason)?;
    }
    Ok(0)
}

fn headline(mail: &HeldMail) -> String {
    let place = match (&mail.of_match, &mail.side) {
        (Some(id), Some(side)) => format!(" for {id} {side}"),
        _ => String::new(),
    };
    format!(
        "{}: {}{place}, says it is from {}: {}",
        mail.number,
        mail.arrived_at,
        mail.from.as_deref().unwrap_or("nobody"),
        mail.subject.as_deref().unwrap_or("no subject")
    )
}

fn show(mail: &ShownMail, as_json: bool, out: &mut dyn Write) -> CliResult {
    if as_json {
        print_json(mail, out)?;
        return Ok(0);
    }
    writeln!(out, "{}", headline(&mail.held))?;
    writeln!(out, "{}: {}\n", mail.held.custody, mail.held.reason)?;
    write!(out, "{}", mail.explanation.text())?;
    if mail.withheld.is_some() {
        return Ok(0);
    }
    match mail.still_held.as_slice() {
        [] => writeln!(out, "\nReleased, it would be carried out.")?,
        reasons => writeln!(out, "\nReleasing does not help: {}", reasons.join("; "))?,
    }
    Ok(0)
}

/// Reads what was released, runs what is due, and sends the answers.
fn carry_on(opened: &mut Opened, out: &mut dyn Write, err: &mut dyn Write) -> CliResult {
    let config = opened.by_mail()?.clone();
    let read = opened.at_desk(|desk| {
        let read = desk.read_mails()?;
        desk.run_due()?;
        Ok(read)
    })?;
    for read in read {
        writeln!(out, "It was read as: {}.", read.disposition.word())?;
    }
    let sent = open_transport(&config)
        .and_then(|mut transport| opened.at_desk(|desk| desk.send(&mut *transport)));
    if let Err(error) = sent {
        writeln!(err, "{error}\nhint: the next pass sends what is due")?;
    }
    Ok(0)
}
