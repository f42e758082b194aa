//! `tessera seat verify`: checks every mail of a match from the seat of one player.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::{SecretsArgs, WhichArgs, read_letters, refused};
use crate::auditor::{examine, shipped};
use crate::cli::{CliResult, papers, print_json};
use crate::ledger::audit::{Audit, Verdict};
use crate::ledger::drand::Verifier;
use crate::seat::{History, SeatError, SeatFile};

/// Check every mail of a match; ends with 0 clean, 2 violation, 3 incomplete
#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// Mails of the match: files, mboxes, Maildirs, folders
    #[arg(value_name = "MAILS", required = true)]
    mails: Vec<PathBuf>,
    #[command(flatten)]
    which: WhichArgs,
    #[command(flatten)]
    secrets: SecretsArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns its exit code.
pub(super) fn run(args: &VerifyArgs, out: &mut dyn Write) -> CliResult {
    let papers = papers::read(args.mails.iter().map(PathBuf::as_path))?;
    let examined = examine(&papers, &[], &shipped, Some(&Verifier::quicknet()));
    let audit = examined.map_err(|error| papers::no_audit(&error))?.audit;
    let letters = read_letters(&args.mails)?;
    let file = args.secrets.look_for(&letters, &args.which)?;
    let file = file.as_ref().map(|(_, file)| file);
    let own = match file.map(|file| (file, History::as_far_as(&letters, &file.invited.game))) {
        None => Vec::new(),
        Some((file, Ok((history, gap)))) => own_faults(&history, file, gap),
        Some((_, Err(error @ (SeatError::Fork { .. } | SeatError::Log(_))))) => vec![Own {
            verdict: Verdict::Violation,
            what: error.to_string(),
        }],
        Some((_, Err(error @ SeatError::NoGenesis(_)))) => vec![Own {
            verdict: Verdict::Incomplete,
            what: error.to_string(),
        }],
        Some((_, Err(error))) => return Err(refused(&error)),
    };
    tell(args, file, &audit, &own, out)
}

/// What a player knows that no log tells.
struct Own {
    verdict: Verdict,
    what: String,
}

/// Compares the log with what the player remembers.
fn own_faults(history: &History, file: &SeatFile, gap: Option<SeatError>) -> Vec<Own> {
    let violation = |what: String| Own {
        verdict: Verdict::Violation,
        what,
    };
    let mut own: Vec<Own> = gap
        .into_iter()
        .map(|gap| Own {
            verdict: Verdict::Incomplete,
            what: gap.to_string(),
        })
        .collect();
    let mine = file.join();
    let party = mine
        .owner
        .seat()
        .and_then(|seat| history.log.genesis().seats.get(seat.index()));
    if party.is_some_and(|party| party.anchor != mine.anchor) {
        own.push(violation(
            "GENESIS gives your seat another anchor than the one you joined with".to_owned(),
        ));
    }
    if !file.agreed_on(history.log.genesis().mode) {
        own.push(violation(
            "the dice are made in another mode than the invitation said".to_owned(),
        ));
    }
    if let Some((entry, head)) = file.memory.seen {
        match history.log.head_of(entry) {
            Some(ours) if ours != head => own.push(violation(format!(
                "entry {entry} is not the one that you acknowledged"
            ))),
            Some(_) => {}
            None => own.push(Own {
                verdict: Verdict::Incomplete,
                what: format!("entry {entry}, which you acknowledged, is not among these mails"),
            }),
        }
    }
    own
}

fn tell(
    args: &VerifyArgs,
    file: Option<&SeatFile>,
    audit: &Audit,
    own: &[Own],
    out: &mut dyn Write,
) -> CliResult {
    let of_own = own.iter().map(|own| own.verdict);
    let worst = std::iter::once(audit.verdict)
        .chain(of_own)
        .max_by_key(|verdict| severity(*verdict))
        .unwrap_or(Verdict::Clean);
    if args.json {
        let mut document = serde_json::to_value(audit).expect("an audit is plain data");
        let own: Vec<&str> = own.iter().map(|own| own.what.as_str()).collect();
        document["verdict"] = serde_json::to_value(worst).expect("a verdict is a word");
        document["seat"] = Value::from(file.map(|file| file.invited.owner.number()));
        document["own"] = json!(own);
        print_json(&document, out)?;
        return Ok(worst.exit_code());
    }
    for own in own {
        writeln!(out, "{}: {}", own.verdict, own.what)?;
    }
    write!(out, "{audit}")?;
    if file.is_none() {
        writeln!(
            out,
            "\nThe secrets of your seat are not here, so your anchor and what you acknowledged were not compared; \n\
             --secrets names the folder in which they lie."
        )?;
    }
    if !own.is_empty() {
        writeln!(out, "\nVerdict with what you remember: {worst}")?;
    }
    Ok(worst.exit_code())
}

/// How grave a verdict is: what is broken outweighs what is not yet checkable.
fn severity(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Clean => 0,
        Verdict::CleanWithNotes => 1,
        Verdict::Incomplete => 2,
        Verdict::Violation => 3,
    }
}
