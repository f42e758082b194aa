//! The order language of a running match, as the reader of mail needs it: whole orders told from talk.
//!
//! Orders that all games share take free words after their verb when they stand in a file; in a mail `Accept my
//! apologies` is talk, so here the words must be ones that mean something.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::engine::{self, LineKind, Match, Seat};
use crate::mail::world::{Opens, Order, OrderKind, Parsed};
use crate::orders::{Common, Diagnostic, MOST_PREFIXES, SAID_ONCE, behind_prefixes, is_prefix};
use crate::schedule::{Lapse, Policy};

/// What `SHOW` can show.
pub(super) const SHOWN: [&str; 9] = [
    "STATUS",
    "OPTIONS",
    "STANDING",
    "MAP",
    "RECORD",
    "ORDERS",
    "LATE",
    "UNIT name",
    "LEGAL name",
];

/// What `SET` can set.
pub(super) const SETTINGS: [&str; 4] = ["REPORT", "ATTACH", "ZONE", "LANGUAGE"];

/// As many words may stand before a verb for the line to be looked at as an order that begins with them.
const MOST_BEFORE_VERB: usize = 4;

/// The language of one seat's match.
pub(super) struct MatchLanguage {
    playing: Option<(Box<dyn Match>, Seat)>,
    /// Those to whom messages go.
    readers: Vec<String>,
}

impl MatchLanguage {
    /// The language of a match that goes on, as a seat speaks it.
    pub(super) fn of(play: Box<dyn Match>, seat: Seat) -> Self {
        let readers = readers(play.sides());
        Self {
            playing: Some((play, seat)),
            readers,
        }
    }

    /// The language while a match of these sides is agreed on, and of those who do not play.
    pub(super) fn beside(sides: Vec<String>) -> Self {
        Self {
            playing: None,
            readers: readers(sides),
        }
    }

    /// Says whether a word is a verb of the match or of all games.
    pub(super) fn knows(&self, word: &str) -> bool {
        let of_game = self
            .playing
            .as_ref()
            .is_some_and(|(play, _)| play.is_verb(word));
        of_game || Common::read(word).is_some()
    }

    /// Reads one cleaned line.
    pub(super) fn read(&self, line: &str) -> Parsed {
        match self.read_behind(line, 0) {
            Parsed::NoVerb => self.mistyped(line).unwrap_or(Parsed::NoVerb),
            parsed => parsed,
        }
    }

    /// Says what a line without a verb at its beginning would be if it were one slip away from an order.
    ///
    /// Only orders that name a place or a unit: everyday words are too near to each other.
    fn mistyped(&self, line: &str) -> Option<Parsed> {
        let (play, seat) = self.playing.as_ref()?;
        let words: Vec<&str> = line.split(' ').collect();
        let is_order = |line: &str| matches!(self.read_behind(line, 0), Parsed::Order(_));
        let is_meant =
            |line: &&String| line.contains(|c: char| c.is_ascii_digit()) && is_order(line);
        let misspelt = || {
            let diagnostic = play.read_line(*seat, line).err()?;
            diagnostic.help
        };
        let (first, rest) = words.split_first()?;
        let bare = first.trim_end_matches(|c: char| c.is_ascii_punctuation());
        let with_colon =
            || (bare.len() < first.len()).then(|| format!("{bare} {}", rest.join(" ")));
        let begun = || self.with_verb(&words);
        let turned = || {
            let (verb, others) = rest.split_first()?;
            Some(format!("{verb} {first} {}", others.join(" ")))
        };
        let verb_at = words
            .iter()
            .take(MOST_BEFORE_VERB)
            .position(|word| self.knows(word));
        let behind = || verb_at.map(|at| words[at..].join(" "));
        let meant = [with_colon(), turned(), behind(), begun(), misspelt()];
        if let Some(meant) = meant.iter().flatten().find(is_meant) {
            return Some(wrong(
                0,
                format!("an order begins with its verb; did you mean `{meant}`?"),
            ));
        }
        let is_turned = || {
            self.names_unit(first) && rest.first().is_some_and(|word| self.is_shouted_verb(word))
        };
        is_turned().then(|| {
            wrong(
                0,
                "an order begins with its verb, and the unit stands behind it",
            )
        })
    }

