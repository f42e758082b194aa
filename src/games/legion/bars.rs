//! Who and what bars a way, by name: units with their hexes, Squares, the ground.

use crate::geometry::Hex;
use crate::orders::Illegal;
use crate::wording::series;

use super::event::Stop as Halt;
use super::stacking::Crowd;
use super::terms::{Side, UnitId};
use super::{Field, march, rules};

/// Names units in a row.
pub(super) fn names(field: Field<'_>, units: impl IntoIterator<Item = UnitId>) -> String {
    let ids: Vec<&str> = units.into_iter().map(|unit| field.game.id(unit)).collect();
    series(&ids)
}

/// 5.23: names those who hold a hex against a side.
pub(super) fn enemies(field: Field<'_>, hex: Hex) -> String {
    let name = field.name(hex);
    let there = names(field, field.open.stack(hex));
    match field.open.stack(hex).count() {
        1 => format!("an enemy stands in {name}: {there}"),
        _ => format!("enemies stand in {name}: {there}"),
    }
}

/// Names units with the hexes in which they stand.
fn placed(field: Field<'_>, units: impl Iterator<Item = (UnitId, Hex)>) -> (usize, String) {
    let named: Vec<String> = units
        .map(|(unit, hex)| format!("{} in {}", field.game.id(unit), field.name(hex)))
        .collect();
    (named.len(), series(&named))
}

/// Names the enemies beside a hex, with theirs.
pub(super) fn enemies_beside(field: Field<'_>, hex: Hex, side: Side) -> String {
    let near = field.game.land.around(hex).into_iter().flatten();
    let enemies = near.flat_map(|next| {
        field
            .stack(next, side.other())
            .map(move |unit| (unit, next))
    });
    placed(field, enemies).1
}

/// 6.41: says which fire units end a move in a hex.
pub(super) fn zone(field: Field<'_>, hex: Hex, side: Side) -> String {
    let name = field.name(hex);
    match placed(field, field.zone_units(hex, side)) {
        (1, unit) => format!("the enemy fire unit {unit} ends the move in {name}"),
        (_, units) => format!("the enemy fire units {units} end the move in {name}"),
    }
}

/// Names the units with which one is in Contact (18.2).
pub(super) fn contacts(field: Field<'_>, unit: UnitId) -> String {
    let pairs = field.open.contacts.iter();
    let others = pairs.filter_map(|&(a, b)| match (a == unit, b == unit) {
        (true, _) => Some(b),
        (_, true) => Some(a),
        _ => None,
    });
    names(field, others)
}

/// L2.0, L4.3: tells why a unit may not enter a hex over the hexside that it comes to.
pub(super) fn ground(field: Field<'_>, unit: UnitId, hex: Hex) -> Illegal {
    let cell = field.game.land.cell(hex);
    let (name, id) = (field.name(hex), field.game.id(unit));
    if cell.closed {
        let rule = field.game.own_rule().unwrap_or(rules::L2_0);
        return Illegal::new(
            rule,
            format!("nobody may enter {name}, not even {id} by road"),
        );
    }
    let class = field.class(unit);
    let because = match field.game.land.bars(hex, class) {
        true => format!(
            "{id} of class {class} may not enter {name}, which is {}, but by road",
            cell.terrain
        ),
        false => format!("{id} may not enter {name} but by road"),
    };
    Illegal::new(rules::L2_0, because)
}

/// 5.4: tells why units find no room in a hex, and who stands there.
pub(super) fn crowd(field: Field<'_>, crowd: Crowd, hex: Hex, joining: &[UnitId]) -> Illegal {
    let illegal = crowd.illegal(field.game, hex);
    let others = field.open.stack(hex).filter(|unit| !joining.contains(unit));
    let (count, there) = {
        let others: Vec<UnitId> = others.collect();
        (others.len(), names(field, others))
    };
    let because = match (crowd, count) {
        (Crowd::Classes(..), _) | (_, 0) => illegal.because,
        (_, 1) => format!("{}, and {there} is there", illegal.because),
        _ => format!("{}, and {there} are there", illegal.because),
    };
    Illegal { because, ..illegal }
}

/// L1.1, L1.12, L1.14: tells how a Square bars a step.
fn square(field: Field<'_>, units: &[UnitId], from: Hex, hex: Hex) -> Illegal {
    let side = field.side(units[0]);
    let (from_name, name) = (field.name(from), field.name(hex));
    let in_square = |hex: Hex| {
        field
            .open
            .stack(hex)
            .filter(|&unit| field.piece(unit).square)
    };
    let all_lead = units.iter().all(|&unit| field.is_leader(unit));
    if field.square_in(hex) == Some(side) && !all_lead {
        let members = names(field, in_square(hex));
        let because = format!("the Square in {name} ({members}) lets none but Leaders in");
        return Illegal::new(rules::L1_12, because);
    }
    if let Some(&unit) = units.iter().find(|&&unit| field.piece(unit).square) {
        let because = format!(
            "{} is in a Square, which moves one hex: {name} is beyond it",
            field.game.id(unit)
        );
        return Illegal::new(rules::L1_1, because);
    }
    if let Some(&unit) = units.iter().find(|&&unit| field.piece(unit).deeds.slow) {
        let because = format!(
            "{} was in a Square that was dissolved in this phase and moves one hex: {name} is beyond it",
            field.game.id(unit)
        );
        return Illegal::new(rules::L1_14, because);
    }
    let members = names(field, in_square(from));
    let because =
        format!("whoever enters the Square in {from_name} ({members}) stops there, before {name}");
    Illegal::new(rules::L1_12, because)
}

