//! What can happen in a battle.

use serde::{Deserialize, Serialize};

use crate::engine::Outcome as Ending;
use crate::geometry::Hex;
use crate::rulebook::Rule;

use super::data::KindId;
use super::fraction::Fraction;
use super::order::Task;
use super::rules;
use super::state::Phase;
use super::terms::{Combat, Dir, Edge, Legion, Outcome, Side, UnitId};

/// A unit's place in a set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement {
    /// The unit.
    pub unit: UnitId,
    /// Its hex.
    pub hex: Hex,
    /// Its facing.
    pub facing: Option<Dir>,
}

/// What one attacking hex brings (0.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackPart {
    /// The hex.
    pub hex: Hex,
    /// The printed strengths of its attackers.
    pub base: Fraction,
    /// After halving and ground.
    pub adjusted: Fraction,
    /// The Leaders' bonus.
    pub leader: Fraction,
}

/// How the strengths of an attack are reckoned (0.6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Odds {
    /// What each attacking hex brings; empty for fire.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<AttackPart>,
    /// The attack before doubling.
    pub before_flank: Fraction,
    /// Whether it is doubled (7.5).
    pub flank: bool,
    /// What each defender brings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defenders: Vec<(UnitId, Fraction)>,
    /// The bonus of the defending Leaders.
    pub defence_leader: Fraction,
    /// The attack.
    pub attack: Fraction,
    /// The defence.
    pub defence: Fraction,
    /// The column; nothing below the first.
    pub column: Option<u8>,
    /// What has changed strengths, in the order of the book.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weighed: Vec<Weight>,
}

/// Something that changes the strengths of an attack (0.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weight {
    /// A bracketed strength defends at half (3.37).
    Bracket,
    /// The capability chart (5.39).
    Capability,
    /// Ground (7.6).
    Ground,
    /// A Leader's bonus (10.0).
    Leader,
    /// Panic (13.0).
    Panic,
    /// An attack uphill (14.11).
    Uphill,
    /// An attack from slope to slope (14.21).
    Slope,
    /// A flank (16.21).
    Flank,
    /// A plotted move (23.11).
    March,
    /// Green legions (L1.3).
    Green,
}

/// A hex and what the die says for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct HexResult {
    /// The hex.
    pub hex: Hex,
    /// The die after modifiers.
    pub die: u8,
    /// The result.
    pub result: Outcome,
}

/// Units that enter a hex together in a step of simultaneous movement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stride {
    /// The units.
    pub units: Vec<UnitId>,
    /// Where they stood.
    pub from: Hex,
    /// Where they go.
    pub to: Hex,
    /// Half points that each of them spends.
    pub spent: Vec<u8>,
    /// The direction they face then, where units face.
    pub facing: Option<Dir>,
    /// Whether they run in panic.
    pub panic: bool,
}

/// An attack as it was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// What kind of attack.
    pub combat: Combat,
    /// Who attacks.
    pub side: Side,
    /// The attackers, Leaders left out.
    pub units: Vec<UnitId>,
    /// The hexes attacked.
    pub at: Vec<Hex>,
    /// How it is reckoned; nothing if everybody retreated.
    pub odds: Option<Odds>,
    /// The column before a retreat, where there was one (17.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared: Option<u8>,
    /// Units that retreated before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub retreated: Vec<UnitId>,
    /// The die; nothing if none fell.
    pub natural: Option<u8>,
    /// How-manieth die of the Game-Turn it is.
    pub nth: u16,
    /// What it came to, hex by hex.
    pub results: Vec<HexResult>,
}

/// A die other than an attack's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Who enters a hex that both sides want (22.23).
    Race,
    /// Who panics (13.12).
    Panic,
}

