//! 9.1, 9.2: who may, must and may not attack.

use crate::engine::{Dice, Line, NoDice, Position, Scope, Thrown};
use crate::ledger::dice::Spec;

use super::super::super::order::Order;
use super::super::super::seat;
use super::*;

/// The lines that were not carried out, with the rules.
fn refused(field: Battlefield) -> Vec<String> {
    shock(field).refused()
}

#[test]
fn r9_1a_combats_are_fought_in_the_order_of_the_lines() {
    let played = shock(
        field(
            Contingent::Huns,
            "HH1@1412/12 VM1@1312/6 HH2@1416/12 VM2@1316/6",
        )
        .line(HUN, "SHOCK HH2 ON VM2")
        .line(HUN, "SHOCK HH1 ON VM1")
        .dice(&dice("HH2 9, VM2 9, HH1 9, VM1 9")),
    );
    assert_eq!(played.engaged(), "HH1-VM1 HH2-VM2");
}

#[test]
fn r9_1a_all_retreats_come_before_the_first_combat() {
    let played = shock(
        field(
            Contingent::Huns,
            "HH1@1412/12 VM1@1312/6 HH2@1416/12 VL1@1316/6",
        )
        .line(HUN, "SHOCK HH1 ON VM1")
        .line(HUN, "SHOCK HH2 ON VL1")
        .line(ROMAN, "EVADE VL1 AWAY")
        .dice("evade VL1 5, shock HH1 9, shock VM1 9"),
    );
    assert_eq!(
        played.units(),
        "HH1@1412/12 VM1@1312/6 HH2@1416/12 VL1@1216/6"
    );
}

#[test]
fn r9_1b_an_attacker_whose_target_has_gone_gets_no_other() {
    let played = shock(
        field(Contingent::Ostrogoths, "OH1@1412/12 VL1@1312/6")
            .line(HUN, "SHOCK OH1 ON VL1")
            .line(ROMAN, "EVADE VL1 TO 1212")
            .line(HUN, "CONTINUE OH1 ON VL1")
            .dice("evade VL1 0"),
    );
    assert_eq!(played.units(), "OH1@1412/12 VL1@1212/6");
}

#[test]
fn r9_2a_without_a_line_nobody_attacks() {
    let played = shock(field(Contingent::Huns, "HH1@1412/12 VM1@1312/6"));
    assert!(played.events.is_empty());
}

#[test]
fn r9_2b_all_enemies_in_front_are_attacked_or_none() {
    let units = "HH1@1412/12 VM1@1312/6 VM2@1313/6";
    let alone = field(Contingent::Huns, units).line(HUN, "SHOCK HH1 ON VM1");
    assert_eq!(refused(alone), ["SHOCK HH1 ON VM1 | - | 9.2"]);
    let both = field(Contingent::Huns, units)
        .line(HUN, "SHOCK HH1 ON VM1 VM2")
        .dice(&dice("HH1 9, VM1 9, VM2 9"));
    assert!(refused(both).is_empty());
}

#[test]
fn r9_2b_an_enemy_attacked_by_a_friend_may_be_left_to_him() {
    let played = shock(
        field(
            Contingent::Huns,
            "HH1@1412/12 HH2@1413/12 VM1@1312/6 VM2@1313/6",
        )
        .line(HUN, "SHOCK HH1 ON VM1")
        .line(HUN, "SHOCK HH2 ON VM2")
        .dice(&dice("HH1 9, VM1 9, HH2 9, VM2 9")),
    );
    assert!(played.refused().is_empty());
    assert_eq!(rounds(&played).len(), 2, "they share no unit");
    assert_eq!(played.engaged(), "HH1-VM1 HH2-VM2");
}

#[test]
fn r9_2b_lines_that_fall_are_no_support_for_others() {
    // HH2 leaves VM3 out; once its line is gone HH1 leaves VM2 out.
    let units = "HH1@1412/12 HH2@1413/12 VM1@1312/6 VM2@1313/6 VM3@1314/6";
    let field = field(Contingent::Huns, units)
        .line(HUN, "SHOCK HH1 ON VM1")
        .line(HUN, "SHOCK HH2 ON VM2");
    assert_eq!(
        refused(field),
        ["SHOCK HH1 ON VM1 | - | 9.2", "SHOCK HH2 ON VM2 | - | 9.2"]
    );
}

