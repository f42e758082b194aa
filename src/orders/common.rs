//! The orders that every game has.

use super::{Cursor, Diagnostic, Span, Word, Words, quoted, uncommented_before_reason};

/// An order that is the same in every game. What follows the verb is kept as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Common<'a> {
    /// `GO`: plays what is good, although another line is not.
    Go,
    /// `WAIT`: takes readiness back.
    Wait,
    /// `ADD`: adds the lines to those filed before instead of replacing them.
    Add,
    /// `CHECK`: judges the lines without filing them.
    Check,
    /// `CANCEL what`: takes back a standing line or the like.
    Cancel(Word<'a>),
    /// `SHOW [what]`: asks for something; empty for the situation.
    Show(Word<'a>),
    /// `SAY text`: a line for everybody, to its last sign.
    Say(&'a str),
    /// `RESIGN`.
    Resign,
    /// `DRAW OFFER` or `DRAW ACCEPT`.
    Draw(Draw),
    /// `PASS`: nothing more in this activation.
    Pass,
    /// `ASK decision`: wants to be asked instead of answering by a standing line.
    Ask(Word<'a>),
    /// `PAUSE IF guard`: stops the list when the guard holds; the word is the guard.
    PauseIf(Word<'a>),
    /// `ODDS order`: asks for the probabilities of an order without giving it.
    Odds(Word<'a>),
    /// `EXTEND span`: asks for more time, as `2d`.
    Extend(Word<'a>),
    /// `VACATION from to`.
    Vacation {
        /// The first day.
        from: Word<'a>,
        /// The last day.
        to: Word<'a>,
    },
    /// `ACCEPT [what]`: accepts the match, an option or a proposal.
    Accept(Word<'a>),
    /// `DECLINE [what]`.
    Decline(Word<'a>),
    /// `PROPOSE what`.
    Propose(Word<'a>),
    /// `SET key value`: a setting of the player's reports.
    Set {
        /// What is set.
        key: Word<'a>,
        /// To what.
        value: Word<'a>,
    },
    /// `HELP [about]`.
    Help(Word<'a>),
    /// `ADDRESS ADD|REMOVE|FIRST address`: where the player writes from and gets mail.
    Address(Word<'a>),
    /// `DEPUTY address span` or `DEPUTY NONE`: somebody who may order for the seat for a while.
    Deputy(Word<'a>),
    /// `UNDO [stop] [BECAUSE why]`: the match goes back to where it stood.
    Undo(Word<'a>),
    /// `CORRECT fact = value; ... [BECAUSE why]`: the game master puts the position right.
    Correct(Word<'a>),
    /// `VOID [BECAUSE why]`: the game master calls the locked draw off.
    Void(Word<'a>),
    /// `SUBSTITUTE side address [BECAUSE why]`: the game master offers a seat to somebody else.
    Substitute(Word<'a>),
    /// `RELEASE`: the game master lets reports go that were held for him.
    Release,
    /// `UPGRADE [BECAUSE why]`: the match goes on by the rules that the program has now.
    Upgrade(Word<'a>),
    /// `REMATCH`: the same match again, with sides changed.
    Rematch,
    /// `FORGET ME`: address and mails are removed.
    ForgetMe,
}

/// What is said about a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draw {
    /// The seat offers it.
    Offer,
    /// The seat accepts an offer.
    Accept,
}

/// The verbs of the common orders, which no game may use otherwise.
pub(super) const COMMON_VERBS: [&str; 36] = [
    "GO",
    "WAIT",
    "ADD",
    "CHECK",
    "CANCEL",
    "SHOW",
    "SAY",
    "MESSAGE",
    "ENDMESSAGE",
    "PLAN",
    "ENDPLAN",
    "RESIGN",
    "DRAW",
    "PASS",
    "ASK",
    "PAUSE",
    "ODDS",
    "EXTEND",
    "VACATION",
    "ACCEPT",
    "DECLINE",
    "PROPOSE",
    "SET",
    "HELP",
    "ADDRESS",
    "DEPUTY",
    "UNDO",
    "CORRECT",
    "VOID",
    "SUBSTITUTE",
    "RELEASE",
    "UPGRADE",
    "REMATCH",
    "FORGET",
    "BEGIN",
    "END",
];

impl<'a> Common<'a> {
    /// Reads a line that begins with a common verb, written out; `None` if it is the game's.
    ///
    /// `ADD` and `CHECK` may stand before an order; what follows them is not read here.
    pub fn read(line: &'a str) -> Option<Result<Self, Diagnostic>> {
        let mut cursor = Cursor::new(line);
        let verb = cursor.peek()?;
        let at = COMMON_VERBS.iter().position(|common| verb.is(common))?;
        cursor.next();
        let rest = cursor.rest();
        if is_talk(COMMON_VERBS[at], rest.text) {
            // A verb that is a whole order by itself does not become another word by what follows.
            return is_whole(COMMON_VERBS[at]).then(|| Err(too_much(rest)));
        }
        let common = match COMMON_VERBS[at] {
            "GO" => alone(&cursor, Self::Go),
            "WAIT" => alone(&cursor, Self::Wait),
            "ADD" => Ok(Self::Add),
            "CHECK" => Ok(Self::Check),
            "CANCEL" => cancel(cursor),
            "SHOW" => Ok(Self::Show(cursor.rest())),
            "SAY" => say(line, verb.span),
            "RESIGN" => alone(&cursor, Self::Resign),
            "DRAW" => draw(cursor),
            "PASS" => alone(&cursor, Self::Pass),
            "ASK" => something(cursor, "a decision", Self::Ask),
            "PAUSE" => cursor
                .word("IF")
                .and_then(|()| something(cursor, "a condition", Self::PauseIf)),
            "ODDS" => something(cursor, "an order", Self::Odds),
            "EXTEND" => extend(cursor),
            "VACATION" => vacation(cursor),
            "ACCEPT" => Ok(Self::Accept(cursor.rest())),
            "DECLINE" => Ok(Self::Decline(cursor.rest())),
            "PROPOSE" => something(cursor, "a proposal", Self::Propose),
            "SET" => set(cursor),
            "HELP" => Ok(Self::Help(cursor.rest())),
            "ADDRESS" => something(cursor, "ADD, REMOVE or FIRST", Self::Address),
            "DEPUTY" => something(cursor, "an address or NONE", Self::Deputy),
            "UNDO" => undo(line),
            "CORRECT" if cursor.at_end() => something(cursor, "FACT = VALUE", Self::Correct),
            "CORRECT" => Ok(Self::Correct(reasoned(line, true))),
            "VOID" => Ok(Self::Void(reasoned(line, false))),
            "SUBSTITUTE" if cursor.at_end() => {
                something(cursor, "a side and an address", Self::Substitute)
            }
            "SUBSTITUTE" => Ok(Self::Substitute(reasoned(line, false))),
            "RELEASE" => alone(&cursor, Self::Release),
            "UPGRADE" => Ok(Self::Upgrade(reasoned(line, false))),
            "REMATCH" => alone(&cursor, Self::Rematch),
            "FORGET" => cursor
                .word("ME")
                .and_then(|()| alone(&cursor, Self::ForgetMe)),
            block => Err(out_of_place(verb.span, block)),
        };
        Some(common)
    }
}

/// Words that people use for other things, too, are verbs only where they go on like an order.
fn is_talk(verb: &str, rest: &str) -> bool {
    let first = rest.split_whitespace().next().unwrap_or_default();
    let is_one_of = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(first));
    match verb {
        "ADDRESS" => !is_one_of(&["ADD", "REMOVE", "FIRST"]),
        "DEPUTY" => !is_one_of(&["NONE"]) && !first.contains('@'),
        "UNDO" => !first.is_empty() && !is_one_of(&["BECAUSE"]) && first.parse::<u64>().is_err(),
        "CORRECT" => !rest.contains('='),
        "VOID" | "UPGRADE" => !first.is_empty() && !is_one_of(&["BECAUSE"]),
        "SUBSTITUTE" => !rest
            .split_whitespace()
            .nth(1)
            .is_some_and(|word| word.contains('@')),
        "RELEASE" | "REMATCH" => !rest.is_empty(),
        "FORGET" => !rest.eq_ignore_ascii_case("ME"),
        _ => false,
    }
}

/// Tells whether a verb that people use for other things, too, is an order without any word behind it.
fn is_whole(verb: &str) -> bool {
    ["UNDO", "VOID", "UPGRADE", "RELEASE", "REMATCH"].contains(&verb)
}

fn alone<'a>(cursor: &Cursor<'_>, common: Common<'a>) -> Result<Common<'a>, Diagnostic> {
    match cursor.at_end() {
        true => Ok(common),
        false => Err(too_much(cursor.rest())),
    }
}

/// Refuses the words of a line that stand behind a whole order.
fn too_much(rest: Word<'_>) -> Diagnostic {
    let said = match rest.text.contains(char::is_whitespace) {
        true => "these words are too much",
        false => "one word too much",
    };
    Diagnostic::new(rest.span, format!("{said}: {}", quoted(rest.text)))
}

/// What ends the match is taken back in one word, perhaps with how it was said.
fn cancel(mut cursor: Cursor<'_>) -> Result<Common<'_>, Diagnostic> {
    let what = cursor.clone();
    if cursor.eat_word("RESIGN") {
        return alone(&cursor, Common::Cancel(what.rest()));
    }
    if cursor.eat_word("DRAW") {
        if !cursor.eat_word("OFFER") {
            cursor.eat_word("ACCEPT");
        }
        return alone(&cursor, Common::Cancel(what.rest()));
    }
    something(what, "what to cancel", Common::Cancel)
}

/// A length of time in one word ends its line.
fn extend(mut cursor: Cursor<'_>) -> Result<Common<'_>, Diagnostic> {
    let whole = cursor.clone();
    let is_span = |word: Word<'_>| {
        word.text.starts_with(|c: char| c.is_ascii_digit())
            && word.text.ends_with(|c: char| c.is_ascii_alphabetic())
    };
    match cursor.next().filter(|word| is_span(*word)) {
        Some(span) => alone(&cursor, Common::Extend(span)),
        None => something(whole, "a length of time, as 2d", Common::Extend),
    }
}

/// Behind the stop to which the match goes back stands nothing but a reason.
fn undo(line: &str) -> Result<Common<'_>, Diagnostic> {
    let what = reasoned(line, false);
    let mut words = Cursor::within(line, what.span);
    let stop = words.next();
    let is_number = stop.is_some_and(|word| word.text.parse::<u64>().is_ok());
    match is_number && !words.at_end() && !words.is_at("BECAUSE") {
        true => alone(&words, Common::Undo(what)),
        false => Ok(Common::Undo(what)),
    }
}

fn something<'a>(
    mut cursor: Cursor<'a>,
    thing: &'static str,
    common: fn(Word<'a>) -> Common<'a>,
) -> Result<Common<'a>, Diagnostic> {
    if cursor.at_end() {
        cursor.expect(thing);
        return Err(cursor.unexpected());
    }
    Ok(common(cursor.rest()))
}

/// What is said is its writer's own text: nothing in it is a comment.
fn say(line: &str, verb: Span) -> Result<Common<'_>, Diagnostic> {
    let text = line[verb.end..].trim();
    if text.is_empty() {
        let end = Span::new(verb.end, verb.end);
        return Err(Diagnostic::new(end, "expected what to say"));
    }
    Ok(Common::Say(text))
}

/// Returns what follows the verb, and a reason in free words behind it.
fn reasoned(line: &str, parted: bool) -> Word<'_> {
    let kept = uncommented_before_reason(line, parted);
    let mut words = Words::within(kept, Span::new(0, kept.len()));
    words.next();
    words.rest()
}

fn draw(mut cursor: Cursor<'_>) -> Result<Common<'_>, Diagnostic> {
    let draw = cursor.one_of(&[("OFFER", Draw::Offer), ("ACCEPT", Draw::Accept)])?;
    alone(&cursor, Common::Draw(draw))
}

fn vacation(mut cursor: Cursor<'_>) -> Result<Common<'_>, Diagnostic> {
    let from = cursor.any("the first day")?;
    cursor.eat_word("TO");
    let to = cursor.any("the last day")?;
    alone(&cursor, Common::Vacation { from, to })
}

fn set(mut cursor: Cursor<'_>) -> Result<Common<'_>, Diagnostic> {
    let key = cursor.any("what to set")?;
    cursor.eat_word("=");
    if cursor.at_end() {
        cursor.expect("a value");
        return Err(cursor.unexpected());
    }
    let value = cursor.rest();
    Ok(Common::Set { key, value })
}

fn out_of_place(span: Span, word: &str) -> Diagnostic {
    let reason = match word {
        "MESSAGE" => "`MESSAGE` begins a block and is no order by itself",
        "ENDMESSAGE" => "`ENDMESSAGE` stands here without a `MESSAGE` before it",
        "PLAN" => "`PLAN` begins a block and is no order by itself",
        "ENDPLAN" => "`ENDPLAN` stands here without a `PLAN` before it",
        "BEGIN" => "only `BEGIN ORDERS` begins a frame",
        _ => "`END` stands alone on its line",
    };
    Diagnostic::new(span, reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> String {
        match Common::read(line) {
            None => "-".to_owned(),
            Some(Ok(common)) => said(common),
            Some(Err(diagnostic)) => diagnostic.message,
        }
    }

    /// The order with its words without their spans.
    fn said(common: Common<'_>) -> String {
        match common {
            Common::Cancel(what) => format!("cancel {}", what.text),
            Common::Show(what) => format!("show {}", what.text),
            Common::Say(text) => format!("say {text}"),
            Common::Ask(what) => format!("ask {}", what.text),
            Common::PauseIf(guard) => format!("pause if {}", guard.text),
            Common::Odds(order) => format!("odds {}", order.text),
            Common::Extend(span) => format!("extend {}", span.text),
            Common::Vacation { from, to } => format!("vacation {} {}", from.text, to.text),
            Common::Accept(what) => format!("accept {}", what.text),
            Common::Decline(what) => format!("decline {}", what.text),
            Common::Propose(what) => format!("propose {}", what.text),
            Common::Set { key, value } => format!("set {} to {}", key.text, value.text),
            Common::Help(about) => format!("help {}", about.text),
            Common::Address(what) => format!("address {}", what.text),
            Common::Deputy(what) => format!("deputy {}", what.text),
            Common::Undo(what) => format!("undo {}", what.text),
            Common::Correct(what) => format!("correct {}", what.text),
            Common::Void(what) => format!("void {}", what.text),
            Common::Substitute(what) => format!("substitute {}", what.text),
            Common::Release => "release".to_owned(),
            Common::Upgrade(what) => format!("upgrade {}", what.text),
            plain => format!("{plain:?}"),
        }
    }

    #[test]
    fn common_orders_are_recognised_in_any_case() {
        const CASES: &[(&str, &str)] = &[
            ("GO", "Go"),
            ("  wait # a day", "Wait"),
            ("add", "Add"),
            ("CHECK", "Check"),
            ("CANCEL STANDING REACT HL3", "cancel STANDING REACT HL3"),
            ("SHOW", "show "),
            ("SHOW STANDING", "show STANDING"),
            (
                "SAY hail; see http://a.example # yes",
                "say hail; see http://a.example # yes",
            ),
            ("SAY # nothing", "say # nothing"),
            ("UNDO 5 because of #3; sorry", "undo 5 because of #3; sorry"),
            ("UNDO 5 # oops", "undo 5"),
            (
                "CORRECT a.facing = 2; b.facing = 3 BECAUSE of // both",
                "correct a.facing = 2; b.facing = 3 BECAUSE of // both",
            ),
            ("RESIGN", "Resign"),
            ("DRAW offer", "Draw(Offer)"),
            ("Draw ACCEPT", "Draw(Accept)"),
            ("PASS", "Pass"),
            ("ASK D9", "ask D9"),
            ("PAUSE IF LOST VH1", "pause if LOST VH1"),
            ("ODDS SHOCK HH1 ON RM1", "odds SHOCK HH1 ON RM1"),
            ("EXTEND 2d", "extend 2d"),
            (
                "VACATION 2026-01-02 TO 2026-01-09",
                "vacation 2026-01-02 2026-01-09",
            ),
            (
                "VACATION 2026-01-02 2026-01-09",
                "vacation 2026-01-02 2026-01-09",
            ),
            ("ACCEPT HOST PLAYS", "accept HOST PLAYS"),
            ("DECLINE", "decline "),
            ("PROPOSE cut 3", "propose cut 3"),
            ("SET ATTACH none", "set ATTACH to none"),
            ("SET REPORT = prose", "set REPORT to prose"),
            ("HELP MOVE", "help MOVE"),
            ("ADDRESS add b@y.example", "address add b@y.example"),
            ("Address them politely", "-"),
            ("DEPUTY c@z.example 7d", "deputy c@z.example 7d"),
            ("deputy none", "deputy none"),
            ("Deputy sheriff", "-"),
            ("REMATCH", "Rematch"),
            (
                "Rematch next year?",
                "these words are too much: `next year?`",
            ),
            ("undo", "undo "),
            ("UNDO 5 because of the map", "undo 5 because of the map"),
            (
                "Undo that, please",
                "these words are too much: `that, please`",
            ),
            ("CORRECT hun-lc-3.facing = 2", "correct hun-lc-3.facing = 2"),
            ("Correct me if I am wrong", "-"),
            ("VOID because it hangs", "void because it hangs"),
            (
                "Void where prohibited",
                "these words are too much: `where prohibited`",
            ),
            ("SUBSTITUTE hun c@z.example", "substitute hun c@z.example"),
            ("Substitute some butter", "-"),
            ("RELEASE", "release"),
            (
                "Release the hounds",
                "these words are too much: `the hounds`",
            ),
            ("UPGRADE BECAUSE of 5.2", "upgrade BECAUSE of 5.2"),
            (
                "Upgrade your program",
                "these words are too much: `your program`",
            ),
            ("forget me", "ForgetMe"),
            ("Forget it", "-"),
            ("MOVE HL3 1412", "-"),
            ("GOING home", "-"),
            ("", "-"),
            ("# GO", "-"),
        ];
        for (line, common) in CASES {
            assert_eq!(read(line), *common, "{line}");
        }
    }

    #[test]
    fn common_orders_that_go_on_wrongly_are_refused() {
        const CASES: &[(&str, &str)] = &[
            ("Go home", "one word too much: `home`"),
            ("RESIGN myself", "one word too much: `myself`"),
            ("undo please", "one word too much: `please`"),
            ("UNDO 5 please", "one word too much: `please`"),
            ("EXTEND 2d please", "one word too much: `please`"),
            ("CANCEL RESIGN please", "one word too much: `please`"),
            ("DRAW ACCEPT then", "one word too much: `then`"),
            (
                "UNDO the last move",
                "these words are too much: `the last move`",
            ),
            (
                "DRAW",
                "expected `OFFER` or `ACCEPT`, found the end of the line",
            ),
            ("PAUSE", "expected `IF`, found the end of the line"),
            (
                "PAUSE IF",
                "expected a condition, found the end of the line",
            ),
            ("SAY ", "expected what to say"),
            (
                "CANCEL",
                "expected what to cancel, found the end of the line",
            ),
            (
                "VACATION now",
                "expected `TO` or the last day, found the end of the line",
            ),
            (
                "SET ATTACH",
                "expected `=` or a value, found the end of the line",
            ),
            (
                "ENDPLAN",
                "`ENDPLAN` stands here without a `PLAN` before it",
            ),
            ("END HUNS", "`END` stands alone on its line"),
        ];
        for (line, message) in CASES {
            assert_eq!(read(line), *message, "{line}");
        }
    }
}
