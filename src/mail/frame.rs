//! A whole report sent back with the order form in it filled in.
//!
//! Such a form counts although it is quoted, but only if the mail holds nothing unquoted, and only where it differs
//! from the form that we mailed.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::orders::{Hinge, hinge};

use super::body::{Body, BodyLine, Kind};
use super::candidates::{Candidate, candidates_of};
use super::compare::orders_of;
use super::lines::{Outcome, Verdict, cleaned, ends_reading, is_said, order_in, read};
use super::normalise::Cleaned;
use super::quote::{Cut, Mark, has_quote_mark, without_quote_marks};
use super::world::Language;

/// What stands in our form where an order is to be written.
const STROKE: &str = "____";

/// Says whether a line opens a frame.
pub(super) fn opens_frame(line: &str) -> bool {
    let bare = line.trim_matches(|c: char| "-=*#_+:. ".contains(c));
    is_said(bare, &["BEGIN", "ORDERS"])
}

/// A frame that stands in a mail as its writer's own.
pub(super) struct OwnFrame {
    /// From the line that begins it to the one that ends it, or the last.
    pub(super) lines: RangeInclusive<usize>,
    /// Whether nothing is written in it: strokes to be filled in, comments.
    pub(super) is_empty: bool,
}

/// Finds the first unquoted frame: one that is filled in, or else an empty one.
pub(super) fn own_frame(candidates: &[Candidate], language: &dyn Language) -> Option<OwnFrame> {
    let is_own = |at: usize| candidates[at].mark == Mark::Own && candidates[at].outside.is_none();
    let begins =
        (0..candidates.len()).filter(|&at| is_own(at) && opens_frame(&candidates[at].line.text));
    let is_stroke = |at: usize| match cleaned(&candidates[at].line.text, language) {
        Cleaned::Text { text, .. } => text.chars().all(|c| c == '_' || c == ' '),
        Cleaned::Struck | Cleaned::Unreadable => false,
    };
    let mut frames = begins.map(|begin| {
        let inside = (begin + 1..candidates.len()).filter(|&at| is_own(at));
        let mut inside: Vec<usize> = inside.collect();
        let end = inside
            .iter()
            .position(|&at| ends_reading(&candidates[at].line.text));
        let last = end.map_or(candidates.len() - 1, |end| inside[end]);
        inside.truncate(end.unwrap_or(inside.len()));
        let has_strokes = inside
            .iter()
            .any(|&at| candidates[at].line.text.contains(STROKE));
        OwnFrame {
            lines: begin..=last,
            is_empty: end.is_some() && has_strokes && inside.into_iter().all(is_stroke),
        }
    });
    let first = frames.next()?;
    if !first.is_empty {
        return Some(first);
    }
    Some(frames.find(|frame| !frame.is_empty).unwrap_or(first))
}

/// The first quoted frame of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotedFrame {
    /// The lines inside, without their quote marks.
    inside: Vec<String>,
    /// What is doubtful about it.
    doubts: Vec<String>,
}

/// Reads what was filled in where our form stands in quoted lines; `form` is how it was mailed.
pub(super) fn read_quoted(frame: QuotedFrame, form: &str, language: &dyn Language) -> Outcome {
    let mailed: BTreeSet<String> = form
        .lines()
        .map(|line| comparable(line, language))
        .collect();
    let filled = frame.inside.into_iter().map(|text| {
        let untouched = mailed.contains(&comparable(&text, language)) || has_quote_mark(&text);
        BodyLine {
            text: if untouched { String::new() } else { text },
            ..BodyLine::default()
        }
    });
    let filled = Body {
        kind: Kind::Text,
        name: None,
        lines: filled.collect(),
        unseen: Vec::new(),
        damaged: false,
    };
    let mut outcome = read(&[filled], language);
    outcome.uncertain.extend(frame.doubts);
    outcome.read_from_form = true;
    outcome
        .notes
        .push("the orders were read from the quoted order form".to_owned());
    outcome
}

/// As many lines that were not read are named.
const MOST_NAMED: usize = 6;

/// As many lines that were not read are looked at for orders.
const MOST_LOOKED_AT: usize = 2000;

/// Tells of orders in a quoted form that do not count because the mail has orders of its own.
pub(super) fn note_unread_form(outcome: &mut Outcome, form: Option<&str>, language: &dyn Language) {
    let (Some(frame), Some(form)) = (outcome.quoted_frame.take(), form) else {
        return;
    };
    let unread = read_quoted(frame, form, language);
    for order in unread.orders.iter().take(MOST_NAMED) {
        outcome.notes.push(format!(
            "`{}` stands in the quoted order form, which was not read: the mail has orders that are not quoted",
            order.order.canonical
        ));
    }
}

