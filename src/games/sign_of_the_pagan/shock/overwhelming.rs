//! 9.7: what an Overwhelming Victory leads to: counterattacks (9.7.1), or else continued attacks
//! (9.7.2).

use crate::engine::{Asked, Mode, Next, Pause, Turn};
use crate::geometry::{Arc, Facing};

use super::super::battle::Battle;
use super::super::cards::force;
use super::super::data::{Contingent, UnitId};
use super::super::decision::{Decision, Frame};
use super::super::event::{Combat, Event, Round};
use super::super::options::{ContinueTarget, CounterChain, EvadeContinued, OvCancel};
use super::super::order::{Blow, Order};
use super::super::{Game, seat};
use super::eligible::{has_stomach, is_faced, may_counterattack, may_go_on};
use super::{Bar, Blows, Bout, Stance, Step, Strike};

/// Turns from the smallest on, clockwise before counter-clockwise (Q58).
const TURNS: [i32; 6] = [0, 1, -1, 2, -2, 3];

/// 9.7, Q49: Overwhelming defenders counterattack, all in one round; if there are none,
/// Overwhelming attackers go on. At the end the survivors are Engaged.
///
/// # Errors
/// [`Pause::Wait`] if an owner has to say whether a unit counterattacks.
pub(super) fn sequel(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    bout: &Bout,
) -> Result<Next<Frame>, Pause> {
    let chain = game.options.counter_chain;
    let is_counter = bout.round == Round::Counter;
    let mut frames = Vec::new();
    if !is_counter || chain == CounterChain::Full {
        frames.extend(counterattack(game, turn, bout)?);
    }
    if frames.is_empty() {
        let battle = Battle::new(game, &turn.state().open);
        frames = going_on(battle, bout);
    }
    if !is_counter && !bout.strikes.is_empty() {
        let engage = Step::Engage {
            attackers: bout.attackers(),
            defenders: bout.defenders(),
        };
        frames.push(engage.frame());
    }
    Ok(Next::Go(frames))
}

/// Returns those of the units that have rolled an Overwhelming Victory.
fn overwhelming(bout: &Bout, units: Vec<UnitId>) -> Vec<UnitId> {
    let mut units = units;
    units.retain(|unit| bout.overwhelming.contains(unit));
    units
}

/// 9.7.1: returns those that a unit may counterattack: who has just attacked it and is still
/// adjacent.
fn to_strike_back_at(battle: Battle<'_>, bout: &Bout, unit: UnitId) -> Vec<UnitId> {
    let is_barred = force::forbids_counter(battle, unit);
    if is_barred || bout.spent.contains(&unit) || may_counterattack(battle, unit).is_err() {
        return Vec::new();
    }
    let mut attackers = bout.opponents(unit);
    attackers.retain(|&attacker| battle.are_adjacent(unit, attacker));
    attackers
}

/// 9.7.1: lets Overwhelming defenders counterattack; returns nothing if none does.
fn counterattack(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    bout: &Bout,
) -> Result<Option<Frame>, Pause> {
    let battle = Battle::new(game, &turn.state().open);
    let defenders = overwhelming(bout, bout.defenders());
    let chances: Vec<(UnitId, Vec<UnitId>)> = defenders
        .into_iter()
        .map(|unit| (unit, to_strike_back_at(battle, bout, unit)))
        .filter(|(_, attackers)| !attackers.is_empty())
        .collect();
    let asked = chances.iter().map(|(unit, attackers)| Asked {
        seat: seat(battle.side(*unit)),
        mode: Mode::One,
        decision: Decision::Counter {
            unit: *unit,
            attackers: attackers.clone(),
        },
    });
    let asked = asked.collect();
    let given = turn.ask_all(asked)?;
    let mut combat = Combat::default();
    let mut strikes = Vec::new();
    for ((unit, attackers), given) in chances.into_iter().zip(given) {
        let order = given.map(|given| given.order);
        let Some(Order::Counter {
            yes: true, facing, ..
        }) = order
        else {
            continue;
        };
        let battle = Battle::new(game, &turn.state().open);
        if let Ok(facing) = counter_facing(battle, unit, &attackers, facing) {
            face(turn, unit, facing);
        }
        let battle = Battle::new(game, &turn.state().open);
        combat.attackers.push(unit);
        let struck = attackers
            .into_iter()
            .filter(|&enemy| is_faced(battle, unit, enemy));
        strikes.extend(struck.map(|defender| Strike {
            attacker: unit,
            defender,
        }));
    }
    if strikes.is_empty() {
        return Ok(None);
    }
    combat.defenders = bout.attackers();
    combat
        .defenders
        .retain(|unit| strikes.iter().any(|strike| strike.defender == *unit));
    let counter = Bout {
        spent: bout.spent.clone(),
        blows: bout.blows.clone(),
        ..Bout::new(combat, Round::Counter, strikes)
    };
    let bout = Box::new(counter);
    Ok(Some(Step::Fight { bout }.frame()))
}

