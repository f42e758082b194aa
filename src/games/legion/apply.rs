//! Changes the state by what happened: no dice, no choice, no failure.

use crate::engine::Viewer;
use crate::geometry::Hex;

use super::event::{Attack, Event, Stop, Stride};
use super::game::seat;
use super::march::HALVES;
use super::options::{ConcessionVp, ControlAnyUnit, LegionSecret, PanicMoveMa, Switch};
use super::phases::melee;
use super::state::{Deeds, Exited, Moved, Open, Phase, Place, State, View};
use super::terms::{Combat, Side, UnitId};
use super::{Field, Game, points};

/// Folds an event into the state.
pub(super) fn to_state(game: &Game, state: &mut State, event: &Event) {
    match event {
        Event::Deployed { side, sealed, .. } => {
            state.sealed[side.index()] = *sealed;
            if !sealed {
                state.sealed = [false; 2];
            }
        }
        Event::TurnBegan { .. } => state.sealed = [false; 2],
        Event::Plotted { side, unit, task } => {
            let plots = &mut state.plots[side.index()];
            plots.retain(|plot| plot.unit != *unit);
            if let Some(task) = task {
                plots.push(super::state::Plot {
                    unit: *unit,
                    task: task.clone(),
                });
            }
            return;
        }
        Event::PlotsSpent => {
            state.plots = [Vec::new(), Vec::new()];
            return;
        }
        _ => {}
    }
    to_open(game, &mut state.open, event);
}

/// Folds an event into the open facts.
pub(super) fn to_open(game: &Game, open: &mut Open, event: &Event) {
    match event {
        Event::Deployed { placements, .. } => {
            for placed in placements {
                settle(game, open, placed.unit, placed.hex);
                open.pieces[placed.unit.index()].facing = placed.facing;
            }
        }
        Event::LegionsAssigned { units, .. } => {
            for &(unit, legion) in units {
                let piece = &mut open.pieces[unit.index()];
                piece.legion = legion;
                piece.shown = game.options.legion_secret == LegionSecret::No;
            }
        }
        Event::TurnBegan { turn } => begin_turn(game, open, *turn),
        Event::PlayerTurnBegan { number, side } => begin_player_turn(open, *number, *side),
        Event::PhaseBegan { phase } => begin_phase(game, open, *phase),
        Event::Moved {
            units,
            path,
            spent,
            facing,
            panic,
        } => moved(game, open, units, path, spent, *facing, *panic),
        Event::Stepped { strides } => {
            for stride in strides {
                let path = [stride.from, stride.to];
                let Stride {
                    units,
                    spent,
                    facing,
                    panic,
                    ..
                } = stride;
                moved(game, open, units, &path, spent, *facing, *panic);
            }
        }
        Event::Left {
            unit,
            hex,
            edge,
            panic,
        } => {
            let exit = Exited {
                unit: *unit,
                hex: *hex,
                edge: *edge,
                fled: *panic,
                conceded: open.conceded == Some(game.side_of(*unit)),
            };
            leave(game, open, exit);
        }
        Event::Faced { unit, to, spent } => {
            let piece = &mut open.pieces[unit.index()];
            piece.facing = Some(*to);
            piece.spent += spent;
        }
        Event::Converted { unit, to } => {
            let piece = &mut open.pieces[unit.index()];
            piece.kind = *to;
            piece.deeds.converted = true;
            piece.deeds.moved = Moved::Done;
        }
        Event::SquareFormed { units, .. } => {
            for unit in units {
                let piece = &mut open.pieces[unit.index()];
                piece.square = true;
                piece.broken = None;
            }
        }
        Event::SquareDissolved { units, .. } => {
            for unit in units {
                let piece = &mut open.pieces[unit.index()];
                piece.square = false;
                piece.deeds.slow = true;
            }
        }
        Event::BackedUp { unit, to, .. } => back_up(open, *unit, *to),
        Event::SurplusLost { units, .. } => units.iter().for_each(|&unit| kill(game, open, unit)),
        Event::Attacked { attack } => attacked(game, open, attack),
        Event::Struck {
            hex,
            eliminated,
            disrupted,
            leaders,
            square_broken,
            contacts_end,
            ..
        } => {
            let struck = Blow {
                hex: *hex,
                eliminated,
                disrupted,
                contacts_end,
            };
            for (leader, kind) in leaders {
                if let Some(kind) = kind {
                    open.pieces[leader.index()].kind = *kind;
                }
            }
            strike(game, open, &struck, *square_broken);
        }
        Event::Tied { pairs } => {
            open.contacts.extend(pairs);
            open.contacts.sort_unstable();
            open.contacts.dedup();
        }
        Event::Retreated { unit, from, to } => {
            settle(game, open, *unit, *to);
            let dir = game.land.towards(*from, *to);
            let piece = &mut open.pieces[unit.index()];
            piece.deeds.fell_back = true;
            piece.facing = piece.facing.and(dir);
        }
        Event::Advanced {
            unit,
            from,
            to,
            pursuit,
        } => {
            settle(game, open, *unit, *to);
            let dir = game.land.towards(*from, *to);
            let piece = &mut open.pieces[unit.index()];
            piece.deeds.pursued |= pursuit;
            piece.facing = piece.facing.and(dir);
        }
        Event::Panicked { side, units } => {
            open.panicked = Some(*side);
            open.panic_over = true;
            for unit in units {
                open.pieces[unit.index()].panicked = true;
            }
        }
        Event::Rallied { units } => {
            for unit in units {
                open.pieces[unit.index()].panicked = false;
            }
        }
        Event::Recovered { units } => {
            for unit in units {
                open.pieces[unit.index()].disrupted = None;
            }
        }
        Event::Rolled { nth, .. } => open.rolls = *nth,
        Event::Conceded { side } => open.conceded = Some(*side),
        Event::Withdrawn { .. } => open.withdrawn = true,
        Event::Finished { .. } => open.finished = true,
        Event::Plotted { .. }
        | Event::TaskFailed { .. }
        | Event::HeldFire { .. }
        | Event::PlotsSpent
        | Event::Halted { .. } => {}
        Event::Decided { outcome, .. } => open.outcome = Some(*outcome),
    }
}

