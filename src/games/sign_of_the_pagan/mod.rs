//! Sign of the Pagan: the Catalaunian fields, Huns and their allies against Romans and Visigoths.
//!
//! `data` is what the game has (counters, ground, set-up, cards), `options` what two players may
//! agree on, `rules` the index of the rulebook's numbers.

pub mod data;
pub mod decision;
pub mod event;
pub mod options;
pub mod order;
pub mod rules;
pub mod state;
