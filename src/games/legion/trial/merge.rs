//! From the examples of a file to runs: each case and variant is the example with changes.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::file::{Ask, Run, Setup, Tables};
use super::{compare, field};
use crate::trial::{OptionValue, SchemaError, SchemaErrors, schema};

/// Keys of the file beside the tables.
const FILE_KEYS: &[&str] = &[
    "schema",
    "game",
    "about",
    "unit_table",
    "leader_table",
    "terrain_table",
    "columns",
    "examples",
];
/// Keys that a run reads.
const RUN_KEYS: &[&str] = &[
    "options", "setup", "orders", "dice", "crt", "sequence", "expected",
];
/// Keys of an example for people, and those that hold further runs.
const OTHER_KEYS: &[&str] = &[
    "id", "title", "rules", "cases", "variants", "working", "notes", "wrong_if",
];
/// Keys of a question.
const QUESTION_KEYS: &[&str] = &[
    "ask",
    "attack",
    "defence",
    "firer",
    "target",
    "units",
    "A",
    "B",
    "attacks_this_phase",
    "unit",
    "verdict",
];
/// Keys that only a case or variant has.
const CHANGE_KEYS: &[&str] = &["case", "remove", "add", "change"];

type Object = Map<String, Value>;

/// Reads every run of a file.
pub(super) fn runs(json: &str) -> Result<Vec<Run>, SchemaErrors> {
    let file: Object = schema::read(json)?;
    let mut errors = Vec::new();
    for key in file.keys().filter(|key| !FILE_KEYS.contains(&key.as_str())) {
        errors.push(SchemaError::new(key, "unknown key"));
    }
    if file.get("schema") != Some(&Value::from(1)) {
        errors.push(SchemaError::new("schema", "only version 1 is read"));
    }
    let tables: Tables = read(&Value::Object(file.clone()), "")?;
    let examples: Vec<Object> = read(&file["examples"], "examples")?;
    let mut runs = Vec::new();
    for (index, example) in examples.iter().enumerate() {
        let place = format!("examples[{index}]");
        match expand(&tables, example) {
            Ok(more) => runs.extend(more),
            Err(wrong) => errors.extend(wrong.0.into_iter().map(|error| error.within(&place))),
        }
    }
    if errors.is_empty() {
        Ok(runs)
    } else {
        Err(SchemaErrors(errors))
    }
}

fn read<T: DeserializeOwned>(value: &Value, path: &str) -> Result<T, SchemaError> {
    let path = if path.is_empty() { "." } else { path };
    serde_path_to_error::deserialize(value.clone()).map_err(|error| {
        SchemaError::new(
            format!("{path}.{}", error.path()),
            error.inner().to_string(),
        )
    })
}

