//! 9.7.2, 9.8: advances and continued attacks.

use super::*;

/// OM1 and others have destroyed VM1 in 1312: everything up to the advance.
fn destroyed(units: &str) -> Battlefield {
    field(Contingent::Ostrogoths, units)
}

#[test]
fn r9_8a_without_momentum_the_advance_is_a_choice() {
    let field = || {
        destroyed("OM1@1412/12 VM1d@1312/6")
            .line(HUN, "SHOCK OM1 ON VM1")
            .dice("shock OM1 3, shock VM1 9, second VM1 9")
    };
    assert_eq!(shock(field()).units(), "OM1@1412/12 VM1@x");
    let yes = shock(field().line(HUN, "ADVANCE OM1 YES"));
    assert_eq!(yes.units(), "OM1@1312/12 VM1@x");
    for no in ["ADVANCE OM1 NO", "ADVANCE NO", "ADVANCE ALL NO"] {
        let declined = shock(field().line(HUN, no));
        assert_eq!(declined.units(), "OM1@1412/12 VM1@x");
        assert!(declined.refused().is_empty());
    }
}

#[test]
fn r9_8b_with_momentum_somebody_must() {
    let field = || {
        destroyed("OM1*@1412/12 VM1d@1312/6")
            .line(HUN, "SHOCK OM1 ON VM1")
            .dice("shock OM1 3, shock VM1 9, second VM1 9")
    };
    assert_eq!(shock(field()).units(), "OM1@1312/12 VM1@x");
    for no in ["ADVANCE OM1 NO", "ADVANCE NO"] {
        let forced = shock(field().line(HUN, no));
        assert_eq!(forced.units(), "OM1@1312/12 VM1@x");
        assert_eq!(forced.refused(), [format!("{no} | - | 9.8")]);
    }
}

#[test]
fn r9_8b_the_unit_that_charged_goes_unless_the_owner_says_otherwise() {
    let field = || {
        destroyed("OH1@1411/12 OM1*@1412/12 VM1d@1312/6")
            .line(HUN, "SHOCK OH1 OM1 ON VM1")
            .dice("shock OH1 1, shock OM1 9, shock VM1 9, second VM1 9")
    };
    assert_eq!(advances(&shock(field())), "OM1 1312");
    let other = shock(field().line(HUN, "ADVANCE OH1 1312 FACE 2"));
    assert_eq!(other.units(), "OH1@1312/2 OM1@1412/12 VM1@x");
    let spared = shock(field().line(HUN, "ADVANCE OM1 NO"));
    assert_eq!(advances(&spared), "OH1 1312");
}

#[test]
fn r9_8c_disordered_units_never_advance() {
    let played = shock(
        destroyed("OM1*@1412/12 VM1d@1312/6")
            .line(HUN, "SHOCK OM1 ON VM1")
            .line(HUN, "ADVANCE OM1 1312")
            .dice("shock OM1 3, shock VM1 2, second VM1 9"),
    );
    assert_eq!(played.units(), "OM1d@1412/12 VM1@x");
    assert_eq!(played.refused(), ["ADVANCE OM1 1312 | - | 9.6.1"]);
}

#[test]
fn r9_8_only_attackers_of_that_combat_advance() {
    let played = shock(
        destroyed("OM1@1412/12 OM2@1311/12 VM1d@1312/6")
            .line(HUN, "SHOCK OM1 ON VM1")
            .line(HUN, "ADVANCE OM2 1312")
            .dice("shock OM1 3, shock VM1 9, second VM1 9"),
    );
    assert_eq!(played.units(), "OM1@1412/12 OM2@1311/12 VM1@x");
    assert_eq!(played.refused(), ["ADVANCE OM2 1312 | - | 9.8"]);
}

#[test]
fn r9_8_one_unit_for_two_hexes_takes_the_one_its_owner_names() {
    let field = || {
        destroyed("OH1*@1412/12 OH2d@1413/12 VM1d@1312/6 VM2d@1313/6")
            .line(HUN, "SHOCK OH1 ON VM1 VM2")
            .line(HUN, "SHOCK OH2 ON VM2")
            .dice("shock OH1 1, shock OH2 1, shock VM1 9, shock VM2 9, second VM1 9, second VM2 9")
    };
    assert_eq!(advances(&shock(field())), "OH1 1312");
    let named = shock(field().line(HUN, "ADVANCE OH1 1313"));
    assert_eq!(advances(&named), "OH1 1313");
}

