//! What a scenario names has to be there, and its armies stand apart.

use super::map::MapSheet;
use super::scenario::{Army, Clause, Deploy, When, Zone};
use crate::geometry::{Grid, Hex, Layout};

/// Looks for names that mean nothing.
pub(super) struct Checker<'a> {
    pub(super) armies: &'a [Army; 2],
    pub(super) map: &'a MapSheet,
}

impl Checker<'_> {
    /// Looks through the list of outcomes.
    pub(super) fn outcome(&self, clauses: &[Clause]) -> Vec<String> {
        let mut wrong = Vec::new();
        for clause in clauses {
            if clause.winner != "draw" {
                self.side(&clause.winner, &mut wrong);
            }
            self.when(&clause.when, &mut wrong);
        }
        let decides = clauses
            .last()
            .is_some_and(|last| last.when == When::Always(true));
        if !decides {
            wrong.push("the last clause does not hold always".to_owned());
        }
        wrong
    }

    fn side(&self, key: &str, wrong: &mut Vec<String>) {
        if !self.armies.iter().any(|army| army.key == key) {
            wrong.push(format!("`{key}` is no side of this battle"));
        }
    }

    fn letter(&self, letter: char, wrong: &mut Vec<String>) {
        if !self.map.letters.iter().any(|(own, _)| *own == letter) {
            wrong.push(format!("there is no hex {letter} on the map"));
        }
    }

    fn when(&self, when: &When, wrong: &mut Vec<String>) {
        match when {
            When::Level { side, .. } | When::Eliminated { side } => self.side(side, wrong),
            When::Control { side, hexes, .. } => {
                self.side(side, wrong);
                for &letter in hexes {
                    self.letter(letter, wrong);
                }
            }
            When::Exit(exit) => self.side(&exit.side, wrong),
            When::Any(parts) | When::All(parts) => {
                for part in parts {
                    self.when(part, wrong);
                }
            }
            When::Not(part) => self.when(part, wrong),
            When::Always(_) => {}
        }
    }

    /// Returns the hexes of an army's zones; those of a road are as many as its path.
    fn hexes(&self, deploy: &Deploy) -> Vec<Hex> {
        let grid = Grid::new(Layout::FlatEvenLower, self.map.extent);
        let around = |zone: &Zone| {
            let letters = self.map.letters.iter();
            let centre = letters.filter(|(letter, _)| *letter == zone.letter);
            let hexes = centre.flat_map(|&(_, hex)| grid.within(hex, zone.within));
            hexes.collect::<Vec<_>>()
        };
        match deploy {
            Deploy::Zones { zones } => zones.iter().flat_map(around).collect(),
            Deploy::Groups { groups } => groups
                .iter()
                .flat_map(|group| group.zones.iter().flat_map(around))
                .collect(),
            Deploy::Road { road, .. } => {
                let own = self.map.roads.iter().filter(|own| own.name == *road);
                own.flat_map(|own| own.path.iter().copied()).collect()
            }
        }
    }

    /// Tells where the zones of the two armies touch or lie beside each other.
    pub(super) fn too_close(&self) -> Option<String> {
        let grid = Grid::new(Layout::FlatEvenLower, self.map.extent);
        let [first, second] = self.armies.each_ref().map(|army| self.hexes(&army.deploy));
        let pairs = first
            .iter()
            .flat_map(|&a| second.iter().map(move |&b| (a, b)));
        let (a, b) = pairs.into_iter().find(|&(a, b)| grid.distance(a, b) < 2)?;
        Some(format!(
            "those of both sides touch or lie beside each other at {a} and {b}"
        ))
    }

    /// Looks through the zones of an army.
    pub(super) fn zones(&self, deploy: &Deploy) -> Vec<String> {
        let mut wrong = Vec::new();
        let zones: Vec<&Zone> = match deploy {
            Deploy::Zones { zones } => zones.iter().collect(),
            Deploy::Groups { groups } => groups.iter().flat_map(|group| &group.zones).collect(),
            Deploy::Road { road, .. } => {
                if !self.map.roads.iter().any(|own| own.name == *road) {
                    wrong.push(format!("there is no road `{road}` on the map"));
                }
                Vec::new()
            }
        };
        for zone in zones {
            self.letter(zone.letter, &mut wrong);
        }
        wrong
    }
}
