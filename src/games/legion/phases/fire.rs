//! The Fire Phase and defensive fire: D1, D5, and what follows from shots (6.0).

use std::collections::BTreeMap;

use crate::engine::{Asked, Fit, Mode, Next, Pause, Pick, Rank, Turn};
use crate::geometry::Hex;
use crate::orders::Illegal;

use super::advance;
use super::salvo::{self, Wish};
use crate::games::legion::decision::{Decision, Frame};
use crate::games::legion::event::{Attack, Event, Odds};
use crate::games::legion::game::seat;
use crate::games::legion::options::{AdvanceAfterFire, Tempo};
use crate::games::legion::order::{AdvanceWish, Aim, Order, Who};
use crate::games::legion::terms::{Combat, Side, UnitId};
use crate::games::legion::{Field, Game, fire, panic, rules, strike, whose};

/// D1: asks for fire attacks one after the other, each settled before the next (6.0).
pub(crate) fn phase(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    let side = turn.state().open.phasing;
    let field = Field::new(game, &turn.state().open);
    let mode = if is_possible(field, side) {
        Mode::List
    } else {
        Mode::Quiet
    };
    let Some(given) = turn.ask(seat(side), mode, Decision::Fire { side })? else {
        turn.turn_page_unless(game, side);
        return Ok(Next::done());
    };
    if given.order == Order::Concede {
        turn.emit(Event::Conceded { side });
    }
    let Order::Fire { mut units, at } = given.order else {
        return Ok(Next::Go(vec![Frame::Fire]));
    };
    // R14: further lines against the same hex belong to the same attack.
    while let Some(more) = turn.ask(seat(side), Mode::Quiet, Decision::JoinFire { side, at })? {
        if let Order::Fire { units: others, .. } = more.order {
            units.extend(
                others
                    .into_iter()
                    .filter(|unit| !units.contains(unit))
                    .collect::<Vec<_>>(),
            );
        }
    }
    let mut frames = resolve(game, turn, Combat::Fire, units, at)?;
    if game.options.tempo == Tempo::Attack {
        turn.turn_page(seat(side));
    }
    frames.push(Frame::Fire);
    Ok(Next::Go(frames))
}

/// Ends a phase in the tempo of the match.
pub(crate) trait Pages {
    /// Asks anew in the next phase where a list is used up, unless the list is for the whole turn.
    fn turn_page_unless(&mut self, game: &Game, side: Side);
}

impl Pages for Turn<'_, Game> {
    fn turn_page_unless(&mut self, game: &Game, side: Side) {
        if game.options.tempo != Tempo::Turn {
            self.turn_page(seat(side));
        }
    }
}

/// Rolls for fire at a hex and returns the steps that follow.
fn resolve(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    combat: Combat,
    mut units: Vec<UnitId>,
    at: Hex,
) -> Result<Vec<Frame>, Pause> {
    units.sort_unstable();
    let field = Field::new(game, &turn.state().open);
    let odds = fire::odds(field, &units, at);
    let attack = attack(field, combat, &units, at, odds);
    let attack = strike::throw(game, turn, attack)?;
    let mut frames = strike::carry_out(game, turn, combat, &attack.results);
    frames.push(Frame::AfterFire { combat, units, at });
    Ok(frames)
}

/// Puts a fire attack together before its die.
pub(crate) fn attack(
    field: Field<'_>,
    combat: Combat,
    units: &[UnitId],
    at: Hex,
    odds: Odds,
) -> Attack {
    Attack {
        combat,
        side: field.side(units[0]),
        units: units.to_vec(),
        at: vec![at],
        odds: Some(odds),
        declared: None,
        retreated: Vec::new(),
        natural: None,
        nth: 0,
        results: Vec::new(),
    }
}

/// What follows a fire attack: the test for panic and, where agreed, an advance (R10).
pub(crate) fn after(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    units: &[UnitId],
    at: Hex,
    combat: Combat,
) -> Result<Next<Frame>, Pause> {
    let side = game.side_of(units[0]);
    if game.options.advance_after_fire == AdvanceAfterFire::Adjacent
        && combat == Combat::Fire
        && turn.state().open.is_empty(at)
    {
        advance::offer(game, turn, side, units, &[at], &AdvanceWish::Unsaid, None)?;
    }
    panic::test(game, turn);
    Ok(Next::done())
}

