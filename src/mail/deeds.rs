//! Orders that settle something about the match, or are words of everyday speech: nobody can see on the board whether
//! they were meant.
//!
//! Mail programs break paragraphs, and `resign` alone on a line may be the end of one; people write of what they might
//! do. Such a line beside talk counts only where the talk has certainly ended and does not speak of it.

use crate::orders::behind_prefixes;

use super::courtesy::is_courteous;
use super::outcome::Outcome;
use super::speech::{GREETINGS, LEADS_ON};
use super::talk::Deed;
use super::world::{Language, Opens, Order, Tail};

/// Verbs that ask for something to read, or end a block: nothing is lost by them.
const HARMLESS: [&str; 4] = ["SHOW", "HELP", "ENDPLAN", "ENDMESSAGE"];

/// Deeds that say what becomes of the set they stand with.
const FLOW: [&str; 5] = ["GO", "WAIT", "ADD", "PASS", "CHECK"];

/// Deeds by which their writer asks for something.
const WISHES: [&str; 6] = ["EXTEND", "DRAW", "UNDO", "REMATCH", "PROPOSE", "VACATION"];

/// Deeds of which nobody does two at once: in a list they are choices.
const CHOICES: [&str; 9] = [
    "RESIGN", "DRAW", "ACCEPT", "DECLINE", "EXTEND", "UNDO", "FORGET", "REMATCH", "VOID",
];

/// Deeds of which one mail has one, whatever follows their verb.
const ONCE: [&str; 3] = ["EXTEND", "DRAW", "UNDO"];

/// Deeds of which one takes the other away, by their first words.
const OPPOSITES: [(&str, &str); 4] = [
    ("RESIGN", "DRAW"),
    ("ACCEPT", "DECLINE"),
    ("GO", "WAIT"),
    ("FORGET", "REMATCH"),
];

/// Deeds that nobody can take back.
const GRAVE: [&str; 2] = ["RESIGN", "FORGET"];

/// Says whether nothing is lost by an order that was not meant.
pub(super) fn is_harmless(line: &str) -> bool {
    HARMLESS.contains(&verb_of(line).as_str())
}

/// Tells how much depends on a deed.
pub(super) fn sort_of(line: &str) -> Deed {
    let verb = verb_of(line);
    if FLOW.contains(&verb.as_str()) {
        Deed::Flow
    } else if WISHES.contains(&verb.as_str()) {
        Deed::Wish
    } else if verb == "DECLINE" {
        Deed::Refusal
    } else {
        Deed::Grave
    }
}

/// Says whether an order settles something, or could as well be a word of a sentence.
pub(super) fn is_deed(line: &str, order: &Order, language: &dyn Language) -> bool {
    order.opens == Opens::Nothing
        && !is_harmless(line)
        && (language.is_deed(line) || is_everyday(line, order, language))
}

/// Says why the deeds of a mail cannot all be meant.
pub(super) fn contradiction(outcome: &Outcome) -> Option<String> {
    let deeds = outcome.orders.iter().map(|reading| {
        let deed = reading.order.canonical.as_str();
        (
            deed,
            verb_of(deed),
            has_list_mark(&outcome.lines[reading.lines.0].text),
        )
    });
    let deeds: Vec<_> = deeds
        .filter(|(_, verb, _)| CHOICES.contains(&verb.as_str()) || FLOW.contains(&verb.as_str()))
        .collect();
    let excludes = |one: &str, other: &str| {
        OPPOSITES.contains(&(one, other)) || OPPOSITES.contains(&(other, one))
    };
    let pairs = deeds
        .iter()
        .enumerate()
        .flat_map(|(at, one)| deeds[at + 1..].iter().map(move |other| (one, other)));
    let mut differing = pairs.filter(|((one, ..), (other, ..))| !one.eq_ignore_ascii_case(other));
    let ((one, ..), (other, ..)) = differing.find(|((_, one, in_list), (_, other, also))| {
        let are_choices = *in_list
            && *also
            && [one, other]
                .iter()
                .all(|verb| CHOICES.contains(&verb.as_str()));
        excludes(one, other)
            || one == other && ONCE.contains(&one.as_str())
            || one != other && are_choices
    })?;
    Some(format!(
        "it is not certain which of `{one}` and `{other}` is meant; send the one that counts"
    ))
}

/// Returns the verb of a line, behind what may stand before an order.
fn verb_of(line: &str) -> String {
    let verb = behind_prefixes(line).split(' ').next();
    verb.unwrap_or_default().to_ascii_uppercase()
}

