//! Conditions, alternatives, plans and pauses at work, and what their owner is told of them.

use super::Game;
use super::data::{Contingent, Side};
use super::decision::Frame;
use super::testing::{Battlefield, Played};
use super::{movement, seat, shock};
use crate::engine::{
    DryDice, Judged, Plan, Position, Reading, Rules, Told, Weighed, Why, read, read_line,
};

fn moves() -> Vec<Frame> {
    vec![Frame::Move(movement::Step::Segment)]
}

fn attacks() -> Vec<Frame> {
    vec![Frame::Shock(shock::Step::Segment)]
}

fn huns(units: &str) -> Battlefield {
    Battlefield::new(units).active(Contingent::Huns)
}

fn weighed(guard: &Weighed) -> String {
    let terms = guard.terms.iter().map(|term| {
        let holds = if term.holds { "yes" } else { "no" };
        format!("{} {holds}", term.fact)
    });
    terms.collect::<Vec<_>>().join(", ")
}

/// What the owner of a line is told, in short.
fn said(told: &Told) -> String {
    match &told.why {
        Why::NotCarriedOut { rule, .. } => format!("failed {rule}"),
        Why::NoOccasion => "no occasion".to_owned(),
        Why::Branched {
            guard,
            failed,
            taken,
        } => {
            let guard = guard.as_ref().map(weighed).unwrap_or_default();
            let failed = failed
                .as_ref()
                .map(|failed| format!(" failed {}", failed.rule));
            let taken = taken.as_ref().map(|taken| format!(" instead {taken}"));
            format!(
                "{guard}{}{}",
                failed.unwrap_or_default(),
                taken.unwrap_or_default()
            )
        }
        Why::Paused { guard } => format!("paused {}", weighed(guard)),
    }
}

fn all_said(played: &Played) -> Vec<String> {
    played.told.iter().map(said).collect()
}

/// The events behind the only line that its owner is told of.
fn chain(played: &Played) -> Vec<String> {
    let [told] = &played.told[..] else {
        panic!("one line: {:?}", played.told);
    };
    let notes = told.chain.iter().map(|note| match &note.roll {
        Some(roll) => format!("{} {} {} {}", roll.purpose, roll.by, roll.net, roll.outcome),
        None => note.key.to_owned(),
    });
    notes.collect()
}

#[test]
fn a_false_condition_takes_the_alternative_and_says_why() {
    let played = huns("HM1@1412/12 HM2@1414/12 VM1@1312/6")
        .line(
            Side::Hun,
            "FACE HM2 2 IF STATE VM1 DIS AND EMPTY 1414 ELSE FACE HM2 10",
        )
        .run(moves());
    assert!(played.units().contains("HM2@1414/10"), "{}", played.units());
    assert_eq!(all_said(&played), ["STATE VM1 DIS no instead FACE HM2 10"]);
}

#[test]
fn a_condition_that_holds_is_told_with_the_terms_that_decided_it() {
    let played = huns("HM1@1412/12 HM2@1414/12 VM1d@1312/6")
        .line(
            Side::Hun,
            "FACE HM2 2 IF LOST HM1 OR STATE VM1 DIS ELSE FACE HM2 10",
        )
        .run(moves());
    assert!(played.units().contains("HM2@1414/2"), "{}", played.units());
    assert_eq!(all_said(&played), ["LOST HM1 no, STATE VM1 DIS yes"]);
}

#[test]
fn a_condition_may_stand_before_its_order() {
    let field = huns("HM1@1412/12 VM1@1312/6");
    let view = field.view(Side::Hun);
    let read = |line| {
        let lines = read_line(&field.game, &view, line).unwrap();
        lines
            .iter()
            .map(|line| crate::engine::print_line(&field.game, line))
            .collect::<Vec<_>>()
    };
    let printed = read("IF STATE VM1 DIS FACE HM1 2 ELSE IF ENGAGED HM1 FACE HM1 10");
    assert_eq!(
        printed,
        ["FACE HM1 2 IF STATE VM1 DIS ELSE FACE HM1 10 IF ENGAGED HM1"]
    );
    assert_eq!(read(&printed[0]), printed);
}

