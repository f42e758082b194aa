//! Rows of the checklist that no single chapter answers for: pieces, sequence, Attila's dice.

use std::collections::BTreeMap;

use super::data::{Contingent, Side};
use super::decision::Frame;
use super::event::Event;
use super::testing::{Battlefield, Played, hex};
use super::{Battle, movement, shock};
use crate::engine::{PlayDice, Position, Rules};
use crate::ledger::hash::Hash;

fn move_fire() -> Vec<Frame> {
    vec![Frame::Move(movement::Step::Segment)]
}

fn shock_segment() -> Vec<Frame> {
    vec![Frame::Shock(shock::Step::Segment)]
}

fn moving(contingent: Contingent, units: &str, lines: &[&str], dice: &str) -> Played {
    let field = Battlefield::new(units).active(contingent);
    filed(field, contingent, lines).dice(dice).run(move_fire())
}

fn shocking(contingent: Contingent, field: Battlefield, lines: &[&str], dice: &str) -> Played {
    let field = field.active(contingent);
    filed(field, contingent, lines)
        .dice(dice)
        .run(shock_segment())
}

fn filed(field: Battlefield, contingent: Contingent, lines: &[&str]) -> Battlefield {
    let file = |field: Battlefield, line: &&str| field.line(contingent.side(), line);
    lines.iter().fold(field, file)
}

#[test]
fn r2_1a_a_hex_touches_six_others() {
    let field = Battlefield::new("HM1@1412/12");
    let around: Vec<String> = field
        .game
        .ground
        .grid()
        .neighbours(hex("1412"))
        .map(|(_, hex)| hex.to_string())
        .collect();
    assert_eq!(around, ["1313", "1413", "1513", "1512", "1411", "1312"]);
    let played = moving(Contingent::Huns, "HM1@1412/12", &["MOVE HM1 1412 1612"], "");
    assert_eq!(played.units(), "HM1@1412/12");
}

#[test]
fn r2_2a_a_unit_acts_with_its_contingent() {
    let played = moving(
        Contingent::Romans,
        "RB1@0912/6 BM1@1712/12",
        &["MOVE RB1 1012", "MOVE BM1 1612"],
        "",
    );
    assert_eq!(played.units(), "RB1@1012/6 BM1@1712/12");
    assert_eq!(played.refused(), ["MOVE BM1 1612 | 1612 | 4.0"]);
}

#[test]
fn r2_2b_one_tribe_on_both_sides_is_an_enemy_all_the_same() {
    let played = moving(
        Contingent::Romans,
        "RF1@1212/6 FM1@1412/12",
        &["MOVE RF1 1312 1311"],
        "",
    );
    assert_eq!(played.units(), "RF1@1312/6 FM1@1412/12");
    assert_eq!(played.refused(), ["MOVE RF1 1312 1311 | 1311 | 6.2"]);
}

#[test]
fn r2_2c_fire_knows_heavy_medium_and_light() {
    let fire = |target: &str| {
        let units = format!("HM1@1412/12 {target}@1312/6");
        let line = format!("FIRE HM1 {target}");
        moving(Contingent::Huns, &units, &[&line], "fire HM1 6").net()
    };
    assert_eq!(fire("RH1"), "6 NE");
    assert_eq!(fire("RM1"), "6 disorder");
    assert_eq!(fire("RL1"), "6 disorder");
}

#[test]
fn r2_2d_the_disordered_side_has_its_own_ratings() {
    let mut field = Battlefield::new("HH1@1412/12");
    let unit = field.unit("HH1");
    let ratings = |field: &Battlefield| {
        let face = field.battle().face(unit);
        (face.shock, face.ma)
    };
    assert_eq!(ratings(&field), (5, 7));
    let cause = super::event::Cause::Fire;
    let event = Event::Disordered { unit, cause };
    field.game.apply(&mut field.state, &event);
    assert_eq!(ratings(&field), (3, 6));
}

#[test]
fn r2_2e_a_white_ring_does_not_attack() {
    let field = Battlefield::new("HL01@1412/12 VM1@1312/6");
    let played = shocking(Contingent::Huns, field, &["SHOCK HL01 ON VM1"], "");
    assert!(played.rolls().is_empty());
    assert_eq!(played.refused(), ["SHOCK HL01 ON VM1 | - | 9.2.2"]);
}

#[test]
fn r2_2f_a_rating_of_0_rolls_no_die() {
    let field = Battlefield::new("RL1d@1312/6 OM1@1412/12");
    let played = shocking(
        Contingent::Ostrogoths,
        field,
        &["SHOCK OM1 ON RL1"],
        "shock OM1 9",
    );
    assert_eq!(played.net(), "9 miss");
    assert_eq!(played.engaged(), "RL1-OM1");
}

