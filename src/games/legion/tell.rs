//! Events as facts for reports; the words stand in the templates.

use serde_json::{Map, Value, json};

use crate::engine::{Level, Mark, ModifierFacts, Note, Outcome as Ending, RollFacts};
use crate::geometry::Hex;

use super::event::{Attack, Event, Odds};
use super::game::side as side_of;
use super::state::View;
use super::strike::Label;
use super::terms::{Combat, Outcome, Side, UnitId};
use super::{Game, cites, points, rules, simultaneous, victory};

/// Returns what there is to tell of an event, as the viewer of `before` witnessed it.
pub(super) fn notes(game: &Game, before: &View, event: &Event) -> Vec<Note> {
    let teller = Teller { game, before };
    let Some((key, facts)) = teller.facts(event) else {
        return Vec::new();
    };
    let Value::Object(facts) = facts else {
        unreachable!("facts are written as objects")
    };
    vec![Note {
        key,
        level: level(event),
        facts,
        marks: teller.marks(event),
        event: 0,
        rules: cites::of(game, event),
        roll: rolls(game, before.open.turn, event).into_iter().next(),
    }]
}

/// How deep an event stands in the story: what follows from an attack or a move belongs to it.
fn level(event: &Event) -> Level {
    match event {
        Event::TurnBegan { .. } => Level::Chapter,
        Event::PlayerTurnBegan { .. } | Event::PhaseBegan { .. } => Level::Section,
        Event::Attacked { .. } => Level::Combat,
        Event::Struck { .. } => Level::Part,
        _ => Level::Act,
    }
}

/// Returns the dice of an event, one entry for each result (R-table of the rolls).
pub(super) fn rolls(game: &Game, turn: u16, event: &Event) -> Vec<RollFacts> {
    match event {
        Event::Attacked { attack } => attack_rolls(game, turn, attack),
        Event::Rolled {
            purpose,
            side,
            natural,
            nth,
            came,
        } => vec![RollFacts {
            purpose: purpose.key(),
            by: game.terms(*side).key.clone(),
            label: label(game, turn, purpose.key(), *side, *nth),
            rule: purpose.rule(),
            natural: i64::from(*natural),
            modifiers: Vec::new(),
            net: i64::from(*natural),
            rating: None,
            outcome: came.word(),
        }],
        _ => Vec::new(),
    }
}

fn label(game: &Game, turn: u16, purpose: &str, side: Side, nth: u16) -> String {
    let side = &game.terms(side).key;
    Label {
        turn,
        purpose,
        side,
        nth,
    }
    .to_string()
}

fn attack_rolls(game: &Game, turn: u16, attack: &Attack) -> Vec<RollFacts> {
    let Some(natural) = attack.natural else {
        return Vec::new();
    };
    let rule = if attack.at.len() > 1 {
        rules::R8_24
    } else {
        rules::R8_2
    };
    let purpose = attack.combat.purpose();
    let roll = |result: &super::event::HexResult| {
        let shaken = result.die > natural;
        let modifier = ModifierFacts {
            rule,
            name: "disrupted_target".into(),
            value: 1,
        };
        RollFacts {
            purpose,
            by: game.terms(attack.side).key.clone(),
            label: label(game, turn, purpose, attack.side, attack.nth),
            rule: attack.combat.rule(),
            natural: i64::from(natural),
            modifiers: if shaken { vec![modifier] } else { Vec::new() },
            net: i64::from(result.die),
            rating: None,
            outcome: result.result.word(),
        }
    };
    attack.results.iter().map(roll).collect()
}

struct Teller<'a> {
    game: &'a Game,
    before: &'a View,
}

