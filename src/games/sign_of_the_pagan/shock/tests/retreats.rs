//! 9.3: Retreat Before Shock.

use super::*;

/// Whether a unit was attacked and stood although its owner wanted it to retreat.
fn stands(field: Battlefield, script: &str) -> Played {
    let played = shock(field.dice(&dice(script)));
    assert!(!played.happened(|event| matches!(event, Event::Evaded { .. })));
    played
}

#[test]
fn r9_3a_cavalry_gives_way_to_foot_without_a_die() {
    let played = shock(
        field(Contingent::Visigoths, "OH1@1412/12 VM1@1312/6")
            .line(ROMAN, "SHOCK VM1 ON OH1")
            .line(HUN, "EVADE OH1 BEFORE INF TO 1512 FACE 2"),
    );
    assert_eq!(played.units(), "OH1@1512/2 VM1@1312/6");
    assert_eq!(played.net(), "");
}

#[test]
fn r9_3a_q58_without_a_word_the_facing_stays() {
    let played = shock(
        field(Contingent::Visigoths, "OH1@1412/12 VM1@1312/6")
            .line(ROMAN, "SHOCK VM1 ON OH1")
            .line(HUN, "EVADE OH1 AWAY"),
    );
    assert_eq!(played.units(), "OH1@1413/12 VM1@1312/6");
}

#[test]
fn r9_3b_light_cavalry_gives_way_to_heavy_and_rolls() {
    for (die, after) in [(5, "VL1@1212/6"), (6, "VL1d@1212/6")] {
        let played = shock(
            field(Contingent::Ostrogoths, "OH1@1412/12 VL1@1312/6")
                .line(HUN, "SHOCK OH1 ON VL1")
                .line(ROMAN, "EVADE VL1 TO 1212")
                .dice(&format!("evade VL1 {die}")),
        );
        assert_eq!(played.units(), format!("OH1@1412/12 {after}"));
    }
}

#[test]
fn r13_1a_attila_shifts_the_die_of_a_retreat() {
    let played = shock(
        field(Contingent::Visigoths, "HL01@1412/12 VH1@1312/6")
            .attila("HL01")
            .line(ROMAN, "SHOCK VH1 ON HL01")
            .line(HUN, "EVADE HL01 TO 1512")
            .dice("evade HL01 6"),
    );
    assert_eq!(played.net(), "5 ok");
}

#[test]
fn r9_3c_without_a_legal_hex_nobody_retreats() {
    // 1413, 1512 and 1513 all touch one of the others.
    let units = "OH1@1412/12 VM1@1312/6 VM2@1514/6 VM3@1611/6";
    let field = field(Contingent::Visigoths, units)
        .line(ROMAN, "SHOCK VM1 ON OH1")
        .line(HUN, "EVADE OH1 AWAY");
    stands(field, "VM1 9, OH1 9");
}

#[test]
fn r9_3c_a_hex_next_to_an_enemy_is_passed_over() {
    let played = shock(
        field(Contingent::Visigoths, "OH1@1412/12 VM1@1312/6 VM2@1314/6")
            .line(ROMAN, "SHOCK VM1 ON OH1")
            .line(HUN, "EVADE OH1 TO 1413,1512"),
    );
    assert_eq!(played.units(), "OH1@1512/12 VM1@1312/6 VM2@1314/6");
}

#[test]
fn r9_3c_occupied_hexes_and_the_map_edge_bar_a_retreat() {
    let field = field(Contingent::Visigoths, "OH1@1412/12 VM1@1312/6 OM1@1413/12").edge(14, 20);
    let played = stands(
        field
            .line(ROMAN, "SHOCK VM1 ON OH1")
            .line(HUN, "EVADE OH1 AWAY"),
        "VM1 9, OH1 9",
    );
    assert_eq!(played.engaged(), "OH1-VM1");
}

#[test]
fn r9_3d_cavalry_that_has_fired_in_reaction_may_retreat() {
    let mut field =
        field(Contingent::Visigoths, "HL01@1412/12 VM1@1312/6").line(ROMAN, "SHOCK VM1 ON HL01");
    let archer = field.unit("HL01");
    field.state.open.pieces[archer.index()].shots = 1;
    let played = shock(field);
    assert_eq!(played.units(), "HL01@1413/12 VM1@1312/6");
}

