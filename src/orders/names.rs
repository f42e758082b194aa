//! Names that players type, and the groups they make of them.

mod group;
mod table;
#[cfg(test)]
mod tests;

pub use group::Group;
pub use table::{Names, NamesError};

use super::suggest::Nearest;
use super::{Diagnostic, Span, quoted};

/// Why a word names nothing, or not one thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameError {
    /// The reason, in lower case and without a full stop.
    pub message: String,
    /// The name that was probably meant.
    pub meant: Option<String>,
}

impl NameError {
    fn new(message: String) -> Self {
        Self {
            message,
            meant: None,
        }
    }

    fn unknown(kind: &str, word: &str, nearest: Nearest<&str>) -> Self {
        let word = quoted(word);
        match nearest {
            Nearest::None => Self::new(format!("{word} names no {kind}")),
            Nearest::One(name) => Self {
                message: format!("{word} names no {kind}; did you mean `{name}`?"),
                meant: Some(name.to_owned()),
            },
            Nearest::Two(a, b) => Self::new(format!(
                "{word} names no {kind}; did you mean `{a}` or `{b}`?"
            )),
        }
    }

    /// Says what a word could be: two by name, and how many more.
    fn ambiguous(word: &str, (first, second): (&str, &str), count: usize) -> Self {
        let word = quoted(word);
        Self::new(match count {
            0..=2 => format!("{word} could be `{first}` or `{second}`"),
            3 => format!("{word} could be `{first}`, `{second}` or one more"),
            _ => format!(
                "{word} could be `{first}`, `{second}` or {} others",
                count - 2
            ),
        })
    }

    fn several(kind: &str, word: &str) -> Self {
        let word = quoted(word);
        Self::new(format!(
            "{word} names several, and {kind} alone is wanted here: write a line for each"
        ))
    }

    /// Turns the error into a diagnostic about the word.
    pub fn at(self, span: Span) -> Diagnostic {
        Diagnostic::new(span, self.message)
    }
}
