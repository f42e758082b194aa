//! Orders of Legion beyond single lines: conditions on odds, standing lines with a term, plans, whole turns in one mail.

use std::fs;

use tesserarius::engine::{
    DrawDice, DryDice, Fit, Judged, Match, Playing, Rules, RunFacts, Seat, Why, print_line,
    read_line,
};
use tesserarius::games::legion::Game;
use tesserarius::games::legion::decision::{Decision, Frame};
use tesserarius::games::legion::state::Phase;
use tesserarius::games::legion::terms::Side;
use tesserarius::ledger::hash::h;

use crate::support::legion_field::{game, going_on, laid_out, men, seen, unit};
use crate::support::terminal::Terminal;

/// A battle led to its first stop from these steps, the last of them next.
fn battle(units: &[(&str, &str)], phase: Phase, frames: Vec<Frame>) -> Playing<Game> {
    let game = game("chalons", &[]);
    let state = laid_out(&game, &men(&game, units), Side(0), phase);
    let mut play = going_on(game, state, frames);
    play.run(&mut DryDice);
    play
}

fn run(play: &mut Playing<Game>) -> RunFacts {
    play.run(&mut DrawDice::new(h("test.orders", &[])))
}

const FIRST: Seat = Seat(0);

/// The units that attacked, attack by attack, as the first side saw it.
fn attackers(facts: &RunFacts) -> Vec<usize> {
    let notes = facts.seen[0].1.iter().filter(|note| note.key == "attacked");
    notes
        .map(|note| note.facts["units"].as_array().map_or(0, Vec::len))
        .collect()
}

const CLASH: &[(&str, &str)] = &[
    ("SD1", "1010"),
    ("SD2", "1010"),
    ("MS1", "1011"),
    ("2L1", "0508"),
];

#[test]
fn a_condition_on_odds_speaks_of_the_attack_that_hangs_on_it() {
    for (least, instead) in [("2:1", true), ("1:1", false)] {
        let mut play = battle(CLASH, Phase::Melee, vec![Frame::Melee]);
        let line = format!("MELEE SD1 AT 1011 IF ODDS>={least} ELSE MELEE SD1,SD2 AT 1011");
        let reading = play.file(FIRST, &line);
        assert!(!reading.is_bad(), "{reading:?}");
        let facts = run(&mut play);
        // Alone it is 4 to 3.
        assert_eq!(attackers(&facts), [if instead { 2 } else { 1 }], "{least}");
        let Why::Branched { guard, taken, .. } = &facts.told[0].why else {
            panic!("{:?}", facts.told);
        };
        let guard = guard.as_ref().unwrap();
        assert_eq!((guard.held, taken.is_some()), (!instead, instead));
        assert_eq!(guard.guard, format!("ODDS>={least}"));
    }
}

#[test]
fn odds_are_asked_of_attacks_only() {
    let play = battle(CLASH, Phase::Melee, vec![Frame::Melee]);
    for (line, bad) in [
        ("IF ODDS>=2:1 THEN MELEE SD1,SD2 AT 1011", false),
        (
            "MELEE SD1,SD2 AT 1011 IF SOUND SD2 AND NOT ODDS>=6:1",
            false,
        ),
        ("MOVE SD1 VIA 1009 IF ODDS>=2:1", true),
        ("DF ALL BEST IF ODDS>=2:1", true),
        ("PAUSE IF ODDS>=2:1", true),
        ("MELEE SD1 AT 1011 IF ODDS>=9:1", true),
    ] {
        let reading = play.read(FIRST, line);
        let refused = reading.lines[0].verdict == Judged::Unreadable;
        assert_eq!(refused, bad, "{line}: {reading:?}");
    }
}