/// Returns the units of a side that have missiles.
fn archers(field: Field<'_>, side: Side) -> impl Iterator<Item = (UnitId, Hex)> {
    field
        .army(side)
        .filter(move |(unit, _)| field.kind(*unit).has_fire())
}

/// Tells whether a side has anything to fire at.
fn is_possible(field: Field<'_>, side: Side) -> bool {
    archers(field, side).any(|(unit, _)| {
        fire::may_fire(field, unit, Combat::Fire).is_ok() && !targets(field, unit).is_empty()
    })
}

/// Lists the hexes at which a unit may fire now, alone or with others.
pub(crate) fn targets(field: Field<'_>, unit: UnitId) -> Vec<Hex> {
    let Some(from) = field.open.hex(unit) else {
        return Vec::new();
    };
    let range = field.kind(unit).range;
    let side = field.side(unit);
    let near = field.game.land.grid().within(from, range.into());
    let mut hexes: Vec<Hex> = near
        .filter(|&hex| field.is_hostile(hex, side) && !field.open.attacked.contains(&hex))
        .filter(|&hex| fire::reaches(field, unit, from, hex).is_ok())
        .collect();
    hexes.sort_unstable();
    hexes
}

/// Says whether a line is a fire attack, and with whom it can be made now.
pub(crate) fn answer(field: Field<'_>, side: Side, join: Option<Hex>, order: &Order) -> Fit<Order> {
    let Order::Fire { units, at } = order else {
        return Fit::Other;
    };
    if join.is_some_and(|hex| hex != *at) {
        return Fit::Other;
    }
    match firers(field, side, units, *at, join.is_some()) {
        Ok(units) => Fit::Takes(Rank::Named, Order::Fire { units, at: *at }),
        Err(illegal) => Fit::Fails(illegal),
    }
}

/// Returns those of the named units that can fire; the others drop out (2.3).
pub(crate) fn firers(
    field: Field<'_>,
    side: Side,
    named: &[UnitId],
    at: Hex,
    joins: bool,
) -> Result<Vec<UnitId>, Illegal> {
    let mut units = Vec::new();
    let mut first = None;
    for &unit in named {
        let own = own(field, side, unit);
        match own.and_then(|()| fire::may_fire_at(field, unit, at, Combat::Fire)) {
            Ok(()) => units.push(unit),
            Err(illegal) => {
                first.get_or_insert(illegal);
            }
        }
    }
    if units.is_empty() {
        return Err(first.unwrap_or_else(|| Illegal::new(rules::R6_0, "nobody fires")));
    }
    if !joins {
        fire::may_attack(field, &units, at)?;
    }
    Ok(units)
}

/// 4.2, 5.21: tells why a unit is not this side's to command.
pub(crate) fn own(field: Field<'_>, side: Side, unit: UnitId) -> Result<(), Illegal> {
    if field.side(unit) == side {
        return Ok(());
    }
    let because = whose::not_yours(field.game, side, unit);
    Err(Illegal::new(rules::R4_2, because))
}

/// Lists every attack of a single unit, of all that can of a stack, and of all that can.
pub(crate) fn options(field: Field<'_>, side: Side, join: Option<Hex>) -> Vec<Order> {
    let mut orders = Vec::new();
    let mut add = |units: Vec<UnitId>, at: Hex| {
        if join.is_some() || fire::may_attack(field, &units, at).is_ok() {
            orders.push(Order::Fire { units, at });
        }
    };
    // Who can fire at each hex, and from where.
    let mut able: BTreeMap<Hex, Vec<(Hex, UnitId)>> = BTreeMap::new();
    for (unit, from) in archers(field, side) {
        if fire::may_fire(field, unit, Combat::Fire).is_err() {
            continue;
        }
        let targets = targets(field, unit).into_iter();
        for at in targets.filter(|&at| join.is_none_or(|hex| hex == at)) {
            add(vec![unit], at);
            able.entry(at).or_default().push((from, unit));
        }
    }
    for (at, mut units) in able {
        units.sort_unstable();
        let stacks: Vec<Vec<UnitId>> = units
            .chunk_by(|one, other| one.0 == other.0)
            .map(|stack| stack.iter().map(|(_, unit)| *unit).collect())
            .collect();
        let all = (stacks.len() > 1).then(|| stacks.concat());
        let groups = stacks.into_iter().filter(|stack| stack.len() > 1);
        for group in groups.chain(all) {
            add(group, at);
        }
    }
    orders
}

