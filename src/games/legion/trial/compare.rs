//! Where what was found differs from what was expected: only what is given counts.

use serde_json::{Map, Value};

use crate::trial::{Difference, SchemaError, SchemaErrors};

/// Keys that `expected` may hold.
const KEYS: &[&str] = &[
    "attacks",
    "units",
    "vp",
    "contacts",
    "panic",
    "control",
    "exited",
    "surplus",
    "concession",
    "refused",
    "column",
    "los",
    "panics",
    "never",
    "exits",
    "distance",
    "destinations",
    "moves",
    "levels",
    "counted",
    "winner",
    "all_cases_as_listed",
];
const ATTACK_KEYS: &[&str] = &[
    "kind",
    "at",
    "units",
    "attack",
    "defence",
    "attack_parts",
    "before_flank",
    "flank",
    "defence_parts",
    "declared",
    "retreat",
    "column",
    "results",
    "vacated",
    "advance",
    "natural",
    "die",
    "result",
    "eliminated",
    "disrupted",
    "leaders",
    "hex",
];
const UNIT_KEYS: &[&str] = &[
    "hex",
    "alive",
    "out",
    "disrupted",
    "panicked",
    "type",
    "square",
    "form",
    "facing",
    "mp",
    "stopped",
];
/// Lists that are compared as sets, wherever they stand.
const SETS: &[&str] = &[
    "units",
    "retreat",
    "vacated",
    "advance",
    "eliminated",
    "disrupted",
    "panicked",
    "calm",
    "surplus",
    "contacts",
    "at",
    "destinations",
    "exited",
];

/// Tells whether a key is for people.
fn is_remark(key: &str) -> bool {
    key.starts_with("why") || key.starts_with("note")
}

/// Checks that every key of an `expected` is known, so that no misspelt check passes unseen.
pub(super) fn check(expected: &Map<String, Value>) -> Result<(), SchemaErrors> {
    let mut errors = Vec::new();
    let mut known = |object: &Map<String, Value>, keys: &[&str], path: &str| {
        for key in object
            .keys()
            .filter(|key| !is_remark(key) && !keys.contains(&key.as_str()))
        {
            errors.push(SchemaError::new(format!("{path}.{key}"), "unknown key"));
        }
    };
    known(expected, KEYS, "expected");
    for (index, attack) in expected
        .get("attacks")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .enumerate()
    {
        let Value::Object(attack) = attack else {
            continue;
        };
        let path = format!("expected.attacks[{index}]");
        known(attack, ATTACK_KEYS, &path);
        for result in attack
            .get("results")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            if let Value::Object(result) = result {
                known(result, ATTACK_KEYS, &format!("{path}.results"));
            }
        }
    }
    for (id, unit) in expected
        .get("units")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        if let Value::Object(unit) = unit {
            known(unit, UNIT_KEYS, &format!("expected.units.{id}"));
        }
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(SchemaErrors(errors))
    }
}

/// Lists the differences after a step, or at the end of a run.
pub(super) fn differences(
    at: Option<&str>,
    expected: &Map<String, Value>,
    actual: &Map<String, Value>,
) -> Vec<Difference> {
    let mut finder = Finder {
        at,
        found: Vec::new(),
    };
    for (key, value) in expected.iter().filter(|(key, _)| !is_remark(key)) {
        if key == "all_cases_as_listed" {
            continue;
        }
        let found = actual.get(key).unwrap_or(&Value::Null);
        match key.as_str() {
            "refused" => finder.refused(value, found),
            _ => finder.given(key, key, value, found),
        }
    }
    finder.found
}

struct Finder<'a> {
    at: Option<&'a str>,
    found: Vec<Difference>,
}

impl Finder<'_> {
    fn add(&mut self, path: &str, expected: &Value, actual: &Value) {
        self.found
            .push(Difference::new(self.at, path, expected, actual));
    }

    /// Compares what is given: objects key by key, lists of objects entry by entry, other lists as they are.
    fn given(&mut self, path: &str, key: &str, expected: &Value, actual: &Value) {
        match (expected, actual) {
            (Value::Object(wanted), Value::Object(found)) => {
                // Leaders that are named are all that were reduced.
                if key == "leaders" && wanted.len() != found.len() {
                    return self.add(path, expected, actual);
                }
                for (key, value) in wanted.iter().filter(|(key, _)| !is_remark(key)) {
                    let found = found.get(key).unwrap_or(&Value::Null);
                    self.given(&format!("{path}.{key}"), key, value, found);
                }
            }
            (Value::Array(wanted), Value::Array(found)) if key == "results" => {
                self.by_hex(path, wanted, found);
            }
            (Value::Array(wanted), Value::Array(found))
                if (SETS.contains(&key) || path.starts_with("exited"))
                    && sorted(wanted) == sorted(found) => {}
            (Value::Array(wanted), Value::Array(found))
                if key == "attacks" && wanted.len() == found.len() =>
            {
                for (index, (wanted, found)) in wanted.iter().zip(found).enumerate() {
                    self.given(&format!("{path}[{index}]"), key, wanted, found);
                }
            }
            _ if expected != actual => self.add(path, expected, actual),
            _ => {}
        }
    }

    fn by_hex(&mut self, path: &str, wanted: &[Value], found: &[Value]) {
        if wanted.len() != found.len() {
            return self.add(
                path,
                &Value::from(wanted.to_vec()),
                &Value::from(found.to_vec()),
            );
        }
        for (index, entry) in wanted.iter().enumerate() {
            let own = match entry.get("hex") {
                Some(hex) => found.iter().find(|other| other.get("hex") == Some(hex)),
                None => found.get(index),
            };
            let own = own.unwrap_or(&Value::Null);
            self.given(&format!("{path}[{index}]"), "", entry, own);
        }
    }

    /// Compares refused lines in any order; the rule only where it is given.
    fn refused(&mut self, expected: &Value, actual: &Value) {
        let (Some(wanted), Some(found)) = (expected.as_array(), actual.as_array()) else {
            return self.add("refused", expected, actual);
        };
        let mut left: Vec<&Value> = found.iter().collect();
        for entry in wanted {
            let fits = |own: &&Value| {
                entry.get("order") == own.get("order")
                    && entry
                        .get("rule")
                        .is_none_or(|rule| Some(rule) == own.get("rule"))
            };
            match left.iter().position(fits) {
                Some(index) => {
                    left.swap_remove(index);
                }
                None => return self.add("refused", expected, actual),
            }
        }
        if !left.is_empty() {
            self.add("refused", expected, actual);
        }
    }
}

fn sorted(list: &[Value]) -> Vec<String> {
    let mut words: Vec<String> = list.iter().map(ToString::to_string).collect();
    words.sort_unstable();
    words
}