#[test]
fn r2_2g_a_red_ring_adds_ferocity_to_momentum() {
    let charge = |unit: &str, contingent: Contingent| {
        let field = Battlefield::new(&format!("{unit}*@1412/12 RM1@1312/6"));
        let line = format!("SHOCK {unit} ON RM1");
        let dice = format!("shock {unit} 9, shock RM1 9");
        let played = shocking(contingent, field, &[&line], &dice);
        played.rolls()[0].net
    };
    assert_eq!(charge("GM1", Contingent::Allies), 7);
    assert_eq!(charge("OM1", Contingent::Ostrogoths), 8);
}

#[test]
fn r2_2h_without_a_bow_there_is_no_fire() {
    let played = moving(
        Contingent::Visigoths,
        "VM1@1312/6 HL01@1412/12",
        &["FIRE VM1 HL01"],
        "",
    );
    assert_eq!(played.refused(), ["FIRE VM1 HL01 | - | 2.2"]);
}

#[test]
fn r2_2i_the_movement_allowance_is_the_most_a_unit_spends() {
    let line = "MOVE HM1 1413 1414 1415 1416 1417 1418";
    let played = moving(Contingent::Huns, "HM1@1412/12", &[line], "");
    assert_eq!(played.units(), "HM1@1417/12");
    assert_eq!(played.refused(), [format!("{line} | 1418 | 6.0")]);
}

#[test]
fn r2_2j_a_roman_cannot_ride_with_attila() {
    let field = Battlefield::new("RM1@0912/6 HL01@1712/12").attila("HL01");
    let order = super::order::Order::AttilaMove {
        path: vec![hex("1612")],
    };
    let played = field
        .active(Contingent::Romans)
        .order(Side::Roman, order)
        .run(move_fire());
    assert_eq!(played.attila(), "HL01");
    assert!(
        played.refused()[0].ends_with("| 2.2"),
        "{:?}",
        played.refused()
    );
}

#[test]
fn r2_2l_markers_take_no_room() {
    let field = Battlefield::new("HM1*@1412/12 VM1@1312/6").engaged("HM1-VM1");
    let battle: Battle<'_> = field.battle();
    assert_eq!(battle.open.unit_at(hex("1412")), Some(field.unit("HM1")));
    let played = moving(
        Contingent::Huns,
        "HL01@1412/12 HM1*@1512/12",
        &["MOVE HL01 1512"],
        "",
    );
    assert_eq!(played.refused(), ["MOVE HL01 1512 | 1512 | 6.1"]);
}

#[test]
fn r2_5_a_0_counts_zero() {
    let field = Battlefield::new("RL1d@1112/6 HM1@1712/12")
        .river("1112/1212")
        .active(Contingent::Romans);
    let played = filed(field, Contingent::Romans, &["MOVE RL1 1212"])
        .dice("river RL1 0")
        .run(move_fire());
    assert_eq!(played.net(), "0 ok");
    assert!(played.cited().contains(&"2.5"));
}

#[test]
fn r4_0f_units_move_in_the_order_of_the_lines() {
    let units = "HL01@1412/12 HL02@1512/12";
    let one = ["MOVE HL01 1312", "MOVE HL02 1412"];
    let played = moving(Contingent::Huns, units, &one, "");
    assert_eq!(played.units(), "HL01@1312/12 HL02@1412/12");
    let other = ["MOVE HL02 1412", "MOVE HL01 1312"];
    let played = moving(Contingent::Huns, units, &other, "");
    assert_eq!(played.units(), "HL01@1312/12 HL02@1512/12");
    assert_eq!(played.refused(), ["MOVE HL02 1412 | 1412 | 6.1"]);
}

#[test]
fn r5_0a_who_has_moved_does_not_reform() {
    let field = Battlefield::new("HL01d@1712/12").active(Contingent::Huns);
    let played = filed(field, Contingent::Huns, &["MOVE HL01 1711", "REFORM HL01"])
        .run(super::sequence::segments());
    assert!(played.rolls().is_empty());
    assert_eq!(played.refused(), ["REFORM HL01 | - | 5.0"]);
    assert!(played.cited().contains(&"6.0"));
}

/// Plays the turn's draws with a cup of Huns alone; the Huns move a hex each time.
#[test]
fn r5_0b_a_contingent_acts_once_for_each_of_its_markers() {
    let mut field = Battlefield::new("HL01@1712/12").edge(18, 25);
    field.state.open.undrawn = [3, 0];
    field.state.hidden[0].cup = vec![Contingent::Huns; 3];
    field.state.open.eliminated = [13, 0];
    let game = field.game.clone();
    let mut position = Position::from_parts(&game, field.state, vec![Frame::NextActivation]);
    let seat = super::seat(Side::Hun);
    let mut dice = PlayDice::new(Hash::sha256(b"three activations"));
    let mut moves = 0;
    for step in ["1711", "1710", "1709"] {
        position.run(&game, &mut dice);
        let lines = {
            let view = game.view(position.state(), crate::engine::Viewer::Seat(seat));
            crate::engine::read_line(&game, &view, &format!("MOVE HL01 {step}")).unwrap()
        };
        position.file(&game, seat, lines);
        let run = position.run(&game, &mut dice);
        let stepped = |event: &&Event| matches!(event, Event::Stepped { .. });
        moves += run.events.iter().filter(stepped).count();
    }
    assert_eq!(moves, 3);
    assert!(position.over().is_some(), "the turn has ended");
}

