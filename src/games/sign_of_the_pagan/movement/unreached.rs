//! Why a hex cannot be reached, and what comes nearest to it.

use crate::geometry::{Hex, Reach};

use super::super::Battle;
use super::super::data::UnitId;
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
    let around = ways(walker, battle, |hex| {
        stands_in(walker, battle, hex).is_none()
    })
    .cost(to);
    match around {
        Some(cost) if cost > u16::from(left) => {
            in_the_way(walker, battle, (to, cost)).unwrap_or(Bar::TooFar {
                hex: to,
                cost,
                left,
            })
        }
        Some(_) => Bar::PastEnemies(to),
        None => Bar::OutOfReach(to),
    }
}

/// Tells which unit makes a way too long: it stands on the one that the points would do for.
fn in_the_way(walker: &Walker, battle: Battle<'_>, (to, around): (Hex, u16)) -> Option<Bar> {
    let left = walker.left();
    let straight = ways(walker, battle, |_| true);
    straight.cost(to).filter(|&cost| cost <= u16::from(left))?;
    let mut way = straight.path(to).into_iter();
    let (at, by) = way.find_map(|hex| Some((hex, stands_in(walker, battle, hex)?)))?;
    Some(Bar::InTheWay {
        hex: to,
        at,
        by,
        around,
        left,
    })
}

/// Returns the other unit in a hex.
fn stands_in(walker: &Walker, battle: Battle<'_>, hex: Hex) -> Option<UnitId> {
    battle.open.unit_at(hex).filter(|&by| by != walker.unit)
}

/// Finds the cheapest ways through open hexes for a unit that neither stops next to enemies nor tires.
fn ways(walker: &Walker, battle: Battle<'_>, is_open: impl Fn(Hex) -> bool) -> Reach {
    let ground = &battle.game.ground;
    let mut reach = Reach::new(ground.grid());
    let cost = |from, to| is_open(to).then(|| u16::from(ground.cost(from, to)));
    reach.explore(walker.at, u16::MAX, cost, |_| false);
    reach
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
