//! 22.0: movement hex by hex at one pace, meetings and races.

use crate::engine::{Asked, Given, Mode, Next, Pause, Turn};
use crate::geometry::Hex;

use super::{Step, combat, keeps_zone, task};
use crate::games::legion::decision::{Decision, Frame};
use crate::games::legion::event::{Event, Purpose, RaceResult, Stop, Stride};
use crate::games::legion::game::seat;
use crate::games::legion::march::{self, HALVES};
use crate::games::legion::order::{Order, Task};
use crate::games::legion::phases::{flight, moves};
use crate::games::legion::state::Plot;
use crate::games::legion::terms::{Edge, Side, UnitId};
use crate::games::legion::{Field, Game, melee, panic, strike};

/// A unit that wants to enter its next hex.
#[derive(Debug, Clone, Copy)]
struct Mover {
    unit: UnitId,
    side: Side,
    from: Hex,
    to: Hex,
}

/// D: the n-th hex of every way is entered; then the next step, until nobody moves any more (22.12).
pub(super) fn step(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    n: u16,
    stopped: &[UnitId],
    flights: &[(UnitId, Vec<Hex>)],
) -> Result<Next<Frame>, Pause> {
    let plots = turn.state().plots.clone();
    let mut stopped = stopped.to_vec();
    let ways = ways(Field::new(game, &turn.state().open), &plots, flights);
    leave(game, turn, n, &plots, &ways, &stopped);
    face(game, turn, n, &plots, &ways, &stopped);
    let mut movers = movers(Field::new(game, &turn.state().open), n, &ways, &stopped);
    if movers.is_empty() {
        return Ok(Next::done());
    }
    let mut halted = Vec::new();
    while let Some(more) = meet(game, turn, &movers)? {
        movers.retain(|mover| !more.iter().any(|(unit, _)| *unit == mover.unit));
        halted.extend(more);
    }
    for (unit, why) in halted {
        turn.emit(Event::Halted { unit, why });
        stopped.push(unit);
    }
    carry(game, turn, &movers);
    for (unit, why) in caught(Field::new(game, &turn.state().open), &plots, &movers) {
        let goes_on = ways
            .iter()
            .any(|(own, way)| *own == unit && way.len() > usize::from(n) + 1);
        if goes_on {
            turn.emit(Event::Halted { unit, why });
        }
        stopped.push(unit);
    }
    Ok(super::next([Step::Move {
        n: n + 1,
        stopped,
        flights: flights.to_vec(),
    }]))
}

/// 6.41, L1.12: returns who ends his way where he has come: beside enemy missiles, or in a Square.
fn caught(field: Field<'_>, plots: &[Vec<Plot>; 2], movers: &[Mover]) -> Vec<(UnitId, Stop)> {
    let why = |own: &Mover| {
        let has_zone = |unit| keeps_zone(field, plots, unit);
        if field.is_in_zone(own.to, own.side, has_zone) {
            return Some(Stop::Zone);
        }
        let visits = field.square_in(own.to).is_some() && !field.piece(own.unit).square;
        visits.then_some(Stop::Square)
    };
    movers
        .iter()
        .filter_map(|own| Some((own.unit, why(own)?)))
        .collect()
}

/// D: who runs chooses his way, who changes his form does; then all set out (R73, R107).
pub(super) fn set_out(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    let flights = all_flights(game, turn)?;
    let plots = turn.state().plots.clone();
    for side in Side::BOTH {
        for Plot { unit, task } in &plots[side.index()] {
            let field = Field::new(game, &turn.state().open);
            if let Task::Convert { to } = task
                && let Ok(to) = moves::may_convert(field, *unit, *to)
            {
                turn.emit(Event::Converted { unit: *unit, to });
            }
        }
    }
    let field = Field::new(game, &turn.state().open);
    let goes: Vec<UnitId> = ways(field, &plots, &flights)
        .into_iter()
        .map(|(unit, _)| unit)
        .chain(
            game.units()
                .filter(|&unit| field.piece(unit).deeds.converted),
        )
        .collect();
    combat::fail(game, turn, &plots, &goes, |task| {
        matches!(task, Task::Move { .. } | Task::Convert { .. })
    });
    Ok(super::next([Step::Move {
        n: 0,
        stopped: Vec::new(),
        flights,
    }]))
}