fn begin_turn(game: &Game, open: &mut Open, turn: u16) {
    open.turn = turn;
    open.rolls = 0;
    open.results.clear();
    if game.options.simultaneous == Switch::On {
        open.player_turn = turn * 2;
        fresh(open);
    }
}

fn begin_player_turn(open: &mut Open, number: u16, side: Side) {
    open.player_turn = number;
    open.phasing = side;
    open.phase = Phase::Fire;
    open.attacked.clear();
    fresh(open);
}

/// Forgets what units did in the Player-Turn before.
pub(super) fn fresh(open: &mut Open) {
    for piece in &mut open.pieces {
        piece.deeds = Deeds::default();
        piece.spent = 0;
        piece.allowance = 0;
    }
    open.attacked.clear();
    open.trail.clear();
}

fn begin_phase(game: &Game, open: &mut Open, phase: Phase) {
    open.phase = phase;
    open.attacked.clear();
    let together = game.options.simultaneous == Switch::On;
    // R74: in simultaneous play control is measured when the plots are made.
    match phase {
        Phase::Plot => allot(game, open),
        Phase::Movement if !together => allot(game, open),
        _ => {}
    }
    if matches!(phase, Phase::Movement | Phase::Plot) {
        open.trail.clear();
    }
}

/// 10.0, 10.21, 10.23: gives everybody his allowance, halved where no Leader controls him.
pub(super) fn allot(game: &Game, open: &mut Open) {
    let field = Field::new(game, open);
    let leaders = Side::BOTH.map(|side| field.leaders(side).collect::<Vec<_>>());
    let allowance = |unit: UnitId| {
        let full = field.kind(unit).ma * HALVES;
        let runs = field.piece(unit).panicked && game.options.panic_move_ma == PanicMoveMa::Full;
        if runs || field.is_controlled_by(unit, &leaders[field.side(unit).index()]) {
            full
        } else {
            full / 2
        }
    };
    let allowances: Vec<u8> = game.units().map(allowance).collect();
    for (piece, allowance) in open.pieces.iter_mut().zip(allowances) {
        piece.allowance = allowance;
        piece.spent = 0;
    }
}

