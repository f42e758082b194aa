//! Lines from files: what is refused and how, what is talk, what is answered at once, and how the match stands.

use std::fs;

use serde_json::Value;

use super::by_file::{Table, in_the_first_activation};

/// Lines of the Huns' first activation, each wrong in another way.
const WRONG: [&str; 9] = [
    "MOVE HL3 1614",
    "MOVE HL1 TO 0101",
    "FIRE HL5 AT RM1",
    "SHOCK HL5 ON RM1",
    "CAM HUNS",
    "MOVE HL55 1614",
    "REFORM HL1",
    "FACE HL1 7",
    "MVOE HL1 1509",
];

#[test]
fn every_refusal_quotes_the_line_points_at_the_word_names_the_rule_and_offers_an_order() {
    let table = in_the_first_activation();
    table.write(&WRONG.join("\n"));
    let (code, checked) = table.0.json("check first --as hun orders.txt --json");
    assert_eq!(code, 1);
    let (_, drawn, _) = table.0.run("check first --as hun orders.txt");
    for (line, wrong) in checked["lines"].as_array().unwrap().iter().zip(WRONG) {
        let bad = ["illegal", "unreadable", "idle"];
        assert!(bad.contains(&line["verdict"].as_str().unwrap()), "{line}");
        // A misspelt word breaks no rule; nothing is offered of a verb that is not asked, or for a unit that there is not.
        let breaks_a_rule = !["MOVE HL55 1614", "FACE HL1 7", "MVOE HL1 1509"].contains(&wrong);
        assert_eq!(line["rule"].is_string(), breaks_a_rule, "{line}");
        let has_offer = ![WRONG[4], WRONG[5]].contains(&wrong);
        assert_eq!(line["instead"].is_string(), has_offer, "{line}");
        let number = &line["number"];
        let quoted = drawn
            .split(&format!("{number} | {wrong}\n"))
            .nth(1)
            .unwrap();
        let marked = quoted.lines().next().unwrap();
        let marks = marked.matches('^').count();
        assert!(marks > 0 && marks < wrong.len(), "{wrong}\n{marked}");
    }
    // What is offered is no empty promise.
    for line in checked["lines"].as_array().unwrap() {
        let Some(offered) = line["instead"].as_str() else {
            continue;
        };
        table.write(offered);
        let (code, out) = table.0.json("check first --as hun orders.txt --json");
        assert_eq!(code, 0, "{offered}: {out}");
    }
}

#[test]
fn what_is_not_asked_is_told_what_is() {
    let table = in_the_first_activation();
    table.write("CAM HUNS HUNS HUNS OSTROGOTHS ALLIES\n");
    let (code, out, _) = table.0.run("check first --as hun orders.txt");
    assert_eq!(code, 1);
    for said in ["1 | CAM HUNS", "^^^", "(4.0)", "no other CAM would do now"] {
        assert!(out.contains(said), "{said}\n{out}");
    }
    assert!(!out.contains("= help: "), "an order of another verb: {out}");
}

#[test]
fn talk_is_named_and_not_refused() {
    let table = in_the_first_activation();
    table.write("Dear Tessera,\nhere are my orders\nMOVE HL1 1509\nRegards\n");
    let (code, out, _) = table.0.run("check first --as hun orders.txt");
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("`Dear Tessera,` is no order and was not read"),
        "{out}"
    );
    // What looks like an order is one that went wrong.
    for wrong in ["Mvoe HL1 1509", "PAS", "If state HH1 good then march"] {
        table.write(wrong);
        let (code, out, _) = table.0.run("check first --as hun orders.txt");
        assert_eq!(code, 1, "{wrong}: {out}");
    }
}