/// R73: panicked units run, whatever was plotted for them, where their owners prefer.
fn all_flights(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Vec<(UnitId, Vec<Hex>)>, Pause> {
    let field = Field::new(game, &turn.state().open);
    let runs = |&unit: &UnitId| {
        let piece = field.piece(unit);
        piece.panicked
            && piece.hex().is_some()
            && piece.disrupted.is_none()
            && march::is_free(field, unit).is_ok()
    };
    let units: Vec<UnitId> = game.units().filter(runs).collect();
    let questions = units.iter().map(|&unit| Asked {
        seat: seat(game.side_of(unit)),
        mode: Mode::Quiet,
        decision: Decision::PanicMove { unit },
    });
    let given = turn.ask_all(questions.collect())?;
    let field = Field::new(game, &turn.state().open);
    let flight = |(unit, given): (UnitId, Option<Given<Order>>)| {
        let from = field.open.hex(unit).expect("who runs is on the map");
        let wish = given.as_ref().map(|given| &given.order);
        let flights = panic::flights(field, unit);
        (unit, flight::chosen(game, from, flights, wish).path)
    };
    Ok(units.into_iter().zip(given).map(flight).collect())
}

/// Returns the way of everybody who moves.
fn ways(
    field: Field<'_>,
    plots: &[Vec<Plot>; 2],
    flights: &[(UnitId, Vec<Hex>)],
) -> Vec<(UnitId, Vec<Hex>)> {
    let mut ways = flights.to_vec();
    for unit in field.game.units() {
        let piece = field.piece(unit);
        let able = piece.hex().is_some() && piece.disrupted.is_none() && !piece.panicked;
        if able
            && march::is_free(field, unit).is_ok()
            && let Some(Task::Move { path, .. }) = task(plots, field.side(unit), unit)
            && sets_out(field, unit, path)
            && goes_whole(field, plots, unit)
        {
            ways.push((unit, path.clone()));
        }
    }
    ways.sort_unstable_by_key(|(unit, _)| *unit);
    ways
}

/// 20.4: tells whether a way begins beside its unit, or, once it moves, leads through where it is: who has
/// retreated before combat stands elsewhere than when it was plotted.
fn sets_out(field: Field<'_>, unit: UnitId, path: &[Hex]) -> bool {
    let land = &field.game.land;
    let here = field.open.hex(unit);
    let begins = |here: Hex| path.first().is_none_or(|&first| land.touch(here, first));
    field.piece(unit).deeds.entered || here.is_some_and(begins)
}

/// L1.1: tells whether a unit is in no Square, or all of its Square are to go the same way.
fn goes_whole(field: Field<'_>, plots: &[Vec<Plot>; 2], unit: UnitId) -> bool {
    if !field.piece(unit).square {
        return true;
    }
    let side = field.side(unit);
    let way = |unit: UnitId| match task(plots, side, unit) {
        Some(Task::Move { path, off, .. }) => Some((path.first(), *off)),
        _ => None,
    };
    let hex = field.open.hex(unit).expect("a Square stands on the map");
    let mut stack = field.open.stack(hex);
    stack.all(|own| !field.piece(own).square || way(own) == way(unit))
}

fn movers(field: Field<'_>, n: u16, ways: &[(UnitId, Vec<Hex>)], stopped: &[UnitId]) -> Vec<Mover> {
    let going = ways.iter().filter(|(unit, _)| !stopped.contains(unit));
    going
        .filter_map(|(unit, way)| {
            let (from, to) = (field.open.hex(*unit)?, *way.get(usize::from(n))?);
            field.game.land.towards(from, to)?;
            Some(Mover {
                unit: *unit,
                side: field.side(*unit),
                from,
                to,
            })
        })
        .collect()
}

/// 22.2, 22.3: finds who stops in this step, one kind of meeting at a time; `None` when nobody does.
fn meet(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    movers: &[Mover],
) -> Result<Option<Vec<(UnitId, Stop)>>, Pause> {
    let crosses = |own: &Mover| {
        movers
            .iter()
            .any(|other| other.side != own.side && other.from == own.to && other.to == own.from)
    };
    let crossing: Vec<_> = movers
        .iter()
        .filter(|own| crosses(own))
        .map(|own| (own.unit, Stop::Crossing))
        .collect();
    if !crossing.is_empty() {
        return Ok(Some(crossing));
    }
    let field = Field::new(game, &turn.state().open);
    let leaves = |unit: UnitId| movers.iter().any(|other| other.unit == unit);
    let bar = |own: &Mover| {
        let mut stays = field.open.stack(own.to).filter(|&unit| !leaves(unit));
        // L1.12: a Square lets none but Leaders in.
        let bars = |unit: UnitId| match field.side(unit) == own.side {
            false => Some(Stop::Enemy),
            true => {
                (field.piece(unit).square && !field.is_leader(own.unit)).then_some(Stop::Square)
            }
        };
        stays.find_map(bars)
    };
    let halted: Vec<_> = movers
        .iter()
        .filter_map(|own| Some((own.unit, bar(own)?)))
        .collect();
    if !halted.is_empty() {
        return Ok(Some(halted));
    }
    let mut wanted: Vec<Hex> = movers.iter().map(|own| own.to).collect();
    wanted.sort_unstable();
    wanted.dedup();
    for hex in wanted {
        let of = |side: Side| {
            movers
                .iter()
                .filter(move |own| own.to == hex && own.side == side)
        };
        if Side::BOTH.iter().any(|&side| of(side).next().is_none()) {
            continue;
        }
        let strength = |side: Side| -> u32 {
            of(side)
                .map(|own| melee::strength(field, own.unit).numerator())
                .sum()
        };
        let [first, second] = Side::BOTH.map(strength);
        let (loser, why) = match first.cmp(&second) {
            std::cmp::Ordering::Less => (Side(0), Stop::Race),
            std::cmp::Ordering::Greater => (Side(1), Stop::Race),
            std::cmp::Ordering::Equal => (race(game, turn)?, Stop::Tie),
        };
        let stops = movers
            .iter()
            .filter(|own| own.to == hex && own.side == loser);
        return Ok(Some(stops.map(|own| (own.unit, why)).collect()));
    }
    Ok(None)
}

/// 22.23: a die for each side, the first side's first, until they differ; returns the loser.
fn race(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Side, Pause> {
    loop {
        let mut faces = [0; 2];
        let mut numbers = [0; 2];
        for side in Side::BOTH {
            let (face, nth) =
                strike::roll_next(game, turn, Purpose::Race.key(), side, side.0.into())?;
            faces[side.index()] = face;
            numbers[side.index()] = nth;
        }
        let loser = match faces[0].cmp(&faces[1]) {
            std::cmp::Ordering::Less => Some(Side(0)),
            std::cmp::Ordering::Greater => Some(Side(1)),
            std::cmp::Ordering::Equal => None,
        };
        for side in Side::BOTH {
            let came = match loser {
                None => RaceResult::Again,
                Some(own) if own == side => RaceResult::Stops,
                Some(_) => RaceResult::Enters,
            };
            turn.emit(Event::Rolled {
                purpose: Purpose::Race,
                side,
                natural: faces[side.index()],
                nth: numbers[side.index()],
                came,
            });
        }
        if let Some(loser) = loser {
            return Ok(loser);
        }
    }
}

/// Returns the half points that a unit has left, whether it runs or walks.
fn left(field: Field<'_>, unit: UnitId) -> u8 {
    if field.piece(unit).panicked {
        panic::left(field, unit)
    } else {
        field.piece(unit).left()
    }
}

/// Moves those who were not stopped, stack mates together.
fn carry(game: &Game, turn: &mut Turn<'_, Game>, movers: &[Mover]) {
    let mut moved: Vec<(Hex, Hex, Vec<UnitId>)> = Vec::new();
    for own in movers {
        let same = |(from, to, units): &&mut (Hex, Hex, Vec<UnitId>)| {
            *from == own.from && *to == own.to && game.side_of(units[0]) == own.side
        };
        match moved.iter_mut().find(same) {
            Some((_, _, units)) => units.push(own.unit),
            None => moved.push((own.from, own.to, vec![own.unit])),
        }
    }
    let mut strides = Vec::new();
    for (from, to, units) in moved {
        let field = Field::new(game, &turn.state().open);
        let dir = game
            .land
            .towards(from, to)
            .expect("movers go to neighbours");
        let cost = game.land.cost(from, dir, to) * HALVES;
        let spent = units
            .iter()
            .map(|&unit| cost.min(left(field, unit)))
            .collect();
        let panic = units.iter().all(|&unit| field.piece(unit).panicked);
        strides.push(Stride {
            facing: game.options.facing.is_on().then_some(dir),
            units,
            from,
            to,
            spent,
            panic,
        });
    }
    if !strides.is_empty() {
        turn.emit(Event::Stepped { strides });
    }
}

/// The units whose way ends with a step, unless something has stopped them on it.
fn arrived<'a>(
    ways: &'a [(UnitId, Vec<Hex>)],
    n: u16,
    stopped: &'a [UnitId],
) -> impl Iterator<Item = &'a (UnitId, Vec<Hex>)> {
    ways.iter()
        .filter(move |(unit, way)| way.len() == usize::from(n) && !stopped.contains(unit))
}

