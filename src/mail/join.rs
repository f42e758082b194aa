//! Lines that a mail program broke: put together where that is certain, held where it is not.
//!
//! A broken order whose first half is legal too is the worst that can happen to a player, so a line after an order is
//! always tried as its continuation.

use std::collections::BTreeSet;

use crate::orders::{Hinge, ends_in_hinge, hinge, looks_meant};

use super::candidates::Candidate;
use super::deeds::is_everyday;
use super::lines::{cleaned, ends_reading};
use super::normalise::{Cleaned, canonical};
use super::quote::Mark;
use super::speech::THEN;
use super::talk::Talk;
use super::world::{Language, Opens, Order, Parsed, Tail};

/// No mail program breaks lines shorter than this.
const NARROWEST_WRAP: usize = 60;

/// More lines than this no order has.
const MOST_LINES: usize = 12;

/// Mail programs break talk between these columns; what is longer than the last one they leave as it is.
const WRAPS: std::ops::RangeInclusive<usize> = 65..=80;

/// What a line that begins with a verb turned out to be.
pub(super) enum Step {
    /// An order of so many lines.
    Order { order: Order, lines: usize },
    /// No order; the lines after it stand for themselves.
    Bad { parsed: Parsed },
    /// Cannot be told for certain.
    Uncertain { reason: String, lines: usize },
}

impl Step {
    /// Returns how many lines it takes.
    pub(super) fn taken(&self) -> usize {
        match self {
            Self::Order { lines, .. } | Self::Uncertain { lines, .. } => *lines,
            Self::Bad { .. } => 1,
        }
    }
}

/// The lines to try as continuations, and the language to try them with.
pub(super) struct Joiner<'a> {
    pub(super) language: &'a dyn Language,
    pub(super) candidates: &'a [Candidate],
    /// Lines of talk as another body of the mail shows them, without blanks.
    pub(super) whole: &'a BTreeSet<String>,
}

