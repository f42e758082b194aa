//! Labels: the only input that selects among the rolls of a draw.

use std::{
    fmt::{self, Write as _},
    str::FromStr,
};

use thiserror::Error;

use crate::ledger::names::read_number;

const FIX: &str = "fix.";

/// The name of a roll within its draw, on the stack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    // Filled up with zeros, so that the derived order is that of the texts.
    bytes: [u8; Self::MAX],
    len: u8,
}

/// Why a text is not a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LabelError {
    /// It has no character.
    #[error("a label needs at least one character")]
    Empty,
    /// It is longer than it may be.
    #[error("a label has at most {limit} characters")]
    TooLong {
        /// The most characters it may have.
        limit: usize,
    },
    /// A character has no place in a label.
    #[error(
        "a label has only A-Z, a-z, 0-9, `.`, `_`, `/` and `-`, and begins with a letter or digit; character {at} is another"
    )]
    Character {
        /// Which character, counted in bytes from 1.
        at: usize,
    },
    /// It begins like that of a corrected roll, but is none, or may not be one here.
    #[error(
        "only a corrected roll has a label that begins with `fix.`: write `fix.<entry>.<label>`"
    )]
    Fix,
}

impl Label {
    /// The most characters of any label.
    pub const MAX: usize = 48;
    /// The most characters of a label that is not that of a corrected roll.
    pub const MAX_BASE: usize = 40;

    /// Reads the label of a roll that is not a corrected one.
    pub fn base(text: &str) -> Result<Self, LabelError> {
        Self::format_base(&text)
    }

    /// Makes a base label of anything that prints itself, without touching the heap.
    ///
    /// ```
    /// use tesserarius::ledger::dice::Label;
    ///
    /// let label = Label::format_base(&format_args!("t{}/combat/{:04}", 5, 1203))?;
    /// assert_eq!(label.as_str(), "t5/combat/1203");
    /// # Ok::<(), tesserarius::ledger::dice::LabelError>(())
    /// ```
    pub fn format_base(text: &dyn fmt::Display) -> Result<Self, LabelError> {
        let label = Self::collect(text, Self::MAX_BASE)?;
        if label.as_bytes().starts_with(FIX.as_bytes()) {
            Err(LabelError::Fix)
        } else {
            Ok(label)
        }
    }

    /// Makes the label of the roll that corrects this one, given the REPORT it stood in.
    ///
    /// A label that is already that of a corrected roll gets no second `fix.`.
    pub fn fix(&self, report: u64) -> Result<Self, LabelError> {
        let base = self
            .split_fix()
            .map_or_else(|| self.as_str(), |(_, base)| base);
        Self::collect(&format_args!("{FIX}{report}.{base}"), Self::MAX)
    }

    /// Returns the REPORT and the base label of a corrected roll.
    pub fn fixes(&self) -> Option<(u64, Self)> {
        let (report, base) = self.split_fix()?;
        Some((report, Self::base(base).ok()?))
    }

    /// Says whether this is the label of a corrected roll.
    pub fn is_fix(&self) -> bool {
        self.as_bytes().starts_with(FIX.as_bytes())
    }

    /// Returns the label as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).expect("a label is ASCII")
    }

    /// Returns the bytes that are hashed.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    fn split_fix(&self) -> Option<(u64, &str)> {
        let (report, base) = self.as_str().strip_prefix(FIX)?.split_once('.')?;
        Some((read_number(report)?, base))
    }

    fn collect(text: &dyn fmt::Display, limit: usize) -> Result<Self, LabelError> {
        let mut label = Collector {
            label: Self {
                bytes: [0; Self::MAX],
                len: 0,
            },
            limit,
        };
        write!(label, "{text}").map_err(|_| LabelError::TooLong { limit })?;
        let label = label.label;
        let bytes = label.as_bytes();
        let first = bytes.first().ok_or(LabelError::Empty)?;
        if !first.is_ascii_alphanumeric() {
            return Err(LabelError::Character { at: 1 });
        }
        match bytes.iter().position(|b| !ALLOWED[usize::from(*b)]) {
            Some(at) => Err(LabelError::Character { at: at + 1 }),
            None => Ok(label),
        }
    }
}

// Labels are made by the million, so the test of a character is one look-up.
const ALLOWED: [bool; 256] = {
    let mut allowed = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        allowed[byte] = b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'/' | b'-');
        byte += 1;
    }
    allowed
};

/// Takes printed text until the limit is reached.
struct Collector {
    label: Label,
    limit: usize,
}

impl fmt::Write for Collector {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let start = usize::from(self.label.len);
        let end = start + text.len();
        if end > self.limit {
            return Err(fmt::Error);
        }
        self.label.bytes[start..end].copy_from_slice(text.as_bytes());
        self.label.len = end as u8;
        Ok(())
    }
}

impl FromStr for Label {
    type Err = LabelError;

    /// Reads the label of any roll, also of a corrected one.
    fn from_str(text: &str) -> Result<Self, LabelError> {
        if !text.starts_with(FIX) {
            return Self::base(text);
        }
        let label = Self::collect(&text, Self::MAX)?;
        if label.fixes().is_some() {
            Ok(label)
        } else {
            Err(LabelError::Fix)
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_have_their_form() {
        for good in [
            "a",
            "0",
            "t5/morale/u17/2",
            "fix",
            "Fix.1",
            "a._/-",
            &"x".repeat(40),
        ] {
            assert_eq!(
                Label::base(good).map(|l| l.to_string()),
                Ok(good.to_owned())
            );
        }
        assert_eq!(Label::base(""), Err(LabelError::Empty));
        assert_eq!(Label::base("/a"), Err(LabelError::Character { at: 1 }));
        assert_eq!(Label::base("a b"), Err(LabelError::Character { at: 2 }));
        assert_eq!(Label::base("grün"), Err(LabelError::Character { at: 3 }));
        assert_eq!(
            Label::base(&"x".repeat(41)),
            Err(LabelError::TooLong { limit: 40 })
        );
        assert_eq!(Label::base("fix.2.a"), Err(LabelError::Fix));
    }

    #[test]
    fn a_corrected_roll_names_the_report_and_its_base_label() {
        let label: Label = "combat/1203".parse().unwrap();
        let fix = label.fix(2).unwrap();
        assert_eq!(fix.as_str(), "fix.2.combat/1203");
        assert_eq!(fix.fixes(), Some((2, label)));
        assert_eq!(fix.as_str().parse(), Ok(fix));
        assert_eq!(
            fix.fix(7).map(|l| l.to_string()),
            Ok("fix.7.combat/1203".to_owned())
        );
        let long = Label::base(&"x".repeat(40)).unwrap();
        assert!(long.fix(999).is_ok());
        assert_eq!(long.fix(1000), Err(LabelError::TooLong { limit: 48 }));
    }

    #[test]
    fn a_label_that_only_looks_corrected_is_refused() {
        for bad in [
            "fix.",
            "fix.a",
            "fix.2",
            "fix.2.",
            "fix.02.a",
            "fix.x.a",
            "fix.2.fix.1.a",
        ] {
            assert!(bad.parse::<Label>().is_err(), "{bad}");
        }
    }

    #[test]
    fn labels_sort_as_their_texts() {
        let mut labels: Vec<Label> = ["b", "a/2", "a", "a/10"].map(|l| l.parse().unwrap()).into();
        labels.sort();
        assert_eq!(
            labels.iter().map(Label::as_str).collect::<Vec<_>>(),
            ["a", "a/10", "a/2", "b"]
        );
    }
}