fn expand(tables: &Tables, example: &Object) -> Result<Vec<Run>, SchemaErrors> {
    let known = |key: &str| RUN_KEYS.contains(&key) || OTHER_KEYS.contains(&key);
    let strangers: Vec<_> = example.keys().filter(|key| !known(key)).collect();
    if let Some(key) = strangers.first() {
        return Err(SchemaError::new(key.as_str(), "unknown key").into());
    }
    let id: String = read(example.get("id").unwrap_or(&Value::Null), "id")?;
    let base: Object = example
        .iter()
        .filter(|(key, _)| RUN_KEYS.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let mut runs = Vec::new();
    let cases = example.get("cases");
    if cases.is_none() {
        runs.push(run(tables, id.clone(), &base)?);
    }
    for (list, name) in [(cases, "cases"), (example.get("variants"), "variants")] {
        let Some(list) = list else { continue };
        let entries: Vec<Object> = read(list, name)?;
        for (index, entry) in entries.iter().enumerate() {
            let place = format!("{name}[{index}]");
            let made = merged(&base, entry)
                .map_err(SchemaErrors::from)
                .and_then(|merged| run(tables, format!("{id}/{}", case_name(entry)), &merged));
            runs.push(made.map_err(|wrong| {
                SchemaErrors(
                    wrong
                        .0
                        .into_iter()
                        .map(|error| error.within(&place))
                        .collect(),
                )
            })?);
        }
    }
    Ok(runs)
}

fn case_name(entry: &Object) -> &str {
    entry
        .get("case")
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// Lays the changes of a case over its example.
fn merged(base: &Object, entry: &Object) -> Result<Object, SchemaError> {
    let mut merged = base.clone();
    for (key, value) in entry {
        match key.as_str() {
            "options" | "orders" | "setup" => {
                let Value::Object(changes) = value else {
                    return Err(SchemaError::new(key, "expected an object"));
                };
                let own = merged
                    .entry(key.clone())
                    .or_insert_with(|| Value::Object(Map::new()));
                if let Value::Object(own) = own {
                    own.extend(changes.clone());
                }
            }
            "dice" | "crt" | "sequence" | "expected" => {
                merged.insert(key.clone(), value.clone());
            }
            key if QUESTION_KEYS.contains(&key) => {
                merged.insert(key.to_owned(), value.clone());
            }
            key if CHANGE_KEYS.contains(&key)
                || ["rules", "title", "working", "notes", "wrong_if"].contains(&key) => {}
            key => return Err(SchemaError::new(key, "unknown key")),
        }
    }
    change_units(&mut merged, entry)?;
    Ok(merged)
}

/// Takes units out, puts units in, and changes single fields of others.
fn change_units(merged: &mut Object, entry: &Object) -> Result<(), SchemaError> {
    let setup = merged
        .entry("setup")
        .or_insert_with(|| Value::Object(Map::new()));
    let Value::Object(setup) = setup else {
        return Err(SchemaError::new("setup", "expected an object"));
    };
    let units = setup
        .entry("units")
        .or_insert_with(|| Value::Array(Vec::new()));
    let Value::Array(units) = units else {
        return Err(SchemaError::new("setup.units", "expected a list"));
    };
    if let Some(Value::Array(remove)) = entry.get("remove") {
        units.retain(|unit| !remove.contains(&unit["id"]));
    }
    if let Some(Value::Array(add)) = entry.get("add") {
        units.extend(add.clone());
    }
    if let Some(Value::Object(change)) = entry.get("change") {
        for (id, fields) in change {
            let found = units.iter_mut().find(|unit| unit["id"] == id.as_str());
            let (Some(Value::Object(unit)), Value::Object(fields)) = (found, fields) else {
                return Err(SchemaError::new(
                    format!("change.{id}"),
                    "there is no such unit",
                ));
            };
            unit.extend(fields.clone());
        }
    }
    Ok(())
}

fn run(tables: &Tables, id: String, merged: &Object) -> Result<Run, SchemaErrors> {
    let part = |key: &str| merged.get(key).cloned();
    let list = || Value::Array(Vec::new());
    let object = || Value::Object(Map::new());
    let options: std::collections::BTreeMap<String, OptionValue> =
        read(&part("options").unwrap_or_else(object), "options")?;
    let question: Object = merged
        .iter()
        .filter(|(key, _)| QUESTION_KEYS.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let ask: Option<Ask> = match question.contains_key("ask") {
        true => Some(read(&Value::Object(question), "ask")?),
        false => None,
    };
    let setup: Setup = read(&part("setup").unwrap_or_else(object), "setup")?;
    let expected: Object = read(&part("expected").unwrap_or_else(object), "expected")?;
    compare::check(&expected)?;
    let run = Run {
        id,
        tables: tables.clone(),
        options: options
            .into_iter()
            .map(|(name, value)| (name, value.word().to_owned()))
            .collect(),
        setup,
        orders: read(&part("orders").unwrap_or_else(object), "orders")?,
        dice: read(&part("dice").unwrap_or_else(list), "dice")?,
        crt: read(&part("crt").unwrap_or_else(list), "crt")?,
        sequence: match part("sequence") {
            Some(steps) => Some(read(&steps, "sequence")?),
            None => None,
        },
        ask,
        expected,
    };
    for step in run.sequence.iter().flatten() {
        compare::check(&step.expected)?;
    }
    field::build(&run)?;
    Ok(run)
}
