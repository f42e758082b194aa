//! Opponents: players that look at nothing but their own view.

mod chance;

pub use chance::Chance;
