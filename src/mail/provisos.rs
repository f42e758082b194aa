//! Conditions in everyday words above or below orders: `Only if Bruno agrees:`, `provided that 1411 is empty`.
//!
//! No order hangs on such a line, and whoever wrote it believes that one does.

use super::courtesy::behind_courtesy;
use super::doubts::is_quotation;
use super::outcome::{Outcome, Verdict};
use super::speech::{BEFORE_OR_AFTER, CONDITIONS, NO_CONDITIONS, Phrases, STRICT_CONDITIONS};
use super::talk::{Ending, Talk};
use super::world::{Language, Parsed};

/// Words that may stand before a condition.
const BEFORE: Phrases = Phrases(
    "ps, p.s, pps, nb, please, but, and, or, well, ok, okay, even, also, then, so, now, next, bitte, aber, und, oder, dann, \
     danach, also, nun, jetzt, mais, et, ou, ensuite, alors, puis, donc, pero, y, luego, entonces, ma, e, o, poi, \
     allora, quindi, maar, en, of, dan, daarna, dus, mas, então, depois",
);

/// Whoever says so asks for something else than an order, with a condition of its own.
const OF_SOMETHING_ELSE: Phrases = Phrases(
    "write to me, write me, write back, let me know, tell me, ask me, just ask, email me, mail me, call me, \
     drop me, feel free, if you like, if you want, if you wish, any questions, questions, no hurry, schreib mir, \
     schreibe mir, schreiben sie mir, sag bescheid, sag es mir, sag mir, melde dich, frag mich, frag einfach, \
     wenn du willst, wenn du magst, wenn du möchtest, fragen hast, écris-moi, dis-moi, dis le moi, \
     dites-moi, si tu veux, des questions, escríbeme, dime, avísame, si quieres, preguntas, scrivimi, dimmi, \
     fammi sapere, se vuoi, domande, laat het me weten, laat maar weten, vragen, you have time, you find time, you don't \
     mind, du zeit hast, tu as le temps, tienes tiempo, hai tempo, tijd hebt",
);

/// Words that begin a condition behind the clause that hangs on it.
const IFS: Phrases = Phrases(
    "if, unless, in case, provided, falls, sofern, wenn, sollte, sollten, si, s'il, s'ils, s'elle, sauf si, en caso, se, qualora, \
     indien, tenzij, als, hvis",
);

/// From so many words on a sentence that speaks of something else is a whole one.
const WHOLE: usize = 5;

/// Longer talk than this is not looked at for an order in it.
const LONGEST: usize = 200;

/// As many sentences are named that say what an order would do.
const MOST_HINTS: usize = 3;

/// More words than this an afterthought does not have.
const SHORT: usize = 8;

/// Says whether talk above an order leads to it with a condition; `gap` is whether a blank line parts the two.
pub(super) fn leads_in(text: &str, gap: bool) -> bool {
    let Some(last) = sentences(text).pop() else {
        return false;
    };
    let said = Talk::of(last);
    let begins = begins(last);
    let is_strict = said.has(STRICT_CONDITIONS);
    match said.ending() {
        Ending::Colon | Ending::Dots => {
            is_strict
                || (begins || has_condition_inside(last)) && !is_of_something_else(&said)
                || names_piece(last) && said.begins_with(BEFORE_OR_AFTER)
        }
        Ending::Open if gap => is_strict || begins && last.trim_end().ends_with(','),
        Ending::Open => is_strict || begins && !is_of_something_else(&said),
        Ending::Stop => is_strict && said.count() <= SHORT,
        Ending::Question => false,
    }
}

/// Says whether talk below an order is a condition of it; `gap` is whether a blank line parts the two.
pub(super) fn follows(text: &str, gap: bool) -> bool {
    sentences(text).iter().any(|sentence| {
        let said = Talk::of(sentence);
        let is_plain = begins(sentence) && !is_of_something_else(&said);
        let is_near = || !gap && !sentence.contains(',');
        said.ending() != Ending::Question
            && (said.has(STRICT_CONDITIONS) && said.count() <= 2 * SHORT
                || is_plain && (names_piece(sentence) || said.count() <= SHORT || is_near()))
    })
}

