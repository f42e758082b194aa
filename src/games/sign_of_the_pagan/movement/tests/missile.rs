use super::super::super::testing::Battlefield;
use super::*;

/// The only line of the Huns is refused by this rule, and no die is rolled.
fn refused_by(field: Battlefield, line: &str, rule: &str) {
    let before = field.battle().open.pieces.clone();
    let played = huns(field, &[line]);
    assert_eq!(played.refused(), [format!("{line} | - | {rule}")]);
    assert_eq!(played.state.open.pieces, before);
}

/// What a shot of the Huns comes to.
fn shot(units: &str, line: &str, dice: &str) -> String {
    huns(Battlefield::new(units).dice(dice), &[line]).net()
}

#[test]
fn r2_2h_without_a_bow_no_fire() {
    refused_by(
        Battlefield::new("HH1@1412/12 VM1@1312/6"),
        "FIRE HH1 VM1",
        "2.2",
    );
}

#[test]
fn r8_1a_a_bow_reaches_two_hexes() {
    refused_by(
        Battlefield::new("HL01@1412/12 VM1@1112/6"),
        "FIRE HL01 VM1",
        "8.1",
    );
    assert_eq!(
        shot("HL01@1412/12 VM1@1212/6", "FIRE HL01 VM1", "fire HL01 6"),
        "4 NE"
    );
}

#[test]
fn r8_1a_friends_and_the_fallen_are_no_targets() {
    refused_by(
        Battlefield::new("HL01@1412/12 HL02@1312/6"),
        "FIRE HL01 HL02",
        "8.1",
    );
    refused_by(
        Battlefield::new("HL01@1412/12 VM1@x"),
        "FIRE HL01 VM1",
        "8.1",
    );
}

#[test]
fn r8_1b_own_fire_goes_through_front_and_flank_and_r7_2b_never_through_the_rear() {
    let flank = shot("HL01@1412/12 VM1@1413/6", "FIRE HL01 VM1", "fire HL01 5");
    assert_eq!(flank, "5 disorder");
    refused_by(
        Battlefield::new("HL01@1412/12 VM1@1513/6"),
        "FIRE HL01 VM1",
        "7.2",
    );
}

#[test]
fn r8_1d_sight_goes_into_a_wood_but_not_through_one() {
    let field = |target: &str, woods: &str| {
        Battlefield::new(&format!("HL01@1412/12 VM1@{target}/6")).woods(woods)
    };
    let into = huns(
        field("1213", "1213").dice("fire HL01 9"),
        &["FIRE HL01 VM1"],
    );
    assert_eq!(into.net(), "7 disorder");
    refused_by(field("1213", "1313"), "FIRE HL01 VM1", "8.1");
    let village = Battlefield::new("HL01@1412/12 VM1@1213/6").village("1313");
    refused_by(village, "FIRE HL01 VM1", "8.1");
}

#[test]
fn r8_1d_a_hex_higher_than_both_ends_blocks() {
    let field = |high: &str| Battlefield::new("HL01@1412/12 VM1@1213/6").level(1, high);
    refused_by(field("1313"), "FIRE HL01 VM1", "8.1");
    let from_above = huns(field("1313 1412").dice("fire HL01 9"), &["FIRE HL01 VM1"]);
    assert_eq!(from_above.net(), "8 disorder", "downhill");
    let upwards = huns(field("1313 1213").dice("fire HL01 9"), &["FIRE HL01 VM1"]);
    assert_eq!(upwards.net(), "6 disorder", "uphill");
}

#[test]
fn r8_1f_engaged_units_neither_fire_nor_are_fired_at() {
    let field = || Battlefield::new("HM1@1412/12 HL02@1413/10 VM1@1312/6").engaged("HM1-VM1");
    refused_by(field(), "FIRE HM1 VM1", "8.1");
    refused_by(field(), "FIRE HL02 VM1", "8.1");
}

#[test]
fn q16a_a_line_along_a_hexside_asks_both_hexes_or_one() {
    let fire = |option: &str, woods: &str, dice: &str| {
        let field = Battlefield::new("HL01@1412/12 VM1@1212/6")
            .option(option)
            .woods(woods)
            .dice(dice);
        huns(field, &["FIRE HL01 VM1"]).net()
    };
    assert_eq!(
        fire("los_hexside=both", "1312", "fire HL01 7"),
        "5 disorder"
    );
    assert_eq!(fire("los_hexside=both", "1312 1313", ""), "");
    assert_eq!(fire("los_hexside=either", "1313", ""), "");
    assert_eq!(fire("los_hexside=either", "", "fire HL01 7"), "5 disorder");
}

#[test]
fn q16a_units_beside_the_line_count_alike() {
    let fire = |option: &str, units: &str| {
        let field = Battlefield::new(&format!("HL01@1412/12 VM1@1212/6 {units}"))
            .option(option)
            .dice("fire HL01 9");
        huns(field, &["FIRE HL01 VM1"]).net()
    };
    assert_eq!(fire("los_hexside=both", "HM1@1312/12"), "7 disorder");
    assert_eq!(
        fire("los_hexside=both", "HM1@1312/12 VM2@1313/6"),
        "6 disorder"
    );
    assert_eq!(fire("los_hexside=either", "HM1@1312/12"), "6 disorder");
}

