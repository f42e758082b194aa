//! Text as it goes out: at most 76 columns, no trailing blanks, no line that a mail program would take for its own.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns of a line.
pub const COLUMNS: usize = 76;

/// Lays text out line by line; lines that fit and are harmless stay as they are.
pub fn lay_out(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        for piece in wrap(without_controls(line).trim_end()) {
            if is_dangerous(&piece) {
                out.push(' ');
            }
            out.push_str(&piece);
            out.push('\n');
        }
    }
    out
}

/// Says whether a line would be taken for something else: mailboxes escape `From `, a full stop ends an SMTP dialogue,
/// `>` is a quote.
fn is_dangerous(line: &str) -> bool {
    line.starts_with("From ") || line.starts_with(['.', '>'])
}

fn without_controls(line: &str) -> String {
    let blank = |c: char| if c == '\t' { ' ' } else { c };
    line.chars()
        .map(blank)
        .filter(|c| !c.is_control())
        .collect()
}

/// What stands before words that are quoted or to be copied.
const BAR: &str = "| ";

/// Breaks a line at its blanks, or inside a word that is too long by itself; broken lines keep the first one's indent,
/// and the bar before it.
fn wrap(line: &str) -> Vec<String> {
    let fits = line.width() + usize::from(is_dangerous(line)) <= COLUMNS;
    if fits {
        return vec![line.to_owned()];
    }
    // One column is kept for the blank in front of a piece that turns out to need one.
    let limit = COLUMNS - 1;
    let margin = (line.len() - line.trim_start().len()).min(COLUMNS / 2);
    let (bar, line) = match line.trim_start().strip_prefix(BAR) {
        Some(words) => (BAR, words),
        None => ("", line),
    };
    let indent = " ".repeat(margin) + bar;
    let mut pieces = Vec::new();
    let mut piece = indent.clone();
    for word in line.split_whitespace() {
        let gap = if piece == indent { "" } else { " " };
        if piece.width() + gap.len() + word.width() <= limit {
            piece += gap;
            piece += word;
            continue;
        }
        if piece != indent {
            pieces.push(std::mem::replace(&mut piece, indent.clone()));
        }
        for c in word.chars() {
            if piece.width() + c.width().unwrap_or(0) > limit {
                pieces.push(std::mem::replace(&mut piece, indent.clone()));
            }
            piece.push(c);
        }
    }
    pieces.push(piece);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harmless_lines_stay_as_they_are() {
        let map = format!("  06 {}\n\n  07 . . .\n", "# ".repeat(35).trim_end());
        assert_eq!(lay_out(&map), map);
        let full = "x".repeat(COLUMNS) + "\n";
        assert_eq!(lay_out(&full), full);
    }

    #[test]
    fn what_stands_behind_a_bar_stays_there() {
        let said = format!("| hun: {}#TESSERA-BEGIN and more", "x".repeat(68));
        let laid = lay_out(&said);
        assert!(laid.lines().count() > 1, "{laid}");
        assert!(laid.lines().all(|line| line.starts_with("| ")), "{laid}");
    }

    #[test]
    fn no_line_is_long_trailing_or_dangerous() {
        let text = format!(
            "From here\n.\n>x  \n{}\n{}\n{}\n  {}\n\u{6f22}{}\na\tb\u{7}\n.{}\n",
            "word ".repeat(40),
            "y".repeat(200),
            "a ".repeat(37) + "From b",
            "indented ".repeat(20),
            "\u{6f22}".repeat(60),
            "z".repeat(75)
        );
        let laid = lay_out(&text);
        for line in laid.lines() {
            assert!(line.width() <= COLUMNS, "{line:?}");
            assert_eq!(line, line.trim_end());
            assert!(!is_dangerous(line), "{line:?}");
            assert!(!line.contains(char::is_control));
        }
        let letters = |text: &str| {
            text.chars()
                .filter(|c| c.is_alphanumeric())
                .collect::<String>()
        };
        assert_eq!(letters(&laid), letters(&text), "nothing is lost");
        assert!(laid.contains("\n  indented indented"), "the indent stays");
    }
}
