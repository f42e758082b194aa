//! Sign of the Pagan: the Catalaunian fields, Huns and their allies against Romans and Visigoths.
//!
//! `data` is what the game has (counters, ground, set-up, cards), `options` what two players may
//! agree on, `rules` the index of the rulebook's numbers. `game` says which chapter carries out
//! which step; the chapters follow the book: `setup` (3.0), `sequence` (4.0), `markers` (5.0),
//! `movement` (6.0 to 8.0), `shock` (9.0), `results` (9.6), `reform` (10.0), `cards` (11.0), `alans` (12.0),
//! `attila` (13.0), `victory` (14.0).

pub mod cases;
pub mod data;
pub mod decision;
pub mod event;
pub mod options;
pub mod order;
pub mod rules;
pub mod show;
pub mod state;

mod alans;
mod apply;
mod attila;
mod battle;
mod board;
mod bot;
mod cards;
#[cfg(test)]
mod checklist;
#[cfg(test)]
mod conditional;
mod culprits;
mod die;
mod digest;
mod entry;
mod game;
mod gather;
mod guard;
mod invariants;
mod judge;
mod lookup;
mod markers;
pub mod movement;
mod odds;
mod offers;
mod parse;
mod print;
mod question;
mod reform;
mod results;
mod sequence;
mod setup;
pub mod shock;
mod stand;
mod tell;
#[cfg(test)]
mod testing;
mod trial;
mod victory;
mod view;

pub use battle::Battle;
pub use bot::{Commander, Habit};
pub use entry::ENTRY;
pub use game::{Game, seat, side};
