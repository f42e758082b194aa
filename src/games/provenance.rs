//! Where a value of a game's data comes from.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How sure a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// It stands in the rulebook.
    Printed,
    /// It follows from what the rulebook says.
    Derived,
    /// It was chosen to agree with the rulebook.
    Reconstructed,
}

impl Origin {
    /// All origins, the surest first.
    pub const ALL: [Self; 3] = [Self::Printed, Self::Derived, Self::Reconstructed];

    /// Returns the word that data files and `games show` use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::Derived => "derived",
            Self::Reconstructed => "reconstructed",
        }
    }
}

/// The origin of a value and where to look it up, written `printed: 9.4, the example`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// How sure it is.
    pub origin: Origin,
    /// The rule, or the reason for the choice; may be empty.
    pub note: String,
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.origin.word())?;
        if self.note.is_empty() {
            Ok(())
        } else {
            write!(f, ": {}", self.note)
        }
    }
}

impl Serialize for Provenance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Provenance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (word, note) = text.split_once(':').unwrap_or((&text, ""));
        let origin = Origin::ALL
            .into_iter()
            .find(|origin| origin.word() == word.trim());
        let origin = origin.ok_or_else(|| {
            let words = "`printed`, `derived` or `reconstructed`";
            serde::de::Error::custom(format!(
                "provenance begins with {words}, not with `{}`",
                word.trim()
            ))
        })?;
        if origin != Origin::Reconstructed && note.trim().is_empty() {
            let reason = format!(
                "`{}` needs the number of the rule after a colon",
                origin.word()
            );
            return Err(serde::de::Error::custom(reason));
        }
        Ok(Self {
            origin,
            note: note.trim().to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Provenance, serde_json::Error> {
        serde_json::from_value(serde_json::Value::from(text))
    }

    #[test]
    fn a_word_and_a_note_are_read_and_printed_alike() {
        for text in [
            "printed: 9.4, the example",
            "derived: 8.2.1",
            "reconstructed",
        ] {
            assert_eq!(read(text).expect("well formed").to_string(), text);
        }
    }

    #[test]
    fn other_words_and_printed_values_without_a_rule_are_refused() {
        for text in ["", "guessed: 2.2", "printed", "derived: "] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
