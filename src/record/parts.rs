//! Parts of a record as mails carry them, and what they give together.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::{Line, RecordError};

/// Why a part cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("line {line} of the part is no line of a record; take the file from the mail once more")]
pub struct PartError {
    /// The line in the file, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub source: RecordError,
}

/// Names the file for some consecutive lines of a viewer, or nothing if there are none.
pub fn part_name(lines: &[Line]) -> Option<String> {
    let (first, last) = (lines.first()?, lines.last()?);
    Some(format!("record-{}-{}.jsonl", first.n(), last.n()))
}

/// Returns the first and the last line of the part that a file has by its name.
pub fn part_range(name: &str) -> Option<(u64, u64)> {
    let (_, file) = name.rsplit_once(['/', ' ']).unwrap_or(("", name));
    let (first, last) = file
        .strip_prefix("record-")?
        .strip_suffix(".jsonl")?
        .split_once('-')?;
    Some((first.parse().ok()?, last.parse().ok()?))
}

/// Joins lines to the text of a part: each with one LF.
pub fn part_text<'a>(lines: impl IntoIterator<Item = &'a Line>) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(line.text());
        text.push('\n');
    }
    text
}

/// Reads the text of a part. Mail may have turned LF into CRLF; empty lines are passed over.
pub fn read_part(text: &str) -> Result<Vec<Line>, PartError> {
    let written = text
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line));
    written
        .enumerate()
        .filter(|(_, line)| !line.is_empty())
        .map(|(index, line)| {
            Line::read(line).map_err(|source| PartError {
                line: index + 1,
                source,
            })
        })
        .collect()
}

/// Two different lines under one number: somebody was told two stories.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// The line that was read first.
    pub first: Line,
    /// The line that says otherwise.
    pub second: Line,
}

/// Lines from several parts, each number once, in order.
#[derive(Debug, Clone, Default)]
pub struct Merged {
    lines: BTreeMap<u64, Line>,
    contradictions: Vec<Contradiction>,
}

impl Merged {
    /// Adds the lines of a part. The same line again changes nothing.
    pub fn add(&mut self, part: impl IntoIterator<Item = Line>) {
        for line in part {
            match self.lines.entry(line.n()) {
                Entry::Vacant(place) => {
                    place.insert(line);
                }
                Entry::Occupied(first) if *first.get() == line => {}
                Entry::Occupied(first) => self.contradictions.push(Contradiction {
                    first: first.get().clone(),
                    second: line,
                }),
            }
        }
    }

    /// Returns the line of a number.
    pub fn get(&self, n: u64) -> Option<&Line> {
        self.lines.get(&n)
    }

    /// Returns the lines in the order of their numbers; a holder of one seat's parts has gaps.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.lines.values()
    }

    /// Returns the contradictions in the order in which they were found.
    pub fn contradictions(&self) -> &[Contradiction] {
        &self.contradictions
    }

    /// Returns the ranges of numbers between 1 and the last line of which no line is here.
    pub fn missing(&self) -> Vec<(u64, u64)> {
        let mut missing = Vec::new();
        let mut next = 1;
        for &n in self.lines.keys() {
            if n > next {
                missing.push((next, n - 1));
            }
            next = n + 1;
        }
        missing
    }
}
