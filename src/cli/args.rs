//! The command line as clap sees it.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

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
pub enum Command {}
