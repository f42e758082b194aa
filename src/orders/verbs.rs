//! The verbs of a game, found by spelling, by unique beginning, or by what was probably meant.

use super::common::COMMON_VERBS;
use super::{Cursor, Diagnostic, Nearest, nearest, quoted};

/// The verbs that a game understands; several spellings may mean the same.
#[derive(Debug, Clone, Copy)]
pub struct Verbs<V: 'static> {
    list: &'static [(&'static str, V)],
}

/// A shorter beginning is taken for no verb: `A` begins many sentences.
const SHORTEST_PREFIX: usize = 2;

impl<V: Copy + PartialEq> Verbs<V> {
    /// Creates the list from spellings in upper case and their meanings.
    pub const fn new(list: &'static [(&'static str, V)]) -> Self {
        Self { list }
    }

    /// Returns the meaning of a word that is a verb or the beginning of only one, in any case.
    pub fn find(&self, word: &str) -> Option<V> {
        self.exact(word).or_else(|| match self.beginning(word) {
            Nearest::One((_, verb)) => Some(verb),
            _ => None,
        })
    }

    /// Takes a verb from the line, or says which it could have been.
    pub fn read(&self, cursor: &mut Cursor<'_>) -> Result<V, Diagnostic> {
        cursor.expect("a verb");
        let Some(word) = cursor.peek() else {
            return Err(cursor.unexpected());
        };
        if let Some(verb) = self.find(word.text) {
            cursor.next();
            return Ok(verb);
        }
        let typed = quoted(word.text);
        if let Nearest::Two((first, _), (second, _)) = self.beginning(word.text) {
            let message = format!("{typed} could be `{first}` or `{second}`");
            return Err(Diagnostic::new(word.span, message));
        }
        let spellings = self.list.iter().map(|&(spelling, _)| spelling);
        let known = spellings.chain(COMMON_VERBS.iter().copied());
        cursor.next();
        let rest = cursor.rest().text;
        Err(match nearest(word.text, known.map(|verb| (verb, verb))) {
            Nearest::None => Diagnostic::new(word.span, format!("{typed} is no verb of this game")),
            Nearest::One(verb) => Diagnostic::new(
                word.span,
                format!("{typed} is no verb; did you mean `{verb}`?"),
            )
            .help(format!("{verb} {rest}").trim_end()),
            Nearest::Two(first, second) => Diagnostic::new(
                word.span,
                format!("{typed} is no verb; did you mean `{first}` or `{second}`?"),
            ),
        })
    }

    /// Says whether a word is one of the verbs, written out, in any case.
    pub fn is_verb(&self, word: &str) -> bool {
        self.exact(word).is_some()
    }

    fn exact(&self, word: &str) -> Option<V> {
        self.list
            .iter()
            .find(|(spelling, _)| spelling.eq_ignore_ascii_case(word))
            .map(|&(_, verb)| verb)
    }

    /// Finds the verbs that a word begins; two, if their meanings differ.
    fn beginning(&self, word: &str) -> Nearest<(&'static str, V)> {
        if word.len() < SHORTEST_PREFIX {
            return Nearest::None;
        }
        let mut found = Nearest::None;
        for &entry in self.list {
            let begins = entry
                .0
                .get(..word.len())
                .is_some_and(|beginning| beginning.eq_ignore_ascii_case(word));
            match found {
                Nearest::None if begins => found = Nearest::One(entry),
                Nearest::One(first) if begins && first.1 != entry.1 => {
                    found = Nearest::Two(first, entry);
                }
                _ => {}
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERBS: Verbs<char> = Verbs::new(&[
        ("MOVE", 'm'),
        ("FIRE", 'f'),
        ("FACE", 'a'),
        ("FLEE", 'e'),
        ("REFORM", 'r'),
        ("REFORMATION", 'r'),
        ("REACT", 'x'),
    ]);

    #[test]
    fn verbs_are_found_by_unique_beginnings() {
        const CASES: &[(&str, Option<char>)] = &[
            ("move", Some('m')),
            ("Mo", Some('m')),
            ("M", None),
            ("FI", Some('f')),
            ("F", None),
            ("RE", None),
            ("REF", Some('r')),
            ("reform", Some('r')),
            ("REFORMS", None),
            ("né", None),
            ("", None),
        ];
        for (word, verb) in CASES {
            assert_eq!(VERBS.find(word), *verb, "{word}");
        }
    }

    #[test]
    fn what_is_no_verb_is_answered_with_the_nearest_order() {
        const CASES: &[(&str, &str, Option<&str>)] = &[
            (
                "FYRE HM1 VM2",
                "`FYRE` is no verb; did you mean `FIRE`?",
                Some("FIRE HM1 VM2"),
            ),
            ("RE HM1", "`RE` could be `REFORM` or `REACT`", None),
            (
                "FICE HM1",
                "`FICE` is no verb; did you mean `FIRE` or `FACE`?",
                None,
            ),
            (
                "canel STANDING",
                "`canel` is no verb; did you mean `CANCEL`?",
                Some("CANCEL STANDING"),
            ),
            (
                "Greetings from Rome",
                "`Greetings` is no verb of this game",
                None,
            ),
            ("", "expected a verb, found the end of the line", None),
        ];
        for (line, message, help) in CASES {
            let refused = VERBS.read(&mut Cursor::new(line)).unwrap_err();
            assert_eq!(refused.message, *message, "{line}");
            assert_eq!(refused.help.as_deref(), *help, "{line}");
        }
    }
}
