//! `tessera status`: whom matches wait for.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use jiff::tz::TimeZone;
use serde_json::json;

use super::args::Cli;
use super::error::CliError;
use super::replay::write;
use super::show::ending;
use super::site::{Make, Opened, desk_error, match_id};
use super::{CliResult, print_json};
use crate::desk::{DeskError, Standing};
use crate::games;
use crate::ledger::asked;
use crate::report::text::fold;
use crate::schedule::{Language, local};
use crate::store::{Life, MatchId, Store};

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

/// Runs `status` and returns its exit code.
pub fn status(cli: &Cli, args: &StatusArgs, out: &mut dyn Write) -> CliResult {
    let mut opened = Opened::find(cli, Make::Nothing)?;
    if args.late {
        return late(&mut opened, args, out);
    }
    let ids = match &args.id {
        Some(id) => vec![match_id(id)?],
        None => matches(
            &mut opened,
            &[Life::Inviting, Life::Running, Life::Locked, Life::Finished],
        )?,
    };
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method itself is not general enough over the desk's lifetime"
    )]
    let mut troubles = opened.at_desk(|desk| desk.troubles())?;
    troubles.retain(|trouble| args.id.is_none() || ids.contains(&trouble.id));
    let mut texts: Vec<String> = troubles.into_iter().map(|trouble| trouble.text).collect();
    if args.id.is_none() {
        #[expect(
            clippy::redundant_closure_for_method_calls,
            reason = "the method itself is not general enough over the desk's lifetime"
        )]
        texts.extend(opened.at_desk(|desk| desk.letters_waiting())?);
    }
    let zone = opened.site.zone();
    let mut documents = Vec::new();
    for id in ids {
        let standing = opened.at_desk(|desk| desk.standing(&id))?;
        documents.push(facts(&standing));
        if !args.json {
            writeln!(out, "{}", in_words(&standing, &zone))?;
        }
    }
    if args.json {
        let document = match (&args.id, documents.pop()) {
            (Some(_), Some(only)) => only,
            (_, last) => {
                documents.extend(last);
                json!({ "matches": documents, "troubles": texts })
            }
        };
        return print_json(&document, out).map(|()| 0);
    }
    for text in &texts {
        write!(out, "{}", fold(&format!("warning: {text}.")))?;
    }
    if documents.is_empty() {
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
    let ids = matches(opened, &[Life::Running, Life::Locked, Life::Finished])?;
    let failed = |error| desk_error(DeskError::Store(error));
    let snapshot = opened.store.read().map_err(failed)?;
    let mut started = Vec::new();
    for id in ids {
        // One that was called off has never started.
        if snapshot.latest_position(&id).map_err(failed)?.is_some() {
            started.push(id);
        }
    }
    Ok(started)
}

fn matches(opened: &mut Opened, lives: &[Life]) -> Result<Vec<MatchId>, CliError> {
    let failed = |error| desk_error(DeskError::Store(error));
    let snapshot = opened.store.read().map_err(failed)?;
    let mut ids = Vec::new();
    for life in lives {
        let rows = snapshot.matches(*life).map_err(failed)?.into_iter();
        ids.extend(
            rows.filter(|row| row.game != asked::TABLE)
                .map(|row| row.id),
        );
    }
    Ok(ids)
}

fn facts(standing: &Standing) -> serde_json::Value {
    let row = &standing.row;
    let table = standing.table.as_ref();
    let waits_for = (row.life != Life::Finished).then_some(&standing.waits_for);
    json!({
        "match": row.id.to_string(),
        "game": row.game,
        "scenario": row.scenario,
        "life": row.life.word(),
        "turn": table.map(|table| table.play.turn()),
        "stop": table.map(|table| table.stop),
        "needs_recover": row.needs_recover,
        "waits_for": waits_for,
        "ready": standing.ready,
        "run_at": standing.run_at,
        "draw": standing.locked.map(|locked| locked.number),
        "round": standing.locked.and_then(|locked| locked.round),
        "ending": table.and_then(ending),
    })
}

/// Says in one line how a match stands.
fn in_words(standing: &Standing, zone: &TimeZone) -> String {
    let row = &standing.row;
    if row.needs_recover {
        return format!("{0}: takes no orders until `tessera recover {0}`", row.id);
    }
    let title = games::find(&row.game).map_or(row.game.as_str(), |game| game.title);
    let Some(table) = &standing.table else {
        let how = match row.life {
            Life::Inviting => unstarted(standing),
            _ => "called off before it had started".to_owned(),
        };
        return format!("{}: {title}: {how}", row.id);
    };
    let turn = format!("{}: {title}, turn {}", row.id, table.play.turn());
    match ending(table) {
        Some(ending) => format!("{turn}: {ending}"),
        None => format!("{turn}, stop {}: {}", table.stop, step(standing, zone)),
    }
}

/// Says what a match waits for before it starts.
fn unstarted(standing: &Standing) -> String {
    let waits = &standing.waits_for;
    // Who has accepted and is waited for still has to join with values of his own.
    if !waits.is_empty() && waits.iter().all(|side| standing.ready.contains(side)) {
        return format!(
            "waits for a JOIN with values of {}: one at least is needed",
            waits.join(" or ")
        );
    }
    format!("waits for {} to accept", waits.join(" and "))
}

/// Says what the next step of a match that goes on is.
fn step(standing: &Standing, zone: &TimeZone) -> String {
    let waits = standing.waits_for.join(" and ");
    match (standing.locked, standing.run_at) {
        (Some(draw), _) if !waits.is_empty() => {
            format!(
                "draw {} is locked, waits for the value of {waits}",
                draw.number
            )
        }
        (Some(draw), _) => match draw.round {
            Some(round) => format!(
                "draw {} is locked, waits for round {round} of the beacon",
                draw.number
            ),
            None => format!("draw {} is locked, its dice follow", draw.number),
        },
        (None, Some(run_at)) if waits.is_empty() => {
            let run_at = local(run_at, zone, Language::English);
            format!("everybody is ready, runs at {run_at}")
        }
        (None, _) if standing.ready.is_empty() => format!("waits for {waits}"),
        (None, _) => format!(
            "waits for {waits}; {} is ready",
            standing.ready.join(" and ")
        ),
    }
}