#[test]
fn an_alternative_for_a_later_segment_waits_for_it() {
    let mut frames = moves();
    frames.extend(attacks());
    let played = huns("HH1@1412/12 VM1@1312/6")
        .line(
            Side::Hun,
            "FACE HH1 2 IF STATE VM1 DIS ELSE SHOCK HH1 ON VM1",
        )
        .dice("shock HH1 9, shock VM1 9")
        .run(frames);
    assert_eq!(played.net(), "9 miss, 9 miss");
    assert_eq!(
        all_said(&played),
        ["STATE VM1 DIS no instead SHOCK HH1 ON VM1"]
    );
}

#[test]
fn chained_alternatives_are_tried_in_their_order() {
    let played = huns("HM1@1412/12 HM2@1414/12 VM1@1312/6")
        .line(
            Side::Hun,
            "FACE HM2 2 IF LOST HM1 ELSE FACE HM2 4 IF LOST VM1 ELSE FACE HM2 6",
        )
        .run(moves());
    assert!(played.units().contains("HM2@1414/6"), "{}", played.units());
    assert_eq!(
        all_said(&played),
        [
            "LOST HM1 no instead FACE HM2 4 IF LOST VM1 ELSE FACE HM2 6",
            "LOST VM1 no instead FACE HM2 6"
        ]
    );
}

#[test]
fn a_standing_line_has_its_alternative_too() {
    let react = "REACT HM1 FIRE IF TALLY HUN >= 3 ELSE REACT HM1 HOLD";
    let field = || {
        Battlefield::new("HM1@1412/12 VM1@1212/6")
            .active(Contingent::Visigoths)
            .line(Side::Roman, "MOVE VM1 1312")
            .line(Side::Hun, react)
    };
    let held = field().run(moves());
    assert_eq!(held.net(), "", "it holds its fire");
    assert_eq!(
        all_said(&held),
        ["TALLY HUN >= 3 no instead REACT HM1 HOLD"]
    );
    assert_eq!(held.told[0].seat, seat(Side::Hun));
    let fired = field().eliminated([3, 0]).dice("react HM1 9").run(moves());
    assert_eq!(fired.net(), "9 disorder");
    assert_eq!(all_said(&fired), ["TALLY HUN >= 3 yes"]);
}

#[test]
fn who_was_shot_at_before_it_is_told_by_which_die() {
    let played = huns("HM1@1412/12 HM2@1313/10 VM1d@1312/6")
        .line(Side::Hun, "FIRE HM1 VM1")
        .line(Side::Hun, "FIRE HM2 VM1")
        .dice("fire HM1 9, second VM1 9")
        .run(moves());
    assert_eq!(all_said(&played), ["failed 8.1"]);
    assert_eq!(
        chain(&played),
        ["fire HM1 9 disorder", "second VM1 9 elim"],
        "the loss is told with its die"
    );
}

#[test]
fn a_way_that_a_friend_has_taken_is_told_by_his_move() {
    let played = huns("HL1@1412/12 HL2@1413/12 VM1@0912/6")
        .line(Side::Hun, "MOVE HL1 1312")
        .line(Side::Hun, "MOVE HL2 1312")
        .run(moves());
    assert_eq!(chain(&played), ["moved"]);
    let told = &played.told[0];
    assert_eq!(told.step.as_deref(), Some("1312"));
    assert_eq!(told.chain[0].facts["unit"], "HL1");
}

#[test]
fn a_blow_that_never_came_is_told_by_the_die_that_did_not_overwhelm() {
    let played = huns("HH1@1412/12 VM1@1312/6")
        .line(Side::Hun, "SHOCK HH1 ON VM1")
        .line(Side::Hun, "CONTINUE HH1 ON BEST")
        .dice("shock HH1 4, shock VM1 9")
        .run([attacks(), vec![Frame::EndActivation]].concat());
    assert_eq!(all_said(&played), ["no occasion"]);
    assert_eq!(chain(&played), ["shock_joined", "shock HH1 4 hit"]);
}

#[test]
fn the_alternative_of_an_order_that_failed_is_carried_out() {
    let played = huns("HM1@1412/12 HM2@1313/10 VM1d@1312/6 VM2@1214/6")
        .line(Side::Hun, "FIRE HM1 VM1")
        .line(Side::Hun, "FIRE HM2 VM1 ELSE FACE HM2 12")
        .dice("fire HM1 9, second VM1 9")
        .run(moves());
    assert!(played.units().contains("HM2@1313/12"), "{}", played.units());
    assert_eq!(all_said(&played), [" failed 8.1 instead FACE HM2 12"]);
    assert_eq!(played.told[0].chain.len(), 2);
}

