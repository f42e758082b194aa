//! The counters: units with their two faces, Attila, and the activation markers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::terms::{Bow, Condition, Contingent, Kind, Mark, Side};

/// One side of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// Shock rating; 0 rolls no die.
    pub shock: u8,
    /// Movement allowance.
    pub ma: u8,
    /// The mark behind the shock rating.
    #[serde(default)]
    pub mark: Mark,
}

/// A unit, as an index into [`Roster::units`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    /// Returns the index into a list with one entry per unit.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A group of equal units (`hun-lc`), as an index into the classes of a roster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u8);

/// What is known of a unit before the first turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitType {
    /// The id that reports print, `hun-lc-3`.
    pub id: String,
    /// Other names that orders may use: `HL3`, `HL03`.
    pub aliases: Vec<String>,
    /// The group of equal units it belongs to.
    pub class: ClassId,
    /// The side it fights on.
    pub side: Side,
    /// The contingent it acts with.
    pub contingent: Contingent,
    /// The printed type.
    pub kind: Kind,
    /// The people, which may fight on both sides.
    pub tribe: String,
    /// Ratings in good order.
    pub good: Face,
    /// Ratings when Disordered.
    pub disordered: Face,
    /// The bow, if it has one.
    pub bow: Option<Bow>,
    /// Red ring: adds ferocity to a momentum attack in good order (9.5.3).
    pub ferocity: bool,
}

impl UnitType {
    /// Returns the ratings of the side now up.
    #[must_use]
    pub const fn face(&self, condition: Condition) -> Face {
        match condition {
            Condition::Good => self.good,
            Condition::Disordered => self.disordered,
        }
    }
}

/// Attila (13.0).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leader {
    /// The id that reports print.
    pub id: String,
    /// Other names that orders may use.
    pub aliases: Vec<String>,
    /// The name for people.
    pub name: String,
    /// Movement allowance when he rides by himself.
    pub ma: u8,
    /// By how much he shifts a die of the unit he is with.
    pub shift: u8,
}

impl Leader {
    /// Returns Attila as he is where no data file says otherwise (13.0, Q20).
    #[must_use]
    pub fn attila() -> Self {
        Self {
            id: "attila".to_owned(),
            aliases: vec!["AT".to_owned()],
            name: "Attila".to_owned(),
            ma: 8,
            shift: 1,
        }
    }
}

/// The activation markers of one contingent (5.1, 5.3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Markers {
    /// How many the owner may pick from.
    pub count: u8,
    /// What the marker adds to an initiative die.
    pub bonus: u8,
}

impl Markers {
    /// 5.1, 5.3.1: the printed markers, in the order of [`Contingent::ALL`].
    pub const PRINTED: [Self; 6] = [
        Self { count: 3, bonus: 3 },
        Self { count: 2, bonus: 1 },
        Self { count: 2, bonus: 0 },
        Self { count: 3, bonus: 1 },
        Self { count: 3, bonus: 2 },
        Self { count: 2, bonus: 2 },
    ];
}

/// Why counters do not make a roster.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RosterError {
    /// A name stands for two counters.
    #[error("the name `{name}` stands for both {first} and {second}")]
    SameName {
        /// The name as written.
        name: String,
        /// The id that had it first.
        first: String,
        /// The id that wants it too.
        second: String,
    },
    /// More counters than an id can count.
    #[error("{0} units are more than the 255 that a match can hold")]
    TooMany(usize),
}

/// All counters of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roster {
    /// The units; a [`UnitId`] is the index.
    pub units: Vec<UnitType>,
    /// Attila.
    pub leader: Leader,
    markers: [Markers; 6],
    names: BTreeMap<String, UnitId>,
}

impl Roster {
    /// Makes a roster; every id and alias must name one counter only, whatever the case of its letters.
    pub fn new(
        units: Vec<UnitType>,
        leader: Leader,
        markers: [Markers; 6],
    ) -> Result<Self, Vec<RosterError>> {
        let Ok(_) = u8::try_from(units.len()) else {
            return Err(vec![RosterError::TooMany(units.len())]);
        };
        let mut errors = Vec::new();
        let mut names = BTreeMap::new();
        let leader_names: Vec<String> = leader
            .aliases
            .iter()
            .chain([&leader.id])
            .map(|name| name.to_lowercase())
            .collect();
        for (index, unit) in units.iter().enumerate() {
            for name in unit.aliases.iter().chain([&unit.id]) {
                let id = UnitId(index as u8);
                let folded = name.to_lowercase();
                let taken = match names.insert(folded.clone(), id) {
                    Some(other) if other != id => Some(units[other.index()].id.clone()),
                    _ if leader_names.contains(&folded) => Some(leader.id.clone()),
                    _ => None,
                };
                if let Some(first) = taken {
                    errors.push(RosterError::SameName {
                        name: name.clone(),
                        first,
                        second: unit.id.clone(),
                    });
                }
            }
        }
        if errors.is_empty() {
            Ok(Self {
                units,
                leader,
                markers,
                names,
            })
        } else {
            Err(errors)
        }
    }

    /// Returns a unit's fixed facts.
    #[must_use]
    pub fn unit(&self, id: UnitId) -> &UnitType {
        &self.units[id.index()]
    }

    /// Returns the ratings of a unit's side that is up.
    #[must_use]
    pub fn face(&self, id: UnitId, condition: Condition) -> Face {
        self.unit(id).face(condition)
    }

    /// Returns all units in roster order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = UnitId> + ExactSizeIterator + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    /// Returns the units of a contingent in roster order.
    pub fn of(&self, contingent: Contingent) -> impl Iterator<Item = UnitId> {
        self.ids()
            .filter(move |&id| self.unit(id).contingent == contingent)
    }

    /// Returns the units of a side in roster order.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = UnitId> {
        self.ids().filter(move |&id| self.unit(id).side == side)
    }

    /// Finds a unit by id or alias, in any case.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<UnitId> {
        self.names.get(&name.to_lowercase()).copied()
    }

    /// Returns whether a name, in any case, means Attila.
    #[must_use]
    pub fn is_leader(&self, name: &str) -> bool {
        self.leader
            .aliases
            .iter()
            .chain([&self.leader.id])
            .any(|own| own.eq_ignore_ascii_case(name))
    }

    /// Returns the activation markers of a contingent.
    #[must_use]
    pub const fn markers(&self, contingent: Contingent) -> Markers {
        self.markers[contingent as usize]
    }
}
