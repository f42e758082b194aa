//! `tessera dice chain`: values of a chain, and whether a value belongs to it.

use std::{io::Write, path::PathBuf, str::FromStr};

use clap::{Args, Subcommand};
use serde_json::json;

use super::read_secret;
use crate::{
    cli::{CliResult, error::CliError},
    ledger::{
        chain::{Chain, ChainId, Known, MAX_STEPS},
        hash::Hash,
        names::{GameName, Owner, read_number},
        secret::ChainSecret,
    },
};

#[derive(Debug, Args)]
pub(super) struct ChainArgs {
    #[command(subcommand)]
    command: ChainCommand,
}

#[derive(Debug, Subcommand)]
enum ChainCommand {
    /// Print the anchor of a chain, and its values
    Values(ValuesArgs),
    /// Check that a value leads to a known one: an anchor, or a value given before
    Check(CheckArgs),
}

#[derive(Debug, Args)]
struct OwnerArgs {
    /// The name of the game, as in GENESIS
    #[arg(long)]
    game: GameName,
    /// Whose chain: 0 for the host, else the seat
    #[arg(long, value_name = "NUMBER")]
    owner: Owner,
}

#[derive(Debug, Args)]
struct ValuesArgs {
    #[command(flatten)]
    whose: OwnerArgs,
    /// A file with the secret, 64 digits; `-` reads it from standard input
    #[arg(long, value_name = "FILE")]
    secret_file: PathBuf,
    /// For how many draws the chain was made
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=MAX_STEPS))]
    length: u64,
    /// The first of them
    #[arg(long, value_name = "DRAW", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=999_999_999))]
    from: u64,
    /// Print the value for this draw; it opens all earlier ones. Without it only the anchor is printed
    #[arg(long = "draw", value_name = "DRAW")]
    draws: Vec<u64>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct CheckArgs {
    #[command(flatten)]
    whose: OwnerArgs,
    /// The known value and its position, for example 0:<anchor>
    #[arg(long, value_name = "POSITION:HASH")]
    known: At,
    /// The value to check and its draw, for example 3:<value>
    #[arg(long, value_name = "DRAW:HASH")]
    value: At,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// A value at a position of a chain.
#[derive(Clone, Copy, Debug)]
struct At(Known);

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (position, value) = text.split_once(':').ok_or("write position, colon, value")?;
        let position = read_number(position).ok_or("the position is a number")?;
        let value: Hash = value.parse().map_err(|error| format!("{error}"))?;
        Ok(Self(Known { position, value }))
    }
}

impl OwnerArgs {
    fn id(&self) -> ChainId {
        ChainId {
            game: self.game.clone(),
            owner: self.owner,
        }
    }
}

pub(super) fn run(args: &ChainArgs, out: &mut dyn Write) -> CliResult {
    match &args.command {
        ChainCommand::Values(args) => values(args, out),
        ChainCommand::Check(args) => check(args, out),
    }
}

fn values(args: &ValuesArgs, out: &mut dyn Write) -> CliResult {
    let secret = ChainSecret::from_hex(&read_secret(&args.secret_file)?)
        .map_err(|error| CliError::refused("cannot read the chain's secret").because(&error))?;
    let chain = Chain::new(args.whose.id(), args.from, args.length, secret);
    let anchor = (args.from - 1, chain.anchor());
    let mut values = Vec::new();
    for draw in &args.draws {
        let value = chain.value(*draw).ok_or_else(|| {
            let last = chain.last_draw();
            CliError::refused(format!("the chain has no value for draw {draw}"))
                .hint(format!("it has values for draws {} to {last}", args.from))
        })?;
        values.push((*draw, value));
    }
    if args.json {
        let list: Vec<_> = values
            .iter()
            .map(|(draw, value)| json!({ "draw": draw, "value": value }))
            .collect();
        let anchor = json!({ "position": anchor.0, "value": anchor.1 });
        writeln!(out, "{:#}", json!({ "anchor": anchor, "values": list }))?;
    } else {
        writeln!(out, "anchor c[{}] = {}", anchor.0, anchor.1)?;
        for (draw, value) in values {
            writeln!(out, "c[{draw}] = {value}")?;
        }
    }
    Ok(0)
}

fn check(args: &CheckArgs, out: &mut dyn Write) -> CliResult {
    let (known, value) = (args.known.0, args.value.0);
    let leads = args.whose.id().leads_to(known, value.position, value.value);
    if args.json {
        writeln!(out, "{:#}", json!({ "leads_to_known": leads }))?;
    } else {
        let verb = if leads { "leads" } else { "DOES NOT LEAD" };
        let (from, to) = (value.position, known.position);
        writeln!(
            out,
            "the value at position {from} {verb} to the one at position {to}"
        )?;
    }
    Ok(u8::from(!leads))
}