impl Joiner<'_> {
    /// Follows the order that begins at a line as far as it certainly goes.
    pub(super) fn follow(&self, at: usize, line: &str, parsed: Parsed, commented: bool) -> Step {
        let is_talk = self.language.tail(line) != Tail::Words;
        match parsed {
            Parsed::Order(order) if is_talk => self.follow_talk(at, line, order),
            parsed if is_talk => Step::Bad { parsed },
            parsed => match self.follow_words(at, line, parsed) {
                Step::Order { lines, .. } if commented && lines > 1 => self.uncertain(
                    at,
                    lines,
                    "what stands below its comment may go on with it, or with the comment",
                ),
                step => step,
            },
        }
    }

    /// Follows what somebody says: it goes on in the next line only if another body of the mail shows it so.
    fn follow_talk(&self, at: usize, line: &str, order: Order) -> Step {
        let mut text = line.to_owned();
        let mut lines = 1;
        loop {
            if self.whole.contains(&squeezed(&text)) {
                return match self.language.parse(&text) {
                    Parsed::Order(order) => Step::Order { order, lines },
                    parsed => Step::Bad { parsed },
                };
            }
            match self.own_line(at + lines).filter(|_| lines < MOST_LINES) {
                Some(next) => text = format!("{text} {next}"),
                None => break,
            }
            lines += 1;
        }
        let next = self
            .continuation(at + 1)
            .filter(|next| self.may_be_talk(next) && self.may_be_broken_talk(at, next));
        match next {
            Some(_) => self.uncertain(
                at,
                2,
                "the next line may be more of it, broken by a mail program; put what is longer than a line \
                 between `MESSAGE all` and `ENDMESSAGE`",
            ),
            None => Step::Order { order, lines: 1 },
        }
    }

    /// Says whether a line could as well be the end of a sentence.
    fn may_be_talk(&self, line: &str) -> bool {
        match self.language.parse(line) {
            Parsed::NoVerb => true,
            Parsed::Order(order) => is_everyday(line, &order, self.language),
            Parsed::BreaksOff { .. } | Parsed::Wrong { .. } => !looks_meant(line),
        }
    }

    /// Returns the text of the line at a place if it is the writer's own.
    fn own_line(&self, at: usize) -> Option<&str> {
        let candidate = self.candidates.get(at)?;
        let is_own = candidate.mark == Mark::Own && candidate.outside.is_none();
        is_own.then(|| candidate.line.text.trim())
    }

    /// Says whether a mail program may have broken talk behind the line at a place.
    fn may_be_broken_talk(&self, at: usize, next: &str) -> bool {
        let line = &self.candidates[at].line;
        let width = line.text.trim_end().chars().count();
        let word = next.split(' ').next().unwrap_or_default().chars().count();
        !line.ends_for_certain && width <= *WRAPS.end() && width + 1 + word > *WRAPS.start()
    }

    /// Follows an order that is all words of the language.
    fn follow_words(&self, at: usize, line: &str, parsed: Parsed) -> Step {
        if let Some(reason) = self.doubtful_flow(at, &parsed) {
            return Step::Uncertain { reason, lines: 1 };
        }
        // The longest order so far and its lines; `text` reaches further while words fit that do not make it whole.
        let opens = match &parsed {
            Parsed::Order(order) => order.opens,
            _ => Opens::Nothing,
        };
        let (mut best, first) = match parsed {
            Parsed::Order(order) => (Some((order, 1)), None),
            parsed => (None, Some(parsed)),
        };
        let mut text = line.to_owned();
        let mut reach = 1;
        while reach < MOST_LINES {
            let Some(next) = self.continuation(at + reach) else {
                break;
            };
            let alone = self.language.parse(&next);
            let is_order_alone = matches!(alone, Parsed::Order(_));
            let is_whole = best.as_ref().is_some_and(|(_, lines)| *lines == reach);
            let joined = join(&text, &next);
            match self.language.parse(&joined) {
                Parsed::Order(_)
                    if is_order_alone
                        && is_whole
                        && !self.may_be_wrapped(at + reach - 1, &next) =>
                {
                    break;
                }
                Parsed::Order(order)
                    if is_order_alone && !is_whole && self.wants(&text, at + reach - 1, &next) =>
                {
                    best = Some((order, reach + 1));
                }
                Parsed::Order(_) if is_order_alone => {
                    return self.uncertain(
                        at,
                        reach + 1,
                        "the next line is an order of its own and may go on with it as well",
                    );
                }
                Parsed::Order(order) => best = Some((order, reach + 1)),
                Parsed::BreaksOff { .. } if !is_order_alone => {}
                _ if is_whole
                    && (!is_order_alone
                        && opens == Opens::Nothing
                        && self.goes_on_as_condition(at + reach, &next)
                        || self.is_fragment(&alone, at + reach - 1, &next)
                            && (self.begins_as_continuation(&text, &next)
                                || goes_on_in_words(&next))) =>
                {
                    return self.uncertain(
                        at,
                        reach + 1,
                        "the next line begins like more of it and does not go on so",
                    );
                }
                _ => break,
            }
            text = joined;
            reach += 1;
        }
        if reach == MOST_LINES {
            return self.uncertain(at, reach, "it goes on over more lines than an order has");
        }
        match (best, first) {
            (Some((order, lines)), _) if lines == reach => {
                self.unless_beyond_gap(at, order, lines, &text)
            }
            (Some(_), _) => self.uncertain(
                at,
                reach,
                "the next line begins like more of it and breaks off",
            ),
            (None, Some(parsed)) => self.unless_an_order_hangs(at, reach, (line, &text), parsed),
            (None, None) => unreachable!("a line that is no order has its own reading"),
        }
    }

    /// Says whether what was read so far is the first half of an order whose second half is one alone, too.
    ///
    /// Behind `ELSE` stands one order. A condition of its own line may be meant for all lines below it, unless it was
    /// broken where mail programs break lines.
    fn wants(&self, text: &str, last: usize, next: &str) -> bool {
        let is_behind_else = text
            .rsplit(' ')
            .next()
            .is_some_and(|word| word.eq_ignore_ascii_case("ELSE"));
        let is_condition = hinge(text) == Hinge::Certain && ends_in_hinge(text);
        let is_broken =
            !self.candidates[last].line.ends_for_certain && self.may_be_wrapped(last, next);
        is_behind_else || is_condition && is_broken
    }

    /// A condition that cannot be read, or that has no order, must not leave the order below it without one.
    fn unless_an_order_hangs(
        &self,
        at: usize,
        reach: usize,
        (line, text): (&str, &str),
        parsed: Parsed,
    ) -> Step {
        let is_rest = || {
            let breaks_off = matches!(parsed, Parsed::BreaksOff { .. });
            let beyond = self.beyond_a_gap(at + reach).filter(|_| breaks_off);
            beyond.is_some_and(|(_, beyond)| {
                matches!(self.language.parse(&join(text, &beyond)), Parsed::Order(_))
            })
        };
        if is_rest() {
            return self.uncertain(at, reach, "what stands below the gap may go on with it");
        }
        if self.may_hang(at, line, text) && self.is_order_next(at + reach) {
            return self.uncertain(
                at,
                reach,
                "the order below may hang on it; write order and condition in one line, the order first",
            );
        }
        Step::Bad { parsed }
    }

    /// Says whether an order below may hang on a line that is none: it is a condition without an order, or stops
    /// where one must follow.
    fn may_hang(&self, at: usize, line: &str, text: &str) -> bool {
        match hinge(line) {
            _ if ends_in_hinge(text) => {
                let first = line.split(' ').next().unwrap_or_default();
                hinge(line) != Hinge::Absent || looks_meant(line) && self.language.is_verb(first)
            }
            Hinge::Certain => !self.has_verb(line),
            Hinge::Doubtful => !self.is_sentence(at) && !self.has_verb(line),
            Hinge::Absent => false,
        }
    }

    /// Says whether a line below an order is the condition of that order, though it cannot be read.
    fn goes_on_as_condition(&self, at: usize, line: &str) -> bool {
        let is_other_way = ["ELSE", "OTHERWISE"]
            .iter()
            .any(|word| begins_with(line, word));
        match hinge(line) {
            Hinge::Certain => is_other_way || !self.has_verb(line),
            Hinge::Doubtful => !self.is_sentence(at) && !self.has_verb(line),
            Hinge::Absent => false,
        }
    }

    /// Says whether a line ends as sentences do.
    fn is_sentence(&self, at: usize) -> bool {
        self.candidates[at]
            .line
            .text
            .trim_end()
            .ends_with(['.', '!', '?'])
    }

    fn has_verb(&self, line: &str) -> bool {
        line.split(' ')
            .skip(1)
            .any(|word| self.language.is_verb(word))
    }

    /// Holds a line that begins with no verb and on which the order below it may hang.
    pub(super) fn hanging(&self, at: usize, line: &str) -> Option<Step> {
        let hangs = self.may_hang(at, line, line) && self.is_order_next(at + 1);
        hangs.then(|| {
            self.uncertain(
                at,
                1,
                "the order below may hang on it; write order and condition in one line, the order first",
            )
        })
    }

    /// Says whether the next line that counts, behind gaps, is an order.
    fn is_order_next(&self, at: usize) -> bool {
        let beyond = || self.beyond_a_gap(at).map(|(_, line)| line);
        let next = self.continuation(at).or_else(beyond);
        next.is_some_and(|next| matches!(self.language.parse(&next), Parsed::Order(_)))
    }

    fn unless_beyond_gap(&self, at: usize, order: Order, lines: usize, text: &str) -> Step {
        let goes_on = self
            .beyond_a_gap(at + lines)
            .is_some_and(|(place, beyond)| {
                !matches!(self.language.parse(&beyond), Parsed::Order(_))
                    && (hinge(&beyond) == Hinge::Certain
                        && self.goes_on_as_condition(place, &beyond)
                        || matches!(self.language.parse(&join(text, &beyond)), Parsed::Order(_)))
            });
        if goes_on {
            return self.uncertain(at, lines, "what stands below the gap may go on with it");
        }
        Step::Order { order, lines }
    }

    fn uncertain(&self, at: usize, lines: usize, why: &str) -> Step {
        let line = self.candidates[at].line.text.trim();
        Step::Uncertain {
            reason: format!("it is not certain where the order `{line}` ends: {why}"),
            lines,
        }
    }

    /// Returns the cleaned line at a place if it may go on with the line above it.
    fn continuation(&self, at: usize) -> Option<String> {
        let candidate = self.candidates.get(at)?;
        if candidate.mark != Mark::Own || candidate.outside.is_some() {
            return None;
        }
        match cleaned(&candidate.line.text, self.language) {
            Cleaned::Text { text, .. } if has_words(&text) && !ends_reading(&text) => Some(text),
            _ => None,
        }
    }

    /// Returns the first own line behind blank ones, quoted ones, rules and comments.
    fn beyond_a_gap(&self, at: usize) -> Option<(usize, String)> {
        let rest = self.candidates.get(at..).unwrap_or_default();
        let gap = rest.iter().take_while(|c| self.is_gap(c)).count();
        if gap == 0 {
            None
        } else {
            self.continuation(at + gap).map(|line| (at + gap, line))
        }
    }

    fn is_gap(&self, candidate: &Candidate) -> bool {
        let says_nothing = || matches!(cleaned(&candidate.line.text, self.language), Cleaned::Text { text, .. } if !has_words(&text));
        candidate.outside.is_none()
            && match candidate.mark {
                Mark::Blank | Mark::Quoted | Mark::Attribution => true,
                Mark::Own => says_nothing(),
                Mark::Cut(_) => false,
            }
    }

    /// Says whether a mail program may have broken the line at a place before the first word of the next.
    fn may_be_wrapped(&self, at: usize, next: &str) -> bool {
        may_be_wrapped(&self.candidates[at].line.text, next)
    }

    /// Says whether a line may be the rest of a broken one rather than a good or bad order of its own.
    fn is_fragment(&self, alone: &Parsed, above: usize, next: &str) -> bool {
        match alone {
            Parsed::Order(_) => false,
            Parsed::NoVerb => true,
            // Nothing but its first word makes sense alone.
            Parsed::Wrong { word, .. } if *word <= 1 => true,
            Parsed::BreaksOff { .. } | Parsed::Wrong { .. } => self.may_be_wrapped(above, next),
        }
    }

    /// Says whether the first words of a line, without the rest of it, go on with an order.
    fn begins_as_continuation(&self, order: &str, next: &str) -> bool {
        let words: Vec<_> = next.split(' ').collect();
        (1..words.len()).any(|count| {
            let first = words[..count].join(" ");
            let first = first.trim_end_matches([',', ';', ':', '.', '!']);
            matches!(self.language.parse(&join(order, first)), Parsed::Order(_))
        })
    }

    /// A flowed line whose pieces are orders each, and which is one as a whole too, was perhaps never one line.
    fn doubtful_flow(&self, at: usize, parsed: &Parsed) -> Option<String> {
        let pieces = &self.candidates[at].line.pieces;
        let is_order = |piece: &String| match cleaned(piece, self.language) {
            Cleaned::Text { text, .. } => matches!(self.language.parse(&text), Parsed::Order(_)),
            _ => false,
        };
        let doubtful =
            pieces.len() > 1 && matches!(parsed, Parsed::Order(_)) && pieces.iter().all(is_order);
        let line = self.candidates[at].line.text.trim();
        doubtful.then(|| format!("it is not certain whether `{line}` is one order: each of its lines would be one too"))
    }
}

