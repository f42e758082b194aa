//! A line as it is compared and parsed: what cannot be seen is dropped, and spellings that mail programs and
//! keyboards put in place of plain ones are turned back.

use unicode_normalization::UnicodeNormalization;

use super::plain::{plain_arrows, plain_dash, plain_digit};
use super::world::Tail;

/// A line after cleaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cleaned {
    /// The text to parse; empty if the line held only a comment or nothing.
    Text {
        /// The cleaned text.
        text: String,
        /// The comment that was cut off.
        comment: Option<String>,
    },
    /// The line is struck out sign by sign.
    Struck,
    /// The line holds a sign that cannot be read for certain.
    Unreadable,
}

/// What cleaning must know of the language: its verbs, and what follows them.
pub struct Words<'a> {
    /// Says whether a word is a verb.
    pub is_verb: &'a dyn Fn(&str) -> bool,
    /// Says what follows the verb of a line.
    pub tail: &'a dyn Fn(&str) -> Tail,
}

/// Says whether a sign shows nothing: zero widths, direction marks, soft hyphens, variation selectors, controls.
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
        || (c.is_control() && c != '\t')
}

/// Drops what shows nothing.
pub fn visible(line: &str) -> String {
    let is_seen = |byte: u8| byte == b'\t' || byte == b' ' || byte.is_ascii_graphic();
    if line.bytes().all(is_seen) {
        return line.to_owned();
    }
    line.chars().filter(|&c| !is_invisible(c)).collect()
}

/// Cleans one line that is not quoted.
pub fn clean(line: &str, words: &Words<'_>) -> Cleaned {
    let line = visible(line);
    if line.chars().any(|c| ('\u{335}'..='\u{338}').contains(&c)) {
        return Cleaned::Struck;
    }
    if line.contains('\u{fffd}') {
        return Cleaned::Unreadable;
    }
    let line = without_number_sign(&line);
    let plain = without_list_mark(&plainly(line), words.is_verb);
    match (words.tail)(&plain) {
        Tail::Talk => Cleaned::Text {
            text: as_written(line, plain),
            comment: None,
        },
        _ if holds_raised_digit(line) => Cleaned::Unreadable,
        Tail::Reason => Cleaned::Text {
            text: plain,
            comment: None,
        },
        Tail::Words => {
            let (kept, comment) = without_comment(&plain);
            Cleaned::Text {
                text: canonical(kept),
                comment: comment.map(str::to_owned),
            }
        }
    }
}

/// Spells a line as plainly as keyboards do, with one blank between words.
fn plainly(line: &str) -> String {
    let plain: String = line
        .chars()
        .map(|c| plain_digit(plain_dash(c)))
        .collect::<String>()
        .nfkc()
        .collect();
    one_blank(&without_dialling(&plain_arrows(&plain)))
}

/// Gives talk its own dashes, quotes and letters back: only the verb had to be found.
fn as_written(line: &str, plain: String) -> String {
    let mut found = None;
    for (at, _) in line.match_indices(' ') {
        let tail = plainly(&line[at..]);
        if !tail.is_empty() && plain.ends_with(&tail) {
            let head = plain[..plain.len() - tail.len()].trim_end();
            // The longest tail that begins behind a verb.
            if !head.is_empty() {
                found = Some(format!("{head} {}", one_blank(&line[at..])));
                break;
            }
        }
    }
    found.unwrap_or(plain)
}

/// Applies to a line, or to several put together, what can only be seen when the whole order is there.
pub fn canonical(line: &str) -> String {
    let unquoted: Vec<_> = line.split(' ').map(without_quotes).collect();
    let joined = hyphens_between_hexes(&unquoted.join(" "));
    let trimmed = joined.trim();
    let ends = ['.', '\u{3002}', '!'];
    let whole = match trimmed.strip_suffix(ends) {
        Some(rest) if !rest.ends_with(ends) => rest.trim_end(),
        _ => trimmed,
    };
    // `CHECK:` is a heading and the order that it names.
    match whole.strip_suffix(':') {
        Some(word) if !word.contains(' ') => word.to_owned(),
        _ => whole.to_owned(),
    }
}

/// Raised, lowered and circled digits are footnotes as often as numbers; folding would make another unit of one.
fn holds_raised_digit(line: &str) -> bool {
    line.chars().any(|c| {
        matches!(c, '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{2070}' | '\u{2074}'..='\u{2079}' | '\u{2080}'..='\u{2089}')
            || is_number_sign(c)
    })
}

