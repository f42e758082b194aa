//! What moves come to when they are filed: who gets where, what ends a way early, and what its owner should know.

use super::moves::{March, dissolved, may_convert, may_march, parties, plan};
use crate::games::legion::event::Event;
use crate::games::legion::march::{self, HALVES};
use crate::games::legion::order::{Order, Way};
use crate::games::legion::terms::{Side, UnitId};
use crate::games::legion::{Field, rules};
use crate::geometry::Hex;
use crate::orders::Illegal;

/// Where a move leads, whose units all set out from one hex.
pub(crate) struct Landing {
    march: March,
    /// Whether it does all that its line says.
    is_whole: bool,
}

impl Landing {
    /// Returns the hex in which it ends.
    pub(crate) fn hex(&self) -> Hex {
        self.march.end()
    }

    /// Returns who comes there.
    pub(crate) fn units(&self) -> &[UnitId] {
        &self.march.units
    }

    /// Tells whether it does all that its line says.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole
    }
}

/// Returns where a move leads; nothing if its units set out from several hexes.
///
/// # Errors
/// Why nobody of them can set out.
pub(crate) fn landing(
    field: Field<'_>,
    side: Side,
    order: &Order,
) -> Result<Option<Landing>, Illegal> {
    let (Order::Move { units, .. } | Order::Exit { units, .. }) = order else {
        return Ok(None);
    };
    match parties(field, units).as_slice() {
        [(from, party)] => {
            let march = plan(field, side, *from, party, order)?;
            let is_whole = march.walked.halt.is_none() && unturned(field, &march).is_none();
            Ok(Some(Landing { march, is_whole }))
        }
        _ => may_march(field, side, units, order).map(|()| None),
    }
}

/// Plans what each party of a move's units does, of those that can set out.
fn marches<'a>(
    field: Field<'a>,
    side: Side,
    units: &[UnitId],
    order: &'a Order,
) -> impl Iterator<Item = March> + use<'a> {
    let parties = parties(field, units).into_iter();
    parties.filter_map(move |(from, party)| plan(field, side, from, &party, order).ok())
}

/// Spells out the ways that are found for a move, an order for each hex from which its units set out.
pub(crate) fn spelled(field: Field<'_>, side: Side, order: &Order) -> Vec<Order> {
    let Order::Move {
        units,
        way: Way::To(_),
        facing,
    } = order
    else {
        return Vec::new();
    };
    let marches = marches(field, side, units, order);
    marches
        .map(|march| Order::Move {
            units: march.units,
            way: Way::Via(march.walked.path),
            facing: *facing,
        })
        .collect()
}

/// 5.14, 8.2: finds units of a line that do not go with the others, and why.
pub(crate) fn left_behind(
    field: Field<'_>,
    side: Side,
    order: &Order,
) -> Option<(Vec<UnitId>, Illegal)> {
    let (Order::Move { units, .. } | Order::Exit { units, .. }) = order else {
        return None;
    };
    parties(field, units).into_iter().find_map(|(from, party)| {
        if let Err(illegal) = plan(field, side, from, &party, order) {
            return Some((party, illegal));
        }
        let may = |&unit: &UnitId| march::may_set_out(field, unit, party.len() == 1).err();
        let staying: Vec<UnitId> = party
            .iter()
            .copied()
            .filter(|unit| may(unit).is_some())
            .collect();
        let illegal = staying.first().and_then(may)?;
        Some((staying, illegal))
    })
}

/// 5.0: tells why a move that names its hexes does not come to its end, if none of its parties does.
///
/// A way that is to be found goes as far as the points last (R104).
pub(crate) fn cut_short(field: Field<'_>, side: Side, order: &Order) -> Option<Illegal> {
    let (Order::Move { units, .. } | Order::Exit { units, .. }) = order else {
        return None;
    };
    let mut first = None;
    for (from, party) in parties(field, units) {
        let Ok(march) = plan(field, side, from, &party, order) else {
            continue;
        };
        let illegal = stopped(field, &march, order).or_else(|| unturned(field, &march))?;
        first.get_or_insert(illegal);
    }
    first
}

