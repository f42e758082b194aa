//! 9.4, 9.6: dice and results.

use super::*;

#[test]
fn r9_4a_a_net_result_up_to_the_rating_hits() {
    for (die, after) in [(3, "VM1d"), (4, "VM1")] {
        let played = shock(
            field(Contingent::Ostrogoths, "OM1@1412/12 VM1@1312/6")
                .line(HUN, "SHOCK OM1 ON VM1")
                .dice(&dice(&format!("OM1 {die}, VM1 9"))),
        );
        assert_eq!(played.units(), format!("OM1@1412/12 {after}@1312/6"));
    }
}

#[test]
fn r9_4b_a_defender_struck_from_behind_rolls_as_well() {
    let played = shock(
        field(Contingent::Ostrogoths, "OM1@1412/12 VM1@1312/12")
            .line(HUN, "SHOCK OM1 ON VM1")
            .dice(&dice("OM1 9, VM1 3")),
    );
    assert_eq!(played.units(), "OM1d@1412/12 VM1@1312/12");
}

#[test]
fn r9_4c_results_take_effect_at_once_even_if_one_side_dies() {
    let played = shock(
        field(Contingent::Ostrogoths, "OM1d@1412/12 VM1@1312/6")
            .line(HUN, "SHOCK OM1 ON VM1")
            .dice("shock OM1 2, shock VM1 3, second OM1 5"),
    );
    assert_eq!(played.units(), "OM1@x VM1d@1312/6");
    assert_eq!(played.engaged(), "");
}

#[test]
fn r9_4d_equal_ratings_the_owner_says_who_takes_it() {
    let tied = || {
        field(Contingent::Ostrogoths, "OH1@1412/12 VM1@1313/6 VM2@1312/6")
            .line(HUN, "SHOCK OH1 ON VM1 VM2")
            .dice(&dice("OH1 5, VM1 9, VM2 9"))
    };
    assert_eq!(
        shock(tied()).units(),
        "OH1@1412/12 VM1@1313/6 VM2d@1312/6",
        "else the lowest hex"
    );
    let listed = shock(tied().line(ROMAN, "LOSS VM1 VM2"));
    assert_eq!(listed.units(), "OH1@1412/12 VM1d@1313/6 VM2@1312/6");
}

#[test]
fn r9_4d_of_equal_ratings_a_disordered_unit_takes_it_last() {
    let played = shock(
        field(Contingent::Visigoths, "VH1@1312/6 OM1d@1411/12 HM1@1412/12")
            .line(ROMAN, "SHOCK VH1 ON OM1 HM1")
            .dice(&dice("VH1 5, OM1 9, HM1 9")),
    );
    assert_eq!(played.units(), "VH1@1312/6 OM1d@1411/12 HM1d@1412/12");
}

#[test]
fn r9_4d_q40_among_three_the_owner_picks_from_the_tied_lowest() {
    let played = shock(
        field(
            Contingent::Visigoths,
            "VM1@1312/6 VM2@1311/6 VH1@1411/4 OM1@1412/10",
        )
        .line(ROMAN, "SHOCK VM1 VH1 ON OM1")
        .line(ROMAN, "LOSS VH1 VM1")
        .dice(&dice("VM1 9, VH1 9, OM1 3")),
    );
    assert_eq!(
        played.units(),
        "VM1d@1312/6 VM2@1311/6 VH1@1411/4 OM1@1412/10",
        "VH1 is rated higher, whatever the list says"
    );
}

#[test]
fn r9_4d_the_rating_in_force_counts_not_the_printed_one() {
    // HM2 is Disordered and pinned: it attacks with 1, which is less than the 2 of HM1.
    let played = shock(
        field(Contingent::Huns, "HM1@1411/12 HM2d@1412/12 VM1@1312/6")
            .engaged("HM2-VM1")
            .line(HUN, "SHOCK HM1 HM2 ON VM1")
            .dice("shock HM1 9, shock HM2 9, shock VM1 3, second HM2 4"),
    );
    assert_eq!(played.net(), "9 miss, 9 miss, 3 hit, 4 stay");
}

