//! Lines between marks that people and programs set round what they quote, show or leave out.

use super::body::BodyLine;
use super::normalise::{is_invisible, visible};

/// Between which marks a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Enclosure {
    /// `[quote]` and `[/quote]`, or the marks themselves.
    Quote,
    /// `/*` and `*/`, or `<!--` and `-->`.
    Comment,
    /// Two lines of backticks or tildes; these count as orders do, but a word of everyday speech is shown there.
    Fence,
    /// A mark without its end: nobody can say how far it reaches.
    Unclosed,
}

impl Enclosure {
    /// Says in words why lines between such marks do not count, if they do not.
    pub(super) fn words(self) -> Option<&'static str> {
        match self {
            Self::Quote => Some("it stands between marks of a quotation"),
            Self::Comment => Some("it stands between marks of a comment"),
            Self::Fence | Self::Unclosed => None,
        }
    }
}

/// A pair of marks: how a line begins that opens, and what it or a later one has that closes.
const PAIRS: [(&str, &str, Enclosure); 7] = [
    ("[quote", "[/quote]", Enclosure::Quote),
    ("<quote", "</quote>", Enclosure::Quote),
    ("<blockquote", "</blockquote>", Enclosure::Quote),
    ("{quote", "{quote}", Enclosure::Quote),
    ("[spoiler", "[/spoiler]", Enclosure::Quote),
    ("/*", "*/", Enclosure::Comment),
    ("<!--", "-->", Enclosure::Comment),
];

/// No line that says in words that a quotation begins is as long.
const LONGEST_MARK: usize = 80;

/// Lines that say in words that a quotation begins, or ends.
const QUOTE_BEGINS: [&str; 7] = [
    "begin quote",
    "begin quotation",
    "begin_quote",
    "start quote",
    "start of quote",
    "zitat anfang",
    "début de citation",
];
const QUOTE_ENDS: [&str; 8] = [
    "end quote",
    "end quotation",
    "end_quote",
    "end of quote",
    "unquote",
    "zitat ende",
    "ende zitat",
    "fin de citation",
];

/// Takes rules and brackets off a line.
fn bare(line: &str) -> &str {
    line.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Says of every line between which marks it stands, if any.
pub(super) fn enclosures(lines: &[BodyLine]) -> Vec<Option<Enclosure>> {
    if !lines.iter().any(|line| may_be_mark(&line.text)) {
        return vec![None; lines.len()];
    }
    let texts: Vec<_> = lines
        .iter()
        .map(|line| visible(&line.text).trim().to_lowercase())
        .collect();
    let mut found = vec![None; lines.len()];
    let mut at = 0;
    while at < lines.len() {
        at = match enclosure_at(&texts, at) {
            Some((last, enclosure)) => {
                found[at..=last].fill(Some(enclosure));
                last + 1
            }
            None => at + 1,
        };
    }
    found
}

/// Says whether a line could be a mark: most mails have none.
fn may_be_mark(line: &str) -> bool {
    let text = line.trim_start_matches(|c: char| c.is_whitespace() || is_invisible(c));
    let names_quotation = || {
        ["uot", "UOT", "itat", "ITAT"]
            .iter()
            .any(|word| text.contains(word))
    };
    text.starts_with(['[', '<', '{', '/', '`', '~'])
        || text.len() < LONGEST_MARK && names_quotation()
}

/// Finds what begins at a line, and its last line.
fn enclosure_at(texts: &[String], at: usize) -> Option<(usize, Enclosure)> {
    let text = texts[at].as_str();
    if let Some(fence) = fence(text) {
        let rest = &texts[at + 1..];
        let end = rest.iter().position(|line| *line == fence);
        return end.map(|end| (at + 1 + end, Enclosure::Fence));
    }
    if QUOTE_BEGINS.contains(&bare(text)) {
        let rest = &texts[at + 1..];
        let end = rest
            .iter()
            .position(|line| QUOTE_ENDS.contains(&bare(line)));
        return Some(match end {
            Some(end) => (at + 1 + end, Enclosure::Quote),
            None => (texts.len() - 1, Enclosure::Unclosed),
        });
    }
    let (open, close, enclosure) = PAIRS.iter().find(|(open, ..)| text.starts_with(open))?;
    let is_closing = |line: usize| {
        let text = if line == at {
            &text[open.len()..]
        } else {
            texts[line].as_str()
        };
        text.contains(close)
    };
    let Some(end) = (at..texts.len()).find(|&line| is_closing(line)) else {
        return Some((texts.len() - 1, Enclosure::Unclosed));
    };
    // A line with words behind the closing mark is read like any other.
    match (texts[end].ends_with(close), end.checked_sub(1)) {
        (true, _) => Some((end, *enclosure)),
        (false, Some(last)) if last >= at => Some((last, *enclosure)),
        (false, _) => None,
    }
}

/// Returns the fence that a line is, without the name of a language behind it.
fn fence(line: &str) -> Option<String> {
    let sign = line.chars().next().filter(|c| "`~".contains(*c))?;
    let count = line.chars().take_while(|&c| c == sign).count();
    let name = &line[count..];
    let is_fence = count >= 3 && name.chars().all(|c| c.is_ascii_alphanumeric());
    is_fence.then(|| sign.to_string().repeat(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let lines: Vec<_> = text.lines().map(BodyLine::plain).collect();
        let letter = |found: &Option<Enclosure>| match found {
            None => '.',
            Some(Enclosure::Quote) => 'q',
            Some(Enclosure::Comment) => 'c',
            Some(Enclosure::Fence) => 'f',
            Some(Enclosure::Unclosed) => 'u',
        };
        enclosures(&lines).iter().map(letter).collect()
    }

    #[test]
    fn marks_enclose_what_stands_between_them() {
        assert_eq!(read("a\n[quote=Bruno]\nRESIGN\n[/quote]\nGO"), ".qqq.");
        assert_eq!(read("[QUOTE]RESIGN[/QUOTE]\nGO"), "q.");
        assert_eq!(read("/* RESIGN */\nGO\n/*\nRESIGN\n*/\nGO"), "c.ccc.");
        assert_eq!(read("<!-- old\nRESIGN -->\nGO"), "cc.");
        assert_eq!(read("/* x */ GO"), ".");
        assert_eq!(read("/*\nx\n*/ GO"), "cc.");
        assert_eq!(read("```text\nSTAND u\n```\nGO"), "fff.");
        assert_eq!(
            read("--- begin quote ---\nx\n--- end quote ---\nGO"),
            "qqq."
        );
        assert_eq!(read("{quote}\nx\n{quote}\nGO"), "qqq.");
    }

    #[test]
    fn a_mark_without_its_end_is_told_apart_and_a_lone_fence_is_nothing() {
        assert_eq!(read("GO\n[quote]\nRESIGN"), ".uu");
        assert_eq!(read("/* RESIGN\nGO"), "uu");
        assert_eq!(read("```\nGO"), "..");
        assert_eq!(read("/ GO\n[x] GO\n``x``"), "...");
    }
}
