//! The worked examples SP-P03 to SP-P06, P12, P14 and P16 to P20.

use super::*;

#[test]
fn p03_charge_of_a_ferocious_tribe_against_a_wood() {
    let played = shock(
        field(Contingent::Allies, "GM1*@1412/12 RM1@1312/6")
            .woods("1312")
            .line(HUN, "SHOCK GM1 ON RM1")
            .dice("shock GM1 6, shock RM1 4"),
    );
    assert_eq!(played.net(), "4 hit, 3 hit");
    assert_eq!(modifiers(&played), "momentum -1 ferocity -1, woods -1");
    assert_eq!(played.units(), "GM1d@1412/12 RM1d@1312/6");
    assert_eq!(played.engaged(), "GM1-RM1");
    assert_eq!(
        played.cited(),
        ["9.1", "9.4", "9.5", "9.5.1", "9.5.2", "9.5.3", "9.9"]
    );
}

#[test]
fn p04_two_attackers_one_result_comes_back_the_weaker_takes_it() {
    let played = shock(
        field(Contingent::Huns, "HH1@1412/12 HM1@1411/12 RM1@1312/6")
            .line(HUN, "SHOCK HH1 HM1 ON RM1")
            .dice("shock HH1 8, shock HM1 2, shock RM1 1"),
    );
    assert_eq!(played.net(), "8 miss, 2 hit, 1 hit");
    assert_eq!(played.units(), "HH1@1412/12 HM1d@1411/12 RM1d@1312/6");
    assert_eq!(played.engaged(), "HH1-RM1 HM1-RM1");
}

fn both_overwhelming(field: Battlefield) -> Battlefield {
    field
        .line(ROMAN, "SHOCK VH1 ON OM1")
        .line(ROMAN, "CONTINUE VH1 ON OM1")
        .line(HUN, "COUNTER OM1 YES")
}

#[test]
fn p05_both_sides_overwhelming_the_counterattack_wins() {
    let played = shock(
        both_overwhelming(field(Contingent::Visigoths, "VH1*@1312/6 OM1@1412/12").level(1, "1412"))
            .dice("shock VH1 1, shock OM1 1, shock OM1 2, shock VH1 3, second VH1 5"),
    );
    assert_eq!(played.net(), "0 OV, 0 OV, 2 hit, 4 miss, 4 stay");
    assert_eq!(
        modifiers(&played),
        "momentum -1, defender_uphill -1, , defender_downhill +1, heavy -1"
    );
    assert_eq!(played.units(), "VH1d@1312/6 OM1d@1412/12");
    assert_eq!(played.engaged(), "VH1-OM1");
    assert!(played.cited().contains(&"9.7") && played.cited().contains(&"9.7.1"));
}

#[test]
fn p06_fatigue_spoils_the_second_blow() {
    let played = shock(
        field(Contingent::Allies, "FM1*@1412/12 VM1@1312/6")
            .line(HUN, "SHOCK FM1 ON VM1")
            .line(HUN, "CONTINUE FM1 ON VM1")
            .line(HUN, "CONTINUE FM1 ON VM1")
            .dice("shock FM1 1, shock VM1 9, shock FM1 0, shock VM1 5, second VM1 3"),
    );
    assert_eq!(played.net(), "-1 OV, 9 miss, 1 hit, 5 miss, 3 stay");
    assert_eq!(played.units(), "FM1@1412/12 VM1d@1312/6");
    assert_eq!(played.engaged(), "FM1-VM1");
    assert!(played.refused().is_empty());
    assert!(played.cited().contains(&"9.7.2") && played.cited().contains(&"9.5.4"));
}

#[test]
fn p12_light_horse_give_way_before_lancers() {
    let played = shock(
        field(Contingent::Ostrogoths, "OH1*@1412/12 VL1@1312/6")
            .line(HUN, "SHOCK OH1 ON VL1")
            .line(ROMAN, "EVADE VL1 TO 1212 FACE 6")
            .dice("evade VL1 6"),
    );
    assert_eq!(played.net(), "6 disorder");
    assert_eq!(played.units(), "OH1@1312/12 VL1d@1212/6");
    assert_eq!(played.engaged(), "");
    assert_eq!(played.cited(), ["6.4", "9.1", "9.3", "9.8"]);
}