fn face(turn: &mut Turn<'_, Game>, unit: UnitId, to: Facing) {
    let from = turn.state().open.piece(unit).facing;
    if from != to {
        turn.emit(Event::Turned { unit, from, to });
    }
}

/// Tells whether a unit would have an enemy in front, facing there.
fn would_face(battle: Battle<'_>, unit: UnitId, facing: Facing, enemy: UnitId) -> bool {
    let hex = battle.hex(enemy);
    hex.and_then(|hex| battle.arc_if_facing(unit, facing, hex)) == Some(Arc::Front)
}

/// 9.7.1: returns the facings that a unit may counterattack with: if it was attacked in flank or
/// rear those that bring an attacker into its front, else the one it has.
pub(super) fn counter_facings<'a>(
    battle: Battle<'a>,
    unit: UnitId,
    attackers: &'a [UnitId],
) -> impl Iterator<Item = Facing> + 'a {
    let now = battle.piece(unit).facing;
    let outflanked = attackers
        .iter()
        .any(|&enemy| !is_faced(battle, unit, enemy));
    TURNS
        .into_iter()
        .map(move |corners| now.turned(corners))
        .filter(move |&facing| outflanked || facing == now)
        .filter(move |&facing| {
            let mut attackers = attackers.iter();
            attackers.any(|&enemy| would_face(battle, unit, facing, enemy))
        })
}

/// 9.7.1, Q58: returns the facing of a counterattack: the one wanted, else the smallest turn.
pub(super) fn counter_facing(
    battle: Battle<'_>,
    unit: UnitId,
    attackers: &[UnitId],
    wanted: Option<Facing>,
) -> Result<Facing, Bar> {
    let mut facings = counter_facings(battle, unit, attackers);
    let now = battle.piece(unit).facing;
    match wanted {
        None => facings.next().ok_or(Bar::TurnsAway(unit, now)),
        Some(facing) if facings.any(|legal| legal == facing) => Ok(facing),
        Some(facing) => Err(Bar::TurnsAway(unit, facing)),
    }
}

/// 9.7.2, Q6, Q7: returns the continued attacks that are open after a round without a
/// counterattack.
fn going_on(battle: Battle<'_>, bout: &Bout) -> Vec<Frame> {
    let options = &battle.game.options;
    let defenders = overwhelming(bout, bout.defenders());
    let attackers = overwhelming(bout, bout.attackers());
    let cancelled = !defenders.is_empty() && options.ov_cancel == OvCancel::Result;
    let active = battle.open.active.map(Contingent::side);
    let is_active = |unit: &UnitId| Some(battle.side(*unit)) == active;
    let attackers = attackers.into_iter().filter(|_| !cancelled);
    // 9.7.1, Q6: after a counterattack the phasing side's units are the defenders.
    let phasing = defenders.into_iter().filter(is_active);
    let units: Vec<UnitId> = match (bout.round, options.counter_chain) {
        (Round::First | Round::Continued, _) => attackers.collect(),
        (Round::Counter, CounterChain::None) => Vec::new(),
        (Round::Counter, CounterChain::Phasing) => phasing.collect(),
        (Round::Counter, CounterChain::Full) => attackers.chain(phasing).collect(),
    };
    let fresh = units.into_iter().filter(|unit| !bout.spent.contains(unit));
    let fresh = fresh.map(|unit| (unit, stance(bout, unit)));
    // 9.3: lines for those who have followed a retreat are refused.
    let spent = bout.spent.iter().map(|&unit| (unit, Stance::Spent));
    let steps = fresh.chain(spent).map(|(unit, stance)| {
        let blows = bout.blows.clone();
        let blows = blows.filter(|blows| blows.unit == unit);
        Step::Continue {
            unit,
            stance,
            blows,
        }
    });
    steps.map(Step::frame).collect()
}

