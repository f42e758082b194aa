//! `tessera replay`: a match played again in a browser, from a file.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::args::Cli;
use super::error::CliError;
use super::peek::Peek;
use super::site::{Make, Opened, desk_error, match_id};
use super::{CliResult, print_json};
use crate::desk::{DeskError, Ran, Table};
use crate::engine::{Seat, Viewer};
use crate::report::replay::{Reel, page};
use crate::report::templates::Templates;

/// Write a match as pages that play it again, event by event
#[derive(Debug, Args)]
#[command(
    after_help = "While the match runs there is a page for each side with what it saw (of a host who \
                  plays, his own; --as SIDE --peek writes another); when it is over, one page shows everything."
)]
pub struct ReplayArgs {
    /// The match
    #[arg(value_name = "MATCH")]
    id: String,
    /// The folder to write into
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The only side for which a page is written
    #[arg(long = "as", value_name = "SIDE")]
    side: Option<String>,
    #[command(flatten)]
    peek: Peek,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns its exit code.
pub fn run(cli: &Cli, args: &ReplayArgs, out: &mut dyn Write) -> CliResult {
    let id = match_id(&args.id)?;
    let mut opened = Opened::find(cli, Make::Nothing)?;
    let table = opened.at_desk(|desk| desk.table(&id))?;
    let viewers = viewers(&table, args.side.as_deref())?;
    if let Some(side) = &args.side {
        args.peek.at(&mut opened, &id, side)?;
    }
    let runs = opened.at_desk(|desk| desk.film(&id))?;
    fs::create_dir_all(&args.out).map_err(|error| unwritable(&args.out, &error))?;
    let mut files = Vec::new();
    for (viewer, name, eyes) in viewers {
        let path = args.out.join(name);
        let page = replay_page(&opened.site.templates, &table, &runs, viewer, &eyes)?;
        write(&path, page.as_bytes())?;
        files.push(path);
    }
    if args.json {
        print_json(&json!({ "match": id.to_string(), "files": files }), out)?;
        return Ok(0);
    }
    for path in files {
        writeln!(out, "Wrote {}", path.display())?;
    }
    Ok(0)
}

/// Whose pages there are: the named side's; each side's while the match runs, else everybody's.
fn viewers(table: &Table, side: Option<&str>) -> Result<Vec<(Viewer, String, String)>, CliError> {
    let of_seat = |seat| {
        let side = table.play.sides()[Seat::index(seat)].clone();
        let eyes = format!("What the {side} side has seen.");
        (Viewer::Seat(seat), format!("replay-{side}.html"), eyes)
    };
    if let Some(side) = side {
        return Ok(vec![of_seat(table.seat_of_side(side).map_err(desk_error)?)]);
    }
    if table.play.ending().is_some() {
        return Ok(vec![everybody()]);
    }
    let shown = table.seats().filter(|seat| !table.is_withheld(*seat));
    Ok(shown.map(of_seat).collect())
}

/// The page of a match that is over.
pub fn everybody() -> (Viewer, String, String) {
    (
        Viewer::Everybody,
        "replay.html".to_owned(),
        "Everything, now that it is over.".to_owned(),
    )
}

/// Writes the replay of a match for a viewer.
///
/// # Errors
/// If nothing has happened yet, or a template is wrong.
pub fn replay_page(
    templates: &Templates,
    table: &Table,
    runs: &[Ran],
    viewer: Viewer,
    eyes: &str,
) -> Result<String, CliError> {
    let Some(start) = runs.first().and_then(|ran| ran.facts.board_before(viewer)) else {
        return Err(CliError::refused(format!(
            "nothing has happened yet in match `{}`",
            table.row.id
        )));
    };
    let reels: Vec<Reel<'_>> = runs
        .iter()
        .map(|ran| Reel {
            turn: ran.table.play.turn(),
            scenes: ran.facts.scenes_of(viewer),
        })
        .collect();
    page(templates, &table.heading(), eyes, start, &reels)
        .map_err(|error| desk_error(DeskError::Template(error)))
}

/// Writes a file of a page.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    fs::write(path, bytes).map_err(|error| unwritable(path, &error))
}

/// Says that something cannot be written.
pub fn unwritable(path: &Path, error: &std::io::Error) -> CliError {
    CliError::try_later(format!("cannot write `{}`", path.display())).because(error)
}