/// Says whether a mail program may have broken a line before the first word of the next.
pub(super) fn may_be_wrapped(line: &str, next: &str) -> bool {
    let width = line.trim_end().chars().count();
    let word = next.split(' ').next().unwrap_or_default().chars().count();
    width + 1 + word > NARROWEST_WRAP
}

fn begins_with(line: &str, word: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    first
        .trim_matches(|c: char| !c.is_alphanumeric())
        .eq_ignore_ascii_case(word)
}

/// Says whether a line goes on in words with what the order above it does: `and then 1510, facing 10`.
fn goes_on_in_words(line: &str) -> bool {
    let said = Talk::of(line);
    let is_place = |word: &str| word.len() == 4 && word.chars().all(|c| c.is_ascii_digit());
    said.begins_with(THEN) && said.words().any(is_place)
}

/// Drops all blanks, so that it does not matter where a line was broken.
pub(super) fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Says whether a line holds more than a rule of dashes or the like.
fn has_words(line: &str) -> bool {
    line.chars().any(char::is_alphanumeric)
}

/// Puts two pieces of an order together: without a blank where a path or a name was broken at its hyphen.
fn join(above: &str, next: &str) -> String {
    let glued = above.ends_with('-') || next.starts_with('-') && !next.starts_with("->");
    let link = if glued { "" } else { " " };
    canonical(&format!("{above}{link}{next}"))
}
