//! `tessera games`.

use serde_json::json;
use snapbox::{assert_data_eq, str};

use crate::support::terminal::Terminal;

#[test]
fn games_are_listed() {
    let terminal = Terminal::new();
    assert_data_eq!(terminal.see("games"), str![]);
    let (code, document) = terminal.json("games --json");
    assert_eq!(code, 0);
    let first = json!({
        "key": "sign-of-the-pagan",
        "title": "Sign of the Pagan",
        "summary": "Attila against Aetius on the Catalaunian fields, 451",
        "rules_version": 1,
        "sides": ["hun", "roman"],
    });
    assert_eq!(document["games"][0], first);
}

#[test]
fn a_game_is_shown_as_text_and_as_json() {
    let terminal = Terminal::new();
    let (code, text, _) = terminal.run("games show sign-of-the-pagan");
    assert_eq!(code, 0);
    assert!(text.starts_with("Sign of the Pagan (sign-of-the-pagan), rules version 1\n"));
    let (code, document) = terminal.json("games show sign --json");
    assert_eq!(code, 0);
    assert_eq!(document["scenarios"][0]["key"], "standard");
}

#[test]
fn a_scenario_is_shown_alone() {
    let terminal = Terminal::new();
    assert_data_eq!(terminal.see("games show sign --scenario standard"), str![]);
    let (code, document) = terminal.json("games show sign --scenario historical --json");
    assert_eq!(code, 0);
    assert_eq!(document["scenario"]["key"], "standard");
    assert_eq!(document["map"]["key"], document["scenario"]["map"]);
    assert_data_eq!(terminal.see("games show sign --scenario winter"), str![]);
}
