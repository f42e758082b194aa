//! 11.2: a card holds for the units that it was played for, of the kind that it names, and for no others.

use super::*;

const HUN: Side = Side::Hun;
const ROMAN: Side = Side::Roman;

/// A field with a card of either side that may be played when the Huns' activation starts.
fn field(units: &str, card: &str, effect: &str) -> Battlefield {
    let (hun, roman) = if card.starts_with('H') {
        (card, "")
    } else {
        ("", card)
    };
    Battlefield::new(units)
        .card(card, "act-start", "{}", effect)
        .hands(hun, roman)
}

#[test]
fn r11_2_movement_points_are_given_to_the_units_named() {
    let effect = r#"{ kind = "mp", value = -2, type = "MI" }"#;
    let walked = field(
        "HM1@1712/12 HM2@1812/12 HL01@1912/12 VM1@0912/6",
        "R1",
        effect,
    )
    .line(ROMAN, "CARD R1 WHEN ACT HUNS TARGET HM1")
    .line(HUN, "MOVE HM1 1713 1714 1715 1716 1717")
    .line(HUN, "MOVE HM2 1813 1814 1815 1816 1817")
    .run(activation(Contingent::Huns));
    assert_eq!(
        walked.units(),
        "HM1@1715/12 HM2@1817/12 HL01@1912/12 VM1@0912/6"
    );
}

#[test]
fn r11_2_movement_points_of_a_kind_are_not_those_of_another() {
    let effect = r#"{ kind = "mp", value = -2, type = "LC" }"#;
    let walked = field("HM1@1712/12 VM1@0912/6", "R1", effect)
        .line(ROMAN, "CARD R1 WHEN ACT HUNS")
        .line(HUN, "MOVE HM1 1713 1714 1715 1716 1717")
        .run(activation(Contingent::Huns));
    assert_eq!(walked.units(), "HM1@1717/12 VM1@0912/6");
}

#[test]
fn r11_2_the_bows_of_others_are_not_silenced() {
    let effect = r#"{ kind = "forbid_fire", tribe = "Hun" }"#;
    let shot = field("HM1@1412/12 HM2@1413/12 RM1@1312/6", "R1", effect)
        .line(ROMAN, "CARD R1 WHEN ACT HUNS TARGET HM1")
        .line(HUN, "FIRE HM1 RM1")
        .line(HUN, "FIRE HM2 RM1")
        .dice("fire HM2 1")
        .run(activation(Contingent::Huns));
    assert_eq!(shot.refused(), ["FIRE HM1 RM1 | - | 11.2"]);
    assert_eq!(shot.rolls().len(), 1);
}

#[test]
fn r11_2_momentum_is_for_the_unit_named() {
    let effect = r#"{ kind = "momentum", type = "HC" }"#;
    let fought = field(
        "HH1@1412/12 HH2@1416/12 RM1@1312/6 RM2@1316/6",
        "H1",
        effect,
    )
    .line(HUN, "CARD H1 WHEN ACT HUNS TARGET HH1")
    .line(HUN, "SHOCK HH1 ON RM1")
    .line(HUN, "SHOCK HH2 ON RM2")
    .dice("shock HH1 9, shock RM1 9, shock HH2 9, shock RM2 9")
    .run(activation(Contingent::Huns));
    assert_eq!(fought.net(), "7 miss, 9 miss, 9 miss, 9 miss");
}

#[test]
fn r11_2_what_is_added_to_shock_dice_is_added_for_its_owner_alone() {
    let effect = r#"{ kind = "shock_drm", value = -2, until = "combat_end", type = "HC" }"#;
    let fought = Battlefield::new("HH1@1412/12 AH1@1312/6")
        .card("H1", "shock-declared", "{}", effect)
        .hands("H1", "")
        .active(Contingent::Huns)
        .line(HUN, "CARD H1 WHEN ATTACKS HH1 TARGET HH1")
        .line(HUN, "SHOCK HH1 ON AH1")
        .dice("shock HH1 9, shock AH1 9")
        .run(segment_of_shock());
    assert_eq!(fought.net(), "7 miss, 9 miss");
}

#[test]
fn r9_7_1_a_card_against_counterattacks_leaves_its_owner_his() {
    let fought = Battlefield::new("HH1@1412/12 RM1@1312/6")
        .card("H1", "shock-rolled", "{}", r#"{ kind = "cancel_counter" }"#)
        .hands("H1", "")
        .active(Contingent::Romans)
        .line(HUN, "CARD H1 WHEN ROLLED HH1")
        .line(HUN, "COUNTER HH1 YES")
        .line(ROMAN, "SHOCK RM1 ON HH1")
        .dice("shock RM1 9, shock HH1 0, shock HH1 9, shock RM1 9")
        .run(segment_of_shock());
    assert_eq!(played(&fought), ["H1"]);
    assert_eq!(fought.rolls().len(), 4);
}

#[test]
fn r11_2_a_shield_wall_that_attacks_is_none_any_more() {
    let fought = Battlefield::new("HL01@1412/12 VM4@1312/6 VM5@1313/6")
        .hands("", "R1")
        .line(ROMAN, "CARD R1 WHEN ACT VISIGOTHS TARGET VM4 VM5")
        .line(ROMAN, "SHOCK VM4 ON HL01")
        .line(HUN, "STAND HL01")
        .dice("shock VM4 9, shock HL01 9")
        .run(activation(Contingent::Visigoths));
    let wall = &fought.state.open.in_force[0];
    assert_eq!(wall.units, [fought.unit("VM5")]);
}
