//! What a player can want: orders in canonical form.

use serde::{Deserialize, Serialize};

use crate::engine::LineKind;
use crate::geometry::{Facing, Hex};

use super::data::{CardId, Contingent, Kind, UnitId};

/// Whom a standing line speaks for; printed as `hl3`, `all:lc`, `all:huns`, `all`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// One unit.
    Unit(UnitId),
    /// Units of a group (`hun-lc-*`), in id order.
    Units(Vec<UnitId>),
    /// All units of a type.
    Kind(Kind),
    /// All units of a contingent.
    Contingent(Contingent),
    /// All units of the side.
    All,
}

/// A piece of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Leg {
    /// One step into an adjacent hex.
    Step(Hex),
    /// The cheapest legal way to a hex, found when the order is carried out.
    To(Hex),
    /// A shot at a unit.
    Fire(UnitId),
}

/// Which hex an advance takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Advance {
    /// This hex.
    Into(Hex),
    /// Whatever hex its combat has vacated.
    Yes,
    /// None.
    No,
}

/// Whom a continued attack strikes (9.7.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Blow {
    /// These units.
    On(Vec<UnitId>),
    /// The enemy in front with the lowest rating, then the lowest hex.
    Best,
    /// Nobody: the unit stops.
    Stop,
}

/// The attackers before whom a line tells a unit to retreat (9.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Before {
    /// Foot alone.
    Inf,
    /// Heavy cavalry, alone or with others.
    Hc,
    /// Anybody.
    Any,
}

/// Where a retreat before shock goes (9.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Retreat {
    /// The first of these hexes that is legal.
    To(Vec<Hex>),
    /// The legal hex farthest from all enemies, then the lowest id.
    Away,
}

/// The moment that a CARD line waits for (11.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "a variant's line speaks of its fields")]
pub enum Trigger {
    /// `NOW`: the next moment at which the card can be played.
    Now,
    /// `MARKERS`: both sides have chosen theirs.
    Markers,
    /// `INITIATIVE`: the dice have been rolled.
    Initiative,
    /// `DRAW [contingent]`: a marker has been drawn.
    Draw(Option<Contingent>),
    /// `ACT contingent`: its activation begins.
    Act(Contingent),
    /// `END contingent`: its activation ends.
    End(Contingent),
    /// `ENTERS hex [unit]`: a unit has entered the hex.
    Enters { hex: Hex, unit: Option<UnitId> },
    /// `FIRE who`: a shot by or at a unit is about to be rolled.
    Fire(Who),
    /// `HIT who`: a shot has hit a unit, or a unit's shot has been rolled.
    Hit(Who),
    /// `ATTACKED who`: attacks are declared, one of them on a unit.
    Attacked(Who),
    /// `ATTACKS who`: attacks are declared, one of them by a unit.
    Attacks(Who),
    /// `EVADED who`: a unit is to retreat before shock.
    Evaded(Who),
    /// `ROLLED who`: the dice of a unit's combat have been rolled.
    Rolled(Who),
    /// `CHECK who`: a unit makes a Second Disorder Check.
    Check(Who),
    /// `ALANS`: a die of 12.1 or 12.2 has been rolled.
    Alans,
    /// `REFORM`: the Reform segment begins.
    Reform,
    /// `REFORMED who`: a unit's Reform die has been rolled.
    Reformed(Who),
}

/// Decision points that a player may have put to him, or leave to their defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Point {
    /// Reaction fire.
    D9,
    /// Retreat before shock.
    D13,
    /// Advance into a hex vacated by a retreat.
    D14,
    /// Who takes a result.
    D16,
    /// Advance after elimination.
    D17,
    /// Counterattack.
    D18,
    /// Continued attack.
    D19,
}