#[test]
fn r9_3e_disordered_cavalry_stands() {
    let field = field(Contingent::Visigoths, "HL01d@1412/12 VM1@1312/6")
        .line(ROMAN, "SHOCK VM1 ON HL01")
        .line(HUN, "EVADE HL01 AWAY");
    stands(field, "VM1 9, HL01 9");
}

#[test]
fn r9_3f_heavy_cavalry_does_not_retreat_from_heavy_cavalry() {
    for units in [
        "OH1@1412/12 VH1@1312/6",
        "OH1@1412/12 VH1@1312/6 VM1@1313/6",
    ] {
        let mixed = units.contains("VM1");
        let (line, script) = if mixed {
            ("SHOCK VH1 VM1 ON OH1", "VH1 9, VM1 9, OH1 9")
        } else {
            ("SHOCK VH1 ON OH1", "VH1 9, OH1 9")
        };
        let field = field(Contingent::Visigoths, units)
            .line(ROMAN, line)
            .line(HUN, "EVADE OH1 AWAY");
        stands(field, script);
    }
}

#[test]
fn r9_3_foot_does_not_retreat() {
    let field = field(Contingent::Visigoths, "OM1@1412/12 VM1@1312/6")
        .line(ROMAN, "SHOCK VM1 ON OM1")
        .line(HUN, "EVADE OM1 AWAY");
    stands(field, "VM1 9, OM1 9");
}

#[test]
fn r9_3_nobody_retreats_from_light_cavalry_alone() {
    let field = field(Contingent::Visigoths, "HL01@1412/12 VL1@1312/6 VM1@1112/6")
        .engaged("VL1-HL01")
        .option("evade_engaged=yes")
        .line(HUN, "EVADE HL01 AWAY");
    stands(field, "VL1 9, HL01 9");
}

#[test]
fn r9_3g_only_one_attacker_takes_the_hex() {
    let played = shock(
        field(Contingent::Ostrogoths, "OH1@1412/12 OH2@1411/12 VL1@1312/6")
            .line(HUN, "SHOCK OH1 OH2 ON VL1")
            .line(HUN, "ADVANCE OH2 1312 FACE 2")
            .line(HUN, "ADVANCE OH1 1312")
            .line(ROMAN, "EVADE VL1 TO 1212")
            .dice("evade VL1 0"),
    );
    assert_eq!(played.units(), "OH1@1412/12 OH2@1312/2 VL1@1212/6");
}

#[test]
fn r9_3g_whoever_follows_a_retreat_may_not_continue() {
    let played = shock(
        field(Contingent::Ostrogoths, "OH1@1412/12 VL1@1312/6 VM1@1211/6")
            .line(HUN, "SHOCK OH1 ON VL1")
            .line(HUN, "ADVANCE OH1 1312")
            .line(HUN, "CONTINUE OH1 ON VM1")
            .line(ROMAN, "EVADE VL1 TO 1212")
            .dice("evade VL1 0"),
    );
    assert_eq!(played.units(), "OH1@1312/12 VL1@1212/6 VM1@1211/6");
    assert_eq!(played.refused(), ["CONTINUE OH1 ON VM1 | - | 9.3"]);
}

#[test]
fn r9_3g_q5_with_momentum_the_hex_must_be_taken_or_may_be() {
    for (option, after) in [("must", "1312/12"), ("may", "1412/12")] {
        let played = shock(
            field(Contingent::Ostrogoths, "OH1*@1412/12 VL1@1312/6")
                .option(&format!("evade_advance={option}"))
                .line(HUN, "SHOCK OH1 ON VL1")
                .line(ROMAN, "EVADE VL1 TO 1212")
                .dice("evade VL1 0"),
        );
        assert_eq!(played.units(), format!("OH1@{after} VL1@1212/6"));
    }
}

