//! `tessera dice`: derivation by hand, and checking a vectors file.

mod chain;
mod vectors;

use std::{io::Write, path::PathBuf};

use clap::{Args, Subcommand};
use serde_json::json;

use self::chain::ChainArgs;
use crate::{
    cli::{CliResult, error::CliError},
    ledger::{
        block::Signature,
        dice::{Dice, Label, Spec},
        hash::Hash,
        names::Scope,
        secret::HiddenMaster,
        seed::{Contributions, Give},
    },
};

/// Derive dice by hand, step by step, or check this program against test vectors
#[derive(Debug, Args)]
pub struct DiceArgs {
    #[command(subcommand)]
    command: DiceCommand,
}

#[derive(Debug, Subcommand)]
enum DiceCommand {
    /// Make rolls from a draw's seed
    Roll(RollArgs),
    /// Compute the seed of a draw from what the parties gave
    Seed(SeedArgs),
    /// Compute or check the values of a chain of secrets
    Chain(ChainArgs),
    /// Run every section of a vectors file and print what differs
    Vectors(VectorsArgs),
}

/// Example: tessera dice roll --seed <64 digits> t5/combat/1203 2d6 t5/morale/u17 1z10
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
struct RollArgs {
    /// The seed of the draw: the `seed:` line of its REPORT
    #[arg(long, value_name = "HASH")]
    seed: Hash,
    /// Roll in this hidden scope, for example h.deck or s1.hand
    #[arg(long, requires_all = ["draw", "master_file"])]
    scope: Option<Scope>,
    /// The number of the draw, for a hidden scope
    #[arg(long, value_name = "NUMBER", requires = "scope")]
    draw: Option<u64>,
    /// A file with the hidden master of the scope's owner, 64 digits; `-` reads it from standard input
    #[arg(long, value_name = "FILE", requires = "scope")]
    master_file: Option<PathBuf>,
    /// Label and spec of each roll: 2d6 (1 to 6), 1z10 (0 to 9), 3avg (average dice), perm52 (a shuffle)
    #[arg(required = true, num_args = 2.., value_names = ["LABEL", "SPEC"])]
    rolls: Vec<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct SeedArgs {
    /// The head of GENESIS, entry 0 of the log
    #[arg(long, value_name = "HASH")]
    genesis: Hash,
    /// The number of the draw
    #[arg(long, value_name = "NUMBER")]
    draw: u64,
    /// The host's value: the `host:` line of the REPORT, if it has one
    #[arg(long, value_name = "HASH")]
    host: Option<Hash>,
    /// The signature of the drand round: the `sig:` line of the REPORT, in beacon mode
    #[arg(long, value_name = "HEX")]
    sig: Option<Signature>,
    /// What a seat gave, seat 1 first, once for every seat: "c <value>", "p <phrase>" or "-"
    #[arg(long = "give", value_name = "GIVE", allow_hyphen_values = true, value_parser = read_give)]
    gives: Vec<Give>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct VectorsArgs {
    /// A vectors file of the protocol, or one of drand beacons
    file: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns its exit code.
pub fn run(args: &DiceArgs, out: &mut dyn Write) -> CliResult {
    match &args.command {
        DiceCommand::Roll(args) => roll(args, out),
        DiceCommand::Seed(args) => seed(args, out),
        DiceCommand::Chain(args) => chain::run(args, out),
        DiceCommand::Vectors(args) => check_vectors(args, out),
    }
}

fn roll(args: &RollArgs, out: &mut dyn Write) -> CliResult {
    let seed = match (&args.scope, args.draw, &args.master_file) {
        (Some(scope), Some(draw), Some(file)) => {
            let master = HiddenMaster::from_hex(&read_secret(file)?).map_err(|error| {
                CliError::refused("cannot read the hidden master").because(&error)
            })?;
            master.hidden_seed(draw, scope, args.seed).expose()
        }
        _ => args.seed,
    };
    let (rolls, []) = args.rolls.as_chunks::<2>() else {
        return Err(CliError::usage("each roll needs a label and a spec")
            .hint("write them in turn: t5/combat/1203 2d6 t5/morale/u17 1z10"));
    };
    let dice = Dice::new(seed);
    let mut documents = Vec::new();
    for [label, spec] in rolls {
        let label: Label = label.parse().map_err(|error| wrong(label, &error))?;
        let spec: Spec = spec.parse().map_err(|error| wrong(spec, &error))?;
        let (key, faces) = (dice.key(&label), dice.roll(&label, spec));
        if args.json {
            documents.push(json!({
                "label": label, "spec": spec, "key": key, "results": faces.as_slice(),
            }));
        } else {
            writeln!(out, "{label} {spec} {faces}")?;
        }
    }
    if args.json {
        writeln!(out, "{:#}", json!({ "seed": seed, "rolls": documents }))?;
    }
    Ok(0)
}

fn wrong(word: &str, error: &dyn std::error::Error) -> CliError {
    CliError::usage(format!("cannot roll `{word}`")).because(error)
}

fn seed(args: &SeedArgs, out: &mut dyn Write) -> CliResult {
    let contributions = Contributions {
        genesis: args.genesis,
        draw: args.draw,
        host: args.host,
        beacon: args.sig.map(|signature| signature.randomness()),
        gives: args.gives.clone(),
    };
    let seed = contributions.seed();
    if args.json {
        writeln!(out, "{:#}", json!({ "draw": args.draw, "seed": seed }))?;
    } else {
        writeln!(out, "{seed}")?;
    }
    Ok(0)
}

fn read_give(text: &str) -> Result<Give, String> {
    match text.split_once(' ') {
        None if text == "-" => Ok(Give::Nothing),
        Some(("c", value)) => value
            .parse()
            .map(Give::Value)
            .map_err(|error| format!("{error}")),
        Some(("p", phrase)) => phrase
            .parse()
            .map(Give::Phrase)
            .map_err(|error| format!("{error}")),
        _ => Err("write \"c <value>\", \"p <phrase>\" or \"-\"".to_owned()),
    }
}

/// Reads 64 digits from a file, so that no secret stands in a list of processes.
fn read_secret(file: &PathBuf) -> Result<String, CliError> {
    let text = if file.as_os_str() == "-" {
        std::io::read_to_string(std::io::stdin())
    } else {
        std::fs::read_to_string(file)
    };
    let text = text.map_err(|error| {
        CliError::usage(format!("cannot read the secret in `{}`", file.display())).because(&error)
    })?;
    Ok(text.trim().to_owned())
}

fn check_vectors(args: &VectorsArgs, out: &mut dyn Write) -> CliResult {
    let name = args.file.display();
    let text = std::fs::read_to_string(&args.file).map_err(|error| {
        CliError::usage(format!("cannot read the vectors file `{name}`")).because(&error)
    })?;
    let document = serde_json::from_str(&text).map_err(|error| {
        CliError::usage(format!("the vectors file `{name}` is not JSON")).because(&error)
    })?;
    let outcome = vectors::check(&document)
        .map_err(|error| CliError::refused(format!("cannot run `{name}`")).because(&error))?;
    if args.json {
        let document = serde_json::to_value(&outcome)
            .map_err(|error| CliError::internal("cannot print the outcome").because(&error))?;
        writeln!(out, "{document:#}")?;
    } else {
        write!(out, "{outcome}")?;
    }
    Ok(u8::from(!outcome.passed))
}
