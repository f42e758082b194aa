//! The end of a Movement Phase: Squares, room, surplus, rallying, and withdrawals (5.4, L1.1, L1.16, 13.22, 15.2).

use crate::engine::{Fit, Mode, Pause, Pick, Rank, Turn};
use crate::geometry::Hex;
use crate::orders::Illegal;

use crate::games::legion::decision::Decision;
use crate::games::legion::event::Event;
use crate::games::legion::game::seat;
use crate::games::legion::options::{ConcessionImmobile, SquareGrace, SquareMixed};
use crate::games::legion::order::Order;
use crate::games::legion::terms::{Side, UnitId};
use crate::games::legion::{Field, Game, march, panic, rules, stacking};

/// How many Roman SD make a Square.
const SQUARE: usize = 4;

/// D4: asks a side for its next Square; tells whether it has formed one (L1.1).
pub(crate) fn square(game: &Game, turn: &mut Turn<'_, Game>, side: Side) -> Result<bool, Pause> {
    if !game.options.square.is_on() {
        return Ok(false);
    }
    let given = turn.ask(seat(side), Mode::Quiet, Decision::Square { side })?;
    let Some(Order::SquareForm { hex }) = given.map(|given| given.order) else {
        return Ok(false);
    };
    let field = Field::new(game, &turn.state().open);
    let units = field
        .stack(hex, side)
        .filter(|&unit| !field.is_leader(unit))
        .collect();
    turn.emit(Event::SquareFormed { hex, units });
    Ok(true)
}

/// L1.1, L1.13: tells why no Square can be formed in a hex.
pub(crate) fn may_form(field: Field<'_>, side: Side, hex: Hex) -> Result<(), Illegal> {
    let no = |because: String| Err(Illegal::new(rules::L1_1, because));
    let units: Vec<UnitId> = field
        .stack(hex, side)
        .filter(|&unit| !field.is_leader(unit))
        .collect();
    let place = field.name(hex);
    let romans = units.iter().filter(|&&unit| field.is_roman_sd(unit));
    if romans.count() == SQUARE && units.len() > SQUARE {
        let because = format!("{place} holds more than four Roman SD and their Leaders");
        return Err(Illegal::new(rules::L1_11, because));
    }
    if units.len() != SQUARE || !units.iter().all(|&unit| field.is_roman_sd(unit)) {
        return no(format!(
            "a Square is exactly four Roman SD, and {place} holds something else"
        ));
    }
    if units.iter().any(|&unit| field.piece(unit).square) {
        return no(format!("there is a Square in {place} already"));
    }
    if let Some(&unit) = units.iter().find(|&&unit| {
        let piece = field.piece(unit);
        piece.disrupted.is_some() || piece.panicked
    }) {
        let because = format!("{} is disrupted or panicked", field.game.id(unit));
        return Err(Illegal::new(rules::L1_13, because));
    }
    let legions =
        field.game.options.integrity.is_on() && field.game.options.square_mixed == SquareMixed::No;
    let first = field.legion(units[0]);
    if legions && units.iter().any(|&unit| field.legion(unit) != first) {
        return no(format!("the units in {place} belong to two legions"));
    }
    Ok(())
}

/// Tells whether a side may ever form a Square in this match (L1.1).
pub(crate) fn may_come(game: &Game, side: Side) -> bool {
    let romans = game.terms(side).roman && game.kinds.find("SD").is_some();
    game.options.square.is_on() && romans
}

/// Says whether a line forms a Square.
pub(crate) fn square_answer(field: Field<'_>, side: Side, order: &Order) -> Fit<Order> {
    let Order::SquareForm { hex } = order else {
        return Fit::Other;
    };
    match may_form(field, side, *hex) {
        Ok(()) => Fit::Takes(Rank::Named, order.clone()),
        Err(illegal) => Fit::Fails(illegal),
    }
}

