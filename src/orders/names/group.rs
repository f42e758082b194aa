//! Several things named at once.

use serde::{Deserialize, Serialize};

use super::super::nearest;
use super::table::{LONGEST, fold};
use super::{NameError, Names, Nearest};
use crate::orders::quoted;

/// What a word names: one thing or a group. Print it with [`Names::print`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Group {
    /// One thing.
    One(u16),
    /// Consecutive numbers of a series, `hun-lc-1..4`.
    Range {
        /// The thing with the least number.
        first: u16,
        /// The thing with the greatest number.
        last: u16,
    },
    /// All numbers of a series, `hun-lc-*`, by its first member.
    Series(u16),
    /// All names whose first parts are the same, `hun-*`.
    Starting {
        /// The first thing whose name starts so.
        sample: u16,
        /// How many parts of its name count.
        parts: u8,
    },
    /// All that bear a tag, `all:lc`.
    Tag(u16),
    /// Everything.
    All,
}

impl Group {
    /// Returns how wide the group is meant, for rules in which the most specific line wins: a
    /// single thing 0, a range 1, a series 2, a common beginning 3, a tag 4, everything 5.
    pub const fn breadth(self) -> u8 {
        match self {
            Self::One(_) => 0,
            Self::Range { .. } => 1,
            Self::Series(_) => 2,
            Self::Starting { .. } => 3,
            Self::Tag(_) => 4,
            Self::All => 5,
        }
    }
}

impl Names {
    /// Finds what a word names: one thing, or a group by `*`, `..`, `all:` or `all`.
    pub fn find_group(&self, word: &str) -> Result<Group, NameError> {
        if word.eq_ignore_ascii_case("all") {
            return Ok(Group::All);
        }
        if let Some((all, tag)) = word.split_once(':')
            && all.eq_ignore_ascii_case("all")
        {
            return self.find_tag(word, tag).map(Group::Tag);
        }
        if let Some(beginning) = word.strip_suffix('*') {
            return self.find_beginning(word, beginning);
        }
        if let Some((first, last)) = word.split_once("..") {
            return self.find_range(word, first, last);
        }
        self.find(word).map(Group::One)
    }

    /// Tells whether a thing belongs to a group.
    pub fn contains(&self, group: Group, index: u16) -> bool {
        let Some(entry) = self.entries.get(usize::from(index)) else {
            return false;
        };
        match group {
            Group::One(one) => one == index,
            Group::Range { first, last } => {
                let (first, last) = (self.entry(first), self.entry(last));
                entry.series == first.series && (first.number..=last.number).contains(&entry.number)
            }
            Group::Series(series) => entry.series == self.entry(series).series,
            Group::Starting { sample, parts } => {
                starts_with_parts(&entry.name, self.beginning(sample, parts))
            }
            Group::Tag(tag) => self.tags[usize::from(tag)].members[usize::from(index)],
            Group::All => true,
        }
    }

    /// Lists the members of a group in the order of their numbers.
    pub fn members(&self, group: Group) -> impl Iterator<Item = u16> {
        (0..self.len() as u16).filter(move |&index| self.contains(group, index))
    }

    /// Writes a group so that it reads back the same.
    pub fn print(&self, group: Group) -> String {
        match group {
            Group::One(index) => self.name(index).to_owned(),
            Group::Range { first, last } => {
                let last = self.entry(last).number;
                let last = last.expect("a range ends with a numbered name");
                format!("{}..{last}", self.name(first))
            }
            Group::Series(series) => {
                let entry = self.entry(series);
                format!("{}*", &entry.name[..entry.stem])
            }
            Group::Starting { sample, parts } => format!("{}-*", self.beginning(sample, parts)),
            Group::Tag(tag) => format!("all:{}", self.tags[usize::from(tag)].word),
            Group::All => "all".to_owned(),
        }
    }

    fn entry(&self, index: u16) -> &super::table::Entry {
        &self.entries[usize::from(index)]
    }

    fn beginning(&self, sample: u16, parts: u8) -> &str {
        let name = self.name(sample);
        let mut dashes = name.match_indices('-');
        dashes
            .nth(usize::from(parts) - 1)
            .map_or(name, |(end, _)| &name[..end])
    }

