//! The word of a line under which the mark of a refusal stands.

use crate::orders::{Among, Culprit, Cursor, Illegal, Span};

/// A word that may be left out of an order and is not printed.
const FILLER: &str = "AT";

/// Words behind which a way stands, where units before them may be written as hexes.
const WAY: [&str; 2] = ["VIA", "MV"];

/// Words that join the parts of an order: a refusal that contains one does not speak of it.
const JOINTS: [&str; 16] = [
    "AND", "AT", "BY", "ELSE", "IF", "IN", "NOT", "OF", "OFF", "ON", "OR", "THEN", "TO", "UNLESS",
    "WHEN", "WITH",
];

/// Finds the word of a line that a refusal speaks of: the first after the verb that it names, else all. What has a
/// number, as units and hexes have, is spoken of before anything else.
///
/// A unit may be written by another name than the refusal has for it: it stands at the same place of the line in
/// canonical form.
pub(super) fn blamed(line: &str, canonical: Option<&String>, illegal: &Illegal) -> Span {
    if let Some(span) = illegal
        .word
        .as_ref()
        .and_then(|culprit| match culprit.among {
            Among::Steps => step(line, canonical, culprit),
            Among::Names => name(line, canonical, culprit),
        })
    {
        return span;
    }
    let because = &illegal.because;
    let named = |word: &str| {
        word.len() > 1
            && !JOINTS.iter().any(|joint| joint.eq_ignore_ascii_case(word))
            && because
                .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
                .any(|part| part.eq_ignore_ascii_case(word))
    };
    let is_on_path = |word: &str| {
        let mut hexes = word.split('-').filter(|hex| hex.len() >= 4);
        hexes.any(|hex| hex.bytes().all(|b| b.is_ascii_digit()) && named(hex))
    };
    let mut words: Vec<_> = Cursor::new(line).collect();
    let is_numbered = |word: &str| word.bytes().any(|b| b.is_ascii_digit());
    let spelled = words.iter().skip(1);
    let spelled = spelled.filter(|word| named(word.text) || is_on_path(word.text));
    let (numbered, plain): (Vec<_>, Vec<_>) =
        spelled.copied().partition(|word| is_numbered(word.text));
    let twins: Vec<_> = canonical.map_or_else(Vec::new, |line| Cursor::new(line).collect());
    if words.len() != twins.len() {
        words.retain(|word| !word.is(FILLER));
    }
    let twin = || {
        let pairs = words.iter().zip(&twins).skip(1);
        let mut pairs = pairs.filter(|_| words.len() == twins.len());
        pairs
            .find(|(_, twin)| named(twin.text))
            .map(|(word, _)| *word)
    };
    let numbered = numbered.first().copied();
    numbered
        .or_else(twin)
        .or(plain.first().copied())
        .map_or_else(|| Cursor::new(line).rest().span, |word| word.span)
}

/// Finds a step of a way in the line as it was written.
fn step(line: &str, canonical: Option<&String>, culprit: &Culprit) -> Option<Span> {
    let verb = canonical?.split_whitespace().next()?;
    let words: Vec<_> = Cursor::new(line).collect();
    let begins = words.iter().position(|word| word.is(verb))?;
    let ahead = words.iter().skip(begins);
    let word_of_way = ahead
        .clone()
        .position(|word| WAY.iter().any(|way| word.is(way)));
    // Without such a word the way stands behind the unit.
    let way = ahead.skip(word_of_way.unwrap_or(1) + 1);
    let steps = way.flat_map(|word| parts(word.text, word.span.start));
    let mut steps = steps.filter(|(hex, _)| hex.eq_ignore_ascii_case(&culprit.word));
    steps.nth(culprit.nth.into()).map(|(_, span)| span)
}

