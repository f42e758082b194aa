//! A language that reads each line of a mail once, however often the reader asks what it says.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::world::{Language, Parsed, Tail};

/// Longer lines are not kept.
const LONGEST: usize = 256;

/// More lines are not kept.
const MOST: usize = 1_000;

/// A language with what it said of the lines that it was asked about.
pub(super) struct Recall<'a> {
    language: &'a dyn Language,
    parsed: RefCell<BTreeMap<String, Parsed>>,
}

impl<'a> Recall<'a> {
    /// Creates the memory for one mail.
    pub(super) fn of(language: &'a dyn Language) -> Self {
        Self {
            language,
            parsed: RefCell::default(),
        }
    }
}

impl Language for Recall<'_> {
    fn parse(&self, line: &str) -> Parsed {
        if let Some(parsed) = self.parsed.borrow().get(line) {
            return parsed.clone();
        }
        let parsed = self.language.parse(line);
        let mut known = self.parsed.borrow_mut();
        if line.len() <= LONGEST && known.len() < MOST {
            known.insert(line.to_owned(), parsed.clone());
        }
        parsed
    }

    fn is_verb(&self, word: &str) -> bool {
        self.language.is_verb(word)
    }

    fn tail(&self, line: &str) -> Tail {
        self.language.tail(line)
    }

    fn is_deed(&self, line: &str) -> bool {
        self.language.is_deed(line)
    }

    fn no_verb(&self) -> &'static str {
        self.language.no_verb()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Counts how often it is asked.
    struct Counting(Cell<usize>);

    impl Language for Counting {
        fn parse(&self, line: &str) -> Parsed {
            self.0.set(self.0.get() + 1);
            Parsed::BreaksOff {
                because: line.to_owned(),
            }
        }

        fn is_verb(&self, word: &str) -> bool {
            word == "GO"
        }
    }

    #[test]
    fn each_line_is_read_once_and_every_answer_is_its_own() {
        let counting = Counting(Cell::new(0));
        let recall = Recall::of(&counting);
        for line in ["GO", "WAIT", "GO", "WAIT", "GO"] {
            let expected = Parsed::BreaksOff {
                because: line.to_owned(),
            };
            assert_eq!(recall.parse(line), expected);
        }
        assert_eq!(counting.0.get(), 2);
        let long = "x".repeat(LONGEST + 1);
        recall.parse(&long);
        recall.parse(&long);
        assert_eq!(counting.0.get(), 4, "what nobody writes is not kept");
        assert!(recall.is_verb("GO") && !recall.is_verb("WAIT"));
    }
}
