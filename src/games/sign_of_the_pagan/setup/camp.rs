//! 3.0: who may be set up where, and where the rest go.

use super::super::data::{Deployment, Historical, Scenario, Side, UnitId, Zone};
use super::super::event::Placement;
use super::super::options::Switch;
use super::super::{Game, rules};
use crate::geometry::Hex;
use crate::orders::Illegal;
use crate::rulebook::Rule;

fn scenario(game: &Game) -> &Scenario {
    game.scenario
        .as_ref()
        .expect("armies are set up in a scenario only")
}

/// A set-up as far as it has been told.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Camp<'a> {
    pub(super) game: &'a Game,
    pub(super) side: Side,
    pub(super) placed: &'a [Placement],
    pub(super) attila: Option<UnitId>,
}

/// Why a unit may not be set up in a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unfit {
    OtherSide,
    OffMap,
    OutsideZone,
    ZoneFull,
    Taken(UnitId),
    /// It has this hex already.
    Placed(Hex),
}

impl<'a> Camp<'a> {
    /// Gathers what has been told.
    pub(in super::super) fn new(
        game: &'a Game,
        side: Side,
        placed: &'a [Placement],
        attila: Option<UnitId>,
    ) -> Self {
        Self {
            game,
            side,
            placed,
            attila,
        }
    }

    /// 3.0: tells by zones or, if that is agreed, by rows.
    fn deployment(self) -> Deployment {
        match self.game.options.opt_free_setup {
            Switch::Off => Deployment::Historical,
            Switch::On => Deployment::Free,
        }
    }

