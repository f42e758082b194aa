use super::super::super::order::{Leg, Order};
use super::super::super::testing::{Battlefield, hex};
use super::super::Step;
use super::*;

#[test]
fn r6_0a_a_hex_that_does_not_touch_is_refused() {
    let played = huns(Battlefield::new("HL01@1412/12"), &["MOVE HL01 1412 1612"]);
    assert_eq!(played.units(), "HL01@1412/12");
    assert_eq!(played.refused(), ["MOVE HL01 1412 1612 | 1612 | 6.0"]);
    assert!(played.events.is_empty());
}

#[test]
fn r2_2i_movement_points_run_out() {
    let line = "MOVE HM1 1313 1213 1113 1013 0913 0813";
    let played = huns(Battlefield::new("HM1@1412/12"), &[line]);
    assert_eq!(played.units(), "HM1@0913/12");
    assert_eq!(played.refused(), [format!("{line} | 0813 | 6.0")]);
}

#[test]
fn r6_0b_the_first_hex_is_always_allowed_and_leaves_nothing() {
    let field = Battlefield::new("RH1@1112/6")
        .woods("1212")
        .river("1112/1212")
        .dice("river RH1 4");
    let line = "MOVE RH1 1212 1312 FACE 8";
    let played = romans(field, &[line]);
    assert_eq!(played.net(), "4 ok");
    assert_eq!(
        played.units(),
        "RH1@1212/6",
        "cut short it keeps its facing"
    );
    assert_eq!(played.refused(), [format!("{line} | 1312 | 6.0")]);
}

#[test]
fn r6_0c_nobody_leaves_the_map() {
    let field = Battlefield::new("HL01@1825/12").edge(18, 25);
    let unit = field.unit("HL01");
    let over_the_edge = Order::Move {
        unit,
        withdraw: false,
        legs: vec![Leg::Step(hex("1826"))],
        facing: None,
    };
    let played = field
        .active(Contingent::Huns)
        .order(Side::Hun, over_the_edge)
        .run(vec![Frame::Move(Step::Segment)]);
    assert_eq!(played.units(), "HL01@1825/12");
    assert!(played.refused()[0].ends_with("| 1826 | 6.0"));
}

#[test]
fn r6_0d_without_a_line_a_unit_stays() {
    let played = huns(Battlefield::new("HL01@1412/12"), &[]);
    assert_eq!(played.units(), "HL01@1412/12");
    assert!(played.events.is_empty());
}

#[test]
fn r6_0_a_unit_makes_one_move() {
    let lines = ["MOVE HL01 1313", "MOVE HL01 1213"];
    let played = huns(Battlefield::new("HL01@1412/12"), &lines);
    assert_eq!(played.units(), "HL01@1313/12");
    assert_eq!(played.refused(), ["MOVE HL01 1213 | 1213 | 6.0"]);
}

#[test]
fn r6_0_the_way_to_a_far_hex_is_the_cheapest() {
    let field = Battlefield::new("HL01@1412/12").woods("1313 1312");
    let played = huns(field, &["MOVE HL01 TO 1212 FACE 2"]);
    let costs: Vec<u8> = played
        .events
        .iter()
        .filter_map(|event| match event {
            crate::games::sign_of_the_pagan::event::Event::Stepped { cost, .. } => Some(*cost),
            _ => None,
        })
        .collect();
    assert_eq!(played.units(), "HL01@1212/2");
    assert_eq!(
        costs,
        [2, 1],
        "through the wood with the lower id, not round it"
    );
}

#[test]
fn r6_0_a_hex_out_of_reach_is_refused_whole() {
    let played = huns(Battlefield::new("HM1@1412/12"), &["MOVE HM1 TO 0712"]);
    assert_eq!(played.units(), "HM1@1412/12");
    assert_eq!(played.refused(), ["MOVE HM1 TO 0712 | 0712 | 6.0"]);
}

#[test]
fn r6_1a_no_unit_passes_through_another() {
    let field = Battlefield::new("VM1@1312/6 VM2@1211/6");
    let played = visigoths(field, &["MOVE VM1 1211 1212"]);
    assert_eq!(played.units(), "VM1@1312/6 VM2@1211/6");
    assert_eq!(played.refused(), ["MOVE VM1 1211 1212 | 1211 | 6.1"]);
}

