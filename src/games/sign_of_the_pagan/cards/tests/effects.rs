//! Every effect that a deck may have, on cards made for the purpose.

use super::*;

const HUN: Side = Side::Hun;
const ROMAN: Side = Side::Roman;

/// A field on which the Huns hold H1 with something on it.
fn with(units: &str, window: &str, effect: &str) -> Battlefield {
    Battlefield::new(units)
        .card("H1", window, "{}", effect)
        .hands("H1", "")
}

#[test]
fn shock_drm_changes_the_dice_of_its_units_for_a_combat() {
    let effect = r#"{ kind = "shock_drm", value = -2, until = "combat_end" }"#;
    let fought = with("HH1@1412/12 RM1@1312/6", "shock-declared", effect)
        .active(Contingent::Huns)
        .line(HUN, "CARD H1 WHEN ATTACKS HH1")
        .line(HUN, "SHOCK HH1 ON RM1")
        .dice("shock HH1 7, shock RM1 9")
        .run(segment_of_shock());
    assert_eq!(fought.net(), "5 hit, 9 miss");
}

#[test]
fn momentum_is_given_to_who_has_not_charged() {
    let effect = r#"{ kind = "momentum", type = "HC" }"#;
    let fought = with("HH1@1412/12 RM1@1312/6", "act-start", effect)
        .line(HUN, "CARD H1 WHEN ACT HUNS")
        .line(HUN, "SHOCK HH1 ON RM1")
        .dice("shock HH1 7, shock RM1 9")
        .run(activation(Contingent::Huns));
    assert_eq!(fought.net(), "5 hit, 9 miss", "momentum and ferocity");
}

#[test]
fn reroll_of_a_shot_counts_the_new_die_and_costs_nothing_more() {
    let shot = with(
        "HL01@1412/12 RM1@1312/6",
        "fire-rolled",
        r#"{ kind = "reroll" }"#,
    )
    .line(HUN, "CARD H1 WHEN HIT HL01")
    .line(HUN, "FIRE HL01 RM1")
    .dice("fire HL01 2, fire HL01 7")
    .run(activation(Contingent::Huns));
    assert_eq!(shot.net(), "2 NE, 7 disorder");
    assert_eq!(shot.units(), "HL01@1412/12 RM1d@1312/6");
    assert_eq!(shot.state.open.piece(shot.unit("HL01")).spent, 1);
    assert_eq!(shot.state.open.piece(shot.unit("RM1")).aimed_at, 1);
}

