//! A match of Legion at a table: lines are said, runs are made.

use tesserarius::engine::{DrawDice, Position, Run, Seat, Viewer, read, read_line};
use tesserarius::games::legion::Game;
use tesserarius::games::legion::decision::Frame;
use tesserarius::games::legion::state::{Open, Place, State};
use tesserarius::games::legion::terms::UnitId;
use tesserarius::geometry::Hex;
use tesserarius::ledger::hash::h;

use crate::support::terms::terms;
use crate::support::walk::file;

/// Returns the game of a scenario.
pub(super) fn game(scenario: &str, options: &[(&str, &str)]) -> Game {
    Game::on(&terms("legion", scenario, options))
        .unwrap_or_else(|error| panic!("{scenario}: {error}"))
}

/// A match on its way.
pub(super) struct Table {
    pub game: Game,
    pub position: Position<Game>,
    draws: u64,
}

impl Table {
    /// Leads a match to its first stop.
    pub(super) fn start(scenario: &str, options: &[(&str, &str)]) -> Self {
        let game = game(scenario, options);
        let mut table = Self {
            position: Position::start(&game, scenario).expect("the scenario can be set up"),
            game,
            draws: 0,
        };
        table.run();
        table
    }

    /// Leads a match behind both set-ups, which are left to the default.
    pub(super) fn set_up(scenario: &str, options: &[(&str, &str)]) -> Self {
        let mut table = Self::start(scenario, options);
        while table.open().turn == 0 {
            table.pass();
        }
        table
    }

    pub(super) fn open(&self) -> &Open {
        &self.position.state().open
    }

    /// Runs to the next stop.
    pub(super) fn run(&mut self) -> Run<Game> {
        self.draws += 1;
        let mut dice = DrawDice::new(h("test.table", &[&self.draws.to_be_bytes()]));
        self.position.run(&self.game, &mut dice)
    }

    /// Returns the seats that are asked.
    pub(super) fn asked(&self) -> Vec<Seat> {
        let stop = self.position.stop();
        let mut seats: Vec<Seat> = stop
            .iter()
            .flat_map(|stop| stop.asked.iter().map(|asked| asked.seat))
            .collect();
        seats.dedup();
        seats
    }

    /// Files lines for a seat.
    pub(super) fn say(&mut self, seat: Seat, text: &str) {
        let view =
            tesserarius::engine::Rules::view(&self.game, self.position.state(), Viewer::Seat(seat));
        let lines = text.lines().flat_map(|line| {
            read_line(&self.game, &view, line).unwrap_or_else(|wrong| panic!("{line}: {wrong:?}"))
        });
        let lines = lines.collect();
        file(&self.game, &mut self.position, seat, lines);
    }

    /// Lets everybody who is asked say nothing, and runs on.
    pub(super) fn pass(&mut self) -> Run<Game> {
        for seat in self.asked() {
            self.position.time_out(seat);
            file(&self.game, &mut self.position, seat, Vec::new());
        }
        self.run()
    }

    /// Returns the rules by which lines are refused, line by line.
    pub(super) fn refused(&self, seat: Seat, text: &str) -> Vec<Option<&'static str>> {
        let (reading, _) = read(&self.game, &self.position, seat, (&[], text));
        let bad = |line: &tesserarius::engine::ReadLine| {
            line.rule
                .filter(|_| line.verdict.is_bad())
                .map(|rule| rule.number)
        };
        reading.lines.iter().map(bad).collect()
    }

    pub(super) fn unit(&self, id: &str) -> UnitId {
        let mut units = self.game.units();
        units
            .find(|&unit| self.game.id(unit) == id)
            .unwrap_or_else(|| panic!("there is no {id}"))
    }

    /// Changes the state by hand; the Player-Turn ends with the next run.
    pub(super) fn with(&mut self, change: impl FnOnce(&Game, &mut State)) {
        self.with_frames(vec![Frame::EndPlayerTurn], change);
    }

    /// Changes the state by hand; the frames are what comes next.
    pub(super) fn with_frames(
        &mut self,
        frames: Vec<Frame>,
        change: impl FnOnce(&Game, &mut State),
    ) {
        let mut state = self.position.state().clone();
        change(&self.game, &mut state);
        // Who stands where is found anew from the pieces.
        let written = serde_json::to_string(&state).expect("states can be written");
        let state = serde_json::from_str(&written).expect("and read");
        self.position = Position::from_parts(&self.game, state, frames);
    }
}

/// Reads a printed hex.
pub(super) fn hex(id: &str) -> Hex {
    id.parse().expect("four digits")
}

/// Takes every unit of a side off the map as lost, but for some.
pub(super) fn lose(game: &Game, open: &mut Open, side: u8, spare: &[&str]) {
    for unit in game.units() {
        let spared = spare.contains(&game.id(unit));
        if game.side_of(unit).0 == side && !spared {
            open.pieces[unit.0 as usize].place = Place::Dead;
        }
    }
}
