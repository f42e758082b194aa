//! 9.6: what a hit does to a unit, wherever it comes from.

use crate::engine::{Chance, Next, Pause, Turn};

use super::cards::{self, Die, Moment};
use super::data::{Condition, UnitId, Weight};
use super::decision::Frame;
use super::die::{self, Throw, Throwing};
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

/// 9.6.2: a unit has to check; a card may be played before the die.
pub(super) fn second_check(game: &Game, turn: &mut Turn<'_, Game>, unit: UnitId) -> Next<Frame> {
    if !Battle::new(game, &turn.state().open).is_on_map(unit) {
        return Next::done();
    }
    let moment = || Moment::CheckDue { unit };
    let then = vec![Frame::CheckRoll { unit }];
    Next::Go(cards::open(game, turn.state(), moment, then))
}

/// 9.6.2: a unit stays on a net roll of 0 to 4 and is eliminated on 5 or more.
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(super) fn check_roll(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    unit: UnitId,
    throwing: Throwing,
) -> Result<Next<Frame>, Pause> {
    let battle = Battle::new(game, &turn.state().open);
    if !battle.is_on_map(unit) {
        return Ok(Next::done());
    }
    let mut modifiers: Vec<Modifier> = heavy(battle, unit).into_iter().collect();
    modifiers.extend(die::attila_shift(game, turn, unit, Purpose::Second)?);
    let throw = Throw {
        purpose: Purpose::Second,
        by: By::Unit(unit),
        at: None,
        modifiers,
        rating: None,
        throwing,
    };
    let judge = |net| {
        if net <= STAYS { Came::Stay } else { Came::Elim }
    };
    let (_, came) = die::roll(game, turn, throw, judge)?;
    let moment = || Moment::CheckRolled { unit, came };
    let then = Frame::Checked { unit, came };
    let die = (Die::Check { unit }, throwing);
    Ok(cards::open_after(game, turn.state(), moment, then, die))
}

/// 9.6.2: what a check has come to.
pub(super) fn checked(turn: &mut Turn<'_, Game>, unit: UnitId, came: Came) -> Next<Frame> {
    if came == Came::Elim {
        turn.emit(Event::Eliminated {
            unit,
            cause: Cause::Check,
        });
    }
    Next::done()
}

/// The highest net roll of a Second Disorder Check on which a unit stays.
pub(super) const STAYS: i8 = 4;

fn heavy(battle: Battle<'_>, unit: UnitId) -> Option<Modifier> {
    let is_heavy = battle.kind(unit).weight() == Weight::Heavy;
    is_heavy.then_some(Modifier {
        drm: Drm::Heavy,
        value: -1,
    })
}

/// 9.6.2, 13.1: returns what modifies a unit's check, Attila's shift included.
pub(super) fn check_modifiers(battle: Battle<'_>, unit: UnitId) -> Vec<Modifier> {
    let shift = die::expected_shift(battle, unit, Purpose::Second);
    heavy(battle, unit).into_iter().chain(shift).collect()
}

/// 9.6.2: returns the chance that a unit stays at a check.
pub(super) fn stays(battle: Battle<'_>, unit: UnitId) -> Chance {
    let modifiers = check_modifiers(battle, unit);
    let total: i8 = modifiers.iter().map(|modifier| modifier.value).sum();
    let stays = (0..10).filter(|natural| natural + total <= STAYS).count();
    Chance::of(stays as u128, 10)
}
