//! What can happen in a battle.

use serde::{Deserialize, Serialize};

use crate::engine::Outcome;
use crate::geometry::{Facing, Hex};
use crate::rulebook::Rule;

use super::data::{CardId, Contingent, Side, UnitId};
use super::rules;

/// What a die is rolled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Initiative (5.3).
    Initiative,
    /// Whether the Alans act or go home (12.1).
    AlanActivate,
    /// Whether the rest of the Alans go home after a loss (12.2).
    AlanDefect,
    /// Order kept while crossing a river (TEC).
    River,
    /// Fire in the own Move and Fire segment (8.1).
    Fire,
    /// Reaction fire (8.2.2).
    React,
    /// Order kept while retreating before shock (9.3).
    Evade,
    /// Shock combat (9.4).
    Shock,
    /// Second Disorder Check (9.6.2).
    Second,
    /// Reform (10.0).
    Reform,
    /// Attila's fate when caught alone (13.2 option).
    AttilaFate,
}

impl Purpose {
    /// Returns the word used in labels and cases.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Initiative => "initiative",
            Self::AlanActivate => "alan_activate",
            Self::AlanDefect => "alan_defect",
            Self::River => "river",
            Self::Fire => "fire",
            Self::React => "react",
            Self::Evade => "evade",
            Self::Shock => "shock",
            Self::Second => "second",
            Self::Reform => "reform",
            Self::AttilaFate => "attila_fate",
        }
    }

    /// Returns the rule that calls for the die.
    pub fn rule(self) -> Rule {
        match self {
            Self::Initiative => rules::R5_3,
            Self::AlanActivate => rules::R12_1,
            Self::AlanDefect => rules::R12_2,
            Self::River => rules::TEC,
            Self::Fire => rules::R8_3,
            Self::React => rules::R8_2_2,
            Self::Evade => rules::R9_3,
            Self::Shock => rules::R9_4,
            Self::Second => rules::R9_6_2,
            Self::Reform => rules::R10_0,
            Self::AttilaFate => rules::R13_2,
        }
    }
}

/// Why a die is modified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drm {
    /// Ordinary bow.
    BBow,
    /// Fire at a higher target.
    Uphill,
    /// Fire at a lower target.
    Downhill,
    /// Range 2.
    LongRange,
    /// The line of sight passes over a unit.
    OverUnit,
    /// Further units have entered the archer's front before.
    AdditionalReaction,
    /// The archer is Disordered.
    FirerDisordered,
    /// Attack into the flank.
    Flank,
    /// Attack into the rear.
    Rear,
    /// Momentum attack.
    Momentum,
    /// Ferocity.
    Ferocity,
    /// Earlier shock attacks in this activation.
    Fatigue,
    /// Defender in woods.
    Woods,
    /// Defender in a village.
    Village,
    /// Attacked across a river.
    River,
    /// Attacked from below.
    DefenderUphill,
    /// Attacked from above.
    DefenderDownhill,
    /// Heavy unit at a Second Disorder Check.
    Heavy,
    /// Attila is with the unit.
    Attila,
    /// The bonus of an initiative marker.
    Bonus,
    /// A card in force (11.2).
    Card(CardId),
}

impl Drm {
    /// Returns the word used in reports and cases.
    pub fn key(self) -> &'static str {
        match self {
            Self::BBow => "b_bow",
            Self::Uphill => "uphill",
            Self::Downhill => "downhill",
            Self::LongRange => "long_range",
            Self::OverUnit => "over_unit",
            Self::AdditionalReaction => "additional_reaction",
            Self::FirerDisordered => "firer_disordered",
            Self::Flank => "flank",
            Self::Rear => "rear",
            Self::Momentum => "momentum",
            Self::Ferocity => "ferocity",
            Self::Fatigue => "fatigue",
            Self::Woods => "woods",
            Self::Village => "village",
            Self::River => "river",
            Self::DefenderUphill => "defender_uphill",
            Self::DefenderDownhill => "defender_downhill",
            Self::Heavy => "heavy",
            Self::Attila => "attila",
            Self::Bonus => "bonus",
            Self::Card(_) => "card",
        }
    }

    /// Returns the rule that gives the modifier.
    pub fn rule(self) -> Rule {
        match self {
            Self::BBow | Self::Uphill | Self::Downhill | Self::LongRange => rules::R8_3_1,
            Self::OverUnit => rules::R8_1,
            Self::AdditionalReaction => rules::R8_2_2,
            Self::FirerDisordered => rules::R9_6_1,
            Self::Flank
            | Self::Rear
            | Self::Woods
            | Self::Village
            | Self::River
            | Self::DefenderUphill
            | Self::DefenderDownhill => rules::R9_5_1,
            Self::Momentum => rules::R9_5_2,
            Self::Ferocity => rules::R9_5_3,
            Self::Fatigue => rules::R9_5_4,
            Self::Heavy => rules::R9_6_2,
            Self::Attila => rules::R13_1,
            Self::Bonus => rules::R5_3_1,
            Self::Card(_) => rules::R11_2,
        }
    }
}

