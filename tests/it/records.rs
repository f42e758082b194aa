//! Finished matches that are kept for ever are found right by the program and by the second checker.

use std::fs;
use std::path::{Path, PathBuf};

use super::support::checkers::{ROOT, verify_py};
use super::support::terminal::Terminal;

fn kept() -> PathBuf {
    Path::new(ROOT).join("tests/records/catalaunian")
}

#[test]
fn the_match_that_is_kept_is_played_again_and_clean() {
    let (code, document) = Terminal::new().json(&format!("audit {} --json", kept().display()));
    assert_eq!(code, 0, "{document}");
    assert_eq!(document["verdict"], "CLEAN");
    assert_eq!(document["findings"], serde_json::json!([]));
    let (_, said, _) = Terminal::new().run(&format!("audit {}", kept().display()));
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("Looked at 17 mails and 54 lines of the record. 10 runs"),
        "{said}"
    );
}

#[test]
fn a_face_that_was_not_rolled_is_found() {
    let record = fs::read_to_string(kept().join("record.jsonl")).unwrap();
    let other = record.replacen("\"natural\":8,", "\"natural\":9,", 1);
    assert_ne!(record, other);
    let terminal = Terminal::new()
        .file("record.jsonl", &other)
        .copy("tests/records/catalaunian/log.txt", "log.txt");
    let (code, document) = terminal.json("audit record.jsonl log.txt --json");
    assert_eq!(code, 2, "{document}");
}

fn whole() -> PathBuf {
    Path::new(ROOT).join("tests/records/frigidus/record.jsonl")
}

/// The codes of what an audit of a record has found, each once.
fn codes(document: &serde_json::Value) -> Vec<String> {
    let findings = document["findings"].as_array().unwrap();
    let mut codes: Vec<String> = findings
        .iter()
        .map(|finding| finding["code"].as_str().unwrap().to_owned())
        .collect();
    codes.sort();
    codes.dedup();
    codes
}

#[test]
fn the_match_that_is_kept_with_what_each_seat_saw_alone_is_played_again() {
    let record = fs::read_to_string(whole()).unwrap();
    let private = |seat: u8| format!("\"kind\":\"private\",\"for\":{seat}");
    for seat in [1, 2] {
        assert_eq!(record.matches(&private(seat)).count(), 13);
    }
    // Markers, cards and plans were secret.
    for secret in [
        "\"chosen\":[\"huns\"",
        "CARD R1 WHEN ATTACKED",
        "PLAN ostrogoths",
    ] {
        assert!(record.contains(secret), "{secret}");
    }
    let (code, document) = Terminal::new().json(&format!("audit {} --json", whole().display()));
    assert_eq!(code, 0, "{document}");
    // It was played from files: no seat gave values.
    assert_eq!(codes(&document), ["NO_OUTSIDE_ENTROPY"]);
    assert_eq!(document["examined"]["runs_replayed"], 13);
}

#[test]
fn what_a_seat_did_not_see_is_found() {
    let record = fs::read_to_string(whole()).unwrap();
    let at = record.rfind("\"kind\":\"private\",\"for\":2").unwrap();
    let (before, after) = record.split_at(at);
    let other = format!("{before}{}", after.replacen("\"turn\":2", "\"turn\":3", 1));
    assert_ne!(record, other);
    let terminal = Terminal::new().file("record.jsonl", &other);
    let (code, document) = terminal.json("audit record.jsonl --json");
    assert_eq!(code, 2, "{document}");
    assert!(
        codes(&document).contains(&"REPLAY_DIFFERS".to_owned()),
        "{document}"
    );
}

/// The matches of Legion that are kept: how many runs each has, and what shows that its rules were at work.
const LEGION: [(&str, u64, &[&str]); 3] = [
    (
        "iceni",
        14,
        &[
            "\"18.0_contact\":\"on\"",
            "\"what\":\"tied\"",
            "\"what\":\"recovered\"",
            "RETREAT 1L1 NO",
        ],
    ),
    (
        "camulodunum",
        8,
        &[
            "\"19.0_simultaneous\":\"on\"",
            "\"what\":\"plots_spent\"",
            "\"what\":\"advanced\"",
            "\"kind\":\"private\",\"for\":2",
            "PLOT SD1 ML",
        ],
    ),
    (
        "watling",
        8,
        &[
            "\"rules-version\":3",
            "\"what\":\"struck\"",
            "\"what\":\"backed_up\"",
            "\"kind\":\"private\",\"for\":2",
            "PLOT SD1 ML",
        ],
    ),
];

fn of_legion(name: &str) -> PathBuf {
    Path::new(ROOT).join(format!("tests/records/{name}/record.jsonl"))
}

#[test]
fn the_matches_of_legion_that_are_kept_are_played_again() {
    for (name, runs, shown) in LEGION {
        let record = fs::read_to_string(of_legion(name)).unwrap();
        for shown in shown {
            assert!(record.contains(shown), "{name} shows {shown}");
        }
        let path = of_legion(name).display().to_string();
        let (code, document) = Terminal::new().json(&format!("audit {path} --json"));
        assert_eq!(code, 0, "{document}");
        // It was played from files: no seat gave values.
        assert_eq!(codes(&document), ["NO_OUTSIDE_ENTROPY"], "{name}");
        assert_eq!(document["examined"]["runs_replayed"], runs, "{name}");
    }
}

#[test]
fn a_result_that_was_not_rolled_in_a_match_of_legion_is_found() {
    for (name, ..) in LEGION {
        let record = fs::read_to_string(of_legion(name)).unwrap();
        let at = record.find("\"what\":\"struck\"").unwrap();
        let (before, after) = record.split_at(at);
        let told = after.split("\"result\":\"").nth(1).unwrap();
        let told = told.split('"').next().unwrap();
        let another = if told == "E" { "D" } else { "E" };
        let result = |word: &str| format!("\"result\":\"{word}\"");
        let other = after.replacen(&result(told), &result(another), 1);
        let terminal = Terminal::new().file("record.jsonl", &format!("{before}{other}"));
        let (code, document) = terminal.json("audit record.jsonl --json");
        assert_eq!(code, 2, "{name}: {document}");
    }
}

#[test]
fn the_second_checker_agrees() {
    let Some((code, said)) = verify_py(&[kept().join("log.txt")]) else {
        return;
    };
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("Verdict: CLEAN"), "{said}");
}