#[test]
fn r9_3g_q4_whoever_does_without_momentum_need_not_advance() {
    let played = shock(
        field(Contingent::Ostrogoths, "OH1*@1412/12 VL1@1312/6")
            .line(HUN, "SHOCK OH1 ON VL1 NOMOMENTUM OH1")
            .line(ROMAN, "EVADE VL1 TO 1212")
            .dice("evade VL1 0"),
    );
    assert_eq!(played.units(), "OH1@1412/12 VL1@1212/6");
}

#[test]
fn r9_3g_q50_the_rest_is_fought_before_the_hex_is_taken() {
    let played = shock(
        field(Contingent::Ostrogoths, "OH1*@1412/12 VL1@1312/6 VM1@1313/6")
            .line(HUN, "SHOCK OH1 ON VL1 VM1")
            .line(HUN, "CONTINUE OH1 ON VM1")
            .line(ROMAN, "EVADE VL1 TO 1211")
            .dice("evade VL1 0, shock OH1 0, shock VM1 9"),
    );
    assert_eq!(played.net(), "0 ok, -1 OV, 9 miss");
    assert_eq!(played.units(), "OH1@1312/12 VL1@1211/6 VM1d@1313/6");
    assert_eq!(played.refused(), ["CONTINUE OH1 ON VM1 | - | 9.3"]);
    assert_eq!(played.engaged(), "OH1-VM1", "still adjacent");
}

#[test]
fn r9_3h_attackers_without_a_target_have_finished() {
    let played = shock(
        field(
            Contingent::Ostrogoths,
            "OH1@1412/12 OM1@1411/12 VL1@1312/6 VM1@1313/6",
        )
        .line(HUN, "SHOCK OM1 ON VL1")
        .line(HUN, "SHOCK OH1 ON VL1 VM1")
        .line(ROMAN, "EVADE VL1 TO 1212")
        .dice("evade VL1 0, shock OH1 9, shock VM1 9"),
    );
    assert_eq!(played.engaged(), "OH1-VM1");
}

#[test]
fn r9_3_when_two_want_one_hex_the_first_gets_it() {
    let played = shock(
        field(
            Contingent::Visigoths,
            "HL01@1412/12 VM1@1312/6 HL02@1414/12 VM2@1315/6",
        )
        .line(ROMAN, "SHOCK VM1 ON HL01")
        .line(ROMAN, "SHOCK VM2 ON HL02")
        .line(HUN, "EVADE HL01 TO 1413")
        .line(HUN, "EVADE HL02 TO 1413,1514"),
    );
    assert_eq!(
        played.units(),
        "HL01@1413/12 VM1@1312/6 HL02@1514/12 VM2@1315/6"
    );
}

#[test]
fn r9_3_whose_only_hex_is_taken_stands() {
    let played = shock(
        field(
            Contingent::Visigoths,
            "HL01@1412/12 VM1@1312/6 HL02@1414/12 VM2@1315/6",
        )
        .line(ROMAN, "SHOCK VM1 ON HL01")
        .line(ROMAN, "SHOCK VM2 ON HL02")
        .line(HUN, "EVADE HL01 TO 1413")
        .line(HUN, "EVADE HL02 TO 1413")
        .dice(&dice("VM2 9, HL02 9")),
    );
    assert_eq!(played.engaged(), "HL02-VM2");
}

#[test]
fn q15_engaged_cavalry_retreats_only_if_that_is_agreed() {
    let engaged = || {
        field(Contingent::Visigoths, "HL01@1412/12 VM1@1312/6")
            .engaged("HL01-VM1")
            .line(HUN, "EVADE HL01 TO 1512")
    };
    stands(engaged(), "VM1 9, HL01 9");
    let played = shock(engaged().option("evade_engaged=yes"));
    assert_eq!(played.units(), "HL01@1512/12 VM1@1312/6");
    assert_eq!(played.engaged(), "");
    assert!(played.cited().contains(&"9.9"), "the pair ends");
}

