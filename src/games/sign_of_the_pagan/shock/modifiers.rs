//! 9.5: what modifies the dice of a shock combat.

use crate::geometry::Arc;

use super::super::battle::Battle;
use super::super::cards::force;
use super::super::data::{
    Condition, DOWNHILL_SHOCK, RIVER_SHOCK, Slope, Terrain, UPHILL_SHOCK, UnitId,
};
use super::super::event::{Drm, Modifier, Round};
use super::super::options::MixedModifiers;
use super::Bout;
use super::eligible::{attacking_rating, defending_rating};

/// What 9.5.1 takes off the die of an attack into the flank.
const FLANK: i8 = -2;
/// What 9.5.1 takes off the die of an attack into the rear.
const REAR: i8 = -3;
/// What 9.5.2 takes off the die of an attack with momentum.
const MOMENTUM: i8 = -1;
/// What 9.5.3 takes off in addition for ferocity.
const FEROCITY: i8 = -1;

/// The die of one unit in a round, before it is rolled.
#[derive(Debug)]
pub(in super::super) struct Die {
    /// Who rolls.
    pub(in super::super) unit: UnitId,
    /// The rating that the net result is compared with.
    pub(in super::super) rating: u8,
    /// What modifies it, Attila's shift apart, in the order of the rules.
    pub(in super::super) modifiers: Vec<Modifier>,
    /// Each opponent with the difference that it makes to the net result (Q10).
    pub(in super::super) opponents: Vec<(UnitId, i8)>,
}

impl Die {
    /// A die whose modifiers are those that hold against one of the opponents, chosen as Q10 says,
    /// and those that hold against all of them.
    fn new(
        battle: Battle<'_>,
        (unit, rating): (UnitId, u8),
        opponents: &[UnitId],
        position: impl Fn(UnitId) -> Position,
        others: &[Modifier],
    ) -> Self {
        let totals = opponents
            .iter()
            .map(|&enemy| (enemy, total(position(enemy))));
        let totals: Vec<(UnitId, i8)> = totals.collect();
        let chosen = match battle.game.options.mixed_modifiers {
            MixedModifiers::Worst => totals.iter().rev().max_by_key(|(_, total)| *total),
            MixedModifiers::Best | MixedModifiers::Each => {
                totals.iter().min_by_key(|(_, total)| *total)
            }
        };
        let &(against, held) = chosen.expect("who is in a round has an opponent");
        let positions = position(against).into_iter().flatten();
        Self {
            unit,
            rating,
            modifiers: positions.chain(others.iter().copied()).collect(),
            opponents: totals
                .into_iter()
                .map(|(enemy, total)| (enemy, total - held))
                .collect(),
        }
    }
}

/// Modifiers that hold against one opponent: angle, momentum, ferocity; or terrain, river, slope.
type Position = [Option<Modifier>; 3];

fn total(position: Position) -> i8 {
    position
        .iter()
        .flatten()
        .map(|modifier| modifier.value)
        .sum()
}

/// 9.4: returns the dice of a round: those of the attackers, then those of the defenders, each side
/// in declared order. Who has no rating rolls none.
pub(in super::super) fn dice(battle: Battle<'_>, bout: &Bout) -> Vec<Die> {
    dice_after(battle, bout, 0)
}

/// Returns the dice of a round whose blows have been struck, which are no fatigue of their own.
pub(super) fn dice_of_blow(battle: Battle<'_>, bout: &Bout) -> Vec<Die> {
    dice_after(battle, bout, 1)
}

fn dice_after(battle: Battle<'_>, bout: &Bout, struck: u8) -> Vec<Die> {
    let attackers = bout.attackers().into_iter().filter_map(|unit| {
        let rating = attacking_rating(battle, unit, bout.round)?;
        let position = |enemy| onslaught(battle, bout, unit, enemy);
        let others = fatigue(battle, bout, unit, struck).into_iter();
        let others: Vec<Modifier> = others.chain(force::on_shock(battle, unit, false)).collect();
        let opponents = bout.opponents(unit);
        Some(Die::new(
            battle,
            (unit, rating),
            &opponents,
            position,
            &others,
        ))
    });
    let defenders = bout.defenders().into_iter().filter_map(|unit| {
        let rating = defending_rating(battle, unit)?;
        let position = |enemy| ground(battle, unit, enemy);
        let opponents = bout.opponents(unit);
        let others: Vec<Modifier> = force::on_shock(battle, unit, true).into_iter().collect();
        Some(Die::new(
            battle,
            (unit, rating),
            &opponents,
            position,
            &others,
        ))
    });
    attackers.chain(defenders).collect()
}

/// 9.5.1: the angle of an attack, seen from the defender.
fn angle(battle: Battle<'_>, attacker: UnitId, defender: UnitId) -> Option<Modifier> {
    let (drm, value) = match battle.arc(defender, battle.hex(attacker)?)? {
        Arc::Front => return None,
        Arc::Flank => (Drm::Flank, FLANK),
        Arc::Rear => (Drm::Rear, REAR),
    };
    Some(Modifier { drm, value })
}

/// 9.5.1 to 9.5.3: what an attack on one opponent gives: the angle, and in the first round momentum
/// and ferocity, unless a shield wall breaks them.
fn onslaught(battle: Battle<'_>, bout: &Bout, unit: UnitId, enemy: UnitId) -> Position {
    let charges =
        bout.combat.momentum.contains(&unit) && !force::breaks_momentum(battle, unit, enemy);
    // 9.5.3: Disordered units have no ferocity.
    let is_fierce = charges
        && (battle.unit(unit).ferocity || force::is_ferocious(battle, unit))
        && battle.piece(unit).condition == Condition::Good;
    [
        angle(battle, unit, enemy),
        charges.then_some(Modifier {
            drm: Drm::Momentum,
            value: MOMENTUM,
        }),
        is_fierce.then_some(Modifier {
            drm: Drm::Ferocity,
            value: FEROCITY,
        }),
    ]
}

/// 9.5.4: fatigue in a continued attack.
fn fatigue(battle: Battle<'_>, bout: &Bout, unit: UnitId, struck: u8) -> Option<Modifier> {
    let blows = battle.piece(unit).blows.saturating_sub(struck);
    (bout.round == Round::Continued && blows > 0).then_some(Modifier {
        drm: Drm::Fatigue,
        value: blows as i8,
    })
}

/// 9.5.1, TEC: the ground that a defender holds against one attacker.
fn ground(battle: Battle<'_>, defender: UnitId, attacker: UnitId) -> Position {
    let (Some(to), Some(from)) = (battle.hex(defender), battle.hex(attacker)) else {
        return [None; 3];
    };
    let ground = &battle.game.ground;
    let terrain = ground.terrain(to);
    let cover = match terrain {
        Terrain::Clear => None,
        Terrain::Woods => Some(Drm::Woods),
        Terrain::Village => Some(Drm::Village),
    };
    let slope = match ground.slope(from, to) {
        Slope::Even => None,
        Slope::Up => Some((Drm::DefenderUphill, UPHILL_SHOCK)),
        Slope::Down => Some((Drm::DefenderDownhill, DOWNHILL_SHOCK)),
    };
    let river = ground.river(from, to);
    [
        cover.map(|drm| Modifier {
            drm,
            value: terrain.shock(),
        }),
        river.then_some(Modifier {
            drm: Drm::River,
            value: RIVER_SHOCK,
        }),
        slope.map(|(drm, value)| Modifier { drm, value }),
    ]
}