#[test]
fn q16b_a_line_along_a_hexside_wants_both_hexes_in_the_arc() {
    // Facing 12 the line to 1514 runs between a flank and a rear hex.
    let field = |option: &str| Battlefield::new("HL01@1412/12 VM1@1514/6").option(option);
    refused_by(field("arc_hexside=both"), "FIRE HL01 VM1", "7.2");
    let either = field("arc_hexside=either").dice("fire HL01 7");
    assert_eq!(huns(either, &["FIRE HL01 VM1"]).net(), "5 disorder");
    refused_by(
        Battlefield::new("HL01@1412/12 VM1@1612/6").option("arc_hexside=either"),
        "FIRE HL01 VM1",
        "7.2",
    );
}

#[test]
fn r6_3a_a_shot_costs_a_movement_point() {
    let seven = "MOVE HL01 1313 1213 1113 1013 0913 0813 0713 FIRE VM1";
    let field = Battlefield::new("HL01@1412/12 VM1@0513/6").dice("fire HL01 9");
    let played = huns(field, &[seven]);
    assert_eq!(played.units(), "HL01@0713/12 VM1d@0513/6");
    let eight = "MOVE HL01 1313 1213 1113 1013 0913 0813 0713 0613 FIRE VM1 FACE 2";
    let played = huns(Battlefield::new("HL01@1412/12 VM1@0513/6"), &[eight]);
    assert_eq!(played.units(), "HL01@0613/12 VM1@0513/6");
    assert_eq!(played.refused(), [format!("{eight} | - | 6.3")]);
}

#[test]
fn r6_3a_a_shot_after_the_move_is_paid_from_what_is_left() {
    let lines = ["MOVE HM1 1313 1213 1113 1013 0913", "FIRE HM1 VM1"];
    let played = huns(Battlefield::new("HM1@1412/12 VM1@0713/6"), &lines);
    assert_eq!(played.refused(), ["FIRE HM1 VM1 | - | 6.3"]);
    let lines = ["MOVE HM1 1313 1213 1113 1013", "FIRE HM1 VM1"];
    let field = Battlefield::new("HM1@1412/12 VM1@0813/6").dice("fire HM1 7");
    assert_eq!(huns(field, &lines).net(), "5 disorder");
}

#[test]
fn r6_3b_one_shot_in_a_segment() {
    let field = Battlefield::new("HL01@1412/12 VM1@1312/6").dice("fire HL01 0");
    let played = huns(field, &["FIRE HL01 VM1", "FIRE HL01 VM1"]);
    assert_eq!(played.refused(), ["FIRE HL01 VM1 | - | 6.3"]);
}

#[test]
fn r8_2_1a_light_units_fire_at_any_point_of_their_move() {
    let field = Battlefield::new("HL01@1613/12 VM1@1312/6").dice("fire HL01 7");
    let played = huns(field, &["MOVE HL01 1513 FIRE VM1 1613 1713 FACE 6"]);
    assert_eq!(played.units(), "HL01@1713/6 VM1d@1312/6");
    assert!(played.refused().is_empty());
}

#[test]
fn r8_2_1b_medium_foot_fires_when_its_move_is_over() {
    let line = "MOVE HM1 1511 FIRE VM1 1510";
    let field = Battlefield::new("HM1@1512/12 VM1@1311/6").dice("fire HM1 0");
    let played = huns(field, &[line]);
    assert_eq!(played.units(), "HM1@1511/12 VM1@1311/6");
    assert_eq!(played.net(), "-2 NE");
    assert_eq!(played.refused(), [format!("{line} | 1510 | 8.2.1")]);
    let field = Battlefield::new("HM1@1512/12 VM1@1312/6").dice("fire HM1 0");
    let played = huns(field, &["FIRE HM1 VM1", "MOVE HM1 1511"]);
    assert_eq!(played.refused(), ["MOVE HM1 1511 | 1511 | 8.2.1"]);
}

#[test]
fn r8_2_1c_heavy_foot_with_a_bow_fires_like_medium_foot() {
    let line = "MOVE HI1 1511 FIRE VM1 1510";
    let field = Battlefield::new("HI1@1512/12 VM1@1311/6").dice("fire HI1 0");
    assert_eq!(
        huns(field, &[line]).refused(),
        [format!("{line} | 1510 | 8.2.1")]
    );
}

#[test]
fn r8_3a_the_table_reads_by_weight() {
    let fire = |target: &str, die: u8| {
        let units = format!("HM1@1412/12 {target}@1312/6");
        let dice = format!("fire HM1 {die}");
        shot(&units, &format!("FIRE HM1 {target}"), &dice)
    };
    for (net, light, medium, heavy) in [
        (3, "NE", "NE", "NE"),
        (4, "disorder", "NE", "NE"),
        (5, "disorder", "disorder", "NE"),
        (6, "disorder", "disorder", "NE"),
        (7, "disorder", "disorder", "disorder"),
    ] {
        for (target, came) in [
            ("RL1", light),
            ("VL1", light),
            ("VM1", medium),
            ("RH1", heavy),
            ("VH1", heavy),
        ] {
            assert_eq!(fire(target, net), format!("{net} {came}"), "{target}");
        }
    }
}

