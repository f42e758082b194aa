//! The opportunity cards (11.0): what is on them, when they may be played.

mod reading;

use serde::{Deserialize, Serialize};

use super::terms::{Contingent, Kind, Side};
use super::{Roster, UnitId, UnitType};
use crate::games::provenance::Provenance;

pub(super) use reading::read;

/// A card, as an index into [`CardDeck::cards`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CardId(pub u8);

/// The cards of both players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardDeck {
    /// How many cards each player draws at the start and keeps.
    pub drawn: u8,
    /// The cards, the Hun player's first.
    pub cards: Vec<Card>,
}

impl CardDeck {
    /// Returns a card.
    #[must_use]
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[usize::from(id.0)]
    }

    /// Returns all cards, in the order of the deck.
    pub fn ids(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..self.cards.len() as u8).map(CardId)
    }

    /// Returns a player's cards, in the order of the deck.
    pub fn of(&self, side: Side) -> impl Iterator<Item = CardId> {
        self.ids().filter(move |&id| self.card(id).side == side)
    }

    /// Finds a card by its id, in any case.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<CardId> {
        self.ids()
            .find(|&own| self.card(own).id.eq_ignore_ascii_case(id))
    }
}

/// One card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// The id that orders use, `H1`.
    pub id: String,
    /// The player whose deck it is in.
    pub side: Side,
    /// The name for people.
    pub name: String,
    /// What it does; `None` for a card without effect.
    pub action: Option<Action>,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// When and how a card acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// What players read on it.
    pub text: String,
    /// The moment at which it may be played.
    pub window: Window,
    /// What must hold at that moment.
    pub condition: Condition,
    /// What happens.
    pub effect: Effect,
}

/// A moment at which a card may be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Window {
    /// After both sides have chosen their markers.
    CamSelected,
    /// After the initiative dice.
    InitRolled,
    /// After a marker is drawn.
    MarkerDrawn,
    /// The first moment of an activation.
    ActStart,
    /// The last moment of an activation.
    ActEnd,
    /// After a unit has entered a hex, before reaction fire.
    EntersHex,
    /// Before a fire die.
    FireDeclared,
    /// After a fire die.
    FireRolled,
    /// After all attacks are declared.
    ShockDeclared,
    /// When it is known who retreats before shock.
    EvadeDeclared,
    /// After the dice of one combat.
    ShockRolled,
    /// Before and after a Second Disorder Check.
    SecondCheck,
    /// After a die of 12.1 or 12.2.
    AlanRolled,
    /// Before the reform segment.
    ReformStart,
    /// After one Reform die.
    ReformRolled,
    /// Any of the others.
    Any,
}

impl Window {
    /// All windows with the words of data files.
    pub const ALL: [(&str, Self); 16] = [
        ("cam-selected", Self::CamSelected),
        ("init-rolled", Self::InitRolled),
        ("marker-drawn", Self::MarkerDrawn),
        ("act-start", Self::ActStart),
        ("act-end", Self::ActEnd),
        ("enters-hex", Self::EntersHex),
        ("fire-declared", Self::FireDeclared),
        ("fire-rolled", Self::FireRolled),
        ("shock-declared", Self::ShockDeclared),
        ("evade-declared", Self::EvadeDeclared),
        ("shock-rolled", Self::ShockRolled),
        ("second-check", Self::SecondCheck),
        ("alan-rolled", Self::AlanRolled),
        ("reform-start", Self::ReformStart),
        ("reform-rolled", Self::ReformRolled),
        ("any", Self::Any),
    ];

    /// Returns the word of data files.
    #[must_use]
    pub fn word(self) -> &'static str {
        let found = Self::ALL.iter().find(|(_, own)| *own == self);
        found.expect("every window has its word").0
    }
}

/// What must hold when a card is played; what is not given does not matter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Condition {
    /// The contingent that is active.
    pub contingent: Option<Contingent>,
    /// The peoples of the unit.
    pub tribes: Vec<String>,
    /// The types of the unit.
    pub kinds: Vec<Kind>,
    /// The unit may retreat before shock.
    pub may_evade: bool,
    /// Attila is with the unit.
    pub attila: bool,
}

/// Units a card speaks of; what is not given does not matter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selection {
    /// Their contingent.
    pub contingent: Option<Contingent>,
    /// Their peoples.
    pub tribes: Vec<String>,
    /// Their types.
    pub kinds: Vec<Kind>,
}

impl Selection {
    /// Tells whether a unit is meant.
    #[must_use]
    pub fn holds(&self, roster: &Roster, unit: UnitId) -> bool {
        let unit = roster.unit(unit);
        self.contingent.is_none_or(|own| own == unit.contingent)
            && is_one_of(unit, &self.tribes, &self.kinds)
    }
}

/// Tells whether a unit is of one of the peoples and types; an empty list does not matter.
pub(in super::super) fn is_one_of(unit: &UnitType, tribes: &[String], kinds: &[Kind]) -> bool {
    let is_tribe = |tribe: &String| tribe.eq_ignore_ascii_case(&unit.tribe);
    (tribes.is_empty() || tribes.iter().any(is_tribe))
        && (kinds.is_empty() || kinds.contains(&unit.kind))
}

/// How long an effect holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// For one die.
    Roll,
    /// To the end of the combat.
    CombatEnd,
    /// To the end of the segment.
    SegmentEnd,
    /// To the end of the activation.
    ActivationEnd,
    /// To the end of the turn.
    TurnEnd,
    /// Until its units move, attack, are Disordered or their contingent is next activated.
    #[serde(skip)]
    Stirred,
}

