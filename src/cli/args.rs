//! The command line as clap sees it.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use super::dice::DiceArgs;
use super::games::GamesArgs;
use super::mail::MailArgs;
use super::new::NewArgs;
use super::orders::{CheckArgs, SubmitArgs};
use super::selfplay::SelfplayArgs;
use super::show::{ShowArgs, StatusArgs};
use super::try_cases::TryArgs;

/// Play-by-email turn processor for board wargames with dice that can be proved honest
#[derive(Debug, Parser)]
#[command(name = "tessera", version, max_term_width = 100)]
pub struct Cli {
    /// Use this configuration instead of ./config.toml or the one in the user's folder
    #[arg(long, global = true, value_name = "PATH", env = "TESSERA_CONFIG")]
    pub config: Option<PathBuf>,

    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games, or show what one of them has
    Games(GamesArgs),
    /// Make a match
    New(NewArgs),
    /// File orders for a side from a file
    Submit(SubmitArgs),
    /// Judge orders without filing them
    Check(CheckArgs),
    /// Show who is waited for
    Status(StatusArgs),
    /// Show a match as a side sees it
    Show(ShowArgs),
    /// Run worked examples: positions, orders and scripted dice, and compare what comes of them
    Try(TryArgs),
    /// Let bots play matches against each other, and count outcomes and actions a second
    Selfplay(SelfplayArgs),
    /// Derive dice by hand, step by step, or check this program against test vectors
    Dice(DiceArgs),
    /// Look at how mail is read
    Mail(MailArgs),
}
