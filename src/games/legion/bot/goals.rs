//! Where the drill leads units: to the hexes that decide the battle, and to the enemy.

use crate::games::legion::data::scenario::{Exit, When};
use crate::games::legion::terms::{Edge, Side, UnitId};
use crate::games::legion::victory::{self, Battle, Facts};
use crate::games::legion::{Field, Game};
use crate::geometry::Hex;

/// How many units go for a hex that counts and that the side does not hold.
const DETACHED: usize = 5;
/// How many units more than an exit demands go for it.
const SPARE: usize = 3;

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
    /// Units sent to those that the side does not hold, and to where the map can be left.
    detached: Vec<(UnitId, Hex)>,
    /// Those of them that are to leave, each with the edge.
    leaving: Vec<(UnitId, Edge)>,
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
        let mut goals = Self {
            side,
            decisive: decisive.into_iter().map(|(hex, _)| hex).collect(),
            detached,
            leaving: Vec::new(),
        };
        for exit in exits_of(field.game, side) {
            goals.send_off(field, exit);
        }
        goals
    }

    /// Sends as many as an exit still demands to the nearest hexes by which they can leave; not if that
    /// were more than half of those who are left.
    fn send_off(&mut self, field: Field<'_>, exit: &Exit) {
        let Some(battle) = Battle::new(field.game, field.open) else {
            return;
        };
        let (units, leaders) = battle.exited(self.side, exit);
        let army: Vec<(UnitId, Hex)> = field.army(self.side).collect();
        let gates = victory::gates(field.game, self.side, exit);
        for (leads, wanted) in [
            (false, exit.units.saturating_sub(units)),
            (true, exit.leaders.saturating_sub(leaders)),
        ] {
            let wanted = usize::from(wanted);
            if wanted == 0 || (!leads && wanted * 2 > army.len()) {
                continue;
            }
            let able = army
                .iter()
                .filter(|(unit, _)| field.is_leader(*unit) == leads && !field.is_disrupted(*unit));
            let mut ways: Vec<(u16, UnitId, Hex, Edge)> = able
                .filter_map(|&(unit, hex)| {
                    let far = |gate: Hex| field.game.land.distance(hex, gate);
                    let nearest = gates.iter().min_by_key(|(gate, _)| far(*gate));
                    nearest.map(|&(gate, edge)| (far(gate), unit, gate, edge))
                })
                .collect();
            ways.sort_unstable();
            for &(_, unit, gate, edge) in ways.iter().take(wanted + SPARE) {
                self.detached.retain(|(own, _)| *own != unit);
                self.detached.push((unit, gate));
                self.leaving.push((unit, edge));
            }
        }
    }

    /// Returns the edge by which a unit is to leave the map.
    pub(super) fn edge(&self, unit: UnitId) -> Option<Edge> {
        let mut leaving = self.leaving.iter();
        leaving.find(|(own, _)| *own == unit).map(|(_, edge)| *edge)
    }

    /// Returns where a unit is to go; nothing for one that holds a hex, or where no enemy is left.
    pub(super) fn goal(&self, field: Field<'_>, unit: UnitId, from: Hex) -> Option<Goal> {
        let sent = self.detached.iter().find(|(own, _)| *own == unit);
        if self.edge(unit).is_none() && self.is_garrison(field, unit, from) {
            return None;
        }
        if let Some(&(_, hex)) = sent {
            return Some(Goal { hex, keeps: 0 });
        }
        if field.is_leader(unit) {
            return self.vanguard(field).map(|hex| Goal { hex, keeps: 0 });
        }
        let (_, hex) = nearest_enemy(field, self.side, from)?;
        let keeps = u16::from(field.kind(unit).range.max(1));
        Some(Goal { hex, keeps })
    }

    /// Returns where those stand who are nearest to the enemy: Leaders go with them.
    fn vanguard(&self, field: Field<'_>) -> Option<Hex> {
        let fighters = field
            .army(self.side)
            .filter(|(unit, _)| !field.is_leader(*unit));
        let rated = fighters.filter_map(|(_, hex)| {
            let (distance, _) = nearest_enemy(field, self.side, hex)?;
            Some((distance, hex))
        });
        rated.min().map(|(_, hex)| hex)
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

/// Returns the exits by which a side can win.
fn exits_of(game: &Game, side: Side) -> Vec<&Exit> {
    let key = &game.terms(side).key;
    let mut exits = Vec::new();
    for clause in game.scenario.iter().flat_map(|own| &own.outcome) {
        if clause.winner == *key {
            exits_in(&clause.when, &mut exits);
        }
    }
    exits.retain(|exit| exit.side == *key);
    exits
}

fn exits_in<'a>(when: &'a When, exits: &mut Vec<&'a Exit>) {
    match when {
        When::Exit(exit) => exits.push(exit),
        When::Any(parts) | When::All(parts) => {
            for part in parts {
                exits_in(part, exits);
            }
        }
        When::Level { .. }
        | When::Control { .. }
        | When::Eliminated { .. }
        | When::Not(_)
        | When::Always(_) => {}
    }
}

/// Collects the letters that a condition speaks of.
fn letters_of(when: &When, letters: &mut Vec<char>) {
    match when {
        When::Control { hexes, .. } => letters.extend(hexes),
        When::Any(parts) | When::All(parts) => {
            for part in parts {
                letters_of(part, letters);
            }
        }
        When::Not(part) => letters_of(part, letters),
        When::Level { .. } | When::Exit(_) | When::Eliminated { .. } | When::Always(_) => {}
    }
}