#[test]
fn r8_3_1a_an_ordinary_bow_shoots_worse() {
    let field = Battlefield::new("RL1@1312/6 HL01@1412/12").dice("fire RL1 4");
    assert_eq!(romans(field, &["FIRE RL1 HL01"]).net(), "3 NE");
}

#[test]
fn r8_3_1b_downhill_helps_and_uphill_hinders() {
    let field = |high: &str| Battlefield::new("HM1@1412/12 RH1@1312/6").level(1, high);
    let down = huns(field("1412").dice("fire HM1 6"), &["FIRE HM1 RH1"]);
    assert_eq!(down.net(), "7 disorder");
    let up = huns(field("1312").dice("fire HM1 7"), &["FIRE HM1 RH1"]);
    assert_eq!(up.net(), "6 NE");
}

#[test]
fn r8_3_1c_range_2_and_r8_3_1d_disorder_cost_their_points() {
    let long = shot("HM1@1412/12 VH1@1212/6", "FIRE HM1 VH1", "fire HM1 8");
    assert_eq!(long, "6 NE");
    let shaken = shot("HM1d@1412/12 VM1@1312/6", "FIRE HM1 VM1", "fire HM1 5");
    assert_eq!(shaken, "4 NE");
}

#[test]
fn r8_3_1e_all_modifiers_add_up_in_the_order_of_the_table() {
    use super::super::super::event::Drm;
    let field = Battlefield::new("RL1d@1412/12 RM1@1313/12 HM1@1213/6")
        .level(1, "1213")
        .dice("fire RL1 9");
    let played = romans(field, &["FIRE RL1 HM1"]);
    assert_eq!(played.net(), "3 NE");
    let drms: Vec<Drm> = played.rolls()[0]
        .modifiers
        .iter()
        .map(|modifier| modifier.drm)
        .collect();
    let table = [
        Drm::BBow,
        Drm::Uphill,
        Drm::LongRange,
        Drm::OverUnit,
        Drm::FirerDisordered,
    ];
    assert_eq!(drms, table);
}

#[test]
fn r8_3_2a_a_result_flips_and_r8_3_2b_a_second_one_checks() {
    let flipped = huns(
        Battlefield::new("HM1@1412/12 RH1@1312/6").dice("fire HM1 7"),
        &["FIRE HM1 RH1"],
    );
    assert_eq!(flipped.units(), "HM1@1412/12 RH1d@1312/6");
    let check = |die: u8| {
        let dice = format!("fire HM1 5, second VM1 {die}");
        let field = Battlefield::new("HM1@1412/12 VM1d@1312/6").dice(&dice);
        huns(field, &["FIRE HM1 VM1"])
    };
    assert_eq!(check(4).units(), "HM1@1412/12 VM1d@1312/6");
    let gone = check(5);
    assert_eq!(gone.units(), "HM1@1412/12 VM1@x");
    assert_eq!(gone.state.open.eliminated, [0, 1]);
}

#[test]
fn r12_2_shot_alans_test_the_nerves_of_the_rest() {
    let field = Battlefield::new("HM1@1412/12 AH1d@1312/6 AM1@1010/6")
        .dice("fire HM1 7, second AH1 6, alan_defect roman 5");
    let played = huns(field, &["FIRE HM1 AH1"]);
    assert_eq!(played.units(), "HM1@1412/12 AH1@x AM1@1010/6");
}

#[test]
fn r13_1a_attila_helps_the_archers_he_is_with() {
    let field = Battlefield::new("HM1@1412/12 RH1@1312/6")
        .attila("HM1")
        .dice("fire HM1 6");
    assert_eq!(huns(field, &["FIRE HM1 RH1"]).net(), "7 disorder");
    let field = Battlefield::new("HM1@1412/12 RH1@1312/6")
        .attila("HM1")
        .dice("fire HM1 6");
    let declined = huns(hun_standing(field, "ATTILA ADJUST OFF"), &["FIRE HM1 RH1"]);
    assert_eq!(declined.net(), "6 NE");
}

#[test]
fn r8_1_a_dead_target_ends_the_move_that_wanted_to_fire() {
    let field =
        Battlefield::new("HL01@1412/12 HL02@1411/12 VM1d@1312/6").dice("fire HL01 9, second VM1 9");
    let line = "MOVE HL02 1311 FIRE VM1 1411 FACE 6";
    let played = huns(field, &["FIRE HL01 VM1", line]);
    assert_eq!(played.units(), "HL01@1412/12 HL02@1311/12 VM1@x");
    assert_eq!(played.refused(), [format!("{line} | 1411 | 8.1")]);
}
