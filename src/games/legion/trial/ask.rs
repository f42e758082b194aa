//! Questions instead of play: odds, sight, worth, panic, verdicts.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::file::{Ask, ExitSpec, Losses, Run, Verdict};
use super::{ROLLERS, compare, field};
use crate::engine::Rules;
use crate::games::legion::data::scenario::{Anchor, Exit};
use crate::games::legion::data::{LegionData, Scenario, shipped_files};
use crate::games::legion::event::Event;
use crate::games::legion::options::Options;
use crate::games::legion::state::State;
use crate::games::legion::terms::{Level, Side};
use crate::games::legion::victory::{self, Facts};
use crate::games::legion::{Field, Game, march, panic, points, sight};
use crate::trial::{Fault, FaultKind, Ran, Script};

/// Answers a question and compares.
pub(super) fn answer(run: &Run, question: &Ask, ran: &mut Ran) {
    let (game, state) = field::build(run).expect("the run was built when the file was read");
    let actual = match question {
        Ask::Odds { attack, defence } => {
            let column = game.results.column(*attack, *defence);
            let name = column.map_or("none", |column| {
                &game.results.columns[usize::from(column)].name
            });
            json!({ "column": name })
        }
        Ask::Los { firer, target } => line_of_sight(&game, state, run, *firer, *target),
        Ask::Worth { units } => worth(&game, units),
        Ask::Panic {
            a,
            b,
            attacks_this_phase,
        } => match who_panics(run, game, state, [a, b], attacks_this_phase) {
            Ok(actual) => actual,
            Err(fault) => {
                ran.error = Some(fault);
                return;
            }
        },
        Ask::PanicMove { unit } => panic_move(&game, &state, unit),
        Ask::Verdict { verdict } => match judge(run, verdict) {
            Ok(actual) => actual,
            Err(reason) => {
                ran.error = Some(Fault::new(FaultKind::Panic, reason));
                return;
            }
        },
    };
    let Value::Object(actual) = actual else {
        unreachable!("answers are written as objects")
    };
    ran.differences = compare::differences(None, &run.expected, &actual);
    ran.actual = Value::Object(actual);
}

fn line_of_sight(
    game: &Game,
    mut state: State,
    run: &Run,
    firer: (i16, i16),
    target: (i16, i16),
) -> Value {
    let (Some(from), Some(to)) = (field::hex(firer), field::hex(target)) else {
        return json!({ "los": null });
    };
    // Any unit will do to occupy a hex; the game has none, so a stand-in of each hex is made.
    let mut game = game.clone();
    let kind = game
        .kinds
        .iter()
        .find(|(_, kind)| !kind.is_leader())
        .map(|(id, _)| id);
    for &place in &run.setup.occupied {
        let (Some(hex), Some(kind)) = (field::hex(place), kind) else {
            continue;
        };
        let unit = crate::games::legion::terms::UnitId(game.roster.len() as u8);
        game.roster.push(crate::games::legion::Unit {
            id: format!("X{}", unit.0),
            side: Side(0),
            kind,
        });
        let mut piece = crate::games::legion::state::Piece::in_reserve(kind);
        piece.facing = None;
        state.open.pieces.push(piece);
        crate::games::legion::apply::settle(&game, &mut state.open, unit, hex);
    }
    let obstacle = sight::obstacle(Field::new(&game, &state.open), from, to);
    json!({ "los": if obstacle.is_some() { "blocked" } else { "clear" } })
}

fn worth(game: &Game, units: &BTreeMap<String, u16>) -> Value {
    let worth = units.iter().map(|(key, count)| {
        let kind = game
            .kinds
            .find(key)
            .map_or(0, |kind| game.kinds.get(kind).worth);
        u16::from(kind) * count
    });
    json!({ "vp": worth.sum::<u16>() })
}

/// 13.12, 13.13: who panics at the end of a simultaneous phase.
fn who_panics(
    run: &Run,
    mut game: Game,
    mut state: State,
    losses: [&Losses; 2],
    attacks: &BTreeMap<String, u16>,
) -> Result<Value, Fault> {
    let names = ["A", "B"];
    for (side, own) in Side::BOTH.into_iter().zip(losses) {
        game.sides[side.index()].panic_level = Some(own.pl);
        game.sides[side.index()].key = names[side.index()].to_lowercase();
        state.open.points[side.other().index()] = own.lost_before + own.lost_now;
    }
    game.options.panic = crate::games::legion::options::Switch::On;
    let count = names.map(|name| attacks.get(name).copied().unwrap_or(0));
    let mut script = Script::new(&run.dice, ROLLERS);
    let frame = crate::games::legion::decision::Frame::Together(
        crate::games::legion::simultaneous::Step::Panic { attacks: count },
    );
    let mut position = crate::engine::Position::from_parts(&game, state, vec![frame]);
    let ran = position.run(&game, &mut script);
    if let Some(fault) = script.fault() {
        return Err(fault.clone());
    }
    let panicked: Vec<&str> = ran
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Panicked { side, .. } => Some(names[side.index()]),
            _ => None,
        })
        .collect();
    if let Some(fault) = script.unused() {
        return Err(fault);
    }
    let never: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| !panicked.is_empty() && !panicked.contains(name))
        .collect();
    let one = |list: &[&str]| match list {
        [] => Value::Null,
        [only] => json!(only),
        several => json!(several),
    };
    let cited = ran.events.iter().flat_map(|event| game.cites(event));
    let cited: BTreeSet<&str> = cited.map(|rule| rule.number).collect();
    Ok(json!({ "panics": one(&panicked), "never": one(&never), "cited": cited }))
}

