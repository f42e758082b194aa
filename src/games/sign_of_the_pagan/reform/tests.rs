//! Tests of 10.0 by the rows of the checklist.

use super::super::testing::{Battlefield, Played};
use super::*;
use crate::engine::Ended;

fn huns(units: &str) -> Battlefield {
    Battlefield::new(units).active(Contingent::Huns)
}

fn reform(field: Battlefield, names: &str, dice: &str) -> Played {
    let orders = field.unit_list(names);
    let side = field.state.open.active.unwrap().side();
    orders
        .into_iter()
        .fold(field, |field, unit| {
            field.order(side, Order::Reform { unit })
        })
        .dice(dice)
        .run(vec![Frame::Reform { tried: Vec::new() }])
}

/// The rules that refuse HL01 a try after something has been done to the position.
fn refusal(prepare: impl FnOnce(&mut Battlefield)) -> Vec<String> {
    let mut field = huns("HL01d@1712/12 VM1@1513/6");
    prepare(&mut field);
    let played = reform(field, "HL01", "");
    let rules = played.refused().into_iter();
    rules
        .map(|line| line.rsplit(" | ").next().unwrap().to_owned())
        .collect()
}

#[test]
fn r10a_who_stands_next_to_an_enemy_may_not_try() {
    assert_eq!(
        refusal(|field| field.state.open.put(
            UnitId(1),
            super::super::state::Place::On("1612".parse().unwrap())
        )),
        ["10.0"]
    );
}

#[test]
fn r10a_who_has_moved_fired_or_struck_may_not_try() {
    let deeds = |change: fn(&mut super::super::state::Deeds)| {
        refusal(|field| change(&mut field.state.open.pieces[0].deeds))
    };
    assert_eq!(deeds(|deeds| deeds.moved = true), ["5.0"]);
    assert_eq!(deeds(|deeds| deeds.fired = true), ["5.0"]);
    assert_eq!(deeds(|deeds| deeds.struck = true), ["5.0"]);
}

#[test]
fn q18_who_has_turned_may_try_only_if_turning_does_not_count() {
    let turned = |option: &str, dice: &str| {
        let mut field = huns("HL01d@1712/12").option(option);
        field.state.open.pieces[0].deeds.turned = true;
        reform(field, "HL01", dice)
    };
    let played = turned("reform_face=no", "");
    assert!(
        played.refused()[0].ends_with("Q18"),
        "{:?}",
        played.refused()
    );
    assert_eq!(
        turned("reform_face=yes", "reform HL01 4").net(),
        "4 reformed"
    );
}

#[test]
fn r10a_only_disordered_units_of_the_active_contingent_may_try() {
    let played = reform(
        huns("HL01@1712/12 OH1d@1714/12 HL02@x"),
        "HL01 OH1 HL02",
        "",
    );
    let rules: Vec<String> = played.refused();
    let rules: Vec<&str> = rules
        .iter()
        .map(|line| line.rsplit(' ').next().unwrap())
        .collect();
    assert_eq!(rules, ["10.0", "4.0", "10.0"]);
    assert!(played.events.is_empty());
}

#[test]
fn r10b_4_reforms_5_and_8_do_not_9_eliminates() {
    let played = reform(
        huns("HL01d@1712/12 HL02d@1714/12 HL03d@1716/12 HL04d@1718/12"),
        "HL01 HL02 HL03 HL04",
        "reform HL01 4, reform HL02 5, reform HL03 8, reform HL04 9",
    );
    assert_eq!(played.net(), "4 reformed, 5 no, 8 no, 9 elim");
    assert_eq!(
        played.units(),
        "HL01@1712/12 HL02d@1714/12 HL03d@1716/12 HL04@x"
    );
    assert_eq!(played.state.open.eliminated, [1, 0]);
    assert_eq!(played.cited(), ["10.0"]);
}

#[test]
fn r10c_who_is_not_named_does_not_try() {
    let played = reform(huns("HL01d@1712/12 HL02d@1714/12"), "HL02", "reform HL02 5");
    assert_eq!(played.net(), "5 no");
    assert!(played.refused().is_empty());
}

#[test]
fn r10c_none_and_all_except_are_heard() {
    let field = huns("HL01d@1712/12 HL02d@1714/12");
    let none = field.order(super::super::data::Side::Hun, Order::ReformNone);
    let played = none.run(vec![Frame::Reform { tried: Vec::new() }]);
    assert!(played.events.is_empty());

    let field = huns("HL01d@1712/12 HL02d@1714/12 HL03d@1716/12");
    let except = field.unit_list("HL02");
    let played = field
        .order(super::super::data::Side::Hun, Order::ReformAll { except })
        .dice("reform HL01 5, reform HL03 0")
        .run(vec![Frame::Reform { tried: Vec::new() }]);
    assert_eq!(played.net(), "5 no, 0 reformed");
}

#[test]
fn d20_by_default_everybody_tries() {
    let played = huns("HL01d@1712/12 HL02d@1714/12 VM1@1613/6")
        .dice("reform HL01 5")
        .run(vec![Frame::Reform { tried: Vec::new() }]);
    assert_eq!(played.net(), "5 no", "HL02 stands next to an enemy");
}

#[test]
fn d20_a_player_who_is_there_is_asked() {
    let played = huns("HL01d@1712/12")
        .present(super::super::data::Side::Hun)
        .run(vec![Frame::Reform { tried: Vec::new() }]);
    assert_eq!(played.ended, Ended::Stopped);
    assert!(played.position.stop().is_some());
    let quiet = huns("HL01@1712/12")
        .present(super::super::data::Side::Hun)
        .run(vec![Frame::Reform { tried: Vec::new() }]);
    assert!(quiet.position.stop().is_none(), "nobody may try");
}

#[test]
fn r10d_an_alan_lost_at_reform_tries_the_nerves_of_the_rest() {
    let field = Battlefield::new("AH1d@1012/6 AH2@1014/6").active(Contingent::Alans);
    let played = reform(field, "AH1", "reform AH1 9, alan_defect roman 5");
    assert_eq!(played.net(), "9 elim, 5 ok");
    assert_eq!(played.state.open.eliminated, [0, 1]);
}

#[test]
fn r13_1a_attila_saves_a_rallying_unit() {
    let played = reform(
        huns("HL05d@1712/12 HL06d@1714/12").attila("HL05"),
        "HL05 HL06",
        "reform HL05 9, reform HL06 9",
    );
    assert_eq!(played.net(), "8 no, 9 elim");
    assert_eq!(played.units(), "HL05d@1712/12 HL06@x");
    assert_eq!(played.attila(), "HL05");
}

#[test]
fn options_are_the_units_that_may_try_and_all_of_them() {
    let field = huns("HL01d@1712/12 HL02d@1714/12 HL03@1716/12");
    let all = Order::ReformAll { except: Vec::new() };
    let [one, two] = [UnitId(0), UnitId(1)].map(|unit| Order::Reform { unit });
    let contingent = Contingent::Huns;
    assert_eq!(
        options(field.battle(), contingent, &[]),
        [one, two.clone(), all]
    );
    let left = options(field.battle(), contingent, &[UnitId(0)]);
    assert_eq!(left, std::slice::from_ref(&two));
    let mut picks = super::super::testing::Picks::new([0, 1]);
    let sampled = sample(field.battle(), contingent, &[UnitId(0)], &mut picks);
    assert_eq!(sampled, Some(two));
    let passed = sample(field.battle(), contingent, &[UnitId(0)], &mut picks);
    assert_eq!(passed, None);
}
