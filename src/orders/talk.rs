//! Words to somebody told from orders that went wrong.

/// Tells whether a line that goes on unlike an order was still meant as one: its verb is in capitals, or a word of
/// it looks like a hex or the name of a unit.
///
/// ```
/// use tesserarius::orders::looks_meant;
///
/// assert!(looks_meant("MOVE along the river"));
/// assert!(looks_meant("mvoe hun-lc-3 1614"));
/// assert!(!looks_meant("Move along, nothing to see"));
/// ```
pub fn looks_meant(line: &str) -> bool {
    let words: Vec<_> = line.split(' ').collect();
    let is_name = |word: &&str| has_digit(word) && (word.contains('-') || word.len() >= 4);
    (2..=10).contains(&words.len()) && (is_shouted(words[0]) || words[1..].iter().any(is_name))
}

/// Tells whether a line of a text that was written as orders reads like words to somebody all the same: no verb in
/// capitals begins it, and no word of it could be a hex or a unit, however short its name.
pub fn is_talk(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_name = |word: &str| has_digit(word) && word.len() > 1;
    !words.next().is_some_and(is_shouted) && !words.any(is_name)
}

/// Words that hang an order on something, as orders and everyday speech have them in common.
const HINGES: [&str; 4] = ["IF", "UNLESS", "ELSE", "OTHERWISE"];

/// Words that do so in orders, and that begin many a sentence.
const LOOSE_HINGES: [&str; 9] = [
    "THEN", "AND", "OR", "NOT", "WHEN", "WHILE", "UNTIL", "PROVIDED", "EXCEPT",
];

/// Words that may stand before a hinge.
const BEFORE_HINGES: [&str; 7] = ["and", "or", "but", "only", "even", "except", "also"];

/// What a line says of when an order is to be carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hinge {
    /// Nothing.
    Absent,
    /// It may say something: a whole sentence, or one without capitals, of places or units.
    Doubtful,
    /// It is a condition, well written or not.
    Certain,
}

/// Tells whether a line is a condition, or a part of one, on which an order may hang; signs before it do not matter.
///
/// ```
/// use tesserarius::orders::{Hinge, hinge};
///
/// assert_eq!(hinge("(UNLESS LOST HL99)"), Hinge::Certain);
/// assert_eq!(hinge("and only if 1510 is empty"), Hinge::Doubtful);
/// assert_eq!(hinge("If you like, we play on Friday."), Hinge::Absent);
/// ```
pub fn hinge(line: &str) -> Hinge {
    let bare = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    let mut words = bare.split_whitespace().map(letters).peekable();
    while words.peek().is_some_and(|word| {
        BEFORE_HINGES.contains(&word.to_lowercase().as_str()) && !is_shouted(word)
    }) {
        words.next();
    }
    let Some(first) = words.next() else {
        return Hinge::Absent;
    };
    let is_of = |list: &[&str]| list.iter().any(|known| known.eq_ignore_ascii_case(first));
    let is_hinge = is_of(&HINGES);
    if is_shouted(first) && (is_hinge || is_of(&LOOSE_HINGES)) {
        return Hinge::Certain;
    }
    let mut rest = words.filter(|word| !word.is_empty());
    if is_hinge && rest.any(|word| is_unit_like(word) || is_hex_like(word)) {
        return Hinge::Doubtful;
    }
    Hinge::Absent
}

/// Tells whether a line stops where more must follow: behind a word that hangs one order on another.
pub fn ends_in_hinge(line: &str) -> bool {
    let last = line.split_whitespace().next_back().map(letters);
    let is = |known: &&str| last.is_some_and(|last| known.eq_ignore_ascii_case(last));
    HINGES.iter().chain(&["THEN"]).any(is)
}

/// Tells whether a word could be the name of a unit: it begins with a letter and has a digit.
fn is_unit_like(word: &str) -> bool {
    word.starts_with(char::is_alphabetic) && has_digit(word)
}

fn is_hex_like(word: &str) -> bool {
    word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Takes the signs of sentences off a word.
fn letters(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

fn has_digit(word: &str) -> bool {
    word.chars().any(|c| c.is_ascii_digit())
}

fn is_shouted(word: &str) -> bool {
    word.len() > 1 && !word.chars().any(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_told_from_sentences() {
        const CASES: &[(&str, Hinge)] = &[
            ("UNLESS LOST HL2", Hinge::Certain),
            ("... UNLESS LOST HL2", Hinge::Certain),
            ("- IF LOST HL2", Hinge::Certain),
            ("ELSE FACE HH1 2", Hinge::Certain),
            ("AND LOST HL3 THEN", Hinge::Certain),
            ("unless HL2 is lost", Hinge::Doubtful),
            ("and only if LOST HL2", Hinge::Doubtful),
            ("but only if 1510 is empty", Hinge::Doubtful),
            ("If you move first, fine", Hinge::Absent),
            ("Then HL2 goes home", Hinge::Absent),
            ("and HL2 goes home", Hinge::Absent),
            ("MOVE HL1 IF LOST HL2", Hinge::Absent),
            ("...", Hinge::Absent),
            ("", Hinge::Absent),
        ];
        for (line, expected) in CASES {
            assert_eq!(hinge(line), *expected, "{line}");
        }
        assert!(ends_in_hinge("IF LOST HL2 then:"));
        assert!(!ends_in_hinge("what then happened"));
    }

    #[test]
    fn talk_has_neither_capitals_nor_units() {
        for line in ["Dear Anna,", "if you agree, fine", "I hope so", "see you"] {
            assert!(is_talk(line), "{line}");
        }
        for line in [
            "PAS",
            "mvoe hl3 north",
            "IF the river",
            "if state HH1 good",
            "go 1509",
        ] {
            assert!(!is_talk(line), "{line}");
        }
    }
}
