//! Legion: data, index and guide against each other; every scenario played to its end.

use std::collections::BTreeSet;

use tesserarius::bot::SelfPlay;
use tesserarius::games::legion::data::{LegionData, shipped_files};
use tesserarius::games::legion::rules::{PROSE, RULES, RULINGS};
use tesserarius::games::{self, Terms};

use crate::support::laws::matches;

const GUIDE: &str = include_str!("../../docs/rules/legion.md");

fn terms(scenario: &str, options: &[(&str, &str)]) -> Terms {
    let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    Terms {
        scenario: scenario.to_owned(),
        options: options.iter().map(own).collect(),
        files: shipped_files(),
    }
}

#[test]
fn there_are_21_scenarios_and_their_worths_add_up() {
    let data = LegionData::load(&shipped_files()).expect("the shipped files are sound");
    assert_eq!(data.scenarios.len(), 21);
    for scenario in &data.scenarios {
        for army in &scenario.armies {
            let units = army
                .units
                .iter()
                .map(|&(kind, count)| u16::from(data.kinds.get(kind).worth) * u16::from(count));
            let leaders: u16 = army
                .leaders
                .iter()
                .map(|(_, count)| u16::from(*count))
                .sum();
            assert_eq!(units.sum::<u16>() + leaders, army.worth, "{}", army.key);
        }
    }
}

#[test]
fn every_army_finds_room_in_its_zone() {
    let game = games::find("legion").expect("the game is listed");
    for scenario in (game.scenarios)(&shipped_files()).expect("the files are sound") {
        let started = (game.start)(&terms(&scenario, &[]));
        assert!(started.is_ok(), "{scenario}: {:?}", started.err());
    }
}

#[test]
fn wrong_data_are_refused_with_file_line_and_hex() {
    let mut files = shipped_files();
    let map = files
        .text("maps/legion.toml")
        .expect("the map is shipped")
        .replace("G = \"2119\"", "G = \"9919\"");
    files.put("maps/legion.toml", map);
    let error = LegionData::load(&files)
        .expect_err("the hex is not on the map")
        .to_string();
    assert!(
        error.starts_with("maps/legion.toml:") && error.contains("9919"),
        "{error}"
    );
    let mut files = shipped_files();
    let daras = files
        .text("scenarios/daras.toml")
        .expect("it is shipped")
        .replace("SD = 6", "XX = 6");
    files.put("scenarios/daras.toml", daras);
    let error = LegionData::load(&files)
        .expect_err("there is no such type")
        .to_string();
    assert!(
        error.contains("scenarios/daras.toml:") && error.contains("`XX`"),
        "{error}"
    );
}

#[test]
fn every_rule_of_the_index_is_a_heading_of_the_guide_and_no_other_is() {
    let headings = GUIDE.lines().filter_map(|line| line.strip_prefix("### "));
    let headings: BTreeSet<&str> = headings.collect();
    let (prose, rules): (BTreeSet<&str>, BTreeSet<&str>) =
        headings.into_iter().partition(|heading| {
            let number = heading.split(' ').next().expect("a heading has a word");
            PROSE.contains(&number)
        });
    let index = RULES.iter().chain(RULINGS);
    let index: BTreeSet<String> = index
        .map(|rule| format!("{} {}", rule.number, rule.title))
        .collect();
    assert_eq!(rules, index.iter().map(String::as_str).collect());
    assert_eq!(prose.len(), PROSE.len());
}

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
    let tally = (game.selfplay)(&terms(scenario, options), &wanted).expect("the terms are sound");
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
