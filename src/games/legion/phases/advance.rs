//! 8.4: advance after combat.

use crate::engine::{Fit, LineId, Mode, Pause, Pick, Rank, Turn};
use crate::geometry::Hex;
use crate::orders::Illegal;

use crate::games::legion::decision::Decision;
use crate::games::legion::event::Event;
use crate::games::legion::game::seat;
use crate::games::legion::options::{AdvanceWho, LeaderAdvance, Tempo};
use crate::games::legion::order::{Advance, AdvanceWish, Order};
use crate::games::legion::terms::{Side, UnitId};
use crate::games::legion::{Field, Game, bars, march, rules, stacking};
use crate::wording::series;

/// Lets attackers enter hexes that combat has emptied; carries out what was ordered or is answered.
///
/// # Errors
/// [`Pause::Wait`] if the owner has to be asked.
pub(crate) fn offer(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    side: Side,
    units: &[UnitId],
    into: &[Hex],
    wish: &AdvanceWish,
    line: Option<LineId>,
) -> Result<(), Pause> {
    let field = Field::new(game, &turn.state().open);
    let candidates = candidates(field, side, units, into);
    if candidates.is_empty() && *wish == AdvanceWish::Unsaid {
        return Ok(());
    }
    let (wish, line) = wished(game, turn, side, candidates, into, (wish, line))?;
    carry_out(game, turn, side, units, into, &wish, line, false);
    Ok(())
}

/// Returns what was said of an advance, or else what its owner answers where somebody may advance, with the line that
/// says so.
///
/// # Errors
/// [`Pause::Wait`] if the owner has to be asked.
pub(crate) fn wished(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    side: Side,
    candidates: Vec<UnitId>,
    into: &[Hex],
    (said, line): (&AdvanceWish, Option<LineId>),
) -> Result<(AdvanceWish, Option<LineId>), Pause> {
    if *said != AdvanceWish::Unsaid || candidates.is_empty() {
        return Ok((said.clone(), line));
    }
    let mode = match game.options.tempo {
        Tempo::Attack => Mode::One,
        Tempo::Phase | Tempo::Turn => Mode::Quiet,
    };
    let decision = Decision::Advance {
        side,
        units: candidates,
        into: into.to_vec(),
    };
    let given = turn.ask(seat(side), mode, decision)?;
    let line = given.as_ref().and_then(|given| given.line);
    Ok(match given.map(|given| given.order) {
        Some(Order::Advance { wish }) => (wish, line),
        _ => (AdvanceWish::None, None),
    })
}

/// Returns the attackers that are still on the map, and the hexes that are empty now.
pub(crate) fn left_over(field: Field<'_>, units: &[UnitId], at: &[Hex]) -> (Vec<UnitId>, Vec<Hex>) {
    let units = units.iter().copied();
    let hexes = at.iter().copied();
    (
        units.filter(|&unit| field.is_on_map(unit)).collect(),
        hexes.filter(|&hex| field.open.is_empty(hex)).collect(),
    )
}

/// Returns the units that may advance into one of the hexes.
pub(crate) fn candidates(
    field: Field<'_>,
    side: Side,
    units: &[UnitId],
    into: &[Hex],
) -> Vec<UnitId> {
    let may = |unit: UnitId| {
        into.iter()
            .any(|&hex| may_enter(field, side, units, unit, hex).is_ok())
    };
    field
        .army(side)
        .map(|(unit, _)| unit)
        .filter(|&unit| may(unit))
        .collect()
}

/// 8.4, 17.0: tells why a unit may not advance into a hex.
pub(crate) fn may_enter(
    field: Field<'_>,
    side: Side,
    units: &[UnitId],
    unit: UnitId,
    hex: Hex,
) -> Result<(), Illegal> {
    let id = || field.game.id(unit);
    let no = |because: String| Err(Illegal::new(rules::R8_4, because));
    let Some(from) = field.open.hex(unit).filter(|_| field.side(unit) == side) else {
        return no(format!("{} is not there to advance", id()));
    };
    let leader = field.is_leader(unit);
    let takes_part = units.contains(&unit)
        || (leader
            && field.game.options.leader_advance == LeaderAdvance::Yes
            && units
                .iter()
                .any(|&other| field.open.hex(other) == Some(from)))
        || (!leader && field.game.options.advance_who == AdvanceWho::AnyAdjacent);
    if !takes_part {
        return no(format!("{} took no part in the attack", id()));
    }
    let piece = field.piece(unit);
    let kept_by = [
        (piece.disrupted.is_some(), "is disrupted"),
        (piece.panicked, "has panicked"),
        (piece.square, "stands in a Square"),
    ];
    if let Some((_, state)) = kept_by.into_iter().find(|(is, _)| *is) {
        return no(format!("{} {state} and does not advance", id()));
    }
    march::is_free(field, unit)?;
    let land = &field.game.land;
    let Some(dir) = land.towards(from, hex) else {
        return no(format!("{} is not beside {}", field.name(hex), id()));
    };
    if field.is_hostile(hex, side) {
        return no(bars::enemies(field, hex));
    }
    if !land.is_passable(from, dir, hex, field.class(unit)) {
        return no(bars::ground(field, unit, hex).because);
    }
    if let Err(crowd) = stacking::may_join(field, hex, &[unit]) {
        return no(bars::crowd(field, crowd, hex, &[unit]).because);
    }
    Ok(())
}

