//! What the attacked bring: strengths one by one, their legion, their Leaders (0.6).

use crate::games::legion::Field;
use crate::games::legion::data::{Melee, Troops};
use crate::games::legion::event::{AttackPart, Weight};
use crate::games::legion::fraction::Fraction;
use crate::games::legion::terms::{Dir, Legion, UnitId};
use crate::geometry::Hex;

use super::{Clash, Moving, bonus, is_green, strength};

/// Reckons the defenders one by one, and the bonus of their Leaders.
pub(super) fn defence(
    field: Field<'_>,
    clash: Clash<'_>,
    parts: &[AttackPart],
    moving: Moving<'_>,
    weighed: &mut Vec<Weight>,
) -> (Vec<(UnitId, Fraction)>, Fraction) {
    let mut defenders = Vec::new();
    let mut bonuses = Fraction::ZERO;
    for &at in clash.at {
        let Some(side) = field.holder(at) else {
            continue;
        };
        let legion = defending_legion(field, clash, at);
        let stays = |unit: &UnitId| !clash.gone.contains(unit);
        let fights = |unit: UnitId| {
            field
                .legion(unit)
                .is_none_or(|own| legion.is_none_or(|legion| own == legion))
        };
        let units: Vec<UnitId> = field.stack(at, side).filter(stays).collect();
        let with_strength = units
            .iter()
            .any(|&unit| field.kind(unit).melee != Melee::Dot);
        let first = defenders.len();
        for &unit in units.iter().filter(|&&unit| fights(unit)) {
            let dot = dot_value(field, unit, at, &units, with_strength);
            let base = match field.kind(unit).melee {
                Melee::Dot => dot,
                Melee::Strength(_) => strength(field, unit),
            };
            let strength = defence_strength(field, clash, parts, (unit, at), base, moving, weighed);
            if !field.is_leader(unit) || !strength.is_zero() {
                defenders.push((unit, strength));
            }
        }
        let own = defenders[first..]
            .iter()
            .copied()
            .filter(|(unit, _)| !field.is_leader(*unit));
        bonuses += bonus(field, at, side, own);
    }
    (defenders, bonuses)
}

/// 3.36, R9: returns what a dot counts in defence.
fn dot_value(
    field: Field<'_>,
    unit: UnitId,
    at: Hex,
    units: &[UnitId],
    with_strength: bool,
) -> Fraction {
    let counts = if field.is_leader(unit) {
        let alone = units.iter().all(|&other| field.is_leader(other));
        alone || (!with_strength && field.leader_dot_counts(at, field.side(unit)))
    } else {
        !with_strength
    };
    if counts {
        Fraction::ONE
    } else {
        Fraction::ZERO
    }
}

/// L1.2: returns the legion that defends a mixed stack: as named, else the strongest.
fn defending_legion(field: Field<'_>, clash: Clash<'_>, at: Hex) -> Option<Legion> {
    let named = clash.defending.iter().find(|(hex, _)| *hex == at);
    named
        .map(|(_, legion)| *legion)
        .or_else(|| strongest_legion(field, at))
}

/// Returns the legion of a stack with the largest total, Leaders included; ties go to the lower number.
fn strongest_legion(field: Field<'_>, at: Hex) -> Option<Legion> {
    let side = field.holder(at)?;
    let mut best: Option<(Fraction, Legion)> = None;
    for &legion in Legion::ALL {
        let units = field
            .stack(at, side)
            .filter(|&unit| field.legion(unit) == Some(legion));
        let own: Vec<_> = units.map(|unit| (unit, strength(field, unit))).collect();
        if own.is_empty() {
            continue;
        }
        let sum: Fraction = own.iter().map(|(_, strength)| *strength).sum();
        let total = sum + bonus(field, at, side, own.into_iter());
        if best.is_none_or(|(most, _)| total > most) {
            best = Some((total, legion));
        }
    }
    best.map(|(_, legion)| legion)
}

/// 16.2: tells whether any attacker of a hex stands in a flank of the unit.
pub(in crate::games::legion) fn is_struck_from_flank(
    field: Field<'_>,
    parts: &[AttackPart],
    unit: UnitId,
    at: Hex,
) -> bool {
    let in_flank = |part: &AttackPart| {
        let from = field.game.land.towards(at, part.hex);
        from.is_some_and(|dir: Dir| !field.faces(unit, dir))
    };
    field.has_facing(unit) && parts.iter().any(in_flank)
}

fn defence_strength(
    field: Field<'_>,
    clash: Clash<'_>,
    parts: &[AttackPart],
    (unit, at): (UnitId, Hex),
    base: Fraction,
    moving: Moving<'_>,
    weighed: &mut Vec<Weight>,
) -> Fraction {
    let piece = field.piece(unit);
    let ground = field.game.land.effect(at).defence;
    let mut strength = base * ground;
    let halvings = [
        (field.kind(unit).bracket, Weight::Bracket),
        (piece.panicked, Weight::Panic),
        (is_struck_from_flank(field, parts, unit, at), Weight::Flank),
        (moving(unit), Weight::March),
    ];
    for (_, weight) in halvings.into_iter().filter(|(halves, _)| *halves) {
        strength = strength.halved();
        weighed.push(weight);
    }
    if ground != Fraction::ONE {
        weighed.push(Weight::Ground);
    }
    if is_green(field, unit) && !field.is_leader(unit) {
        weighed.push(Weight::Green);
    }
    if field.game.options.unit_capability.is_on() {
        let factor = capability(field, clash.units, unit);
        strength = strength * factor;
        if factor != Fraction::ONE {
            weighed.push(Weight::Capability);
        }
    }
    strength
}

/// 5.39: returns the factor of the capability chart that is best for the attack.
fn capability(field: Field<'_>, attackers: &[UnitId], defender: UnitId) -> Fraction {
    let is = |troops: Troops, unit: UnitId| match troops {
        Troops::Class(class) => field.class(unit) == class,
        Troops::Kind(kind) => field.piece(unit).kind == kind,
    };
    let factor = |attacker: UnitId| {
        let row = field
            .game
            .capability
            .iter()
            .find(|row| is(row.defender, defender) && is(row.attacker, attacker));
        row.map_or(Fraction::ONE, |row| row.defence)
    };
    let factors = attackers.iter().map(|&attacker| factor(attacker));
    factors.min().unwrap_or(Fraction::ONE)
}