fn is_number_sign(c: char) -> bool {
    matches!(c, '\u{2460}'..='\u{249b}' | '\u{24ea}'..='\u{24ff}' | '\u{2776}'..='\u{2793}' | '\u{3251}'..='\u{325f}')
}

/// Takes a circled number off the front: it numbers the line.
fn without_number_sign(line: &str) -> &str {
    let trimmed = line.trim_start();
    let rest = trimmed.trim_start_matches(is_number_sign);
    if rest.len() < trimmed.len() {
        rest.trim_start_matches('.')
    } else {
        line
    }
}

/// Drops the target that Outlook writes behind numbers it takes for a telephone's: `1609-1508<tel:1609-1508>`.
fn without_dialling(line: &str) -> String {
    const MARK: &str = "<tel:";
    let digits = |text: &str| -> Vec<u8> { text.bytes().filter(u8::is_ascii_digit).collect() };
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(MARK) {
        let Some(length) = rest[at..].find('>') else {
            break;
        };
        let number = digits(&rest[at + MARK.len()..at + length]);
        out.push_str(&rest[..at]);
        // Another number than the one before it is no link to that.
        if number.is_empty() || !digits(&out).ends_with(&number) {
            out.push_str(&rest[at..=at + length]);
        }
        rest = &rest[at + length + 1..];
    }
    out + rest
}