/// One modifier of a die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    /// Why.
    pub drm: Drm,
    /// By how much.
    pub value: i8,
}

/// Who rolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// A unit.
    Unit(UnitId),
    /// A side.
    Side(Side),
}

/// What a die came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Came {
    /// Initiative won.
    Win,
    /// Initiative lost.
    Lose,
    /// Initiative tied.
    Tie,
    /// The Alans act.
    Activate,
    /// The Alans go home.
    Defect,
    /// They would, but a first desertion is ignored (12.2 option).
    DefectionIgnored,
    /// Nothing bad happens.
    Ok,
    /// A unit is Disordered, or checks if it was already.
    Disorder,
    /// Fire without effect.
    #[serde(rename = "NE")]
    NoEffect,
    /// Shock missed.
    Miss,
    /// Shock hit.
    Hit,
    /// Overwhelming: net 0 or less.
    #[serde(rename = "OV")]
    Overwhelming,
    /// The unit stays.
    Stay,
    /// The unit is eliminated.
    Elim,
    /// Back in good order.
    Reformed,
    /// Still Disordered.
    No,
    /// Attila escapes.
    Escape,
    /// Attila is wounded.
    Wounded,
    /// Attila is dead.
    Dead,
}

impl Came {
    /// Returns the word used in reports and cases.
    pub fn key(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Lose => "lose",
            Self::Tie => "tie",
            Self::Activate => "activate",
            Self::Defect => "defect",
            Self::DefectionIgnored => "defection_ignored",
            Self::Ok => "ok",
            Self::Disorder => "disorder",
            Self::NoEffect => "NE",
            Self::Miss => "miss",
            Self::Hit => "hit",
            Self::Overwhelming => "OV",
            Self::Stay => "stay",
            Self::Elim => "elim",
            Self::Reformed => "reformed",
            Self::No => "no",
            Self::Escape => "escape",
            Self::Wounded => "wounded",
            Self::Dead => "dead",
        }
    }
}

/// A die with everything that was made of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// What for.
    pub purpose: Purpose,
    /// Who rolled.
    pub by: By,
    /// At whom: the target of fire, the unit that caused a check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<UnitId>,
    /// The roller's how-manieth die of this activation, from 1; the end of its label.
    pub nth: u8,
    /// The face.
    pub natural: u8,
    /// What changes it, in the order of the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// The face with its modifiers.
    pub net: i8,
    /// The rating that the net result is compared with, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u8>,
    /// What it came to.
    pub came: Came,
    /// Whether a card has it rolled again (11.2).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

/// One shock attack: all its attackers and all its defenders (9.2).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Combat {
    /// Who attacks, in declared order.
    pub attackers: Vec<UnitId>,
    /// Who is attacked, in declared order.
    pub defenders: Vec<UnitId>,
    /// Attackers that use momentum.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub momentum: Vec<UnitId>,
    /// Attackers that are Engaged and have no choice (9.2.1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub compelled: Vec<UnitId>,
}

/// A unit's place in a set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement {
    /// The unit.
    pub unit: UnitId,
    /// Its hex.
    pub hex: Hex,
    /// Its facing.
    pub facing: Facing,
}

/// Why a unit changes its condition, or leaves the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// Fire (8.3.2).
    Fire,
    /// A river crossing (TEC).
    River,
    /// Breaking off while Engaged (6.5).
    BreakOff,
    /// Shock combat (9.4).
    Shock,
    /// Retreat before shock (9.3).
    Evade,
    /// A failed Second Disorder Check (9.6.2).
    Check,
    /// Surrounded bow-armed light cavalry (6.5).
    Trapped,
    /// A Reform roll of 9 (10.0).
    Reform,
    /// The Alans have gone home (12.0).
    Desertion,
}

