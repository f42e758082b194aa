//! Events as facts for reports; the words stand in the templates.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use crate::engine::{Level, Mark, ModifierFacts, Note, RollFacts};
use crate::geometry::Hex;

use super::Game;
use super::data::{Card, CardId, UnitId};
use super::die;
use super::event::{By, Came, Combat, Drm, Event, Modifier, Purpose, Roll, Round};
use super::state::{Open, View};

/// Returns what there is to tell of an event, as the viewer of `before` witnessed it.
pub(super) fn notes(game: &Game, before: &View, event: &Event) -> Vec<Note> {
    let teller = Teller {
        game,
        open: &before.open,
    };
    let Some((key, facts)) = teller.facts(event) else {
        return Vec::new();
    };
    let roll = match event {
        Event::Rolled { roll } => Some(teller.roll(roll)),
        _ => None,
    };
    let Value::Object(facts) = facts else {
        unreachable!("facts are written as objects")
    };
    vec![Note {
        key,
        level: level(event),
        facts,
        rules: event.cites(),
        roll,
        marks: teller.marks(event),
        event: 0,
    }]
}

/// How deep an event stands by itself; what belongs to an act is put below it by `gather`.
fn level(event: &Event) -> Level {
    match event {
        Event::TurnBegan { .. } => Level::Chapter,
        Event::ActivationBegan { .. } | Event::ActivationEmpty { .. } => Level::Section,
        Event::ShockJoined {
            round: Round::First,
            ..
        } => Level::Combat,
        _ => Level::Act,
    }
}

/// Returns a modifier as reports and worked examples print it; that of a card is `card:H1`.
pub(super) fn modifier_facts(game: &Game, modifier: Modifier) -> ModifierFacts {
    let card = |card: CardId| game.deck.as_ref().map(|deck| &deck.card(card).id);
    let name = match modifier.drm {
        Drm::Card(of) => card(of).map(|id| Cow::Owned(format!("card:{id}"))),
        _ => None,
    };
    ModifierFacts {
        rule: modifier.drm.rule(),
        name: name.unwrap_or(Cow::Borrowed(modifier.drm.key())),
        value: i64::from(modifier.value),
    }
}

/// Returns a die as a report and a worked example print it.
pub(super) fn roll_facts(game: &Game, open: &Open, roll: &Roll) -> RollFacts {
    Teller { game, open }.roll(roll)
}

struct Teller<'a> {
    game: &'a Game,
    open: &'a Open,
}

