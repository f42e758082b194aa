//! Opponents: players that look at nothing but their own view, and matches between them.

mod chance;
mod selfplay;

pub use chance::Chance;
pub use selfplay::{Bot, SelfPlay, Tally, selfplay};
