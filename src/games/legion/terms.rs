//! The words of the game that are the same in data, state and orders.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Defines an enum whose variants have a word each, the same in data, JSON and orders.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$line:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$line])* #[serde(rename = $word)] $variant,)*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the word for it.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.word())
            }
        }
    };
}

words! {
    /// The class of a unit, which decides with whom it stacks (5.31, 5.33).
    Class {
        /// Heavy foot.
        A = "A",
        /// Other foot.
        B = "B",
        /// Horse.
        C = "C",
        /// What fits everywhere.
        D = "D",
        /// Fire foot.
        Ff = "Ff",
        /// Fire horse.
        Mf = "Mf",
        /// Leaders.
        E = "E",
    }
}

impl Class {
    /// Tells whether its units have missiles (5.33).
    pub const fn is_fire(self) -> bool {
        matches!(self, Self::Ff | Self::Mf)
    }
}

words! {
    /// What covers a hex (9.0).
    Terrain {
        /// Open ground.
        Clear = "clear",
        /// The village.
        Village = "village",
        /// Woods.
        Woods = "woods",
        /// Swamp.
        Swamp = "swamp",
        /// Water that can be waded.
        River = "river",
        /// An easier place to wade.
        Ford = "ford",
        /// A bridge.
        Bridge = "bridge",
    }
}

words! {
    /// How high a hex lies (14.0).
    Elevation {
        /// Neither slope nor hilltop.
        Ground = "ground",
        /// A slope.
        Slope = "slope",
        /// A hilltop.
        Hilltop = "hilltop",
    }
}

words! {
    /// An edge of the map.
    Edge {
        /// The north edge.
        North = "north",
        /// The east edge.
        East = "east",
        /// The south edge.
        South = "south",
        /// The west edge.
        West = "west",
    }
}

words! {
    /// A level of victory (11.2).
    Level {
        /// Nobody is ahead, or the other side is.
        None = "none",
        /// Ahead, but less than twice as much.
        Marginal = "marginal",
        /// At least twice as much.
        Substantive = "substantive",
        /// At least three times as much.
        Decisive = "decisive",
    }
}

words! {
    /// A legion (L1.2).
    Legion {
        /// The first, and the most seasoned.
        I = "I",
        /// The second.
        II = "II",
        /// The third.
        III = "III",
    }
}

words! {
    /// A result of combat (8.1).
    Outcome {
        /// Nothing happens.
        Nothing = "NONE",
        /// Every unit is disrupted.
        Disrupted = "D",
        /// Half of the units are eliminated.
        Half = "HALF",
        /// Every unit is eliminated.
        Eliminated = "E",
    }
}

words! {
    /// What kind of attack an attack is.
    Combat {
        /// Fire of the phasing side (6.0).
        Fire = "fire",
        /// Defensive fire (6.42).
        Defensive = "df",
        /// Melee (7.0).
        Melee = "melee",
    }
}

/// One of the six directions, 0 to 5 from south-east clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Dir(u8);

impl Dir {
    /// All directions.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];
    const WORDS: [&'static str; 6] = ["SE", "S", "SW", "NW", "N", "NE"];

    /// Returns a direction by its number.
    pub const fn new(number: u8) -> Option<Self> {
        if number < 6 { Some(Self(number)) } else { None }
    }

    /// Returns its number, for lists.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the direction of a hexside counted clockwise from the north, as the map counts them.
    pub const fn of_side(side: usize) -> Self {
        Self(((side + 4) % 6) as u8)
    }

    /// Returns the number of its hexside, clockwise from the north.
    pub const fn side(self) -> usize {
        (self.index() + 2) % 6
    }

    /// Returns the direction that many sixths of a turn clockwise.
    #[must_use]
    pub const fn turned(self, sixths: u8) -> Self {
        Self((self.0 + sixths) % 6)
    }

    /// Tells whether a direction lies in the front of a unit that faces this one (16.0).
    pub const fn has_in_front(self, other: Self) -> bool {
        matches!((other.0 + 6 - self.0) % 6, 0 | 1 | 5)
    }

    /// Returns its compass word.
    pub const fn word(self) -> &'static str {
        Self::WORDS[self.index()]
    }

    /// Reads a compass word, in any case, or a number from 0 to 5.
    pub fn read(text: &str) -> Option<Self> {
        let named = Self::WORDS
            .iter()
            .position(|word| word.eq_ignore_ascii_case(text));
        named
            .map(|index| Self(index as u8))
            .or_else(|| text.parse().ok().and_then(Self::new))
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl TryFrom<u8> for Dir {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("a direction is 0 to 5")
    }
}

impl From<Dir> for u8 {
    fn from(dir: Dir) -> Self {
        dir.0
    }
}

/// A side, by its seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Side(pub u8);

impl Side {
    /// Both sides, in seat order.
    pub const BOTH: [Self; 2] = [Self(0), Self(1)];

    /// Returns its place in lists.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the other side.
    #[must_use]
    pub const fn other(self) -> Self {
        Self(1 - self.0)
    }
}

/// A unit of a match, Leaders included, by its place in the roster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    /// Returns its place in the roster.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_count_from_the_south_east_and_sides_from_the_north() {
        for dir in Dir::ALL {
            assert_eq!(Dir::of_side(dir.side()), dir);
            assert_eq!(Dir::read(dir.word()), Some(dir));
        }
        assert_eq!(Dir::read("n").map(Dir::side), Some(0));
        assert_eq!(Dir::read("5").map(Dir::word), Some("NE"));
        assert!(Dir::read("6").is_none() && Dir::read("E").is_none());
    }

    #[test]
    fn the_front_is_the_direction_faced_and_its_two_neighbours() {
        let facing = Dir::new(0).expect("in range");
        let front: Vec<_> = Dir::ALL
            .into_iter()
            .filter(|&dir| facing.has_in_front(dir))
            .map(Dir::index)
            .collect();
        assert_eq!(front, [0, 1, 5]);
    }
}