#[test]
fn q17_attacked_by_horse_and_foot_light_cavalry_rolls_or_stands() {
    let mixed = || {
        field(Contingent::Visigoths, "HL01@1412/12 VH1@1312/6 VM1@1313/6")
            .line(ROMAN, "SHOCK VH1 VM1 ON HL01")
            .line(HUN, "EVADE HL01 TO 1512")
    };
    let played = shock(mixed().dice("evade HL01 7"));
    assert_eq!(played.net(), "7 disorder");
    stands(mixed().option("evade_mixed=no"), "VH1 9, VM1 9, HL01 9");
}

#[test]
fn q43_away_from_all_attackers_or_from_one() {
    // 1511 touches nobody; 1411 touches VM1 in 1312 but not VM2 in 1413.
    let between = |option| {
        field(Contingent::Visigoths, "HL01@1412/12 VM1@1312/6 VM2@1413/8")
            .option(option)
            .line(ROMAN, "SHOCK VM1 VM2 ON HL01")
            .line(HUN, "EVADE HL01 TO 1411")
            .line(HUN, "STAND ALL")
    };
    stands(between("evade_away=all"), "VM1 9, VM2 9, HL01 9");
    let played = shock(between("evade_away=one"));
    assert_eq!(played.units(), "HL01@1411/12 VM1@1312/6 VM2@1413/8");
}

#[test]
fn q22_a_retreat_across_a_river_is_checked_only_if_that_is_agreed() {
    let river = || {
        field(Contingent::Ostrogoths, "OH1@1412/12 VL1@1312/6")
            .river("1312/1212")
            .line(HUN, "SHOCK OH1 ON VL1")
            .line(ROMAN, "EVADE VL1 TO 1212")
    };
    assert_eq!(shock(river().dice("evade VL1 0")).net(), "0 ok");
    let played = shock(
        river()
            .option("river_nonmove=yes")
            .dice("river VL1 2, evade VL1 6, second VL1 5"),
    );
    assert_eq!(played.net(), "2 disorder, 6 disorder, 5 elim");
}

#[test]
fn q45_attila_goes_along_or_stays_and_is_caught() {
    let played = shock(
        field(
            Contingent::Visigoths,
            "HL05@1412/12 VM1*@1312/6 HM1@1612/12 HM2@1713/12",
        )
        .option("attila_along=no")
        .attila("HL05")
        .line(ROMAN, "SHOCK VM1 ON HL05")
        .line(HUN, "EVADE HL05 TO 1513"),
    );
    assert_eq!(played.attila(), "HL05", "the nearest");
    assert!(played.happened(|event| matches!(event, Event::AttilaRejoined { .. })));
}

#[test]
fn r9_3_the_default_is_that_light_cavalry_goes_and_heavy_stands() {
    let light = shock(
        field(Contingent::Visigoths, "HL01@1412/12 VM1@1312/6").line(ROMAN, "SHOCK VM1 ON HL01"),
    );
    assert_eq!(light.units(), "HL01@1413/12 VM1@1312/6");
    let heavy =
        field(Contingent::Visigoths, "OH1@1412/12 VM1@1312/6").line(ROMAN, "SHOCK VM1 ON OH1");
    stands(heavy, "VM1 9, OH1 9");
}

#[test]
fn r9_3_away_is_as_far_as_possible_from_all_enemies() {
    let played = shock(
        field(Contingent::Visigoths, "HL01@1412/12 VM1@1312/6 VM2@1416/8")
            .line(ROMAN, "SHOCK VM1 ON HL01"),
    );
    assert_eq!(played.units(), "HL01@1512/12 VM1@1312/6 VM2@1416/8");
}

#[test]
fn r9_3_a_line_for_other_attackers_does_not_count() {
    let before = |word: &str| {
        shock(
            field(Contingent::Visigoths, "HL01@1412/12 VM1@1312/6")
                .line(ROMAN, "SHOCK VM1 ON HL01")
                .line(HUN, &format!("EVADE HL01 BEFORE {word} TO 1512")),
        )
    };
    assert_eq!(before("INF").units(), "HL01@1512/12 VM1@1312/6");
    assert_eq!(
        before("HC").units(),
        "HL01@1413/12 VM1@1312/6",
        "the default"
    );
}
