//! Odds in words: every die with its modifiers, every outcome with its fraction.

use serde::Serialize;

use super::templates::{TemplateError, Templates};
use super::text::fold;
use crate::engine::{Chance, DieOdds, LaterOdds, LeftOut, Odds, OutcomeOdds, StepOdds};
use crate::rulebook::Rule;

/// What the template gets.
#[derive(Serialize)]
struct OddsFacts<'a> {
    attackers: &'a [String],
    left_out: &'a [LeftOut],
    defenders: &'a [String],
    steps: Vec<StepFacts<'a>>,
    dice: Vec<String>,
    checks: Vec<String>,
    outcomes: Vec<OutcomeFacts>,
    later: Vec<LaterFacts<'a>>,
    assumes: &'a [&'static str],
    /// The words for what the dice can come to, for those that are explained.
    words: Vec<&'static str>,
}

#[derive(Serialize)]
struct StepFacts<'a> {
    of: &'a str,
    what: &'static str,
    value: &'a str,
    rule: Rule,
}

#[derive(Serialize)]
struct OutcomeFacts {
    percent: String,
    fraction: String,
    words: String,
}

#[derive(Serialize)]
struct LaterFacts<'a> {
    percent: String,
    fraction: String,
    what: &'static str,
    unit: &'a str,
    rule: Rule,
}

/// Writes odds as text of at most 76 columns.
///
/// # Errors
/// What is wrong with the template.
pub fn odds(templates: &Templates, all: &[Odds]) -> Result<String, TemplateError> {
    let mut text = String::new();
    for odds in all {
        let facts = OddsFacts {
            attackers: &odds.attackers,
            left_out: &odds.left_out,
            defenders: &odds.defenders,
            steps: odds.steps.iter().map(step).collect(),
            dice: odds.dice.iter().map(die).collect(),
            checks: odds.checks.iter().map(die).collect(),
            outcomes: odds.outcomes.iter().map(outcome).collect(),
            later: odds.later.iter().map(later).collect(),
            assumes: &odds.assumes,
            words: words(odds),
        };
        text.push_str(&templates.render("report/odds.txt", &facts)?);
    }
    Ok(fold(text.trim_end()))
}

fn words(odds: &Odds) -> Vec<&'static str> {
    let dice = odds.dice.iter().chain(&odds.checks);
    let words = dice.flat_map(|die| die.chances.iter().map(|(word, _)| *word));
    words.collect()
}

fn percent(chance: Chance) -> String {
    format!("{:>5}", chance.percent())
}

fn step(step: &StepOdds) -> StepFacts<'_> {
    StepFacts {
        of: &step.of,
        what: step.what,
        value: &step.value,
        rule: step.rule,
    }
}

/// A die in figures: `hun-hc-1: -1 momentum [9.5.2], against 5: OV 20.0%, hit 40.0%, miss 40.0%`.
fn die(die: &DieOdds) -> String {
    let modifiers: Vec<String> = die
        .modifiers
        .iter()
        .map(|modifier| {
            let name = modifier.name.replace('_', " ");
            format!("{:+} {name} [{}]", modifier.value, modifier.rule)
        })
        .collect();
    let modifiers = match modifiers.is_empty() {
        true => "no modifier".to_owned(),
        false => modifiers.join(" "),
    };
    let rating = die.rating.map(|rating| format!(", against {rating}"));
    let chances: Vec<String> = die
        .chances
        .iter()
        .map(|(word, chance)| format!("{word} {}%", chance.percent()))
        .collect();
    format!(
        "{}: {modifiers}{} [{}]: {}",
        die.by,
        rating.unwrap_or_default(),
        die.rule,
        chances.join(", ")
    )
}

fn outcome(outcome: &OutcomeOdds) -> OutcomeFacts {
    let units = outcome.units.iter();
    let words: Vec<String> = units
        .map(|(unit, state)| format!("{unit} {state}"))
        .collect();
    OutcomeFacts {
        percent: percent(outcome.chance),
        fraction: outcome.chance.fraction(),
        words: words.join(", "),
    }
}

fn later(later: &LaterOdds) -> LaterFacts<'_> {
    LaterFacts {
        percent: percent(later.chance),
        fraction: later.chance.fraction(),
        what: later.what,
        unit: &later.unit,
        rule: later.rule,
    }
}