#[test]
fn r9_4e_q1_two_hits_on_one_unit_disorder_it_and_make_it_check() {
    let struck = |option: &str, script: &str| {
        shock(
            field(Contingent::Ostrogoths, "OM1@1412/12 OM2@1411/12 VM1@1312/6")
                .option(option)
                .line(HUN, "SHOCK OM1 OM2 ON VM1")
                .dice(script),
        )
    };
    let stacked = struck(
        "multi_result=stack",
        "shock OM1 3, shock OM2 3, shock VM1 9, second VM1 4",
    );
    assert_eq!(stacked.units(), "OM1@1412/12 OM2@1411/12 VM1d@1312/6");
    let capped = struck("multi_result=cap", "shock OM1 3, shock OM2 3, shock VM1 9");
    assert_eq!(capped.units(), "OM1@1412/12 OM2@1411/12 VM1d@1312/6");
}

#[test]
fn r9_4e_one_each_first_then_the_lowest_again() {
    // Three hits on RH1 (4) and RM1 (3): one each, the third on RM1.
    let played = shock(
        field(
            Contingent::Ostrogoths,
            "OH1@1411/12 OM1@1412/12 OM2@1413/12 RM1@1312/6 RH1@1313/6",
        )
        .line(HUN, "SHOCK OH1 ON RM1")
        .line(HUN, "SHOCK OM1 ON RM1 RH1")
        .line(HUN, "SHOCK OM2 ON RH1")
        .dice("shock OH1 1, shock OM1 1, shock OM2 1, shock RM1 9, shock RH1 9, second RM1 4"),
    );
    assert_eq!(
        played.units(),
        "OH1@1411/12 OM1@1412/12 OM2@1413/12 RM1d@1312/6 RH1d@1313/6"
    );
}

#[test]
fn r9_6_1a_a_disordered_unit_rolls_against_its_other_rating() {
    let played = shock(
        field(Contingent::Ostrogoths, "OM1@1412/12 RH1d@1312/6")
            .line(HUN, "SHOCK OM1 ON RH1")
            .dice(&dice("OM1 9, RH1 3")),
    );
    assert_eq!(played.net(), "9 miss, 3 miss");
    assert_eq!(played.rolls()[1].rating, Some(2));
}

#[test]
fn r9_6_2b_eliminated_units_are_counted() {
    let played = shock(
        field(Contingent::Ostrogoths, "OM1@1412/12 VM1d@1312/6")
            .line(HUN, "SHOCK OM1 ON VM1")
            .dice("shock OM1 3, shock VM1 9, second VM1 5"),
    );
    assert_eq!(played.units(), "OM1@1412/12 VM1@x");
    assert_eq!(played.state.open.eliminated, [0, 1]);
}

#[test]
fn r9_6_2c_two_results_on_a_disordered_unit_are_two_checks() {
    let twice = |script: &str| {
        shock(
            field(
                Contingent::Ostrogoths,
                "OM1@1412/12 OM2@1411/12 VM1d@1312/6",
            )
            .line(HUN, "SHOCK OM1 OM2 ON VM1")
            .dice(&format!("shock OM1 3, shock OM2 3, shock VM1 9, {script}")),
        )
    };
    let second = twice("second VM1 4, second VM1 5");
    assert_eq!(second.units(), "OM1@1412/12 OM2@1411/12 VM1@x");
    let first = twice("second VM1 5");
    assert_eq!(first.units(), "OM1@1412/12 OM2@1411/12 VM1@x");
}

#[test]
fn r9_6_2a_checks_are_made_by_the_defenders_first() {
    shock(
        field(
            Contingent::Ostrogoths,
            "OM1d@1412/12 OM2d@1413/12 VM1d@1312/6 VM2d@1313/6",
        )
        .line(HUN, "SHOCK OM2 ON VM2")
        .line(HUN, "SHOCK OM1 ON VM1 VM2")
        .dice(
            "shock OM2 2, shock OM1 2, shock VM2 2, shock VM1 2, \
             second VM2 4, second VM1 4, second OM2 4, second OM1 4",
        ),
    );
}