#[test]
fn r9_8_two_hexes_are_taken_by_two_units() {
    let played = shock(
        destroyed("OH1*@1412/12 OH2@1413/12 VM1d@1312/6 VM2d@1313/6")
            .line(HUN, "SHOCK OH1 ON VM1 VM2")
            .line(HUN, "SHOCK OH2 ON VM2")
            .dice("shock OH1 1, shock OH2 1, shock VM1 9, shock VM2 9, second VM1 9, second VM2 9"),
    );
    assert_eq!(advances(&played), "OH1 1312, OH2 1313");
}

#[test]
fn r9_8_an_advance_beside_enemies_engages_nobody_and_draws_no_fire() {
    let played = shock(
        field(
            Contingent::Visigoths,
            "VM1*@1312/6 OM1d@1412/12 HM1@1512/12",
        )
        .line(ROMAN, "SHOCK VM1 ON OM1")
        .dice("shock VM1 3, shock OM1 9, second OM1 9"),
    );
    assert_eq!(played.units(), "VM1@1412/6 OM1@x HM1@1512/12");
    assert_eq!(played.engaged(), "");
    assert!(played.cited().contains(&"6.4"));
}

#[test]
fn q33_an_attacker_engaged_with_another_enemy_advances_and_is_free_of_it() {
    let field = |option: &str| {
        destroyed("OM1@1412/12 VM1d@1312/6 VM2@1512/12")
            .option(option)
            .engaged("OM1-VM2")
            .line(HUN, "SHOCK OM1 ON VM1")
            .line(HUN, "ADVANCE OM1 1312")
            .dice("shock OM1 3, shock VM1 9, second VM1 9")
    };
    let yes = shock(field("advance_engaged=yes"));
    assert_eq!(yes.units(), "OM1@1312/12 VM1@x VM2@1512/12");
    assert_eq!(yes.engaged(), "");
    let no = shock(field("advance_engaged=no"));
    assert_eq!(no.units(), "OM1@1412/12 VM1@x VM2@1512/12");
    assert_eq!(no.refused(), ["ADVANCE OM1 1312 | - | Q33"]);
}

#[test]
fn q22_an_advance_across_a_river_is_checked_only_if_that_is_agreed() {
    let field = || {
        destroyed("OM1*@1412/12 VM1d@1312/6")
            .river("1312/1412")
            .line(HUN, "SHOCK OM1 ON VM1")
    };
    let dry = shock(field().dice("shock OM1 3, shock VM1 9, second VM1 9"));
    assert_eq!(dry.units(), "OM1@1312/12 VM1@x");
    let wet = shock(
        field()
            .option("river_nonmove=yes")
            .dice("shock OM1 3, shock VM1 9, second VM1 9, river OM1 4"),
    );
    assert_eq!(wet.units(), "OM1d@1312/12 VM1@x");
}

#[test]
fn r13_2_attila_alone_in_a_hex_that_is_taken_joins_the_nearest() {
    let played = shock(
        field(
            Contingent::Visigoths,
            "VM1*@1312/6 HL01d@1412/12 HM1@1512/12 HM2@1714/12",
        )
        .attila("HL01")
        .line(ROMAN, "SHOCK VM1 ON HL01")
        .dice("shock VM1 3, shock HL01 9, second HL01 9"),
    );
    assert_eq!(played.units(), "VM1@1412/6 HL01@x HM1@1512/12 HM2@1714/12");
    assert_eq!(played.attila(), "HM1");
}

#[test]
fn r13_2c_attila_left_alone_without_an_enemy_in_his_hex_stays() {
    let played = shock(
        field(
            Contingent::Visigoths,
            "VM1@1312/6 HL01d@1412/12 HM1@1512/12",
        )
        .attila("HL01")
        .line(ROMAN, "SHOCK VM1 ON HL01")
        .dice("shock VM1 3, shock HL01 9, second HL01 9"),
    );
    assert_eq!(played.attila(), "@1412");
}

#[test]
fn r13_0a_attila_advances_with_his_unit() {
    let played = shock(
        field(Contingent::Huns, "HH1*@1412/12 VM1d@1312/6")
            .attila("HH1")
            .line(HUN, "SHOCK HH1 ON VM1")
            .dice("shock HH1 5, shock VM1 9, second VM1 9"),
    );
    assert_eq!(played.units(), "HH1@1312/12 VM1@x");
    assert_eq!(played.attila(), "HH1");
}

/// GM1 overwhelms VM1.
fn goes_on(units: &str) -> Battlefield {
    field(Contingent::Allies, units).line(HUN, "SHOCK GM1 ON VM1")
}

