//! `tessera odds`: the odds of a planned attack.

use std::io::Write;

use clap::Args;
use serde_json::json;

use super::args::Cli;
use super::error::CliError;
use super::peek::Peek;
use super::site::{Make, Opened, desk_error, match_id};
use super::{CliResult, print_json};
use crate::desk::DeskError;
use crate::orders::draw;
use crate::report::odds as words;

/// Work out the odds of a planned shot or attack, as a side sees the match
#[derive(Debug, Args)]
pub struct OddsArgs {
    /// The match
    #[arg(value_name = "MATCH")]
    id: String,
    /// The side
    #[arg(long = "as", value_name = "SIDE")]
    side: String,
    #[command(flatten)]
    peek: Peek,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// The order, as in a mail: SHOCK HH1 ON RM1
    #[arg(value_name = "ORDER", required = true, num_args = 1..)]
    order: Vec<String>,
}

/// Runs `odds` and returns its exit code: 1 if there is nothing to work out.
pub fn odds(cli: &Cli, args: &OddsArgs, out: &mut dyn Write) -> CliResult {
    let id = match_id(&args.id)?;
    let mut opened = Opened::find(cli, Make::Nothing)?;
    args.peek.at(&mut opened, &id, &args.side)?;
    let order = args.order.join(" ");
    let worked_out = opened.at_desk(|desk| desk.odds(&id, &args.side, &order))?;
    match worked_out {
        Ok(odds) if args.json => print_json(&json!({ "order": order, "odds": odds }), out)?,
        Ok(odds) => {
            let text = words::odds(&opened.site.templates, &odds);
            let text = text.map_err(|error| desk_error(DeskError::Template(error)))?;
            out.write_all(text.as_bytes())?;
        }
        Err(diagnostic) => {
            let drawn = draw(1, &order, &diagnostic);
            return Err(CliError::refused(format!(
                "no odds were worked out\n{}",
                drawn.trim_end()
            )));
        }
    }
    Ok(0)
}