impl Teller<'_> {
    fn id(&self, unit: UnitId) -> &str {
        self.game.id(unit)
    }

    fn ids(&self, units: &[UnitId]) -> Vec<&str> {
        units.iter().map(|&unit| self.id(unit)).collect()
    }

    fn name(&self, side: Side) -> &str {
        &self.game.terms(side).name
    }

    fn places(&self, units: &[UnitId]) -> Vec<Value> {
        let place =
            |&unit: &UnitId| json!({ "unit": self.id(unit), "hex": self.before.open.hex(unit) });
        units.iter().map(place).collect()
    }

    /// Returns what a picture shows of an event.
    fn marks(&self, event: &Event) -> Vec<Mark> {
        match event {
            Event::Moved { path, .. } => vec![Mark::Move { path: path.clone() }],
            Event::Stepped { strides } => strides
                .iter()
                .map(|own| Mark::Move {
                    path: vec![own.from, own.to],
                })
                .collect(),
            Event::Attacked { attack } => self.blows(attack),
            Event::Struck {
                hex, eliminated, ..
            } => match eliminated.is_empty() {
                true => Vec::new(),
                false => vec![Mark::Loss { hex: *hex }],
            },
            _ => Vec::new(),
        }
    }

    /// An arrow from each hex of the attackers to the first hex under attack.
    fn blows(&self, attack: &Attack) -> Vec<Mark> {
        let Some(&to) = attack.at.first() else {
            return Vec::new();
        };
        let mut from: Vec<Hex> = attack
            .units
            .iter()
            .filter_map(|&unit| self.before.open.hex(unit))
            .collect();
        from.sort_unstable();
        from.dedup();
        let hit = attack
            .results
            .iter()
            .any(|own| own.result != Outcome::Nothing);
        let blow = |from| match attack.combat {
            Combat::Melee => Mark::Shock { from, to },
            Combat::Fire | Combat::Defensive => Mark::Fire { from, to, hit },
        };
        from.into_iter().map(blow).collect()
    }

    fn odds(&self, odds: &Odds) -> Value {
        let column = odds.column.map(|column| self.game.results.name(column));
        json!({
            "attack": odds.attack.to_string(),
            "defence": odds.defence.to_string(),
            "flank": odds.flank,
            "column": column,
            "weighed": odds.weighed.iter().map(|weight| weight.rule()).collect::<Vec<_>>(),
        })
    }

    /// Returns the key and the facts of an event; nothing where only the record needs it.
    fn facts(&self, event: &Event) -> Option<(&'static str, Value)> {
        Some(match event {
            Event::Deployed {
                side, placements, ..
            } => {
                let units = placements
                    .iter()
                    .map(|own| json!({ "unit": self.id(own.unit), "hex": own.hex }));
                (
                    "deployed",
                    json!({ "side": self.name(*side), "units": units.collect::<Vec<_>>() }),
                )
            }
            Event::LegionsAssigned { side, units } => {
                let units = units
                    .iter()
                    .map(|(unit, legion)| json!({ "unit": self.id(*unit), "legion": legion }));
                (
                    "legions",
                    json!({ "side": self.name(*side), "units": units.collect::<Vec<_>>() }),
                )
            }
            Event::TurnBegan { turn } => ("turn_began", json!({ "turn": turn })),
            Event::PlayerTurnBegan { number, side } => (
                "player_turn",
                json!({ "number": number, "side": self.name(*side) }),
            ),
            Event::PhaseBegan { phase } => ("phase", json!({ "phase": phase.word() })),
            Event::Attacked { attack } => ("attacked", self.attack(attack)),
            Event::Struck {
                hex,
                result,
                eliminated,
                disrupted,
                leaders,
                square_broken,
                resisted,
                ..
            } => {
                // Who is eliminated need not be told to be lost as well.
                let told = leaders
                    .iter()
                    .filter(|(leader, kind)| kind.is_some() || !eliminated.contains(leader));
                let leaders = told.map(|(leader, kind)| {
                    let grade = kind.map(|kind| self.game.kinds.get(kind).key.clone());
                    json!({ "unit": self.id(*leader), "grade": grade })
                });
                let facts = json!({
                    "hex": hex,
                    "result": result,
                    "eliminated": self.ids(eliminated),
                    "disrupted": self.ids(disrupted),
                    "leaders": leaders.collect::<Vec<_>>(),
                    "square_broken": square_broken,
                    "resisted": self.ids(resisted),
                });
                ("struck", facts)
            }
            Event::Conceded { side } => ("conceded", json!({ "side": self.name(*side) })),
            Event::Withdrawn { side } => ("withdrawn", json!({ "side": self.name(*side) })),
            Event::Finished { side } => ("finished", json!({ "side": self.name(*side) })),
            Event::Plotted { unit, task, .. } => {
                let order = task.as_ref().map(|task| super::order::Order::Plot {
                    unit: *unit,
                    task: task.clone(),
                });
                (
                    "plotted",
                    json!({ "unit": self.id(*unit), "order": order.map(|order| super::print::order(self.game, &order)) }),
                )
            }
            Event::TaskFailed { unit, .. } => ("task_failed", self.failure(*unit)),
            Event::HeldFire {
                units,
                at,
                attack,
                defence,
                least,
                ..
            } => (
                "held_fire",
                json!({
                    "units": self.ids(units),
                    "at": at,
                    "attack": attack.to_string(),
                    "defence": defence.to_string(),
                    "least": self.game.results.name(least.unwrap_or(0)),
                }),
            ),
            Event::PlotsSpent => return None,
            Event::Decided { outcome, clause } => ("decided", self.decided(*outcome, *clause)),
            moves => return self.moves(moves),
        })
    }

    /// 21.2: a task that came to nothing, and what kept it from being done.
    fn failure(&self, unit: UnitId) -> Value {
        let why = simultaneous::why(self.game, self.before, unit);
        let (because, rule) = match why {
            Some(illegal) => (Some(illegal.because), Some(illegal.rule)),
            None => (None, None),
        };
        json!({ "unit": self.id(unit), "because": because, "rule": rule })
    }

    fn attack(&self, attack: &Attack) -> Value {
        let mut retreated = attack.retreated.clone();
        retreated.sort_unstable();
        json!({
            "combat": attack.combat.word(),
            "side": self.name(attack.side),
            "units": self.places(&attack.units),
            "at": attack.at,
            "odds": attack.odds.as_ref().map(|odds| self.odds(odds)),
            "retreated": self.ids(&retreated),
            "results": attack.results.iter().map(|own| own.result.word()).collect::<Vec<_>>(),
        })
    }

    fn moves(&self, event: &Event) -> Option<(&'static str, Value)> {
        let step = |unit: UnitId, from: Hex, to: Hex| json!({ "unit": self.id(unit), "from": from, "to": to });
        Some(match event {
            Event::Moved {
                units, path, panic, ..
            } => (
                "moved",
                json!({ "units": self.ids(units), "path": path, "panic": panic }),
            ),
            Event::Stepped { strides } => {
                let strides = strides.iter().map(
                    |own| json!({ "units": self.ids(&own.units), "from": own.from, "to": own.to }),
                );
                ("stepped", json!({ "strides": strides.collect::<Vec<_>>() }))
            }
            Event::Left {
                unit,
                hex,
                edge,
                panic,
            } => {
                let facts = json!({ "unit": self.id(*unit), "hex": hex, "edge": edge.word(), "panic": panic });
                ("left", facts)
            }
            Event::Faced { unit, to, .. } => {
                ("faced", json!({ "unit": self.id(*unit), "to": to.word() }))
            }
            Event::Converted { unit, to } => {
                let name = &self.game.kinds.get(*to).name;
                ("converted", json!({ "unit": self.id(*unit), "to": name }))
            }
            Event::SquareFormed { hex, units } => (
                "square_formed",
                json!({ "hex": hex, "units": self.ids(units) }),
            ),
            Event::SquareDissolved { hex, .. } => ("square_dissolved", json!({ "hex": hex })),
            Event::BackedUp { unit, from, to } => ("backed_up", step(*unit, *from, *to)),
            Event::SurplusLost { hex, units } => (
                "surplus_lost",
                json!({ "hex": hex, "units": self.ids(units) }),
            ),
            Event::Tied { pairs } => {
                let pairs = pairs.iter().map(|(a, b)| [self.id(*a), self.id(*b)]);
                ("tied", json!({ "pairs": pairs.collect::<Vec<_>>() }))
            }
            Event::Retreated { unit, from, to } => ("retreated", step(*unit, *from, *to)),
            Event::Advanced { unit, from, to, .. } => ("advanced", step(*unit, *from, *to)),
            Event::Panicked { side, units } => (
                "panicked",
                json!({ "side": self.name(*side), "units": self.ids(units) }),
            ),
            Event::Rallied { units } => ("rallied", json!({ "units": self.ids(units) })),
            Event::Recovered { units } => ("recovered", json!({ "units": self.ids(units) })),
            Event::Halted { unit, why } => {
                let (before, by) = simultaneous::stopped_by(self.game, self.before, *unit, *why);
                (
                    "halted",
                    json!({ "unit": self.id(*unit), "why": why.word(), "before": before, "by": by }),
                )
            }
            Event::Rolled { side, .. } => ("rolled", json!({ "side": self.name(*side) })),
            _ => return None,
        })
    }

    fn decided(&self, outcome: Ending, clause: usize) -> Value {
        let winner = winner(self.game, outcome);
        let why = victory::explain(self.game, &self.before.open)
            .into_iter()
            .nth(clause);
        json!({ "winner": winner, "why": why })
    }
}