    /// Puts the verb before a line that begins with a unit and leaves its verb out: one that the unit could be ordered with.
    fn with_verb(&self, words: &[&str]) -> Option<String> {
        let (play, seat) = self.playing.as_ref()?;
        let first = words.first().filter(|first| self.names_unit(first))?;
        let legal = play.legal(*seat, &[first, first_of_group(first)]);
        let legal = legal.into_iter().flatten().next()?;
        let verbs = legal.iter().filter_map(|order| order.split(' ').next());
        let verbs: BTreeSet<&str> = verbs.collect();
        let mut lines = verbs
            .into_iter()
            .map(|verb| format!("{verb} {}", words.join(" ")));
        lines.find(|line| matches!(self.read_behind(line, 0), Parsed::Order(_)))
    }

    /// Says whether a word names a unit, or the first of several.
    fn names_unit(&self, word: &str) -> bool {
        let has_digit = word.contains(|c: char| c.is_ascii_digit());
        let known = |(play, seat): &(Box<dyn Match>, Seat)| {
            [word, first_of_group(word)]
                .iter()
                .any(|name| play.unit(*seat, name).is_some())
        };
        has_digit && self.playing.as_ref().is_some_and(known)
    }

    fn is_shouted_verb(&self, word: &str) -> bool {
        !word.contains(char::is_lowercase) && self.knows(word)
    }

    /// Reads what stands behind so many words that only go before an order.
    fn read_behind(&self, line: &str, prefixes: usize) -> Parsed {
        let mut words = line.split(' ');
        let verb = words.next().unwrap_or_default().to_ascii_uppercase();
        let rest = words.collect::<Vec<_>>().join(" ");
        match verb.as_str() {
            "PLAN" => plan(&rest),
            "MESSAGE" => self.message(&rest),
            "ENDPLAN" if rest.is_empty() => order("ENDPLAN", OrderKind::Other),
            "END" if rest.eq_ignore_ascii_case("PLAN") => order("ENDPLAN", OrderKind::Other),
            prefix if is_prefix(prefix) && prefixes == MOST_PREFIXES => wrong(0, SAID_ONCE),
            prefix if is_prefix(prefix) => self.prefixed((prefix, prefixes), &rest),
            _ => match Common::read(line) {
                None | Some(Ok(Common::Ask(_))) => self.of_game(line),
                Some(Err(diagnostic)) => fault(line, &diagnostic),
                Some(Ok(common)) => self.common(line, &verb, &rest, &common),
            },
        }
    }

    /// `ADD` and `CHECK` stand alone or before an order.
    fn prefixed(&self, (verb, prefixes): (&str, usize), rest: &str) -> Parsed {
        let kind = match verb {
            "ADD" => OrderKind::Action,
            _ => OrderKind::Other,
        };
        if rest.is_empty() {
            return order(verb, kind);
        }
        match self.read_behind(rest, prefixes + 1) {
            Parsed::Order(inner) => Parsed::Order(Order {
                canonical: format!("{verb} {}", inner.canonical),
                kind: if kind == OrderKind::Other {
                    kind
                } else {
                    inner.kind
                },
                opens: inner.opens,
            }),
            Parsed::Wrong { word, because } => Parsed::Wrong {
                word: word + 1,
                because,
            },
            Parsed::NoVerb => wrong(1, "no order follows"),
            breaks_off @ Parsed::BreaksOff { .. } => breaks_off,
        }
    }

    fn message(&self, to: &str) -> Parsed {
        let is_reader = |word: &str| {
            let begins = |reader: &&String| reader.starts_with(&word.to_lowercase());
            self.readers.iter().filter(begins).count() == 1
        };
        if to.is_empty() || is_reader(to) {
            block("MESSAGE", to, "to whom the message goes", Opens::Message)
        } else {
            wrong(1, format!("messages go to {}", self.readers.join(", ")))
        }
    }

    fn common(&self, line: &str, verb: &str, rest: &str, common: &Common<'_>) -> Parsed {
        let whole = format!("{verb} {rest}");
        let whole = whole.trim_end();
        let kind = match common {
            // Back from which stop is meant only the mail's own stop tells.
            Common::Go
            | Common::Wait
            | Common::Add
            | Common::Pass
            | Common::PauseIf(_)
            | Common::Undo(_)
            | Common::Correct(_)
            | Common::Void(_)
            | Common::Substitute(_)
            | Common::Release
            | Common::Upgrade(_) => OrderKind::Action,
            _ => OrderKind::Other,
        };
        if let Some(because) = self.objection(line, common) {
            return wrong(1, because);
        }
        order(whole, kind)
    }

