//! The texts a game is made of, and how they are read: TOML tables with a line for every complaint.
//!
//! No file is opened here. The shipped texts are compiled in; whoever wants others passes them in.
//! Reading goes on after a mistake, so that one attempt shows every reason.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// The texts of one game by file name, as `game.toml` and its folder hold them.
#[derive(Debug, Clone, Default)]
pub struct GameFiles {
    texts: BTreeMap<String, Cow<'static, str>>,
}

impl GameFiles {
    /// Collects the texts compiled into the program.
    #[must_use]
    pub fn shipped(texts: &[(&str, &'static str)]) -> Self {
        let texts = texts
            .iter()
            .map(|&(name, text)| (name.to_owned(), Cow::Borrowed(text)));
        Self {
            texts: texts.collect(),
        }
    }

    /// Puts a text under a name, in place of the one that stood there.
    pub fn put(&mut self, name: &str, text: String) {
        self.texts.insert(name.to_owned(), Cow::Owned(text));
    }

    /// Returns the text of a file.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(AsRef::as_ref)
    }

    /// Returns the names of all files, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }
}

/// One reason why a game's texts cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file's name inside the game's folder.
    pub file: String,
    /// The line, counted from 1; 0 when the whole file is meant.
    pub line: usize,
    /// The key, unit or hex that is wrong.
    pub place: String,
    /// What is wrong with it.
    pub reason: String,
    /// What to do about it.
    pub remedy: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file,
            line,
            place,
            reason,
            remedy,
        } = self;
        match line {
            0 => write!(f, "{file}: ")?,
            line => write!(f, "{file}:{line}: ")?,
        }
        write!(f, "{place}: {reason}; {remedy}")
    }
}

/// Every reason why a game's texts cannot be used, in the order of files and lines.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n"))]
pub struct SetupError(pub Vec<Fault>);

/// Collects faults while a set of files is read.
#[derive(Debug, Default)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Adds a fault.
    pub fn add(&mut self, fault: Fault) {
        self.0.push(fault);
    }

    /// Returns how many faults there are so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether nothing was wrong so far.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the collected faults, in the order of files and lines.
    #[must_use]
    pub fn into_list(mut self) -> Vec<Fault> {
        self.0
            .sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        self.0
    }
}

/// One TOML text being read: its keys are taken out one by one, what is left over is a fault.
#[derive(Debug)]
pub struct Sheet<'a> {
    name: &'a str,
    text: &'a str,
    keys: BTreeMap<String, (usize, Spanned<DeValue<'a>>)>,
}

impl<'a> Sheet<'a> {
    /// Opens a file of the set that must be there; a missing file or broken TOML is a fault.
    pub fn open(files: &'a GameFiles, name: &'a str, faults: &mut Faults) -> Option<Self> {
        if files.text(name).is_none() {
            faults.add(Fault {
                file: name.to_owned(),
                line: 0,
                place: "file".to_owned(),
                reason: "not among the game's files".to_owned(),
                remedy: "add it".to_owned(),
            });
        }
        Self::open_listed(files, name, faults)
    }

    /// Opens a file of the set, whose absence is a fault of the list that names it; broken TOML is one of its own.
    pub fn open_listed(files: &'a GameFiles, name: &'a str, faults: &mut Faults) -> Option<Self> {
        let text = files.text(name)?;
        let mut sheet = Self {
            name,
            text,
            keys: BTreeMap::new(),
        };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in &errors {
            faults.add(sheet.syntax(error));
        }
        if !errors.is_empty() {
            return None;
        }
        for (key, value) in table.into_inner() {
            let at = key.span().start;
            sheet
                .keys
                .insert(key.into_inner().into_owned(), (at, value));
        }
        Some(sheet)
    }