/// Names the side that has won.
fn winner(game: &Game, outcome: Ending) -> Option<&str> {
    match outcome {
        Ending::Win(seat) => Some(&game.terms(side_of(seat)).name),
        Ending::Draw => None,
    }
}

/// Returns the facts for the head of a report.
pub(super) fn standing(game: &Game, view: &View) -> Map<String, Value> {
    let open = &view.open;
    let sides = Side::BOTH.map(|side| {
        let [own, other] = [side, side.other()].map(|side| open.points[side.index()]);
        json!({
            "name": game.terms(side).name,
            "points": own,
            "level": points::level(own, other).word(),
            "panic_level": game.terms(side).panic_level.filter(|_| game.options.panic.is_on()),
            "exits": open.exits.iter().filter(|left| game.side_of(left.unit) == side).count(),
        })
    });
    let turns = game.scenario.as_ref().map(|scenario| scenario.turns);
    let letters = game
        .land
        .letters
        .iter()
        .zip(&open.control)
        .filter_map(|((letter, _), held)| {
            Some(json!({ "letter": letter, "side": game.terms((*held)?).name }))
        });
    let contacts = open
        .contacts
        .iter()
        .map(|(a, b)| [game.id(*a), game.id(*b)]);
    let facts = json!({
        "turn": open.turn,
        "turns": turns,
        "phasing": game.terms(open.phasing).name,
        "phase": open.phase.word(),
        "together": game.options.simultaneous.is_on(),
        "sides": sides,
        "letters": letters.collect::<Vec<_>>(),
        "contacts": contacts.collect::<Vec<_>>(),
        "conditions": victory::explain(game, open),
        "over": open.outcome.is_some(),
        "outcome": open.outcome.map(|outcome| json!({ "winner": winner(game, outcome) })),
    });
    let Value::Object(facts) = facts else {
        unreachable!("facts are written as objects")
    };
    facts
}
