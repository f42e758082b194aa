//! `tessera games`: what can be played.

use std::io::Write;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::error::CliError;
use super::{CliResult, game, print_json, scenario};
use crate::desk::{HOUSE_OPTIONS, HouseOption};
use crate::games::text::{columns, wrap};
use crate::games::{Description, GAMES, GameEntry, Terms};

/// List the games, or show what one of them has
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct GamesArgs {
    #[command(subcommand)]
    command: Option<GamesCommand>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum GamesCommand {
    /// Show sides, units, maps, scenarios, cards and options of a game
    Show(ShowArgs),
}

#[derive(Debug, Args)]
struct ShowArgs {
    /// The game, by its key or the beginning of it
    #[arg(value_name = "KEY")]
    game: String,
    /// Show only this scenario
    #[arg(long, value_name = "SCENARIO")]
    scenario: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns its exit code.
pub fn run(args: &GamesArgs, out: &mut dyn Write) -> CliResult {
    match &args.command {
        Some(GamesCommand::Show(args)) => show(args, out),
        None if args.json => {
            let games = GAMES.iter().map(|game| {
                json!({
                    "key": game.key,
                    "title": game.title,
                    "summary": game.summary,
                    "rules_version": game.rules_version,
                    "scenarios": scenarios(game),
                })
            });
            print_json(&json!({ "games": games.collect::<Vec<_>>() }), out)?;
            Ok(0)
        }
        None => {
            let rows = GAMES
                .iter()
                .flat_map(|game| [[game.key, game.title], ["", game.summary]]);
            let rows: Vec<_> = rows.map(|row| row.map(str::to_owned)).collect();
            writeln!(out, "{}", columns("", "  ", &rows))?;
            Ok(0)
        }
    }
}

/// Lists the scenarios of a game as it is shipped, each with its sides in seat order.
fn scenarios(game: &GameEntry) -> Vec<Value> {
    let files = (game.files)();
    let known = (game.scenarios)(&files).expect("the shipped files are sound");
    let sides = |scenario: &str| {
        let terms = Terms {
            scenario: scenario.to_owned(),
            options: Vec::new(),
            files: files.clone(),
        };
        (game.sides)(&terms).expect("a scenario of the game has sides")
    };
    let shown = |key: &String| json!({ "key": key, "sides": sides(key) });
    known.iter().map(shown).collect()
}

fn show(args: &ShowArgs, out: &mut dyn Write) -> CliResult {
    let game = game(&args.game)?;
    let files = (game.files)();
    let described = match &args.scenario {
        None => (game.describe)(&files),
        Some(named) => {
            let scenario = scenario(game, &files, Some(named))?;
            (game.describe_scenario)(&files, &scenario)
        }
    };
    let Description { text, mut json } = described
        .map_err(|error| CliError::usage(format!("cannot show `{}`", game.key)).because(&error))?;
    // A scenario has none of its own.
    let is_whole = args.scenario.is_none();
    if args.json {
        if is_whole {
            json["house_options"] = house_json();
        }
        print_json(&json, out)?;
    } else {
        write!(out, "{text}")?;
        if is_whole {
            write!(out, "\n{}", house_text())?;
        }
    }
    Ok(0)
}

/// Tells the options that every match can agree on, whatever is played.
fn house_text() -> String {
    let mut text = "OPTIONS OF THE HOUSE, for every game\n".to_owned();
    for option in HOUSE_OPTIONS {
        let HouseOption {
            name,
            subject,
            values,
            default,
        } = option;
        let told = format!("{name}: {subject}; {values} (default {default})");
        text += &wrap("  ", "      ", &told);
        text.push('\n');
    }
    text + &wrap(
        "",
        "",
        "Beside them an invitation names the dice (`--dice`, casual unless said otherwise), the time for an \
         answer (`--deadline`) and how long a run waits after the last orders (`--grace`); the defaults of \
         these two are the site's, in the section [deadlines] of config.toml.",
    ) + "\n"
}

fn house_json() -> Value {
    let options = HOUSE_OPTIONS.iter().map(|option| {
        json!({
            "name": option.name,
            "subject": option.subject,
            "values": option.values,
            "default": option.default,
        })
    });
    options.collect()
}
