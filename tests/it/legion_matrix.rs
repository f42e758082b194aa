//! Legion plays itself in every way: each scenario, by Player-Turns and by plots, with options mixed.

use tesserarius::bot::{Chance, SelfPlay, Tally};
use tesserarius::games::legion::data::shipped_files;
use tesserarius::games::option_sets::{OptionSet, OptionSets};
use tesserarius::games::{self, GameEntry, Terms};

use crate::support::laws::matches;

/// The switch between Player-Turns and plots.
const SIMULTANEOUS: &str = "19.0_simultaneous";

fn legion() -> &'static GameEntry {
    games::find("legion").expect("the game is listed")
}

fn scenarios() -> Vec<String> {
    (legion().scenarios)(&shipped_files()).expect("the shipped files are sound")
}

fn terms(scenario: &str, options: &OptionSet) -> Terms {
    Terms {
        scenario: scenario.to_owned(),
        options: options.clone(),
        files: shipped_files(),
    }
}

/// Draws sets of options in which one thing is fixed.
fn with_sets<T>(fixed: &OptionSet, draw: impl FnOnce(&OptionSets<'_>) -> T) -> T {
    let is_legal = |set: &[(String, String)]| {
        let terms = terms("chalons", &set.to_vec());
        (legion().options)(&terms).is_ok()
    };
    draw(&OptionSets::new(legion().choices, fixed, &is_legal))
}

fn way(value: &str) -> OptionSet {
    vec![(SIMULTANEOUS.to_owned(), value.to_owned())]
}

/// Plays a match to its end; every event is held against the invariants.
fn play(scenario: &str, options: &OptionSet, bots: [&str; 2], told: bool) -> Tally {
    let wanted = SelfPlay {
        games: 1,
        seed: "matrix".to_owned(),
        bots: bots.map(str::to_owned).to_vec(),
        checked: !told,
        told,
    };
    let tally = (legion().selfplay)(&terms(scenario, options), &wanted);
    let tally = tally.unwrap_or_else(|error| panic!("{scenario} {options:?}: {error}"));
    assert_eq!(tally.finished, 1, "{scenario} {options:?}");
    tally
}

/// Plays every scenario once, with the sets of a pairwise array in turn.
fn every_scenario(way: &OptionSet) {
    let sets = with_sets(way, |sets| sets.pairwise(&mut Chance::of(1, "pairwise")));
    let scenarios = scenarios();
    assert_eq!(scenarios.len(), 21);
    assert!(sets.len() <= scenarios.len(), "each set has its turn");
    for (scenario, set) in scenarios.iter().zip(sets.iter().cycle()) {
        play(scenario, set, ["random", "drill"], false);
    }
}

#[test]
fn every_scenario_is_played_by_player_turns_with_options_mixed() {
    every_scenario(&way("off"));
}

#[test]
fn every_scenario_is_played_by_plots_with_options_mixed() {
    every_scenario(&way("on"));
}

#[test]
fn any_set_of_options_is_played_to_its_end() {
    let scenarios = scenarios();
    for value in ["off", "on"] {
        let way = way(value);
        for number in 0..matches(1, 50) {
            let mut chance = Chance::of(number, value);
            let set = with_sets(&way, |sets| sets.random(&mut chance));
            let scenario = &scenarios[number as usize % scenarios.len()];
            play(scenario, &set, ["random", "random"], false);
            play(scenario, &set, ["drill", "random"], false);
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_match_to_the_letter() {
    for value in ["off", "on"] {
        let sets = with_sets(&way(value), |sets| sets.random(&mut Chance::of(3, value)));
        let twice = [(); 2].map(|()| play("daras", &sets, ["random", "drill"], true));
        assert!(!twice[0].pages.is_empty());
        assert_eq!(twice[0], twice[1], "{value}");
    }
}
