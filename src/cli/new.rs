//! `tessera new`: makes a match.

use std::io::Write;

use clap::Args;
use serde_json::json;

use super::args::{Cli, dice_mode};
use super::error::CliError;
use super::site::{Make, Opened, desk_error, no_deadline, site_error};
use super::{CliResult, game, print_json, scenario};
use crate::desk::{NewMatch, NewSeat};
use crate::games::GameEntry;
use crate::schedule::{Lapse, Policy};
use crate::store::{DiceMode, MatchId};

/// Make a match
#[derive(Debug, Args)]
pub struct NewArgs {
    /// The game, by its key or the beginning of it
    #[arg(value_name = "KEY")]
    game: String,
    /// The scenario [default: the game's first]
    #[arg(long, value_name = "KEY")]
    scenario: Option<String>,
    /// A side and its player's address; a side alone is played from files. Further addresses behind commas are
    /// those of a team that reads along
    #[arg(long, value_name = "SIDE[=ADDRESS[,ADDRESS...]]")]
    seat: Vec<String>,
    /// The game master's address
    #[arg(long, value_name = "ADDRESS")]
    gm: Option<String>,
    /// The address of somebody who looks on: gets the public reports (may be repeated)
    #[arg(long, value_name = "ADDRESS")]
    observer: Vec<String>,
    /// The side that the host of this site plays himself
    #[arg(long, value_name = "SIDE")]
    host_plays: Option<String>,
    /// How the dice are made: casual, chain or beacon; casual unless the host plays and the site has a beacon
    #[arg(long, value_name = "MODE", value_parser = dice_mode)]
    dice: Option<DiceMode>,
    /// An option of the game (`games show KEY` lists them) or of the house: press=anonymous, press-time=once,
    /// observers=2d, reports=released, silent=void or substitute (chain mode) or beacon
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// How long seats have: 3d, 36h, "2d at 20:00 skip weekends", none
    #[arg(long, value_name = "POLICY")]
    deadline: Option<Policy>,
    /// How long a run waits after the last orders: 10m, 0
    #[arg(long, value_name = "LAPSE")]
    grace: Option<Lapse>,
    /// The name of the match, instead of one of our making
    #[arg(long, value_name = "NAME")]
    id: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns its exit code.
pub fn run(cli: &Cli, args: &NewArgs, out: &mut dyn Write) -> CliResult {
    let game = game(&args.game)?;
    let mut opened = Opened::find(cli, Make::Folder)?;
    let new = new_match(&opened, args, game)?;
    let made = opened.at_desk(|desk| desk.make(&new));
    let id = made.map_err(|error| match args.option.is_empty() {
        true => error,
        false => error.hint(format!(
            "`tessera games show {}` lists the options",
            game.key
        )),
    })?;
    match new.is_by_mail() {
        true => told_invited(&opened, args, &new, &id, out),
        false => started_from_files(&mut opened, args, &new, &id, out),
    }
}

/// Gathers what was asked for; a match by mail takes the site's usual times.
fn new_match(
    opened: &Opened,
    args: &NewArgs,
    game: &'static GameEntry,
) -> Result<NewMatch, CliError> {
    let seats: Vec<NewSeat> = args.seat.iter().map(|seat| new_seat(seat)).collect();
    let by_mail = seats.iter().any(|seat| seat.address.is_some());
    let files = opened.site.game_files(game).map_err(site_error)?;
    let scenario = scenario(game, &files, args.scenario.as_deref())?;
    let options: Vec<(String, String)> = args
        .option
        .iter()
        .map(|option| pair(option))
        .collect::<Result<_, _>>()?;
    if by_mail && opened.config.is_none() {
        no_stranger(opened, (game, &scenario), options.clone(), &seats)?;
    }
    let (deadline, grace, reminders) = if by_mail {
        let usual = &opened.by_mail()?.deadlines;
        (usual.policy.clone(), usual.grace, usual.reminders.clone())
    } else {
        let (deadline, grace) = no_deadline();
        (deadline, grace, Vec::new())
    };
    let beacon = opened.config.as_ref().map(|config| &config.beacon);
    let margin = beacon.map_or(Lapse::ZERO, |beacon| beacon.margin);
    let has_beacon = opened.site.beacon.is_some();
    let dice = args.dice.unwrap_or(match args.host_plays {
        Some(_) if has_beacon => DiceMode::Beacon,
        _ => DiceMode::Casual,
    });
    if dice == DiceMode::Beacon && !has_beacon {
        return Err(CliError::refused(
            "this site has no beacon: nobody would bring the rounds that the dice follow from",
        )
        .hint("set `file` or `command` under [beacon] in config.toml"));
    }
    Ok(NewMatch {
        id: args.id.as_deref().map(new_id).transpose()?,
        game,
        scenario,
        options,
        seats,
        game_master: args.gm.clone(),
        observers: args.observer.clone(),
        host_plays: args.host_plays.as_deref().map(str::to_lowercase),
        dice,
        margin: margin.as_duration().as_secs().unsigned_abs(),
        deadline: args.deadline.clone().unwrap_or(deadline),
        grace: args.grace.unwrap_or(grace),
        reminders,
    })
}

/// Refuses seats of sides that there are not: what is wrong with the question is told before what the place lacks.
fn no_stranger(
    opened: &Opened,
    (game, scenario): (&'static GameEntry, &str),
    options: Vec<(String, String)>,
    seats: &[NewSeat],
) -> Result<(), CliError> {
    let terms = opened
        .site
        .terms(game, scenario, options)
        .map_err(site_error)?;
    let Ok(sides) = (game.sides)(&terms) else {
        return Ok(());
    };
    match seats.iter().find(|seat| !sides.contains(&seat.side)) {
        Some(stranger) => Err(CliError::usage(format!(
            "no side is called `{}`: there is {}",
            stranger.side,
            sides.join(" and ")
        ))),
        None => Ok(()),
    }
}

/// Tells that invitations are on their way.
fn told_invited(
    opened: &Opened,
    args: &NewArgs,
    new: &NewMatch,
    id: &MatchId,
    out: &mut dyn Write,
) -> CliResult {
    if args.json {
        let terms = opened
            .site
            .terms(new.game, &new.scenario, new.options.clone())
            .map_err(site_error)?;
        let sides = (new.game.sides)(&terms)
            .map_err(|error| CliError::refused("the match cannot be shown").because(&error))?;
        let document = json!({
            "match": id.to_string(),
            "folder": opened.site.folders.data,
            "game": new.game.key,
            "scenario": new.scenario,
            "sides": sides,
            "stop": null,
        });
        print_json(&document, out)?;
        return Ok(0);
    }
    writeln!(out, "Match {id} of {} is made.", new.game.title)?;
    writeln!(
        out,
        "The invitations leave with the next `tessera sync`; it starts when all have accepted."
    )?;
    Ok(0)
}

/// Starts a match that is played from files.
fn started_from_files(
    opened: &mut Opened,
    args: &NewArgs,
    new: &NewMatch,
    id: &MatchId,
    out: &mut dyn Write,
) -> CliResult {
    let went = match new.dice {
        // The seats join first, with anchors of their own.
        DiceMode::Chain => None,
        DiceMode::Casual | DiceMode::Beacon => {
            Some(opened.at_desk(|desk| desk.start_from_files(id))?)
        }
    };
    let joins = opened.at_desk(|desk| desk.joins(id))?;
    let sides: Vec<&str> = joins.iter().map(|(side, _)| side.as_str()).collect();
    if args.json {
        let document = json!({
            "match": id.to_string(),
            "folder": opened.site.folders.data,
            "game": new.game.key,
            "scenario": new.scenario,
            "sides": sides,
            "stop": went.as_ref().map(|went| went.table().stop),
        });
        print_json(&document, out)?;
        return Ok(0);
    }
    writeln!(
        out,
        "Match {id} of {} is set up in {}.",
        new.game.title,
        opened.site.folders.data.display()
    )?;
    if went.is_none() {
        return told_to_join(&joins, id, out);
    }
    writeln!(
        out,
        "It is played from files. Look at it, then send orders:"
    )?;
    for side in sides {
        writeln!(out, "  tessera show {id} --as {side}")?;
        writeln!(out, "  tessera submit {id} --as {side} FILE")?;
    }
    Ok(0)
}

/// Tells the seats of a match played from files how they join.
fn told_to_join(joins: &[(String, String)], id: &MatchId, out: &mut dyn Write) -> CliResult {
    writeln!(
        out,
        "It starts when every seat has accepted it; at least one joins with secret values of its own:"
    )?;
    for (side, join) in joins {
        writeln!(out, "  {join} > join.txt")?;
        writeln!(out, "  tessera submit {id} --as {side} join.txt")?;
    }
    Ok(0)
}

fn pair(option: &str) -> Result<(String, String), CliError> {
    let (name, value) = option
        .split_once('=')
        .ok_or_else(|| CliError::usage(format!("`{option}` is not an option: write name=value")))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// Reads the name of a match that is to be made: a name, and no path to anywhere.
fn new_id(text: &str) -> Result<MatchId, CliError> {
    crate::desk::match_id(text).map_err(desk_error)
}

fn new_seat(seat: &str) -> NewSeat {
    match seat.split_once('=') {
        Some((side, address)) => NewSeat {
            side: side.to_lowercase(),
            address: Some(address.to_owned()),
        },
        None => NewSeat {
            side: seat.to_lowercase(),
            address: None,
        },
    }
}
