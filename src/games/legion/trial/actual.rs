//! What can be stated after an example: attacks, units, points, and the rest.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::field::place;
use super::play::Refused;
use crate::engine::Rules;
use crate::games::legion::event::{Attack, Event, Stop};
use crate::games::legion::fraction::Fraction;
use crate::games::legion::state::{Place, State};
use crate::games::legion::terms::{Outcome, Side, UnitId};
use crate::games::legion::{Game, tell};
use crate::geometry::Hex;
use crate::trial::Rolled;

/// What a hex suffered.
#[derive(Debug, Clone)]
struct Struck {
    hex: Hex,
    die: Option<u8>,
    result: Outcome,
    eliminated: Vec<UnitId>,
    disrupted: Vec<UnitId>,
    leaders: Vec<(UnitId, Option<String>)>,
}

/// An attack with what came of it.
#[derive(Debug, Clone)]
struct Fought {
    attack: Attack,
    struck: Vec<Struck>,
    vacated: Vec<Hex>,
    advanced: Vec<UnitId>,
}

/// The events of an example, folded as they come.
pub(super) struct Story {
    state: State,
    attacks: Vec<Fought>,
    stops: BTreeMap<UnitId, Stop>,
    surplus: Vec<UnitId>,
    events: Vec<(u16, Event)>,
}

