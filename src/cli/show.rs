//! `tessera show`: looking at a match as a side sees it.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::args::Cli;
use super::error::CliError;
use super::looks::Looks;
use super::peek::Peek;
use super::site::{Make, Opened, desk_error, match_id};
use super::{CliResult, print_json};
use crate::desk::{DeskError, Filed, Ran, Table};
use crate::engine::{Seat, Viewer};
use crate::report::choices::choices;
use crate::report::model::Report;
use crate::report::text;

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
    /// List the orders that a unit could be given now; without a unit, how many each unit could
    #[arg(long, value_name = "UNIT", requires = "side", num_args = 0..=1, default_missing_value = "")]
    legal: Option<String>,
    #[command(flatten)]
    peek: Peek,
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

/// Runs `show` and returns its exit code.
pub fn show(cli: &Cli, args: &ShowArgs, out: &mut dyn Write) -> CliResult {
    let id = match_id(&args.id)?;
    let mut opened = Opened::find(cli, Make::Nothing)?;
    let table = opened.at_desk(|desk| desk.table(&id))?;
    let viewer = match &args.side {
        Some(side) => {
            let seat = table.seat_of_side(side).map_err(desk_error)?;
            args.peek.at(&mut opened, &id, side)?;
            Viewer::Seat(seat)
        }
        None => Viewer::Observer,
    };
    if let (Viewer::Seat(seat), Some(unit)) = (viewer, &args.unit) {
        return show_unit(&table, seat, unit, out);
    }
    if let (Viewer::Seat(seat), Some(unit)) = (viewer, &args.legal) {
        return match unit.as_str() {
            "" => show_all_legal(&table, seat, out),
            unit => show_legal(&table, seat, unit, out),
        };
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
    let filed = match viewer {
        Viewer::Seat(seat) if args.turn.is_none() => {
            Some(opened.at_desk(|desk| desk.filed(&id, table.number(seat)))?)
        }
        _ => None,
    };
    if args.json {
        let view: serde_json::Value = serde_json::from_str(&table.play.view(viewer))
            .map_err(|error| CliError::internal("a view is not JSON").because(&error))?;
        print_json(
            &json!({ "report": report, "view": view, "filed": filed }),
            out,
        )?;
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
        if let Some(filed) = &filed {
            write_filed(filed, out)?;
        }
    }
    Ok(0)
}

/// Prints what a side has filed since the report.
fn write_filed(filed: &Filed, out: &mut dyn Write) -> Result<(), CliError> {
    if filed.lines.is_empty() && filed.left_out.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\nYOUR ORDERS AS THEY STAND\n-------------------------"
    )?;
    for line in &filed.lines {
        write!(out, "{}", text::fold(&format!("| {line}")))?;
    }
    for line in &filed.left_out {
        write!(
            out,
            "{}",
            text::fold(&format!("| {line}  (refused, no part of them)"))
        )?;
    }
    let readiness = match filed.readiness {
        None => "Nothing is asked of you now.",
        Some("ready" | "go") => "You are ready.",
        Some("waits") => "You have asked to wait.",
        Some("absent") => "Your deadline has passed.",
        Some(_) => "You are not ready.",
    };
    writeln!(out, "{readiness}")?;
    Ok(())
}

fn show_unit(table: &Table, seat: Seat, name: &str, out: &mut dyn Write) -> CliResult {
    let known = table.play.unit(seat, name);
    let known = known.ok_or_else(|| CliError::refused(format!("no unit is called `{name}`")))?;
    writeln!(out, "{known}")?;
    Ok(0)
}

/// Counts the orders that each unit of a side could be given, by verb, with one of each kind.
fn show_all_legal(table: &Table, seat: Seat, out: &mut dyn Write) -> CliResult {
    let board = table.play.board(Viewer::Seat(seat));
    let own = board.counters.iter();
    let own: Vec<&str> = own
        .filter(|counter| usize::from(counter.side) == seat.index())
        .map(|counter| counter.id.as_str())
        .collect();
    let mut has_any = false;
    for (unit, orders) in own.iter().zip(table.play.legal(seat, &own)) {
        let orders = orders.unwrap_or_default();
        let mut kinds: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
        for order in &orders {
            let verb = order.split(' ').next().unwrap_or_default();
            kinds.entry(verb).or_insert((0, order)).0 += 1;
        }
        if orders.is_empty() {
            continue;
        }
        has_any = true;
        writeln!(out, "{unit}")?;
        for (verb, (count, example)) in kinds {
            writeln!(out, "  {count:>4} {verb:<9} {example}")?;
        }
    }
    match has_any {
        true => writeln!(out, "--legal UNIT lists all of one unit.")?,
        false => writeln!(out, "No unit can be given an order now.")?,
    }
    Ok(0)
}

fn show_legal(table: &Table, seat: Seat, name: &str, out: &mut dyn Write) -> CliResult {
    let orders = table.play.legal(seat, &[name]).pop().flatten();
    let orders =
        orders.ok_or_else(|| CliError::refused(format!("no unit of yours is called `{name}`")))?;
    let text = match table.play.questions(seat).is_empty() {
        true => "Nothing is asked of this side now.\n".to_owned(),
        false if orders.is_empty() => choices(name, &orders, 0),
        false => orders.iter().map(|order| format!("{order}\n")).collect(),
    };
    out.write_all(text.as_bytes())?;
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

/// Writes the reports of a run, one file for each side, and returns their paths. A host who plays gets his own.
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
    let shown = ran
        .table
        .seats()
        .filter(|seat| !ran.table.is_withheld(*seat));
    for seat in shown {
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

/// Tells how a match has ended, if it has.
pub fn ending(table: &Table) -> Option<String> {
    let ending = table.play.ending()?;
    Some(table.heading().ended(ending))
}
