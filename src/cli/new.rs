//! `tessera new`: makes a match.

use std::io::Write;

use clap::Args;
use serde_json::json;

use super::args::Cli;
use super::error::CliError;
use super::site::{Make, Opened, match_id, no_deadline};
use super::{CliResult, game, print_json};
use crate::desk::{NewMatch, NewSeat};
use crate::schedule::Policy;

/// Make a match
#[derive(Debug, Args)]
pub struct NewArgs {
    /// The game, by its key or the beginning of it
    #[arg(value_name = "KEY")]
    game: String,
    /// The scenario
    #[arg(long, default_value = "standard", value_name = "KEY")]
    scenario: String,
    /// A side and its player's address; a side alone is played from files
    #[arg(long, value_name = "SIDE[=ADDRESS]")]
    seat: Vec<String>,
    /// The game master's address
    #[arg(long, value_name = "ADDRESS")]
    gm: Option<String>,
    /// The side that the host of this site plays himself
    #[arg(long, value_name = "SIDE")]
    host_plays: Option<String>,
    /// An option of the game; `games show KEY` lists them
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// How long seats have: 3d, 36h, "2d at 20:00 skip weekends", none
    #[arg(long, value_name = "POLICY")]
    deadline: Option<Policy>,
    /// The name of the match, instead of one of our making
    #[arg(long, value_name = "NAME")]
    id: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns its exit code.
pub fn run(cli: &Cli, args: &NewArgs, out: &mut dyn Write) -> CliResult {
    let game = game(&args.game)?;
    let mut opened = Opened::find(cli, Make::Folder)?;
    let (deadline, grace) = no_deadline();
    let mut new = NewMatch {
        id: args.id.as_deref().map(match_id).transpose()?,
        game,
        scenario: args.scenario.clone(),
        options: args
            .option
            .iter()
            .map(|option| pair(option))
            .collect::<Result<_, _>>()?,
        seats: args.seat.iter().map(|seat| new_seat(seat)).collect(),
        game_master: args.gm.clone(),
        host_plays: args.host_plays.as_deref().map(str::to_lowercase),
        deadline,
        grace,
        reminders: Vec::new(),
    };
    if let Some(policy) = &args.deadline {
        new.deadline = policy.clone();
    }
    let id = opened.at_desk(|desk| desk.make(&new))?;
    let ran = opened.at_desk(|desk| desk.start_from_files(&id))?;
    let sides: Vec<_> = game.sides.to_vec();
    if args.json {
        let document = json!({
            "match": id.to_string(),
            "folder": opened.site.folders.data,
            "game": game.key,
            "scenario": args.scenario,
            "sides": sides,
            "stop": ran.table.stop,
        });
        print_json(&document, out)?;
        return Ok(0);
    }
    writeln!(
        out,
        "Match {id} of {} is set up in {}.",
        game.title,
        opened.site.folders.data.display()
    )?;
    writeln!(
        out,
        "It is played from files. Look at it, then send orders:"
    )?;
    for side in sides {
        writeln!(out, "  tessera show {id} --as {side}")?;
        writeln!(out, "  tessera submit {id} --as {side} FILE")?;
    }
    Ok(0)
}

fn pair(option: &str) -> Result<(String, String), CliError> {
    let (name, value) = option
        .split_once('=')
        .ok_or_else(|| CliError::usage(format!("`{option}` is not an option: write name=value")))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

fn new_seat(seat: &str) -> NewSeat {
    match seat.split_once('=') {
        Some((side, address)) => NewSeat {
            side: side.to_lowercase(),
            address: Some(address.to_owned()),
        },
        None => NewSeat {
            side: seat.to_lowercase(),
            address: None,
        },
    }
}
