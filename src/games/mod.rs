//! The list of games.

pub mod files;
pub mod provenance;
pub mod sign_of_the_pagan;
pub mod text;

use files::{GameFiles, SetupError};

/// What `games show` says of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// For people, at most 76 columns wide.
    pub text: String,
    /// For programs.
    pub json: serde_json::Value,
}

/// A game, as everything that does not play it knows it.
#[derive(Debug, Clone, Copy)]
pub struct Game {
    /// The name that commands and records use.
    pub key: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Returns the texts compiled into the program.
    pub files: fn() -> GameFiles,
    /// Describes the game as a set of texts makes it.
    pub describe: fn(&GameFiles) -> Result<Description, SetupError>,
}

/// All games, in the order of keys.
pub const GAMES: &[Game] = &[sign_of_the_pagan::GAME];

/// Finds a game by its key.
#[must_use]
pub fn find(key: &str) -> Option<&'static Game> {
    GAMES.iter().find(|game| game.key.eq_ignore_ascii_case(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_listed_in_the_order_of_keys_and_found_in_any_case() {
        assert!(GAMES.is_sorted_by_key(|game| game.key));
        for game in GAMES {
            assert_eq!(
                find(&game.key.to_uppercase()).map(|found| found.key),
                Some(game.key)
            );
        }
        assert!(find("tic-tac-toe").is_none());
    }

    #[test]
    fn every_game_describes_its_shipped_texts_within_76_columns() {
        for game in GAMES {
            let description =
                (game.describe)(&(game.files)()).expect("the shipped texts are sound");
            assert_eq!(description.json["key"], game.key);
            assert_eq!(description.json["title"], game.title);
            for line in description.text.lines() {
                assert!(line.chars().count() <= text::WIDTH, "{line}");
            }
        }
    }
}
