//! `tessera try`: transcripts on small files.

use serde_json::{Value, json};
use snapbox::{assert_data_eq, str};

use crate::support::terminal::Terminal;

/// A charge against a wood, as the shipped examples have it.
fn charge() -> Value {
    json!({
        "game": "sign-of-the-pagan",
        "schema": 1,
        "unit_classes": {
            "GEP_MI": {"side": "HUN", "cont": "ALLIES", "type": "MI", "shock": [4, 2], "ma": [5, 4], "missile": null, "red": true},
            "ROM_MI": {"side": "ROMAN", "cont": "ROMANS", "type": "MI", "shock": [3, 2], "ma": [5, 4], "missile": null},
        },
        "examples": [{
            "id": "SP-P03",
            "options": {},
            "setup": {
                "hexes": {"1312": {"terrain": "woods"}},
                "units": [
                    {"id": "GM1", "class": "GEP_MI", "hex": "1412", "face": 12, "state": "good", "momentum": true},
                    {"id": "RM1", "class": "ROM_MI", "hex": "1312", "face": 6, "state": "good"},
                ],
            },
            "stages": [{"active": "ALLIES", "segments": ["SHOCK"], "orders": [{"by": "HUN", "line": "SHOCK GM1 ON RM1"}]}],
            "dice": [{"for": "shock", "by": "GM1", "roll": 6}, {"for": "shock", "by": "RM1", "roll": 4}],
            "expected": {
                "units": {"GM1": {"hex": "1412", "face": 12, "state": "dis"}},
                "engaged": [["RM1", "GM1"]],
                "net": [[4, "hit"], [3, "hit"]],
            },
        }],
    })
}

/// Changes a file of examples at a JSON pointer.
fn with(pointer: &str, value: Value) -> Value {
    let mut file = charge();
    *file.pointer_mut(pointer).expect("the place exists") = value;
    file
}

/// Adds a key to the object at a JSON pointer.
fn adding(pointer: &str, key: &str, value: Value) -> Value {
    let mut file = charge();
    file.pointer_mut(pointer).expect("the place exists")[key] = value;
    file
}

fn see(file: &Value) -> String {
    Terminal::new()
        .file("cases.json", &file.to_string())
        .see("try cases.json")
}