fn stance(bout: &Bout, unit: UnitId) -> Stance {
    if bout.advanced.contains(&unit) {
        Stance::Advanced
    } else {
        Stance::Steady
    }
}

/// Whom a continued attack strikes, and how the unit faces for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Aim {
    pub(super) targets: Vec<UnitId>,
    pub(super) facing: Facing,
}

/// 9.7.2, 9.8, Q23: returns the facings that a unit may continue with: the one it has, and all if it
/// has just advanced or if turning is free.
pub(super) fn continue_facings(
    battle: Battle<'_>,
    unit: UnitId,
    stance: Stance,
) -> impl Iterator<Item = Facing> {
    let now = battle.piece(unit).facing;
    let free = stance == Stance::Advanced
        || battle.game.options.continue_target == ContinueTarget::Adjacent;
    TURNS
        .into_iter()
        .map(move |corners| now.turned(corners))
        .filter(move |&facing| free || facing == now)
}

/// Returns the enemies that a unit could strike in a continued attack, facing there, clockwise.
pub(super) fn in_reach(
    battle: Battle<'_>,
    unit: UnitId,
    facing: Facing,
) -> impl Iterator<Item = UnitId> {
    let side = battle.side(unit);
    let hex = battle.hex(unit);
    let around = hex.into_iter().flat_map(move |hex| battle.around(hex));
    around
        .filter(move |&(hour, near)| facing.arc(hour) == Arc::Front && battle.side(near) != side)
        .map(|(_, near)| near)
        .filter(move |&near| has_stomach(battle, unit, near).is_ok())
}

/// 9.7.2, Q23, Q51: finds out whom a CONTINUE line strikes as things stand. Targets that are gone,
/// or that the unit cannot have in front together with the others, drop out.
pub(super) fn aim(
    battle: Battle<'_>,
    unit: UnitId,
    stance: Stance,
    blow: &Blow,
    wanted: Option<Facing>,
) -> Result<Aim, Bar> {
    if stance == Stance::Spent {
        return Err(Bar::Spent(unit));
    }
    may_go_on(battle, unit)?;
    let now = battle.piece(unit).facing;
    let is_free = battle.game.options.continue_target == ContinueTarget::Adjacent;
    if let Some(facing) = wanted
        && !continue_facings(battle, unit, stance).any(|legal| legal == facing)
    {
        debug_assert_ne!(facing, now);
        return Err(Bar::MayNotTurn(unit));
    }
    // Without a word the unit turns for its targets only where turning is free anyway.
    let facings = || {
        let all = continue_facings(battle, unit, stance);
        all.filter(move |&facing| match wanted {
            Some(wanted) => facing == wanted,
            None => is_free || facing == now,
        })
    };
    let named = match blow {
        Blow::Stop => return Err(Bar::Nobody),
        Blow::Best => {
            let best = facings()
                .flat_map(|facing| in_reach(battle, unit, facing))
                .min_by_key(|&enemy| (battle.face(enemy).shock, battle.hex(enemy)));
            vec![best.ok_or(Bar::Nobody)?]
        }
        Blow::On(named) => still_to_strike(battle, unit, named)?,
    };
    let struck = |facing| {
        let targets = named.iter().copied();
        let reach = move |enemy: &UnitId| {
            would_face(battle, unit, facing, *enemy) && has_stomach(battle, unit, *enemy).is_ok()
        };
        targets.filter(reach)
    };
    let all = facings().find(|&facing| struck(facing).count() == named.len());
    let some = || facings().find(|&facing| struck(facing).next().is_some());
    let facing = all.or_else(some).ok_or(Bar::NotInFront(unit, named[0]))?;
    Ok(Aim {
        targets: struck(facing).collect(),
        facing,
    })
}

