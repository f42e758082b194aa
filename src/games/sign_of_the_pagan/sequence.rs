//! 4.0, 5.0, 5.4: the turn, its ten activations, and the segments of an activation.

use crate::engine::{Next, Pause, Turn};
use crate::ledger::dice::Spec;

use super::cards::{self, Moment};
use super::data::{Contingent, Side};
use super::decision::Frame;
use super::event::Event;
use super::{Battle, Game, movement, seat, shock};

/// 4.0: what a turn consists of, up to its first activation.
const TURN: [Frame; 4] = [
    Frame::ChooseMarkers,
    Frame::NameInitiative,
    Frame::SettleInitiative,
    Frame::NextActivation,
];

/// 4.0: opens a turn.
pub(super) fn begin_turn(turn: &mut Turn<'_, Game>) -> Next<Frame> {
    let number = turn.state().open.turn + 1;
    turn.emit(Event::TurnBegan { turn: number });
    Next::Go(TURN.to_vec())
}

/// 5.4, 5.5: the next marker from the queue, else out of the cup; after the last the turn ends.
pub(super) fn next_activation(
    game: &Game,
    turn: &mut Turn<'_, Game>,
) -> Result<Next<Frame>, Pause> {
    let open = &turn.state().open;
    if let Some(&contingent) = open.queue.first() {
        return Ok(Next::Go(vec![
            Frame::Activate { contingent },
            Frame::NextActivation,
        ]));
    }
    let left: u8 = open.undrawn.iter().sum();
    if left == 0 {
        return Ok(Next::Go(vec![Frame::EndTurn, Frame::BeginTurn]));
    }
    let label = format!("t{}.{}/marker", open.turn, open.activation + 1);
    let spec = Spec::dice_from_zero(1, u64::from(left)).expect("a cup holds 1 to 10 markers");
    let drawn = turn.roll(&label, spec)? as usize;
    // 5.4: the die is public, the list it indexes is not: the sorted cups, the Huns' first.
    let hidden = &turn.state().hidden;
    let contingent = *hidden
        .iter()
        .flat_map(|hidden| &hidden.cup)
        .nth(drawn)
        .expect("the count of undrawn markers is that of the cups");
    turn.emit(Event::MarkerDrawn { contingent });
    let moment = || Moment::MarkerDrawn { contingent };
    let then = vec![Frame::Activate { contingent }];
    let mut frames = cards::open(game, turn.state(), moment, then);
    frames.push(Frame::NextActivation);
    Ok(Next::Go(frames))
}

/// 4.0, 5.0: an activation with its segments; a contingent without units does nothing (Q29).
pub(super) fn activate(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    contingent: Contingent,
) -> Next<Frame> {
    let battle = Battle::new(game, &turn.state().open);
    if battle.of(contingent).next().is_none() {
        turn.emit(Event::ActivationEmpty { contingent });
        return Next::done();
    }
    turn.emit(Event::ActivationBegan { contingent });
    let moment = || Moment::ActStart { contingent };
    let then = activation_frames(contingent);
    Next::Go(cards::open(game, turn.state(), moment, then))
}

/// 4.0, 12.1: the steps of an activation; that of the Alans begins with their die.
pub(super) fn activation_frames(contingent: Contingent) -> Vec<Frame> {
    let mut frames = segments();
    if contingent == Contingent::Alans {
        frames.insert(0, Frame::AlanCheck);
    }
    frames
}

/// 4.0: Move and Fire for all, then Shock for all, then Reform.
pub(super) fn segments() -> Vec<Frame> {
    vec![
        Frame::Move(movement::Step::Segment),
        Frame::Shock(shock::Step::Segment),
        Frame::ReformSegment,
        Frame::LastMoment,
        Frame::EndActivation,
    ]
}

/// 11.2: the last moment of an activation, at which a card may be played.
pub(super) fn last_moment(game: &Game, turn: &mut Turn<'_, Game>) -> Next<Frame> {
    let Some(contingent) = turn.state().open.active else {
        return Next::done();
    };
    let moment = || Moment::ActEnd { contingent };
    Next::Go(cards::open(game, turn.state(), moment, Vec::new()))
}

/// 4.0: closes an activation for both sides.
pub(super) fn end_activation(turn: &mut Turn<'_, Game>) -> Next<Frame> {
    if let Some(contingent) = turn.state().open.active {
        turn.emit(Event::ActivationEnded { contingent });
    }
    for side in Side::ALL {
        turn.close(seat(side));
    }
    Next::done()
}
