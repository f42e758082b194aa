//! Reading `game.toml`: names, and which files belong to the game.

use serde::Deserialize;
use toml::Spanned;

use super::KEY;
use crate::games::files::{Faults, GameFiles, Sheet};

/// What the game is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// The name for people.
    pub title: String,
    /// What it is about.
    pub description: String,
    /// Counts the changes of rules that alter how a record replays.
    pub rules_version: u32,
}

/// The files of the game, besides `game.toml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileList {
    pub(super) units: String,
    pub(super) terrain: String,
    pub(super) results: String,
    pub(super) capability: String,
    pub(super) maps: Vec<String>,
    pub(super) scenarios: Vec<String>,
}

/// The same as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    units: Spanned<String>,
    terrain: Spanned<String>,
    results: Spanned<String>,
    capability: Spanned<String>,
    maps: Vec<Spanned<String>>,
    scenarios: Vec<Spanned<String>>,
}

impl Listed {
    fn each_once(self, sheet: &Sheet<'_>, files: &GameFiles, faults: &mut Faults) -> FileList {
        let mut one = |key, entry| sheet.listed(key, entry, files, faults);
        let [units, terrain, results, capability] = [
            one("units", self.units),
            one("terrain", self.terrain),
            one("results", self.results),
            one("capability", self.capability),
        ];
        FileList {
            units,
            terrain,
            results,
            capability,
            maps: sheet.each_once("maps", self.maps, files, faults),
            scenarios: sheet.each_once("scenarios", self.scenarios, files, faults),
        }
    }
}

/// Reads the manifest; the list of files also if something else in it is wrong.
pub(super) fn read(
    mut sheet: Sheet<'_>,
    all: &GameFiles,
    faults: &mut Faults,
) -> (Option<Manifest>, Option<FileList>) {
    let key: Option<Spanned<String>> = sheet.take("key", faults);
    let title = sheet.take("title", faults);
    let description = sheet.take("description", faults);
    let rules_version = sheet.take("rules-version", faults);
    let files: Option<Listed> = sheet.take("files", faults);
    let files = files.map(|listed| listed.each_once(&sheet, all, faults));
    sheet.finish(faults);
    sheet.refuse_other_game(key, KEY, faults);
    let manifest = || {
        Some(Manifest {
            title: title?,
            description: description?,
            rules_version: rules_version?,
        })
    };
    (manifest(), files)
}