impl Story {
    pub(super) fn new(state: State) -> Self {
        Self {
            state,
            attacks: Vec::new(),
            stops: BTreeMap::new(),
            surplus: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Begins a step of a sequence: its attacks alone count from now on.
    pub(super) fn begin_step(&mut self, state: State) {
        self.state = state;
        self.attacks.clear();
        self.stops.clear();
    }

    pub(super) fn add(&mut self, game: &Game, events: Vec<Event>) {
        for event in events {
            self.note(game, &event);
            game.apply(&mut self.state, &event);
            self.vacate();
            self.events.push((self.state.open.turn, event));
        }
    }

    fn note(&mut self, game: &Game, event: &Event) {
        match event {
            Event::Attacked { attack } => {
                let struck = attack.results.iter().map(|own| Struck {
                    hex: own.hex,
                    die: Some(own.die),
                    result: own.result,
                    eliminated: Vec::new(),
                    disrupted: Vec::new(),
                    leaders: Vec::new(),
                });
                self.attacks.push(Fought {
                    struck: struck.collect(),
                    attack: attack.clone(),
                    vacated: Vec::new(),
                    advanced: Vec::new(),
                });
            }
            Event::Struck {
                combat,
                hex,
                eliminated,
                disrupted,
                leaders,
                ..
            } => {
                let suffers =
                    |own: &&mut Fought| own.attack.combat == *combat && own.attack.at.contains(hex);
                let own = self.attacks.iter_mut().rev().find(suffers);
                let struck =
                    own.and_then(|own| own.struck.iter_mut().find(|struck| struck.hex == *hex));
                if let Some(struck) = struck {
                    struck.eliminated.extend(eliminated);
                    struck.disrupted.extend(disrupted);
                    struck.leaders.extend(leaders.iter().map(|(leader, kind)| {
                        (*leader, kind.map(|kind| game.kinds.get(kind).key.clone()))
                    }));
                }
            }
            Event::Advanced { unit, to, .. } => {
                let own = self
                    .attacks
                    .iter_mut()
                    .rev()
                    .find(|own| own.attack.at.contains(to));
                if let Some(own) = own {
                    own.advanced.push(*unit);
                }
            }
            Event::Moved { units, .. } => {
                for unit in units {
                    self.stops.remove(unit);
                }
            }
            Event::Stepped { strides } => {
                for unit in strides.iter().flat_map(|own| &own.units) {
                    self.stops.remove(unit);
                }
            }
            Event::Halted { unit, why } => {
                self.stops.insert(*unit, *why);
            }
            Event::BackedUp { unit, .. } => {
                self.stops.insert(*unit, Stop::Stacking);
            }
            Event::SurplusLost { units, .. } => self.surplus.extend(units),
            _ => {}
        }
    }

    /// Notes which attacked hexes are empty before anybody has advanced.
    fn vacate(&mut self) {
        if let Some(last) = self.attacks.last_mut()
            && last.advanced.is_empty()
        {
            let empty = last.attack.at.iter().copied();
            last.vacated = empty.filter(|&hex| self.state.open.is_empty(hex)).collect();
        }
    }

    /// Returns every die, one entry for each result.
    pub(super) fn rolls(&self, game: &Game) -> Vec<Rolled> {
        let mut rolls = Vec::new();
        let mut number = 0;
        for (turn, event) in &self.events {
            let of_event = tell::rolls(game, *turn, event);
            if of_event.is_empty() {
                continue;
            }
            number += 1;
            let all = of_event.into_iter().map(|roll| Rolled {
                n: Some(number),
                ..Rolled::new(roll, super::SIDES)
            });
            rolls.extend(all);
        }
        rolls
    }

    /// Returns the numbers of the rules that events have carried out, each once.
    pub(super) fn cited(&self, game: &Game) -> BTreeSet<&'static str> {
        let events = self.events.iter();
        let rules = events.flat_map(|(_, event)| game.cites(event));
        rules.map(|rule| rule.number).collect()
    }

    pub(super) fn findings(
        &self,
        game: &Game,
        state: &State,
        names: &[String; 2],
        refused: &[Refused],
        asked: &Map<String, Value>,
    ) -> Map<String, Value> {
        let open = &state.open;
        let ids = |units: &mut dyn Iterator<Item = UnitId>| -> Vec<String> {
            units.map(|unit| game.id(unit).to_owned()).collect()
        };
        let mut found = Map::new();
        let attacks: Vec<Value> = self
            .attacks
            .iter()
            .map(|own| attack_json(game, own))
            .collect();
        found.insert("attacks".into(), Value::Array(attacks));
        let units: Map<String, Value> = game
            .units()
            .map(|unit| (game.id(unit).to_owned(), self.unit_json(game, state, unit)))
            .collect();
        found.insert("units".into(), Value::Object(units));
        let both = |of: &dyn Fn(Side) -> Value| -> Value {
            let pairs = Side::BOTH
                .into_iter()
                .map(|side| (names[side.index()].clone(), of(side)));
            Value::Object(pairs.collect())
        };
        found.insert("vp".into(), both(&|side| json!(open.points[side.index()])));
        let contacts = open
            .contacts
            .iter()
            .map(|(a, b)| [game.id(*a), game.id(*b)]);
        found.insert("contacts".into(), json!(contacts.collect::<Vec<_>>()));
        if let Some(side) = open.panicked {
            let alive = |unit: &UnitId| open.hex(*unit).is_some();
            let own = || game.of_side(side).filter(alive);
            let panicked = ids(&mut own().filter(|&unit| open.piece(unit).panicked));
            let calm = ids(&mut own().filter(|&unit| !open.piece(unit).panicked));
            let panic = json!({ "side": names[side.index()], "panicked": panicked, "calm": calm });
            found.insert("panic".into(), panic);
        } else if asked.contains_key("panic") {
            found.insert("panic".into(), Value::Null);
        }
        let letters = game.land.letters.iter().zip(&open.control);
        let control: Map<String, Value> = letters
            .map(|((letter, _), held)| {
                let name = held.map(|side| names[side.index()].clone());
                (letter.to_string(), json!(name))
            })
            .collect();
        found.insert("control".into(), Value::Object(control));
        let exited = |side: Side| {
            let left = open
                .exits
                .iter()
                .filter(|left| game.side_of(left.unit) == side && !left.fled);
            json!(ids(&mut left.map(|left| left.unit)))
        };
        found.insert("exited".into(), both(&exited));
        found.insert(
            "surplus".into(),
            json!(ids(&mut self.surplus.iter().copied())),
        );
        let concession = open
            .conceded
            .map(|side| json!({ "side": names[side.index()], "complete": open.withdrawn }));
        found.insert("concession".into(), concession.unwrap_or(Value::Null));
        let refused = refused
            .iter()
            .map(|own| json!({ "order": own.order, "rule": own.rule }));
        found.insert("refused".into(), Value::Array(refused.collect()));
        found
    }

    fn unit_json(&self, game: &Game, state: &State, unit: UnitId) -> Value {
        let piece = state.open.piece(unit);
        let printed = game.unit(unit).kind;
        let form = game.kinds.forms.iter().find(|form| form.kind == piece.kind);
        let kind = game.kinds.get(if game.kinds.get(piece.kind).is_leader() {
            piece.kind
        } else {
            printed
        });
        json!({
            "hex": piece.hex().map(place),
            "alive": piece.place != Place::Dead,
            "out": piece.place == Place::Out,
            "disrupted": piece.disrupted.is_some(),
            "panicked": piece.panicked,
            "type": kind.key,
            "square": piece.square,
            "form": form.map(|form| game.kinds.get(form.named).key.clone()),
            "facing": piece.facing,
            "mp": Fraction::new(u32::from(piece.left()), 2).expect("2 is not 0"),
            "stopped": self.stops.get(&unit).map(|stop| stop.word()),
        })
    }
}

fn attack_json(game: &Game, own: &Fought) -> Value {
    let ids = |units: &[UnitId]| -> Vec<&str> { units.iter().map(|&unit| game.id(unit)).collect() };
    let hexes = |hexes: &[Hex]| -> Vec<Value> { hexes.iter().map(|&hex| place(hex)).collect() };
    let column = |column: u8| game.results.columns[usize::from(column)].name.clone();
    let attack = &own.attack;
    let mut facts = Map::new();
    let mut put = |key: &str, value: Value| facts.insert(key.to_owned(), value);
    put("kind", json!(attack.combat.word()));
    put("at", json!(hexes(&attack.at)));
    put("units", json!(ids(&attack.units)));
    put("retreat", json!(ids(&attack.retreated)));
    put("declared", json!(attack.declared.map(column)));
    put("vacated", json!(hexes(&own.vacated)));
    put("advance", json!(ids(&own.advanced)));
    if let Some(odds) = &attack.odds {
        put("attack", json!(odds.attack));
        put("defence", json!(odds.defence));
        put("before_flank", json!(odds.before_flank));
        put("flank", json!(odds.flank));
        put("column", json!(odds.column.map(column)));
        let parts: Map<String, Value> = odds
            .parts
            .iter()
            .map(|part| {
                let name = place(part.hex).to_string();
                let sum = part.adjusted + part.leader;
                let value = json!({ "base": part.base, "adjusted": part.adjusted, "leader": part.leader, "sum": sum });
                (name, value)
            })
            .collect();
        put("attack_parts", Value::Object(parts));
        let mut defenders: Map<String, Value> = odds
            .defenders
            .iter()
            .map(|(unit, strength)| (game.id(*unit).to_owned(), json!(strength)))
            .collect();
        defenders.insert("leader".to_owned(), json!(odds.defence_leader));
        put("defence_parts", Value::Object(defenders));
    }
    let results: Vec<Value> = own
        .struck
        .iter()
        .map(|struck| {
            let leaders: Map<String, Value> = struck
                .leaders
                .iter()
                .map(|(leader, grade)| {
                    let grade = grade.clone().unwrap_or_else(|| "eliminated".to_owned());
                    (game.id(*leader).to_owned(), json!(grade))
                })
                .collect();
            json!({
                "hex": place(struck.hex),
                "natural": attack.natural,
                "die": struck.die,
                "result": struck.result,
                "eliminated": ids(&struck.eliminated),
                "disrupted": ids(&struck.disrupted),
                "leaders": leaders,
            })
        })
        .collect();
    if let [Value::Object(only)] = &results[..] {
        facts.extend(
            only.iter()
                .filter(|(key, _)| *key != "hex")
                .map(|(key, value)| (key.clone(), value.clone())),
        );
    }
    facts.insert("results".to_owned(), Value::Array(results));
    Value::Object(facts)
}
