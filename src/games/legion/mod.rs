//! Legion (PRESTAGS): standard and optional rules, Legion's own, sequential or simultaneous.
//!
//! [`data`] says what the game has, [`land`] what the ground does. Questions about a battle are put
//! to a [`Field`]: `march`, `bars`, `sight`, `fire`, `melee`, `stacking`, `panic` hold the rules as functions
//! of it. `judge` plays filed orders forward. `phases` asks and carries out, `simultaneous` the same for plots, `strike` what results do,
//! `sequence` the order of all, `victory` who wins.

pub mod data;
pub mod decision;
pub mod event;
pub mod fraction;
pub mod land;
pub mod options;
pub mod order;
pub mod rules;
pub mod state;
pub mod terms;

mod apply;
mod bars;
mod board;
mod bot;
mod chapters;
mod cites;
mod digest;
mod entry;
mod feasible;
mod field;
mod fire;
mod game;
mod gather;
mod ground;
mod guard;
mod invariants;
mod judge;
mod lookup;
mod losses;
mod march;
mod melee;
mod memory;
mod moment;
mod odds;
mod offers;
mod panic;
mod parse;
mod phases;
mod points;
mod print;
mod question;
mod room;
mod ruleset;
mod sequence;
mod show;
mod sight;
pub mod simultaneous;
mod stacking;
mod stand;
mod strike;
mod tell;
#[cfg(test)]
mod tests;
mod trial;
mod victory;
mod whose;
mod zones;

pub use entry::ENTRY;
pub use field::Field;
pub use game::{Game, GameError, SideTerms, Unit};