#[test]
fn standing_lines_stand_always_or_for_a_term() {
    let game = game("chalons", &[]);
    let state = laid_out(&game, &men(&game, CLASH), Side(0), Phase::Movement);
    let view = seen(&game, &state, Side(0));
    let canonical = |line: &str| {
        let lines = read_line(&game, &view, line).unwrap_or_else(|bad| panic!("{line}: {bad:?}"));
        print_line(&game, &lines[0])
    };
    for (line, printed) in [
        (
            "STAND RETREAT LC ALWAYS WHEN ODDS>=2:1 AWAY",
            "RETREAT LC WHEN ODDS>=2:1 AWAY",
        ),
        (
            "stand retreat lc until 8 when odds>=2:1 to 0908,0907",
            "RETREAT LC WHEN ODDS>=2:1 TO 0908,0907 UNTIL 8",
        ),
        (
            "STAND DF ALL BEST MIN 2:1 UNTIL TURN 5",
            "DF ALL BEST MIN 2:1 UNTIL 5",
        ),
        ("STAND HALF LOSE SK FIRST ALWAYS", "HALF LOSE SK FIRST"),
        (
            "PANIC ALL PREFER N NW UNTIL 3",
            "PANIC ALL PREFER N NW UNTIL 3",
        ),
        (
            "STAND SQUARE FORM 1010 UNTIL 9",
            "STAND SQUARE FORM 1010 UNTIL 9",
        ),
    ] {
        assert_eq!(canonical(line), printed);
        assert_eq!(canonical(printed), printed);
    }
    // The battle is in its fifth turn.
    let decision = Decision::DefensiveFire {
        unit: unit(&game, "SK1"),
    };
    for (until, speaks) in [("UNTIL 4", false), ("UNTIL 5", true), ("ALWAYS", true)] {
        let line = format!("DF ALL HOLD {until}");
        let order = read_line(&game, &view, &line).unwrap().remove(0).order;
        let fit = game.answer(&view, &decision, &order);
        assert_eq!(matches!(fit, Fit::Takes(..)), speaks, "{line}: {fit:?}");
    }
}

#[test]
fn a_square_is_formed_by_a_standing_line_whenever_it_can_be() {
    let game = game("chalons", &[("L1.1_square", "on")]);
    let four = [
        ("SD1", "1010"),
        ("SD2", "1010"),
        ("SD3", "1010"),
        ("SD4", "1010"),
    ];
    for (units, forms) in [(&four[..], true), (&four[..3], false)] {
        let state = laid_out(&game, &men(&game, units), Side(0), Phase::Movement);
        let view = seen(&game, &state, Side(0));
        let line = read_line(&game, &view, "STAND SQUARE FORM 1010")
            .unwrap()
            .remove(0);
        let fit = game.answer(&view, &Decision::Square { side: Side(0) }, &line.order);
        assert_eq!(matches!(fit, Fit::Takes(..)), forms, "{fit:?}");
    }
}

#[test]
fn standing_lines_are_taken_back_by_their_number() {
    let mut play = battle(CLASH, Phase::Melee, vec![Frame::Melee]);
    play.file(FIRST, "HALF LOSE SK FIRST\nDF ALL HOLD\nDF SK BEST");
    assert_eq!(play.cancel(FIRST, "STAND 2"), ["DF ALL HOLD"]);
    assert_eq!(play.cancel(FIRST, "STAND 3"), [""; 0]);
    assert_eq!(play.standing(FIRST), ["HALF LOSE SK FIRST", "DF SK BEST"]);
}

#[test]
fn a_plan_is_the_list_of_the_next_player_turn_of_its_owner() {
    let turn = vec![Frame::PlayerTurn { side: Side(1) }];
    let units = [("SD3", "1109"), ("2L1", "1010"), ("MS2", "2020")];
    let mut play = battle(&units, Phase::Fire, turn);
    assert_eq!(play.stop().unwrap().seats, [Seat(1)]);
    let plans = "PLAN TURN\nMOVE SD3 VIA 1108\nENDPLAN\nPLAN TURN 2\nMOVE SD3 VIA 1107\nENDPLAN";
    let reading = play.file(FIRST, plans);
    assert!(!reading.is_bad(), "{reading:?}");
    play.file(Seat(1), "PASS");
    let facts = run(&mut play);
    let notes = facts.seen[0].1.iter();
    let moves = notes.filter(|note| note.key == "moved").count();
    assert_eq!(moves, 1, "the second plan waits for its turn");
    assert_eq!(play.stop().unwrap().seats, [Seat(1)]);
    assert_eq!(play.standing(FIRST)[0], "PLAN turn 2");
}