    /// Says why the words after a common verb mean nothing here.
    fn objection(&self, line: &str, common: &Common<'_>) -> Option<String> {
        let one_of = |text: &str, known: &[&str]| {
            let is_known = known.iter().any(|word| word.eq_ignore_ascii_case(text));
            (!is_known).then(|| format!("expected {}", known.join(", ")))
        };
        match common {
            Common::Show(what) if what.text.is_empty() => None,
            Common::Show(what) => match what.text.split_once(' ') {
                Some((kind, name))
                    if ["UNIT", "LEGAL"]
                        .iter()
                        .any(|shown| shown.eq_ignore_ascii_case(kind)) =>
                {
                    self.is_no_unit(name.trim())
                }
                _ => one_of(what.text, &SHOWN),
            },
            Common::Accept(what) if is_act(what.text) => None,
            Common::Accept(_) | Common::Decline(_) => objection_to_answer(common),
            Common::Propose(what) => objection_to_proposal(what.text),
            Common::Set { value, .. } if value.text.contains(' ') => {
                Some(format!("one word follows, not `{}`", value.text))
            }
            Common::Set { key, .. } => one_of(key.text, &SETTINGS),
            Common::Extend(lapse) => lapse.text.parse::<Lapse>().err().map(|e| e.to_string()),
            Common::Vacation { from, to } => [from, to].into_iter().find_map(|day| {
                let day = day.text;
                let read = day.parse::<Date>();
                read.err()
                    .map(|_| format!("`{day}` is no day such as 2026-12-24"))
            }),
            Common::Help(about) if about.text.is_empty() => None,
            Common::Help(about) => self.is_no_verb(about.text),
            Common::Address(what) => {
                let is_whole = what.text.split_whitespace().count() == 2;
                (!is_whole).then(|| "expected one address".to_owned())
            }
            Common::Deputy(what) => objection_to_deputy(what.text),
            Common::Cancel(what) => self.objection_to_cancelling(what.text),
            Common::Odds(order) => match self.of_game(order.text) {
                Parsed::Order(_) => None,
                Parsed::Wrong { because, .. } | Parsed::BreaksOff { because } => Some(because),
                Parsed::NoVerb => Some("no order follows".to_owned()),
            },
            Common::PauseIf(_) => self.unreadable(line),
            _ => None,
        }
    }

    fn is_no_unit(&self, name: &str) -> Option<String> {
        let (play, seat) = self.playing.as_ref()?;
        let unknown = play.unit(*seat, name).is_none();
        unknown.then(|| format!("no unit is called `{name}`"))
    }

    fn is_no_verb(&self, word: &str) -> Option<String> {
        (!self.knows(word)).then(|| format!("`{word}` is no verb of this match"))
    }

    /// What is taken back is named by a verb, as the line that it is begins, or as a plan.
    fn objection_to_cancelling(&self, what: &str) -> Option<String> {
        let words: Vec<&str> = what.split_whitespace().collect();
        let taken_back = || {
            let (play, seat) = self.playing.as_ref()?;
            Some(play.copy().cancel(*seat, what))
        };
        match words.as_slice() {
            [verb] if self.knows(verb) => None,
            [one] if one.eq_ignore_ascii_case("STANDING") => None,
            // The line may stand in a mail that no run has known yet.
            [word, number] if is_standing(word) && number.parse::<u16>().is_ok() => None,
            _ if taken_back().is_some_and(|gone| !gone.is_empty()) => None,
            _ => Some(format!("no standing line or plan begins with `{what}`")),
        }
    }

    /// Has the match read a line for which the face has no question of its own.
    fn unreadable(&self, line: &str) -> Option<String> {
        let (play, seat) = self.playing.as_ref()?;
        let reading = play.read(*seat, line);
        let bad = |line: &&engine::ReadLine| line.verdict == engine::Judged::Unreadable;
        let bad = reading.lines.iter().find(bad)?;
        bad.reason.clone()
    }

    fn of_game(&self, line: &str) -> Parsed {
        let Some((play, seat)) = &self.playing else {
            return Parsed::NoVerb;
        };
        let verb = line.split(' ').next().unwrap_or_default();
        // A verb may be shortened; but only a whole order makes a short word one.
        let is_verb = self.knows(verb) || verb.eq_ignore_ascii_case("IF");
        let is_word = verb.len() >= 2 && verb.bytes().all(|b| b.is_ascii_alphabetic());
        if !is_verb && !is_word {
            return Parsed::NoVerb;
        }
        match play.read_line(*seat, line) {
            Ok((canonical, kind)) => {
                let kind = match kind {
                    LineKind::Action => OrderKind::Action,
                    LineKind::Standing => OrderKind::Other,
                };
                // A group is several orders, which no single line could give again.
                let canonical = match canonical.contains("; ") {
                    true => line,
                    false => &canonical,
                };
                order(canonical, kind)
            }
            Err(diagnostic) if is_verb => fault(line, &diagnostic),
            Err(_) => Parsed::NoVerb,
        }
    }
}