#[test]
fn r12_2a_the_nerves_of_the_alans_are_tested_before_the_advance() {
    let played = shock(
        field(
            Contingent::Ostrogoths,
            "OM1*@1412/12 AM1d@1312/6 AH1@1210/6",
        )
        .line(HUN, "SHOCK OM1 ON AM1")
        .dice("shock OM1 3, shock AM1 9, second AM1 5, alan_defect roman 6"),
    );
    assert_eq!(played.units(), "OM1@1312/12 AM1@x AH1@-");
    let advanced = played
        .events
        .iter()
        .position(|event| matches!(event, Event::Advanced { .. }));
    let deserted = played
        .events
        .iter()
        .position(|event| matches!(event, Event::Deserted { .. }));
    assert!(deserted < advanced);
}

#[test]
fn r12_2a_alans_who_go_home_take_no_further_part() {
    let played = shock(
        field(
            Contingent::Alans,
            "AM1d@1412/12 OM1@1312/6 AH1@1416/12 OM2@1316/6",
        )
        .line(ROMAN, "SHOCK AM1 ON OM1")
        .line(ROMAN, "SHOCK AH1 ON OM2")
        .dice("shock AM1 9, shock OM1 3, second AM1 9, alan_defect roman 9"),
    );
    assert_eq!(played.units(), "AM1@x OM1@1312/6 AH1@- OM2@1316/6");
    assert_eq!(played.engaged(), "");
}

#[test]
fn r12_2a_q57_nobody_advances_into_the_hex_of_a_deserter() {
    let played = shock(
        field(
            Contingent::Ostrogoths,
            "OM1*@1412/12 OM2@1413/12 AM1d@1312/6 AH1@1313/6",
        )
        .line(HUN, "SHOCK OM1 ON AM1 AH1")
        .line(HUN, "SHOCK OM2 ON AH1")
        .dice(
            "shock OM1 2, shock OM2 9, shock AM1 9, shock AH1 9, second AM1 5, \
             alan_defect roman 6",
        ),
    );
    assert_eq!(advances(&played), "OM1 1312");
    assert_eq!(played.units(), "OM1@1312/12 OM2@1413/12 AM1@x AH1@-");
}

#[test]
fn r9_9c_survivors_still_adjacent_are_mutually_engaged() {
    let played = shock(
        field(Contingent::Ostrogoths, "OM1@1412/12 OM2@1411/12 VM1@1312/6")
            .line(HUN, "SHOCK OM1 OM2 ON VM1")
            .dice(&dice("OM1 9, OM2 9, VM1 9")),
    );
    assert_eq!(played.engaged(), "OM1-VM1 OM2-VM1");
}

#[test]
fn r9_9d_a_pair_ends_with_the_death_of_one() {
    let played = shock(
        field(Contingent::Ostrogoths, "OM1@1412/12 VM1d@1312/6")
            .engaged("OM1-VM1")
            .dice("shock OM1 3, shock VM1 9, second VM1 9"),
    );
    assert_eq!(played.engaged(), "");
}

#[test]
fn r9_9e_an_engaged_enemy_may_be_attacked_by_others() {
    let played = shock(
        field(Contingent::Huns, "HH1@1412/12 OM1@1411/12 VM1@1312/6")
            .engaged("OM1-VM1")
            .line(HUN, "SHOCK HH1 ON VM1")
            .dice(&dice("HH1 9, VM1 9")),
    );
    assert_eq!(played.engaged(), "HH1-VM1 OM1-VM1");
}

#[test]
fn q25_under_turn_when_immediate_a_unit_engaged_in_flank_turns_at_once() {
    let flanked = || {
        field(Contingent::Ostrogoths, "OM1@1412/12 VM1@1312/2")
            .line(HUN, "SHOCK OM1 ON VM1")
            .dice(&dice("OM1 9, VM1 9"))
    };
    assert_eq!(shock(flanked()).units(), "OM1@1412/12 VM1@1312/2");
    let turned = shock(flanked().option("turn_when=immediate"));
    assert_eq!(turned.units(), "OM1@1412/12 VM1@1312/4");
}
