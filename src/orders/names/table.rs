//! The table from spellings to things.

use std::collections::BTreeSet;

use super::super::{Cursor, Diagnostic, Word, nearest};
use super::{Group, NameError, Nearest};

/// A sorted table of the names of one kind of thing, units for example.
///
/// Case does not count, nor do leading zeros: `HL03` is `hl3`. An unknown word is taken as the
/// beginning of a name, part by part (`h-lc-3` for `hun-lc-3`), if only one thing's names begin
/// so; a number is never completed (`hun-lc-3` does not begin `hun-lc-30`).
///
/// ```
/// use tesserarius::orders::Names;
///
/// let units = ["hun-lc-3", "hun-lc-30", "attila"];
/// let names = Names::new("a unit", &units, &[("HL3", 0)], &[("lc", &[0, 1])]).unwrap();
/// assert_eq!(names.find("hl03"), Ok(0));
/// assert_eq!(names.find("Att"), Ok(2));
/// assert_eq!(names.members(names.find_group("all:lc").unwrap()).collect::<Vec<_>>(), [0, 1]);
/// ```
#[derive(Debug, Clone)]
pub struct Names {
    kind: &'static str,
    pub(super) entries: Vec<Entry>,
    /// Sorted by folded spelling.
    keys: Vec<Key>,
    pub(super) tags: Vec<Tag>,
}

/// One thing and its canonical name.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) name: Box<str>,
    /// The length of the name without the number at its end.
    pub(super) stem: usize,
    pub(super) number: Option<u32>,
    /// The first entry whose name has the same stem.
    pub(super) series: u16,
}

/// One spelling, folded.
#[derive(Debug, Clone)]
struct Key {
    folded: Box<[u8]>,
    index: u16,
}

/// A word behind `all:` and what it comprises.
#[derive(Debug, Clone)]
pub(super) struct Tag {
    pub(super) word: Box<str>,
    pub(super) members: Vec<bool>,
}

/// Why a list of names cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NamesError {
    /// A name is empty, too long, or has characters that are no part of a word.
    #[error("`{0}` cannot be a name: it must be one word of at most 40 letters, digits and `-`")]
    NotAWord(String),
    /// Two things would have the same spelling.
    #[error("`{0}` would name two things")]
    Twice(String),
    /// An alias or tag belongs to a thing that is not in the list.
    #[error("`{0}` belongs to number {1}, which is not in the list")]
    NoSuchThing(String, u16),
    /// There are more things than numbers for them.
    #[error("there are more than 65535 names")]
    TooMany,
}

/// No name is longer.
pub(super) const LONGEST: usize = 40;

impl Names {
    /// Creates the table: canonical names in the order of their numbers, further spellings, and
    /// the words that may follow `all:` with their members. `kind` says what is named, as `a unit`.
    pub fn new(
        kind: &'static str,
        names: &[impl AsRef<str>],
        aliases: &[(impl AsRef<str>, u16)],
        tags: &[(impl AsRef<str>, &[u16])],
    ) -> Result<Self, NamesError> {
        let count = u16::try_from(names.len()).map_err(|_| NamesError::TooMany)?;
        let mut keys = Vec::with_capacity(names.len() + aliases.len());
        let canonical = names.iter().map(AsRef::as_ref).zip(0..count);
        for (spelling, index) in canonical.chain(
            aliases
                .iter()
                .map(|(alias, index)| (alias.as_ref(), *index)),
        ) {
            if index >= count {
                return Err(NamesError::NoSuchThing(spelling.to_owned(), index));
            }
            let folded = folded_name(spelling)?;
            keys.push(Key { folded, index });
        }
        keys.sort_unstable_by(|a, b| a.folded.cmp(&b.folded));
        if let Some(pair) = keys
            .windows(2)
            .find(|pair| pair[0].folded == pair[1].folded && pair[0].index != pair[1].index)
        {
            let spelling = String::from_utf8_lossy(&pair[0].folded);
            return Err(NamesError::Twice(spelling.into_owned()));
        }
        keys.dedup_by(|a, b| a.folded == b.folded);
        Ok(Self {
            kind,
            entries: entries(names),
            keys,
            tags: tags
                .iter()
                .map(|(word, members)| tag(word.as_ref(), members, count))
                .collect::<Result<_, _>>()?,
        })
    }

