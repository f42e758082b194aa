//! A whole game turn played from plans, filed before the first marker was drawn.

use std::fs;

use crate::support::terminal::Terminal;

const HUN: &str = "\
CAM DEFAULT HUNS HUNS HUNS OSTROGOTHS ALLIES
INITIATIVE HUNS
DEFAULT D9
DEFAULT D13
PLAN HUNS
FACE hun-mi-1 2 IF EMPTY 0101 AND STATE hun-mi-1 GOOD ELSE FACE hun-mi-1 10
FACE hun-mi-2 2 IF LOST hun-mi-1 ELSE FACE hun-mi-2 10
REFORM ALL
ENDPLAN
PLAN HUNS 2
FACE hun-mi-1 12
ENDPLAN
PLAN HUNS 3
FACE hun-mi-2 12
ENDPLAN
PLAN OSTROGOTHS
ENDPLAN
PLAN ALLIES
REFORM ALL
ENDPLAN
";

const ROMAN: &str = "\
CAM DEFAULT ROMANS ROMANS VISIGOTHS VISIGOTHS VISIGOTHS
DEFAULT D9
DEFAULT D13
PLAN ROMANS
FACE arm-li-1 4 IF TALLY HUN >= 1 ELSE FACE arm-li-1 8
ENDPLAN
PLAN ROMANS 2
ENDPLAN
PLAN VISIGOTHS
ENDPLAN
PLAN VISIGOTHS 2
ENDPLAN
PLAN VISIGOTHS 3
ENDPLAN
";

struct Table(Terminal);

impl Table {
    fn submit(&self, side: &str, orders: &str) {
        fs::write(self.0.path().join("orders.txt"), orders).unwrap();
        let (code, out, err) = self
            .0
            .run(&format!("submit first --as {side} --now orders.txt"));
        assert_eq!(code, 0, "{out}{err}");
    }

    fn shown(&self, side: &str) -> String {
        self.0.run(&format!("show first --as {side}")).1
    }
}

/// Both sides set up, choose markers and file plans for the whole turn.
fn after_a_planned_turn() -> Table {
    let table = Table(Terminal::new());
    assert_eq!(table.0.run("new sign-of-the-pagan --id first").0, 0);
    table.submit("hun", "GO\n");
    table.submit("roman", "GO\n");
    table.submit("hun", HUN);
    table.submit("roman", ROMAN);
    table
}

#[test]
fn a_turn_with_plans_on_both_sides_runs_without_another_mail() {
    let table = after_a_planned_turn();
    let (_, status) = table.0.json("status first --json");
    assert_eq!(status["turn"], 2, "{status}");
    assert_eq!(
        status["stop"], 4,
        "set-ups, markers, and the next turn's markers: {status}"
    );
}

#[test]
fn each_owner_alone_is_told_which_branch_was_taken_and_why() {
    let table = after_a_planned_turn();
    let (hun, roman) = (table.shown("hun"), table.shown("roman"));
    for said in [
        "it held: EMPTY 0101 yes, STATE hun-mi-1 GOOD yes",
        "it did not hold: LOST hun-mi-1 no",
        "instead: FACE hun-mi-2 10",
    ] {
        assert!(hun.contains(said), "{said}\n{hun}");
    }
    assert!(
        roman.contains("it did not hold: TALLY HUN >= 1 no"),
        "{roman}"
    );
    assert!(roman.contains("instead: FACE arm-li-1 8"), "{roman}");
    assert!(!roman.contains("hun-mi-1 GOOD yes") && !hun.contains("TALLY HUN"));
    let (_, json) = table.0.json("show first --as hun --json");
    let branch = &json["report"]["branches"][1];
    assert_eq!(branch["condition"]["terms"][0]["fact"], "LOST hun-mi-1");
    assert_eq!(branch["condition"]["held"], false);
    assert_eq!(branch["taken"], "FACE hun-mi-2 10");
}
