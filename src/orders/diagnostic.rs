//! What a player is told about an order that was not understood or is not allowed.

use std::fmt::Write as _;
use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use serde::Serialize;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::Span;
use crate::rulebook::Rule;

/// The widest line of a drawing, as of every mail.
pub const WIDTH: usize = 76;

/// An order that was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The words it is about.
    pub span: Span,
    /// The reason, in lower case and without a full stop.
    pub message: String,
    /// An order that the player can copy.
    pub help: Option<String>,
    /// The rule that decides.
    pub rule: Option<Rule>,
}

/// An order that was understood and is not allowed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Illegal {
    /// The rule it breaks.
    pub rule: Rule,
    /// The reason, in lower case and without a full stop.
    pub because: String,
    /// The nearest order that would be legal.
    pub instead: Option<String>,
    /// The word at fault, where the reason alone does not tell it.
    #[serde(skip)]
    pub word: Option<Culprit>,
}

/// The word of an order that a refusal is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Culprit {
    /// The word, as the order is printed.
    pub word: String,
    /// How many equal words stand before it.
    pub nth: u16,
    /// Among which words of the order it stands.
    pub among: Among,
}

/// The part of an order in which a word stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Among {
    /// The steps of a way, behind the verb and its unit.
    Steps,
    /// The names behind the verb, which may be shortened; equal ones that follow at once are at fault, too.
    Names,
}

/// A count of words, which no line has so many of.
fn short(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

impl Diagnostic {
    /// Creates a diagnostic about some words.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
            help: None,
            rule: None,
        }
    }

    /// Adds an order that the player can copy.
    #[must_use]
    pub fn help(mut self, order: impl Into<String>) -> Self {
        self.help = Some(order.into());
        self
    }

    /// Adds the rule that decides.
    #[must_use]
    pub fn rule(mut self, rule: Rule) -> Self {
        self.rule = Some(rule);
        self
    }
}

impl Illegal {
    /// Creates a refusal by a rule.
    pub fn new(rule: Rule, because: impl Into<String>) -> Self {
        Self {
            rule,
            because: because.into(),
            instead: None,
            word: None,
        }
    }

    /// Says which word of the order is at fault: a step of a way, given by the steps before it and itself.
    #[must_use]
    pub fn about_step<T: PartialEq + std::fmt::Display>(mut self, before: &[T], step: &T) -> Self {
        self.word = Some(Culprit {
            word: step.to_string(),
            nth: short(before.iter().filter(|own| *own == step).count()),
            among: Among::Steps,
        });
        self
    }

    /// Says which name of a list is at fault, where as many equal ones before it are not.
    #[must_use]
    pub fn about_name(mut self, name: impl Into<String>, before: usize) -> Self {
        self.word = Some(Culprit {
            word: name.into(),
            nth: short(before),
            among: Among::Names,
        });
        self
    }

    /// Adds the nearest order that would be legal.
    #[must_use]
    pub fn instead(mut self, order: impl Into<String>) -> Self {
        self.instead = Some(order.into());
        self
    }

    /// Turns the refusal into a diagnostic about some words of the order's line.
    pub fn at(self, span: Span) -> Diagnostic {
        Diagnostic {
            span,
            message: self.because,
            help: self.instead,
            rule: Some(self.rule),
        }
    }
}

/// Puts a player's word in backquotes, shortened if it is very long.
pub fn quoted(word: &str) -> String {
    const LONGEST: usize = 24;
    let shown = |c: char| if c.is_control() { '?' } else { c };
    if word.chars().count() <= LONGEST {
        format!("`{}`", word.chars().map(shown).collect::<String>())
    } else {
        let start: String = word.chars().take(LONGEST - 3).map(shown).collect();
        format!("`{start}...`")
    }
}

