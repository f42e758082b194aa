//! What a round of shock combat is expected to give and to cost, from the dice that it would roll.

use super::super::data::{Kind, UnitId};
use super::super::event::{Combat, Round};
use super::super::options::MultiResult;
use super::super::shock::{self, Bout, Die, Strike};
use super::super::state::Attila;
use super::outlook::Outlook;
use super::worth;

/// The faces of a ten-sided die.
const FACES: i32 = 10;

/// 9.3: of ten faces those that Disorder a unit that gives way to heavy cavalry.
const FLUSTERED: i32 = 4;
/// The parts in which a doctrine counts the enemy's losses.
const TENTHS: i32 = 10;

/// What a round is expected to bring, in points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Exchange {
    /// What the other side is expected to lose.
    pub(super) gain: i32,
    /// What one's own side is expected to lose.
    pub(super) cost: i32,
}

impl Exchange {
    /// Returns what is won by it in all, as the commander counts it.
    pub(super) fn balance(self, battle: Outlook<'_>) -> i32 {
        self.gain * battle.doctrine.eager / TENTHS - self.cost
    }

    /// Returns the same round as the other side sees it.
    pub(super) fn turned_round(self) -> Self {
        Self {
            gain: self.cost,
            cost: self.gain,
        }
    }
}

/// Weighs an attack from where the units stand, momentum included; `None` if nobody can strike.
pub(super) fn weigh(
    battle: Outlook<'_>,
    attackers: &[UnitId],
    defenders: &[UnitId],
    round: Round,
) -> Option<Exchange> {
    let rides_off = |defender: &UnitId| {
        let (reckoned, first) = (battle.doctrine.flight, round == Round::First);
        reckoned && first && rides_off(battle, *defender, attackers)
    };
    let (gone, stands): (Vec<UnitId>, Vec<UnitId>) = defenders.iter().partition(|it| rides_off(it));
    if gone.is_empty() {
        return clash(battle, attackers, defenders, round);
    }
    let horse = attackers.iter().any(|&unit| battle.kind(unit).is_cavalry());
    let tolls = gone.iter().map(|&unit| match horse {
        true => worth::shaken(battle, unit) * FLUSTERED / FACES,
        false => 0,
    });
    let driven = gone.len() as i32 * battle.doctrine.driven;
    let gain = tolls.sum::<i32>() + driven;
    let rest = clash(battle, attackers, &stands, round).unwrap_or_default();
    Some(Exchange {
        gain: rest.gain + gain,
        ..rest
    })
}

/// 9.3: tells whether a unit is expected to retreat before shock: light cavalry that may.
fn rides_off(battle: Outlook<'_>, unit: UnitId, attackers: &[UnitId]) -> bool {
    battle.kind(unit) == Kind::LC
        && shock::may_give_way(*battle, unit, attackers)
        && attackers
            .iter()
            .any(|&attacker| shock::can_strike(*battle, attacker, unit))
}

/// Weighs a round in which all defenders stand; `None` if nobody can strike.
pub(super) fn clash(
    battle: Outlook<'_>,
    attackers: &[UnitId],
    defenders: &[UnitId],
    round: Round,
) -> Option<Exchange> {
    let bout = bout(battle, attackers, defenders, round)?;
    let (attacking, defending) = (bout.attackers(), bout.defenders());
    let dice = shock::dice(*battle, &bout);
    let attack = Roll::of(battle, &dice, &attacking);
    let defence = Roll::of(battle, &dice, &defending);
    let gain = defence.suffer(battle, &attack);
    let cost = attack.suffer(battle, &defence);
    let held = match round {
        Round::First => held(battle, &defending, &attack),
        Round::Counter | Round::Continued => 0,
    };
    Some(Exchange {
        gain: gain + held + attack.follow_up(battle, &defence) * defence.calm() / FACES,
        cost: cost + defence.follow_up(battle, &attack),
    })
}

/// 6.5: returns what it costs horse archers to be held by the attack, whatever else it does: they have to
/// get away, at a price.
fn held(battle: Outlook<'_>, defenders: &[UnitId], attack: &Roll) -> i32 {
    let miss = |left: i32, &(hits, _): &(i32, i32)| left * (FACES - hits) / FACES;
    let missed = attack.dice.iter().fold(FACES, miss);
    let is_caught = |unit: &&UnitId| {
        let is_horse_archer = battle.kind(**unit) == Kind::LC && battle.unit(**unit).bow.is_some();
        is_horse_archer && !battle.open.is_engaged(**unit)
    };
    let prices = defenders.iter().filter(is_caught).map(|&unit| {
        let (one, two) = (
            worth::results(battle, unit, 1),
            worth::results(battle, unit, 2),
        );
        (missed * one + (FACES - missed) * (two - one)) / FACES
    });
    prices.sum::<i32>() * battle.doctrine.pins / TENTHS
}

