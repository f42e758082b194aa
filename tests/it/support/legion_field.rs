//! Battles of Legion laid out by hand: units put into hexes, everybody else in reserve.

use tesserarius::engine::{Playing, Position, Rules, Seat, Viewer};
use tesserarius::games::legion::Game;
use tesserarius::games::legion::decision::Frame;
use tesserarius::games::legion::state::{Open, Phase, Place, State, View};
use tesserarius::games::legion::terms::{Side, UnitId};
use tesserarius::geometry::Hex;

use super::terms::terms;

/// Makes a game of a scenario with these options.
pub(crate) fn game(scenario: &str, options: &[(&str, &str)]) -> Game {
    let terms = terms("legion", scenario, options);
    Game::on(&terms).expect("the shipped game is sound")
}

/// Finds a unit by its id.
pub(crate) fn unit(game: &Game, id: &str) -> UnitId {
    let found = game.roster.iter().position(|unit| unit.id == id);
    UnitId(found.unwrap_or_else(|| panic!("there is no {id}")) as u8)
}

/// A unit as it is laid out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Man {
    pub unit: UnitId,
    pub hex: Hex,
    pub disrupted: bool,
    pub panicked: bool,
}

/// Puts units into hexes, all of them sound.
pub(crate) fn men(game: &Game, units: &[(&str, &str)]) -> Vec<Man> {
    let man = |&(id, hex): &(&str, &str)| Man {
        unit: unit(game, id),
        hex: hex.parse().unwrap(),
        disrupted: false,
        panicked: false,
    };
    units.iter().map(man).collect()
}

/// Makes a battle that goes on from these steps, the last of them next.
pub(crate) fn going_on(game: Game, state: State, frames: Vec<Frame>) -> Playing<Game> {
    let position = Position::from_parts(&game, state, frames);
    let json = serde_json::to_string(&position).unwrap();
    Playing::restore(game, &json).unwrap()
}

/// Lays a battle out, in the first turn of a side.
pub(crate) fn laid_out(game: &Game, men: &[Man], phasing: Side, phase: Phase) -> State {
    let mut state = game.blank();
    for man in men {
        let piece = &mut state.open.pieces[man.unit.index()];
        piece.place = Place::On(man.hex);
        piece.disrupted = man.disrupted.then_some(8);
        piece.panicked = man.panicked;
    }
    state.open.turn = 5;
    state.open.player_turn = 9;
    state.open.phasing = phasing;
    state.open.phase = phase;
    // Who stands where follows from the pieces when a state is read.
    let json = serde_json::to_value(&state.open).expect("a state is plain data");
    let open: Open = serde_json::from_value(json).expect("it was written by us");
    State { open, ..state }
}

/// Looks at a battle with the eyes of a side.
pub(crate) fn seen(game: &Game, state: &State, side: Side) -> View {
    game.view(state, Viewer::Seat(Seat(side.0)))
}
