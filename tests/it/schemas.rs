//! The published JSON Schemas: generated from the types, kept current, and true of what real matches write.

use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::{Value, json};
use tesserarius::schemas;

use super::support::checkers::{ROOT, demo_files};
use super::support::terminal::Terminal;

fn folder() -> PathBuf {
    Path::new(ROOT).join("docs/schemas")
}

fn validator(name: &str) -> Validator {
    let all = schemas::all();
    let (_, schema) = all.iter().find(|(found, _)| *found == name).unwrap();
    jsonschema::validator_for(schema).unwrap()
}

#[track_caller]
fn assert_valid(validator: &Validator, document: &Value) {
    let errors: Vec<String> = validator
        .iter_errors(document)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(errors, [""; 0], "{document:#}");
}

#[test]
fn the_published_schemas_are_those_of_the_types() {
    #[expect(
        clippy::disallowed_methods,
        reason = "the switch of the snapshots writes these too"
    )]
    let is_blessed = std::env::var("INSTA_UPDATE").is_ok_and(|how| how == "always");
    let mut names = Vec::new();
    for (name, schema) in schemas::all() {
        let path = folder().join(format!("{name}.schema.json"));
        let text = format!("{schema:#}\n");
        if is_blessed {
            fs::create_dir_all(folder()).unwrap();
            fs::write(&path, &text).unwrap();
        }
        let published = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            published, text,
            "INSTA_UPDATE=always writes {name}.schema.json"
        );
        names.push(path.file_name().unwrap().to_owned());
    }
    for entry in fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(
            names.contains(&name),
            "{} is published by nobody",
            name.display()
        );
    }
}

#[test]
fn every_line_of_a_real_record_fits_and_a_changed_one_does_not() {
    let validator = validator("record-line");
    let record = demo_files("")
        .into_iter()
        .find(|path| path.ends_with("record.jsonl"))
        .unwrap();
    let text = fs::read_to_string(record).unwrap();
    let mut kinds = Vec::new();
    for line in text.lines() {
        let document: Value = serde_json::from_str(line).unwrap();
        assert_valid(&validator, &document);
        let kind = document["kind"].as_str().unwrap().to_owned();
        for change in [
            json!({ "n": 0 }),
            json!({ "kind": "rumour" }),
            json!({ "mood": "good" }),
            json!({ "for": 100 }),
        ] {
            let mut changed = document.clone();
            changed
                .as_object_mut()
                .unwrap()
                .extend(change.as_object().unwrap().clone());
            assert!(!validator.is_valid(&changed), "{change} in {line}");
        }
        let mut lacking = document;
        lacking.as_object_mut().unwrap().remove("for");
        assert!(!validator.is_valid(&lacking), "{line}");
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    assert!(kinds.len() >= 6, "{kinds:?}");
}

#[test]
fn reports_receipts_and_audits_of_a_match_fit_their_schemas() {
    let terminal = Terminal::new().file("orders.txt", "GO\nMOVE nobody 1614\n");
    assert_eq!(terminal.run("new sign-of-the-pagan --id first").0, 0);
    let (_, checked) = terminal.json("check first --as hun orders.txt --json");
    assert_valid(&validator("check"), &checked);
    assert!(checked["lines"].as_array().unwrap().len() == 2);
    let (_, submitted) = terminal.json("submit first --as hun --now orders.txt --json");
    assert_valid(&validator("submit"), &submitted);
    for viewer in ["--as hun", "--as roman", ""] {
        let (code, shown) = terminal.json(&format!("show first {viewer} --json"));
        assert_eq!(code, 0);
        assert_valid(&validator("report"), &shown["report"]);
    }
    let terminal = Terminal::new();
    assert_eq!(terminal.run("roll new table --party anna").0, 0);
    assert_eq!(terminal.run("roll throw table --as anna 2d6 3avg").0, 0);
    let (_, audit) = terminal.json("roll verify table --json");
    assert_valid(&validator("dice-audit"), &audit);
    let (_, log, _) = terminal.run("roll show table --log");
    let terminal = terminal.file("log.txt", &log);
    let (code, examined) = terminal.json("audit log.txt --json");
    assert_valid(&validator("audit"), &examined);
    assert_eq!((code, &examined["verdict"]), (0, &audit["verdict"]));
    let mut changed = examined;
    changed["findings"][0]["severity"] = json!("grave");
    assert!(!validator("audit").is_valid(&changed));
}