#[test]
fn r9_2b_an_alternative_is_tried_when_a_line_falls() {
    let field = field(Contingent::Huns, "HH1@1412/12 VM1@1312/6 VM2@1313/6");
    let line = |id, text: &str, defenders| Line {
        id: LineId(id),
        text: text.to_owned(),
        guard: None,
        order: Order::Shock {
            attackers: field.unit_list("HH1"),
            defenders: field.unit_list(defenders),
            no_momentum: Vec::new(),
        },
        otherwise: None,
    };
    let frames = vec![Frame::Shock(Step::Segment)];
    let mut position = Position::from_parts(&field.game, field.state.clone(), frames);
    let wishes = position.wishes_mut(seat(HUN));
    wishes.listed = true;
    wishes.list.push(Line {
        otherwise: Some(Box::new(line(2, "the other", "VM1 VM2"))),
        ..line(1, "the one", "VM1")
    });
    let run = position.run(&field.game, &mut Nines);
    let told: Vec<&str> = run
        .told
        .iter()
        .map(|(told, _)| told.line.as_str())
        .collect();
    assert_eq!(told, ["the one"]);
    assert_eq!(position.state().open.engaged.len(), 2);
}

/// Dice that miss.
struct Nines;

impl Dice for Nines {
    fn throw(
        &mut self,
        _: Scope,
        _: &dyn std::fmt::Display,
        _: Spec,
        faces: &mut Vec<u32>,
    ) -> Result<Thrown, NoDice> {
        faces.push(9);
        Ok(Thrown::Known)
    }
}

#[test]
fn r9_2b_q27_under_front_duty_any_one_enemy_is_enough() {
    let field = field(Contingent::Huns, "HH1@1412/12 VM1@1312/6 VM2@1313/6")
        .option("front_duty=any")
        .line(HUN, "SHOCK HH1 ON VM1")
        .dice(&dice("HH1 9, VM1 9"));
    assert!(refused(field).is_empty());
}

#[test]
fn r9_2c_an_enemy_held_by_a_friend_counts_as_attacked() {
    let field = field(
        Contingent::Huns,
        "HH1@1412/12 OM1@1414/12 VM1@1312/6 VM2@1313/6",
    )
    .engaged("OM1-VM2")
    .line(HUN, "SHOCK HH1 ON VM1")
    .dice(&dice("HH1 9, VM1 9"));
    assert!(refused(field).is_empty());
}

#[test]
fn r9_2d_a_unit_attacks_in_one_line_only() {
    let field = field(Contingent::Huns, "HH1@1412/12 VM1@1312/6 VM2@1313/6")
        .line(HUN, "SHOCK HH1 ON VM1 VM2")
        .line(HUN, "SHOCK HH1 ON VM2")
        .dice(&dice("HH1 9, VM1 9, VM2 9"));
    assert_eq!(refused(field), ["SHOCK HH1 ON VM2 | - | 9.2"]);
}

#[test]
fn r9_2d_lines_that_share_a_defender_are_one_combat() {
    let played = shock(
        field(
            Contingent::Huns,
            "HH1@1412/12 HH2@1411/12 VM1@1312/6 VM2@1313/6",
        )
        .line(HUN, "SHOCK HH1 ON VM1 VM2")
        .line(HUN, "SHOCK HH2 ON VM1")
        .dice(&dice("HH1 9, HH2 9, VM1 9, VM2 9")),
    );
    let (_, combat) = &rounds(&played)[0];
    assert_eq!(combat.attackers.len(), 2);
    assert_eq!(combat.defenders.len(), 2);
    assert_eq!(played.engaged(), "HH1-VM1 HH1-VM2 HH2-VM1");
}

#[test]
fn r9_2d_lines_joined_by_a_third_keep_the_declared_order() {
    let played = shock(
        field(
            Contingent::Huns,
            "HH1@1412/12 HH2@1414/12 HH3@1413/12 VM1@1312/6 VM2@1315/6 VM3@1313/6 VM4@1314/6",
        )
        .line(HUN, "SHOCK HH1 ON VM1 VM3")
        .line(HUN, "SHOCK HH2 ON VM2 VM4")
        .line(HUN, "SHOCK HH3 ON VM3 VM4")
        .dice(&dice("HH1 9, HH2 9, HH3 9, VM1 9, VM3 9, VM2 9, VM4 9")),
    );
    assert_eq!(rounds(&played).len(), 1);
}

#[test]
fn q3_split_a_defender_belongs_to_the_first_line_that_names_it() {
    let units = "HH1@1412/12 HH2@1413/12 VM1@1312/6 VM2@1313/6 VM3@1314/6";
    let split = |lines: [&str; 2]| {
        let field = field(Contingent::Huns, units).option("chain=split");
        lines
            .into_iter()
            .fold(field, |field, line| field.line(HUN, line))
    };
    let trimmed = split(["SHOCK HH1 ON VM1 VM2", "SHOCK HH2 ON VM2 VM3"])
        .dice(&dice("HH1 9, VM1 9, VM2 9, HH2 9, VM3 9"));
    assert_eq!(rounds(&shock(trimmed)).len(), 2, "VM2 is left to HH1");
    let chained =
        split(["SHOCK HH1 ON VM1 VM2", "SHOCK HH2 ON VM2"]).dice(&dice("HH1 9, VM1 9, VM2 9"));
    assert_eq!(refused(chained), ["SHOCK HH2 ON VM2 | - | Q3"]);
}

