//! From the lines of one kind of body to orders: a verdict and a reason for every line.

use std::collections::BTreeSet;

use crate::orders::{Hinge, NO_ENDMESSAGE, hinge, looks_meant};

use super::body::{Body, BodyLine, UnseenLine};
use super::candidates::{Candidate, candidates_of};
use super::courtesy::without_courtesy;
use super::deeds::{contradiction, may_be_talk};
use super::enclosed::Enclosure;
use super::frame::{note_unread, own_frame, quoted_frame};
use super::join::{Joiner, Step, squeezed};
use super::normalise::{Cleaned, Words, clean};
pub use super::outcome::{BadLine, LineReading, OrderReading, Outcome, Verdict};
use super::places::Lead;
use super::provisos::note_sentences;
use super::quote::{Mark, without_quote_marks};
use super::sight::Unseen;
use super::world::{Language, Opens, Order, OrderKind, Parsed, Tail};

/// How many bad lines in a row end the reading.
const BAD_IN_A_ROW: usize = 20;

/// Reads the bodies of one kind.
pub fn read(bodies: &[Body], language: &dyn Language) -> Outcome {
    read_beside(bodies, &[], language)
}

/// Reads the bodies of one kind; `others` say the same where no mail program has broken its lines.
pub fn read_beside(bodies: &[Body], others: &[Body], language: &dyn Language) -> Outcome {
    let mut outcome = Outcome::default();
    let mut candidates = Vec::new();
    for body in bodies {
        let lines = candidates_of(body, language, &mut outcome);
        let known = outcome.quoted_frame.take();
        outcome.quoted_frame = known.or_else(|| quoted_frame(&lines));
        candidates.extend(lines);
        candidates.push(Candidate {
            line: BodyLine::default(),
            mark: Mark::Blank,
            outside: None,
            enclosure: None,
        });
    }
    let mut reader = Reader {
        language,
        candidates,
        whole: whole_talk(others, language),
        outcome,
        state: State::default(),
    };
    reader.apply_frame();
    reader.run();
    let mut outcome = reader.outcome;
    outcome.uncertain.extend(contradiction(&outcome));
    note_sentences(&mut outcome, language);
    note_unread(&mut outcome, language);
    let unseen = bodies.iter().flat_map(|body| &body.unseen);
    outcome.lines.extend(unseen.map(unseen_line));
    outcome
}

/// Collects the lines of talk that other bodies show as they were written.
fn whole_talk(others: &[Body], language: &dyn Language) -> BTreeSet<String> {
    let lines = others.iter().flat_map(|body| &body.lines);
    let lines = lines.filter(|line| line.ends_for_certain && !line.quoted);
    lines
        .filter_map(|line| match cleaned(&line.text, language) {
            Cleaned::Text { text, .. } if language.tail(&text) != Tail::Words => {
                Some(squeezed(&text))
            }
            _ => None,
        })
        .collect()
}

/// Tells of a line that nobody sees, or sees struck out.
fn unseen_line(line: &UnseenLine) -> LineReading {
    LineReading {
        text: line.text.clone(),
        verdict: match line.why {
            Unseen::Struck => Verdict::Struck,
            Unseen::Hidden(_) => Verdict::Hidden,
        },
        reason: line.why.words().to_owned(),
    }
}

pub(super) fn cleaned(line: &str, language: &dyn Language) -> Cleaned {
    let is_verb = |word: &str| {
        let word = word.trim_end_matches([':', '.', '!']);
        language.is_verb(word)
            || ["END", "BEGIN", "ENDMESSAGE", "IF", "UNLESS", "ELSE"]
                .iter()
                .any(|frame| frame.eq_ignore_ascii_case(word))
    };
    let words = Words {
        is_verb: &is_verb,
        tail: &|line| language.tail(line),
    };
    match clean(line, &words) {
        Cleaned::Text { text, comment } => Cleaned::Text {
            text: without_courtesy(text, language),
            comment,
        },
        other => other,
    }
}