/// Invents an attack: a unit that may fire, and others in range of the same hex.
pub(crate) fn sample(field: Field<'_>, side: Side, pick: &mut dyn Pick) -> Option<Order> {
    let able = |&(unit, _): &(UnitId, Hex)| {
        fire::may_fire(field, unit, Combat::Fire).is_ok() && !targets(field, unit).is_empty()
    };
    let firers: Vec<_> = archers(field, side).filter(able).collect();
    let index = pick.pick(firers.len() + 1);
    let &(unit, _) = firers.get(index)?;
    let targets = targets(field, unit);
    let at = targets[pick.pick(targets.len())];
    let mut units = vec![unit];
    for &(other, _) in &firers {
        let joins = other != unit
            && pick.pick(2) == 0
            && fire::may_fire_at(field, other, at, Combat::Fire).is_ok();
        if joins {
            units.push(other);
        }
    }
    fire::may_attack(field, &units, at)
        .is_ok()
        .then_some(Order::Fire { units, at })
}

/// D5: every fire unit with a target is asked at once, then all shots fall (6.42).
pub(crate) fn defensive(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    let field = Field::new(game, &turn.state().open);
    let side = turn.state().open.phasing.other();
    let (units, mut held) = salvo::able(field, side);
    if units.is_empty() && held.is_empty() {
        return Ok(Next::done());
    }
    let mode = match game.options.tempo {
        Tempo::Turn => Mode::Quiet,
        Tempo::Phase | Tempo::Attack => Mode::One,
    };
    let questions = units.iter().map(|&unit| Asked {
        seat: seat(side),
        mode,
        decision: Decision::DefensiveFire { unit },
    });
    let given = turn.ask_all(questions.collect())?;
    let field = Field::new(game, &turn.state().open);
    let wishes = units.iter().zip(given).filter_map(|(&unit, given)| {
        let given = given?;
        Some(Wish {
            unit,
            order: given.order,
            line: given.line,
        })
    });
    let wishes: Vec<Wish> = wishes.collect();
    let salvo = salvo::allot(field, &wishes);
    held.extend(salvo.held);
    salvo::tell(game, turn, &held);
    Ok(Next::Go(vec![Frame::Shots {
        combat: Combat::Defensive,
        shots: salvo.shots,
    }]))
}

/// Carries decided shots out, the next of them.
pub(crate) fn shots(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    combat: Combat,
    shots: &[(Hex, Vec<UnitId>)],
) -> Result<Next<Frame>, Pause> {
    let Some(((at, units), rest)) = shots.split_first() else {
        return Ok(Next::done());
    };
    let mut frames = Vec::new();
    if !turn.state().open.is_empty(*at) {
        frames = resolve(game, turn, combat, units.clone(), *at)?;
    }
    frames.push(Frame::Shots {
        combat,
        shots: rest.to_vec(),
    });
    Ok(Next::Go(frames))
}

/// Says whether a DF line speaks of this unit.
pub(crate) fn defensive_answer(field: Field<'_>, unit: UnitId, order: &Order) -> Fit<Order> {
    let Order::Defend { who, aim, least } = order else {
        return Fit::Other;
    };
    let Some(rank) = field.rank(who, unit) else {
        return Fit::Other;
    };
    if let (Aim::At(hexes), Rank::Named) = (aim, rank) {
        let mut tried = hexes.iter().map(|&hex| salvo::may_aim(field, unit, hex));
        if let Some(Err(illegal)) = tried.next()
            && !tried.any(|tried| tried.is_ok())
        {
            return Fit::Fails(illegal);
        }
    }
    Fit::Takes(
        rank,
        Order::Defend {
            who: Who::Unit(unit),
            aim: aim.clone(),
            least: *least,
        },
    )
}

/// Lists what a unit may do in defensive fire; what it cannot hit alone is left to those who fire where it is best.
pub(crate) fn defensive_options(field: Field<'_>, unit: UnitId) -> Vec<Order> {
    let reaches = |&hex: &Hex| fire::odds(field, &[unit], hex).column.is_some();
    let targets = fire::defensive_targets(field, unit).into_iter();
    let targets = targets.filter(reaches);
    let aims = targets
        .map(|hex| Aim::At(vec![hex]))
        .chain([Aim::Best, Aim::Hold]);
    aims.map(|aim| defend(unit, aim)).collect()
}

/// A DF order of one unit.
pub(crate) fn defend(unit: UnitId, aim: Aim) -> Order {
    Order::Defend {
        who: Who::Unit(unit),
        aim,
        least: None,
    }
}
