//! Points at which a side chooses, and the steps of the sequence of play.

use serde::{Deserialize, Serialize};

use crate::engine::LineId;
use crate::geometry::Hex;

use super::event::Attack;
use super::order::AdvanceWish;
use super::simultaneous;
use super::terms::{Combat, Legion, Side, UnitId};

/// A point at which a side chooses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "point")]
#[expect(missing_docs, reason = "a variant's line speaks of its fields")]
pub enum Decision {
    /// G1: which SD and which Leader belong to which legion.
    Legions { side: Side },
    /// G2, G3: the set-up of a side.
    Deploy { side: Side },
    /// D1: the next fire attack.
    Fire { side: Side },
    /// Who else fires at the same hex in the same attack (6.21).
    JoinFire { side: Side, at: Hex },
    /// D3: the next move.
    Move { side: Side },
    /// D3: where a panicked unit runs (13.0).
    PanicMove { unit: UnitId },
    /// D4: the next Square.
    Square { side: Side },
    /// The next Square that is dissolved in simultaneous movement (R108).
    Dissolve { side: Side },
    /// D12: which surplus units of a broken Square die.
    Surplus { side: Side, hex: Hex, over: u8 },
    /// D5: the target of a fire unit in defensive fire.
    DefensiveFire { unit: UnitId },
    /// D2, D6, D9: which units die of half elimination.
    Halve {
        side: Side,
        hexes: Vec<Hex>,
        lost: u8,
    },
    /// D7: the next melee.
    Melee { side: Side },
    /// D8: whether and where a unit retreats before combat.
    Retreat {
        unit: UnitId,
        from: Vec<Hex>,
        column: u8,
    },
    /// D8b: the legion that defends a mixed stack.
    DefendLegion { side: Side, hex: Hex },
    /// D10: who advances.
    Advance {
        side: Side,
        units: Vec<UnitId>,
        into: Vec<Hex>,
    },
    /// S1: the tasks of a side.
    Plot { side: Side },
    /// A side that is alone may end the match (R92).
    Alone { side: Side },
}

impl Decision {
    /// Returns the side that chooses.
    pub fn side(&self, of: impl Fn(UnitId) -> Side) -> Side {
        match self {
            Self::Legions { side }
            | Self::Deploy { side }
            | Self::Fire { side }
            | Self::JoinFire { side, .. }
            | Self::Move { side }
            | Self::Square { side }
            | Self::Dissolve { side }
            | Self::Surplus { side, .. }
            | Self::Halve { side, .. }
            | Self::Melee { side }
            | Self::DefendLegion { side, .. }
            | Self::Advance { side, .. }
            | Self::Plot { side }
            | Self::Alone { side } => *side,
            Self::PanicMove { unit }
            | Self::DefensiveFire { unit }
            | Self::Retreat { unit, .. } => of(*unit),
        }
    }
}

/// A melee that has been declared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declared {
    /// The attackers.
    pub units: Vec<UnitId>,
    /// The hexes attacked.
    pub at: Vec<Hex>,
    /// Who is to advance.
    pub advance: AdvanceWish,
    /// The line it comes from.
    pub line: Option<LineId>,
}

/// A step of the sequence of play that is still to be carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "step")]
#[expect(missing_docs, reason = "a variant's line speaks of its fields")]
pub enum Frame {
    /// A match begins: legions, then both set-ups.
    Opening,
    /// Legions are assigned (L1.2).
    Legions { side: Side },
    /// A side sets up (11.1).
    Deploy { side: Side },
    /// Both have set up: the first Game-Turn begins.
    Begin,
    /// The next Player-Turn.
    PlayerTurn { side: Side },
    /// The Fire Phase.
    Fire,
    /// The Movement Phase: it begins.
    Movement,
    /// Panicked units run.
    PanicMoves,
    /// Moves one after the other.
    Moves,
    /// The end of movement: Squares.
    Squares,
    /// The end of movement: room, surplus, rallying.
    MoveEnd,
    /// Surplus units of broken Squares.
    Surplus,
    /// The end of a withdrawal is looked for (15.2).
    Withdrawal,
    /// Defensive fire.
    DefensiveFire,
    /// Shots that were decided together, one after the other.
    Shots {
        combat: Combat,
        shots: Vec<(Hex, Vec<UnitId>)>,
    },
    /// Half of the units of these hexes die.
    Halve { combat: Combat, hexes: Vec<Hex> },
    /// What follows a fire attack: panic and, if agreed, an advance.
    AfterFire {
        combat: Combat,
        units: Vec<UnitId>,
        at: Hex,
    },
    /// The Melee Phase.
    Melee,
    /// The other side answers an attack: retreats, legions.
    Answer { attack: Declared },
    /// The attack is fought.
    Strike {
        attack: Declared,
        declared: Option<u8>,
        retreated: Vec<UnitId>,
        defending: Vec<(Hex, Legion)>,
    },
    /// What follows a melee: Contact, panic, advance.
    AfterMelee { attack: Declared, fought: Attack },
    /// The attackers may enter what a full retreat has left (17.0).
    Pursue { attack: Declared },
    /// The end of a Player-Turn.
    EndPlayerTurn,
    /// A step of a simultaneous Game-Turn.
    Together(simultaneous::Step),
    /// A side without an enemy goes on or ends the match (R92).
    Alone { side: Side },
    /// The list of outcomes is read.
    Judge,
}