/// Why a move ends early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// Not enough points.
    Points,
    /// An enemy fire unit beside the hex.
    Zone,
    /// Enemies in the next hex.
    Enemy,
    /// Ground that the class may not enter, or no neighbour at all.
    Terrain,
    /// No room.
    Stacking,
    /// A Square in the next hex, or a unit that moves one hex only.
    Square,
    /// The edge of the map.
    Edge,
    /// The next hex is not in front.
    Facing,
    /// An enemy crossed the same hexside (22.3).
    Crossing,
    /// Stronger enemies entered the same hex (22.2).
    Race,
    /// Enemies of the same strength won the dice (22.2).
    Tie,
}

impl Stop {
    /// Returns the word used in reports and cases.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Points => "mp",
            Self::Zone => "zone",
            Self::Enemy => "enemy",
            Self::Terrain => "terrain",
            Self::Stacking => "stacking",
            Self::Square => "square",
            Self::Edge => "edge",
            Self::Facing => "facing",
            Self::Crossing => "crossing",
            Self::Race => "race",
            Self::Tie => "tie",
        }
    }

    /// Returns the rule at work.
    pub const fn rule(self) -> Rule {
        match self {
            Self::Points => rules::R5_27,
            Self::Zone => rules::R6_41,
            Self::Enemy => rules::R5_23,
            Self::Terrain => rules::L2_0,
            Self::Stacking => rules::R5_4,
            Self::Square => rules::L1_1,
            Self::Edge => rules::R11_42,
            Self::Facing => rules::R16_0,
            Self::Crossing => rules::R22_3,
            Self::Race => rules::R22_21,
            Self::Tie => rules::R22_23,
        }
    }

    /// Says why, for the owner; `place` is the hex that was not entered.
    pub fn because(self, place: &str) -> String {
        match self {
            Self::Points => format!("not enough Movement Points for {place}"),
            Self::Zone => format!("an enemy fire unit stopped the move before {place}"),
            Self::Enemy => format!("enemies stand in {place}"),
            Self::Terrain => format!("{place} cannot be entered from there"),
            Self::Stacking => format!("there is no room in {place}"),
            Self::Square => format!("a Square bars the way to {place}"),
            Self::Edge => format!("{place} is not on that edge"),
            Self::Facing => format!("{place} is not in front"),
            Self::Crossing => format!("enemies came from {place} at the same time"),
            Self::Race | Self::Tie => format!("enemies entered {place} first"),
        }
    }
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "what")]
#[expect(missing_docs, reason = "a variant's line speaks of its fields")]
pub enum Event {
    /// A side has set up; what the other side does not see yet is empty (11.1).
    Deployed {
        side: Side,
        placements: Vec<Placement>,
        sealed: bool,
    },
    /// Legions are assigned, seen by their owner alone unless they are open (L1.2).
    LegionsAssigned {
        side: Side,
        units: Vec<(UnitId, Option<Legion>)>,
    },
    /// A unit's move ends early (5.27, 6.41, 22.3).
    Halted { unit: UnitId, why: Stop },
    /// A Game-Turn begins (2.0).
    TurnBegan { turn: u16 },
    /// A Player-Turn begins (4.2).
    PlayerTurnBegan { number: u16, side: Side },
    /// A phase begins (4.1).
    PhaseBegan { phase: Phase },
    /// Units move together; `path` begins where they stood (5.0).
    Moved {
        units: Vec<UnitId>,
        path: Vec<Hex>,
        spent: Vec<u8>,
        facing: Option<Dir>,
        panic: bool,
    },
    /// Units of both sides enter their next hexes in one step (22.12).
    Stepped { strides: Vec<Stride> },
    /// A unit leaves the map (11.4).
    Left {
        unit: UnitId,
        hex: Hex,
        edge: Edge,
        panic: bool,
    },
    /// A unit turns in place (16.11).
    Faced { unit: UnitId, to: Dir, spent: u8 },
    /// A unit changes its form (L1.5).
    Converted { unit: UnitId, to: KindId },
    /// A Square is formed (L1.1).
    SquareFormed { hex: Hex, units: Vec<UnitId> },
    /// A Square is dissolved (L1.14).
    SquareDissolved { hex: Hex, units: Vec<UnitId> },
    /// A unit backs up because there is no room (5.4).
    BackedUp { unit: UnitId, from: Hex, to: Hex },
    /// Units of a broken Square are too many (L1.16).
    SurplusLost { hex: Hex, units: Vec<UnitId> },
    /// An attack is made (6.0, 7.0).
    Attacked { attack: Attack },
    /// A hex suffers a result (8.1).
    Struck {
        combat: Combat,
        hex: Hex,
        result: Outcome,
        eliminated: Vec<UnitId>,
        disrupted: Vec<UnitId>,
        leaders: Vec<(UnitId, Option<KindId>)>,
        square_broken: bool,
        contacts_end: Vec<UnitId>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        resisted: Vec<UnitId>,
    },
    /// Units are tied by Contact (18.1).
    Tied { pairs: Vec<(UnitId, UnitId)> },
    /// A unit retreats before combat (17.0).
    Retreated { unit: UnitId, from: Hex, to: Hex },
    /// A unit advances (8.4); `pursuit` after a full retreat (17.4).
    Advanced {
        unit: UnitId,
        from: Hex,
        to: Hex,
        pursuit: bool,
    },
    /// An army panics; the units that are not covered (13.0).
    Panicked { side: Side, units: Vec<UnitId> },
    /// Units rally (13.22).
    Rallied { units: Vec<UnitId> },
    /// Units recover from disruption (4.2).
    Recovered { units: Vec<UnitId> },
    /// A die other than an attack's was rolled.
    Rolled {
        purpose: Purpose,
        side: Side,
        natural: u8,
        nth: u16,
        came: RaceResult,
    },
    /// A side withdraws (15.0).
    Conceded { side: Side },
    /// Its withdrawal is over (15.2).
    Withdrawn { side: Side },
    /// A side that is alone ends the match (R92).
    Finished { side: Side },
    /// A unit's task is plotted, seen by its owner alone (20.0).
    Plotted {
        side: Side,
        unit: UnitId,
        task: Option<Task>,
    },
    /// A unit's task has come to nothing, seen by its owner alone (21.2).
    TaskFailed { side: Side, unit: UnitId },
    /// Units do not fire at a hex beside them for want of odds, seen by their owner alone (R111).
    HeldFire {
        side: Side,
        units: Vec<UnitId>,
        at: Hex,
        attack: Fraction,
        defence: Fraction,
        least: Option<u8>,
    },
    /// The plots of this Game-Turn are spent (20.1).
    PlotsSpent,
    /// The battle is decided by a clause of the list (11.1).
    Decided { outcome: Ending, clause: usize },
}

/// What a die of a race or of a panic came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RaceResult {
    /// The higher die: its units enter.
    Enters,
    /// The lower die: its units stop.
    Stops,
    /// Equal: once more.
    Again,
    /// Its army panics.
    Panics,
    /// Its army stays calm.
    Calm,
}

impl RaceResult {
    /// Returns the word used in reports and cases.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Enters => "enters",
            Self::Stops => "stops",
            Self::Again => "again",
            Self::Panics => "panics",
            Self::Calm => "calm",
        }
    }
}

impl Purpose {
    /// Returns the word used in labels and cases.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Race => "race",
            Self::Panic => "panic",
        }
    }
}

impl Combat {
    /// Returns the word used in labels and cases for its die.
    pub const fn purpose(self) -> &'static str {
        match self {
            Self::Fire => "fire",
            Self::Defensive => "defensive_fire",
            Self::Melee => "melee",
        }
    }

    /// Returns the rule that calls for its die.
    pub const fn rule(self) -> Rule {
        match self {
            Self::Fire => rules::R6_0,
            Self::Defensive => rules::R6_42,
            Self::Melee => rules::R7_0,
        }
    }
}
