//! Defensive fire of Legion: who fires together, who holds his fire for want of odds, and how he hears of it.

use tesserarius::engine::{DrawDice, DryDice, Match, Playing, RunFacts, Seat, Why};
use tesserarius::games::legion::Game;
use tesserarius::games::legion::decision::Frame;
use tesserarius::games::legion::state::Phase;
use tesserarius::games::legion::terms::Side;
use tesserarius::ledger::hash::h;

use crate::support::legion_field::{game, going_on, laid_out, men};

const FIRST: Seat = Seat(0);
const SECOND: Seat = Seat(1);

/// SD1 comes beside Persian horse, each of which has 1 against 3.
fn battle(horse: &[(&str, &str)], standing: &str) -> (Playing<Game>, RunFacts) {
    let game = game("daras", &[]);
    let units = [&[("SD1", "1010"), ("2L1", "1010")], horse].concat();
    let state = laid_out(&game, &men(&game, &units), Side(0), Phase::Movement);
    let frames = vec![
        Frame::Melee,
        Frame::DefensiveFire,
        Frame::Moves,
        Frame::Movement,
    ];
    let mut play = going_on(game, state, frames);
    play.run(&mut DryDice);
    assert!(!play.file(SECOND, standing).is_bad());
    assert!(!play.file(FIRST, "MOVE SD1 VIA 1011\nGO").is_bad());
    let facts = play.run(&mut DrawDice::new(h("test.salvo", &[])));
    (play, facts)
}

const TWO: &[(&str, &str)] = &[("OC7", "1012"), ("OC8", "1012")];
const THREE: &[(&str, &str)] = &[("OC7", "1012"), ("OC8", "1012"), ("OC9", "1112")];

/// The units of each note of a kind, as a side saw it.
fn noted(facts: &RunFacts, seat: Seat, key: &str) -> Vec<usize> {
    let notes = &facts.seen[seat.index()].1;
    let notes = notes.iter().filter(|note| note.key == key);
    notes
        .map(|note| note.facts["units"].as_array().map_or(0, Vec::len))
        .collect()
}

#[test]
fn r111_those_who_reach_the_odds_only_together_fire_together() {
    for line in ["DF ALL BEST", "DF ALL BEST MIN 1:1", "DF OC BEST"] {
        let (_, facts) = battle(THREE, line);
        assert_eq!(noted(&facts, FIRST, "attacked"), [3], "{line}");
        assert_eq!(noted(&facts, SECOND, "held_fire"), [0; 0], "{line}");
    }
}

#[test]
fn r111_who_asks_for_more_than_all_come_to_drops_out_alone() {
    let (_, facts) = battle(TWO, "DF OC7 AT 1011 MIN 1:1\nDF OC8 AT 1011");
    assert_eq!(
        noted(&facts, FIRST, "attacked"),
        [0; 0],
        "one has 1 against 3"
    );
    let (_, facts) = battle(THREE, "DF ALL BEST\nDF OC9 BEST MIN 8:1");
    assert_eq!(noted(&facts, FIRST, "attacked"), [0; 0]);
}

#[test]
fn r111_a_line_that_does_not_fire_is_told_with_its_odds() {
    let (_, facts) = battle(TWO, "DF ALL BEST");
    let told: Vec<_> = facts
        .told
        .iter()
        .map(|told| (&*told.line, &told.why))
        .collect();
    let [("DF ALL BEST", Why::NotCarriedOut { rule, because })] = told.as_slice() else {
        panic!("{told:?}");
    };
    assert_eq!(rule.number, "R111");
    assert_eq!(because, "OC7 and OC8 at 1011: 2 against 3 is below 1:1");
}

#[test]
fn r8_1_a_line_for_one_who_cannot_hit_alone_is_told_with_its_odds() {
    let (_, facts) = battle(TWO, "DF OC7 AT 1011\nDF OC8 HOLD");
    let told: Vec<_> = facts
        .told
        .iter()
        .map(|told| (&*told.line, &told.why))
        .collect();
    let [("DF OC7 AT 1011", Why::NotCarriedOut { rule, because })] = told.as_slice() else {
        panic!("{told:?}");
    };
    assert_eq!(rule.number, "8.1");
    assert_eq!(because, "OC7 at 1011: 1 against 3 is below 1:2");
}

#[test]
fn r8_1_who_has_too_few_missiles_is_not_asked_and_told_so_alone() {
    let (play, facts) = battle(&TWO[..1], "HALF DEFAULT");
    assert!(play.questions(SECOND).is_empty());
    assert_eq!(noted(&facts, SECOND, "held_fire"), [1]);
    assert_eq!(noted(&facts, FIRST, "held_fire"), [0; 0]);
}

#[test]
fn r8_1_a_shot_that_one_cannot_make_alone_is_not_offered() {
    let (play, _) = battle(TWO, "HALF DEFAULT");
    let questions = play.questions(SECOND);
    assert_eq!(questions.len(), 2);
    let offered = questions.iter().flat_map(|question| &question.examples);
    assert!(
        offered.clone().all(|line| !line.contains(" AT ")),
        "{questions:?}"
    );
}
