//! 9.6: what a hit does to a unit, wherever it comes from.

use crate::engine::{Next, Pause, Turn};

use super::data::{Condition, UnitId, Weight};
use super::decision::Frame;
use super::die::{self, Throw};
use super::event::{By, Came, Cause, Drm, Event, Modifier, Purpose};
use super::{Battle, Game};

/// 9.6.1, 9.6.2: disorders a unit in good order; a Disordered one has to check.
///
/// Returns the frames that have to be carried out next. The caller adds [`Frame::AlanNerves`]
/// where its own order of dice wants it.
pub(super) fn disorder(turn: &mut Turn<'_, Game>, unit: UnitId, cause: Cause) -> Vec<Frame> {
    match turn.state().open.piece(unit).condition {
        Condition::Good => {
            turn.emit(Event::Disordered { unit, cause });
            Vec::new()
        }
        Condition::Disordered => vec![Frame::SecondCheck { unit, cause }],
    }
}

/// 9.6.2: a unit stays on a net roll of 0 to 4 and is eliminated on 5 or more.
pub(super) fn second_check(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    unit: UnitId,
) -> Result<Next<Frame>, Pause> {
    let battle = Battle::new(game, &turn.state().open);
    if !battle.is_on_map(unit) {
        return Ok(Next::done());
    }
    let mut modifiers = Vec::new();
    if battle.kind(unit).weight() == Weight::Heavy {
        modifiers.push(Modifier {
            drm: Drm::Heavy,
            value: -1,
        });
    }
    modifiers.extend(die::attila_shift(turn, unit, Purpose::Second)?);
    let throw = Throw {
        purpose: Purpose::Second,
        by: By::Unit(unit),
        at: None,
        modifiers,
        rating: None,
    };
    let judge = |net| if net <= 4 { Came::Stay } else { Came::Elim };
    let (_, came) = die::roll(game, turn, throw, judge)?;
    if came == Came::Elim {
        turn.emit(Event::Eliminated {
            unit,
            cause: Cause::Check,
        });
    }
    Ok(Next::done())
}
