//! `tessera gm`: what a game master does at the shell, in the record and in the next report.

use std::io::Write;

use clap::{Args, Subcommand};
use serde_json::json;

use super::args::Cli;
use super::error::CliError;
use super::site::{Make, Opened, match_id};
use super::{CliResult, print_json};
use crate::desk::{Acted, Wish};
use crate::schedule::Lapse;
use crate::store::MatchId;

/// Act as the game master of a match
#[derive(Debug, Args)]
pub struct GmArgs {
    /// The match
    #[arg(value_name = "MATCH")]
    id: String,
    #[command(subcommand)]
    act: GmAct,
}

#[derive(Debug, Subcommand)]
enum GmAct {
    /// Give everybody who is waited for more time
    Extend {
        /// How much: 2d, 12h
        lapse: String,
        #[command(flatten)]
        look: Look,
    },
    /// Take the match back to where it stood; known dice go back only if the players agree
    Undo {
        /// The stop; without it the one before
        stop: Option<u64>,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        look: Look,
    },
    /// Call the locked draw off; unless its dice cannot be known yet, only if the players agree
    Void {
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        look: Look,
    },
    /// Offer a seat to somebody else, who plays on when he has accepted
    Substitute {
        /// The side
        side: String,
        /// The address of whoever is to play it
        address: String,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        look: Look,
    },
    /// Let the reports go that were held for the game master (option reports=released)
    Release {
        #[command(flatten)]
        look: Look,
    },
    /// Let the match go on by the rules of this program, if all of it comes out by them as it was told
    Upgrade {
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        look: Look,
    },
    /// Set facts of the position anew
    Correct {
        /// A fact and its value: 'hun-lc-3.facing = 2'
        #[arg(required = true, value_name = "FACT=VALUE")]
        facts: Vec<String>,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        look: Look,
    },
}

#[derive(Debug, Default, Args)]
struct Why {
    /// The reason that everybody is told
    #[arg(long, value_name = "TEXT", default_value = "")]
    why: String,
}

#[derive(Debug, Clone, Copy, Args)]
struct Look {
    /// Say what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs `gm` and returns its exit code.
pub fn gm(cli: &Cli, args: &GmArgs, out: &mut dyn Write) -> CliResult {
    let id = match_id(&args.id)?;
    let mut opened = Opened::find(cli, Make::Nothing)?;
    let none = Why::default();
    let (wish, why, look) = match &args.act {
        GmAct::Extend { lapse, look } => return extend(&mut opened, &id, (lapse, *look), out),
        GmAct::Undo { stop, why, look } => (Wish::Undo(*stop), why, *look),
        GmAct::Void { why, look } => (Wish::Void, why, *look),
        GmAct::Upgrade { why, look } => (Wish::Upgrade, why, *look),
        GmAct::Release { look } => (Wish::Release, &none, *look),
        GmAct::Substitute {
            side,
            address,
            why,
            look,
        } => {
            let (side, address) = (side.clone(), address.clone());
            (Wish::Substitute { side, address }, why, *look)
        }
        GmAct::Correct { facts, why, look } => (Wish::Correct(facts.clone()), why, *look),
    };
    let acted = opened.at_desk(|desk| desk.act(&id, (&wish, &why.why), look.dry_run))?;
    tell(&acted, look, out)
}

fn extend(
    opened: &mut Opened,
    id: &MatchId,
    (lapse, look): (&str, Look),
    out: &mut dyn Write,
) -> CliResult {
    if opened.config.is_none() {
        return Err(CliError::refused(
            "matches are played from files here: nobody has a deadline that could be extended",
        ));
    }
    opened.by_mail()?;
    let lapse: Lapse = lapse
        .parse()
        .map_err(|error| CliError::usage(format!("`{lapse}` is no length of time: {error}")))?;
    if lapse.is_zero() {
        return Err(CliError::usage(
            "no time at all is nothing to extend by: write a length of time such as 2d",
        ));
    }
    let moved = opened.at_desk(|desk| desk.extend(id, lapse, look.dry_run))?;
    if look.json {
        let deadlines: Vec<_> = moved
            .iter()
            .map(|moved| json!({ "side": moved.side, "from": moved.from, "to": moved.to }))
            .collect();
        print_json(
            &json!({ "dry_run": look.dry_run, "deadlines": deadlines }),
            out,
        )?;
        return Ok(0);
    }
    for moved in &moved {
        writeln!(out, "{}: {} -> {}", moved.side, moved.from, moved.to)?;
    }
    if moved.is_empty() {
        writeln!(out, "No deadline runs.")?;
    }
    if look.dry_run {
        writeln!(out, "Nothing was changed.")?;
    }
    Ok(0)
}

/// Says what came of an act.
fn tell(acted: &Acted, look: Look, out: &mut dyn Write) -> CliResult {
    if look.json {
        let document = json!({
            "dry_run": look.dry_run,
            "done": acted.done,
            "difference": acted.difference,
            "waits_for": acted.waits_for,
        });
        print_json(&document, out)?;
        return Ok(0);
    }
    for line in &acted.difference {
        writeln!(out, "{line}")?;
    }
    let sides = acted.waits_for.join(" and ");
    match (look.dry_run, acted.done) {
        (true, _) if sides.is_empty() => writeln!(out, "Nothing was changed.")?,
        (true, _) => writeln!(out, "It needs the consent of {sides}. Nothing was changed.")?,
        (false, true) => writeln!(out, "Done: everybody is told in the next report.")?,
        (false, false) => writeln!(
            out,
            "It waits for the consent of {sides}, who must answer ACCEPT to a letter."
        )?,
    }
    Ok(0)
}
