//! The list of games: adding one adds its folder and a row here.

mod editions;
pub mod files;
pub mod legion;
pub mod option_sets;
pub mod options;
pub mod provenance;
pub mod sign_of_the_pagan;
pub mod text;

use crate::bot::{Chance, Correspondent, SelfPlay, Tally};
use crate::engine::{Match, Playing, Position, SetupError, Telling};
use crate::trial::{Examples, SchemaErrors};

pub use editions::{Edition, rules_hash, rules_hash_of};

use files::GameFiles;
use options::OptionInfo;

/// What two players agreed to play.
#[derive(Debug, Clone)]
pub struct Terms {
    /// The scenario's key.
    pub scenario: String,
    /// Options by name; what is not named takes its default.
    pub options: Vec<(String, String)>,
    /// The game's files, those of an owner in place of the shipped ones.
    pub files: GameFiles,
}

impl Terms {
    /// Lists the options that were chosen, with their values.
    fn chosen(&self) -> impl Iterator<Item = (&str, &str)> {
        let options = self.options.iter();
        options.map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// What `games show` says of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// For people, at most 76 columns wide.
    pub text: String,
    /// For programs.
    pub json: serde_json::Value,
}

/// Options by name order.
type OptionPairs = Vec<(String, String)>;

/// Makes a match, or says everything that is wrong with it.
type Made = Result<Box<dyn Match>, SetupError>;

/// Finds somebody to play a seat by mail, or says everything that is wrong with the terms.
type Hired = Result<Box<dyn Correspondent>, SetupError>;

/// A game that Tessera can run.
#[derive(Debug, Clone, Copy)]
pub struct GameEntry {
    /// The key that commands take.
    pub key: &'static str,
    /// The printed title.
    pub title: &'static str,
    /// What it is about, in one line.
    pub summary: &'static str,
    /// The version of its rules as Tessera plays them; part of every match's record.
    pub rules_version: u32,
    /// The versions before, the first one first.
    pub editions: &'static [Edition],
    /// Returns the files compiled into the program.
    pub files: fn() -> GameFiles,
    /// Describes the game as a set of files makes it.
    pub describe: fn(&GameFiles) -> Result<Description, SetupError>,
    /// Describes one scenario of it.
    pub describe_scenario: fn(&GameFiles, &str) -> Result<Description, SetupError>,
    /// Lists the keys of its scenarios; there is at least one.
    pub scenarios: fn(&GameFiles) -> Result<Vec<String>, SetupError>,
    /// Reads the worked examples of a case file.
    pub examples: fn(&str) -> Result<Box<dyn Examples>, SchemaErrors>,
    /// Starts a match.
    pub start: fn(&Terms) -> Made,
    /// Goes on with a match from its snapshot.
    pub restore: fn(&Terms, &str) -> Made,
    /// Returns the keys of a scenario's sides, in seat order.
    pub sides: fn(&Terms) -> Result<Vec<String>, SetupError>,
    /// The options that two players may agree on, with their values.
    pub choices: &'static [OptionInfo],
    /// Returns all options in force, by name order, defaults included.
    pub options: fn(&Terms) -> Result<OptionPairs, SetupError>,
    /// Lets bots play matches.
    pub selfplay: fn(&Terms, &SelfPlay) -> Result<Tally, SetupError>,
    /// Finds somebody who plays a seat by mail, with his own stream of choices.
    pub correspondent: fn(&Terms, Chance) -> Hired,
}

/// Goes on with a match by these rules from its snapshot.
fn restored<R>(rules: R, json: &str) -> Made
where
    R: Telling + Clone + Send + 'static,
    Position<R>: Send,
{
    let playing = Playing::restore(rules, json)
        .map_err(|error| SetupError(vec![format!("the snapshot cannot be read: {error}")]))?;
    Ok(Box::new(playing))
}

/// Copies options out of the struct that lends them.
fn owned(pairs: Vec<(&str, &str)>) -> OptionPairs {
    let pairs = pairs.into_iter();
    pairs
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// Every game, in the order in which they are listed.
pub const GAMES: &[GameEntry] = &[legion::ENTRY, sign_of_the_pagan::ENTRY];

/// Finds a game by its key or by the beginning of it, if no other game begins so.
pub fn find(key: &str) -> Option<&'static GameEntry> {
    find_among(GAMES, key)
}

/// Finds a game of a list as [`find`] does.
pub fn find_among<'a>(games: &'a [GameEntry], key: &str) -> Option<&'a GameEntry> {
    let key = key.to_lowercase();
    let mut found = games.iter().filter(|game| game.key.starts_with(&key));
    match (
        games.iter().find(|game| game.key == key),
        found.next(),
        found.next(),
    ) {
        (Some(exact), _, _) => Some(exact),
        (None, Some(only), None) if !key.is_empty() => Some(only),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_listed_in_the_order_of_keys_and_found_by_key_or_beginning() {
        assert!(GAMES.is_sorted_by_key(|game| game.key));
        for game in GAMES {
            let found = find(&game.key.to_uppercase()).map(|found| found.key);
            assert_eq!(found, Some(game.key));
        }
        assert_eq!(
            find("sign").map(|found| found.key),
            Some("sign-of-the-pagan")
        );
        assert!(find("tic-tac-toe").is_none());
        assert!(find("").is_none());
    }

    #[test]
    fn every_game_describes_its_shipped_files_within_76_columns() {
        for game in GAMES {
            let description =
                (game.describe)(&(game.files)()).expect("the shipped files are sound");
            assert_eq!(description.json["key"], game.key);
            assert_eq!(description.json["title"], game.title);
            for line in description.text.lines() {
                assert!(line.chars().count() <= text::WIDTH, "{line}");
            }
        }
    }
}
