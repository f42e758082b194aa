//! Worked examples of this game: positions on a plane, orders, scripted dice, questions.

mod actual;
mod ask;
mod compare;
mod field;
mod file;
mod merge;
mod play;

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;

use crate::trial::{Examples, Fault, FaultKind, Ran, ReportText, Rollers, SchemaErrors};

use file::Run;

/// The sides that examples name, in small letters: what dice are rolled by.
pub(super) const SIDES: &[&str] = &["p", "q", "a", "b"];

/// What dice are rolled for.
const ROLLERS: Rollers = Rollers {
    purposes: &["fire", "defensive_fire", "melee", "race", "panic"],
    sides: SIDES,
};

/// Reads the examples of a file.
///
/// # Errors
/// Everything that breaks the form, with its path.
pub(super) fn examples(json: &str) -> Result<Box<dyn Examples>, SchemaErrors> {
    Ok(Box::new(Runs(merge::runs(json)?)))
}

/// The runs of a file: each example, case and variant.
struct Runs(Vec<Run>);

impl Examples for Runs {
    fn ids(&self) -> Vec<&str> {
        self.0.iter().map(|run| run.id.as_str()).collect()
    }

    fn run(&self, index: usize, _: ReportText) -> Ran {
        let run = &self.0[index];
        let mut ran = Ran {
            id: run.id.clone(),
            pass: false,
            error: None,
            dice_left: 0,
            differences: Vec::new(),
            rolls: Vec::new(),
            actual: Value::Null,
        };
        let ended = catch_unwind(AssertUnwindSafe(|| match &run.ask {
            Some(question) => ask::answer(run, question, &mut ran),
            None => play::play(run, &mut ran),
        }));
        if let Err(panic) = ended {
            ran.error = Some(Fault::new(
                FaultKind::Panic,
                crate::trial::panic_message(&*panic),
            ));
        }
        ran.pass = ran.error.is_none() && ran.differences.is_empty();
        ran
    }
}
