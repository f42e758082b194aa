//! Who stands in the way, by name: moves and advances of Legion that fall short or are refused.

use tesserarius::engine::{DryDice, Judged, Match, Playing, Seat, Why};
use tesserarius::games::legion::Game;
use tesserarius::games::legion::decision::Frame;
use tesserarius::games::legion::state::Phase;
use tesserarius::games::legion::terms::{Combat, Dir, Side};

use crate::support::legion_field::{game, going_on, laid_out, men, unit};

const FIRST: Seat = Seat(0);

/// A battle of the first side's Movement Phase.
fn battle(units: &[(&str, &str)], options: &[(&str, &str)]) -> Playing<Game> {
    let game = game("chalons", options);
    let state = laid_out(&game, &men(&game, units), Side(0), Phase::Movement);
    let mut play = going_on(game, state, vec![Frame::Moves, Frame::Movement]);
    play.run(&mut DryDice);
    play
}

/// The rule and the reason of the first line's refusal, or of what it hangs on.
fn reason(play: &Playing<Game>, line: &str) -> (Judged, Option<&'static str>, String) {
    let read = &play.read(FIRST, line).lines[0];
    let rule = read.rule.map(|rule| rule.number);
    (read.verdict, rule, read.reason.clone().unwrap_or_default())
}

#[test]
fn r5_23_enemies_in_the_way_are_named() {
    let alone = battle(&[("SD1", "1010"), ("2L1", "1010"), ("MS1", "1011")], &[]);
    let said = (
        Judged::Illegal,
        Some("5.23"),
        "an enemy stands in 1011: MS1".to_owned(),
    );
    assert_eq!(reason(&alone, "MOVE SD1 VIA 1011"), said);
    assert_eq!(reason(&alone, "MOVE SD1 TO 1011"), said);
    let two = battle(
        &[
            ("SD1", "1010"),
            ("2L1", "1010"),
            ("MS1", "1011"),
            ("MS2", "1011"),
        ],
        &[],
    );
    assert_eq!(
        reason(&two, "MOVE SD1 VIA 1011").2,
        "enemies stand in 1011: MS1 and MS2"
    );
}

#[test]
fn r6_41_the_fire_units_that_end_a_move_are_named_with_their_hexes() {
    let one = battle(&[("SD1", "1010"), ("2L1", "1010"), ("OC1", "1013")], &[]);
    let (_, rule, said) = reason(&one, "MOVE SD1 VIA 1011 1012 1112");
    assert_eq!(rule, Some("6.41"), "{said}");
    assert_eq!(
        said,
        "the enemy fire unit OC1 in 1013 ends the move in 1012, before 1112"
    );
    let two = [
        ("SD1", "1010"),
        ("2L1", "1010"),
        ("OC1", "1013"),
        ("OC2", "1113"),
    ];
    let (_, _, said) = reason(&battle(&two, &[]), "MOVE SD1 VIA 1011 1012 1112");
    assert!(said.contains("the enemy fire units"), "{said}");
    assert!(
        said.contains("OC1 in 1013") && said.contains("OC2 in 1113"),
        "{said}"
    );
}

#[test]
fn r5_27_a_way_that_leads_around_says_around_whom() {
    let units = [
        ("SD1", "1010"),
        ("2L1", "1010"),
        ("MS1", "1012"),
        ("MS2", "0911"),
        ("MS3", "1111"),
    ];
    let play = battle(&units, &[]);
    let far = &play.read(FIRST, "MOVE SD1 TO 1015").lines[0];
    let told = far.remarks.concat() + far.reason.as_deref().unwrap_or_default();
    assert!(
        told.contains("on the shortest an enemy stands in 1012: MS1 (5.23)"),
        "{far:?}"
    );
}

#[test]
fn r18_2_a_unit_in_contact_is_told_with_whom() {
    let game = game("chalons", &[("18.0_contact", "on")]);
    let units = [("SD1", "1010"), ("MS1", "1011")];
    let mut state = laid_out(&game, &men(&game, &units), Side(0), Phase::Movement);
    state.open.contacts = vec![(unit(&game, "SD1"), unit(&game, "MS1"))];
    let mut play = going_on(game, state, vec![Frame::Moves, Frame::Movement]);
    play.run(&mut DryDice);
    let said = reason(&play, "MOVE SD1 VIA 1009").2;
    assert!(
        said.starts_with("SD1 is in Contact with MS1 and stays"),
        "{said}"
    );
}

#[test]
fn r16_0_whose_front_a_hex_does_not_lie_in_is_named() {
    let game = game("chalons", &[("16.0_facing", "on")]);
    let mut state = laid_out(
        &game,
        &men(&game, &[("SD1", "1010"), ("2L1", "1010")]),
        Side(0),
        Phase::Movement,
    );
    let own = unit(&game, "SD1");
    state.open.pieces[own.index()].facing = Dir::read("N");
    let mut play = going_on(game, state, vec![Frame::Moves, Frame::Movement]);
    play.run(&mut DryDice);
    let (_, rule, said) = reason(&play, "MOVE SD1 VIA 1011");
    assert_eq!(
        (rule, said.as_str()),
        (Some("16.0"), "1011 is not in front of SD1, which faces N")
    );
}

#[test]
fn r8_4_an_advance_that_finds_no_room_says_who_is_there() {
    let units = [
        ("SD1", "1010"),
        ("SD2", "1010"),
        ("SD3", "1010"),
        ("SD4", "1111"),
    ];
    let options = [("advance_after_fire", "adjacent"), ("tempo", "attack")];
    let game = game("chalons", &options);
    let state = laid_out(&game, &men(&game, &units), Side(0), Phase::Fire);
    let all = ["SD1", "SD2", "SD3", "SD4"].map(|id| unit(&game, id));
    let after = Frame::AfterFire {
        combat: Combat::Fire,
        units: all.to_vec(),
        at: "1011".parse().unwrap(),
    };
    let mut play = going_on(game, state, vec![Frame::Fire, after]);
    play.run(&mut DryDice);
    let reading = play.file(
        FIRST,
        "ADVANCE SD1 TO 1011, SD2 TO 1011, SD3 TO 1011, SD4 TO 1011",
    );
    assert!(!reading.is_bad(), "{reading:?}");
    let facts = play.run(&mut DryDice);
    let Some(Why::NotCarriedOut { rule, because }) = facts.told.first().map(|told| &told.why)
    else {
        panic!("{:?}", facts.told);
    };
    let said = "1011 holds 3 units at most, and SD1, SD2 and SD3 are there";
    assert_eq!((rule.number, because.as_str()), ("8.4", said));
}