#[test]
fn what_no_turn_can_bring_is_refused_in_a_plan() {
    let play = battle(CLASH, Phase::Melee, vec![Frame::Melee]);
    for (line, rule) in [
        ("DEPLOY SD1 AT 1010", "11.1"),
        ("PLOT SD1 MV 1009", "19.0"),
        ("MOVE MS1 VIA 1012", "4.2"),
    ] {
        let reading = play.read(FIRST, &format!("PLAN TURN\n{line}\nENDPLAN"));
        let rules: Vec<_> = reading.lines.iter().filter_map(|line| line.rule).collect();
        assert_eq!(
            rules.first().map(|rule| rule.number),
            Some(rule),
            "{reading:?}"
        );
    }
}

/// A match from files.
struct Table(Terminal);

impl Table {
    fn new(options: &str) -> Self {
        let table = Self(Terminal::new());
        let (code, out, err) = table
            .0
            .run(&format!("new legion --scenario daras --id first {options}"));
        assert_eq!(code, 0, "{out}{err}");
        for side in ["byzantines", "persians"] {
            table.submit(side, "GO\n");
        }
        table
    }

    fn submit(&self, side: &str, orders: &str) {
        fs::write(self.0.path().join("orders.txt"), orders).unwrap();
        let (code, out, err) = self
            .0
            .run(&format!("submit first --as {side} --now orders.txt"));
        assert_eq!(code, 0, "{out}{err}");
    }

    fn turn(&self) -> u64 {
        let (_, status) = self.0.json("status first --json");
        status["turn"].as_u64().unwrap()
    }

    fn shown(&self, side: &str) -> String {
        self.0.run(&format!("show first --as {side}")).1
    }
}

#[test]
fn a_game_turn_of_plots_takes_one_mail_from_each_side() {
    let table = Table::new("--option 19.0_simultaneous=on");
    assert_eq!(table.turn(), 1);
    table.submit("byzantines", "PLOT all:SD NONE\nPLOT all:OC DF\n");
    let seen = table.shown("persians");
    assert!(
        !seen.contains("PLOT SD") && !seen.contains("PLOT OC1 "),
        "{seen}"
    );
    assert_eq!(table.turn(), 1, "both plots are waited for");
    table.submit("persians", "PLOT all:SK NONE\n");
    assert_eq!(table.turn(), 2);
    let seen = table.shown("persians");
    assert!(
        !seen.contains("PLOT OC1 "),
        "a task without effect stays hidden\n{seen}"
    );
}

#[test]
fn two_game_turns_of_plots_are_played_by_hand() {
    let table = Table::new("--option 19.0_simultaneous=on --option L1.5_bc=on");
    table.submit(
        "byzantines",
        "PLOT BC7-BC9 MV 2328 2228 2128 2028 1928 1828\nPLOT all:SD NONE\nPLOT OC1-OC3 DF\n",
    );
    table.submit("persians", "PLOT OC27,OC28 MV 1427 1527 1627\n");
    assert_eq!(table.turn(), 2);
    for side in ["persians", "byzantines"] {
        let report = table.shown(side);
        let step = "BC7, BC8, BC9 2428-2328; OC27, OC28 1327-1427 (22.12)";
        assert!(report.contains(step), "{side}: {report}");
    }
    let plot = "PLOT BC7,BC8 OF AT 1627\nPLOT BC10 CV SK\nCONVERT BC11 TO SD\nPLOT BC12 DF\n";
    table.submit("byzantines", plot);
    assert_eq!(table.turn(), 2, "the Persians have not plotted");
    let seen = table.shown("persians");
    assert!(
        !seen.contains("CV SK") && !seen.contains("BC12 DF"),
        "{seen}"
    );
    table.submit("persians", "PLOT OC27 DF\nPLOT OC28 MV 1728 1727\n");
    assert_eq!(table.turn(), 3);
    let seen = table.shown("persians");
    for told in [
        "FIRE of Byzantines at 1627: BC7 (1828), BC8 (1828)",
        "BC10 becomes Byzantine Cataphracts as Skirmishers",
        "BC11 becomes Byzantine Cataphracts as Swordsmen",
    ] {
        assert!(seen.contains(told), "no `{told}` in\n{seen}");
    }
    assert!(!seen.contains("BC12 DF"), "it has had no effect\n{seen}");
}

