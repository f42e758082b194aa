use super::super::super::testing::{Battlefield, facing};
use super::super::{Step, facing as turning};
use super::*;

#[test]
fn r7_0a_two_hexes_lie_in_front_two_beside_two_behind() {
    use crate::geometry::Arc::{Flank, Front, Rear};
    let field = Battlefield::new("VM1@1312/2");
    let (battle, unit) = (field.battle(), field.unit("VM1"));
    let arc = |id: &str| battle.arc(unit, id.parse().unwrap()).unwrap();
    assert_eq!(["1212", "1313"].map(arc), [Front; 2]);
    assert_eq!(["1211", "1412"].map(arc), [Flank; 2]);
    assert_eq!(["1311", "1411"].map(arc), [Rear; 2]);
}

#[test]
fn r7_0b_without_a_facing_the_old_one_is_kept() {
    let played = huns(Battlefield::new("HL01@1412/4"), &["MOVE HL01 1312"]);
    assert_eq!(played.units(), "HL01@1312/4");
}

#[test]
fn r7_1a_facing_does_not_bind_movement() {
    let played = huns(Battlefield::new("HL01@1412/12"), &["MOVE HL01 1512 1612"]);
    assert_eq!(played.units(), "HL01@1612/12");
}

#[test]
fn r7_1b_only_active_units_turn() {
    let field = Battlefield::new("HL01@1412/12 VM1@1112/6");
    let played = moves(field.line(Side::Roman, "FACE VM1 8"), Contingent::Huns, &[]);
    assert_eq!(played.units(), "HL01@1412/12 VM1@1112/6");
}

#[test]
fn r7_1c_turning_next_to_the_enemy_draws_no_fire() {
    let played = visigoths(Battlefield::new("VM1@1312/6 HM1@1412/12"), &["FACE VM1 8"]);
    assert_eq!(played.units(), "VM1@1312/8 HM1@1412/12");
    let unit = played.unit("VM1");
    assert!(played.state.open.piece(unit).deeds.turned);
    assert!(!played.state.open.piece(unit).deeds.any(false));
}

#[test]
fn r7_1_turning_where_it_faces_is_nothing() {
    let played = visigoths(Battlefield::new("VM1@1312/6"), &["FACE VM1 6"]);
    assert!(played.events.is_empty() && played.refused().is_empty());
}

#[test]
fn r7_1d_an_engaged_unit_with_its_enemy_in_front_does_not_turn() {
    let field = Battlefield::new("VM1@1312/6 HM1@1412/12").engaged("HM1-VM1");
    let played = visigoths(field, &["FACE VM1 8"]);
    assert_eq!(played.refused(), ["FACE VM1 8 | - | 9.9"]);
}

#[test]
fn r9_9b_a_unit_engaged_in_the_flank_turns_to_face_it() {
    let face = |hour: u8| {
        let field = Battlefield::new("VL1@1312/12 OM1@1313/10").engaged("OM1-VL1");
        visigoths(field, &[format!("FACE VL1 {hour}").as_str()])
    };
    for hour in [2, 4] {
        let played = face(hour);
        assert!(played.units().starts_with(&format!("VL1@1312/{hour}")));
    }
    let away = face(10);
    assert_eq!(away.refused(), ["FACE VL1 10 | - | 9.9"]);
    assert!(
        away.units().starts_with("VL1@1312/2"),
        "then the default turns it"
    );
}

#[test]
fn r9_9b_one_enemy_in_front_forbids_the_turn() {
    let field = Battlefield::new("VL1@1312/12 OM1@1313/10 OM2@1212/8").engaged("OM1-VL1 OM2-VL1");
    let played = visigoths(field, &["FACE VL1 4"]);
    assert_eq!(played.refused(), ["FACE VL1 4 | - | 9.9"]);
    assert!(played.units().starts_with("VL1@1312/12"));
}

#[test]
fn d10_the_default_faces_the_highest_rating_by_the_smallest_turn() {
    let turned = |units: &str, pairs: &str| {
        let played = visigoths(Battlefield::new(units).engaged(pairs), &[]);
        let units = played.units();
        units.split(' ').next().unwrap().to_owned()
    };
    assert_eq!(
        turned("VL1@1312/12 OM1@1313/10 OH1@1311/4", "OM1-VL1 OH1-VL1"),
        "VL1@1312/10",
        "the heavy horse on the other side"
    );
    assert_eq!(
        turned("VL1@1312/12 OM1@1313/10 OM2@1311/4", "OM1-VL1 OM2-VL1"),
        "VL1@1312/2",
        "clockwise on ties"
    );
    assert_eq!(turned("VL1@1312/12 OM1@1412/10", "OM1-VL1"), "VL1@1312/4");
}

#[test]
fn r9_9b_a_unit_that_leaves_does_not_turn() {
    let field = Battlefield::new("VL1@1312/12 OM1@1313/10").engaged("OM1-VL1");
    let played = visigoths(field, &["WITHDRAW VL1 1311"]);
    assert_eq!(played.units(), "VL1d@1311/12 OM1@1313/10");
}

#[test]
fn q25_named_units_turn_at_once_when_the_step_is_run_for_them() {
    let field = Battlefield::new("VL1@1312/12 OM1@1313/10 VL2@1512/12").engaged("OM1-VL1");
    let units = field.unit_list("VL1 VL2 OM1");
    let played = field.run(vec![Frame::Move(Step::TurnToEnemies { units })]);
    assert_eq!(played.units(), "VL1@1312/2 OM1@1313/10 VL2@1512/12");
}

#[test]
fn r9_9b_the_facings_on_offer_are_those_allowed() {
    let field = Battlefield::new("VL1@1312/12 OM1@1313/10").engaged("OM1-VL1");
    let turns = turning::turns(field.battle(), field.unit("VL1"));
    assert_eq!(turns.collect::<Vec<_>>(), [facing(2), facing(4)]);
}