/// Tells what ends a march before the end of a way that names its hexes.
fn stopped(field: Field<'_>, march: &March, order: &Order) -> Option<Illegal> {
    let (Order::Move {
        way: Way::Via(via), ..
    }
    | Order::Exit { via, .. }) = order
    else {
        return None;
    };
    let (_, _, illegal) = march.stopped(field)?;
    let illegal = match march.walked.halt {
        Some(_) => {
            let index = march.walked.path.len() + usize::from(via.first() == Some(&march.from));
            let names: Vec<String> = via.iter().map(|&hex| field.name(hex)).collect();
            illegal.about_step(&names[..index], &names[index])
        }
        None => illegal,
    };
    Some(match march.as_far_as_it_goes(field, order) {
        Some(shorter) => illegal.instead(shorter),
        None => illegal,
    })
}

/// 16.11: tells that nothing is left to turn at the end of a way that is gone to its end.
fn unturned(field: Field<'_>, march: &March) -> Option<Illegal> {
    let to = march.facing.filter(|&to| Some(to) != march.walked.facing)?;
    if march.walked.halt.is_some() {
        return None;
    }
    let mut units = march.units.iter().zip(&march.walked.spent);
    let (&unit, _) = units.find(|&(&unit, spent)| {
        field.has_facing(unit) && field.piece(unit).left().saturating_sub(*spent) < HALVES
    })?;
    let because = format!(
        "{} has no point left to turn to {to} at the end of its way",
        field.game.id(unit)
    );
    Some(Illegal::new(rules::R16_11, because))
}

/// R104: says where moves end in this turn that do not get as far as they are to go, and why.
pub(crate) fn remarks(field: Field<'_>, side: Side, order: &Order) -> Vec<String> {
    let Order::Move {
        units,
        way: Way::To(goal),
        ..
    } = order
    else {
        return Vec::new();
    };
    let short = marches(field, side, units, order).filter_map(|march| {
        let (_, _, illegal) = march.stopped(field)?;
        let ids: Vec<&str> = march
            .units
            .iter()
            .map(|&unit| field.game.id(unit))
            .collect();
        Some(format!(
            "{} will be in {} at the end of this move, not yet in {}: {} ({})",
            ids.join(", "),
            field.name(march.end()),
            field.name(*goal),
            illegal.because,
            illegal.rule
        ))
    });
    short.collect()
}

/// Returns what an order of the Movement Phase leads to as things stand, for judging what follows it.
pub(crate) fn foresee(field: Field<'_>, side: Side, order: &Order) -> Vec<Event> {
    match order {
        Order::Move { units, .. } | Order::Exit { units, .. } => {
            let marches = marches(field, side, units, order);
            marches.flat_map(|march| steps(&march)).collect()
        }
        Order::Face { units, facing } => units
            .iter()
            .map(|&unit| Event::Faced {
                unit,
                to: *facing,
                spent: HALVES,
            })
            .collect(),
        Order::Convert { unit, to } => {
            let kind = may_convert(field, *unit, *to).ok();
            kind.map(|to| Event::Converted { unit: *unit, to })
                .into_iter()
                .collect()
        }
        Order::SquareDissolve { hex } => vec![dissolved(field, *hex)],
        _ => Vec::new(),
    }
}

/// The events of a march without what is told of its early end.
fn steps(march: &March) -> Vec<Event> {
    let mut path = vec![march.from];
    path.extend(&march.walked.path);
    let hex = *path.last().expect("a path has its start");
    let mut events = Vec::new();
    if path.len() > 1 {
        events.push(Event::Moved {
            units: march.units.clone(),
            path,
            spent: march.walked.spent.clone(),
            facing: march.walked.facing,
            panic: false,
        });
    }
    if let (Some(Ok(())), Some(edge)) = (march.walked.leaves, march.edge) {
        events.extend(march.units.iter().map(|&unit| Event::Left {
            unit,
            hex,
            edge,
            panic: false,
        }));
    }
    events
}
