//! Rolling a die of the battle (2.5): label, modifiers, net result, event.

use std::fmt;

use crate::engine::{Mode, Pause, Turn};
use crate::ledger::dice::Spec;

use super::battle::Battle;
use super::cards::force;
use super::data::UnitId;
use super::decision::Decision;
use super::event::{By, Came, Drm, Event, Modifier, Purpose, Roll};
use super::order::Order;
use super::state::Attila;
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
    /// Whether it is rolled for the first time.
    pub(super) throwing: Throwing,
}

/// Whether a die is rolled for the first time, or again because of a card (11.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Throwing {
    /// For the first time; a card may have it rolled again.
    First,
    /// Again: no card changes it any more (Q47).
    Again,
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
            throwing,
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
                again: throwing == Throwing::Again,
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

/// 13.1: returns Attila's shift of a die that `unit` is about to roll, if he is with it and willing;
/// a card may make it greater.
///
/// # Errors
/// None in practice: the decision is never put to the player by mail.
pub(super) fn attila_shift(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    unit: UnitId,
    purpose: Purpose,
) -> Result<Vec<Modifier>, Pause> {
    let battle = Battle::new(game, &turn.state().open);
    let shift = expected_shift(battle, unit, purpose);
    if shift.is_empty() {
        return Ok(shift);
    }
    let asked = Decision::AttilaShift { unit, purpose };
    let given = turn.ask(seat(super::data::Side::Hun), Mode::Quiet, asked)?;
    if given.is_some_and(|given| given.order == Order::AttilaAdjust { on: false }) {
        return Ok(Vec::new());
    }
    Ok(shift)
}

/// 13.1: returns the shift of a die of a unit that Attila is with, if he is willing as he is by
/// default.
pub(super) fn expected_shift(battle: Battle<'_>, unit: UnitId, purpose: Purpose) -> Vec<Modifier> {
    if battle.open.attila != Attila::With(unit) {
        return Vec::new();
    }
    let favour = match purpose {
        Purpose::Fire | Purpose::React => 1,
        _ => -1,
    };
    let more = force::attila_shift(battle, unit).map(|(card, more)| Modifier {
        drm: Drm::Card(card),
        value: favour * more,
    });
    let shift = Modifier {
        drm: Drm::Attila,
        value: favour,
    };
    std::iter::once(shift).chain(more).collect()
}