/// Says whether a sentence begins with a condition, behind words that may stand before one.
fn begins(sentence: &str) -> bool {
    let mut rest = sentence.trim_start_matches(|c: char| !c.is_alphanumeric());
    loop {
        let (first, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let bare = first.trim_matches(|c: char| !c.is_alphanumeric());
        // `Si, acepto` says yes.
        let says_yes = ["si", "se"]
            .iter()
            .any(|yes| bare.eq_ignore_ascii_case(yes));
        if says_yes && (first.ends_with([',', '!', '.']) || behind.trim().is_empty()) {
            return false;
        }
        if behind.is_empty() || !BEFORE.contains(&bare.to_lowercase()) {
            break;
        }
        rest = behind.trim_start();
    }
    let said = Talk::of(rest);
    said.begins_with(CONDITIONS) && !said.begins_with(NO_CONDITIONS)
}

/// Says whether a clause behind the first one of a sentence begins with a condition: `I stay, if you advance:`
fn has_condition_inside(sentence: &str) -> bool {
    let clauses = sentence.split(',').skip(1);
    clauses.map(str::trim).any(|clause| {
        let said = Talk::of(clause);
        said.count() > 1 && said.begins_with(IFS) && !said.begins_with(NO_CONDITIONS)
    })
}

fn is_of_something_else(said: &Talk) -> bool {
    said.has(OF_SOMETHING_ELSE) && said.count() >= WHOLE
}

/// Says whether a word of a sentence could be the name of a unit or a place on the board.
fn names_piece(sentence: &str) -> bool {
    let words = sentence.split_whitespace();
    let mut bare = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    bare.any(is_piece)
}

/// Says whether a word without signs round it could be the name of a unit or a place on the board.
pub(super) fn is_piece(word: &str) -> bool {
    let has_digit = word.contains(|c: char| c.is_ascii_digit());
    has_digit && (word.starts_with(char::is_alphabetic) || word.len() == 4)
}

/// What people say instead of sending an order, and the order.
const SAID_FOR: [(Phrases, &str); 6] = [
    (
        Phrases(
            "i resign, i give up, i surrender, i concede, ich gebe auf, ich kapituliere, j'abandonne, je me rends, \
             me rindo, abandono, mi arrendo, ik geef op, desisto",
        ),
        "RESIGN",
    ),
    (
        Phrases(
            "i offer a draw, i offer you a draw, i propose a draw, ich biete remis, ich biete ein remis, \
             je propose la nulle, je propose une nulle, ofrezco tablas, offro patta, ik bied remise",
        ),
        "DRAW OFFER",
    ),
    (
        Phrases(
            "i accept the draw, i accept your draw, i accept your offer of a draw, ich nehme das remis",
        ),
        "DRAW ACCEPT",
    ),
    (
        Phrases("i accept, ich nehme an, j'accepte, acepto, accetto, ik accepteer, aceito"),
        "ACCEPT",
    ),
    (
        Phrases("i decline, ich lehne ab, je refuse, rechazo, rifiuto, ik weiger"),
        "DECLINE",
    ),
    (
        Phrases(
            "i am ready, i'm ready, ich bin fertig, ich bin bereit, je suis prêt, je suis prête, estoy listo, \
             estoy lista, sono pronto, sono pronta, ik ben klaar",
        ),
        "GO",
    ),
];

/// Tells of sentences that say what an order would do, or that hold one, where the mail has no such order.
pub(super) fn note_sentences(outcome: &mut Outcome, language: &dyn Language) {
    let counts = |canonical: &str| {
        let mut own = outcome.orders.iter().map(|own| &own.order.canonical);
        own.any(|own| own.eq_ignore_ascii_case(canonical))
    };
    let talk = outcome
        .lines
        .iter()
        .filter(|line| line.verdict == Verdict::Ignored && line.text.len() <= LONGEST);
    let hints = talk.filter_map(|line| {
        let order = order_said(&line.text, language).filter(|order| !counts(order))?;
        Some(format!(
            "`{}` is talk; if you mean it as an order, send `{order}` alone on a line",
            line.text.trim()
        ))
    });
    let hints: Vec<_> = hints.take(MOST_HINTS).collect();
    outcome.notes.extend(hints);
}

/// Returns the order that stands in capitals behind a sentence of a line, or between quotation marks, or that one of
/// its sentences says.
fn order_said(text: &str, language: &dyn Language) -> Option<String> {
    let parts = sentences(text);
    let written = |sentence: &&str| {
        let bare = sentence.trim_end_matches(['.', '!']);
        let is_shouted = bare.chars().all(|c| !c.is_lowercase());
        match language.parse(bare) {
            Parsed::Order(order) if is_shouted => Some(order.canonical),
            _ => None,
        }
    };
    let said = |sentence: &&str| {
        let said = Talk::of(sentence);
        let mut known = SAID_FOR.iter();
        known
            .find(|(phrases, _)| said.begins_with(*phrases) && said.ending() != Ending::Question)
            .map(|(_, order)| (*order).to_owned())
    };
    let behind = parts.iter().skip(1).find_map(written);
    let asked = || behind_courtesy(text).as_ref().and_then(written);
    let between = || {
        let shown = text.trim();
        let bare = shown.trim_matches(|c| is_quotation(c) || " .,!".contains(c));
        match language.parse(bare) {
            Parsed::Order(order) if shown.starts_with(is_quotation) => Some(order.canonical),
            _ => None,
        }
    };
    behind
        .or_else(asked)
        .or_else(between)
        .or_else(|| parts.iter().find_map(said))
}

/// Parts a line into its sentences; what has no words is none.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let parts = text.split_inclusive(|c: char| ".!?".contains(c));
    let mut found: Vec<&str> = Vec::new();
    let mut start = 0;
    let mut end = 0;
    for part in parts {
        end += part.len();
        let parts_here = text[end..].starts_with(char::is_whitespace) || end == text.len();
        if parts_here {
            found.push(text[start..end].trim());
            start = end;
        }
    }
    found.retain(|sentence| sentence.contains(char::is_alphanumeric));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_leads_in_or_follows() {
        for text in [
            "Only if Bruno agrees:",
            "Hi Anna! If that is legal, like this:",
            "Nur wenn Bruno einverstanden ist:",
            "Seulement si Bruno est d accord :",
            "Falls das erlaubt ist, bitte so:",
            "PS: please only when he moves:",
            "After HL3 has moved:",
            "Should HL3 be lost:",
            "Then, if you advance, I stay:",
            "Dann, falls du vorr\u{fc}ckst, bleibe ich:",
            "Ensuite, si tu avances, je reste :",
            "Sollte er kommen, dann:",
            "I stay, if you advance:",
        ] {
            assert!(leads_in(text, false) && leads_in(text, true), "{text}");
        }
        for text in [
            "PS: only if Bruno agrees.",
            "only if it is legal",
            "vorausgesetzt, das ist erlaubt",
            "unless Bruno has moved away",
            "(not if RM1 is in 1311)",
            "Thanks! But only if he agrees.",
            "If HH2 is still disordered, attack it with AH2.",
        ] {
            assert!(follows(text, false) && follows(text, true), "{text}");
        }
    }

    #[test]
    fn other_talk_hangs_nothing_on_anything() {
        for text in [
            "Let me know if that is ok",
            "Once again, my orders:",
            "After the last turn, my orders:",
            "S'il te plaît :",
            "Si, acepto:",
            "My orders, if you have time:",
            "Sollte passen:",
            "If you have questions, write to me.",
            "If you like, we play on Friday.",
            "When do we meet?",
            "P.S. Thanks.",
            "Si!",
        ] {
            assert!(!leads_in(text, true) && !follows(text, true), "{text}");
        }
    }
}