#[test]
fn r4_0f_lines_are_carried_out_in_their_order() {
    let into = |lines: &[&str]| {
        let field = Battlefield::new("VM1@1312/6 VM2@1311/6");
        visigoths(field, lines).units()
    };
    let (follow, lead) = ("MOVE VM2 1312", "MOVE VM1 1313");
    assert_eq!(into(&[lead, follow]), "VM1@1313/6 VM2@1312/6");
    assert_eq!(into(&[follow, lead]), "VM1@1313/6 VM2@1311/6");
}

#[test]
fn r4_0d_only_the_active_contingent_acts() {
    let field = Battlefield::new("OH1@1412/12 HM1@1512/12 VM1@1311/6");
    let lines = ["MOVE OH1 1313", "FACE OH1 2", "FIRE OH1 VM1"];
    let played = huns(field, &lines);
    assert_eq!(played.units(), "OH1@1412/12 HM1@1512/12 VM1@1311/6");
    assert_eq!(
        played.refused(),
        [
            "MOVE OH1 1313 | 1313 | 4.0",
            "FACE OH1 2 | - | 4.0",
            "FIRE OH1 VM1 | - | 4.0",
        ]
    );
}

#[test]
fn r6_2a_contact_ends_a_move_and_r6_2b_lets_the_unit_turn() {
    let at_once = huns(
        Battlefield::new("HL01@1714/12 VM1@1413/12"),
        &["MOVE HL01 1614 1514 1414 FACE 10"],
    );
    assert_eq!(at_once.units(), "HL01@1514/12 VM1@1413/12");
    let refused = "MOVE HL01 1614 1514 1414 FACE 10 | 1414 | 6.2";
    assert_eq!(at_once.refused(), [refused]);
    let turned = huns(
        Battlefield::new("HL01@1714/12 VM1@1413/12"),
        &["MOVE HL01 1614 1514 FACE 10"],
    );
    assert_eq!(turned.units(), "HL01@1514/10 VM1@1413/12");
}

#[test]
fn r6_2c_a_unit_that_begins_next_to_an_enemy_moves_freely() {
    let field = Battlefield::new("HL01@1412/12 VM1@1312/12");
    let played = huns(field, &["MOVE HL01 1512 1612"]);
    assert_eq!(played.units(), "HL01@1612/12 VM1@1312/12");
    assert!(played.refused().is_empty());
}

#[test]
fn r6_2_a_kill_does_not_set_the_stopped_unit_free() {
    let field = Battlefield::new("HL01@1514/12 VM1d@1313/12").dice("fire HL01 9, second VM1 9");
    let line = "MOVE HL01 1413 FIRE VM1 1313";
    let played = huns(field, &[line]);
    assert_eq!(played.units(), "HL01@1413/12 VM1@x");
    assert_eq!(played.refused(), [format!("{line} | 1313 | 6.2")]);
}

#[test]
fn r2_2b_a_tribe_of_the_other_side_is_an_enemy() {
    let field = Battlefield::new("RF1@1111/6 FM1@1412/6");
    let played = romans(field, &["MOVE RF1 1211 1312 1411"]);
    assert_eq!(played.units(), "RF1@1312/6 FM1@1412/6");
}

#[test]
fn r6_2d_attila_alone_bars_nothing_and_gets_away() {
    let field = Battlefield::new("VM1@1212/6 HH1@1912/12").attila("@1312");
    let played = visigoths(field, &["MOVE VM1 1312 1412"]);
    assert_eq!(played.units(), "VM1@1412/6 HH1@1912/12");
    assert_eq!(played.attila(), "HH1");
}

#[test]
fn r9_5_2a_contact_from_outside_every_zone_gives_momentum() {
    let momentum = |units: &str, line: &str| {
        let played = moves(Battlefield::new(units), Contingent::Ostrogoths, &[line]);
        let unit = played.unit("OH1");
        played.state.open.piece(unit).deeds.momentum
    };
    assert!(momentum("OH1@1512/12 VM1@1312/6", "MOVE OH1 1412"));
    let beside_another = "OH1@1512/12 VM1@1312/6 VM2@1612/6";
    assert!(!momentum(beside_another, "MOVE OH1 1412"));
    assert!(!momentum("OH1@1612/12 VM1@1312/6", "MOVE OH1 1512"));
}

#[test]
fn q2_a_frontal_zone_leaves_flank_and_rear_free() {
    let momentum = |facing: u8| {
        let field = Battlefield::new(&format!("OH1@1512/12 VM1@1312/6 VM2@1612/{facing}"));
        let field = field.option("zoc=frontal");
        let played = moves(field, Contingent::Ostrogoths, &["MOVE OH1 1412"]);
        played.state.open.piece(played.unit("OH1")).deeds.momentum
    };
    assert!(momentum(6));
    assert!(!momentum(10));
}

