//! The list of games.

pub mod files;
pub mod provenance;
pub mod sign_of_the_pagan;
