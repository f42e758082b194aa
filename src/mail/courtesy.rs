//! Words of courtesy behind an order: `ACCEPT UNDO 12 please`.

use super::speech::COURTESY;
use super::world::{Language, Parsed};

/// As many words has the longest of them.
const LONGEST: usize = 4;

/// Signs that part such words from the order.
const BETWEEN: &str = ",;.!:-\u{2013}\u{2014}(";

/// Takes words of courtesy off the end of a cleaned line, if a whole order is left and it was none with them.
pub(super) fn without_courtesy(line: String, language: &dyn Language) -> String {
    let is_order = |line: &str| matches!(language.parse(line), Parsed::Order(_));
    match bare(&line).filter(|bare| is_order(bare) && !is_order(&line)) {
        Some(order) => order.to_owned(),
        None => line,
    }
}

/// Says whether a line ends in words of courtesy.
pub(super) fn is_courteous(line: &str) -> bool {
    bare(line).is_some()
}

/// Returns what stands behind a word of courtesy that begins a line, if one does.
pub(super) fn behind_courtesy(line: &str) -> Option<&str> {
    let (first, rest) = line.trim_start().split_once(char::is_whitespace)?;
    let word = first.trim_matches(|c: char| !c.is_alphanumeric());
    COURTESY.contains(&word.to_lowercase()).then(|| rest.trim())
}

/// Returns what stands before the words of courtesy that end a line, if there are any.
fn bare(line: &str) -> Option<&str> {
    let mut rest = line;
    while let Some(before) = without_last(rest) {
        rest = before;
    }
    (rest.len() < line.len()).then_some(rest)
}

/// Takes one phrase of courtesy off, and the signs round it.
fn without_last(line: &str) -> Option<&str> {
    let end = line.trim_end_matches(|c: char| !c.is_alphanumeric());
    let begins = |(at, c): (usize, char)| {
        let before = end[..at].chars().next_back();
        (!c.is_whitespace() && before.is_none_or(char::is_whitespace)).then_some(at)
    };
    let words: Vec<usize> = end.char_indices().filter_map(begins).collect();
    let phrase = |at: &&usize| {
        let words = end[**at..].split_whitespace();
        let plain = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        let said = plain.collect::<Vec<_>>().join(" ").to_lowercase();
        COURTESY.contains(&said.replace('\u{2019}', "'"))
    };
    let at = words.iter().rev().take(LONGEST).rev().find(phrase)?;
    let is_between = |c: char| c.is_whitespace() || BETWEEN.contains(c);
    let before = end[..*at].trim_end_matches(is_between);
    (!before.is_empty()).then_some(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_courtesy_are_taken_off_the_end() {
        for (line, order) in [
            ("ACCEPT UNDO 12 please", "ACCEPT UNDO 12"),
            ("GO, please!", "GO"),
            ("GO. Thanks!", "GO"),
            ("RESIGN - thank you", "RESIGN"),
            ("GO (bitte)", "GO"),
            ("GO bitte, vielen Dank :-)", "GO"),
            ("EXTEND 2d s\u{2019}il te pla\u{ee}t", "EXTEND 2d"),
            ("EXTEND 2d svp", "EXTEND 2d"),
            ("DRAW OFFER, muchas gracias.", "DRAW OFFER"),
        ] {
            assert_eq!(bare(line), Some(order), "{line}");
        }
        for line in [
            "please",
            "GO",
            "please GO",
            "SAY thanks Bruno",
            "RESIGN, thanks for the game",
        ] {
            assert_eq!(bare(line), None, "{line}");
        }
        assert_eq!(behind_courtesy("Please, GO"), Some("GO"));
        assert_eq!(behind_courtesy("GO please"), None);
    }
}
