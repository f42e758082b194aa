//! Panicked units run before everybody else moves (13.0, R91).

use crate::engine::{Mode, Next, Pause, Turn};
use crate::geometry::Hex;

use crate::games::legion::decision::{Decision, Frame};
use crate::games::legion::event::Event;
use crate::games::legion::game::seat;
use crate::games::legion::order::Order;
use crate::games::legion::terms::UnitId;
use crate::games::legion::{Field, Game, march, panic};

/// D3: lets panicked units run before everybody else moves (13.0, R91).
pub(crate) fn panic_moves(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    let field = Field::new(game, &turn.state().open);
    let side = field.open.phasing;
    let runs = |&(unit, _): &(UnitId, Hex)| {
        let piece = field.piece(unit);
        piece.panicked
            && !piece.deeds.ran
            && piece.disrupted.is_none()
            && march::is_free(field, unit).is_ok()
    };
    let Some((unit, from)) = field.army(side).find(runs) else {
        return Ok(Next::done());
    };
    let flights = panic::flights(field, unit);
    let given = if flights.len() > 1 {
        turn.ask(seat(side), Mode::Quiet, Decision::PanicMove { unit })?
    } else {
        None
    };
    let flight = chosen(
        game,
        from,
        flights,
        given.as_ref().map(|given| &given.order),
    );
    let mut path = vec![from];
    path.extend(&flight.path);
    let facing = match path[..] {
        [.., a, b] => game
            .land
            .towards(a, b)
            .filter(|_| game.options.facing.is_on()),
        _ => None,
    };
    turn.emit(Event::Moved {
        units: vec![unit],
        path,
        spent: vec![flight.spent],
        facing,
        panic: true,
    });
    if let Some(edge) = flight.off {
        let hex = turn.state().open.hex(unit).expect("it has just moved");
        turn.emit(Event::Left {
            unit,
            hex,
            edge,
            panic: true,
        });
    }
    Ok(Next::Go(vec![Frame::PanicMoves]))
}

/// Returns the flight that goes where its owner prefers, then the shortest, then the smallest directions (2.6).
pub(crate) fn chosen(
    game: &Game,
    from: Hex,
    flights: Vec<panic::Flight>,
    wish: Option<&Order>,
) -> panic::Flight {
    let prefer = match wish {
        Some(Order::Panic { prefer, .. }) => prefer.as_slice(),
        _ => &[],
    };
    let land = &game.land;
    let rank = |flight: &panic::Flight| {
        let first = flight.path.first().and_then(|&hex| land.towards(from, hex));
        let wish = first.and_then(|dir| prefer.iter().position(|own| *own == dir));
        let dirs: Vec<_> = std::iter::once(&from)
            .chain(&flight.path)
            .zip(&flight.path)
            .map(|(&a, &b)| land.towards(a, b))
            .collect();
        (wish.unwrap_or(usize::MAX), flight.path.len(), dirs)
    };
    let chosen = flights.into_iter().min_by_key(rank);
    chosen.unwrap_or(panic::Flight {
        path: Vec::new(),
        spent: 0,
        off: None,
    })
}
