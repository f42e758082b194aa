//! The worked examples of every game pass; what is wrong with one is noticed.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tesserarius::engine::Viewer;
use tesserarius::games;
use tesserarius::trial::{FaultKind, Ran, Sent, schema};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// Returns the case files of a game.
fn files(game: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder().join(game)).unwrap();
    let mut files: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "json"));
    files.sort();
    files
}

/// A report that tells everything, as far as examples ask for what it should lack.
fn report(sent: &Sent<'_>) -> String {
    let notes = serde_json::to_string(sent.notes).unwrap();
    let standing = sent.standing.standing(sent.seat).join("\n");
    format!(
        "{notes}\n{standing}\n{}",
        sent.standing.view(Viewer::Seat(sent.seat))
    )
}

fn run_all(json: &str) -> Vec<Ran> {
    let key = schema::game(json).unwrap();
    let game = games::find(&key).unwrap();
    let examples = (game.examples)(json).unwrap_or_else(|errors| panic!("{errors}"));
    (0..examples.ids().len())
        .map(|index| examples.run(index, report))
        .collect()
}

#[test]
fn every_example_of_every_game_passes() {
    for game in games::GAMES {
        let files = files(game.key);
        assert!(!files.is_empty(), "{} has examples", game.key);
        for file in files {
            for ran in run_all(&fs::read_to_string(&file).unwrap()) {
                assert!(ran.pass, "{}: {ran:#?}", file.display());
            }
        }
    }
}

/// Returns the shipped examples after a change to each of them.
fn changed(change: impl Fn(&mut Value)) -> Vec<Ran> {
    let text = fs::read_to_string(folder().join("sign-of-the-pagan/cases.json")).unwrap();
    let mut file: Value = serde_json::from_str(&text).unwrap();
    file["examples"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .for_each(change);
    run_all(&file.to_string())
}

fn dice(case: &mut Value) -> Option<&mut Vec<Value>> {
    case["dice"].as_array_mut().filter(|dice| !dice.is_empty())
}

#[test]
fn an_example_without_its_last_die_fails() {
    let ran = changed(|case| {
        dice(case).map(Vec::pop);
    });
    let failed = ran.iter().filter(|ran| !ran.pass);
    let kinds: Vec<_> = failed
        .map(|ran| ran.error.as_ref().map(|fault| fault.kind))
        .collect();
    assert_eq!(kinds, [Some(FaultKind::DiceMissing); 16]);
}

#[test]
fn an_example_with_a_die_too_many_fails() {
    let ran = changed(|case| {
        let more = serde_json::json!({"for": "fire", "by": "HL01", "roll": 1});
        case["dice"].as_array_mut().unwrap().push(more);
    });
    for ran in ran {
        let kind = ran.error.map(|fault| fault.kind);
        assert_eq!(
            (ran.pass, kind, ran.dice_left),
            (false, Some(FaultKind::DiceLeft), 1),
            "{}",
            ran.id
        );
        assert_eq!(ran.differences, [], "{}", ran.id);
    }
}

#[test]
fn an_example_whose_first_die_is_somebody_elses_fails() {
    let ran = changed(|case| {
        if let Some(dice) = dice(case) {
            dice[0]["by"] = "VM9".into();
        }
    });
    let failed: Vec<_> = ran.iter().filter(|ran| !ran.pass).collect();
    assert_eq!(failed.len(), 16);
    for ran in failed {
        let kind = ran.error.as_ref().map(|fault| fault.kind);
        assert_eq!(
            (kind, ran.rolls.len()),
            (Some(FaultKind::DiceMismatch), 0),
            "{}",
            ran.id
        );
    }
}

#[test]
fn an_example_that_expects_one_unit_elsewhere_differs_there() {
    let ran = changed(|case| {
        let units = case["expected"]["units"].as_object_mut();
        if let Some(unit) = units.and_then(|units| units.values_mut().next()) {
            unit["face"] = 2.into();
            unit["hex"] = "0101".into();
            unit["state"] = "good".into();
        }
    });
    for ran in ran {
        let has_units = !["SP-P13", "SP-P15"].contains(&ran.id.as_str());
        assert_eq!(ran.pass, !has_units, "{}", ran.id);
        let inside = ran
            .differences
            .iter()
            .all(|difference| difference.path.starts_with("units."));
        assert!(inside && ran.error.is_none(), "{}", ran.id);
    }
}
