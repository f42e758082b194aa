//! `tessera show` and `tessera status`: looking at matches.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::args::Cli;
use super::error::CliError;
use super::looks::Looks;
use super::replay::write;
use super::site::{Make, Opened, desk_error, match_id};
use super::{CliResult, print_json};
use crate::desk::{DeskError, Ran, Table};
use crate::engine::{Ending, Outcome, Seat, Viewer};
use crate::ledger::asked;
use crate::report::model::Report;
use crate::report::text;
use crate::store::{Life, MatchId, Store};

/// Show a match as a side sees it
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The match
    #[arg(value_name = "MATCH")]
    id: String,
    /// The side whose eyes to look with; an observer's if none is named
    #[arg(long = "as", value_name = "SIDE")]
    side: Option<String>,
    /// Tell what the side knows of a unit
    #[arg(long, value_name = "UNIT", requires = "side")]
    unit: Option<String>,
    /// List the orders that a unit could be given now
    #[arg(long, value_name = "UNIT", requires = "side")]
    legal: Option<String>,
    /// How to show it
    #[command(flatten)]
    looks: Looks,
    /// Show the report of an earlier game turn: every run that began in it
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Show who is waited for
#[derive(Debug, Args)]
pub struct StatusArgs {
    /// The match; all of them if none is named
    #[arg(value_name = "MATCH")]
    id: Option<String>,
    /// List everybody who is waited for in any match, those who are late first
    #[arg(long, conflicts_with = "id")]
    late: bool,
    /// Write that list as a page into this file
    #[arg(long, value_name = "FILE", requires = "late")]
    html: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs `show` and returns its exit code.
pub fn show(cli: &Cli, args: &ShowArgs, out: &mut dyn Write) -> CliResult {
    let id = match_id(&args.id)?;
    let mut opened = Opened::find(cli, Make::Nothing)?;
    let table = opened.at_desk(|desk| desk.table(&id))?;
    let viewer = match &args.side {
        Some(side) => Viewer::Seat(table.seat_of_side(side).map_err(desk_error)?),
        None => Viewer::Observer,
    };
    if let (Viewer::Seat(seat), Some(unit)) = (viewer, &args.unit) {
        return show_unit(&table, seat, unit, out);
    }
    if let (Viewer::Seat(seat), Some(unit)) = (viewer, &args.legal) {
        return show_legal(&table, seat, unit, out);
    }
    let reports = match args.turn {
        Some(turn) => of_turn(&mut opened, &table, viewer, turn)?,
        None => vec![latest(&mut opened, &table, viewer)?],
    };
    let Some(report) = reports.last() else {
        return Err(CliError::refused(format!(
            "match `{id}` has no such turn yet"
        )));
    };
    if args.json {
        let view: serde_json::Value = serde_json::from_str(&table.play.view(viewer))
            .map_err(|error| CliError::internal("a view is not JSON").because(&error))?;
        print_json(&json!({ "report": report, "view": view }), out)?;
        return Ok(0);
    }
    let looks = &args.looks;
    let offers = match viewer {
        Viewer::Seat(seat) => table.play.offers(seat),
        Viewer::Observer | Viewer::GameMaster | Viewer::Everybody => Vec::new(),
    };
    for path in looks.write_files(&opened.site.templates, report, &offers)? {
        writeln!(out, "Wrote {}", path.display())?;
    }
    if looks.map_only() {
        looks.print_map(report, out)?;
    } else if !looks.wants_files() {
        for report in &reports {
            let words = looks.words(&opened.site.templates, report)?;
            out.write_all(words.as_bytes())?;
        }
    }
    Ok(0)
}

fn show_unit(table: &Table, seat: Seat, name: &str, out: &mut dyn Write) -> CliResult {
    let known = table.play.unit(seat, name);
    let known = known.ok_or_else(|| CliError::refused(format!("no unit is called `{name}`")))?;
    writeln!(out, "{known}")?;
    Ok(0)
}

fn show_legal(table: &Table, seat: Seat, name: &str, out: &mut dyn Write) -> CliResult {
    let orders = table.play.legal(seat, name);
    let orders =
        orders.ok_or_else(|| CliError::refused(format!("no unit of yours is called `{name}`")))?;
    for order in orders {
        writeln!(out, "{order}")?;
    }
    Ok(0)
}

/// The report of the last run, or of the match as it stands before the first one.
fn latest(opened: &mut Opened, table: &Table, viewer: Viewer) -> Result<Report, CliError> {
    let stop = table.stop.saturating_sub(1);
    let last = opened.at_desk(|desk| desk.retell(&table.row.id, stop))?;
    Ok(match &last {
        Some(ran) => report_of(ran, viewer),
        None => Report::present(&table.heading(), &*table.play, viewer),
    })
}

/// The reports of every run that began in a game turn.
fn of_turn(
    opened: &mut Opened,
    table: &Table,
    viewer: Viewer,
    turn: u32,
) -> Result<Vec<Report>, CliError> {
    let mut reports = Vec::new();
    for stop in 0..table.stop {
        let Some(ran) = opened.at_desk(|desk| desk.retell(&table.row.id, stop))? else {
            continue;
        };
        if ran.table.play.turn() == turn {
            reports.push(report_of(&ran, viewer));
        }
    }
    Ok(reports)
}

/// The report of a run for a viewer.
fn report_of(ran: &Ran, viewer: Viewer) -> Report {
    Report::after(&ran.table.heading(), &*ran.table.play, viewer, &ran.facts)
}

/// Writes the report of a run as text.
///
/// # Errors
/// What is wrong with a template.
pub fn report_text(opened: &Opened, ran: &Ran, viewer: Viewer) -> Result<String, CliError> {
    text::report(&opened.site.templates, &report_of(ran, viewer))
        .map_err(|error| desk_error(DeskError::Template(error)))
}

/// Writes the reports of a run, one file for each side, and returns their paths.
///
/// # Errors
/// If a file cannot be written.
pub fn report_files(opened: &Opened, ran: &Ran) -> Result<Vec<PathBuf>, CliError> {
    let folder = opened
        .site
        .folders
        .data
        .join("reports")
        .join(ran.table.row.id.as_str());
    let failed = |error: std::io::Error| {
        CliError::try_later(format!(
            "cannot write the reports to `{}`",
            folder.display()
        ))
        .because(&error)
    };
    fs::create_dir_all(&folder).map_err(failed)?;
    let mut paths = Vec::new();
    for seat in ran.table.seats() {
        let side = ran.table.players[seat.index()]
            .side
            .clone()
            .unwrap_or_default();
        let path = folder.join(format!("{:04}-{side}.txt", ran.stop));
        fs::write(&path, report_text(opened, ran, Viewer::Seat(seat))?).map_err(failed)?;
        paths.push(path);
    }
    Ok(paths)
}

/// Runs `status` and returns its exit code.
pub fn status(cli: &Cli, args: &StatusArgs, out: &mut dyn Write) -> CliResult {
    let mut opened = Opened::find(cli, Make::Nothing)?;
    if args.late {
        return late(&mut opened, args, out);
    }
    let ids = match &args.id {
        Some(id) => vec![match_id(id)?],
        None => all_matches(&mut opened)?,
    };
    let mut documents = Vec::new();
    for id in ids {
        let table = opened.at_desk(|desk| desk.table(&id))?;
        documents.push(facts(&table));
        if !args.json {
            write_status(&table, out)?;
        }
    }
    if args.json {
        let document = match (&args.id, documents.pop()) {
            (Some(_), Some(only)) => only,
            (_, last) => {
                documents.extend(last);
                json!({ "matches": documents })
            }
        };
        print_json(&document, out)?;
    } else if documents.is_empty() {
        writeln!(out, "There is no match here; `tessera new` makes one.")?;
    }
    Ok(0)
}

/// Lists who is waited for, for people, as JSON or as a page.
fn late(opened: &mut Opened, args: &StatusArgs, out: &mut dyn Write) -> CliResult {
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method itself is not general enough over the desk's lifetime"
    )]
    let waits = opened.at_desk(|desk| desk.waits())?;
    let page = |template| waits.page(&opened.site, template).map_err(desk_error);
    if let Some(path) = &args.html {
        write(path, page("site/late.html")?.as_bytes())?;
    }
    if args.json {
        print_json(&json!({ "now": waits.now, "waits": waits.seats }), out)?;
    } else if let Some(path) = &args.html {
        writeln!(out, "Wrote {}", path.display())?;
    } else {
        out.write_all(page("mail/late.txt")?.as_bytes())?;
    }
    Ok(0)
}