#[test]
fn r9_7_2a_only_an_overwhelming_attacker_goes_on() {
    for (die, blows) in [(0, 2), (1, 1)] {
        let field = goes_on("GM1@1412/12 VM1@1312/6").line(HUN, "CONTINUE GM1 ON VM1");
        let script = if die == 0 {
            "shock GM1 0, shock VM1 9, shock GM1 9, shock VM1 9"
        } else {
            "shock GM1 1, shock VM1 9"
        };
        assert_eq!(rounds(&shock(field.dice(script))).len(), blows);
    }
}

#[test]
fn r9_7_2_by_default_it_stops() {
    let played = shock(goes_on("GM1@1412/12 VM1@1312/6").dice(&dice("GM1 0, VM1 9")));
    assert_eq!(rounds(&played).len(), 1);
}

#[test]
fn r9_7_2b_it_may_advance_first_turn_and_strike_from_there() {
    let played = shock(
        goes_on("GM1@1412/12 VM1d@1312/6 VM2@1211/4")
            .line(HUN, "ADVANCE GM1 1312 FACE 10")
            .line(HUN, "CONTINUE GM1 ON VM2")
            .dice("shock GM1 0, shock VM1 9, second VM1 9, shock GM1 9, shock VM2 9"),
    );
    assert_eq!(played.units(), "GM1@1312/10 VM1@x VM2@1211/4");
    assert_eq!(played.engaged(), "GM1-VM2");
}

#[test]
fn r9_7_2b_the_turn_of_an_advance_may_be_made_with_the_blow() {
    let played = shock(
        goes_on("GM1*@1412/12 VM1d@1312/6 VM2@1211/4")
            .line(HUN, "CONTINUE GM1 ON VM2 FACE 10")
            .dice("shock GM1 2, shock VM1 9, second VM1 9, shock GM1 9, shock VM2 9"),
    );
    assert_eq!(played.units(), "GM1@1312/10 VM1@x VM2@1211/4");
}

#[test]
fn r9_7_2c_any_enemy_in_front_qualifies_one_or_two() {
    let fresh = |line: &str, script: &str| {
        shock(
            goes_on("GM1@1412/12 FM1@1414/12 VM1@1312/6 VM2@1313/6")
                .engaged("FM1-VM2")
                .line(HUN, line)
                .dice(&dice(script)),
        )
    };
    let other = fresh("CONTINUE GM1 ON VM2", "GM1 0, VM1 9, GM1 9, VM2 9");
    assert_eq!(other.engaged(), "GM1-VM1 GM1-VM2 FM1-VM2");
    let both = fresh(
        "CONTINUE GM1 ON VM1 VM2",
        "GM1 0, VM1 9, GM1 9, VM1 9, VM2 9",
    );
    assert_eq!(rounds(&both)[1].1.defenders.len(), 2);
}

#[test]
fn r9_7_2c_a_target_that_is_gone_is_dropped_and_the_next_line_tried() {
    let played = shock(
        goes_on("GM1@1412/12 FM1@1414/12 VM1d@1312/6 VM2@1313/6")
            .engaged("FM1-VM2")
            .line(HUN, "CONTINUE GM1 ON VM1")
            .line(HUN, "CONTINUE GM1 ON VM2")
            .dice("shock GM1 0, shock VM1 9, second VM1 9, shock GM1 9, shock VM2 9"),
    );
    assert_eq!(played.refused(), ["CONTINUE GM1 ON VM1 | - | 9.2"]);
    assert_eq!(rounds(&played).len(), 2);
}

#[test]
fn r9_7_2_best_is_the_lowest_rating_then_the_lowest_hex() {
    let best = |units: &str| {
        let played = shock(
            goes_on(units)
                .engaged("FM1-VM2")
                .line(HUN, "CONTINUE GM1 ON BEST")
                .dice(&dice(if units.contains("VM2d") {
                    "GM1 0, VM1 9, GM1 9, VM2 9"
                } else {
                    "GM1 0, VM1 9, GM1 9, VM1 9"
                })),
        );
        rounds(&played)[1].1.defenders.clone()
    };
    // VM1 is Disordered by the first blow and has 2; so has VM2.
    assert_eq!(
        best("GM1@1412/12 FM1@1414/12 VM1@1313/6 VM2d@1312/6"),
        [UnitId(3)]
    );
    assert_eq!(
        best("GM1@1412/12 FM1@1414/12 VM1@1312/6 VM2@1313/6"),
        [UnitId(2)]
    );
}

