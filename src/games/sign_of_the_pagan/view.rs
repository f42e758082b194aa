//! What each viewer may know, built from nothing.

use crate::engine::Viewer;

use super::data::Side;
use super::event::Event;
use super::state::{State, View};
use super::{seat, side};

/// Builds what a viewer may know: open facts, and the marker choices that are his to see (5.1, 5.2).
pub(super) fn build(state: &State, viewer: Viewer) -> View {
    let hidden = Side::ALL.map(|side| {
        viewer
            .sees(seat(side))
            .then(|| state.hidden[side as usize].clone())
    });
    View {
        side: own_side(viewer),
        open: state.open.clone(),
        hidden,
    }
}

fn own_side(viewer: Viewer) -> Option<Side> {
    match viewer {
        Viewer::Seat(own) => Some(side(own)),
        Viewer::Observer | Viewer::GameMaster | Viewer::Everybody => None,
    }
}

/// Returns what a viewer notices of an event: that markers were chosen and cards dealt, but not which.
pub(super) fn witness(event: &Event, viewer: Viewer) -> Event {
    match event {
        Event::MarkersChosen { side, .. } if !viewer.sees(seat(*side)) => Event::MarkersChosen {
            side: *side,
            markers: None,
        },
        Event::InitiativeNamed { side, .. } if !viewer.sees(seat(*side)) => {
            Event::InitiativeNamed {
                side: *side,
                marker: None,
            }
        }
        Event::Dealt { side, count, .. } if !viewer.sees(seat(*side)) => Event::Dealt {
            side: *side,
            count: *count,
            cards: None,
        },
        event => event.clone(),
    }
}
