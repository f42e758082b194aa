//! Moves of Legion as they are judged when they are filed: ways that cannot be gone, points that do not last, and what
//! is told of them.

use tesserarius::engine::{DryDice, Judged, Match, Playing, ReadLine, Reading, Seat};
use tesserarius::games;
use tesserarius::games::legion::Game;
use tesserarius::games::legion::decision::Frame;
use tesserarius::games::legion::state::Phase;
use tesserarius::games::legion::terms::Side;

use crate::support::legion_field::{game, going_on, laid_out, men};
use crate::support::terms::terms;

const FIRST: Seat = Seat(0);

/// Two SD under a Leader, one far from him, archers and horse beside the Huns to the south.
const FIELD: &[(&str, &str)] = &[
    ("SD1", "1010"),
    ("SD2", "1010"),
    ("2L1", "1010"),
    ("SD3", "0510"),
    ("SK1", "1114"),
    ("BI1", "0914"),
    ("SD4", "1013"),
    ("MS1", "1014"),
    ("PS6", "1015"),
];

/// A battle whose first side acts in a phase.
fn battle(phase: Phase, options: &[(&str, &str)]) -> Playing<Game> {
    let game = game("chalons", options);
    let state = laid_out(&game, &men(&game, FIELD), Side(0), phase);
    let frames = match phase {
        Phase::Fire => vec![
            Frame::Melee,
            Frame::MoveEnd,
            Frame::Moves,
            Frame::Movement,
            Frame::Fire,
        ],
        Phase::Melee => vec![Frame::Melee],
        _ => vec![Frame::Moves, Frame::Movement],
    };
    let mut play = going_on(game, state, frames);
    play.run(&mut DryDice);
    play
}

/// What is said of a line: its verdict, rule, reason, and the words that the mark stands under.
fn said(line: &ReadLine) -> String {
    let pointed = &line.text[line.about.start..line.about.end];
    let rule = line.rule.map_or("-", |rule| rule.number);
    let reason = line.reason.as_deref().unwrap_or("-");
    format!("{:?} {rule} [{pointed}] {reason}", line.verdict)
}

/// What is said of the lines of a text, one of them a line.
fn all_said(play: &Playing<Game>, text: &str) -> Vec<String> {
    play.read(FIRST, text).lines.iter().map(said).collect()
}

#[test]
fn r5_0_a_way_whose_hexes_do_not_touch_is_refused_at_the_step_wherever_it_stands() {
    let apart = "Illegal 5.0 [1312] 1312 does not touch 1110";
    for phase in [Phase::Fire, Phase::Movement] {
        let play = battle(phase, &[]);
        for text in [
            "MOVE SD1 VIA 1110 1312",
            "MOVE SD1 VIA 1010 1110 1312 1311",
            "MOVE STACK 1010 1010-1110-1312 IF EMPTY 1312",
            "IF EMPTY 1312 THEN MOVE SD1 1110 1312",
            "EXIT SD1 VIA 1110 1312 OFF N",
        ] {
            let said = &all_said(&play, text)[0];
            let more = "; no other EXIT of `SD1` would do now";
            assert_eq!(said.trim_end_matches(more), apart, "{phase:?} {text}");
        }
        let twice = all_said(&play, "MOVE SD1 VIA 1110 1110");
        assert_eq!(
            twice,
            ["Illegal 5.0 [1110] the way has 1110 twice in a row"]
        );
        let line = &play.read(FIRST, "MOVE SD1 VIA 1110 1110").lines[0];
        assert_eq!(line.about.start, "MOVE SD1 VIA 1110 ".len());
        assert_eq!(line.instead.as_deref(), Some("MOVE SD1 VIA 1110"));
        let behind = all_said(
            &play,
            "MOVE SD1 VIA 1110 IF EMPTY 1110 ELSE MOVE SD1 VIA 1009 0807",
        );
        assert_eq!(
            behind,
            ["Illegal 5.0 [0807] behind `ELSE`: 0807 does not touch 1009"]
        );
    }
}

