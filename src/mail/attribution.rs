//! The line, or the few lines, that say when somebody wrote what is quoted below.

use super::phrases::{WROTE_INSIDE, WROTE_LAST};

/// Longer than this no attribution is, even with a long address in it.
const LONGEST: usize = 400;

/// Says whether a folded line could be the last one of an attribution.
pub fn may_end(line: &str) -> bool {
    line.ends_with([':', '\u{ff1a}']) || line.ends_with("---")
}

/// Says whether a folded text is a dated attribution.
pub fn is_attribution(text: &str) -> bool {
    let Some(text) = unframed(text) else {
        return false;
    };
    if text.len() > LONGEST || !is_dated(text) {
        return false;
    }
    ends_in_wrote(text)
        || has_wrote_before_name(text)
        || has_bracketed_address(text)
        || ends_in_address_after_time(text)
}

/// Says whether a text is a date, a time of day, at most one word, and an address: `24. nov. 2026, 19:02 von a@b`.
fn ends_in_address_after_time(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let begins_with_date = words
        .iter()
        .take(2)
        .any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let Some((address, before)) = words.split_last() else {
        return false;
    };
    let is_address = address.split_once('@').is_some_and(|(local, domain)| {
        !local.is_empty() && domain.contains('.') && domain.ends_with(char::is_alphanumeric)
    });
    let is_time = |word: &&str| has_pattern(word.trim_end_matches(','), &[':', '.'], 2);
    let after_time = match before {
        [.., time, word] if word.chars().all(char::is_alphabetic) => is_time(time),
        [.., time] => is_time(time),
        [] => false,
    };
    begins_with_date && is_address && after_time
}

/// Takes off the colon at the end, or the rules round the whole, as in `---- On ... wrote ----`.
fn unframed(text: &str) -> Option<&str> {
    let text = match text.strip_suffix([':', '\u{ff1a}']) {
        Some(text) => text,
        None => text.strip_prefix("---")?.strip_suffix("---")?,
    };
    Some(text.trim_matches(|c| c == '-' || c == ' '))
}

/// Says whether a text names a day or a time of day.
pub(super) fn is_dated(text: &str) -> bool {
    let numbers: Vec<&str> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|run| !run.is_empty())
        .collect();
    let has_year = numbers
        .iter()
        .any(|n| n.len() == 4 && (n.starts_with("19") || n.starts_with("20")));
    has_year
        || has_pattern(text, &['/', '.', '-'], 3)
        || has_pattern(text, &[':'], 2)
        || has_pattern(text, &['.'], 2)
}

/// Says whether numbers of one or two digits stand in a row with one of the separators between them.
fn has_pattern(text: &str, separators: &[char], count: usize) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || separators.contains(&c);
    text.split(|c: char| !is_part(c)).any(|run| {
        let fields: Vec<_> = run.trim_matches(separators).split(separators).collect();
        fields.len() >= count && fields.iter().all(|f| (1..=2).contains(&f.len()))
    })
}

fn ends_in_wrote(text: &str) -> bool {
    WROTE_LAST.iter().any(|verb| {
        text.strip_suffix(verb).is_some_and(|before| {
            // Scripts without blanks between words have none before the verb either.
            before.ends_with([' ', '>', ')', '"', '\'', ','])
                || before.is_empty()
                || !verb.is_ascii() && !starts_latin(verb)
        })
    })
}

fn starts_latin(verb: &str) -> bool {
    verb.chars().next().is_some_and(|c| (c as u32) < 0x250)
}

/// Says whether a verb of writing stands in the text and only a name, an address or a date follows it.
fn has_wrote_before_name(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let Some(at) = words
        .iter()
        .rposition(|word| WROTE_INSIDE.contains(&word.trim_matches(['(', ',', ')'])))
    else {
        return false;
    };
    let after = words[at + 1..].join(" ");
    let before = words[..at].join(" ");
    let is_name = after.split(' ').count() <= 4 && !after.contains(['.', '!', '?']);
    // "Tessera <address> schrieb am Di., 24. Nov. 2026, 19:02:" has the date behind the verb.
    let ends_in_date = without_clock_word(&after)
        .ends_with(|c: char| c.is_ascii_digit() || c == ')')
        && after.split(' ').count() <= 8;
    let is_date = ends_in_date
        && is_dated(&after)
        && (before.contains('@') || before.split(' ').count() <= 4);
    (is_dated(&before) && (is_name || has_bracketed_address(&after) || after.contains('@')))
        || is_date
}

/// Words that may stand behind a time of day.
const CLOCK_WORDS: [&str; 16] = [
    " am", " pm", " a.m.", " p.m.", " uhr", " h", " cet", " cest", " mez", " mesz", " gmt", " utc",
    " bst", " est", " edt", " msk",
];

fn without_clock_word(text: &str) -> &str {
    CLOCK_WORDS
        .iter()
        .find_map(|word| text.strip_suffix(word))
        .unwrap_or(text)
}

/// Says whether a text holds an address in angle brackets: beside a date, that is an attribution in any language.
pub(super) fn has_bracketed_address(text: &str) -> bool {
    text.match_indices('<').any(|(at, _)| {
        let inner = text[at + 1..].split('>').next().unwrap_or_default().trim();
        inner.len() + at + 1 < text.len() && inner.contains('@') && !inner.contains(' ')
    })
}
