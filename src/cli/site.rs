//! Opening the site that a command works on.

use std::path::{Path, PathBuf};

use super::args::Cli;
use super::error::CliError;
use crate::config::{Config, ConfigError, Folders};
use crate::desk::{Desk, DeskError, Site, SiteError};
use crate::schedule::{Lapse, Policy, SystemClock};
use crate::store::sqlite::SqliteStore;
use crate::store::{MatchId, StoreError};

/// Where matches played from files lie when there is no configuration.
pub const FILES_FOLDER: &str = "tessera-matches";

/// A site opened for a command, with its configuration if it has one.
pub struct Opened {
    /// The configuration; nothing where matches are played from files in a plain folder.
    pub config: Option<Config>,
    /// The site.
    pub site: Site,
    /// Its database.
    pub store: SqliteStore,
}

/// Whether a plain folder may be made where there is none yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Make {
    /// It may: a first match is about to be put there.
    Folder,
    /// It may not: there is nothing to look at.
    Nothing,
}

impl Opened {
    /// Opens the configured site, or the folder of matches played from files.
    ///
    /// # Errors
    /// If the configuration is wrong, or there is neither.
    pub fn find(cli: &Cli, make: Make) -> Result<Self, CliError> {
        let found = Config::find(cli.config(), Path::new("."), user_folder().as_deref());
        let config = match found {
            Ok(path) => Some(Config::load(&path).map_err(|error| config_error(&error))?),
            Err(ConfigError::NotFound { .. }) => None,
            Err(error) => return Err(config_error(&error)),
        };
        let site = match &config {
            Some(config) => Site::open(config).map_err(site_error)?,
            None => Site::in_folders("Tessera", &files_folders(make)?).map_err(site_error)?,
        };
        let store = site.store().map_err(site_error)?;
        Ok(Self {
            config,
            site,
            store,
        })
    }

    /// Says whether there is a site, or a folder of matches played from files, that a command can work on.
    pub fn is_here(cli: &Cli) -> bool {
        let user = user_folder();
        let found = Config::find(cli.config(), Path::new("."), user.as_deref());
        let is_none = matches!(found, Err(ConfigError::NotFound { .. }));
        !is_none || cli.config().is_some() || Path::new(FILES_FOLDER).is_dir()
    }

    /// Returns the configuration of a site that plays by mail.
    ///
    /// # Errors
    /// If it plays from files alone.
    pub fn by_mail(&self) -> Result<&Config, CliError> {
        let config = self.config.as_ref().ok_or_else(|| {
            CliError::refused(
                "there is no config.toml here: matches are played from files, and no mail can be read or sent",
            )
            .hint("`tessera init DIR` makes a site with mail")
        })?;
        self.site.post().map_err(desk_error)?;
        Ok(config)
    }

    /// Sits down at the desk for one step.
    ///
    /// # Errors
    /// What the step says.
    pub fn at_desk<T>(
        &mut self,
        step: impl FnOnce(&mut Desk<'_>) -> Result<T, DeskError>,
    ) -> Result<T, CliError> {
        let mut chance = random_bytes;
        let mut desk = Desk::new(&self.site, &mut self.store, &SystemClock, &mut chance);
        step(&mut desk).map_err(desk_error)
    }
}

/// Fills bytes from the operating system's generator.
pub(super) fn random_bytes(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the operating system has random bytes");
}

fn files_folders(make: Make) -> Result<Folders, CliError> {
    let data = PathBuf::from(FILES_FOLDER);
    if make == Make::Nothing && !data.is_dir() {
        return Err(CliError::refused(
            "there is no config.toml here, and no match played from files",
        )
        .hint("`tessera new` makes a match, `tessera init` a site for matches by mail"));
    }
    Ok(Folders {
        keys: data.join("keys"),
        data,
        games: None,
        templates: None,
    })
}

/// The user's folder for configurations.
#[expect(
    clippy::disallowed_methods,
    reason = "the command line reads the environment"
)]
pub(super) fn user_folder() -> Option<PathBuf> {
    let set = |name| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    set("XDG_CONFIG_HOME").or_else(|| Some(set("HOME")?.join(".config")))
}

/// How long seats have in matches that are played from files: as long as they like, and a while to think again.
pub fn no_deadline() -> (Policy, Lapse) {
    (Policy::none(), Lapse::new(0, GRACE_MINUTES))
}

/// The grace of a match whose site does not say otherwise.
const GRACE_MINUTES: u32 = 10;

/// Reads the name of a match; the path of its folder will do as well.
///
/// # Errors
/// What is wrong with the name.
pub fn match_id(text: &str) -> Result<MatchId, CliError> {
    let name = Path::new(text)
        .file_name()
        .map_or(text, |name| name.to_str().unwrap_or(text));
    crate::desk::match_id(name).map_err(desk_error)
}

/// Turns a desk's error into one for the terminal.
pub fn desk_error(error: DeskError) -> CliError {
    match error {
        DeskError::Refused(reason) => CliError::refused(reason),
        DeskError::Usage(reason) => CliError::usage(reason),
        DeskError::Setup(error) => CliError::refused(error.to_string()),
        DeskError::Store(error) => store_error(&error),
        DeskError::Template(error) => {
            CliError::refused("a template cannot be used").because(&error)
        }
        DeskError::Source(error) => {
            CliError::try_later("a source of mail cannot be read now").because(&error)
        }
        DeskError::Lost(reason) => CliError::try_later(reason)
            .hint("put the newest copy of `tessera backup` back, then `tessera recover`; the mail waits where it is"),
        DeskError::Failed(_) => {
            CliError::internal("the program met a state that it believed impossible")
                .because(&error)
        }
        DeskError::Beacon(error) => {
            CliError::refused("a round of the beacon cannot be used").because(&error)
        }
        error @ (DeskError::Log(_)
        | DeskError::Host(_)
        | DeskError::Record(_)
        | DeskError::Picture(_)
        | DeskError::Compose(_)) => {
            CliError::internal("a match could not be gone on with").because(&error)
        }
    }
}

fn store_error(error: &StoreError) -> CliError {
    let told = match error.may_pass() {
        true => CliError::try_later("the site's data cannot be used now"),
        false => CliError::refused("the site's data cannot be used so"),
    };
    let told = told.because(error);
    match error.hint() {
        Some(hint) => told.hint(hint),
        None => told,
    }
}

/// Turns what is wrong with a site into an error for the terminal.
pub fn site_error(error: SiteError) -> CliError {
    match error {
        SiteError::Store(error) => store_error(&error),
        error => CliError::refused("the site cannot be opened").because(&error),
    }
}

/// Turns what is wrong with a configuration into an error for the terminal.
pub fn config_error(error: &ConfigError) -> CliError {
    CliError::usage("the configuration cannot be used").because(error)
}