/// Returns the first of several units, as in `SD1,SD2` and `SD1-SD3`.
fn first_of_group(word: &str) -> &str {
    word.split([',', '-']).next().unwrap_or(word)
}

fn readers(mut sides: Vec<String>) -> Vec<String> {
    sides.extend(["all".to_owned(), "gm".to_owned()]);
    sides
}

/// Says whether a line is one of the orders of all games that settle something: not a question, nor words.
pub(super) fn is_deed(line: &str) -> bool {
    let common = Common::read(behind_prefixes(line)).and_then(Result::ok);
    common.is_some_and(|common| {
        !matches!(
            common,
            Common::Show(_)
                | Common::Help(_)
                | Common::Odds(_)
                | Common::Say(_)
                | Common::Ask(_)
                | Common::PauseIf(_)
        )
    })
}

/// Says whether words name an act that a seat can agree to.
fn is_act(words: &str) -> bool {
    let mut words = words.split_whitespace();
    let act = words.next().unwrap_or_default();
    let number = words.next().is_some_and(|word| word.parse::<u64>().is_ok());
    let is_known = ["UNDO", "VOID"]
        .iter()
        .any(|known| act.eq_ignore_ascii_case(known));
    is_known && number && words.next().is_none()
}

/// Says why a line that would answer an invitation is no answer: words stand behind its verb that mean nothing there.
pub(super) fn objection_to_answer(common: &Common<'_>) -> Option<String> {
    match common {
        Common::Accept(what) => {
            let is_whole = what.text.is_empty() || what.text.eq_ignore_ascii_case("HOST PLAYS");
            (!is_whole).then(|| {
                "nothing follows `ACCEPT` but, where the host plays, `HOST PLAYS`".to_owned()
            })
        }
        Common::Decline(what) => {
            (!what.text.is_empty()).then(|| "nothing follows `DECLINE`".to_owned())
        }
        _ => None,
    }
}

/// Tells of a line that would answer an invitation and is no answer.
pub(super) fn no_answer(line: &str, because: &str) -> String {
    format!(
        "`{line}` was not taken as an answer: {because}; what else you have to say stands in lines of its own."
    )
}

/// Says whether a word speaks of standing lines.
fn is_standing(word: &str) -> bool {
    word.eq_ignore_ascii_case("STAND") || word.eq_ignore_ascii_case("STANDING")
}

/// A deputy is named by an address and a length of time, or is none.
fn objection_to_deputy(what: &str) -> Option<String> {
    let words: Vec<&str> = what.split_whitespace().collect();
    let is_whole = match words.as_slice() {
        [none] => none.eq_ignore_ascii_case("NONE"),
        [_, lapse] => lapse.parse::<Lapse>().is_ok(),
        _ => false,
    };
    (!is_whole).then(|| "expected an address and a length of time, or NONE".to_owned())
}

/// An option takes one word, with or without a sign between; a deadline is written as it is.
fn objection_to_proposal(what: &str) -> Option<String> {
    let Some((name, value)) = super::proposal::pair(what) else {
        return Some("expected an option and its value".to_owned());
    };
    let means_something = match name.as_str() {
        "deadline" => value.parse::<Policy>().is_ok(),
        _ => value.split_whitespace().count() == 1,
    };
    (!means_something).then(|| "expected an option and its value".to_owned())
}

fn order(canonical: &str, kind: OrderKind) -> Parsed {
    Parsed::Order(Order {
        canonical: canonical.to_owned(),
        kind,
        opens: Opens::Nothing,
    })
}

/// What a plan is for is one word, and perhaps a number behind it.
fn plan(rest: &str) -> Parsed {
    let (name, number) = rest.split_once(' ').unwrap_or((rest, ""));
    match block("PLAN", name, "what the plan is for", Opens::Plan) {
        _ if !number.bytes().all(|byte| byte.is_ascii_digit()) => wrong(
            2,
            "expected what the plan is for, in one word, and perhaps its number",
        ),
        Parsed::Order(order) => Parsed::Order(Order {
            canonical: format!("PLAN {rest}"),
            ..order
        }),
        parsed => parsed,
    }
}