/// Puts a unit into a hex; who stands in a lettered hex holds it (11.3).
pub(super) fn settle(game: &Game, open: &mut Open, unit: UnitId, hex: Hex) {
    open.put(unit, Place::On(hex));
    hold(game, open, unit, hex);
}

fn hold(game: &Game, open: &mut Open, unit: UnitId, hex: Hex) {
    let counts = game.options.control_any_unit == ControlAnyUnit::Yes
        || !game.kinds.get(open.piece(unit).kind).is_leader();
    for (index, (_, own)) in game.land.letters.iter().enumerate() {
        if *own == hex && counts {
            open.control[index] = Some(game.side_of(unit));
        }
    }
}

fn moved(
    game: &Game,
    open: &mut Open,
    units: &[UnitId],
    path: &[Hex],
    spent: &[u8],
    facing: Option<super::terms::Dir>,
    panic: bool,
) {
    let to = *path.last().expect("a path has its start");
    let left = |unit: &UnitId| open.piece(*unit).left();
    let slowest = units.iter().map(left).min().unwrap_or(0);
    for (&unit, &spent) in units.iter().zip(spent) {
        open.trail.extend(path.iter().map(|&hex| (unit, hex)));
        for &hex in &path[1..] {
            hold(game, open, unit, hex);
        }
        if path.len() > 1 {
            settle(game, open, unit, to);
        }
        let piece = &mut open.pieces[unit.index()];
        // 5.43: only a faster unit may leave the stack on the way.
        let is_faster = piece.left() > slowest;
        piece.spent += spent;
        if path.len() > 1 {
            piece.broken = None;
            piece.deeds.entered = true;
            if piece.facing.is_some() && facing.is_some() {
                piece.facing = facing;
            } else if piece.facing.is_some() {
                let before = path[path.len() - 2];
                piece.facing = game.land.towards(before, to);
            }
        }
        piece.deeds.ran |= panic;
        let in_stack = is_faster && piece.deeds.moved == Moved::No;
        piece.deeds.moved = if in_stack {
            Moved::InStack
        } else {
            Moved::Done
        };
    }
}

/// R16: a mover that found no room stands where it came from.
fn back_up(open: &mut Open, unit: UnitId, to: Hex) {
    open.put(unit, Place::On(to));
    let own = |entry: &(UnitId, Hex)| entry.0 == unit;
    let start = open
        .trail
        .iter()
        .find(|entry| own(entry))
        .map(|(_, hex)| *hex);
    let last = open
        .trail
        .iter()
        .rposition(|entry| own(entry) && entry.1 == to);
    if let Some(last) = last {
        let mut index = 0;
        open.trail.retain(|entry| {
            index += 1;
            !own(entry) || index <= last + 1
        });
    }
    open.pieces[unit.index()].deeds.entered = start != Some(to);
}

fn leave(game: &Game, open: &mut Open, exit: Exited) {
    let unit = exit.unit;
    let side = game.side_of(unit);
    let withdrawn_lost = exit.conceded && game.options.concession_vp == ConcessionVp::Lost;
    if exit.fled || withdrawn_lost {
        let worth = points::worth(Field::new(game, open), unit);
        open.points[side.other().index()] += worth;
    }
    open.contacts.retain(|&(a, b)| a != unit && b != unit);
    open.put(unit, if exit.fled { Place::Dead } else { Place::Out });
    open.exits.push(exit);
}

/// 11.2: takes a unit off the map; the enemy gets its worth.
fn kill(game: &Game, open: &mut Open, unit: UnitId) {
    let worth = points::worth(Field::new(game, open), unit);
    open.points[game.side_of(unit).other().index()] += worth;
    open.contacts.retain(|&(a, b)| a != unit && b != unit);
    open.put(unit, Place::Dead);
    let piece = &mut open.pieces[unit.index()];
    piece.square = false;
    piece.disrupted = None;
}

