//! The row of this game in the list of games.

use crate::bot::{self, Bot, Chance, SelfPlay, Study, Tally};
use crate::engine::{Playing, SetupError};
use crate::games::files::GameFiles;
use crate::games::{Description, GameEntry, Hired, Made, OptionPairs, Terms, owned, restored};

use super::data::{CardDeck, GameData, KEY, Scenario, shipped_files};
use super::game::SIDES;
use super::options::{Deck, OPTIONS, Options};
use super::{Commander, Game, show, trial};

/// Sign of the Pagan in the list of games.
pub const ENTRY: GameEntry = GameEntry {
    key: KEY,
    title: "Sign of the Pagan",
    summary: "Attila against Aetius on the Catalaunian fields, 451",
    rules_version: 1,
    editions: &[],
    files: shipped_files,
    describe,
    describe_scenario,
    scenarios,
    examples: trial::examples,
    start,
    restore,
    sides,
    choices: OPTIONS,
    options,
    selfplay,
    correspondent,
};

/// The bots that can play it.
const BOTS: &[Bot<Game>] = &[
    Bot::RANDOM,
    Bot {
        key: "steady",
        sit: |pick| Box::new(Commander::steady(pick)),
    },
    Bot {
        key: "captain",
        sit: |pick| Box::new(Commander::captain(pick)),
    },
];

/// Game turns after which a match between bots is given up: several times the longest one seen.
const LONGEST: u32 = 500;

impl Game {
    /// Makes the game that two players agreed on.
    ///
    /// # Errors
    /// Everything that is wrong with files, scenario and options.
    pub fn on(terms: &Terms) -> Result<Self, SetupError> {
        let data = load(&terms.files)?;
        let options = read_options(terms)?;
        let scenario = find_scenario(&data, &terms.scenario)?.clone();
        let ground = data.field(&scenario).ground.clone();
        let deck = find_deck(&data, &options.deck)?.cloned();
        let roster = data.counters.roster;
        let game = Self::new(roster, ground, Some(scenario), options)
            .map_err(|error| SetupError(vec![error.to_string()]))?;
        Ok(Self { deck, ..game })
    }
}

fn load(files: &GameFiles) -> Result<GameData, SetupError> {
    GameData::load(files).map_err(|error| SetupError::all(error.0))
}

fn describe(files: &GameFiles) -> Result<Description, SetupError> {
    let data = load(files)?;
    Ok(Description {
        text: show::text(&data),
        json: show::json(&data),
    })
}

fn describe_scenario(files: &GameFiles, scenario: &str) -> Result<Description, SetupError> {
    let data = load(files)?;
    let scenario = find_scenario(&data, scenario)?;
    Ok(Description {
        text: show::scenario_text(&data, scenario),
        json: show::scenario_json(&data, scenario),
    })
}

fn scenarios(files: &GameFiles) -> Result<Vec<String>, SetupError> {
    let data = load(files)?;
    Ok(data.scenarios.into_iter().map(|own| own.key).collect())
}

fn find_scenario<'a>(data: &'a GameData, key: &str) -> Result<&'a Scenario, SetupError> {
    data.scenario(key).ok_or_else(|| {
        let known = data
            .scenarios
            .iter()
            .map(|known| format!("`{}`", known.key));
        let known = known.collect::<Vec<_>>().join(", ");
        let reason = format!("there is no scenario `{key}`; there is {known}");
        SetupError(vec![reason])
    })
}

fn find_deck<'a>(data: &'a GameData, deck: &Deck) -> Result<Option<&'a CardDeck>, SetupError> {
    match deck {
        Deck::None => Ok(None),
        Deck::Reconstruction => Ok(Some(&data.cards)),
        Deck::File(name) => {
            let missing = || {
                let reason = format!(
                    "there is no deck `{name}` in the game's folder; put it there, or leave out option `deck`"
                );
                SetupError(vec![reason])
            };
            data.decks.get(name).map(Some).ok_or_else(missing)
        }
    }
}

fn selfplay(terms: &Terms, wanted: &SelfPlay) -> Result<Tally, SetupError> {
    let game = Game::on(terms)?;
    bot::selfplay(&game, &terms.scenario, BOTS, wanted, LONGEST)
}

fn correspondent(terms: &Terms, chance: Chance) -> Hired {
    let rules = Game::on(terms)?;
    let writer = Commander::captain(chance);
    Ok(Box::new(Study { rules, writer }))
}

fn read_options(terms: &Terms) -> Result<Options, SetupError> {
    Options::from_pairs(terms.chosen()).map_err(SetupError::all)
}

fn start(terms: &Terms) -> Made {
    let game = Game::on(terms)?;
    Ok(Box::new(Playing::start(game, &terms.scenario)?))
}

fn restore(terms: &Terms, json: &str) -> Made {
    restored(Game::on(terms)?, json)
}

fn sides(terms: &Terms) -> Result<Vec<String>, SetupError> {
    find_scenario(&load(&terms.files)?, &terms.scenario)?;
    Ok(SIDES.iter().map(|&side| side.to_owned()).collect())
}

fn options(terms: &Terms) -> Result<OptionPairs, SetupError> {
    Ok(owned(read_options(terms)?.in_name_order()))
}
