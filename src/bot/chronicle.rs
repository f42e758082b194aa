//! A match at the table as its seats saw it, a page for each game turn and seat.

use serde_json::{Map, Value};

use crate::engine::{Audience, Board, Note, Seat, Telling, Viewer};

/// What one seat saw of one game turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// The game turn; 0 is the set-up.
    pub turn: u32,
    /// The seat.
    pub seat: Seat,
    /// The facts of a summary of it.
    pub digest: Map<String, Value>,
    /// What it noticed.
    pub notes: Vec<Note>,
    /// The facts for the head of a report, at the end of the turn.
    pub head: Map<String, Value>,
    /// The map at its beginning.
    pub before: Board,
    /// The map at its end.
    pub board: Board,
}

/// An audience that writes down what each seat notices.
pub(super) struct Chronicler<R: Telling> {
    state: R::State,
    start: R::State,
    notes: Vec<Vec<Note>>,
    pages: Vec<Page>,
}

impl<R: Telling> Chronicler<R> {
    /// Begins with the state before the first event.
    pub(super) fn new(rules: &R, state: R::State) -> Self {
        let notes = rules.sides().iter().map(|_| Vec::new()).collect();
        Self {
            start: state.clone(),
            state,
            notes,
            pages: Vec::new(),
        }
    }

    /// Ends the last turn and returns all pages.
    pub(super) fn finish(mut self, rules: &R) -> Vec<Page> {
        self.turn_page(rules);
        self.pages
    }

    fn turn_page(&mut self, rules: &R) {
        for (number, notes) in (0..).zip(&mut self.notes) {
            let seat = Seat(number);
            let view = rules.view(&self.state, Viewer::Seat(seat));
            let notes = rules.gather(std::mem::take(notes));
            self.pages.push(Page {
                turn: rules.turn(&self.state),
                seat,
                digest: rules.digest(&notes),
                notes,
                head: rules.standing(&view),
                before: rules.board(&rules.view(&self.start, Viewer::Seat(seat))),
                board: rules.board(&view),
            });
        }
        self.start.clone_from(&self.state);
    }
}

impl<R: Telling> Audience<R> for Chronicler<R> {
    fn note(&mut self, rules: &R, event: R::Event, after: &R::State) {
        if rules.turn(after) != rules.turn(&self.state) {
            self.turn_page(rules);
        }
        for (number, notes) in (0..).zip(&mut self.notes) {
            let viewer = Viewer::Seat(Seat(number));
            if let Some(seen) = rules.witness(&self.state, &event, viewer) {
                notes.extend(rules.notes(&rules.view(&self.state, viewer), &seen));
            }
        }
        self.state.clone_from(after);
    }
}