#[test]
fn what_is_only_looked_at_is_answered_by_submit_and_by_check() {
    let table = in_the_first_activation();
    table.write("HELP\nSHOW STATUS\nODDS FIRE HL5 RM1\nODDS ODDS\n");
    for command in ["submit", "check"] {
        let (_, out, err) = table.0.run(&format!("{command} first --as hun orders.txt"));
        for said in [
            "HOW TO PLAY BY MAIL",
            "hun is asked",
            "No odds were worked out",
            "which `ODDS` is not",
        ] {
            assert!(out.contains(said), "{said}\n{out}{err}");
        }
    }
    let (code, _, err) = table.0.run("odds first --as hun FIRE HL5 RM1");
    assert_eq!(
        (code, err.matches("a bow reaches 2").count()),
        (1, 1),
        "{err}"
    );
}

#[test]
fn an_added_line_is_told_once_and_judged_with_the_set() {
    let table = in_the_first_activation();
    table.write("MOVE HL1 1509\n");
    let (code, out, _) = table.0.run("submit first --as hun orders.txt");
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("The run starts on ") && out.contains(" UTC, unless"),
        "nothing runs yet, and a folder of matches knows no zone: {out}"
    );
    assert_eq!(table.waits_for(), serde_json::json!([]));
    let (_, status, _) = table.0.run("status first");
    assert!(status.contains("everybody is ready, runs at "), "{status}");
    // To move twice is wrong only beside the first move.
    table.write("ADD MOVE HL1 1409\n");
    for command in ["check", "submit"] {
        let (code, out, _) = table.0.run(&format!("{command} first --as hun orders.txt"));
        assert_eq!(
            (code, out.matches("MOVE HL1 1409").count()),
            (1, 1 + usize::from(command == "submit")),
            "{out}"
        );
    }
    assert_eq!(table.waits_for(), serde_json::json!(["hun"]));
    table.write("ADD MOVE HL2 1510\n");
    let (code, out, _) = table.0.run("submit first --as hun orders.txt");
    assert_eq!(
        (code, out.matches("MOVE HL2 1510").count()),
        (0, 1),
        "{out}"
    );
    let (_, shown) = table.0.json("show first --as hun --json");
    let filed: Vec<&str> = shown["filed"]["lines"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(filed, ["MOVE hun-lc-1 1509", "MOVE hun-lc-2 1510"]);
    let (_, shown, _) = table.0.run("show first --as hun");
    assert!(shown.contains("YOUR ORDERS AS THEY STAND"), "{shown}");
    assert!(shown.contains("You are ready."), "{shown}");
    let (_, shown, _) = table.0.run("show first --as roman");
    assert!(!shown.contains("hun-lc-2 1510"), "{shown}");
}

#[test]
fn a_plan_may_not_hold_what_can_never_come_to_pass() {
    let table = in_the_first_activation();
    for (line, because) in [
        ("SHOCK OL1 ON RM1", "white ring"),
        ("SHOCK OH1 ON HH1", "is not an enemy"),
        ("FIRE OH1 RM1", "bow"),
    ] {
        table.write(&format!("PLAN OSTROGOTHS\n{line}\nENDPLAN\n"));
        let (code, out, _) = table.0.run("check first --as hun orders.txt");
        assert_eq!(code, 1, "{out}");
        assert!(out.contains(because), "{because}\n{out}");
    }
}

#[test]
fn legal_orders_are_counted_by_unit_and_listed_for_one() {
    let table = in_the_first_activation();
    let (code, all, _) = table.0.run("show first --as hun --legal");
    assert_eq!(code, 0);
    assert!(all.lines().count() < 60, "{all}");
    assert!(
        all.contains("hun-lc-1\n") && all.contains(" MOVE "),
        "{all}"
    );
    assert!(
        !all.contains("ost-lc-1"),
        "who is not active has none: {all}"
    );
    let (code, one, _) = table.0.run("show first --as hun --legal HL1");
    assert_eq!(code, 0);
    assert!(one.lines().all(|line| line.contains("hun-lc-1")), "{one}");
}

