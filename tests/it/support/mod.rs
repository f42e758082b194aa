//! What several tests need: a second game, matches played by filed lines, the laws of every game.

pub mod laws;
pub mod postbox;
pub mod salt_road;
pub mod terminal;
pub mod walk;
