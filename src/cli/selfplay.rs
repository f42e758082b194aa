//! `tessera selfplay`: matches between bots.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::error::CliError;
use super::{CliResult, game, print_json};
use crate::bot::{SelfPlay, Tally};
use crate::games::{GameEntry, Terms};

/// Let bots play matches against each other, and count outcomes and actions a second
#[derive(Debug, Args)]
#[command(after_help = "The same seed plays the same matches; only the times differ.")]
pub struct SelfplayArgs {
    /// The game, by its key or the beginning of it
    #[arg(value_name = "KEY")]
    game: String,
    /// The scenario [default: the game's first]
    #[arg(long, value_name = "SCENARIO")]
    scenario: Option<String>,
    /// How many matches
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    games: u32,
    /// The seed of dice and bots: any word
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: String,
    /// The bot that takes every seat
    #[arg(long, value_name = "BOT", default_value = "random")]
    bot: String,
    /// An option of the game that the bots play by (may be repeated)
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = read_option)]
    options: Vec<(String, String)>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

fn read_option(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').ok_or("write name=value")?;
    Ok((pair.0.to_owned(), pair.1.to_owned()))
}

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    scenario: &'a str,
    bot: &'a str,
    seed: &'a str,
    games: u32,
    finished: u32,
    turns: u64,
    actions: u64,
    seconds: f64,
    actions_per_second: u64,
    outcomes: &'a std::collections::BTreeMap<String, u32>,
}

/// Runs the command and returns its exit code.
pub fn run(args: &SelfplayArgs, out: &mut dyn Write) -> CliResult {
    let game = game(&args.game)?;
    let terms = terms(game, args)?;
    let wanted = SelfPlay {
        games: args.games,
        seed: args.seed.clone(),
        bot: args.bot.clone(),
        checked: true,
    };
    let (tally, time) = timed(|| (game.selfplay)(&terms, &wanted));
    let tally = tally.map_err(|error| CliError::refused("cannot play").because(&error))?;
    let document = document(game, &terms, &wanted, &tally, time);
    if args.json {
        print_json(&document, out)?;
    } else {
        print(&document, out)?;
    }
    Ok(0)
}

fn terms(game: &GameEntry, args: &SelfplayArgs) -> Result<Terms, CliError> {
    let files = (game.files)();
    let scenario = match &args.scenario {
        Some(scenario) => scenario.clone(),
        None => (game.scenarios)(&files)
            .map_err(|error| CliError::internal("the shipped files are faulty").because(&error))?
            .swap_remove(0),
    };
    Ok(Terms {
        scenario,
        options: args.options.clone(),
        files,
    })
}

#[expect(
    clippy::disallowed_methods,
    reason = "the speed of play is what is asked for"
)]
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = std::time::Instant::now();
    let done = work();
    (done, start.elapsed())
}

fn document<'a>(
    game: &'a GameEntry,
    terms: &'a Terms,
    wanted: &'a SelfPlay,
    tally: &'a Tally,
    time: Duration,
) -> Document<'a> {
    let millis = time.as_millis().max(1);
    Document {
        game: game.key,
        scenario: &terms.scenario,
        bot: &wanted.bot,
        seed: &wanted.seed,
        games: tally.games,
        finished: tally.finished,
        turns: tally.turns,
        actions: tally.actions,
        seconds: f64::from(u32::try_from(millis).unwrap_or(u32::MAX)) / 1000.0,
        actions_per_second: (u128::from(tally.actions) * 1000 / millis) as u64,
        outcomes: &tally.outcomes,
    }
}

fn print(document: &Document<'_>, out: &mut dyn Write) -> Result<(), CliError> {
    let Document {
        games,
        finished,
        turns,
        actions,
        seconds,
        ..
    } = document;
    writeln!(
        out,
        "{games} games of {} ({}), {finished} finished",
        document.game, document.scenario
    )?;
    for (outcome, count) in document.outcomes {
        writeln!(out, "  {outcome}: {count}")?;
    }
    writeln!(
        out,
        "{turns} turns, {actions} actions in {seconds} s, {} a second",
        document.actions_per_second
    )?;
    Ok(())
}
