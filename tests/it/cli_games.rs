//! `tessera games`.

use serde_json::json;
use snapbox::{assert_data_eq, str};
use tesserarius::desk::HOUSE_OPTIONS;

use crate::support::terminal::Terminal;

#[test]
fn games_are_listed() {
    let terminal = Terminal::new();
    assert_data_eq!(
        terminal.see("games"),
        str![[r"
$ tessera games
legion             Legion
                   Rome and her enemies in 21 battles, 106 BC to AD 554 (PRESTAGS)
sign-of-the-pagan  Sign of the Pagan
                   Attila against Aetius on the Catalaunian fields, 451
[exit 0]

"]]
    );
    let (code, document) = terminal.json("games --json");
    assert_eq!(code, 0);
    let first = json!({
        "key": "sign-of-the-pagan",
        "title": "Sign of the Pagan",
        "summary": "Attila against Aetius on the Catalaunian fields, 451",
        "rules_version": 1,
        "scenarios": [{"key": "standard", "sides": ["hun", "roman"]}],
    });
    assert_eq!(document["games"][1], first);
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
fn the_options_of_the_house_are_shown_with_their_defaults_for_every_game() {
    let terminal = Terminal::new();
    for game in ["sign-of-the-pagan", "legion"] {
        let (_, text, _) = terminal.run(&format!("games show {game}"));
        let (_, document) = terminal.json(&format!("games show {game} --json"));
        for (number, option) in HOUSE_OPTIONS.iter().enumerate() {
            let line = text
                .lines()
                .position(|line| line.starts_with(&format!("  {}: ", option.name)));
            let rest: Vec<&str> = text.lines().skip(line.unwrap()).take(5).collect();
            let default = format!("(default {})", option.default);
            assert!(rest.join(" ").contains(&default), "{rest:?}");
            assert_eq!(document["house_options"][number]["name"], option.name);
        }
        for word in ["--dice", "--deadline", "--grace"] {
            assert!(text.contains(word), "{text}");
        }
    }
}

#[test]
fn a_scenario_is_shown_alone() {
    let terminal = Terminal::new();
    assert_data_eq!(
        terminal.see("games show sign --scenario standard"),
        str![[r"
$ tessera games show sign --scenario standard
Sign of the Pagan (sign-of-the-pagan)

MAP catalaunian-fields: The Catalaunian fields
  grid     18 rows of 25 hexes, 0101 at the top left  derived
  terrain  70 woods; villages 0407, 0716, 1318, 1702  reconstructed
  hills    18 hexes                                   reconstructed
  river    35 hexsides                                reconstructed

SCENARIO standard, historical: The Catalaunian fields, 451
  Map catalaunian-fields. Zones (printed, 3.0):
  hun    1604-1606, 1704-1706, 1804-1806  2 fra-mi
  hun    1510-1516                        3 hun-mi
  hun    1607-1608                        2 gep-mi
  hun    1609-1622                        2 hun-hc, 12 hun-lc
  hun    1623-1624                        2 ost-lc
  hun    1707-1708                        2 bur-mi
  hun    1722-1723                        2 ost-mi
  hun    1819-1821                        3 ost-hc
  roman  1113-1120                        3 ala-hc
  roman  1009-1011                        2 rom-hi, 1 rom-mi
  roman  1012-1013                        2 sax-mi
  roman  1014                             1 ala-mi
  roman  1015-1020                        6 vis-mi
  roman  1021-1025                        5 vis-lc
  roman  0913-0917                        1 arm-li, 2 rbu-mi, 2 rfr-mi
  roman  0919-0924                        3 vis-hc, 3 vis-lc
  Attila starts with a unit in 1609-1622.
  Free set-up (option opt_free_setup): hun rows 12-15, roman rows 06-08.
  Default positions and facings are reconstructed.
[exit 0]

"]]
    );
    let (code, document) = terminal.json("games show sign --scenario historical --json");
    assert_eq!(code, 0);
    assert_eq!(document["scenario"]["key"], "standard");
    assert_eq!(document["map"]["key"], document["scenario"]["map"]);
    assert_data_eq!(
        terminal.see("games show sign --scenario winter"),
        str![[r"
$ tessera games show sign --scenario winter
error: cannot show `sign-of-the-pagan`
caused by: there is no scenario `winter`; there is `standard`
[exit 64]

"]]
    );
}

/// A reader that has gone away, or a disk that is full.
struct Closed(std::io::ErrorKind);

impl std::io::Write for Closed {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_reader_that_stops_reading_is_not_told_so_but_a_full_disk_is() {
    for (kind, told) in [
        (std::io::ErrorKind::BrokenPipe, ""),
        (
            std::io::ErrorKind::StorageFull,
            "error: cannot write the output\ncaused by: no storage space\n",
        ),
    ] {
        let mut err = Vec::new();
        let arguments = ["tessera", "games"].map(std::ffi::OsString::from);
        let code = tesserarius::cli::run(arguments, &mut Closed(kind), &mut err);
        assert_eq!((code, String::from_utf8(err).unwrap().as_str()), (75, told));
    }
}

#[test]
fn a_scenario_is_found_by_the_beginning_of_its_key() {
    let terminal = Terminal::new();
    let (code, shown, _) = terminal.run("games show legion --scenario dara");
    assert_eq!(code, 0);
    assert!(shown.contains("SCENARIO daras"), "{shown}");
    let (code, _, err) = terminal.run("games show legion --scenario ca");
    assert_eq!(code, 64);
    assert!(
        err.contains("`ca` could be cabira or carrhae or casilinum"),
        "{err}"
    );
    let (_, shown, _) = terminal.run("games show legion");
    assert!(!shown.contains(" 1 hexes"), "{shown}");
    let (code, shown, _) = terminal.run("games show legion --scenario vercellae");
    assert_eq!(code, 0);
    assert!(!shown.contains(" 1 hexes"), "{shown}");
}
