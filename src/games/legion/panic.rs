//! 13.0: panic, its moves, and rallying.

use std::cmp::Ordering;

use crate::engine::{Pause, Turn};
use crate::geometry::Hex;

use super::event::{Event, Purpose, RaceResult};
use super::march::HALVES;
use super::options::{PanicBothExact, PanicMeasure, PanicMoveMa};
use super::terms::{Dir, Edge, Side, UnitId};
use super::{Field, Game, strike};

/// 13.0: tests for panic after a change of Victory Points; in simultaneous play both may be due.
pub(super) fn test(game: &Game, turn: &mut Turn<'_, Game>) {
    let open = &turn.state().open;
    if !game.options.panic.is_on() || open.panic_over {
        return;
    }
    let due = Side::BOTH
        .into_iter()
        .filter(|&side| surplus(game, open, side).is_some());
    // 13.13: where both are due, the larger surplus panics.
    let side = due.max_by_key(|&side| (surplus(game, open, side), std::cmp::Reverse(side)));
    if let Some(side) = side {
        let units = uncovered(Field::new(game, open), side);
        turn.emit(Event::Panicked { side, units });
    }
}

/// 13.12, 13.13, R26: tests for panic at the end of a simultaneous phase, when both may be due at once.
///
/// # Errors
/// [`Pause::Draw`] if a die is wanted and this run has none.
pub(super) fn test_phase(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    attacks: [u16; 2],
) -> Result<(), Pause> {
    let open = &turn.state().open;
    if !game.options.panic.is_on() || open.panic_over {
        return Ok(());
    }
    let over = Side::BOTH.map(|side| surplus(game, open, side));
    let [Some(first), Some(second)] = over else {
        test(game, turn);
        return Ok(());
    };
    let sides = match (first.cmp(&second), game.options.panic_both_exact) {
        (Ordering::Greater, _) => vec![Side(0)],
        (Ordering::Less, _) => vec![Side(1)],
        (Ordering::Equal, PanicBothExact::Both) => Side::BOTH.to_vec(),
        (Ordering::Equal, PanicBothExact::FewerAttacks) if attacks[0] != attacks[1] => {
            vec![Side(u8::from(attacks[1] < attacks[0]))]
        }
        (Ordering::Equal, PanicBothExact::FewerAttacks | PanicBothExact::Die) => {
            vec![by_die(game, turn)?]
        }
    };
    for side in sides {
        let units = uncovered(Field::new(game, &turn.state().open), side);
        turn.emit(Event::Panicked { side, units });
    }
    Ok(())
}

/// R26: a die for each side until they differ; the lower panics.
fn by_die(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Side, Pause> {
    loop {
        let mut faces = [(0, 0); 2];
        for side in Side::BOTH {
            faces[side.index()] =
                strike::roll_next(game, turn, Purpose::Panic.key(), side, side.0.into())?;
        }
        let loser = match faces[0].0.cmp(&faces[1].0) {
            Ordering::Less => Some(Side(0)),
            Ordering::Greater => Some(Side(1)),
            Ordering::Equal => None,
        };
        for side in Side::BOTH {
            let (natural, nth) = faces[side.index()];
            let came = match loser {
                None => RaceResult::Again,
                Some(own) if own == side => RaceResult::Panics,
                Some(_) => RaceResult::Calm,
            };
            turn.emit(Event::Rolled {
                purpose: Purpose::Panic,
                side,
                natural,
                nth,
                came,
            });
        }
        if let Some(loser) = loser {
            return Ok(loser);
        }
    }
}

/// Returns by how much a side's losses have passed its Panic Level.
pub(super) fn surplus(game: &Game, open: &super::state::Open, side: Side) -> Option<u16> {
    let level = game.terms(side).panic_level?;
    open.points[side.other().index()].checked_sub(level)
}

/// 13.0: lists the units of an army that panic.
pub(super) fn uncovered(field: Field<'_>, side: Side) -> Vec<UnitId> {
    let all = field.army(side);
    all.filter(|&(unit, hex)| {
        let exempt = field.game.terms(side).calm_romans && field.is_roman_sd(unit);
        let spared = field.is_leader(unit) || exempt || is_covered(field, unit, hex);
        !spared
    })
    .map(|(unit, _)| unit)
    .collect()
}

/// 13.0, 13.22: tells whether a Leader keeps a unit calm, or rallies it.
pub(super) fn is_covered(field: Field<'_>, unit: UnitId, hex: Hex) -> bool {
    let side = field.side(unit);
    let calms = |leader: UnitId, near: bool| {
        let grade = field.kind(leader).grade;
        field.is_leader(leader) && (!near || grade <= 2) && field.serves(leader, unit)
    };
    let around = field.game.land.around(hex).into_iter().flatten();
    field.stack(hex, side).any(|leader| calms(leader, false))
        || around
            .flat_map(|next| field.stack(next, side))
            .any(|leader| calms(leader, true))
}

/// A way out of a panic: the hexes entered, what it costs, and an edge by which it leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Flight {
    /// Hexes entered, in order.
    pub(super) path: Vec<Hex>,
    /// Half points spent.
    pub(super) spent: u8,
    /// The edge by which the unit leaves the map.
    pub(super) off: Option<Edge>,
}

