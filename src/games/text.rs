//! Plain text for terminals and mails: paragraphs and columns of at most 76 characters.

/// The greatest width of a line.
pub const WIDTH: usize = 76;

/// Breaks a text between words, the first line after one indent, the others after another.
///
/// A word longer than the line stands alone.
#[must_use]
pub fn wrap(first: &str, others: &str, text: &str) -> String {
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in text.split_whitespace() {
        let blank = usize::from(!is_empty);
        if !is_empty && line.chars().count() + blank + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, others.to_owned()));
        } else if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push(line);
    lines.join("\n")
}

/// Lays out rows in columns with a gap between, as wide as their widest cell.
#[must_use]
pub fn columns<const N: usize>(indent: &str, gap: &str, rows: &[[String; N]]) -> String {
    let widths: [usize; N] = std::array::from_fn(|column| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    });
    let lines = rows.iter().map(|row| {
        let cells = row
            .iter()
            .zip(widths)
            .map(|(cell, width)| format!("{cell:<width$}"));
        let line = format!("{indent}{}", cells.collect::<Vec<_>>().join(gap));
        line.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_broken_between_words_and_indented() {
        let text = "word ".repeat(40);
        let wrapped = wrap("- ", "  ", &text);
        let lines: Vec<&str> = wrapped.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].starts_with("- word") && lines[1].starts_with("  word"));
        assert!(lines.iter().all(|line| line.len() <= WIDTH));
        assert_eq!(wrapped.matches("word").count(), 40);
    }

    #[test]
    fn a_word_longer_than_the_line_stands_alone() {
        let long = "x".repeat(90);
        let wrapped = wrap("", "  ", &format!("a {long} b"));
        assert_eq!(
            wrapped.lines().collect::<Vec<_>>(),
            ["a", &format!("  {long}"), "  b"]
        );
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [["a", "12"], ["long", ""]].map(|row| row.map(str::to_owned));
        assert_eq!(columns(" ", "  ", &rows), " a     12\n long");
    }
}
