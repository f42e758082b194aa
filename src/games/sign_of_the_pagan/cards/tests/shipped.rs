//! The eight cards of the shipped deck.

use super::*;

#[test]
fn h1_arrow_storm_helps_hun_light_cavalry_at_range_1() {
    let shot = |line: &str, die: &str| {
        Battlefield::new("HL01@1412/12 HM1@1411/12 RM1@1312/6 RM2@1212/6")
            .hands("H1", "")
            .line(Side::Hun, "CARD H1 WHEN ACT HUNS")
            .line(Side::Hun, line)
            .dice(die)
            .run(activation(Contingent::Huns))
    };
    let near = shot("FIRE HL01 RM1", "fire HL01 4");
    assert_eq!(near.net(), "5 disorder");
    assert!(near.cited().contains(&"11.2"));
    assert_eq!(
        shot("FIRE HL01 RM2", "fire HL01 6").net(),
        "4 NE",
        "range 2"
    );
    assert_eq!(
        shot("FIRE HM1 RM1", "fire HM1 4").net(),
        "4 NE",
        "no light cavalry"
    );
    assert!(
        near.state.open.in_force.is_empty(),
        "over with the activation"
    );
}

#[test]
fn h2_feigned_flight_leads_two_hexes_back_without_a_die_and_lures() {
    let field = |units: &str| {
        Battlefield::new(units)
            .hands("H2", "")
            .active(Contingent::Visigoths)
            .line(Side::Roman, "SHOCK VH1 ON HL01")
            .line(Side::Hun, "CARD H2 WHEN ATTACKED HL01")
    };
    let units = "VH1@1312/6 HL01@1412/12";
    let away = field(units).run(segment_of_shock());
    assert_eq!(away.net(), "", "no die before heavy cavalry");
    assert_eq!(away.units(), "VH1@1412/6 HL01@1414/12");
    let told = field(units)
        .line(Side::Hun, "EVADE HL01 TO 1612 FACE 6")
        .run(segment_of_shock());
    assert_eq!(told.units(), "VH1@1412/6 HL01@1612/6");
    let by_card = Battlefield::new(units)
        .hands("H2", "")
        .active(Contingent::Visigoths)
        .line(Side::Roman, "SHOCK VH1 ON HL01")
        .line(Side::Hun, "CARD H2 WHEN ATTACKED HL01 TARGET HL01 TO 1613")
        .line(Side::Hun, "STAND HL01")
        .run(segment_of_shock());
    assert_eq!(by_card.units(), "VH1@1412/6 HL01@1613/12");
    let standing = field("VH1@1312/6 HL01d@1412/12")
        .dice("shock VH1 9, shock HL01 9")
        .run(segment_of_shock());
    assert!(
        played(&standing).is_empty(),
        "Disordered it may not retreat"
    );
    assert_eq!(standing.refused(), ["CARD H2 WHEN ATTACKED HL01 | - | 9.3"]);
}

#[test]
fn h2_a_shaken_attacker_does_not_follow() {
    let field = Battlefield::new("VM1d@1312/6 OH1@1412/12")
        .hands("H2", "")
        .active(Contingent::Visigoths)
        .line(Side::Roman, "SHOCK VM1 ON OH1")
        .line(Side::Hun, "CARD H2 WHEN ATTACKED OH1");
    let played = field.run(segment_of_shock());
    assert_eq!(played.units(), "VM1d@1312/6 OH1@1414/12");
}

#[test]
fn h3_the_scourge_of_god_shifts_attilas_dice_by_2_for_one_combat() {
    let field = Battlefield::new("HH1@1412/12 RM1@1312/6")
        .attila("HH1")
        .hands("H3", "")
        .active(Contingent::Huns)
        .line(Side::Hun, "CARD H3 WHEN ATTACKS HH1")
        .line(Side::Hun, "SHOCK HH1 ON RM1")
        .dice("shock HH1 7, shock RM1 9");
    let shifted = field.run(segment_of_shock());
    assert_eq!(shifted.net(), "5 hit, 9 miss");
    let without = Battlefield::new("HH1@1412/12 RM1@1312/6")
        .hands("H3", "")
        .active(Contingent::Huns)
        .line(Side::Hun, "CARD H3 WHEN ATTACKS HH1")
        .line(Side::Hun, "SHOCK HH1 ON RM1")
        .dice("shock HH1 7, shock RM1 9")
        .run(segment_of_shock());
    assert_eq!(without.net(), "7 miss, 9 miss");
    assert_eq!(without.refused(), ["CARD H3 WHEN ATTACKS HH1 | - | 13.1"]);
}

