//! 9.7, 9.7.1: Overwhelming defenders and their counterattacks.

use super::*;

/// VM1 attacks OM1 and is overwhelmed by it.
fn overwhelmed(units: &str) -> Battlefield {
    field(Contingent::Visigoths, units).line(ROMAN, "SHOCK VM1 ON OM1")
}

#[test]
fn r9_7a_overwhelming_is_a_net_0_or_less() {
    for (die, net) in [(1, "1 hit, 9 miss"), (0, "0 OV, 9 miss")] {
        let played = shock(
            field(Contingent::Ostrogoths, "OM1@1412/12 VM1@1312/6")
                .line(HUN, "SHOCK OM1 ON VM1")
                .dice(&dice(&format!("OM1 {die}, VM1 9"))),
        );
        assert_eq!(played.net(), net);
        assert_eq!(played.cited().contains(&"9.7"), die == 0);
    }
}

#[test]
fn r9_7_1a_an_overwhelming_defender_may_counterattack() {
    let played = shock(
        overwhelmed("VM1@1312/6 OM1@1412/12")
            .line(HUN, "COUNTER OM1 YES")
            .dice("shock VM1 9, shock OM1 0, shock OM1 3, shock VM1 9, second VM1 0"),
    );
    let fought = rounds(&played);
    assert_eq!(fought[1].0, Round::Counter);
    assert_eq!(fought[1].1.attackers, [played.unit("OM1")]);
    assert_eq!(fought[1].1.defenders, [played.unit("VM1")]);
}

#[test]
fn r9_7_1a_it_need_not() {
    let played = shock(
        overwhelmed("VM1@1312/6 OM1@1412/12")
            .line(HUN, "COUNTER OM1 NO")
            .dice(&dice("VM1 9, OM1 0")),
    );
    assert_eq!(rounds(&played).len(), 1);
}

#[test]
fn r9_7_1_by_default_it_does_with_a_rating_of_2_or_against_a_shaken_enemy() {
    let strong = shock(
        overwhelmed("VM1@1312/6 OM1@1412/12")
            .dice("shock VM1 9, shock OM1 0, shock OM1 9, shock VM1 9"),
    );
    assert_eq!(rounds(&strong).len(), 2);
    // AM1 Disordered has 1; VH1, unhurt, is in good order.
    let weak = |attacker: &str, script: &str| {
        shock(
            field(
                Contingent::Ostrogoths,
                &format!("{attacker}@1412/12 AM1d@1312/6"),
            )
            .line(
                HUN,
                &format!("SHOCK {} ON AM1", attacker.trim_end_matches('d')),
            )
            .dice(script),
        )
    };
    // Its blow Disorders OM1, so that it is shaken by then.
    let shaken = weak("OM1", "shock OM1 9, shock AM1 0, shock AM1 9, shock OM1 9");
    assert_eq!(rounds(&shaken).len(), 2);
}

#[test]
fn r9_7_1b_it_strikes_with_the_rating_of_the_side_now_up() {
    let played = shock(
        overwhelmed("VM1@1312/6 OM1@1412/12")
            .line(HUN, "COUNTER OM1 YES")
            .dice("shock VM1 3, shock OM1 0, shock OM1 3, shock VM1 9"),
    );
    assert_eq!(played.net(), "3 hit, 0 OV, 3 miss, 9 miss");
    assert_eq!(played.rolls()[2].rating, Some(2));
}

#[test]
fn r9_7_1c_a_unit_eliminated_by_its_check_does_not() {
    let played = shock(
        overwhelmed("VM1@1312/6 OM1d@1412/12")
            .line(HUN, "COUNTER OM1 YES")
            .dice("shock VM1 3, shock OM1 0, second OM1 5"),
    );
    assert_eq!(rounds(&played).len(), 1);
    assert_eq!(played.units(), "VM1d@1312/6 OM1@x");
}

#[test]
fn r9_7_1d_attacked_in_flank_or_rear_it_turns_first() {
    // VM1 stands at 3 o'clock of OM1, so that 2 and 4 bring it into the front.
    let turned = |line: &str| {
        shock(
            overwhelmed("VM1@1413/8 OM1@1412/12")
                .line(HUN, line)
                .dice("shock VM1 9, shock OM1 0, shock OM1 9, shock VM1 9"),
        )
        .units()
    };
    assert_eq!(turned("COUNTER OM1 YES FACE 4"), "VM1d@1413/8 OM1@1412/4");
    assert_eq!(turned("COUNTER OM1 YES FACE 2"), "VM1d@1413/8 OM1@1412/2");
    assert_eq!(turned("COUNTER OM1 YES"), "VM1d@1413/8 OM1@1412/2");
    assert_eq!(
        turned("COUNTER OM1 YES FACE 12"),
        "VM1d@1413/8 OM1@1412/2",
        "no legal facing: the default serves"
    );
}

