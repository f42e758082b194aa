//! The laws of STYLE for Legion: random legal play, twins that differ in secret legions.

use tesserarius::engine::{Match, Pick, Playing, Seat};
use tesserarius::games::legion::Game;
use tesserarius::games::legion::event::Event;
use tesserarius::games::legion::order::{Aim, Haven, Loss, Order, Task, Who};
use tesserarius::games::legion::state::{State, View};
use tesserarius::games::legion::terms::{Legion, Side};

use crate::support::laws::{self, Lawful, matches};
use crate::support::terms::terms;

fn with_options(options: &[(&str, &str)]) -> Game {
    Game::on(&terms("legion", "boudiccan-revolt", options)).expect("the shipped game is sound")
}

fn shipped() -> Game {
    with_options(&[("L1.2_integrity", "on"), ("17.0_retreat", "on")])
}

/// The game with every optional rule, by Player-Turns or by plots.
fn with_all_options(simultaneous: &str) -> Game {
    with_options(&[
        ("13.0_panic", "on"),
        ("14.0_elevation", "on"),
        ("15.0_concession", "on"),
        ("16.0_facing", "on"),
        ("17.0_retreat", "on"),
        ("18.0_contact", "on"),
        ("19.0_simultaneous", simultaneous),
        ("5.39_unit_capability", "on"),
        ("L1.1_square", "on"),
        ("L1.2_integrity", "on"),
        ("L1.3_green", "on"),
        ("L1.4_roman_panic", "on"),
        ("L1.5_bc", "on"),
        ("sim_rbc", "standing"),
    ])
}

impl Lawful for Game {
    const SCENARIO: &'static str = "boudiccan-revolt";
    const EXTRA: &'static [&'static str] = &[];
    const LONGEST: u32 = 40;

    fn whispers(&self, view: &View) -> Vec<Order> {
        let Some(side) = view.side else {
            return Vec::new();
        };
        let own: Vec<_> = self.of_side(side).collect();
        let mut orders = Vec::new();
        for who in own.iter().map(|&unit| Who::Unit(unit)).chain([Who::All]) {
            orders.push(Order::Defend {
                who: who.clone(),
                aim: Aim::Hold,
                least: None,
            });
            orders.push(Order::Retreat {
                who,
                least: None,
                to: Haven::Away,
            });
        }
        orders.extend(own.iter().map(|&unit| Order::Half {
            hex: None,
            losses: vec![Loss::Unit(unit)],
        }));
        orders
    }

    fn disguise(&self, state: &State, viewer: Seat, pick: &mut dyn Pick) -> Option<State> {
        let mut state = state.clone();
        let hider = Side(1 - viewer.0);
        let mut changed = false;
        for unit in self.of_side(hider) {
            let piece = &mut state.open.pieces[unit.index()];
            if !piece.shown && piece.legion.is_some() {
                piece.legion = Legion::ALL.get(pick.pick(2)).copied();
                changed = true;
            }
        }
        // 20.1: nobody sees what is plotted until it shows.
        for plot in &mut state.plots[hider.index()] {
            plot.task = Task::Stand;
            changed = true;
        }
        changed.then_some(state)
    }

    fn play(&self, json: &str) -> Box<dyn Match> {
        Box::new(Playing::restore(self.clone(), json).expect("a position of ours"))
    }

    fn uses_hidden(&self, event: &Event) -> bool {
        matches!(
            event,
            Event::Attacked { .. }
                | Event::Struck { .. }
                | Event::LegionsAssigned { .. }
                | Event::Moved { .. }
                | Event::PhaseBegan { .. }
                | Event::Stepped { .. }
                | Event::Halted { .. }
                | Event::Left { .. }
                | Event::Advanced { .. }
                | Event::Retreated { .. }
        )
    }
}

#[test]
fn legal_orders_are_legal_and_every_wait_can_be_answered() {
    let game = shipped();
    laws::options_and_samples_are_legal(&game, matches(1, 30));
    laws::every_wait_can_be_answered(&game, matches(1, 30));
    laws::judging_agrees_with_carrying_out(&game, matches(1, 30));
}

#[test]
fn events_fold_and_invariants_hold() {
    let game = shipped();
    laws::events_fold_and_runs_repeat(&game, matches(1, 30));
    laws::invariants_hold_after_every_event(&game, matches(1, 30));
}

#[test]
fn secret_legions_do_not_show() {
    let (compared, _) = laws::hidden_things_do_not_show(&shipped(), matches(1, 30));
    assert!(compared > 0, "no pair of runs was compared");
}

#[test]
fn orders_and_positions_survive_being_written() {
    let game = shipped();
    laws::printed_orders_read_back(&game, matches(1, 30));
    laws::positions_survive_json(&game, matches(1, 30));
    laws::any_line_can_be_read(&game);
}

#[test]
fn matches_end() {
    laws::matches_end(&shipped(), matches(1, 30));
}

/// The laws that hang on what happens in play, with every optional rule.
macro_rules! laws_of_play {
    ($module:ident, $rules:expr) => {
        mod $module {
            use super::*;

            #[test]
            fn legal_orders_are_legal_and_read_back() {
                let game = $rules;
                laws::options_and_samples_are_legal(&game, matches(1, 20));
                laws::judging_agrees_with_carrying_out(&game, matches(1, 20));
                laws::printed_orders_read_back(&game, matches(1, 20));
            }

            #[test]
            fn events_fold_and_invariants_hold() {
                let game = $rules;
                laws::events_fold_and_runs_repeat(&game, matches(1, 20));
                laws::invariants_hold_after_every_event(&game, matches(1, 20));
                laws::positions_survive_json(&game, matches(1, 20));
            }

            #[test]
            fn what_is_secret_does_not_show() {
                laws::hidden_things_do_not_show(&$rules, matches(1, 20));
            }

            #[test]
            fn matches_end() {
                laws::every_wait_can_be_answered(&$rules, matches(1, 20));
                laws::matches_end(&$rules, matches(1, 20));
            }
        }
    };
}

laws_of_play!(player_turns, with_all_options("off"));
laws_of_play!(plots, with_all_options("on"));
