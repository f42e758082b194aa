//! A finished match that is kept for ever is found right by the program and by the second checker.

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

#[test]
fn the_second_checker_agrees() {
    let Some((code, said)) = verify_py(&[kept().join("log.txt")]) else {
        return;
    };
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("Verdict: CLEAN"), "{said}");
}