/// Lists the Squares that can be formed.
pub(crate) fn square_options(field: Field<'_>, side: Side) -> Vec<Order> {
    let mut hexes: Vec<Hex> = field.army(side).map(|(_, hex)| hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let open = hexes
        .into_iter()
        .filter(|&hex| may_form(field, side, hex).is_ok());
    open.map(|hex| Order::SquareForm { hex }).collect()
}

/// Sees to room and rallying at the end of movement; movers that find no room back up (R16).
pub(crate) fn close(game: &Game, turn: &mut Turn<'_, Game>, side: Side) {
    while let Some((unit, from, to)) = crowded(Field::new(game, &turn.state().open), side) {
        for unit in body(Field::new(game, &turn.state().open), unit, from) {
            turn.emit(Event::BackedUp { unit, from, to });
        }
    }
    while let Some((hex, units)) = in_vain(Field::new(game, &turn.state().open), side) {
        turn.emit(Event::SquareFormed { hex, units });
    }
    if game.options.panic.is_on() {
        let units = panic::rallying(Field::new(game, &turn.state().open), side);
        if !units.is_empty() {
            turn.emit(Event::Rallied { units });
        }
    }
}

/// Tells whether units of a hex may not stay together, but for a Square that was broken just now (L1.16).
pub(crate) fn is_crowded(field: Field<'_>, side: Side, hex: Hex) -> bool {
    let mut stack = field.stack(hex, side);
    let just_broken = stack.any(|unit| {
        let broken = field.piece(unit).broken;
        broken.is_some_and(|when| !was_before(field, when))
    });
    !just_broken && stacking::check(field, side, field.stack(hex, side)).is_err()
}

/// L1.16, R108: tells whether a Square was broken before the movement that ends: defensive fire comes after it,
/// and in simultaneous play fire and melee come before.
fn was_before(field: Field<'_>, broken: u16) -> bool {
    field.game.options.simultaneous.is_on() || broken < field.open.player_turn
}

/// L1.1: returns those who back up with a unit: its whole Square, if it stands in one.
fn body(field: Field<'_>, unit: UnitId, hex: Hex) -> Vec<UnitId> {
    if !field.piece(unit).square {
        return vec![unit];
    }
    let stack = field.open.stack(hex);
    stack.filter(|&own| field.piece(own).square).collect()
}

/// 5.4, R16: finds the last mover in an overfull or mixed hex, and the last hex of its way with room.
fn crowded(field: Field<'_>, side: Side) -> Option<(UnitId, Hex, Hex)> {
    let stands = |unit: UnitId, hex: Hex| field.open.hex(unit) == Some(hex);
    let arrivals = field.open.trail.iter().rev().filter(|&&(unit, hex)| {
        stands(unit, hex)
            && !field.is_leader(unit)
            && field.side(unit) == side
            && is_crowded(field, side, hex)
    });
    arrivals
        .into_iter()
        .find_map(|&(unit, from)| Some((unit, from, way_back(field, unit, from)?)))
}

/// Finds the last hex of a unit's way with room, or its start; `None` if it has not moved.
fn way_back(field: Field<'_>, unit: UnitId, from: Hex) -> Option<Hex> {
    let trail = field.open.trail.iter();
    let own: Vec<Hex> = trail
        .filter(|(own, _)| *own == unit)
        .map(|(_, hex)| *hex)
        .collect();
    let end = own.iter().rposition(|&hex| hex == from)?;
    let (start, way) = own[..end].split_first()?;
    let units = body(field, unit, from);
    // Enemies may have come behind a unit that moves at the same time: then it stays (R70).
    let is_open = |hex: Hex| !field.is_hostile(hex, field.side(unit));
    let room = way
        .iter()
        .rev()
        .find(|&&hex| is_open(hex) && stacking::may_join(field, hex, &units).is_ok());
    room.copied().or(Some(*start).filter(|&hex| is_open(hex)))
}

/// R103: finds a Square that was dissolved in this phase and whose hex is still too full.
fn in_vain(field: Field<'_>, side: Side) -> Option<(Hex, Vec<UnitId>)> {
    field.army(side).find_map(|(unit, hex)| {
        let dissolved = field.piece(unit).deeds.slow && is_crowded(field, side, hex);
        if !dissolved || may_form(field, side, hex).is_err() {
            return None;
        }
        let units = field
            .stack(hex, side)
            .filter(|&unit| !field.is_leader(unit));
        Some((hex, units.collect()))
    })
}

/// D12: kills the surplus of a broken Square; tells whether there was any (L1.16).
pub(crate) fn surplus(game: &Game, turn: &mut Turn<'_, Game>, side: Side) -> Result<bool, Pause> {
    let field = Field::new(game, &turn.state().open);
    let Some((hex, over)) = overfull(field, side) else {
        return Ok(false);
    };
    let decision = Decision::Surplus { side, hex, over };
    let given = turn.ask(seat(side), Mode::Quiet, decision)?;
    let field = Field::new(game, &turn.state().open);
    let mut dying = surplus_order(field, side, hex);
    if let Some(Order::Surplus { units, .. }) = given.map(|given| given.order) {
        dying.sort_by_key(|unit| !units.contains(unit));
    }
    dying.truncate(over.into());
    turn.emit(Event::SurplusLost { hex, units: dying });
    Ok(true)
}

/// L1.16: finds a hex of a broken Square that is still too full, and by how many.
fn overfull(field: Field<'_>, side: Side) -> Option<(Hex, u8)> {
    let due = |unit: UnitId| {
        let broken = field.piece(unit).broken?;
        let able = field.game.options.square_grace == SquareGrace::Able;
        let hex = field.open.hex(unit)?;
        let stuck = field
            .stack(hex, side)
            .all(|other| field.is_disrupted(other) || field.open.is_tied(other));
        (was_before(field, broken) && !(able && stuck)).then_some(hex)
    };
    field
        .army(side)
        .filter_map(|(unit, _)| due(unit))
        .find_map(|hex| {
            let count = field
                .stack(hex, side)
                .filter(|&unit| !field.is_leader(unit))
                .count();
            let over = count.saturating_sub(field.game.terms(side).stacking.into());
            (over > 0).then_some((hex, over as u8))
        })
}

/// D12: the lowest worth first, then the highest number.
fn surplus_order(field: Field<'_>, side: Side, hex: Hex) -> Vec<UnitId> {
    let units = field
        .stack(hex, side)
        .filter(|&unit| !field.is_leader(unit));
    let mut units: Vec<UnitId> = units.collect();
    units.sort_by_key(|&unit| {
        let worth = crate::games::legion::points::worth(field, unit);
        (worth, std::cmp::Reverse(unit))
    });
    units
}

/// Says whether a SURPLUS line speaks of this hex.
pub(crate) fn surplus_answer(hex: Hex, order: &Order) -> Fit<Order> {
    match order {
        Order::Surplus { hex: own, .. } if *own == hex => Fit::Takes(Rank::Named, order.clone()),
        _ => Fit::Other,
    }
}

/// Lists one answer for each unit that could die.
pub(crate) fn surplus_options(field: Field<'_>, side: Side, hex: Hex) -> Vec<Order> {
    let units = surplus_order(field, side, hex).into_iter();
    units
        .map(|unit| Order::Surplus {
            hex,
            units: vec![unit],
        })
        .collect()
}

/// Invents an answer.
pub(crate) fn surplus_sample(field: Field<'_>, side: Side, hex: Hex, pick: &mut dyn Pick) -> Order {
    let mut options = surplus_options(field, side, hex);
    options.swap_remove(pick.pick(options.len()))
}

/// 15.2, R63: ends a withdrawal when nobody is left who could leave.
pub(crate) fn withdrawal(game: &Game, turn: &mut Turn<'_, Game>, side: Side) {
    let field = Field::new(game, &turn.state().open);
    if field.open.conceded != Some(side) || field.open.withdrawn {
        return;
    }
    let stuck = |(unit, hex): (UnitId, Hex)| match game.options.concession_immobile {
        ConcessionImmobile::Disrupted => field.is_disrupted(unit),
        ConcessionImmobile::CannotMove => {
            field.is_disrupted(unit)
                || march::is_free(field, unit).is_err()
                || hemmed_in(field, unit, hex)
        }
    };
    if field.army(side).all(stuck) {
        turn.emit(Event::Withdrawn { side });
    }
}

/// Tells whether a unit has no hex to go to, not even by its one certain step.
fn hemmed_in(field: Field<'_>, unit: UnitId, hex: Hex) -> bool {
    let side = field.side(unit);
    let mut near = crate::games::legion::data::map::around(&field.game.land, hex);
    let leaves = crate::games::legion::terms::Edge::ALL
        .iter()
        .any(|&edge| field.game.land.road_leaves(hex, edge));
    !leaves
        && !near.any(|(dir, to)| {
            field.game.land.is_passable(hex, dir, to, field.class(unit))
                && !field.is_hostile(to, side)
        })
}

/// 15.0: tells why a side may not begin to withdraw now.
pub(crate) fn may_concede(field: Field<'_>, side: Side) -> Result<(), Illegal> {
    if !field.game.options.concession.is_on() {
        return Err(Illegal::new(
            rules::R15_0,
            "concessions are not played in this match",
        ));
    }
    match field.open.conceded {
        None => Ok(()),
        Some(own) if own == side => Err(Illegal::new(rules::R15_0, "you withdraw already")),
        Some(_) => Err(Illegal::new(
            rules::R15_0,
            "the other side withdraws already",
        )),
    }
}