#[test]
fn a_player_turn_takes_one_mail_in_the_tempo_for_it() {
    let table = Table::new("--option tempo=turn");
    table.submit("byzantines", "MOVE SD1 TO 2326 IF TURN>=99\nPASS\n");
    table.submit("persians", "PASS\n");
    assert_eq!(table.turn(), 2);
}

const ARCHERS: &[(&str, &str)] = &[
    ("SD1", "1010"),
    ("SK1", "1010"),
    ("SD2", "1410"),
    ("MS1", "1011"),
    ("2L1", "0508"),
];

#[test]
fn odds_are_those_after_what_is_planned_and_name_who_takes_no_part() {
    let play = battle(
        ARCHERS,
        Phase::Fire,
        vec![Frame::Melee, Frame::Moves, Frame::Fire],
    );
    let worked_out = |line: &str, planned: &[&str]| {
        let planned: Vec<String> = planned.iter().map(|&line| line.to_owned()).collect();
        let odds = play.odds(FIRST, line, &planned).unwrap().remove(0);
        let without = odds.left_out.into_iter();
        let without: Vec<_> = without.map(|own| (own.unit, own.rule.number)).collect();
        (odds.attackers, without)
    };
    let both = worked_out("MELEE SD1,SK1 AT 1011", &[]);
    assert_eq!(both, (vec!["SD1".to_owned(), "SK1".to_owned()], vec![]));
    let (able, without) = worked_out("MELEE SD1,SK1,SD2 AT 1011", &["FIRE SK1 AT 1011"]);
    assert_eq!(able, ["SD1"]);
    assert_eq!(
        without,
        [("SK1".to_owned(), "6.11"), ("SD2".to_owned(), "7.0")]
    );
    // What stands behind the line that is asked about comes later.
    let after = ["MELEE SD1,SK1 AT 1011", "MELEE SD1 AT 1011"];
    assert_eq!(worked_out("MELEE SD1,SK1 AT 1011", &after).0.len(), 2);
}

#[test]
fn a_condition_on_the_odds_of_an_attack_that_cannot_be_made_does_not_hold() {
    let mut play = battle(CLASH, Phase::Melee, vec![Frame::Melee]);
    let reading = play.file(
        FIRST,
        "MELEE SD1 AT 1012 IF ODDS>=1:2\nMELEE SD1,SD2 AT 1011\nGO",
    );
    assert_eq!(reading.lines[1].verdict, Judged::Legal, "{reading:?}");
    let facts = run(&mut play);
    for told in &facts.told {
        if let Why::Branched {
            guard: Some(guard), ..
        } = &told.why
        {
            assert!(!guard.held);
            let because = guard.terms[0].because.as_deref();
            assert_eq!(because, Some("no enemy stands in 1012 (7.0)"));
        }
    }
}

#[test]
fn a_unit_that_two_moves_name_is_told_of() {
    let units = &[
        ("SD1", "1010"),
        ("SD2", "1010"),
        ("MS1", "1811"),
        ("2L1", "1010"),
    ];
    let play = battle(units, Phase::Movement, vec![Frame::Moves]);
    let reading = play.read(FIRST, "MOVE SD1 TO 1109\nMOVE SD1,SD2 TO 1009\n");
    assert_eq!(reading.lines[1].verdict, Judged::Open, "{reading:?}");
    let reason = reading.lines[1].reason.as_deref().unwrap();
    assert!(
        reason.contains("without SD1, since ") && reason.contains("(5.14)"),
        "{reason}"
    );
    let reading = play.read(
        FIRST,
        "IF TURN>=1 THEN MOVE SD1 TO 1109 ELSE MOVE SD1 TO 1209\nMOVE SD1 TO 1009\n",
    );
    let reason = reading.lines[1].reason.as_deref().unwrap();
    assert!(
        reason.contains("SD1 has moved in this phase (5.14)"),
        "{reason}"
    );
}

