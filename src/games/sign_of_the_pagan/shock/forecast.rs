//! The first round of a planned attack, with everything that its dice can come to.

use std::collections::BTreeMap;

use super::super::battle::Battle;
use super::super::cards::force;
use super::super::data::{Condition, Contingent, UnitId};
use super::super::die;
use super::super::event::{Came, Purpose, Round};
use super::super::order::Order;
use super::super::results;
use super::combat::{hit, outcome, shares};
use super::declare::{Named, combats, muster};
use super::eligible::{attacking_rating, may_go_on};
use super::{Attack, Bar, Bout, Die, Hit, dice};
use crate::engine::Chance;

/// As many dice of one round are worked out.
pub(in super::super) const MOST_DICE: usize = 12;

/// How a unit stands after the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Fate {
    /// In good order.
    Good,
    /// Disordered.
    Disordered,
    /// Eliminated.
    Eliminated,
}

/// What a round can lead to that is no part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Later {
    /// The unit may counterattack (9.7.1).
    Counter,
    /// The unit may continue (9.7.2).
    Continue,
    /// The unit's hex falls vacant (9.8).
    Vacated,
}

/// A round with the chance of everything that can come of it.
pub(in super::super) struct Forecast {
    /// Who fights whom.
    pub(in super::super) bout: Bout,
    /// The dice with all their modifiers.
    pub(in super::super) dice: Vec<Die>,
    /// Everybody in it, the defenders first.
    pub(in super::super) units: Vec<UnitId>,
    /// Each way in which they can stand afterwards, in the order of `units`.
    pub(in super::super) outcomes: BTreeMap<Vec<Fate>, Chance>,
    /// What may follow, and for whom.
    pub(in super::super) later: BTreeMap<(Later, UnitId), Chance>,
}

/// 9.2: makes combats of SHOCK orders, and returns the one in which the last of them attacks.
pub(in super::super) fn planned(
    battle: Battle<'_>,
    contingent: Contingent,
    orders: &[&Order],
) -> Option<Bout> {
    let mut declared: Vec<Attack> = Vec::new();
    let mut last: Result<Vec<UnitId>, Bar> = Ok(Vec::new());
    for order in orders {
        let Order::Shock {
            attackers,
            defenders,
            no_momentum,
        } = order
        else {
            continue;
        };
        let named = Named {
            attackers,
            defenders,
            no_momentum,
        };
        let mustered = muster(battle, contingent, &declared, named);
        last = mustered.map(|mustered| {
            let attackers = mustered.attack.attackers.clone();
            declared.push(mustered.attack);
            attackers
        });
    }
    let attackers = last.ok()?;
    let is_it = |bout: &Bout| {
        attackers
            .iter()
            .any(|unit| bout.combat.attackers.contains(unit))
    };
    combats(battle, contingent, &declared)
        .into_iter()
        .find(is_it)
}

/// A die with its faces gathered by what they come to.
type Faces = Vec<(u128, Came, Option<Hit>)>;

impl Forecast {
    /// 9.4, 9.5, 9.6: works a round out, checks included; nothing if too many dice are rolled in it.
    pub(in super::super) fn of(battle: Battle<'_>, bout: Bout) -> Option<Self> {
        let mut dice = dice(battle, &bout);
        if dice.len() > MOST_DICE {
            return None;
        }
        for die in &mut dice {
            let shift = die::expected_shift(battle, die.unit, Purpose::Shock);
            die.modifiers.extend(shift);
        }
        let units = [bout.defenders(), bout.attackers()].concat();
        let mut forecast = Self {
            bout,
            dice,
            units,
            outcomes: BTreeMap::new(),
            later: BTreeMap::new(),
        };
        let faces: Vec<Faces> = forecast
            .dice
            .iter()
            .map(|die| forecast.faces(battle, die))
            .collect();
        forecast.throw(
            battle,
            &faces,
            Chance::certain(),
            (&mut Vec::new(), &mut Vec::new()),
        );
        Some(forecast)
    }