fn block(verb: &str, name: &str, missing: &str, opens: Opens) -> Parsed {
    if name.is_empty() {
        return Parsed::BreaksOff {
            because: format!("expected {missing}"),
        };
    }
    if name.contains(' ') {
        return wrong(2, format!("expected {missing}, in one word"));
    }
    Parsed::Order(Order {
        canonical: format!("{verb} {name}"),
        kind: OrderKind::Other,
        opens,
    })
}

fn wrong(word: usize, because: impl Into<String>) -> Parsed {
    Parsed::Wrong {
        word,
        because: because.into(),
    }
}

/// Tells a diagnostic by the word at which the line stops making sense.
fn fault(line: &str, diagnostic: &Diagnostic) -> Parsed {
    let because = diagnostic.message.clone();
    if diagnostic.span.start >= line.trim_end().len() {
        return Parsed::BreaksOff { because };
    }
    let before = &line[..diagnostic.span.start];
    let word = before.split_whitespace().count();
    Parsed::Wrong { word, because }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str) -> String {
        match MatchLanguage::beside(vec!["hun".to_owned()]).read(line) {
            Parsed::Order(order) => format!("{:?} {}", order.kind, order.canonical),
            Parsed::Wrong { word, .. } => format!("wrong at {word}"),
            Parsed::BreaksOff { .. } => "breaks off".to_owned(),
            Parsed::NoVerb => "-".to_owned(),
        }
    }

    #[test]
    fn common_orders_are_told_from_talk_that_begins_like_them() {
        const CASES: &[(&str, &str)] = &[
            ("go", "Action GO"),
            ("Go home", "wrong at 1"),
            ("Accept", "Other ACCEPT"),
            ("accept host plays", "Other ACCEPT host plays"),
            ("Accept my apologies", "wrong at 1"),
            ("Decline", "Other DECLINE"),
            ("PROPOSE cut 3", "Other PROPOSE cut 3"),
            ("PROPOSE cut=3", "Other PROPOSE cut=3"),
            ("Propose something else entirely", "wrong at 1"),
            ("PROPOSE", "breaks off"),
            ("PROPOSE zoc = front", "Other PROPOSE zoc = front"),
            ("PROPOSE zoc = front and so on", "wrong at 1"),
            (
                "PROPOSE deadline 2d at 20:00",
                "Other PROPOSE deadline 2d at 20:00",
            ),
            ("PROPOSE deadline 2d at 20:00 Cheers", "wrong at 1"),
            ("CANCEL RESIGN", "Other CANCEL RESIGN"),
            ("CANCEL RESIGN Cheers", "wrong at 2"),
            ("Cancel everything", "wrong at 1"),
            ("Show map", "Other SHOW map"),
            ("show me the way", "wrong at 1"),
            ("SHOW", "Other SHOW"),
            ("SET report text", "Other SET report text"),
            ("Set up the board", "wrong at 1"),
            ("Help", "Other HELP"),
            ("Help me", "wrong at 1"),
            ("HELP ACCEPT", "Other HELP ACCEPT"),
            ("ADDRESS ADD b@y.example", "Other ADDRESS ADD b@y.example"),
            ("ADDRESS ADD b@y.example Cheers", "wrong at 1"),
            ("Address them politely", "-"),
            ("DEPUTY c@z.example 7d", "Other DEPUTY c@z.example 7d"),
            ("DEPUTY c@z.example 7d Cheers", "wrong at 1"),
            ("DEPUTY NONE", "Other DEPUTY NONE"),
            ("REMATCH", "Other REMATCH"),
            ("FORGET ME", "Other FORGET ME"),
            ("Forget me not", "-"),
            ("EXTEND 2d", "Other EXTEND 2d"),
            ("Extend my greetings", "wrong at 1"),
            (
                "VACATION 2026-12-24 2027-01-02",
                "Other VACATION 2026-12-24 2027-01-02",
            ),
            ("Vacation starts tomorrow", "wrong at 1"),
            ("SAY hello there", "Other SAY hello there"),
            ("MESSAGE all", "Other MESSAGE all"),
            ("MESSAGE Hun", "Other MESSAGE Hun"),
            ("Message from home", "wrong at 1"),
            ("PLAN react", "Other PLAN react"),
            ("PLAN huns 2", "Other PLAN huns 2"),
            ("Plan for tonight", "wrong at 2"),
            ("CHECK", "Other CHECK"),
            ("ADD", "Action ADD"),
            ("ADD GO", "Action ADD GO"),
            ("CHECK GO", "Other CHECK GO"),
            ("Check this out", "wrong at 1"),
            ("Hello Bruno", "-"),
        ];
        for (line, expected) in CASES {
            assert_eq!(said(line), *expected, "{line}");
        }
    }
}