#[test]
fn h3_is_over_when_the_next_combat_begins() {
    let field = Battlefield::new("HH1@1412/12 RM1@1312/6 HH2@1420/12 RM2@1320/6 VM1@0912/6")
        .attila("HH1")
        .hands("H3", "")
        .active(Contingent::Huns)
        .line(Side::Hun, "CARD H3 WHEN ATTACKS HH1")
        .line(Side::Hun, "SHOCK HH1 ON RM1")
        .line(Side::Hun, "SHOCK HH2 ON RM2")
        .dice("shock HH1 7, shock RM1 9, shock HH2 9, shock RM2 9");
    let played = field.run(segment_of_shock());
    assert!(played.state.open.in_force.is_empty());
}

#[test]
fn h4_the_king_of_the_gepids_makes_the_allies_ferocious() {
    let charge = |unit: &str| {
        Battlefield::new(&format!("{unit}@1512/12 RM1@1312/6"))
            .hands("H4", "")
            .line(Side::Hun, "CARD H4 WHEN ACT ALLIES")
            .line(Side::Hun, &format!("MOVE {unit} 1412"))
            .line(Side::Hun, &format!("SHOCK {unit} ON RM1"))
            .dice(&format!("shock {unit} 9, shock RM1 9"))
            .run(activation(Contingent::Allies))
    };
    assert_eq!(charge("BM1").net(), "7 miss, 9 miss");
    assert_eq!(
        charge("GM1").net(),
        "7 miss, 9 miss",
        "nothing more for the fierce"
    );
}

#[test]
fn r1_a_shield_wall_stands_until_it_stirs() {
    let field = || {
        Battlefield::new("HL01@1412/12 HH1*@1413/12 VM4@1312/6 VM5@1313/6 VL1@1314/6")
            .hands("", "R1")
            .line(Side::Roman, "CARD R1 WHEN ACT HUNS TARGET VM4 VM5 VL1")
    };
    let shot = field()
        .line(Side::Hun, "FIRE HL01 VM4")
        .dice("fire HL01 6")
        .run(activation(Contingent::Huns));
    assert_eq!(shot.net(), "4 NE");
    let wall = &shot.state.open.in_force[0];
    assert_eq!(wall.units.len(), 2, "light cavalry stands in none");
    let broken = field()
        .line(Side::Hun, "FIRE HL01 VM4")
        .dice("fire HL01 7")
        .run(activation(Contingent::Huns));
    assert_eq!(broken.net(), "5 disorder");
    assert_eq!(broken.state.open.in_force[0].units, [broken.unit("VM5")]);
    let next = field().run(
        [
            activation(Contingent::Huns),
            activation(Contingent::Visigoths),
        ]
        .concat(),
    );
    assert!(
        next.state.open.in_force.is_empty(),
        "its contingent acts again"
    );
}

#[test]
fn r1_a_charge_into_a_shield_wall_has_no_momentum() {
    let charge = |facing: &str, dice: &str| {
        let units = format!("GM1@1512/12 VM4@1312/{facing} VM5@1212/6");
        Battlefield::new(&units)
            .hands("", "R1")
            .line(Side::Roman, "CARD R1 WHEN ACT ALLIES TARGET VM4 VM5")
            .line(Side::Hun, "MOVE GM1 1412")
            .line(Side::Hun, "SHOCK GM1 ON VM4")
            .dice(dice)
            .run(activation(Contingent::Allies))
    };
    let front = charge("6", "shock GM1 9, shock VM4 4");
    assert_eq!(front.net(), "9 miss, 3 hit", "and the wall defends at -1");
    let flank = charge("2", "shock GM1 9, shock VM4 9");
    assert_eq!(flank.net(), "5 miss, 8 miss", "flank, momentum, ferocity");
    let killed = Battlefield::new("GM1@1512/12 VM4@1312/6 VM5@1212/6")
        .hands("", "R1")
        .line(Side::Roman, "CARD R1 WHEN ATTACKED VM4 TARGET VM4 VM5")
        .line(Side::Hun, "MOVE GM1 1412")
        .line(Side::Hun, "SHOCK GM1 ON VM4")
        .line(Side::Hun, "CONTINUE GM1 ON VM4")
        .dice("shock GM1 0, shock VM4 9, shock GM1 3, shock VM4 9, second VM4 9")
        .run(activation(Contingent::Allies));
    assert_eq!(
        killed.units(),
        "GM1@1412/12 VM4@x VM5@1212/6",
        "nobody has to advance"
    );
}

