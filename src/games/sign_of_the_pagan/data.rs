//! What the game has: counters, ground, set-up and cards, read from the texts in `games/`.

mod roster;

pub use roster::{
    Bow, ClassId, Condition, Contingent, Face, Kind, Leader, Mark, Markers, Roster, RosterError,
    Side, UnitId, UnitType, Weight,
};
