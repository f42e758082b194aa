//! Tessera: a play-by-email turn processor for board wargames.
//!
//! What flows where:
//!
//! ```text
//! mail or file -> mail (in) -> desk -> orders -> engine(rules, dice) -> record -> report -> mail (out)
//! ```
//!
//! Start reading at [`engine`], the contract between a game's rules and everything around them.

#![forbid(unsafe_code)]

pub mod auditor;
pub mod beacon;
pub mod bot;
pub mod cli;
pub mod config;
pub mod desk;
pub mod engine;
pub mod games;
pub mod geometry;
pub mod ledger;
pub mod mail;
pub mod orders;
pub mod record;
pub mod report;
pub mod rulebook;
pub mod schedule;
pub mod schemas;
pub mod seat;
pub mod store;
pub mod trial;
pub mod wording;