#[test]
fn a_match_takes_a_name_and_no_path() {
    let table = Table::new();
    for name in ["../../x", "a/b", "/tmp/x"] {
        let (code, _, err) = table.0.run(&format!("new sign --id {name}"));
        assert_eq!(code, 64, "{err}");
        assert!(err.contains("is no name of a match"), "{err}");
    }
    let (_, status) = table.0.json("status --json");
    assert_eq!(status["matches"].as_array().unwrap().len(), 1);
}

#[test]
fn wrong_use_and_refusals_have_codes_of_their_own() {
    let table = Table::new();
    fs::create_dir(table.0.path().join("full")).unwrap();
    fs::write(table.0.path().join("full/x"), "x").unwrap();
    for (command, code, said) in [
        ("selfplay sign --games 0", 64, "0 is not in 1.."),
        ("backup full", 1, "not empty"),
        ("backup full", 1, "hint: name a folder"),
        ("seat verify nowhere", 64, "cannot read nowhere"),
        ("mail explain nowhere.eml", 64, "cannot read `nowhere.eml`"),
        ("show first --as goths", 64, "no side is called `goths`"),
        (
            "check first --as goths full/x",
            64,
            "no side is called `goths`",
        ),
        (
            "odds first --as goths FIRE HL1 RM1",
            64,
            "no side is called `goths`",
        ),
    ] {
        let (found, _, err) = table.0.run(command);
        assert_eq!(found, code, "{command}: {err}");
        assert!(err.contains(said), "{command}: {err}");
    }
    let (_, help, _) = table.0.run("--help");
    assert!(help.contains("Exit codes: 0 done; 1 refused"), "{help}");
}

#[test]
fn what_is_offered_is_of_the_unit_that_the_line_names() {
    let table = in_the_first_activation();
    for (line, unit) in [
        ("WITHDRAW HL2 1509", "hun-lc-2"),
        ("MOVE HL3 TO 1512 FACE 9", "hun-lc-3"),
        ("REFORM HL1", "hun-lc-1"),
        ("SHOCK HH1 ON RM1", "hun-hc-1"),
    ] {
        table.write(line);
        let (code, out) = table.0.json("check first --as hun orders.txt --json");
        assert_eq!(code, 1, "{line}: {out}");
        let line = &out["lines"][0];
        let offered = line["instead"].as_str().unwrap();
        assert_eq!(offered.split(' ').nth(1), Some(unit), "{line}");
        let verb = |text: &str| text.split(' ').next().unwrap().to_owned();
        let reason = line["reason"].as_str().unwrap();
        let none = format!("no other {} of", verb(line["text"].as_str().unwrap()));
        let same = verb(offered) == verb(line["text"].as_str().unwrap());
        assert_eq!(reason.contains(&none), !same, "{line}");
    }
    // A line for a later moment is offered nothing of this one.
    table.write("CARD H99 WHEN ACT HUNS\n");
    let (_, out) = table.0.json("check first --as hun orders.txt --json");
    assert!(out["lines"][0]["instead"].is_null(), "{out}");
}

#[test]
fn set_up_lines_are_offered_hexes_of_their_own_unit() {
    let table = Table::new();
    for (line, instead) in [
        ("SETUP HM3 1512 F3", "SETUP hun-mi-3 1512 F"),
        ("SETUP attila WITH OM1", "SETUP attila WITH hun-"),
    ] {
        table.write(line);
        let (code, out) = table.0.json("check first --as hun orders.txt --json");
        assert_eq!(code, 1, "{out}");
        let offered = out["lines"][0]["instead"].as_str().unwrap_or_default();
        assert!(offered.starts_with(instead), "{out}");
    }
    let (code, out, _) = table.0.run("show first --as hun --legal attila");
    assert_eq!(code, 0);
    assert!(out.contains("SETUP attila WITH hun-lc-1\n"), "{out}");
}