#[test]
fn r9_7_2d_a_line_may_hold_several_blows() {
    let played = shock(
        field(Contingent::Allies, "GM1@1412/12 VH1@1312/12")
            .line(HUN, "SHOCK GM1 ON VH1")
            .line(HUN, "CONTINUE GM1 ON VH1 MAX 3")
            .dice(
                "shock GM1 3, shock VH1 9, shock GM1 2, shock VH1 9, second VH1 0, \
                 shock GM1 1, shock VH1 9, second VH1 0, shock GM1 0, shock VH1 9, second VH1 0",
            ),
    );
    let nets: Vec<i8> = played
        .rolls()
        .iter()
        .filter(|roll| roll.by == super::super::super::event::By::Unit(UnitId(0)))
        .map(|roll| roll.net)
        .collect();
    assert_eq!(
        nets,
        [0, 0, 0, 0],
        "each blow is worse by one than the last"
    );
    assert_eq!(
        rounds(&played).len(),
        4,
        "three more, then the line is used up"
    );
}

#[test]
fn r9_5_2c_momentum_counts_once() {
    let played = shock(
        goes_on("GM1*@1412/12 VM1@1312/6")
            .line(HUN, "CONTINUE GM1 ON VM1")
            .dice(&dice("GM1 2, VM1 9, GM1 9, VM1 9")),
    );
    assert_eq!(
        modifiers(&played),
        "momentum -1 ferocity -1, , fatigue +1, "
    );
}

#[test]
fn q23_the_target_stands_in_front_or_anywhere_if_that_is_agreed() {
    let flank = |option: &str, script: &str| {
        shock(
            goes_on("GM1@1412/12 VM1@1312/6 VM2@1413/8")
                .option(option)
                .line(HUN, "CONTINUE GM1 ON VM2")
                .dice(&dice(script)),
        )
    };
    let front = flank("continue_target=front", "GM1 0, VM1 9");
    assert_eq!(front.refused(), ["CONTINUE GM1 ON VM2 | - | 7.2"]);
    let adjacent = flank("continue_target=adjacent", "GM1 0, VM1 9, GM1 9, VM2 9");
    assert_eq!(adjacent.units(), "GM1@1412/2 VM1d@1312/6 VM2@1413/8");
}

#[test]
fn q23_a_unit_that_has_not_advanced_may_not_turn() {
    let played = shock(
        goes_on("GM1@1412/12 VM1@1312/6 VM2@1413/8")
            .line(HUN, "CONTINUE GM1 ON VM2 FACE 2")
            .dice(&dice("GM1 0, VM1 9")),
    );
    assert_eq!(played.refused(), ["CONTINUE GM1 ON VM2 FACE 2 | - | 7.1"]);
}

#[test]
fn q24_nobody_retreats_from_a_continued_attack_unless_that_is_agreed() {
    let again = |option: &str, script: &str| {
        shock(
            goes_on("GM1@1412/12 VM1@1312/6 VL1@1313/6")
                .option(option)
                .option("front_duty=any")
                .line(HUN, "CONTINUE GM1 ON VL1")
                .line(ROMAN, "EVADE VL1 AWAY")
                .dice(&dice(script)),
        )
    };
    let no = again("evade_continued=no", "GM1 0, VM1 9, GM1 9, VL1 9");
    assert_eq!(rounds(&no).len(), 2);
    let yes = again("evade_continued=yes", "GM1 0, VM1 9");
    assert!(yes.happened(|event| matches!(event, Event::Evaded { .. })));
    assert_eq!(yes.engaged(), "GM1-VM1");
}

#[test]
fn r9_7_1_the_defenders_of_a_continued_attack_may_counterattack() {
    let played = shock(
        goes_on("GM1@1412/12 VM1@1312/6")
            .line(HUN, "CONTINUE GM1 ON VM1")
            .line(ROMAN, "COUNTER VM1 YES")
            .dice(
                "shock GM1 0, shock VM1 9, shock GM1 9, shock VM1 0, \
                 shock VM1 9, shock GM1 9",
            ),
    );
    let kinds: Vec<Round> = rounds(&played)
        .into_iter()
        .map(|(round, _)| round)
        .collect();
    assert_eq!(kinds, [Round::First, Round::Continued, Round::Counter]);
}

#[test]
fn r9_7_2_two_overwhelming_attackers_go_on_one_after_the_other() {
    let played = shock(
        field(Contingent::Allies, "GM1@1412/12 FM1@1411/12 VM1@1312/6")
            .line(HUN, "SHOCK GM1 FM1 ON VM1")
            .line(HUN, "CONTINUE FM1 ON VM1")
            .line(HUN, "CONTINUE GM1 ON VM1")
            .dice(
                "shock GM1 0, shock FM1 0, shock VM1 9, second VM1 0, \
                 shock GM1 9, shock VM1 9, shock FM1 9, shock VM1 9",
            ),
    );
    assert_eq!(rounds(&played).len(), 3);
}
