use crate::engine::{Rules, Verdict};
use crate::orders::Cursor;

use super::super::super::testing::Battlefield;
use super::super::{judge, spell};
use super::*;

/// Judges lines of the active contingent one after the other: `legal`, `open`, or the rule.
fn verdicts(field: &Battlefield, lines: &[&str]) -> Vec<String> {
    let contingent = field.state.open.active.unwrap();
    let view = field.view(contingent.side());
    let mut open = field.state.open.clone();
    let judged = lines.iter().flat_map(|text| {
        let orders = field.game.parse(&view, &mut Cursor::new(text)).unwrap();
        orders
            .into_iter()
            .map(|order| judge(&field.game, &mut open, contingent, &order))
            .collect::<Vec<_>>()
    });
    judged
        .map(|verdict| match verdict {
            Verdict::Legal => "legal".to_owned(),
            Verdict::Open(_) => "open".to_owned(),
            Verdict::Illegal(illegal) => illegal.rule.number.to_owned(),
        })
        .collect()
}

fn of_huns(units: &str) -> Battlefield {
    Battlefield::new(units).active(Contingent::Huns)
}

#[test]
fn a_path_certain_to_fail_is_refused_whole_with_the_part_that_is_legal() {
    let field = of_huns("HL01@1714/12 VM1@1413/12");
    let lines = ["MOVE HL01 1614 1514 1414", "MOVE HL01 1614 1514"];
    assert_eq!(
        verdicts(&field, &lines),
        ["6.2", "legal"],
        "the first is not played forward"
    );
    let view = field.view(Side::Hun);
    let order = field
        .game
        .parse(&view, &mut Cursor::new(lines[0]))
        .unwrap()
        .remove(0);
    let mut open = field.state.open.clone();
    let Verdict::Illegal(illegal) = judge(&field.game, &mut open, Contingent::Huns, &order) else {
        panic!("the third hex is past the enemy");
    };
    assert_eq!(illegal.instead.as_deref(), Some("MOVE HL01 1614 1514"));
    assert_eq!(open, field.state.open);
}