#[test]
fn attila_is_known_by_his_names() {
    let table = in_the_first_activation();
    for name in ["attila", "AT", "at"] {
        let (code, out, err) = table.0.run(&format!("show first --as hun --unit {name}"));
        assert_eq!(code, 0, "{err}");
        assert!(
            out.starts_with("attila: leader of the Huns; with hun-hc-1, in 16"),
            "{out}"
        );
    }
    table.write("CHECK\nSHOW UNIT AT\nSHOW LEGAL attila\n");
    let (_, out, _) = table.0.run("check first --as hun orders.txt");
    assert!(out.contains("attila: leader of the Huns"), "{out}");
}

#[test]
fn of_whom_nothing_can_be_ordered_is_told() {
    let table = in_the_first_activation();
    let (code, out, _) = table.0.run("show first --as hun --legal OM1");
    assert_eq!(
        (code, out.as_str()),
        (0, "`OM1` can be given no order now.\n")
    );
    let (code, out, _) = table.0.run("show first --as roman --legal RM1");
    assert_eq!(
        (code, out.as_str()),
        (0, "Nothing is asked of this side now.\n")
    );
}

#[test]
fn odds_are_worked_out_after_the_set_that_is_checked() {
    let table = in_the_first_activation();
    let odds = "ODDS FIRE HL5 AM1\n";
    table.write(odds);
    let (_, out, _) = table.0.run("check first --as hun orders.txt");
    assert!(out.contains("No odds were worked out"), "{out}");
    table.write(&format!("MOVE HL5 TO 1213\n{odds}"));
    let (code, out, _) = table.0.run("check first --as hun orders.txt");
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("ODDS: hun-lc-5 against "), "{out}");
}

#[test]
fn a_correction_that_is_refused_is_told_its_own_reason() {
    let table = Table::new();
    table.write("SETUP HL1 1612 F12\nSETUP HL2 1610 F12\n");
    let (_, out, err) = table.0.run("submit first --as hun orders.txt");
    assert!(out.contains("1612"), "{out}{err}");
    for (line, because) in [
        ("ADD SETUP HL1 1514 F12", "hun-lc-1 starts in"),
        ("ADD SETUP HL1 1610 F12", "hun-lc-2 stands in 1610 already"),
    ] {
        table.write(line);
        let (code, out) = table.0.json("check first --as hun orders.txt --json");
        assert_eq!(code, 1, "{line}: {out}");
        let refused = &out["lines"][0];
        let reason = refused["reason"].as_str().unwrap();
        assert!(reason.contains(because), "{line}: {reason}");
        assert!(!reason.contains("no other"), "{line}: {reason}");
        let offered = refused["instead"].as_str().unwrap();
        table.write(&format!("ADD {offered}"));
        let (code, out) = table.0.json("check first --as hun orders.txt --json");
        assert_eq!(code, 0, "{offered}: {out}");
    }
}

#[test]
fn a_slip_in_a_line_whose_time_has_not_come_is_told_so() {
    let table = Table::new();
    table.write("CAM HUNS HUNS OSTROGOTHS\n");
    let (code, out) = table.0.json("check first --as hun orders.txt --json");
    assert_eq!(code, 1, "{out}");
    let reason = out["lines"][0]["reason"].as_str().unwrap();
    assert!(
        reason.ends_with("; it is not the time for CAM: SETUP is asked for now"),
        "{reason}"
    );
}

#[test]
fn a_line_that_names_its_unit_first_is_offered_with_the_verb_before_it() {
    let table = in_the_first_activation();
    for (line, meant) in [
        ("HL2 MOVE TO 1509", "MOVE HL2 TO 1509"),
        ("hl2 move to 1509 face 2", "MOVE hl2 to 1509 face 2"),
    ] {
        table.write(line);
        let (code, out) = table.0.json("check first --as hun orders.txt --json");
        assert_eq!(code, 1, "{line}: {out}");
        let refused = &out["lines"][0];
        assert_eq!(refused["instead"], meant, "{line}");
        let reason = refused["reason"].as_str().unwrap();
        assert!(
            reason.starts_with("an order begins with its verb"),
            "{reason}"
        );
    }
}

