//! The points at which a side must or may choose, and the steps that lead to them.

use serde::{Deserialize, Serialize};

use crate::geometry::Hex;

use super::data::{CardId, Contingent, Side, UnitId};
use super::event::{Came, Cause, Placement, Purpose};
use super::{cards, movement, shock};

/// A point of decision (numbers D.. of the rules document).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "point")]
#[expect(missing_docs, reason = "a variant's line speaks of its fields")]
pub enum Decision {
    /// D2, D3: one more unit of the set-up.
    SetUp {
        side: Side,
        placed: Vec<Placement>,
        attila: Option<UnitId>,
    },
    /// D4: five markers.
    Markers { side: Side },
    /// D4, D5: the initiative marker out of the five.
    Initiative { side: Side },
    /// D6, D7, D23: the next act of the Move and Fire segment, or no more.
    MoveFire { contingent: Contingent },
    /// D8: where an Engaged bow-armed light cavalry unit flees to.
    Flee { unit: UnitId },
    /// D9: reaction fire of one archer at a unit that has entered its front.
    React { archer: UnitId, target: UnitId },
    /// D10: the facing of a unit Engaged on flank and rear only.
    EngagedFacing { unit: UnitId },
    /// D12, D15: the next attack to declare, or no more.
    Declare {
        contingent: Contingent,
        declared: Vec<shock::Attack>,
    },
    /// D13: retreat before shock, or stand.
    Evade {
        unit: UnitId,
        attackers: Vec<UnitId>,
    },
    /// D14, D17: advance into a vacated hex, or into one of the others that the combat has left
    /// open; those that charged stand first among the candidates.
    Advance {
        hex: Hex,
        vacated: shock::Vacated,
        others: Vec<Hex>,
        candidates: Vec<UnitId>,
        must: bool,
    },
    /// D16: who of the tied lowest takes the next result.
    Loss { side: Side, tied: Vec<UnitId> },
    /// D18: counterattack.
    Counter {
        unit: UnitId,
        attackers: Vec<UnitId>,
    },
    /// D19: continued attack.
    Continue { unit: UnitId, stance: shock::Stance },
    /// D11: a card to play now, or none; of the cards that are settled nothing more is wanted.
    Card {
        side: Side,
        moment: cards::Moment,
        settled: Vec<CardId>,
    },
    /// D20: the next unit that tries to Reform, or no more.
    Reform {
        contingent: Contingent,
        tried: Vec<UnitId>,
    },
    /// D21: the unit that Attila rejoins.
    Rejoin { choices: Vec<UnitId> },
    /// D22: Attila's shift of a die of his unit.
    AttilaShift { unit: UnitId, purpose: Purpose },
}

/// A step of the sequence of play that is still to be carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "step")]
#[expect(missing_docs, reason = "a variant's line speaks of its fields")]
pub enum Frame {
    /// Set-up of a side (3.0): gathers placements, then shows them all.
    SetUp {
        side: Side,
        placed: Vec<Placement>,
        attila: Option<UnitId>,
    },
    /// The deal of a hand of cards (11.1).
    Deal { side: Side },
    /// A window in which cards may be played, before what follows (11.2).
    Cards(Box<cards::Window>),
    /// A die that a card rolls again (11.2).
    RollAgain(cards::Die),
    /// A new turn (4.0).
    BeginTurn,
    /// Both sides choose five markers (5.1).
    ChooseMarkers,
    /// Both sides name an initiative marker (5.2).
    NameInitiative,
    /// Initiative dice, or on turn 1 none (5.3).
    SettleInitiative,
    /// What the initiative dice have come to (5.3).
    InitiativeSettled { winner: Option<Side> },
    /// The next activation, from the queue or the cup; after the tenth the turn ends (5.4, 5.5).
    NextActivation,
    /// The activation of a contingent whose marker is up (5.0).
    Activate { contingent: Contingent },
    /// The die of the Alans at the start of their activation (12.1).
    AlanCheck,
    /// What a die of the Alans has come to (12.1, 12.2).
    AlansTested { came: Came },
    /// A step of the Move and Fire segment (6.0 to 8.0).
    Move(movement::Step),
    /// A step of the Shock segment (9.0).
    Shock(shock::Step),
    /// The Reform segment begins (10.0).
    ReformSegment,
    /// The Reform segment (10.0).
    Reform { tried: Vec<UnitId> },
    /// One unit's Reform die (10.0).
    ReformRoll { unit: UnitId },
    /// What a Reform die has come to (10.0).
    Reformed { unit: UnitId, came: Came },
    /// A Second Disorder Check is due (9.6.2).
    SecondCheck { unit: UnitId, cause: Cause },
    /// The die of a Second Disorder Check (9.6.2).
    CheckRoll { unit: UnitId },
    /// What a Second Disorder Check has come to (9.6.2).
    Checked { unit: UnitId, came: Came },
    /// The nerves of the Alans after losses among them, one die each (12.2).
    AlanNerves,
    /// Attila, alone in a hex that an enemy unit has entered, by a move or otherwise (13.2, Q39).
    AttilaCaught { by: UnitId, moved: bool },
    /// The die for Attila's fate (13.2 option).
    AttilaFate,
    /// Attila joins the nearest unit of his side (13.2).
    AttilaRejoins,
    /// The last moment of an activation.
    LastMoment,
    /// The end of an activation (4.0).
    EndActivation,
    /// The end of a turn (5.5, 14.0).
    EndTurn,
}