impl Cause {
    /// Returns the rule at work.
    pub fn rule(self) -> Rule {
        match self {
            Self::Fire => rules::R8_3_2,
            Self::River => rules::TEC,
            Self::BreakOff | Self::Trapped => rules::R6_5,
            Self::Shock => rules::R9_4,
            Self::Evade => rules::R9_3,
            Self::Check => rules::R9_6_2,
            Self::Reform => rules::R10_0,
            Self::Desertion => rules::R12_1,
        }
    }
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "what")]
#[expect(missing_docs, reason = "a variant's line speaks of its fields")]
pub enum Event {
    /// A side has set up (3.0).
    SetUp {
        side: Side,
        placements: Vec<Placement>,
        attila: Option<UnitId>,
    },
    /// A player has been dealt his hand, which only he sees, if anybody here (11.1).
    Dealt {
        side: Side,
        count: u8,
        cards: Option<Vec<CardId>>,
    },
    /// A card is played, for units and with hexes where it needs them (11.2, 11.3).
    CardPlayed {
        side: Side,
        card: CardId,
        units: Vec<UnitId>,
        to: Vec<Hex>,
    },
    /// A turn begins (4.0).
    TurnBegan { turn: u16 },
    /// A side has chosen its five markers, which the other does not see (5.1).
    MarkersChosen {
        side: Side,
        markers: Option<[Contingent; 5]>,
    },
    /// A side has named its initiative marker, which the other does not see (5.2).
    InitiativeNamed {
        side: Side,
        marker: Option<Contingent>,
    },
    /// The initiative markers are shown; who acts before any draw (5.3). On turn 1 the Romans
    /// name none (5.3.2).
    InitiativeSettled {
        markers: [Option<Contingent>; 2],
        winner: Option<Side>,
        queue: Vec<Contingent>,
    },
    /// A marker was drawn out of the cup (5.4).
    MarkerDrawn { contingent: Contingent },
    /// A contingent begins its activation (5.0).
    ActivationBegan { contingent: Contingent },
    /// A marker whose contingent has nobody left does nothing (4.0).
    ActivationEmpty { contingent: Contingent },
    /// The activation is over (4.0).
    ActivationEnded { contingent: Contingent },
    /// A die was rolled.
    Rolled { roll: Roll },
    /// A unit breaks off from its Engaged enemies to move (6.5).
    BrokeOff { unit: UnitId },
    /// A unit enters the next hex (6.0).
    Stepped {
        unit: UnitId,
        from: Hex,
        to: Hex,
        cost: u8,
    },
    /// Its move is over; with momentum if it came adjacent from outside every zone (6.2, 9.5.2).
    MoveEnded { unit: UnitId, momentum: bool },
    /// A unit turns (7.1, 9.9).
    Turned {
        unit: UnitId,
        from: Facing,
        to: Facing,
    },
    /// An enemy has come into an archer's front (8.2.2).
    EnteredFront { archer: UnitId, unit: UnitId },
    /// A unit becomes Disordered (9.6.1).
    Disordered { unit: UnitId, cause: Cause },
    /// A unit is Reformed (10.0).
    Reformed { unit: UnitId },
    /// A unit is eliminated and counted (9.6.2).
    Eliminated { unit: UnitId, cause: Cause },
    /// A unit leaves the battle without being counted (12.1).
    Removed { unit: UnitId, cause: Cause },
    /// The Alans desert, or a first desertion is ignored (12.1, 12.2).
    Deserted { ignored: bool },
    /// All attacks of the activation are declared, in the order of resolution (9.1, 9.2).
    ShockDeclared { combats: Vec<Combat> },
    /// A unit retreats before shock (9.3).
    Evaded {
        unit: UnitId,
        from: Hex,
        to: Hex,
        facing: Facing,
    },
    /// A round of shock combat begins (9.4).
    ShockJoined { combat: Combat, round: Round },
    /// A unit advances into a vacated hex (9.3, 9.8).
    Advanced {
        unit: UnitId,
        from: Hex,
        to: Hex,
        facing: Facing,
        compelled: bool,
    },
    /// Two units are Engaged (9.9).
    Engaged { units: (UnitId, UnitId) },
    /// Two units are no longer Engaged (9.9).
    Separated { units: (UnitId, UnitId) },
    /// Attila rides by himself (13.0).
    AttilaRode {
        from: Hex,
        to: Hex,
        with: Option<UnitId>,
    },
    /// Attila, caught alone, finds the nearest friendly unit; `None` if there is none (13.2).
    AttilaRejoined { unit: Option<UnitId> },
    /// Attila is wounded or killed (13.2 option).
    AttilaFell { dead: bool },
    /// The turn is over and victory has been checked (5.5, 14.0).
    TurnEnded { turn: u16, eliminated: [u8; 2] },
    /// The battle is decided (14.0).
    Decided { outcome: Outcome },
}