    fn historical(self) -> &'a Historical {
        &scenario(self.game).historical
    }

    fn hex(self, unit: UnitId) -> Option<Hex> {
        let placed = self.placed.iter().find(|placed| placed.unit == unit);
        placed.map(|placed| placed.hex)
    }

    /// Lists the units that have no hex yet, in id order.
    pub(super) fn missing(self) -> impl Iterator<Item = UnitId> {
        let units = self.game.roster.of_side(self.side);
        units.filter(move |&unit| self.hex(unit).is_none())
    }

    /// 3.0, 6.1: a unit is set up in a free hex of its zone, no more of a kind than the zone holds;
    /// in a free set-up anywhere in the rows of its side (Q52).
    pub(super) fn may_place(self, unit: UnitId, hex: Hex) -> Result<(), Unfit> {
        let kind = self.game.roster.unit(unit);
        if kind.side != self.side {
            return Err(Unfit::OtherSide);
        }
        if let Some(own) = self.hex(unit) {
            return Err(Unfit::Placed(own));
        }
        if !self.game.ground.contains(hex) {
            return Err(Unfit::OffMap);
        }
        let zone = match self.deployment() {
            Deployment::Historical => {
                let mut zones = self.historical().zones_of(kind.class);
                Some(
                    zones
                        .find(|zone| zone.contains(hex))
                        .ok_or(Unfit::OutsideZone)?,
                )
            }
            Deployment::Free => {
                let free = &scenario(self.game).free;
                if !free.allows(self.side, hex, &self.game.ground) {
                    return Err(Unfit::OutsideZone);
                }
                None
            }
        };
        if let Some(other) = self.placed.iter().find(|placed| placed.hex == hex) {
            return Err(Unfit::Taken(other.unit));
        }
        let Some(zone) = zone else { return Ok(()) };
        let of_its_kind = self.placed.iter().filter(|placed| {
            zone.contains(placed.hex) && self.game.roster.unit(placed.unit).class == kind.class
        });
        if of_its_kind.count() >= usize::from(zone.quota(kind.class)) {
            return Err(Unfit::ZoneFull);
        }
        Ok(())
    }

    pub(super) fn refuse(self, unfit: Unfit, unit: UnitId, hex: Hex) -> Illegal {
        let name = &self.game.roster.unit(unit).id;
        let (rule, because): (Rule, String) = match unfit {
            Unfit::OtherSide => (rules::R3_0, format!("{name} is not yours to set up")),
            Unfit::OffMap => (rules::R2_1, format!("{hex} is not on the map")),
            Unfit::OutsideZone => (
                rules::R3_0,
                format!("{name} starts in {}, not in {hex}", self.places(unit)),
            ),
            Unfit::ZoneFull => (
                rules::R3_0,
                format!("that zone has no room for another unit like {name}"),
            ),
            Unfit::Placed(own) => (
                rules::R3_0,
                format!(
                    "{name} is set up already, in {own}: to place it elsewhere send the whole set \
                     again"
                ),
            ),
            Unfit::Taken(other) => (
                rules::R6_1,
                format!(
                    "{} stands in {hex} already",
                    self.game.roster.unit(other).id
                ),
            ),
        };
        let refusal = Illegal::new(rule, because);
        match self.free_hexes(unit).next() {
            Some(free) if unfit != Unfit::OtherSide => {
                let facing = scenario(self.game).default_facing(self.side);
                refusal.instead(format!("SETUP {name} {free} F{facing}"))
            }
            _ => refusal,
        }
    }

    /// Lists the hexes that a unit may be set up in, in the order of its zones or rows.
    pub(super) fn free_hexes(self, unit: UnitId) -> impl Iterator<Item = Hex> {
        let class = self.game.roster.unit(unit).class;
        let (zones, rows) = match self.deployment() {
            Deployment::Historical => (Some(self.historical().zones_of(class)), None),
            Deployment::Free => {
                let rows = scenario(self.game).free.rows_of(self.side);
                let columns = 1..=self.game.ground.grid().extent().columns();
                let along = move |row| columns.clone().map(move |column| Hex::new(row, column));
                (None, Some(rows.clone().flat_map(along)))
            }
        };
        let zones = zones.into_iter().flatten();
        zones
            .flat_map(|zone| zone.hexes.iter().copied())
            .chain(rows.into_iter().flatten())
            .filter(move |&hex| self.may_place(unit, hex).is_ok())
    }

    /// Says where a unit may start: `1510-1516`, `1021-1025 or 0919-0924`.
    fn places(self, unit: UnitId) -> String {
        if self.deployment() == Deployment::Free {
            let rows = scenario(self.game).free.rows_of(self.side);
            return format!("rows {:02} to {:02}", rows.start(), rows.end());
        }
        let zones = self
            .historical()
            .zones_of(self.game.roster.unit(unit).class);
        let places: Vec<String> = zones.map(place).collect();
        places.join(" or ")
    }

    /// 3.0: Attila starts with a unit in one of the hexes that the book gives him; in a free set-up
    /// with any unit of his side (Q52).
    pub(super) fn may_lead(self, unit: UnitId) -> Result<(), Illegal> {
        let kind = self.game.roster.unit(unit);
        let name = &kind.id;
        let allowed = &self.historical().attila_hexes;
        if self.side != Side::Hun || kind.side != Side::Hun {
            let because = format!("attila starts with a unit of the Hun side, not with {name}");
            return Err(Illegal::new(rules::R3_0, because));
        }
        if let Some(told) = self.attila.filter(|&told| told != unit) {
            let because = format!(
                "attila starts with {} already: to place him elsewhere send the whole set again",
                self.game.roster.unit(told).id
            );
            return Err(Illegal::new(rules::R3_0, because));
        }
        if self.deployment() == Deployment::Free {
            return Ok(());
        }
        let reaches = match self.hex(unit) {
            Some(hex) => allowed.contains(&hex),
            None => self.free_hexes(unit).any(|hex| allowed.contains(&hex)),
        };
        if reaches {
            return Ok(());
        }
        let because = format!(
            "attila starts with a unit in {}, where {name} is not",
            ranges(allowed)
        );
        Err(Illegal::new(rules::R3_0, because))
    }

    /// Lists the units that Attila may start with, in id order.
    pub(super) fn companions(self) -> impl Iterator<Item = UnitId> {
        let placed = self.game.roster.of_side(self.side);
        placed.filter(move |&unit| self.hex(unit).is_some() && self.may_lead(unit).is_ok())
    }

    /// Puts what was not told into its default hex, else into the lowest free one of its zone.
    pub(super) fn completed(self) -> (Vec<Placement>, Option<UnitId>) {
        let scenario = scenario(self.game);
        let facing = scenario.default_facing(self.side);
        let mut placed = self.placed.to_vec();
        for by_default in [true, false] {
            for unit in self.missing() {
                let camp = Camp::new(self.game, self.side, &placed, self.attila);
                let hex = if by_default {
                    let hex = match camp.deployment() {
                        Deployment::Historical => scenario.historical.default[unit.index()],
                        Deployment::Free => scenario.free.default[unit.index()],
                    };
                    Some(hex).filter(|&hex| camp.may_place(unit, hex).is_ok())
                } else {
                    camp.free_hexes(unit).min()
                };
                let is_placed = camp.hex(unit).is_some();
                if let Some(hex) = hex.filter(|_| !is_placed) {
                    placed.push(Placement { unit, hex, facing });
                }
            }
        }
        placed.sort_unstable_by_key(|placed| placed.unit);
        let camp = Camp::new(self.game, self.side, &placed, None);
        let usual = scenario.historical.attila_with;
        let told = self.attila.into_iter().chain([usual]);
        let with = told
            .filter(|&unit| camp.may_lead(unit).is_ok())
            .chain(camp.companions())
            .next();
        (placed, with.filter(|_| self.side == Side::Hun))
    }
}

/// Writes a zone: its hexes, consecutive ones as `1510-1516`.
fn place(zone: &Zone) -> String {
    ranges(&zone.hexes)
}

fn ranges(hexes: &[Hex]) -> String {
    let follows = |a: &Hex, b: &Hex| a.row() == b.row() && a.column() + 1 == b.column();
    let runs = hexes.chunk_by(follows).map(|run| match run {
        [only] => only.to_string(),
        run => format!("{}-{}", run[0], run[run.len() - 1]),
    });
    runs.collect::<Vec<_>>().join(", ")
}