pub(super) fn parse(line: &str, language: &dyn Language) -> Option<Parsed> {
    match cleaned(line, language) {
        Cleaned::Text { text, .. } if !text.is_empty() => Some(language.parse(&text)),
        _ => None,
    }
}

/// Returns the canonical form of the order that a quoted or unquoted line would be, if it is one.
pub(super) fn order_in(line: &str, language: &dyn Language) -> Option<String> {
    match parse(&without_quote_marks(line), language) {
        Some(Parsed::Order(order)) => Some(order.canonical),
        _ => None,
    }
}

/// Says whether a line ends the reading.
pub(super) fn ends_reading(line: &str) -> bool {
    let bare = line.trim_matches(|c: char| "-=*_+:. ".contains(c));
    is_said(bare, &["END"]) || is_said(bare, &["END", "ORDERS"])
}

/// Says whether a text is these words, in any case.
pub(super) fn is_said(text: &str, words: &[&str]) -> bool {
    let mut said = text.split_whitespace();
    words.iter().all(|word| {
        said.next()
            .is_some_and(|own| own.eq_ignore_ascii_case(word))
    }) && said.next().is_none()
}

/// Says whether a line closes a `MESSAGE`.
pub(super) fn closes_message(line: &str) -> bool {
    ["ENDMESSAGE", "END MESSAGE"]
        .iter()
        .any(|end| line.eq_ignore_ascii_case(end))
}

#[derive(Default)]
pub(super) struct State {
    bad_in_a_row: usize,
    ended: Option<&'static str>,
    inside: Opens,
    /// Which lines are quoted words of the message that is open, as an index into [`Outcome::lines`].
    quoted_words: Vec<usize>,
    /// Whether the message whose words are read is refused.
    refused: bool,
    /// What was said last above the line that is read.
    pub(super) lead: Option<Lead>,
}

pub(super) struct Reader<'a> {
    pub(super) language: &'a dyn Language,
    pub(super) candidates: Vec<Candidate>,
    /// Lines of talk as another body shows them.
    whole: BTreeSet<String>,
    pub(super) outcome: Outcome,
    pub(super) state: State,
}