fn panic_move(game: &Game, state: &State, unit: &str) -> Value {
    let Some(unit) = game.units().find(|&own| game.id(own) == unit) else {
        return json!({ "moves": null });
    };
    let mut state = state.clone();
    crate::games::legion::apply::allot(game, &mut state.open);
    let field = Field::new(game, &state.open);
    let stays = field.is_disrupted(unit) || march::is_free(field, unit).is_err();
    let flights = if stays {
        Vec::new()
    } else {
        panic::flights(field, unit)
    };
    let from = field.open.hex(unit);
    let ends = flights
        .iter()
        .filter_map(|flight| flight.path.last().copied().or(from));
    let mut ends: Vec<_> = ends.collect();
    if stays {
        ends.extend(from);
    }
    let exits = flights.iter().any(|flight| flight.off.is_some());
    let side = field.side(unit);
    let distance = ends
        .first()
        .and_then(|&hex| panic::nearest(field, side, hex));
    let moves = flights
        .iter()
        .any(|flight| !flight.path.is_empty() || flight.off.is_some());
    let destinations: Vec<Value> = ends.iter().map(|&hex| field::place(hex)).collect();
    json!({
        "exits": exits,
        "distance": distance,
        "destinations": if exits { Vec::new() } else { destinations },
        "moves": moves,
    })
}

/// The end of a match as an example writes it.
struct Written<'a> {
    scenario: &'a Scenario,
    verdict: &'a Verdict,
    options: &'a Options,
}

impl Written<'_> {
    fn points(&self, side: Side) -> u16 {
        let key = &self.scenario.armies[side.index()].key;
        self.verdict.vp.get(key).copied().unwrap_or(0)
    }

    /// Tells whether an exit is near enough to what a condition names.
    fn is_near(&self, exit: &Exit, left: &ExitSpec) -> bool {
        match (exit.anchor, left.offset) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(Anchor::Road | Anchor::RoadHex | Anchor::CornerSe), Some(offset)) => {
                victory::is_within(self.options.exit_within_reading, exit, offset.abs())
            }
        }
    }
}

impl Facts for Written<'_> {
    fn level(&self, side: Side) -> Level {
        let level = points::level(self.points(side), self.points(side.other()));
        let conceded = self
            .verdict
            .conceded
            .as_deref()
            .and_then(|key| self.scenario.side(key));
        match conceded {
            Some(own) if own == side.index() => Level::None,
            Some(_) => level.max(Level::Substantive),
            None => level,
        }
    }

    fn holder(&self, letter: char) -> Option<Side> {
        let key = self.verdict.control.get(&letter)?;
        self.scenario.side(key).map(|side| Side(side as u8))
    }

    fn exited(&self, side: Side, exit: &Exit) -> (u16, u16) {
        let key = &self.scenario.armies[side.index()].key;
        let own = self.verdict.exits.iter().filter(|left| {
            left.side == *key && exit.edges.contains(&left.edge) && self.is_near(exit, left)
        });
        own.fold((0, 0), |(units, leaders), left| {
            let counted = victory::leaders_counted(self.options, left.leaders);
            (units + left.units + counted, leaders + left.leaders)
        })
    }

    fn is_eliminated(&self, side: Side) -> bool {
        let army = &self.scenario.armies[side.index()];
        let key = &army.key;
        let left = self
            .verdict
            .exits
            .iter()
            .any(|own| own.side == *key && own.units > 0);
        !left && self.points(side.other()) >= army.worth
    }
}

fn judge(run: &Run, verdict: &Verdict) -> Result<Value, String> {
    let pairs = run
        .options
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    let options =
        Options::from_pairs(pairs).map_err(|_| "the options were read before".to_owned())?;
    let data = LegionData::load(&shipped_files()).map_err(|error| error.to_string())?;
    let scenario = data
        .scenario(&verdict.scenario)
        .ok_or_else(|| format!("there is no scenario `{}`", verdict.scenario))?;
    let game = Game::new(&data, scenario, options.clone()).map_err(|error| error.to_string())?;
    let facts = Written {
        scenario,
        verdict,
        options: &options,
    };
    let clause = victory::deciding(scenario, &facts);
    let conceded = verdict
        .conceded
        .as_deref()
        .and_then(|key| scenario.side(key));
    let winner = match conceded {
        Some(side) => scenario.armies[1 - side].key.clone(),
        None => match victory::winner(&game, scenario, clause) {
            crate::engine::Outcome::Win(seat) => scenario.armies[seat.index()].key.clone(),
            crate::engine::Outcome::Draw => "draw".to_owned(),
        },
    };
    let mut levels = Map::new();
    let mut counted = Map::new();
    for side in Side::BOTH {
        let key = &scenario.armies[side.index()].key;
        levels.insert(key.clone(), json!(facts.level(side)));
        if let Some(exit) = victory::exit_of(scenario, side) {
            let (units, _) = facts.exited(side, exit);
            counted.insert(key.clone(), json!(units));
        }
    }
    Ok(json!({ "levels": levels, "counted": counted, "winner": winner }))
}
