//! Words of an order line, with the bytes they stand at.

/// Where a word stands in its line, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// Creates a span.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Returns the span from the start of this one to the end of another.
    #[must_use]
    pub const fn to(self, last: Self) -> Self {
        Self::new(self.start, last.end)
    }
}

/// A word and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word as the player wrote it.
    pub text: &'a str,
    /// Its place in the line.
    pub span: Span,
}

impl Word<'_> {
    /// Tells whether this is that word, in any case.
    pub const fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }
}

/// The words of one line, without its comment.
///
/// Blanks part words. A comma, a parenthesis and a run of `<`, `>` and `=` are words of their
/// own, so that `NET>=-1` has three words and `1612,1613` too.
#[derive(Debug, Clone)]
pub struct Words<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    /// Splits a line.
    pub fn new(line: &'a str) -> Self {
        Self::within(uncommented(line), Span::new(0, usize::MAX))
    }

    /// Splits a part of a line, comment marks in it not minded; spans count from the line's start.
    pub(super) fn within(line: &'a str, part: Span) -> Self {
        Self {
            line: &line[..part.end.min(line.len())],
            at: part.start.min(line.len()),
        }
    }

    /// Returns the line, up to where these words end.
    pub(super) const fn line(&self) -> &'a str {
        self.line
    }

    /// Returns what is left, without blanks around it.
    pub fn rest(&self) -> Word<'a> {
        let left = &self.line[self.at..];
        let text = left.trim();
        let start = self.at + (left.len() - left.trim_start().len());
        Word {
            text,
            span: Span::new(start, start + text.len()),
        }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let rest = self.line[self.at..].trim_start();
        let first = *rest.as_bytes().first()?;
        let length = if is_mark(first) {
            1
        } else if is_comparison(first) {
            length_while(rest, is_comparison)
        } else {
            length_of_word(rest)
        };
        let start = self.line.len() - rest.len();
        self.at = start + length;
        Some(Word {
            text: &rest[..length],
            span: Span::new(start, self.at),
        })
    }
}

const fn is_mark(byte: u8) -> bool {
    matches!(byte, b',' | b'(' | b')')
}

const fn is_comparison(byte: u8) -> bool {
    matches!(byte, b'<' | b'>' | b'=')
}

fn length_while(text: &str, test: impl Fn(u8) -> bool) -> usize {
    text.bytes()
        .position(|byte| !test(byte))
        .unwrap_or(text.len())
}

fn length_of_word(text: &str) -> usize {
    let plain = length_while(text, |byte| {
        byte.is_ascii() && !byte.is_ascii_whitespace() && !is_mark(byte) && !is_comparison(byte)
    });
    if text.as_bytes().get(plain).is_none_or(u8::is_ascii) {
        return plain;
    }
    text.find(|c: char| {
        c.is_whitespace() || u8::try_from(c).is_ok_and(|b| is_mark(b) || is_comparison(b))
    })
    .unwrap_or(text.len())
}

/// Cuts the comment off an order line: from `#` or `;` on, or from `//` at the start of a word.
pub fn uncommented(line: &str) -> &str {
    cut(line, |at, mark| mark != "//" || starts_word(line, at))
}

/// Returns the sign of the comment behind an order, and what the comment says; none where a line is nothing else.
///
/// ```
/// use tesserarius::orders::comment;
///
/// assert_eq!(comment("GO; now"), Some((";", "now")));
/// assert_eq!(comment("# now"), None);
/// ```
pub fn comment(line: &str) -> Option<(&str, &str)> {
    let order = uncommented(line);
    let behind = &line[order.len()..];
    let length = if behind.starts_with("//") { 2 } else { 1 };
    let (sign, _) = behind.split_at_checked(length)?;
    let said = behind.trim_matches(|c: char| c.is_whitespace() || "#;/".contains(c));
    (!order.trim().is_empty() && !said.is_empty()).then_some((sign, said))
}

