//! Legion: whether the moves of a set leave room where they end (5.4, R16), told when the set is filed.

use tesserarius::engine::{DrawDice, DryDice, Judged, Match, Playing, Reading, Seat};
use tesserarius::games::legion::Game;
use tesserarius::games::legion::decision::Frame;
use tesserarius::games::legion::state::Phase;
use tesserarius::games::legion::terms::Side;
use tesserarius::ledger::hash::h;

use crate::support::legion_field::{game, going_on, laid_out, men};

const FIRST: Seat = Seat(0);

/// Three swordsmen of a side that stacks three, one on each side of them, and an enemy far away.
const UNITS: &[(&str, &str)] = &[
    ("SD1", "1010"),
    ("SD2", "1010"),
    ("SD3", "1010"),
    ("SD4", "1008"),
    ("SD5", "1012"),
    ("2L1", "1013"),
    ("MS1", "2020"),
];

/// A battle that waits for the first side in a phase.
fn waiting(
    units: &[(&str, &str)],
    options: &[(&str, &str)],
    (phase, frames): (Phase, Vec<Frame>),
) -> Playing<Game> {
    let game = game("chalons", options);
    assert_eq!(game.terms(Side(0)).stacking, 3);
    let mut state = laid_out(&game, &men(&game, units), Side(0), phase);
    for piece in &mut state.open.pieces {
        piece.allowance = 8;
    }
    let mut play = going_on(game, state, frames);
    play.run(&mut DryDice);
    play
}

fn moving(options: &[(&str, &str)]) -> Playing<Game> {
    let frames = vec![Frame::MoveEnd, Frame::Moves];
    waiting(UNITS, options, (Phase::Movement, frames))
}

/// What is said of each line: `legal`, `open`, or the rule that refuses it.
fn said(reading: &Reading) -> Vec<&str> {
    let lines = reading.lines.iter();
    lines
        .map(|line| match line.verdict {
            Judged::Legal => "legal",
            Judged::Open => "open",
            _ => line.rule.expect("a refusal has a rule").number,
        })
        .collect()
}

#[test]
fn a_move_that_would_leave_a_hex_too_full_is_refused_with_its_rule_and_the_way_up_to_there() {
    let play = moving(&[]);
    let reading = play.read(FIRST, "MOVE SD4 VIA 1009 1010");
    assert_eq!(said(&reading), ["5.4"]);
    let line = &reading.lines[0];
    assert_eq!(
        line.reason.as_deref(),
        Some(
            "1010 holds 3 units at most at the end of movement, and SD4 comes last, after SD1, SD2 and SD3"
        )
    );
    assert_eq!(line.instead.as_deref(), Some("MOVE SD4 VIA 1009"));
    assert!(line.drawing.as_ref().unwrap().contains("^^^"));
}

#[test]
fn the_set_counts_as_filed_whoever_leaves_makes_room_before_or_behind() {
    let play = moving(&[]);
    for set in [
        "MOVE SD4 VIA 1009 1010\nMOVE SD1 VIA 0910",
        "MOVE SD1 VIA 0910\nMOVE SD4 TO 1010",
        "MOVE SD4 VIA 1009 1010 IF ALIVE SD1\nMOVE SD1 VIA 0910",
        "MOVE SD4 TO 1007 IF TURN>=9 ELSE MOVE SD4 VIA 1009 1010\nMOVE SD1 VIA 0910",
        "MOVE SD4 VIA 1009 1010 1011",
        "MOVE 2L1 VIA 1012 1011 1010",
    ] {
        let reading = play.read(FIRST, set);
        assert!(!reading.is_bad(), "{set}: {reading:?}");
    }
    let filed = vec!["MOVE SD1 VIA 0910".to_owned()];
    let added = play.read_beside(FIRST, &filed, "ADD MOVE SD4 VIA 1009 1010");
    assert!(!added.is_bad(), "{added:?}");
    // One has left, and two come.
    let two = play.read(
        FIRST,
        "MOVE SD4 VIA 1009 1010\nMOVE SD1 VIA 0910\nMOVE SD5 VIA 1011 1010",
    );
    assert_eq!(said(&two), ["legal", "legal", "5.4"]);
    // What is refused leaves nobody in the way of the others.
    let all = play.read(
        FIRST,
        "MOVE SD4 VIA 1009 1010\nMOVE SD5 VIA 1011 1010\nMOVE SD1 VIA 0910\nMOVE SD2 VIA 1110 1111",
    );
    assert_eq!(said(&all), ["legal"; 4]);
}

#[test]
fn who_may_not_share_a_hex_is_told_so_at_the_end_of_the_set() {
    let units = [("SD1", "1010"), ("LC1", "1008"), ("MS1", "2020")];
    let frames = vec![Frame::MoveEnd, Frame::Moves];
    let play = waiting(&units, &[], (Phase::Movement, frames));
    let set = "MOVE LC1 VIA 1009 1010";
    assert_eq!(said(&play.read(FIRST, set)), ["5.32"]);
    let apart = play.read(FIRST, &format!("{set}\nMOVE SD1 VIA 1011"));
    assert_eq!(said(&apart), ["legal", "legal"]);
}