/// R23: returns the half points that a panicked unit has to run; who panics in the middle of a simultaneous turn
/// got his allowance before.
pub(super) fn left(field: Field<'_>, unit: UnitId) -> u8 {
    let piece = field.piece(unit);
    match field.game.options.panic_move_ma {
        PanicMoveMa::Full => (field.kind(unit).ma * HALVES).saturating_sub(piece.spent),
        PanicMoveMa::Controlled => piece.left(),
    }
}

/// Returns how far the nearest enemy is from a hex; `None` where there is none.
pub(super) fn nearest(field: Field<'_>, side: Side, hex: Hex) -> Option<u16> {
    let enemies = field.army(side.other());
    enemies
        .map(|(_, at)| field.game.land.distance(hex, at))
        .min()
}

/// 13.0: tells whether a step leads away from the enemy.
fn leads_away(field: Field<'_>, side: Side, from: Hex, to: Hex) -> bool {
    let land = &field.game.land;
    match field.game.options.panic_measure {
        PanicMeasure::Nearest => nearest(field, side, to) > nearest(field, side, from),
        PanicMeasure::Every => field
            .army(side.other())
            .all(|(_, at)| land.distance(to, at) > land.distance(from, at)),
    }
}

/// 13.0: tells whether an enemy fire unit stands beside a hex.
fn is_under_missiles(field: Field<'_>, side: Side, hex: Hex) -> bool {
    let near = field.game.land.around(hex).into_iter().flatten();
    near.flat_map(|next| field.stack(next, side.other()))
        .any(|enemy| field.kind(enemy).has_fire())
}

/// 13.0: finds every flight that ends as far as the allowance permits, the best first.
///
/// Best is fewest steps, then the smallest numbers of the directions; a way off the map goes before all.
pub(super) fn flights(field: Field<'_>, unit: UnitId) -> Vec<Flight> {
    let Some(start) = field.open.hex(unit) else {
        return Vec::new();
    };
    let side = field.side(unit);
    let class = field.class(unit);
    let allowance = left(field, unit);
    let land = &field.game.land;
    let mut found: Vec<Flight> = Vec::new();
    let mut open = vec![Flight {
        path: Vec::new(),
        spent: 0,
        off: None,
    }];
    // Each hex is worth reaching only once for the same or less; the distance grows with every step.
    let mut cheapest: std::collections::BTreeMap<Hex, u8> = std::collections::BTreeMap::new();
    let mut next = 0;
    while next < open.len() {
        let flight = open[next].clone();
        next += 1;
        let hex = flight.path.last().copied().unwrap_or(start);
        let exit = Edge::ALL.iter().find(|&&edge| land.is_on(hex, edge));
        if let Some(&edge) = exit
            && allowance >= flight.spent + HALVES
        {
            found.push(Flight {
                off: Some(edge),
                ..flight.clone()
            });
        }
        for dir in Dir::ALL {
            let Some(to) = land.around(hex)[dir.index()] else {
                continue;
            };
            let cost = land.cost(hex, dir, to) * HALVES;
            let first = flight.path.is_empty() && flight.spent == 0;
            let spent = if first { cost.min(allowance) } else { cost } + flight.spent;
            let open_to = land.is_passable(hex, dir, to, class)
                && !field.is_hostile(to, side)
                && field.square_in(to).is_none()
                && !is_under_missiles(field, side, to)
                && leads_away(field, side, hex, to)
                && spent <= allowance
                && allowance > 0;
            if open_to && cheapest.get(&to).is_none_or(|&known| spent < known) {
                cheapest.insert(to, spent);
                let mut path = flight.path.clone();
                path.push(to);
                let spent = if first && cost > allowance {
                    allowance
                } else {
                    spent
                };
                open.push(Flight {
                    path,
                    spent,
                    off: None,
                });
            }
        }
        found.push(flight);
    }
    best_of(field, unit, start, found)
}

fn best_of(field: Field<'_>, unit: UnitId, start: Hex, found: Vec<Flight>) -> Vec<Flight> {
    let side = field.side(unit);
    if found.iter().any(|flight| flight.off.is_some()) {
        return found
            .into_iter()
            .filter(|flight| flight.off.is_some())
            .collect();
    }
    let end = |flight: &Flight| flight.path.last().copied().unwrap_or(start);
    let distance = |flight: &Flight| nearest(field, side, end(flight));
    let fits = |flight: &&Flight| {
        let to = end(flight);
        to == start || super::stacking::may_join(field, to, &[unit]).is_ok()
    };
    let most = found.iter().filter(fits).map(distance).max().flatten();
    let mut ends: Vec<Hex> = Vec::new();
    let mut kept = Vec::new();
    for flight in &found {
        if distance(flight) == most && fits(&flight) && !ends.contains(&end(flight)) {
            ends.push(end(flight));
            kept.push(flight.clone());
        }
    }
    kept
}

/// 13.22: lists the panicked units of a side that rally now.
pub(super) fn rallying(field: Field<'_>, side: Side) -> Vec<UnitId> {
    field
        .army(side)
        .filter(|&(unit, hex)| field.piece(unit).panicked && is_covered(field, unit, hex))
        .map(|(unit, _)| unit)
        .collect()
}
