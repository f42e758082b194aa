//! `tessera roll`: dice for any other game, with the log and the proof of a match.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::args::{Cli, dice_mode};
use super::error::CliError;
use super::site::{Make, Opened, desk_error, match_id};
use super::{CliResult, print_json};
use crate::desk::{NewParty, NewTable, Roll, Seen, Thrown, roll_line};
use crate::ledger::asked::{self, ROLL, Request};
use crate::ledger::seed::Phrase;
use crate::store::{DiceMode, MatchId};

/// Roll dice for any other game: lay a table, ask for dice, see and verify them
#[derive(Debug, Args)]
pub struct RollArgs {
    #[command(subcommand)]
    command: RollCommand,
}

#[derive(Debug, Subcommand)]
enum RollCommand {
    /// Lay a table for dice
    New(NewTableArgs),
    /// Throw dice; everybody at the table hears of it
    Throw(ThrowArgs),
    /// Take JOIN and ACK blocks of the parties, or the beacon that a draw waits for
    Take(TakeArgs),
    /// Show a table: its parties, its draws, what is waited for
    Show(SeeArgs),
    /// Audit a table's log: exit 0 if nothing is wrong, 2 for a violation, 3 if something is still open
    Verify(VerifyArgs),
}

/// Example: tessera roll new bridge --party anna=anna@example.org --party ben
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
struct NewTableArgs {
    /// The name of the table
    #[arg(value_name = "TABLE")]
    id: String,
    /// Who may ask for dice; with an address, by mail as well
    #[arg(long = "party", value_name = "NAME[=ADDRESS]", required = true)]
    parties: Vec<String>,
    /// The party that you are yourself, if you are one
    #[arg(long, value_name = "NAME")]
    host: Option<String>,
    /// How the dice are made: casual, chain or beacon
    #[arg(long, value_name = "MODE", default_value = "casual", value_parser = dice_mode)]
    dice: DiceMode,
    /// How many seconds lie at least between a LOCK and its beacon round
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    margin: u64,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Example: tessera roll throw bridge --as anna "2d6 attack on the bridge" "1z10 x3"
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
struct ThrowArgs {
    /// The table
    #[arg(value_name = "TABLE")]
    id: String,
    /// Who asks
    #[arg(long = "as", value_name = "NAME")]
    party: String,
    /// Words of the one who asks, which enter the dice (casual mode)
    #[arg(long, value_name = "WORDS")]
    phrase: Option<Phrase>,
    /// What to roll, and what for: 2d6 (1 to 6), 1z10 (0 to 9), 3avg (average dice), perm52 (a shuffle)
    #[arg(required = true, value_name = "LINE")]
    lines: Vec<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct TakeArgs {
    /// The table
    #[arg(value_name = "TABLE")]
    id: String,
    /// Files with blocks, or with the JSON of a drand round
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct SeeArgs {
    /// The table
    #[arg(value_name = "TABLE")]
    id: String,
    /// Print its log instead: entries and blocks, as an audit takes them
    #[arg(long)]
    log: bool,
    /// Print one JSON document
    #[arg(long, conflicts_with = "log")]
    json: bool,
}

#[derive(Debug, Args)]
struct VerifyArgs {
    /// The table
    #[arg(value_name = "TABLE")]
    id: String,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns its exit code.
pub fn run(cli: &Cli, args: &RollArgs, out: &mut dyn Write) -> CliResult {
    match &args.command {
        RollCommand::New(args) => lay(cli, args, out),
        RollCommand::Throw(args) => throw(cli, args, out),
        RollCommand::Take(args) => take(cli, args, out),
        RollCommand::Show(args) => show(cli, args, out),
        RollCommand::Verify(args) => verify(cli, args, out),
    }
}

fn lay(cli: &Cli, args: &NewTableArgs, out: &mut dyn Write) -> CliResult {
    let mut opened = Opened::find(cli, Make::Folder)?;
    let parties: Vec<NewParty> = args.parties.iter().map(|party| new_party(party)).collect();
    let by_mail = parties.iter().any(|party| party.address.is_some());
    if by_mail {
        opened.by_mail()?;
    }
    let new = NewTable {
        id: crate::desk::match_id(&args.id).map_err(desk_error)?,
        host: args.host.clone(),
        dice: args.dice,
        margin: args.margin,
        parties,
    };
    let id = opened.at_desk(|desk| desk.lay_table(&new))?;
    let seen = opened.at_desk(|desk| desk.see_table(&id))?;
    if args.json {
        print_json(&table_json(&seen), out)?;
        return Ok(0);
    }
    writeln!(
        out,
        "Table {id} is laid: {} mode, log {}.",
        seen.mode, seen.log_name
    )?;
    if by_mail {
        writeln!(
            out,
            "The parties with addresses are told with the next `tessera sync`."
        )?;
    }
    writeln!(out, "Ask for dice:")?;
    for (name, _) in &seen.parties {
        writeln!(
            out,
            "  tessera roll throw {id} --as {name} \"2d6 what for\""
        )?;
    }
    Ok(0)
}

fn new_party(party: &str) -> NewParty {
    match party.split_once('=') {
        Some((name, address)) => NewParty {
            name: name.to_owned(),
            address: Some(address.to_owned()),
        },
        None => NewParty {
            name: party.to_owned(),
            address: None,
        },
    }
}

fn throw(cli: &Cli, args: &ThrowArgs, out: &mut dyn Write) -> CliResult {
    let requests = args
        .lines
        .iter()
        .flat_map(|text| asked::lines(text))
        .map(request)
        .collect::<Result<Vec<_>, _>>()?;
    let (mut opened, id) = open(cli, &args.id)?;
    let phrase = args.phrase.clone();
    let thrown = opened.at_desk(|desk| desk.throw(&id, &args.party, &requests, phrase))?;
    if args.json {
        print_json(&thrown_json(&id, &thrown), out)?;
    } else {
        write_thrown(&thrown, out)?;
    }
    Ok(0)
}

/// Reads a line that asks for dice; the verb may be left out where nothing else could be meant.
fn request(line: &str) -> Result<Request, CliError> {
    let first = line.split_whitespace().next().unwrap_or_default();
    let whole = match first.eq_ignore_ascii_case(ROLL) {
        true => line.to_owned(),
        false => format!("{ROLL} {line}"),
    };
    whole.parse().map_err(|error| {
        CliError::usage(format!("cannot roll `{line}`"))
            .because(&error)
            .hint("write dice, how often and what for: \"2d6 x3 attack on the bridge\"")
    })
}

fn take(cli: &Cli, args: &TakeArgs, out: &mut dyn Write) -> CliResult {
    let (mut opened, id) = open(cli, &args.id)?;
    let mut documents = Vec::new();
    for file in &args.files {
        let text = fs::read_to_string(file).map_err(|error| {
            CliError::usage(format!("cannot read `{}`", file.display())).because(&error)
        })?;
        let (said, thrown) = opened.at_desk(|desk| desk.hand_over(&id, &text))?;
        if args.json {
            let thrown = thrown.as_ref().map(|thrown| thrown_json(&id, thrown));
            documents.push(json!({ "file": file, "said": said, "thrown": thrown }));
            continue;
        }
        for line in said {
            writeln!(out, "{line}")?;
        }
        if let Some(thrown) = thrown {
            write_thrown(&thrown, out)?;
        }
    }
    if args.json {
        print_json(&json!({ "table": id.to_string(), "taken": documents }), out)?;
    }
    Ok(0)
}

fn show(cli: &Cli, args: &SeeArgs, out: &mut dyn Write) -> CliResult {
    let (mut opened, id) = open(cli, &args.id)?;
    let seen = opened.at_desk(|desk| desk.see_table(&id))?;
    if args.log {
        write!(out, "{}", seen.log)?;
    } else if args.json {
        print_json(&table_json(&seen), out)?;
    } else {
        write_seen(&seen, out)?;
    }
    Ok(0)
}

fn verify(cli: &Cli, args: &VerifyArgs, out: &mut dyn Write) -> CliResult {
    let (mut opened, id) = open(cli, &args.id)?;
    let audit = opened.at_desk(|desk| desk.see_table(&id))?.audit();
    if args.json {
        print_json(&audit, out)?;
    } else {
        write!(out, "{audit}")?;
    }
    Ok(audit.verdict.exit_code())
}

fn open(cli: &Cli, id: &str) -> Result<(Opened, MatchId), CliError> {
    Ok((Opened::find(cli, Make::Nothing)?, match_id(id)?))
}

fn write_thrown(thrown: &Thrown, out: &mut dyn Write) -> Result<(), CliError> {
    writeln!(out, "Draw {}, asked for by {}:", thrown.draw, thrown.party)?;
    for roll in &thrown.rolls {
        writeln!(out, "  {}", roll_line(roll))?;
    }
    if !thrown.waits_for.is_empty() {
        writeln!(out, "It waits for {}.", thrown.waits_for.join(" and "))?;
    }
    writeln!(out, "Head of the log: {}", thrown.head)?;
    Ok(())
}

fn write_seen(seen: &Seen, out: &mut dyn Write) -> Result<(), CliError> {
    writeln!(
        out,
        "Table {}: {} mode, log {}.",
        seen.id, seen.mode, seen.log_name
    )?;
    for (name, has_joined) in &seen.parties {
        let values = if *has_joined {
            "has joined with values of its own"
        } else {
            "has no values of its own"
        };
        writeln!(out, "  {name} {values}")?;
    }
    for draw in &seen.draws {
        let state = if draw.is_reported {
            ""
        } else {
            " (locked, not yet thrown)"
        };
        writeln!(
            out,
            "Draw {}, asked for by {}{state}:",
            draw.thrown.draw, draw.thrown.party
        )?;
        for roll in &draw.thrown.rolls {
            writeln!(out, "  {}", roll_line(roll))?;
        }
    }
    match seen.head {
        Some(head) => writeln!(out, "Head of the log: {head}")?,
        None => writeln!(out, "Nothing was thrown yet.")?,
    }
    Ok(())
}

fn roll_json(roll: &Roll) -> Value {
    json!({
        "label": roll.asked.label,
        "spec": roll.asked.spec,
        "about": roll.asked.about.as_ref().map(ToString::to_string),
        "results": roll.faces,
        "sum": roll.sum(),
    })
}

fn draw_json(thrown: &Thrown, is_reported: bool) -> Value {
    json!({
        "draw": thrown.draw,
        "party": thrown.party,
        "reported": is_reported,
        "lines": thrown.lines,
        "rolls": thrown.rolls.iter().map(roll_json).collect::<Vec<_>>(),
    })
}

fn thrown_json(id: &MatchId, thrown: &Thrown) -> Value {
    let mut document = draw_json(thrown, thrown.waits_for.is_empty());
    document["table"] = json!(id.to_string());
    document["waits_for"] = json!(thrown.waits_for);
    document["head"] = json!(thrown.head);
    document
}

fn table_json(seen: &Seen) -> Value {
    let party = |(name, has_joined): &(String, bool)| json!({ "name": name, "joined": has_joined });
    json!({
        "table": seen.id,
        "log_name": seen.log_name,
        "mode": seen.mode,
        "parties": seen.parties.iter().map(party).collect::<Vec<_>>(),
        "draws": seen.draws.iter().map(|draw| draw_json(&draw.thrown, draw.is_reported)).collect::<Vec<_>>(),
        "head": seen.head,
    })
}