/// Which exchange of blows a round of shock combat is (9.4, 9.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Round {
    /// The declared attack.
    First,
    /// A counterattack by Overwhelming defenders (9.7.1).
    Counter,
    /// A continued attack by an Overwhelming attacker (9.7.2).
    Continued,
}

impl Event {
    /// Returns the rules that the event carries out.
    pub fn cites(&self) -> Vec<Rule> {
        match self {
            Self::SetUp { .. } => vec![rules::R3_0],
            Self::Dealt { .. } => vec![rules::R11_1, rules::R2_4],
            Self::CardPlayed { .. } => vec![rules::R11_2, rules::R11_0, rules::R11_3],
            Self::TurnBegan { .. } | Self::ActivationEnded { .. } => vec![rules::R4_0],
            Self::ActivationEmpty { .. } => vec![rules::R4_0, rules::Q29],
            Self::MarkersChosen { .. } => vec![rules::R5_1],
            Self::InitiativeNamed { .. } => vec![rules::R5_2],
            Self::InitiativeSettled { markers, .. } => match markers {
                [Some(_), Some(_)] => vec![rules::R5_3],
                _ => vec![rules::R5_3_2],
            },
            Self::MarkerDrawn { .. } => vec![rules::R5_4],
            Self::ActivationBegan { .. } => vec![rules::R5_0],
            Self::Rolled { roll } => {
                let modifiers = roll.modifiers.iter().map(|modifier| modifier.drm.rule());
                let overwhelming = (roll.came == Came::Overwhelming).then_some(rules::R9_7);
                std::iter::once(roll.purpose.rule())
                    .chain(modifiers)
                    .chain(overwhelming)
                    .chain((roll.natural == 0).then_some(rules::R2_5))
                    .collect()
            }
            Self::BrokeOff { .. } => vec![rules::R6_5],
            Self::Stepped { .. } => vec![rules::R2_1, rules::R6_0],
            Self::MoveEnded { momentum, .. } => {
                if *momentum {
                    vec![rules::R6_2, rules::R9_5_2]
                } else {
                    vec![rules::R6_0]
                }
            }
            Self::Turned { .. } => vec![rules::R7_0, rules::R7_1],
            Self::EnteredFront { .. } => vec![rules::R8_2_2],
            Self::Disordered { cause, .. }
            | Self::Eliminated { cause, .. }
            | Self::Removed { cause, .. } => vec![cause.rule()],
            Self::Reformed { .. } => vec![rules::R10_0],
            Self::Deserted { ignored } => {
                let option = ignored.then_some(rules::R12_2);
                std::iter::once(rules::R12_1).chain(option).collect()
            }
            Self::ShockDeclared { combats } => {
                let compelled = combats.iter().any(|combat| !combat.compelled.is_empty());
                let compelled = compelled.then_some(rules::R9_2_1);
                std::iter::once(rules::R9_1).chain(compelled).collect()
            }
            Self::Evaded { .. } => vec![rules::R9_3, rules::R6_4],
            Self::ShockJoined { round, .. } => vec![
                rules::R9_5,
                match round {
                    Round::First => rules::R9_4,
                    Round::Counter => rules::R9_7_1,
                    Round::Continued => rules::R9_7_2,
                },
            ],
            Self::Advanced { .. } => vec![rules::R9_8, rules::R6_4],
            Self::Engaged { .. } | Self::Separated { .. } => vec![rules::R9_9],
            Self::AttilaRode { .. } => vec![rules::R13_0],
            Self::AttilaRejoined { .. } | Self::AttilaFell { .. } => vec![rules::R13_2],
            Self::TurnEnded { .. } => vec![rules::R5_5],
            Self::Decided { .. } => vec![rules::R14_0],
        }
    }
}
