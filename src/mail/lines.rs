//! From the lines of one kind of body to orders: a verdict and a reason for every line.

use std::collections::BTreeSet;

use crate::orders::looks_meant;

use super::block::blocks;
use super::body::{Body, BodyLine, UnseenLine};
use super::join::{Joiner, Step, squeezed};
use super::normalise::{Cleaned, Words, clean};
use super::pgp::{Armour, signed_lines};
use super::quote::{Mark, marks, without_quote_marks};
use super::sight::Unseen;
use super::world::{Language, Opens, Order, OrderKind, Parsed, SideBlock, Tail};

/// How many bad lines in a row end the reading.
const BAD_IN_A_ROW: usize = 20;

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is an order, or the first line of one.
    Order,
    /// It goes on with the order above.
    Joined,
    /// It begins like an order and is none.
    Bad,
    /// It may or may not go on with the order above; the mail is held.
    Uncertain,
    /// It is talk.
    Ignored,
    /// It is words to the other side, inside `MESSAGE`.
    Message,
    /// It is a comment.
    Comment,
    /// It frames the orders.
    Frame,
    /// It is part of a block of the dice protocol.
    Block,
    /// It is quoted.
    Quoted,
    /// It stands where nothing counts: outside a frame or armour, below a mark, after the end.
    Unread,
    /// It is struck out.
    Struck,
    /// It is written where nobody sees it.
    Hidden,
    /// It holds a sign that cannot be read.
    Unreadable,
}

/// One line and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct LineReading {
    /// The line as it was written.
    pub text: String,
    /// What became of it.
    pub verdict: Verdict,
    /// Why.
    pub reason: String,
}

/// An order with the place it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderReading {
    /// The order.
    pub order: Order,
    /// The cleaned line that it was written on; an order on several lines has none.
    pub written: Option<String>,
    /// The lines it was written on, as an index into [`Outcome::lines`], and how many there are.
    pub lines: (usize, usize),
    /// The words of a `MESSAGE`, line by line.
    pub message: Vec<String>,
}

/// A line that begins like an order and is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadLine {
    /// The cleaned line.
    pub text: String,
    /// The word at which it stops making sense; none if it breaks off.
    pub word: Option<usize>,
    /// Why it is none.
    pub because: String,
    /// The line it stands on, as an index into [`Outcome::lines`].
    pub line: usize,
}

/// What the bodies of one kind hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The orders in their order.
    pub orders: Vec<OrderReading>,
    /// The lines that begin like orders and are none.
    pub bad: Vec<BadLine>,
    /// Every line that is not blank.
    pub lines: Vec<LineReading>,
    /// Blocks of the dice protocol.
    pub blocks: Vec<SideBlock>,
    /// Why the mail must be held, if it must.
    pub uncertain: Vec<String>,
    /// What the player should be told of the reading as a whole.
    pub notes: Vec<String>,
    /// Whether there was an unquoted frame.
    pub framed: bool,
    /// Whether any part was encrypted, or an armour in it broken.
    pub locked: bool,
}

