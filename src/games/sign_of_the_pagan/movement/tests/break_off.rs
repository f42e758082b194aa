use super::super::super::testing::{Battlefield, hexes};
use super::super::break_off;
use super::*;

/// A horse archer between six enemies, but for one gap.
fn ring(gap: &str) -> String {
    let ring = ["1312", "1313", "1413", "1513", "1512", "1411"];
    let held = ring.iter().filter(|&&hex| hex != gap).enumerate();
    let foes: Vec<String> = held
        .map(|(index, hex)| format!("VM{}@{hex}/6", index + 1))
        .collect();
    format!("HL01@1412/12 {}", foes.join(" "))
}

#[test]
fn r6_5a_breaking_off_disorders_and_costs_2_points() {
    let field = Battlefield::new("VM1@1312/6 HM1@1412/12").engaged("HM1-VM1");
    let line = "MOVE VM1 1212 1112 1012 FACE 2";
    let played = visigoths(field, &[line]);
    assert_eq!(played.units(), "VM1d@1112/6 HM1@1412/12");
    assert_eq!(played.engaged(), "");
    assert_eq!(played.refused(), [format!("{line} | 1012 | 6.0")]);
}

#[test]
fn r6_5b_a_disordered_unit_checks_before_it_leaves() {
    let break_off = |die: u8| {
        let field = Battlefield::new("VM1d@1312/6 HM1@1412/12")
            .engaged("HM1-VM1")
            .dice(&format!("second VM1 {die}"));
        visigoths(field, &["WITHDRAW VM1 1212 1112 FACE 12"])
    };
    let stays = break_off(4);
    assert_eq!(stays.net(), "4 stay");
    assert_eq!(stays.units(), "VM1d@1112/12 HM1@1412/12");
    let falls = break_off(5);
    assert_eq!(falls.units(), "VM1@x HM1@1412/12");
    assert_eq!(falls.state.open.eliminated, [0, 1]);
    assert!(falls.refused().is_empty(), "a death is no refusal");
}

#[test]
fn r6_5_a_withdrawal_wants_an_enemy_and_a_way() {
    let free = visigoths(Battlefield::new("VM1@1312/6"), &["WITHDRAW VM1 1212"]);
    assert_eq!(free.refused(), ["WITHDRAW VM1 1212 | 1212 | 6.5"]);
    let field = Battlefield::new("VM1@1312/6 HM1@1412/12 VM2@1212/6").engaged("HM1-VM1");
    let barred = visigoths(field, &["WITHDRAW VM1 1212"]);
    assert_eq!(barred.units(), "VM1@1312/6 HM1@1412/12 VM2@1212/6");
    assert_eq!(
        barred.engaged(),
        "VM1-HM1",
        "it has not lost its order for nothing"
    );
    assert_eq!(barred.refused(), ["WITHDRAW VM1 1212 | 1212 | 6.1"]);
}

#[test]
fn r6_5c_surrounded_horse_archers_are_eliminated() {
    let field = Battlefield::new(&ring("")).engaged("HL01-VM1");
    let played = huns(field, &[]);
    assert!(played.units().starts_with("HL01@x"));
    assert_eq!(played.state.open.eliminated, [1, 0]);
    assert_eq!(played.net(), "");
    assert!(played.cited().contains(&"6.5"));
}

#[test]
fn r6_5c_horse_archers_leave_and_may_fire_from_afar() {
    let field = Battlefield::new("HL01@1412/12 VM1@1312/6")
        .engaged("HL01-VM1")
        .dice("fire HL01 9");
    let played = huns(field, &["MOVE HL01 1512 FIRE VM1 1612"]);
    assert_eq!(played.net(), "6 disorder", "range 2, and Disordered");
    assert_eq!(played.units(), "HL01d@1612/12 VM1d@1312/6");
}

#[test]
fn d8_q36_silent_horse_archers_flee_from_all_enemies() {
    let field = Battlefield::new("HL01@1412/12 VM1@1312/6 VM2@1514/6").engaged("HL01-VM1");
    let played = huns(field, &[]);
    assert_eq!(played.units(), "HL01d@1512/12 VM1@1312/6 VM2@1514/6");
    assert_eq!(played.engaged(), "");
}

#[test]
fn d8_next_to_enemies_everywhere_the_lowest_hex_is_taken() {
    let units = "HL01@1412/12 VM1@1312/6 VM2@1313/6 VM3@1411/6 VM4@1512/6";
    let field = Battlefield::new(units).engaged("HL01-VM1");
    assert!(huns(field, &[]).units().starts_with("HL01d@1413/12"));
}

#[test]
fn d8_a_flee_line_names_the_refuge() {
    let flee = |text: &str| {
        let field = Battlefield::new("HL01@1412/12 VM1@1312/6").engaged("HL01-VM1");
        huns(hun_standing(field, text), &[]).units()
    };
    assert_eq!(flee("FLEE ALL:LC TO 1312,1614"), "HL01d@1614/12 VM1@1312/6");
    assert_eq!(
        flee("FLEE HL01 TO 2212"),
        "HL01d@1413/12 VM1@1312/6",
        "out of reach: the default serves"
    );
}

#[test]
fn d8_one_flight_opens_the_way_for_the_next() {
    let field = Battlefield::new(
        "HL01@1412/12 HL02@1512/12 VM1@1312/6 VM2@1313/6 VM3@1413/6 VM4@1513/6 VM5@1411/6",
    )
    .engaged("HL01-VM1 HL02-VM4");
    let played = huns(field, &[]);
    assert!(
        played.units().starts_with("HL01d@1512/12 HL02d@"),
        "{}",
        played.units()
    );
    assert_eq!(played.state.open.eliminated, [0, 0]);
}

