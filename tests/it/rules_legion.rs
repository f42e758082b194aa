//! Legion: data, index, guide and checklist against each other; what set-up, scenarios and matches show.

mod cited;
mod data;
mod faults;
mod index;
mod matches;
mod options;
mod scenarios;
mod table;
mod together;

use tesserarius::bot::SelfPlay;
use tesserarius::games;

use crate::support::laws::matches;
use crate::support::terms::terms;

/// Plays matches between random bots; every event is held against the invariants.
fn play(scenario: &str, options: &[(&str, &str)], bot: &str) {
    let game = games::find("legion").expect("the game is listed");
    let wanted = SelfPlay {
        games: 1,
        seed: "ci".to_owned(),
        bots: vec![bot.to_owned()],
        checked: true,
        told: false,
    };
    let tally =
        (game.selfplay)(&terms("legion", scenario, options), &wanted).expect("the terms are sound");
    assert_eq!(tally.finished, 1, "{scenario} {options:?}");
}

const SCENARIOS: [&str; 4] = ["daras", "chalons", "sambre", "carrhae"];

#[test]
fn scenarios_are_played_to_their_end_player_turn_by_player_turn() {
    for scenario in SCENARIOS.iter().take(matches(1, 4) as usize) {
        play(scenario, &[], "random");
    }
}

#[test]
fn the_drill_bot_plays_both_ways() {
    play("daras", &[], "drill");
    play("daras", &[("19.0_simultaneous", "on")], "drill");
}
