//! The state of a battle: open facts that everybody sees, and what each side keeps to itself.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::engine::Outcome;
use crate::geometry::{Extent, Facing, Grid, Hex, HexMap, Layout};

use super::cards::force::InForce;
use super::data::{CardId, Condition, Contingent, Side, UnitId};

/// Where a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// Not set up yet.
    Reserve,
    /// On the map.
    On(Hex),
    /// Eliminated, and counted for victory.
    Eliminated,
    /// Gone without being counted.
    Removed,
}

/// What a unit has done in the activation under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each deed is a fact of its own"
)]
pub struct Deeds {
    /// It has moved at least one hex.
    pub moved: bool,
    /// It has changed its facing.
    pub turned: bool,
    /// It has fired in its own Move and Fire segment.
    pub fired: bool,
    /// It has attacked or counterattacked.
    pub struck: bool,
    /// It came adjacent from outside every enemy zone: momentum (9.5.2).
    pub momentum: bool,
}

impl Deeds {
    /// Tells whether the unit has done anything that costs it the right to Reform (10.0).
    pub fn any(self, turning_counts: bool) -> bool {
        self.moved || self.fired || self.struck || (turning_counts && self.turned)
    }
}

/// A unit as it stands now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Where it is.
    pub place: Place,
    /// Which vertex it faces.
    pub facing: Facing,
    /// Which side of the counter is up.
    pub condition: Condition,
    /// What it has done in this activation.
    pub deeds: Deeds,
    /// Shock attacks it has made in this activation (9.5.4).
    pub blows: u8,
    /// Enemy units that have entered its frontal hexes in this activation (8.2.2).
    pub entries: u8,
    /// Reaction shots it has made in this activation.
    pub shots: u8,
    /// Dice it has rolled in this activation; the next die's label.
    pub rolls: u8,
    /// Movement points it has spent in this activation (6.0, 6.3, 6.5).
    pub spent: u8,
    /// Its allowance for this activation, once it has set out (6.0, Q11, Q32).
    pub allowance: Option<u8>,
    /// Shots that were aimed at it in this activation.
    pub aimed_at: u8,
}

impl Piece {
    /// A unit that waits for its set-up.
    pub fn in_reserve(facing: Facing) -> Self {
        Self {
            place: Place::Reserve,
            facing,
            condition: Condition::Good,
            deeds: Deeds::default(),
            blows: 0,
            entries: 0,
            shots: 0,
            rolls: 0,
            spent: 0,
            allowance: None,
            aimed_at: 0,
        }
    }

    /// Returns its hex, if it is on the map.
    pub fn hex(&self) -> Option<Hex> {
        match self.place {
            Place::On(hex) => Some(hex),
            Place::Reserve | Place::Eliminated | Place::Removed => None,
        }
    }
}

/// Where Attila is (13.0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Attila {
    /// Not in this battle, or not set up yet.
    Absent,
    /// Stacked with a unit.
    With(UnitId),
    /// Alone in a hex.
    Alone(Hex),
    /// Out of play because no friendly unit is left.
    Out,
    /// Wounded and carried off; counts as one eliminated unit (13.2 option).
    Removed,
    /// Dead; the Romans have won (13.2 option).
    Dead,
}

/// Everything that both sides see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct Open {
    /// The game turn, from 1; 0 during set-up.
    pub turn: u16,
    /// The activation within the turn, from 1; 0 before the first.
    pub activation: u8,
    /// The contingent that is acting.
    pub active: Option<Contingent>,
    /// The units, by [`UnitId`].
    pub pieces: Vec<Piece>,
    /// Pairs of mutually Engaged units, each sorted, in order.
    pub engaged: Vec<(UnitId, UnitId)>,
    /// Where Attila is.
    pub attila: Attila,
    /// Whether he has ridden by himself in this activation (13.0).
    pub rode: bool,
    /// Eliminated units per side (12.0, 14.0).
    pub eliminated: [u8; 2],
    /// Alan units eliminated for which the nerves of the rest are still to be tested (12.2).
    pub alan_losses: u8,
    /// How often the Alans have gone home, ignored desertions included (12.2).
    pub desertions: u8,
    /// Contingents placed to act before any marker is drawn.
    pub queue: Vec<Contingent>,
    /// Markers still in the cup, per side.
    pub undrawn: [u8; 2],
    /// Side dice rolled in this activation; the next one's label.
    pub rolls: u8,
    /// How the battle ended.
    pub outcome: Option<Outcome>,
    /// Cards that each side holds (11.1).
    pub in_hand: [u8; 2],
    /// Cards that have been played (11.2).
    pub played: Vec<CardId>,
    /// Cards whose effect holds.
    pub in_force: Vec<InForce>,
    occupants: Occupants,
}

