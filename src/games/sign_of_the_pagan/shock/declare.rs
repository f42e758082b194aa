//! 9.1, 9.2: who attacks whom: line by line, then the whole set, then what the book compels.

use crate::engine::{Mode, Next, Pause, Turn};
use crate::orders::Illegal;

use super::super::battle::Battle;
use super::super::cards::{self, Moment, force};
use super::super::data::{Contingent, UnitId};
use super::super::decision::{Decision, Frame};
use super::super::event::{Combat, Event, Round};
use super::super::options::{Chain, FrontDuty, Momentum};
use super::super::order::Order;
use super::super::{Game, seat};
use super::eligible::{could_ever_attack, has_stomach, is_faced, may_strike};
use super::{Attack, Bar, Bout, Step, Strike};

/// 9.1: asks for the next attack; without one the declarations are closed.
pub(super) fn declare(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    declared: &[Attack],
    insist: bool,
) -> Result<Next<Frame>, Pause> {
    let battle = Battle::new(game, &turn.state().open);
    let Some(contingent) = battle.open.active else {
        return Ok(Next::done());
    };
    let mode = match could_attack(battle, contingent, declared).next() {
        None => Mode::Quiet,
        Some(_) if insist => Mode::One,
        Some(_) => Mode::List,
    };
    let asked = Decision::Declare {
        contingent,
        declared: declared.to_vec(),
    };
    let given = turn.ask(seat(contingent.side()), mode, asked)?;
    let mut declared = declared.to_vec();
    match given {
        Some(given) if given.order == Order::ShockAsk => Ok(again(declared, true)),
        Some(given) => {
            let Order::Shock {
                attackers,
                defenders,
                no_momentum,
            } = &given.order
            else {
                return Ok(close(game, turn, contingent, &declared));
            };
            let battle = Battle::new(game, &turn.state().open);
            let named = Named {
                attackers,
                defenders,
                no_momentum,
            };
            match muster(battle, contingent, &declared, named) {
                Ok(mustered) => declared.push(Attack {
                    line: given.line,
                    ..mustered.attack
                }),
                Err(bar) => {
                    let illegal = bar.illegal(battle);
                    balk(turn, contingent, given.line, illegal);
                }
            }
            Ok(again(declared, false))
        }
        None => Ok(close(game, turn, contingent, &declared)),
    }
}

fn again(declared: Vec<Attack>, insist: bool) -> Next<Frame> {
    Next::Go(vec![Step::Declare { declared, insist }.frame()])
}

fn balk(
    turn: &mut Turn<'_, Game>,
    contingent: Contingent,
    line: Option<crate::engine::LineId>,
    illegal: Illegal,
) {
    let cause = (illegal.rule, illegal.because);
    turn.balk(seat(contingent.side()), line, None, cause, false);
}

/// 9.1, 9.2: lines that leave out an enemy are dropped and their alternatives tried; what is left
/// becomes combats together with the compulsory attacks.
fn close(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    contingent: Contingent,
    declared: &[Attack],
) -> Next<Frame> {
    let battle = Battle::new(game, &turn.state().open);
    let broken = neglects(battle, declared);
    if !broken.is_empty() {
        let is_broken = |index| broken.iter().any(|(at, _)| *at == index);
        let good = (0..declared.len()).filter(|&index| !is_broken(index));
        let good = good.map(|index| declared[index].clone()).collect();
        for (index, pair) in broken {
            let attack = &declared[index];
            let battle = Battle::new(game, &turn.state().open);
            let illegal = leaves_out(battle, attack, pair);
            balk(turn, contingent, attack.line, illegal);
        }
        return again(good, false);
    }
    let bouts = combats(battle, contingent, declared);
    if bouts.is_empty() {
        return Next::done();
    }
    turn.emit(Event::ShockDeclared {
        combats: bouts.iter().map(|bout| bout.combat.clone()).collect(),
    });
    let moment = || Moment::ShockDeclared {
        strikes: bouts.iter().flat_map(|bout| bout.strikes.clone()).collect(),
    };
    let state = turn.state();
    let then = vec![
        Step::Retreats {
            bouts: bouts.clone(),
        }
        .frame(),
    ];
    Next::Go(cards::open(game, state, moment, then))
}