/// Tells of orders and conditions outside of a frame, between marks, behind the sign of a comment or of a quotation, and
/// below a mark.
pub(super) fn note_unread(outcome: &mut Outcome, language: &dyn Language) {
    let mut in_form = false;
    let mut in_old_mail = false;
    let mut unread = Vec::new();
    let mut looked = 0;
    // Who finds no order of his read may have filled in, below what he answers, what was an example.
    let is_empty = outcome.orders.is_empty() && outcome.uncertain.is_empty();
    let counts: BTreeSet<&str> = orders_of(outcome).into_iter().collect();
    for line in &outcome.lines {
        if opens_frame(&line.text) || ends_reading(&line.text) {
            in_form = opens_frame(&line.text);
        }
        in_old_mail |= line.verdict == Verdict::Unread
            && Cut::ALL.iter().any(|cut| line.reason == cut.words());
        let is_told = match line.verdict {
            Verdict::Unread | Verdict::Comment => true,
            Verdict::Quoted => {
                let is_example = || is_example(&line.text, in_old_mail);
                outcome.quoted_frame.is_none() && (is_empty || !is_example())
            }
            _ => false,
        };
        let text = match line.verdict {
            Verdict::Comment => line
                .text
                .trim_start_matches(|c: char| c.is_whitespace() || "#;/".contains(c)),
            Verdict::Quoted => behind_marks(&line.text),
            _ => line.text.as_str(),
        };
        // What is answered is long, and nearly all of it is a story.
        let is_old = in_old_mail || line.verdict == Verdict::Quoted;
        if !is_told || is_old && !in_form && !may_be_order(text, language) {
            continue;
        }
        looked += 1;
        let is_lost = || match order_in(text, language) {
            Some(order) => !is_old || !counts.contains(order.as_str()),
            None => hinge(text) == Hinge::Certain,
        };
        if looked <= MOST_LOOKED_AT && is_lost() {
            unread.push(format!(
                "`{}` was not read: {}",
                line.text.trim(),
                line.reason
            ));
        }
    }
    let more = unread.len().saturating_sub(MOST_NAMED);
    unread.truncate(MOST_NAMED);
    outcome.notes.extend(unread);
    if more > 0 {
        outcome
            .notes
            .push(format!("{more} more lines with orders were not read"));
    }
}

/// Says whether a quoted line is an example of our own mails, which stand behind `|`.
fn is_example(line: &str, in_old_mail: bool) -> bool {
    let line = line.trim_start();
    let inner = line.trim_start_matches(|c: char| c == '>' || c.is_whitespace());
    (in_old_mail || inner.len() < line.len()) && inner.starts_with('|')
}

/// Says whether a line begins with a verb or a condition, behind a number or none.
fn may_be_order(line: &str, language: &dyn Language) -> bool {
    let is_verb = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        language.is_verb(word)
            || ["IF", "UNLESS"]
                .iter()
                .any(|verb| verb.eq_ignore_ascii_case(word))
    };
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    let is_number =
        first.starts_with(|c: char| c.is_ascii_digit()) || !first.contains(char::is_alphanumeric);
    is_verb(first) || is_number && words.next().is_some_and(is_verb)
}

/// Returns what stands behind the signs, or the initials with a sign, by which a line shows that it is quoted.
fn behind_marks(line: &str) -> &str {
    let is_sign = |c: char| !c.is_alphanumeric();
    let bare = line.trim_start_matches(is_sign);
    match bare.split_once('>') {
        Some((initials, rest)) if initials.chars().all(char::is_alphanumeric) => {
            rest.trim_start_matches(is_sign)
        }
        _ => bare,
    }
}

/// Finds the first quoted frame of the parts of a mail, where nothing else of them is read.
pub(super) fn quoted_frame_in(bodies: &[Body], language: &dyn Language) -> Option<QuotedFrame> {
    bodies
        .iter()
        .find_map(|body| quoted_frame(&candidates_of(body, language, &mut Outcome::default())))
}

/// Finds the first quoted frame among the lines of a part.
pub(super) fn quoted_frame(candidates: &[Candidate]) -> Option<QuotedFrame> {
    let quoted = |at: usize| {
        let candidate = &candidates[at];
        (candidate.mark == Mark::Quoted && candidate.outside.is_none())
            .then(|| without_quote_marks(&candidate.line.text))
    };
    let begin =
        (0..candidates.len()).find(|&at| quoted(at).is_some_and(|text| opens_frame(&text)))?;
    let (mut inside, mut doubts) = (Vec::new(), Vec::new());
    for (at, candidate) in candidates.iter().enumerate().skip(begin + 1) {
        match (quoted(at), candidate.mark) {
            (Some(text), _) if ends_reading(&text) => return Some(QuotedFrame { inside, doubts }),
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
    Some(QuotedFrame { inside, doubts })
}

fn comparable(line: &str, language: &dyn Language) -> String {
    match cleaned(line, language) {
        Cleaned::Text { text, .. } => text.to_uppercase(),
        Cleaned::Struck | Cleaned::Unreadable => line.trim().to_owned(),
    }
}
