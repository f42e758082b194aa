//! The laws of STYLE for every game: random legal play, twins that differ in what is hidden.

use tesserarius::engine::{Match, Pick, Playing, Seat};

use tesserarius::games::sign_of_the_pagan::data::{CardId, Kind, Side};
use tesserarius::games::sign_of_the_pagan::options::OPTIONS;
use tesserarius::games::sign_of_the_pagan::order::{Before, Retreat, Trigger, Who};
use tesserarius::games::sign_of_the_pagan::state::Hidden;
use tesserarius::games::sign_of_the_pagan::{Game, side};

use crate::support::laws::{Lawful, laws};
use crate::support::salt_road::{Event, Order, SaltRoad, State, View};
use crate::support::terms::standard;

/// Types of Sign of the Pagan, by their plain names.
mod sotp {
    pub(super) use tesserarius::games::sign_of_the_pagan::event::Event;
    pub(super) use tesserarius::games::sign_of_the_pagan::order::Order;
    pub(super) use tesserarius::games::sign_of_the_pagan::state::{State, View};
}

impl Lawful for SaltRoad {
    const SCENARIO: &'static str = "three";
    const EXTRA: &'static [&'static str] = &[];
    const LONGEST: u32 = 3;

    fn whispers(&self, _: &View) -> Vec<Order> {
        let seats = [0, 1, 2].map(|seat| Some(Seat(seat)));
        let whom = || seats.into_iter().chain([None]);
        whom()
            .map(Order::Yield)
            .chain(whom().map(Order::Fight))
            .collect()
    }

    fn disguise(&self, state: &State, viewer: Seat, pick: &mut dyn Pick) -> Option<State> {
        let mut state = state.clone();
        for (seat, letter) in state.letters.iter_mut().enumerate() {
            if seat != viewer.index() {
                letter
                    .as_mut()
                    .map(|letter| *letter = pick.pick(20) as u8)?;
            }
        }
        Some(state)
    }

    fn play(&self, json: &str) -> Box<dyn Match> {
        Box::new(Playing::restore(self.clone(), json).expect("a position of ours"))
    }

    fn uses_hidden(&self, event: &Event) -> bool {
        matches!(event, Event::Opened { .. })
    }
}

laws!(salt_road, SaltRoad::default(), 40, 2_000);

impl Lawful for Game {
    const SCENARIO: &'static str = "standard";
    const EXTRA: &'static [&'static str] = &["SHOCK ASK"];
    const PLANS: &'static [&'static str] = &[
        "huns",
        "ostrogoths",
        "allies",
        "romans",
        "visigoths",
        "alans",
    ];
    const LONGEST: u32 = 60;

    fn whispers(&self, view: &sotp::View) -> Vec<sotp::Order> {
        let Some(side) = view.side else {
            return Vec::new();
        };
        let who = || {
            let own = self.roster.of_side(side).map(Who::Unit);
            own.chain([Who::Kind(Kind::LC), Who::Kind(Kind::MI), Who::All])
        };
        let evade = |who| sotp::Order::Evade {
            who,
            before: Before::Any,
            to: Retreat::Away,
            facing: None,
        };
        let react = |who| sotp::Order::React {
            who,
            fire: false,
            at: Vec::new(),
            net: None,
            max_entry: None,
        };
        let counter = |who| sotp::Order::Counter {
            who,
            yes: false,
            facing: None,
        };
        let stand = |who| sotp::Order::Stand { who };
        let mut orders: Vec<_> = who().map(react).collect();
        orders.extend(who().map(evade));
        orders.extend(who().map(stand));
        orders.extend(who().map(counter));
        orders.push(sotp::Order::Loss {
            units: self.roster.of_side(side).take(3).collect(),
        });
        orders.extend(card_lines(self, view, side));
        orders
    }

    fn disguise(
        &self,
        state: &sotp::State,
        viewer: Seat,
        pick: &mut dyn Pick,
    ) -> Option<sotp::State> {
        let mut state = state.clone();
        let hider = side(viewer).opponent();
        let hidden = &mut state.hidden[hider as usize];
        let other_hand = other_hand(self, &state.open.played, hidden, hider, pick);
        if hidden.cup.is_empty() && other_hand.is_none() {
            return None;
        }
        if let Some(hand) = other_hand {
            hidden.hand = Some(hand);
        }
        let contingents = hider.contingents();
        for marker in &mut hidden.cup {
            *marker = contingents[pick.pick(3)];
        }
        hidden.cup.sort_unstable();
        Some(state)
    }

    fn play(&self, json: &str) -> Box<dyn Match> {
        Box::new(Playing::restore(self.clone(), json).expect("a position of ours"))
    }

    fn uses_hidden(&self, event: &sotp::Event) -> bool {
        matches!(
            event,
            sotp::Event::MarkerDrawn { .. }
                | sotp::Event::InitiativeSettled { .. }
                | sotp::Event::InitiativeNamed { .. }
                | sotp::Event::MarkersChosen { .. }
                | sotp::Event::CardPlayed { .. }
        )
    }
}