#[test]
fn q3_split_whoever_faces_all_may_join() {
    let played = shock(
        field(Contingent::Huns, "HH1@1412/12 HH2@1411/12 VM1@1312/6")
            .option("chain=split")
            .line(HUN, "SHOCK HH1 ON VM1")
            .line(HUN, "SHOCK HH2 ON VM1")
            .dice(&dice("HH1 9, HH2 9, VM1 9")),
    );
    assert_eq!(rounds(&played).len(), 1);
}

#[test]
fn q3_split_a_line_is_for_those_who_face_all_it_names() {
    let played = shock(
        field(
            Contingent::Huns,
            "HH1@1412/12 HH2@1411/12 VM1@1312/6 VM2@1313/6",
        )
        .option("chain=split")
        .line(HUN, "SHOCK HH1 HH2 ON VM1 VM2")
        .dice(&dice("HH1 9, VM1 9, VM2 9")),
    );
    assert_eq!(played.engaged(), "HH1-VM1 HH1-VM2", "HH2 drops out");
}

#[test]
fn r9_2_1a_engaged_units_attack_all_their_engaged_enemies_in_front() {
    let played = shock(
        field(Contingent::Visigoths, "VM1@1312/6 OM1@1412/12 OM2@1411/12")
            .engaged("VM1-OM1 VM1-OM2")
            .dice(&dice("VM1 9, OM2 9, OM1 9")),
    );
    let (_, combat) = &rounds(&played)[0];
    assert_eq!(combat.compelled, [played.unit("VM1")]);
    assert!(played.cited().contains(&"9.2.1"));
}

#[test]
fn r9_2_1a_a_line_that_names_only_one_of_them_gets_the_other_as_well() {
    let played = shock(
        field(Contingent::Visigoths, "VM1@1312/6 OM1@1412/12 OM2@1411/12")
            .engaged("VM1-OM1 VM1-OM2")
            .line(ROMAN, "SHOCK VM1 ON OM1")
            .dice(&dice("VM1 9, OM1 9, OM2 9")),
    );
    assert!(played.refused().is_empty());
    assert_eq!(rounds(&played).len(), 1);
}

#[test]
fn r9_2_1a_q26_engaged_enemies_in_flank_are_not_attacked() {
    let played = shock(
        field(Contingent::Visigoths, "VM1@1312/6 OM1@1412/12 OM2@1313/10")
            .engaged("VM1-OM1 VM1-OM2")
            .dice(&dice("VM1 9, OM1 9")),
    );
    assert_eq!(played.engaged(), "VM1-OM1 VM1-OM2");
}

#[test]
fn r9_2_1a_compulsory_attacks_come_last_in_hex_order() {
    let units = "HM1@1414/12 VM1@1314/6 HM2@1412/12 VM2@1312/6 HH1@1416/12 VM3@1316/6";
    shock(
        field(Contingent::Huns, units)
            .engaged("HM1-VM1 HM2-VM2")
            .line(HUN, "SHOCK HH1 ON VM3")
            .dice(&dice("HH1 9, VM3 9, HM2 9, VM2 9, HM1 9, VM1 9")),
    );
}

#[test]
fn r9_2_1b_an_engaged_enemy_may_be_left_alone() {
    let units = "HH1@1412/12 OM1@1411/12 VM1@1312/6 VM2@1313/6";
    let field = field(Contingent::Huns, units)
        .engaged("OM1-VM1")
        .line(HUN, "SHOCK HH1 ON VM2")
        .dice(&dice("HH1 9, VM2 9"));
    assert!(refused(field).is_empty());
}

#[test]
fn r9_2_1b_an_engaged_unit_need_not_attack_others_in_front() {
    let field = field(Contingent::Huns, "HH1@1412/12 VM1@1312/6 VM2@1313/6")
        .engaged("HH1-VM1")
        .line(HUN, "SHOCK HH1 ON VM1")
        .dice(&dice("HH1 9, VM1 9"));
    assert!(refused(field).is_empty());
}

#[test]
fn r9_2_2a_white_rings_make_no_shock_attack() {
    let field = field(Contingent::Huns, "HL01@1412/12 VM1@1312/6").line(HUN, "SHOCK HL01 ON VM1");
    assert_eq!(refused(field), ["SHOCK HL01 ON VM1 | - | 9.2.2"]);
}

#[test]
fn r9_2_2a_a_line_with_a_unit_that_never_attacks_is_refused_whole() {
    let field = field(Contingent::Huns, "HL01@1411/12 HH1@1412/12 VM1@1312/6")
        .line(HUN, "SHOCK HL01 HH1 ON VM1");
    assert_eq!(refused(field), ["SHOCK HL01 HH1 ON VM1 | - | 9.2.2"]);
}

