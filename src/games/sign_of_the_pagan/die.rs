//! Rolling a die of the battle (2.5): label, modifiers, net result, event.

use std::fmt;

use crate::engine::{Mode, Pause, Turn};
use crate::ledger::dice::Spec;

use super::battle::Battle;
use super::data::UnitId;
use super::decision::Decision;
use super::event::{By, Came, Drm, Event, Modifier, Purpose, Roll};
use super::order::Order;
use super::state::{Attila, Open};
use super::{Game, seat};

/// A die about to be rolled.
#[derive(Debug, Clone)]
pub(super) struct Throw {
    /// What for.
    pub(super) purpose: Purpose,
    /// Who rolls.
    pub(super) by: By,
    /// At whom.
    pub(super) at: Option<UnitId>,
    /// What changes it.
    pub(super) modifiers: Vec<Modifier>,
    /// The rating that the net result is compared with, where there is one.
    pub(super) rating: Option<u8>,
}

/// `t<turn>.<activation>/<purpose>/<who>/<n>`: names the event, not the time of processing.
struct Label<'a> {
    turn: u16,
    activation: u8,
    purpose: Purpose,
    who: &'a str,
    nth: u8,
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            turn,
            activation,
            purpose,
            who,
            nth,
        } = self;
        write!(f, "t{turn}.{activation}/{}/{who}/{nth}", purpose.key())
    }
}

/// Returns the label that a die of the battle was rolled under.
pub(super) fn label(game: &Game, open: &super::state::Open, roll: &Roll) -> String {
    Label {
        turn: open.turn,
        activation: open.activation,
        purpose: roll.purpose,
        who: who(game, roll.by),
        nth: roll.nth,
    }
    .to_string()
}

fn who(game: &Game, by: By) -> &str {
    match by {
        By::Unit(unit) => &game.roster.unit(unit).id,
        By::Side(side) => side.key(),
    }
}

/// Rolls a d10, on which 0 counts zero, and says what it came to.
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(super) fn roll(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    throw: Throw,
    judge: impl FnOnce(i8) -> Came,
) -> Result<(i8, Came), Pause> {
    let fallen = fall(game, turn, throw)?;
    let (net, came) = (fallen.net, judge(fallen.net));
    fallen.tell(turn, came);
    Ok((net, came))
}

/// A die that has been rolled and not yet told.
#[derive(Debug)]
pub(super) struct Fallen {
    throw: Throw,
    nth: u8,
    natural: u8,
    /// The face with its modifiers.
    pub(super) net: i8,
}

impl Fallen {
    /// Tells the roll and what it came to.
    pub(super) fn tell(self, turn: &mut Turn<'_, Game>, came: Came) {
        let Throw {
            purpose,
            by,
            at,
            modifiers,
            rating,
        } = self.throw;
        turn.emit(Event::Rolled {
            roll: Roll {
                purpose,
                by,
                at,
                nth: self.nth,
                natural: self.natural,
                modifiers,
                net: self.net,
                rating,
                came,
            },
        });
    }
}

/// Rolls a die whose meaning hangs on another that is still to be rolled (5.3).
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(super) fn fall(game: &Game, turn: &mut Turn<'_, Game>, throw: Throw) -> Result<Fallen, Pause> {
    let open = &turn.state().open;
    let nth = 1 + match throw.by {
        By::Unit(unit) => open.piece(unit).rolls,
        By::Side(_) => open.rolls,
    };
    let label = Label {
        turn: open.turn,
        activation: open.activation,
        purpose: throw.purpose,
        who: who(game, throw.by),
        nth,
    };
    let natural = turn.roll(&label, Spec::Z10)? as u8;
    let modifiers = throw.modifiers.iter().map(|modifier| modifier.value);
    let net = natural as i8 + modifiers.sum::<i8>();
    Ok(Fallen {
        throw,
        nth,
        natural,
        net,
    })
}

/// 13.1: returns Attila's shift of a die that `unit` is about to roll, if he is with it and willing.
///
/// # Errors
/// None in practice: the decision is never put to the player by mail.
pub(super) fn attila_shift(
    turn: &mut Turn<'_, Game>,
    unit: UnitId,
    purpose: Purpose,
) -> Result<Option<Modifier>, Pause> {
    let Some(shift) = shift(&turn.state().open, unit, purpose) else {
        return Ok(None);
    };
    let asked = Decision::AttilaShift { unit, purpose };
    let given = turn.ask(seat(super::data::Side::Hun), Mode::Quiet, asked)?;
    let declined = given.is_some_and(|given| given.order == Order::AttilaAdjust { on: false });
    Ok((!declined).then_some(shift))
}

/// 13.1: returns the shift of a die of a unit that Attila is with, if he is willing as he is by default.
pub(super) fn expected_shift(
    battle: Battle<'_>,
    unit: UnitId,
    purpose: Purpose,
) -> Option<Modifier> {
    shift(battle.open, unit, purpose)
}

fn shift(open: &Open, unit: UnitId, purpose: Purpose) -> Option<Modifier> {
    let value = match purpose {
        Purpose::Fire | Purpose::React => 1,
        _ => -1,
    };
    (open.attila == Attila::With(unit)).then_some(Modifier {
        drm: Drm::Attila,
        value,
    })
}
