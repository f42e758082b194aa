//! `tessera selfplay`: matches between bots.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::error::CliError;
use super::{CliResult, game, print_json};
use crate::bot::{Chance, Page, SelfPlay, Tally};
use crate::engine::{Seat, SetupError, Viewer};
use crate::games::option_sets::{OptionSet, OptionSets};
use crate::games::{GameEntry, Terms};
use crate::ledger::hash::h;
use crate::report::model::{Heading, Party, Report};
use crate::report::templates::Templates;
use crate::report::text;
use crate::wording::counted;

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
    /// How many matches, with each set of options
    #[arg(long, value_name = "NUMBER", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The seed of dice and bots: any word
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: String,
    /// The bot that takes every seat; given twice, two bots that change sides after each match
    #[arg(long = "bot", value_name = "BOT", default_value = "random")]
    bots: Vec<String>,
    /// An option of the game that the bots play by (may be repeated)
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = read_option)]
    options: Vec<(String, String)>,
    /// Play with so many sets of options drawn by the seed, or with `pairwise`: sets in which any two
    /// options meet, usual and not; what `--option` says holds in all of them
    #[arg(long, value_name = "SETS", value_parser = read_sets)]
    sets: Option<Sets>,
    /// Write the reports of the first match, turn by turn for each side, into this folder
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The sets of options that are played.
#[derive(Debug, Clone, Copy)]
enum Sets {
    /// So many at random.
    Random(u32),
    /// Few, in which any two options meet.
    Pairwise,
}

fn read_sets(text: &str) -> Result<Sets, String> {
    if text.eq_ignore_ascii_case("pairwise") {
        return Ok(Sets::Pairwise);
    }
    let number = text.parse().ok().filter(|&number| number > 0);
    number
        .map(Sets::Random)
        .ok_or_else(|| "write a number or `pairwise`".to_owned())
}

fn read_option(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').ok_or("write name=value")?;
    Ok((pair.0.to_owned(), pair.1.to_owned()))
}

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    scenario: &'a str,
    bots: &'a [String],
    seed: &'a str,
    games: u32,
    finished: u32,
    turns: u64,
    actions: u64,
    seconds: f64,
    actions_per_second: u64,
    outcomes: &'a BTreeMap<String, u32>,
    wins: &'a BTreeMap<String, u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sets: Vec<SetDocument<'a>>,
}

/// What became of the matches with one set of options.
#[derive(Serialize)]
struct SetDocument<'a> {
    options: BTreeMap<&'a str, &'a str>,
    finished: u32,
    outcomes: &'a BTreeMap<String, u32>,
}

/// Runs the command and returns its exit code.
pub fn run(args: &SelfplayArgs, out: &mut dyn Write) -> CliResult {
    let game = game(&args.game)?;
    let terms = terms(game, args)?;
    let wanted = SelfPlay {
        games: args.games,
        seed: args.seed.clone(),
        bots: args.bots.clone(),
        checked: true,
        told: args.reports.is_some(),
    };
    let sets = sets(game, &terms, args);
    let (tallies, time) = timed(|| play_sets(game, &terms, &sets, &wanted));
    let tallies = tallies.map_err(|error| CliError::usage("cannot play").because(&error))?;
    let tally = sum(&tallies);
    let reports = match &args.reports {
        Some(folder) => write_reports(game, &terms, args, &tally.pages, folder)?,
        None => Vec::new(),
    };
    let mut document = document(game, &terms, &wanted, &tally, time);
    if args.sets.is_some() {
        document.sets = sets.iter().zip(&tallies).map(set_document).collect();
    }
    if args.json {
        print_json(&document, out)?;
    } else {
        print(&document, out)?;
        for report in reports {
            writeln!(out, "Report: {}", report.display())?;
        }
    }
    Ok(0)
}

/// Returns the sets of options that are played: the given options alone, unless more are wanted.
fn sets(game: &GameEntry, terms: &Terms, args: &SelfplayArgs) -> Vec<OptionSet> {
    let is_legal = |set: &[(String, String)]| {
        let terms = Terms {
            options: set.to_vec(),
            ..terms.clone()
        };
        (game.options)(&terms).is_ok()
    };
    let drawn = OptionSets::new(game.choices, &args.options, &is_legal);
    let mut chance = Chance::new(h("tessera1.option-sets", &[args.seed.as_bytes()]));
    match args.sets {
        None => vec![args.options.clone()],
        Some(Sets::Random(count)) => (0..count).map(|_| drawn.random(&mut chance)).collect(),
        Some(Sets::Pairwise) => drawn.pairwise(&mut chance),
    }
}

/// Plays the matches that are wanted with each set of options.
fn play_sets(
    game: &GameEntry,
    terms: &Terms,
    sets: &[OptionSet],
    wanted: &SelfPlay,
) -> Result<Vec<Tally>, SetupError> {
    let play = |(number, options): (usize, &OptionSet)| {
        let terms = Terms {
            options: options.clone(),
            ..terms.clone()
        };
        let wanted = SelfPlay {
            told: wanted.told && number == 0,
            ..wanted.clone()
        };
        (game.selfplay)(&terms, &wanted)
    };
    sets.iter().enumerate().map(play).collect()
}

