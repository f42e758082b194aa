//! Reading `game.toml`: names, sides, and which files belong to the game.

use serde::Deserialize;
use toml::Spanned;

use super::KEY;
use super::terms::Side;
use crate::games::files::{Faults, GameFiles, Sheet};

/// What the game is called and made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// The name for people.
    pub title: String,
    /// What it is about, in one line.
    pub description: String,
    /// Counts the changes of rules that alter how a record replays.
    pub rules_version: u32,
    /// The sides' names for people, in the order of [`Side::ALL`].
    pub sides: [String; 2],
}

/// The files of the game, besides `game.toml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileList {
    /// Counters.
    pub(super) units: String,
    /// Opportunity cards.
    pub(super) cards: String,
    /// Maps.
    pub(super) maps: Vec<String>,
    /// Scenarios.
    pub(super) scenarios: Vec<String>,
}

/// The same as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    units: Spanned<String>,
    cards: Spanned<String>,
    maps: Vec<Spanned<String>>,
    scenarios: Vec<Spanned<String>>,
}

impl Listed {
    fn each_once(self, sheet: &Sheet<'_>, files: &GameFiles, faults: &mut Faults) -> FileList {
        let mut one = |key, entry| sheet.listed(key, entry, files, faults);
        let [units, cards] = [one("units", self.units), one("cards", self.cards)];
        FileList {
            units,
            cards,
            maps: sheet.each_once("maps", self.maps, files, faults),
            scenarios: sheet.each_once("scenarios", self.scenarios, files, faults),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideRow {
    key: Side,
    name: String,
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
    let rows: Vec<(usize, SideRow)> = sheet.rows("side", faults);
    let files: Option<Listed> = sheet.take("files", faults);
    let files = files.map(|listed| listed.each_once(&sheet, all, faults));
    sheet.finish(faults);
    sheet.refuse_other_game(key, KEY, faults);
    let mut sides = [const { None }; 2];
    for (at, row) in rows {
        if sides[row.key as usize].replace(row.name).is_some() {
            let place = format!("side {}", row.key.key());
            faults.add(sheet.fault(at, &place, "listed twice", "keep one of the two"));
        }
    }
    for side in Side::ALL {
        if sides[side as usize].is_none() {
            let place = format!("side {}", side.key());
            faults.add(sheet.absence(&place, "missing", "add its `[[side]]`"));
        }
    }
    let [hun, roman] = sides;
    let manifest = || {
        Some(Manifest {
            title: title?,
            description: description?,
            rules_version: rules_version?,
            sides: [hun?, roman?],
        })
    };
    (manifest(), files)
}
