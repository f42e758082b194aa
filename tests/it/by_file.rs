//! A match played by hand from files: set-up, markers, an activation with wrong lines among the right.

use std::fs;

use serde_json::Value;

use crate::support::terminal::Terminal;

/// A terminal with one match in its folder.
pub(crate) struct Table(pub(crate) Terminal);

impl Table {
    pub(crate) fn new() -> Self {
        let table = Self(Terminal::new());
        let (code, made) = table.0.json("new sign-of-the-pagan --id first --json");
        assert_eq!(code, 0, "{made}");
        assert_eq!(made["stop"], 1);
        table
    }

    pub(crate) fn write(&self, orders: &str) {
        fs::write(self.0.path().join("orders.txt"), orders).unwrap();
    }

    fn report(&self, name: &str) -> String {
        let reports = self.0.path().join("tessera-matches/reports/first");
        fs::read_to_string(reports.join(name)).unwrap()
    }

    fn submit(&self, side: &str, orders: &str) -> (i32, String) {
        self.write(orders);
        let (code, out, err) = self
            .0
            .run(&format!("submit first --as {side} --now orders.txt"));
        (code, out + &err)
    }

    pub(crate) fn waits_for(&self) -> Value {
        self.0.json("status first --json").1["waits_for"].clone()
    }
}

/// Both sides set up by default and choose their markers; the Huns are to act.
pub(crate) fn in_the_first_activation() -> Table {
    let table = Table::new();
    assert_eq!(table.submit("hun", "GO\n").0, 0);
    assert_eq!(table.submit("roman", "GO\n").0, 0);
    let huns = "CAM HUNS HUNS HUNS OSTROGOTHS ALLIES\nINITIATIVE HUNS\n";
    assert_eq!(table.submit("hun", huns).0, 0);
    let (code, out) = table.submit("roman", "CAM ROMANS ROMANS VISIGOTHS VISIGOTHS ALANS\n");
    assert_eq!(code, 0, "{out}");
    table
}

#[test]
fn wrong_set_up_lines_are_refused_one_by_one_with_rule_and_remedy() {
    let table = Table::new();
    table.write("SETUP hun-mi-1 1512 F12\nSETUP HL1 1409 F12\nSETUPP HL2 1610\n");
    let (code, checked) = table.0.json("check first --as hun orders.txt --json");
    assert_eq!(code, 1);
    let lines = &checked["lines"];
    assert_eq!(lines[0]["verdict"], "legal");
    assert_eq!(lines[1]["verdict"], "illegal");
    assert_eq!(lines[1]["rule"], "3.0");
    assert!(
        lines[1]["instead"]
            .as_str()
            .unwrap()
            .starts_with("SETUP hun-lc-1 16")
    );
    assert_eq!(lines[2]["verdict"], "unreadable");
    assert!(
        lines[2]["reason"]
            .as_str()
            .unwrap()
            .contains("did you mean `SETUP`")
    );
    let (_, out, _) = table.0.run("check first --as hun orders.txt");
    assert!(
        out.contains("2 | SETUP HL1 1409 F12\n  |           ^^^^"),
        "{out}"
    );
    assert!(out.contains("Nothing was filed."));
    assert_eq!(
        table.waits_for(),
        serde_json::json!(["hun"]),
        "a check files nothing"
    );
}

#[test]
fn a_set_with_a_bad_line_waits_until_it_is_mended_or_told_to_go() {
    let table = in_the_first_activation();
    let orders = "MOVE HL1 1509 1409 FACE 12\nMOVE HL2 1311\nFIRE HH1 RM1\nREFORM NONE\n";
    let (code, out) = table.submit("hun", orders);
    assert_eq!(code, 1);
    assert!(out.contains("Not ready"), "{out}");
    assert!(
        out.contains("Refused, and no part of your set:\n       MOVE HL2 1311"),
        "{out}"
    );
    assert_eq!(table.waits_for(), serde_json::json!(["hun"]));
    let (code, out) = table.submit("hun", "GO\n");
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("hun-lc-1 moves 1609-1509-1409"), "{out}");
    assert!(
        !out.contains("hun-lc-2 moves"),
        "a refused line is not shortened: {out}"
    );
}

#[test]
fn a_stop_that_is_over_takes_no_orders_and_a_side_that_is_not_asked_is_told() {
    let table = in_the_first_activation();
    table.write("MOVE VM1 1115\n");
    let (code, _, err) = table.0.run("submit first --as hun --stop 1 orders.txt");
    assert_eq!(code, 1);
    assert!(err.contains("stop 1") && err.contains("stop 4"), "{err}");
    let (code, out) = table.submit("roman", "MOVE VM1 1115\n");
    assert_eq!(code, 1);
    assert!(out.contains("it is not your turn to act"), "{out}");
}

#[test]
fn each_side_reads_only_its_own_markers() {
    let table = in_the_first_activation();
    let (hun, roman) = (table.report("0003-hun.txt"), table.report("0003-roman.txt"));
    assert!(
        hun.contains("has chosen its five markers: huns huns huns"),
        "{hun}"
    );
    assert!(!roman.contains("huns huns huns"), "{roman}");
    assert!(
        roman.contains("The Hun side has chosen its five markers (5.1)."),
        "{roman}"
    );
    for line in hun.lines().chain(roman.lines()) {
        assert!(line.chars().count() <= 76, "{line}");
    }
}

#[test]
fn what_is_shown_again_is_what_was_reported() {
    let table = in_the_first_activation();
    let (code, shown, _) = table.0.run("show first --as hun");
    assert_eq!(code, 0);
    assert_eq!(shown, table.report("0003-hun.txt"));
}

/// Arguments, exit code, and a word of what is said.
const CASES: [(&str, i32, &str); 4] = [
    ("show second --as hun", 1, "tessera status"),
    ("show first --as gaul", 64, "hun, roman"),
    ("submit first --as hun missing.txt", 64, "missing.txt"),
    ("new chess", 64, "sign-of-the-pagan"),
];

#[test]
fn unknown_matches_sides_and_files_are_refused_with_what_would_do() {
    let table = Table::new();
    for (arguments, expected, words) in CASES {
        let (code, _, err) = table.0.run(arguments);
        assert_eq!(code, expected, "{arguments}: {err}");
        assert!(err.contains(words), "{arguments}: {err}");
    }
}

#[test]
fn whoever_is_not_asked_cuts_nobodys_grace_short() {
    let table = Table::new();
    table.write("GO\n");
    let (code, out, err) = table.0.run("submit first --as hun orders.txt");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("The run starts on"), "{out}");
    let (code, out) = table.submit("roman", "GO\n");
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("asks hun and not you"), "{out}");
    assert_eq!(
        table.waits_for(),
        serde_json::json!([]),
        "Hun's grace lasts"
    );
    let (_, status) = table.0.json("status first --json");
    assert_eq!(status["stop"], 1, "{status}");
}