/// Makes a combat of everybody who can strike; `None` if nobody can.
fn bout(
    battle: Outlook<'_>,
    attackers: &[UnitId],
    defenders: &[UnitId],
    round: Round,
) -> Option<Bout> {
    let strikes: Vec<Strike> = attackers
        .iter()
        .flat_map(|&attacker| {
            let defenders = defenders.iter();
            defenders.map(move |&defender| Strike { attacker, defender })
        })
        .filter(|strike| shock::can_strike(*battle, strike.attacker, strike.defender))
        .collect();
    if strikes.is_empty() {
        return None;
    }
    let charges = |unit: &UnitId| battle.piece(*unit).deeds.momentum;
    let momentum = attackers.iter().copied().filter(charges);
    let combat = Combat {
        attackers: attackers.to_vec(),
        defenders: defenders.to_vec(),
        momentum: match round {
            Round::First => momentum.collect(),
            Round::Counter | Round::Continued => Vec::new(),
        },
        compelled: Vec::new(),
    };
    Some(Bout::new(combat, round, strikes))
}

/// Returns on how many of ten faces an attacker overwhelms, striking from where it stands (9.7).
pub(super) fn overwhelming_faces(
    battle: Outlook<'_>,
    attacker: UnitId,
    defenders: &[UnitId],
    round: Round,
) -> i32 {
    let Some(bout) = bout(battle, &[attacker], defenders, round) else {
        return 0;
    };
    let dice = shock::dice(*battle, &bout);
    let own = dice.iter().find(|die| die.unit == attacker);
    own.map_or(0, |die| faces(battle, die).1)
}

/// One side of a round: its units, lowest rating first, and its dice as counts of faces.
struct Roll {
    units: Vec<(u8, UnitId)>,
    /// Of ten faces of each die those that hit, and those that overwhelm (9.4, 9.7).
    dice: Vec<(i32, i32)>,
}

impl Roll {
    fn of(battle: Outlook<'_>, dice: &[Die], units: &[UnitId]) -> Self {
        let own = dice.iter().filter(|die| units.contains(&die.unit));
        let faces = own.clone().map(|die| faces(battle, die)).collect();
        let rank = |&unit: &UnitId| {
            let die = own.clone().find(|die| die.unit == unit);
            let rating = die.map_or(battle.face(unit).shock, |die| die.rating);
            (rating, unit)
        };
        let mut units: Vec<(u8, UnitId)> = units.iter().map(rank).collect();
        units.sort_unstable();
        Self { units, dice: faces }
    }

    /// Returns what the other side's dice are expected to cost this one.
    fn suffer(&self, battle: Outlook<'_>, other: &Self) -> i32 {
        // The chances of 0, 1, 2 ... hits, all dice taken together, as counts of faces.
        let mut chances = vec![1_i64];
        for &(hits, _) in &other.dice {
            let (hits, misses) = (i64::from(hits), i64::from(FACES - hits));
            chances.push(0);
            for count in (0..chances.len()).rev() {
                let fewer = if count > 0 { chances[count - 1] } else { 0 };
                chances[count] = chances[count] * misses + fewer * hits;
            }
        }
        let all: i64 = chances.iter().sum();
        let costs = chances.iter().enumerate();
        let costs = costs.map(|(hits, chance)| chance * i64::from(self.spread(battle, hits)));
        (costs.sum::<i64>() / all) as i32
    }

    /// 9.4, Q1: returns what so many hits cost, one each from the lowest rating on, then again.
    fn spread(&self, battle: Outlook<'_>, hits: usize) -> i32 {
        let count = self.units.len();
        let capped = battle.game.options.multi_result == MultiResult::Cap;
        let results = |place: usize| {
            let all = hits / count + usize::from(place < hits % count);
            if capped { all.min(1) } else { all }
        };
        let units = self.units.iter().enumerate();
        units
            .map(|(place, &(_, unit))| worth::results(battle, unit, results(place)))
            .sum()
    }

    /// Returns how many of ten faces leave everybody of this side without an Overwhelming Victory.
    fn calm(&self) -> i32 {
        let calm = |left: i32, &(_, over): &(i32, i32)| left * (FACES - over) / FACES;
        self.dice.iter().fold(FACES, calm)
    }

    /// 9.7: returns roughly what further blows of this side's overwhelming units bring.
    fn follow_up(&self, battle: Outlook<'_>, other: &Self) -> i32 {
        let Some(&(_, weakest)) = other.units.first() else {
            return 0;
        };
        let result = worth::results(battle, weakest, 1);
        let blows = self.dice.iter().map(|(hits, over)| hits * over);
        blows.sum::<i32>() * result / (2 * FACES * FACES)
    }
}

/// Returns how many of ten faces hit, and how many overwhelm.
fn faces(battle: Outlook<'_>, die: &Die) -> (i32, i32) {
    let modifiers = die.modifiers.iter();
    let given: i32 = modifiers.map(|modifier| i32::from(modifier.value)).sum();
    let led = i32::from(battle.open.attila == Attila::With(die.unit));
    let up_to = |net: i32| (net - given + led + 1).clamp(0, FACES);
    (up_to(i32::from(die.rating)), up_to(0))
}
