//! Why a hex cannot be reached, and what comes nearest to it.

use crate::geometry::{Hex, Reach};

use super::super::Battle;
use super::bar::Bar;
use super::walk::Walker;

/// Says why no legal way leads a walker to a hex.
pub(super) fn why_not(walker: &Walker, battle: Battle<'_>, to: Hex) -> Bar {
    if to == walker.at {
        return Bar::There(to);
    }
    if !battle.game.ground.contains(to) {
        return Bar::Edge(to);
    }
    if let Some(by) = battle.open.unit_at(to).filter(|&by| by != walker.unit) {
        return Bar::Occupied(to, by);
    }
    if walker.halted {
        return Bar::Contact(walker.at);
    }
    if walker.is_spent_by_fire(battle) {
        return Bar::FiresLast;
    }
    let left = walker.left();
    match cost_past_enemies(walker, battle, to) {
        Some(cost) if cost > u16::from(left) => Bar::TooFar {
            hex: to,
            cost,
            left,
        },
        Some(_) => Bar::PastEnemies(to),
        None => Bar::OutOfReach(to),
    }
}

/// Returns what the cheapest way would cost to a unit that neither stops next to enemies nor tires.
fn cost_past_enemies(walker: &Walker, battle: Battle<'_>, to: Hex) -> Option<u16> {
    let ground = &battle.game.ground;
    let mut reach = Reach::new(ground.grid());
    let cost = |from, to| {
        let is_free = battle.open.unit_at(to).is_none_or(|by| by == walker.unit);
        is_free.then(|| u16::from(ground.cost(from, to)))
    };
    reach.explore(walker.at, u16::MAX, cost, |_| false);
    reach.cost(to)
}

/// Returns the hex in reach that comes nearest to one that is not; `None` if it is best to stay.
pub(super) fn nearest(walker: &Walker, battle: Battle<'_>, to: Hex) -> Option<Hex> {
    let grid = battle.game.ground.grid();
    let mut reach = Reach::new(grid);
    walker.explore(battle, &mut reach);
    let hexes = reach.hexes().iter().copied();
    let nearest = hexes.min_by_key(|&hex| grid.distance(hex, to));
    nearest.filter(|&hex| hex != walker.at)
}
