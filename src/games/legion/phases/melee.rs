//! The Melee Phase: D7 to D10, attack by attack (7.0, 17.0, 18.0).

use crate::engine::{Asked, Fit, Given, Mode, Next, Pause, Pick, Rank, Turn};
use crate::geometry::Hex;
use crate::orders::Illegal;

use super::fire::{Pages, own};
use super::{advance, retreat};
use crate::games::legion::decision::{Decision, Declared, Frame};
use crate::games::legion::event::{Attack, Event};
use crate::games::legion::game::seat;
use crate::games::legion::melee::{self, Clash};
use crate::games::legion::options::{
    AttackCommit, ContactGraph, ContactLeaders, ContactNullified, RbcScope, RbcStayers, Tempo,
};
use crate::games::legion::order::{AdvanceWish, Order};
use crate::games::legion::terms::{Combat, Legion, Outcome, Side, UnitId};
use crate::games::legion::{Field, Game, panic, rules, strike};

/// D7: asks for the next attack (7.0).
pub(crate) fn phase(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    let side = turn.state().open.phasing;
    let field = Field::new(game, &turn.state().open);
    let mode = if is_possible(field, side) {
        Mode::List
    } else {
        Mode::Quiet
    };
    let Some(given) = turn.ask(seat(side), mode, Decision::Melee { side })? else {
        turn.turn_page_unless(game, side);
        return Ok(Next::done());
    };
    if given.order == Order::Concede {
        turn.emit(Event::Conceded { side });
    }
    let Order::Melee {
        units, at, advance, ..
    } = given.order
    else {
        return Ok(Next::Go(vec![Frame::Melee]));
    };
    if game.options.tempo == Tempo::Attack {
        turn.turn_page(seat(side));
    }
    let attack = Declared {
        units,
        at,
        advance,
        line: given.line,
    };
    Ok(Next::Go(vec![Frame::Answer { attack }, Frame::Melee]))
}

/// Tells whether any unit of a side could attack anybody.
fn is_possible(field: Field<'_>, side: Side) -> bool {
    field.army(side).any(|(unit, hex)| {
        field.has_enemy_beside(hex, side) && melee::may_fight(field, unit).is_ok()
    })
}

/// D8, D8b: the other side retreats with whom it may, and names the legion that defends.
pub(crate) fn answered(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    attack: &Declared,
) -> Result<Next<Frame>, Pause> {
    let field = Field::new(game, &turn.state().open);
    let clash = Clash::new(&attack.units, &attack.at);
    let column = melee::odds(field, clash, &melee::nobody_moves).column;
    let mode = match game.options.tempo {
        Tempo::Turn => Mode::Quiet,
        Tempo::Phase | Tempo::Attack => Mode::One,
    };
    let mut questions = Vec::new();
    let mut runners = Vec::new();
    for &hex in &attack.at {
        let Some(side) = field.holder(hex) else {
            continue;
        };
        if game.options.retreat.is_on() {
            for unit in retreat::able(field, &attack.units, hex) {
                runners.push(unit);
                questions.push(Asked {
                    seat: seat(side),
                    mode,
                    decision: Decision::Retreat {
                        unit,
                        from: attack
                            .units
                            .iter()
                            .filter_map(|&unit| field.open.hex(unit))
                            .collect(),
                        column: column.unwrap_or(0),
                    },
                });
            }
        }
    }
    let (mixed, more) = which_legions(field, &attack.at);
    questions.extend(more);
    let mut given = turn.ask_all(questions)?;
    let legions = given.split_off(runners.len());
    let defending = named_legions(mixed, legions);
    let field = Field::new(game, &turn.state().open);
    let answers = runners
        .into_iter()
        .zip(given)
        .filter_map(|(unit, given)| Some((unit, given?.order)));
    let answers: Vec<_> = answers.collect();
    if game.options.rbc_scope == RbcScope::All && !retreat::is_whole(field, attack, &answers) {
        return Ok(strike_next(attack, None, Vec::new(), defending));
    }
    let retreated = retreat::carry_out(game, turn, attack, &answers);
    let declared = column.filter(|_| !retreated.is_empty());
    Ok(strike_next(attack, declared, retreated, defending))
}

