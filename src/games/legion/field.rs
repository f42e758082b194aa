//! A battle as rules look at it: what never changes, and the open facts of the moment.

use crate::engine::Rank;
use crate::geometry::Hex;

use super::data::Kind;
use super::options::{LeaderDot, SpareLeaders, ZonePanicked};
use super::order::Who;
use super::state::{Open, Piece};
use super::terms::{Class, Dir, Elevation, Legion, Side, UnitId};
use super::{Game, data};

/// The game and the open facts, for questions.
#[derive(Debug, Clone, Copy)]
pub struct Field<'a> {
    /// The game.
    pub game: &'a Game,
    /// The open facts.
    pub open: &'a Open,
}

impl<'a> Field<'a> {
    /// Looks at a battle.
    pub fn new(game: &'a Game, open: &'a Open) -> Self {
        Self { game, open }
    }

    /// Returns a unit as it stands.
    pub fn piece(self, unit: UnitId) -> &'a Piece {
        self.open.piece(unit)
    }

    /// Returns a unit's type as it is now.
    pub fn kind(self, unit: UnitId) -> &'a Kind {
        self.game.kinds.get(self.piece(unit).kind)
    }

    /// Returns a unit's class as it is now.
    pub fn class(self, unit: UnitId) -> Class {
        self.kind(unit).class
    }

    /// Returns how closely a standing line speaks for a unit; `None` if it is for others.
    pub fn rank(self, who: &Who, unit: UnitId) -> Option<Rank> {
        match who {
            Who::Unit(own) => (*own == unit).then_some(Rank::Named),
            Who::Kind(kind) => (self.piece(unit).kind == *kind).then_some(Rank::Group),
            Who::All => Some(Rank::All),
        }
    }

    /// Returns whose a unit is.
    pub fn side(self, unit: UnitId) -> Side {
        self.game.side_of(unit)
    }

    /// Tells whether a unit is a Leader.
    pub fn is_leader(self, unit: UnitId) -> bool {
        self.kind(unit).is_leader()
    }

    /// Tells whether a unit is disrupted.
    pub fn is_disrupted(self, unit: UnitId) -> bool {
        self.piece(unit).disrupted.is_some()
    }

    /// Tells whether a unit is on the map.
    pub fn is_on_map(self, unit: UnitId) -> bool {
        self.open.hex(unit).is_some()
    }

    /// Returns a side's units on the map, with their hexes.
    pub fn army(self, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + use<'a> {
        let open = self.open;
        self.game
            .of_side(side)
            .filter_map(move |unit| Some((unit, open.hex(unit)?)))
    }

    /// Returns the units of a side in a hex.
    pub fn stack(self, hex: Hex, side: Side) -> impl Iterator<Item = UnitId> + Clone + use<'a> {
        let game = self.game;
        self.open
            .stack(hex)
            .filter(move |&unit| game.side_of(unit) == side)
    }

    /// Returns the side that occupies a hex.
    pub fn holder(self, hex: Hex) -> Option<Side> {
        self.open
            .stack(hex)
            .next()
            .map(|unit| self.game.side_of(unit))
    }

    /// Tells whether enemies of a side occupy a hex.
    pub fn is_hostile(self, hex: Hex, side: Side) -> bool {
        self.holder(hex) == Some(side.other())
    }

    /// Tells whether any unit next to a hex is an enemy of a side.
    pub fn has_enemy_beside(self, hex: Hex, side: Side) -> bool {
        let near = self.game.land.around(hex);
        near.into_iter()
            .flatten()
            .any(|next| self.is_hostile(next, side))
    }

    /// Tells whether a hex holds a Square.
    pub fn square_in(self, hex: Hex) -> Option<Side> {
        if !self.game.options.square.is_on() {
            return None;
        }
        let mut stack = self.open.stack(hex);
        let member = stack.find(|&unit| self.piece(unit).square)?;
        Some(self.side(member))
    }

    /// Tells whether a unit is a Roman SD (L1.0).
    pub fn is_roman_sd(self, unit: UnitId) -> bool {
        use super::options::BcSdRoman;
        let piece = self.piece(unit);
        let sd = self.game.kinds.find("SD");
        let printed = self.game.unit(unit).kind;
        let is_sd = Some(piece.kind) == sd
            || (self.game.options.bc_sd_roman == BcSdRoman::Yes
                && piece.kind != printed
                && self
                    .game
                    .kinds
                    .forms
                    .iter()
                    .any(|form| form.kind == piece.kind && Some(form.named) == sd));
        is_sd && self.game.terms(self.side(unit)).roman
    }

    /// 6.41, 16.32: tells whether enemy fire units beside a hex stop whoever enters it.
    ///
    /// `has_zone` says which fire units have a zone at all; plots may take it away (21.1).
    pub fn is_in_zone(self, hex: Hex, side: Side, has_zone: impl Fn(UnitId) -> bool) -> bool {
        let near = self.game.land.around(hex);
        Dir::ALL.into_iter().any(|dir| {
            let Some(next) = near[dir.index()] else {
                return false;
            };
            self.stack(next, side.other())
                .any(|unit| self.stops(unit) && has_zone(unit) && self.faces(unit, dir.turned(3)))
        })
    }

    /// 6.41, 16.32: returns the enemy fire units that stop whoever enters a hex, with theirs.
    pub fn zone_units(self, hex: Hex, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + use<'a> {
        let near = self.game.land.around(hex);
        let beside = Dir::ALL
            .into_iter()
            .filter_map(move |dir| Some((dir.turned(3), near[dir.index()]?)));
        beside.flat_map(move |(towards, next)| {
            self.stack(next, side.other())
                .filter(move |&unit| self.stops(unit) && self.faces(unit, towards))
                .map(move |unit| (unit, next))
        })
    }

    /// 6.41, 6.44: an undisrupted fire unit stops movers whether or not it could fire.
    fn stops(self, unit: UnitId) -> bool {
        let piece = self.piece(unit);
        self.kind(unit).has_fire()
            && piece.disrupted.is_none()
            && (!piece.panicked || self.game.options.zone_panicked == ZonePanicked::Yes)
    }

    /// 16.0: tells whether a direction lies in a unit's front; without facing every one does.
    pub fn faces(self, unit: UnitId, dir: Dir) -> bool {
        let facing = self.piece(unit).facing;
        facing.is_none_or(|facing| facing.has_in_front(dir))
    }

    /// Tells whether units face hexsides in this match, and this one does.
    pub fn has_facing(self, unit: UnitId) -> bool {
        use super::options::FacingLeaders;
        self.game.options.facing.is_on()
            && !self.piece(unit).square
            && (!self.is_leader(unit) || self.game.options.facing_leaders == FacingLeaders::Faced)
    }

    /// L1.2: tells whether a Leader serves a unit.
    pub fn serves(self, leader: UnitId, unit: UnitId) -> bool {
        if !self.game.options.integrity.is_on() || !self.is_roman_sd(unit) {
            return true;
        }
        match (self.piece(leader).legion, self.piece(unit).legion) {
            (Some(own), Some(legion)) => own == legion,
            (None, _) => self.game.options.spare_leaders == SpareLeaders::Army,
            (Some(_), None) => true,
        }
    }

    /// 10.0: tells whether a Leader in a unit's hex keeps it from being disrupted.
    pub fn is_led(self, unit: UnitId, hex: Hex) -> bool {
        let mut stack = self.stack(hex, self.side(unit));
        stack.any(|leader| self.is_leader(leader) && self.serves(leader, unit))
    }

    /// Returns the Leaders of a side on the map, with their hexes.
    pub fn leaders(self, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + use<'a> {
        self.army(side)
            .filter(move |(unit, _)| self.is_leader(*unit))
    }

    /// 10.0: tells whether a Leader is near enough to control a unit.
    pub fn is_controlled(self, unit: UnitId) -> bool {
        let leaders: Vec<(UnitId, Hex)> = self.leaders(self.side(unit)).collect();
        self.is_controlled_by(unit, &leaders)
    }

    /// 10.0: tells whether one of the Leaders of its side is near enough to control a unit.
    pub fn is_controlled_by(self, unit: UnitId, leaders: &[(UnitId, Hex)]) -> bool {
        let side = self.side(unit);
        let terms = self.game.terms(side);
        let kind = self.kind(unit);
        let mounted = matches!(kind.class, Class::C | Class::Mf) || kind.key == "CH";
        if !terms.needs_leaders || kind.is_leader() || (terms.mounted_exempt && mounted) {
            return true;
        }
        let Some(hex) = self.open.hex(unit) else {
            return true;
        };
        leaders.iter().any(|&(leader, at)| {
            let radius = u16::from(self.kind(leader).radius);
            self.game.land.distance(at, hex) <= radius && self.serves(leader, unit)
        })
    }

    /// 3.36, 10.12: tells whether the dots of a hex count 1 each.
    pub fn dots_count(self, hex: Hex, side: Side) -> bool {
        !self
            .stack(hex, side)
            .any(|unit| matches!(self.kind(unit).melee, data::Melee::Strength(_)))
    }

    /// R9: tells whether a Leader's own dot counts.
    pub fn leader_dot_counts(self, hex: Hex, side: Side) -> bool {
        match self.game.options.leader_dot {
            LeaderDot::Alone => self.stack(hex, side).all(|unit| self.is_leader(unit)),
            LeaderDot::WithDots => self.dots_count(hex, side),
        }
    }

    /// Returns how high a hex lies.
    pub fn elevation(self, hex: Hex) -> Elevation {
        self.game.land.cell(hex).elevation
    }

    /// Returns the legion of a unit where legions keep to themselves (L1.2).
    pub fn legion(self, unit: UnitId) -> Option<Legion> {
        let counts = self.game.options.integrity.is_on() && self.is_roman_sd(unit);
        self.piece(unit).legion.filter(|_| counts)
    }

    /// Writes a hex as this match writes it.
    pub fn name(self, hex: Hex) -> String {
        self.game.hex(hex)
    }
}
