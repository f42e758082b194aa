//! Lines that may not mean what they say: the mail is held for them.

use crate::orders::{Hinge, behind_prefixes, hinge};

use super::deeds::{is_deed, may_ask_another, may_be_taken_back, sort_of};
use super::lines::{Reader, cleaned, closes_message, is_meant, parse};
use super::normalise::{Cleaned, is_picture, visible};
use super::outcome::Verdict;
use super::provisos;
use super::talk::{Deed, Talk};
use super::world::Parsed;

/// A box to be ticked, as lists of tasks have it, and as HTML forms become text.
const UNTICKED: [&str; 8] = [
    "[ ]",
    "[]",
    "[_]",
    "( )",
    "\u{2610}",
    "\u{25fb}",
    "\u{2b1c}",
    "\u{1f532}",
];
/// A square that is a bullet unless something beside it is ticked.
const SQUARE: [&str; 2] = ["\u{25a1}", "\u{25a2}"];
const TICKED: [&str; 12] = [
    "[x]",
    "[X]",
    "[*]",
    "[\u{2713}]",
    "[\u{2714}]",
    "(x)",
    "(X)",
    "\u{2611}",
    "\u{2612}",
    "\u{2705}",
    "\u{2713}",
    "\u{2714}",
];

/// Signs that say yes.
const TICKS: [char; 5] = ['\u{2611}', '\u{2612}', '\u{2705}', '\u{2713}', '\u{2714}'];

/// Signs of quotation that may stand round one word.
const QUOTATION: &str = "\"'`\u{2018}\u{2019}\u{201a}\u{201c}\u{201d}\u{201e}\u{ab}\u{bb}\u{2039}\u{203a}\u{300c}\u{300e}";

impl Reader<'_> {
    /// Says why what follows a semicolon may not be a comment: it is a condition, or takes back what stands before it.
    pub(super) fn doubtful_comment(
        &self,
        text: &str,
        line: &str,
        comment: Option<&str>,
    ) -> Option<&'static str> {
        let comment = comment.filter(|comment| !comment.is_empty())?;
        let Parsed::Order(order) = self.language.parse(line) else {
            return None;
        };
        let is_deed = is_deed(line, &order, self.language);
        let said = Talk::of(comment);
        let takes_back = said.is_afterthought() || sort_of(line) != Deed::Flow && said.takes_back();
        if is_deed && takes_back {
            return Some("the comment behind it may take it back");
        }
        let before = text.rfind(comment).map(|at| text[..at].trim_end());
        if before.is_some_and(|before| before.ends_with('#')) {
            return None;
        }
        if hinge(comment) != Hinge::Absent || provisos::follows(comment, false) {
            return Some(
                "`;` and `//` begin a comment, and this one may be a condition of it; leave the sign out, or begin the comment with `#`",
            );
        }
        if self.is_like_order(comment) {
            return Some(
                "`;` and `//` begin a comment, and this one looks like an order; write one order a line",
            );
        }
        let joined = || self.language.parse(&format!("{line} {comment}"));
        if matches!(joined(), Parsed::Order(_)) {
            return Some(
                "`;` and `//` begin a comment, and this one looks like a part of the order",
            );
        }
        (is_deed && may_be_taken_back(line, comment))
            .then_some("what follows the semicolon may take it back")
    }

    /// Says whether words were meant as an order, even if they are none.
    fn is_like_order(&self, said: &str) -> bool {
        match parse(said, self.language) {
            Some(Parsed::Order(_) | Parsed::BreaksOff { .. }) => true,
            Some(Parsed::Wrong { .. }) => is_meant(said, self.language),
            Some(Parsed::NoVerb) | None => false,
        }
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

    /// Says whether an order stands anywhere below a line.
    pub(super) fn is_order_below(&self, at: usize) -> bool {
        let below = (at + 1..self.candidates.len()).filter(|&below| self.own(below));
        let mut below = below.map(|below| parse(&self.candidates[below].line.text, self.language));
        below.any(|parsed| matches!(parsed, Some(Parsed::Order(_))))
    }

    /// Says why what stands before an order may mean that it does not count.
    pub(super) fn doubtful_mark(&self, text: &str, line: &str) -> Option<&'static str> {
        let shown = visible(text);
        let shown = shown.trim_start();
        let doubt = if may_ask_another(line, shown) {
            "it may ask somebody else to do so"
        } else if shown.starts_with('\u{203a}') {
            "the sign before it may be a quote mark"
        } else if has_empty_box(text, false) {
            "its box is not ticked, and no other is"
        } else if shown.starts_with(is_quotation) {
            "it stands between quotation marks"
        } else if shown.starts_with(is_picture) && !shown.starts_with(TICKS) {
            let Parsed::Order(order) = self.language.parse(line) else {
                return None;
            };
            return is_deed(line, &order, self.language)
                .then_some("the picture before it may say that it is not meant");
        } else {
            return None;
        };
        matches!(self.language.parse(line), Parsed::Order(_)).then_some(doubt)
    }

    /// Says whether a line that is no order begins a message all the same: it was meant to, or has an end below.
    pub(super) fn opens_message(&self, at: usize, line: &str, parsed: &Parsed) -> bool {
        let is_order = matches!(parsed, Parsed::Order(_));
        begins_with(behind_prefixes(line), "MESSAGE")
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
        let is_ticked = |at: usize| self.own(at) && is_ticked(&self.candidates[at].line.text);
        has_empty_box(text, true)
            && matches!(self.language.parse(line), Parsed::Order(_))
            && (0..self.candidates.len()).any(is_ticked)
    }
}

/// Says whether a sign is one of quotation.
pub(super) fn is_quotation(c: char) -> bool {
    QUOTATION.contains(c)
}

fn begins_with(line: &str, verb: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    first.eq_ignore_ascii_case(verb)
}

/// Says whether a line begins with a box that is ticked.
pub(super) fn is_ticked(line: &str) -> bool {
    has_box(line, &TICKED)
}

/// Says whether a line begins with a box that is not ticked; a square is one only where `beside_ticked` another is.
pub(super) fn has_empty_box(line: &str, beside_ticked: bool) -> bool {
    has_box(line, &UNTICKED) || beside_ticked && has_box(line, &SQUARE)
}

/// Says whether a line begins with one of the boxes, behind a bullet or none.
fn has_box(line: &str, boxes: &[&str]) -> bool {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || "-*+".contains(c));
    boxes.iter().any(|mark| line.starts_with(mark))
}
