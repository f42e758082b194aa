//! What the game has: unit types, charts, maps and scenarios, read from the texts in `games/`.

pub mod chart;
mod check;
mod manifest;
pub mod map;
pub mod scenario;
pub mod units;

pub use chart::{Capability, Column, Results, Troops};
pub use manifest::Manifest;
pub use map::MapSheet;
pub use scenario::{Army, Clause, Deploy, GroundRule, Roman, Scenario, When};
pub use units::{Form, Kind, KindId, Kinds, Melee};

use super::land::Chart;
use crate::games::files::{Fault, Faults, GameFiles, SetupError, Sheet};

/// The key of this game.
pub const KEY: &str = "legion";

/// Names a file of the game's folder with its text.
macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../games/legion/", $name)))),*]
    };
}

/// Returns the texts compiled into the program.
#[must_use]
pub fn shipped_files() -> GameFiles {
    GameFiles::shipped(shipped![
        "game.toml",
        "units.toml",
        "terrain.toml",
        "results.toml",
        "capability.toml",
        "maps/legion.toml",
        "scenarios/numidia.toml",
        "scenarios/vercellae.toml",
        "scenarios/apulia.toml",
        "scenarios/cabira.toml",
        "scenarios/sambre.toml",
        "scenarios/carrhae.toml",
        "scenarios/pharsalus.toml",
        "scenarios/second-phillippi.toml",
        "scenarios/teutoburgerwald.toml",
        "scenarios/minden.toml",
        "scenarios/boudiccan-revolt.toml",
        "scenarios/lugdunum.toml",
        "scenarios/euphrates.toml",
        "scenarios/placentia.toml",
        "scenarios/ctesiphon.toml",
        "scenarios/adrianople.toml",
        "scenarios/chalons.toml",
        "scenarios/daras.toml",
        "scenarios/busta-gallorum.toml",
        "scenarios/casilinum.toml",
        "scenarios/hypothetical.toml",
    ])
}

/// Everything the game has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegionData {
    /// Names and files.
    pub manifest: Manifest,
    /// Unit types.
    pub kinds: Kinds,
    /// The terrain chart.
    pub chart: Chart,
    /// The results table.
    pub results: Results,
    /// The capability chart.
    pub capability: Vec<Capability>,
    /// Maps.
    pub maps: Vec<MapSheet>,
    /// Scenarios, in the order of the book.
    pub scenarios: Vec<Scenario>,
}

impl LegionData {
    /// Reads a set of texts; every fault is reported.
    pub fn load(files: &GameFiles) -> Result<Self, SetupError> {
        let mut faults = Faults::default();
        match Self::read(files, &mut faults) {
            Some(data) if faults.is_empty() => Ok(data),
            _ => Err(SetupError(faults.into_list())),
        }
    }

    fn read(files: &GameFiles, faults: &mut Faults) -> Option<Self> {
        let (manifest, list) =
            manifest::read(Sheet::open(files, "game.toml", faults)?, files, faults);
        let list = list?;
        let before = faults.len();
        let kinds =
            Sheet::open_listed(files, &list.units, faults).map(|sheet| units::read(sheet, faults));
        let chart = Sheet::open_listed(files, &list.terrain, faults)
            .and_then(|sheet| chart::read_terrain(sheet, faults));
        let results = Sheet::open_listed(files, &list.results, faults)
            .and_then(|sheet| chart::read_results(sheet, faults));
        let capability = Sheet::open_listed(files, &list.capability, faults)
            .zip(kinds.as_ref())
            .map(|(sheet, kinds)| chart::read_capability(sheet, kinds, faults));
        let mut maps = Vec::new();
        for name in &list.maps {
            let sheet = Sheet::open_listed(files, name, faults);
            maps.extend(sheet.and_then(|sheet| map::read(sheet, faults)));
        }
        // A scenario is not held against types or maps that are wrong themselves.
        let all_read = faults.len() == before && maps.len() == list.maps.len();
        let sound = kinds.as_ref().filter(|_| all_read);
        let mut scenarios = Vec::new();
        for name in &list.scenarios {
            let known = sound.map(|kinds| (kinds, maps.as_slice()));
            let sheet = Sheet::open_listed(files, name, faults);
            scenarios.extend(sheet.and_then(|sheet| scenario::read(sheet, known, faults)));
        }
        twins(&maps, &scenarios, &list.maps, faults);
        Some(Self {
            manifest: manifest?,
            kinds: kinds?,
            chart: chart?,
            results: results?,
            capability: capability?,
            maps,
            scenarios,
        })
    }

    /// Finds a scenario by key, number or title, in any case.
    #[must_use]
    pub fn scenario(&self, name: &str) -> Option<&Scenario> {
        self.scenarios
            .iter()
            .find(|scenario| scenario.is_called(name))
    }

    /// Returns the map of a scenario.
    ///
    /// # Panics
    /// If the scenario belongs to other data.
    #[must_use]
    pub fn map(&self, scenario: &Scenario) -> &MapSheet {
        let map = self.maps.iter().find(|map| map.key == scenario.map);
        map.expect("a scenario is only read with its map")
    }
}

/// Looks for maps and scenarios that are called like one before them.
fn twins(maps: &[MapSheet], scenarios: &[Scenario], files: &[String], faults: &mut Faults) {
    let mut tell = |file: &str, key: &str| {
        faults.add(Fault {
            file: file.to_owned(),
            line: 0,
            place: "key".to_owned(),
            reason: format!("`{key}` is the name of one before it"),
            remedy: "give it a name of its own".to_owned(),
        });
    };
    for (index, map) in maps.iter().enumerate() {
        if maps[..index].iter().any(|own| own.key == map.key) {
            // Every map that was read has its file at the same place, or a fault has been told.
            tell(files.get(index).map_or("maps", String::as_str), &map.key);
        }
    }
    for (index, scenario) in scenarios.iter().enumerate() {
        let names = [&scenario.key, &scenario.number, &scenario.title];
        let before = &scenarios[..index];
        let taken = names
            .into_iter()
            .find(|name| before.iter().any(|own| own.is_called(name)));
        if let Some(name) = taken {
            tell(&scenario.file, name);
        }
    }
}