/// Returns the named enemies that are still there.
fn still_to_strike(battle: Battle<'_>, unit: UnitId, named: &[UnitId]) -> Result<Vec<UnitId>, Bar> {
    if let Some(&friend) = named
        .iter()
        .find(|&&target| battle.side(target) == battle.side(unit))
    {
        return Err(Bar::Friend(friend));
    }
    let mut there: Vec<UnitId> = Vec::with_capacity(named.len());
    for &target in named {
        if battle.is_on_map(target) && !there.contains(&target) {
            there.push(target);
        }
    }
    match (named, there.len()) {
        ([], _) => Err(Bar::Nobody),
        (_, 0) => Err(Bar::Gone(named[0])),
        (_, 1 | 2) => Ok(there),
        _ => Err(Bar::TooMany(unit)),
    }
}

/// 9.7.2: tells whether a unit could continue at all.
pub(super) fn could_go_on(battle: Battle<'_>, unit: UnitId, stance: Stance) -> bool {
    stance != Stance::Spent
        && may_go_on(battle, unit).is_ok()
        && continue_facings(battle, unit, stance)
            .any(|facing| in_reach(battle, unit, facing).next().is_some())
}

/// 9.7.2: a unit may attack again at once; a line with blows left goes on by itself while it can.
///
/// # Errors
/// [`Pause::Wait`] if the owner has to say whether the unit goes on.
pub(super) fn continued(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    (unit, stance): (UnitId, Stance),
    blows: Option<&Blows>,
) -> Result<Next<Frame>, Pause> {
    let battle = Battle::new(game, &turn.state().open);
    if !battle.is_on_map(unit) {
        return Ok(Next::done());
    }
    if let Some(blows) = blows
        && let Ok(aim) = aim(battle, unit, stance, &blows.blow, None)
    {
        let left = blows.left - 1;
        return Ok(strike(game, turn, unit, aim, (&blows.blow, left)));
    }
    let mode = if could_go_on(battle, unit, stance) {
        Mode::One
    } else {
        Mode::Quiet
    };
    let asked = Decision::Continue { unit, stance };
    let given = turn.ask(seat(battle.side(unit)), mode, asked)?;
    let Some(Order::Continue {
        blow, max, facing, ..
    }) = given.map(|given| given.order)
    else {
        return Ok(Next::done());
    };
    let battle = Battle::new(game, &turn.state().open);
    let left = max.unwrap_or(1).saturating_sub(1);
    Ok(match aim(battle, unit, stance, &blow, facing) {
        Ok(aim) => strike(game, turn, unit, aim, (&blow, left)),
        Err(_) => Next::done(),
    })
}

/// One more attack; nobody retreats from it unless that is agreed (Q24).
fn strike(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    unit: UnitId,
    Aim { targets, facing }: Aim,
    (blow, left): (&Blow, u8),
) -> Next<Frame> {
    face(turn, unit, facing);
    let strikes = targets.iter().map(|&defender| Strike {
        attacker: unit,
        defender,
    });
    let strikes = strikes.collect();
    let combat = Combat {
        attackers: vec![unit],
        defenders: targets,
        ..Combat::default()
    };
    let bout = Bout {
        blows: (left > 0).then(|| Blows {
            unit,
            blow: blow.clone(),
            left,
        }),
        ..Bout::new(combat, Round::Continued, strikes)
    };
    let step = match game.options.evade_continued {
        EvadeContinued::No => Step::Fight {
            bout: Box::new(bout),
        },
        EvadeContinued::Yes => Step::Retreats { bouts: vec![bout] },
    };
    Next::Go(vec![step.frame()])
}
