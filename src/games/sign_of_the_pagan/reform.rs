//! 10.0: Reform.

use crate::engine::{Fit, Mode, Next, Pause, Pick, Rank, Turn, Verdict};
use crate::orders::Illegal;

use super::cards::{self, Die, Moment};
use super::data::{Condition, Contingent, UnitId};
use super::decision::{Decision, Frame};
use super::die::{self, Throw, Throwing};
use super::event::{By, Came, Cause, Event, Purpose};
use super::options::ReformFace;
use super::order::Order;
use super::{Battle, Game, rules, seat};

/// Why a unit may not try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Barred {
    OtherContingent,
    Gone,
    Good,
    Contact,
    Acted,
    Turned,
    Tried,
}

impl Barred {
    fn illegal(self, battle: Battle<'_>, contingent: Contingent, unit: UnitId) -> Illegal {
        let name = &battle.unit(unit).id;
        let (rule, because) = match self {
            Self::OtherContingent => {
                let because = format!("{name} does not belong to the {}", contingent.key());
                (rules::R4_0, because)
            }
            Self::Gone => (rules::R10_0, format!("{name} is not on the map")),
            Self::Good => (rules::R10_0, format!("{name} is in good order")),
            Self::Contact => (rules::R10_0, format!("{name} stands next to an enemy")),
            Self::Acted => (rules::R5_0, format!("{name} has acted in this activation")),
            Self::Turned => (rules::Q18, format!("{name} has turned in this activation")),
            Self::Tried => (rules::R10_0, format!("{name} has tried already")),
        };
        Illegal::new(rule, because)
    }
}

/// 10.0: a Disordered unit away from the enemy that has done nothing this activation may try.
fn may_reform(
    battle: Battle<'_>,
    contingent: Contingent,
    tried: &[UnitId],
    unit: UnitId,
) -> Result<(), Barred> {
    if battle.contingent(unit) != contingent {
        return Err(Barred::OtherContingent);
    }
    let hex = battle.hex(unit).ok_or(Barred::Gone)?;
    let piece = battle.piece(unit);
    if tried.contains(&unit) {
        return Err(Barred::Tried);
    }
    if piece.condition == Condition::Good {
        return Err(Barred::Good);
    }
    // 5.0: an activation is for acting or for Reform.
    if piece.deeds.any(false) {
        return Err(Barred::Acted);
    }
    if battle.game.options.reform_face == ReformFace::No && piece.deeds.turned {
        return Err(Barred::Turned);
    }
    if battle.is_in_contact(hex, battle.side(unit)) {
        return Err(Barred::Contact);
    }
    Ok(())
}

fn eligible<'a>(
    battle: Battle<'a>,
    contingent: Contingent,
    tried: &'a [UnitId],
) -> impl Iterator<Item = UnitId> + 'a {
    battle
        .of(contingent)
        .filter(move |&unit| may_reform(battle, contingent, tried, unit).is_ok())
}

/// 10.0: the Reform segment; the owner names who tries, until he has done.
///
/// # Errors
/// [`Pause::Wait`] while somebody may try and nobody has said whether.
pub(super) fn advance(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    tried: &[UnitId],
) -> Result<Next<Frame>, Pause> {
    let open = &turn.state().open;
    let Some(contingent) = open.active else {
        return Ok(Next::done());
    };
    let battle = Battle::new(game, open);
    // Where nobody may try, lines are still heard, so that their owner is told why not.
    let mode = match eligible(battle, contingent, tried).next() {
        Some(_) => Mode::List,
        None => Mode::Quiet,
    };
    let asked = Decision::Reform {
        contingent,
        tried: tried.to_vec(),
    };
    let given = turn.ask(seat(contingent.side()), mode, asked)?;
    Ok(Next::Go(match given.map(|given| given.order) {
        Some(Order::Reform { unit }) => {
            let tried = tried.iter().copied().chain([unit]).collect();
            vec![Frame::ReformRoll { unit }, Frame::Reform { tried }]
        }
        Some(Order::ReformAll { except }) => {
            let battle = Battle::new(game, &turn.state().open);
            eligible(battle, contingent, tried)
                .filter(|unit| !except.contains(unit))
                .map(|unit| Frame::ReformRoll { unit })
                .collect()
        }
        _ => Vec::new(),
    }))
}

/// 10.0: the Reform segment begins; a card may be played first.
pub(super) fn begin(game: &Game, turn: &mut Turn<'_, Game>) -> Next<Frame> {
    let then = vec![Frame::Reform { tried: Vec::new() }];
    let Some(contingent) = turn.state().open.active else {
        return Next::Go(then);
    };
    let moment = || Moment::ReformStart { contingent };
    Next::Go(cards::open(game, turn.state(), moment, then))
}

