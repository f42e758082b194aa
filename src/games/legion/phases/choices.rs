//! Moves listed and invented (5.0).

use crate::engine::Pick;
use crate::geometry::Hex;

use super::ending::may_concede;
use super::moves::{dissolve_options, may_convert, may_face};
use crate::games::legion::march::{self, Walk};
use crate::games::legion::order::{Order, Way};
use crate::games::legion::state::Moved;
use crate::games::legion::terms::{Dir, Edge, Side, UnitId};
use crate::games::legion::{Field, stacking};

/// Lists single steps of every unit, ways off the map, turns, changes of form, and the like.
pub(crate) fn options(field: Field<'_>, side: Side) -> Vec<Order> {
    let mut orders = Vec::new();
    for (unit, hex) in field.army(side) {
        let units = vec![unit];
        if march::may_set_out(field, unit, true).is_ok()
            && march::moves_whole(field, &units, hex).is_ok()
        {
            let walk = Walk::new(field, &units, hex);
            for dir in Dir::ALL {
                if let Ok((to, _)) = walk.cost(dir)
                    && stacking::may_join(field, to, &units).is_ok()
                {
                    orders.push(Order::Move {
                        units: units.clone(),
                        way: Way::Via(vec![to]),
                        facing: None,
                    });
                }
            }
            for &edge in Edge::ALL {
                if walk.may_leave(edge).is_ok() {
                    orders.push(Order::Exit {
                        units: units.clone(),
                        via: Vec::new(),
                        edge,
                    });
                }
            }
        }
        if field.game.options.facing.is_on() && may_face(field, side, unit).is_ok() {
            orders.extend(Dir::ALL.map(|facing| Order::Face {
                units: vec![unit],
                facing,
            }));
        }
        if field.game.options.cataphracts.is_on() {
            let printed = field.game.unit(unit).kind;
            let forms = field
                .game
                .kinds
                .forms
                .iter()
                .filter(|form| form.of == printed);
            let kinds = forms.map(|form| form.named).chain([printed]);
            let open = kinds.filter(|&to| may_convert(field, unit, to).is_ok());
            orders.extend(open.map(|to| Order::Convert { unit, to }));
        }
    }
    if field.game.options.square.is_on() {
        orders.extend(dissolve_options(field, side));
    }
    if may_concede(field, side).is_ok() {
        orders.push(Order::Concede);
    }
    orders
}

/// Chances out of so many that a phase ends although units could still move.
const TIRED: usize = 24;
/// Chances out of so many for a turn in place, a change of form or the end of a Square.
const RARE: usize = 12;

/// Invents a move: a unit that has not moved, or its whole stack, walks at random.
pub(crate) fn sample(field: Field<'_>, side: Side, pick: &mut dyn Pick) -> Option<Order> {
    let able = |&(unit, hex): &(UnitId, Hex)| {
        field.piece(unit).deeds.moved == Moved::No
            && march::may_set_out(field, unit, true).is_ok()
            && march::moves_whole(field, &[unit], hex).is_ok()
    };
    let able: Vec<_> = field.army(side).filter(able).collect();
    if able.is_empty() || pick.pick(TIRED) == 0 {
        return None;
    }
    if pick.pick(RARE) == 0
        && let Some(order) = sample_rare(field, side, pick)
    {
        return Some(order);
    }
    for _ in 0..4 {
        let (unit, hex) = able[pick.pick(able.len())];
        let units = match pick.pick(4) {
            0 => able
                .iter()
                .filter(|(_, own)| *own == hex)
                .map(|(unit, _)| *unit)
                .collect(),
            _ => vec![unit],
        };
        if let Some(order) = wander(field, units, hex, pick) {
            return Some(order);
        }
    }
    None
}

fn sample_rare(field: Field<'_>, side: Side, pick: &mut dyn Pick) -> Option<Order> {
    let options = &field.game.options;
    let rare = options.facing.is_on() || options.cataphracts.is_on() || options.square.is_on();
    if !rare {
        return None;
    }
    let all = self::options(field, side).into_iter();
    let mut all: Vec<Order> = all
        .filter(|order| {
            !matches!(
                order,
                Order::Move { .. } | Order::Exit { .. } | Order::Concede
            )
        })
        .collect();
    if all.is_empty() {
        return None;
    }
    Some(all.swap_remove(pick.pick(all.len())))
}

/// Walks at random and stops where there is room for the units.
fn wander(field: Field<'_>, units: Vec<UnitId>, from: Hex, pick: &mut dyn Pick) -> Option<Order> {
    let mut walk = Walk::new(field, &units, from);
    let mut path = Vec::new();
    let mut good = 0;
    let heading = pick.pick(6);
    for step in 0..=pick.pick(9) {
        let swerve = [0, 1, 5, 2, 4, 3][(pick.pick(3) + step) % 3];
        let dir = Dir::ALL[(heading + swerve) % 6];
        match walk.step(dir) {
            Ok(hex) => path.push(hex),
            Err(_) => break,
        }
        if stacking::may_join(field, walk.hex, &units).is_ok() {
            good = path.len();
        }
    }
    if good == path.len() && pick.pick(RARE) == 0 {
        let edges = Edge::ALL.iter().copied();
        if let Some(edge) = edges.into_iter().find(|&edge| walk.may_leave(edge).is_ok()) {
            let via = path;
            return Some(Order::Exit { units, via, edge });
        }
    }
    path.truncate(good);
    (!path.is_empty()).then_some(Order::Move {
        units,
        way: Way::Via(path),
        facing: None,
    })
}