/// What a card does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Adds to fire dice.
    FireDrm {
        /// What is added.
        value: i8,
        /// The range at which it holds.
        range: Option<u8>,
        /// Whose dice.
        units: Selection,
        /// How long it holds.
        until: Until,
    },
    /// Adds to shock dice.
    ShockDrm {
        /// What is added.
        value: i8,
        /// Whose dice.
        units: Selection,
        /// How long it holds.
        until: Until,
    },
    /// Sets Attila's shift.
    AttilaShift {
        /// The shift.
        value: u8,
        /// How long it holds.
        until: Until,
    },
    /// Makes units ferocious.
    Ferocity {
        /// Which units.
        units: Selection,
        /// How long it holds.
        until: Until,
    },
    /// Gives units momentum wherever they come from.
    Momentum {
        /// Which units.
        units: Selection,
        /// How long it holds.
        until: Until,
    },
    /// Rolls a die again; the new one counts.
    Reroll,
    /// Lets units retreat before shock in a special way.
    Evade {
        /// How far at most.
        hexes: u8,
        /// How many units.
        units: u8,
        /// Without a die.
        no_roll: bool,
        /// Somebody must enter the hex if anybody is able.
        must_advance: bool,
    },
    /// Makes units stand that wanted to retreat before shock.
    CancelEvade {
        /// How many units.
        units: u8,
    },
    /// Forbids the other side's counterattacks.
    CancelCounter {
        /// How long it holds.
        until: Until,
    },
    /// Reforms units in a special way.
    Reform {
        /// How many at most.
        units: u8,
        /// Of which kind.
        of: Selection,
        /// Without a die.
        no_roll: bool,
    },
    /// Changes movement allowances.
    MovementPoints {
        /// By how much.
        value: i8,
        /// Whose.
        units: Selection,
        /// How long it holds.
        until: Until,
    },
    /// Lets a contingent act once more.
    ExtraActivation {
        /// Which one; `None` for the one that is active.
        contingent: Option<Contingent>,
    },
    /// Takes an activation away.
    CancelActivation,
    /// Forbids units to fire.
    ForbidFire {
        /// Which units.
        units: Selection,
        /// How long it holds.
        until: Until,
    },
    /// Places shield wall markers.
    ShieldWall {
        /// How many.
        units: u8,
        /// On which types.
        kinds: Vec<Kind>,
        /// What is added to fire at them.
        fire_against: i8,
        /// What is added to their dice in defence.
        defence: i8,
        /// Nobody has momentum or ferocity against their front.
        no_momentum_in_front: bool,
    },
    /// Makes a die for the Alans void.
    CancelAlanRoll,
    /// Brings Attila back to a unit.
    ReturnAttila,
}

impl Effect {
    /// Returns how long the effect holds; `None` for one that is over at once.
    #[must_use]
    pub fn until(&self) -> Option<Until> {
        match *self {
            Self::FireDrm { until, .. }
            | Self::ShockDrm { until, .. }
            | Self::AttilaShift { until, .. }
            | Self::Ferocity { until, .. }
            | Self::Momentum { until, .. }
            | Self::CancelCounter { until }
            | Self::MovementPoints { until, .. }
            | Self::ForbidFire { until, .. } => Some(until),
            Self::Evade { .. } => Some(Until::SegmentEnd),
            Self::ShieldWall { .. } => Some(Until::Stirred),
            Self::Reroll
            | Self::CancelEvade { .. }
            | Self::Reform { .. }
            | Self::ExtraActivation { .. }
            | Self::CancelActivation
            | Self::CancelAlanRoll
            | Self::ReturnAttila => None,
        }
    }

    /// Tells whether the effect can do anything in a window.
    #[must_use]
    pub fn suits(&self, window: Window) -> bool {
        use Window as W;
        match self {
            Self::Reroll => matches!(
                window,
                W::InitRolled
                    | W::FireRolled
                    | W::ShockRolled
                    | W::SecondCheck
                    | W::AlanRolled
                    | W::ReformRolled
            ),
            Self::Evade { .. } => window == W::ShockDeclared,
            Self::CancelEvade { .. } => window == W::EvadeDeclared,
            Self::CancelAlanRoll => window == W::AlanRolled,
            Self::CancelActivation => matches!(window, W::MarkerDrawn | W::ActStart),
            Self::Reform { .. } => window == W::ReformStart,
            Self::FireDrm { .. }
            | Self::ShockDrm { .. }
            | Self::AttilaShift { .. }
            | Self::Ferocity { .. }
            | Self::Momentum { .. }
            | Self::CancelCounter { .. }
            | Self::MovementPoints { .. }
            | Self::ExtraActivation { .. }
            | Self::ForbidFire { .. }
            | Self::ShieldWall { .. }
            | Self::ReturnAttila => true,
        }
    }

    /// Tells whether the effect changes a die that has been or is about to be rolled.
    #[must_use]
    pub fn changes_a_die(&self) -> bool {
        match self {
            Self::FireDrm { .. }
            | Self::ShockDrm { .. }
            | Self::AttilaShift { .. }
            | Self::Reroll
            | Self::CancelAlanRoll => true,
            Self::Ferocity { .. }
            | Self::Momentum { .. }
            | Self::Evade { .. }
            | Self::CancelEvade { .. }
            | Self::CancelCounter { .. }
            | Self::Reform { .. }
            | Self::MovementPoints { .. }
            | Self::ExtraActivation { .. }
            | Self::CancelActivation
            | Self::ForbidFire { .. }
            | Self::ShieldWall { .. }
            | Self::ReturnAttila => false,
        }
    }
}
