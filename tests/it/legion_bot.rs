//! The drill against chance: what it has to win, and that it wins by the book's own conditions.

use tesserarius::bot::{Chance, SelfPlay, Sight};
use tesserarius::engine::{DryDice, Match, Seat};
use tesserarius::games;
use tesserarius::games::legion::decision::Frame;
use tesserarius::games::legion::state::Phase;
use tesserarius::games::legion::terms::Side;

use crate::support::laws::matches;
use crate::support::legion_field::{game, going_on, laid_out, men};
use crate::support::terms::terms;

/// Counts matches that drill and chance win, sides changed after each.
fn wins(scenario: &str, games: u32, simultaneous: &str) -> [u32; 2] {
    let entry = games::find("legion").expect("the game is listed");
    let terms = terms("legion", scenario, &[("19.0_simultaneous", simultaneous)]);
    let bots = ["drill", "random"];
    let wanted = SelfPlay {
        games,
        seed: "drill".to_owned(),
        bots: bots.map(str::to_owned).to_vec(),
        checked: false,
        told: false,
    };
    let tally = (entry.selfplay)(&terms, &wanted).expect("the terms are sound");
    assert_eq!(tally.finished, games, "{scenario}");
    bots.map(|bot| tally.wins[bot])
}

/// Of a hundred matches five may be lost or drawn, of a few one.
fn assert_beats(scenario: &str, games: u32, simultaneous: &str) {
    let [drill, random] = wins(scenario, games, simultaneous);
    let least = games - games.div_ceil(20);
    assert!(drill >= least, "{scenario}: {drill} to {random} of {games}");
}

/// Battles in which two drills meet, the quickest first.
const DUELS: [&str; 6] = [
    "minden",
    "apulia",
    "hypothetical",
    "pharsalus",
    "vercellae",
    "chalons",
];

#[test]
fn two_drills_hurt_each_other_and_end_with_a_level_of_victory() {
    let entry = games::find("legion").expect("the game is listed");
    for scenario in DUELS.iter().take(matches(1, 6) as usize) {
        let wanted = SelfPlay {
            games: 1,
            seed: "drill".to_owned(),
            bots: vec!["drill".to_owned()],
            checked: false,
            told: true,
        };
        let terms = terms("legion", scenario, &[]);
        let tally = (entry.selfplay)(&terms, &wanted).expect("the terms are sound");
        let head = &tally.pages.last().expect("it has turns").head;
        let sides = head["sides"].as_array().expect("there are two");
        let lost = |side: &serde_json::Value| side["points"].as_u64().unwrap_or(0) > 0;
        assert!(sides.iter().all(lost), "{scenario}: {sides:?}");
        let leads = |side: &serde_json::Value| side["level"] != "none";
        assert_eq!(
            sides.iter().filter(|side| leads(side)).count(),
            1,
            "{scenario}: {sides:?}"
        );
    }
}

#[test]
fn the_drill_beats_chance_by_player_turns() {
    for scenario in ["adrianople", "daras"] {
        assert_beats(scenario, matches(4, 100) as u32, "off");
    }
}

#[test]
fn the_drill_beats_chance_by_plots() {
    assert_beats("adrianople", matches(4, 100) as u32, "on");
}

#[test]
fn a_letter_for_a_whole_player_turn_fires_moves_and_attacks() {
    for (tempo, attacks) in [("turn", true), ("phase", false)] {
        let options = [("tempo", tempo)];
        let game = game("chalons", &options);
        // The enemy holds one of the hexes that decide the battle.
        let field = [
            ("SD1", "1222"),
            ("SD2", "1222"),
            ("2L1", "1222"),
            ("MS1", "1224"),
        ];
        let state = laid_out(&game, &men(&game, &field), Side(0), Phase::Fire);
        let frames = vec![
            Frame::Melee,
            Frame::MoveEnd,
            Frame::Moves,
            Frame::Movement,
            Frame::Fire,
        ];
        let mut play = going_on(game, state, frames);
        play.run(&mut DryDice);
        let entry = games::find("legion").expect("the game is listed");
        let terms = terms("legion", "chalons", &options);
        let mut bot = (entry.correspondent)(&terms, Chance::of(1, "letter")).unwrap();
        let lines = bot.lines(&Sight::of(&play, Seat(0))).unwrap();
        let has = |verb: &str| lines.iter().any(|line| line.starts_with(verb));
        assert!(has("MOVE "), "{tempo}: {lines:?}");
        assert_eq!(has("MELEE "), attacks, "{tempo}: {lines:?}");
        assert!(!has("PASS"), "{lines:?}");
        let reading = play.read(Seat(0), &lines.join("\n"));
        assert!(!reading.is_bad(), "{reading:?}");
    }
}
