//! Runs a vectors file: every section that is present, whatever else stands beside it.

mod audits;
mod beacons;
mod derivations;

use std::{collections::BTreeMap, fmt};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use thiserror::Error;

/// What a run of a vectors file came to.
#[derive(Debug, Serialize)]
pub(super) struct Outcome {
    /// Whether nothing differs.
    pub(super) passed: bool,
    sections: BTreeMap<String, Count>,
    differences: Vec<Difference>,
    /// Sections that this program does not know.
    not_run: Vec<String>,
}

/// The cases of one section.
#[derive(Debug, Default, Serialize)]
struct Count {
    cases: usize,
    passed: usize,
}

/// Where this program and the file disagree.
#[derive(Debug, Serialize)]
struct Difference {
    section: String,
    case: String,
    what: String,
    expected: Value,
    found: Value,
}

/// Why a file holds nothing to run.
#[derive(Debug, Error)]
pub(super) enum VectorsError {
    /// The document is no object.
    #[error("it is no vectors file: the document must be an object of sections")]
    NoObject,
    /// No section is known.
    #[error("it holds no section that is known here")]
    NoSection,
}

/// Runs all sections of a document.
pub(super) fn check(document: &Value) -> Result<Outcome, VectorsError> {
    let sections = document.as_object().ok_or(VectorsError::NoObject)?;
    let mut run = Run::default();
    for (name, section) in sections {
        let is_known = derivations::check(&mut run, name, section)
            || audits::check(&mut run, name, section)
            || beacons::check(&mut run, name, section, document);
        // Remarks about the file are texts; whatever is a list or an object is a section.
        if !is_known && (section.is_array() || section.is_object()) && name != "verified_by" {
            run.unknown.push(name.clone());
        }
    }
    if run.sections.is_empty() {
        return Err(VectorsError::NoSection);
    }
    let Run {
        sections,
        differences,
        unknown,
    } = run;
    Ok(Outcome {
        passed: differences.is_empty(),
        sections,
        differences,
        not_run: unknown,
    })
}

/// A run so far.
#[derive(Debug, Default)]
struct Run {
    sections: BTreeMap<String, Count>,
    differences: Vec<Difference>,
    unknown: Vec<String>,
}

impl Run {
    /// Runs each case of a list.
    fn list<C: DeserializeOwned>(
        &mut self,
        section: &str,
        cases: &Value,
        check: impl Fn(&C, &mut Case),
    ) {
        match cases.as_array() {
            Some(cases) => {
                for (at, value) in cases.iter().enumerate() {
                    let name = value["name"].as_str().or(value["id"].as_str());
                    let name = name.map_or_else(|| (at + 1).to_string(), str::to_owned);
                    self.case(section, name, value, &check);
                }
            }
            None => self.case(section, "all".to_owned(), cases, &check),
        }
    }

    /// Runs each case of an object, whose keys are names.
    fn object<C: DeserializeOwned>(
        &mut self,
        section: &str,
        cases: &Value,
        check: impl Fn(&C, &mut Case),
    ) {
        for (name, value) in cases.as_object().into_iter().flatten() {
            self.case(section, name.clone(), value, &check);
        }
    }

    /// Runs one case; one that cannot be read differs.
    fn case<C: DeserializeOwned>(
        &mut self,
        section: &str,
        name: String,
        value: &Value,
        check: &impl Fn(&C, &mut Case),
    ) {
        let mut case = Case {
            section: section.to_owned(),
            name,
            differences: Vec::new(),
        };
        match C::deserialize(value) {
            Ok(read) => check(&read, &mut case),
            Err(error) => case.differ("cannot be read", Value::Null, error.to_string().into()),
        }
        let count = self.sections.entry(section.to_owned()).or_default();
        count.cases += 1;
        count.passed += usize::from(case.differences.is_empty());
        self.differences.append(&mut case.differences);
    }
}

/// A case in work: collects what differs.
struct Case {
    section: String,
    name: String,
    differences: Vec<Difference>,
}

impl Case {
    fn compare<T: PartialEq + Serialize + ?Sized, U: Serialize>(
        &mut self,
        what: &str,
        expected: &T,
        found: U,
    ) {
        let (expected, found) = (value(expected), value(&found));
        if expected != found {
            self.differ(what, expected, found);
        }
    }

    fn differ(&mut self, what: &str, expected: Value, found: Value) {
        let (section, case) = (self.section.clone(), self.name.clone());
        self.differences.push(Difference {
            section,
            case,
            what: what.to_owned(),
            expected,
            found,
        });
    }
}

fn value<T: Serialize + ?Sized>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, count) in &self.sections {
            writeln!(
                f,
                "{name:<12} {} of {} cases as expected",
                count.passed, count.cases
            )?;
        }
        for name in &self.not_run {
            writeln!(
                f,
                "{name:<12} not run: this program does not know such a section"
            )?;
        }
        for difference in &self.differences {
            let Difference {
                section,
                case,
                what,
                expected,
                found,
            } = difference;
            writeln!(f, "DIFFERS {section}, case {case}: {what}")?;
            writeln!(f, "  expected {expected}")?;
            writeln!(f, "  found    {found}")?;
        }
        let verdict = if self.passed {
            "Nothing differs."
        } else {
            "The file and this program differ."
        };
        writeln!(f, "{verdict}")
    }
}