#[test]
fn r1_a_lone_unit_is_no_wall() {
    let field = Battlefield::new("HL01@1412/12 VM4@1312/6 VM5@1316/6")
        .hands("", "R1")
        .line(Side::Roman, "CARD R1 WHEN ACT HUNS TARGET VM4 VM5");
    let played = field.run(activation(Contingent::Huns));
    assert!(!played.happened(|event| matches!(event, Event::CardPlayed { .. })));
    assert_eq!(
        played.refused(),
        ["CARD R1 WHEN ACT HUNS TARGET VM4 VM5 | - | 11.2"]
    );
}

#[test]
fn r2_foedus_keeps_the_alans_once() {
    let units = "AH1@1212/6 AM1@1312/6 HM1@1712/12";
    let kept = Battlefield::new(units)
        .hands("", "R2")
        .line(Side::Roman, "CARD R2 WHEN ALANS")
        .dice("alan_activate roman 0")
        .run(activation(Contingent::Alans));
    assert_eq!(kept.net(), "0 defect");
    assert_eq!(kept.units(), units);
    assert_eq!(kept.state.open.desertions, 0);
    let spared = Battlefield::new(units)
        .hands("", "R2")
        .line(Side::Roman, "CARD R2 WHEN ALANS")
        .dice("alan_activate roman 5")
        .run(activation(Contingent::Alans));
    assert_eq!(spared.state.open.in_hand, [0, 1], "nothing to ignore");
}

#[test]
fn r2_of_two_losses_it_saves_them_from_one_die() {
    let mut field = Battlefield::new("AH1@1212/6 AM1@1312/6")
        .hands("", "R2")
        .line(Side::Roman, "CARD R2 WHEN ALANS")
        .dice("alan_defect roman 7, alan_defect roman 5");
    field.state.open.alan_losses = 2;
    field.state.open.active = Some(Contingent::Huns);
    let played = field.run(vec![Frame::AlanNerves]);
    assert_eq!(played.net(), "7 defect, 5 ok");
    assert_eq!(played.units(), "AH1@1212/6 AM1@1312/6");
}

#[test]
fn r3_the_wrath_of_thorismund_makes_visigoth_heavy_cavalry_ferocious() {
    let charge = |unit: &str| {
        Battlefield::new(&format!("{unit}@1212/6 HM1@1412/12"))
            .hands("", "R3")
            .line(Side::Roman, "CARD R3 WHEN ACT VISIGOTHS")
            .line(Side::Roman, &format!("MOVE {unit} 1312"))
            .line(Side::Roman, &format!("SHOCK {unit} ON HM1"))
            .line(Side::Hun, "REACT ALL HOLD")
            .dice(&format!("shock {unit} 9, shock HM1 9"))
            .run(activation(Contingent::Visigoths))
    };
    assert_eq!(charge("VH1").net(), "7 miss, 9 miss");
    assert_eq!(charge("VM1").net(), "8 miss, 9 miss");
}

#[test]
fn r4_aetius_rallies_three_romans_without_a_die() {
    let field = |line: &str| {
        Battlefield::new("RM1d@0911/6 RB1d@0912/6 RB2d@0913/6 RF1d@0914/6 VM1d@0915/6")
            .hands("", "R4")
            .active(Contingent::Romans)
            .line(Side::Roman, line)
    };
    let named = field("CARD R4 WHEN REFORM TARGET RF1 RB1 VM1")
        .line(Side::Roman, "REFORM NONE")
        .run(vec![Frame::ReformSegment]);
    assert_eq!(
        named.units(),
        "RM1d@0911/6 RB1@0912/6 RB2d@0913/6 RF1@0914/6 VM1d@0915/6"
    );
    let first = field("CARD R4 WHEN REFORM")
        .dice("reform RF1 5")
        .run(vec![Frame::ReformSegment]);
    assert_eq!(
        first.units(),
        "RM1@0911/6 RB1@0912/6 RB2@0913/6 RF1d@0914/6 VM1d@0915/6"
    );
    assert!(first.cited().contains(&"10.0"));
}
