//! A run note by note with the map after each, for those who watch it again.

use std::collections::BTreeMap;

use super::{Board, Counter, Note, Telling, Viewer};
use crate::geometry::Hex;

/// A note with what it changes on the map.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// What there is to tell.
    pub note: Note,
    /// Counters that are new or look different now.
    pub changed: Vec<Counter>,
    /// The ids of those that are no longer on the map.
    pub gone: Vec<String>,
    /// Leaders that stand alone now.
    pub leaders: Vec<(Hex, String)>,
}

/// Tells what a viewer noticed of a run, note by note, with the events that each tells of counted.
pub(super) fn notes_of<R: Telling>(
    rules: &R,
    before: &R::State,
    events: &[R::Event],
    viewer: Viewer,
) -> (Vec<R::Event>, Vec<Note>) {
    let mut state = before.clone();
    let mut seen_events = Vec::new();
    let mut notes = Vec::new();
    for (number, event) in (0..).zip(events) {
        if let Some(seen) = rules.witness(&state, event, viewer) {
            let mut told = rules.notes(&rules.view(&state, viewer), &seen);
            for note in &mut told {
                note.event = number;
            }
            notes.extend(told);
            seen_events.push(seen);
        }
        rules.apply(&mut state, event);
    }
    (seen_events, rules.gather(notes))
}

/// Makes a scene of every note of a run, as a viewer noticed them.
pub(super) fn scenes_of<R: Telling>(
    rules: &R,
    before: &R::State,
    events: &[R::Event],
    viewer: Viewer,
    notes: &[Note],
) -> Vec<Scene> {
    let mut state = before.clone();
    let mut carried = 0;
    let mut last = rules.board(&rules.view(&state, viewer));
    let scene = |note: &Note| {
        let due = (note.event as usize + 1).min(events.len());
        for event in events.get(carried..due).unwrap_or_default() {
            rules.apply(&mut state, event);
        }
        carried = carried.max(due);
        let board = rules.board(&rules.view(&state, viewer));
        let scene = between(&last, &board, note);
        last = board;
        scene
    };
    notes.iter().map(scene).collect()
}

fn between(before: &Board, after: &Board, note: &Note) -> Scene {
    let by_id = |board: &Board| -> BTreeMap<String, Counter> {
        let counters = board.counters.iter();
        counters
            .map(|counter| (counter.id.clone(), counter.clone()))
            .collect()
    };
    let (was, is) = (by_id(before), by_id(after));
    Scene {
        note: note.clone(),
        changed: is
            .iter()
            .filter(|(id, counter)| was.get(*id) != Some(counter))
            .map(|(_, counter)| counter.clone())
            .collect(),
        gone: was.into_keys().filter(|id| !is.contains_key(id)).collect(),
        leaders: after.leaders.clone(),
    }
}