fn sum(tallies: &[Tally]) -> Tally {
    let mut sum = Tally::default();
    for tally in tallies {
        sum.games += tally.games;
        sum.finished += tally.finished;
        sum.turns += tally.turns;
        sum.actions += tally.actions;
        for (counts, more) in [
            (&mut sum.outcomes, &tally.outcomes),
            (&mut sum.wins, &tally.wins),
        ] {
            for (key, count) in more {
                *counts.entry(key.clone()).or_default() += count;
            }
        }
        sum.pages.extend(tally.pages.iter().cloned());
    }
    sum
}

fn set_document<'a>((options, tally): (&'a OptionSet, &'a Tally)) -> SetDocument<'a> {
    SetDocument {
        options: options
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect(),
        finished: tally.finished,
        outcomes: &tally.outcomes,
    }
}

/// Writes a report for each page, `turn-03-hun.txt`, and returns the paths.
fn write_reports(
    game: &GameEntry,
    terms: &Terms,
    args: &SelfplayArgs,
    pages: &[Page],
    folder: &Path,
) -> Result<Vec<PathBuf>, CliError> {
    let failed = |error: std::io::Error| {
        CliError::try_later(format!(
            "cannot write the reports to `{}`",
            folder.display()
        ))
        .because(&error)
    };
    fs::create_dir_all(folder).map_err(failed)?;
    let wording = |error| CliError::internal("a shipped template is wrong").because(&error);
    let templates = Templates::new(&[]).map_err(wording)?;
    let sides =
        (game.sides)(terms).map_err(|error| CliError::refused("cannot play").because(&error))?;
    let bots = args.bots.iter().cycle();
    let parties = sides.iter().cloned().zip(bots.cloned()).collect();
    let heading = heading(game, terms, format!("selfplay-{}", args.seed), parties);
    let mut paths = Vec::new();
    for page in pages {
        let side = &sides[page.seat.index()];
        let report = Report::of_page(&heading, side, page);
        let path = folder.join(format!("turn-{:02}-{side}.txt", page.turn));
        let text = text::report(&templates, &report).map_err(wording)?;
        fs::write(&path, text).map_err(failed)?;
        paths.push(path);
    }
    Ok(paths)
}

/// Returns reports of one match between bots and of a match at its first stop, to try texts out on.
///
/// # Errors
/// If the shipped files are faulty.
pub fn sample_reports(game: &GameEntry) -> Result<Vec<Report>, CliError> {
    let faulty =
        |error: SetupError| CliError::internal("the shipped files are faulty").because(&error);
    let files = (game.files)();
    let terms = Terms {
        scenario: (game.scenarios)(&files).map_err(faulty)?.swap_remove(0),
        options: Vec::new(),
        files,
    };
    let wanted = SelfPlay {
        games: 1,
        seed: "samples".to_owned(),
        bots: vec!["random".to_owned()],
        checked: false,
        told: true,
    };
    let tally = (game.selfplay)(&terms, &wanted).map_err(faulty)?;
    let sides = (game.sides)(&terms).map_err(faulty)?;
    let parties = sides.iter().map(|side| (side.clone(), "Anna".to_owned()));
    let heading = heading(game, &terms, "samples".to_owned(), parties.collect());
    let pages = tally.pages.iter();
    let mut reports: Vec<Report> = pages
        .map(|page| Report::of_page(&heading, &sides[page.seat.index()], page))
        .collect();
    let play = (game.start)(&terms).map_err(faulty)?;
    let seats = (0..).map(Seat).take(sides.len());
    reports.extend(seats.map(|seat| Report::present(&heading, &*play, Viewer::Seat(seat))));
    Ok(reports)
}

fn heading(game: &GameEntry, terms: &Terms, id: String, parties: Vec<(String, String)>) -> Heading {
    let party = |(side, name)| Party { side, name };
    Heading {
        id,
        game: game.key.to_owned(),
        title: game.title.to_owned(),
        scenario: terms.scenario.clone(),
        parties: parties.into_iter().map(party).collect(),
    }
}

fn terms(game: &GameEntry, args: &SelfplayArgs) -> Result<Terms, CliError> {
    let files = (game.files)();
    let scenario = super::scenario(game, &files, args.scenario.as_deref())?;
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
        bots: &wanted.bots,
        seed: &wanted.seed,
        games: tally.games,
        finished: tally.finished,
        turns: tally.turns,
        actions: tally.actions,
        seconds: f64::from(u32::try_from(millis).unwrap_or(u32::MAX)) / 1000.0,
        actions_per_second: (u128::from(tally.actions) * 1000 / millis) as u64,
        outcomes: &tally.outcomes,
        wins: &tally.wins,
        sets: Vec::new(),
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
        "{} of {} ({}), {finished} finished",
        counted(*games, "game", "games"),
        document.game,
        document.scenario
    )?;
    for (outcome, count) in document.outcomes {
        writeln!(out, "  {outcome}: {count}")?;
    }
    if document.bots.len() > 1 {
        for (bot, wins) in document.wins {
            writeln!(out, "  won by {bot}: {wins}")?;
        }
    }
    for (number, set) in (1..).zip(&document.sets) {
        let options = set.options.iter();
        let options: Vec<String> = options
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        writeln!(
            out,
            "set {number}: {} finished, {}",
            set.finished,
            options.join(" ")
        )?;
    }
    writeln!(
        out,
        "{}, {} in {seconds} s, {} a second",
        counted(*turns, "turn", "turns"),
        counted(*actions, "action", "actions"),
        document.actions_per_second
    )?;
    Ok(())
}
