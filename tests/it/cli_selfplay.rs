//! `tessera selfplay`.

use serde_json::Value;

use crate::support::terminal::Terminal;

/// Plays and takes the times out, which alone may differ.
fn play(arguments: &str) -> Value {
    let (code, mut document) = Terminal::new().json(&format!("selfplay {arguments} --json"));
    assert_eq!(code, 0, "{document}");
    let keys = document.as_object_mut().expect("one object");
    for time in ["seconds", "actions_per_second"] {
        assert!(
            keys.remove(time).is_some_and(|value| value.is_number()),
            "{time}"
        );
    }
    document
}

#[test]
fn the_same_seed_plays_the_same_matches() {
    let arguments = "sign-of-the-pagan --scenario standard --games 2";
    let first = play(&format!("{arguments} --seed aurora"));
    assert_eq!(first, play(&format!("{arguments} --seed aurora")));
    let other = play(&format!("{arguments} --seed borea"));
    assert_ne!(first["actions"], other["actions"]);
}

#[test]
fn every_match_is_counted_once() {
    let tally = play("sign --games 3 --seed 7");
    assert_eq!(tally["games"], 3);
    let outcomes = tally["outcomes"].as_object().expect("outcomes by key");
    let ended: u64 = outcomes
        .values()
        .map(|count| count.as_u64().expect("a count"))
        .sum();
    assert_eq!(tally["finished"], ended);
    assert!(
        outcomes
            .keys()
            .all(|key| ["hun", "roman", "draw"].contains(&key.as_str()))
    );
    assert!(
        tally["turns"].as_u64() >= Some(3) && tally["actions"].as_u64() > Some(100),
        "{tally}"
    );
}

#[test]
fn what_cannot_be_played_is_refused_with_what_can() {
    let terminal = Terminal::new();
    for (arguments, reason) in [
        (
            "sign --bot deep",
            "there is no bot `deep`; there is random, steady, captain",
        ),
        (
            "sign --scenario winter",
            "there is no scenario `winter`; there is `standard`",
        ),
        (
            "sign --option zoc=wide",
            "`zoc` cannot be `wide`; it takes adjacent or frontal",
        ),
    ] {
        let (code, out, err) = terminal.run(&format!("selfplay {arguments}"));
        assert_eq!((code, out.as_str()), (64, ""), "{arguments}");
        assert_eq!(err, format!("error: cannot play\ncaused by: {reason}\n"));
    }
}

#[test]
fn the_reports_of_a_match_lie_in_the_folder_turn_by_turn_for_each_side() {
    let terminal = Terminal::new();
    let (code, out, err) =
        terminal.run("selfplay sign-of-the-pagan --bot steady --reports told --seed 2");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("told/turn-01-hun.txt"), "{out}");
    for side in ["hun", "roman"] {
        let path = terminal.path().join(format!("told/turn-01-{side}.txt"));
        let report = std::fs::read_to_string(path).unwrap();
        assert!(
            report.contains(&format!("for the {} side only", side_name(side))),
            "{report}"
        );
        assert!(report.contains("== TURN 1 =="), "{report}");
        assert!(
            report.lines().all(|line| line.chars().count() <= 76),
            "{report}"
        );
    }
}

fn side_name(side: &str) -> &'static str {
    if side == "hun" { "Hun" } else { "Roman" }
}

#[test]
fn two_bots_change_sides_after_each_match() {
    let tally = play("sign-of-the-pagan --bot steady --bot random --games 4 --seed 3");
    assert_eq!(tally["bots"], serde_json::json!(["steady", "random"]));
    let wins = |bot: &str| tally["wins"][bot].as_u64().expect("a count");
    let of_side = |side: &str| tally["outcomes"][side].as_u64().unwrap_or_default();
    assert_eq!(
        wins("steady") + wins("random"),
        of_side("hun") + of_side("roman")
    );
    // The better bot wins from either side: the sides' wins are shared out evenly.
    assert_eq!((wins("steady"), of_side("hun")), (4, 2));
}