/// Cuts the comment off a line that may end in a reason: what follows the word `BECAUSE` is its writer's own text, where
/// no mark counts. With `parted` a semicolon parts what stands before it.
pub fn uncommented_before_reason(line: &str, parted: bool) -> &str {
    let kept = cut(line, |at, mark| match mark {
        ";" => !parted,
        "#" => true,
        _ => starts_word(line, at),
    });
    match Words::within(kept, Span::new(0, kept.len())).any(|word| word.is("BECAUSE")) {
        true => line,
        false => kept,
    }
}

fn starts_word(line: &str, at: usize) -> bool {
    line[..at]
        .chars()
        .next_back()
        .is_none_or(char::is_whitespace)
}

fn cut(line: &str, begins_comment: impl Fn(usize, &str) -> bool) -> &str {
    let bytes = line.as_bytes();
    let comment = (0..bytes.len()).find(|&at| match bytes[at] {
        b'#' => begins_comment(at, "#"),
        b';' => begins_comment(at, ";"),
        b'/' => bytes.get(at + 1) == Some(&b'/') && begins_comment(at, "//"),
        _ => false,
    });
    comment.map_or(line, |at| &line[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_split_into_words() {
        const CASES: &[(&str, &[&str])] = &[
            ("", &[]),
            ("  \t ", &[]),
            (
                "MOVE hun-lc-3  1614\t1514",
                &["MOVE", "hun-lc-3", "1614", "1514"],
            ),
            (
                "FLEE all:lc TO 1612,1613",
                &["FLEE", "all:lc", "TO", "1612", ",", "1613"],
            ),
            (
                "REACT ALL:MI FIRE NET>=-1",
                &["REACT", "ALL:MI", "FIRE", "NET", ">=", "-1"],
            ),
            ("CARD BY RATIO 1/1:as", &["CARD", "BY", "RATIO", "1/1:as"]),
            ("NOT(a OR b)", &["NOT", "(", "a", "OR", "b", ")"]),
            ("FACE HL3\u{a0}6", &["FACE", "HL3", "6"]),
            ("zürich,ö b", &["zürich", ",", "ö", "b"]),
            ("GO # now", &["GO"]),
            ("FACE HL3 6; ok", &["FACE", "HL3", "6"]),
            ("FACE HL3 6 // ok", &["FACE", "HL3", "6"]),
            ("// ok", &[]),
            ("a//b c", &["a//b", "c"]),
        ];
        for (line, words) in CASES {
            let split: Vec<&str> = Words::new(line).map(|word| word.text).collect();
            assert_eq!(&split, words, "{line}");
        }
    }

    #[test]
    fn spans_are_the_bytes_of_the_line() {
        let line = "  MOVE zürich,1614 # x";
        for word in Words::new(line) {
            assert_eq!(&line[word.span.start..word.span.end], word.text);
        }
        let mut words = Words::new(line);
        words.next();
        assert_eq!(words.rest().text, "zürich,1614");
        assert_eq!(words.rest().span, Span::new(7, 19));
    }

    #[test]
    fn a_reason_is_kept_whole_and_what_stands_before_it_is_not() {
        const CASES: &[(&str, bool, &str)] = &[
            ("UNDO 5 # oops", false, "UNDO 5 "),
            ("UNDO 5; oops", false, "UNDO 5"),
            (
                "UNDO because of #3; sorry",
                false,
                "UNDO because of #3; sorry",
            ),
            ("UNDO 5 # because I erred", false, "UNDO 5 "),
            (
                "CORRECT a.x = 1; b.x = 2 # so",
                true,
                "CORRECT a.x = 1; b.x = 2 ",
            ),
            (
                "CORRECT a.x = 1 BECAUSE a // b",
                true,
                "CORRECT a.x = 1 BECAUSE a // b",
            ),
            ("VOID // why", false, "VOID "),
        ];
        for (line, parted, kept) in CASES {
            assert_eq!(uncommented_before_reason(line, *parted), *kept, "{line}");
        }
    }
}
