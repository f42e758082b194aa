//! Opponents: players that look at nothing but their own view, and matches between them.

mod chance;
mod chronicle;
mod correspondent;
mod selfplay;

pub use chance::Chance;
pub use chronicle::Page;
pub use correspondent::{Correspondent, Sight, Study, Writer};
pub use selfplay::{Bot, SelfPlay, Tally, selfplay};