/// The Huns at the first question of their Move and Fire segment.
fn asked(units: &str) -> (Game, Position<Game>) {
    let field = huns(units);
    let mut position = Position::from_parts(&field.game, field.state, Vec::new());
    position.push(Frame::EndActivation);
    position.push(moves().remove(0));
    position.run(&field.game, &mut DryDice);
    assert!(position.stop().is_some());
    (field.game, position)
}

fn reading(units: &str, text: &str) -> Reading {
    let (game, position) = asked(units);
    read(&game, &position, seat(Side::Hun), (&[], text)).0
}

fn verdicts(units: &str, text: &str) -> Vec<Judged> {
    reading(units, text)
        .lines
        .iter()
        .map(|line| line.verdict)
        .collect()
}

const FIELD: &str = "HL1@1412/12 HL2@1414/12 OH1@1416/12 VM1@0912/6";

#[test]
fn lines_whose_conditions_exclude_each_other_do_not_refuse_each_other() {
    let text = "MOVE HL1 1313 IF EMPTY 1313\nMOVE HL1 1413 IF NOT EMPTY 1313\nMOVE HL2 1413 1313";
    let [first, second, third] = verdicts(FIELD, text)[..] else {
        panic!("three lines");
    };
    assert_eq!(first, Judged::Legal);
    assert_eq!(second, Judged::Open);
    assert_eq!(third, Judged::Open, "the hex may be free");
}

#[test]
fn what_fails_under_every_condition_is_refused() {
    let far = "MOVE HL1 0112 IF EMPTY 1312";
    assert_eq!(verdicts(FIELD, far), [Judged::Illegal]);
    let twice = reading(
        FIELD,
        "MOVE HL1 TO 1414 ELSE MOVE HL1 TO 1416 IF EMPTY 1312",
    );
    assert_eq!(twice.lines[0].verdict, Judged::Illegal);
    let reason = twice.lines[0].reason.as_deref().unwrap();
    assert!(reason.starts_with("`HL2` is in 1414"), "{reason}");
    assert!(
        reason.contains("; and behind `ELSE`: `OH1` is in 1416"),
        "{reason}"
    );
}

#[test]
fn a_line_that_comes_to_its_alternative_hangs_on_things_as_they_stand() {
    for line in [
        "MOVE HL1 TO 1414 ELSE MOVE HL1 TO 1413",
        "MOVE HL1 TO 1414 IF EMPTY 1414 ELSE FACE HL1 2",
        "IF STATE HL1 DIS THEN MOVE HL1 TO 1414 ELSE FACE HL1 2",
        "MOVE HL1 TO 1414 ELSE MOVE HL1 TO 1416 ELSE FACE HL1 2 IF EMPTY 1312",
    ] {
        let read = reading(FIELD, line);
        assert_eq!(read.lines[0].verdict, Judged::Open, "{line}");
        let reason = read.lines[0].reason.as_deref().unwrap();
        let comes_to =
            "as things stand it comes to what stands behind its `ELSE`, since `HL2` is in 1414";
        assert!(reason.starts_with(comes_to), "{line}: {reason}");
    }
    let set = "MOVE HL1 TO 1414 ELSE MOVE HL1 TO 1413\nMOVE HL2 1413";
    assert_eq!(
        verdicts(FIELD, set),
        [Judged::Open, Judged::Illegal],
        "the others are judged after what it comes to"
    );
}

#[test]
fn an_alternative_that_is_impossible_is_told_and_does_not_refuse_its_line() {
    let read = reading(FIELD, "MOVE HL1 1312 IF EMPTY 1312 ELSE MOVE HL1 TO 1414");
    assert_eq!(read.lines[0].verdict, Judged::Legal);
    let remarks = &read.lines[0].remarks;
    let told = "what stands behind `ELSE` is impossible as things stand: `HL2` is in 1414";
    assert!(
        remarks.iter().any(|said| said.starts_with(told)),
        "{remarks:?}"
    );
    // A slip is none the less.
    let slip = reading(FIELD, "MOVE HL1 1312 IF EMPTY 1312 ELSE MOVE OH1 1316");
    assert_eq!(slip.lines[0].verdict, Judged::Illegal);
    let reason = slip.lines[0].reason.as_deref().unwrap();
    assert!(reason.starts_with("behind `ELSE`: `OH1`"), "{reason}");
}

