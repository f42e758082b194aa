//! The nearest spelling of a word that was not understood.

use std::cmp::Reverse;

use strsim::{jaro, osa_distance};

/// What comes nearest to a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nearest<T> {
    /// Nothing is near enough.
    None,
    /// One meaning is nearest.
    One(T),
    /// Two meanings are equally near (the first two, if more are).
    Two(T, T),
}

/// Longer words are no misspelling of anything, and would make comparing slow.
const LONGEST: usize = 40;

/// Jaro similarity from which a word counts as meant when too many letters are wrong.
const SIMILAR: f64 = 0.8;

/// Finds the meaning whose spelling is nearest to a word, in any case.
///
/// Near is what differs in at most one letter and one more for every four letters of the word
/// (a swap of neighbours counts once); failing that, what is similar by Jaro's measure.
pub fn nearest<'a, T: Copy + PartialEq>(
    word: &str,
    candidates: impl Iterator<Item = (&'a str, T)> + Clone,
) -> Nearest<T> {
    let length = word.chars().count();
    if !(2..=LONGEST).contains(&length) {
        return Nearest::None;
    }
    let word = word.to_lowercase();
    let allowed = 1 + length / 4;
    let by_letters = candidates.clone().filter_map(|(spelling, meaning)| {
        let wrong = osa_distance(&word, &spelling.to_lowercase());
        (wrong <= allowed && wrong < length).then_some((Reverse(wrong), meaning))
    });
    match best(by_letters) {
        Nearest::None => best(candidates.filter_map(|(spelling, meaning)| {
            let similar = jaro(&word, &spelling.to_lowercase());
            (similar >= SIMILAR).then_some((similar, meaning))
        })),
        near => near,
    }
}

fn best<S: PartialOrd, T: Copy + PartialEq>(scored: impl Iterator<Item = (S, T)>) -> Nearest<T> {
    let mut score = None;
    let mut nearest = Nearest::None;
    for (at, meaning) in scored {
        let at = Some(at);
        if at > score {
            (score, nearest) = (at, Nearest::One(meaning));
        } else if let Nearest::One(first) = nearest
            && at >= score
            && first != meaning
        {
            nearest = Nearest::Two(first, meaning);
        }
    }
    nearest
}

/// What the same verb counts for, against words of other kinds.
const SAME_VERB: usize = 6;

/// Counts what an order shares with a line: its words, those at the same place threefold, its verb most of all.
pub fn likeness(line: &str, order: &str) -> usize {
    let words: Vec<&str> = line.split_whitespace().collect();
    let others = order.split_whitespace();
    let places = words.iter().zip(others.clone());
    let in_place = places.filter(|(word, other)| word.eq_ignore_ascii_case(other));
    let verbs = [words.first().copied(), order.split_whitespace().next()];
    let is_same_verb = matches!(verbs, [Some(one), Some(other)] if one.eq_ignore_ascii_case(other));
    let is_there = |other: &&str| words.iter().any(|word| word.eq_ignore_ascii_case(other));
    let verb = if is_same_verb { SAME_VERB } else { 0 };
    verb + 2 * in_place.count() + others.filter(is_there).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verb(word: &str) -> Nearest<&'static str> {
        const VERBS: [&str; 7] = [
            "ATTACK", "FIRE", "ENTRENCH", "RETREAT", "MOVE", "FACE", "FLEE",
        ];
        nearest(word, VERBS.into_iter().map(|verb| (verb, verb)))
    }

    #[test]
    fn the_order_with_the_same_verb_is_most_like_a_line() {
        let line = "MOVE HL55 1614";
        let like = |order| likeness(line, order);
        assert!(like("MOVE hun-lc-1 1509") > like("ATTILA MOVE 1614"));
        assert!(like("MOVE hun-lc-5 1614") > like("MOVE hun-lc-5 1513"));
        assert_eq!(like("REFORM hun-hc-1"), 0);
    }

    #[test]
    fn misspelt_words_are_understood() {
        const CASES: &[(&str, Nearest<&str>)] = &[
            ("ATACK", Nearest::One("ATTACK")),
            ("fyre", Nearest::One("FIRE")),
            ("MVOE", Nearest::One("MOVE")),
            ("retraet", Nearest::One("RETREAT")),
            ("ATTAKCS", Nearest::One("ATTACK")),
            ("FICE", Nearest::Two("FIRE", "FACE")),
            ("RETRENCH", Nearest::One("ENTRENCH")),
            ("A", Nearest::None),
            ("", Nearest::None),
            ("PARLEY", Nearest::None),
            ("日本", Nearest::None),
        ];
        for (word, expected) in CASES {
            assert_eq!(verb(word), *expected, "{word}");
        }
    }

    #[test]
    fn two_spellings_of_one_meaning_do_not_compete() {
        let units = [("hl3", 7), ("hm3", 7)];
        assert_eq!(nearest("hx3", units.into_iter()), Nearest::One(7));
    }

    #[test]
    fn a_very_long_word_is_nothing() {
        assert_eq!(verb(&"MOVE".repeat(20_000)), Nearest::None);
    }
}