/// Moves those who advance; tells the owner who was named and could not.
#[expect(clippy::too_many_arguments, reason = "an advance is all of this")]
pub(crate) fn carry_out(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    side: Side,
    units: &[UnitId],
    into: &[Hex],
    wish: &AdvanceWish,
    line: Option<LineId>,
    pursuit: bool,
) {
    // Leaders go last, with a unit that they stood with.
    let starts: Vec<(UnitId, Option<Hex>)> = units
        .iter()
        .map(|&unit| (unit, turn.state().open.hex(unit)))
        .collect();
    let list: Vec<Advance> = match wish {
        AdvanceWish::Unsaid | AdvanceWish::None => return,
        AdvanceWish::All => units
            .iter()
            .map(|&unit| Advance { unit, to: None })
            .collect(),
        AdvanceWish::Units(list) => list.clone(),
    };
    for Advance { unit, to } in list {
        let targets: Vec<Hex> = into
            .iter()
            .copied()
            .filter(|hex| to.is_none_or(|to| to == *hex))
            .collect();
        let field = Field::new(game, &turn.state().open);
        if targets.is_empty() {
            continue; // The hex that was named was not emptied: the clause falls away.
        }
        let leads = |hex: Hex| field.is_leader(unit) && follows(field, unit, hex, &starts);
        let tried = targets.iter().map(|&hex| {
            let judged = may_enter(field, side, units, unit, hex);
            if judged.is_err() && leads(hex) {
                may_follow(field, unit, hex)
            } else {
                judged
            }
            .map(|()| hex)
        });
        let tried: Vec<_> = tried.collect();
        match tried
            .iter()
            .find_map(|judged| judged.as_ref().ok().copied())
        {
            Some(to) => {
                let from = field.open.hex(unit).expect("who advances is on the map");
                turn.emit(Event::Advanced {
                    unit,
                    from,
                    to,
                    pursuit,
                });
            }
            None if *wish != AdvanceWish::All => {
                let illegal = tried
                    .into_iter()
                    .find_map(Result::err)
                    .expect("nothing was legal");
                let because = (illegal.rule, illegal.because);
                turn.balk(
                    seat(side),
                    line,
                    Some(format!("ADVANCE {}", game.id(unit))),
                    because,
                    true,
                );
            }
            None => {}
        }
    }
}

/// R11: tells whether a Leader's companion of the attack has gone to that hex.
fn follows(field: Field<'_>, leader: UnitId, hex: Hex, starts: &[(UnitId, Option<Hex>)]) -> bool {
    let from = field.open.hex(leader);
    field.game.options.leader_advance == LeaderAdvance::Yes
        && starts
            .iter()
            .any(|&(unit, start)| start == from && field.open.hex(unit) == Some(hex))
}

fn may_follow(field: Field<'_>, leader: UnitId, hex: Hex) -> Result<(), Illegal> {
    march::is_free(field, leader)?;
    let from = field.open.hex(leader);
    let touches = from.is_some_and(|from| field.game.land.touch(from, hex));
    if touches && !field.is_hostile(hex, field.side(leader)) {
        return Ok(());
    }
    let because = match touches {
        true => bars::enemies(field, hex),
        false => format!(
            "{} is not beside {}",
            field.name(hex),
            field.game.id(leader)
        ),
    };
    Err(Illegal::new(rules::R8_4, because))
}

/// Says whether an ADVANCE line can be carried out.
pub(crate) fn answer(
    field: Field<'_>,
    side: Side,
    units: &[UnitId],
    into: &[Hex],
    order: &Order,
) -> Fit<Order> {
    let Order::Advance { wish } = order else {
        return Fit::Other;
    };
    if let AdvanceWish::Units(list) = wish {
        for Advance { unit, to } in list {
            let targets = into.iter().filter(|hex| to.is_none_or(|to| to == **hex));
            let judged = targets.map(|&hex| may_enter(field, side, units, *unit, hex));
            let judged: Vec<_> = judged.collect();
            if !judged.iter().any(Result::is_ok) && !field.is_leader(*unit) {
                let illegal = judged
                    .into_iter()
                    .find_map(Result::err)
                    .unwrap_or_else(|| not_emptied(field, *unit, *to, into));
                return Fit::Fails(illegal);
            }
        }
    }
    Fit::Takes(Rank::Named, order.clone())
}

/// 8.4: tells why a hex that is named is none of those into which a unit may advance.
fn not_emptied(field: Field<'_>, unit: UnitId, to: Option<Hex>, into: &[Hex]) -> Illegal {
    let emptied: Vec<String> = into.iter().map(|&hex| field.name(hex)).collect();
    let emptied = match emptied.as_slice() {
        [] => "no hex".to_owned(),
        some => series(some),
    };
    let because = match to {
        Some(to) if field.is_hostile(to, field.side(unit)) => bars::enemies(field, to),
        Some(to) => format!("the attack has emptied {emptied}, not {}", field.name(to)),
        None => format!("{} has no hex to advance into", field.game.id(unit)),
    };
    Illegal::new(rules::R8_4, because)
}

/// Lists every advance of a single unit, and none.
pub(crate) fn options(field: Field<'_>, side: Side, units: &[UnitId], into: &[Hex]) -> Vec<Order> {
    let mut orders = Vec::new();
    for &unit in units {
        for &hex in into {
            if may_enter(field, side, units, unit, hex).is_ok() {
                orders.push(one(unit, hex));
            }
        }
    }
    orders.push(Order::Advance {
        wish: AdvanceWish::None,
    });
    orders
}

fn one(unit: UnitId, hex: Hex) -> Order {
    let advance = Advance {
        unit,
        to: Some(hex),
    };
    Order::Advance {
        wish: AdvanceWish::Units(vec![advance]),
    }
}

/// Invents an advance.
pub(crate) fn sample(
    field: Field<'_>,
    side: Side,
    units: &[UnitId],
    into: &[Hex],
    pick: &mut dyn Pick,
) -> Option<Order> {
    let orders = options(field, side, units, into);
    let index = pick.pick(orders.len());
    orders.into_iter().nth(index)
}
