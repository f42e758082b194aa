//! Where units start: zones, default positions and facings of a scenario (3.0).

use std::ops::RangeInclusive;

use super::ground::Ground;
use super::roster::{ClassId, Roster, UnitId};
use super::terms::Side;
use crate::games::provenance::Provenance;
use crate::geometry::{Facing, Hex};

/// A set-up of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scenario {
    /// The name that `tessera new` takes.
    pub key: String,
    /// Other names for it.
    pub aliases: Vec<String>,
    /// The name for people.
    pub title: String,
    /// The key of its map.
    pub map: String,
    /// The historical set-up.
    pub historical: Historical,
    /// The optional free set-up.
    pub free: Free,
    /// Facings where a player names none, in the order of [`Side::ALL`].
    pub facing: [Facing; 2],
    /// Where the facings come from.
    pub facing_provenance: Provenance,
}

/// The historical set-up: every class of units has its zones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Historical {
    /// The zones, in the order of the book.
    pub zones: Vec<Zone>,
    /// The hexes where Attila may start, with a unit there.
    pub attila_hexes: Vec<Hex>,
    /// The unit he starts with when his player does not say.
    pub attila_with: UnitId,
    /// Where Attila's start comes from.
    pub attila_provenance: Provenance,
    /// A hex for every unit, by [`UnitId`].
    pub default: Vec<Hex>,
}

/// Hexes for a number of units of some classes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    /// The side that sets up here.
    pub side: Side,
    /// How many units of which class.
    pub quotas: Vec<(ClassId, u8)>,
    /// The hexes, in the order of ids.
    pub hexes: Vec<Hex>,
}

/// The optional free set-up: rows instead of zones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Free {
    /// The rows, in the order of [`Side::ALL`].
    pub rows: [RangeInclusive<u8>; 2],
    /// Where the rows come from.
    pub provenance: Provenance,
    /// A hex for every unit, by [`UnitId`].
    pub default: Vec<Hex>,
}

/// Which of the book's two ways of setting up a match uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Deployment {
    /// The zones of 3.0.
    Historical,
    /// The optional free set-up of 3.0.
    Free,
}

/// A unit's start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// The unit.
    pub unit: UnitId,
    /// Its hex.
    pub hex: Hex,
    /// The corner it faces.
    pub facing: Facing,
}

impl Scenario {
    /// Returns whether a name, in any case, means this scenario.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.aliases
            .iter()
            .chain([&self.key])
            .any(|own| own.eq_ignore_ascii_case(name))
    }

    /// Returns the facing of a side's units where their player names none.
    #[must_use]
    pub const fn default_facing(&self, side: Side) -> Facing {
        self.facing[side as usize]
    }

    /// Returns a side's start where its player sends none.
    #[must_use]
    pub fn default_placements(
        &self,
        roster: &Roster,
        side: Side,
        deployment: Deployment,
    ) -> Vec<Placement> {
        let hexes = match deployment {
            Deployment::Historical => &self.historical.default,
            Deployment::Free => &self.free.default,
        };
        let facing = self.default_facing(side);
        roster
            .of_side(side)
            .map(|unit| Placement {
                unit,
                hex: hexes[unit.index()],
                facing,
            })
            .collect()
    }
}

impl Historical {
    /// Returns the zones of a class, mostly one.
    pub fn zones_of(&self, class: ClassId) -> impl Iterator<Item = &Zone> {
        self.zones.iter().filter(move |zone| zone.quota(class) > 0)
    }

    /// Returns whether a unit of that class may start in that hex, whoever else does.
    #[must_use]
    pub fn allows(&self, class: ClassId, hex: Hex) -> bool {
        self.zones_of(class).any(|zone| zone.contains(hex))
    }
}

impl Zone {
    /// Returns how many units of a class start here.
    #[must_use]
    pub fn quota(&self, class: ClassId) -> u8 {
        self.quotas
            .iter()
            .filter(|(own, _)| *own == class)
            .map(|(_, count)| count)
            .sum()
    }

    /// Returns how many units start here.
    #[must_use]
    pub fn count(&self) -> usize {
        self.quotas
            .iter()
            .map(|(_, count)| usize::from(*count))
            .sum()
    }

    /// Returns whether every hex gets a unit.
    #[must_use]
    pub fn is_filled(&self) -> bool {
        self.count() == self.hexes.len()
    }

    /// Returns whether a hex belongs to the zone.
    #[must_use]
    pub fn contains(&self, hex: Hex) -> bool {
        self.hexes.binary_search(&hex).is_ok()
    }
}

impl Free {
    /// Returns the rows of a side.
    #[must_use]
    pub const fn rows_of(&self, side: Side) -> &RangeInclusive<u8> {
        &self.rows[side as usize]
    }

    /// Returns whether a unit of that side may start in that hex of the map.
    #[must_use]
    pub fn allows(&self, side: Side, hex: Hex, ground: &Ground) -> bool {
        ground.contains(hex) && self.rows_of(side).contains(&hex.row())
    }
}
