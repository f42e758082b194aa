//! A file of orders as a person writes one: read like the lines of a mail.

use crate::orders::{begins_message, comment, uncommented};

use super::doubts::{has_empty_box, is_ticked};
use super::lines::cleaned;
use super::normalise::Cleaned;
use super::quote::without_quote_marks;
use super::world::{Language, Tail};

/// Takes off what stands before and behind the orders of a text: marks of lists and quotes, a full stop, dashes and
/// quotes of word processors. An order whose box is not ticked becomes a comment where another box is ticked. Lines that
/// are plain already, and the words of messages, stay as they are; so does the number of lines.
pub fn plainly(text: &str, language: &dyn Language) -> String {
    let any_ticked = text.lines().any(is_ticked);
    let mut in_message = false;
    let lines = text.lines().map(|line| {
        if in_message {
            in_message = !ends_message(line);
            return line.to_owned();
        }
        // Beside a ticked box an empty one counts nothing; alone it is refused, as it holds a mail.
        if has_empty_box(line, any_ticked) {
            return match any_ticked {
                true => format!("# {line}"),
                false => line.to_owned(),
            };
        }
        let plain = plain_order(line, language).unwrap_or_else(|| line.to_owned());
        in_message = begins_message(&plain);
        plain
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn ends_message(line: &str) -> bool {
    let words: Vec<_> = line.split_whitespace().collect();
    let is = |word: &str, known: &str| word.eq_ignore_ascii_case(known);
    match words.as_slice() {
        [word] => is(word, "ENDMESSAGE"),
        [end, message] => is(end, "END") && is(message, "MESSAGE"),
        _ => false,
    }
}

/// Returns the order of a line that is not written plainly; nothing where it is, or where no order is found.
fn plain_order(line: &str, language: &dyn Language) -> Option<String> {
    let order = uncommented(line).trim();
    let first = |text: &str| {
        text.split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let begins = |text: &str| {
        let word = first(text);
        language.is_verb(&word) || word.eq_ignore_ascii_case("IF")
    };
    let is_plain = order.is_ascii() && !order.ends_with(['.', '!', ':']) && begins(order);
    if is_plain || order.is_empty() {
        return None;
    }
    let Cleaned::Text { text, .. } = cleaned(&without_quote_marks(line.trim()), language) else {
        return None;
    };
    if !begins(&text) {
        return None;
    }
    let kept = comment(line).filter(|_| language.tail(&text) == Tail::Words);
    Some(match kept {
        Some((sign, said)) => format!("{text} {sign} {said}"),
        None => text,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::world::Parsed;

    struct Verbs;

    impl Language for Verbs {
        fn parse(&self, _line: &str) -> Parsed {
            Parsed::NoVerb
        }

        fn is_verb(&self, word: &str) -> bool {
            ["MOVE", "FACE", "GO", "SAY", "MESSAGE", "END"]
                .iter()
                .any(|verb| verb.eq_ignore_ascii_case(word))
        }

        fn tail(&self, line: &str) -> Tail {
            match line.starts_with("SAY") {
                true => Tail::Talk,
                false => Tail::Words,
            }
        }
    }

    #[test]
    fn marks_of_lists_and_quotes_and_a_final_stop_are_no_part_of_an_order() {
        for (written, read) in [
            ("1. MOVE HL3 1614", "MOVE HL3 1614"),
            ("2) move HL3 1614.", "move HL3 1614"),
            ("- MOVE HL3 1614 # slowly", "MOVE HL3 1614 # slowly"),
            ("\u{2022} MOVE HL3 1614; left", "MOVE HL3 1614 ; left"),
            ("> MOVE HL3 1614", "MOVE HL3 1614"),
            (">> - MOVE HL3 1614!", "MOVE HL3 1614"),
            ("**MOVE HL3 1614**", "MOVE HL3 1614"),
            ("MOVE HL3 1614\u{2013}1514", "MOVE HL3 1614-1514"),
            ("Go.", "Go"),
            ("1. Go!", "Go"),
        ] {
            assert_eq!(plainly(written, &Verbs), read, "{written}");
        }
    }

    #[test]
    fn an_order_counts_only_if_its_box_is_ticked() {
        let both = plainly("[ ] MOVE HL3 1614\n[x] MOVE HL3 1514", &Verbs);
        assert_eq!(both, "# [ ] MOVE HL3 1614\nMOVE HL3 1514");
        let none = "[ ] MOVE HL3 1614\n\u{2610} MOVE HL3 1514";
        assert_eq!(plainly(none, &Verbs), none, "nobody knows which is meant");
        assert_eq!(plainly("[x] GO", &Verbs), "GO");
    }

    #[test]
    fn words_to_somebody_and_plain_orders_stay_as_they_are() {
        for text in [
            "MOVE  HL3   1614   # as it is",
            "SAY Hello, Anna. Are you there?",
            "1. This is the plan.",
            "- no order",
            "MESSAGE rom\n- GO.\n1. MOVE on\nENDMESSAGE\nGO",
            "# 1. MOVE HL3 1614",
        ] {
            assert_eq!(plainly(text, &Verbs), text);
        }
        let behind = "MESSAGE rom\n- GO.\nEND MESSAGE\n- GO.";
        assert!(plainly(behind, &Verbs).ends_with("- GO.\nEND MESSAGE\nGO"));
    }
}
