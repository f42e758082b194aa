//! 11.0: the opportunity cards, dealt unseen and played in windows that leave no trace unless a card
//! is played.
//!
//! A [`Window`] is a frame that asks both sides, stands before the frames it may change, and lets them
//! follow. Where nobody holds a card that could be played the frame is left out altogether: nothing
//! that anybody sees depends on it. `deal` gives the hands, `play` says what a card does now, `force`
//! what cards in force change, `foreseen` what one's own lines will have played, `answer` reads lines
//! and invents them.

mod answer;
mod deal;
pub(super) mod force;
mod foreseen;
mod moment;
mod play;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::engine::{Asked, Given, Mode, Next, Pause, Turn};
use crate::orders::Illegal;

use super::data::{CardId, Effect, Side, UnitId, Window as When};
use super::decision::{Decision, Frame};
use super::die::Throwing;
use super::event::Event;
use super::options::CardTiming;
use super::order::Order;
use super::state::{Hidden, State};
use super::{Game, alans, markers, movement, reform, results, rules, seat, side};
pub(super) use answer::{ahead, answer, options, sample};
pub(super) use deal::{deal, frames as dealing};
pub(super) use foreseen::Filed;
pub(super) use moment::Moment;
use play::Play;

/// A die that a card can have rolled again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "die")]
pub enum Die {
    /// Both initiative dice (5.3).
    Initiative,
    /// That of an activation of the Alans (12.1).
    AlanCheck,
    /// That after a loss of theirs (12.2).
    AlanNerves,
    /// That of a shot (8.3).
    Shot {
        archer: UnitId,
        target: UnitId,
        shot: movement::Shot,
    },
    /// That of a Second Disorder Check (9.6.2).
    Check { unit: UnitId },
    /// That of an attempt to Reform (10.0).
    Reform { unit: UnitId },
}

/// 11.2: rolls a die again; the new one counts.
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(super) fn roll_again(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    die: Die,
) -> Result<Next<Frame>, Pause> {
    const AGAIN: Throwing = Throwing::Again;
    match die {
        Die::Initiative => markers::settle_initiative(game, turn, AGAIN),
        Die::AlanCheck => alans::check(game, turn, AGAIN),
        Die::AlanNerves => alans::nerves(game, turn, AGAIN),
        Die::Shot {
            archer,
            target,
            shot,
        } => movement::missile::loose(game, turn, (archer, target, shot), AGAIN),
        Die::Check { unit } => results::check_roll(game, turn, unit, AGAIN),
        Die::Reform { unit } => reform::roll(game, turn, unit, AGAIN),
    }
}

/// A window under way: what has just happened, what follows, and what would repeat its die.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// The moment.
    pub moment: Moment,
    /// What follows.
    pub then: Vec<Frame>,
    /// The die that may be rolled again.
    pub again: Option<Die>,
}

/// Opens a window before `then`, if anybody could play a card in it.
pub(super) fn open(
    game: &Game,
    state: &State,
    moment: impl FnOnce() -> Moment,
    then: Vec<Frame>,
) -> Vec<Frame> {
    open_with(game, state, moment, then, None)
}

/// Opens a window after a die, before `then`; a die that was rolled again has none (Q47).
pub(super) fn open_after(
    game: &Game,
    state: &State,
    moment: impl FnOnce() -> Moment,
    then: Frame,
    (die, throwing): (Die, Throwing),
) -> Next<Frame> {
    let then = vec![then];
    Next::Go(match throwing {
        Throwing::First => open_with(game, state, moment, then, Some(die)),
        Throwing::Again => then,
    })
}

fn open_with(
    game: &Game,
    state: &State,
    moment: impl FnOnce() -> Moment,
    then: Vec<Frame>,
    again: Option<Die>,
) -> Vec<Frame> {
    if state.open.in_hand == [0; 2] {
        return then;
    }
    let moment = moment();
    if !is_asked(game, state, &moment)
        && !Side::ALL
            .iter()
            .any(|&side| could_play(game, state, side, &moment))
    {
        return then;
    }
    vec![Frame::Cards(Box::new(Window {
        moment,
        then,
        again,
    }))]
}