/// Who stands where, and how many do: the number follows every change, so nobody has to count.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Occupants {
    units: HexMap<Option<UnitId>>,
    held: usize,
}

impl Occupants {
    /// An empty map of that size.
    fn nobody(rows: u8, columns: u8) -> Self {
        let grid = Grid::new(Layout::PointyEvenRight, Extent::new(rows, columns));
        Self {
            units: HexMap::new(grid, None),
            held: 0,
        }
    }

    fn set(&mut self, hex: Hex, unit: Option<UnitId>) {
        let before = std::mem::replace(&mut self.units[hex], unit);
        self.held += usize::from(unit.is_some());
        self.held -= usize::from(before.is_some());
    }
}

/// What is written of [`Open`]: the map of occupants follows from the pieces.
#[derive(Serialize, Deserialize)]
struct Stored {
    turn: u16,
    activation: u8,
    active: Option<Contingent>,
    pieces: Vec<Piece>,
    engaged: Vec<(UnitId, UnitId)>,
    attila: Attila,
    rode: bool,
    eliminated: [u8; 2],
    alan_losses: u8,
    desertions: u8,
    queue: Vec<Contingent>,
    undrawn: [u8; 2],
    rolls: u8,
    outcome: Option<Outcome>,
    in_hand: [u8; 2],
    played: Vec<CardId>,
    in_force: Vec<InForce>,
    rows: u8,
    columns: u8,
}

impl TryFrom<Stored> for Open {
    type Error = String;

    fn try_from(stored: Stored) -> Result<Self, String> {
        stored.check()?;
        let mut open = Self {
            turn: stored.turn,
            activation: stored.activation,
            active: stored.active,
            pieces: stored.pieces,
            engaged: stored.engaged,
            attila: stored.attila,
            rode: stored.rode,
            eliminated: stored.eliminated,
            alan_losses: stored.alan_losses,
            desertions: stored.desertions,
            queue: stored.queue,
            undrawn: stored.undrawn,
            rolls: stored.rolls,
            outcome: stored.outcome,
            in_hand: stored.in_hand,
            played: stored.played,
            in_force: stored.in_force,
            occupants: Occupants::nobody(stored.rows, stored.columns),
        };
        for (index, piece) in open.pieces.iter().enumerate() {
            if let Some(hex) = piece.hex() {
                open.occupants.set(hex, Some(UnitId(index as u8)));
            }
        }
        Ok(open)
    }
}

impl Stored {
    /// Checks that every unit that is named exists, and that the map holds every hex with a unit.
    fn check(&self) -> Result<(), String> {
        let engaged = self.engaged.iter().flat_map(|&(one, other)| [one, other]);
        let with_attila = match self.attila {
            Attila::With(unit) => Some(unit),
            _ => None,
        };
        let in_force = self.in_force.iter().flat_map(|card| &card.units).copied();
        let mut named = engaged.chain(with_attila).chain(in_force);
        if let Some(nobody) = named.find(|unit| unit.index() >= self.pieces.len()) {
            return Err(format!("there is no unit {}", nobody.0));
        }
        if self.columns == 0 || self.rows == 0 {
            return Err("the map has no hexes".to_owned());
        }
        let extent = Extent::new(self.rows, self.columns);
        let mut hexes = self.pieces.iter().filter_map(Piece::hex);
        match hexes.find(|hex| !extent.contains(*hex)) {
            Some(hex) => Err(format!("{hex} is off the map")),
            None => Ok(()),
        }
    }
}

impl From<Open> for Stored {
    fn from(open: Open) -> Self {
        Self {
            turn: open.turn,
            activation: open.activation,
            active: open.active,
            pieces: open.pieces,
            engaged: open.engaged,
            attila: open.attila,
            rode: open.rode,
            eliminated: open.eliminated,
            alan_losses: open.alan_losses,
            desertions: open.desertions,
            queue: open.queue,
            undrawn: open.undrawn,
            rolls: open.rolls,
            outcome: open.outcome,
            in_hand: open.in_hand,
            played: open.played,
            in_force: open.in_force,
            rows: open.occupants.units.grid().extent().rows(),
            columns: open.occupants.units.grid().extent().columns(),
        }
    }
}

impl Open {
    /// An empty map of that size with every unit in reserve.
    pub fn empty(rows: u8, columns: u8, facings: impl Iterator<Item = Facing>) -> Self {
        Self {
            turn: 0,
            activation: 0,
            active: None,
            pieces: facings.map(Piece::in_reserve).collect(),
            engaged: Vec::new(),
            attila: Attila::Absent,
            rode: false,
            eliminated: [0; 2],
            alan_losses: 0,
            desertions: 0,
            queue: Vec::new(),
            undrawn: [0; 2],
            rolls: 0,
            outcome: None,
            in_hand: [0; 2],
            played: Vec::new(),
            in_force: Vec::new(),
            occupants: Occupants::nobody(rows, columns),
        }
    }