#[test]
fn r5_4a_every_order_of_the_cup_is_equally_likely() {
    const TURNS: u32 = 10_000;
    let mut field = Battlefield::new("HL01@x").edge(18, 25);
    field.state.open.undrawn = [2, 1];
    field.state.hidden[0].cup = vec![Contingent::Huns, Contingent::Allies];
    field.state.hidden[1].cup = vec![Contingent::Alans];
    field.state.open.eliminated = [13, 0];
    let mut orders: BTreeMap<Vec<Contingent>, u32> = BTreeMap::new();
    for turn in 0..TURNS {
        let start = vec![Frame::NextActivation];
        let mut position = Position::from_parts(&field.game, field.state.clone(), start);
        let mut dice = PlayDice::new(Hash::sha256(&turn.to_be_bytes()));
        let run = position.run(&field.game, &mut dice);
        let drawn = run.events.iter().filter_map(|event| match event {
            Event::MarkerDrawn { contingent } => Some(*contingent),
            _ => None,
        });
        *orders.entry(drawn.collect()).or_default() += 1;
    }
    assert_eq!(orders.len(), 6);
    // Each of the six has n p = 1666.7 with a deviation of 37.3: three of these are 112.
    for (order, count) in orders {
        assert!(count.abs_diff(TURNS / 6) <= 112, "{order:?}: {count}");
    }
}

#[test]
fn r5_4b_nobody_is_asked_to_draw() {
    let mut field = Battlefield::new("HL01@x")
        .present(Side::Hun)
        .present(Side::Roman);
    field.state.open.undrawn = [1, 0];
    field.state.hidden[0].cup = vec![Contingent::Huns];
    field.state.open.eliminated = [13, 0];
    let played = field.dice("marker 0").run(vec![Frame::NextActivation]);
    assert!(played.position.stop().is_none());
    assert!(played.position.over().is_some());
}

#[test]
fn r13_1a_every_die_of_attilas_unit_shifts_in_its_favour() {
    let huns = Contingent::Huns;
    let with = |units: &str, unit: &str| Battlefield::new(units).attila(unit).active(huns);
    let fire = filed(
        with("HM1@1412/12 RH1@1312/6", "HM1"),
        huns,
        &["FIRE HM1 RH1"],
    )
    .dice("fire HM1 6")
    .run(move_fire());
    assert_eq!(fire.net(), "7 disorder");
    let river = with("HM1@1412/12", "HM1").river("1412/1312");
    let river = filed(river, huns, &["MOVE HM1 1312"])
        .dice("river HM1 3")
        .run(move_fire());
    assert_eq!(river.net(), "2 ok");
    let shock = with("HH1@1412/12 RM1@1312/6", "HH1");
    let shock = shocking(
        huns,
        shock,
        &["SHOCK HH1 ON RM1"],
        "shock HH1 6, shock RM1 9",
    );
    assert_eq!(shock.net(), "5 hit, 9 miss");
    let evade = Battlefield::new("HL05@1412/12 VH1@1312/6")
        .attila("HL05")
        .line(Side::Hun, "EVADE HL05 TO 1512 FACE 12");
    let evade = shocking(
        Contingent::Visigoths,
        evade,
        &["SHOCK VH1 ON HL05"],
        "evade HL05 6",
    );
    assert_eq!(evade.net(), "5 ok");
    assert_eq!(evade.attila(), "HL05", "13.0a");
}

#[test]
fn r13_1b_his_shift_counts_for_overwhelming() {
    let field = Battlefield::new("HH1@1412/12 RM1@1312/6").attila("HH1");
    let played = shocking(
        Contingent::Huns,
        field,
        &["SHOCK HH1 ON RM1"],
        "shock HH1 1, shock RM1 9",
    );
    assert_eq!(played.net(), "0 OV, 9 miss");
}

#[test]
fn r13_1c_only_the_dice_of_his_own_unit_shift() {
    let field = Battlefield::new("HH1@1412/12 HM1@1411/12 RM1@1312/6").attila("HH1");
    let played = shocking(
        Contingent::Huns,
        field,
        &["SHOCK HH1 HM1 ON RM1"],
        "shock HH1 9, shock HM1 9, shock RM1 9",
    );
    assert_eq!(played.net(), "8 miss, 9 miss, 9 miss");
}

#[test]
fn r6_2d_a_roman_may_enter_attilas_hex_and_he_is_gone_before() {
    let field = Battlefield::new("RM1@1312/6 HL01@1614/12").attila("@1412");
    let field = field.active(Contingent::Romans);
    let played = filed(field, Contingent::Romans, &["MOVE RM1 1412 1512"]).run(move_fire());
    assert_eq!(played.attila(), "HL01");
    assert_eq!(played.units(), "RM1@1512/6 HL01@1614/12");
}