    /// Returns the number of things.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Tells whether there is nothing to name.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the canonical name of a thing.
    ///
    /// # Panics
    ///
    /// Panics if the number is not below [`Names::len`].
    pub fn name(&self, index: u16) -> &str {
        &self.entries[usize::from(index)].name
    }

    /// Finds the thing that a word names: exactly, else by a beginning that is unique.
    pub fn find(&self, word: &str) -> Result<u16, NameError> {
        let mut buffer = [0; LONGEST];
        let Some(folded) = fold(word, &mut buffer) else {
            return Err(NameError::unknown(self.noun(), word, Nearest::None));
        };
        match self.exact(folded) {
            Some(index) => Ok(index),
            None => self.by_beginning(word, folded),
        }
    }

    /// Takes a name from the line.
    pub fn one(&self, cursor: &mut Cursor<'_>) -> Result<u16, Diagnostic> {
        self.take(cursor, Self::find_one)
    }

    fn find_one(&self, word: &str) -> Result<u16, NameError> {
        self.find(word)
            .map_err(|error| match self.find_group(word) {
                Ok(group) if group.breadth() > 0 => NameError::several(self.kind, word),
                _ => error,
            })
    }

    /// Finds the name that a text consists of; nothing if it names nothing, or says more.
    pub fn alone(&self, text: &str) -> Option<u16> {
        let mut cursor = Cursor::new(text);
        let index = self.one(&mut cursor).ok()?;
        cursor.at_end().then_some(index)
    }

    /// Takes a name or a group from the line.
    pub fn group(&self, cursor: &mut Cursor<'_>) -> Result<Group, Diagnostic> {
        self.take(cursor, Self::find_group)
    }

    fn take<T>(
        &self,
        cursor: &mut Cursor<'_>,
        find: impl Fn(&Self, &str) -> Result<T, NameError>,
    ) -> Result<T, Diagnostic> {
        cursor.expect(self.kind);
        let Some(Word { text, span }) = cursor.peek() else {
            return Err(cursor.unexpected());
        };
        match find(self, text) {
            Ok(found) => {
                cursor.next();
                Ok(found)
            }
            Err(error) => {
                let help = error
                    .meant
                    .as_ref()
                    .map(|name| cursor.line_with(span, name));
                let mut diagnostic = error.at(span);
                diagnostic.help = help;
                Err(diagnostic)
            }
        }
    }

    /// Returns the kind without its article.
    pub(super) fn noun(&self) -> &'static str {
        self.kind
            .split_once(' ')
            .map_or(self.kind, |(_, noun)| noun)
    }

    pub(super) fn exact(&self, folded: &[u8]) -> Option<u16> {
        let at = self
            .keys
            .binary_search_by(|key| (*key.folded).cmp(folded))
            .ok()?;
        Some(self.keys[at].index)
    }

    /// Finds the first entry of the series that a folded stem names, canonical or alias.
    pub(super) fn series(&self, stem: &[u8]) -> Option<u16> {
        let mut all = self.keys.iter().filter(|key| {
            let (key_stem, _) = split_number(&key.folded);
            key_stem == stem
        });
        let series = self.entries[usize::from(all.next()?.index)].series;
        all.all(|key| self.entries[usize::from(key.index)].series == series)
            .then_some(series)
    }

    fn by_beginning(&self, word: &str, folded: &[u8]) -> Result<u16, NameError> {
        let begun = self.keys.iter().filter(|key| begins(folded, &key.folded));
        let found: BTreeSet<u16> = begun.map(|key| key.index).collect();
        let mut first = found.iter().copied();
        match (first.next(), first.next()) {
            (None, _) => Err(self.unknown(word, folded)),
            (Some(only), None) => Ok(only),
            (Some(one), Some(other)) => {
                let names = (self.name(one), self.name(other));
                Err(NameError::ambiguous(word, names, found.len()))
            }
        }
    }

    fn unknown(&self, word: &str, folded: &[u8]) -> NameError {
        if let (stem, Some(_)) = split_number(folded)
            && let Some(series) = self.series(stem)
            && let Some((low, high)) = self.numbers_of(series)
        {
            return self.outside(word, series, low, high);
        }
        let spellings = self.keys.iter().map(|key| {
            let spelling = str::from_utf8(&key.folded).expect("names are ASCII");
            (spelling, key.index)
        });
        let meant = match nearest(word, spellings) {
            Nearest::None => Nearest::None,
            Nearest::One(index) => Nearest::One(self.name(index)),
            Nearest::Two(a, b) => Nearest::Two(self.name(a.min(b)), self.name(a.max(b))),
        };
        NameError::unknown(self.noun(), word, meant)
    }

    pub(super) fn numbers_of(&self, series: u16) -> Option<(u32, u32)> {
        let numbers = self
            .entries
            .iter()
            .filter(|entry| entry.series == series)
            .filter_map(|entry| entry.number);
        Some((numbers.clone().min()?, numbers.max()?))
    }

    pub(super) fn outside(&self, word: &str, series: u16, low: u32, high: u32) -> NameError {
        let entry = &self.entries[usize::from(series)];
        let stem = &entry.name[..entry.stem];
        NameError::new(format!(
            "{} names no {}: the first is `{stem}{low}`, the last `{stem}{high}`",
            super::quoted(word),
            self.noun()
        ))
    }
}

