//! Who sits at the table, who looks at it, and how a seat is asked.

use serde::{Deserialize, Serialize};

/// A seat of a match, numbered from 0 in the order of the scenario's sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// Returns the seat as an index into per-seat lists.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the seat's number in the dice log, counted from 1.
    pub fn number(self) -> u64 {
        u64::from(self.0) + 1
    }
}

/// Whose eyes a view, an event or a report is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Viewer {
    /// The owner of a seat.
    Seat(Seat),
    /// Somebody who may see only what is public.
    Observer,
    /// A neutral game master, who sees everything but coming dice.
    GameMaster,
    /// Everybody, once the match is finished.
    Everybody,
}

impl Viewer {
    /// Tells whether this viewer may see what belongs to `seat` alone.
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Self::Seat(own) => own == seat,
            Self::Observer => false,
            Self::GameMaster | Self::Everybody => true,
        }
    }
}

/// How a decision takes lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mode {
    /// One line answers it, once.
    One,
    /// It is asked again and again; a filed list answers it line by line and ends in a pass.
    List,
    /// Lines may answer it, else its default does at once: nobody is asked by mail.
    Quiet,
}
