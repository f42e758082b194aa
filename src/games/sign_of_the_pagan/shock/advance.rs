//! 9.8: Advance after Shock, into hexes that defenders have vacated.

use crate::engine::{Mode, Next, Pause, Turn};
use crate::geometry::{Facing, Hex};

use super::super::battle::Battle;
use super::super::data::UnitId;
use super::super::decision::{Decision, Frame};
use super::super::event::{Event, Round};
use super::super::options::{AdvanceEngaged, CounterAdvance, EvadeAdvance};
use super::super::order::{Advance, Order};
use super::super::state::Place;
use super::super::{Game, rules, seat};
use super::retreat::{after_relocation, part};
use super::{Bar, Bout, Opening, Step, Vacated};

/// 9.8: notes which hexes eliminated defenders have left; in a counterattack nobody advances unless
/// that is agreed (Q8).
pub(super) fn aftermath(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    bout: &Bout,
    stood: &[(UnitId, Hex)],
) -> Next<Frame> {
    let open = &turn.state().open;
    let mut bout = bout.clone();
    if bout.round != Round::Counter || game.options.counter_advance == CounterAdvance::Yes {
        let lost = stood.iter().filter(|&&(unit, hex)| {
            open.piece(unit).place == Place::Eliminated && open.unit_at(hex).is_none()
        });
        bout.openings.extend(lost.map(|&(by, hex)| Opening {
            hex,
            by,
            vacated: Vacated::Elimination,
            lures: false,
        }));
        let defenders = &bout.combat.defenders;
        bout.openings
            .sort_by_key(|opening| defenders.iter().position(|&unit| unit == opening.by));
    }
    Next::Go(vec![next(bout)])
}

fn next(bout: Bout) -> Frame {
    let bout = Box::new(bout);
    if bout.openings.is_empty() {
        Step::Sequel { bout }.frame()
    } else {
        Step::Advance { bout }.frame()
    }
}

/// 9.8, 9.6.1, Q33: tells whether an attacker may advance into a hex.
pub(super) fn may_advance(battle: Battle<'_>, unit: UnitId, hex: Hex) -> Result<(), Bar> {
    let Some(from) = battle.hex(unit) else {
        return Err(Bar::Gone(unit));
    };
    if battle.direction(from, hex).is_none() {
        return Err(Bar::TooFar(unit, hex));
    }
    if !battle.is_good(unit) {
        return Err(Bar::Disordered(unit, rules::R9_6_1));
    }
    if battle.game.options.advance_engaged == AdvanceEngaged::No && battle.open.is_engaged(unit) {
        return Err(Bar::HeldBack(unit));
    }
    Ok(())
}

/// Returns the attackers of a combat that may advance into a hex, those that charged first.
fn candidates(battle: Battle<'_>, bout: &Bout, hex: Hex) -> Vec<UnitId> {
    let can = |unit: &UnitId| {
        !bout.advanced.contains(unit)
            && !bout.declined.contains(unit)
            && may_advance(battle, *unit, hex).is_ok()
    };
    let charged = |unit: &UnitId| bout.combat.momentum.contains(unit);
    let attackers = || bout.combat.attackers.iter().copied();
    let first = attackers().filter(|unit| charged(unit) && can(unit));
    let rest = attackers().filter(|unit| !charged(unit) && can(unit));
    first.chain(rest).collect()
}

/// 9.8, Q5, Q46: tells whether somebody has to take an opening.
fn is_compulsory(game: &Game, bout: &Bout, opening: Opening) -> bool {
    let used_momentum = !bout.combat.momentum.is_empty();
    match opening.vacated {
        Vacated::Elimination => used_momentum,
        Vacated::Retreat => {
            opening.lures || used_momentum && game.options.evade_advance == EvadeAdvance::Must
        }
    }
}

/// 9.8: one attacker advances into the first of the openings, or into another one that its owner
/// prefers.
///
/// # Errors
/// [`Pause::Wait`] if the owner has to say who advances.
pub(super) fn advance(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    bout: &Bout,
) -> Result<Next<Frame>, Pause> {
    let mut bout = bout.clone();
    let battle = Battle::new(game, &turn.state().open);
    let Some(&first) = bout.openings.first() else {
        return Ok(Next::Go(vec![next(bout)]));
    };
    let candidates = candidates(battle, &bout, first.hex);
    let others = bout.openings[1..].iter().map(|opening| opening.hex);
    let must = !candidates.is_empty() && is_compulsory(game, &bout, first);
    let asked = Decision::Advance {
        hex: first.hex,
        vacated: first.vacated,
        others: others.collect(),
        candidates: candidates.clone(),
        must,
    };
    let is_open = bout.openings.len() > 1 || candidates.len() > 1 || !must;
    let mode = if candidates.is_empty() || !is_open {
        Mode::Quiet
    } else {
        Mode::One
    };
    let owner = seat(battle.side(bout.combat.attackers[0]));
    let given = turn.ask(owner, mode, asked)?.map(|given| given.order);
    let (unit, hex, facing) = match given {
        Some(Order::Advance {
            unit,
            to: Advance::No,
            ..
        }) if !(must && candidates == [unit]) => {
            bout.declined.push(unit);
            return Ok(Next::Go(vec![next(bout)]));
        }
        Some(Order::Advance { unit, to, facing }) => {
            let hex = match to {
                Advance::Into(hex) => hex,
                Advance::Yes | Advance::No => first.hex,
            };
            (unit, hex, facing)
        }
        _ if must => (candidates[0], first.hex, None),
        _ => {
            bout.openings.remove(0);
            return Ok(Next::Go(vec![next(bout)]));
        }
    };
    Ok(Next::Go(take(game, turn, bout, (unit, hex), facing)))
}

/// A unit takes an opening; whoever follows a retreat makes no further attack (9.3).
fn take(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    mut bout: Bout,
    (unit, hex): (UnitId, Hex),
    facing: Option<Facing>,
) -> Vec<Frame> {
    let battle = Battle::new(game, &turn.state().open);
    let from = battle
        .hex(unit)
        .expect("only units on the map are asked to advance");
    let facing = facing.unwrap_or(battle.piece(unit).facing);
    let index = bout.openings.iter().position(|opening| opening.hex == hex);
    let opening = bout
        .openings
        .remove(index.expect("only openings of the combat are taken"));
    let compelled = is_compulsory(game, &bout, opening);
    if opening.vacated == Vacated::Retreat {
        bout.spent.push(unit);
    }
    bout.advanced.push(unit);
    part(game, turn, unit, hex);
    turn.emit(Event::Advanced {
        unit,
        from,
        to: hex,
        facing,
        compelled,
    });
    let mut frames = after_relocation(game, turn, unit, from, hex);
    frames.push(next(bout));
    frames
}