/// D8b: finds the hexes in which units of several legions stand, and asks for the one that defends (L1.2).
pub(crate) fn which_legions(field: Field<'_>, at: &[Hex]) -> (Vec<Hex>, Vec<Asked<Decision>>) {
    let mut mixed = Vec::new();
    let mut questions = Vec::new();
    for &hex in at {
        let Some(side) = field.holder(hex) else {
            continue;
        };
        let legions = Legion::ALL.iter().filter(|&&legion| {
            let mut stack = field.stack(hex, side);
            stack.any(|unit| field.legion(unit) == Some(legion))
        });
        if legions.count() > 1 {
            mixed.push(hex);
            questions.push(Asked {
                seat: seat(side),
                mode: Mode::Quiet,
                decision: Decision::DefendLegion { side, hex },
            });
        }
    }
    (mixed, questions)
}

/// Returns the legions that were named for hexes of several.
pub(crate) fn named_legions(
    mixed: Vec<Hex>,
    given: Vec<Option<Given<Order>>>,
) -> Vec<(Hex, Legion)> {
    let named = mixed.into_iter().zip(given);
    named
        .filter_map(|(hex, given)| match given?.order {
            Order::DefendLegion { legion, .. } => Some((hex, legion)),
            _ => None,
        })
        .collect()
}

fn strike_next(
    attack: &Declared,
    declared: Option<u8>,
    retreated: Vec<UnitId>,
    defending: Vec<(Hex, Legion)>,
) -> Next<Frame> {
    Next::Go(vec![Frame::Strike {
        attack: attack.clone(),
        declared,
        retreated,
        defending,
    }])
}

/// Fights an attack: odds anew after a retreat, the die, the results (2.3, 17.5).
pub(crate) fn fight(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    attack: &Declared,
    (declared, retreated): (Option<u8>, &[UnitId]),
    defending: &[(Hex, Legion)],
) -> Result<Next<Frame>, Pause> {
    let field = Field::new(game, &turn.state().open);
    let left: Vec<Hex> = attack
        .at
        .iter()
        .copied()
        .filter(|&hex| !field.open.is_empty(hex))
        .collect();
    let side = field.side(attack.units[0]);
    let made = Attack {
        combat: Combat::Melee,
        side,
        units: attack.units.clone(),
        at: attack.at.clone(),
        odds: None,
        declared,
        retreated: retreated.to_vec(),
        natural: None,
        nth: 0,
        results: Vec::new(),
    };
    if left.is_empty() {
        // 17.0: everybody has gone; no die falls.
        turn.emit(Event::Attacked { attack: made });
        return Ok(Next::Go(vec![Frame::Pursue {
            attack: attack.clone(),
        }]));
    }
    let clash = Clash {
        units: &attack.units,
        at: &left,
        defending,
        gone: &[],
    };
    let odds = melee::odds(field, clash, &melee::nobody_moves);
    if odds.column.is_none() {
        turn.emit(Event::Attacked { attack: made });
        return Ok(Next::done());
    }
    let made = Attack {
        at: left,
        odds: Some(odds),
        ..made
    };
    let fought = strike::throw(game, turn, made)?;
    let mut frames = strike::carry_out(game, turn, Combat::Melee, &fought.results);
    frames.push(Frame::AfterMelee {
        attack: attack.clone(),
        fought,
    });
    Ok(Next::Go(frames))
}

/// 18.1, 13.0, 8.4: Contact, the test for panic, and who enters what was emptied.
pub(crate) fn after(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    attack: &Declared,
    fought: &Attack,
) -> Result<Next<Frame>, Pause> {
    let field = Field::new(game, &turn.state().open);
    let (units, emptied) = advance::left_over(field, &attack.units, &attack.at);
    let side = field.side(attack.units[0]);
    if !emptied.is_empty() {
        advance::offer(
            game,
            turn,
            side,
            &units,
            &emptied,
            &attack.advance,
            attack.line,
        )?;
    }
    if game.options.contact.is_on() {
        let field = Field::new(game, &turn.state().open);
        let pairs = ties(field, &units, fought);
        if !pairs.is_empty() {
            turn.emit(Event::Tied { pairs });
        }
    }
    panic::test(game, turn);
    Ok(Next::done())
}

