//! 19.0: both sides plot in secret, then everything is carried out at once.

mod combat;
mod failing;
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
use super::phases::{ending, moves};
use super::rules;
use super::sequence::again;
use super::state::Phase;
use super::terms::{Side, UnitId};
use super::{Field, Game, panic};

pub(super) use failing::{stopped_by, why};
pub(super) use plot::{answer, joins_badly, judge, options, rest_beside, sample, settled};

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
    /// C: Contact and advances of the attacks that were fought, and the hexes that combat has emptied.
    AfterMelee {
        fought: Vec<(Attack, AdvanceWish)>,
        emptied: Option<Vec<Hex>>,
    },
    /// D: movement begins.
    March,
    /// D: Squares of a side are dissolved (R108).
    Dissolve { side: Side },
    /// D: cataphracts take other forms, and panicked units choose their ways (R107, R73).
    SetOut,
    /// D: movement; the n-th hex of every way, and who has stopped.
    Move {
        n: u16,
        stopped: Vec<UnitId>,
        flights: Vec<(UnitId, Vec<Hex>)>,
    },
    /// D: movement is over: Squares of a side are formed (R108).
    Square { side: Side },
    /// D: room is seen to, and units rally.
    MoveEnd,
    /// D: surplus units of a side's broken Squares die (R108).
    Surplus { side: Side },
    /// D: the ends of withdrawals are looked for (15.2).
    Withdrawal,
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
            let field = Field::new(game, &turn.state().open);
            let stands = Side::BOTH.map(|side| field.army(side).next().is_some());
            let alone = Side::BOTH
                .into_iter()
                .find(|side| stands[side.index()] && !stands[side.other().index()]);
            let mut frames: Vec<Frame> = alone
                .map(|side| Frame::Alone { side })
                .into_iter()
                .collect();
            // R92: who has nobody on the map plots nothing.
            frames.push(Frame::Together(Step::Plot {
                done: stands.map(|stands| !stands),
            }));
            Ok(Next::Go(frames))
        }
        Step::Plot { done } => plotting(game, turn, *done),
        Step::Fire => {
            turn.emit(Event::PhaseBegan { phase: Phase::Fire });
            combat::fire(game, turn)
        }
        Step::Retreat => combat::retreat(game, turn),
        Step::Melee => combat::melee(game, turn),
        Step::AfterMelee { fought, emptied } => {
            combat::after_melee(game, turn, fought, emptied.as_deref())
        }
        Step::March => {
            turn.emit(Event::PhaseBegan {
                phase: Phase::Movement,
            });
            Ok(Next::done())
        }
        Step::Dissolve { side } => {
            let some = moves::dissolve(game, turn, *side)?;
            Ok(again(some, Frame::Together(step.clone())))
        }
        Step::SetOut => movement::set_out(game, turn),
        Step::Move {
            n,
            stopped,
            flights,
        } => movement::step(game, turn, *n, stopped, flights),
        Step::Square { side } => {
            let some = ending::square(game, turn, *side)?;
            Ok(again(some, Frame::Together(step.clone())))
        }
        Step::Surplus { side } => {
            let some = ending::surplus(game, turn, *side)?;
            Ok(again(some, Frame::Together(step.clone())))
        }
        Step::Withdrawal => {
            for side in Side::BOTH {
                ending::withdrawal(game, turn, side);
            }
            Ok(Next::done())
        }
        Step::MoveEnd => {
            for side in Side::BOTH {
                ending::close(game, turn, side);
            }
            Ok(Next::done())
        }
        Step::Defend => combat::defence(game, turn),
        Step::Panic { attacks } => {
            panic::test_phase(game, turn, *attacks)?;
            Ok(Next::done())
        }
        Step::End => {
            turn.emit(Event::PlotsSpent);
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
    steps.extend([Step::Melee, Step::March]);
    let squares = game.options.square.is_on();
    if squares {
        steps.extend(Side::BOTH.map(|side| Step::Dissolve { side }));
    }
    steps.push(Step::SetOut);
    if squares {
        steps.extend(Side::BOTH.map(|side| Step::Square { side }));
    }
    steps.push(Step::MoveEnd);
    if squares {
        steps.extend(Side::BOTH.map(|side| Step::Surplus { side }));
    }
    steps.extend([
        Step::Withdrawal,
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
        Some(
            Task::Melee { .. }
            | Task::FireMelee { .. }
            | Task::Move { .. }
            | Task::To { .. }
            | Task::Convert { .. },
        ) => false,
        Some(Task::Fire { .. } | Task::Defend { .. } | Task::Stand) | None => true,
    }
}
