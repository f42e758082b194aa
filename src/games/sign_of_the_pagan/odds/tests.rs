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
