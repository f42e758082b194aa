//! What came of running examples, as text.

use std::fmt::Write as _;

use super::result::{Difference, Outcome, Ran, Rolled};

/// Writes one line per example, then what went wrong in those that failed, then the sum.
pub fn text(outcome: &Outcome) -> String {
    let mut text = String::new();
    for ran in &outcome.cases {
        let word = if ran.pass { "ok" } else { "FAIL" };
        line(&mut text, format_args!("{word} {}", ran.id));
    }
    for ran in outcome.cases.iter().filter(|ran| !ran.pass) {
        text.push('\n');
        failure(&mut text, ran);
    }
    let Outcome { passed, failed, .. } = outcome;
    line(&mut text, format_args!("{passed} passed, {failed} failed"));
    text
}

fn line(text: &mut String, words: std::fmt::Arguments<'_>) {
    writeln!(text, "{words}").expect("a string takes what is written");
}

fn failure(text: &mut String, ran: &Ran) {
    let id = &ran.id;
    if let Some(fault) = &ran.error {
        line(
            text,
            format_args!("{id} {}: {}", fault.kind.key(), fault.message),
        );
    }
    for difference in &ran.differences {
        let Difference {
            at,
            path,
            expected,
            actual,
        } = difference;
        let at = at
            .as_ref()
            .map_or_else(String::new, |at| format!("at {at} "));
        line(
            text,
            format_args!("{id} {at}{path}: expected {expected}, actual {actual}"),
        );
    }
    for roll in &ran.rolls {
        line(text, format_args!("{id} rolled {}", figures(roll)));
    }
}

/// Writes a roll in figures: `shock by GM1: 6 -1 momentum [9.5.2] = 5 hit`.
fn figures(roll: &Rolled) -> String {
    let mut text = format!("{} by {}: {}", roll.purpose, roll.by, roll.roll);
    for modifier in &roll.modifiers {
        text += &format!(
            " {:+} {} [{}]",
            modifier.value, modifier.name, modifier.rule
        );
    }
    if !roll.modifiers.is_empty() {
        text += &format!(" = {}", roll.net);
    }
    format!("{text} {}", roll.outcome)
}