    /// Returns the name of the file.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name
    }

    fn syntax(&self, error: &toml::de::Error) -> Fault {
        let at = error.span().map_or(0, |span| span.start);
        self.fault(
            at,
            "TOML",
            error.message().replace('\n', ", "),
            "correct the spelling of this line",
        )
    }

    /// Returns the line of a byte offset, counted from 1.
    #[must_use]
    pub fn line(&self, at: usize) -> usize {
        let before = self.text.get(..at).unwrap_or(self.text);
        1 + before.matches('\n').count()
    }

    /// Makes a fault of this file at a byte offset.
    #[must_use]
    pub fn fault(
        &self,
        at: usize,
        place: &str,
        reason: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Fault {
        Fault {
            line: self.line(at),
            ..self.absence(place, reason, remedy)
        }
    }

    /// Makes a fault of the file as a whole: something is missing, or wrong in several places.
    #[must_use]
    pub fn absence(
        &self,
        place: &str,
        reason: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Fault {
        Fault {
            file: self.name.to_owned(),
            line: 0,
            place: place.to_owned(),
            reason: reason.into(),
            remedy: remedy.into(),
        }
    }

    /// Takes out a key that must be there.
    pub fn take<T: DeserializeOwned>(&mut self, key: &str, faults: &mut Faults) -> Option<T> {
        let Some((_, value)) = self.keys.remove(key) else {
            faults.add(self.absence(key, "key is missing", format!("add `{key}`")));
            return None;
        };
        self.read(key, value, faults)
    }

    /// Refuses a `game.toml` whose `key` names another game.
    pub fn refuse_other_game(&self, key: Option<Spanned<String>>, own: &str, faults: &mut Faults) {
        if let Some(key) = key.filter(|key| key.get_ref() != own) {
            let reason = format!("`{}` is another game", key.get_ref());
            let remedy = format!("write \"{own}\"");
            faults.add(self.fault(key.span().start, "key", reason, remedy));
        }
    }

    /// Returns the name of a file that is listed under a key; that there is no such file is a fault of the list.
    pub fn listed(
        &self,
        key: &str,
        entry: Spanned<String>,
        files: &GameFiles,
        faults: &mut Faults,
    ) -> String {
        let at = entry.span().start;
        let name = entry.into_inner();
        if files.text(&name).is_none() {
            let reason = format!("`{name}` is not among the game's files");
            faults.add(self.fault(at, key, reason, "add it, or correct its name"));
        }
        name
    }

    /// Returns listed names of files, each once; that one is listed again is a fault of the list as well.
    pub fn each_once(
        &self,
        key: &str,
        listed: Vec<Spanned<String>>,
        files: &GameFiles,
        faults: &mut Faults,
    ) -> Vec<String> {
        let mut names: Vec<String> = Vec::with_capacity(listed.len());
        for entry in listed {
            if names.contains(entry.get_ref()) {
                let reason = format!("`{}` is listed twice", entry.get_ref());
                faults.add(self.fault(entry.span().start, key, reason, "keep one of the two"));
            } else {
                names.push(self.listed(key, entry, files, faults));
            }
        }
        names
    }

    /// Takes out a key that is for people only.
    pub fn pass(&mut self, key: &str) {
        self.keys.remove(key);
    }

    /// Takes out a table that may occur several times (`[[key]]`), each with its offset in the text.
    pub fn rows<T: DeserializeOwned>(&mut self, key: &str, faults: &mut Faults) -> Vec<(usize, T)> {
        let remedy = format!("write every entry under a heading `[[{key}]]`");
        let rows = match self
            .keys
            .remove(key)
            .map(|(at, value)| (at, value.into_inner()))
        {
            Some((_, DeValue::Array(rows))) => rows,
            Some((at, _)) => {
                faults.add(self.fault(at, key, "not a list of tables", remedy));
                return Vec::new();
            }
            None => {
                faults.add(self.absence(key, "the list is missing", remedy));
                return Vec::new();
            }
        };
        let read =
            |row: Spanned<DeValue<'a>>| Some((row.span().start, self.read(key, row, faults)?));
        rows.into_iter().filter_map(read).collect()
    }

    fn read<T: DeserializeOwned>(
        &self,
        key: &str,
        value: Spanned<DeValue<'a>>,
        faults: &mut Faults,
    ) -> Option<T> {
        let start = value.span().start;
        match T::deserialize(ValueDeserializer::from(value)) {
            Ok(read) => Some(read),
            Err(error) => {
                let at = error.span().map_or(start, |span| span.start);
                let reason = error.message().replace('\n', ", ");
                faults.add(self.fault(at, key, reason, "correct it"));
                None
            }
        }
    }

    /// Reports every key that nobody asked for.
    pub fn finish(&mut self, faults: &mut Faults) {
        for (key, (at, _)) in std::mem::take(&mut self.keys) {
            faults.add(self.fault(at, &key, "unknown key", "correct its spelling or delete it"));
        }
    }
}