#[test]
fn where_dice_or_standing_lines_may_make_room_the_set_is_only_warned() {
    let line = "MOVE SD4 VIA 1009 1010";
    let after_fire = moving(&[("move_end_order", "after_fire")]);
    let square = moving(&[("L1.1_square", "on")]);
    for play in [after_fire, square] {
        let reading = play.read(FIRST, line);
        assert_eq!(said(&reading), ["open"], "{reading:?}");
        let reason = reading.lines[0].reason.as_deref().unwrap();
        assert!(reason.contains("holds 3 units at most"), "{reason}");
        assert!(reason.contains("(5.4)"), "{reason}");
    }
    // A Square that the set itself forms has room for four.
    let square = moving(&[("L1.1_square", "on")]);
    let formed = square.read(FIRST, &format!("{line}\nSQUARE FORM 1010"));
    assert_eq!(said(&formed), ["legal", "legal"], "{formed:?}");
}

#[test]
fn a_whole_turn_is_judged_as_well_but_for_what_its_fire_and_panic_may_change() {
    let turn = || {
        (
            Phase::Fire,
            vec![Frame::MoveEnd, Frame::Moves, Frame::Movement, Frame::Fire],
        )
    };
    let mut units = UNITS.to_vec();
    units.retain(|(id, _)| *id != "MS1");
    units.extend([("SK1", "1016"), ("MS1", "1017")]);
    let set = "FIRE SK1 AT 1017\nMOVE SD4 VIA 1009 1010";
    let play = waiting(&units, &[], turn());
    assert_eq!(said(&play.read(FIRST, set)), ["legal", "5.4"]);
    let emptied = format!("{set}\nMOVE SD1 VIA 0910");
    assert_eq!(said(&play.read(FIRST, &emptied)), ["legal"; 3]);
    // Who runs may be gone when the others move.
    let game = game("chalons", &[("13.0_panic", "on")]);
    let mut all = men(&game, &units);
    all[0].panicked = true;
    let (phase, frames) = turn();
    let mut play = going_on(game.clone(), laid_out(&game, &all, Side(0), phase), frames);
    play.run(&mut DryDice);
    assert_eq!(said(&play.read(FIRST, set)), ["legal", "open"]);
}

#[test]
fn what_was_foreseen_is_what_comes_about() {
    let mut play = moving(&[]);
    play.file(FIRST, "MOVE SD4 VIA 1009 1010\nMOVE SD1 VIA 0910\nGO");
    let facts = play.run(&mut DrawDice::new(h("test.room", &[])));
    let notes: Vec<_> = facts.seen[0].1.iter().map(|note| note.key).collect();
    assert!(notes.contains(&"moved"), "{notes:?}");
    assert!(!notes.contains(&"backed_up"), "{notes:?}");
}

#[test]
fn plots_that_would_leave_a_hex_too_full_are_warned_since_both_sides_move_at_once() {
    let options = [("19.0_simultaneous", "on")];
    let game = game("chalons", &options);
    let mut state = laid_out(&game, &men(&game, UNITS), Side(0), Phase::Plot);
    for piece in &mut state.open.pieces {
        piece.allowance = 8;
    }
    let step = tesserarius::games::legion::simultaneous::Step::Plot {
        done: [false, true],
    };
    let mut play = going_on(game, state, vec![Frame::Together(step)]);
    play.run(&mut DryDice);
    let one = play.read(FIRST, "PLOT SD4 MV 1009 1010");
    assert_eq!(said(&one), ["open"], "{one:?}");
    assert!(one.lines[0].reason.as_deref().unwrap().contains("(5.4)"));
    let reason = one.lines[0].reason.as_deref().unwrap();
    assert!(
        reason.contains("SD4 comes last, after SD1, SD2 and SD3"),
        "{reason}"
    );
    let both = play.read(FIRST, "PLOT SD4 MV 1009 1010\nPLOT SD1 MV 0910");
    assert_eq!(said(&both), ["legal", "legal"], "{both:?}");
}

#[test]
fn a_way_that_is_found_is_told_where_the_line_names_only_its_end() {
    let play = moving(&[]);
    let reading = play.read(
        FIRST,
        "MOVE SD4,SD5 TO 1010\nMOVE SD1 VIA 0910\nMOVE SD2 VIA 1110 1111",
    );
    assert!(!reading.is_bad(), "{reading:?}");
    let ways: Vec<&[String]> = reading.lines.iter().map(|line| &*line.ways).collect();
    assert_eq!(
        ways,
        [
            &[
                "MOVE SD4 VIA 1009 1010".to_owned(),
                "MOVE SD5 VIA 1011 1010".to_owned()
            ][..],
            &[],
            &[]
        ]
    );
}