impl Teller<'_> {
    fn id(&self, unit: UnitId) -> &str {
        &self.game.roster.unit(unit).id
    }

    fn side(&self, unit: UnitId) -> &'static str {
        self.game.roster.unit(unit).side.key()
    }

    fn ids(&self, units: &[UnitId]) -> Vec<&str> {
        units.iter().map(|&unit| self.id(unit)).collect()
    }

    /// A unit with its hex, so that a reader finds it on the map.
    fn place(&self, unit: UnitId) -> Value {
        json!({ "unit": self.id(unit), "hex": self.open.hex(unit), "side": self.side(unit) })
    }

    fn places(&self, units: &[UnitId]) -> Vec<Value> {
        units.iter().map(|&unit| self.place(unit)).collect()
    }

    fn combat(&self, combat: &Combat) -> Value {
        json!({
            "attackers": self.places(&combat.attackers),
            "defenders": self.places(&combat.defenders),
            "momentum": self.ids(&combat.momentum),
            "compelled": self.ids(&combat.compelled),
        })
    }

    fn roll(&self, roll: &Roll) -> RollFacts {
        let modifiers = roll.modifiers.iter();
        let modifiers = modifiers.map(|&modifier| modifier_facts(self.game, modifier));
        RollFacts {
            purpose: roll.purpose.key(),
            by: match roll.by {
                By::Unit(unit) => self.id(unit).to_owned(),
                By::Side(side) => side.key().to_owned(),
            },
            label: die::label(self.game, self.open, roll),
            rule: roll.purpose.rule(),
            natural: i64::from(roll.natural),
            modifiers: modifiers.collect(),
            net: i64::from(roll.net),
            rating: roll.rating.map(i64::from),
            outcome: roll.came.key(),
        }
    }

    fn card(&self, card: CardId) -> &Card {
        let deck = self.game.deck.as_ref();
        deck.expect("cards are played in a match that has them")
            .card(card)
    }

    fn card_facts(&self, card: CardId) -> Value {
        card_facts(self.card(card))
    }

    /// Returns what a picture shows of an event.
    fn marks(&self, event: &Event) -> Vec<Mark> {
        let went = |from: &Hex, to: &Hex| Mark::Move {
            path: vec![*from, *to],
        };
        let lost = |unit: UnitId| self.open.hex(unit).map(|hex| Mark::Loss { hex });
        match event {
            Event::Stepped { from, to, .. }
            | Event::Evaded { from, to, .. }
            | Event::Advanced { from, to, .. }
            | Event::AttilaRode { from, to, .. } => vec![went(from, to)],
            Event::Eliminated { unit, .. } | Event::Removed { unit, .. } => {
                lost(*unit).into_iter().collect()
            }
            Event::Rolled { roll } => self.shot(roll).into_iter().collect(),
            Event::ShockJoined { combat, .. } => self.blows(combat),
            _ => Vec::new(),
        }
    }

    fn shot(&self, roll: &Roll) -> Option<Mark> {
        let By::Unit(archer) = roll.by else {
            return None;
        };
        match roll.purpose {
            Purpose::Fire | Purpose::React => Some(Mark::Fire {
                from: self.open.hex(archer)?,
                to: self.open.hex(roll.at?)?,
                hit: roll.came != Came::NoEffect,
            }),
            _ => None,
        }
    }

    /// Each attacker strikes at the nearest defender.
    fn blows(&self, combat: &Combat) -> Vec<Mark> {
        let layout = self.game.ground.grid().layout();
        let hexes = |units: &[UnitId]| -> Vec<Hex> {
            units
                .iter()
                .filter_map(|&unit| self.open.hex(unit))
                .collect()
        };
        let defenders = hexes(&combat.defenders);
        let blow = |from: Hex| {
            let to = defenders
                .iter()
                .min_by_key(|&&to| layout.distance(from, to))?;
            Some(Mark::Shock { from, to: *to })
        };
        hexes(&combat.attackers)
            .into_iter()
            .filter_map(blow)
            .collect()
    }

    /// Returns the key and the facts of an event; nothing where only the record needs it.
    fn facts(&self, event: &Event) -> Option<(&'static str, Value)> {
        Some(match event {
            Event::SetUp {
                side,
                placements,
                attila,
            } => {
                let units: Vec<_> = placements
                    .iter()
                    .map(|placed| {
                        json!({ "unit": self.id(placed.unit), "hex": placed.hex, "facing": placed.facing })
                    })
                    .collect();
                let attila = attila.map(|unit| self.id(unit));
                (
                    "set_up",
                    json!({ "side": side.key(), "units": units, "attila": attila }),
                )
            }
            Event::Dealt { side, count, cards } => {
                let cards = cards.as_ref().map(|cards| {
                    let cards = cards.iter().map(|&card| self.card_facts(card));
                    cards.collect::<Vec<_>>()
                });
                (
                    "dealt",
                    json!({ "side": side.key(), "count": count, "cards": cards }),
                )
            }
            Event::CardPlayed {
                side, card, units, ..
            } => (
                "card_played",
                json!({
                    "side": side.key(),
                    "card": self.card_facts(*card),
                    "units": self.places(units),
                }),
            ),
            Event::TurnBegan { turn } => ("turn_began", json!({ "turn": turn })),
            Event::MarkersChosen { side, markers } => {
                let markers = markers.map(|all| all.map(super::data::Contingent::key));
                (
                    "markers_chosen",
                    json!({ "side": side.key(), "markers": markers }),
                )
            }
            Event::InitiativeNamed { side, marker } => {
                let marker = marker.map(super::data::Contingent::key);
                (
                    "initiative_named",
                    json!({ "side": side.key(), "marker": marker }),
                )
            }
            Event::InitiativeSettled {
                markers,
                winner,
                queue,
            } => {
                let queue: Vec<_> = queue.iter().map(|contingent| contingent.key()).collect();
                let winner = winner.map(super::data::Side::key);
                let [hun, roman] = markers.map(|marker| marker.map(super::data::Contingent::key));
                (
                    "initiative_settled",
                    json!({ "hun": hun, "roman": roman, "winner": winner, "queue": queue }),
                )
            }
            Event::MarkerDrawn { contingent } => {
                ("marker_drawn", json!({ "contingent": contingent.key() }))
            }
            Event::ActivationBegan { contingent } => (
                "activation_began",
                json!({ "contingent": contingent.key() }),
            ),
            Event::ActivationEmpty { contingent } => (
                "activation_empty",
                json!({ "contingent": contingent.key() }),
            ),
            Event::ActivationEnded { contingent } => (
                "activation_ended",
                json!({ "contingent": contingent.key() }),
            ),
            Event::Rolled { roll } => ("rolled", self.rolled(roll)),
            Event::BrokeOff { unit } => {
                let from: Vec<_> = self.open.engaged_with(*unit).collect();
                (
                    "broke_off",
                    json!({ "unit": self.id(*unit), "from": self.ids(&from) }),
                )
            }
            Event::Stepped {
                unit,
                from,
                to,
                cost,
            } => (
                "stepped",
                json!({ "unit": self.id(*unit), "side": self.side(*unit), "from": from, "to": to, "cost": cost }),
            ),
            Event::MoveEnded { unit, momentum } => (
                "move_ended",
                json!({ "unit": self.id(*unit), "momentum": momentum }),
            ),
            Event::Turned { unit, from, to } => (
                "turned",
                json!({ "unit": self.id(*unit), "from": from, "to": to }),
            ),
            Event::EnteredFront { .. } => return None,
            Event::Disordered { unit, cause } => (
                "disordered",
                json!({ "at": self.place(*unit), "cause": cause }),
            ),
            Event::Reformed { unit } => ("reformed", json!({ "at": self.place(*unit) })),
            Event::Eliminated { unit, cause } => (
                "eliminated",
                json!({ "at": self.place(*unit), "cause": cause }),
            ),
            Event::Removed { unit, .. } => ("removed", json!({ "at": self.place(*unit) })),
            Event::Deserted { ignored } => ("deserted", json!({ "ignored": ignored })),
            Event::ShockDeclared { combats } => {
                let combats: Vec<_> = combats.iter().map(|combat| self.combat(combat)).collect();
                ("shock_declared", json!({ "combats": combats }))
            }
            Event::Evaded {
                unit,
                from,
                to,
                facing,
            } => (
                "evaded",
                json!({ "unit": self.id(*unit), "from": from, "to": to, "facing": facing }),
            ),
            Event::ShockJoined { combat, round } => {
                let round = match round {
                    Round::First => "first",
                    Round::Counter => "counter",
                    Round::Continued => "continued",
                };
                (
                    "shock_joined",
                    json!({ "combat": self.combat(combat), "round": round }),
                )
            }
            Event::Advanced {
                unit,
                from,
                to,
                facing,
                compelled,
            } => (
                "advanced",
                json!({ "unit": self.id(*unit), "from": from, "to": to, "facing": facing, "compelled": compelled }),
            ),
            Event::Engaged {
                units: (one, other),
            } => (
                "engaged",
                json!({ "one": self.place(*one), "other": self.place(*other) }),
            ),
            Event::Separated {
                units: (one, other),
            } => (
                "separated",
                json!({ "one": self.id(*one), "other": self.id(*other) }),
            ),
            Event::AttilaRode { from, to, with } => {
                let with = with.map(|unit| self.id(unit));
                (
                    "attila_rode",
                    json!({ "from": from, "to": to, "with": with }),
                )
            }
            Event::AttilaRejoined { unit } => (
                "attila_rejoined",
                json!({ "at": unit.map(|unit| self.place(unit)) }),
            ),
            Event::AttilaFell { dead } => ("attila_fell", json!({ "dead": dead })),
            Event::TurnEnded { turn, eliminated } => (
                "turn_ended",
                json!({ "turn": turn, "hun": eliminated[0], "roman": eliminated[1] }),
            ),
            Event::Decided { outcome } => ("decided", json!({ "outcome": outcome_key(*outcome) })),
        })
    }

    fn rolled(&self, roll: &Roll) -> Value {
        let by = match roll.by {
            By::Unit(unit) => self.place(unit),
            By::Side(side) => json!({ "side": side.key() }),
        };
        json!({ "by": by, "at": roll.at.map(|unit| self.place(unit)) })
    }
}

