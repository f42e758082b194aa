//! `tessera try`: worked examples through the rules.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::error::CliError;
use super::{CliResult, print_json};
use crate::engine::Viewer;
use crate::games::{self, GameEntry};
use crate::report::model::{Heading, Party, Report};
use crate::report::templates::Templates;
use crate::report::text;
use crate::trial::{self, Examples, Outcome, SchemaErrors, Sent, schema};

/// Run worked examples: positions, orders and scripted dice, and compare what comes of them
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 every example passed, 1 one failed, 64 the file breaks its form"
)]
pub struct TryArgs {
    /// The file of examples
    #[arg(value_name = "FILE.json")]
    file: PathBuf,
    /// Run only the example with this id
    #[arg(long, value_name = "ID")]
    only: Option<String>,
    /// Print one JSON document with every roll and everything that can be stated
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns its exit code.
pub fn run(args: &TryArgs, out: &mut dyn Write) -> CliResult {
    let json = std::fs::read_to_string(&args.file)
        .map_err(|error| unreadable(&args.file).because(&error))?;
    let breaks = |errors: SchemaErrors| breaks_form(&args.file, &errors);
    let key = schema::game(&json).map_err(|error| breaks(error.into()))?;
    let game = find(&key, &args.file)?;
    let examples = (game.examples)(&json).map_err(breaks)?;
    let chosen = choose(examples.as_ref(), args)?;
    let ran = chosen
        .into_iter()
        .map(|index| examples.run(index, report_text));
    let outcome = Outcome::new(args.file.display().to_string(), game.key, ran.collect());
    if args.json {
        print_json(&outcome, out)?;
    } else {
        write!(out, "{}", trial::text(&outcome))?;
    }
    Ok(u8::from(outcome.failed > 0))
}

fn unreadable(file: &Path) -> CliError {
    CliError::usage(format!("cannot read the examples in `{}`", file.display()))
}

fn breaks_form(file: &Path, errors: &SchemaErrors) -> CliError {
    let message = format!(
        "`{}` is no file of examples; nothing was run",
        file.display()
    );
    let error = CliError::usage(message);
    errors
        .0
        .iter()
        .fold(error, |error, wrong| error.because(wrong))
}

fn find(key: &str, file: &Path) -> Result<&'static GameEntry, CliError> {
    let found = games::GAMES.iter().find(|game| game.key == key);
    found.ok_or_else(|| {
        let known: Vec<_> = games::GAMES.iter().map(|game| game.key).collect();
        let wrong = trial::SchemaError::new("game", format!("there is no game `{key}`"));
        breaks_form(file, &wrong.into()).hint(format!("write one of {}", known.join(", ")))
    })
}

/// Returns the places of the examples that are to be run.
fn choose(examples: &dyn Examples, args: &TryArgs) -> Result<Vec<usize>, CliError> {
    let ids = examples.ids();
    let Some(only) = &args.only else {
        return Ok((0..ids.len()).collect());
    };
    match ids.iter().position(|id| id == only) {
        Some(index) => Ok(vec![index]),
        None => Err(
            CliError::usage(format!("there is no example `{only}`")).hint(format!(
                "`{}` has {}",
                args.file.display(),
                ids.join(", ")
            )),
        ),
    }
}

/// Writes the text report that a side would be sent.
fn report_text(sent: &Sent<'_>) -> String {
    let game = games::find(sent.game).expect("an example belongs to a game of the list");
    let party = |side: String| Party {
        name: side.clone(),
        side,
    };
    let heading = Heading {
        id: "example".to_owned(),
        game: game.key.to_owned(),
        title: game.title.to_owned(),
        scenario: "example".to_owned(),
        parties: sent.standing.sides().into_iter().map(party).collect(),
    };
    let viewer = Viewer::Seat(sent.seat);
    let report = Report::of(&heading, sent.standing, viewer, sent.notes, sent.told);
    let templates = Templates::new(&[]).expect("the shipped templates can be read");
    text::report(&templates, &report).expect("the shipped templates fit the facts")
}