/// The units that a SHOCK line names.
#[derive(Debug, Clone, Copy)]
pub(super) struct Named<'a> {
    pub(super) attackers: &'a [UnitId],
    pub(super) defenders: &'a [UnitId],
    pub(super) no_momentum: &'a [UnitId],
}

/// An attack with what a line names and can be carried out, and why something was left out.
#[derive(Debug)]
pub(super) struct Mustered {
    pub(super) attack: Attack,
    pub(super) dropped: Option<Bar>,
}

/// 9.2: makes an attack of the units a line names. Units that are gone, and attackers that have
/// become unable, drop out; the rest attack.
///
/// # Errors
/// Why nobody can attack as the line says, or why it is no order that can be given.
pub(super) fn muster(
    battle: Battle<'_>,
    contingent: Contingent,
    declared: &[Attack],
    named: Named<'_>,
) -> Result<Mustered, Bar> {
    for &unit in named.attackers {
        may_be_named(battle, contingent, unit)?;
        let mut others = declared.iter();
        if others.any(|attack| attack.attackers.contains(&unit)) {
            return Err(Bar::Twice(unit));
        }
    }
    let is_friend = |unit: &&UnitId| battle.side(**unit) == contingent.side();
    if let Some(&friend) = named.defenders.iter().find(is_friend) {
        return Err(Bar::Friend(friend));
    }
    let mut why = None;
    let mut attackers = those_there(battle, named.attackers, &mut why);
    let mut defenders = those_there(battle, named.defenders, &mut why);
    attackers.retain(|&unit| {
        let struck = defenders
            .iter()
            .map(|&enemy| may_strike(battle, unit, enemy));
        let can = struck.clone().any(|struck| struck.is_ok());
        if !can {
            why = why.or(struck.clone().find_map(Result::err));
        }
        can
    });
    defenders.retain(|&enemy| {
        let mut struck = attackers
            .iter()
            .map(|&unit| may_strike(battle, unit, enemy));
        let is_struck = struck.clone().any(|struck| struck.is_ok());
        if !is_struck {
            why = why.or(struck.find_map(Result::err));
        }
        is_struck
    });
    if battle.game.options.chain == Chain::Split {
        split(battle, declared, &mut attackers, &mut defenders, &mut why);
    }
    if attackers.is_empty() || defenders.is_empty() {
        return Err(why.unwrap_or(Bar::Nobody));
    }
    let no_momentum = match battle.game.options.momentum {
        Momentum::Optional => named.no_momentum.to_vec(),
        Momentum::Automatic => Vec::new(),
    };
    let attack = Attack {
        attackers,
        defenders,
        no_momentum,
        line: None,
    };
    Ok(Mustered {
        attack,
        dropped: why,
    })
}

/// 4.0, 9.2.2: tells whether a unit can be named as an attacker at all.
pub(super) fn may_be_named(
    battle: Battle<'_>,
    contingent: Contingent,
    unit: UnitId,
) -> Result<(), Bar> {
    if battle.contingent(unit) != contingent {
        return Err(Bar::Inactive(unit, contingent));
    }
    could_ever_attack(battle, unit)
}

/// Returns the units that are on the map, each once; notes the first that is not.
fn those_there(battle: Battle<'_>, named: &[UnitId], why: &mut Option<Bar>) -> Vec<UnitId> {
    let mut there = Vec::with_capacity(named.len());
    for &unit in named {
        if !battle.is_on_map(unit) {
            why.get_or_insert(Bar::Gone(unit));
        } else if !there.contains(&unit) {
            there.push(unit);
        }
    }
    there
}

/// Q3, combats split: a defender belongs to the first line that names it, and whoever joins that
/// line, or attacks several, faces them all.
fn split(
    battle: Battle<'_>,
    declared: &[Attack],
    attackers: &mut Vec<UnitId>,
    defenders: &mut Vec<UnitId>,
    why: &mut Option<Bar>,
) {
    let holds = |attack: &&Attack| attack.defenders.iter().any(|unit| defenders.contains(unit));
    let mut members: Vec<UnitId> = declared
        .iter()
        .filter(holds)
        .flat_map(|attack| attack.defenders.iter().copied())
        .collect();
    if defenders.iter().any(|unit| !members.contains(unit)) {
        let claimed = defenders.iter().find(|unit| members.contains(unit));
        *why = why.or(claimed.copied().map(Bar::Claimed));
        defenders.retain(|unit| !members.contains(unit));
        members.clone_from(defenders);
    }
    attackers.retain(|&unit| {
        let missed = members
            .iter()
            .find(|&&enemy| !is_faced(battle, unit, enemy));
        if let Some(&enemy) = missed {
            why.get_or_insert(Bar::NotFaced(unit, enemy));
        }
        missed.is_none()
    });
}