#[test]
fn a_line_with_a_condition_is_judged_after_the_moves_before_it() {
    let field = "HH1@1512/12 HL1@1414/12 VM1@1312/6";
    let set = "MOVE HH1 1412 FACE 12\nSHOCK HH1 ON VM1 IF STATE VM1 DIS";
    assert_eq!(verdicts(field, set), [Judged::Legal, Judged::Legal]);
    // A move that is not certain leaves it open.
    let set = "MOVE HH1 1412 FACE 12 IF EMPTY 1412\nSHOCK HH1 ON VM1 IF STATE VM1 DIS";
    assert_eq!(verdicts(field, set), [Judged::Legal, Judged::Open]);
    let set = "MOVE HL1 1415\nSHOCK HL1 ON VM1 IF STATE VM1 DIS";
    assert_eq!(verdicts(field, set), [Judged::Legal, Judged::Illegal]);
}

#[test]
fn alternatives_that_cannot_be_meant_are_refused() {
    const CASES: &[(&str, &str)] = &[
        (
            "MOVE HL1 1312 ELSE REFORM HL1 HL2",
            "one order stands behind `ELSE`",
        ),
        (
            "FACE ALL:LC 2 ELSE FACE HL1 4",
            "`ELSE` belongs to one order",
        ),
        ("FACE HL1 2 ELSE REACT HL1 HOLD", "the line acts now"),
        (
            "REACT HL1 HOLD ELSE FACE HL1 2",
            "the line answers later decisions",
        ),
        ("FACE HL1 2 ELSE", "expected"),
    ];
    for (line, reason) in CASES {
        let read = reading(FIELD, line);
        assert_eq!(read.lines[0].verdict, Judged::Unreadable, "{line}");
        let said = read.lines[0].reason.as_deref().unwrap();
        assert!(said.contains(reason), "{line}: {said}");
    }
}

#[test]
fn conditions_that_cannot_be_meant_are_refused() {
    const CASES: &[(&str, &str)] = &[
        ("STATE HL9 GOOD", "HL9"),
        ("STATE HL1 WELL", "expected `GOOD`, `DIS` or `ELIM`"),
        ("AT HL1", "expected a hex"),
        ("EMPTY here", "expected a hex"),
        ("ADJ HL1", "expected a unit"),
        ("RATING HL1 = 2", "expected `>=`"),
        ("RATING HL1 >= 10", "10"),
        ("TALLY GOTHS >= 3", "expected `HUN` or `ROMAN`"),
        ("TALLY HUN >= 100", "100"),
        ("LOST", "expected a unit"),
        ("CUP HUNS", "expected `UNDRAWN`"),
        ("CUP ROMANS UNDRAWN", "your own markers only"),
        ("DIE >= 3", "not dice to come"),
        ("ENGAGED HL1 AND", "expected"),
        ("(ENGAGED HL1", "`)`"),
        ("ENGAGED HL1 ENGAGED HL2", "found `ENGAGED`"),
    ];
    for (guard, reason) in CASES {
        for line in [
            format!("FACE HL1 2 IF {guard}"),
            format!("PAUSE IF {guard}"),
        ] {
            let read = reading(FIELD, &line);
            assert_eq!(read.lines[0].verdict, Judged::Unreadable, "{line}");
            let said = read.lines[0].reason.as_deref().unwrap();
            assert!(said.contains(reason), "{line}: {said}");
        }
    }
}

#[test]
fn plans_that_cannot_be_meant_are_refused_whole() {
    const CASES: &[(&str, &str)] = &[
        (
            "PLAN BURGUNDIANS\nFACE HL1 2\nENDPLAN",
            "expected a contingent",
        ),
        (
            "PLAN VISIGOTHS\nFACE HL1 2\nENDPLAN",
            "not yours to command",
        ),
        ("PLAN HUNS twice\nFACE HL1 2\nENDPLAN", "twice"),
        ("PLAN HUNS 0\nFACE HL1 2\nENDPLAN", "0"),
        ("PLAN HUNS\nFACE OH1 2\nENDPLAN", "the plan is for the huns"),
        (
            "PLAN HUNS\nFACE HL1 2 ELSE FACE OH1 2\nENDPLAN",
            "the plan is for the huns",
        ),
        (
            "PLAN HUNS\nSETUP HL1 1612 F12\nENDPLAN",
            "orders of an activation",
        ),
        ("PLAN HUNS\nFACE HL1 3\nENDPLAN", "3"),
        ("PLAN HUNS\nPAUSE IF LOST\nENDPLAN", "expected a unit"),
        ("PLAN HUNS\nFACE HL1 2", "no `ENDPLAN`"),
    ];
    for (text, reason) in CASES {
        let read = reading(FIELD, text);
        assert!(read.is_bad() && read.plans.is_empty(), "{text}");
        let reasons: Vec<_> = read
            .lines
            .iter()
            .filter_map(|line| line.reason.as_deref())
            .collect();
        assert!(
            reasons.iter().any(|said| said.contains(reason)),
            "{text}: {reasons:?}"
        );
    }
}