#[test]
fn examples_that_hold_are_ok() {
    assert_data_eq!(
        see(&charge()),
        str![[r"
$ tessera try cases.json
ok SP-P03
1 passed, 0 failed
[exit 0]

"]]
    );
}

#[test]
fn the_document_has_rolls_and_everything_that_can_be_stated() {
    let terminal = Terminal::new().file("cases.json", &charge().to_string());
    let (code, document) = terminal.json("try cases.json --json");
    assert_eq!(code, 0);
    let expected = json!({
        "file": "cases.json", "game": "sign-of-the-pagan", "passed": 1, "failed": 0,
        "cases": [{
            "id": "SP-P03", "pass": true, "error": null, "dice_left": 0,
            "differences": [],
            "rolls": [
                {
                    "for": "shock", "by": "GM1", "roll": 6,
                    "modifiers": [
                        {"rule": "9.5.2", "name": "momentum", "value": -1},
                        {"rule": "9.5.3", "name": "ferocity", "value": -1},
                    ],
                    "net": 4, "outcome": "hit",
                },
                {
                    "for": "shock", "by": "RM1", "roll": 4,
                    "modifiers": [{"rule": "9.5.1", "name": "woods", "value": -1}],
                    "net": 3, "outcome": "hit",
                },
            ],
            "actual": {
                "units": {
                    "GM1": {"hex": "1412", "face": 12, "state": "dis"},
                    "RM1": {"hex": "1312", "face": 6, "state": "dis"},
                },
                "engaged": [["GM1", "RM1"]],
                "eliminated": {"HUN": 0, "ROMAN": 0},
                "net": [[4, "hit"], [3, "hit"]],
                "alan_defections": 0,
                "refused": [],
            },
        }],
    });
    assert_eq!(document, expected);
}

#[test]
fn a_check_that_does_not_hold_is_printed_with_both_values_and_the_rolls() {
    assert_data_eq!(
        see(&with("/examples/0/expected/units/GM1/state", json!("good"))),
        str![[r#"
$ tessera try cases.json
FAIL SP-P03

SP-P03 units.GM1.state: expected "good", actual "dis"
SP-P03 rolled shock by GM1: 6 -1 momentum [9.5.2] -1 ferocity [9.5.3] = 4 hit
SP-P03 rolled shock by RM1: 4 -1 woods [9.5.1] = 3 hit
0 passed, 1 failed
[exit 1]

"#]]
    );
}

#[test]
fn a_die_that_shows_something_else_changes_what_comes() {
    assert_data_eq!(
        see(&with("/examples/0/dice/1/roll", json!(9))),
        str![[r#"
$ tessera try cases.json
FAIL SP-P03

SP-P03 net[1]: expected [3,"hit"], actual [8,"miss"]
SP-P03 units.GM1.state: expected "dis", actual "good"
SP-P03 rolled shock by GM1: 6 -1 momentum [9.5.2] -1 ferocity [9.5.3] = 4 hit
SP-P03 rolled shock by RM1: 9 -1 woods [9.5.1] = 8 miss
0 passed, 1 failed
[exit 1]

"#]]
    );
}

#[test]
fn a_die_for_another_roll_ends_the_example() {
    assert_data_eq!(
        see(&with("/examples/0/dice/1/by", json!("GM1"))),
        str![[r"
$ tessera try cases.json
FAIL SP-P03

SP-P03 dice_mismatch: roll 2 is shock by RM1, but the next die is shock by GM1: 4
SP-P03 rolled shock by GM1: 6 -1 momentum [9.5.2] -1 ferocity [9.5.3] = 4 hit
0 passed, 1 failed
[exit 1]

"]]
    );
}

#[test]
fn a_missing_die_ends_the_example() {
    let one = charge()["examples"][0]["dice"][0].clone();
    assert_data_eq!(
        see(&with("/examples/0/dice", json!([one]))),
        str![[r"
$ tessera try cases.json
FAIL SP-P03

SP-P03 dice_missing: roll 2 is shock by RM1, and there is no die left for it
SP-P03 rolled shock by GM1: 6 -1 momentum [9.5.2] -1 ferocity [9.5.3] = 4 hit
0 passed, 1 failed
[exit 1]

"]]
    );
}

#[test]
fn a_die_left_over_fails_the_example() {
    let mut file = charge();
    let dice = file["examples"][0]["dice"].as_array_mut().unwrap();
    dice.push(json!({"for": "reform", "by": "GM1", "roll": 0}));
    assert_data_eq!(
        see(&file),
        str![[r"
$ tessera try cases.json
FAIL SP-P03

SP-P03 dice_left: dice left over: 1 of 3, the first is reform by GM1: 0
SP-P03 rolled shock by GM1: 6 -1 momentum [9.5.2] -1 ferocity [9.5.3] = 4 hit
SP-P03 rolled shock by RM1: 4 -1 woods [9.5.1] = 3 hit
0 passed, 1 failed
[exit 1]

"]]
    );
}

#[test]
fn a_word_that_a_report_should_lack_is_found() {
    let words = json!({"ROMAN": ["GM1", "COUNTER"], "HUN": ["COUNTER"]});
    assert_data_eq!(
        see(&adding("/examples/0/expected", "report_lacks", words)),
        str![[r#"
$ tessera try cases.json
FAIL SP-P03

SP-P03 report_lacks.ROMAN: expected ["GM1","COUNTER"], actual ["COUNTER"]
SP-P03 rolled shock by GM1: 6 -1 momentum [9.5.2] -1 ferocity [9.5.3] = 4 hit
SP-P03 rolled shock by RM1: 4 -1 woods [9.5.1] = 3 hit
0 passed, 1 failed
[exit 1]

"#]]
    );
}

#[test]
fn unknown_keys_and_impossible_values_are_told_by_path_and_nothing_is_run() {
    let cases = [
        (adding("", "nots", json!("")), "nots: unknown field `nots`"),
        (
            adding("/examples/0/expected", "unit", json!({})),
            "examples[0].expected.unit: unknown field `unit`",
        ),
        (
            adding("/examples/0/dice/1", "die", json!(1)),
            "examples[0].dice[1].die: unknown field `die`",
        ),
        (
            adding("/examples/0/stages/0/orders/0", "stands", json!(true)),
            "examples[0].stages[0].orders[0].stands: unknown field `stands`",
        ),
        (
            with("/examples/0/dice/1/roll", json!(10)),
            "examples[0].dice[1].roll: a d10 shows 0 to 9, not 10",
        ),
        (
            with("/examples/0/setup/units/0/class", json!("GOTH")),
            "examples[0].setup.units[0].class: there is no class `GOTH`",
        ),
        (
            with("/examples/0/setup/units/0/hex", json!("1312")),
            "examples[0].setup.units[1].hex: 1312 holds GM1 already (6.1)",
        ),
        (
            with("/examples/0/stages/0/active", Value::Null),
            "examples[0].stages[0].active: MOVE, SHOCK and REFORM need the contingent that acts",
        ),
        (
            with("/examples/0/stages/0/segments", json!(["DRAW"])),
            "examples[0].stages[0].draw: a marker is named exactly where DRAW is run",
        ),
        (
            with("/examples/0/options", json!({"sotp.zoc": "front"})),
            "examples[0].options.sotp.zoc: `zoc` cannot be `front`, did you mean `frontal`?",
        ),
        (
            adding("/examples/0/expected", "at", json!({"dawn": {}})),
            "examples[0].expected.at.dawn: no stage has the label `dawn`",
        ),
        (
            with("/unit_classes/GEP_MI/cont", json!("ROMANS")),
            "unit_classes.GEP_MI.cont: ",
        ),
        (
            with("/schema", json!(2)),
            "schema: version 2 is not read, only 1",
        ),
        (
            with("/game", json!("chess")),
            "game: there is no game `chess`",
        ),
    ];
    for (file, reason) in cases {
        let terminal = Terminal::new().file("cases.json", &file.to_string());
        let (code, out, err) = terminal.run("try cases.json --json");
        assert_eq!((code, out.as_str()), (64, ""), "{err}");
        assert!(
            err.starts_with("error: `cases.json` is no file of examples; nothing was run\n"),
            "{err}"
        );
        assert!(
            err.contains(&format!("\ncaused by: {reason}")),
            "{reason}\n{err}"
        );
    }
}

#[test]
fn what_is_no_case_file_at_all_is_wrong_use() {
    let terminal = Terminal::new().file("cases.json", "{\"game\": ");
    assert_data_eq!(
        terminal.see("try cases.json"),
        str![[r"
$ tessera try cases.json
error: `cases.json` is no file of examples; nothing was run
caused by: game: EOF while parsing a value at line 1 column 9
[exit 64]

"]]
    );
    assert_data_eq!(
        terminal.see("try other.json"),
        str![[r"
$ tessera try other.json
error: cannot read the examples in `other.json`
caused by: No such file or directory (os error 2)
[exit 64]

"]]
    );
}

#[test]
fn one_example_is_run_alone() {
    let terminal = Terminal::new().copy("tests/cases/sign-of-the-pagan/cases.json", "cases.json");
    assert_data_eq!(
        terminal.see("try cases.json --only SP-P07"),
        str![[r"
$ tessera try cases.json --only SP-P07
ok SP-P07
1 passed, 0 failed
[exit 0]

"]]
    );
    let (code, _, err) = terminal.run("try cases.json --only SP-P99");
    assert_eq!(code, 64);
    assert!(
        err.starts_with("error: there is no example `SP-P99`\nhint: `cases.json` has SP-P01, "),
        "{err}"
    );
}
