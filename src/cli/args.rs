//! The command line as clap sees it.

use std::path::{Path, PathBuf};

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Parser, Subcommand};

use super::audit::AuditArgs;
use super::backup::BackupArgs;
use super::demo::DemoArgs;
use super::dice::DiceArgs;
use super::export::ExportArgs;
use super::games::GamesArgs;
use super::gm::GmArgs;
use super::inbox::InboxArgs;
use super::ingest::IngestArgs;
use super::init::InitArgs;
use super::mail::MailArgs;
use super::new::NewArgs;
use super::odds::OddsArgs;
use super::orders::{CheckArgs, SubmitArgs};
use super::pages::PagesArgs;
use super::recover::RecoverArgs;
use super::replay::ReplayArgs;
use super::roll::RollArgs;
use super::seat::SeatArgs;
use super::selfplay::SelfplayArgs;
use super::serve::ServeArgs;
use super::show::ShowArgs;
use super::status::StatusArgs;
use super::sync::SyncArgs;
use super::templates::TemplatesArgs;
use super::try_cases::TryArgs;
use crate::store::DiceMode;

/// Play-by-email turn processor for board wargames with dice that can be proved honest
#[derive(Debug, Parser)]
#[command(
    name = "tessera",
    version,
    max_term_width = 100,
    after_help = "Exit codes: 0 done; 1 refused, for what the site holds or the rules say; 64 wrong use: a command, \
                  option, value, game, scenario or side that is none, or a file or configuration that cannot be \
                  read; \
                  70 our own fault; 75 try again later. `audit` and `seat verify`: 2 a violation, 3 incomplete. \
                  `ingest`: 0 or 75."
)]
pub struct Cli {
    /// Use this configuration instead of ./config.toml or the one in the user's folder
    #[arg(
        long,
        global = true,
        value_name = "PATH",
        env = "TESSERA_CONFIG",
        value_parser = OsStringValueParser::new().map(PathBuf::from)
    )]
    config: Option<PathBuf>,

    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

impl Cli {
    /// Returns the configuration that was named; a variable that is set to nothing names none.
    pub fn config(&self) -> Option<&Path> {
        let named = self.config.as_deref();
        named.filter(|path| !path.as_os_str().is_empty())
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games, or show what one of them has
    Games(GamesArgs),
    /// Make a site: configuration, keys, data, mailboxes
    Init(InitArgs),
    /// Play a whole match by real mails between two bots, in a fresh folder
    Demo(DemoArgs),
    /// Make a match
    New(NewArgs),
    /// Take mail in and carry it all the way; ends with 0 once the mail is safe, else with 75
    Ingest(IngestArgs),
    /// Make one pass of everything: fetch, read, keep the hours, run, send
    Sync(SyncArgs),
    /// Do what `sync` does for ever, at once when a mailbox tells of new mail; SIGTERM ends it between passes
    Serve(ServeArgs),
    /// File orders for a side from a file; ends with 1 if a line was refused
    Submit(SubmitArgs),
    /// Judge orders without filing them; ends with 1 if a line would be refused
    Check(CheckArgs),
    /// Work out the odds of a planned shot or attack, as a side sees the match
    Odds(OddsArgs),
    /// Show who is waited for
    Status(StatusArgs),
    /// Show a match as a side sees it
    Show(ShowArgs),
    /// Write a match as pages that play it again, event by event
    Replay(ReplayArgs),
    /// Write pages for spectators: matches, public reports, replays, records to download
    Site(PagesArgs),
    /// Look after the texts of this site
    Templates(TemplatesArgs),
    /// Run worked examples: positions, orders and scripted dice, and compare what comes of them
    Try(TryArgs),
    /// Let bots play matches against each other, and count outcomes and actions a second
    Selfplay(SelfplayArgs),
    /// Keep a player's own secrets for the dice, answer what asks for them, check every mail
    Seat(SeatArgs),
    /// Roll dice for any other game: lay a table, ask for dice, see and verify them
    Roll(RollArgs),
    /// Derive dice by hand, step by step, or check this program against test vectors
    Dice(DiceArgs),
    /// Look at how mail is read
    Mail(MailArgs),
    /// Act as the game master of a match
    Gm(GmArgs),
    /// Decide about mails that are held
    Inbox(InboxArgs),
    /// Prove or refute dice, orders and positions of a match from whatever papers there are of it
    Audit(AuditArgs),
    /// Write the record of a match as a viewer may hold it now
    Export(ExportArgs),
    /// Copy database, logs and keys together, while the site goes on
    Backup(BackupArgs),
    /// Rebuild a match of a restored database from its log file and from mails
    Recover(RecoverArgs),
}

/// Reads a mode of the dice.
pub(super) fn dice_mode(word: &str) -> Result<DiceMode, String> {
    DiceMode::from_word(word).ok_or_else(|| {
        let words: Vec<&str> = DiceMode::ALL.iter().map(|mode| mode.word()).collect();
        format!("write {}", words.join(" or "))
    })
}
