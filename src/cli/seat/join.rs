//! `tessera seat join`: makes the secrets of a seat, and its JOIN.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::{SecretsArgs, load, read_letters, save, unreadable};
use crate::cli::args::dice_mode;
use crate::cli::error::CliError;
use crate::cli::site::random_bytes;
use crate::cli::{CliResult, print_json};
use crate::ledger::block::Side;
use crate::ledger::names::{GameName, Owner, PlayerName};
use crate::seat::{Invited, SeatFile};
use crate::store::DiceMode;

/// Make secrets for a match, and print the JOIN block to send with ACCEPT
#[derive(Debug, Args)]
pub(super) struct JoinArgs {
    /// The invitation, as the mail program saved it; it says everything that the options below say
    #[arg(value_name = "MAIL")]
    invitation: Option<PathBuf>,
    /// The name of the match in its log
    #[arg(long)]
    game: Option<GameName>,
    /// The number of the seat; 0 for a new host
    #[arg(long, value_name = "NUMBER")]
    seat: Option<Owner>,
    /// The player's name in the log
    #[arg(long)]
    name: Option<PlayerName>,
    /// How the dice are made
    #[arg(long, value_name = "MODE", value_parser = dice_mode)]
    dice: Option<DiceMode>,
    /// The first draw that the new values are for, where they take the place of others; 1 unless the letter says
    /// something else
    #[arg(long, value_name = "DRAW", value_parser = clap::value_parser!(u64).range(1..=999_999_999))]
    from: Option<u64>,
    /// In beacon mode: give values as well, so that every draw waits for them
    #[arg(long)]
    values: bool,
    #[command(flatten)]
    secrets: SecretsArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns its exit code.
pub(super) fn run(args: &JoinArgs, out: &mut dyn Write) -> CliResult {
    let (invited, first) = invited(args)?;
    let folder = args.secrets.folder()?;
    std::fs::create_dir_all(&folder).map_err(|error| unreadable(&folder, &error))?;
    let mut random = [0; 32];
    random_bytes(&mut random);
    let gives = args.values || invited.dice != DiceMode::Beacon;
    let mut file = SeatFile::new(invited, random, first, gives);
    let path = folder.join(file.name());
    if path.exists() {
        let held = load(&path)?;
        if !held.is_for_the_same(&file) {
            return Err(CliError::refused(format!(
                "there are other secrets for this seat already, in {}",
                path.display()
            ))
            .hint("a second secret for one game would let somebody replay it; move the file away only if you lost what is in it"));
        }
        file = held;
    } else {
        save(&path, &file)?;
    }
    let join = Side::Join(file.join()).to_block().to_string();
    if args.json {
        print_json(&json!({ "secrets": path, "join": join }), out)?;
        return Ok(0);
    }
    writeln!(out, "ACCEPT\n")?;
    writeln!(out, "{join}")?;
    writeln!(
        out,
        "# The secret lies in {}; keep it to yourself, and a copy of it.",
        path.display()
    )?;
    Ok(0)
}

/// Gathers what is to be joined, and from which draw on, from the invitation and the options.
fn invited(args: &JoinArgs) -> Result<(Invited, u64), CliError> {
    let letters = read_letters(args.invitation.as_slice())?;
    let read = letters
        .iter()
        .filter_map(|letter| {
            Some((
                Invited::read(&letter.text)?,
                Invited::first_draw(&letter.text),
            ))
        })
        .last();
    let first = args.from.or(read.as_ref().and_then(|(_, first)| *first));
    let read = read.map(|(read, _)| read);
    let missing = |what: &str| {
        CliError::usage(format!("the {what} is not known"))
            .hint("name the file with the invitation, or give --game, --seat, --name and --dice")
    };
    let read = read.as_ref();
    let invited = Invited {
        game: args
            .game
            .clone()
            .or_else(|| read.map(|read| read.game.clone()))
            .ok_or_else(|| missing("game"))?,
        owner: args
            .seat
            .or_else(|| read.map(|read| read.owner))
            .ok_or_else(|| missing("seat"))?,
        name: args
            .name
            .clone()
            .or_else(|| read.map(|read| read.name.clone()))
            .ok_or_else(|| missing("player's name"))?,
        dice: args
            .dice
            .or_else(|| read.map(|read| read.dice))
            .ok_or_else(|| missing("mode of the dice"))?,
    };
    Ok((invited, first.unwrap_or(1)))
}
