//! Setting up (3.0): everybody where the scenario has him, looking at the enemy.

use crate::geometry::Hex;

use super::super::Game;
use super::super::data::Side;
use super::super::decision::Decision;
use super::super::options::Switch;
use super::super::order::Order;
use super::super::setup::{self, Camp};

/// D2, D3: the next unit's usual hex, or the first that is free for it; Attila as the scenario has
/// him.
pub(super) fn place(game: &Game, decision: &Decision) -> Option<Order> {
    let Decision::SetUp {
        side,
        placed,
        attila,
    } = decision
    else {
        return None;
    };
    let options = setup::options(Camp::new(game, *side, placed, *attila));
    let scenario = game.scenario.as_ref()?;
    let facing = scenario.default_facing(*side);
    let usual = |order: &&Order| match order {
        Order::SetUp {
            unit,
            hex,
            facing: to,
        } => *to == facing && Some(*hex) == usual_hex(game, unit.index()),
        Order::SetUpAttila { unit } => {
            *side == Side::Hun && *unit == scenario.historical.attila_with
        }
        _ => false,
    };
    let looks = |order: &&Order| !matches!(order, Order::SetUp { facing: to, .. } if *to != facing);
    let chosen = options.iter().find(usual);
    chosen.or_else(|| options.iter().find(looks)).cloned()
}

fn usual_hex(game: &Game, unit: usize) -> Option<Hex> {
    let scenario = game.scenario.as_ref()?;
    let hexes = match game.options.opt_free_setup {
        Switch::On => &scenario.free.default,
        Switch::Off => &scenario.historical.default,
    };
    hexes.get(unit).copied()
}