/// Tells whether a side may hold a card: it does, or nobody here has seen its hand and it has not
/// been played.
pub(super) fn may_hold(
    game: &Game,
    open: &super::state::Open,
    hidden: Option<&Hidden>,
    side: Side,
    card: CardId,
) -> bool {
    let Some(deck) = &game.deck else { return false };
    if let Some(hand) = hidden.and_then(|hidden| hidden.hand.as_ref()) {
        return hand.contains(&card);
    }
    let is_left = open.in_hand[side as usize] > 0 && !open.played.contains(&card);
    is_left && deck.card(card).side == side
}

/// Tells whether a side may hold a card that can be played at such a moment.
fn could_play(game: &Game, state: &State, side: Side, moment: &Moment) -> bool {
    let Some(deck) = &game.deck else { return false };
    let suits = |card: CardId| {
        let action = deck.card(card).action.as_ref();
        action.is_some_and(|action| moment.admits(action))
    };
    let hidden = &state.hidden[side as usize];
    match &hidden.hand {
        Some(hand) => hand.iter().any(|&card| suits(card)),
        None => deck
            .of(side)
            .any(|card| suits(card) && may_hold(game, &state.open, Some(hidden), side, card)),
    }
}

/// Tells whether both players are asked at this moment, whatever they hold: the deck has a card for
/// it that has not been played. A card for any time is asked for at the start of an activation.
fn is_asked(game: &Game, state: &State, moment: &Moment) -> bool {
    let Some(deck) = game
        .deck
        .as_ref()
        .filter(|_| game.options.card_timing == CardTiming::AskBoth)
    else {
        return false;
    };
    let is_fixed = matches!(
        moment.window(),
        When::CamSelected
            | When::InitRolled
            | When::MarkerDrawn
            | When::ActStart
            | When::ActEnd
            | When::ShockDeclared
            | When::EvadeDeclared
            | When::AlanRolled
            | When::ReformStart
    );
    is_fixed
        && deck.ids().any(|card| {
            let action = deck.card(card).action.as_ref();
            let window = action.map(|action| match action.window {
                When::Any => When::ActStart,
                own => own,
            });
            window == Some(moment.window()) && !state.open.played.contains(&card)
        })
}

/// 11.2, Q47: lets both sides play a card, the one whose activation it is not first; each says so
/// without knowing what the other does.
///
/// # Errors
/// [`Pause::Wait`] if the players are to be asked.
pub(super) fn advance(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    window: &Window,
) -> Result<Next<Frame>, Pause> {
    let wishes = wishes(game, turn, &window.moment)?;
    let mut frames = Following::of(window);
    let mut changed = false;
    for (side, mut cards) in wishes {
        cards.reverse();
        let mut has_played = false;
        for given in cards {
            let refusal = if has_played {
                Some(Illegal::new(
                    rules::R11_2,
                    "a player has one card in a window",
                ))
            } else {
                let state = turn.state();
                let known = (&*state.open, Some(&state.hidden[side as usize]));
                match play::may_play(game, known, &window.moment, side, &given.order) {
                    Ok(play)
                        if changed && play.changes_a_die() && window.moment.is_of_one_die() =>
                    {
                        Some(Illegal::new(
                            rules::Q47,
                            "the other side's card has changed that die",
                        ))
                    }
                    Ok(play) => {
                        changed |= play.changes_a_die();
                        frames.carry_out(turn, side, play);
                        has_played = true;
                        None
                    }
                    Err(illegal) => Some(illegal),
                }
            };
            if let Some(Illegal { rule, because, .. }) = refusal {
                turn.balk(seat(side), given.line, None, (rule, because), false);
            }
        }
    }
    Ok(Next::Go(frames.then))
}

/// A side and the cards that its lines want played now, the latest line first.
type Wishes = (Side, Vec<Given<Order>>);