/// An order in canonical form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "a variant's line speaks of its fields")]
pub enum Order {
    /// `SETUP unit hex Fn` (3.0).
    SetUp {
        unit: UnitId,
        hex: Hex,
        facing: Facing,
    },
    /// `SETUP attila WITH unit` (3.0).
    SetUpAttila { unit: UnitId },
    /// `CAM c c c c c` (5.1); sorted.
    Markers { markers: [Contingent; 5] },
    /// `CAM DEFAULT c c c c c`: kept for every following turn (5.1); sorted.
    MarkersDefault { markers: [Contingent; 5] },
    /// `INITIATIVE c` (5.2).
    Initiative { marker: Contingent },
    /// `MOVE unit step... [FACE n]`; `WITHDRAW` insists on the unit being Engaged (6.0, 6.5, 8.2.1).
    Move {
        unit: UnitId,
        withdraw: bool,
        legs: Vec<Leg>,
        facing: Option<Facing>,
    },
    /// `FIRE unit target` (8.1).
    Fire { unit: UnitId, target: UnitId },
    /// `FACE unit n` (7.1, 9.9).
    Face { unit: UnitId, facing: Facing },
    /// `FLEE who TO hex,hex`: where Engaged bow LC fly to (6.5).
    Flee { who: Who, to: Vec<Hex> },
    /// `SHOCK a... ON d... [NOMOMENTUM a...]` (9.2).
    Shock {
        attackers: Vec<UnitId>,
        defenders: Vec<UnitId>,
        no_momentum: Vec<UnitId>,
    },
    /// `SHOCK ASK`: declare after seeing the fire.
    ShockAsk,
    /// `SHOCK NONE`: no attack but those that the book compels (9.2.1).
    ShockNone,
    /// `ADVANCE unit hex|YES|NO [FACE n]` (9.8).
    Advance {
        unit: UnitId,
        to: Advance,
        facing: Option<Facing>,
    },
    /// `ADVANCE NO`: nobody advances unless the book compels it (9.8).
    AdvanceNone,
    /// `CONTINUE unit ON d [d]|BEST [MAX k] [FACE n]`, `CONTINUE unit NO` (9.7.2).
    Continue {
        unit: UnitId,
        blow: Blow,
        max: Option<u8>,
        facing: Option<Facing>,
    },
    /// `REFORM unit...` (10.0); a line for several units gives one order each.
    Reform { unit: UnitId },
    /// `REFORM ALL [EXCEPT unit...]` (10.0).
    ReformAll { except: Vec<UnitId> },
    /// `REFORM NONE` (10.0).
    ReformNone,
    /// `ATTILA REJOIN unit...`: preferences when he is caught alone (13.2).
    AttilaRejoin { units: Vec<UnitId> },
    /// `ATTILA ADJUST ON|OFF` (13.1).
    AttilaAdjust { on: bool },
    /// `ATTILA MOVE hex...` (13.0).
    AttilaMove { path: Vec<Hex> },
    /// `REACT who FIRE|HOLD [AT type,...] [NET>=k] [MAXENTRY n]` (8.2.2).
    React {
        who: Who,
        fire: bool,
        at: Vec<Kind>,
        net: Option<i8>,
        max_entry: Option<u8>,
    },
    /// `EVADE who [BEFORE INF|HC|ANY] TO hex,...|AWAY [FACE n]` (9.3).
    Evade {
        who: Who,
        before: Before,
        to: Retreat,
        facing: Option<Facing>,
    },
    /// `STAND who` (9.3).
    Stand { who: Who },
    /// `LOSS unit...`: who takes a result first among equals (9.4).
    Loss { units: Vec<UnitId> },
    /// `COUNTER who YES|NO [FACE n]` (9.7.1).
    Counter {
        who: Who,
        yes: bool,
        facing: Option<Facing>,
    },
    /// `CARD id WHEN trigger [TARGET unit...] [TO hex,...]`: plays a card when the moment comes (11.2).
    Card {
        card: CardId,
        when: Trigger,
        targets: Vec<UnitId>,
        to: Vec<Hex>,
    },
    /// `CARD CANCEL id`: earlier lines for the card no longer count.
    CardCancel { card: CardId },
    /// `CARD NONE`: plays no card now, where both players are asked.
    CardNone,
    /// `ASK D9|D13|...`, `REACT who ASK`: put the question to me.
    Ask { point: Point, who: Who },
    /// `DEFAULT D9|D13|...`: the game's default serves me.
    Default { point: Point },
}

impl Order {
    /// Tells action lines from standing lines.
    pub fn kind(&self) -> LineKind {
        match self {
            Self::SetUp { .. }
            | Self::SetUpAttila { .. }
            | Self::Markers { .. }
            | Self::Initiative { .. }
            | Self::Move { .. }
            | Self::Fire { .. }
            | Self::Face { .. }
            | Self::Shock { .. }
            | Self::ShockAsk
            | Self::ShockNone
            | Self::Advance { .. }
            | Self::AdvanceNone
            | Self::Continue { .. }
            | Self::Reform { .. }
            | Self::ReformAll { .. }
            | Self::ReformNone
            | Self::AttilaMove { .. }
            | Self::CardNone => LineKind::Action,
            Self::MarkersDefault { .. }
            | Self::Flee { .. }
            | Self::AttilaRejoin { .. }
            | Self::AttilaAdjust { .. }
            | Self::React { .. }
            | Self::Evade { .. }
            | Self::Stand { .. }
            | Self::Loss { .. }
            | Self::Counter { .. }
            | Self::Card { .. }
            | Self::CardCancel { .. }
            | Self::Ask { .. }
            | Self::Default { .. } => LineKind::Standing,
        }
    }
}

/// One term of a guard (`IF ...`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "a variant's line speaks of its fields")]
pub enum Fact {
    /// `STATE u GOOD|DIS|ELIM`.
    State { unit: UnitId, is: Standing },
    /// `ENGAGED u`.
    Engaged { unit: UnitId },
    /// `AT u hex`.
    At { unit: UnitId, hex: Hex },
    /// `EMPTY hex`.
    Empty { hex: Hex },
    /// `ADJ u e`.
    Adjacent { unit: UnitId, other: UnitId },
    /// `RATING u >= n`.
    Rating { unit: UnitId, at_least: u8 },
    /// `TALLY HUN|ROMAN >= n`.
    Tally {
        side: super::data::Side,
        at_least: u8,
    },
    /// `LOST u`.
    Lost { unit: UnitId },
    /// `CUP c UNDRAWN`: own markers only.
    Undrawn { contingent: Contingent },
}

/// A unit's condition as a guard asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// On the map in good order.
    Good,
    /// On the map and Disordered.
    Dis,
    /// No longer on the map.
    Elim,
}
