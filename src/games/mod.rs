//! The list of games: adding one adds its folder and a row here.

pub mod files;
pub mod provenance;
pub mod sign_of_the_pagan;

use crate::engine::{Match, SetupError};

use files::GameFiles;

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
    /// The keys of its sides, in seat order.
    pub sides: &'static [&'static str],
    /// Returns the files compiled into the program.
    pub files: fn() -> GameFiles,
    /// Starts a match.
    pub start: fn(&Terms) -> Result<Box<dyn Match>, SetupError>,
    /// Goes on with a match from its snapshot.
    pub restore: fn(&Terms, &str) -> Result<Box<dyn Match>, SetupError>,
    /// Returns all options in force, by name order, defaults included.
    pub options: fn(&Terms) -> Result<Vec<(String, String)>, SetupError>,
}

/// Every game, in the order in which they are listed.
pub const GAMES: &[GameEntry] = &[sign_of_the_pagan::ENTRY];

/// Finds a game by its key or by the beginning of it, if no other game begins so.
pub fn find(key: &str) -> Option<&'static GameEntry> {
    let key = key.to_lowercase();
    let mut found = GAMES.iter().filter(|game| game.key.starts_with(&key));
    match (
        GAMES.iter().find(|game| game.key == key),
        found.next(),
        found.next(),
    ) {
        (Some(exact), _, _) => Some(exact),
        (None, Some(only), None) if !key.is_empty() => Some(only),
        _ => None,
    }
}