/// A line on its way through the reader.
pub(super) struct Candidate {
    pub(super) line: BodyLine,
    pub(super) mark: Mark,
    /// Set where the line does not count for a reason of its own.
    pub(super) outside: Option<(Verdict, &'static str)>,
}

/// Reads the bodies of one kind.
pub fn read(bodies: &[Body], language: &dyn Language) -> Outcome {
    read_beside(bodies, &[], language)
}

/// Reads the bodies of one kind; `others` say the same where no mail program has broken its lines.
pub fn read_beside(bodies: &[Body], others: &[Body], language: &dyn Language) -> Outcome {
    let mut outcome = Outcome::default();
    let mut candidates = Vec::new();
    for body in bodies {
        candidates.extend(candidates_of(body, language, &mut outcome));
        candidates.push(Candidate {
            line: BodyLine::default(),
            mark: Mark::Blank,
            outside: None,
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

/// Prepares the lines of one part: armour, protocol blocks, quotes and marks.
pub(super) fn candidates_of(
    body: &Body,
    language: &dyn Language,
    outcome: &mut Outcome,
) -> Vec<Candidate> {
    let mut lines = body.lines.clone();
    let (armour, signed) = signed_lines(&mut lines);
    outcome.locked |= matches!(armour, Armour::Broken | Armour::Encrypted);
    match armour {
        Armour::None => {}
        Armour::ClearSigned => outcome
            .notes
            .push("only the signed text was read; its signature was not checked".to_owned()),
        Armour::Broken => outcome
            .notes
            .push("a PGP armour in the mail is broken, so nothing of it was read".to_owned()),
        Armour::Encrypted => outcome
            .notes
            .push("the mail is encrypted with PGP".to_owned()),
    }
    let (blocks, in_block) = blocks(&lines);
    outcome.blocks.extend(blocks);
    // Lines outside of an armour neither count nor cut what counts.
    let seen: Vec<_> = lines
        .iter()
        .zip(&signed)
        .map(|(line, signed)| {
            if *signed {
                line.clone()
            } else {
                BodyLine::default()
            }
        })
        .collect();
    let marks = marks(&seen, &|line| {
        matches!(parse(line, language), Some(Parsed::Order(_)))
    });
    lines
        .into_iter()
        .zip(marks)
        .zip(signed.into_iter().zip(in_block))
        .map(|((line, mark), (signed, in_block))| {
            let outside = if in_block {
                Some((Verdict::Block, "it belongs to a block of the dice protocol"))
            } else if !signed && !line.is_blank() {
                Some((Verdict::Unread, "it stands outside of the signed text"))
            } else {
                None
            };
            Candidate {
                line,
                mark,
                outside,
            }
        })
        .collect()
}

pub(super) fn cleaned(line: &str, language: &dyn Language) -> Cleaned {
    let is_verb = |word: &str| {
        let word = word.trim_end_matches([':', '.']);
        language.is_verb(word)
            || ["END", "BEGIN", "ENDMESSAGE"]
                .iter()
                .any(|frame| frame.eq_ignore_ascii_case(word))
    };
    clean(
        line,
        &Words {
            is_verb: &is_verb,
            tail: &|line| language.tail(line),
        },
    )
}

fn parse(line: &str, language: &dyn Language) -> Option<Parsed> {
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

/// Says whether a line opens a frame.
pub(super) fn opens_frame(line: &str) -> bool {
    let bare = line.trim_matches(|c: char| "-=*#_+:. ".contains(c));
    bare.split_whitespace()
        .map(str::to_ascii_uppercase)
        .eq(["BEGIN", "ORDERS"])
}

/// Says whether a line ends the reading.
pub(super) fn ends_reading(line: &str) -> bool {
    let bare = line.trim_matches(|c: char| "-=*_+:. ".contains(c));
    let words: Vec<_> = bare
        .split_whitespace()
        .map(str::to_ascii_uppercase)
        .collect();
    matches!(
        words
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .as_slice(),
        ["END"] | ["END", "ORDERS"]
    )
}

/// Says whether a line closes a `MESSAGE`.
fn closes_message(line: &str) -> bool {
    ["ENDMESSAGE", "END MESSAGE"]
        .iter()
        .any(|end| line.eq_ignore_ascii_case(end))
}

#[derive(Default)]
struct State {
    bad_in_a_row: usize,
    ended: Option<&'static str>,
    inside: Opens,
}

struct Reader<'a> {
    language: &'a dyn Language,
    candidates: Vec<Candidate>,
    /// Lines of talk as another body shows them.
    whole: BTreeSet<String>,
    outcome: Outcome,
    state: State,
}

impl Reader<'_> {
    fn own(&self, at: usize) -> bool {
        self.candidates[at].mark == Mark::Own && self.candidates[at].outside.is_none()
    }

    /// An unquoted frame limits the reading to its inside.
    fn apply_frame(&mut self) {
        let begin = (0..self.candidates.len())
            .find(|&at| self.own(at) && opens_frame(&self.candidates[at].line.text));
        let Some(begin) = begin else { return };
        self.outcome.framed = true;
        for at in 0..begin {
            if self.own(at) {
                self.candidates[at].outside =
                    Some((Verdict::Unread, "it stands before `BEGIN ORDERS`"));
            }
        }
        self.candidates[begin].outside = Some((Verdict::Frame, "it begins the orders"));
    }

    fn run(&mut self) {
        let mut at = 0;
        while at < self.candidates.len() {
            at += self.take(at);
        }
        if self.state.inside == Opens::Message {
            self.outcome.uncertain.push(
                "a `MESSAGE` has no `ENDMESSAGE`, so the end of its text is not certain".to_owned(),
            );
        }
    }

    /// Takes the line at a place, and those that it is joined with; returns how many.
    fn take(&mut self, at: usize) -> usize {
        let Candidate {
            line,
            mark,
            outside,
        } = &self.candidates[at];
        let text = line.text.clone();
        let in_message = self.state.inside == Opens::Message && self.state.ended.is_none();
        match (*outside, *mark) {
            (Some((verdict, reason)), _) => self.note(&text, verdict, reason),
            // What is passed on may have paragraphs, and quote something.
            (None, Mark::Blank | Mark::Quoted | Mark::Attribution) if in_message => {
                self.take_words(&text);
            }
            (None, Mark::Blank) => {}
            (None, Mark::Quoted) => self.note(&text, Verdict::Quoted, "it is quoted"),
            (None, Mark::Attribution) => self.note(
                &text,
                Verdict::Ignored,
                "it says who wrote the quoted lines",
            ),
            (None, Mark::Cut(cut)) => self.note(&text, Verdict::Unread, cut.words()),
            (None, Mark::Own) => return self.take_own(at, &text),
        }
        1
    }

    fn note(&mut self, text: &str, verdict: Verdict, reason: impl Into<String>) {
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
            self.state.ended = Some("it stands after `END`");
            return self.pass(text, Verdict::Frame, "it ends the orders");
        }
        self.note_order_in_comment(comment.as_deref());
        self.take_line(at, &line, comment.is_some())
    }

    /// Takes a line inside `MESSAGE`: its end, or words whatever they are.
    fn take_message_line(&mut self, text: &str) -> usize {
        let ends = matches!(cleaned(text, self.language),
            Cleaned::Text { text: line, .. } if closes_message(&line));
        if ends {
            self.state.inside = Opens::Nothing;
            return self.pass(text, Verdict::Frame, "it ends the message");
        }
        self.take_words(text);
        1
    }

    /// Takes a line of a `MESSAGE`, as it was written.
    fn take_words(&mut self, text: &str) {
        if let Some(order) = self.outcome.orders.last_mut() {
            order.message.push(text.trim().to_owned());
        }
        if !text.trim().is_empty() {
            self.note(text, Verdict::Message, "it is words to the other side");
        }
    }

    /// Several orders on one line, with semicolons between them, are the one comment that is a mistake.
    fn note_order_in_comment(&mut self, comment: Option<&str>) {
        if let Some(comment) =
            comment.filter(|comment| matches!(self.language.parse(comment), Parsed::Order(_)))
        {
            self.outcome.notes.push(format!("`{comment}` is a comment, because it follows a comment sign; give each order its own line"));
        }
    }

    fn pass(&mut self, text: &str, verdict: Verdict, reason: &str) -> usize {
        self.note(text, verdict, reason);
        1
    }

    /// Parses a line, and tries what follows it as its continuation.
    fn take_line(&mut self, at: usize, line: &str, commented: bool) -> usize {
        let parsed = self.language.parse(line);
        if parsed == Parsed::NoVerb {
            let text = self.candidates[at].line.text.clone();
            return self.pass(&text, Verdict::Ignored, self.language.no_verb());
        }
        let joiner = Joiner {
            language: self.language,
            candidates: &self.candidates,
            whole: &self.whole,
        };
        let step = joiner.follow(at, line, parsed, commented);
        let texts: Vec<_> = (at..at + step.taken())
            .map(|i| self.candidates[i].line.text.clone())
            .collect();
        match step {
            Step::Order { order, .. } => self.take_order(order, line, &texts),
            Step::Bad { parsed, .. } => self.take_bad(line, parsed, &texts[0]),
            Step::Uncertain { reason, .. } => {
                for text in &texts {
                    self.note(text, Verdict::Uncertain, reason.clone());
                }
                self.outcome.uncertain.push(reason);
            }
        }
        texts.len()
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
            Parsed::Wrong { word, because } if word <= 1 && !looks_meant(line) => {
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
