//! The words printed on the counters: sides, contingents, types, bows, marks.

use serde::{Deserialize, Serialize};

/// One of the two players' armies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The Huns with the Ostrogoths and the other allied peoples.
    Hun,
    /// The Romans with the Visigoths and the Alans.
    Roman,
}

impl Side {
    /// Both sides, the Huns first as they set up first.
    pub const ALL: [Self; 2] = [Self::Hun, Self::Roman];

    /// Returns the other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Hun => Self::Roman,
            Self::Roman => Self::Hun,
        }
    }

    /// Returns the key that players type.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Hun => "hun",
            Self::Roman => "roman",
        }
    }

    /// Returns the three contingents of this side.
    #[must_use]
    pub const fn contingents(self) -> [Contingent; 3] {
        match self {
            Self::Hun => [Contingent::Huns, Contingent::Ostrogoths, Contingent::Allies],
            Self::Roman => [Contingent::Romans, Contingent::Visigoths, Contingent::Alans],
        }
    }
}

/// One of the six groups of units that act together (2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Contingent {
    /// Attila's own people.
    Huns,
    /// The Ostrogoths.
    Ostrogoths,
    /// Gepids, Burgundians and Franks on the Hun side.
    Allies,
    /// Romans, Saxons, Armoricans, Burgundians and Franks under Aetius.
    Romans,
    /// The Visigoths.
    Visigoths,
    /// The Alans, who may go home.
    Alans,
}

impl Contingent {
    /// All six, the Hun side's first.
    pub const ALL: [Self; 6] = [
        Self::Huns,
        Self::Ostrogoths,
        Self::Allies,
        Self::Romans,
        Self::Visigoths,
        Self::Alans,
    ];

    /// Returns the side this contingent fights on.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::Huns | Self::Ostrogoths | Self::Allies => Side::Hun,
            Self::Romans | Self::Visigoths | Self::Alans => Side::Roman,
        }
    }

    /// Returns the key that players type.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Huns => "huns",
            Self::Ostrogoths => "ostrogoths",
            Self::Allies => "allies",
            Self::Romans => "romans",
            Self::Visigoths => "visigoths",
            Self::Alans => "alans",
        }
    }
}

/// The printed type of a unit (2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Heavy cavalry.
    HC,
    /// Light cavalry.
    LC,
    /// Heavy infantry.
    HI,
    /// Medium infantry.
    MI,
    /// Light infantry.
    LI,
}

impl Kind {
    /// Returns the weight that the missile table and the Second Disorder Check ask for.
    #[must_use]
    pub const fn weight(self) -> Weight {
        match self {
            Self::HC | Self::HI => Weight::Heavy,
            Self::MI => Weight::Medium,
            Self::LC | Self::LI => Weight::Light,
        }
    }

    /// Returns whether the unit rides.
    #[must_use]
    pub const fn is_cavalry(self) -> bool {
        matches!(self, Self::HC | Self::LC)
    }

    /// Returns its name in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::LC => "light cavalry",
            Self::HC => "heavy cavalry",
            Self::LI => "light infantry",
            Self::MI => "medium infantry",
            Self::HI => "heavy infantry",
        }
    }

    /// Returns the two letters on the counter.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::HC => "HC",
            Self::LC => "LC",
            Self::HI => "HI",
            Self::MI => "MI",
            Self::LI => "LI",
        }
    }
}

/// Heavy, medium or light (2.2, 8.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weight {
    /// HC and HI.
    Heavy,
    /// MI.
    Medium,
    /// LC and LI.
    Light,
}

/// The bow a unit carries (2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Bow {
    /// The composite bow of the Huns.
    C,
    /// The ordinary bow of everybody else.
    B,
}

impl Bow {
    /// Returns the letter on the counter.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::C => "C",
            Self::B => "B",
        }
    }
}

/// What is printed behind a shock rating, ferocity apart (9.2.2, 9.2.3, 9.2.4).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Nothing: the unit may attack.
    #[default]
    None,
    /// White ring: no shock attack.
    WhiteRing,
    /// White square: no shock attack, except a compulsory one while Engaged.
    WhiteSquare,
}

/// Which side of the counter is up (9.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Condition {
    /// Good order.
    Good,
    /// Disordered.
    Disordered,
}
