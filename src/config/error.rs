//! Complaints about a configuration file, each with its place and a remedy.

use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Why there is no usable configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// No file was named and none lies where one is looked for.
    #[error(
        "no configuration found, looked for {}; make a site with `tessera init DIR` or name the file with `--config`",
        list(places)
    )]
    NotFound {
        /// Where it was looked for.
        places: Vec<PathBuf>,
    },
    /// The file cannot be opened or is not text.
    #[error("{}: cannot be read; check that the file is there, is text and may be read", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Something in the file is wrong.
    #[error("{}:{line}: {key}: {reason}; {remedy}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The key with its tables, for example `transport.smtp.host`.
        key: String,
        /// What is wrong.
        reason: String,
        /// What to write instead.
        remedy: String,
    },
    /// A secret that a key points to cannot be had.
    #[error("{}: {key}: {reason}", path.display())]
    Secret {
        /// The configuration file.
        path: PathBuf,
        /// The key that points to the secret.
        key: String,
        /// What is wrong and what to do about it.
        reason: String,
    },
}

fn list(places: &[PathBuf]) -> String {
    let places: Vec<String> = places
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    places.join(" and ")
}

/// A configuration text with the places of its keys.
pub(super) struct Places<'a> {
    path: &'a Path,
    text: &'a str,
    keys: Vec<(String, std::ops::Range<usize>)>,
}

impl<'a> Places<'a> {
    pub(super) fn new(path: &'a Path, text: &'a str) -> Self {
        let mut keys = Vec::new();
        let (table, _) = DeTable::parse_recoverable(text);
        collect(table.get_ref(), "", &mut keys);
        Self { path, text, keys }
    }

    /// Complains about the value of a key; about its table if the key itself is not written.
    pub(super) fn wrong(
        &self,
        key: &str,
        reason: impl Into<String>,
        remedy: impl Into<String>,
    ) -> ConfigError {
        let mut written = key;
        let at = loop {
            if let Some((_, span)) = self.keys.iter().find(|(name, _)| name == written) {
                break span.start;
            }
            match written.rsplit_once('.') {
                Some((table, _)) => written = table,
                None => break 0,
            }
        };
        self.wrong_at(at, key, reason, remedy)
    }

    /// Turns what the TOML reader says into a complaint.
    pub(super) fn complaint(&self, error: &toml::de::Error) -> ConfigError {
        let at = error.span().map_or(0, |span| span.start);
        let reason = error.message().replace('\n', ", ");
        let quoted: Vec<&str> = reason.split('`').skip(1).step_by(2).collect();
        let around = self.key_at(at);
        if let (true, [missing]) = (reason.starts_with("missing field"), &quoted[..]) {
            let key = join(&around, missing);
            let remedy = super::fresh::example(&key);
            return self.wrong_at(at, &key, "is missing", remedy);
        }
        if let (true, [unknown, known @ ..]) = (reason.starts_with("unknown field"), &quoted[..]) {
            let table = around.rsplit_once('.').map_or("", |(table, _)| table);
            let nearest = known
                .iter()
                .map(|known| (strsim::jaro_winkler(known, unknown), known))
                .max_by(|(a, _), (b, _)| a.total_cmp(b));
            let remedy = match nearest {
                Some((likeness, known)) if likeness > 0.75 => format!("did you mean `{known}`?"),
                _ => format!("the keys here are {}", known.join(", ")),
            };
            return self.wrong_at(at, &join(table, unknown), "there is no such key", remedy);
        }
        let remedy = super::fresh::example(&around);
        self.wrong_at(at, &around, reason, remedy)
    }

    fn wrong_at(
        &self,
        at: usize,
        key: &str,
        reason: impl Into<String>,
        remedy: impl Into<String>,
    ) -> ConfigError {
        let before = self.text.get(..at).unwrap_or(self.text);
        let key = if key.is_empty() { "the file" } else { key };
        ConfigError::Wrong {
            path: self.path.to_owned(),
            line: 1 + before.matches('\n').count(),
            key: key.to_owned(),
            reason: reason.into(),
            remedy: remedy.into(),
        }
    }

    /// Returns the innermost key written around a place in the text.
    fn key_at(&self, at: usize) -> String {
        self.keys
            .iter()
            .filter(|(_, span)| span.start <= at && at <= span.end)
            .min_by_key(|(name, span)| (span.len(), usize::MAX - name.len()))
            .map_or_else(String::new, |(name, _)| name.clone())
    }
}

fn join(table: &str, key: &str) -> String {
    if table.is_empty() {
        key.to_owned()
    } else {
        format!("{table}.{key}")
    }
}

/// Lists every key with the stretch of text from its name to the end of its value.
fn collect(table: &DeTable<'_>, prefix: &str, keys: &mut Vec<(String, std::ops::Range<usize>)>) {
    for (key, value) in table {
        let name = join(prefix, key.get_ref());
        // The value of a table begins with the bracket before its name.
        let start = key.span().start.min(value.span().start);
        keys.push((name.clone(), start..value.span().end.max(key.span().end)));
        collect_value(value, &name, keys);
    }
}

fn collect_value(
    value: &Spanned<DeValue<'_>>,
    name: &str,
    keys: &mut Vec<(String, std::ops::Range<usize>)>,
) {
    match value.get_ref() {
        DeValue::Table(table) => collect(table, name, keys),
        DeValue::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                let name = format!("{name}[{index}]");
                keys.push((name.clone(), value.span()));
                collect_value(value, &name, keys);
            }
        }
        _ => {}
    }
}