#[test]
fn reroll_of_a_check_and_of_a_reform_die() {
    let unit = |field: &Battlefield| field.unit("HH1");
    let field = with("HH1d@1412/12", "second-check", r#"{ kind = "reroll" }"#)
        .line(HUN, "CARD H1 WHEN CHECK HH1")
        .dice("second HH1 9, second HH1 2");
    let cause = super::super::super::event::Cause::Shock;
    let frame = Frame::SecondCheck {
        unit: unit(&field),
        cause,
    };
    let checked = field.run(vec![frame]);
    assert_eq!(checked.net(), "8 elim, 1 stay");
    assert_eq!(checked.units(), "HH1d@1412/12");
    let reformed = with("HL01d@1712/12", "reform-rolled", r#"{ kind = "reroll" }"#)
        .active(Contingent::Huns)
        .line(HUN, "CARD H1 WHEN REFORMED HL01")
        .dice("reform HL01 9, reform HL01 3")
        .run(vec![Frame::ReformSegment]);
    assert_eq!(reformed.net(), "9 elim, 3 reformed");
    assert_eq!(reformed.units(), "HL01@1712/12");
}

#[test]
fn reroll_of_a_shock_die_is_of_one_unit() {
    let fought = with(
        "HH1@1412/12 RM1@1312/6",
        "shock-rolled",
        r#"{ kind = "reroll" }"#,
    )
    .active(Contingent::Huns)
    .line(HUN, "CARD H1 WHEN ROLLED HH1")
    .line(HUN, "SHOCK HH1 ON RM1")
    .dice("shock HH1 9, shock RM1 9, shock HH1 2")
    .run(segment_of_shock());
    assert_eq!(fought.net(), "9 miss, 9 miss, 2 hit");
    assert_eq!(fought.units(), "HH1@1412/12 RM1d@1312/6");
    let enemy = with(
        "HH1@1412/12 RM1@1312/6",
        "shock-rolled",
        r#"{ kind = "reroll" }"#,
    )
    .active(Contingent::Huns)
    .line(HUN, "CARD H1 WHEN ROLLED HH1 TARGET RM1")
    .line(HUN, "SHOCK HH1 ON RM1")
    .dice("shock HH1 2, shock RM1 0, shock RM1 9")
    .run(segment_of_shock());
    assert_eq!(enemy.net(), "2 hit, 0 OV, 9 miss");
    assert_eq!(enemy.units(), "HH1@1412/12 RM1d@1312/6");
    assert_eq!(enemy.engaged(), "HH1-RM1", "no counterattack");
}

#[test]
fn reroll_of_the_alans_die_and_of_initiative() {
    let alans = with(
        "HL01@1712/12 AH1@1212/6",
        "alan-rolled",
        r#"{ kind = "reroll" }"#,
    )
    .line(HUN, "CARD H1 WHEN ALANS")
    .dice("alan_activate roman 5, alan_activate roman 0")
    .run(activation(Contingent::Alans));
    assert_eq!(alans.net(), "5 activate, 0 defect");
    assert_eq!(alans.units(), "HL01@1712/12 AH1@-");
    let initiative = with(
        "HL01@1712/12 VM1@0912/6",
        "init-rolled",
        r#"{ kind = "reroll" }"#,
    )
    .turn(2)
    .line(HUN, "CARD H1 WHEN INITIATIVE")
    .dice("initiative hun 0, initiative roman 9, initiative hun 9, initiative roman 0")
    .run(vec![
        Frame::ChooseMarkers,
        Frame::NameInitiative,
        Frame::SettleInitiative,
    ]);
    assert_eq!(initiative.state.open.queue, [Contingent::Huns]);
}

#[test]
fn cancel_evade_holds_the_unit_back() {
    let held = Battlefield::new("HL01@1412/12 VM1@1312/6")
        .card("R1", "evade-declared", "{}", r#"{ kind = "cancel_evade" }"#)
        .hands("", "R1")
        .active(Contingent::Visigoths)
        .line(ROMAN, "CARD R1 WHEN EVADED HL01")
        .line(ROMAN, "SHOCK VM1 ON HL01")
        .line(HUN, "EVADE HL01 AWAY")
        .dice("shock VM1 9, shock HL01 9")
        .run(segment_of_shock());
    assert_eq!(held.net(), "9 miss, 9 miss");
    assert_eq!(held.engaged(), "HL01-VM1");
}

#[test]
fn cancel_counter_forbids_the_counterattack() {
    let fought = with(
        "HH1@1412/12 RM1@1312/6",
        "shock-rolled",
        r#"{ kind = "cancel_counter" }"#,
    )
    .active(Contingent::Huns)
    .line(HUN, "CARD H1 WHEN ROLLED RM1")
    .line(ROMAN, "COUNTER RM1 YES")
    .line(HUN, "SHOCK HH1 ON RM1")
    .dice("shock HH1 9, shock RM1 0")
    .run(segment_of_shock());
    assert_eq!(fought.net(), "9 miss, 0 OV");
}

#[test]
fn reform_with_a_die_lets_a_unit_roll_first() {
    let effect = r#"{ kind = "reform", units = 1 }"#;
    let rolled = with("HL01d@1712/12 HL02d@1714/12", "reform-start", effect)
        .active(Contingent::Huns)
        .line(HUN, "CARD H1 WHEN REFORM TARGET HL02")
        .line(HUN, "REFORM NONE")
        .dice("reform HL02 2")
        .run(vec![Frame::ReformSegment]);
    assert_eq!(rolled.units(), "HL01d@1712/12 HL02@1714/12");
}

#[test]
fn mp_lengthens_and_shortens_a_move() {
    let walk = |value: i8| {
        let effect = format!(r#"{{ kind = "mp", value = {value}, type = "MI" }}"#);
        with("HM1@1712/12 VM1@0912/6", "act-start", &effect)
            .line(HUN, "CARD H1 WHEN ACT HUNS")
            .line(HUN, "MOVE HM1 1713 1714 1715 1716 1717 1718 1719")
            .run(activation(Contingent::Huns))
            .units()
    };
    assert_eq!(walk(1), "HM1@1718/12 VM1@0912/6");
    assert_eq!(walk(-2), "HM1@1715/12 VM1@0912/6");
}

#[test]
fn extra_activation_comes_next() {
    let effect = r#"{ kind = "extra_activation", contingent = "huns" }"#;
    let played = with("HL01@1712/12 VM1@0912/6", "act-end", effect)
        .line(HUN, "CARD H1 WHEN END HUNS")
        .run(activation(Contingent::Huns));
    assert_eq!(played.state.open.queue, [Contingent::Huns]);
}

#[test]
fn cancel_activation_takes_a_drawn_marker_away() {
    let mut field = Battlefield::new("HL01@1712/12 VM1@0912/6")
        .card(
            "R1",
            "marker-drawn",
            "{}",
            r#"{ kind = "cancel_activation" }"#,
        )
        .hands("", "R1")
        .line(ROMAN, "CARD R1 WHEN DRAW HUNS")
        .dice("marker 0");
    field.state.open.undrawn = [1, 0];
    field.state.hidden[0].cup = vec![Contingent::Huns];
    field.state.open.eliminated = [13, 0];
    let cancelled = field.run(vec![Frame::NextActivation]);
    assert!(!cancelled.happened(|event| matches!(event, Event::ActivationBegan { .. })));
    assert!(cancelled.position.over().is_some(), "the turn has ended");
}

#[test]
fn forbid_fire_silences_bows() {
    let field = Battlefield::new("HM1@1412/12 RM1@1312/6")
        .card(
            "R1",
            "act-start",
            "{}",
            r#"{ kind = "forbid_fire", tribe = "Hun" }"#,
        )
        .hands("", "R1")
        .line(ROMAN, "CARD R1 WHEN ACT HUNS")
        .line(HUN, "FIRE HM1 RM1");
    let silenced = field.run(activation(Contingent::Huns));
    assert_eq!(silenced.refused(), ["FIRE HM1 RM1 | - | 11.2"]);
}

#[test]
fn return_attila_brings_him_back() {
    let field = |attila: &str| {
        let mut field = with(
            "HL01@1712/12 HL02@1612/12",
            "any",
            r#"{ kind = "return_attila" }"#,
        )
        .line(HUN, "CARD H1 WHEN ACT HUNS TARGET HL01");
        field.state.open.attila = match attila {
            "out" => Attila::Out,
            _ => Attila::With(field.unit("HL02")),
        };
        field.run(activation(Contingent::Huns))
    };
    assert_eq!(field("out").attila(), "HL01");
    let stays = field("HL02");
    assert_eq!(stays.attila(), "HL02");
    assert_eq!(stays.refused().len(), 1);
}

#[test]
fn a_condition_asks_for_people_types_and_attila() {
    let effect = r#"{ kind = "shock_drm", value = -1 }"#;
    let fought = |condition: &str, attila: bool| {
        let mut field = Battlefield::new("HH1@1412/12 RM1@1312/6")
            .card("H1", "shock-declared", condition, effect)
            .hands("H1", "")
            .active(Contingent::Huns)
            .line(HUN, "CARD H1 WHEN ATTACKS HH1")
            .line(HUN, "ATTILA ADJUST OFF")
            .line(HUN, "SHOCK HH1 ON RM1")
            .dice("shock HH1 9, shock RM1 9");
        if attila {
            field = field.attila("HH1");
        }
        played(&field.run(segment_of_shock())).len()
    };
    assert_eq!(fought(r#"{ type = "HC" }"#, false), 1);
    assert_eq!(
        fought(r#"{ type = ["LC", "HC"], tribe = "Hun" }"#, false),
        1
    );
    assert_eq!(fought(r#"{ tribe = ["Gepid", "Alan"] }"#, false), 0);
    assert_eq!(fought(r#"{ type = "HI" }"#, false), 0);
    assert_eq!(fought("{ attila = true }", false), 0);
    assert_eq!(fought("{ attila = true }", true), 1);
    assert_eq!(fought(r#"{ contingent = "allies" }"#, false), 0);
}
