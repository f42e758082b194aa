//! 4.0: Game-Turns, Player-Turns and phases, one after the other.

use crate::engine::{Mode, Next, Pause, Turn};

use super::decision::{Decision, Frame};
use super::event::Event;
use super::game::seat;
use super::options::{MoveEndOrder, SimRecovery};
use super::order::Order;
use super::phases::fire::Pages;
use super::phases::{deploy, ending, fire, flight, melee, moves};
use super::state::Phase;
use super::terms::Side;
use super::{Field, Game, panic, simultaneous, victory};

/// Carries out a step.
///
/// # Errors
/// A [`Pause`] of the step.
pub(super) fn advance(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    frame: &Frame,
) -> Result<Next<Frame>, Pause> {
    match frame {
        Frame::Opening => Ok(Next::Go(opening(game))),
        Frame::Legions { side } => deploy::legions(game, turn, *side),
        Frame::Deploy { side } => deploy::phase(game, turn, *side),
        Frame::Begin => Ok(begin(game, turn)),
        Frame::PlayerTurn { side } => Ok(player_turn(game, turn, *side)),
        Frame::Fire => fire::phase(game, turn),
        Frame::Movement => {
            turn.emit(Event::PhaseBegan {
                phase: Phase::Movement,
            });
            Ok(Next::done())
        }
        Frame::PanicMoves => flight::panic_moves(game, turn),
        Frame::Moves => moves::phase(game, turn),
        Frame::Squares => {
            let side = turn.state().open.phasing;
            Ok(again(ending::square(game, turn, side)?, Frame::Squares))
        }
        Frame::MoveEnd => {
            let side = turn.state().open.phasing;
            ending::close(game, turn, side);
            Ok(Next::done())
        }
        Frame::Surplus => {
            let side = turn.state().open.phasing;
            let some = ending::surplus(game, turn, side)?;
            if some {
                panic::test(game, turn);
            }
            Ok(again(some, Frame::Surplus))
        }
        Frame::Withdrawal => {
            let side = turn.state().open.phasing;
            ending::withdrawal(game, turn, side);
            Ok(Next::done())
        }
        Frame::DefensiveFire => fire::defensive(game, turn),
        Frame::Shots { combat, shots } => fire::shots(game, turn, *combat, shots),
        Frame::Halve { combat, hexes } => super::strike::halve_step(game, turn, *combat, hexes),
        Frame::AfterFire { combat, units, at } => fire::after(game, turn, units, *at, *combat),
        Frame::Melee => {
            if turn.state().open.phase == Phase::Melee {
                return melee::phase(game, turn);
            }
            turn.emit(Event::PhaseBegan {
                phase: Phase::Melee,
            });
            Ok(Next::Go(vec![Frame::Melee]))
        }
        Frame::Answer { attack } => melee::answered(game, turn, attack),
        Frame::Strike {
            attack,
            declared,
            retreated,
            defending,
        } => melee::fight(game, turn, attack, (*declared, retreated), defending),
        Frame::AfterMelee { attack, fought } => melee::after(game, turn, attack, fought),
        Frame::Pursue { attack } => melee::pursue(game, turn, attack),
        Frame::EndPlayerTurn => Ok(end_player_turn(game, turn)),
        Frame::Together(step) => simultaneous::advance(game, turn, step),
        Frame::Alone { side } => alone(game, turn, *side),
        Frame::Judge => Ok(judge(game, turn)),
    }
}

/// Comes back to a step as long as it finds something to do.
pub(super) fn again(some: bool, frame: Frame) -> Next<Frame> {
    if some {
        Next::Go(vec![frame])
    } else {
        Next::done()
    }
}

/// Returns the first step of a match: legions, then both set-ups.
pub(super) fn opening(game: &Game) -> Vec<Frame> {
    let mut frames = Vec::new();
    for side in Side::BOTH {
        if deploy::has_legions(game, side) {
            frames.push(Frame::Legions { side });
        }
    }
    let first = game
        .scenario
        .as_ref()
        .map_or(0, |own| own.first_deploy as u8);
    frames.push(Frame::Deploy { side: Side(first) });
    frames.push(Frame::Deploy {
        side: Side(first).other(),
    });
    frames.push(Frame::Begin);
    frames
}

fn begin(game: &Game, turn: &mut Turn<'_, Game>) -> Next<Frame> {
    turn.emit(Event::TurnBegan { turn: 1 });
    Next::Go(vec![first_of_turn(game)])
}

/// Returns the first step of a Game-Turn.
fn first_of_turn(game: &Game) -> Frame {
    if game.options.simultaneous.is_on() {
        return Frame::Together(simultaneous::Step::Begin);
    }
    let first = game.scenario.as_ref().map_or(0, |own| own.first_move as u8);
    Frame::PlayerTurn { side: Side(first) }
}

