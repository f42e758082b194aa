//! 9.4: a round of shock combat: everybody's dice at once, then the results spread over the units.

use crate::engine::{Asked, Mode, Next, Pause, Turn};

use super::super::battle::Battle;
use super::super::cards::{self, Moment, force};
use super::super::data::{Condition, Side, UnitId};
use super::super::decision::{Decision, Frame};
use super::super::die::{self, Throw, Throwing};
use super::super::event::{By, Came, Cause, Combat, Event, Purpose};
use super::super::options::{MixedModifiers, MultiResult};
use super::super::order::Order;
use super::super::state::Attila;
use super::super::{Game, results, seat};
use super::eligible::{attacking_rating, is_faced};
use super::modifiers::{Die, dice, dice_of_blow};
use super::{Bout, Hit, Step};

/// 9.4: rolls the dice of a round: attackers, then defenders, each side in declared order.
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(super) fn fight(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    bout: &Bout,
) -> Result<Next<Frame>, Pause> {
    let mut bout = bout.clone();
    let battle = Battle::new(game, &turn.state().open);
    // Somebody may have died or gone home since the declaration.
    bout.strikes
        .retain(|strike| is_faced(battle, strike.attacker, strike.defender));
    if bout.strikes.is_empty() {
        return Ok(Next::Go(vec![advance(bout)]));
    }
    let mut dice = dice(battle, &bout);
    let broken = without_momentum(battle, &bout);
    let combat = Combat {
        attackers: bout.attackers(),
        defenders: bout.defenders(),
        momentum: Vec::new(),
        compelled: Vec::new(),
    };
    let among = |units: &[UnitId]| -> Vec<UnitId> {
        let units = units.iter().copied();
        units
            .filter(|unit| combat.attackers.contains(unit))
            .collect()
    };
    let combat = Combat {
        momentum: among(&bout.combat.momentum),
        compelled: among(&bout.combat.compelled),
        ..combat
    };
    if let Attila::With(unit) = turn.state().open.attila
        && let Some(die) = dice.iter_mut().find(|die| die.unit == unit)
    {
        let shift = die::attila_shift(game, turn, unit, Purpose::Shock)?;
        die.modifiers.extend(shift);
    }
    turn.emit(Event::ShockJoined {
        combat,
        round: bout.round,
    });
    let mut hits = Vec::new();
    for die in dice {
        let unit = die.unit;
        let (hit, came) = roll(game, turn, &bout, die, Throwing::First)?;
        if came == Came::Overwhelming {
            bout.overwhelming.push(unit);
        }
        hits.extend(hit);
    }
    // 9.8: momentum that a shield wall has broken was not used.
    bout.combat.momentum.retain(|unit| !broken.contains(unit));
    let moment = || Moment::ShockRolled {
        attackers: bout.attackers(),
        defenders: bout.defenders(),
    };
    let then = vec![after_dice(bout.clone(), hits)];
    Ok(Next::Go(cards::open(game, turn.state(), moment, then)))
}

fn after_dice(bout: Bout, hits: Vec<Hit>) -> Frame {
    if hits.is_empty() {
        return advance(bout);
    }
    let bout = Box::new(bout);
    Step::Results { bout, hits }.frame()
}

/// 11.2: rolls the die of one unit of a round again; the new one counts.
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(super) fn roll_again(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    bout: &Bout,
    hits: &[Hit],
    unit: UnitId,
) -> Result<Next<Frame>, Pause> {
    let (mut bout, mut hits) = (bout.clone(), hits.to_vec());
    let battle = Battle::new(game, &turn.state().open);
    let dice = dice_of_blow(battle, &bout);
    if let Some(mut die) = dice.into_iter().find(|die| die.unit == unit) {
        let shift = die::attila_shift(game, turn, unit, Purpose::Shock)?;
        die.modifiers.extend(shift);
        let (hit, came) = roll(game, turn, &bout, die, Throwing::Again)?;
        hits.retain(|hit| hit.by != unit);
        hits.extend(hit);
        bout.overwhelming.retain(|other| *other != unit);
        if came == Came::Overwhelming {
            bout.overwhelming.push(unit);
        }
    }
    Ok(Next::Go(vec![after_dice(bout, hits)]))
}

fn advance(bout: Bout) -> Frame {
    Step::Advance {
        bout: Box::new(bout),
    }
    .frame()
}

