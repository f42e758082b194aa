//! Sign of the Pagan: the Catalaunian fields, Huns and their allies against Romans and Visigoths.
//!
//! `data` is what the game has (counters, ground, set-up, cards), `options` what two players may
//! agree on, `rules` the index of the rulebook's numbers.

pub mod cases;
pub mod data;
pub mod options;
pub mod rules;
