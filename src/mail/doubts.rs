//! Lines that may not mean what they say: the mail is held for them.

use crate::orders::{Hinge, hinge};

use super::deeds::{Above, is_everyday, may_be_taken_back, may_be_talk, may_go_on};
use super::join::may_be_wrapped;
use super::lines::{Reader, cleaned, closes_message, is_meant, parse};
use super::normalise::{Cleaned, visible};
use super::outcome::Verdict;
use super::world::{Order, Parsed, Tail};

/// A box to be ticked, as lists of tasks have it, and as HTML forms become text.
const UNTICKED: [&str; 2] = ["[ ]", "[]"];
const TICKED: [&str; 2] = ["[x]", "[X]"];

impl Reader<'_> {
    /// Says why what follows a semicolon may not be a comment: it is a condition, or takes back what stands before it.
    pub(super) fn doubtful_comment(
        &self,
        text: &str,
        line: &str,
        comment: Option<&str>,
    ) -> Option<&'static str> {
        let comment = comment.filter(|_| !text.contains(['#', '/']))?;
        let Parsed::Order(order) = self.language.parse(line) else {
            return None;
        };
        let joined = || self.language.parse(&format!("{line} {comment}"));
        if hinge(comment) != Hinge::Absent || matches!(joined(), Parsed::Order(_)) {
            return Some(
                "a semicolon begins a comment, and what follows it looks like a part of the order",
            );
        }
        (is_everyday(line, &order, self.language) && may_be_taken_back(line, comment))
            .then_some("what follows the semicolon may take it back")
    }

    /// Holds the mail for one line.
    pub(super) fn doubt(&mut self, at: usize, why: &str) -> usize {
        let text = self.candidates[at].line.text.clone();
        let reason = format!(
            "it is not certain whether `{}` is an order: {why}",
            text.trim()
        );
        self.note(&text, Verdict::Uncertain, reason.clone());
        self.outcome.uncertain.push(reason);
        1
    }

    /// Returns the line right above, if it is talk, a comment or something that is said.
    pub(super) fn talk_above(&self, at: usize) -> Option<Above<'_>> {
        let above = at.checked_sub(1).filter(|&above| self.own(above))?;
        let line = &self.candidates[above].line;
        let is_talk = match cleaned(&line.text, self.language) {
            Cleaned::Text { text, comment } => {
                let last = self.outcome.lines.last()?.verdict;
                matches!(last, Verdict::Ignored | Verdict::Comment)
                    || comment.is_some_and(|comment| !comment.is_empty())
                    || last == Verdict::Order && self.language.tail(&text) != Tail::Words
            }
            Cleaned::Struck | Cleaned::Unreadable => false,
        };
        let next = self.candidates[at].line.text.trim();
        is_talk.then(|| Above {
            text: &line.text,
            may_be_broken: !line.ends_for_certain && may_be_wrapped(&line.text, next),
        })
    }

    /// Says whether an order stands anywhere below a line.
    pub(super) fn is_order_below(&self, at: usize) -> bool {
        let below = (at + 1..self.candidates.len()).filter(|&below| self.own(below));
        let mut below = below.map(|below| parse(&self.candidates[below].line.text, self.language));
        below.any(|parsed| matches!(parsed, Some(Parsed::Order(_))))
    }

    /// Says why an order of everyday words may be a part of the talk around it.
    pub(super) fn doubtful_deed(
        &self,
        at: usize,
        line: &str,
        order: &Order,
    ) -> Option<&'static str> {
        if !is_everyday(line, order, self.language) {
            return None;
        }
        if self
            .talk_above(at)
            .is_some_and(|above| may_be_talk(line, above))
        {
            return Some("it may end the sentence above it; leave a blank line before it");
        }
        let below = (at + 1..self.candidates.len())
            .next()
            .filter(|&below| self.own(below))?;
        let below = &self.candidates[below].line.text;
        if parse(below, self.language) != Some(Parsed::NoVerb) {
            return None;
        }
        if has_list_mark(&self.candidates[at].line.text) && has_list_mark(below) {
            return Some("it stands in a list with lines that are no orders");
        }
        may_go_on(line, below)
            .then_some("it may go on in the line below; leave a blank line behind it")
    }

    /// Says why what stands before an order may mean that it does not count.
    pub(super) fn doubtful_mark(&self, text: &str, line: &str) -> Option<&'static str> {
        if !matches!(self.language.parse(line), Parsed::Order(_)) {
            return None;
        }
        if visible(text).trim_start().starts_with('\u{203a}') {
            return Some("the sign before it may be a quote mark");
        }
        has_box(text, &UNTICKED).then_some("its box is not ticked, and no other is")
    }

    /// Says whether a line that is no order begins a message all the same: it was meant to, or has an end below.
    pub(super) fn opens_message(&self, at: usize, line: &str, parsed: &Parsed) -> bool {
        let is_order = matches!(parsed, Parsed::Order(_));
        begins_with(line, "MESSAGE")
            && !is_order
            && (is_meant(line, self.language) || self.is_message_closed(at))
    }

    /// Says whether an `ENDMESSAGE` stands below a line.
    pub(super) fn is_message_closed(&self, at: usize) -> bool {
        let below = (at + 1..self.candidates.len()).filter(|&below| self.own(below));
        let mut below =
            below.map(|below| cleaned(&self.candidates[below].line.text, self.language));
        below.any(|line| matches!(line, Cleaned::Text { text, .. } if closes_message(&text)))
    }

    /// Says whether a line that is no order may ask for a check of the orders below it: `Check this:`.
    pub(super) fn may_ask_for_check(&self, at: usize, line: &str) -> bool {
        begins_with(line, "CHECK") && line.split(' ').count() <= 3 && self.is_order_below(at)
    }

    /// Says whether an order has a box that is not ticked, in a mail where others are.
    pub(super) fn is_unticked(&self, text: &str, line: &str) -> bool {
        let is_ticked =
            |at: usize| self.own(at) && has_box(&self.candidates[at].line.text, &TICKED);
        has_box(text, &UNTICKED)
            && matches!(self.language.parse(line), Parsed::Order(_))
            && (0..self.candidates.len()).any(is_ticked)
    }
}

fn begins_with(line: &str, verb: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    first.eq_ignore_ascii_case(verb)
}

/// Says whether a line begins with one of the boxes, behind a bullet or none.
fn has_box(line: &str, boxes: &[&str]) -> bool {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || "-*+".contains(c));
    boxes.iter().any(|mark| line.starts_with(mark))
}

/// Says whether something stands before the first word of a line, or a number numbers it.
fn has_list_mark(line: &str) -> bool {
    let line = line.trim_start();
    let number = line.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    !line.starts_with(char::is_alphanumeric)
        || line.len() - number.len() <= 3 && number.starts_with(['.', ')', ':'])
}
