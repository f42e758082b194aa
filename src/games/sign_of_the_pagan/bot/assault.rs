//! What a unit could attack from where it stands, with whom, and what would come of it.

use crate::geometry::{Facing, Hex};

use super::super::data::{Condition, UnitId};
use super::super::event::Round;
use super::super::shock;
use super::exchange::weigh;
use super::outlook::Outlook;
use super::sandtable::{Post, Sandtable};

/// Returns the balance that a unit adds by attacking from where it stands, together with those of
/// its contingent that are in place; `None` if it can strike nobody.
pub(super) fn assault(battle: Outlook<'_>, unit: UnitId) -> Option<i32> {
    let enemies = strikable(battle, unit);
    let all = together(battle, unit, &enemies);
    let held = |&enemy: &UnitId| battle.open.is_engaged(enemy);
    // 9.2: an Engaged enemy need not be attacked.
    let one_by_one = enemies.iter().filter(|_| enemies.len() > 1);
    let alone = one_by_one.filter_map(|&enemy| {
        let others_held = enemies.iter().all(|other| *other == enemy || held(other));
        others_held
            .then(|| together(battle, unit, &[enemy]))
            .flatten()
    });
    all.into_iter().chain(alone).max()
}

fn together(battle: Outlook<'_>, unit: UnitId, enemies: &[UnitId]) -> Option<i32> {
    let mut attackers = comrades(battle, unit, enemies);
    let without = weigh(battle, &attackers, enemies, Round::First);
    attackers.push(unit);
    let with = weigh(battle, &attackers, enemies, Round::First)?;
    let before = without.map_or(0, |without| without.balance(battle).max(0));
    Some(with.balance(battle) - before)
}

/// Returns the enemies that a unit could strike as it stands.
pub(super) fn strikable(battle: Outlook<'_>, unit: UnitId) -> Vec<UnitId> {
    let enemies = battle.enemies_in_front(unit);
    enemies
        .filter(|&enemy| shock::can_strike(*battle, unit, enemy))
        .collect()
}

/// Returns the units of the same contingent that stand ready to strike one of the enemies.
pub(super) fn comrades(battle: Outlook<'_>, unit: UnitId, enemies: &[UnitId]) -> Vec<UnitId> {
    let contingent = battle.contingent(unit);
    let mut comrades = Vec::new();
    for hex in enemies.iter().filter_map(|&enemy| battle.hex(enemy)) {
        for (_, near) in battle.around(hex) {
            if near != unit
                && battle.contingent(near) == contingent
                && !comrades.contains(&near)
                && enemies
                    .iter()
                    .any(|&enemy| shock::can_strike(*battle, near, enemy))
            {
                comrades.push(near);
            }
        }
    }
    comrades
}

/// Returns what an assault would be worth if one of the helpers came up as well.
pub(super) fn with_help(table: &mut Sandtable<'_>, unit: UnitId, helpers: &[UnitId]) -> i32 {
    let alone = assault(table.battle(), unit).unwrap_or(0);
    let enemies = strikable(table.battle(), unit);
    let Some(&enemy) = enemies.first() else {
        return alone.max(0);
    };
    let Some((helper, post)) = nearest_help(table.battle(), unit, enemy, helpers) else {
        return alone.max(0);
    };
    let joined = table.with(helper, post, |table| {
        let battle = table.battle();
        let mut attackers = comrades(battle, unit, &enemies);
        attackers.push(unit);
        weigh(battle, &attackers, &enemies, Round::First)
            .map_or(0, |exchange| exchange.balance(battle))
    });
    let hope = table.battle().doctrine.hoped_for;
    let hoped = (joined * hope + alone * (10 - hope)) / 10;
    alone.max(hoped).max(0)
}

/// Finds a helper that could come up to an enemy, and where it would stand.
fn nearest_help(
    battle: Outlook<'_>,
    unit: UnitId,
    enemy: UnitId,
    helpers: &[UnitId],
) -> Option<(UnitId, Post)> {
    let target = battle.hex(enemy)?;
    let grid = battle.game.ground.grid();
    let free: Vec<Hex> = grid
        .neighbours(target)
        .map(|(_, hex)| hex)
        .filter(|&hex| battle.open.unit_at(hex).is_none())
        .collect();
    let ways = helpers
        .iter()
        .filter(|&&helper| helper != unit)
        .filter_map(|&helper| {
            let from = battle.hex(helper)?;
            let hex = *free
                .iter()
                .min_by_key(|&&hex| (grid.distance(from, hex), hex))?;
            let distance = grid.distance(from, hex);
            (distance <= u16::from(battle.face(helper).ma)).then_some((distance, helper, hex))
        });
    let (_, helper, hex) = ways.min()?;
    let facing = facings_towards(battle, hex, target).next()?;
    let post = Post {
        hex,
        facing,
        condition: Condition::Good,
        momentum: true,
    };
    Some((helper, post))
}

/// Returns the facings from which an adjacent hex is in front.
pub(super) fn facings_towards(
    battle: Outlook<'_>,
    from: Hex,
    to: Hex,
) -> impl Iterator<Item = Facing> {
    let hour = battle.direction(from, to);
    Facing::ALL.into_iter().filter(move |facing| {
        hour.is_some_and(|hour| facing.arc(hour) == crate::geometry::Arc::Front)
    })
}