/// Says whether an order is nothing but words that sentences have, too.
pub(super) fn is_everyday(line: &str, order: &Order, language: &dyn Language) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_plain = |word: &&str| word.chars().all(char::is_alphabetic);
    order.opens == Opens::Nothing
        && language.tail(line) == Tail::Words
        && (1..=2).contains(&words.len())
        && words.iter().all(is_plain)
        && !is_harmless(line)
}

/// The line of talk right above such an order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Above<'a> {
    /// Its text.
    pub(super) text: &'a str,
    /// Whether a mail program may have broken it before the order.
    pub(super) may_be_broken: bool,
}

/// Says whether a deed may be the end of the sentence above it rather than an order.
pub(super) fn may_be_talk(deed: &str, above: Above<'_>) -> bool {
    let text = above.text.trim();
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let bare = |word: &String| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let greets = words.len() <= 4
        && words
            .first()
            .is_some_and(|word| GREETINGS.contains(&bare(word)));
    let ends = text.ends_with(|c: char| !c.is_alphanumeric() && !",;-\u{2013}\u{2014}".contains(c))
        || words.len() <= 4 && text.ends_with(',');
    if greets || ends {
        return false;
    }
    let leads_on = text.ends_with(',') || words.last().is_some_and(|word| LEADS_ON.contains(word));
    !is_shouted(deed) || is_grave(deed) || leads_on || above.may_be_broken
}

/// Says whether what stands behind a semicolon on the line of a deed may take it back: `resign; I will not`.
pub(super) fn may_be_taken_back(deed: &str, comment: &str) -> bool {
    !comment.is_empty() && (!is_shouted(deed) || is_grave(deed))
}

/// Says whether a line may ask somebody else for a deed rather than be one: `resign please`.
pub(super) fn may_ask_another(deed: &str, written: &str) -> bool {
    is_grave(deed) && !is_shouted(deed) && is_courteous(written)
}

/// Says whether a deed, or a sentence that begins with it, may go on in the line below.
pub(super) fn may_go_on(deed: &str, below: &str) -> bool {
    let below = below.trim_start();
    // `CANCEL PLAN` and, in the next line, for whom.
    let is_one_of_two =
        deed.contains(' ') && is_shouted(below) && below.split_whitespace().count() <= 2;
    is_one_of_two || !is_shouted(deed) && below.starts_with(char::is_lowercase)
}

fn is_grave(deed: &str) -> bool {
    GRAVE.contains(&verb_of(deed).as_str())
}

/// Says whether the first word of a text has no small letters, or its verb behind what may stand before an order.
fn is_shouted(text: &str) -> bool {
    let first = behind_prefixes(text)
        .split_whitespace()
        .next()
        .unwrap_or_default();
    !first.chars().any(char::is_lowercase)
}

/// Says whether something stands before the first word of a line, or a number numbers it.
pub(super) fn has_list_mark(line: &str) -> bool {
    let line = line.trim_start();
    let number = line.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    !line.starts_with(char::is_alphanumeric)
        || line.len() - number.len() <= 3 && number.starts_with(['.', ')', ':'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn below(text: &str, deed: &str) -> bool {
        let may_be_broken = text.len() > 60;
        may_be_talk(
            deed,
            Above {
                text,
                may_be_broken,
            },
        )
    }

    #[test]
    fn the_end_of_a_broken_sentence_is_no_deed() {
        let long = "that was a hard turn for me, and for a moment I really thought about this";
        for (text, deed) in [
            ("I nearly wanted to", "resign"),
            ("I will not", "RESIGN"),
            ("something that I cannot", "ACCEPT"),
            ("We will fight to the bitter", "end"),
            ("Here are my orders for today", "go"),
            ("Thanks for all", "RESIGN"),
            (long, "GO"),
        ] {
            assert!(below(text, deed), "{text} / {deed}");
        }
    }

    #[test]
    fn a_deed_below_a_sentence_that_has_ended_counts() {
        for (text, deed) in [
            ("I give up.", "resign"),
            ("Hi Anna,", "RESIGN"),
            ("Hello", "go"),
            ("My orders:", "resign"),
            ("Thank you for the invitation, Anna", "ACCEPT"),
            ("well played :-)", "resign"),
            ("Here are my orders for today", "GO"),
        ] {
            assert!(!below(text, deed), "{text} / {deed}");
        }
    }
}
