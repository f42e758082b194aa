//! Sign of the Pagan: the Catalaunian fields, Huns and their allies against Romans and Visigoths.
//!
//! `data` is what the game has (counters, ground, set-up, cards), `cases` the form of its worked
//! examples, `options` what two players may agree on, `rules` the index of the rulebook's numbers,
//! `show` what `games show` says of all that.

pub mod cases;
pub mod data;
pub mod options;
pub mod rules;
pub mod show;

use super::{Description, Game};

/// The game's row in the list of games.
pub const GAME: Game = Game {
    key: data::KEY,
    title: "Sign of the Pagan",
    files: data::shipped_files,
    describe: |files| {
        let data = data::GameData::load(files)?;
        Ok(Description {
            text: show::text(&data),
            json: show::json(&data),
        })
    },
};
