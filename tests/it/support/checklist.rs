//! The checklist of a game's rules: what each row demands, and what shows it.

use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "S: DeserializeOwned")]
struct Checklist<S> {
    row: Vec<Row<S>>,
}

/// A row, under one of the game's scopes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row<S> {
    pub id: String,
    pub rule: String,
    pub scope: S,
    pub demand: String,
    pub by: String,
}

/// Reads the rows of a checklist.
pub(crate) fn rows<S: DeserializeOwned>(text: &str) -> Vec<Row<S>> {
    let list: Checklist<S> = toml::from_str(text).expect("rows of the shape agreed");
    list.row
}
