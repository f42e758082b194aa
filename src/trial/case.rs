//! The form that the examples of a game share, and how one is run.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::compare::{How, differences};
use super::result::{Fault, FaultKind, Ran, Rolled};
use super::script::{Die, Rollers, Script};
use super::{Examples, ReportText, SchemaError, SchemaErrors};

/// A game's examples at play: a position, stage by stage.
pub trait Trial: Sized {
    /// What a file gives for all its examples.
    type Tables;
    /// A position.
    type Setup: DeserializeOwned;
    /// A stage.
    type Stage: DeserializeOwned;
    /// What can be checked and stated; only what is given is written.
    type Findings: DeserializeOwned + Serialize;

    /// What dice are rolled for, and by whom beside units.
    const ROLLERS: Rollers;

    /// Builds the position of an example, or says at which paths it contradicts itself.
    ///
    /// # Errors
    /// Everything that is wrong, with paths inside the example.
    fn begin(tables: &Self::Tables, case: &Case<Self>) -> Result<Self, SchemaErrors>;

    /// Returns the label of each stage.
    fn labels(stages: &[Self::Stage]) -> Vec<Option<String>>;

    /// Returns the checks after labelled stages.
    fn at(expected: &Self::Findings) -> &BTreeMap<String, Self::Findings>;

    /// Plays a stage.
    ///
    /// # Errors
    /// Why the example ends here.
    fn play(&mut self, stage: &Self::Stage, script: &mut Script<'_>) -> Result<(), Fault>;

    /// Returns the rolls made so far.
    fn rolls(&self) -> Vec<Rolled>;

    /// States what is known now; `asked` are the checks of this moment.
    fn findings(&self, asked: &Self::Findings, report: ReportText) -> Self::Findings;

    /// Says how a key of the findings is compared.
    fn how(key: &str) -> How;
}

/// An example.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Case<T: Trial> {
    /// Its id, unique in the file.
    pub id: String,
    /// The subject, for people.
    #[serde(default)]
    pub title: String,
    /// How the outcome is reckoned, for people.
    #[serde(default)]
    pub why: String,
    /// The rules that it exercises.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Options by their full names; what is not named takes its default.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// The position.
    pub setup: T::Setup,
    /// What happens, in order.
    pub stages: Vec<T::Stage>,
    /// The dice, in the order of the rolls.
    #[serde(default)]
    pub dice: Vec<Die>,
    /// The checks.
    pub expected: T::Findings,
}

/// An option's value: a word, or a switch.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected a word, true or false")]
pub enum OptionValue {
    /// One of the option's words.
    Word(String),
    /// On or off.
    Switch(bool),
}

impl OptionValue {
    /// Returns the word that players write.
    pub fn word(&self) -> &str {
        match self {
            Self::Word(word) => word,
            Self::Switch(true) => "on",
            Self::Switch(false) => "off",
        }
    }
}

/// An order of a stage.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderLine<S> {
    /// The side that gives it.
    pub by: S,
    /// The line.
    pub line: String,
    /// Whether it stays filed to the end of the example.
    #[serde(default)]
    pub standing: bool,
}

/// The examples of a file.
pub struct CaseList<T: Trial> {
    tables: T::Tables,
    cases: Vec<Case<T>>,
}

impl<T: Trial> CaseList<T> {
    /// Takes examples whose ids and labels are clear and whose positions can be built.
    ///
    /// # Errors
    /// Everything that is wrong, with its path in the file.
    pub fn new(tables: T::Tables, cases: Vec<Case<T>>) -> Result<Self, SchemaErrors> {
        let mut errors = Vec::new();
        let mut ids = BTreeSet::new();
        for (index, case) in cases.iter().enumerate() {
            let place = format!("examples[{index}]");
            if !ids.insert(&case.id) {
                errors.push(
                    SchemaError::new("id", format!("`{}` is used twice", case.id)).within(&place),
                );
            }
            let labels = check_labels(case);
            let begun = T::begin(&tables, case).err();
            let found = labels
                .into_iter()
                .chain(begun.into_iter().flat_map(|begun| begun.0));
            errors.extend(found.map(|error| error.within(&place)));
        }
        if errors.is_empty() {
            Ok(Self { tables, cases })
        } else {
            Err(SchemaErrors(errors))
        }
    }
}