#[test]
fn an_order_or_a_condition_behind_the_sign_of_a_comment_is_refused_and_a_comment_is_named() {
    let table = in_the_first_activation();
    for line in [
        "FACE HL1 2; FACE HL4 2",
        "FACE HL1 2; FACE HL4 99 garbage",
        "FACE HL1 2 // FACE HL4 2",
        "FACE HL1 2 ; UNLESS LOST HL4",
        "GO; FACE HL4 2",
        "PASS; go",
    ] {
        table.write(line);
        let (code, out) = table.0.json("check first --as hun orders.txt --json");
        assert_eq!(
            (code, &out["lines"][0]["verdict"]),
            (1, &"unreadable".into()),
            "{line}"
        );
    }
    table.write("FACE HL1 2; towards the river\nFACE HL2 2;\n");
    let (_, out, _) = table.0.run("check first --as hun orders.txt");
    assert!(
        out.contains("left out as a comment: ; towards the river"),
        "{out}"
    );
    assert!(!out.contains("one order a line"), "{out}");
}

#[test]
fn a_file_is_read_like_a_mail_whatever_marks_its_lines_have() {
    let table = in_the_first_activation();
    let plain = "MOVE HL1 TO 1409";
    let verdict = |text: &str| {
        table.write(text);
        let (code, checked) = table.0.json("check first --as hun orders.txt --json");
        let line = &checked["lines"][0];
        (code, line["verdict"].clone(), line["canonical"].clone())
    };
    let expected = verdict(plain);
    assert_eq!(expected.0, 0, "{expected:?}");
    for written in [
        "1. MOVE HL1 TO 1409",
        "- MOVE HL1 TO 1409.",
        "> MOVE HL1 TO 1409",
        "* move HL1 to 1409!",
        "\u{2022} MOVE HL1 TO 1409",
        "(a) MOVE HL1 TO 1409 # first",
        "**MOVE HL1 TO 1409**",
    ] {
        assert_eq!(verdict(written), expected, "{written}");
    }
    for go in ["Go.", "1. GO", "- go!"] {
        assert_eq!(verdict(go).1, "noted", "{go}");
    }
}

#[test]
fn of_two_orders_in_a_line_neither_is_carried_out_and_the_second_is_marked() {
    let table = in_the_first_activation();
    for (line, second) in [
        ("MOVE HL1 TO 1409. Then move HL3 TO 1410", "move"),
        ("FACE HL2 12. MOVE HL3 TO 1410", "MOVE"),
        ("MOVE HL1 TO 1409 and MOVE HL3 TO 1410.", "MOVE"),
        ("MOVE HL1 TO 1409, FACE HL2 12, FACE HL3 12", "FACE"),
        ("MOVE HL1 TO 1409 FACE HL2 12", "FACE"),
    ] {
        table.write(line);
        let (code, checked) = table.0.json("submit first --as hun orders.txt --json");
        assert_eq!(code, 1, "{line}");
        let read = &checked["lines"][0];
        assert_eq!(read["verdict"], "unreadable", "{line}: {read}");
        assert_eq!(
            checked["receipt"]["set"],
            Value::Array(Vec::new()),
            "{line}"
        );
        let drawing = checked["receipt"]["reading"]["lines"][0]["drawing"]
            .as_str()
            .unwrap();
        let marked = drawing.lines().find(|line| line.contains('^')).unwrap();
        let above = drawing
            .lines()
            .take_while(|line| !line.contains('^'))
            .last()
            .unwrap();
        let (start, end) = (marked.find('^').unwrap(), marked.rfind('^').unwrap() + 1);
        assert_eq!(&above[start..end], second, "{line}\n{drawing}");
    }
}