/// Gathers what both sides want to play, in the order in which it is carried out.
fn wishes(game: &Game, turn: &mut Turn<'_, Game>, moment: &Moment) -> Result<Vec<Wishes>, Pause> {
    let state = turn.state();
    let is_asked = is_asked(game, state, moment);
    let active = moment.active().or(state.open.active);
    let active = active.map_or(Side::Hun, super::data::Contingent::side);
    let asked = [active.opponent(), active].into_iter().filter_map(|side| {
        let mode = if is_asked && state.open.in_hand[side as usize] > 0 {
            Mode::One
        } else if could_play(game, state, side, moment) {
            Mode::Quiet
        } else {
            return None;
        };
        Some(Asked {
            seat: seat(side),
            mode,
            decision: decision(side, moment, Vec::new()),
        })
    });
    let asked: Vec<Asked<Decision>> = asked.collect();
    let sides: Vec<Side> = asked.iter().map(|asked| side(asked.seat)).collect();
    let firsts = turn.ask_all(asked)?;
    let mut wishes = Vec::new();
    for (side, mut given) in sides.into_iter().zip(firsts) {
        let (mut cards, mut settled) = (Vec::new(), Vec::new());
        while let Some(found) = given {
            match found.order {
                Order::Card { card, .. } => {
                    settled.push(card);
                    cards.push(found);
                }
                Order::CardCancel { card } => settled.push(card),
                _ => break,
            }
            let more = decision(side, moment, settled.clone());
            given = turn.ask(seat(side), Mode::Quiet, more)?;
        }
        wishes.push((side, cards));
    }
    Ok(wishes)
}

fn decision(side: Side, moment: &Moment, settled: Vec<CardId>) -> Decision {
    Decision::Card {
        side,
        moment: moment.clone(),
        settled,
    }
}

/// What follows a window, as the cards played in it leave it.
struct Following<'a> {
    then: Vec<Frame>,
    window: &'a Window,
}

impl<'a> Following<'a> {
    fn of(window: &'a Window) -> Self {
        Self {
            then: window.then.clone(),
            window,
        }
    }

    /// Carries a card out: the state changes by its event, what follows by its effect.
    fn carry_out(&mut self, turn: &mut Turn<'_, Game>, side: Side, play: Play<'_>) {
        let Play {
            card,
            effect,
            units,
            to,
        } = play;
        turn.emit(Event::CardPlayed {
            side,
            card,
            units: units.clone(),
            to,
        });
        match effect {
            Effect::Reroll => self.roll_again(units.first().copied()),
            Effect::CancelAlanRoll => self.then.clear(),
            Effect::CancelActivation => {
                let is_end = |frame: &Frame| *frame == Frame::EndActivation;
                self.then.retain(is_end);
            }
            Effect::CancelEvade { .. } => {
                for frame in &mut self.then {
                    if let Frame::Shock(step) = frame {
                        step.hold_back(&units);
                    }
                }
            }
            Effect::Reform { no_roll, .. } => {
                let mut frames = Vec::new();
                for unit in units {
                    if *no_roll {
                        turn.emit(Event::Reformed { unit });
                    } else {
                        frames.push(Frame::ReformRoll { unit });
                    }
                }
                frames.append(&mut self.then);
                self.then = frames;
            }
            Effect::FireDrm { .. }
            | Effect::ShockDrm { .. }
            | Effect::AttilaShift { .. }
            | Effect::Ferocity { .. }
            | Effect::Momentum { .. }
            | Effect::Evade { .. }
            | Effect::CancelCounter { .. }
            | Effect::MovementPoints { .. }
            | Effect::ExtraActivation { .. }
            | Effect::ForbidFire { .. }
            | Effect::ShieldWall { .. }
            | Effect::ReturnAttila => {}
        }
    }

    /// The die is rolled again; of a round of combat the die of one unit.
    fn roll_again(&mut self, unit: Option<UnitId>) {
        if let Some(die) = self.window.again {
            self.then = vec![Frame::RollAgain(die)];
        } else if let Some(unit) = unit {
            for frame in &mut self.then {
                if let Frame::Shock(step) = frame {
                    step.roll_again(unit);
                }
            }
        }
    }
}
