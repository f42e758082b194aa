//! Slips that people make when they write orders as sentences.

use super::Rules;
use super::reading::read_line;
use crate::orders::{Cursor, Diagnostic, Word, quoted};

/// Finds what a line that cannot be read was meant to be: two orders, or one whose verb stands behind its unit.
pub(super) fn slip<R: Rules>(rules: &R, view: &R::View, text: &str) -> Option<Diagnostic> {
    second_order(rules, view, text).or_else(|| verb_behind(rules, view, text))
}

/// As many verbs of a line are looked at.
const MOST_VERBS: usize = 8;

/// Finds the order that stands behind another one in a line: neither is carried out, whatever stands between them.
fn second_order<R: Rules>(rules: &R, view: &R::View, text: &str) -> Option<Diagnostic> {
    let words = Cursor::new(text).skip(1);
    let verbs: Vec<_> = words
        .filter(|word| rules.is_verb(word.text))
        .take(MOST_VERBS)
        .collect();
    let is_order = |part: &str| read_line(rules, view, without_joints(part)).is_ok();
    let is_second = |index: usize| {
        let begins = verbs[index].span.start;
        let ends = verbs[index + 1..].iter().map(|verb| verb.span.start);
        ends.chain([text.len()])
            .any(|end| is_order(&text[begins..end]))
    };
    let (_, second) = verbs
        .iter()
        .enumerate()
        .find(|&(index, verb)| is_order(&text[..verb.span.start]) && is_second(index))?;
    let message =
        "a second order begins here, and a line holds one: write each in a line of its own";
    Some(Diagnostic::new(second.span, message))
}

/// Takes off the end of a sentence's part what joins it to the next one.
fn without_joints(part: &str) -> &str {
    const STOPS: [char; 6] = ['.', ',', ';', ':', '!', '&'];
    const JOINTS: [&str; 3] = ["and", "then", "also"];
    let mut rest = part;
    loop {
        rest = rest.trim_end_matches(|c: char| STOPS.contains(&c) || c.is_whitespace());
        match rest.rsplit_once(' ') {
            Some((before, last)) if JOINTS.iter().any(|joint| joint.eq_ignore_ascii_case(last)) => {
                rest = before;
            }
            _ => return rest,
        }
    }
}

/// Finds the order that a line would be if its verb stood before the unit that begins it.
fn verb_behind<R: Rules>(rules: &R, view: &R::View, text: &str) -> Option<Diagnostic> {
    let words: Vec<_> = Cursor::new(text).collect();
    let at = words.iter().position(|word| rules.is_verb(word.text))?;
    let (before, rest) = (&words[..at], &words[at..]);
    let is_named = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    if !before.iter().any(|word| is_named(word.text)) {
        return None;
    }
    let (verb, behind) = rest.split_first()?;
    let of = |words: &[Word<'_>]| -> Option<String> {
        let (first, last) = (words.first()?, words.last()?);
        Some(format!(" {}", &text[first.span.start..last.span.end]))
    };
    let turned = verb.text.to_uppercase() + &of(before)? + &of(behind).unwrap_or_default();
    read_line(rules, view, &turned).ok()?;
    let message = format!("an order begins with its verb, here {}", quoted(verb.text));
    Some(Diagnostic::new(verb.span, message).help(turned))
}