/// Finds a name in a list of names as it was written, with the equal ones that follow at once.
fn name(line: &str, canonical: Option<&String>, culprit: &Culprit) -> Option<Span> {
    let verb = canonical?.split_whitespace().next()?;
    let words: Vec<_> = Cursor::new(line).collect();
    let begins = words.iter().position(|word| word.is(verb))?;
    let means = |text: &str| {
        let shortened = culprit.word.get(..text.len());
        shortened.is_some_and(|name| name.eq_ignore_ascii_case(text))
    };
    let behind = words
        .iter()
        .skip(begins + 1)
        .filter(|word| word.text != ",");
    let names: Vec<_> = behind.collect();
    let mut equal = names
        .iter()
        .enumerate()
        .filter(|(_, word)| means(word.text));
    let (first, _) = equal.nth(culprit.nth.into())?;
    let last = names[first..]
        .iter()
        .take_while(|word| means(word.text))
        .last()?;
    Some(Span::new(names[first].span.start, last.span.end))
}

/// Parts the hexes that one word joins.
fn parts(word: &str, start: usize) -> Vec<(&str, Span)> {
    let is_way = word.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    if !is_way {
        return vec![(
            word.trim_start_matches('@'),
            Span::new(start, start + word.len()),
        )];
    }
    let mut at = start;
    let parts = word.split('-').map(|part| {
        let span = Span::new(at, at + part.len());
        at = span.end + 1;
        (part, span)
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::Rule;

    const MOVES: Rule = Rule {
        number: "6.0",
        title: "Movement",
    };

    /// The part of a line that a refusal of one step of its way points at.
    fn pointed<'a>(line: &'a str, canonical: &str, (way, step): (&[&str], &str)) -> &'a str {
        let illegal = Illegal::new(MOVES, "1514 does not lead there").about_step(way, &step);
        let span = blamed(line, Some(&canonical.to_owned()), &illegal);
        &line[span.start..span.end]
    }

    #[test]
    fn the_mark_stands_under_the_step_at_fault_and_no_other() {
        let line = "MOVE HL5 1514 1213";
        assert_eq!(
            pointed(line, "MOVE hun-lc-5 1514 1213", (&["1514"], "1213")),
            "1213"
        );
        let line = "if lost HL2 then move @1613 1514-1213 face 2";
        let canonical = "MOVE hun-lc-5 1514 1213 FACE 2 IF LOST hun-lc-2";
        assert_eq!(pointed(line, canonical, (&["1514"], "1213")), "1213");
    }

    #[test]
    fn names_that_are_too_many_are_marked_and_not_those_before_them() {
        let marked = |line: &'static str, before: usize| {
            let illegal = Illegal::new(MOVES, "there is 1 marker of the allies, not 2");
            let canonical = "CAM HUNS HUNS OSTROGOTHS ALLIES ALLIES".to_owned();
            let span = blamed(
                line,
                Some(&canonical),
                &illegal.about_name("ALLIES", before),
            );
            (span.start, &line[span.start..span.end])
        };
        assert_eq!(marked("CAM ALLIES H, H, all O", 1), (17, "all"));
        assert_eq!(
            marked("IF TURN 2 THEN CAM H ALL H allies O", 1),
            (27, "allies")
        );
        assert_eq!(marked("CAM ALL ALL ALL H O", 1), (8, "ALL ALL"));
        assert_eq!(marked("CAM H O O ALLIES H", 0), (10, "ALLIES"));
    }

    #[test]
    fn of_equal_steps_it_stands_under_the_one_at_fault() {
        let span = |line: &str, canonical: &str| {
            let illegal = Illegal::new(MOVES, "2227 is there").about_step(&["2227"], &"2227");
            blamed(line, Some(&canonical.to_owned()), &illegal).start
        };
        let canonical = "MOVE SD1,SD2 VIA 2227 2227";
        assert_eq!(span("MOVE SD1,SD2 VIA 2227 2227", canonical), 22);
        assert_eq!(span("MOVE STACK 2227 VIA 2227-2227", canonical), 25);
    }
}