/// 4.2: the phases of a Player-Turn; R92 where there is nobody to play.
fn player_turn(game: &Game, turn: &mut Turn<'_, Game>, side: Side) -> Next<Frame> {
    let number = turn.state().open.player_turn + 1;
    turn.emit(Event::PlayerTurnBegan { number, side });
    let field = Field::new(game, &turn.state().open);
    let has_units = |side: Side| field.army(side).next().is_some();
    if !has_units(side) {
        return Next::Go(vec![Frame::EndPlayerTurn]);
    }
    let mut frames = Vec::new();
    if !has_units(side.other()) {
        frames.push(Frame::Alone { side });
    }
    frames.extend(phases(game));
    frames.push(Frame::EndPlayerTurn);
    Next::Go(frames)
}

/// Returns the phases of a Player-Turn, from fire to melee.
pub(super) fn phases(game: &Game) -> Vec<Frame> {
    let mut frames = vec![Frame::Fire];
    frames.extend(movement(game));
    frames.push(Frame::Melee);
    frames
}

/// Returns the steps of the Movement Phase, defensive fire included (R15).
pub(super) fn movement(game: &Game) -> Vec<Frame> {
    let mut frames = vec![Frame::Movement];
    if game.options.panic.is_on() {
        frames.push(Frame::PanicMoves);
    }
    frames.extend([Frame::Moves, Frame::Squares]);
    let close = [Frame::MoveEnd, Frame::Surplus, Frame::Withdrawal];
    match game.options.move_end_order {
        MoveEndOrder::BeforeFire => {
            frames.extend(close);
            frames.push(Frame::DefensiveFire);
        }
        MoveEndOrder::AfterFire => {
            frames.push(Frame::DefensiveFire);
            frames.extend(close);
        }
    }
    frames
}

/// R92: a side without an enemy ends the match, or goes on with the lines of its turn.
fn alone(game: &Game, turn: &mut Turn<'_, Game>, side: Side) -> Result<Next<Frame>, Pause> {
    let given = turn.ask(seat(side), Mode::List, Decision::Alone { side })?;
    if given.is_some_and(|given| given.order == Order::Finish) {
        turn.emit(Event::Finished { side });
        return Ok(Next::Go(vec![Frame::Judge]));
    }
    turn.turn_page_unless(game, side);
    Ok(Next::done())
}

/// 4.2: recovery, then the next Player-Turn, Game-Turn or the end.
fn end_player_turn(game: &Game, turn: &mut Turn<'_, Game>) -> Next<Frame> {
    for side in Side::BOTH {
        turn.close(seat(side));
    }
    recover(game, turn);
    let open = &turn.state().open;
    if let Some((outcome, clause)) = victory::early(game, open) {
        turn.emit(Event::Decided { outcome, clause });
        return Next::Over(outcome);
    }
    let first = game.scenario.as_ref().map_or(0, |own| own.first_move as u8);
    let ended = open.phasing;
    if !game.options.simultaneous.is_on() && ended == Side(first) {
        return Next::Go(vec![Frame::PlayerTurn {
            side: ended.other(),
        }]);
    }
    next_turn(game, turn)
}

/// 4.2, 19.1: the next Game-Turn, or the list of outcomes after the last.
fn next_turn(game: &Game, turn: &mut Turn<'_, Game>) -> Next<Frame> {
    let now = turn.state().open.turn;
    let last = game.scenario.as_ref().map_or(u16::MAX, |own| own.turns);
    if now >= last {
        return Next::Go(vec![Frame::Judge]);
    }
    turn.emit(Event::TurnBegan { turn: now + 1 });
    Next::Go(vec![first_of_turn(game)])
}

fn judge(game: &Game, turn: &mut Turn<'_, Game>) -> Next<Frame> {
    let (outcome, clause) = victory::at_end(game, &turn.state().open);
    turn.emit(Event::Decided { outcome, clause });
    Next::Over(outcome)
}

/// 4.2, R65: tells whether a disruption of one Player-Turn ends with another, or with its Game-Turn where both
/// sides act at once.
pub(super) fn is_over(game: &Game, when: u16, now: u16) -> bool {
    if !game.options.simultaneous.is_on() {
        return when < now;
    }
    let all = game.options.sim_recovery == SimRecovery::All;
    all || when.div_ceil(2) < now.div_ceil(2)
}

/// 4.2, R65: ends the disruption of those who were not disrupted just now.
pub(super) fn recover(game: &Game, turn: &mut Turn<'_, Game>) {
    let open = &turn.state().open;
    let is_over = |when: u16| is_over(game, when, open.player_turn);
    let units: Vec<_> = game
        .units()
        .filter(|&unit| open.hex(unit).is_some())
        .filter(|&unit| open.piece(unit).disrupted.is_some_and(is_over))
        .collect();
    if !units.is_empty() {
        turn.emit(Event::Recovered { units });
    }
}