/// Files a plan for the Huns; its lines are numbered from 1.
fn file_plan(game: &Game, position: &mut Position<Game>, number: u8, lines: &[&str], pause: &str) {
    let view = game.view(
        position.state(),
        crate::engine::Viewer::Seat(seat(Side::Hun)),
    );
    let wishes = position.wishes_mut(seat(Side::Hun));
    let mut plan = Plan {
        name: "huns".to_owned(),
        number,
        lines: Vec::new(),
        pauses: Vec::new(),
    };
    for line in lines {
        for mut line in read_line(game, &view, line).unwrap() {
            line.id = wishes.number();
            plan.lines.push(line);
        }
    }
    if !pause.is_empty() {
        let guarded = read_line(game, &view, &format!("FACE HL1 2 IF {pause}")).unwrap();
        plan.pauses.extend(guarded[0].guard.clone());
    }
    wishes.plans.push(plan);
}

#[test]
fn a_plan_is_carried_out_when_its_contingent_acts_and_its_standing_lines_stand() {
    let (game, mut position) = asked(FIELD);
    file_plan(&game, &mut position, 2, &["FACE HL1 4"], "");
    file_plan(
        &game,
        &mut position,
        1,
        &["FACE HL1 2", "ATTILA ADJUST OFF"],
        "",
    );
    position.run(&game, &mut DryDice);
    let wishes = position.wishes(seat(Side::Hun));
    assert_eq!(
        wishes.standing.len(),
        1,
        "ATTILA ADJUST OFF stands from now on"
    );
    let left: Vec<_> = wishes.plans.iter().map(Plan::title).collect();
    assert_eq!(left, ["huns 2"], "the first is used up first");
    let facing = position.state().open.piece(super::data::UnitId(0)).facing;
    assert_eq!(facing.to_string(), "2");
}

#[test]
fn a_pause_stops_a_plan_and_go_lets_it_run_on() {
    let (game, mut position) = asked(FIELD);
    file_plan(
        &game,
        &mut position,
        1,
        &["FACE HL1 2", "FACE HL2 2"],
        "AT HL2 1414",
    );
    let run = position.run(&game, &mut DryDice);
    let told: Vec<String> = run.told.iter().map(|(told, _)| said(told)).collect();
    assert_eq!(told, ["paused AT HL2 1414 yes"]);
    assert!(run.events.is_empty() && position.stop().is_some());
    assert!(position.go_on(&game, seat(Side::Hun)));
    let run = position.run(&game, &mut DryDice);
    assert_eq!(
        run.events.len(),
        3,
        "two turns and the end: {:?}",
        run.events
    );
}

#[test]
fn a_pause_does_not_hold_up_a_side_that_is_absent() {
    let (game, mut position) = asked(FIELD);
    file_plan(&game, &mut position, 1, &["FACE HL1 2"], "AT HL2 1414");
    position.time_out(seat(Side::Hun));
    let run = position.run(&game, &mut DryDice);
    assert_eq!(run.events.len(), 2, "{:?}", run.events);
}

#[test]
fn a_pause_outside_of_plans_belongs_to_a_list_that_is_asked_for() {
    assert_eq!(
        verdicts(FIELD, "PAUSE IF LOST HL1\nFACE HL1 2")[0],
        Judged::Noted
    );
    let (game, position) = asked(FIELD);
    let roman = read(
        &game,
        &position,
        seat(Side::Roman),
        (&[], "PAUSE IF LOST VM1"),
    )
    .0;
    assert_eq!(roman.lines[0].verdict, Judged::Idle);
}
