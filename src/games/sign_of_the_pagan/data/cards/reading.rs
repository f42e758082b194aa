//! Reading a deck: numbers of cards and blanks, windows, conditions and effects.

use std::collections::BTreeSet;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::{Action, Card, CardDeck, Condition, Effect, Selection, Until, Window};
use crate::games::files::{Faults, Sheet};
use crate::games::provenance::{Origin, Provenance};
use crate::games::sign_of_the_pagan::data::terms::{Contingent, Kind, Side};

/// 2.4: how many cards a player has.
const CARDS: u8 = 8;
/// 2.4, 11.0: how many of them are without effect.
const BLANKS: u8 = 4;

/// One value or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore<T> {
    One(T),
    More(Vec<T>),
}

impl<T> Default for OneOrMore<T> {
    fn default() -> Self {
        Self::More(Vec::new())
    }
}

impl<T> From<OneOrMore<T>> for Vec<T> {
    fn from(values: OneOrMore<T>) -> Self {
        match values {
            OneOrMore::One(value) => vec![value],
            OneOrMore::More(values) => values,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardRow {
    id: String,
    side: Side,
    name: String,
    #[serde(rename = "when")]
    _when: Option<String>,
    no_effect: Option<bool>,
    text: Option<String>,
    window: Option<Window>,
    condition: Option<ConditionRow>,
    effect: Option<EffectRow>,
    #[serde(deserialize_with = "provenance")]
    provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConditionRow {
    contingent: Option<Contingent>,
    #[serde(default)]
    tribe: OneOrMore<String>,
    #[serde(rename = "type", default)]
    kind: OneOrMore<Kind>,
    #[serde(default)]
    may_evade: bool,
    #[serde(default)]
    attila: bool,
}

impl From<ConditionRow> for Condition {
    fn from(row: ConditionRow) -> Self {
        Self {
            contingent: row.contingent,
            tribes: row.tribe.into(),
            kinds: row.kind.into(),
            may_evade: row.may_evade,
            attila: row.attila,
        }
    }
}

/// An effect as written; which keys it needs and takes hangs on its kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EffectRow {
    kind: String,
    value: Option<i8>,
    range: Option<u8>,
    hexes: Option<u8>,
    units: Option<u8>,
    contingent: Option<Contingent>,
    #[serde(default)]
    tribe: OneOrMore<String>,
    #[serde(rename = "type", default)]
    types: OneOrMore<Kind>,
    until: Option<Until>,
    no_roll: Option<bool>,
    must_advance: Option<bool>,
    fire_against: Option<i8>,
    no_momentum_front: Option<bool>,
    defence_drm: Option<i8>,
}

/// The words of effects, for whoever misspells one.
const KINDS: &str = "fire_drm, shock_drm, attila_shift, ferocity, momentum, reroll, evade, \
     cancel_evade, cancel_counter, reform, mp, extra_activation, cancel_activation, forbid_fire, \
     shield_wall, cancel_alan_roll or return_attila";

impl EffectRow {
    fn read(mut self) -> Result<Effect, String> {
        let value = self.value.take();
        let value = || value.ok_or("`value` is missing".to_owned());
        let until = self.until.take();
        let until = |usual| until.unwrap_or(usual);
        let units = self.units.take();
        let kind = std::mem::take(&mut self.kind);
        let effect = match kind.as_str() {
            "fire_drm" => Effect::FireDrm {
                value: value()?,
                range: self.range.take(),
                units: self.selection(),
                until: until(Until::SegmentEnd),
            },
            "shock_drm" => Effect::ShockDrm {
                value: value()?,
                units: self.selection(),
                until: until(Until::CombatEnd),
            },
            "attila_shift" => Effect::AttilaShift {
                value: value()?.unsigned_abs(),
                until: until(Until::CombatEnd),
            },
            "ferocity" => Effect::Ferocity {
                units: self.selection(),
                until: until(Until::ActivationEnd),
            },
            "momentum" => Effect::Momentum {
                units: self.selection(),
                until: until(Until::ActivationEnd),
            },
            "reroll" => Effect::Reroll,
            "evade" => Effect::Evade {
                hexes: self.hexes.take().unwrap_or(1),
                units: units.unwrap_or(1),
                no_roll: self.no_roll.take().unwrap_or(false),
                must_advance: self.must_advance.take().unwrap_or(false),
            },
            "cancel_evade" => Effect::CancelEvade {
                units: units.unwrap_or(1),
            },
            "cancel_counter" => Effect::CancelCounter {
                until: until(Until::CombatEnd),
            },
            "reform" => Effect::Reform {
                units: units.unwrap_or(1),
                of: self.selection(),
                no_roll: self.no_roll.take().unwrap_or(false),
            },
            "mp" => Effect::MovementPoints {
                value: value()?,
                units: self.selection(),
                until: until(Until::ActivationEnd),
            },
            "extra_activation" => Effect::ExtraActivation {
                contingent: self.contingent.take(),
            },
            "cancel_activation" => Effect::CancelActivation,
            "forbid_fire" => Effect::ForbidFire {
                units: self.selection(),
                until: until(Until::SegmentEnd),
            },
            "shield_wall" => Effect::ShieldWall {
                units: units.unwrap_or(u8::MAX),
                kinds: std::mem::take(&mut self.types).into(),
                fire_against: self.fire_against.take().unwrap_or(0),
                defence: self.defence_drm.take().unwrap_or(0),
                no_momentum_in_front: self.no_momentum_front.take().unwrap_or(false),
            },
            "cancel_alan_roll" => Effect::CancelAlanRoll,
            "return_attila" => Effect::ReturnAttila,
            _ => return Err(format!("there is no effect `{kind}`; it is {KINDS}")),
        };
        match self.left_over() {
            Some(key) => Err(format!("the effect `{kind}` takes no `{key}`")),
            None => Ok(effect),
        }
    }

    fn selection(&mut self) -> Selection {
        Selection {
            contingent: self.contingent.take(),
            tribes: std::mem::take(&mut self.tribe).into(),
            kinds: std::mem::take(&mut self.types).into(),
        }
    }

    /// Returns a key that was given and that the effect does not know.
    fn left_over(self) -> Option<&'static str> {
        let tribes = Vec::from(self.tribe);
        let kinds = Vec::from(self.types);
        let given = [
            ("range", self.range.is_some()),
            ("hexes", self.hexes.is_some()),
            ("contingent", self.contingent.is_some()),
            ("tribe", !tribes.is_empty()),
            ("type", !kinds.is_empty()),
            ("no_roll", self.no_roll.is_some()),
            ("must_advance", self.must_advance.is_some()),
            ("fire_against", self.fire_against.is_some()),
            ("no_momentum_front", self.no_momentum_front.is_some()),
            ("defence_drm", self.defence_drm.is_some()),
        ];
        given.iter().find(|(_, is)| *is).map(|&(key, _)| key)
    }
}

impl<'de> Deserialize<'de> for Window {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        let found = Self::ALL.iter().find(|(own, _)| *own == plain(&word));
        found.map(|&(_, window)| window).ok_or_else(|| {
            let words: Vec<&str> = Self::ALL.iter().map(|(word, _)| *word).collect();
            D::Error::custom(format!(
                "there is no window `{word}`; it is {}",
                words.join(", ")
            ))
        })
    }
}

/// Reads `ACT_START` as `act-start`.
fn plain(word: &str) -> String {
    word.to_lowercase().replace('_', "-")
}

/// Reads where a card comes from, also as decks that travel without the game write it.
fn provenance<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Provenance, D::Error> {
    let text = String::deserialize(deserializer)?;
    if let Some(note) = text.strip_prefix("printed in seed") {
        return Ok(Provenance {
            origin: Origin::Printed,
            note: note.trim().trim_matches(['(', ')']).to_owned(),
        });
    }
    let text = match text.strip_prefix("reconstruction") {
        Some(note) => format!("reconstructed{note}"),
        None => text,
    };
    Provenance::deserialize(serde::de::value::StringDeserializer::new(text))
}

/// Reads the deck; numbers of cards and blanks are the book's (2.4, 11.0, 11.1).
pub(in super::super) fn read(mut sheet: Sheet<'_>, faults: &mut Faults) -> Option<CardDeck> {
    let size: Option<u8> = sheet.take("cards_per_player", faults);
    let blanks: Option<u8> = sheet.take("no_effect_per_player", faults);
    let drawn: Option<u8> = sheet.take("hand_drawn", faults);
    for told_to_people in ["schema", "title"] {
        sheet.pass(told_to_people);
    }
    let before = faults.len();
    let rows: Vec<(usize, CardRow)> = sheet.rows("card", faults);
    sheet.finish(faults);
    let mut cards = Vec::new();
    let mut ids = BTreeSet::new();
    for (at, row) in rows {
        let id = row.id.to_lowercase();
        if !ids.insert(id) {
            let place = format!("card {}", row.id);
            faults.add(sheet.fault(at, &place, "listed twice", "give it another id"));
        }
        cards.extend(card(&sheet, at, row, faults));
    }
    if let Some(told) = size.zip(blanks).filter(|_| faults.len() == before) {
        for side in Side::ALL {
            check_numbers(&sheet, &cards, side, told, faults);
        }
    }
    if let (Some(size), Some(drawn)) = (size, drawn)
        && drawn > size
    {
        let reason = format!("{drawn} cards drawn out of {size}");
        let remedy = "draw no more than there are (11.1)";
        faults.add(sheet.absence("hand_drawn", reason, remedy));
    }
    cards.sort_by_key(|card| card.side);
    Some(CardDeck {
        drawn: drawn?,
        cards,
    })
}

/// 2.4: a player's cards are as many as the file and the book say, half of them blank.
fn check_numbers(
    sheet: &Sheet<'_>,
    cards: &[Card],
    side: Side,
    told: (u8, u8),
    faults: &mut Faults,
) {
    let own = || cards.iter().filter(|card| card.side == side);
    let idle = own().filter(|card| card.action.is_none()).count();
    let found = (own().count(), idle);
    for (size, blanks) in [told, (CARDS, BLANKS)] {
        if found == (usize::from(size), usize::from(blanks)) {
            continue;
        }
        let place = format!("card, side {}", side.key());
        let (cards, idle) = found;
        let reason =
            format!("{cards} cards, {idle} without effect, instead of {size} and {blanks}");
        let remedy = "add or delete cards, or correct the numbers (2.4, 11.0)";
        faults.add(sheet.absence(&place, reason, remedy));
        return;
    }
}

fn card(sheet: &Sheet<'_>, at: usize, row: CardRow, faults: &mut Faults) -> Option<Card> {
    let place = format!("card {}", row.id);
    let mut wrong = |reason: String, remedy: &str| {
        faults.add(sheet.fault(at, &place, reason, remedy));
        None
    };
    let is_blank = row.no_effect.unwrap_or(row.effect.is_none());
    let action = match (row.text, row.window, row.condition, row.effect) {
        (None, None, None, None) if is_blank => None,
        (Some(text), Some(window), Some(condition), Some(effect)) if !is_blank => {
            let effect = match effect.read() {
                Ok(effect) => effect,
                Err(reason) => return wrong(reason, "correct it"),
            };
            if window != Window::Any && !effect.suits(window) {
                let reason = format!("its effect can do nothing in the window {}", window.word());
                return wrong(reason, "give it another window");
            }
            Some(Action {
                text,
                window,
                condition: condition.into(),
                effect,
            })
        }
        _ => {
            let remedy = "give text, window, condition and effect, or none of them for a card without effect";
            return wrong("half a card".to_owned(), remedy);
        }
    };
    if action.is_some() && row.provenance.origin == Origin::Printed && row.provenance.note == "11.0"
    {
        let reason = "11.0 prints no effect, so that it cannot be the source of one";
        wrong(reason.to_owned(), "name the card itself as source");
    }
    Some(Card {
        id: row.id,
        side: row.side,
        name: row.name,
        action,
        provenance: row.provenance,
    })
}
