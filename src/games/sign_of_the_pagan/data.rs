//! What the game has: counters, ground, set-up and cards, read from the texts in `games/`.
//!
//! [`GameData::shipped`] is the data compiled into the program, [`GameData::load`] reads any set of
//! texts and reports every fault at once.

mod cards;
mod field;
mod ground;
mod manifest;
mod roster;
mod scenario;
mod setup;
mod terms;
mod units;

pub(super) use cards::is_one_of;
pub use cards::{
    Action, Card, CardDeck, CardId, Condition as CardCondition, Effect, Selection, Until, Window,
};
pub use field::{Field, FieldProvenance};
pub use ground::{
    Cell, DOWNHILL_SHOCK, Ground, RIVER_COST, RIVER_SHOCK, Slope, Terrain, UPHILL_COST,
    UPHILL_SHOCK,
};
pub use manifest::Manifest;
pub use roster::{ClassId, Face, Leader, Markers, Roster, RosterError, UnitId, UnitType};
pub use setup::{Deployment, Free, Historical, Placement, Scenario, Zone};
pub use terms::{Bow, Condition, Contingent, Kind, Mark, Side, Weight};
pub(super) use units::short_ids;
pub use units::{ClassProvenance, Counters, InformationMarker, LeaderProvenance, UnitClass};

use std::collections::BTreeMap;

use crate::games::files::{Fault, Faults, GameFiles, SetupError, Sheet};

/// Returns the files in the game's folder that belong to nothing else: decks of a player's own (Q42).
fn other_decks<'a>(files: &'a GameFiles, list: &manifest::FileList) -> Vec<&'a str> {
    let is_other = |name: &&str| {
        let belongs = [&list.units, &list.cards]
            .into_iter()
            .any(|own| own == name);
        let is_toml = name.rsplit_once('.').is_some_and(|(_, end)| end == "toml");
        is_toml && !name.contains('/') && *name != "game.toml" && !belongs
    };
    files.names().filter(is_other).collect()
}

/// The key of this game.
pub const KEY: &str = "sign-of-the-pagan";

/// Returns the texts compiled into the program.
#[must_use]
pub fn shipped_files() -> GameFiles {
    GameFiles::shipped(&[
        (
            "game.toml",
            include_str!("../../../games/sign-of-the-pagan/game.toml"),
        ),
        (
            "units.toml",
            include_str!("../../../games/sign-of-the-pagan/units.toml"),
        ),
        (
            "cards.toml",
            include_str!("../../../games/sign-of-the-pagan/cards.toml"),
        ),
        (
            "maps/catalaunian-fields.toml",
            include_str!("../../../games/sign-of-the-pagan/maps/catalaunian-fields.toml"),
        ),
        (
            "scenarios/standard.toml",
            include_str!("../../../games/sign-of-the-pagan/scenarios/standard.toml"),
        ),
    ])
}

/// Everything the game has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameData {
    /// Names, sides and files.
    pub manifest: Manifest,
    /// Counters.
    pub counters: Counters,
    /// Maps.
    pub maps: Vec<Field>,
    /// Scenarios.
    pub scenarios: Vec<Scenario>,
    /// Opportunity cards.
    pub cards: CardDeck,
    /// Other decks that stand beside it, by the names of their files.
    pub decks: BTreeMap<String, CardDeck>,
    /// What is odd, but can be played.
    pub warnings: Vec<Fault>,
}

impl GameData {
    /// Reads the data compiled into the program.
    ///
    /// # Panics
    ///
    /// Panics if the shipped texts contradict themselves, which a test excludes.
    #[must_use]
    pub fn shipped() -> Self {
        Self::load(&shipped_files()).expect("the shipped data fit the rules")
    }

    /// Reads a set of texts; every fault is reported.
    pub fn load(files: &GameFiles) -> Result<Self, SetupError> {
        let (mut faults, mut warnings) = (Faults::default(), Faults::default());
        let data = Self::read(files, &mut faults, &mut warnings);
        match data {
            Some(data) if faults.is_empty() => Ok(Self {
                warnings: warnings.into_list(),
                ..data
            }),
            _ => Err(SetupError(faults.into_list())),
        }
    }

    fn read(files: &GameFiles, faults: &mut Faults, warnings: &mut Faults) -> Option<Self> {
        let (manifest, list) =
            manifest::read(Sheet::open(files, "game.toml", faults)?, files, faults);
        let list = list?;
        let before = faults.len();
        let counters = Sheet::open_listed(files, &list.units, faults)
            .and_then(|sheet| units::read(sheet, faults, warnings));
        let mut maps = Vec::new();
        for name in &list.maps {
            maps.extend(
                Sheet::open_listed(files, name, faults)
                    .and_then(|sheet| field::read(sheet, faults)),
            );
        }
        // A scenario is not held against counters or maps that are wrong themselves.
        let all_read = faults.len() == before && maps.len() == list.maps.len();
        let sound = counters.as_ref().filter(|_| all_read);
        let others = sound.map(|counters| (counters, maps.as_slice()));
        let mut scenarios = Vec::new();
        for name in &list.scenarios {
            let sheet = Sheet::open_listed(files, name, faults);
            scenarios.extend(sheet.and_then(|sheet| scenario::read(sheet, others, faults)));
        }
        let cards = Sheet::open_listed(files, &list.cards, faults)?;
        let cards = cards::read(cards, faults);
        let mut decks = BTreeMap::new();
        for name in other_decks(files, &list) {
            let deck = Sheet::open_listed(files, name, faults)
                .and_then(|sheet| cards::read(sheet, faults));
            decks.extend(deck.map(|deck| (name.to_owned(), deck)));
        }
        Some(Self {
            manifest: manifest?,
            counters: counters?,
            maps,
            scenarios,
            cards: cards?,
            decks,
            warnings: Vec::new(),
        })
    }

    /// Finds a scenario by key or alias, in any case.
    #[must_use]
    pub fn scenario(&self, name: &str) -> Option<&Scenario> {
        self.scenarios
            .iter()
            .find(|scenario| scenario.is_called(name))
    }

    /// Returns the map of a scenario.
    ///
    /// # Panics
    ///
    /// Panics if the scenario belongs to other data.
    #[must_use]
    pub fn field(&self, scenario: &Scenario) -> &Field {
        let field = self.maps.iter().find(|field| field.key == scenario.map);
        field.expect("a scenario is only read with its map")
    }
}