#[test]
fn r5_0_a_plan_has_no_way_with_gaps_either() {
    let play = battle(Phase::Movement, &[]);
    let said = all_said(&play, "PLAN TURN\nMOVE SD1 VIA 0508 0710\nENDPLAN");
    assert_eq!(said[1], "Illegal 5.0 [0710] 0710 does not touch 0508");
    let said = all_said(&play, "PLAN TURN\nMOVE SD1 VIA 0508 0509\nENDPLAN");
    assert!(said[1].starts_with("Standing"), "{said:?}");
}

#[test]
fn r5_27_a_named_way_beyond_the_points_is_refused_with_what_there_is() {
    let play = battle(Phase::Fire, &[]);
    let said = all_said(&play, "MOVE SD1,SD2,2L1 VIA 1110 1109 1009 1008 0908 0907");
    let short = "Illegal 5.27 [0908] not enough Movement Points for 0908: SD1 has 4";
    assert_eq!(said, [short]);
    let reading = play.read(FIRST, "MOVE SD3 VIA 0610 0710 0809");
    let halved = "Illegal 5.27 [0710] not enough Movement Points for 0710: SD3 has 2, half of its 4, since no \
                  Leader is near enough as movement begins (10.0)";
    assert_eq!(said_of(&reading), [halved]);
    assert_eq!(
        reading.lines[0].instead.as_deref(),
        Some("MOVE SD3 VIA 0610")
    );
}

fn said_of(reading: &Reading) -> Vec<String> {
    reading.lines.iter().map(said).collect()
}

#[test]
fn r104_a_move_to_a_hex_that_takes_several_turns_says_where_it_ends_and_why() {
    let play = battle(Phase::Movement, &[]);
    let far = &play.read(FIRST, "MOVE SD3 TO 1510").lines[0];
    assert_eq!(far.verdict, Judged::Legal);
    let [remark] = far.remarks.as_slice() else {
        panic!("{far:?}");
    };
    let told =
        "SD3 will be in 0710 at the end of this move, not yet in 1510: not enough Movement Points";
    assert!(remark.starts_with(told), "{remark}");
    assert!(
        remark.contains("half of its 4, since no Leader"),
        "{remark}"
    );
    let near = &play.read(FIRST, "MOVE SD1 TO 1112").lines[0];
    assert_eq!((near.verdict, near.remarks.len()), (Judged::Legal, 0));
    let stays = all_said(&play, "MOVE SD1 TO 1010");
    assert!(stays[0].starts_with("Illegal 5.0 "), "{stays:?}");
}

#[test]
fn r5_23_enemies_in_the_way_are_certain_unless_fire_may_take_them_away() {
    let way = "MOVE SD1 VIA 1011 1012 1013 1014";
    let said = all_said(&battle(Phase::Movement, &[]), way);
    assert_eq!(said, ["Illegal 5.23 [1014] an enemy stands in 1014: MS1"]);
    let said = all_said(&battle(Phase::Fire, &[]), way);
    assert_eq!(said, ["Open - [] an enemy stands in 1014: MS1 (5.23)"]);
}

#[test]
fn r7_13_what_is_fired_at_may_be_attacked_in_the_melee_of_the_same_list() {
    let play = battle(Phase::Fire, &[]);
    let set = "FIRE SK1 AT 1014\nMELEE BI1 AT 1014\nMELEE SD4 AT 1014";
    let said = all_said(&play, set);
    assert!(said[0].starts_with("Legal"), "{said:?}");
    assert!(said[1].starts_with("Legal"), "{said:?}");
    assert!(!said[1].contains("has been attacked"), "{said:?}");
    assert!(
        said[2].contains("has been attacked in this phase"),
        "{said:?}"
    );
    let twice = all_said(&play, "MELEE BI1 AT 1014\nFIRE SK1 AT 1014");
    assert!(
        twice.iter().all(|line| line.starts_with("Legal")),
        "{twice:?}"
    );
}

