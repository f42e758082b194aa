use super::super::data::Contingent;
use super::super::testing::Battlefield;
use super::*;
use crate::engine::{Telling, read_line};

const DOCUMENT: &str = include_str!("../../../../docs/odds.md");

/// Lays an example of the document out.
fn laid_out(layout: &str) -> Battlefield {
    let (rest, attila) = layout.split_once(" Attila ").unwrap_or((layout, ""));
    let (rest, river) = rest.split_once(" river ").unwrap_or((rest, ""));
    let (units, woods) = rest.split_once(" woods ").unwrap_or((rest, ""));
    let field = Battlefield::new(units).woods(woods).river(river);
    match attila {
        "" => field,
        unit => field.attila(unit),
    }
}

fn ask(field: &Battlefield, planned: &[&str], line: &str) -> Result<Vec<Odds>, NoOdds> {
    let verb_and_first = line.split_whitespace().nth(1).unwrap();
    let side = field.game.roster.unit(field.unit(verb_and_first)).side;
    let view = field.view(side);
    let read = |line: &str| read_line(&field.game, &view, line).unwrap().remove(0).order;
    let planned: Vec<Order> = planned.iter().map(|line| read(line)).collect();
    field.game.odds(&view, &planned, &read(line))
}

fn outcomes(odds: &Odds) -> Vec<String> {
    let lines = odds.outcomes.iter().map(|outcome| {
        let units = outcome
            .units
            .iter()
            .map(|(unit, word)| format!("{unit} {word}"));
        format!(
            "{}: {}",
            units.collect::<Vec<_>>().join(", "),
            outcome.chance.fraction()
        )
    });
    lines.collect()
}

fn die(die: &DieOdds) -> String {
    let modifiers = die
        .modifiers
        .iter()
        .map(|m| format!("{}{:+}", m.name, m.value));
    let chances = die
        .chances
        .iter()
        .map(|(word, chance)| format!("{word} {}", chance.fraction()));
    format!(
        "{} [{}]: {}",
        die.by,
        modifiers.collect::<Vec<_>>().join(" "),
        chances.collect::<Vec<_>>().join(", ")
    )
}

#[test]
fn the_combats_of_the_document_come_out_as_worked_by_hand() {
    let examples: Vec<&str> = DOCUMENT
        .split("```text\n")
        .skip(1)
        .map(|block| block.split("```").next().unwrap())
        .collect();
    assert_eq!(examples.len(), 10);
    for example in examples {
        let mut lines = example.lines();
        let (layout, order) = lines.next().unwrap().split_once(": ").unwrap();
        let odds = ask(&laid_out(layout), &[], order).unwrap();
        let (mut printed, mut worked): (Vec<_>, Vec<_>) =
            (outcomes(&odds[0]), lines.map(str::to_owned).collect());
        printed.sort();
        worked.sort();
        assert_eq!(printed, worked, "{layout}");
    }
}

#[test]
fn a_shot_is_reckoned_with_the_check_it_causes() {
    let field = Battlefield::new("HM1d@1412/12 VM1d@1312/6").attila("HM1");
    let odds = ask(&field, &[], "FIRE HM1 VM1").unwrap().remove(0);
    assert_eq!(
        die(&odds.dice[0]),
        "HM1 [firer_disordered-1 attila+1]: NE 1/2, disorder 1/2"
    );
    assert_eq!(outcomes(&odds), ["VM1 dis: 3/4", "VM1 elim: 1/4"]);
    assert_eq!(die(&odds.checks[0]), "VM1 []: stay 1/2, elim 1/2");
}

#[test]
fn r9_6_2_a_check_is_listed_only_where_it_may_be_called_for() {
    let checked = |layout: &str, line: &str| -> Vec<String> {
        let odds = ask(&Battlefield::new(layout), &[], line).unwrap().remove(0);
        odds.checks.into_iter().map(|check| check.by).collect()
    };
    let none: [&str; 0] = [];
    // One shot Disorders a unit in good order; one that is Disordered has to be checked.
    assert_eq!(checked("HM1@1412/12 VM1@1312/6", "FIRE HM1 VM1"), none);
    assert_eq!(checked("HM1@1412/12 VM1d@1312/6", "FIRE HM1 VM1"), ["VM1"]);
    // 9.4: the second hit of two attackers goes to the same defender; one die hits the other side once.
    let two_on_one = "HH1@1412/12 HH2@1411/12 VM1@1312/6";
    assert_eq!(checked(two_on_one, "SHOCK HH1 HH2 ON VM1"), ["VM1"]);
}

#[test]
fn a_shot_within_a_move_is_reckoned_from_where_it_is_fired() {
    let field = Battlefield::new("HL1@1612/12 VM1@1312/6 VL1@1316/6");
    let odds = ask(&field, &[], "MOVE HL1 1512 FIRE VM1 1412")
        .unwrap()
        .remove(0);
    assert_eq!(
        die(&odds.dice[0]),
        "HL1 [long_range-2]: NE 7/10, disorder 3/10",
        "{odds:?}"
    );
}

#[test]
fn planned_moves_and_attacks_are_carried_out_before() {
    let field = Battlefield::new("OH1@1612/12 OM1@1411/12 VM1@1312/6");
    let refused = ask(&field, &[], "SHOCK OH1 ON VM1").unwrap_err();
    assert!(matches!(refused, NoOdds::Illegal(illegal) if illegal.rule == rules::R7_2));
    let charge = "MOVE OH1 1512 1412 FACE 12";
    let odds = ask(&field, &[charge], "SHOCK OH1 ON VM1")
        .unwrap()
        .remove(0);
    assert_eq!(
        die(&odds.dice[0]),
        "OH1 [momentum-1]: OV 1/5, hit 1/2, miss 3/10"
    );
    let joined = [charge, "SHOCK OM1 ON VM1"];
    let odds = ask(&field, &joined, "SHOCK OH1 ON VM1").unwrap().remove(0);
    assert_eq!(odds.attackers, ["OM1", "OH1"]);
}