fn one_blank(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Signs that stand before the items of a list, private ones being the bullets of Symbol and Wingdings.
const BULLETS: &str = "-*+\u{2022}\u{b7}\u{2023}\u{25e6}\u{25aa}\u{25ab}\u{25a0}\u{25a1}\u{25cf}\u{25cb}\u{25c6}\u{25c7}\
\u{2605}\u{2606}\u{2610}\u{2611}\u{2713}\u{2714}\u{2756}\u{2666}\u{29bf}\u{204c}\u{204d}\u{203a}\u{f0b7}\u{f0a7}\u{f0d8}\u{f076}\u{f0fc}\u{20e3}\u{30fb}\
\u{2705}\u{1f449}\u{1f538}\u{1f539}\u{2612}\u{25a2}\u{25fb}\u{2b1c}\u{1f532}";

/// Boxes made of brackets, and the letter that is a bullet in the text of Word.
const BOXES: [&str; 10] = [
    "[ ]",
    "[x]",
    "[X]",
    "[]",
    "[_]",
    "[*]",
    "[\u{2713}]",
    "[\u{2714}]",
    "( )",
    "o ",
];

/// Pictures that say no, or ask.
const REFUSING: &str = "\u{274c}\u{274e}\u{2716}\u{2717}\u{2718}\u{1f6ab}\u{26d4}\u{1f6d1}\u{1f44e}\u{2753}\u{2754}\u{1f914}\
\u{1f645}\u{1f5d1}\u{2702}\u{23f8}";

/// Says whether a sign is a picture that people put before the items of a list.
pub(super) fn is_picture(c: char) -> bool {
    matches!(c, '\u{1f300}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}')
        && !REFUSING.contains(c)
        && !is_number_sign(c)
}

/// Drops list marks and emphasis before a verb; a line without a verb behind them stays as it is.
fn without_list_mark(line: &str, is_verb: &dyn Fn(&str) -> bool) -> String {
    let mut rest = line;
    for _ in 0..4 {
        let first = rest.split(' ').next().unwrap_or_default();
        if is_verb(first) {
            return rest.to_owned();
        }
        if let Some(plain) = without_emphasis(rest, is_verb) {
            return plain;
        }
        match after_mark(rest) {
            Some(after) if after.len() < rest.len() => rest = after,
            _ => break,
        }
    }
    line.to_owned()
}

/// Returns what follows one list mark: a bullet, a number or letter with its dot or bracket, an empty or ticked box.
fn after_mark(line: &str) -> Option<&str> {
    if let Some(after) = line.strip_prefix("->").or_else(|| line.strip_prefix("=>")) {
        return Some(after.trim_start());
    }
    for mark in BOXES {
        if let Some(after) = line.strip_prefix(mark) {
            return Some(after.trim_start());
        }
    }
    let bullet = line.trim_start_matches(|c| BULLETS.contains(c) || is_picture(c));
    if bullet.len() < line.len() {
        return Some(bullet.trim_start());
    }
    let inner = line.strip_prefix('(').unwrap_or(line);
    let length = inner
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(inner.len());
    let (number, after) = inner.split_at(length);
    let is_number = (1..=3).contains(&length) && number.bytes().all(|b| b.is_ascii_digit());
    let is_letter = length == 1
        || (length <= 5 && length > 0 && number.bytes().all(|b| b"ivxIVX".contains(&b)));
    if !is_number && !is_letter {
        return None;
    }
    // A keycap sign follows its digit.
    let after = after.strip_prefix(['.', ')', ':', ']', '\u{3001}', '\u{20e3}'])?;
    Some(after.strip_prefix([')', '-']).unwrap_or(after).trim_start())
}

/// Takes bold or italic stars off a line whose first word is a verb behind them.
fn without_emphasis(line: &str, is_verb: &dyn Fn(&str) -> bool) -> Option<String> {
    let sign = line.chars().next().filter(|c| "*_".contains(*c))?;
    let count = line.chars().take_while(|&c| c == sign).count();
    let inner = &line[count..];
    let first = inner.split(' ').next().unwrap_or_default();
    let verb = first.trim_end_matches(sign);
    if !is_verb(verb) {
        return None;
    }
    if verb.len() < first.len() {
        return Some(format!("{verb}{}", &inner[first.len()..]));
    }
    let close = sign.to_string().repeat(count);
    // A wildcard follows a hyphen, a closing star a letter, a digit or a full stop.
    let end = inner
        .strip_suffix(close.as_str())
        .or_else(|| inner.strip_suffix(format!("{close}.").as_str()));
    if let Some(end) = end {
        return Some(end.trim_end().to_owned());
    }
    let at = inner
        .match_indices(close.as_str())
        .find(|(at, _)| inner[..*at].ends_with(|c: char| c.is_ascii_alphanumeric()));
    Some(at.map_or_else(
        || inner.to_owned(),
        |(at, _)| format!("{}{}", &inner[..at], &inner[at + count..]),
    ))
}

/// Cuts a comment off, and returns what it says.
fn without_comment(line: &str) -> (&str, Option<&str>) {
    let starts = |at: usize| at == 0 || line[..at].ends_with(' ');
    let found = line.char_indices().find(|&(at, c)| match c {
        ';' => true,
        '#' => starts(at),
        '/' => starts(at) && line[at..].starts_with("//"),
        _ => false,
    });
    match found {
        Some((at, _)) => (
            line[..at].trim_end(),
            Some(line[at..].trim_start_matches([';', '#', '/', ' '])),
        ),
        None => (line, None),
    }
}

/// Pairs of quotes, and of stars, that may stand round one word.
const QUOTES: [(&str, &str); 10] = [
    (
        "\"\u{201c}\u{201d}\u{201e}\u{201f}",
        "\"\u{201c}\u{201d}\u{201f}",
    ),
    (
        "'\u{2018}\u{2019}\u{201a}\u{201b}",
        "'\u{2018}\u{2019}\u{201b}",
    ),
    ("\u{ab}", "\u{bb}"),
    ("\u{bb}", "\u{ab}"),
    ("\u{2039}", "\u{203a}"),
    ("\u{203a}", "\u{2039}"),
    ("\u{300c}\u{300e}", "\u{300d}\u{300f}"),
    ("`\u{b4}", "`\u{b4}"),
    ("*", "*"),
    ("_", "_"),
];

fn without_quotes(word: &str) -> &str {
    for (open, close) in QUOTES {
        let inner = word
            .strip_prefix(|c| open.contains(c))
            .and_then(|rest| rest.strip_suffix(|c| close.contains(c)));
        if let Some(inner) = inner
            && inner.starts_with(char::is_alphanumeric)
            && inner.ends_with(char::is_alphanumeric)
            && !inner.contains(|c| open.contains(c) || close.contains(c))
        {
            return inner;
        }
    }
    word
}

/// Turns what stands for a hyphen between two hexes into one: arrows, and dashes with blanks round them.
fn hyphens_between_hexes(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if let Some(length) = link(rest)
            && ends_in_hex(&out)
            && begins_with_hex(rest[length..].trim_start())
        {
            out.truncate(out.trim_end().len());
            out.push('-');
            rest = rest[length..].trim_start();
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// Returns the length of a link at the start of a text; blanks alone are none.
fn link(text: &str) -> Option<usize> {
    let bare = text.trim_start();
    let blanks = text.len() - bare.len();
    let dashes = bare.bytes().take_while(|&b| b == b'-' || b == b'=').count();
    let pointed = bare[dashes..].starts_with('>');
    if dashes > 0 && pointed {
        return Some(blanks + dashes + 1);
    }
    if dashes == 1 && bare.starts_with('-') {
        return Some(blanks + 1);
    }
    if bare.starts_with(['>', '\u{203a}', '\u{bb}']) {
        return bare.chars().next().map(|sign| blanks + sign.len_utf8());
    }
    // Outlook's arrow in plain text: the letter that shares its code in Wingdings.
    bare.starts_with('\u{e0}')
        .then_some(blanks + '\u{e0}'.len_utf8())
}

fn ends_in_hex(text: &str) -> bool {
    let word = text
        .trim_end()
        .rsplit([' ', '-', ','])
        .next()
        .unwrap_or_default();
    is_hex(word)
}

fn begins_with_hex(text: &str) -> bool {
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(text.len());
    is_hex(&text[..end]) && !text[end..].starts_with(|c: char| c.is_alphanumeric() && c != '\u{e0}')
}

/// A hex is four digits, or two numbers with a point between them.
fn is_hex(word: &str) -> bool {
    let word = word.strip_prefix('@').unwrap_or(word);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match word.trim_end_matches('.').split_once('.') {
        Some((column, row)) => digits(column) && digits(row) && column.len() <= 3 && row.len() <= 3,
        None => word.trim_end_matches('.').len() == 4 && digits(word.trim_end_matches('.')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Words<'static> {
        Words {
            is_verb: &|word| {
                ["MOVE", "FIRE", "STAND", "SAY"]
                    .iter()
                    .any(|verb| verb.eq_ignore_ascii_case(word))
            },
            tail: &|line| match line.starts_with("SAY ") {
                true => Tail::Talk,
                false => Tail::Words,
            },
        }
    }

    fn read(line: &str) -> String {
        match clean(line, &words()) {
            Cleaned::Text { text, .. } => text,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn what_mail_programs_and_keyboards_write_becomes_plain() {
        const CASES: &[(&str, &str)] = &[
            (
                "\u{feff}STAND\u{200b} hun\u{ad}-mi-2\u{202c}",
                "STAND hun-mi-2",
            ),
            (
                "STAND\u{a0}\u{202f} hun\u{2013}mi\u{2212}2\t",
                "STAND hun-mi-2",
            ),
            (
                "\u{ff33}\u{ff34}\u{ff21}\u{ff2e}\u{ff24}\u{3000}hun\u{30fc}mi\u{30fc}\u{ff12}",
                "STAND hun-mi-2",
            ),
            ("MOVE u 1609->1508=>1407", "MOVE u 1609-1508-1407"),
            (
                "MOVE u 1609 \u{2192} 1508 \u{21d2} 1407 F",
                "MOVE u 1609-1508-1407 F",
            ),
            (
                "MOVE u 1609 \u{f0e0} 1508 --> 1407",
                "MOVE u 1609-1508-1407",
            ),
            (
                "MOVE u 1609 \u{2013}> 1508 ==>1407",
                "MOVE u 1609-1508-1407",
            ),
            ("MOVE u 1609 - 1508 \u{2014} 1407", "MOVE u 1609-1508-1407"),
            ("MOVE u 1609 \u{e0} 1508\u{e0}1407", "MOVE u 1609-1508-1407"),
            ("MOVE u 1.2 -> 3.4", "MOVE u 1.2-3.4"),
            ("MOVE u 1609>1508>1407 F", "MOVE u 1609-1508-1407 F"),
            ("MOVE u 1609 > 1508 \u{203a} 1407", "MOVE u 1609-1508-1407"),
            ("MOVE u 1609\u{bb}1508", "MOVE u 1609-1508"),
            (
                "MOVE u \u{661}\u{666}\u{660}\u{669}-\u{967}\u{96b}\u{966}\u{96e}",
                "MOVE u 1609-1508",
            ),
            (
                "MOVE u 1609\u{25b6}1508 \u{27a1}\u{fe0f} 1407",
                "MOVE u 1609-1508-1407",
            ),
            (
                "MOVE u \u{201c}1306\u{201d} '1305' \u{ab}1304\u{bb} `1303`",
                "MOVE u 1306 1305 1304 1303",
            ),
            ("MOVE *u* _1306_", "MOVE u 1306"),
            ("STAND u.", "STAND u"),
            ("STAND u\u{3002}", "STAND u"),
            ("STAND u\u{ff61}", "STAND u"),
            ("STAND u!", "STAND u"),
            ("STAND:", "STAND"),
            ("STAND u!!", "STAND u!!"),
            ("MOVE u 1609-1508<tel:1609-1508> F", "MOVE u 1609-1508 F"),
            ("MOVE u 1609<tel:16091508> F", "MOVE u 1609<tel:16091508> F"),
            ("MOVE u 1609 <tel:", "MOVE u 1609 <tel:"),
            ("STAND u ; the reserve", "STAND u"),
            ("STAND u // the reserve", "STAND u"),
            ("STAND u # the reserve", "STAND u"),
            ("# all of it", ""),
            (
                "SAY see https://a.b; it's \"good\" # 1.",
                "SAY see https://a.b; it's \"good\" # 1.",
            ),
            (
                "- SAY  \u{201c}5 m\u{b2}\u{201d} \u{2014} that \u{2192} is all\u{2026}",
                "SAY \u{201c}5 m\u{b2}\u{201d} \u{2014} that \u{2192} is all\u{2026}",
            ),
            ("\u{ff33}\u{ff21}\u{ff39} \u{bd}", "SAY \u{bd}"),
            ("*SAY well met*", "SAY well met"),
        ];
        for (line, expected) in CASES {
            assert_eq!(read(line), *expected, "{line:?}");
        }
    }

    #[test]
    fn list_marks_and_stars_before_a_verb_go() {
        for line in [
            "- STAND u",
            "* STAND u",
            "\u{2022} STAND u",
            "\u{b7}\u{a0}\u{a0} STAND u",
            "1. STAND u",
            "2) STAND u",
            "(3) STAND u",
            "a) STAND u",
            "iv. STAND u",
            "- [x] STAND u",
            "\u{2014} STAND u",
            "*STAND u*",
            "**STAND u**",
            "*STAND* u",
            "- *STAND u*.",
            "-STAND u",
            "\u{f0b7} STAND u",
            "o STAND u",
            "-> STAND u",
            "\u{2460} STAND u",
            "1\u{fe0f}\u{20e3} STAND u",
            "__STAND__ u",
            "1.) STAND u",
            "*STAND u*.",
            "- - STAND u",
            "\u{25b6} STAND u",
            "\u{30fb}STAND u",
            "\u{2705} STAND u",
            "\u{1f40e} STAND u",
            "\u{1f6e1}\u{fe0f} STAND u",
            "\u{ff12}\u{3001}STAND u",
        ] {
            assert_eq!(read(line), "STAND u", "{line:?}");
        }
        assert_eq!(read("*MOVE hun-lc-1* 1609"), "MOVE hun-lc-1 1609");
        assert_eq!(read("*STAND hun-lc-**"), "STAND hun-lc-*");
        assert_eq!(read("STAND hun-lc-*"), "STAND hun-lc-*");
    }

    #[test]
    fn lines_without_a_verb_keep_their_marks() {
        for line in [
            "- hello",
            "1. hello",
            "-1407 FACE NE",
            "\"STAND u\"",
            "Order 1: STAND u",
            "\u{274c} STAND u",
            "\u{1f914} STAND u",
        ] {
            assert_eq!(read(line), line, "{line:?}");
        }
    }

    #[test]
    fn doubtful_links_and_ends_are_left_alone() {
        for line in [
            "FIRE hun-lc-1 -> 1306",
            "MOVE u 1609 <- 1508",
            "MOVE u 1609--1508",
            "STAND u...",
            "MOVE u 1609>>1508",
            "MOVE u 1609>F",
            "MOVE u 1609 - F",
        ] {
            assert_eq!(read(line), line, "{line:?}");
        }
    }

    #[test]
    fn struck_and_unreadable_lines_are_told_apart() {
        assert_eq!(clean("S\u{336}T\u{336}AND u", &words()), Cleaned::Struck);
        for line in [
            "STAND \u{fffd}",
            "STAND hun-mi-2\u{b2}",
            "STAND hun-mi-2\u{2460}",
            "STAND hun-mi-\u{2082}",
        ] {
            assert_eq!(clean(line, &words()), Cleaned::Unreadable, "{line:?}");
        }
    }
}
