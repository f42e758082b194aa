//! `tessera seat`: the player's own side of the dice protocol.

mod answer;
mod join;
mod verify;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use secrecy::ExposeSecret;

use super::CliResult;
use super::error::CliError;
use super::papers::{files_below, unreadable};
use super::site::user_folder;
use crate::ledger::names::{GameName, Owner};
use crate::seat::{Letters, SeatError, SeatFile};
use crate::store::{read_secret, write_secret};

/// Keep a player's own secrets for the dice, answer what asks for them, check every mail
#[derive(Debug, Args)]
pub struct SeatArgs {
    #[command(subcommand)]
    command: SeatCommand,
}

#[derive(Debug, Subcommand)]
enum SeatCommand {
    /// Make secrets for a match, and print the JOIN block to send with ACCEPT
    Join(join::JoinArgs),
    /// Answer the latest mails of a match: acknowledge them, and hand over the value that a LOCK asks for
    Answer(answer::AnswerArgs),
    /// Check every mail of a match; ends with 0 clean, 2 violation, 3 incomplete
    Verify(verify::VerifyArgs),
}

/// Runs the command and returns its exit code.
pub fn run(args: &SeatArgs, out: &mut dyn Write) -> CliResult {
    match &args.command {
        SeatCommand::Join(args) => join::run(args, out),
        SeatCommand::Answer(args) => answer::run(args, out),
        SeatCommand::Verify(args) => verify::run(args, out),
    }
}

/// Which secrets are meant, where the mails alone do not say it.
#[derive(Debug, Args)]
struct WhichArgs {
    /// The match, where the mails are about several
    #[arg(long)]
    game: Option<GameName>,
    /// The number of the seat, where the secrets of several seats of the match lie here; 0 for the host
    #[arg(long, value_name = "NUMBER")]
    seat: Option<Owner>,
}

/// Where the files of secrets lie.
#[derive(Debug, Args)]
struct SecretsArgs {
    /// The folder of the player's secrets; without it, one in the user's folder
    #[arg(long, value_name = "DIR")]
    secrets: Option<PathBuf>,
}

impl SecretsArgs {
    fn folder(&self) -> Result<PathBuf, CliError> {
        let own = || Some(user_folder()?.join("tessera").join("seats"));
        self.secrets.clone().or_else(own).ok_or_else(|| {
            CliError::usage("there is no user's folder to keep secrets in")
                .hint("name a folder with --secrets DIR")
        })
    }

    /// Lists the files of secrets.
    fn files(&self) -> Result<Vec<PathBuf>, CliError> {
        let folder = self.folder()?;
        let mut files = Vec::new();
        let Ok(entries) = fs::read_dir(&folder) else {
            return Ok(files);
        };
        for entry in entries {
            let path = entry.map_err(|error| unreadable(&folder, &error))?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "json")
            {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    /// Finds the secrets of the one match that the mails are about.
    fn find(&self, letters: &Letters, which: &WhichArgs) -> Result<(PathBuf, SeatFile), CliError> {
        self.fitting(letters, which)?.ok_or_else(|| {
            CliError::refused("there are no secrets here for a match that these mails are about")
                .hint(
                    "`tessera seat join` makes them; --secrets names the folder in which they lie",
                )
        })
    }

    /// Finds the secrets of a match if they are here; a folder that was named must have them.
    fn look_for(
        &self,
        letters: &Letters,
        which: &WhichArgs,
    ) -> Result<Option<(PathBuf, SeatFile)>, CliError> {
        match &self.secrets {
            Some(_) => self.find(letters, which).map(Some),
            None if user_folder().is_none() => Ok(None),
            None => self.fitting(letters, which),
        }
    }

    fn fitting(
        &self,
        letters: &Letters,
        which: &WhichArgs,
    ) -> Result<Option<(PathBuf, SeatFile)>, CliError> {
        let mut fitting = Vec::new();
        for path in self.files()? {
            let file = load(&path)?;
            let line = format!("game: {}", file.invited.game);
            let is_meant = match &which.game {
                Some(game) => file.invited.game == *game,
                None => letters.iter().any(|letter| letter.text.contains(&line)),
            };
            let seat = which.seat.as_ref();
            if is_meant && seat.is_none_or(|seat| file.invited.owner == *seat) {
                fitting.push((path, file));
            }
        }
        match fitting.len() {
            0 | 1 => Ok(fitting.pop()),
            _ => Err(several(&fitting)),
        }
    }
}

/// Says between which secrets the choice is, and how it is made.
fn several(fitting: &[(PathBuf, SeatFile)]) -> CliError {
    let games: BTreeSet<String> = fitting
        .iter()
        .map(|(_, file)| file.invited.game.to_string())
        .collect();
    let games: Vec<String> = games.into_iter().collect();
    if let [game] = games.as_slice() {
        let seats: Vec<String> = fitting
            .iter()
            .map(|(_, file)| file.invited.owner.to_string())
            .collect();
        return CliError::usage(format!(
            "the secrets of several seats of {game} lie here: {}",
            seats.join(", ")
        ))
        .hint("name one of them with --seat");
    }
    CliError::usage(format!(
        "these mails are about several matches: {}",
        games.join(", ")
    ))
    .hint("name one of them with --game")
}

fn load(path: &Path) -> Result<SeatFile, CliError> {
    let unusable = || CliError::refused(format!("{} cannot be used", path.display()));
    let bytes = read_secret(path).map_err(|error| unusable().because(&error))?;
    let text = String::from_utf8_lossy(bytes.expose_secret()).into_owned();
    SeatFile::read(&text).map_err(|error| unusable().because(&error))
}

fn save(path: &Path, file: &SeatFile) -> Result<(), CliError> {
    write_secret(path, file.to_text().as_bytes()).map_err(|error| {
        CliError::try_later(format!("{} cannot be written", path.display())).because(&error)
    })
}

/// Reads mails: files, and folders as mail programs keep them.
fn read_letters(paths: &[PathBuf]) -> Result<Letters, CliError> {
    let mut letters = Letters::default();
    for path in paths {
        let files = match path.is_dir() {
            true => files_below(path)?,
            false => vec![path.clone()],
        };
        for file in files {
            let bytes = fs::read(&file).map_err(|error| unreadable(&file, &error))?;
            letters.add(&file.display().to_string(), &bytes);
        }
    }
    Ok(letters)
}

fn refused(error: &SeatError) -> CliError {
    CliError::refused("nothing is answered").because(error)
}