#[test]
fn r9_7_1d_q58_of_two_equal_turns_the_clockwise_one_is_made() {
    // VM1 stands straight behind: at 5 o'clock of a unit facing 12 the turn is to 4.
    let behind = shock(
        overwhelmed("VM1@1513/10 OM1@1412/12")
            .line(HUN, "COUNTER OM1 YES")
            .dice("shock VM1 9, shock OM1 0, shock OM1 9, shock VM1 9"),
    );
    assert_eq!(behind.units(), "VM1d@1513/10 OM1@1412/4");
}

#[test]
fn r9_7_1e_the_former_attacker_has_its_ground_and_nobody_momentum_or_fatigue() {
    let played = shock(
        field(Contingent::Romans, "SM1*@1312/6 OM1@1412/12")
            .woods("1312")
            .line(ROMAN, "SHOCK SM1 ON OM1")
            .line(HUN, "COUNTER OM1 YES")
            .dice("shock SM1 9, shock OM1 0, shock OM1 9, shock SM1 9"),
    );
    assert_eq!(modifiers(&played), "momentum -1 ferocity -1, , , woods -1");
}

#[test]
fn r9_7_1f_neither_side_goes_on_from_a_counterattack() {
    let played = shock(
        overwhelmed("VM1@1312/6 OM1@1412/12")
            .line(HUN, "COUNTER OM1 YES")
            .line(ROMAN, "CONTINUE VM1 ON OM1")
            .dice("shock VM1 9, shock OM1 0, shock OM1 0, shock VM1 0, second VM1 0"),
    );
    assert_eq!(played.net(), "9 miss, 0 OV, 0 OV, 0 OV, 0 stay");
    assert_eq!(played.units(), "VM1d@1312/6 OM1d@1412/12");
}

#[test]
fn r9_7b_q49_one_overwhelming_defender_stops_every_attacker() {
    let played = shock(
        field(
            Contingent::Visigoths,
            "VM1@1312/6 VM2@1311/6 OM1@1412/12 OM2@1411/12",
        )
        .line(ROMAN, "SHOCK VM1 ON OM1 OM2")
        .line(ROMAN, "SHOCK VM2 ON OM2")
        .line(ROMAN, "CONTINUE VM2 ON OM2")
        .line(HUN, "COUNTER OM1 NO")
        .dice(&dice("VM1 9, VM2 0, OM1 0, OM2 9")),
    );
    assert_eq!(rounds(&played).len(), 1);
}

#[test]
fn r9_7_1_q49_all_overwhelming_defenders_counterattack_in_one_round() {
    let played = shock(
        field(
            Contingent::Visigoths,
            "VM1@1312/6 VM2@1311/6 OM1@1412/12 OM2@1411/12",
        )
        .line(ROMAN, "SHOCK VM1 ON OM1 OM2")
        .line(ROMAN, "SHOCK VM2 ON OM2")
        .line(HUN, "COUNTER ALL YES")
        .dice(
            "shock VM1 9, shock VM2 9, shock OM1 0, shock OM2 0, \
             shock OM1 9, shock OM2 9, shock VM1 9, shock VM2 9",
        ),
    );
    assert_eq!(rounds(&played).len(), 2);
}

#[test]
fn r9_7_1_only_those_who_attacked_it_are_counterattacked() {
    let played = shock(
        field(
            Contingent::Visigoths,
            "VM1@1312/6 VM2@1313/6 OM1@1412/12 OM2@1411/12 OM3@1413/12",
        )
        .line(ROMAN, "SHOCK VM1 ON OM2 OM1")
        .line(ROMAN, "SHOCK VM2 ON OM1 OM3")
        .line(HUN, "COUNTER OM3 YES")
        .dice(
            "shock VM1 9, shock VM2 9, shock OM2 9, shock OM1 9, shock OM3 0, \
             shock OM3 9, shock VM2 9",
        ),
    );
    assert_eq!(rounds(&played)[1].1.defenders, [played.unit("VM2")]);
}

#[test]
fn r9_7c_q7_the_continuation_is_lost_by_the_result_or_by_the_blow() {
    let declined = |option: &str, script: &str| {
        shock(
            field(Contingent::Visigoths, "VM1@1312/6 OM1@1412/12")
                .option(option)
                .line(ROMAN, "SHOCK VM1 ON OM1")
                .line(ROMAN, "CONTINUE VM1 ON OM1")
                .line(HUN, "COUNTER OM1 NO")
                .dice(&dice(script)),
        )
    };
    let result = declined("ov_cancel=result", "VM1 0, OM1 0");
    assert_eq!(rounds(&result).len(), 1);
    let actual = declined("ov_cancel=actual", "VM1 0, OM1 0, VM1 9, OM1 9");
    assert_eq!(rounds(&actual)[1].0, Round::Continued);
    assert_eq!(actual.net(), "0 OV, 0 OV, 10 miss, 9 miss");
}

