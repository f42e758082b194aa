//! The battle as rules look at it: fixed data and open facts together.

use crate::geometry::{Arc, Clock, Facing, Hex};

use super::Game;
use super::data::{Condition, Contingent, Face, Kind, Side, UnitId, UnitType};
use super::options::Zoc;
use super::state::{Open, Piece, Place};

/// Fixed data and open facts; the same for a state and for every view of it.
#[derive(Debug, Clone, Copy)]
pub struct Battle<'a> {
    /// Counters, map and options.
    pub game: &'a Game,
    /// What both sides see.
    pub open: &'a Open,
}

impl<'a> Battle<'a> {
    /// Looks at open facts with a game's data.
    pub fn new(game: &'a Game, open: &'a Open) -> Self {
        Self { game, open }
    }

    /// Returns a unit's fixed facts.
    pub fn unit(self, unit: UnitId) -> &'a UnitType {
        self.game.roster.unit(unit)
    }

    /// Returns a unit as it stands.
    pub fn piece(self, unit: UnitId) -> &'a Piece {
        self.open.piece(unit)
    }

    /// Returns a unit's hex, if it is on the map.
    pub fn hex(self, unit: UnitId) -> Option<Hex> {
        self.open.hex(unit)
    }

    /// Returns the side a unit fights on.
    pub fn side(self, unit: UnitId) -> Side {
        self.unit(unit).side
    }

    /// Returns the contingent a unit acts with.
    pub fn contingent(self, unit: UnitId) -> Contingent {
        self.unit(unit).contingent
    }

    /// Returns a unit's printed type.
    pub fn kind(self, unit: UnitId) -> Kind {
        self.unit(unit).kind
    }

    /// Returns the ratings of the side of the counter now up (9.6.1).
    pub fn face(self, unit: UnitId) -> Face {
        self.unit(unit).face(self.piece(unit).condition)
    }

    /// Tells whether a unit is on the map in good order.
    pub fn is_good(self, unit: UnitId) -> bool {
        self.is_on_map(unit) && self.piece(unit).condition == Condition::Good
    }

    /// Tells whether a unit is on the map.
    pub fn is_on_map(self, unit: UnitId) -> bool {
        matches!(self.piece(unit).place, Place::On(_))
    }

    /// Returns the units of a side on the map, in id order.
    pub fn on_map(self, side: Side) -> impl Iterator<Item = UnitId> {
        self.game
            .roster
            .of_side(side)
            .filter(move |&unit| self.is_on_map(unit))
    }

    /// Returns the units of a contingent on the map, in id order.
    pub fn of(self, contingent: Contingent) -> impl Iterator<Item = UnitId> {
        self.game
            .roster
            .of(contingent)
            .filter(move |&unit| self.is_on_map(unit))
    }

    /// Returns the units round a hex with their direction, clockwise from 1 o'clock.
    pub fn around(self, hex: Hex) -> impl Iterator<Item = (Clock, UnitId)> {
        let grid = self.game.ground.grid();
        grid.neighbours(hex)
            .filter_map(move |(hour, near)| Some((hour, self.open.unit_at(near)?)))
    }

    /// Returns the enemies of `side` next to a hex.
    pub fn enemies_next_to(self, hex: Hex, side: Side) -> impl Iterator<Item = UnitId> {
        self.around(hex)
            .map(|(_, unit)| unit)
            .filter(move |&unit| self.side(unit) != side)
    }

    /// 6.2: tells whether an enemy combat unit of `side` stands next to a hex.
    pub fn is_in_contact(self, hex: Hex, side: Side) -> bool {
        self.enemies_next_to(hex, side).next().is_some()
    }

    /// 9.5.2, Q2: tells whether a hex lies in an enemy zone of `side`.
    pub fn is_in_zone(self, hex: Hex, side: Side) -> bool {
        match self.game.options.zoc {
            Zoc::Adjacent => self.is_in_contact(hex, side),
            Zoc::Frontal => self
                .enemies_next_to(hex, side)
                .any(|enemy| self.is_in_front(enemy, hex)),
        }
    }

    /// Tells whether two units stand in adjacent hexes.
    pub fn are_adjacent(self, one: UnitId, other: UnitId) -> bool {
        match (self.hex(one), self.hex(other)) {
            (Some(a), Some(b)) => self.direction(a, b).is_some(),
            _ => false,
        }
    }

    /// Returns the direction from one hex to an adjacent one.
    pub fn direction(self, from: Hex, to: Hex) -> Option<Clock> {
        self.game.ground.grid().towards(from, to)
    }

    /// 7.0: returns the arc of a unit in which an adjacent hex lies.
    pub fn arc(self, unit: UnitId, hex: Hex) -> Option<Arc> {
        self.arc_if_facing(unit, self.piece(unit).facing, hex)
    }

    /// 7.0: returns the arc in which an adjacent hex would lie if the unit faced there.
    pub fn arc_if_facing(self, unit: UnitId, facing: Facing, hex: Hex) -> Option<Arc> {
        let hour = self.direction(self.hex(unit)?, hex)?;
        Some(facing.arc(hour))
    }

    /// 7.0: tells whether an adjacent hex is one of the unit's two frontal hexes.
    pub fn is_in_front(self, unit: UnitId, hex: Hex) -> bool {
        self.arc(unit, hex) == Some(Arc::Front)
    }

    /// Returns the enemies in a unit's frontal hexes, clockwise.
    pub fn enemies_in_front(self, unit: UnitId) -> impl Iterator<Item = UnitId> {
        let side = self.side(unit);
        let facing = self.piece(unit).facing;
        self.hex(unit)
            .into_iter()
            .flat_map(move |hex| self.around(hex))
            .filter(move |&(hour, _)| facing.arc(hour) == Arc::Front)
            .map(|(_, near)| near)
            .filter(move |&near| self.side(near) != side)
    }
}
