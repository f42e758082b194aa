//! `tessera site`: pages for spectators.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::args::Cli;
use super::error::CliError;
use super::replay::{everybody, replay_page, unwritable, write};
use super::site::{Make, Opened, desk_error};
use super::status::all_matches;
use super::{CliResult, print_json};
use crate::auditor::examine;
use crate::desk::{DeskError, Ran, Table};
use crate::engine::Viewer;
use crate::record::part_text;
use crate::report::html::{self, Frame, Look};
use crate::report::model::Report;
use crate::store::MatchId;
use crate::wording::counted;

/// Write pages for spectators: matches, public reports, replays, records to download
#[derive(Debug, Args)]
#[command(
    after_help = "What is secret while a match runs is in none of these files: reports are those of \
                  an observer, as late as the match lets observers have them and never before the game \
                  master has let them go; replays, records and verdicts are written of matches that \
                  are over."
)]
pub struct PagesArgs {
    /// The folder to write into
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many of the latest reports of a running match are held back
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    delay: usize,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// A match on the index.
#[derive(Debug, Serialize)]
struct Listed {
    id: String,
    title: String,
    scenario: String,
    sides: Vec<String>,
    turn: u32,
    ending: Option<String>,
    reports: Vec<Page>,
    files: Vec<Page>,
}

/// A file of the site.
#[derive(Debug, Serialize)]
struct Page {
    name: String,
    path: String,
}

/// What the template of the index gets.
#[derive(Serialize)]
struct IndexFacts<'a> {
    site: &'a str,
    matches: &'a [Listed],
}

/// Runs the command and returns its exit code.
pub fn run(cli: &Cli, args: &PagesArgs, out: &mut dyn Write) -> CliResult {
    let mut opened = Opened::find(cli, Make::Nothing)?;
    let mut listed = Vec::new();
    for id in all_matches(&mut opened)? {
        listed.push(one_match(&mut opened, &id, args)?);
    }
    let facts = IndexFacts {
        site: &opened.site.name,
        matches: &listed,
    };
    let index = opened.site.templates.render("site/index.html", &facts);
    let index = index.map_err(|error| desk_error(DeskError::Template(error)))?;
    fs::create_dir_all(&args.out).map_err(|error| unwritable(&args.out, &error))?;
    write(&args.out.join("index.html"), index.as_bytes())?;
    if args.json {
        print_json(&json!({ "folder": args.out, "matches": listed }), out)?;
        return Ok(0);
    }
    writeln!(
        out,
        "Wrote {} with {}.",
        args.out.join("index.html").display(),
        counted(listed.len(), "match", "matches")
    )?;
    Ok(0)
}

/// Writes the pages of a match.
fn one_match(opened: &mut Opened, id: &MatchId, args: &PagesArgs) -> Result<Listed, CliError> {
    let table = opened.at_desk(|desk| desk.table(id))?;
    let runs = opened.at_desk(|desk| desk.film(id))?;
    let folder = args.out.join(id.as_str());
    fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, &error))?;
    let told = opened.at_desk(|desk| desk.told_to_all(id, &runs))?;
    let over = table.play.ending().is_some() && told == runs.len();
    let held_back = if over { 0 } else { args.delay };
    let shown = told.min(runs.len().saturating_sub(held_back));
    let mut reports = Vec::new();
    for ran in &runs[..shown] {
        reports.push(report(opened, &table, ran, &folder)?);
    }
    let files = match over {
        true => of_finished(opened, &table, &runs, &folder)?,
        false => Vec::new(),
    };
    let heading = table.heading();
    Ok(Listed {
        id: id.to_string(),
        title: heading.title,
        scenario: heading.scenario,
        sides: heading
            .parties
            .iter()
            .map(|party| format!("{}: {}", party.side, party.name))
            .collect(),
        turn: runs[..shown].last().map_or(0, |ran| ran.table.play.turn()),
        ending: super::show::ending(&table).filter(|_| over),
        reports,
        files,
    })
}

/// Writes what an observer is told of a run, as a page with its drawing inside.
fn report(
    opened: &Opened,
    table: &Table,
    ran: &Ran,
    folder: &std::path::Path,
) -> Result<Page, CliError> {
    let heading = table.heading();
    let mut report = Report::after(&heading, &*ran.table.play, Viewer::Observer, &ran.facts);
    report.awaited.clear();
    let look = Look {
        crop: true,
        ..Look::default()
    };
    let svg = html::drawing(&report, look, None);
    let picture = format!("{:04}.svg", ran.stop);
    write(&folder.join(&picture), svg.as_bytes())?;
    let frame = Frame {
        subject: &format!("{}: {}, stop {}", heading.title, heading.id, ran.stop),
        picture: &picture,
        site: None,
    };
    let page = html::report(&opened.site.templates, &report, frame);
    let page = page.map_err(|error| desk_error(DeskError::Template(error)))?;
    let name = format!("{:04}.html", ran.stop);
    write(&folder.join(&name), page.as_bytes())?;
    Ok(Page {
        name: format!("stop {}, turn {}", ran.stop, ran.table.play.turn()),
        path: format!("{}/{name}", heading.id),
    })
}

/// Writes replay, record, dice log and verdict of a match that is over.
fn of_finished(
    opened: &mut Opened,
    table: &Table,
    runs: &[Ran],
    folder: &std::path::Path,
) -> Result<Vec<Page>, CliError> {
    let id = &table.row.id;
    let (viewer, name, eyes) = everybody();
    let replay = replay_page(&opened.site.templates, table, runs, viewer, &eyes)?;
    write(&folder.join(&name), replay.as_bytes())?;
    let lines = opened.at_desk(|desk| desk.export(id, "observer", false))?;
    write(&folder.join("record.jsonl"), part_text(&lines).as_bytes())?;
    let log_file = opened.site.logs.file(id);
    let log = fs::read_to_string(&log_file).map_err(|error| unwritable(&log_file, &error))?;
    write(&folder.join("dice.log"), log.as_bytes())?;
    let verdict = verdict(opened, id)?;
    write(&folder.join("verdict.txt"), verdict.as_bytes())?;
    let page = |words: &str, file: &str| Page {
        name: words.to_owned(),
        path: format!("{id}/{file}"),
    };
    Ok(vec![
        page("replay", &name),
        page("record", "record.jsonl"),
        page("dice log", "dice.log"),
        page("verdict", "verdict.txt"),
    ])
}

/// What an auditor says of what everybody may hold.
fn verdict(opened: &mut Opened, id: &MatchId) -> Result<String, CliError> {
    let own = opened.at_desk(|desk| desk.papers(id))?;
    let verdict = examine(&own, &[], &|key| opened.site.played_by(key), None);
    let refused = |error| CliError::refused("a match cannot be audited").because(&error);
    Ok(verdict.map_err(refused)?.to_string())
}