    fn faces(&self, battle: Battle<'_>, die: &Die) -> Faces {
        let mut faces = Faces::new();
        let modifier: i8 = die.modifiers.iter().map(|modifier| modifier.value).sum();
        for natural in 0..10 {
            let net = natural + modifier;
            let came = outcome(die.rating, net);
            let roller = (die.unit, die.rating);
            let hit = hit(battle.game, &self.bout, roller, &die.opponents, net);
            match faces
                .iter_mut()
                .find(|face| (face.1, &face.2) == (came, &hit))
            {
                Some(face) => face.0 += 1,
                None => faces.push((1, came, hit)),
            }
        }
        faces
    }

    fn throw(
        &mut self,
        battle: Battle<'_>,
        rest: &[Faces],
        chance: Chance,
        (hits, overwhelming): (&mut Vec<Hit>, &mut Vec<UnitId>),
    ) {
        let Some((faces, rest)) = rest.split_first() else {
            return self.fallen(battle, chance, hits, overwhelming);
        };
        let unit = self.dice[self.dice.len() - rest.len() - 1].unit;
        for (count, came, hit) in faces {
            hits.extend(hit.clone());
            overwhelming.extend((*came == Came::Overwhelming).then_some(unit));
            let chance = chance.and(Chance::of(*count, 10));
            self.throw(battle, rest, chance, (hits, overwhelming));
            if hit.is_some() {
                hits.pop();
            }
            if *came == Came::Overwhelming {
                overwhelming.pop();
            }
        }
    }

    /// All dice have fallen: results, then the checks.
    fn fallen(
        &mut self,
        battle: Battle<'_>,
        chance: Chance,
        hits: &[Hit],
        overwhelming: &[UnitId],
    ) {
        let mut ways = vec![(Vec::new(), chance)];
        for (unit, results) in shares(battle, &self.bout, hits) {
            let fates = fates(battle, unit, results);
            ways = ways
                .iter()
                .flat_map(|(before, chance)| {
                    fates.iter().map(|&(fate, more)| {
                        let with = [before.as_slice(), &[fate]].concat();
                        (with, chance.and(more))
                    })
                })
                .collect();
        }
        for (fates, chance) in ways {
            self.note_later(battle, &fates, chance, overwhelming);
            let sum = self.outcomes.entry(fates).or_insert_with(Chance::never);
            *sum = sum.or(chance);
        }
    }

    fn note_later(
        &mut self,
        battle: Battle<'_>,
        fates: &[Fate],
        chance: Chance,
        overwhelming: &[UnitId],
    ) {
        let defenders = self.bout.defenders();
        let overwhelmed = defenders.iter().any(|unit| overwhelming.contains(unit));
        for (&unit, &fate) in self.units.iter().zip(fates) {
            let defends = defenders.contains(&unit);
            let lives = fate != Fate::Eliminated;
            let overwhelms = overwhelming.contains(&unit);
            let may_counter = attacking_rating(battle, unit, Round::Counter).is_some()
                && !force::forbids_counter(battle, unit);
            let later = match (defends, lives) {
                (true, false) => Some(Later::Vacated),
                (true, true) if overwhelms && may_counter => Some(Later::Counter),
                (false, true) if overwhelms && !overwhelmed && may_go_on(battle, unit).is_ok() => {
                    Some(Later::Continue)
                }
                _ => None,
            };
            if let Some(later) = later {
                let sum = self
                    .later
                    .entry((later, unit))
                    .or_insert_with(Chance::never);
                *sum = sum.or(chance);
            }
        }
    }
}

/// 9.6: what becomes of a unit that takes so many results: the first disorders it, every further one is
/// a check.
pub(in super::super) fn fates(
    battle: Battle<'_>,
    unit: UnitId,
    results: u8,
) -> Vec<(Fate, Chance)> {
    let is_good = battle.piece(unit).condition == Condition::Good;
    let checks = match (is_good, results) {
        (true, 0) => return vec![(Fate::Good, Chance::certain())],
        (true, results) => results - 1,
        (false, results) => results,
    };
    let stays = (0..checks).fold(Chance::certain(), |stays, _| {
        stays.and(results::stays(battle, unit))
    });
    let mut fates = vec![(Fate::Disordered, stays)];
    if checks > 0 {
        fates.push((Fate::Eliminated, stays.opposite()));
    }
    fates
}
