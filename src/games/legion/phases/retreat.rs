//! 17.0: retreat before combat.

use crate::engine::{Fit, Pick, Turn};
use crate::geometry::Hex;
use crate::orders::Illegal;

use crate::games::legion::decision::Declared;
use crate::games::legion::event::Event;
use crate::games::legion::options::RbcLeaderSpeed;
use crate::games::legion::order::{Haven, Order, Who};
use crate::games::legion::terms::UnitId;
use crate::games::legion::{Field, Game, bars, march, rules, stacking};

/// By how many points a unit has to be faster than the fastest attacker (17.0).
const FASTER: u8 = 3;

/// Returns the units of a hex that may retreat before these attackers and have somewhere to go.
pub(crate) fn able(field: Field<'_>, attackers: &[UnitId], hex: Hex) -> Vec<UnitId> {
    let units = field.open.stack(hex);
    units
        .filter(|&unit| {
            may_retreat(field, unit, attackers).is_ok() && !havens(field, unit).is_empty()
        })
        .collect()
}

/// 17.0, 17.3, R37: tells why a unit may not retreat before these attackers.
pub(crate) fn may_retreat(
    field: Field<'_>,
    unit: UnitId,
    attackers: &[UnitId],
) -> Result<(), Illegal> {
    let id = || field.game.id(unit);
    let piece = field.piece(unit);
    if piece.disrupted.is_some() || piece.square {
        let state = match piece.square {
            true => "stands in a Square",
            false => "is disrupted",
        };
        let because = format!("{} {state} and stays", id());
        return Err(Illegal::new(rules::R17_0, because));
    }
    march::is_free(field, unit)?;
    let hex = field.open.hex(unit);
    let stack = hex.into_iter().flat_map(|hex| field.open.stack(hex));
    let refugees: Vec<UnitId> = stack
        .filter(|&other| field.piece(other).deeds.fell_back)
        .collect();
    if !refugees.is_empty() {
        let because = format!(
            "{} retreated into the hex of {}, which stays",
            bars::names(field, refugees),
            id()
        );
        return Err(Illegal::new(rules::R17_3, because));
    }
    let own = field.kind(unit).ma;
    let fastest = fastest(field, attackers);
    if own < fastest + FASTER {
        let because = format!(
            "{} with {own} is not {FASTER} points faster than {fastest}",
            id()
        );
        return Err(Illegal::new(rules::R17_0, because));
    }
    Ok(())
}

/// R35: returns the printed allowance of the fastest attacker.
fn fastest(field: Field<'_>, attackers: &[UnitId]) -> u8 {
    let leaders = field.game.options.rbc_leader_speed == RbcLeaderSpeed::Yes;
    let with = attackers
        .iter()
        .filter_map(|&unit| field.open.hex(unit))
        .flat_map(|hex| {
            let side = field.side(attackers[0]);
            field
                .stack(hex, side)
                .filter(move |&unit| leaders && field.is_leader(unit))
        });
    let units = attackers.iter().copied().chain(with);
    units.map(|unit| field.kind(unit).ma).max().unwrap_or(0)
}

/// 17.1: lists the hexes into which a unit may retreat.
pub(crate) fn havens(field: Field<'_>, unit: UnitId) -> Vec<Hex> {
    let Some(from) = field.open.hex(unit) else {
        return Vec::new();
    };
    let side = field.side(unit);
    let open =
        crate::games::legion::data::map::around(&field.game.land, from).filter(|&(dir, hex)| {
            field
                .game
                .land
                .is_passable(from, dir, hex, field.class(unit))
                && !field.is_hostile(hex, side)
                && field.square_in(hex).is_none()
                && stacking::may_join(field, hex, &[unit]).is_ok()
        });
    let mut hexes: Vec<Hex> = open.map(|(_, hex)| hex).collect();
    hexes.sort_unstable();
    hexes
}

/// Returns where a unit goes by this answer.
fn goes_to(field: Field<'_>, unit: UnitId, to: &Haven, from: &[Hex]) -> Option<Hex> {
    let havens = havens(field, unit);
    match to {
        Haven::Stand => None,
        Haven::To(hexes) => hexes.iter().copied().find(|hex| havens.contains(hex)),
        Haven::Away => {
            let distance = |hex: Hex| {
                from.iter()
                    .map(|&own| field.game.land.distance(own, hex))
                    .min()
            };
            havens
                .into_iter()
                .max_by_key(|&hex| (distance(hex), std::cmp::Reverse(hex)))
        }
    }
}

/// R34: tells whether every unit of the attacked hexes retreats.
pub(crate) fn is_whole(field: Field<'_>, attack: &Declared, answers: &[(UnitId, Order)]) -> bool {
    let stands = |order: &Order| {
        matches!(
            order,
            Order::Retreat {
                to: Haven::Stand,
                ..
            }
        )
    };
    let runs = |unit: UnitId| {
        answers
            .iter()
            .any(|(own, order)| *own == unit && !stands(order))
    };
    attack.at.iter().all(|&hex| field.open.stack(hex).all(runs))
}

/// Moves those who retreat; returns them.
pub(crate) fn carry_out(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    attack: &Declared,
    answers: &[(UnitId, Order)],
) -> Vec<UnitId> {
    let mut retreated = Vec::new();
    for (unit, order) in answers {
        let Order::Retreat { to, .. } = order else {
            continue;
        };
        let field = Field::new(game, &turn.state().open);
        let starts: Vec<Hex> = attack
            .units
            .iter()
            .filter_map(|&unit| field.open.hex(unit))
            .collect();
        let (Some(from), Some(to)) = (field.open.hex(*unit), goes_to(field, *unit, to, &starts))
        else {
            continue;
        };
        turn.emit(Event::Retreated {
            unit: *unit,
            from,
            to,
        });
        retreated.push(*unit);
    }
    retreated.sort_unstable();
    retreated
}

/// Says whether a RETREAT line speaks of this unit at these odds.
pub(crate) fn answer(field: Field<'_>, unit: UnitId, column: u8, order: &Order) -> Fit<Order> {
    let Order::Retreat { who, least, to } = order else {
        return Fit::Other;
    };
    let Some(rank) = field.rank(who, unit) else {
        return Fit::Other;
    };
    if least.is_some_and(|least| column < least) {
        return Fit::Other;
    }
    if let Haven::To(hexes) = to {
        let havens = havens(field, unit);
        if !hexes.iter().any(|hex| havens.contains(hex)) {
            let because = format!("none of these hexes is open to {}", field.game.id(unit));
            return Fit::Fails(Illegal::new(rules::R17_1, because));
        }
    }
    Fit::Takes(rank, retreat(unit, to.clone()))
}

/// A RETREAT order of one unit.
pub(crate) fn retreat(unit: UnitId, to: Haven) -> Order {
    Order::Retreat {
        who: Who::Unit(unit),
        least: None,
        to,
    }
}

/// Lists what a unit may do before combat.
pub(crate) fn options(field: Field<'_>, unit: UnitId) -> Vec<Order> {
    let havens = havens(field, unit)
        .into_iter()
        .map(|hex| Haven::To(vec![hex]));
    let all = havens.chain([Haven::Away, Haven::Stand]);
    all.map(|to| retreat(unit, to)).collect()
}

/// Invents an answer.
pub(crate) fn sample(field: Field<'_>, unit: UnitId, pick: &mut dyn Pick) -> Option<Order> {
    let options = options(field, unit);
    let index = pick.pick(options.len());
    options.into_iter().nth(index)
}
