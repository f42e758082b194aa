//! The marks that mail programs put before lines that they quote.

use super::normalise::visible;

/// Says whether a line begins with a quote mark: `>`, `|`, `»`, or letters and `>`.
pub fn has_quote_mark(line: &str) -> bool {
    let text = visible(line);
    let text = text.trim_start();
    let after_initials = text.trim_start_matches(|c: char| c.is_alphabetic());
    let initials = text[..text.len() - after_initials.len()].chars().count();
    let quotes = |text: &str| text.starts_with(['>', '\u{ff1e}']) && !compares(text);
    let is_rest_of_order = text.starts_with(">=") && compares(text);
    !is_rest_of_order
        && text.starts_with([
            '>', '|', '\u{bb}', '\u{ff1e}', '\u{2502}', '\u{2503}', '\u{ff5c}', '\u{258f}',
            '\u{258e}',
        ])
        || ((1..=12).contains(&initials) && quotes(after_initials))
}

/// Says whether a text begins with a comparison, as the rest of `NET>=-1` does.
fn compares(text: &str) -> bool {
    let rest = text.trim_start_matches(['>', '=']).trim_start();
    text[..text.len() - rest.len()].trim_end().len() <= ">=".len()
        && rest
            .trim_start_matches('-')
            .starts_with(|c: char| c.is_ascii_digit())
        && !rest.contains('>')
}

/// Takes the quote marks off a quoted line.
pub fn without_quote_marks(line: &str) -> String {
    let text = visible(line);
    let mut rest = text.trim_start();
    while let Some(inner) = rest.strip_prefix(['>', '\u{bb}', '\u{ff1e}']) {
        rest = inner.trim_start();
    }
    rest.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quote_marks_of_every_kind() {
        for line in [
            "> a",
            ">a",
            "  > a",
            "| a",
            "\u{bb} a",
            "AB> a",
            "Tess> a",
            "\u{feff}> a",
            "\u{2502} a",
            ">> a",
        ] {
            assert!(has_quote_mark(line), "{line}");
        }
        for line in ["NET>=-1", "CUP>2", "HUNS>=3", ">= -1", ">=2 AND"] {
            assert!(!has_quote_mark(line), "{line}");
        }
        for line in ["a > b", "1609> a", "->a", "MOVE a", "<a>", "a b> c"] {
            assert!(!has_quote_mark(line), "{line}");
        }
        assert_eq!(without_quote_marks("> >> a"), "a");
    }
}