#[test]
fn q14_a_friend_or_the_edge_bars_the_way_too() {
    let block = |option: &str| {
        let units = ring("1512") + " HM1@1512/12";
        let field = Battlefield::new(&units).option(option).engaged("HL01-VM1");
        huns(field, &[]).units()
    };
    assert!(block("trapped=any_block").starts_with("HL01@x"));
    assert!(block("trapped=enemy_only").starts_with("HL01@1412/12"));
    let corner = |option: &str| {
        let field = Battlefield::new("HL01@0101/6 VM1@0102/8 VM2@0201/12")
            .option(option)
            .engaged("HL01-VM2");
        huns(field, &[]).units()
    };
    assert!(corner("trapped=any_block").starts_with("HL01@x"));
    assert!(corner("trapped=enemy_only").starts_with("HL01@0101/6"));
}

#[test]
fn r6_5d_enemies_left_alone_are_free_again() {
    let field = Battlefield::new("VM1@1312/6 VM2@1411/2 HM1@1412/12").engaged("HM1-VM1 HM1-VM2");
    let played = visigoths(field, &["WITHDRAW VM1 1212"]);
    assert_eq!(played.engaged(), "VM2-HM1");
    let field = Battlefield::new("VM1@1312/6 HM1@1412/12 HM2@1411/12").engaged("HM1-VM1 HM2-VM1");
    assert_eq!(visigoths(field, &["WITHDRAW VM1 1212"]).engaged(), "");
}

#[test]
fn q11_the_allowance_after_breaking_off() {
    let go = |option: &str| {
        let field = Battlefield::new("VM1@1312/6 HM1@1412/12")
            .option(option)
            .engaged("HM1-VM1");
        visigoths(field, &["WITHDRAW VM1 1212 1112 1012 0912"]).units()
    };
    assert_eq!(go("withdraw_ma=disordered"), "VM1d@1112/6 HM1@1412/12");
    assert_eq!(go("withdraw_ma=normal"), "VM1d@1012/6 HM1@1412/12");
}

#[test]
fn q12_without_a_certain_hex_a_unit_that_cannot_pay_stays() {
    let wade = |option: &str, dice: &str| {
        let field = Battlefield::new("RH1@1312/6 HM1@1412/12")
            .option(option)
            .engaged("HM1-RH1")
            .river("1312/1212")
            .dice(dice);
        romans(field, &["WITHDRAW RH1 1212"])
    };
    let certain = wade("min_hex=always", "river RH1 2");
    assert_eq!(certain.units(), "RH1d@1212/6 HM1@1412/12");
    let held = wade("min_hex=not_after_withdraw", "");
    assert_eq!(held.units(), "RH1@1312/6 HM1@1412/12");
    assert_eq!(held.engaged(), "RH1-HM1");
    assert_eq!(held.refused(), ["WITHDRAW RH1 1212 | 1212 | Q12"]);
}

#[test]
fn q13_breaking_contact_is_asked_for_where_it_can_be_had() {
    let go = |option: &str| {
        let field = Battlefield::new("VM1@1312/6 HM1@1412/6")
            .option(option)
            .engaged("HM1-VM1");
        visigoths(field, &["WITHDRAW VM1 1313"])
    };
    assert_eq!(go("withdraw=leave_hex").units(), "VM1d@1313/6 HM1@1412/6");
    let strict = go("withdraw=break_contact");
    assert_eq!(strict.units(), "VM1@1312/6 HM1@1412/6");
    assert_eq!(strict.refused(), ["WITHDRAW VM1 1313 | 1313 | Q13"]);
    let cornered = "VM1@1312/6 HM1@1412/6 VM2@1212/6 VM3@1211/6 VM4@1311/6";
    let field = Battlefield::new(cornered)
        .option("withdraw=break_contact")
        .engaged("HM1-VM1");
    let played = visigoths(field, &["WITHDRAW VM1 1313"]);
    assert!(
        played.units().starts_with("VM1d@1313/6"),
        "no other hex is in reach"
    );
}

#[test]
fn q56_breaking_off_into_contact_gives_no_momentum_and_no_engagement() {
    let field = Battlefield::new("VM1@1312/6 HM1@1412/6")
        .option("zoc=frontal")
        .engaged("HM1-VM1");
    let played = visigoths(field, &["WITHDRAW VM1 1313"]);
    let unit = played.unit("VM1");
    assert!(!played.state.open.piece(unit).deeds.momentum);
    assert_eq!(played.engaged(), "");
}

#[test]
fn q55_reaction_fire_meets_horse_archers_in_flight() {
    let field = Battlefield::new("HL01@1412/12 VM1@1312/6 RL1@1612/12")
        .engaged("HL01-VM1")
        .dice("react RL1 5, second HL01 4");
    let played = huns(field, &["MOVE HL01 1512"]);
    assert_eq!(played.net(), "4 disorder, 4 stay");
}

#[test]
fn d8_refuges_are_what_may_be_fled_to() {
    let field = Battlefield::new(&ring("1513")).engaged("HL01-VM1");
    let refuges = break_off::refuges(field.battle(), field.unit("HL01"));
    assert_eq!(refuges, hexes("1513"));
}
