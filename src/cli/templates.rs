//! `tessera templates`: looking after the texts of a site.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::json;

use super::args::Cli;
use super::error::CliError;
use super::selfplay::sample_reports;
use super::site::{Make, Opened, desk_error, site_error};
use super::{CliResult, print_json};
use crate::desk::{DeskError, read_texts};
use crate::games::GAMES;
use crate::report::proof::prove;
use crate::report::templates::Templates;
use crate::wording::counted;

/// Look after the texts of this site
#[derive(Debug, Args)]
pub struct TemplatesArgs {
    #[command(subcommand)]
    command: TemplatesCommand,
}

/// What to do with them.
#[derive(Debug, Subcommand)]
enum TemplatesCommand {
    /// Render every template on sample facts and say what is wrong, undefined names too
    Check {
        /// The folder of own texts [default: the one that the configuration names]
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
}

/// Runs the command and returns its exit code.
pub fn run(cli: &Cli, args: &TemplatesArgs, out: &mut dyn Write) -> CliResult {
    let TemplatesCommand::Check { folder, json } = &args.command;
    let templates = match folder {
        Some(folder) => {
            let own = read_texts(folder).map_err(site_error)?;
            Templates::new(&own).map_err(|error| desk_error(DeskError::Template(error)))?
        }
        None => Opened::find(cli, Make::Nothing)?.site.templates,
    };
    let mut reports = Vec::new();
    for game in GAMES {
        reports.extend(sample_reports(game)?);
    }
    let proof = prove(&templates, &reports);
    if *json {
        let slips: Vec<_> = proof
            .slips
            .iter()
            .map(|slip| json!({ "name": slip.name, "reasons": slip.reasons }))
            .collect();
        print_json(&json!({ "rendered": proof.rendered, "slips": slips }), out)?;
    } else {
        for slip in &proof.slips {
            writeln!(out, "{}: {}", slip.name, slip.reasons.join(": "))?;
        }
    }
    let wrong = proof.slips.len();
    if wrong > 0 {
        return Err(CliError::refused(format!(
            "{} not render",
            counted(wrong, "template does", "templates do")
        )));
    }
    if !json {
        let rendered = counted(proof.rendered.len(), "template renders", "templates render");
        writeln!(out, "{rendered}.")?;
    }
    Ok(0)
}