#[test]
fn r9_2_2a_an_attacker_become_unable_drops_out_and_the_rest_attack() {
    let played = shock(
        field(
            Contingent::Huns,
            "HM1d@1411/12 HH1@1412/12 VM1@1312/6 VM2@x",
        )
        .line(HUN, "SHOCK HM1 HH1 ON VM1 VM2")
        .dice(&dice("HH1 9, VM1 9")),
    );
    assert!(played.refused().is_empty());
    assert_eq!(played.engaged(), "HH1-VM1");
}

#[test]
fn r9_2_2a_an_order_whose_target_is_gone_is_dropped() {
    let field = field(Contingent::Huns, "HH1@1412/12 VM1@x").line(HUN, "SHOCK HH1 ON VM1");
    assert_eq!(refused(field), ["SHOCK HH1 ON VM1 | - | 9.2"]);
}

#[test]
fn r9_2_2b_a_white_ring_that_stays_engaged_is_struck_without_striking() {
    let played = shock(
        field(Contingent::Romans, "RL1@1312/6 OM1@1412/12")
            .engaged("RL1-OM1")
            .dice(&dice("OM1 3")),
    );
    assert_eq!(played.units(), "RL1d@1312/6 OM1@1412/12");
}

#[test]
fn r9_2_3a_good_bowless_light_cavalry_engaged_attacks_with_1() {
    for (die, net) in [(1, "1 hit, 9 miss"), (2, "2 miss, 9 miss")] {
        let played = shock(
            field(Contingent::Visigoths, "VL1@1312/6 OM1@1412/12")
                .engaged("VL1-OM1")
                .dice(&dice(&format!("VL1 {die}, OM1 9"))),
        );
        assert_eq!(played.net(), net);
        assert_eq!(played.rolls()[0].rating, Some(1));
    }
}

#[test]
fn r9_2_3b_disordered_it_rolls_no_die_and_free_it_may_not_attack() {
    shock(
        field(Contingent::Visigoths, "VL1d@1312/6 OM1@1412/12")
            .engaged("VL1-OM1")
            .dice(&dice("OM1 9")),
    );
    let free =
        field(Contingent::Visigoths, "VL1@1312/6 OM1@1412/12").line(ROMAN, "SHOCK VL1 ON OM1");
    assert_eq!(refused(free), ["SHOCK VL1 ON OM1 | - | 9.2.3"]);
}

#[test]
fn r9_2_4_a_good_hun_archer_attacks_with_its_2() {
    let played = shock(
        field(Contingent::Huns, "HM1@1412/12 VM1@1312/6")
            .line(HUN, "SHOCK HM1 ON VM1")
            .dice(&dice("HM1 2, VM1 9")),
    );
    assert_eq!(played.net(), "2 hit, 9 miss");
}

#[test]
fn r7_2a_enemies_in_flank_or_out_of_reach_cannot_be_attacked() {
    for at in ["1413", "1311", "1512"] {
        let field = field(Contingent::Huns, &format!("HH1@1412/12 VM1@{at}/6"))
            .line(HUN, "SHOCK HH1 ON VM1");
        assert_eq!(refused(field), ["SHOCK HH1 ON VM1 | - | 7.2"], "{at}");
    }
}

#[test]
fn r4_0d_only_the_active_contingent_attacks_and_only_enemies() {
    let units = "HH1@1412/12 OH1@1411/12 VM1@1312/6";
    let other = field(Contingent::Huns, units).line(HUN, "SHOCK OH1 ON VM1");
    assert_eq!(refused(other), ["SHOCK OH1 ON VM1 | - | 4.0"]);
    let friend = field(Contingent::Huns, units).line(HUN, "SHOCK HH1 ON OH1");
    assert_eq!(refused(friend), ["SHOCK HH1 ON OH1 | - | 9.2"]);
}

#[test]
fn r9_2f_rating_0_neither_attacks_nor_rolls() {
    let played = shock(
        field(Contingent::Ostrogoths, "OM1@1412/12 RL1d@1312/6")
            .line(HUN, "SHOCK OM1 ON RL1")
            .dice(&dice("OM1 9")),
    );
    assert_eq!(played.net(), "9 miss");
    assert_eq!(played.engaged(), "OM1-RL1");
}

#[test]
fn r10_0a_who_was_declared_has_attacked_even_if_nobody_waited_for_it() {
    let played = shock(
        field(Contingent::Visigoths, "VM1d@1312/6 HL01@1412/12")
            .line(ROMAN, "SHOCK VM1 ON HL01")
            .line(HUN, "EVADE HL01 AWAY"),
    );
    assert!(played.state.open.piece(played.unit("VM1")).deeds.struck);
}