/// 18.1: returns who is tied to whom after an attack that has hurt nobody.
pub(crate) fn ties(field: Field<'_>, units: &[UnitId], fought: &Attack) -> Vec<(UnitId, UnitId)> {
    let struck = fought.results.iter().any(|own| match own.result {
        Outcome::Nothing => false,
        Outcome::Disrupted => {
            // R38: where a nullified result ends Contact it brings about none.
            field.game.options.contact_nullified == ContactNullified::Ends
                || !was_nullified(field, own.hex, fought)
        }
        Outcome::Half | Outcome::Eliminated => true,
    });
    if struck {
        return Vec::new();
    }
    let takes_part = |unit: UnitId| {
        !field.is_leader(unit) || field.game.options.contact_leaders == ContactLeaders::Pinned
    };
    // R40: Leaders of the attack are tied with those who fought beside them.
    let side = field.side(fought.units[0]);
    let mut attackers = units.to_vec();
    for hex in units.iter().filter_map(|&unit| field.open.hex(unit)) {
        let leaders = field
            .stack(hex, side)
            .filter(|&unit| field.is_leader(unit) && takes_part(unit));
        attackers.extend(leaders);
    }
    attackers.sort_unstable();
    attackers.dedup();
    let mut pairs = Vec::new();
    for &hex in &fought.at {
        for defender in field.open.stack(hex).filter(|&unit| takes_part(unit)) {
            for &unit in &attackers {
                let pair = if field.side(unit) < field.side(defender) {
                    (unit, defender)
                } else {
                    (defender, unit)
                };
                if !field.open.contacts.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

/// Tells whether a D has disrupted nobody: all that stood there stand there undisrupted.
fn was_nullified(field: Field<'_>, hex: Hex, fought: &Attack) -> bool {
    let defenders = fought.odds.iter().flat_map(|odds| &odds.defenders);
    let mut there = defenders
        .map(|(unit, _)| *unit)
        .filter(|&unit| !field.is_leader(unit));
    let now = field.open.player_turn;
    there.all(|unit| {
        field.open.hex(unit).is_none_or(|own| own != hex)
            || field.piece(unit).disrupted.is_none_or(|when| when != now)
    }) && field.open.stack(hex).next().is_some()
}

/// R39: returns all units that Contact joins to these, directly or through others.
pub(crate) fn knot(field: Field<'_>, units: &[UnitId]) -> Vec<UnitId> {
    let mut knot = units.to_vec();
    if field.game.options.contact_graph == ContactGraph::Pairs {
        return knot;
    }
    let mut next = 0;
    while let Some(&unit) = knot.get(next) {
        for &(a, b) in &field.open.contacts {
            for (own, other) in [(a, b), (b, a)] {
                if own == unit && !knot.contains(&other) {
                    knot.push(other);
                }
            }
        }
        next += 1;
    }
    knot
}

/// 17.0, 17.4: the attackers may enter the hex that was left, and are then spent.
pub(crate) fn pursue(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    attack: &Declared,
) -> Result<Next<Frame>, Pause> {
    let field = Field::new(game, &turn.state().open);
    let side = field.side(attack.units[0]);
    let candidates = advance::candidates(field, side, &attack.units, &attack.at);
    let said = (&attack.advance, attack.line);
    let (wish, line) = advance::wished(game, turn, side, candidates, &attack.at, said)?;
    advance::carry_out(
        game,
        turn,
        side,
        &attack.units,
        &attack.at,
        &wish,
        line,
        true,
    );
    Ok(Next::done())
}

/// R36: tells whether attackers who were left without an enemy have used up their attack.
pub(crate) fn is_spent(game: &Game, attack: &Attack) -> bool {
    attack.natural.is_some() || game.options.rbc_stayers == RbcStayers::Spent
}

/// Says whether a line is a melee, and with whom it can be fought now.
pub(crate) fn answer(field: Field<'_>, side: Side, order: &Order) -> Fit<Order> {
    let Order::Melee {
        units,
        at,
        legion,
        advance,
    } = order
    else {
        return Fit::Other;
    };
    match fighters(field, side, units, at, *legion) {
        Ok(units) => Fit::Takes(
            Rank::Named,
            Order::Melee {
                units,
                at: at.clone(),
                legion: *legion,
                advance: advance.clone(),
            },
        ),
        Err(illegal) => Fit::Fails(illegal),
    }
}

/// Returns those of the named units that can take part; the others drop out (2.3).
pub(crate) fn fighters(
    field: Field<'_>,
    side: Side,
    named: &[UnitId],
    at: &[Hex],
    legion: Option<Legion>,
) -> Result<Vec<UnitId>, Illegal> {
    let mut units = Vec::new();
    let mut first = None;
    let mut dropped = false;
    for &unit in named {
        if legion.is_some() && field.legion(unit).is_some_and(|own| Some(own) != legion) {
            continue;
        }
        match own(field, side, unit).and_then(|()| melee::may_join(field, unit, at)) {
            Ok(_) => units.push(unit),
            Err(illegal) => {
                dropped |= !field.is_leader(unit);
                first.get_or_insert(illegal);
            }
        }
    }
    if let Some(illegal) = first.filter(|illegal| {
        let never = illegal.rule == rules::R7_24;
        let cancels = field.game.options.attack_commit == AttackCommit::Cancel && dropped;
        units.is_empty() || never || cancels
    }) {
        return Err(illegal);
    }
    if units.is_empty() {
        return Err(Illegal::new(rules::R7_0, "nobody attacks"));
    }
    melee::may_attack(field, Clash::new(&units, at))?;
    Ok(units)
}

/// Lists every attack of a whole stack and of each unit of it on one hex.
pub(crate) fn options(field: Field<'_>, side: Side) -> Vec<Order> {
    let mut orders = Vec::new();
    let mut add = |units: Vec<UnitId>, at: Hex| {
        if let Ok(units) = fighters(field, side, &units, &[at], None) {
            orders.push(Order::Melee {
                units,
                at: vec![at],
                legion: None,
                advance: AdvanceWish::Unsaid,
            });
        }
    };
    for at in enemies_beside(field, side) {
        let near = field.game.land.around(at);
        let mut all = Vec::new();
        for from in near.into_iter().flatten() {
            let able: Vec<UnitId> = field
                .stack(from, side)
                .filter(|&unit| melee::may_join(field, unit, &[at]).is_ok())
                .collect();
            for &unit in &able {
                add(vec![unit], at);
            }
            if able.len() > 1 {
                add(able.clone(), at);
            }
            all.extend(able);
        }
        if all.len() > 1 {
            add(all, at);
        }
    }
    orders
}

/// Lists the hexes of the enemy beside units of a side.
fn enemies_beside(field: Field<'_>, side: Side) -> Vec<Hex> {
    let mut hexes: Vec<Hex> = field.army(side.other()).map(|(_, hex)| hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.retain(|&hex| {
        !field.open.attacked.contains(&hex) && field.has_enemy_beside(hex, side.other())
    });
    hexes
}

/// Invents an attack on a hex beside, with some of those who can join.
pub(crate) fn sample(field: Field<'_>, side: Side, pick: &mut dyn Pick) -> Option<Order> {
    let hexes = enemies_beside(field, side);
    let at = *hexes.get(pick.pick(hexes.len() + 1))?;
    let near = field.game.land.around(at);
    let mut units = Vec::new();
    for from in near.into_iter().flatten() {
        for unit in field.stack(from, side) {
            if melee::may_join(field, unit, &[at]).is_ok() && pick.pick(4) > 0 {
                units.push(unit);
            }
        }
    }
    if melee::one_legion(field, &units).is_err() {
        let legion = units.iter().find_map(|&unit| field.legion(unit));
        units.retain(|&unit| field.legion(unit).is_none_or(|own| Some(own) == legion));
    }
    if units.is_empty() || melee::may_attack(field, Clash::new(&units, &[at])).is_err() {
        return None;
    }
    Some(Order::Melee {
        units,
        at: vec![at],
        legion: None,
        advance: AdvanceWish::Unsaid,
    })
}
