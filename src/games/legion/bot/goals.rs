//! Where the drill leads units: to the hexes that decide the battle, and to the enemy.

use crate::games::legion::Field;
use crate::games::legion::data::scenario::When;
use crate::games::legion::terms::{Side, UnitId};
use crate::geometry::Hex;

/// How many units go for a hex that counts and that the side does not hold.
const DETACHED: usize = 5;
/// How far Leaders stay behind.
const BEHIND: u16 = 2;

/// Where a unit is to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Goal {
    /// The hex.
    pub(super) hex: Hex,
    /// How far from it is near enough.
    pub(super) keeps: u16,
}

/// The hexes that outcomes speak of, and who of a side goes for which.
#[derive(Debug, Clone)]
pub(super) struct Goals {
    side: Side,
    /// Hexes that count.
    decisive: Vec<Hex>,
    /// Units sent to those that the side does not hold.
    detached: Vec<(UnitId, Hex)>,
}

impl Goals {
    /// Looks at a battle for a side.
    pub(super) fn of(field: Field<'_>, side: Side) -> Self {
        let mut letters = Vec::new();
        for clause in field.game.scenario.iter().flat_map(|own| &own.outcome) {
            letters_of(&clause.when, &mut letters);
        }
        let decisive: Vec<(Hex, bool)> = field
            .game
            .land
            .letters
            .iter()
            .zip(&field.open.control)
            .filter(|((letter, _), _)| letters.contains(letter))
            .map(|((_, hex), holder)| (*hex, *holder == Some(side)))
            .collect();
        let mut detached: Vec<(UnitId, Hex)> = Vec::new();
        for &(goal, _) in decisive.iter().filter(|(_, held)| !held) {
            let mut near: Vec<(u16, UnitId)> = field
                .army(side)
                .filter(|&(unit, _)| !field.is_leader(unit) && !field.is_disrupted(unit))
                .filter(|(unit, _)| detached.iter().all(|(sent, _)| sent != unit))
                .map(|(unit, hex)| (field.game.land.distance(hex, goal), unit))
                .collect();
            near.sort_unstable();
            detached.extend(near.iter().take(DETACHED).map(|(_, unit)| (*unit, goal)));
        }
        Self {
            side,
            decisive: decisive.into_iter().map(|(hex, _)| hex).collect(),
            detached,
        }
    }

    /// Returns where a unit is to go; nothing for one that holds a hex, or where no enemy is left.
    pub(super) fn goal(&self, field: Field<'_>, unit: UnitId, from: Hex) -> Option<Goal> {
        if self.is_garrison(field, unit, from) {
            return None;
        }
        let sent = self.detached.iter().find(|(own, _)| *own == unit);
        if let Some(&(_, hex)) = sent {
            return Some(Goal { hex, keeps: 0 });
        }
        let (_, hex) = nearest_enemy(field, self.side, from)?;
        let keeps = if field.is_leader(unit) {
            BEHIND
        } else {
            u16::from(field.kind(unit).range.max(1))
        };
        Some(Goal { hex, keeps })
    }

    /// Tells whether a unit is the one that stays in a hex that counts.
    fn is_garrison(&self, field: Field<'_>, unit: UnitId, hex: Hex) -> bool {
        let mut fighters = field
            .stack(hex, self.side)
            .filter(|&own| !field.is_leader(own));
        self.decisive.contains(&hex) && fighters.next() == Some(unit)
    }
}

/// Returns the nearest enemy of a hex.
pub(super) fn nearest_enemy(field: Field<'_>, side: Side, hex: Hex) -> Option<(u16, Hex)> {
    let enemies = field.army(side.other());
    enemies
        .map(|(_, at)| (field.game.land.distance(hex, at), at))
        .min()
}

/// Collects the letters that a condition speaks of.
fn letters_of(when: &When, letters: &mut Vec<char>) {
    match when {
        When::Control { hexes, .. } => letters.extend(hexes),
        When::Any(parts) | When::All(parts) => {
            parts.iter().for_each(|part| letters_of(part, letters));
        }
        When::Not(part) => letters_of(part, letters),
        When::Level { .. } | When::Exit(_) | When::Eliminated { .. } | When::Always(_) => {}
    }
}