#[test]
fn p14_flank_attack_on_a_disordered_unit() {
    let played = shock(
        field(Contingent::Ostrogoths, "OH2@1313/10 RH2d@1312/12")
            .line(HUN, "SHOCK OH2 ON RH2")
            .line(HUN, "ADVANCE OH2 1312 FACE 12")
            .dice("shock OH2 7, shock RH2 3, second RH2 6"),
    );
    assert_eq!(played.net(), "5 hit, 3 miss, 5 elim");
    assert_eq!(played.units(), "OH2@1312/12 RH2@x");
    assert_eq!(played.state.open.eliminated, [0, 1]);
}

#[test]
fn p16_the_charger_is_shaken_so_a_steady_comrade_takes_the_hex() {
    let played = shock(
        field(
            Contingent::Ostrogoths,
            "OH1@1412/12 OM1*@1411/12 VM1d@1312/6",
        )
        .line(HUN, "SHOCK OM1 OH1 ON VM1")
        .dice("shock OM1 5, shock OH1 5, shock VM1 2, second VM1 7"),
    );
    assert_eq!(played.net(), "4 miss, 5 hit, 2 hit, 7 elim");
    assert_eq!(played.units(), "OH1@1312/12 OM1d@1411/12 VM1@x");
    assert_eq!(played.engaged(), "");
}

#[test]
fn p17_an_overwhelming_roll_inside_a_counterattack_is_an_ordinary_hit() {
    let played = shock(
        both_overwhelming(field(Contingent::Visigoths, "VH1@1312/6 OM1@1412/12"))
            .dice("shock VH1 0, shock OM1 0, shock OM1 3, shock VH1 0, second OM1 4"),
    );
    assert_eq!(played.net(), "0 OV, 0 OV, 3 miss, 0 OV, 4 stay");
    assert_eq!(played.units(), "VH1d@1312/6 OM1d@1412/12");
    assert_eq!(played.engaged(), "VH1-OM1");
}

#[test]
fn p18_under_counter_chain_phasing_the_phasing_unit_may_go_on() {
    let played = shock(
        both_overwhelming(field(Contingent::Visigoths, "VH1@1312/6 OM1@1412/12"))
            .option("counter_chain=phasing")
            .dice(
                "shock VH1 0, shock OM1 0, shock OM1 3, shock VH1 0, second OM1 4, \
                 shock VH1 4, shock OM1 7",
            ),
    );
    assert_eq!(
        played.net(),
        "0 OV, 0 OV, 3 miss, 0 OV, 4 stay, 5 miss, 7 miss"
    );
    assert_eq!(played.units(), "VH1d@1312/6 OM1d@1412/12");
    assert_eq!(played.engaged(), "VH1-OM1");
}

#[test]
fn p19_attila_rides_with_the_unit_that_gives_way() {
    let played = shock(
        field(Contingent::Visigoths, "HL05@1412/12 VM1*@1312/6")
            .attila("HL05")
            .line(ROMAN, "SHOCK VM1 ON HL05")
            .line(HUN, "EVADE HL05 TO 1512 FACE 12"),
    );
    assert_eq!(played.net(), "");
    assert_eq!(played.units(), "HL05@1512/12 VM1@1412/6");
    assert_eq!(played.attila(), "HL05");
    assert_eq!(played.engaged(), "");
}

#[test]
fn p20_a_shaken_hun_archer_may_not_attack_unless_pinned() {
    let played = shock(
        field(
            Contingent::Huns,
            "HM1d@1412/12 VM1@1312/6 HM2d@1416/12 VM2@1316/6",
        )
        .engaged("HM2-VM2")
        .line(HUN, "SHOCK HM1 ON VM1")
        .dice("shock HM2 1, shock VM2 5"),
    );
    assert_eq!(played.net(), "1 hit, 5 miss");
    assert_eq!(
        played.units(),
        "HM1d@1412/12 VM1@1312/6 HM2d@1416/12 VM2d@1316/6"
    );
    assert_eq!(played.engaged(), "HM2-VM2");
    assert_eq!(played.refused(), ["SHOCK HM1 ON VM1 | - | 9.2.4"]);
    assert!(played.cited().contains(&"9.2.1"));
}