/// Finds labels that are used twice, and checks at labels that no stage has.
fn check_labels<T: Trial>(case: &Case<T>) -> Vec<SchemaError> {
    let mut errors = Vec::new();
    let mut labels = BTreeSet::new();
    for (index, label) in T::labels(&case.stages).into_iter().enumerate() {
        if let Some(label) = label
            && !labels.insert(label.clone())
        {
            let path = format!("stages[{index}].label");
            errors.push(SchemaError::new(path, format!("`{label}` is used twice")));
        }
    }
    for (label, checks) in T::at(&case.expected) {
        let path = format!("expected.at.{label}");
        if !labels.contains(label) {
            let reason = format!("no stage has the label `{label}`");
            errors.push(SchemaError::new(path.clone(), reason));
        }
        if !T::at(checks).is_empty() {
            errors.push(SchemaError::new(path, "`at` stands in `expected` only"));
        }
    }
    errors
}

impl<T: Trial> Examples for CaseList<T> {
    fn ids(&self) -> Vec<&str> {
        self.cases.iter().map(|case| case.id.as_str()).collect()
    }

    fn run(&self, index: usize, report: ReportText) -> Ran {
        let case = &self.cases[index];
        let trial = T::begin(&self.tables, case).expect("the list was checked when it was made");
        let mut running = Running {
            case,
            trial,
            script: Script::new(&case.dice, T::ROLLERS),
            ran: Ran {
                id: case.id.clone(),
                pass: false,
                error: None,
                dice_left: 0,
                differences: Vec::new(),
                rolls: Vec::new(),
                actual: Value::Object(Map::new()),
            },
        };
        let ended = catch_unwind(AssertUnwindSafe(|| running.run(report)));
        if let Err(panic) = ended {
            let message = panic_message(&*panic);
            running.ran.error = Some(Fault::new(FaultKind::Panic, message));
        }
        running.finish()
    }
}

/// Returns what a panic said.
pub(crate) fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "the rules met a state that they believed impossible".to_owned())
}

struct Running<'a, T: Trial> {
    case: &'a Case<T>,
    trial: T,
    script: Script<'a>,
    ran: Ran,
}

impl<T: Trial> Running<'_, T> {
    fn run(&mut self, report: ReportText) {
        let expected = &self.case.expected;
        let mut at = Map::new();
        let labels = T::labels(&self.case.stages);
        for (stage, label) in self.case.stages.iter().zip(labels) {
            if let Err(fault) = self.trial.play(stage, &mut self.script) {
                self.ran.error = Some(fault);
                break;
            }
            if let Some(label) = label
                && let Some(asked) = T::at(expected).get(&label)
            {
                let actual = self.compare(Some(&label), asked, report);
                at.insert(label, Value::Object(actual));
            }
        }
        let mut actual = match self.ran.error {
            None => self.compare(None, expected, report),
            // What was to hold at the end is not compared with a position half-way.
            Some(_) => object(&self.trial.findings(expected, report)),
        };
        if !at.is_empty() {
            actual.insert("at".to_owned(), Value::Object(at));
        }
        self.ran.actual = Value::Object(actual);
        if self.ran.error.is_none() {
            self.ran.error = self.script.unused();
        }
    }

    /// Notes what differs now, and returns what can be stated.
    fn compare(
        &mut self,
        at: Option<&str>,
        asked: &T::Findings,
        report: ReportText,
    ) -> Map<String, Value> {
        let mut expected = object(asked);
        expected.remove("at");
        let actual = object(&self.trial.findings(asked, report));
        let found = differences(at, &expected, &actual, T::how);
        self.ran.differences.extend(found);
        actual
    }

    fn finish(self) -> Ran {
        let pass = self.ran.error.is_none() && self.ran.differences.is_empty();
        Ran {
            pass,
            dice_left: self.script.left(),
            rolls: self.trial.rolls(),
            ..self.ran
        }
    }
}

fn object(findings: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(findings) {
        Ok(Value::Object(object)) => object,
        other => unreachable!("findings are written as an object, not as {other:?}"),
    }
}

#[cfg(test)]
mod tests;
