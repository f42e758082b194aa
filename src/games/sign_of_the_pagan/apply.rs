//! How each event changes the state: no dice, no clock, no failure.

use crate::geometry::Hex;

use super::Game;
use super::cards::force;
use super::data::{Condition, Contingent, Side, UnitId};
use super::event::{By, Cause, Event, Purpose, Roll};
use super::options::{AlanRolls, AttilaAlong, DisMove, WithdrawMa};
use super::state::{Attila, Deeds, Hidden, Open, Place, State};

/// Changes everything that is true of the battle.
pub(super) fn to_state(game: &Game, state: &mut State, event: &Event) {
    match event {
        Event::MarkersChosen {
            side,
            markers: Some(markers),
        } => {
            let mut chosen = markers.to_vec();
            chosen.sort_unstable();
            let hidden = &mut state.hidden[*side as usize];
            hidden.cup.clone_from(&chosen);
            hidden.chosen = chosen;
            hidden.initiative = None;
        }
        Event::Dealt { side, cards, .. } => {
            state.hidden[*side as usize].hand.clone_from(cards);
        }
        Event::CardPlayed { side, card, .. } => {
            if let Some(hand) = &mut state.hidden[*side as usize].hand {
                hand.retain(|held| held != card);
            }
        }
        Event::InitiativeNamed { side, marker } => {
            state.hidden[*side as usize].initiative = *marker;
        }
        Event::InitiativeSettled { queue, .. } => {
            for hidden in &mut state.hidden {
                hidden.initiative = None;
            }
            for &contingent in queue {
                take(&mut state.hidden, contingent);
            }
        }
        Event::MarkerDrawn { contingent } => take(&mut state.hidden, *contingent),
        _ => {}
    }
    to_open(game, &mut state.open, event);
}

fn take(hidden: &mut [Hidden; 2], contingent: Contingent) {
    let cup = &mut hidden[contingent.side() as usize].cup;
    if let Some(index) = cup.iter().position(|&marker| marker == contingent) {
        cup.remove(index);
    }
}

/// Changes what both sides see; judging an order set plays it forward with the same function.
pub(super) fn to_open(game: &Game, open: &mut Open, event: &Event) {
    happen(game, open, event);
    force::end(game, open, event);
}

fn happen(game: &Game, open: &mut Open, event: &Event) {
    match event {
        Event::Dealt { side, count, .. } => open.in_hand[*side as usize] = *count,
        Event::CardPlayed {
            side,
            card,
            units,
            to,
        } => force::played(game, open, (*side, *card), units, to),
        Event::SetUp {
            placements, attila, ..
        } => {
            for placed in placements {
                open.put(placed.unit, Place::On(placed.hex));
                open.pieces[placed.unit.index()].facing = placed.facing;
            }
            if let Some(unit) = *attila {
                open.attila = Attila::With(unit);
            }
        }
        Event::TurnBegan { turn } => {
            open.turn = *turn;
            open.activation = 0;
            open.rolls = 0;
            open.undrawn = [0; 2];
        }
        Event::MarkersChosen { side, .. } => open.undrawn[*side as usize] = 5,
        Event::InitiativeSettled { queue, .. } => {
            open.queue.clone_from(queue);
            for contingent in queue {
                open.undrawn[contingent.side() as usize] -= 1;
            }
        }
        Event::MarkerDrawn { contingent } => {
            open.undrawn[contingent.side() as usize] -= 1;
            next_activation(open);
        }
        Event::ActivationBegan { contingent } => {
            if open.queue.first() == Some(contingent) {
                open.queue.remove(0);
                next_activation(open);
            }
            open.active = Some(*contingent);
        }
        Event::ActivationEmpty { contingent } => {
            if open.queue.first() == Some(contingent) {
                open.queue.remove(0);
                next_activation(open);
            }
        }
        Event::ActivationEnded { .. } => {
            open.active = None;
            // 9.5.2: whoever did not strike has come on for nothing.
            for piece in &mut open.pieces {
                piece.deeds.momentum = false;
            }
        }
        Event::Rolled { roll } => rolled(game, open, roll),
        Event::BrokeOff { unit } => broke_off(game, open, *unit),
        Event::Stepped { unit, to, cost, .. } => stepped(game, open, *unit, *to, *cost),
        Event::MoveEnded { unit, momentum } => {
            open.pieces[unit.index()].deeds.momentum = *momentum;
            meet_attila(game, open, *unit);
        }
        Event::Turned { unit, to, .. } => {
            let piece = &mut open.pieces[unit.index()];
            piece.facing = *to;
            piece.deeds.turned = true;
        }
        Event::EnteredFront { archer, .. } => open.pieces[archer.index()].entries += 1,
        Event::Disordered { unit, cause } => disordered(game, open, *unit, *cause),
        Event::Reformed { unit } => open.pieces[unit.index()].condition = Condition::Good,
        Event::Eliminated { unit, .. } => {
            leave(open, *unit, Place::Eliminated);
            let kind = game.roster.unit(*unit);
            open.eliminated[kind.side as usize] += 1;
            if kind.contingent == Contingent::Alans {
                open.alan_losses += 1;
            }
        }
        Event::Removed { unit, .. } => leave(open, *unit, Place::Removed),
        Event::Deserted { ignored } => {
            open.desertions += 1;
            if !ignored {
                open.alan_losses = 0;
            }
        }
        Event::ShockDeclared { combats } => {
            for unit in combats.iter().flat_map(|combat| &combat.attackers) {
                open.pieces[unit.index()].deeds.struck = true;
            }
        }
        Event::ShockJoined { combat, round } => struck(open, combat, *round),
        Event::Evaded {
            unit, to, facing, ..
        }
        | Event::Advanced {
            unit, to, facing, ..
        } => {
            let along = game.options.attila_along == AttilaAlong::Yes;
            relocate(open, *unit, *to, along);
            open.pieces[unit.index()].facing = *facing;
            meet_attila(game, open, *unit);
        }
        Event::Engaged { units } => open.engage(units.0, units.1),
        Event::Separated { units } => open.separate(units.0, units.1),
        Event::AttilaRode { to, with, .. } => {
            open.attila = with.map_or(Attila::Alone(*to), Attila::With);
            open.rode = true;
        }
        Event::AttilaRejoined { unit } => open.attila = unit.map_or(Attila::Out, Attila::With),
        Event::AttilaFell { dead } => {
            open.attila = if *dead { Attila::Dead } else { Attila::Removed };
            if !dead {
                open.eliminated[Side::Hun as usize] += 1;
            }
        }
        Event::InitiativeNamed { .. } | Event::TurnEnded { .. } => {}
        Event::Decided { outcome } => open.outcome = Some(*outcome),
    }
}