fn entries(names: &[impl AsRef<str>]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::with_capacity(names.len());
    for name in names.iter().map(AsRef::as_ref) {
        let (stem, number) = split_number(name.as_bytes());
        let digits = if number.is_some() {
            name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len()
        } else {
            0
        };
        let same = entries.iter().position(|entry| {
            let (other, _) = split_number(entry.name.as_bytes());
            other.eq_ignore_ascii_case(stem)
        });
        entries.push(Entry {
            name: name.into(),
            stem: name.len() - digits,
            number,
            series: same.unwrap_or(entries.len()) as u16,
        });
    }
    entries
}

fn tag(word: &str, members: &[u16], count: u16) -> Result<Tag, NamesError> {
    folded_name(word)?;
    let mut is_member = vec![false; usize::from(count)];
    for &member in members {
        *is_member
            .get_mut(usize::from(member))
            .ok_or_else(|| NamesError::NoSuchThing(word.to_owned(), member))? = true;
    }
    Ok(Tag {
        word: word.into(),
        members: is_member,
    })
}

fn folded_name(spelling: &str) -> Result<Box<[u8]>, NamesError> {
    let mut buffer = [0; LONGEST];
    let is_word = spelling
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !spelling.is_empty()
        && !spelling.starts_with('-')
        && !spelling.ends_with('-')
        && !spelling.eq_ignore_ascii_case("all");
    fold(spelling, &mut buffer)
        .filter(|_| is_word)
        .map(Into::into)
        .ok_or_else(|| NamesError::NotAWord(spelling.to_owned()))
}

/// Writes a word in lower case and its numbers without leading zeros; `None` if it is too long.
pub(super) fn fold<'b>(word: &str, buffer: &'b mut [u8; LONGEST]) -> Option<&'b [u8]> {
    let bytes = word.as_bytes();
    let mut length = 0;
    let mut in_number = false;
    for (at, byte) in bytes.iter().enumerate() {
        let more_digits = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        if *byte == b'0' && !in_number && more_digits {
            continue;
        }
        in_number = byte.is_ascii_digit();
        *buffer.get_mut(length)? = byte.to_ascii_lowercase();
        length += 1;
    }
    Some(&buffer[..length])
}

/// Parts a name into its stem, without a dash at the end, and the number behind it.
pub(super) fn split_number(name: &[u8]) -> (&[u8], Option<u32>) {
    let digits = name
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let (stem, number) = name.split_at(name.len() - digits);
    let number = str::from_utf8(number)
        .ok()
        .and_then(|digits| digits.parse().ok());
    if number.is_none() || stem.is_empty() {
        return (name, None);
    }
    (stem.strip_suffix(b"-").unwrap_or(stem), number)
}

/// Tells whether the parts of a folded word begin the parts of a folded name, numbers whole.
fn begins(word: &[u8], name: &[u8]) -> bool {
    let mut parts = name.split(|&byte| byte == b'-');
    word.split(|&byte| byte == b'-').all(|beginning| {
        let Some(rest) = parts.next().and_then(|part| part.strip_prefix(beginning)) else {
            return false;
        };
        let breaks_number = beginning.last().is_some_and(u8::is_ascii_digit)
            && rest.first().is_some_and(u8::is_ascii_digit);
        !beginning.is_empty() && !breaks_number
    })
}