#[test]
fn r9_7b_q7_a_counterattack_that_is_made_stops_the_attacker_either_way() {
    let played = shock(
        field(Contingent::Visigoths, "VM1@1312/6 OM1@1412/12")
            .option("ov_cancel=actual")
            .line(ROMAN, "SHOCK VM1 ON OM1")
            .line(ROMAN, "CONTINUE VM1 ON OM1")
            .line(HUN, "COUNTER OM1 YES")
            .dice(&dice("VM1 0, OM1 0, OM1 9, VM1 9")),
    );
    assert_eq!(rounds(&played).len(), 2);
}

#[test]
fn q19_a_white_ring_counterattacks_only_if_that_is_agreed() {
    let light = |option: &str, script: &str| {
        shock(
            field(Contingent::Visigoths, "VM1@1312/6 HL01@1412/12")
                .option(option)
                .line(ROMAN, "SHOCK VM1 ON HL01")
                .line(HUN, "STAND HL01")
                .line(HUN, "COUNTER HL01 YES")
                .dice(&dice(script)),
        )
    };
    let no = light("counter_white=no", "VM1 9, HL01 0");
    assert_eq!(rounds(&no).len(), 1);
    let yes = light("counter_white=yes", "VM1 9, HL01 0, HL01 9, VM1 9");
    assert_eq!(yes.rolls()[2].rating, Some(2));
}

#[test]
fn q19_a_white_square_does_so_with_1_if_it_was_engaged() {
    let square = |engaged: &str, script: &str| {
        let field = field(Contingent::Visigoths, "VM1@1312/6 HM1d@1412/12").engaged(engaged);
        let field = if engaged.is_empty() {
            field.line(ROMAN, "SHOCK VM1 ON HM1")
        } else {
            field
        };
        shock(field.line(HUN, "COUNTER HM1 YES").dice(&dice(script)))
    };
    let free = square("", "VM1 9, HM1 0");
    assert_eq!(rounds(&free).len(), 1);
    let held = square("VM1-HM1", "VM1 9, HM1 0, HM1 9, VM1 9");
    assert_eq!(held.rolls()[2].rating, Some(1));
}

#[test]
fn r9_8f_q8_a_counterattacker_advances_only_if_that_is_agreed() {
    let destroyed = |option: &str| {
        shock(
            overwhelmed("VM1d@1312/6 OM1@1412/12")
                .option(option)
                .line(HUN, "COUNTER OM1 YES")
                .line(HUN, "ADVANCE OM1 1312")
                .dice(
                    "shock VM1 9, shock OM1 0, second VM1 0, \
                     shock OM1 1, shock VM1 9, second VM1 9",
                ),
        )
        .units()
    };
    assert_eq!(destroyed("counter_advance=no"), "VM1@x OM1@1412/12");
    assert_eq!(destroyed("counter_advance=yes"), "VM1@x OM1@1312/12");
}

#[test]
fn r9_8f_whoever_outlives_its_attacker_stays() {
    let played = shock(
        overwhelmed("VM1d@1312/6 OM1@1412/12")
            .line(HUN, "ADVANCE OM1 1312")
            .dice("shock VM1 9, shock OM1 1, second VM1 9"),
    );
    assert_eq!(played.units(), "VM1@x OM1@1412/12");
}

#[test]
fn q6_full_the_attacker_may_strike_back_in_its_turn() {
    let played = shock(
        overwhelmed("VM1@1312/6 OM1@1412/12")
            .option("counter_chain=full")
            .line(HUN, "COUNTER OM1 YES")
            .line(ROMAN, "COUNTER VM1 YES")
            .dice(
                "shock VM1 9, shock OM1 0, shock OM1 9, shock VM1 0, \
                 shock VM1 9, shock OM1 9",
            ),
    );
    let kinds: Vec<Round> = rounds(&played)
        .into_iter()
        .map(|(round, _)| round)
        .collect();
    assert_eq!(kinds, [Round::First, Round::Counter, Round::Counter]);
    assert_eq!(played.units(), "VM1d@1312/6 OM1d@1412/12");
}

#[test]
fn q6_full_the_counterattacker_may_go_on() {
    let played = shock(
        overwhelmed("VM1@1312/6 OM1@1412/12")
            .option("counter_chain=full")
            .line(HUN, "COUNTER OM1 YES")
            .line(HUN, "CONTINUE OM1 ON VM1")
            .dice(
                "shock VM1 9, shock OM1 0, shock OM1 0, shock VM1 9, second VM1 0, \
                 shock OM1 9, shock VM1 9",
            ),
    );
    assert_eq!(rounds(&played)[2].0, Round::Continued);
    assert_eq!(
        played.rolls()[5].net,
        10,
        "its counterattack counts as a blow"
    );
}

#[test]
fn q6_phasing_the_counterattacker_may_not() {
    let played = shock(
        overwhelmed("VM1@1312/6 OM1@1412/12")
            .option("counter_chain=phasing")
            .line(HUN, "COUNTER OM1 YES")
            .line(HUN, "CONTINUE OM1 ON VM1")
            .dice("shock VM1 9, shock OM1 0, shock OM1 0, shock VM1 9, second VM1 0"),
    );
    assert_eq!(rounds(&played).len(), 2);
}
