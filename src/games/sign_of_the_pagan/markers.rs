//! 5.1 to 5.3: the five markers of each side, the initiative markers, and the initiative dice.

mod five;
mod judge;

use std::cmp::Ordering;

use crate::engine::{Asked, Fit, Mode, Next, Pause, Pick, Rank, Turn};

use super::cards::{self, Die, Moment};
use super::data::{Contingent, Side};
use super::decision::{Decision, Frame};
use super::die::{self, Fallen, Throw, Throwing};
use super::event::{By, Came, Drm, Event, Modifier, Purpose};
use super::options::{SecondT1, Switch};
use super::order::Order;
use super::state::View;
use super::{Battle, Game, seat};
pub(super) use five::may_own;
use five::{best, may_choose, may_name, sets, usual};
pub(super) use judge::{check, lacks};

fn chosen(view: &View, side: Side) -> &[Contingent] {
    let hidden = &view.hidden[side as usize];
    hidden.as_ref().map_or(&[], |hidden| &hidden.chosen)
}

/// 5.1: both sides choose five markers, neither knowing what the other does.
///
/// # Errors
/// [`Pause::Wait`] while a side has not chosen.
pub(super) fn choose(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    let asked = Side::ALL.map(|side| Asked {
        seat: seat(side),
        mode: Mode::List,
        decision: Decision::Markers { side },
    });
    let given = turn.ask_all(asked.to_vec())?;
    for (side, given) in Side::ALL.into_iter().zip(given) {
        let state = turn.state();
        let said = given.map(|given| given.order);
        let markers = if let Some(Order::Markers { markers }) = said {
            markers
        } else {
            let battle = Battle::new(game, &state.open);
            usual(battle, side, &state.hidden[side as usize].chosen)
        };
        turn.emit(Event::MarkersChosen {
            side,
            markers: Some(markers),
        });
    }
    let moment = || Moment::MarkersChosen;
    Ok(Next::Go(cards::open(
        game,
        turn.state(),
        moment,
        Vec::new(),
    )))
}

/// 5.3, Q35: tells whether the loser's initiative marker acts second in a turn.
fn has_second(game: &Game, turn: u16) -> bool {
    let on_turn_1 = game.options.second_t1 == SecondT1::Yes;
    game.options.opt_second_chit == Switch::On && (turn > 1 || on_turn_1)
}

/// 5.2: both sides name an initiative marker; on turn 1 the Huns alone (5.3.2), unless the Romans'
/// marker is to act second (Q35).
///
/// # Errors
/// None in practice: a side that says nothing names its best marker.
pub(super) fn name_initiative(
    game: &Game,
    turn: &mut Turn<'_, Game>,
) -> Result<Next<Frame>, Pause> {
    let sides: &[Side] = if turn.state().open.turn == 1 && !has_second(game, 1) {
        &[Side::Hun]
    } else {
        &Side::ALL
    };
    let asked = sides.iter().map(|&side| Asked {
        seat: seat(side),
        mode: Mode::Quiet,
        decision: Decision::Initiative { side },
    });
    let given = turn.ask_all(asked.collect())?;
    for (&side, given) in sides.iter().zip(given) {
        let state = turn.state();
        let said = given.map(|given| given.order);
        let marker = if let Some(Order::Initiative { marker }) = said {
            Some(marker)
        } else {
            let battle = Battle::new(game, &state.open);
            best(battle, &state.hidden[side as usize].chosen)
        };
        turn.emit(Event::InitiativeNamed { side, marker });
    }
    Ok(Next::done())
}

/// 5.3: the higher die with its marker's bonus acts first; equals put both markers into the cup. If
/// that is agreed the other marker acts second.
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(super) fn settle_initiative(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    throwing: Throwing,
) -> Result<Next<Frame>, Pause> {
    let turn_number = turn.state().open.turn;
    match named(turn) {
        [Some(hun), Some(roman)] if turn_number > 1 => {
            let winner = roll_for_it(game, turn, [hun, roman], throwing)?;
            let moment = || Moment::InitiativeRolled;
            let then = Frame::InitiativeSettled { winner };
            let die = (Die::Initiative, throwing);
            Ok(cards::open_after(game, turn.state(), moment, then, die))
        }
        // 5.3.2: on turn 1 the Huns attack, without dice.
        _ => Ok(settled(game, turn, Some(Side::Hun))),
    }
}

fn named(turn: &Turn<'_, Game>) -> [Option<Contingent>; 2] {
    let hidden = turn.state().hidden.each_ref();
    hidden.map(|hidden| hidden.initiative)
}

