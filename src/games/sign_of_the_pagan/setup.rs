//! 3.0: setting up, the Huns first, each side in its zones.
//!
//! A side's placements are gathered in the frame, unseen, and shown together when it has done.

use crate::engine::{Fit, Mode, Next, Pause, Pick, Rank, SetupError, Turn, Verdict};
use crate::geometry::{Facing, Hex};
use crate::orders::Illegal;
use crate::rulebook::Rule;

use super::data::{Historical, Scenario, Side, UnitId, Zone};
use super::decision::{Decision, Frame};
use super::event::{Event, Placement};
use super::order::Order;
use super::state::{Hidden, Open, State};
use super::{Game, rules, seat};

/// Starts a match: every unit waits for its set-up.
///
/// # Errors
/// What keeps the scenario from being set up.
pub(super) fn start(game: &Game, scenario: &str) -> Result<(State, Frame), SetupError> {
    let known = game.scenario.as_ref();
    let Some(known) = known.filter(|known| known.is_called(scenario)) else {
        let reason = format!("there is no scenario `{scenario}` in this game");
        return Err(SetupError(vec![reason]));
    };
    let faults = faults(&known.historical);
    if !faults.is_empty() {
        return Err(SetupError(faults));
    }
    let extent = game.ground.grid().extent();
    let units = game.roster.units.iter();
    let facings = units.map(|unit| known.default_facing(unit.side));
    let state = State {
        open: Open::empty(extent.rows(), extent.columns(), facings),
        hidden: [Hidden::default(), Hidden::default()],
    };
    Ok((state, begin(Side::Hun)))
}

/// Two zones that share a hex could leave a unit without one.
fn faults(historical: &Historical) -> Vec<String> {
    let zones = &historical.zones;
    let mut faults = Vec::new();
    for (index, zone) in zones.iter().enumerate() {
        let shared = |hex: &&Hex| zones[..index].iter().any(|other| other.contains(**hex));
        if let Some(hex) = zone.hexes.iter().find(shared) {
            faults.push(format!(
                "hex {hex} belongs to two zones of the set-up: give it to one of them"
            ));
        }
    }
    faults
}

fn begin(side: Side) -> Frame {
    Frame::SetUp {
        side,
        placed: Vec::new(),
        attila: None,
    }
}

fn scenario(game: &Game) -> &Scenario {
    game.scenario
        .as_ref()
        .expect("armies are set up in a scenario only")
}

/// A set-up as far as it has been told.
#[derive(Debug, Clone, Copy)]
pub(super) struct Camp<'a> {
    game: &'a Game,
    side: Side,
    placed: &'a [Placement],
    attila: Option<UnitId>,
}

/// Why a unit may not be set up in a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unfit {
    OtherSide,
    OffMap,
    OutsideZone,
    ZoneFull,
    Taken(UnitId),
}

impl<'a> Camp<'a> {
    pub(super) fn new(
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

    fn historical(self) -> &'a Historical {
        &scenario(self.game).historical
    }

    fn hex(self, unit: UnitId) -> Option<Hex> {
        let placed = self.placed.iter().find(|placed| placed.unit == unit);
        placed.map(|placed| placed.hex)
    }

    /// Lists the units that have no hex yet, in id order.
    fn missing(self) -> impl Iterator<Item = UnitId> {
        let units = self.game.roster.of_side(self.side);
        units.filter(move |&unit| self.hex(unit).is_none())
    }

    /// 3.0, 6.1: a unit is set up in a free hex of its zone, no more of a kind than the zone holds.
    fn may_place(self, unit: UnitId, hex: Hex) -> Result<(), Unfit> {
        let kind = self.game.roster.unit(unit);
        if kind.side != self.side {
            return Err(Unfit::OtherSide);
        }
        if !self.game.ground.contains(hex) {
            return Err(Unfit::OffMap);
        }
        let mut zones = self.historical().zones_of(kind.class);
        let Some(zone) = zones.find(|zone| zone.contains(hex)) else {
            return Err(Unfit::OutsideZone);
        };
        // A unit that is told another hex leaves the one it had.
        let others = || self.placed.iter().filter(|placed| placed.unit != unit);
        if let Some(other) = others().find(|placed| placed.hex == hex) {
            return Err(Unfit::Taken(other.unit));
        }
        let of_its_kind = others().filter(|placed| {
            zone.contains(placed.hex) && self.game.roster.unit(placed.unit).class == kind.class
        });
        if of_its_kind.count() >= usize::from(zone.quota(kind.class)) {
            return Err(Unfit::ZoneFull);
        }
        Ok(())
    }