/// Returns who strikes whom in an attack.
pub(super) fn strikes<'a>(
    battle: Battle<'a>,
    attack: &'a Attack,
) -> impl Iterator<Item = Strike> + 'a {
    let pairs = attack.attackers.iter().flat_map(move |&attacker| {
        let defenders = attack.defenders.iter();
        defenders.map(move |&defender| Strike { attacker, defender })
    });
    pairs.filter(move |strike| may_strike(battle, strike.attacker, strike.defender).is_ok())
}

/// 9.2, 9.2.1, Q27: returns an enemy in a unit's front that it leaves out although it attacks.
pub(super) fn neglected(
    battle: Battle<'_>,
    unit: UnitId,
    is_struck: impl Fn(UnitId) -> bool,
) -> Option<UnitId> {
    if battle.game.options.front_duty == FrontDuty::Any || battle.open.is_engaged(unit) {
        return None;
    }
    // 9.2.1: an Engaged enemy need not be attacked; whoever holds it attacks it.
    battle
        .enemies_in_front(unit)
        .find(|&enemy| !battle.open.is_engaged(enemy) && !is_struck(enemy))
}

/// 9.2: returns the lines that cannot stand, each with the attacker and the enemy it leaves out.
///
/// Lines that fall are no support for others, so that more may fall with them.
pub(super) fn neglects(battle: Battle<'_>, declared: &[Attack]) -> Vec<(usize, (UnitId, UnitId))> {
    let struck: Vec<Vec<Strike>> = declared
        .iter()
        .map(|attack| strikes(battle, attack).collect())
        .collect();
    let mut broken: Vec<(usize, (UnitId, UnitId))> = Vec::new();
    loop {
        let stands = |index: usize| !broken.iter().any(|(at, _)| *at == index);
        let is_struck = |enemy: UnitId| {
            let mut standing = struck
                .iter()
                .enumerate()
                .filter(|(index, _)| stands(*index));
            standing.any(|(_, strikes)| strikes.iter().any(|strike| strike.defender == enemy))
        };
        let leaves_out = |attack: &Attack| {
            let mut attackers = attack.attackers.iter();
            attackers.find_map(|&unit| Some((unit, neglected(battle, unit, is_struck)?)))
        };
        let standing = declared
            .iter()
            .enumerate()
            .filter(|(index, _)| stands(*index));
        let more: Vec<_> = standing
            .filter_map(|(index, attack)| Some((index, leaves_out(attack)?)))
            .collect();
        if more.is_empty() {
            break;
        }
        broken.extend(more);
    }
    broken.sort_unstable_by_key(|(index, _)| *index);
    broken
}

/// Words the refusal of a line that leaves an enemy out, with the line that would do.
pub(super) fn leaves_out(
    battle: Battle<'_>,
    attack: &Attack,
    (unit, enemy): (UnitId, UnitId),
) -> Illegal {
    let name = |unit: &UnitId| battle.unit(*unit).id.as_str();
    let list = |units: &[UnitId]| units.iter().map(name).collect::<Vec<_>>().join(" ");
    let attackers = list(&attack.attackers);
    let defenders = list(&attack.defenders);
    Bar::LeavesOut(unit, enemy)
        .illegal(battle)
        .instead(format!("SHOCK {attackers} ON {defenders} {}", name(&enemy)))
}

/// 9.2.1, Q26: returns the Engaged units of a contingent with the enemies in front that they are
/// Engaged with, both in the order of their hexes.
pub(super) fn compelled(battle: Battle<'_>, contingent: Contingent) -> Vec<(UnitId, Vec<UnitId>)> {
    if battle.open.engaged.is_empty() {
        return Vec::new();
    }
    let mut compelled: Vec<(UnitId, Vec<UnitId>)> = battle
        .of(contingent)
        .filter_map(|unit| {
            let enemies = battle.open.engaged_with(unit);
            let mut enemies: Vec<UnitId> = enemies
                .filter(|&enemy| may_strike(battle, unit, enemy).is_ok())
                .collect();
            enemies.sort_by_key(|&enemy| battle.hex(enemy));
            (!enemies.is_empty()).then_some((unit, enemies))
        })
        .collect();
    compelled.sort_by_key(|&(unit, _)| battle.hex(unit));
    compelled
}