/// 5.3: shows the initiative markers; that of the winner acts first.
pub(super) fn settled(game: &Game, turn: &mut Turn<'_, Game>, winner: Option<Side>) -> Next<Frame> {
    let markers = named(turn);
    let number = turn.state().open.turn;
    let first = winner.and_then(|side| markers[side as usize]);
    let second = winner.and_then(|side| markers[side.opponent() as usize]);
    let second = second.filter(|_| has_second(game, number));
    turn.emit(Event::InitiativeSettled {
        markers,
        winner,
        queue: first.into_iter().chain(second).collect(),
    });
    for side in Side::ALL {
        turn.close(seat(side));
    }
    Next::done()
}

fn roll_for_it(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    markers: [Contingent; 2],
    throwing: Throwing,
) -> Result<Option<Side>, Pause> {
    let hun = fall(game, turn, markers[0], throwing)?;
    let roman = fall(game, turn, markers[1], throwing)?;
    let (winner, came) = match hun.net.cmp(&roman.net) {
        Ordering::Greater => (Some(Side::Hun), [Came::Win, Came::Lose]),
        Ordering::Less => (Some(Side::Roman), [Came::Lose, Came::Win]),
        Ordering::Equal => (None, [Came::Tie, Came::Tie]),
    };
    hun.tell(turn, came[0]);
    roman.tell(turn, came[1]);
    Ok(winner)
}

fn fall(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    marker: Contingent,
    throwing: Throwing,
) -> Result<Fallen, Pause> {
    let bonus = Modifier {
        drm: Drm::Bonus,
        value: game.roster.markers(marker).bonus as i8,
    };
    let throw = Throw {
        purpose: Purpose::Initiative,
        by: By::Side(marker.side()),
        at: None,
        modifiers: Vec::from_iter((bonus.value != 0).then_some(bonus)),
        rating: None,
        throwing,
    };
    die::fall(game, turn, throw)
}

/// Lists every five, or every marker of the five.
pub(super) fn options(battle: Battle<'_>, view: &View, decision: &Decision) -> Vec<Order> {
    match decision {
        Decision::Initiative { side } => {
            let mut markers = chosen(view, *side).to_vec();
            markers.dedup();
            let named = markers.into_iter();
            named.map(|marker| Order::Initiative { marker }).collect()
        }
        Decision::Markers { side } => {
            let sets = sets(battle, *side).into_iter();
            sets.map(|markers| Order::Markers { markers }).collect()
        }
        _ => Vec::new(),
    }
}

/// Picks one of the options.
pub(super) fn sample(
    battle: Battle<'_>,
    view: &View,
    decision: &Decision,
    pick: &mut dyn Pick,
) -> Option<Order> {
    let mut options = options(battle, view, decision);
    if options.is_empty() {
        return None;
    }
    Some(options.swap_remove(pick.pick(options.len())))
}

/// D4, D5: the five of the last turn; the marker with the best bonus.
pub(super) fn default(battle: Battle<'_>, view: &View, decision: &Decision) -> Option<Order> {
    match decision {
        Decision::Markers { side } => Some(Order::Markers {
            markers: usual(battle, *side, chosen(view, *side)),
        }),
        Decision::Initiative { side } => {
            let marker = best(battle, chosen(view, *side))?;
            Some(Order::Initiative { marker })
        }
        _ => None,
    }
}

/// Says what a CAM or INITIATIVE line is worth now.
pub(super) fn answer(
    battle: Battle<'_>,
    view: &View,
    decision: &Decision,
    order: &Order,
) -> Fit<Order> {
    match (decision, order) {
        (Decision::Markers { side }, Order::Markers { markers }) => {
            match may_choose(battle, *side, *markers) {
                Ok(()) => Fit::Takes(Rank::Named, order.clone()),
                Err(illegal) => Fit::Fails(illegal),
            }
        }
        (Decision::Markers { side }, &Order::MarkersDefault { markers }) => {
            match may_choose(battle, *side, markers) {
                Ok(()) => Fit::Takes(Rank::All, Order::Markers { markers }),
                Err(illegal) => Fit::Fails(illegal),
            }
        }
        (Decision::Initiative { side }, Order::Initiative { marker }) => {
            match may_name(chosen(view, *side), *marker) {
                Ok(()) => Fit::Takes(Rank::Named, order.clone()),
                Err(illegal) => Fit::Fails(illegal),
            }
        }
        _ => Fit::Other,
    }
}

#[cfg(test)]
mod tests;
