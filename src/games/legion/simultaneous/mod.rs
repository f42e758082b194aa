//! 19.0: both sides plot in secret, then everything is carried out at once.

mod combat;
mod movement;
mod plot;

use serde::{Deserialize, Serialize};

use crate::engine::{Asked, Mode, Next, Pause, Turn};
use crate::geometry::Hex;

use super::decision::{Decision, Frame};
use super::event::{Attack, Event};
use super::game::seat;
use super::options::SimRbc;
use super::order::{AdvanceWish, Order};
use super::phases::ending;
use super::rules;
use super::state::Phase;
use super::terms::{Side, UnitId};
use super::{Field, Game, panic};

pub(super) use plot::{answer, is_second, judge, options, sample};

/// A step of a simultaneous Game-Turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "part")]
#[expect(missing_docs, reason = "a variant's line speaks of its fields")]
pub enum Step {
    /// The Game-Turn begins.
    Begin,
    /// A: both plot; `done` tells who has finished.
    Plot { done: [bool; 2] },
    /// B: fire of both sides.
    Fire,
    /// Retreats before C, where they are played (R71).
    Retreat,
    /// C: melee of both sides.
    Melee,
    /// C: Contact and advances of the attacks that were fought.
    AfterMelee { fought: Vec<(Attack, AdvanceWish)> },
    /// D: movement; the n-th hex of every way, and who has stopped.
    Move {
        n: u16,
        stopped: Vec<UnitId>,
        flights: Vec<(UnitId, Vec<Hex>)>,
    },
    /// D: movement is over.
    MoveEnd,
    /// E: defensive fire of both sides.
    Defend,
    /// The test for panic at the end of a phase, with the attacks of each side in it.
    Panic { attacks: [u16; 2] },
    /// F: the Game-Turn ends.
    End,
}

/// Carries out a step.
///
/// # Errors
/// A [`Pause`] of the step.
pub(super) fn advance(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    step: &Step,
) -> Result<Next<Frame>, Pause> {
    match step {
        Step::Begin => {
            turn.emit(Event::PhaseBegan { phase: Phase::Plot });
            Ok(next([Step::Plot { done: [false; 2] }]))
        }
        Step::Plot { done } => plotting(game, turn, *done),
        Step::Fire => {
            turn.emit(Event::PhaseBegan { phase: Phase::Fire });
            combat::fire(game, turn)
        }
        Step::Retreat => combat::retreat(game, turn),
        Step::Melee => {
            turn.emit(Event::PhaseBegan {
                phase: Phase::Melee,
            });
            combat::melee(game, turn)
        }
        Step::AfterMelee { fought } => combat::after_melee(game, turn, fought),
        Step::Move {
            n,
            stopped,
            flights,
        } => movement::step(game, turn, *n, stopped, flights),
        Step::MoveEnd => {
            for side in Side::BOTH {
                ending::close(game, turn, side);
            }
            Ok(Next::done())
        }
        Step::Defend => {
            let defence = combat::defence(game, turn)?;
            Ok(defence)
        }
        Step::Panic { attacks } => {
            panic::test_phase(game, turn, *attacks)?;
            Ok(Next::done())
        }
        Step::End => {
            turn.emit(Event::PlotsSpent);
            for side in Side::BOTH {
                ending::withdrawal(game, turn, side);
            }
            Ok(Next::Go(vec![Frame::EndPlayerTurn]))
        }
    }
}

/// Puts steps on the stack.
pub(super) fn next<const N: usize>(steps: [Step; N]) -> Next<Frame> {
    Next::Go(steps.into_iter().map(Frame::Together).collect())
}

/// Returns the phases from B on.
pub(super) fn phases(game: &Game) -> Vec<Frame> {
    let mut steps = vec![Step::Fire];
    if game.options.retreat.is_on() && game.options.sim_rbc == SimRbc::Standing {
        steps.push(Step::Retreat);
    }
    steps.extend([
        Step::Melee,
        Step::Move {
            n: 0,
            stopped: Vec::new(),
            flights: Vec::new(),
        },
        Step::MoveEnd,
        Step::Panic { attacks: [0; 2] },
        Step::Defend,
    ]);
    steps.into_iter().map(Frame::Together).collect()
}

/// A: takes plots up line by line, both sides without knowing of each other (19.1, 20.0).
fn plotting(game: &Game, turn: &mut Turn<'_, Game>, done: [bool; 2]) -> Result<Next<Frame>, Pause> {
    let open: Vec<Side> = Side::BOTH
        .into_iter()
        .filter(|side| !done[side.index()])
        .collect();
    if open.is_empty() {
        let mut frames = phases(game);
        frames.push(Frame::Together(Step::End));
        return Ok(Next::Go(frames));
    }
    let questions = open.iter().map(|&side| Asked {
        seat: seat(side),
        mode: Mode::List,
        decision: Decision::Plot { side },
    });
    let given = turn.ask_all(questions.collect())?;
    let mut done = done;
    for (&side, given) in open.iter().zip(given) {
        match given {
            Some(given) => {
                if given.order == Order::Concede {
                    turn.emit(Event::Conceded { side });
                } else if let Order::Plot { unit, task } = given.order {
                    let known = turn.state().plots[side.index()]
                        .iter()
                        .find(|plot| plot.unit == unit);
                    let known = known.map(|plot| plot.task.clone());
                    let task =
                        plot::joined(Field::new(game, &turn.state().open), unit, known, task);
                    if task.is_err() {
                        let because =
                            format!("{} has two tasks, which are both void", game.id(unit));
                        turn.balk(seat(side), given.line, None, (rules::R20_4, because), false);
                    }
                    let task = Some(task.unwrap_or(super::order::Task::Stand));
                    turn.emit(Event::Plotted { side, unit, task });
                }
            }
            None => done[side.index()] = true,
        }
    }
    Ok(next([Step::Plot { done }]))
}

/// Returns the task of a unit, if it has one.
pub(super) fn task(
    plots: &[Vec<super::state::Plot>; 2],
    side: Side,
    unit: UnitId,
) -> Option<&super::order::Task> {
    let own = plots[side.index()].iter().find(|plot| plot.unit == unit);
    own.map(|plot| &plot.task)
}

/// 21.1: tells whether the task of a fire unit leaves it its zone.
pub(super) fn keeps_zone(
    field: Field<'_>,
    plots: &[Vec<super::state::Plot>; 2],
    unit: UnitId,
) -> bool {
    use super::order::Task;
    match task(plots, field.side(unit), unit) {
        Some(Task::Melee { .. } | Task::FireMelee { .. } | Task::Move { .. }) => false,
        Some(Task::Fire { .. } | Task::Defend { .. } | Task::Stand) | None => true,
    }
}
