//! Reading one order line word by word, keeping count of what would have been right.

use super::{Diagnostic, Nearest, Span, Word, Words, nearest, quoted, uncommented};

/// The place up to which one line has been read.
///
/// Every look that did not find what it looked for is kept until a word is taken, so that
/// [`Cursor::unexpected`] can name all that could have stood here.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    words: Words<'a>,
    /// What begins at the next word and ends where this cursor ends.
    left: Words<'a>,
    ahead: Option<Word<'a>>,
    last: Span,
    end: usize,
    expected: Expected,
}

/// The things looked for at one place.
#[derive(Debug, Clone, Copy)]
struct Expected {
    list: [(Kind, &'static str); Self::MOST],
    count: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A word to be written as it stands.
    Word,
    /// A description with its article, as `a hex`.
    Thing,
}

impl Expected {
    const MOST: usize = 12;
    const NOTHING: Self = Self {
        list: [(Kind::Word, ""); Self::MOST],
        count: 0,
    };

    fn note(&mut self, kind: Kind, what: &'static str) {
        let entry = (kind, what);
        if self.count < Self::MOST && !self.list[..self.count].contains(&entry) {
            self.list[self.count] = entry;
            self.count += 1;
        }
    }

    /// The words that could have stood here as they are, as spellings of themselves.
    fn words(&self) -> impl Iterator<Item = (&'static str, &'static str)> + Clone + '_ {
        let words = self.list[..self.count].iter();
        words
            .filter(|(kind, _)| *kind == Kind::Word)
            .map(|&(_, word)| (word, word))
    }

    fn sentence(&self) -> String {
        let named: Vec<String> = self.list[..self.count]
            .iter()
            .map(|&(kind, what)| match kind {
                Kind::Word => format!("`{what}`"),
                Kind::Thing => what.to_owned(),
            })
            .collect();
        match named.split_last() {
            None => "the end of the line".to_owned(),
            Some((only, [])) => only.clone(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
        }
    }
}

impl<'a> Cursor<'a> {
    /// Begins to read a line, its comment left out.
    pub fn new(line: &'a str) -> Self {
        let line = uncommented(line);
        Self::within(line, Span::new(0, line.len()))
    }

    /// Begins to read a part of a line, such as [`Cursor::rest`] of another cursor returned; spans
    /// still count from the start of the line.
    pub fn within(line: &'a str, part: Span) -> Self {
        let mut words = Words::within(line, part);
        let left = words.clone();
        let ahead = words.next();
        let end = left.rest().span.end;
        Self {
            words,
            left,
            ahead,
            last: Span::new(end.min(part.start), end.min(part.start)),
            end,
            expected: Expected::NOTHING,
        }
    }

    /// Returns the next word without taking it.
    pub const fn peek(&self) -> Option<Word<'a>> {
        self.ahead
    }

    /// Tells whether every word has been taken.
    pub const fn at_end(&self) -> bool {
        self.ahead.is_none()
    }

    /// Takes the next word if it is this one, in any case.
    pub fn eat_word(&mut self, word: &'static str) -> bool {
        let is_here = self.is_at(word);
        if is_here {
            self.next();
        } else {
            self.expected.note(Kind::Word, word);
        }
        is_here
    }

    /// Tells whether the next word is this one, in any case, without noting it as expected.
    pub fn is_at(&self, word: &str) -> bool {
        self.ahead.is_some_and(|ahead| ahead.is(word))
    }

    /// Takes this word, in any case, or says that it is missing.
    pub fn word(&mut self, word: &'static str) -> Result<(), Diagnostic> {
        if self.eat_word(word) {
            Ok(())
        } else {
            Err(self.unexpected())
        }
    }

    /// Takes the next word if it is in a list, and returns what it means there.
    pub fn eat_one_of<T: Copy>(&mut self, list: &[(&'static str, T)]) -> Option<T> {
        for &(word, meaning) in list {
            if self.eat_word(word) {
                return Some(meaning);
            }
        }
        None
    }

    /// Takes a word of a list and returns what it means there, or says which could stand here.
    pub fn one_of<T: Copy>(&mut self, list: &[(&'static str, T)]) -> Result<T, Diagnostic> {
        self.eat_one_of(list).ok_or_else(|| self.unexpected())
    }

    /// Takes the next word whatever it is; `thing` says what it stands for, as `a unit`.
    pub fn any(&mut self, thing: &'static str) -> Result<Word<'a>, Diagnostic> {
        self.expect(thing);
        match self.ahead {
            Some(word) => {
                self.next();
                Ok(word)
            }
            None => Err(self.unexpected()),
        }
    }

    /// Says that nothing more may follow.
    pub fn end(&mut self) -> Result<(), Diagnostic> {
        if self.at_end() {
            return Ok(());
        }
        self.expect("the end of the line");
        Err(self.unexpected())
    }

    /// Notes that a thing could stand here, as `a unit`.
    pub fn expect(&mut self, thing: &'static str) {
        self.expected.note(Kind::Thing, thing);
    }

    /// Says what could have stood here and what was found.
    pub fn unexpected(&self) -> Diagnostic {
        let found = match self.ahead {
            Some(word) => quoted(word.text),
            None => "the end of the line".to_owned(),
        };
        let expected = self.expected.sentence();
        let diagnostic =
            Diagnostic::new(self.here(), format!("expected {expected}, found {found}"));
        match self
            .ahead
            .map(|word| nearest(word.text, self.expected.words()))
        {
            Some(Nearest::One(meant)) => diagnostic.help(self.line_with(self.here(), meant)),
            _ => diagnostic,
        }
    }

    /// Returns the span of the word taken last.
    pub const fn span(&self) -> Span {
        self.last
    }

    /// Returns the span of the next word, or the empty one behind the last.
    pub fn here(&self) -> Span {
        self.ahead
            .map_or(Span::new(self.end, self.end), |word| word.span)
    }

    /// Returns the span from the start of an earlier word to the end of the word taken last.
    pub const fn since(&self, first: Span) -> Span {
        first.to(self.last)
    }

    /// Returns everything that has not been taken, without blanks around it.
    pub fn rest(&self) -> Word<'a> {
        self.left.rest()
    }

    /// Takes everything that is left and returns it.
    pub fn take_rest(&mut self) -> Word<'a> {
        let rest = self.rest();
        while self.next().is_some() {}
        rest
    }

    /// Writes the line with other words in place of those at a span.
    pub fn line_with(&self, span: Span, words: &str) -> String {
        let line = self.left.line();
        let after = line[span.end..].trim_end();
        format!("{}{words}{after}", line[..span.start].trim_start())
    }

    /// Parts what is left at its first `ELSE` that stands outside parentheses.
    pub fn split_else(self) -> (Self, Option<Self>) {
        let mut depth = 0_usize;
        for word in self.left.clone() {
            match word.text {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ if depth == 0 && word.is("ELSE") => {
                    let line = self.left.line();
                    let before = Span::new(self.here().start, word.span.start);
                    let behind = Span::new(word.span.end, line.len());
                    return (Self::within(line, before), Some(Self::within(line, behind)));
                }
                _ => {}
            }
        }
        (self, None)
    }
}

impl<'a> Iterator for Cursor<'a> {
    type Item = Word<'a>;

    /// Takes the next word.
    fn next(&mut self) -> Option<Word<'a>> {
        let taken = self.ahead?;
        self.last = taken.span;
        self.left = self.words.clone();
        self.ahead = self.words.next();
        self.expected.count = 0;
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_are_taken_in_any_case() {
        let mut cursor = Cursor::new("shock HH1 on RM1 # now");
        assert!(cursor.eat_word("SHOCK"));
        assert_eq!(cursor.any("a unit").unwrap().text, "HH1");
        assert!(cursor.word("ON").is_ok());
        assert_eq!(cursor.rest().text, "RM1");
        assert_eq!(cursor.next().map(|word| word.text), Some("RM1"));
        assert!(cursor.at_end() && cursor.end().is_ok());
    }

    #[test]
    fn everything_looked_for_is_named() {
        let mut cursor = Cursor::new("REACT HL3 xyz");
        cursor.next();
        cursor.next();
        cursor.expect("a hex");
        assert_eq!(cursor.eat_one_of(&[("FIRE", 1), ("HOLD", 2)]), None);
        assert!(!cursor.eat_word("FIRE"), "named once");
        let diagnostic = cursor.end().unwrap_err();
        assert_eq!(
            diagnostic.message,
            "expected a hex, `FIRE`, `HOLD` or the end of the line, found `xyz`"
        );
        assert_eq!(diagnostic.span, Span::new(10, 13));
    }

    #[test]
    fn taking_a_word_forgets_what_was_looked_for_before_it() {
        let mut cursor = Cursor::new("ON RM1");
        cursor.expect("a unit");
        assert!(cursor.eat_word("ON"));
        assert_eq!(
            cursor.word("ALL").unwrap_err().message,
            "expected `ALL`, found `RM1`"
        );
    }

    #[test]
    fn a_missing_word_is_missed_behind_the_last() {
        let mut cursor = Cursor::new("SHOCK   # whom?");
        cursor.next();
        let diagnostic = cursor.any("a unit").unwrap_err();
        assert_eq!(
            diagnostic.message,
            "expected a unit, found the end of the line"
        );
        assert_eq!(diagnostic.span, Span::new(5, 5));
    }

    #[test]
    fn else_parts_the_line_but_not_inside_parentheses() {
        const CASES: &[(&str, &str, Option<&str>)] = &[
            ("MOVE a 1412", "MOVE a 1412", None),
            ("MOVE a 1412 ELSE PASS", "MOVE a 1412", Some("PASS")),
            ("a else b ELSE c", "a", Some("b ELSE c")),
            ("a (b ELSE c) ELSE d", "a (b ELSE c)", Some("d")),
            (
                "CARD BY RATIO 1/1:as ELSE:al",
                "CARD BY RATIO 1/1:as ELSE:al",
                None,
            ),
            ("ELSE", "", Some("")),
        ];
        for (line, before, behind) in CASES {
            let (first, second) = Cursor::new(line).split_else();
            assert_eq!(first.rest().text, *before, "{line}");
            assert_eq!(second.map(|cursor| cursor.rest().text), *behind, "{line}");
        }
    }

    #[test]
    fn both_parts_keep_their_place_in_the_line() {
        let line = "MOVE a 1412 ELSE FACE b";
        let (first, second) = Cursor::new(line).split_else();
        assert_eq!(first.last().map(|word| word.span), Some(Span::new(7, 11)));
        let mut second = second.unwrap();
        assert_eq!(second.here(), Span::new(17, 21));
        second.take_rest();
        assert_eq!(second.here(), Span::new(23, 23));
    }

    proptest! {
        #[test]
        fn no_line_breaks_the_cursor(line in ".{0,80}", skipped in 0_usize..12) {
            let mut cursor = Cursor::new(&line);
            for _ in 0..skipped {
                cursor.next();
            }
            let (mut first, second) = cursor.clone().split_else();
            let _ = (first.hex(), first.path(), first.facing(), first.number(), first.end());
            if let Some(mut second) = second {
                let _ = (second.hexes(), second.eat_facing(), second.any("a word"));
            }
            let rest = cursor.rest();
            prop_assert_eq!(&line[rest.span.start..rest.span.end], rest.text);
            prop_assert!(cursor.here().end <= line.len());
            prop_assert!(cursor.unexpected().span.start <= line.len());
        }
    }
}