/// 10.0: returns the units of a contingent that may try to Reform, in id order.
pub(super) fn able(battle: Battle<'_>, contingent: Contingent) -> impl Iterator<Item = UnitId> {
    eligible(battle, contingent, &[])
}

/// 10.0: 4 or less reforms, 5 to 8 changes nothing, 9 eliminates.
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(super) fn roll(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    unit: UnitId,
    throwing: Throwing,
) -> Result<Next<Frame>, Pause> {
    if !Battle::new(game, &turn.state().open).is_on_map(unit) {
        return Ok(Next::done());
    }
    let throw = Throw {
        purpose: Purpose::Reform,
        by: By::Unit(unit),
        at: None,
        modifiers: die::attila_shift(game, turn, unit, Purpose::Reform)?,
        rating: None,
        throwing,
    };
    let judge = |net| match net {
        ..=4 => Came::Reformed,
        5..=8 => Came::No,
        9.. => Came::Elim,
    };
    let (_, came) = die::roll(game, turn, throw, judge)?;
    let moment = || Moment::ReformRolled { unit, came };
    let then = Frame::Reformed { unit, came };
    let die = (Die::Reform { unit }, throwing);
    Ok(cards::open_after(game, turn.state(), moment, then, die))
}

/// 10.0: what a Reform die has come to.
pub(super) fn rolled(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    unit: UnitId,
    came: Came,
) -> Next<Frame> {
    match came {
        Came::Reformed => turn.emit(Event::Reformed { unit }),
        Came::Elim => turn.emit(Event::Eliminated {
            unit,
            cause: Cause::Reform,
        }),
        _ => {}
    }
    let lost_alan = came == Came::Elim && game.roster.unit(unit).contingent == Contingent::Alans;
    Next::Go(if lost_alan {
        vec![Frame::AlanNerves]
    } else {
        Vec::new()
    })
}

/// Lists each unit that may try, and all of them together.
pub(super) fn options(battle: Battle<'_>, contingent: Contingent, tried: &[UnitId]) -> Vec<Order> {
    let mut orders: Vec<Order> = eligible(battle, contingent, tried)
        .map(|unit| Order::Reform { unit })
        .collect();
    if orders.len() > 1 {
        orders.push(Order::ReformAll { except: Vec::new() });
    }
    orders
}

/// Picks a unit that may try, or nobody.
pub(super) fn sample(
    battle: Battle<'_>,
    contingent: Contingent,
    tried: &[UnitId],
    pick: &mut dyn Pick,
) -> Option<Order> {
    let count = eligible(battle, contingent, tried).count();
    if count == 0 {
        return None;
    }
    let unit = eligible(battle, contingent, tried).nth(pick.pick(count + 1))?;
    Some(Order::Reform { unit })
}

/// D20: everybody tries, unless their owner has named somebody already.
pub(super) fn default(
    battle: Battle<'_>,
    contingent: Contingent,
    tried: &[UnitId],
) -> Option<Order> {
    let all = Order::ReformAll { except: Vec::new() };
    let anybody = tried.is_empty() && eligible(battle, contingent, tried).next().is_some();
    anybody.then_some(all)
}

/// Says what a REFORM line is worth now.
pub(super) fn answer(
    battle: Battle<'_>,
    contingent: Contingent,
    tried: &[UnitId],
    order: &Order,
) -> Fit<Order> {
    match order {
        Order::Reform { unit } => match may_reform(battle, contingent, tried, *unit) {
            Ok(()) => Fit::Takes(Rank::Named, order.clone()),
            Err(barred) => Fit::Fails(barred.illegal(battle, contingent, *unit)),
        },
        Order::ReformAll { .. } | Order::ReformNone => Fit::Takes(Rank::All, order.clone()),
        _ => Fit::Other,
    }
}

/// 10.0: judges a line of a set; `after` is the battle after the set's moves and attacks.
pub(super) fn judge(
    before: Battle<'_>,
    after: Battle<'_>,
    contingent: Contingent,
    tried: &[UnitId],
    order: &Order,
) -> Verdict {
    let &Order::Reform { unit } = order else {
        return Verdict::Legal;
    };
    let now = may_reform(before, contingent, tried, unit);
    match now.and_then(|()| may_reform(after, contingent, tried, unit)) {
        Ok(()) => Verdict::Legal,
        Err(Barred::Contact) => {
            let name = &before.unit(unit).id;
            Verdict::Open(format!("{name} stands next to an enemy now (10.0)"))
        }
        Err(barred) => Verdict::Illegal(barred.illegal(before, contingent, unit)),
    }
}

#[cfg(test)]
mod tests;
