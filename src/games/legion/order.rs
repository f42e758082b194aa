//! What a player can want: orders in canonical form.

use serde::{Deserialize, Serialize};

use crate::engine::LineKind;
use crate::geometry::Hex;

use super::data::KindId;
use super::terms::{Dir, Edge, Legion, Outcome, Side, UnitId};

/// The way of a move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// Hex by hex.
    Via(Vec<Hex>),
    /// The cheapest way, found when the order is carried out.
    To(Hex),
}

/// A unit that advances, and where to (8.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advance {
    /// The unit.
    pub unit: UnitId,
    /// The hex; nothing for any that was emptied.
    pub to: Option<Hex>,
}

/// Who is to advance after an attack (8.4).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AdvanceWish {
    /// Nothing was said.
    #[default]
    Unsaid,
    /// Nobody.
    None,
    /// As many as there is room for.
    All,
    /// These, in that order; Leaders after their units.
    Units(Vec<Advance>),
}

/// Whom a standing line speaks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// One unit.
    Unit(UnitId),
    /// All units of a type.
    Kind(KindId),
    /// All units of the side.
    All,
}

/// What a fire unit does in defensive fire (6.42).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aim {
    /// The first of these hexes that it may fire at.
    At(Vec<Hex>),
    /// Where the odds are best.
    Best,
    /// Nowhere.
    Hold,
}

/// A preference among losses (8.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Loss {
    /// This unit goes first.
    Unit(UnitId),
    /// Units of this type go first.
    Kind(KindId),
    /// Disrupted units go first.
    Disrupted,
    /// This unit goes last.
    Keep(UnitId),
}

/// Where a retreat before combat goes (17.0).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Haven {
    /// The first of these hexes that is open.
    To(Vec<Hex>),
    /// The open hex farthest from all attackers, then the lowest.
    Away,
    /// Nowhere: the unit stands.
    Stand,
}

/// The one task of a unit in a simultaneous Game-Turn (20.0).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "a variant's line speaks of its fields")]
pub enum Task {
    /// Offensive fire at a hex.
    Fire { at: Hex },
    /// Defensive fire, at the first of these hexes or where the odds are best.
    Defend { at: Vec<Hex> },
    /// Melee against hexes, with others of the same group.
    Melee {
        at: Vec<Hex>,
        group: Option<String>,
        advance: AdvanceWish,
    },
    /// Fire and melee of a mounted cataphract (R55).
    FireMelee {
        at: Hex,
        melee: Vec<Hex>,
        advance: AdvanceWish,
    },
    /// Movement along hexes, off the map or into another facing (16.11).
    Move {
        path: Vec<Hex>,
        off: Option<Edge>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Dir>,
    },
    /// Movement to a hex by the cheapest way, off the map or into another facing from there; a plot names its way.
    To {
        hex: Hex,
        off: Option<Edge>,
        facing: Option<Dir>,
    },
    /// A cataphract takes another form (L1.5).
    Convert { to: KindId },
    /// Nothing.
    Stand,
}

/// An order in canonical form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "a variant's line speaks of its fields")]
pub enum Order {
    /// `DEPLOY units AT hex [FACE dir]` (11.1).
    Deploy {
        units: Vec<UnitId>,
        hex: Hex,
        facing: Option<Dir>,
    },
    /// `LEGION I = units [LEADER unit]` (L1.2).
    Legion {
        legion: Legion,
        units: Vec<UnitId>,
        leader: Option<UnitId>,
    },
    /// `FIRE units AT hex` (6.0).
    Fire { units: Vec<UnitId>, at: Hex },
    /// `MOVE units VIA hexes | TO hex [FACE dir]` (5.0).
    Move {
        units: Vec<UnitId>,
        way: Way,
        facing: Option<Dir>,
    },
    /// `EXIT units [VIA hexes] OFF edge` (11.4).
    Exit {
        units: Vec<UnitId>,
        via: Vec<Hex>,
        edge: Edge,
    },
    /// `FACE units dir` (16.11).
    Face { units: Vec<UnitId>, facing: Dir },
    /// `SQUARE FORM hex` (L1.1).
    SquareForm { hex: Hex },
    /// `SQUARE DISSOLVE hex` (L1.14).
    SquareDissolve { hex: Hex },
    /// `CONVERT unit TO type` (L1.5).
    Convert { unit: UnitId, to: KindId },
    /// `MELEE units AT hex[,hex] [LEGION x] [ADVANCE ...]` (7.0).
    Melee {
        units: Vec<UnitId>,
        at: Vec<Hex>,
        legion: Option<Legion>,
        advance: AdvanceWish,
    },
    /// `ADVANCE units [TO hex] | ALL | NONE`: answers after a hex was emptied (8.4).
    Advance { wish: AdvanceWish },
    /// `PLOT units task` (20.0); one order a unit.
    Plot { unit: UnitId, task: Task },
    /// `DF who AT hex | BEST | HOLD [MIN column]` (6.42).
    Defend {
        who: Who,
        aim: Aim,
        least: Option<u8>,
    },
    /// `HALF [hex] LOSE ... | KEEP ... | DEFAULT` (8.1).
    Half { hex: Option<Hex>, losses: Vec<Loss> },
    /// `RETREAT who [WHEN ODDS>=c] TO hexes | AWAY | NO` (17.0).
    Retreat {
        who: Who,
        least: Option<u8>,
        to: Haven,
    },
    /// `DEFEND hex LEGION x` (L1.2).
    DefendLegion { hex: Hex, legion: Legion },
    /// `SURPLUS hex LOSE units` (L1.16).
    Surplus { hex: Hex, units: Vec<UnitId> },
    /// `PANIC who PREFER dirs` (13.0).
    Panic { who: Who, prefer: Vec<Dir> },
    /// `STAND SQUARE FORM hex`: a Square at the end of every own movement that allows it (L1.1).
    StandSquare { hex: Hex },
    /// A standing line with `UNTIL n`: it speaks up to the end of that Game-Turn.
    Until { turn: u16, order: Box<Order> },
    /// `CONCEDE TACTICAL` (15.0).
    Concede,
    /// `FINISH` (R92).
    Finish,
}

impl Order {
    /// Tells action lines from standing lines.
    pub fn kind(&self) -> LineKind {
        match self {
            Self::Defend { .. }
            | Self::Half { .. }
            | Self::Retreat { .. }
            | Self::DefendLegion { .. }
            | Self::Surplus { .. }
            | Self::Panic { .. }
            | Self::StandSquare { .. }
            | Self::Until { .. } => LineKind::Standing,
            Self::Deploy { .. }
            | Self::Legion { .. }
            | Self::Fire { .. }
            | Self::Move { .. }
            | Self::Exit { .. }
            | Self::Face { .. }
            | Self::SquareForm { .. }
            | Self::SquareDissolve { .. }
            | Self::Convert { .. }
            | Self::Melee { .. }
            | Self::Advance { .. }
            | Self::Plot { .. }
            | Self::Concede
            | Self::Finish => LineKind::Action,
        }
    }
}

/// One term of a guard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// `OCCUPIED hex`.
    Occupied(Hex),
    /// `EMPTY hex`.
    Empty(Hex),
    /// `ALIVE unit`.
    Alive(UnitId),
    /// `SOUND unit`: on the map and not disrupted.
    Sound(UnitId),
    /// `RESULT hex = word`: what the last attack on a hex in this Game-Turn came to.
    Result(Hex, Outcome),
    /// `PANIC side`.
    Panic(Side),
    /// `TURN>=n`.
    Turn(u16),
    /// `ODDS>=c`: the attack that hangs on it is made at this column or better.
    Odds(u8),
}
