//! Numbers of the people in a match.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The number of a person in a match.
///
/// Players have 1 to 99, as in the dice log; the game master has 0, observers have 100 and more.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct SeatNumber(u8);

impl SeatNumber {
    /// The game master, who in the dice log is the host.
    pub const GAME_MASTER: Self = Self(0);

    /// Creates the number of whoever sits, leads or looks on under `number`.
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// Creates a player's number, if `number` is one.
    pub const fn player(number: u8) -> Option<Self> {
        if Self(number).is_player() {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Returns the number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Reports whether a player has this number.
    pub const fn is_player(self) -> bool {
        1 <= self.0 && self.0 <= 99
    }
}

impl fmt::Display for SeatNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
