//! `tessera init`: makes a site.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::error::CliError;
use super::site::{config_error, site_error};
use super::{CliResult, print_json};
use crate::config::{Config, FILE_NAME, FreshSite, Incoming, MailAddress};
use crate::desk::Site;
use crate::mail::transports::MaildirTransport;
use crate::store::KeyFolder;

/// Make a site: configuration, keys, data, mailboxes
#[derive(Debug, Args)]
pub struct InitArgs {
    /// The folder of the site; it may not hold a configuration yet
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// What the site calls itself
    #[arg(long, default_value = "Tessera", value_name = "NAME")]
    name: String,
    /// The address to which players write
    #[arg(
        long,
        default_value = "orders@pbem.example.org",
        value_name = "ADDRESS"
    )]
    orders: MailAddress,
    /// The address that hears of troubles
    #[arg(
        long,
        default_value = "operator@pbem.example.org",
        value_name = "ADDRESS"
    )]
    operator: MailAddress,
    /// The time zone of players who have not named their own
    #[arg(long, default_value = "UTC", value_name = "ZONE")]
    time_zone: String,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns its exit code.
pub fn run(args: &InitArgs, out: &mut dyn Write) -> CliResult {
    let fresh = FreshSite {
        name: &args.name,
        orders: &args.orders,
        operator: &args.operator,
        time_zone: &args.time_zone,
    };
    let config = make(&args.folder, &fresh)?;
    if args.json {
        print_json(
            &json!({ "config": config.file, "data": config.folders.data, "keys": config.folders.keys }),
            out,
        )?;
        return Ok(0);
    }
    let file = config.file.display();
    writeln!(out, "A site is ready in {}.", args.folder.display())?;
    writeln!(
        out,
        "Look through {file}: addresses, how mail comes in and leaves."
    )?;
    writeln!(out, "Then invite to a match:")?;
    writeln!(
        out,
        "  tessera --config {file} new sign --seat hun=a@example.org --seat roman=b@example.org"
    )?;
    writeln!(out, "  tessera --config {file} sync")?;
    Ok(0)
}

/// Makes a site in a folder and returns its configuration.
///
/// # Errors
/// If there is one already, or something cannot be written.
pub fn make(folder: &Path, fresh: &FreshSite<'_>) -> Result<Config, CliError> {
    let file = folder.join(FILE_NAME);
    if file.exists() {
        return Err(
            CliError::refused(format!("there is a {} already", file.display()))
                .hint("name another folder, or go on with that site"),
        );
    }
    let failed = |error: std::io::Error| {
        CliError::try_later(format!("cannot write {}", folder.display())).because(&error)
    };
    fs::create_dir_all(folder).map_err(failed)?;
    // The configuration comes last: a site that was made in part can be made again.
    let unfinished = folder.join("config.toml.new");
    fs::write(&unfinished, fresh.config()).map_err(failed)?;
    let config = Config::load(&unfinished).map_err(|error| config_error(&error))?;
    for source in &config.incoming {
        if let Incoming::Maildir(path) = source {
            MaildirTransport::open(path).map_err(failed)?;
        }
    }
    let keys = KeyFolder::open(&config.folders.keys).map_err(|error| site_error(error.into()))?;
    if keys.site_keys().is_err() {
        keys.make_site_key()
            .map_err(|error| site_error(error.into()))?;
    }
    let site = Site::open(&config).map_err(site_error)?;
    site.store().map_err(site_error)?;
    fs::rename(&unfinished, &file).map_err(failed)?;
    Config::load(&file).map_err(|error| config_error(&error))
}
