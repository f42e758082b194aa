//! Judging a set ahead.

use crate::engine::{Rules, Verdict};

use super::super::super::decision::Decision;
use super::*;

/// Verdicts on lines filed before the moves, or with the declarations: `legal`, `open` or the rule.
fn verdicts(
    field: &Battlefield,
    contingent: Contingent,
    when: When,
    lines: &[&str],
) -> Vec<String> {
    let side = contingent.side();
    let view = field.view(side);
    let orders: Vec<_> = lines
        .iter()
        .flat_map(|line| {
            let mut cursor = crate::orders::Cursor::new(line);
            field.game.parse(&view, &mut cursor).unwrap()
        })
        .collect();
    let decision = match when {
        When::Ahead => Decision::MoveFire { contingent },
        When::Declaring => Decision::Declare {
            contingent,
            declared: Vec::new(),
        },
    };
    let verdicts = field.game.check(&view, &decision, &orders);
    let word = |verdict: Verdict| match verdict {
        Verdict::Legal => "legal".to_owned(),
        Verdict::Open(_) => "open".to_owned(),
        Verdict::Illegal(illegal) => illegal.rule.number.to_owned(),
    };
    verdicts.into_iter().map(word).collect()
}

#[derive(Clone, Copy)]
enum When {
    Ahead,
    Declaring,
}

fn huns(units: &str, lines: &[&str]) -> Vec<String> {
    verdicts(
        &field(Contingent::Huns, units),
        Contingent::Huns,
        When::Ahead,
        lines,
    )
}

#[test]
fn r9_2_what_fails_whatever_happens_is_illegal() {
    let units = "HH1@1412/12 HL01@1411/12 OM1@1311/12 VM1@1312/6 VM2@x";
    for (line, verdict) in [
        ("SHOCK HH1 ON VM1", "legal"),
        ("SHOCK HL01 ON VM1", "9.2.2"),
        ("SHOCK HL01 HH1 ON VM1", "9.2.2"),
        ("SHOCK OM1 ON VM1", "4.0"),
        ("SHOCK HH1 ON OM1", "9.2"),
        ("SHOCK HH1 ON VM2", "9.2"),
        ("SHOCK HH1 ON VM1 VM2", "9.2"),
        ("SHOCK ASK", "legal"),
        ("SHOCK NONE", "legal"),
    ] {
        assert_eq!(huns(units, &[line]), [verdict], "{line}");
    }
    assert_eq!(
        huns(units, &["SHOCK HH1 ON VM1", "SHOCK HH1 ON VM1"]),
        ["legal", "9.2"]
    );
}

#[test]
fn r9_2b_the_whole_set_is_looked_at() {
    let units = "HH1@1412/12 HH2@1413/12 VM1@1312/6 VM2@1313/6";
    assert_eq!(huns(units, &["SHOCK HH1 ON VM1"]), ["9.2"]);
    assert_eq!(
        huns(units, &["SHOCK HH1 ON VM1", "SHOCK HH2 ON VM2"]),
        ["legal", "legal"]
    );
}

#[test]
fn r9_2b_an_enemy_that_may_be_shot_away_leaves_the_line_open() {
    let units = "HH1@1412/12 HM1@1512/12 VM1@1312/6 VM2d@1313/6";
    let lines = ["FIRE HM1 VM2", "SHOCK HH1 ON VM1"];
    assert_eq!(huns(units, &lines)[1], "open");
    let fresh = units.replace("VM2d", "VM2");
    assert_eq!(huns(&fresh, &lines)[1], "9.2", "one shot does not kill it");
}

#[test]
fn r7_2a_the_moves_of_the_set_come_first() {
    let units = "HH1@1512/12 VM1@1312/6";
    assert_eq!(huns(units, &["SHOCK HH1 ON VM1"]), ["7.2"]);
    let lines = ["MOVE HH1 1412 FACE 12", "SHOCK HH1 ON VM1"];
    assert_eq!(huns(units, &lines)[1], "legal");
}

#[test]
fn r9_2_4_an_archer_that_may_be_shaken_on_its_way_leaves_the_line_open() {
    let units = "HM1@1512/12 VM1@1312/6";
    let lines = ["MOVE HM1 1412 FACE 12", "SHOCK HM1 ON VM1"];
    assert_eq!(huns(units, &lines)[1], "open");
}

#[test]
fn r9_7_2_r9_8_what_follows_an_attack_is_open_if_there_is_one() {
    let units = "HH1@1412/12 HM1d@1411/12 HL01@1416/12 VM1@1312/6";
    let after = |line: &'static str| huns(units, &["SHOCK HH1 ON VM1", line]).remove(1);
    assert_eq!(after("ADVANCE HH1 1312 FACE 2"), "open");
    assert_eq!(after("ADVANCE HH1 NO"), "legal");
    assert_eq!(after("ADVANCE NO"), "legal");
    assert_eq!(after("ADVANCE HL01 1312"), "9.2.2");
    assert_eq!(after("ADVANCE HM1 1312"), "9.8");
    assert_eq!(after("CONTINUE HH1 ON BEST MAX 2"), "open");
    assert_eq!(after("CONTINUE HH1 NO"), "legal");
    assert_eq!(after("CONTINUE HH1 ON HL01"), "9.2");
    assert_eq!(after("CONTINUE HM1 ON VM1"), "9.7.2");
}

#[test]
fn r9_8c_a_disordered_unit_will_not_advance() {
    let units = "HH1d@1412/12 VM1@1312/6";
    let lines = ["SHOCK HH1 ON VM1", "ADVANCE HH1 YES"];
    assert_eq!(huns(units, &lines), ["legal", "9.6.1"]);
}

#[test]
fn r9_2_1_who_is_compelled_to_attack_needs_no_line_to_go_on() {
    let field = field(Contingent::Huns, "HH1@1412/12 VM1@1312/6").engaged("HH1-VM1");
    let lines = ["CONTINUE HH1 ON VM1"];
    assert_eq!(
        verdicts(&field, Contingent::Huns, When::Ahead, &lines),
        ["open"]
    );
}

#[test]
fn d12_after_the_fire_nothing_is_open_any_more() {
    let mut field = field(Contingent::Huns, "HH1@1412/12 VM1@1312/6 VM2d@1313/6");
    let enemy = field.unit("VM2");
    field.state.open.pieces[enemy.index()].aimed_at = 2;
    let lines = ["SHOCK HH1 ON VM1", "REFORM NONE"];
    assert_eq!(
        verdicts(&field, Contingent::Huns, When::Declaring, &lines),
        ["9.2", "legal"]
    );
}

#[test]
fn r9_2b_a_refusal_names_the_line_that_would_do() {
    let field = field(Contingent::Huns, "HH1@1412/12 VM1@1312/6 VM2@1313/6");
    let view = field.view(HUN);
    let mut cursor = crate::orders::Cursor::new("SHOCK HH1 ON VM1");
    let orders = field.game.parse(&view, &mut cursor).unwrap();
    let decision = Decision::Declare {
        contingent: Contingent::Huns,
        declared: Vec::new(),
    };
    let verdict = field.game.check(&view, &decision, &orders).remove(0);
    let Verdict::Illegal(illegal) = verdict else {
        panic!("{verdict:?}");
    };
    assert_eq!(illegal.instead.as_deref(), Some("SHOCK HH1 ON VM1 VM2"));
    assert!(illegal.because.contains("`VM2`"), "{}", illegal.because);
}