/// 16.11, R109: units at the end of a way turn as they were told, for a point.
fn face(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    n: u16,
    plots: &[Vec<Plot>; 2],
    ways: &[(UnitId, Vec<Hex>)],
    stopped: &[UnitId],
) {
    for (unit, _) in arrived(ways, n, stopped) {
        let field = Field::new(game, &turn.state().open);
        let piece = field.piece(*unit);
        if let Some(Task::Move {
            facing: Some(to), ..
        }) = task(plots, field.side(*unit), *unit)
            && field.has_facing(*unit)
            && !piece.panicked
            && piece.facing != Some(*to)
            && piece.left() >= HALVES
        {
            turn.emit(Event::Faced {
                unit: *unit,
                to: *to,
                spent: HALVES,
            });
        }
    }
}

/// 11.42: units at the end of a way that leads off the map leave it.
fn leave(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    n: u16,
    plots: &[Vec<Plot>; 2],
    ways: &[(UnitId, Vec<Hex>)],
    stopped: &[UnitId],
) {
    for (unit, way) in arrived(ways, n, stopped) {
        let field = Field::new(game, &turn.state().open);
        let panicked = field.piece(*unit).panicked;
        let Some(hex) = field
            .open
            .hex(*unit)
            .filter(|hex| way.last().is_none_or(|last| last == hex))
        else {
            continue;
        };
        let off = match task(plots, field.side(*unit), *unit) {
            _ if panicked => Edge::ALL
                .iter()
                .copied()
                .find(|&edge| game.land.is_on(hex, edge)),
            Some(Task::Move { off, .. }) => *off,
            _ => None,
        };
        let withdraws = field.open.conceded == Some(field.side(*unit));
        let open = |edge: Edge| !withdraws || panicked || game.land.road_leaves(hex, edge);
        if let Some(edge) = off.filter(|&edge| open(edge) && left(field, *unit) >= HALVES) {
            turn.emit(Event::Left {
                unit: *unit,
                hex,
                edge,
                panic: panicked,
            });
        }
    }
}