#[test]
fn tec_a_die_above_the_rating_disorders_a_unit_in_a_river() {
    let cross = |unit: &str, contingent: Contingent, die: u8| {
        let field = Battlefield::new(&format!("{unit}@1412/12"))
            .river("1412/1312")
            .dice(&format!("river {unit} {die}"));
        let line = format!("MOVE {unit} 1312");
        moves(field, contingent, &[line.as_str()]).net()
    };
    assert_eq!(cross("GM1", Contingent::Allies, 4), "4 ok");
    assert_eq!(cross("GM1", Contingent::Allies, 5), "5 disorder");
    assert_eq!(cross("RL1", Contingent::Romans, 1), "1 ok");
    assert_eq!(cross("RL1", Contingent::Romans, 2), "2 disorder");
}

#[test]
fn r2_5_a_natural_0_is_not_above_a_rating_of_0() {
    let field = Battlefield::new("RL1d@1412/12")
        .river("1412/1312")
        .dice("river RL1 0");
    assert_eq!(romans(field, &["MOVE RL1 1312"]).net(), "0 ok");
}

#[test]
fn q21_a_disordered_unit_that_fails_in_a_river_checks() {
    let field = || {
        Battlefield::new("VM1d@1412/12 AH1@1810/6")
            .river("1412/1312")
            .dice("river VM1 3, second VM1 5")
    };
    let played = visigoths(field(), &["MOVE VM1 1312 1212"]);
    assert_eq!(played.net(), "3 disorder, 5 elim");
    assert_eq!(played.units(), "VM1@x AH1@1810/6");
    let lenient = Battlefield::new("VM1d@1412/12")
        .option("river_second=no")
        .river("1412/1312")
        .dice("river VM1 3");
    let played = visigoths(lenient, &["MOVE VM1 1312"]);
    assert_eq!(played.units(), "VM1d@1312/12");
}

#[test]
fn r13_1a_attila_helps_his_unit_over_a_river() {
    let field = Battlefield::new("HL05@1412/12")
        .attila("HL05")
        .river("1412/1312")
        .dice("river HL05 3");
    let played = huns(field, &["MOVE HL05 1312"]);
    assert_eq!(played.net(), "2 ok");
    assert_eq!(played.attila(), "HL05");
}

#[test]
fn q32_points_left_after_disorder_on_the_way() {
    let cross = |option: &str| {
        let field = Battlefield::new("VM1@1412/12")
            .option(option)
            .river("1412/1312")
            .dice("river VM1 9");
        let played = visigoths(field, &["MOVE VM1 1312 1212"]);
        (played.units(), played.refused())
    };
    let (units, refused) = cross("dis_move=keep");
    assert_eq!(units, "VM1d@1212/12", "5 points, 4 for the river, 1 left");
    assert!(refused.is_empty());
    let (units, refused) = cross("dis_move=recalc");
    assert_eq!(units, "VM1d@1312/12", "4 points, 4 for the river");
    assert_eq!(refused, ["MOVE VM1 1312 1212 | 1212 | 6.0"]);
}

#[test]
fn tec_points_add_up_uphill_over_a_river() {
    let field = Battlefield::new("HM1@1411/12")
        .level(1, "1312")
        .river("1411/1312")
        .dice("river HM1 0");
    let played = huns(field, &["MOVE HM1 1312 1212"]);
    assert_eq!(
        played.units(),
        "HM1@1312/12",
        "1 for the hex, 3 and 1 on top"
    );
    assert_eq!(played.refused(), ["MOVE HM1 1312 1212 | 1212 | 6.0"]);
}

#[test]
fn r6_0_a_step_with_too_few_points_is_refused_after_the_first() {
    let field = Battlefield::new("HM1@1511/12")
        .level(1, "1312")
        .river("1411/1312");
    let played = huns(field, &["MOVE HM1 1411 1312"]);
    assert_eq!(played.units(), "HM1@1411/12");
    assert_eq!(played.refused(), ["MOVE HM1 1411 1312 | 1312 | 6.0"]);
}

#[test]
fn d6_a_line_for_a_unit_that_is_gone_is_dropped() {
    let played = huns(Battlefield::new("HL01@x HL02@1412/12"), &["MOVE HL01 1412"]);
    assert_eq!(played.refused(), ["MOVE HL01 1412 | 1412 | 5.0"]);
}
