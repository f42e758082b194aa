//! A whole report sent back with the order form in it filled in.
//!
//! Such a form counts although it is quoted, but only if the mail holds nothing unquoted, and only where it differs
//! from the form that we mailed.

use std::collections::BTreeSet;

use super::body::{Body, BodyLine};
use super::lines::{Outcome, candidates_of, cleaned, ends_reading, opens_frame, read};
use super::normalise::Cleaned;
use super::quote::{Mark, has_quote_mark, without_quote_marks};
use super::world::Language;

/// What became of the quoted form in a mail.
pub enum QuotedForm {
    /// There is none.
    Absent,
    /// There is one, but what was mailed is not known.
    Unknown,
    /// What was filled in.
    Read(Outcome),
}

/// Reads the form in the quoted lines of the bodies of one kind.
pub fn read_quoted(bodies: &[Body], form: Option<&str>, language: &dyn Language) -> QuotedForm {
    let Some((body, inside, doubts)) = bodies.iter().find_map(|body| quoted_frame(body, language))
    else {
        return QuotedForm::Absent;
    };
    let Some(form) = form else {
        return QuotedForm::Unknown;
    };
    let mailed: BTreeSet<String> = form
        .lines()
        .map(|line| comparable(line, language))
        .collect();
    let filled = inside.into_iter().map(|text| {
        let untouched = mailed.contains(&comparable(&text, language)) || has_quote_mark(&text);
        BodyLine {
            text: if untouched { String::new() } else { text },
            ..BodyLine::default()
        }
    });
    let filled = Body {
        lines: filled.collect(),
        unseen: Vec::new(),
        name: body.name.clone(),
        ..*body
    };
    let mut outcome = read(&[filled], language);
    outcome.uncertain.extend(doubts);
    outcome
        .notes
        .push("the orders were read from the quoted order form".to_owned());
    QuotedForm::Read(outcome)
}

/// Finds the first quoted frame of a part: the lines inside without their quote marks, and what is doubtful about it.
fn quoted_frame<'a>(
    body: &'a Body,
    language: &dyn Language,
) -> Option<(&'a Body, Vec<String>, Vec<String>)> {
    let candidates = candidates_of(body, language, &mut Outcome::default());
    let quoted = |at: usize| {
        let candidate = &candidates[at];
        (candidate.mark == Mark::Quoted && candidate.outside.is_none())
            .then(|| without_quote_marks(&candidate.line.text))
    };
    let begin =
        (0..candidates.len()).find(|&at| quoted(at).is_some_and(|text| opens_frame(&text)))?;
    let mut inside = Vec::new();
    let mut doubts = Vec::new();
    for (at, candidate) in candidates.iter().enumerate().skip(begin + 1) {
        match (quoted(at), candidate.mark) {
            (Some(text), _) if ends_reading(&text) => return Some((body, inside, doubts)),
            (Some(text), _) => inside.push(text),
            (None, Mark::Blank) => inside.push(String::new()),
            (None, _) => {
                let text = candidate.line.text.trim();
                doubts.push(format!(
                    "`{text}` stands unquoted inside the quoted order form"
                ));
            }
        }
    }
    doubts.push("the quoted order form has no `END`".to_owned());
    Some((body, inside, doubts))
}

fn comparable(line: &str, language: &dyn Language) -> String {
    match cleaned(line, language) {
        Cleaned::Text { text, .. } => text.to_uppercase(),
        Cleaned::Struck | Cleaned::Unreadable => line.trim().to_owned(),
    }
}