/// Lists every match that has started.
///
/// # Errors
/// If the store cannot be read.
pub fn all_matches(opened: &mut Opened) -> Result<Vec<MatchId>, CliError> {
    let failed = |error| desk_error(DeskError::Store(error));
    let snapshot = opened.store.read().map_err(failed)?;
    let mut ids = Vec::new();
    for life in [Life::Running, Life::Locked, Life::Finished] {
        ids.extend(
            snapshot
                .matches(life)
                .map_err(failed)?
                .into_iter()
                .filter(|row| row.game != asked::TABLE)
                .map(|row| row.id),
        );
    }
    Ok(ids)
}

fn facts(table: &Table) -> serde_json::Value {
    let side = |seat: &crate::engine::Seat| table.players[seat.index()].side.clone();
    let waiting = table
        .play
        .stop()
        .map(|stop| stop.seats.iter().filter_map(side).collect::<Vec<_>>());
    json!({
        "match": table.row.id.to_string(),
        "game": table.game.key,
        "scenario": table.row.scenario,
        "life": table.row.life.word(),
        "turn": table.play.turn(),
        "stop": table.stop,
        "waits_for": waiting,
        "ending": ending(table),
    })
}

fn write_status(table: &Table, out: &mut dyn Write) -> Result<(), CliError> {
    let facts = facts(table);
    let id = &table.row.id;
    match (&facts["waits_for"], facts["ending"].as_str()) {
        (_, Some(ending)) => writeln!(
            out,
            "{id}: {}, turn {}: {ending}",
            table.game.title,
            table.play.turn()
        )?,
        (waits, None) => {
            let sides: Vec<&str> = waits
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|side| side.as_str())
                .collect();
            writeln!(
                out,
                "{id}: {}, turn {}, stop {}: waits for {}",
                table.game.title,
                table.play.turn(),
                table.stop,
                sides.join(" and ")
            )?;
        }
    }
    Ok(())
}

/// Tells how a match has ended, if it has.
pub fn ending(table: &Table) -> Option<String> {
    let ending = table.play.ending()?;
    Some(ending_words(table, ending))
}

fn ending_words(table: &Table, ending: Ending) -> String {
    let side =
        |seat: crate::engine::Seat| table.players[seat.index()].side.clone().unwrap_or_default();
    match ending {
        Ending::Played(Outcome::Win(seat)) => format!("{} has won", side(seat)),
        Ending::Played(Outcome::Draw) => "it ended in a draw".to_owned(),
        Ending::Resigned(seat) => format!("{} has resigned", side(seat)),
        Ending::DrawAgreed => "a draw was agreed".to_owned(),
    }
}