/// Lines for the cards that a side holds, if they do anything.
fn card_lines(game: &Game, view: &sotp::View, side: Side) -> Vec<sotp::Order> {
    let hand = view.hidden[side as usize]
        .as_ref()
        .and_then(|hidden| hidden.hand.as_ref());
    let (Some(deck), Some(hand)) = (&game.deck, hand) else {
        return Vec::new();
    };
    let acts = hand
        .iter()
        .filter(|&&card| deck.card(card).action.is_some());
    let line = |&card: &CardId| sotp::Order::Card {
        card,
        when: Trigger::Now,
        targets: game.roster.of_side(side).take(2).collect(),
        to: Vec::new(),
    };
    acts.map(line).collect()
}

/// Another hand of as many cards that have not been played.
fn other_hand(
    game: &Game,
    played: &[CardId],
    hidden: &Hidden,
    side: Side,
    pick: &mut dyn Pick,
) -> Option<Vec<CardId>> {
    let held = hidden.hand.as_ref().filter(|hand| !hand.is_empty())?.len();
    let deck = game.deck.as_ref()?;
    let mut left: Vec<CardId> = deck
        .of(side)
        .filter(|card| !played.contains(card))
        .collect();
    let mut hand: Vec<CardId> = (0..held)
        .map(|_| left.swap_remove(pick.pick(left.len())))
        .collect();
    hand.sort_unstable();
    Some(hand)
}

/// The game as it is shipped.
fn shipped() -> Game {
    with_options(&[])
}

/// The game with every optional rule of the book, and both players asked for cards.
fn with_all_options() -> Game {
    with_options(&[
        ("opt_free_setup", "on"),
        ("opt_second_chit", "on"),
        ("opt_alan_two_strikes", "on"),
        ("opt_attila_fate", "on"),
        ("card_timing", "ask_both"),
    ])
}

/// The game with the other reading of every ruling that has one.
fn read_otherwise() -> Game {
    let others = OPTIONS.iter().filter(|info| info.name != "deck");
    let others: Vec<(&str, &str)> = others
        .map(|info| (info.name, info.values.last().expect("a value").key))
        .collect();
    with_options(&others)
}

fn with_options(options: &[(&str, &str)]) -> Game {
    Game::on(&standard(options)).expect("the shipped game is sound")
}

laws!(sign_of_the_pagan, shipped(), 3, 50);

/// The laws that hang on what happens in play, with options chosen.
macro_rules! laws_of_play {
    ($module:ident, $rules:expr) => {
        mod $module {
            use super::*;
            use crate::support::laws::{self, matches};

            #[test]
            fn events_fold_and_runs_repeat() {
                laws::events_fold_and_runs_repeat(&$rules, matches(1, 25));
            }

            #[test]
            fn invariants_hold_after_every_event() {
                laws::invariants_hold_after_every_event(&$rules, matches(1, 25));
            }

            #[test]
            fn hidden_things_do_not_show() {
                let (compared, _) = laws::hidden_things_do_not_show(&$rules, matches(1, 25));
                assert!(compared > 0, "no pair of runs was compared");
            }

            #[test]
            fn matches_end() {
                laws::matches_end(&$rules, matches(1, 25));
            }
        }
    };
}

laws_of_play!(all_options, with_all_options());
laws_of_play!(other_readings, read_otherwise());

#[test]
#[should_panic(expected = "a hidden fact shows")]
fn a_planted_leak_is_caught() {
    crate::support::laws::hidden_things_do_not_show(&SaltRoad { leaks: true }, 40);
}
