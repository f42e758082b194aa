//! `tessera audit`: what can be proved of a match from papers, or of a match of this site.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::args::Cli;
use super::error::CliError;
use super::site::{Make, Opened, desk_error, match_id, site_error};
use super::{CliResult, papers, print_json};
use crate::auditor::{Examination, Papers, examine, shipped};
use crate::config::Config;
use crate::desk::{DeskError, Site};
use crate::ledger::drand::Verifier;
use crate::store::Store;

/// Prove or refute the dice, orders and positions of a match from whatever papers there are of it
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes: 0 clean or clean with notes, 2 violation, 3 not yet checkable.
A log named by itself is judged as it stands; of folders the entries are put together.")]
pub struct AuditArgs {
    /// Mails (.eml, mbox, Maildir), parts of the record, text with log blocks, folders of these; or a match here
    #[arg(value_name = "PATH|MATCH", required = true)]
    what: Vec<PathBuf>,
    /// What somebody else holds of the same match, once for each of them
    #[arg(long, value_name = "PATH")]
    other: Vec<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns its exit code.
pub fn run(cli: &Cli, args: &AuditArgs, out: &mut dyn Write) -> CliResult {
    let others = args
        .other
        .iter()
        .map(|path| {
            let theirs = papers::read([path.as_path()])?;
            Ok(theirs.naming_nothing(&path.display().to_string()))
        })
        .collect::<Result<Vec<_>, CliError>>()?;
    let verifier = Verifier::quicknet();
    let examination = match &args.what[..] {
        [one] if !one.exists() => of_match(cli, one, &others, &verifier)?,
        paths => {
            let own = papers::read(paths.iter().map(PathBuf::as_path))?;
            let site = site_with_games(cli)?;
            let games = |key: &str| match &site {
                Some(site) => site.played_by(key),
                None => shipped(key),
            };
            examine(&own, &others, &games, Some(&verifier))
                .map_err(|error| papers::no_audit(&error))?
        }
    };
    if args.json {
        print_json(&examination, out)?;
    } else {
        write!(out, "{examination}")?;
    }
    Ok(examination.audit.verdict.exit_code())
}

/// Audits a match of this site: its log file and what everybody may hold of it now.
fn of_match(
    cli: &Cli,
    name: &Path,
    others: &[Papers],
    verifier: &Verifier,
) -> Result<Examination, CliError> {
    let shown = name.display();
    let nothing = || {
        CliError::usage(format!(
            "there is no file or folder {shown}, and no match of that name here"
        ))
        .hint("`tessera status` lists the matches of a site")
    };
    let id = name
        .to_str()
        .filter(|name| !name.contains('/'))
        .ok_or_else(nothing)?;
    let id = match_id(id).map_err(|_| nothing())?;
    if !Opened::is_here(cli) {
        return Err(nothing());
    }
    let mut opened = Opened::find(cli, Make::Nothing)?;
    let failed = |error| desk_error(DeskError::Store(error));
    let known = opened.store.read().map_err(failed)?.find_match(&id);
    if known.map_err(failed)?.is_none() {
        return Err(nothing());
    }
    let own = opened.at_desk(|desk| desk.papers(&id))?;
    let games = |key: &str| opened.site.played_by(key);
    examine(&own, others, &games, Some(verifier)).map_err(|error| papers::no_audit(&error))
}

/// Opens the site whose owner has changed the files of games, if there is one here.
fn site_with_games(cli: &Cli) -> Result<Option<Site>, CliError> {
    let Ok(path) = Config::find(cli.config(), Path::new("."), None) else {
        return Ok(None);
    };
    match Config::load(&path) {
        Ok(config) if config.folders.games.is_some() => {
            Ok(Some(Site::open(&config).map_err(site_error)?))
        }
        _ => Ok(None),
    }
}