/// Returns the units whose momentum a shield wall breaks against everybody they strike.
fn without_momentum(battle: Battle<'_>, bout: &Bout) -> Vec<UnitId> {
    let charging = bout.combat.momentum.iter().copied();
    let is_broken = |unit: &UnitId| {
        let opponents = bout.opponents(*unit);
        let mut held = opponents.iter();
        held.all(|&enemy| force::breaks_momentum(battle, *unit, enemy))
    };
    charging.filter(is_broken).collect()
}

/// 9.4, 9.7: rolls one die; net results up to the rating hit, those of 0 or less overwhelm.
fn roll(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    bout: &Bout,
    die: Die,
    throwing: Throwing,
) -> Result<(Option<Hit>, Came), Pause> {
    let Die {
        unit,
        rating,
        modifiers,
        opponents,
    } = die;
    let throw = Throw {
        purpose: Purpose::Shock,
        by: By::Unit(unit),
        at: match opponents[..] {
            [(enemy, _)] => Some(enemy),
            _ => None,
        },
        modifiers,
        rating: Some(rating),
        throwing,
    };
    let (net, came) = die::roll(game, turn, throw, |net| outcome(rating, net))?;
    Ok((hit(game, bout, (unit, rating), &opponents, net), came))
}

/// 9.4, 9.7: what a net result comes to.
pub(super) fn outcome(rating: u8, net: i8) -> Came {
    match net {
        ..=0 => Came::Overwhelming,
        _ if net <= rating as i8 => Came::Hit,
        _ => Came::Miss,
    }
}

/// 9.4, Q10: the hit that a net result scores, with those who may take it.
pub(super) fn hit(
    game: &Game,
    bout: &Bout,
    (unit, rating): (UnitId, u8),
    opponents: &[(UnitId, i8)],
    net: i8,
) -> Option<Hit> {
    if outcome(rating, net) == Came::Miss {
        return None;
    }
    let takers = match game.options.mixed_modifiers {
        MixedModifiers::Each => {
            let struck = opponents
                .iter()
                .filter(|(_, worse)| net + worse <= rating as i8);
            struck.map(|&(enemy, _)| enemy).collect()
        }
        MixedModifiers::Worst | MixedModifiers::Best => {
            let defenders = bout.defenders();
            if defenders.contains(&unit) {
                bout.attackers()
            } else {
                defenders
            }
        }
    };
    Some(Hit { by: unit, takers })
}

/// 9.4, D16: how many results each unit takes if no owner says who of equals does, the defenders first.
pub(super) fn shares(battle: Battle<'_>, bout: &Bout, hits: &[Hit]) -> Vec<(UnitId, u8)> {
    let sides = [bout.defenders(), bout.attackers()];
    let shares = sides.iter().flat_map(|units| {
        let mut tally = Tally::new(battle, bout, units, hits);
        while let Some(tied) = tally.hand_out(battle) {
            tally.take(first_to_lose(battle, &tied));
        }
        tally
            .units
            .into_iter()
            .map(|share| (share.unit, share.results))
    });
    shares.collect()
}

/// The results of one side while they are handed out.
struct Tally {
    side: Side,
    units: Vec<Share>,
    hits: Vec<Vec<UnitId>>,
}

/// How many results a unit has taken.
struct Share {
    unit: UnitId,
    rating: u8,
    results: u8,
}

impl Tally {
    fn new(battle: Battle<'_>, bout: &Bout, units: &[UnitId], hits: &[Hit]) -> Self {
        let attackers = bout.attackers();
        let in_force = |unit| {
            let attacks = attackers.contains(&unit);
            let rating = attacks.then(|| attacking_rating(battle, unit, bout.round));
            rating.flatten().unwrap_or(battle.face(unit).shock)
        };
        let share = |&unit: &UnitId| Share {
            unit,
            rating: in_force(unit),
            results: 0,
        };
        let against = hits.iter().filter(|hit| !units.contains(&hit.by));
        let mut hits: Vec<_> = against.map(|hit| hit.takers.clone()).collect();
        // Q10: hits that few can take are handed out first, from the end of the list, so that
        // everybody gets one before anybody gets two.
        hits.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        Self {
            side: battle.side(units[0]),
            units: units.iter().map(share).collect(),
            hits,
        }
    }

