//! The laws of STYLE for every game: random legal play, twins that differ in what is hidden.

use tesserarius::engine::{Pick, Seat};

use crate::support::laws::{Lawful, laws};
use crate::support::salt_road::{Event, Order, SaltRoad, State, View};

impl Lawful for SaltRoad {
    const SCENARIO: &'static str = "three";
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

    fn uses_hidden(&self, event: &Event) -> bool {
        matches!(event, Event::Opened { .. })
    }
}

laws!(salt_road, SaltRoad::default(), 40, 2_000);

#[test]
#[should_panic(expected = "a hidden fact shows")]
fn a_planted_leak_is_caught() {
    crate::support::laws::hidden_things_do_not_show(&SaltRoad { leaks: true }, 40);
}