/// Returns what players read on a card.
fn card_facts(card: &Card) -> Value {
    json!({
        "id": card.id,
        "name": card.name,
        "text": card.action.as_ref().map(|action| action.text.as_str()),
    })
}

/// Returns `hun`, `roman` or `draw`.
pub(super) fn outcome_key(outcome: crate::engine::Outcome) -> &'static str {
    match outcome {
        crate::engine::Outcome::Win(seat) => super::side(seat).key(),
        crate::engine::Outcome::Draw => "draw",
    }
}

/// Returns the facts for the head of a report.
pub(super) fn standing(game: &Game, view: &View) -> Map<String, Value> {
    let open = &view.open;
    let mut facts = Map::new();
    facts.insert("turn".into(), json!(open.turn));
    facts.insert("activation".into(), json!(open.activation));
    facts.insert(
        "active".into(),
        json!(open.active.map(super::data::Contingent::key)),
    );
    facts.insert(
        "eliminated".into(),
        json!({ "hun": open.eliminated[0], "roman": open.eliminated[1] }),
    );
    facts.insert(
        "undrawn".into(),
        json!({ "hun": open.undrawn[0], "roman": open.undrawn[1] }),
    );
    let own: Vec<_> = view
        .hidden
        .iter()
        .flatten()
        .flat_map(|hidden| hidden.cup.iter().map(|contingent| contingent.key()))
        .collect();
    facts.insert("own_cup".into(), json!(own));
    if let Some(deck) = &game.deck {
        facts.insert(
            "in_hand".into(),
            json!({ "hun": open.in_hand[0], "roman": open.in_hand[1] }),
        );
        let hands = view.hidden.iter().flatten();
        let own: Vec<_> = hands
            .flat_map(|hidden| hidden.hand.iter().flatten())
            .map(|&card| card_facts(deck.card(card)))
            .collect();
        facts.insert("own_hand".into(), json!(own));
        let in_force = open.in_force.iter().map(|card| {
            let units = card.units.iter().map(|&unit| &game.roster.unit(unit).id);
            json!({
                "card": card_facts(deck.card(card.card)),
                "units": units.collect::<Vec<_>>(),
            })
        });
        facts.insert("in_force".into(), json!(in_force.collect::<Vec<_>>()));
    }
    facts.insert("attila".into(), attila(game, open));
    facts.insert("outcome".into(), json!(open.outcome.map(outcome_key)));
    facts
}

fn attila(game: &Game, open: &Open) -> Value {
    use super::state::Attila;
    match open.attila {
        Attila::Absent => Value::Null,
        Attila::With(unit) => json!({ "with": game.roster.unit(unit).id, "hex": open.hex(unit) }),
        Attila::Alone(hex) => json!({ "hex": hex }),
        Attila::Out => json!({ "gone": "out" }),
        Attila::Removed => json!({ "gone": "removed" }),
        Attila::Dead => json!({ "gone": "dead" }),
    }
}