/// 16.0: tells whose front a hex does not lie in.
fn facing(field: Field<'_>, units: &[UnitId], from: Hex, hex: Hex) -> Illegal {
    let name = field.name(hex);
    let dir = field.game.land.towards(from, hex);
    let stands = |unit: UnitId| field.open.hex(unit) == Some(from);
    let looks_away = |&&unit: &&UnitId| {
        field.has_facing(unit) && (!stands(unit) || dir.is_some_and(|dir| !field.faces(unit, dir)))
    };
    let unit = units.iter().find(looks_away).copied().unwrap_or(units[0]);
    let id = field.game.id(unit);
    let because = match field.piece(unit).facing.filter(|_| stands(unit)) {
        Some(facing) => format!("{name} is not in front of {id}, which faces {facing}"),
        None => format!(
            "{name} is not in front of {id} when it has come to {}",
            field.name(from)
        ),
    };
    Illegal::new(rules::R16_0, because)
}

/// Names the rule, and who or what it is, for a step that cannot be made.
pub(super) fn refusal(
    field: Field<'_>,
    units: &[UnitId],
    from: Hex,
    halt: Halt,
    hex: Hex,
) -> Illegal {
    let land = &field.game.land;
    let side = field.side(units[0]);
    let name = field.name(hex);
    let apart = |because: String| Illegal::new(rules::R5_0, because);
    match halt {
        Halt::Terrain if from == hex => apart(format!("the way has {name} twice in a row")),
        Halt::Terrain if !land.touch(from, hex) => {
            apart(format!("{name} does not touch {}", field.name(from)))
        }
        Halt::Terrain => {
            let dir = land.towards(from, hex);
            let is_barred = |&&unit: &&UnitId| {
                dir.is_some_and(|dir| !land.is_passable(from, dir, hex, field.class(unit)))
            };
            let unit = units.iter().find(is_barred).copied().unwrap_or(units[0]);
            ground(field, unit, hex)
        }
        Halt::Points => Illegal::new(halt.rule(), march::lacking(field, units, &name)),
        Halt::Zone => {
            let because = format!("{}, before {name}", zone(field, from, side));
            Illegal::new(halt.rule(), because)
        }
        Halt::Enemy => Illegal::new(halt.rule(), enemies(field, hex)),
        Halt::Square => square(field, units, from, hex),
        Halt::Facing => facing(field, units, from, hex),
        // 15.0: who withdraws leaves by roads alone.
        Halt::Edge if field.open.conceded == Some(side) && hex == from => {
            let because = format!("no road leaves the map from {name}");
            Illegal::new(rules::R15_0, because)
        }
        halt => Illegal::new(halt.rule(), halt.because(&name)),
    }
}

/// 11.42: words why units that have come to the edge do not leave the map.
pub(super) fn kept(field: Field<'_>, units: &[UnitId], at: Hex, halt: Halt) -> Illegal {
    let name = field.name(at);
    let because = match halt {
        Halt::Points => format!(
            "{} has no point left to leave the map from {name}",
            field.game.id(march::slowest(field, units))
        ),
        Halt::Zone => zone(field, at, field.side(units[0])),
        halt => return refusal(field, units, at, halt, at),
    };
    Illegal::new(halt.rule(), because)
}

/// 5.0, 5.23: tells why no way at all leads to a hex.
pub(super) fn no_way(field: Field<'_>, units: &[UnitId], from: Hex, to: Hex) -> Illegal {
    let name = field.name(to);
    if from == to {
        let because = format!("{} is in {name} already", field.game.id(units[0]));
        return Illegal::new(rules::R5_0, because);
    }
    if field.is_hostile(to, field.side(units[0])) {
        return Illegal::new(rules::R5_23, enemies(field, to));
    }
    let bars = |&&unit: &&UnitId| !field.game.land.admits(to, field.class(unit));
    if let Some(&unit) = units.iter().find(bars) {
        return ground(field, unit, to);
    }
    if let Some(illegal) = on_straight_way(field, units, from, to) {
        let because = format!(
            "every way to {name} is shut; on the shortest {}",
            illegal.because
        );
        return Illegal { because, ..illegal };
    }
    let because = format!(
        "the ground shuts every way of {} to {name}",
        names(field, units.iter().copied())
    );
    Illegal::new(rules::L2_0, because)
}

/// 5.27: adds to what a way lacks who stands on the one that would cost less.
pub(super) fn detour(
    field: Field<'_>,
    units: &[UnitId],
    (from, to): (Hex, Hex),
    lacking: Illegal,
) -> Illegal {
    match on_straight_way(field, units, from, to) {
        Some(bar) => {
            let because = format!(
                "{}; this way leads around, since on the shortest {} ({})",
                lacking.because, bar.because, bar.rule
            );
            Illegal { because, ..lacking }
        }
        None => lacking,
    }
}

/// Finds what first bars the way that the ground alone would give.
fn on_straight_way(field: Field<'_>, units: &[UnitId], from: Hex, to: Hex) -> Option<Illegal> {
    let way = march::way_over_ground(field, units, from, to)?;
    let side = field.side(units[0]);
    let mut at = from;
    for (index, &hex) in way.iter().enumerate() {
        let halt = if field.is_hostile(hex, side) {
            Some(Halt::Enemy)
        } else if index > 0 && field.zone_units(at, side).next().is_some() {
            Some(Halt::Zone)
        } else if [at, hex]
            .iter()
            .any(|&own| own != from && field.square_in(own) == Some(side))
        {
            Some(Halt::Square)
        } else {
            None
        };
        if let Some(halt) = halt {
            return Some(refusal(field, units, at, halt, hex));
        }
        at = hex;
    }
    None
}