fn attacked(game: &Game, open: &mut Open, attack: &Attack) {
    let now = open.player_turn;
    for &unit in &attack.units {
        let piece = &mut open.pieces[unit.index()];
        match attack.combat {
            Combat::Fire | Combat::Defensive => {
                piece.fired = Some(now);
                piece.deeds.fired = true;
            }
            Combat::Melee => piece.deeds.fought |= melee::is_spent(game, attack),
        }
        piece.shown = true;
    }
    for &hex in &attack.at {
        let stack: Vec<UnitId> = open.stack(hex).collect();
        if attack.combat == Combat::Melee {
            for unit in &stack {
                open.pieces[unit.index()].shown = true;
            }
        }
        open.results.retain(|(own, _)| *own != hex);
    }
    if attack.natural.is_some() {
        open.rolls = attack.nth;
        open.attacked.extend(&attack.at);
    }
    open.results
        .extend(attack.results.iter().map(|own| (own.hex, own.result)));
}

struct Blow<'a> {
    hex: Hex,
    eliminated: &'a [UnitId],
    disrupted: &'a [UnitId],
    contacts_end: &'a [UnitId],
}

fn strike(game: &Game, open: &mut Open, blow: &Blow<'_>, square_broken: bool) {
    let ends = melee::knot(Field::new(game, open), blow.contacts_end);
    if !blow.contacts_end.is_empty() {
        open.contacts
            .retain(|(a, b)| !ends.contains(a) && !ends.contains(b));
    }
    let now = open.player_turn;
    for unit in blow.disrupted {
        open.pieces[unit.index()].disrupted = Some(now);
    }
    blow.eliminated
        .iter()
        .for_each(|&unit| kill(game, open, unit));
    if square_broken {
        let left: Vec<UnitId> = open.stack(blow.hex).collect();
        for unit in left {
            let piece = &mut open.pieces[unit.index()];
            if std::mem::take(&mut piece.square) {
                piece.broken = Some(now);
            }
        }
    }
}

/// Builds what a viewer may know: open facts, his own plots, and the legions that have shown themselves.
pub(super) fn view(game: &Game, state: &State, viewer: Viewer) -> View {
    let mut open = state.open.clone();
    for side in Side::BOTH {
        if viewer.sees(seat(side)) {
            continue;
        }
        for unit in game.of_side(side) {
            let piece = &mut open.pieces[unit.index()];
            if !piece.shown && piece.legion.take().is_some() {
                // Who is out of reach of his own Leader would show in his allowance.
                piece.allowance = 0;
            }
            if state.sealed[side.index()] {
                open.put(unit, Place::Reserve);
            }
        }
        if state.sealed[side.index()] {
            for held in &mut open.control {
                *held = held.filter(|own| *own != side);
            }
        }
    }
    let plots = Side::BOTH.map(|side| match viewer.sees(seat(side)) {
        true => state.plots[side.index()].clone(),
        false => Vec::new(),
    });
    let side = match viewer {
        Viewer::Seat(own) => Some(super::game::side(own)),
        Viewer::Observer | Viewer::GameMaster | Viewer::Everybody => None,
    };
    View { side, open, plots }
}

/// Returns what a viewer notices of an event: neither sealed set-ups nor secret legions nor plots.
pub(super) fn witness(game: &Game, event: &Event, viewer: Viewer) -> Option<Event> {
    match event {
        Event::Deployed {
            side, sealed: true, ..
        } if !viewer.sees(seat(*side)) => Some(Event::Deployed {
            side: *side,
            placements: Vec::new(),
            sealed: true,
        }),
        Event::LegionsAssigned { side, .. }
            if !viewer.sees(seat(*side)) && game.options.legion_secret == LegionSecret::Yes =>
        {
            None
        }
        Event::Plotted { side, .. }
        | Event::TaskFailed { side, .. }
        | Event::HeldFire { side, .. }
            if !viewer.sees(seat(*side)) =>
        {
            None
        }
        // 20.1: that a way was to go on is known to its owner alone, but where enemies met it.
        Event::Halted { unit, why }
            if game.options.simultaneous == Switch::On
                && !viewer.sees(seat(game.side_of(*unit)))
                && !matches!(why, Stop::Crossing | Stop::Race | Stop::Tie) =>
        {
            None
        }
        event => Some(event.clone()),
    }
}
