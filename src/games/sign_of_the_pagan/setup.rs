//! 3.0: setting up, the Huns first, each side in its zones.
//!
//! A side's placements are gathered in the frame, unseen, and shown together when it has done.

mod camp;

use crate::engine::{Fit, Mode, Next, Pause, Pick, Rank, SetupError, Turn, Verdict};
use crate::geometry::{Facing, Hex};
use crate::orders::Illegal;

use super::data::{Historical, Side, UnitId};
use super::decision::{Decision, Frame};
use super::event::{Event, Placement};
use super::lookup::Named;
use super::order::Order;
use super::state::{Hidden, Open, State};
use super::{Game, cards, rules, seat};
pub(super) use camp::Camp;

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
        open: Open::empty(extent.rows(), extent.columns(), facings).into(),
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
            return Ok(Next::Go(match side {
                Side::Hun => vec![begin(Side::Roman)],
                Side::Roman => {
                    let mut frames = cards::dealing(game);
                    frames.push(Frame::BeginTurn);
                    frames
                }
            }));
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
        return companions(camp);
    };
    camp.free_hexes(unit)
        .flat_map(|hex| Facing::ALL.map(|facing| Order::SetUp { unit, hex, facing }))
        .collect()
}

/// Lists the units that Attila can be set up with, unless he is or is not of this side.
pub(super) fn companions(camp: Camp<'_>) -> Vec<Order> {
    let wanted = camp.side == Side::Hun && camp.attila.is_none();
    let companions = camp.companions().filter(|_| wanted);
    companions.map(|unit| Order::SetUpAttila { unit }).collect()
}

/// Lists where a unit could be set up, or whom Attila could start with, whoever else waits.
pub(super) fn choices(camp: Camp<'_>, named: Named) -> Vec<Order> {
    match named {
        Named::Unit(unit) => {
            let places = camp.free_hexes(unit);
            places
                .flat_map(|hex| Facing::ALL.map(|facing| Order::SetUp { unit, hex, facing }))
                .collect()
        }
        Named::Attila => {
            let units = camp.game.roster.of_side(camp.side);
            let able = units.filter(|&unit| camp.may_lead(unit).is_ok());
            able.map(|unit| Order::SetUpAttila { unit }).collect()
        }
    }
}

/// Returns the free hexes of every unit that has none yet.
pub(super) fn places(camp: Camp<'_>) -> Vec<(UnitId, Vec<Hex>)> {
    let missing = camp.missing();
    missing
        .map(|unit| (unit, camp.free_hexes(unit).collect()))
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

/// Tells whether an order that is added places anew what a filed one has placed.
pub(super) fn places_anew(filed: &Order, added: &Order) -> bool {
    match (filed, added) {
        (Order::SetUp { unit: own, .. }, Order::SetUp { unit, .. }) => own == unit,
        (Order::SetUpAttila { .. }, Order::SetUpAttila { .. }) => true,
        _ => false,
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
    let because = format!(
        "the set-up is not complete without {}; GO puts them in their default places",
        missing.join(", ")
    );
    Some(Illegal::new(rules::R3_0, because))
}

#[cfg(test)]
mod tests;