/// A new activation: what units did in the one before no longer counts.
fn next_activation(open: &mut Open) {
    open.activation += 1;
    fresh(open);
}

/// Forgets what units and sides have done in an activation.
pub(super) fn fresh(open: &mut Open) {
    open.rolls = 0;
    open.rode = false;
    for piece in &mut open.pieces {
        piece.deeds = Deeds::default();
        piece.blows = 0;
        piece.entries = 0;
        piece.shots = 0;
        piece.rolls = 0;
        piece.spent = 0;
        piece.allowance = None;
        piece.aimed_at = 0;
    }
}

/// 6.5: the markers come off, the points are paid, and the allowance is fixed (Q11).
fn broke_off(game: &Game, open: &mut Open, unit: UnitId) {
    open.release(unit);
    let counter = game.roster.unit(unit);
    let piece = &mut open.pieces[unit.index()];
    piece.spent += super::movement::BREAK_OFF_COST;
    piece.allowance = Some(match game.options.withdraw_ma {
        WithdrawMa::Disordered => counter.disordered.ma,
        WithdrawMa::Normal => counter.good.ma,
    });
}

/// 6.0: a step is paid for out of the allowance with which the unit set out.
fn stepped(game: &Game, open: &mut Open, unit: UnitId, to: Hex, cost: u8) {
    relocate(open, unit, to, true);
    let piece = &mut open.pieces[unit.index()];
    let ma = game.roster.face(unit, piece.condition).ma;
    piece.allowance.get_or_insert(ma);
    piece.spent += cost;
    piece.deeds.moved = true;
}

/// 9.6.1: the unit is flipped; on the way this may change its allowance (Q32).
fn disordered(game: &Game, open: &mut Open, unit: UnitId, cause: Cause) {
    let piece = &mut open.pieces[unit.index()];
    piece.condition = Condition::Disordered;
    if game.options.dis_move == DisMove::Recalc
        && matches!(cause, Cause::River | Cause::Fire)
        && let Some(allowance) = &mut piece.allowance
    {
        *allowance = game.roster.unit(unit).disordered.ma;
    }
}

fn rolled(game: &Game, open: &mut Open, roll: &Roll) {
    match roll.by {
        By::Unit(unit) => open.pieces[unit.index()].rolls += 1,
        By::Side(_) => open.rolls += 1,
    }
    // 11.2: what a die was rolled for is done once.
    if roll.again {
        return;
    }
    if let (Purpose::Fire | Purpose::React, Some(target)) = (roll.purpose, roll.at) {
        open.pieces[target.index()].aimed_at += 1;
    }
    match (roll.purpose, roll.by) {
        (Purpose::Fire, By::Unit(unit)) => {
            let piece = &mut open.pieces[unit.index()];
            piece.deeds.fired = true;
            piece.spent += super::movement::FIRE_COST;
        }
        (Purpose::React, By::Unit(unit)) => open.pieces[unit.index()].shots += 1,
        (Purpose::AlanDefect, _) => {
            open.alan_losses = match game.options.alan_rolls {
                AlanRolls::Each => open.alan_losses.saturating_sub(1),
                AlanRolls::Once => 0,
            };
        }
        _ => {}
    }
}

/// 9.5.2, 9.5.4: a blow is struck; what was gained by coming on is used up by the first round.
fn struck(open: &mut Open, combat: &super::event::Combat, round: super::event::Round) {
    for unit in &combat.attackers {
        let piece = &mut open.pieces[unit.index()];
        piece.deeds.struck = true;
        piece.blows += 1;
        if round == super::event::Round::First {
            piece.deeds.momentum = false;
        }
    }
}

/// Moves a unit to another hex; `leader` says whether Attila goes along.
fn relocate(open: &mut Open, unit: UnitId, to: Hex, leader: bool) {
    if open.attila == Attila::With(unit)
        && !leader
        && let Some(from) = open.hex(unit)
    {
        open.attila = Attila::Alone(from);
    }
    open.put(unit, Place::On(to));
}

/// 13.0: a unit of his own side that comes to rest in Attila's hex is with him from then on.
fn meet_attila(game: &Game, open: &mut Open, unit: UnitId) {
    if let Attila::Alone(hex) = open.attila
        && open.hex(unit) == Some(hex)
        && game.roster.unit(unit).side == Side::Hun
    {
        open.attila = Attila::With(unit);
    }
}

/// Takes a unit off the map: its Engaged pairs end, Attila stays behind alone.
fn leave(open: &mut Open, unit: UnitId, place: Place) {
    if open.attila == Attila::With(unit)
        && let Some(hex) = open.hex(unit)
    {
        open.attila = Attila::Alone(hex);
    }
    open.release(unit);
    open.put(unit, place);
}