#[test]
fn r4_1_a_line_of_a_phase_that_is_over_says_what_has_ended_it() {
    let play = battle(Phase::Movement, &[]);
    let said = all_said(&play, "FIRE SK1 AT 1014");
    let over = "Illegal 4.1 [FIRE SK1 AT 1014] fire comes before movement, and the Fire Phase of this Player-Turn is over";
    assert!(said[0].starts_with(over), "{said:?}");
    assert!(said[0].contains("PASS"), "{said:?}");
    let said = all_said(&play, "PLOT SD1 MV 1110\nDEPLOY SD1 AT 1110\nFINISH");
    let rules: Vec<_> = said.iter().map(|line| &line[..12]).collect();
    assert_eq!(rules, ["Illegal 19.0", "Illegal 11.1", "Illegal R92 "]);
}

#[test]
fn a_misspelt_word_breaks_no_rule_and_is_offered_as_it_should_be() {
    let play = battle(Phase::Movement, &[]);
    let reading = play.read(
        FIRST,
        "MOVE SD1 VAI 1110\nMVOE SD1 VIA 1110\nMOVE SD99 VIA 1110\nFACE SD1 SE",
    );
    let rules: Vec<_> = reading
        .lines
        .iter()
        .map(|line| line.rule.map(|rule| rule.number))
        .collect();
    assert_eq!(rules, [None, None, None, Some("16.0")]);
    let helps: Vec<_> = reading
        .lines
        .iter()
        .map(|line| line.instead.as_deref())
        .collect();
    assert_eq!(helps[..2], [Some("MOVE SD1 VIA 1110"); 2]);
    assert_eq!(helps[2], None, "there is no such unit");
    let other = helps[3].unwrap_or_default();
    assert!(
        other.starts_with("MOVE SD1 "),
        "what else it can do: {other}"
    );
    let reason = reading.lines[3].reason.as_deref().unwrap();
    assert!(
        reason.ends_with("no other FACE of `SD1` would do now"),
        "{reason}"
    );
}

#[test]
fn what_is_offered_is_of_the_phases_that_the_list_reaches() {
    let play = battle(Phase::Fire, &[]);
    for (line, verb) in [
        ("MOVE SD1 VIA 1014", "MOVE SD1 "),
        ("MELEE BI1 AT 1015", "MELEE BI1"),
    ] {
        let reading = play.read(FIRST, line);
        let offered = reading.lines[0].instead.as_deref().unwrap_or_default();
        assert!(offered.starts_with(verb), "{line}: {:?}", reading.lines[0]);
    }
}

#[test]
fn r11_1_who_has_misplaced_a_unit_of_a_stack_places_it_anew_in_one_line() {
    let entry = games::find("legion").unwrap();
    let mut play = (entry.start)(&terms("legion", "chalons", &[])).unwrap();
    play.run(&mut DryDice);
    let filed = ["DEPLOY BI1,BI2,2L1 AT 2119".to_owned()];
    let reading = play.read_beside(FIRST, &filed, "ADD DEPLOY BI2 AT 2118");
    assert!(!reading.is_bad(), "{reading:?}");
    assert_eq!(reading.filed[0].text, "DEPLOY BI1,2L1 AT 2119");
    let told = "this takes the place of `DEPLOY BI1,BI2,2L1 AT 2119`";
    assert_eq!(reading.lines[0].remarks, [told]);
    // A place that is refused takes nobody away.
    let reading = play.read_beside(FIRST, &filed, "ADD DEPLOY BI2 AT 0101");
    assert!(reading.is_bad());
    assert_eq!(reading.filed[0].text, filed[0]);
}

#[test]
fn a_later_standing_line_that_always_answers_is_listed_alone_with_its_number() {
    let mut play = battle(Phase::Movement, &[("17.0_retreat", "on")]);
    play.file(FIRST, "DF SK1 HOLD\nDF SK1 BEST MIN 2:1\nRETREAT ALL AWAY\nRETREAT ALL TO 1010\nHALF DEFAULT UNTIL 9");
    let listed = [
        "2: DF SK1 BEST MIN 2:1",
        "3: RETREAT ALL AWAY",
        "4: RETREAT ALL TO 1010",
        "5: HALF DEFAULT UNTIL 9",
    ];
    assert_eq!(play.numbered_standing(FIRST), listed);
    play.cancel(FIRST, "STAND 2");
    assert_eq!(
        play.numbered_standing(FIRST)[0],
        "1: DF SK1 HOLD",
        "it answers again"
    );
}