/// Draws a diagnostic under the line it is about, in plain text at most [`WIDTH`] columns wide.
pub fn draw(line_number: u32, line: &str, diagnostic: &Diagnostic) -> String {
    let mut title = diagnostic.message.clone();
    if let Some(rule) = diagnostic.rule {
        let _ = write!(title, " ({rule})");
    }
    let gutter = line_number.to_string().len();
    // A column is kept for the caret behind the last word.
    let excerpt = Excerpt::new(line, diagnostic.span, WIDTH - gutter - " | ".len() - 1);
    let mut group = Level::ERROR
        .primary_title(wrapped(&title, WIDTH - "error: ".len()))
        .element(
            Snippet::source(&excerpt.text)
                .line_start(line_number as usize)
                .annotation(AnnotationKind::Primary.span(excerpt.span)),
        );
    if let Some(order) = &diagnostic.help {
        let room = WIDTH - gutter - " = help: ".len();
        group = group.element(Level::HELP.message(wrapped(order, room)));
    }
    // The excerpt fits already: the renderer, which counts tabs as one column, must not cut it.
    let drawn = Renderer::plain()
        .decor_style(DecorStyle::Ascii)
        .term_width(2 * WIDTH)
        .render(&[group]);
    let rows: Vec<&str> = drawn.lines().map(str::trim_end).collect();
    rows.join("\n") + "\n"
}

/// As much of a line as fits, with the words that a diagnostic is about.
struct Excerpt {
    text: String,
    span: Range<usize>,
}

impl Excerpt {
    const GAP: &str = "...";

    fn new(line: &str, span: Span, room: usize) -> Self {
        let (line, span) = printable(line, span);
        let width = line.width();
        if width <= room {
            return Self { text: line, span };
        }
        // The span begins a third of the way into the excerpt, but not to leave its end empty.
        let first = line[..span.start]
            .width()
            .saturating_sub(room / 3)
            .min(width - room);
        let last = first + room;
        let from = if first > 0 {
            first + Self::GAP.len()
        } else {
            0
        };
        let until = if last < width {
            last - Self::GAP.len()
        } else {
            width
        };
        let mut kept = line.len()..0;
        let mut column = 0;
        for (at, c) in line.char_indices() {
            let next = column + c.width().unwrap_or(0);
            if column >= from && next <= until {
                kept = kept.start.min(at)..at + c.len_utf8();
            }
            column = next;
        }
        let gaps = [first > 0, last < width].map(|is_cut| if is_cut { Self::GAP } else { "" });
        let place = |at: usize| at.clamp(kept.start, kept.end) - kept.start + gaps[0].len();
        Self {
            span: place(span.start)..place(span.end),
            text: format!("{}{}{}", gaps[0], &line[kept], gaps[1]),
        }
    }
}

/// Rewrites a line so that every character has a width: tabs become blanks, controls question
/// marks, marks without width (but accents) go. The span is widened to whole characters.
fn printable(line: &str, span: Span) -> (String, Range<usize>) {
    const TAB: &str = "    ";
    let line = line.trim_end_matches(['\r', '\n']);
    let end = span.end.max(span.start).min(line.len());
    let span = line.floor_char_boundary(span.start.min(end))..line.ceil_char_boundary(end);
    let rewrite = |part: &str| {
        let mut out = String::with_capacity(part.len());
        for c in part.chars() {
            match c {
                '\t' => out.push_str(TAB),
                _ if c.is_control() => out.push('?'),
                _ if is_shown(c) => out.push(c),
                _ => {}
            }
        }
        out
    };
    let [before, about, behind] =
        [&line[..span.start], &line[span.clone()], &line[span.end..]].map(rewrite);
    let place = before.len()..before.len() + about.len();
    (before + &about + &behind, place)
}

fn is_shown(c: char) -> bool {
    c.width().is_some_and(|width| width > 0) || ('\u{300}'..='\u{36f}').contains(&c)
}

