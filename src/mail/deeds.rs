//! Orders that are words of everyday speech too, where a sentence may have been broken before its last word.
//!
//! Mail programs break paragraphs, and `resign` alone on a line may be the end of one. Such a line below talk counts
//! only where the talk has certainly ended.

use super::world::{Language, Opens, Order, Tail};

/// Verbs that ask for something to read, or end a block: nothing is lost by them.
const HARMLESS: [&str; 4] = ["SHOW", "HELP", "ENDPLAN", "ENDMESSAGE"];

/// Deeds that nobody can take back.
const GRAVE: [&str; 2] = ["RESIGN", "FORGET"];

/// How letters greet, in the languages that people write to strangers in.
const GREETINGS: [&str; 24] = [
    "hi",
    "hello",
    "hey",
    "dear",
    "hail",
    "greetings",
    "good",
    "hallo",
    "moin",
    "servus",
    "guten",
    "liebe",
    "lieber",
    "salut",
    "bonjour",
    "cher",
    "chère",
    "hola",
    "ciao",
    "salve",
    "olá",
    "hej",
    "ave",
    "cześć",
];

/// Words after which a sentence goes on.
const LEADS_ON: [&str; 50] = [
    "a", "an", "the", "to", "not", "never", "will", "would", "shall", "should", "must", "may",
    "might", "can", "cannot", "can't", "could", "won't", "wouldn't", "don't", "didn't", "just",
    "simply", "or", "and", "but", "than", "i", "you", "he", "we", "they", "i'll", "we'll", "i'd",
    "let", "please", "rather", "nearly", "almost", "really", "even", "of", "for", "in", "at",
    "with", "bitter", "very", "either",
];

/// Says whether an order is nothing but words that sentences have, too.
pub(super) fn is_everyday(line: &str, order: &Order, language: &dyn Language) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_plain = |word: &&str| word.chars().all(char::is_alphabetic);
    let is_harmless = HARMLESS
        .iter()
        .any(|verb| verb.eq_ignore_ascii_case(words[0]));
    order.opens == Opens::Nothing
        && language.tail(line) == Tail::Words
        && (1..=2).contains(&words.len())
        && words.iter().all(is_plain)
        && !is_harmless
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
            .is_some_and(|word| GREETINGS.contains(&bare(word).as_str()));
    let ends = text.ends_with(|c: char| !c.is_alphanumeric() && !",;-\u{2013}\u{2014}".contains(c))
        || words.len() <= 4 && text.ends_with(',');
    if greets || ends {
        return false;
    }
    let leads_on = text.ends_with(',')
        || words
            .last()
            .is_some_and(|word| LEADS_ON.contains(&word.as_str()));
    !is_shouted(deed) || is_grave(deed) || leads_on || above.may_be_broken
}

/// Says whether what stands behind a semicolon on the line of a deed may take it back: `resign; I will not`.
pub(super) fn may_be_taken_back(deed: &str, comment: &str) -> bool {
    !comment.is_empty() && (!is_shouted(deed) || is_grave(deed))
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
    let verb = deed.split(' ').next().unwrap_or_default();
    GRAVE.iter().any(|grave| grave.eq_ignore_ascii_case(verb))
}

fn is_shouted(text: &str) -> bool {
    !text.chars().any(char::is_lowercase)
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
