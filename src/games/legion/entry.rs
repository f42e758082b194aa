//! The row of this game in the list of games.

use crate::bot::{self, Bot, Chance, SelfPlay, Study, Tally};
use crate::engine::{Playing, SetupError};
use crate::games::files::GameFiles;
use crate::games::{
    Description, Edition, GameEntry, Hired, Made, OptionPairs, Terms, owned, restored,
};

use super::bot::Drill;
use super::data::{KEY, LegionData, Scenario, shipped_files};
use super::options::{OPTIONS, Options};
use super::{Game, feasible, show, trial};

/// Legion in the list of games.
pub const ENTRY: GameEntry = GameEntry {
    key: KEY,
    title: "Legion",
    summary: "Rome and her enemies in 21 battles, 106 BC to AD 554 (PRESTAGS)",
    rules_version: 4,
    editions: &[
        Edition {
            version: 1,
            then: "dice cite the numbered rule itself, CONCEDE TACTICAL counts in each own phase, a side that is alone \
               is asked whether it ends the match, control is measured when plots are made, and Squares, changes \
               of form and turns can be plotted",
            files: &[(
                "game.toml",
                "ad90aa122af3206a44a74face2c6fd94cf5d4fc887075209bce4f6f357a698c7",
            )],
        },
        Edition {
            version: 2,
            then: "a plotted fire or melee that nothing before it can bring into reach is no task, a plot may leave the map \
               from where it stands, a target on the march counts as it stands, and a MOVE to where a unit is already \
               lets its ELSE be tried",
            files: &[(
                "game.toml",
                "f98f0f359dad8e1c22e6aaafafdbbe8c6ef3bc7ecef160a9525ed3aac43345bb",
            )],
        },
        Edition {
            version: 3,
            then: "units that reach the odds of defensive fire only together fire together, whoever holds his fire for want \
               of odds is told so and is not asked where nothing can reach them, and nothing turns where nobody faces",
            files: &[(
                "game.toml",
                "f3e01861515396cbe1d1e837461ca0a4503a051ea873290c1f8eaba1f9827161",
            )],
        },
    ],
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
        key: "drill",
        sit: |_| Box::new(Drill),
    },
];

/// Game-Turns after which a match between bots is given up: more than any scenario has.
const LONGEST: u32 = 100;

impl Game {
    /// Makes the game that two players agreed on.
    ///
    /// # Errors
    /// Everything that is wrong with files, scenario and options.
    pub fn on(terms: &Terms) -> Result<Self, SetupError> {
        let data = load(&terms.files)?;
        let options = read_options(terms)?;
        let scenario = find_scenario(&data, &terms.scenario)?;
        Self::new(&data, scenario, options).map_err(|error| SetupError(vec![error.to_string()]))
    }
}

/// Makes the game of a match that begins: its battle has to be one that can be fought.
fn begun(terms: &Terms) -> Result<Game, SetupError> {
    let game = Game::on(terms)?;
    let faults = feasible::faults(&game);
    if faults.is_empty() {
        Ok(game)
    } else {
        Err(SetupError::all(faults))
    }
}

fn load(files: &GameFiles) -> Result<LegionData, SetupError> {
    LegionData::load(files).map_err(|error| SetupError::all(error.0))
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
    let game = Game::new(&data, scenario, Options::default())
        .map_err(|error| SetupError(vec![error.to_string()]))?;
    Ok(Description {
        text: show::scenario_text(&data, scenario, &game),
        json: show::scenario_json(&data, scenario, &game),
    })
}

fn scenarios(files: &GameFiles) -> Result<Vec<String>, SetupError> {
    let data = load(files)?;
    Ok(data.scenarios.into_iter().map(|own| own.key).collect())
}

fn find_scenario<'a>(data: &'a LegionData, key: &str) -> Result<&'a Scenario, SetupError> {
    data.scenario(key).ok_or_else(|| {
        let known: Vec<_> = data
            .scenarios
            .iter()
            .map(|own| format!("`{}`", own.key))
            .collect();
        let reason = format!(
            "there is no scenario `{key}`; there is {}",
            known.join(", ")
        );
        SetupError(vec![reason])
    })
}

fn sides(terms: &Terms) -> Result<Vec<String>, SetupError> {
    let data = load(&terms.files)?;
    let scenario = find_scenario(&data, &terms.scenario)?;
    Ok(scenario
        .armies
        .iter()
        .map(|army| army.key.clone())
        .collect())
}

fn selfplay(terms: &Terms, wanted: &SelfPlay) -> Result<Tally, SetupError> {
    let game = begun(terms)?;
    bot::selfplay(&game, &terms.scenario, BOTS, wanted, LONGEST)
}

fn correspondent(terms: &Terms, _: Chance) -> Hired {
    let rules = Game::on(terms)?;
    Ok(Box::new(Study {
        rules,
        writer: Drill,
    }))
}

fn read_options(terms: &Terms) -> Result<Options, SetupError> {
    Options::from_pairs(terms.chosen()).map_err(SetupError::all)
}

fn start(terms: &Terms) -> Made {
    let game = begun(terms)?;
    Ok(Box::new(Playing::start(game, &terms.scenario)?))
}

fn restore(terms: &Terms, json: &str) -> Made {
    restored(Game::on(terms)?, json)
}

fn options(terms: &Terms) -> Result<OptionPairs, SetupError> {
    Ok(owned(read_options(terms)?.in_name_order()))
}
