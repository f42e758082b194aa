//! What a CARD line is worth at a moment, and cards that are played by chance.

use super::super::data::{CardId, Effect, Side, UnitId};
use super::super::options::CardTiming;
use super::super::order::{Order, Trigger};
use super::super::state::View;
use super::super::{Battle, Game};
use super::play::{is_active, may_play, shield_wall};
use super::{Moment, may_hold};
use crate::engine::{Fit, Pick, Rank};

/// D11: a CARD line whose moment this is. What keeps its card from being played then is found out
/// when both sides have spoken; a line that waits for any moment waits on.
pub(in super::super) fn answer(
    battle: Battle<'_>,
    view: &View,
    (side, moment, settled): (Side, &Moment, &[CardId]),
    order: &Order,
) -> Fit<Order> {
    match order {
        Order::CardNone => Fit::Takes(Rank::All, order.clone()),
        Order::CardCancel { card } if !settled.contains(card) => {
            Fit::Takes(Rank::Named, order.clone())
        }
        Order::Card { card, when, .. } if !settled.contains(card) => {
            let hidden = view.hidden[side as usize].as_ref();
            let action = battle
                .game
                .deck
                .as_ref()
                .and_then(|deck| deck.card(*card).action.as_ref());
            let is_its_moment = action.is_some_and(|action| {
                moment.admits(action)
                    && moment.is(battle, when)
                    && is_active(battle, moment, &action.condition)
                    && may_hold(battle.game, battle.open, hidden, side, *card)
            });
            let can_wait = *when == Trigger::Now;
            let may = || may_play(battle.game, (battle.open, hidden), moment, side, order).is_ok();
            if is_its_moment && (!can_wait || may()) {
                Fit::Takes(Rank::Named, order.clone())
            } else {
                Fit::Other
            }
        }
        _ => Fit::Other,
    }
}

/// Lists every card that can be played now, on the units that it takes of itself; a shield wall
/// round each unit that can stand in one; or none.
pub(in super::super) fn options(
    battle: Battle<'_>,
    view: &View,
    (side, moment, settled): (Side, &Moment, &[CardId]),
) -> Vec<Order> {
    let Some(deck) = battle.game.deck.as_ref().filter(|_| settled.is_empty()) else {
        return Vec::new();
    };
    let hidden = view.hidden[side as usize].as_ref();
    let mut orders = Vec::new();
    for card in deck.of(side) {
        let Some(action) = &deck.card(card).action else {
            continue;
        };
        if !moment.admits(action) {
            continue;
        }
        let targets = match &action.effect {
            Effect::ShieldWall { units, kinds, .. } => walls(battle, side, *units, kinds),
            _ => vec![Vec::new()],
        };
        orders.extend(targets.into_iter().map(|targets| Order::Card {
            card,
            when: Trigger::Now,
            targets,
            to: Vec::new(),
        }));
    }
    orders
        .retain(|order| may_play(battle.game, (battle.open, hidden), moment, side, order).is_ok());
    orders.push(Order::CardNone);
    orders
}

/// Returns the walls that grow round each unit, neighbour by neighbour.
fn walls(
    battle: Battle<'_>,
    side: Side,
    most: u8,
    kinds: &[super::super::data::Kind],
) -> Vec<Vec<UnitId>> {
    let own: Vec<UnitId> = battle.on_map(side).collect();
    let able = shield_wall(battle, side, &own, kinds);
    let grow = |&first: &UnitId| {
        let mut wall = vec![first];
        while wall.len() < usize::from(most) {
            let touches = |unit: &&UnitId| {
                !wall.contains(unit) && wall.iter().any(|&held| battle.are_adjacent(**unit, held))
            };
            let Some(&next) = able.iter().find(touches) else {
                break;
            };
            wall.push(next);
        }
        wall.sort_unstable();
        wall
    };
    let mut walls: Vec<Vec<UnitId>> = able.iter().map(grow).collect();
    walls.sort_unstable();
    walls.dedup();
    walls
}

/// Picks a card to play now, or none.
pub(in super::super) fn sample(
    battle: Battle<'_>,
    view: &View,
    asked: (Side, &Moment, &[CardId]),
    pick: &mut dyn Pick,
) -> Option<Order> {
    let mut orders = options(battle, view, asked);
    orders.retain(|order| *order != Order::CardNone);
    let chosen = pick.pick(orders.len() + 1);
    if chosen < orders.len() {
        return Some(orders.swap_remove(chosen));
    }
    match battle.game.options.card_timing {
        CardTiming::Triggers => None,
        // Whoever is asked has to say that he plays none.
        CardTiming::AskBoth => Some(Order::CardNone),
    }
}

/// D11: lines that play each card of a hand at the first moment at which it can be; a shield wall
/// where most can stand in it now.
pub(in super::super) fn ahead(game: &Game, view: &View, side: Side) -> Vec<Order> {
    let hand = view.hidden[side as usize]
        .as_ref()
        .and_then(|hidden| hidden.hand.as_ref());
    let (Some(deck), Some(hand)) = (&game.deck, hand) else {
        return Vec::new();
    };
    let battle = Battle::new(game, &view.open);
    let line = |&card: &CardId| {
        let targets = match &deck.card(card).action.as_ref()?.effect {
            Effect::ShieldWall { units, kinds, .. } => {
                let walls = walls(battle, side, *units, kinds);
                walls.into_iter().max_by_key(Vec::len)?
            }
            _ => Vec::new(),
        };
        Some(Order::Card {
            card,
            when: Trigger::Now,
            targets,
            to: Vec::new(),
        })
    };
    hand.iter().filter_map(line).collect()
}