impl Reader<'_> {
    pub(super) fn own(&self, at: usize) -> bool {
        self.candidates[at].mark == Mark::Own && self.candidates[at].outside.is_none()
    }

    /// An unquoted frame limits the reading to its inside, unless it is our form and nothing was filled in.
    fn apply_frame(&mut self) {
        let Some(frame) = own_frame(&self.candidates, self.language) else {
            return;
        };
        self.outcome.framed = !frame.is_empty;
        let begin = *frame.lines.start();
        if frame.is_empty {
            for at in frame.lines {
                self.set_outside(
                    at,
                    (
                        Verdict::Frame,
                        "it is part of an order form that was left empty",
                    ),
                );
            }
            return;
        }
        for at in 0..begin {
            self.set_outside(at, (Verdict::Unread, "it stands before `BEGIN ORDERS`"));
        }
        self.set_outside(begin, (Verdict::Frame, "it begins the orders"));
    }

    fn set_outside(&mut self, at: usize, outside: (Verdict, &'static str)) {
        if self.own(at) {
            self.candidates[at].outside = Some(outside);
        }
    }

    fn run(&mut self) {
        let mut at = 0;
        while at < self.candidates.len() {
            at += self.take(at);
        }
        if self.state.inside == Opens::Message && !self.state.refused {
            self.refuse_open_message();
        }
    }

    /// Makes a bad line of a `MESSAGE` without an end; what stands below it is told as not read.
    fn refuse_open_message(&mut self) {
        let open = self.outcome.orders.pop();
        let open = open.expect("inside a message its first line is the last order");
        let (first, _) = open.lines;
        for (at, line) in self.outcome.lines.iter_mut().enumerate().skip(first + 1) {
            if line.verdict != Verdict::Message {
                continue;
            }
            (line.verdict, line.reason) = match self.state.quoted_words.contains(&at) {
                true => (Verdict::Quoted, "it is quoted".to_owned()),
                false => (
                    Verdict::Ignored,
                    "it stands below a `MESSAGE` without `ENDMESSAGE`".to_owned(),
                ),
            };
        }
        let head = &mut self.outcome.lines[first];
        head.verdict = Verdict::Bad;
        NO_ENDMESSAGE.clone_into(&mut head.reason);
        self.outcome.bad.push(BadLine {
            text: open.written.unwrap_or(open.order.canonical),
            word: Some(0),
            because: NO_ENDMESSAGE.to_owned(),
            line: first,
        });
    }

    /// Takes the line at a place, and those that it is joined with; returns how many.
    fn take(&mut self, at: usize) -> usize {
        let Candidate {
            line,
            mark,
            outside,
            enclosure,
        } = &self.candidates[at];
        let enclosed = enclosure.and_then(Enclosure::words);
        let text = line.text.clone();
        let in_message = self.state.inside == Opens::Message && self.state.ended.is_none();
        match (*outside, *mark) {
            (Some((verdict, reason)), _) => self.note(&text, verdict, reason),
            // What is passed on may have paragraphs, and quote something.
            (None, mark @ (Mark::Blank | Mark::Quoted | Mark::Attribution)) if in_message => {
                if mark != Mark::Blank {
                    self.state.quoted_words.push(self.outcome.lines.len());
                }
                self.take_words(&text);
            }
            (None, Mark::Blank) => self.state.lead = self.state.lead.and_then(Lead::above_gap),
            (None, Mark::Quoted) => {
                self.state.lead = None;
                match enclosed {
                    Some(between) => self.note(&text, Verdict::Unread, between),
                    None => self.note(&text, Verdict::Quoted, "it is quoted"),
                }
            }
            (None, Mark::Attribution) => {
                let reason = "it says who wrote the quoted lines";
                self.note(&text, Verdict::Ignored, reason);
            }
            (None, Mark::Cut(cut)) => self.note(&text, Verdict::Unread, cut.words()),
            (None, Mark::Own) => return self.take_own(at, &text),
        }
        1
    }

    pub(super) fn note(&mut self, text: &str, verdict: Verdict, reason: impl Into<String>) {
        self.outcome.lines.push(LineReading {
            text: text.to_owned(),
            verdict,
            reason: reason.into(),
        });
    }

    fn take_own(&mut self, at: usize, text: &str) -> usize {
        if let Some(reason) = self.state.ended {
            self.note(text, Verdict::Unread, reason);
            return 1;
        }
        if self.state.inside == Opens::Message {
            return self.take_message_line(text);
        }
        let (line, comment) = match cleaned(text, self.language) {
            Cleaned::Struck => return self.pass(text, Verdict::Struck, "it is struck out"),
            Cleaned::Unreadable => {
                return self.pass(
                    text,
                    Verdict::Unreadable,
                    "it holds a sign that cannot be read for certain",
                );
            }
            Cleaned::Text {
                text: line,
                comment,
            } => (line, comment),
        };
        if line.is_empty() {
            return self.pass(text, Verdict::Comment, "it is a comment");
        }
        if ends_reading(&line) {
            if self
                .talk_above(at)
                .is_some_and(|above| may_be_talk(&line, above))
                && self.is_order_below(at)
            {
                return self.doubt(
                    at,
                    "it may end the sentence above it, and orders stand below it",
                );
            }
            self.state.ended = Some("it stands after `END`");
            return self.pass(text, Verdict::Frame, "it ends the orders");
        }
        self.note_order_in_comment(comment.as_deref());
        if self.is_unticked(text, &line) {
            return self.pass(
                text,
                Verdict::Ignored,
                "its box is not ticked, and others are",
            );
        }
        let doubt = self.doubtful_comment(text, &line, comment.as_deref());
        if let Some(doubt) = doubt.or_else(|| self.doubtful_mark(text, &line)) {
            return self.doubt(at, doubt);
        }
        self.take_line(at, &line, comment.is_some())
    }

    /// Takes a line inside `MESSAGE`: its end, or words whatever they are.
    fn take_message_line(&mut self, text: &str) -> usize {
        let ends = matches!(cleaned(text, self.language),
            Cleaned::Text { text: line, .. } if closes_message(&line));
        if ends {
            self.state.inside = Opens::Nothing;
            self.state.quoted_words.clear();
            self.state.refused = false;
            return self.pass(text, Verdict::Frame, "it ends the message");
        }
        self.take_words(text);
        1
    }

    /// Takes a line of a `MESSAGE`, as it was written.
    fn take_words(&mut self, text: &str) {
        if self.state.refused {
            if !text.trim().is_empty() {
                self.note(
                    text,
                    Verdict::Ignored,
                    "it stands in a `MESSAGE` that is refused",
                );
            }
            return;
        }
        if let Some(order) = self.outcome.orders.last_mut() {
            order.message.push(text.trim().to_owned());
        }
        if !text.trim().is_empty() {
            self.note(text, Verdict::Message, "it is words to the other side");
        }
    }

    /// Tells of a comment that was left out, and of what in it reads like an order.
    fn note_order_in_comment(&mut self, comment: Option<&str>) {
        let Some(comment) = comment.filter(|comment| !comment.is_empty()) else {
            return;
        };
        let is_lost = matches!(self.language.parse(comment), Parsed::Order(_))
            || hinge(comment) == Hinge::Certain;
        self.outcome.notes.push(match is_lost {
            true => format!(
                "`{comment}` is a comment, because it follows a comment sign; give each order its own line"
            ),
            false => format!("`{comment}` was left out as a comment"),
        });
    }

    fn pass(&mut self, text: &str, verdict: Verdict, reason: &str) -> usize {
        self.note(text, verdict, reason);
        1
    }

    /// Parses a line, and tries what follows it as its continuation.
    fn take_line(&mut self, at: usize, line: &str, commented: bool) -> usize {
        let parsed = self.language.parse(line);
        let joiner = Joiner {
            language: self.language,
            candidates: &self.candidates,
            whole: &self.whole,
        };
        let step = if parsed == Parsed::NoVerb {
            match joiner.hanging(at, line) {
                Some(step) => step,
                None => return self.take_talk(at, line),
            }
        } else {
            joiner.follow(at, line, parsed, commented)
        };
        if let Step::Order { order, lines } = &step {
            if let Some(doubt) = self.doubtful_place(at..at + lines, line, order) {
                return self.doubt(at, doubt);
            }
            self.state.lead = self.state.lead.map(Lead::above_order);
        }
        let texts: Vec<_> = (at..at + step.taken())
            .map(|i| self.candidates[i].line.text.clone())
            .collect();
        match step {
            Step::Order { order, .. } => self.take_order(order, line, &texts),
            Step::Bad { parsed } if self.opens_message(at, line, &parsed) => {
                self.take_refused_message(at, line, parsed, &texts[0]);
            }
            Step::Bad { .. } if self.may_ask_for_check(at, line) => {
                return self.doubt(
                    at,
                    "it may ask that nothing be filed; write `CHECK` alone on its line",
                );
            }
            Step::Bad { parsed } => {
                self.state.lead = Lead::of(at, &texts[0]).or(self.state.lead);
                self.take_bad(line, parsed, &texts[0]);
            }
            Step::Uncertain { reason, .. } => {
                for text in &texts {
                    self.note(text, Verdict::Uncertain, reason.clone());
                }
                self.outcome.uncertain.push(reason);
            }
        }
        texts.len()
    }

    /// Takes a `MESSAGE` to nobody: its words are words still, and no orders.
    fn take_refused_message(&mut self, at: usize, line: &str, parsed: Parsed, text: &str) {
        let (Parsed::Wrong { because, .. } | Parsed::BreaksOff { because }) = parsed else {
            unreachable!("a bad line is neither an order nor talk")
        };
        // What reads the lines next finds an empty message, not one that takes up what stands below.
        let line = match self.is_message_closed(at) {
            true => format!("{line}\nENDMESSAGE"),
            false => line.to_owned(),
        };
        self.take_bad(&line, Parsed::Wrong { word: 0, because }, text);
        self.state.inside = Opens::Message;
        self.state.refused = true;
    }

    /// Takes a line that begins with no verb: talk, or a condition that no order stands before.
    fn take_talk(&mut self, at: usize, line: &str) -> usize {
        let text = self.candidates[at].line.text.clone();
        if hinge(line) == Hinge::Certain && line.split(' ').count() > 1 {
            let because = "a condition stands behind its order, on one line with it".to_owned();
            self.take_bad(line, Parsed::Wrong { word: 0, because }, &text);
            return 1;
        }
        self.state.lead = Lead::of(at, &text).or(self.state.lead);
        self.pass(&text, Verdict::Ignored, self.language.no_verb())
    }

    fn take_order(&mut self, mut order: Order, line: &str, texts: &[String]) {
        self.state.bad_in_a_row = 0;
        let first = self.outcome.lines.len();
        let reason = if texts.len() > 1 {
            format!("joined to `{}`", order.canonical)
        } else {
            "it is an order".to_owned()
        };
        self.note(&texts[0], Verdict::Order, reason);
        for text in &texts[1..] {
            self.note(
                text,
                Verdict::Joined,
                "it can only go on with the order above",
            );
        }
        match order.opens {
            Opens::Plan => self.state.inside = Opens::Plan,
            Opens::Message => self.state.inside = Opens::Message,
            Opens::Nothing => {}
        }
        if self.state.inside == Opens::Plan {
            order.kind = OrderKind::Other;
            if order.canonical.eq_ignore_ascii_case("ENDPLAN") {
                self.state.inside = Opens::Nothing;
            }
        }
        if texts.len() > 1 {
            self.outcome.notes.push(format!(
                "{} lines were joined to one order: {}",
                texts.len(),
                order.canonical
            ));
        }
        let written = (texts.len() == 1).then(|| line.to_owned());
        self.outcome.orders.push(OrderReading {
            order,
            written,
            lines: (first, texts.len()),
            message: Vec::new(),
        });
    }

    fn take_bad(&mut self, line: &str, parsed: Parsed, text: &str) {
        let (word, because) = match parsed {
            Parsed::Wrong { word: 1, because } if !is_meant(line, self.language) => {
                self.note(
                    text,
                    Verdict::Ignored,
                    format!("it begins with a verb and does not go on like an order: {because}"),
                );
                return;
            }
            Parsed::Wrong { word, because } => (Some(word), because),
            Parsed::BreaksOff { because } => (None, because),
            Parsed::Order(_) | Parsed::NoVerb => {
                unreachable!("a bad line is neither an order nor talk")
            }
        };
        self.note(text, Verdict::Bad, because.clone());
        let line_at = self.outcome.lines.len() - 1;
        self.outcome.bad.push(BadLine {
            text: line.to_owned(),
            word,
            because,
            line: line_at,
        });
        self.state.bad_in_a_row += 1;
        if self.state.bad_in_a_row == BAD_IN_A_ROW {
            self.state.ended = Some("reading stopped after 20 bad lines in a row");
            self.outcome
                .notes
                .push("reading stopped after 20 bad lines in a row".to_owned());
        }
    }
}

/// Says whether a line that goes on unlike an order behind its first word was meant as one.
pub(super) fn is_meant(line: &str, language: &dyn Language) -> bool {
    let is_verb = |word: &str| !word.contains(char::is_lowercase) && language.is_verb(word);
    match hinge(line) {
        Hinge::Absent => looks_meant(line),
        Hinge::Certain => true,
        Hinge::Doubtful => line.split(' ').skip(1).any(is_verb),
    }
}
