//! Every window opens at its moment, for the trigger that names it.

use super::*;

/// Plays an activation with a card for any moment, and tells after which event it was played.
fn window(lines: &[(Side, &str)], contingent: Contingent, units: &str, dice: &str) -> String {
    let field = Battlefield::new(units)
        .card("H1", "any", "{}", r#"{ kind = "mp", value = 1 }"#)
        .hands("H1", "");
    let file = |field: Battlefield, &(side, line): &(Side, &str)| field.line(side, line);
    let field = lines.iter().fold(field, file).dice(dice);
    let frames = activation(contingent);
    let run = field.run(frames);
    let is_card = |event: &Event| matches!(event, Event::CardPlayed { .. });
    let at = run.events.iter().position(is_card).expect("it is played");
    match &run.events[at - 1] {
        Event::ActivationBegan { .. } => "activation".to_owned(),
        Event::Stepped { to, .. } => format!("entered {to}"),
        Event::Rolled { roll } => format!("{} {}", roll.purpose.key(), roll.net),
        Event::ShockDeclared { .. } => "declared".to_owned(),
        Event::Disordered { .. } => "disordered".to_owned(),
        Event::ActivationEnded { .. } => "over".to_owned(),
        other => format!("{other:?}"),
    }
}

const HUN: Side = Side::Hun;

#[test]
fn act_and_end_are_the_first_and_the_last_moment() {
    let huns = Contingent::Huns;
    let units = "HL01@1712/12 VM1@0912/6";
    let first = window(&[(HUN, "CARD H1 WHEN ACT HUNS")], huns, units, "");
    assert_eq!(first, "activation");
    let now = window(&[(HUN, "CARD H1 WHEN NOW")], huns, units, "");
    assert_eq!(now, "activation");
    let lines = [(HUN, "CARD H1 WHEN END HUNS"), (HUN, "MOVE HL01 1612 1512")];
    let last = window(&lines, huns, units, "");
    assert!(last.contains("MoveEnded"), "{last}");
}

#[test]
fn enters_names_a_hex_and_perhaps_a_unit() {
    let units = "HL01@1712/12 VM1@0912/6";
    let lines = [
        (HUN, "CARD H1 WHEN ENTERS 1512 HL01"),
        (HUN, "MOVE HL01 1612 1512 1412"),
    ];
    assert_eq!(window(&lines, Contingent::Huns, units, ""), "entered 1512");
}

#[test]
fn fire_is_before_the_die_and_hit_after_it() {
    let units = "HM1@1412/12 RM1@1312/6";
    let with = |line| [(HUN, line), (HUN, "FIRE HM1 RM1")];
    let huns = Contingent::Huns;
    let before = window(&with("CARD H1 WHEN FIRE RM1"), huns, units, "fire HM1 6");
    assert_eq!(
        before, "activation",
        "nothing has happened but its beginning"
    );
    let after = window(&with("CARD H1 WHEN HIT RM1"), huns, units, "fire HM1 6");
    assert_eq!(after, "fire 6");
    let own = window(&with("CARD H1 WHEN HIT HM1"), huns, units, "fire HM1 2");
    assert_eq!(own, "fire 2");
}

#[test]
fn attacked_attacks_rolled_and_check_follow_a_combat() {
    let units = "HH1@1412/12 RM1d@1312/6 VM1@0912/6";
    let with = |line| [(HUN, line), (HUN, "SHOCK HH1 ON RM1")];
    let dice = "shock HH1 4, shock RM1 9, second RM1 3";
    let huns = Contingent::Huns;
    for (line, after) in [
        ("CARD H1 WHEN ATTACKED RM1", "declared"),
        ("CARD H1 WHEN ATTACKS ALL:HC", "declared"),
        ("CARD H1 WHEN ROLLED HH1", "shock 9"),
        ("CARD H1 WHEN CHECK RM1", "shock 9"),
    ] {
        assert_eq!(window(&with(line), huns, units, dice), after, "{line}");
    }
}

#[test]
fn evaded_comes_before_the_unit_has_gone() {
    let lines = [
        (HUN, "CARD H1 WHEN EVADED HL01"),
        (Side::Roman, "SHOCK VM1 ON HL01"),
        (HUN, "EVADE HL01 AWAY"),
    ];
    let units = "HL01@1412/12 VM1@1312/6";
    assert_eq!(window(&lines, Contingent::Visigoths, units, ""), "declared");
}

#[test]
fn alans_reform_and_reformed_follow_their_dice() {
    let units = "HL01@1712/12 AH1@1212/6";
    let lines = [(HUN, "CARD H1 WHEN ALANS")];
    let alans = window(&lines, Contingent::Alans, units, "alan_activate roman 4");
    assert_eq!(alans, "alan_activate 4");
    let units = "HL01d@1712/12 VM1@0912/6";
    let huns = Contingent::Huns;
    let begins = window(
        &[(HUN, "CARD H1 WHEN REFORM")],
        huns,
        units,
        "reform HL01 6",
    );
    assert_eq!(begins, "activation");
    let rolled = window(
        &[(HUN, "CARD H1 WHEN REFORMED HL01")],
        huns,
        units,
        "reform HL01 6",
    );
    assert_eq!(rolled, "reform 6");
}

#[test]
fn markers_initiative_and_draw_belong_to_no_activation() {
    let play = |line: &str| {
        let mut field = Battlefield::new("HL01@1712/12 VM1@0912/6 RM1@0911/6")
            .card("H1", "any", "{}", r#"{ kind = "mp", value = 1 }"#)
            .hands("H1", "")
            .turn(2)
            .line(HUN, line)
            .dice("initiative hun 9, initiative roman 0");
        field.state.open.eliminated = [13, 0];
        let frames = vec![
            Frame::ChooseMarkers,
            Frame::NameInitiative,
            Frame::SettleInitiative,
        ];
        played(&field.run(frames)).len()
    };
    assert_eq!(play("CARD H1 WHEN MARKERS"), 1);
    assert_eq!(play("CARD H1 WHEN INITIATIVE"), 1);
    assert_eq!(play("CARD H1 WHEN DRAW"), 0);
    let mut field = Battlefield::new("HL01@1712/12 VM1@0912/6")
        .card("H1", "any", "{}", r#"{ kind = "mp", value = 1 }"#)
        .hands("H1", "")
        .line(HUN, "CARD H1 WHEN DRAW HUNS")
        .dice("marker 0");
    field.state.open.undrawn = [1, 0];
    field.state.hidden[0].cup = vec![Contingent::Huns];
    field.state.open.eliminated = [13, 0];
    let drawn = field.run(vec![Frame::NextActivation]);
    let is_card = |event: &Event| matches!(event, Event::CardPlayed { .. });
    let at = drawn.events.iter().position(is_card).unwrap();
    assert!(matches!(drawn.events[at - 1], Event::MarkerDrawn { .. }));
}