    fn refuse(self, unfit: Unfit, unit: UnitId, hex: Hex) -> Illegal {
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

    /// Lists the hexes that a unit may be set up in, in the order of its zones.
    fn free_hexes(self, unit: UnitId) -> impl Iterator<Item = Hex> {
        let zones = self
            .historical()
            .zones_of(self.game.roster.unit(unit).class);
        zones
            .flat_map(|zone| zone.hexes.iter().copied())
            .filter(move |&hex| self.may_place(unit, hex).is_ok())
    }

    /// Says where a unit may start: `1510-1516`, `1021-1025 or 0919-0924`.
    fn places(self, unit: UnitId) -> String {
        let zones = self
            .historical()
            .zones_of(self.game.roster.unit(unit).class);
        let places: Vec<String> = zones.map(place).collect();
        places.join(" or ")
    }

    /// 3.0: Attila starts with a unit in one of the hexes that the book gives him.
    fn may_lead(self, unit: UnitId) -> Result<(), Illegal> {
        let kind = self.game.roster.unit(unit);
        let name = &kind.id;
        let allowed = &self.historical().attila_hexes;
        if self.side != Side::Hun || kind.side != Side::Hun {
            let because = format!("attila starts with a unit of the Hun side, not with {name}");
            return Err(Illegal::new(rules::R3_0, because));
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
    fn companions(self) -> impl Iterator<Item = UnitId> {
        let placed = self.game.roster.of_side(self.side);
        placed.filter(move |&unit| self.hex(unit).is_some() && self.may_lead(unit).is_ok())
    }

    /// Puts what was not told into its default hex, else into the lowest free one of its zone.
    fn completed(self) -> (Vec<Placement>, Option<UnitId>) {
        let scenario = scenario(self.game);
        let facing = scenario.default_facing(self.side);
        let mut placed = self.placed.to_vec();
        for by_default in [true, false] {
            for unit in self.missing() {
                let camp = Camp::new(self.game, self.side, &placed, self.attila);
                let hex = if by_default {
                    let hex = scenario.historical.default[unit.index()];
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
        let camp = Camp::new(self.game, self.side, &placed, self.attila);
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

/// 3.0: one more placement, or the end of a side's set-up.
///
/// # Errors
/// [`Pause::Wait`] while the side has said nothing.
pub(super) fn advance(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    side: Side,
    placed: &[Placement],
    attila: Option<UnitId>,
) -> Result<Next<Frame>, Pause> {
    let asked = Decision::SetUp {
        side,
        placed: placed.to_vec(),
        attila,
    };
    let given = turn.ask(seat(side), Mode::List, asked)?;
    let mut placed = placed.to_vec();
    let attila = match given.map(|given| given.order) {
        Some(Order::SetUp { unit, hex, facing }) => {
            placed.retain(|placed| placed.unit != unit);
            placed.push(Placement { unit, hex, facing });
            attila
        }
        Some(Order::SetUpAttila { unit }) => Some(unit),
        _ => {
            let (placements, attila) = Camp::new(game, side, &placed, attila).completed();
            turn.emit(Event::SetUp {
                side,
                placements,
                attila,
            });
            turn.close(seat(side));
            return Ok(Next::Go(vec![match side {
                Side::Hun => begin(Side::Roman),
                Side::Roman => Frame::BeginTurn,
            }]));
        }
    };
    Ok(Next::Go(vec![Frame::SetUp {
        side,
        placed,
        attila,
    }]))
}

/// Lists the next unit's hexes with every facing, then the units that Attila may start with.
pub(super) fn options(camp: Camp<'_>) -> Vec<Order> {
    let Some(unit) = camp.missing().next() else {
        let wanted = camp.side == Side::Hun && camp.attila.is_none();
        let companions = camp.companions().filter(|_| wanted);
        return companions.map(|unit| Order::SetUpAttila { unit }).collect();
    };
    camp.free_hexes(unit)
        .flat_map(|hex| Facing::ALL.map(|facing| Order::SetUp { unit, hex, facing }))
        .collect()
}

/// Picks a hex and a facing for the next unit, then a unit for Attila.
pub(super) fn sample(camp: Camp<'_>, pick: &mut dyn Pick) -> Option<Order> {
    if let Some(unit) = camp.missing().next() {
        let count = camp.free_hexes(unit).count();
        let hex = camp.free_hexes(unit).nth(pick.pick(count))?;
        let facing = Facing::ALL[pick.pick(Facing::ALL.len())];
        return Some(Order::SetUp { unit, hex, facing });
    }
    let count = camp.companions().count();
    if camp.side == Side::Roman || camp.attila.is_some() || count == 0 {
        return None;
    }
    let unit = camp.companions().nth(pick.pick(count))?;
    Some(Order::SetUpAttila { unit })
}

/// Says what a SETUP line is worth now.
pub(super) fn answer(camp: Camp<'_>, order: &Order) -> Fit<Order> {
    let allowed = match order {
        Order::SetUp { unit, hex, .. } => camp
            .may_place(*unit, *hex)
            .map_err(|unfit| camp.refuse(unfit, *unit, *hex)),
        Order::SetUpAttila { unit } => camp.may_lead(*unit),
        _ => return Fit::Other,
    };
    match allowed {
        Ok(()) => Fit::Takes(Rank::Named, order.clone()),
        Err(illegal) => Fit::Fails(illegal),
    }
}

/// A set-up after a set of lines, with what is said to each.
fn play(camp: Camp<'_>, orders: &[Order]) -> (Vec<Placement>, Option<UnitId>, Vec<Verdict>) {
    let mut placed = camp.placed.to_vec();
    let mut attila = camp.attila;
    let mut verdicts = Vec::with_capacity(orders.len());
    for order in orders {
        let camp = Camp::new(camp.game, camp.side, &placed, attila);
        verdicts.push(match (answer(camp, order), order) {
            (Fit::Takes(..), Order::SetUp { unit, hex, facing }) => {
                placed.retain(|placed| placed.unit != *unit);
                placed.push(Placement {
                    unit: *unit,
                    hex: *hex,
                    facing: *facing,
                });
                Verdict::Legal
            }
            (Fit::Takes(..), Order::SetUpAttila { unit }) => {
                attila = Some(*unit);
                Verdict::Legal
            }
            (Fit::Fails(illegal), _) => Verdict::Illegal(illegal),
            _ => Verdict::Illegal(Illegal::new(
                rules::R4_0,
                "wrong phase: the armies are being set up",
            )),
        });
    }
    (placed, attila, verdicts)
}

/// 3.0: judges a set of lines: zones, one unit in a hex, Attila's unit where it ends up.
pub(super) fn check(camp: Camp<'_>, orders: &[Order]) -> Vec<Verdict> {
    let (placed, _, mut verdicts) = play(camp, orders);
    let at_last = Camp::new(camp.game, camp.side, &placed, None);
    for (order, verdict) in orders.iter().zip(&mut verdicts) {
        if let Order::SetUpAttila { unit } = order
            && !verdict.is_illegal()
            && let Err(illegal) = at_last.may_lead(*unit)
        {
            *verdict = Verdict::Illegal(illegal);
        }
    }
    verdicts
}

/// 3.0: says which units a set leaves without a hex.
pub(super) fn lacks(camp: Camp<'_>, orders: &[Order]) -> Option<Illegal> {
    let (placed, attila, _) = play(camp, orders);
    let camp = Camp::new(camp.game, camp.side, &placed, attila);
    let missing: Vec<&str> = camp
        .missing()
        .map(|unit| camp.game.roster.unit(unit).id.as_str())
        .collect();
    if missing.is_empty() {
        return None;
    }
    let because = format!("the set-up is not complete without {}", missing.join(", "));
    Some(Illegal::new(rules::R3_0, because))
}

#[cfg(test)]
mod tests;
