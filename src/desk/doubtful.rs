//! Deeds in a file of orders: as in a mail, one counts only where nothing beside it says that it may not be meant.

use super::DeskError;
use super::language::{MatchLanguage, is_deed};
use crate::engine::{Judged, Reading};
use crate::mail::body::{Body, BodyLine, Kind};
use crate::mail::lines::{self, LineReading, Outcome, Verdict};
use crate::mail::written::plainly;

/// Reads a file as a mail is read, if it holds an order that settles something.
fn read(text: &str, language: &MatchLanguage) -> Option<Outcome> {
    text.lines().any(|line| is_deed(line.trim())).then(|| {
        let body = Body {
            kind: Kind::File,
            name: None,
            lines: text.lines().map(BodyLine::plain).collect(),
            unseen: Vec::new(),
            damaged: false,
        };
        lines::read(&[body], language)
    })
}

/// Refuses a file in which a deed may not be meant.
///
/// # Errors
/// If a mail with these lines would be held.
pub(super) fn refuse(text: &str, language: &MatchLanguage) -> Result<(), DeskError> {
    let Some(doubt) = read(text, language).and_then(|outcome| outcome.uncertain.into_iter().next())
    else {
        return Ok(());
    };
    Err(DeskError::refused(format!(
        "nothing was filed: {doubt}; what is no order begins with `#`"
    )))
}

/// Marks the deeds of a file that would be refused for what stands beside them.
pub(super) fn mark(text: &str, language: &MatchLanguage, reading: &mut Reading) {
    let Some(outcome) = read(text, language) else {
        return;
    };
    let Some(first) = outcome.uncertain.first() else {
        return;
    };
    let doubtful = |line: &&LineReading| line.verdict == Verdict::Uncertain;
    let doubts: Vec<_> = outcome.lines.iter().filter(doubtful).collect();
    for line in &mut reading.lines {
        let is_doubtful =
            |doubt: &&&LineReading| plainly(&doubt.text, language).trim() == line.text.trim();
        let reason = match doubts.iter().find(is_doubtful) {
            Some(doubt) => &doubt.reason,
            // Deeds that cannot all be meant stand beside nothing doubtful.
            None if doubts.is_empty() && is_deed(&line.text) => first,
            None => continue,
        };
        if line.verdict != Judged::Unreadable {
            line.refuse_wish(reason);
        }
    }
}
