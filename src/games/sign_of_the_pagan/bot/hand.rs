//! When a card is worth playing (11.2).

use super::super::cards::Moment;
use super::super::data::{Condition, Effect, Selection, Side, UnitId};
use super::super::order::Order;
use super::doctrine::Cards;
use super::outlook::Outlook;
use super::survey::Survey;

/// Units that have to gain by a card on their shots.
const ARCHERS: usize = 4;
/// Units that have to be able to charge for a card on their charges.
const CHARGERS: usize = 2;
/// Units that have to be in need of a card that rallies.
const SHAKEN: usize = 2;
/// Units that have to be threatened for a wall.
const WALL: usize = 3;

/// D11: the first card that is worth playing now, or none.
pub(super) fn play(
    battle: Outlook<'_>,
    side: Side,
    moment: &Moment,
    options: Vec<Order>,
) -> Option<Order> {
    let plays = |order: &Order| is_worth_it(battle, side, Some(moment), order);
    options.into_iter().find(plays)
}

/// Tells whether a line for a card may be filed now, for the first moment that fits.
pub(super) fn may_come(battle: Outlook<'_>, side: Side, order: &Order) -> bool {
    is_worth_it(battle, side, None, order)
}

fn is_worth_it(battle: Outlook<'_>, side: Side, moment: Option<&Moment>, order: &Order) -> bool {
    let (Order::Card { card, targets, .. }, Cards::InTime) = (order, battle.doctrine.cards) else {
        return true;
    };
    let deck = battle.game.deck.as_ref();
    let effect = deck.and_then(|deck| Some(&deck.card(*card).action.as_ref()?.effect));
    effect.is_some_and(|effect| is_in_time(battle, side, moment, effect, targets))
}

/// Tells whether enough units gain by a card that is played now.
fn is_in_time(
    battle: Outlook<'_>,
    side: Side,
    moment: Option<&Moment>,
    effect: &Effect,
    targets: &[UnitId],
) -> bool {
    match effect {
        Effect::FireDrm { units, .. } => will_reach(battle, side, units) >= ARCHERS,
        Effect::Ferocity { units, .. } => will_reach(battle, side, units) >= CHARGERS,
        Effect::Reform { of, .. } => {
            let shaken = selected(battle, side, of).filter(|&unit| {
                let hex = battle.hex(unit);
                battle.piece(unit).condition == Condition::Disordered
                    && hex.is_some_and(|hex| !battle.is_in_contact(hex, side))
            });
            shaken.count() >= SHAKEN
        }
        Effect::ShieldWall { .. } => {
            let begins = |moment: &Moment| matches!(moment, Moment::ActStart { contingent } if contingent.side() != side);
            moment.is_none_or(begins) && {
                let survey = Survey::take(battle, side);
                let threatened = targets.iter().filter(|&&unit| {
                    let hex = battle.hex(unit);
                    hex.is_some_and(|hex| survey.threat(hex).all() > 0)
                });
                threatened.count() >= WALL
            }
        }
        Effect::ShockDrm { .. }
        | Effect::AttilaShift { .. }
        | Effect::Momentum { .. }
        | Effect::Reroll
        | Effect::Evade { .. }
        | Effect::CancelEvade { .. }
        | Effect::CancelCounter { .. }
        | Effect::MovementPoints { .. }
        | Effect::ExtraActivation { .. }
        | Effect::CancelActivation
        | Effect::ForbidFire { .. }
        | Effect::CancelAlanRoll
        | Effect::ReturnAttila => true,
    }
}

/// Counts the units of a selection, in good order and not bound, that can come up to an enemy in
/// one move.
fn will_reach(battle: Outlook<'_>, side: Side, units: &Selection) -> usize {
    let survey = Survey::take(battle, side);
    let able = selected(battle, side, units).filter(|&unit| {
        let near = battle.hex(unit).map_or(u8::MAX, |hex| survey.near(hex));
        battle.is_good(unit) && (2..=battle.face(unit).ma).contains(&near)
    });
    able.count()
}

fn selected<'a>(
    battle: Outlook<'a>,
    side: Side,
    units: &'a Selection,
) -> impl Iterator<Item = UnitId> + 'a {
    let roster = &battle.game.roster;
    battle
        .on_map(side)
        .filter(move |&unit| units.holds(roster, unit))
}