/// Judges one line and returns the rule, the reason and what would do instead.
fn refusal(field: &Battlefield, text: &str) -> (String, String, Option<String>) {
    let view = field.view(Side::Hun);
    let order = field.game.parse(&view, &mut Cursor::new(text)).unwrap();
    let mut open = field.state.open.clone();
    match judge(&field.game, &mut open, Contingent::Huns, &order[0]) {
        Verdict::Illegal(illegal) => (
            illegal.rule.number.to_owned(),
            illegal.because,
            illegal.instead,
        ),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_hex_that_cannot_be_reached_is_refused_with_the_cause_and_the_nearest_that_can() {
    let field = of_huns("HL01@1712/12 VM1@1313/12 VM2@1311/12 HM1@1812/12");
    let cases = [
        ("MOVE HL01 TO 1712", "6.0", "in 1712 already", None),
        (
            "MOVE HL01 TO 0412",
            "6.0",
            "costs 13 movement points",
            Some("MOVE HL01 1611 1511 1510 1409 1309 1208 1109 1009"),
        ),
        (
            "MOVE HL01 TO 1112",
            "6.2",
            "stop next to an enemy",
            Some("MOVE HL01 1611 1511 1510 1409 1309 1209 1110 1111"),
        ),
        ("MOVE HL01 TO 1812", "6.1", "`HM1` is in 1812", None),
        (
            "MOVE HL01 1512",
            "6.0",
            "does not touch",
            Some("MOVE HL01 1611 1512"),
        ),
    ];
    for (text, rule, because, instead) in cases {
        let found = refusal(&field, text);
        assert_eq!(found.0, rule, "{text}: {found:?}");
        assert!(found.1.contains(because), "{text}: {found:?}");
        assert_eq!(found.2.as_deref(), instead, "{text}: {found:?}");
        if let Some(instead) = instead {
            assert_eq!(verdicts(&field, &[instead]), ["legal"], "{instead}");
        }
    }
}

#[test]
fn who_stands_in_the_way_is_named_where_the_way_around_costs_too_much() {
    let field = of_huns(
        "HM1@1712/12 HL1@1611/12 HL2@1612/12 HL3@1711/12 HL4@1713/12 HL5@1811/12 HL6@1714/12 VM1@0312/6",
    );
    let (rule, because, _) = refusal(&field, "MOVE HM1 TO 1512");
    assert_eq!(rule, "6.1", "{because}");
    assert!(
        because.contains("is in the way to 1512, and the way around costs"),
        "{because}"
    );
}

#[test]
fn a_set_is_played_forward_line_by_line() {
    let field = of_huns("HL01@1412/12 HL02@1512/12 VM1@1212/6");
    let lines = [
        "MOVE HL02 1412",
        "MOVE HL01 1413 FIRE VM1",
        "MOVE HL02 1412",
        "MOVE HL02 1411",
        "FIRE HL01 VM1",
    ];
    assert_eq!(
        verdicts(&field, &lines),
        ["6.1", "legal", "legal", "6.0", "6.3"]
    );
}

#[test]
fn every_bar_is_an_illegality() {
    let field = of_huns(
        "HL01@1412/12 HM1@1611/12 HH1@1613/12 OH1@1713/12 HM2@1808/12 \
         VM1@1212/6 VM2@1807/6 VM3@x",
    )
    .engaged("HM2-VM2");
    for (line, rule) in [
        ("MOVE HL01 1612", "6.0"),
        ("MOVE HM1 TO 0811", "6.0"),
        ("MOVE OH1 1712", "4.0"),
        ("WITHDRAW HL01 1312", "6.5"),
        ("MOVE HM1 1511 FIRE VM1", "8.1"),
        ("FIRE HH1 VM1", "2.2"),
        ("FIRE HL01 VM3", "8.1"),
        ("MOVE HL01 1411 FIRE VM1 FIRE VM1", "6.3"),
        ("FACE HM2 12", "9.9"),
        ("FACE OH1 12", "4.0"),
        ("FIRE HM2 VM2", "8.1"),
    ] {
        let judged = verdicts(&field, &[line]);
        assert_eq!(judged, [rule], "{line}");
    }
}

#[test]
fn medium_foot_that_fires_first_does_not_move() {
    let field = of_huns("HM1@1512/12 VM1@1311/6 VM2@1312/6");
    assert_eq!(
        verdicts(&field, &["MOVE HM1 1511 FIRE VM1 1510"]),
        ["8.2.1"]
    );
    assert_eq!(
        verdicts(&field, &["FIRE HM1 VM2", "MOVE HM1 1511"]),
        ["legal", "8.2.1"]
    );
}

#[test]
fn a_hex_whose_occupant_may_fall_to_shots_ordered_before_is_open() {
    let field = of_huns("HL01@1412/12 HL02@1411/12 HH1@1513/12 VM1d@1312/6");
    let into = "MOVE HH1 1412";
    assert_eq!(verdicts(&field, &[into]), ["6.1"]);
    let lines = ["FIRE HL01 VM1", "MOVE HL02 1311 1312", "FIRE HL02 VM1"];
    assert_eq!(verdicts(&field, &lines), ["legal", "open", "open"]);
    let good = of_huns("HL01@1412/12 HL02@1411/12 HM1@1311/2 VM1@1312/6");
    let one_shot = ["FIRE HL01 VM1", "MOVE HL02 1312"];
    assert_eq!(verdicts(&good, &one_shot), ["legal", "6.1"]);
    let two_shots = ["FIRE HL01 VM1", "FIRE HM1 VM1", "MOVE HL02 1312"];
    assert_eq!(verdicts(&good, &two_shots), ["legal", "legal", "open"]);
}

#[test]
fn what_hangs_on_shots_before_is_refused_where_the_legs_behind_it_can_never_be() {
    let field = of_huns("HL01@1412/12 HL02@1411/12 HH1@1311/12 VM1d@1312/6 VM2@1211/6");
    for (line, said) in [
        ("MOVE HH1 1312", "open"),
        ("MOVE HH1 1312 FIRE VM2", "2.2"),
        ("MOVE HH1 TO 1312 FIRE VM2", "2.2"),
        ("MOVE HL02 1311 1312", "6.1"),
        ("MOVE HL02 1312 FIRE VM2", "open"),
        ("MOVE HL02 1312 FIRE VM2 FIRE VM2", "6.3"),
        ("MOVE HL02 1312 FIRE HL01", "8.1"),
        ("MOVE HL02 1312 FIRE VM1", "8.1"),
        ("MOVE HL02 1312 1112", "6.0"),
        ("MOVE HL02 TO 1312 FIRE VM2", "open"),
    ] {
        let judged = verdicts(&field, &["FIRE HL01 VM1", line]);
        let alone = verdicts(&field, &[line]);
        assert_ne!(alone, ["open"], "{line}");
        assert_eq!(judged[1], said, "{line}");
    }
}

#[test]
fn a_way_to_a_hex_is_spelled_out_as_it_is_after_the_moves_before_it() {
    let field = of_huns("HL01@1712/12 HL02@1612/12 VM1@0912/6");
    let view = field.view(Side::Hun);
    let mut open = field.state.open.clone();
    let mut spelled = |text: &str| {
        let order = field.game.parse(&view, &mut Cursor::new(text)).unwrap();
        let way = spell(&field.game, &mut open, Contingent::Huns, &order[0]);
        way.map(|order| field.game.print(&order))
    };
    assert_eq!(spelled("MOVE HL02 1512"), None, "it names its hexes");
    assert_eq!(
        spelled("MOVE HL01 TO 1611 TO 1612 FACE 2").as_deref(),
        Some("MOVE HL01 1611-1612 FACE 2")
    );
    assert_eq!(spelled("FACE HL02 2"), None);
}

#[test]
fn alans_may_all_be_gone_when_one_of_them_may_fall() {
    let field = of_huns("HL01@1412/12 HL02@1611/12 AM1d@1312/6 AM2@1511/6");
    let lines = ["MOVE HL02 1511", "FIRE HL01 AM1", "MOVE HL02 1511"];
    assert_eq!(verdicts(&field, &lines), ["6.1", "legal", "open"]);
}

#[test]
fn what_hangs_on_a_check_is_open() {
    let field = Battlefield::new("VM1d@1312/6 VM2@1112/6 HM1@1412/12 RL1@1808/6")
        .engaged("VM1-HM1")
        .river("1112/1212 1210/1310")
        .active(Contingent::Visigoths);
    assert_eq!(verdicts(&field, &["WITHDRAW VM1 1212"]), ["open"]);
    assert_eq!(
        verdicts(&field, &["MOVE VM2 1212 1213"]),
        ["legal"],
        "disorder stops nobody"
    );
    let shaken = Battlefield::new("VM2d@1112/6")
        .river("1112/1212")
        .active(Contingent::Visigoths);
    assert_eq!(verdicts(&shaken, &["MOVE VM2 1212"]), ["legal"]);
    let field = Battlefield::new("VL1d@1112/6")
        .river("1112/1212")
        .active(Contingent::Visigoths);
    assert_eq!(verdicts(&field, &["MOVE VL1 1212 1213"]), ["open"]);
    let field = field.option("river_second=no");
    assert_eq!(verdicts(&field, &["MOVE VL1 1212 1213"]), ["legal"]);
    let field = field.option("dis_move=recalc");
    assert_eq!(verdicts(&field, &["MOVE VL1 1212 1213"]), ["legal"]);
    let good = Battlefield::new("VL1@1112/6")
        .river("1112/1212")
        .option("dis_move=recalc")
        .active(Contingent::Visigoths);
    assert_eq!(verdicts(&good, &["MOVE VL1 1212 1213"]), ["open"]);
}

#[test]
fn a_shot_after_reaction_fire_is_open_if_the_archer_may_fall() {
    let fire = |unit: &str| {
        let units = format!("{unit}@1212/6 RL1@1412/12 RL2@1411/2 VM1@1313/6");
        let field = of_huns(&units);
        let name = unit.trim_end_matches('d');
        verdicts(
            &field,
            &[format!("MOVE {name} 1312 FIRE VM1 FACE 4").as_str()],
        )
    };
    assert_eq!(fire("HL01"), ["open"], "two archers");
    assert_eq!(fire("HL01d"), ["open"]);
    let field = of_huns("HL01@1212/6 RL1@1412/12 VM1@1313/6");
    assert_eq!(
        verdicts(&field, &["MOVE HL01 1312 FIRE VM1"]),
        ["legal"],
        "one archer"
    );
}

#[test]
fn a_friend_that_may_not_get_so_far_leaves_a_way_open() {
    let field = of_huns("HL01d@1212/6 HL02@1211/6 RL1@1412/12");
    let lines = ["MOVE HL01 1312", "MOVE HL02 1312"];
    assert_eq!(verdicts(&field, &lines), ["legal", "open"]);
    let field = of_huns("HL01@1212/6 HL02@1211/6 RL1@1412/12");
    assert_eq!(verdicts(&field, &lines), ["legal", "6.1"]);
}

#[test]
fn an_engaged_unit_withdraws_and_then_moves_no_more() {
    let field = of_huns("HM1@1412/12 VM1@1312/6").engaged("HM1-VM1");
    let lines = ["MOVE HM1 1512 1612", "FACE HM1 2", "MOVE HM1 1712"];
    assert_eq!(verdicts(&field, &lines), ["legal", "legal", "6.0"]);
    assert_eq!(verdicts(&field, &["MOVE HM1 1512 1612 1712"]), ["6.0"]);
    assert_eq!(verdicts(&field, &["MOVE HM1 FIRE VM1"]), ["8.1"]);
}

#[test]
fn momentum_and_facing_are_played_forward() {
    let field = of_huns("HH1@1512/12 VM1@1312/6");
    let view = field.view(Side::Hun);
    let text = "MOVE HH1 1412 FACE 10";
    let order = field
        .game
        .parse(&view, &mut Cursor::new(text))
        .unwrap()
        .remove(0);
    let mut open = field.state.open.clone();
    assert_eq!(
        judge(&field.game, &mut open, Contingent::Huns, &order),
        Verdict::Legal
    );
    let piece = open.piece(field.unit("HH1"));
    assert!(piece.deeds.momentum && piece.deeds.moved);
    assert_eq!(piece.facing.hour(), 10);
}

#[test]
fn attila_rides_forward_too() {
    let field = of_huns("HL01@1412/12 HH1@1612/12 VM1@1313/6").attila("HL01");
    let lines = ["ATTILA MOVE 1512 1612", "ATTILA MOVE 1613"];
    let judged = verdicts(&field, &lines);
    assert_eq!(judged[0], "legal");
    assert_ne!(judged[1], "legal", "he rides once");
    assert_ne!(verdicts(&field, &["ATTILA MOVE 1313"]), ["legal"]);
}

#[test]
fn orders_of_other_segments_are_none_of_this_one() {
    let field = of_huns("HH1@1412/12 VM1@1312/6");
    assert_eq!(verdicts(&field, &["SHOCK HH1 ON VM1"]), ["4.0"]);
}
