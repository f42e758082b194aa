//! What has happened since the activation began: where the cause of a failure is looked for.

use serde::{Deserialize, Serialize};

use super::{Rules, Seat, Viewer};

/// The events since an activation, phase or plot began, with the state before them.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub(super) struct Since<R: Rules> {
    base: R::State,
    events: Vec<R::Event>,
}

/// An event that stopped an order, as the order's owner witnessed it.
#[derive(Debug, Clone, PartialEq)]
pub struct Culprit<R: Rules> {
    /// His view before it.
    pub before: R::View,
    /// The event.
    pub event: R::Event,
}

impl<R: Rules> Clone for Since<R> {
    fn clone(&self) -> Self {
        Self {
            base: self.base.clone(),
            events: self.events.clone(),
        }
    }
}

impl<R: Rules> PartialEq for Since<R> {
    fn eq(&self, other: &Self) -> bool {
        self.base == other.base && self.events == other.events
    }
}

impl<R: Rules> Since<R> {
    /// Begins with nothing having happened.
    pub(super) fn from(state: &R::State) -> Self {
        Self {
            base: state.clone(),
            events: Vec::new(),
        }
    }

    /// Adds what a step has brought about.
    pub(super) fn add(&mut self, events: &[R::Event]) {
        self.events.extend_from_slice(events);
    }

    /// Tells whether nothing has happened.
    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Finds the events that stopped an order, as far as its owner witnessed them.
    pub(super) fn culprits(&self, rules: &R, seat: Seat, order: &R::Order) -> Vec<Culprit<R>> {
        let viewer = Viewer::Seat(seat);
        let mut state = self.base.clone();
        let mut seen = Vec::new();
        for event in &self.events {
            if let Some(witnessed) = rules.witness(&state, event, viewer) {
                let before = rules.view(&state, viewer);
                seen.push(Culprit {
                    before,
                    event: witnessed,
                });
            }
            rules.apply(&mut state, event);
        }
        let now = rules.view(&state, viewer);
        let events: Vec<&R::Event> = seen.iter().map(|culprit| &culprit.event).collect();
        let stopped_by = rules.culprits(&now, order, &events);
        let chosen = seen.into_iter().enumerate();
        chosen
            .filter(|(index, _)| stopped_by.contains(index))
            .map(|(_, culprit)| culprit)
            .collect()
    }
}