/// Breaks a text into lines of that width at blanks, and within words that are wider.
fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        if column > 0 && column + 1 + word.width() > width {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        for c in word.chars().filter(|&c| is_shown(c)) {
            let wide = c.width().unwrap_or(0);
            if column + wide > width {
                out.push('\n');
                column = 0;
            }
            out.push(c);
            column += wide;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use proptest::prelude::*;

    use super::*;

    const MOVEMENT: Rule = Rule::new("6.2", "Movement");

    #[test]
    fn the_caret_stands_under_the_word() {
        let diagnostic = Diagnostic::new(
            Span::new(19, 22),
            "expected a hex, `FIRE` or `FACE`, found `xyz`",
        )
        .help("MOVE hun-lc-3 1614 FACE 12");
        assert_snapshot!(draw(3, "MOVE hun-lc-3 1614 xyz", &diagnostic), @r"
        error: expected a hex, `FIRE` or `FACE`, found `xyz`
          |
        3 | MOVE hun-lc-3 1614 xyz
          |                    ^^^
          |
          = help: MOVE hun-lc-3 1614 FACE 12
        ");
    }

    #[test]
    fn a_refusal_names_the_rule_and_the_nearest_legal_order() {
        let illegal = Illegal::new(
            MOVEMENT,
            "the unit has 4 movement points and the path costs 6",
        )
        .instead("MOVE hun-mi-1 1614-1514");
        let line = "MOVE hun-mi-1 1614-1514-1414";
        assert_snapshot!(draw(12, line, &illegal.at(Span::new(0, line.len()))), @r"
        error: the unit has 4 movement points and the path costs 6 (6.2)
           |
        12 | MOVE hun-mi-1 1614-1514-1414
           | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
           |
           = help: MOVE hun-mi-1 1614-1514
        ");
    }

    #[test]
    fn tabs_and_letters_beyond_ascii_do_not_shift_the_caret() {
        let line = "SAY\tgrüße 東京 xyz";
        let start = line.find("xyz").unwrap();
        let diagnostic = Diagnostic::new(Span::new(start, start + 3), "not understood");
        assert_snapshot!(draw(7, line, &diagnostic), @r"
        error: not understood
          |
        7 | SAY    grüße 東京 xyz
          |                   ^^^
        ");
    }

    #[test]
    fn what_is_missing_is_shown_behind_the_last_word() {
        let diagnostic = Diagnostic::new(
            Span::new(4, 4),
            "expected a unit, found the end of the line",
        );
        assert_snapshot!(draw(1, "MOVE", &diagnostic), @r"
        error: expected a unit, found the end of the line
          |
        1 | MOVE
          |     ^
        ");
    }

    #[test]
    fn long_lines_are_cut_and_long_reasons_wrapped() {
        let line = format!("MOVE {}xyz {}", "1614-1514 ".repeat(12), "1413 ".repeat(12));
        let start = line.find("xyz").unwrap();
        let diagnostic = Diagnostic::new(
            Span::new(start, start + 3),
            "expected a hex, `FIRE`, `FACE`, `IF`, `ELSE`, `THEN`, `WITH` or the end of the line, found `xyz`",
        )
        .help(format!("MOVE {}", "1614-1514 ".repeat(12)));
        assert_snapshot!(draw(1234, &line, &diagnostic), @r"
        error: expected a hex, `FIRE`, `FACE`, `IF`, `ELSE`, `THEN`, `WITH` or the
               end of the line, found `xyz`
             |
        1234 | ...614-1514 1614-1514 xyz 1413 1413 1413 1413 1413 1413 1413 1413...
             |                       ^^^
             |
             = help: MOVE 1614-1514 1614-1514 1614-1514 1614-1514 1614-1514
                     1614-1514 1614-1514 1614-1514 1614-1514 1614-1514 1614-1514
                     1614-1514
        ");
    }

    #[test]
    fn very_long_and_unprintable_words_are_quoted_short() {
        assert_eq!(quoted("FYRE"), "`FYRE`");
        assert_eq!(quoted(&"x".repeat(500)), format!("`{}...`", "x".repeat(21)));
        assert_eq!(quoted("a\u{7}b"), "`a?b`");
    }

    proptest! {
        #[test]
        fn no_drawing_is_wider_than_a_mail(line in ".{0,200}", message in ".{0,200}",
                                           help in proptest::option::of(".{0,200}"),
                                           start in 0_usize..220, length in 0_usize..220,
                                           number in 1_u32..100_000) {
            let mut diagnostic = Diagnostic::new(Span::new(start, start + length), message);
            diagnostic.help = help;
            diagnostic.rule = Some(MOVEMENT);
            for row in draw(number, &line, &diagnostic).lines() {
                prop_assert!(row.width() <= WIDTH, "{row:?}");
            }
        }

        #[test]
        fn no_ascii_drawing_leaves_ascii(line in "[ -~\t]{0,300}", message in "[ -~]{0,200}",
                                         start in 0_usize..320, length in 0_usize..320) {
            let diagnostic = Diagnostic::new(Span::new(start, start + length), message);
            let drawn = draw(1, &line, &diagnostic);
            prop_assert!(drawn.is_ascii());
            prop_assert!(drawn.lines().all(|row| row.len() <= WIDTH));
        }
    }
}
