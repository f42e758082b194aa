//! Broken data are refused with file, line, place, reason and remedy, all at once.

use tesserarius::games::sign_of_the_pagan::data::{GameData, shipped_files};

const UNITS: &str = "units.toml";
const MAP: &str = "maps/catalaunian-fields.toml";
const SCENARIO: &str = "scenarios/standard.toml";
const CARDS: &str = "cards.toml";
const GAME: &str = "game.toml";

/// Loads the shipped texts with each first occurrence replaced, and returns the faults as printed.
fn faults(changes: &[(&str, &str, &str)]) -> Vec<String> {
    let mut files = shipped_files();
    for (file, from, to) in changes {
        let text = files.text(file).expect("a shipped file");
        assert!(text.contains(from), "{file} has no `{from}`");
        let text = text.replacen(from, to, 1);
        files.put(file, text);
    }
    let error = GameData::load(&files).expect_err("broken data are refused");
    error.0.iter().map(ToString::to_string).collect()
}

#[test]
fn each_mistake_is_named_with_file_line_reason_and_remedy() {
    const CASES: &[(&str, &str, &str, &str)] = &[];
    for (file, from, to, expected) in CASES {
        assert_eq!(faults(&[(file, from, to)]), [*expected]);
    }
}
