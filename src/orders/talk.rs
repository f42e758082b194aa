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
