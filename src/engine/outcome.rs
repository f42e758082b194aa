//! What came of a run, for every viewer.

use super::film::Scene;
use super::{Board, Ended, Note, Told, Viewer};

/// What a run did, for every viewer.
#[derive(Debug, Clone, PartialEq)]
pub struct RunFacts {
    /// Where it came to rest.
    pub ended: Ended,
    /// What each viewer noticed: the seats in order, then an observer, then everybody at the end.
    pub seen: Vec<(Viewer, Vec<Note>)>,
    /// The map before the run, for the same viewers.
    pub before: Vec<(Viewer, Board)>,
    /// The run scene by scene, for the same viewers; empty unless it was filmed.
    pub scenes: Vec<(Viewer, Vec<Scene>)>,
    /// What owners of lines have to be told.
    pub told: Vec<Told>,
    /// What everybody witnessed.
    pub public: Witnessed,
    /// What each seat witnessed, in seat order.
    pub private: Vec<Witnessed>,
}

impl RunFacts {
    /// Returns what a viewer noticed.
    pub fn notes_of(&self, viewer: Viewer) -> &[Note] {
        let seen = self.seen.iter().find(|(of, _)| *of == viewer);
        seen.map_or(&[], |(_, notes)| notes)
    }

    /// Returns the scenes of a viewer, if the run was filmed.
    pub fn scenes_of(&self, viewer: Viewer) -> &[Scene] {
        let seen = self.scenes.iter().find(|(of, _)| *of == viewer);
        seen.map_or(&[], |(_, scenes)| scenes)
    }

    /// Returns the map that a viewer saw before the run.
    pub fn board_before(&self, viewer: Viewer) -> Option<&Board> {
        let seen = self.before.iter().find(|(of, _)| *of == viewer);
        seen.map(|(_, board)| board)
    }
}

/// The events of a run that a viewer witnessed and his view after it, each as JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witnessed {
    /// The events.
    pub events: String,
    /// The view.
    pub view: String,
}
