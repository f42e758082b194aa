//! 9.5: the modifiers of the dice.

use super::*;

/// One attack without a result: the modifiers of its dice.
fn one_round(field: Battlefield, line: &str, script: &str) -> String {
    let side = field.state.open.active.unwrap().side();
    let played = shock(field.line(side, line).dice(&dice(script)));
    modifiers(&played)
}

#[test]
fn r9_5_1a_flank_and_rear_help_the_attacker() {
    // VM1 stands in 1312; 12 shows its front to 1211 and 1212.
    for (facing, with) in [(6, ""), (2, "flank -2"), (12, "rear -3"), (4, "")] {
        let units = format!("OH1@1412/12 VM1@1312/{facing}");
        let field = field(Contingent::Ostrogoths, &units);
        let dice = one_round(field, "SHOCK OH1 ON VM1", "OH1 9, VM1 9");
        assert_eq!(dice, format!("{with}, "), "facing {facing}");
    }
}

#[test]
fn r9_5_1a_in_the_flank_a_7_hits_and_in_front_it_misses() {
    for (facing, net) in [(2, "5 hit, 9 miss"), (6, "7 miss, 9 miss")] {
        let units = format!("OH1@1412/12 VM1@1312/{facing}");
        let played = shock(
            field(Contingent::Ostrogoths, &units)
                .line(HUN, "SHOCK OH1 ON VM1")
                .dice(&dice("OH1 7, VM1 9")),
        );
        assert_eq!(played.net(), net);
    }
}

#[test]
fn r9_5_1b_terrain_helps_the_defender_alone() {
    let field = || field(Contingent::Ostrogoths, "OM1@1412/12 VM1@1312/6");
    let round = |field| one_round(field, "SHOCK OM1 ON VM1", "OM1 9, VM1 9");
    assert_eq!(round(field().woods("1312")), ", woods -1");
    assert_eq!(round(field().village("1312")), ", village -1");
    assert_eq!(round(field().woods("1412")), ", ");
    assert_eq!(round(field().river("1312/1412")), ", river -3");
    assert_eq!(round(field().level(1, "1312")), ", defender_uphill -1");
    assert_eq!(round(field().level(1, "1412")), ", defender_downhill +1");
    assert_eq!(
        round(field().woods("1312").level(1, "1312")),
        ", woods -1 defender_uphill -1"
    );
    assert_eq!(
        round(field().river("1312/1412").level(1, "1412")),
        ", river -3 defender_downhill +1"
    );
}

#[test]
fn r9_5_1c_q10_one_die_against_several_takes_the_worst_the_best_or_each() {
    // VM1 is struck in the flank, VM2 in front.
    let units = "OM1@1412/12 VM1@1312/2 VM2@1313/6";
    let fought = |option: &str, die: u8, checks: &str| {
        shock(
            field(Contingent::Ostrogoths, units)
                .option(option)
                .line(HUN, "SHOCK OM1 ON VM1 VM2")
                .dice(&format!(
                    "shock OM1 {die}, shock VM1 9, shock VM2 9{checks}"
                )),
        )
    };
    let worst = fought("mixed_modifiers=worst", 4, "");
    assert_eq!(worst.net(), "4 miss, 9 miss, 9 miss");
    let best = fought("mixed_modifiers=best", 4, "");
    assert_eq!(best.net(), "2 hit, 9 miss, 9 miss");
    let each = fought("mixed_modifiers=each", 4, "");
    assert_eq!(each.net(), "2 hit, 9 miss, 9 miss");
    assert_eq!(each.units(), "OM1@1412/12 VM1d@1312/2 VM2@1313/6");
    let both = fought("mixed_modifiers=each", 3, "");
    assert_eq!(
        both.units(),
        "OM1@1412/12 VM1d@1312/2 VM2@1313/6",
        "one die is one result, and the tie goes to the lowest hex"
    );
}

#[test]
fn r9_5_1c_q10_each_compares_a_hit_with_the_one_it_can_hurt() {
    // VM2, weaker for being Disordered, is struck in front; only VM1, in the flank, can be hit.
    let played = shock(
        field(Contingent::Ostrogoths, "OM1@1412/12 VM1@1312/2 VM2d@1313/6")
            .option("mixed_modifiers=each")
            .line(HUN, "SHOCK OM1 ON VM1 VM2")
            .dice(&dice("OM1 5, VM1 9, VM2 9")),
    );
    assert_eq!(played.units(), "OM1@1412/12 VM1d@1312/2 VM2d@1313/6");
}

