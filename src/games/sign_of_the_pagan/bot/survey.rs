//! The field as one side sees it: how far the enemy is, where he can strike, where its own line runs.

use std::collections::VecDeque;

use crate::geometry::{Facing, Hex, HexMap, Reach};

use super::super::data::{Condition, Kind, Side, UnitId};
use super::super::event::Round;
use super::super::movement::walk::Walker;
use super::super::shock;
use super::outlook::Outlook;

/// Further away than anything.
pub(super) const FAR: u8 = 99;
/// Steps that a river is thought to be long.
const RIVER: u8 = 4;

/// Enemies that could strike a unit in a hex in their next activation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Threat {
    /// Those on foot.
    pub(super) foot: u8,
    /// Those on horseback.
    pub(super) horse: u8,
}

impl Threat {
    /// Counts them all.
    pub(super) fn all(self) -> u8 {
        self.foot + self.horse
    }
}

/// What a side has to know of the field before it moves.
#[derive(Debug, Clone)]
pub(super) struct Survey {
    /// The side that looks.
    pub(super) side: Side,
    near: HexMap<u8>,
    front: HexMap<u8>,
    threats: HexMap<Threat>,
    /// The best rating of an enemy that could strike from a hex; 0 if none gets there.
    reached: HexMap<u8>,
    /// How far the middle of its line is from the enemy.
    pub(super) line: u8,
}

impl Survey {
    /// Looks at the field.
    pub(super) fn take(battle: Outlook<'_>, side: Side) -> Self {
        let grid = battle.game.ground.grid();
        let enemies = || battle.on_map(side.opponent());
        let near = steps_to(battle, enemies());
        let mut solid = enemies()
            .filter(|&enemy| !gives_way(battle, enemy))
            .peekable();
        let front = match solid.peek() {
            Some(_) => steps_to(battle, solid),
            None => near.clone(),
        };
        let mut survey = Self {
            side,
            line: middle_of_line(battle, side, &front),
            near,
            front,
            threats: HexMap::new(grid, Threat::default()),
            reached: HexMap::new(grid, 0),
        };
        let mut reach = Reach::new(grid);
        for enemy in battle.on_map(side.opponent()) {
            survey.add_threat(battle, enemy, &mut reach);
        }
        survey
    }

    /// Returns the steps from a hex to the nearest enemy.
    pub(super) fn near(&self, hex: Hex) -> u8 {
        self.near.get(hex).unwrap_or(FAR)
    }

    /// Returns the steps from a hex to the nearest enemy that does not ride away from a line.
    pub(super) fn front(&self, hex: Hex) -> u8 {
        self.front.get(hex).unwrap_or(FAR)
    }

    /// Returns the enemies that could strike at a hex.
    pub(super) fn threat(&self, hex: Hex) -> Threat {
        self.threats.get(hex).unwrap_or_default()
    }

    /// Tells whether an enemy that strikes could get into a hex.
    pub(super) fn is_reached(&self, hex: Hex) -> bool {
        self.striker(hex) > 0
    }

    /// Returns the best rating of an enemy that could strike from a hex; 0 if none gets there.
    pub(super) fn striker(&self, hex: Hex) -> u8 {
        self.reached.get(hex).unwrap_or(0)
    }

    /// Notes where an enemy could strike: round every hex in its reach, or only where it stands.
    fn add_threat(&mut self, battle: Outlook<'_>, enemy: UnitId, reach: &mut Reach) {
        let strikes = can_charge(battle, enemy) || battle.open.is_engaged(enemy);
        let Some(walker) = Walker::new(*battle, enemy).filter(|_| strikes) else {
            return;
        };
        let fresh = Walker {
            spent: 0,
            entered: false,
            allowance: battle.face(enemy).ma,
            ..walker
        };
        let mut round = vec![fresh.at];
        if !fresh.engaged {
            fresh.explore(*battle, reach);
            round = reach.hexes().to_vec();
        }
        let grid = battle.game.ground.grid();
        let rating = shock::attacking_rating(*battle, enemy, Round::First);
        // 9.2.3, 9.2.4: whoever is held strikes with 1 at least.
        let rating = rating.unwrap_or(1).max(1);
        let mut struck: Vec<Hex> = Vec::with_capacity(6 * round.len());
        for &hex in &round {
            self.reached[hex] = self.reached[hex].max(rating);
            struck.extend(grid.neighbours(hex).map(|(_, near)| near));
        }
        struck.sort_unstable();
        struck.dedup();
        for hex in struck {
            let threat = &mut self.threats[hex];
            match battle.kind(enemy).is_cavalry() {
                true => threat.horse += 1,
                false => threat.foot += 1,
            }
        }
    }

    /// Returns the facing that looks best towards the enemy from a hex, the present one on ties.
    pub(super) fn best_facing(&self, battle: Outlook<'_>, hex: Hex, now: Facing) -> Facing {
        let grid = battle.game.ground.grid();
        let here = i32::from(self.near(hex));
        let towards = |facing: Facing| -> i32 {
            let around = grid.neighbours(hex).map(|(hour, next)| {
                let nearer = here - i32::from(self.near(next));
                match facing.arc(hour) {
                    crate::geometry::Arc::Front => 4 * nearer,
                    crate::geometry::Arc::Flank => nearer,
                    crate::geometry::Arc::Rear => -2 * nearer,
                }
            });
            around.sum()
        };
        let rank = |&facing: &Facing| (towards(facing), facing == now, std::cmp::Reverse(facing));
        Facing::ALL.into_iter().max_by_key(rank).unwrap_or(now)
    }
}

/// Tells whether a unit attacks of its own will as it stands (9.2.2).
pub(super) fn can_charge(battle: Outlook<'_>, unit: UnitId) -> bool {
    let light = matches!(battle.kind(unit), Kind::LC | Kind::LI);
    !light && shock::attacking_rating(*battle, unit, Round::First).is_some()
}

/// Tells whether a unit belongs into the line: in good order and fit to attack.
pub(super) fn is_of_line(battle: Outlook<'_>, unit: UnitId) -> bool {
    battle.piece(unit).condition == Condition::Good && can_charge(battle, unit)
}

/// Tells whether a unit would rather ride away than fight (9.3): a line does not run after it.
fn gives_way(battle: Outlook<'_>, unit: UnitId) -> bool {
    battle.kind(unit) == Kind::LC && battle.is_good(unit) && !battle.open.is_engaged(unit)
}

/// The steps from every hex to the nearest of some units, units in the way not counted.
fn steps_to(battle: Outlook<'_>, units: impl Iterator<Item = UnitId>) -> HexMap<u8> {
    let ground = &battle.game.ground;
    let mut steps = HexMap::new(ground.grid(), FAR);
    let mut open = VecDeque::new();
    for hex in units.filter_map(|unit| battle.hex(unit)) {
        steps[hex] = 0;
        open.push_back(hex);
    }
    while let Some(hex) = open.pop_front() {
        for (_, next) in ground.grid().neighbours(hex) {
            let step = if ground.river(hex, next) { RIVER } else { 1 };
            let total = steps[hex] + step;
            if total < steps[next] {
                steps[next] = total;
                open.push_back(next);
            }
        }
    }
    steps
}

fn middle_of_line(battle: Outlook<'_>, side: Side, front: &HexMap<u8>) -> u8 {
    let line = battle
        .on_map(side)
        .filter(|&unit| is_of_line(battle, unit))
        .filter_map(|unit| front.get(battle.hex(unit)?));
    let mut line: Vec<u8> = line.collect();
    line.sort_unstable();
    line.get(line.len() / 2).copied().unwrap_or(0)
}
