//! `--peek`: a host who plays looks at what another side has, and the dice log says so.

use clap::Args;

use super::error::CliError;
use super::site::Opened;
use crate::store::MatchId;

/// Whether a host who plays may be shown what is another side's.
#[derive(Debug, Clone, Copy, Args)]
pub struct Peek {
    /// Look at another side's data although you play a side yourself; the dice log says so for ever
    #[arg(long)]
    pub peek: bool,
}

impl Peek {
    /// Makes sure that whoever sits here may see what a side has.
    ///
    /// # Errors
    /// If the host plays another side of this match and does not say that he peeks.
    pub fn at(self, opened: &mut Opened, id: &MatchId, side: &str) -> Result<(), CliError> {
        opened.at_desk(|desk| desk.look(id, side, self.peek))
    }
}
