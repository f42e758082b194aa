//! The list of games.

pub mod files;
pub mod sign_of_the_pagan;
