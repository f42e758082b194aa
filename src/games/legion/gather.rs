//! Notes in reading order: what follows from an attack or a move stands below it, empty phases go.

use crate::engine::{Level, Note};

/// Puts what belongs to an attack or a move below it, and leaves out phases in which nothing happened.
pub(super) fn gather(notes: Vec<Note>) -> Vec<Note> {
    let mut told: Vec<Note> = Vec::with_capacity(notes.len());
    let mut open = Open::Nothing;
    for mut note in notes {
        if note.level <= Level::Section {
            drop_empty_phase(&mut told);
        }
        if join_move(&mut told, &note) {
            continue;
        }
        if note.key == "plotted" {
            // 20.0: what a unit's tasks have come to together is told, not how they were put together.
            told.retain(|own| {
                own.key != "plotted" || own.facts.get("unit") != note.facts.get("unit")
            });
        }
        open = open.after(&note);
        if note.level == Level::Act && open.holds(note.key) {
            note.level = Level::Part;
        }
        told.push(note);
    }
    told
}

/// A phase that another heading follows at once is none to tell of.
fn drop_empty_phase(told: &mut Vec<Note>) {
    if told.last().is_some_and(|last| last.key == "phase") {
        told.pop();
    }
}

/// Adds units that go the same way as those before them to the same line.
fn join_move(told: &mut [Note], note: &Note) -> bool {
    let Some(last) = told.last_mut() else {
        return false;
    };
    let alike = |fact: &str| last.facts.get(fact) == note.facts.get(fact);
    if (last.key, note.key) != ("moved", "moved") || !alike("path") || !alike("panic") {
        return false;
    }
    let more = note.facts["units"].as_array().cloned();
    if let Some(units) = last.facts["units"].as_array_mut() {
        units.extend(more.unwrap_or_default());
    }
    last.event = note.event;
    true
}

/// What is being told.
#[derive(Clone, Copy)]
enum Open {
    Nothing,
    /// A fire attack or a melee.
    Attack,
    /// A move, or a step of all.
    March,
}

impl Open {
    /// What is being told once a note has been.
    fn after(self, note: &Note) -> Self {
        match (note.level, note.key) {
            (Level::Chapter | Level::Section, _) => Self::Nothing,
            (Level::Combat, _) => Self::Attack,
            (_, "moved" | "stepped") => Self::March,
            (_, key) if self.holds(key) => self,
            _ => Self::Nothing,
        }
    }

    /// Tells whether a note of that key belongs to what is being told.
    fn holds(self, key: &str) -> bool {
        match self {
            Self::Nothing => false,
            Self::Attack => matches!(
                key,
                "struck"
                    | "advanced"
                    | "tied"
                    | "backed_up"
                    | "surplus_lost"
                    | "rolled"
                    | "panicked"
            ),
            Self::March => matches!(key, "halted" | "faced" | "rolled"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(key: &'static str, level: Level) -> Note {
        Note {
            key,
            level,
            facts: serde_json::Map::new(),
            rules: Vec::new(),
            roll: None,
            marks: Vec::new(),
            event: 0,
        }
    }

    fn gathered(notes: &[(&'static str, Level)]) -> Vec<(&'static str, Level)> {
        let notes = notes.iter().map(|&(key, level)| note(key, level)).collect();
        let told = gather(notes).into_iter();
        told.map(|note| (note.key, note.level)).collect()
    }

    #[test]
    fn what_comes_of_an_attack_stands_below_it_until_something_else_happens() {
        use Level::{Act, Combat, Part};
        assert_eq!(
            gathered(&[
                ("attacked", Combat),
                ("struck", Part),
                ("advanced", Act),
                ("moved", Act),
                ("halted", Act),
                ("advanced", Act),
            ]),
            [
                ("attacked", Combat),
                ("struck", Part),
                ("advanced", Part),
                ("moved", Act),
                ("halted", Part),
                ("advanced", Act),
            ]
        );
    }

    #[test]
    fn units_that_go_the_same_way_are_told_in_one_line() {
        let went = |unit: &str, to: &str| {
            let mut note = note("moved", Level::Act);
            note.facts
                .insert("units".to_owned(), serde_json::json!([unit]));
            note.facts
                .insert("path".to_owned(), serde_json::json!(["0101", to]));
            note
        };
        let told = gather(vec![
            went("a", "0102"),
            went("b", "0102"),
            went("c", "0201"),
        ]);
        let units: Vec<_> = told
            .iter()
            .map(|note| note.facts["units"].clone())
            .collect();
        assert_eq!(
            units,
            [serde_json::json!(["a", "b"]), serde_json::json!(["c"])]
        );
    }

    #[test]
    fn a_phase_in_which_nothing_happens_is_left_out_and_the_last_one_stays() {
        use Level::{Act, Chapter, Section};
        assert_eq!(
            gathered(&[
                ("phase", Section),
                ("phase", Section),
                ("moved", Act),
                ("phase", Section),
                ("turn_began", Chapter),
                ("player_turn", Section),
                ("phase", Section),
            ]),
            [
                ("phase", Section),
                ("moved", Act),
                ("turn_began", Chapter),
                ("player_turn", Section),
                ("phase", Section),
            ]
        );
    }
}