/// 9.2: returns the units that could still be declared as attackers, in id order.
pub(super) fn could_attack<'a>(
    battle: Battle<'a>,
    contingent: Contingent,
    declared: &'a [Attack],
) -> impl Iterator<Item = UnitId> + 'a {
    let is_free = move |unit: &UnitId| {
        !declared
            .iter()
            .any(|attack| attack.attackers.contains(unit))
    };
    battle.of(contingent).filter(is_free).filter(move |&unit| {
        let mut enemies = battle.enemies_in_front(unit);
        enemies.any(|enemy| has_stomach(battle, unit, enemy).is_ok())
    })
}

/// 9.2, Q3: joins the declared and the compulsory attacks that share a unit into combats, in the
/// order of their first lines.
pub(super) fn combats(
    battle: Battle<'_>,
    contingent: Contingent,
    declared: &[Attack],
) -> Vec<Bout> {
    let compelled = compelled(battle, contingent);
    let mut attacks = declared.to_vec();
    for (unit, enemies) in &compelled {
        let by_line = |enemy: &UnitId| {
            let mut lines = declared.iter();
            lines.any(|attack| attack.attackers.contains(unit) && attack.defenders.contains(enemy))
        };
        let missing: Vec<UnitId> = enemies
            .iter()
            .copied()
            .filter(|enemy| !by_line(enemy))
            .collect();
        if !missing.is_empty() {
            attacks.push(Attack {
                attackers: vec![*unit],
                defenders: missing,
                no_momentum: Vec::new(),
                line: None,
            });
        }
    }
    let leads = leads(&attacks);
    let firsts = (0..attacks.len()).filter(|&index| leads[index] == index);
    firsts
        .map(|first| {
            let joined = (0..attacks.len()).filter(|&index| leads[index] == first);
            let joined: Vec<&Attack> = joined.map(|index| &attacks[index]).collect();
            bout(battle, &joined, &compelled)
        })
        .collect()
}

/// Returns for each attack the first one of the combat that it belongs to.
fn leads(attacks: &[Attack]) -> Vec<usize> {
    let mut leads: Vec<usize> = (0..attacks.len()).collect();
    for later in 0..attacks.len() {
        for earlier in 0..later {
            if share_a_unit(&attacks[earlier], &attacks[later]) {
                let (one, other) = (leads[earlier], leads[later]);
                let (first, second) = (one.min(other), one.max(other));
                for lead in leads.iter_mut().filter(|lead| **lead == second) {
                    *lead = first;
                }
            }
        }
    }
    leads
}

fn share_a_unit(one: &Attack, other: &Attack) -> bool {
    let shares = |a: &[UnitId], b: &[UnitId]| a.iter().any(|unit| b.contains(unit));
    shares(&one.attackers, &other.attackers) || shares(&one.defenders, &other.defenders)
}

/// Makes one combat of attacks.
fn bout(battle: Battle<'_>, attacks: &[&Attack], compelled: &[(UnitId, Vec<UnitId>)]) -> Bout {
    let mut combat = Combat::default();
    let mut all = Vec::new();
    for attack in attacks {
        for &unit in &attack.attackers {
            if combat.attackers.contains(&unit) {
                continue;
            }
            combat.attackers.push(unit);
            let has_momentum =
                battle.piece(unit).deeds.momentum || force::has_momentum(battle, unit);
            if has_momentum && !attack.no_momentum.contains(&unit) {
                combat.momentum.push(unit);
            }
            if compelled.iter().any(|(pinned, _)| *pinned == unit) {
                combat.compelled.push(unit);
            }
        }
        for &unit in &attack.defenders {
            if !combat.defenders.contains(&unit) {
                combat.defenders.push(unit);
            }
        }
        all.extend(strikes(battle, attack));
    }
    Bout::new(combat, Round::First, all)
}
