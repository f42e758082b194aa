//! Reading a case file strictly: what it does not name is an error with its JSON path.

use std::fmt;

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The version of the form that this program reads.
const VERSION: u32 = 1;

/// One way in which a file breaks its form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {reason}")]
pub struct SchemaError {
    /// The JSON path, `examples[3].setup.units[0].hex`.
    pub path: String,
    /// What is wrong there.
    pub reason: String,
}

impl SchemaError {
    /// Says what is wrong at a path.
    pub fn new(path: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            reason: reason.into(),
        }
    }

    /// Puts the path of what holds it in front.
    #[must_use]
    pub fn within(self, path: &str) -> Self {
        Self {
            path: format!("{path}.{}", self.path),
            ..self
        }
    }
}

/// Every way in which a file breaks its form that was found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(SchemaError::to_string).collect::<Vec<_>>().join("\n"))]
pub struct SchemaErrors(pub Vec<SchemaError>);

impl From<SchemaError> for SchemaErrors {
    fn from(error: SchemaError) -> Self {
        Self(vec![error])
    }
}

/// Reads JSON; the error has the path at which reading ended.
///
/// # Errors
/// The first thing that does not fit.
pub fn read<T: DeserializeOwned>(json: &str) -> Result<T, SchemaError> {
    let mut reader = serde_json::Deserializer::from_str(json);
    let value = serde_path_to_error::deserialize(&mut reader)
        .map_err(|error| SchemaError::new(place(error.path()), error.inner().to_string()))?;
    reader
        .end()
        .map_err(|error| SchemaError::new(".", error.to_string()))?;
    Ok(value)
}

/// Prints a path; what breaks off before a key is at the last place that has a name.
fn place(path: &serde_path_to_error::Path) -> String {
    let text = path.to_string();
    match text
        .strip_suffix('?')
        .map(|known| known.trim_end_matches('.'))
    {
        Some("") => ".".to_owned(),
        Some(known) => known.to_owned(),
        None => text,
    }
}

/// Returns the key of the game whose examples a file holds.
///
/// # Errors
/// Why it cannot be told.
pub fn game(json: &str) -> Result<String, SchemaError> {
    #[derive(Deserialize)]
    struct Head {
        game: String,
    }
    Ok(read::<Head>(json)?.game)
}

/// The key `schema`: the version of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u32")]
pub struct Version;

impl TryFrom<u32> for Version {
    type Error = UnknownVersion;

    fn try_from(number: u32) -> Result<Self, UnknownVersion> {
        match number {
            VERSION => Ok(Self),
            other => Err(UnknownVersion(other)),
        }
    }
}

/// A version of the form that this program does not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownVersion(u32);

impl fmt::Display for UnknownVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "version {} is not read, only {VERSION}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its reading is tested")]
    struct File {
        #[serde(rename = "schema")]
        version: Version,
        list: Vec<Item>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its reading is tested")]
    struct Item {
        n: u8,
    }

    #[test]
    fn what_does_not_fit_is_named_with_its_path() {
        const CASES: &[(&str, &str, &str)] = &[
            (
                r#"{"schema": 1, "list": [{"n": 1}, {"n": 300}]}"#,
                "list[1].n",
                "invalid value",
            ),
            (
                r#"{"schema": 1, "list": [{"n": 1, "m": 2}]}"#,
                "list[0].m",
                "unknown field `m`",
            ),
            (
                r#"{"schema": 1, "list": [{"n": 1, "n": 2}]}"#,
                "list[0]",
                "duplicate field `n`",
            ),
            (
                r#"{"schema": 1, "list": [{}]}"#,
                "list[0]",
                "missing field `n`",
            ),
            (
                r#"{"schema": 2, "list": []}"#,
                "schema",
                "version 2 is not read",
            ),
            (r#"{"schema": 1, "list": []} x"#, ".", "trailing characters"),
            (r#"{"schema": 1, "#, ".", "EOF"),
        ];
        for (json, path, reason) in CASES {
            let error = read::<File>(json).unwrap_err();
            assert_eq!(error.path, *path, "{json}: {error}");
            assert!(error.reason.contains(reason), "{json}: {error}");
        }
        assert!(read::<File>(r#"{"schema": 1, "list": [{"n": 1}]}"#).is_ok());
    }
}
