//! 11.1: the deal: four of each player's eight cards, drawn unseen; nobody ever sees the others.

use crate::engine::{Next, Pause, Scope, Turn};
use crate::ledger::dice::Spec;

use super::super::data::{CardId, Side};
use super::super::decision::Frame;
use super::super::event::Event;
use super::super::{Game, seat};

/// Returns the steps that deal both hands; none in a match without cards.
pub(in super::super) fn frames(game: &Game) -> Vec<Frame> {
    let deals = Side::ALL.into_iter().filter(|_| game.deck.is_some());
    deals.map(|side| Frame::Deal { side }).collect()
}

/// 11.1: draws a player's hand out of his own secret; whoever has not been told it, here or
/// elsewhere, knows only how many cards it has.
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(in super::super) fn deal(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    side: Side,
) -> Result<Next<Frame>, Pause> {
    let Some(deck) = &game.deck else {
        return Ok(Next::done());
    };
    let mut left: Vec<CardId> = deck.of(side).collect();
    let mut hand = Some(Vec::new());
    for (nth, cards) in (1..=deck.drawn).zip((1..=left.len() as u64).rev()) {
        let spec = Spec::dice_from_zero(1, cards).expect("a deck holds 1 to 8 cards");
        let label = format!("deal/{}/{nth}", side.key());
        let face = turn.throw(Scope::Seat(seat(side), "hand"), &label, spec)?;
        // One card each time: whoever draws it does not learn the others by it.
        match (face.and_then(<[u32]>::first), &mut hand) {
            (Some(&face), Some(hand)) => hand.push(left.remove(face as usize)),
            _ => hand = None,
        }
    }
    if let Some(hand) = &mut hand {
        hand.sort_unstable();
    }
    turn.emit(Event::Dealt {
        side,
        count: deck.drawn,
        cards: hand,
    });
    Ok(Next::done())
}
