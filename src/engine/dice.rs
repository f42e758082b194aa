//! The dice as the engine sees them: something that turns a label into faces.

use std::fmt;

use crate::ledger::dice::Spec;

use super::Seat;

/// Whose randomness a roll uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// The draw's public seed: everybody can check the roll at once.
    Public,
    /// The host's secret, for a deck that the host keeps (`h.<name>`).
    Host(&'static str),
    /// A seat's own secret, for what only that seat may know (`s<seat>.<name>`).
    Seat(Seat, &'static str),
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Public => f.write_str("public"),
            Self::Host(name) => write!(f, "h.{name}"),
            Self::Seat(seat, name) => write!(f, "s{}.{name}", seat.number()),
        }
    }
}

/// What came of a throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thrown {
    /// The faces are known and stand in the buffer.
    Known,
    /// The scope belongs to somebody who has not opened it: the faces exist, but not here.
    Unknown,
}

/// There are no dice yet: the run has to wait for a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoDice;

/// A source of dice.
pub trait Dice {
    /// Rolls `spec` under `label` and writes the faces into `faces`, which arrives empty.
    ///
    /// # Errors
    /// [`NoDice`] when the run was started without dice.
    fn throw(
        &mut self,
        scope: Scope,
        label: &dyn fmt::Display,
        spec: Spec,
        faces: &mut Vec<u32>,
    ) -> Result<Thrown, NoDice>;
}

/// Dice that end the run at the first roll: a dry run shows whether a draw is needed at all.
#[derive(Debug, Default)]
pub struct DryDice;

impl Dice for DryDice {
    fn throw(
        &mut self,
        _: Scope,
        _: &dyn fmt::Display,
        _: Spec,
        _: &mut Vec<u32>,
    ) -> Result<Thrown, NoDice> {
        Err(NoDice)
    }
}
