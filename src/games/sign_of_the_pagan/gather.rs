//! Notes in reading order: steps joined to moves, results to their dice, dice to what they belong to.

use serde_json::{Value, json};

use crate::engine::{Level, Mark, Note};

use super::rules;

/// Joins what reads better as one, and puts what belongs to an act or a combat below it.
pub(super) fn gather(notes: Vec<Note>) -> Vec<Note> {
    let mut story = Story::default();
    for note in notes {
        story.tell(note);
    }
    story.told
}

/// What has been told so far, and what the next note may belong to.
#[derive(Default)]
struct Story {
    told: Vec<Note>,
    open: Open,
}

/// What is being told.
#[derive(Default)]
enum Open {
    /// Nothing that anything belongs to.
    #[default]
    Nothing,
    /// What a unit does.
    Act(String),
    /// A combat, in its first round or in a later one.
    Combat { later: bool },
}

impl Story {
    fn tell(&mut self, note: Note) {
        if self.join_result(&note) || self.join_move(&note) {
            return;
        }
        let Some(mut note) = reworded(note) else {
            return;
        };
        note.level = self.level_of(&note);
        self.open_with(&note);
        self.told.push(note);
    }

    /// Adds what became of a unit to the die that decided it.
    fn join_result(&mut self, note: &Note) -> bool {
        if !matches!(note.key, "disordered" | "eliminated" | "reformed") {
            return false;
        }
        let Some(die) = self.told.last_mut().filter(|last| last.key == "rolled") else {
            return false;
        };
        let purpose = die.roll.as_ref().map_or("", |roll| roll.purpose);
        let decided = match purpose {
            "fire" | "react" => &die.facts["at"],
            "second" | "evade" | "river" | "reform" => &die.facts["by"],
            _ => return false,
        };
        if decided["unit"] != note.facts["at"]["unit"] || die.facts.contains_key("result") {
            return false;
        }
        die.facts.insert("result".to_owned(), json!(note.key));
        die.rules.extend(&note.rules);
        die.event = note.event;
        die.marks.extend(note.marks.iter().cloned());
        true
    }

    /// Adds a step, a facing or momentum to the move of the same unit that was told last.
    fn join_move(&mut self, note: &Note) -> bool {
        let Some(last) = self.told.last_mut() else {
            return false;
        };
        if !matches!(last.key, "moved" | "ended")
            || note.facts.get("unit") != last.facts.get("unit")
        {
            return false;
        }
        let event = note.event;
        let (key, value) = match note.key {
            "stepped" if last.key == "moved" => {
                let path = last.facts["path"].as_array_mut().expect("a path is a list");
                path.push(note.facts["to"].clone());
                if let (Some(Mark::Move { path }), Some(Mark::Move { path: step })) =
                    (last.marks.last_mut(), note.marks.first())
                {
                    path.extend(step.last());
                }
                last.event = event;
                return true;
            }
            "turned" => ("facing", &note.facts["to"]),
            "move_ended" => ("momentum", &note.facts["momentum"]),
            _ => return false,
        };
        last.event = event;
        last.facts.insert(key.to_owned(), value.clone());
        let more = note.rules.iter().filter(|rule| **rule != rules::R6_0);
        last.rules.extend(more);
        true
    }

    fn level_of(&self, note: &Note) -> Level {
        let belongs = match &self.open {
            Open::Nothing => false,
            Open::Act(unit) => belongs_to_act(note, unit),
            Open::Combat { .. } => belongs_to_combat(note),
        };
        match &self.open {
            _ if note.level != Level::Act || !belongs => note.level,
            Open::Combat { later: true } if !matches!(note.key, "shock_joined" | "advanced") => {
                Level::Detail
            }
            _ => Level::Part,
        }
    }

    fn open_with(&mut self, note: &Note) {
        match note.level {
            Level::Chapter | Level::Section => self.open = Open::Nothing,
            Level::Combat => self.open = Open::Combat { later: false },
            Level::Act => self.open = actor(note).map_or(Open::Nothing, Open::Act),
            Level::Part if note.key == "shock_joined" => self.open = Open::Combat { later: true },
            Level::Part | Level::Detail => {}
        }
    }
}

/// Whose act a note begins.
fn actor(note: &Note) -> Option<String> {
    let unit = match note.key {
        "moved" | "ended" | "broke_off" => &note.facts["unit"],
        "rolled" => note.facts["by"].get("unit")?,
        _ => return None,
    };
    unit.as_str().map(str::to_owned)
}

/// Tells whether a note goes on with what a unit does, or tells what comes of it.
fn belongs_to_act(note: &Note, unit: &str) -> bool {
    let same = |value: Option<&Value>| value.and_then(Value::as_str) == Some(unit);
    let purpose = note.roll.as_ref().map_or("", |roll| roll.purpose);
    match note.key {
        "moved" | "ended" => same(note.facts.get("unit")),
        "rolled" => match purpose {
            "fire" | "river" => same(note.facts["by"].get("unit")),
            "react" | "second" => true,
            _ => false,
        },
        "eliminated" => same(note.facts["at"].get("unit")),
        "disordered" | "separated" | "engaged" | "attila_rode" => true,
        _ => false,
    }
}

/// Tells whether a note tells what comes of a combat.
fn belongs_to_combat(note: &Note) -> bool {
    let purpose = note.roll.as_ref().map_or("", |roll| roll.purpose);
    match note.key {
        "rolled" => matches!(purpose, "shock" | "second" | "alan_defect" | "attila_fate"),
        "shock_joined" | "disordered" | "eliminated" | "removed" | "deserted" | "advanced"
        | "engaged" | "separated" | "turned" | "ended" | "attila_rode" | "attila_rejoined"
        | "attila_fell" => true,
        _ => false,
    }
}

/// A first step becomes a move, a turn or momentum by itself the end of one; what tells nothing goes.
fn reworded(mut note: Note) -> Option<Note> {
    let (key, facts) = match note.key {
        "stepped" => (
            "moved",
            json!({
                "unit": note.facts["unit"],
                "side": note.facts["side"],
                "path": [note.facts["from"], note.facts["to"]],
                "facing": null,
                "momentum": false,
            }),
        ),
        "turned" => (
            "ended",
            json!({ "unit": note.facts["unit"], "facing": note.facts["to"], "momentum": false }),
        ),
        "move_ended" if note.facts["momentum"] == json!(false) => return None,
        "move_ended" => (
            "ended",
            json!({ "unit": note.facts["unit"], "facing": null, "momentum": true }),
        ),
        _ => return Some(note),
    };
    let Value::Object(facts) = facts else {
        unreachable!("facts are written as objects")
    };
    note.key = key;
    note.facts = facts;
    Some(note)
}