#[test]
fn what_may_follow_is_named_with_its_chance() {
    let field = Battlefield::new("HH1*@1412/12 AH1d@1312/6");
    let odds = ask(&field, &[], "SHOCK HH1 ON AH1").unwrap().remove(0);
    let later: Vec<String> = odds
        .later
        .iter()
        .map(|later| format!("{} {} {}", later.what, later.unit, later.chance.fraction()))
        .collect();
    // HH1 hits with 8/10 and overwhelms with 3/10; AH1d hits with 5/10, overwhelms with 1/10 and fails
    // its check, 1 off, with 4/10.
    assert_eq!(
        later,
        [
            "counter AH1 17/250",
            "continue HH1 27/100",
            "advance AH1 8/25",
            "alans AH1 8/25"
        ]
    );
}

#[test]
fn what_is_no_attack_has_no_odds() {
    let field = Battlefield::new("HM1@1412/12 VM1@1312/6").active(Contingent::Huns);
    for line in [
        "FACE HM1 2",
        "REFORM HM1",
        "MOVE HM1 1413",
        "REACT HM1 FIRE",
    ] {
        let none = ask(&field, &[], line).unwrap_err();
        assert!(matches!(none, NoOdds::NotOffered(_)), "{line}: {none:?}");
    }
    let out_of_range = ask(&field, &[], "FIRE HM1 HM1").unwrap_err();
    assert!(matches!(out_of_range, NoOdds::Illegal(_)));
}

/// The first die of the odds of a line, after what else its owner has filed.
fn first_die(field: &Battlefield, filed: &[&str], line: &str) -> String {
    let odds = ask(field, filed, line).unwrap().remove(0);
    die(&odds.dice[0])
}

#[test]
fn r11_2_a_card_that_the_asker_has_a_line_for_is_played_at_its_moment() {
    let field = Battlefield::new("HH1@1412/12 VM1@1312/6")
        .attila("HH1")
        .hands("H3", "")
        .active(Contingent::Huns);
    let attack = "SHOCK HH1 ON VM1";
    let shifted = "HH1 [attila-1 card:H3-1]: OV 3/10, hit 1/2, miss 1/5";
    let plain = "HH1 [attila-1]: OV 1/5, hit 1/2, miss 3/10";
    let line = "CARD H3 WHEN ATTACKS HH1";
    assert_eq!(first_die(&field, &[line], attack), shifted);
    assert_eq!(first_die(&field, &[], attack), plain);
    let other_moment = "CARD H3 WHEN ATTACKS HH2";
    let field_of_two = Battlefield::new("HH1@1412/12 HH2@1414/12 VM1@1312/6")
        .attila("HH1")
        .hands("H3", "")
        .active(Contingent::Huns);
    assert_eq!(first_die(&field_of_two, &[other_moment], attack), plain);
    assert_eq!(first_die(&field, &[line, "CARD CANCEL H3"], attack), plain);
    assert_eq!(
        first_die(&field, &["CARD CANCEL H3", line], attack),
        shifted
    );
}

#[test]
fn r11_2_cards_for_the_start_of_an_activation_count_before_it_begins() {
    let field = |active| {
        Battlefield::new("HL1@1412/12 VM1@1312/6")
            .hands("H1", "")
            .active(active)
    };
    let line = "CARD H1 WHEN ACT HUNS";
    let ahead = first_die(&field(Contingent::Visigoths), &[line], "FIRE HL1 VM1");
    assert_eq!(ahead, "HL1 [card:H1+1]: NE 2/5, disorder 3/5");
    let too_late = first_die(&field(Contingent::Huns), &[line], "FIRE HL1 VM1");
    assert_eq!(too_late, "HL1 []: NE 1/2, disorder 1/2");
}

#[test]
fn r11_2_what_is_taken_for_granted_about_cards_is_said() {
    let assumed = |field: &Battlefield, filed: &[&str]| {
        let odds = ask(field, filed, "FIRE HL1 VM1").unwrap().remove(0);
        odds.assumes.join("; ")
    };
    let units = "HL1@1412/12 VM1@1312/6";
    let without = Battlefield::new(units).active(Contingent::Huns);
    assert_eq!(assumed(&without, &[]), "");
    let with = Battlefield::new(units)
        .hands("H1", "R1")
        .active(Contingent::Huns);
    assert_eq!(assumed(&with, &[]), "the other side plays no card [11.2]");
    assert_eq!(
        assumed(&with, &["CARD H1 WHEN ACT HUNS"]),
        "the other side plays no card [11.2]; your CARD lines play their cards [11.2]"
    );
}

#[test]
fn r9_7_1_a_card_against_counterattacks_takes_them_out_of_what_may_follow() {
    let units = "HH1@1412/12 VM1@1312/6";
    let later = |field: &Battlefield, filed: &[&str]| {
        let odds = ask(field, filed, "SHOCK HH1 ON VM1").unwrap().remove(0);
        let what = odds.later.iter().map(|later| later.what);
        what.collect::<Vec<_>>()
    };
    let field = Battlefield::new(units)
        .card(
            "H1",
            "shock-declared",
            "{}",
            r#"{ kind = "cancel_counter" }"#,
        )
        .hands("H1", "")
        .active(Contingent::Huns);
    assert_eq!(later(&field, &[]), ["counter", "continue"]);
    assert_eq!(later(&field, &["CARD H1 WHEN ATTACKS HH1"]), ["continue"]);
}