#[test]
fn r9_5_1c_q10_a_defender_takes_the_ground_worst_for_it() {
    let units = "OM1@1412/12 OM2@1411/12 VM1@1312/6";
    let round = |option: &str| {
        one_round(
            field(Contingent::Ostrogoths, units)
                .option(option)
                .river("1312/1412")
                .level(1, "1411"),
            "SHOCK OM1 OM2 ON VM1",
            "OM1 9, OM2 9, VM1 9",
        )
    };
    assert_eq!(round("mixed_modifiers=worst"), ", , defender_downhill +1");
    assert_eq!(round("mixed_modifiers=best"), ", , river -3");
}

#[test]
fn r9_5_2a_momentum_counts_if_the_player_uses_it() {
    let field = || field(Contingent::Ostrogoths, "OM1*@1412/12 VM1@1312/6");
    let dice = "OM1 9, VM1 9";
    assert_eq!(
        one_round(field(), "SHOCK OM1 ON VM1", dice),
        "momentum -1, "
    );
    let without = "SHOCK OM1 ON VM1 NOMOMENTUM OM1";
    assert_eq!(one_round(field(), without, dice), ", ");
    let automatic = field().option("momentum=automatic");
    assert_eq!(one_round(automatic, without, dice), "momentum -1, ");
}

#[test]
fn r9_5_2b_the_marker_is_gone_after_the_first_round() {
    let played = shock(
        field(Contingent::Ostrogoths, "OM1*@1412/12 VM1@1312/6")
            .line(HUN, "SHOCK OM1 ON VM1")
            .dice(&dice("OM1 9, VM1 9")),
    );
    assert!(!played.state.open.piece(played.unit("OM1")).deeds.momentum);
}

#[test]
fn r9_5_3a_ferocity_comes_with_momentum_only() {
    let round = |units| {
        one_round(
            field(Contingent::Romans, units),
            "SHOCK SM1 ON OM1",
            "SM1 9, OM1 9",
        )
    };
    assert_eq!(
        round("SM1*@1312/6 OM1@1412/12"),
        "momentum -1 ferocity -1, "
    );
    assert_eq!(round("SM1@1312/6 OM1@1412/12"), ", ");
}

#[test]
fn r9_5_3b_disordered_units_have_no_ferocity() {
    let round = one_round(
        field(Contingent::Allies, "GM1d*@1412/12 VM1@1312/6"),
        "SHOCK GM1 ON VM1",
        "GM1 9, VM1 9",
    );
    assert_eq!(round, "momentum -1, ");
}

#[test]
fn r9_5_4_each_earlier_attack_makes_the_next_worse() {
    let played = shock(
        field(Contingent::Allies, "GM1@1412/12 VM1@1312/12")
            .line(HUN, "SHOCK GM1 ON VM1")
            .line(HUN, "CONTINUE GM1 ON VM1 MAX 2")
            .dice(
                "shock GM1 0, shock VM1 9, shock GM1 1, shock VM1 9, second VM1 0, \
                 shock GM1 9, shock VM1 9",
            ),
    );
    assert_eq!(
        played.net(),
        "-3 OV, 9 miss, -1 OV, 9 miss, 0 stay, 8 miss, 9 miss"
    );
    assert!(modifiers(&played).ends_with("rear -3 fatigue +2, "));
}

#[test]
fn r9_5_5_all_modifiers_add() {
    let round = one_round(
        field(Contingent::Allies, "GM1*@1412/12 VM1@1312/12"),
        "SHOCK GM1 ON VM1",
        "GM1 9, VM1 9",
    );
    assert_eq!(round, "rear -3 momentum -1 ferocity -1, ");
}

#[test]
fn r13_1c_attila_helps_the_unit_he_is_with_alone() {
    let round = one_round(
        field(Contingent::Huns, "HH1@1412/12 HM1@1411/12 VM1@1312/6").attila("HH1"),
        "SHOCK HH1 HM1 ON VM1",
        "HH1 9, HM1 9, VM1 9",
    );
    assert_eq!(round, "attila -1, , ");
}

#[test]
fn r13_1b_attila_makes_a_1_overwhelming_and_may_be_declined() {
    let field = || {
        field(Contingent::Huns, "HM1@1412/12 VM1@1312/6")
            .attila("HM1")
            .line(HUN, "SHOCK HM1 ON VM1")
            .dice(&dice("HM1 1, VM1 9"))
    };
    assert_eq!(shock(field()).net(), "0 OV, 9 miss");
    let off = shock(field().line(HUN, "ATTILA ADJUST OFF"));
    assert_eq!(off.net(), "1 hit, 9 miss");
}