    /// Returns a unit as it stands.
    pub fn piece(&self, unit: UnitId) -> &Piece {
        &self.pieces[unit.index()]
    }

    /// Returns a unit's hex, if it is on the map.
    pub fn hex(&self, unit: UnitId) -> Option<Hex> {
        self.piece(unit).hex()
    }

    /// Returns the unit in a hex.
    pub fn unit_at(&self, hex: Hex) -> Option<UnitId> {
        self.occupants.units.get(hex).flatten()
    }

    /// Returns how many hexes are held.
    pub fn occupied(&self) -> usize {
        self.occupants.held
    }

    /// Tells whether the unit is Engaged with anybody.
    pub fn is_engaged(&self, unit: UnitId) -> bool {
        self.engaged.iter().any(|&(a, b)| a == unit || b == unit)
    }

    /// Returns the units it is Engaged with, in id order.
    pub fn engaged_with(&self, unit: UnitId) -> impl Iterator<Item = UnitId> {
        self.engaged.iter().filter_map(move |&(a, b)| match unit {
            _ if a == unit => Some(b),
            _ if b == unit => Some(a),
            _ => None,
        })
    }

    /// Tells whether two units are Engaged with each other.
    pub fn are_engaged(&self, one: UnitId, other: UnitId) -> bool {
        self.engaged.binary_search(&sorted(one, other)).is_ok()
    }

    /// Puts a unit somewhere, or takes it off the map; the only way to change a place.
    pub(super) fn put(&mut self, unit: UnitId, place: Place) {
        let piece = &mut self.pieces[unit.index()];
        if let Place::On(hex) = piece.place
            && self.occupants.units[hex] == Some(unit)
        {
            self.occupants.set(hex, None);
        }
        piece.place = place;
        if let Place::On(hex) = place {
            self.occupants.set(hex, Some(unit));
        }
    }

    /// Makes two units Engaged with each other.
    pub(super) fn engage(&mut self, one: UnitId, other: UnitId) {
        let pair = sorted(one, other);
        if let Err(index) = self.engaged.binary_search(&pair) {
            self.engaged.insert(index, pair);
        }
    }

    /// Takes off every Engaged marker of a unit, and those of others that stood for it alone.
    pub(super) fn release(&mut self, unit: UnitId) {
        self.engaged.retain(|&(a, b)| a != unit && b != unit);
    }

    /// Ends one Engaged pair.
    pub(super) fn separate(&mut self, one: UnitId, other: UnitId) {
        self.engaged.retain(|&pair| pair != sorted(one, other));
    }
}

fn sorted(one: UnitId, other: UnitId) -> (UnitId, UnitId) {
    if one < other {
        (one, other)
    } else {
        (other, one)
    }
}

/// What one side keeps to itself (5.1, 5.2, 11.3).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Hidden {
    /// The five markers chosen this turn, sorted.
    pub chosen: Vec<Contingent>,
    /// The marker named for initiative, until the dice are rolled.
    pub initiative: Option<Contingent>,
    /// The markers still in the cup, sorted.
    pub cup: Vec<Contingent>,
    /// The cards in hand, sorted; `None` where nobody here has seen them (11.1).
    pub hand: Option<Vec<CardId>>,
}

/// Open facts that a state and the views of it have in common until one of them changes: looking costs
/// no copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Open", into = "Open")]
pub struct Shared(Arc<Open>);

impl From<Open> for Shared {
    fn from(open: Open) -> Self {
        Self(Arc::new(open))
    }
}

impl From<Shared> for Open {
    fn from(shared: Shared) -> Self {
        Arc::unwrap_or_clone(shared.0)
    }
}

impl Deref for Shared {
    type Target = Open;

    fn deref(&self) -> &Open {
        &self.0
    }
}

impl DerefMut for Shared {
    fn deref_mut(&mut self) -> &mut Open {
        Arc::make_mut(&mut self.0)
    }
}

/// Everything that is true of the battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// What both sides see.
    pub open: Shared,
    /// What each side hides, the Huns' first.
    pub hidden: [Hidden; 2],
}

/// What one viewer may know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The side looking; `None` for an observer.
    pub side: Option<Side>,
    /// What both sides see.
    pub open: Shared,
    /// What the viewer knows of each side's markers; empty where he knows nothing.
    pub hidden: [Option<Hidden>; 2],
}