#[test]
fn every_hex_that_a_unit_can_move_to_is_listed() {
    let table = Table::new("");
    let (code, listed, _) = table.0.run("show first --as byzantines --legal OC1");
    assert_eq!(code, 0, "{listed}");
    let far = |line: &&str| line.starts_with("MOVE OC1 TO ");
    assert!(listed.lines().filter(far).count() > 99, "{listed}");
    // One of a set at a time: a unit moves once.
    for order in listed.lines().step_by(20) {
        fs::write(table.0.path().join("orders.txt"), order).unwrap();
        let (code, out, _) = table.0.run("check first --as byzantines orders.txt");
        assert_eq!(code, 0, "{order}: {out}");
    }
}

#[test]
fn every_hex_that_a_unit_can_plot_a_way_to_is_listed() {
    let table = Table::new("--option 19.0_simultaneous=on");
    let (code, listed, _) = table.0.run("show first --as byzantines --legal OC1");
    assert_eq!(code, 0, "{listed}");
    let ways: Vec<&str> = listed
        .lines()
        .filter(|line| line.starts_with("PLOT OC1 MV 2"))
        .collect();
    let longest = ways.iter().map(|line| line.split(' ').count()).max();
    assert!(ways.len() > 99 && longest > Some(8), "{listed}");
    for order in ways.iter().step_by(30) {
        fs::write(table.0.path().join("orders.txt"), order).unwrap();
        let (code, out, _) = table.0.run("check first --as byzantines orders.txt");
        assert_eq!(code, 0, "{order}: {out}");
    }
}

#[test]
fn shots_and_attacks_that_no_phase_can_mend_are_not_plotted() {
    let table = Table::new("--option 19.0_simultaneous=on");
    for (line, rule) in [
        ("PLOT OC1 OF AT 1327", "(6.13)"),
        ("PLOT OC1 OF AT 2328", "(6.0)"),
        ("PLOT BC7 ML AT 2328", "(7.0)"),
    ] {
        fs::write(table.0.path().join("orders.txt"), line).unwrap();
        let (code, out, _) = table.0.run("check first --as byzantines orders.txt");
        assert_eq!(code, 1, "{line}: {out}");
        assert!(out.contains(rule), "{line}: {out}");
    }
}

#[test]
fn a_melee_under_a_condition_behind_a_move_is_looked_at_where_the_move_ends() {
    let units = [
        ("SD1", "1010"),
        ("SD2", "1009"),
        ("MS1", "1012"),
        ("2L1", "1010"),
    ];
    let frames = || vec![Frame::Melee, Frame::MoveEnd, Frame::Moves, Frame::Movement];
    for (condition, fights) in [
        ("ODDS>=1:1", true),
        ("ODDS>=6:1", false),
        ("SOUND SD2", true),
    ] {
        let mut play = battle(&units, Phase::Movement, frames());
        let set = format!("MOVE SD1 VIA 1011\nMELEE SD1 AT 1012 IF {condition}");
        let reading = play.file(FIRST, &set);
        assert!(!reading.is_bad(), "{reading:?}");
        assert_eq!(
            attackers(&run(&mut play)).len(),
            usize::from(fights),
            "{condition}"
        );
    }
    // Where no move brings it beside the enemy, no condition helps.
    let play = battle(&units, Phase::Movement, frames());
    let reading = play.read(FIRST, "MOVE SD1 VIA 1011\nMELEE SD2 AT 1012 IF ODDS>=1:1");
    let far = &reading.lines[1];
    assert_eq!(far.rule.map(|rule| rule.number), Some("7.0"), "{far:?}");
}
