//! The opportunity cards (11.0): what is on them, when they may be played.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::terms::{Contingent, Kind, Side};
use crate::games::files::{Faults, Sheet};
use crate::games::provenance::{Origin, Provenance};

/// The cards of both players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardDeck {
    /// How many cards each player draws at the start and keeps.
    pub drawn: u8,
    /// The cards, the Hun player's first.
    pub cards: Vec<Card>,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Window {
    /// The first moment of an activation.
    ActStart,
    /// After all attacks are declared.
    ShockDeclared,
    /// After a die of 12.1 or 12.2.
    AlanRolled,
    /// Before the reform segment.
    ReformStart,
    /// Any of the others.
    Any,
}

/// What must hold when a card is played; what is not given does not matter.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[derive(Default)]
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
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[derive(Default)]
pub struct Selection {
    /// Their contingent.
    pub contingent: Option<Contingent>,
    /// Their people.
    pub tribe: Option<String>,
    /// Their types.
    pub kinds: Vec<Kind>,
}

/// How long an effect holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
}

/// What a card does.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(
    tag = "kind",
    deny_unknown_fields,
    rename_all = "kebab-case",
    rename_all_fields = "kebab-case"
)]
pub enum Effect {
    /// Adds to fire dice.
    FireDrm {
        /// What is added.
        value: i8,
        /// The range at which it holds.
        range: u8,
        /// Whose dice.
        units: Selection,
        /// How long it holds.
        until: Until,
    },
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
    CancelAlanRoll {},
    /// Reforms units in a special way.
    Reform {
        /// How many at most.
        units: u8,
        /// Of which contingent.
        contingent: Contingent,
        /// Without a die.
        no_roll: bool,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardRow {
    id: String,
    side: Side,
    name: String,
    text: Option<String>,
    window: Option<Window>,
    condition: Option<Condition>,
    effect: Option<Effect>,
    provenance: Provenance,
}

/// Reads the deck; numbers of cards and blanks are the book's (2.4, 11.0, 11.1).
pub(super) fn read(mut sheet: Sheet<'_>, faults: &mut Faults) -> Option<CardDeck> {
    let size: Option<u8> = sheet.take("cards-per-player", faults);
    let blanks: Option<u8> = sheet.take("without-effect", faults);
    let drawn: Option<u8> = sheet.take("drawn", faults);
    let before = faults.len();
    let rows: Vec<(usize, CardRow)> = sheet.rows("card", faults);
    sheet.finish(faults);
    let mut cards = Vec::new();
    let mut ids = BTreeSet::new();
    for (at, row) in rows {
        if !ids.insert(row.id.to_lowercase()) {
            faults.add(sheet.fault(
                at,
                &format!("card {}", row.id),
                "listed twice",
                "give it another id",
            ));
        }
        cards.extend(card(&sheet, at, row, faults));
    }
    if let Some(expected) = size.zip(blanks).filter(|_| faults.len() == before) {
        for side in Side::ALL {
            check_numbers(&sheet, &cards, side, expected, faults);
        }
    }
    if let (Some(size), Some(drawn)) = (size, drawn)
        && drawn > size
    {
        let reason = format!("{drawn} cards drawn out of {size}");
        faults.add(sheet.absence("drawn", reason, "draw no more than there are (11.1)"));
    }
    cards.sort_by_key(|card| card.side);
    Some(CardDeck {
        drawn: drawn?,
        cards,
    })
}

fn check_numbers(
    sheet: &Sheet<'_>,
    cards: &[Card],
    side: Side,
    (size, blanks): (u8, u8),
    faults: &mut Faults,
) {
    let own = || cards.iter().filter(|card| card.side == side);
    let (cards, idle) = (
        own().count(),
        own().filter(|card| card.action.is_none()).count(),
    );
    if (cards, idle) != (usize::from(size), usize::from(blanks)) {
        let place = format!("card, side {}", side.key());
        let reason =
            format!("{cards} cards, {idle} without effect, instead of {size} and {blanks}");
        let remedy = "add or delete cards, or correct the numbers (2.4, 11.0)";
        faults.add(sheet.absence(&place, reason, remedy));
    }
}

fn card(sheet: &Sheet<'_>, at: usize, row: CardRow, faults: &mut Faults) -> Option<Card> {
    let CardRow {
        id,
        side,
        name,
        text,
        window,
        condition,
        effect,
        provenance,
    } = row;
    let action = match (text, window, condition, effect) {
        (None, None, None, None) => None,
        (Some(text), Some(window), Some(condition), Some(effect)) => Some(Action {
            text,
            window,
            condition,
            effect,
        }),
        _ => {
            let remedy = "give text, window, condition and effect, or none of them for a card without effect";
            faults.add(sheet.fault(at, &format!("card {id}"), "half a card", remedy));
            return None;
        }
    };
    if action.is_some() && provenance.origin == Origin::Printed && provenance.note == "11.0" {
        let reason = "11.0 prints no effect, so that it cannot be the source of one";
        faults.add(sheet.fault(
            at,
            &format!("card {id}"),
            reason,
            "name the card itself as source",
        ));
    }
    Some(Card {
        id,
        side,
        name,
        action,
        provenance,
    })
}