    /// Hands results out as far as the rules decide; returns those tied where the owner does.
    ///
    /// Lowest rating first, one each before anybody takes a second (9.4, Q1).
    fn hand_out(&mut self, battle: Battle<'_>) -> Option<Vec<UnitId>> {
        while let Some(takers) = self.hits.last() {
            let same = self.hits.iter().filter(|hit| *hit == takers).count();
            let tied = self.next_to_take(battle, takers);
            match tied[..] {
                [] => {
                    self.hits.pop();
                }
                [unit] => self.take(unit),
                // Enough for all of them: in which order they take it does not matter.
                _ if same >= tied.len() => {
                    for unit in tied {
                        self.take(unit);
                    }
                }
                _ => return Some(tied),
            }
        }
        None
    }

    fn next_to_take(&self, battle: Battle<'_>, takers: &[UnitId]) -> Vec<UnitId> {
        let capped = battle.game.options.multi_result == MultiResult::Cap;
        let open = self
            .units
            .iter()
            .filter(|share| takers.contains(&share.unit) && !(capped && share.results > 0));
        let key = |share: &&Share| (share.results, share.rating);
        let Some(least) = open.clone().map(|share| key(&share)).min() else {
            return Vec::new();
        };
        open.filter(|share| key(share) == least)
            .map(|share| share.unit)
            .collect()
    }

    fn take(&mut self, unit: UnitId) {
        self.hits.pop();
        let mut shares = self.units.iter_mut();
        if let Some(share) = shares.find(|share| share.unit == unit) {
            share.results += 1;
        }
    }
}

/// 9.4, 9.6: spreads the hits of a round over the units and lets all results take effect at once;
/// who has to check does so, the defenders first.
///
/// # Errors
/// [`Pause::Wait`] if an owner has to say which of equal units takes a result.
pub(super) fn results(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    bout: &Bout,
    hits: &[Hit],
) -> Result<Next<Frame>, Pause> {
    let battle = Battle::new(game, &turn.state().open);
    let (attackers, defenders) = (bout.attackers(), bout.defenders());
    let stood: Vec<_> = defenders
        .iter()
        .filter_map(|&unit| Some((unit, battle.hex(unit)?)))
        .collect();
    let mut tallies = [
        Tally::new(battle, bout, &defenders, hits),
        Tally::new(battle, bout, &attackers, hits),
    ];
    hand_out(game, turn, &mut tallies)?;
    let mut frames = Vec::new();
    for share in tallies.iter().flat_map(|tally| &tally.units) {
        for _ in 0..share.results {
            frames.extend(results::disorder(turn, share.unit, Cause::Shock));
        }
    }
    if !frames.is_empty() {
        frames.push(Frame::AlanNerves);
    }
    let bout = Box::new(bout.clone());
    frames.push(Step::Aftermath { bout, stood }.frame());
    Ok(Next::Go(frames))
}

/// 9.4, Q40: hands all results out; owners of tied units are asked, both at once.
fn hand_out(game: &Game, turn: &mut Turn<'_, Game>, tallies: &mut [Tally; 2]) -> Result<(), Pause> {
    loop {
        let battle = Battle::new(game, &turn.state().open);
        let ties = tallies.each_mut().map(|tally| tally.hand_out(battle));
        let asked: Vec<_> = tallies
            .iter()
            .zip(&ties)
            .filter_map(|(tally, tied)| {
                Some(Asked {
                    seat: seat(tally.side),
                    mode: Mode::One,
                    decision: Decision::Loss {
                        side: tally.side,
                        tied: tied.clone()?,
                    },
                })
            })
            .collect();
        if asked.is_empty() {
            return Ok(());
        }
        let mut given = turn.ask_all(asked)?.into_iter();
        let battle = Battle::new(game, &turn.state().open);
        for (tally, tied) in tallies.iter_mut().zip(ties) {
            let Some(tied) = tied else { continue };
            let order = given.next().flatten().map(|given| given.order);
            let chosen = match order {
                Some(Order::Loss { units }) => units.into_iter().find(|unit| tied.contains(unit)),
                _ => None,
            };
            tally.take(chosen.unwrap_or_else(|| first_to_lose(battle, &tied)));
        }
    }
}

/// D16: returns who takes a result if the owner does not say: Disordered units last, then the
/// lowest hex.
pub(super) fn first_to_lose(battle: Battle<'_>, tied: &[UnitId]) -> UnitId {
    let order = |unit: &&UnitId| {
        let piece = battle.piece(**unit);
        (piece.condition == Condition::Disordered, piece.hex())
    };
    *tied
        .iter()
        .min_by_key(order)
        .expect("a tie is of two or more")
}
