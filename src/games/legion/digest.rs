//! The facts of a summary: what a stretch of the battle has cost and brought, side by side.

use serde_json::{Map, Value, json};

use crate::engine::Note;

use super::Game;
use super::terms::Side;

/// What one side has suffered and done.
#[derive(Default)]
struct Account {
    lost: Vec<String>,
    disrupted: Vec<String>,
    left: Vec<String>,
    panicked: Vec<String>,
    moved: Vec<String>,
    melees: u32,
    shots: u32,
    hits: u32,
}

/// Sums up what was noticed.
pub(super) fn digest(game: &Game, notes: &[Note]) -> Map<String, Value> {
    let mut book = Book {
        game,
        accounts: [Account::default(), Account::default()],
    };
    for note in notes {
        book.enter(note);
    }
    let Book { accounts, .. } = book;
    let mut facts = Map::new();
    let sides = Side::BOTH.into_iter().zip(accounts);
    let sides = sides.map(|(side, account)| account.facts(game, side));
    facts.insert("sides".to_owned(), sides.collect());
    facts
}

struct Book<'a> {
    game: &'a Game,
    accounts: [Account; 2],
}

impl Book<'_> {
    fn enter(&mut self, note: &Note) {
        let facts = &note.facts;
        match note.key {
            "struck" => {
                self.note_units(&facts["eliminated"], |account| &mut account.lost);
                self.note_units(&facts["disrupted"], |account| &mut account.disrupted);
                for leader in facts["leaders"].as_array().into_iter().flatten() {
                    if leader["grade"].is_null() {
                        self.note_unit(&leader["unit"], |account| &mut account.lost);
                    }
                }
            }
            "surplus_lost" => self.note_units(&facts["units"], |account| &mut account.lost),
            "left" if facts["panic"] == true => {
                self.note_unit(&facts["unit"], |account| &mut account.lost);
            }
            "left" => self.note_unit(&facts["unit"], |account| &mut account.left),
            "panicked" => self.note_units(&facts["units"], |account| &mut account.panicked),
            "moved" => self.note_units(&facts["units"], |account| &mut account.moved),
            "stepped" => {
                for stride in facts["strides"].as_array().into_iter().flatten() {
                    self.note_units(&stride["units"], |account| &mut account.moved);
                }
            }
            "attacked" => self.attack(facts),
            _ => {}
        }
    }

    fn attack(&mut self, facts: &Map<String, Value>) {
        let Some(side) = self.side_named(&facts["side"]) else {
            return;
        };
        let hit = facts["results"]
            .as_array()
            .into_iter()
            .flatten()
            .any(|result| result != "NONE");
        let account = &mut self.accounts[side.index()];
        if facts["combat"] == "melee" {
            account.melees += 1;
        } else {
            account.shots += 1;
            account.hits += u32::from(hit);
        }
    }

    fn side_named(&self, name: &Value) -> Option<Side> {
        let name = name.as_str()?;
        let named = |side: &Side| self.game.terms(*side).name == name;
        Side::BOTH.into_iter().find(named)
    }

    fn note_units(&mut self, units: &Value, list: fn(&mut Account) -> &mut Vec<String>) {
        for unit in units.as_array().into_iter().flatten() {
            self.note_unit(unit, list);
        }
    }

    /// Enters a unit into a list of its own side, once.
    fn note_unit(&mut self, unit: &Value, list: fn(&mut Account) -> &mut Vec<String>) {
        let Some(id) = unit.as_str() else {
            return;
        };
        let mut units = self.game.units();
        let Some(unit) = units.find(|&unit| self.game.id(unit) == id) else {
            return;
        };
        let list = list(&mut self.accounts[self.game.side_of(unit).index()]);
        if !list.iter().any(|known| known == id) {
            list.push(id.to_owned());
        }
    }
}

impl Account {
    fn facts(mut self, game: &Game, side: Side) -> Value {
        self.disrupted.retain(|unit| !self.lost.contains(unit));
        let terms = game.terms(side);
        json!({
            "key": terms.key,
            "name": terms.name,
            "lost": self.lost,
            "disrupted": self.disrupted,
            "left": self.left,
            "panicked": self.panicked,
            "moved": self.moved.len(),
            "melees": self.melees,
            "shots": self.shots,
            "hits": self.hits,
        })
    }
}
