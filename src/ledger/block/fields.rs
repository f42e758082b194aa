//! Strict reading of `key: value` lines: nothing unknown, nothing missing, nothing twice.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::ledger::{block::raw::Block, names::Seat};

/// Why a block was not read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// The END is lost.
    #[error("a block without #TESSERA-END")]
    Torn,
    /// The first three lines are not those of an entry.
    #[error("an entry begins with the unfolded lines entry, prev and type")]
    Start,
    /// The log does not begin with GENESIS.
    #[error("entry 0 is no GENESIS")]
    NoGenesis,
    /// A line is neither `key: value` nor the rest of one.
    #[error("bad line '{0}'")]
    Line(String),
    /// The type is not one of this version.
    #[error("unknown type {0}")]
    Type(String),
    /// A line that must stand is missing.
    #[error("no line '{0}'")]
    Missing(&'static str),
    /// A line that stands once is repeated.
    #[error("'{key}' stands {times} times")]
    Repeated {
        /// The key of the line.
        key: &'static str,
        /// How often it stands.
        times: usize,
    },
    /// A line has no place in this block.
    #[error("a line '{0}' has no place here")]
    NoPlace(String),
    /// A value does not fit its form.
    #[error("bad value: {key}: {value}")]
    Value {
        /// The key of the line.
        key: &'static str,
        /// The value as it stands.
        value: String,
    },
    /// A line for a seat, owner or scope is repeated, or is for one that does not exist.
    #[error("the '{0}' lines do not fit the seats")]
    Seats(&'static str),
    /// Lines that name the same seat name different ones.
    #[error("the lines of a {0} name different seats")]
    DifferentSeats(&'static str),
    /// A LOCK has not exactly one seal for every seat.
    #[error("a LOCK has one seal line for every seat")]
    Seals,
    /// An ACK has only one of `draw` and `give`.
    #[error("an ACK has both draw and give, or neither")]
    HalfGive,
    /// A new roll is announced without its REPORT, or does not fit behind `fix.`.
    #[error("no ref for the new roll, or its label is too long")]
    Again,
    /// A seat changes hands at the wrong time.
    #[error("a seat changes hands between draws, from the next draw on")]
    SeatNotBetweenDraws,
    /// Orders that came after the LOCK have no seal.
    #[error("a seat ordered after the lock, but the REPORT has no seal for it")]
    LaterSeal,
    /// Two seats have one name.
    #[error("two seats have the same name")]
    SameName,
    /// Two parties have one anchor.
    #[error("two parties have the same anchor")]
    SameAnchor,
    /// Chain mode without the anchors that it needs.
    #[error("chain mode needs an anchor of the host and of a seat the host does not play")]
    NoAnchors,
    /// The beacon is not the pinned one.
    #[error("unknown beacon: version 1 accepts the chain {0} only")]
    Beacon(&'static str),
}

const SHOWN: usize = 76;

fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

/// The fields of a block that were not taken yet.
#[derive(Debug)]
pub(super) struct Fields(Vec<(String, String)>);

impl Fields {
    /// Splits lines into keys and values, folds joined.
    pub(super) fn new(lines: &[String]) -> Result<Self, FormatError> {
        let mut fields: Vec<(String, String)> = Vec::new();
        for line in lines {
            if let Some(rest) = line.strip_prefix('+') {
                let joined = fields.last_mut().filter(|_| is_rest(rest));
                joined
                    .ok_or_else(|| FormatError::Line(shown(line)))?
                    .1
                    .push_str(rest);
            } else {
                let (key, value) =
                    split_field(line).ok_or_else(|| FormatError::Line(shown(line)))?;
                fields.push((key.into(), value.into()));
            }
        }
        Ok(Self(fields))
    }

    /// Takes the value of a line that may stand once.
    pub(super) fn maybe<T>(
        &mut self,
        key: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, FormatError> {
        let mut values = self.many(key, read)?;
        match values.len() {
            0 | 1 => Ok(values.pop()),
            times => Err(FormatError::Repeated { key, times }),
        }
    }

    /// Takes the value of a line that must stand once.
    pub(super) fn one<T>(
        &mut self,
        key: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, FormatError> {
        self.maybe(key, read)?.ok_or(FormatError::Missing(key))
    }

    /// Takes the values of all lines of a key.
    pub(super) fn many<T>(
        &mut self,
        key: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, FormatError> {
        let mut values = Vec::new();
        for (_, value) in self.0.extract_if(.., |field| field.0 == key) {
            values.push(read(&value).ok_or_else(|| FormatError::Value {
                key,
                value: shown(&value),
            })?);
        }
        Ok(values)
    }

    /// Takes the lines of a key of which each seat may have one.
    pub(super) fn per_seat<T>(
        &mut self,
        key: &'static str,
        seats: usize,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<BTreeMap<Seat, T>, FormatError> {
        let lines = self.many(key, |value| {
            let (seat, rest) = split_word(value)?;
            Some((seat.parse::<Seat>().ok()?, read(rest)?))
        })?;
        let count = lines.len();
        let lines: BTreeMap<Seat, T> = lines.into_iter().collect();
        let fits = lines.len() == count && lines.keys().all(|seat| seat.index() < seats);
        if fits {
            Ok(lines)
        } else {
            Err(FormatError::Seats(key))
        }
    }

    /// Refuses what was not taken.
    pub(super) fn finish(self) -> Result<(), FormatError> {
        match self.0.into_iter().next() {
            Some((key, _)) => Err(FormatError::NoPlace(key)),
            None => Ok(()),
        }
    }
}

/// Says whether every line is `key: value` or a fold.
pub(super) fn is_made_of_fields(block: &Block) -> bool {
    Fields::new(block.lines()).is_ok()
}

/// Splits `key: value`.
pub(super) fn split_field(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(": ")?;
    let good = !key.is_empty() && key.bytes().all(|b| b.is_ascii_lowercase()) && is_rest(value);
    good.then_some((key, value))
}

/// Splits the first word off a value.
pub(super) fn split_word(value: &str) -> Option<(&str, &str)> {
    value.split_once(' ')
}

/// Splits a value into exactly so many words.
pub(super) fn words<const N: usize>(value: &str) -> Option<[&str; N]> {
    let words: Vec<&str> = value.split(' ').collect();
    words.try_into().ok()
}

fn is_rest(text: &str) -> bool {
    !text.is_empty() && !text.starts_with(' ') && text.bytes().all(|b| (b' '..=b'~').contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(lines: &[&str]) -> Result<Fields, FormatError> {
        let lines: Vec<String> = lines.iter().map(|l| (*l).to_owned()).collect();
        Fields::new(&lines)
    }

    fn text(value: &str) -> Option<String> {
        value.parse().ok()
    }

    #[test]
    fn folds_are_joined_without_a_separator() {
        let mut fields = fields(&["why: the ba", "+d map", "o: a: b"]).unwrap();
        assert_eq!(fields.one("why", text), Ok("the bad map".into()));
        assert_eq!(fields.many("o", text), Ok(vec!["a: b".into()]));
        assert_eq!(fields.finish(), Ok(()));
    }

    #[test]
    fn lines_of_another_form_are_refused() {
        for bad in [
            "+a",
            "why:",
            "why",
            "Why: a",
            "why2: a",
            ": a",
            "why: grün",
            "why:a",
        ] {
            assert_eq!(fields(&[bad]).unwrap_err(), FormatError::Line(bad.into()));
        }
        assert_eq!(
            fields(&["a: b", "+ c"]).unwrap_err(),
            FormatError::Line("+ c".into())
        );
        assert_eq!(
            fields(&["a: b", "+"]).unwrap_err(),
            FormatError::Line("+".into())
        );
    }

    #[test]
    fn missing_repeated_and_left_over_lines_are_told_apart() {
        let mut seeds = fields(&["seed: 1", "seed: 2", "mood: 3"]).unwrap();
        assert_eq!(seeds.one("time", text), Err(FormatError::Missing("time")));
        assert_eq!(
            seeds.maybe("seed", text),
            Err(FormatError::Repeated {
                key: "seed",
                times: 2
            })
        );
        assert_eq!(seeds.finish(), Err(FormatError::NoPlace("mood".into())));
    }

    #[test]
    fn a_seat_has_one_line_and_exists() {
        let seals = |lines: &[&str]| fields(lines).unwrap().per_seat("seal", 2, text);
        assert!(seals(&["seal: 1 a", "seal: 2 b"]).is_ok());
        assert_eq!(
            seals(&["seal: 1 a", "seal: 1 b"]),
            Err(FormatError::Seats("seal"))
        );
        assert_eq!(seals(&["seal: 3 a"]), Err(FormatError::Seats("seal")));
    }
}
