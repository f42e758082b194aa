//! Blocks: the text form of everything that is said about dice.
//!
//! [`pieces`] finds blocks in the text of a mail or a log and keeps their bytes as they stand;
//! [`Entry::read`] and [`Side::read`] read them strictly. Received blocks are never printed anew:
//! their heads are made of the lines that came.

mod entry;
mod fields;
mod genesis;
mod raw;
mod read;
mod side;

pub use self::{
    entry::{
        Beacon, Body, Correct, Disclose, Entry, Genesis, HiddenPlanned, HiddenResult, HiddenRolled,
        Lock, LockSeal, Mark, Mode, Need, NotResults, Party, Planned, Player, Report, Results,
        Rolled, SeatChange, Signature, Terms, Void,
    },
    fields::FormatError,
    genesis::PROTOCOL,
    raw::{BEGIN, Block, END, Piece, blocks, is_made_of_blocks, normalise, pieces},
    side::{Ack, Join, Key, Orders, Side},
};

impl Block {
    /// Says whether this is an undamaged entry: it begins with its number and every line can be
    /// read, whatever it means.
    pub fn is_whole_entry(&self) -> bool {
        !self.is_torn() && self.stated_number().is_some() && fields::is_made_of_fields(self)
    }
}