    fn find_tag(&self, word: &str, tag: &str) -> Result<u16, NameError> {
        let spellings = || self.tags.iter().map(|tag| &*tag.word).zip(0_u16..);
        if let Some((_, exact)) = spellings().find(|(word, _)| word.eq_ignore_ascii_case(tag)) {
            return Ok(exact);
        }
        let mut begun = spellings().filter(|(word, _)| {
            word.get(..tag.len())
                .is_some_and(|start| !tag.is_empty() && start.eq_ignore_ascii_case(tag))
        });
        match (begun.next(), begun.next()) {
            (Some((_, only)), None) => Ok(only),
            (Some((first, _)), Some((second, _))) => Err(NameError::ambiguous(
                word,
                (&format!("all:{first}"), &format!("all:{second}")),
                2 + begun.count(),
            )),
            _ => {
                let known: Vec<String> = self
                    .tags
                    .iter()
                    .map(|tag| format!("`all:{}`", tag.word))
                    .collect();
                let mut error = NameError::new(format!(
                    "{} is no group; there are {}",
                    quoted(word),
                    known.join(", ")
                ));
                if let Nearest::One(tag) = nearest(tag, spellings()) {
                    error.meant = Some(self.print(Group::Tag(tag)));
                }
                Err(error)
            }
        }
    }

    fn find_beginning(&self, word: &str, beginning: &str) -> Result<Group, NameError> {
        if beginning.ends_with(|last: char| last.is_ascii_digit()) {
            // Read as text it would hold 10 as well as 1, read as a number 1 alone.
            let message = format!("{} is no group: numbers are named as `1..4`", quoted(word));
            return Err(NameError::new(message));
        }
        let beginning = beginning.strip_suffix('-').unwrap_or(beginning);
        let mut buffer = [0; LONGEST];
        if let Some(series) = fold(beginning, &mut buffer).and_then(|stem| self.series(stem)) {
            return Ok(Group::Series(series));
        }
        let sample = self
            .entries
            .iter()
            .position(|entry| starts_with_parts(&entry.name, beginning));
        let Some(sample) = sample.filter(|_| !beginning.is_empty()) else {
            let message = format!("no {} is called {}", self.noun(), quoted(word));
            return Err(NameError::new(message));
        };
        let parts = 1 + beginning.matches('-').count();
        Ok(Group::Starting {
            sample: sample as u16,
            parts: parts as u8,
        })
    }

    fn find_range(&self, word: &str, first: &str, last: &str) -> Result<Group, NameError> {
        let first = self.find(first)?;
        let series = self.entry(first).series;
        let last = if last.bytes().all(|byte| byte.is_ascii_digit()) {
            self.find_number(word, series, last)?
        } else {
            self.find(last)?
        };
        let (from, to) = (self.entry(first), self.entry(last));
        if to.series != series || from.number.is_none() {
            return Err(NameError::new(format!(
                "{} is no range: `{}` and `{}` do not count in one series",
                quoted(word),
                from.name,
                to.name
            )));
        }
        if from.number > to.number {
            return Err(NameError {
                message: format!("{} runs backwards", quoted(word)),
                meant: Some(self.print(Group::Range {
                    first: last,
                    last: first,
                })),
            });
        }
        Ok(if first == last {
            Group::One(first)
        } else {
            Group::Range { first, last }
        })
    }

    fn find_number(&self, word: &str, series: u16, digits: &str) -> Result<u16, NameError> {
        let number: Option<u32> = digits.parse().ok();
        let found = self
            .entries
            .iter()
            .position(|entry| entry.series == series && number.is_some() && entry.number == number);
        match (found, self.numbers_of(series)) {
            (Some(index), _) => Ok(index as u16),
            (None, Some((low, high))) => Err(self.outside(word, series, low, high)),
            (None, None) => {
                let name = &self.entry(series).name;
                let message = format!("{} is no range: `{name}` is no series", quoted(word));
                Err(NameError::new(message))
            }
        }
    }
}

fn starts_with_parts(name: &str, beginning: &str) -> bool {
    name.get(..beginning.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(beginning))
        && matches!(name.as_bytes().get(beginning.len()), None | Some(b'-'))
}
