//! The phases of a Player-Turn: who is asked what, and how it is carried out.

pub(crate) mod advance;
pub(crate) mod choices;
pub(crate) mod deploy;
pub(crate) mod ending;
pub(crate) mod fire;
pub(crate) mod flight;
pub(crate) mod foresight;
pub(crate) mod melee;
pub(crate) mod moves;
pub(crate) mod retreat;
pub(crate) mod salvo;
