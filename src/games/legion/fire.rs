//! 6.0: fire combat, who may fire at what, and with which odds.

use crate::geometry::{Hex, Step};
use crate::orders::Illegal;

use super::Field;
use super::event::Odds;
use super::fraction::Fraction;
use super::options::{FacingEdge, SimFire, Switch};
use super::rules;
use super::sight;
use super::terms::{Combat, UnitId};

/// 6.1: tells why a unit may not fire at all now.
pub(super) fn may_fire(field: Field<'_>, unit: UnitId, combat: Combat) -> Result<Hex, Illegal> {
    let id = || field.game.id(unit);
    let piece = field.piece(unit);
    let Some(hex) = piece.hex() else {
        return Err(Illegal::new(
            rules::R6_0,
            format!("{} is not on the map", id()),
        ));
    };
    if !field.kind(unit).has_fire() {
        return Err(Illegal::new(
            rules::R6_0,
            format!("{} has no missiles", id()),
        ));
    }
    if piece.disrupted.is_some() {
        return Err(Illegal::new(
            rules::R8_2,
            format!("{} is disrupted and does not fire", id()),
        ));
    }
    if piece.panicked {
        return Err(Illegal::new(
            rules::R13_0,
            format!("{} has panicked and does not fire", id()),
        ));
    }
    if piece.deeds.fired {
        return Err(Illegal::new(
            rules::R6_15,
            format!("{} has fired in this phase", id()),
        ));
    }
    if rests(field, unit) {
        let rule = match combat {
            Combat::Defensive => rules::R6_43,
            Combat::Fire | Combat::Melee => rules::R6_12,
        };
        return Err(Illegal::new(
            rule,
            format!("{} fired in the Player-Turn before", id()),
        ));
    }
    let ground = field.game.land.effect(hex);
    if ground.no_fire.contains(&field.class(unit)) {
        let because = format!("{} does not fire out of {}", id(), field.name(hex));
        return Err(Illegal::new(rules::R6_33, because));
    }
    Ok(hex)
}

/// 6.12, L1.57: tells whether a unit fired in the Player-Turn before; R66 for simultaneous play.
fn rests(field: Field<'_>, unit: UnitId) -> bool {
    let Some(fired) = field.piece(unit).fired else {
        return false;
    };
    if field.game.options.simultaneous == Switch::On {
        return field.game.options.sim_fire == SimFire::Alternate
            && fired + 2 >= field.open.player_turn;
    }
    fired + 1 >= field.open.player_turn
}

/// 6.0: tells why a unit may not fire at a hex.
pub(super) fn may_fire_at(
    field: Field<'_>,
    unit: UnitId,
    at: Hex,
    combat: Combat,
) -> Result<(), Illegal> {
    let from = may_fire(field, unit, combat)?;
    if !field.is_hostile(at, field.side(unit)) {
        let because = format!("no enemy stands in {}", field.name(at));
        return Err(Illegal::new(rules::R6_0, because));
    }
    if combat == Combat::Defensive {
        if !field.game.land.touch(from, at) {
            let because = format!("{} is not beside {}", field.name(at), field.game.id(unit));
            return Err(Illegal::new(rules::R6_42, because));
        }
        if !was_entered(field, at) {
            let because = format!("nobody entered {} in this phase", field.name(at));
            return Err(Illegal::new(rules::R6_42, because));
        }
    }
    reaches(field, unit, from, at)
}

/// 6.13, 6.3, 16.31: tells why a shot from one hex to the other is impossible.
pub(super) fn reaches(field: Field<'_>, unit: UnitId, from: Hex, at: Hex) -> Result<(), Illegal> {
    let distance = field.game.land.distance(from, at);
    let range = u16::from(field.kind(unit).range);
    if distance > range {
        let id = field.game.id(unit);
        let because = format!(
            "{} is {distance} hexes from {id}, whose range is {range}",
            field.name(at)
        );
        return Err(Illegal::new(rules::R6_13, because));
    }
    if field.has_facing(unit) && !is_in_front(field, unit, from, at) {
        let because = format!(
            "{} is not in front of {}",
            field.name(at),
            field.game.id(unit)
        );
        return Err(Illegal::new(rules::R16_31, because));
    }
    if let Some(obstacle) = sight::obstacle(field, from, at) {
        let because = format!("{} lies in the line of sight", field.name(obstacle.hex));
        return Err(Illegal::new(obstacle.rule, because));
    }
    Ok(())
}

/// 16.31: tells whether a line leaves a unit's hex through its front.
fn is_in_front(field: Field<'_>, unit: UnitId, from: Hex, at: Hex) -> bool {
    let land = &field.game.land;
    let first = land.grid().line(from, at).next();
    let beside = match first {
        None => [at, at],
        Some(Step::Crossed(hex) | Step::Rim(hex)) => [hex, hex],
        Some(Step::Along(a, b)) => [a, b],
    };
    let mut front = beside
        .iter()
        .filter_map(|&hex| land.towards(from, hex))
        .map(|dir| field.faces(unit, dir));
    match field.game.options.facing_edge {
        FacingEdge::Either => front.any(|is| is),
        FacingEdge::Both => front.all(|is| is),
    }
}

/// 6.42: tells whether an enemy entered a hex in this Movement Phase and is still there.
pub(super) fn was_entered(field: Field<'_>, hex: Hex) -> bool {
    field
        .open
        .stack(hex)
        .any(|unit| field.piece(unit).deeds.entered)
}

/// 6.42: lists the hexes at which a unit may fire defensively.
pub(super) fn defensive_targets(field: Field<'_>, unit: UnitId) -> Vec<Hex> {
    let Ok(from) = may_fire(field, unit, Combat::Defensive) else {
        return Vec::new();
    };
    let near = field.game.land.around(from);
    let mut targets: Vec<Hex> = near
        .into_iter()
        .flatten()
        .filter(|&hex| field.is_hostile(hex, field.side(unit)))
        .filter(|&hex| may_fire_at(field, unit, hex, Combat::Defensive).is_ok())
        .collect();
    targets.sort_unstable();
    targets
}

/// 6.21, 6.22: reckons fire of these units at a hex.
pub(super) fn odds(field: Field<'_>, units: &[UnitId], at: Hex) -> Odds {
    let strengths = units.iter().map(|&unit| u32::from(field.kind(unit).fire));
    let attack = Fraction::whole(strengths.sum());
    let defence = Fraction::whole(field.game.land.effect(at).protection.into());
    Odds {
        parts: Vec::new(),
        before_flank: attack,
        flank: false,
        defenders: Vec::new(),
        defence_leader: Fraction::ZERO,
        attack,
        defence,
        column: field.game.results.column(attack, defence),
        weighed: Vec::new(),
    }
}

/// 8.1: tells why fire of these units at a hex is not allowed as a whole.
pub(super) fn may_attack(field: Field<'_>, units: &[UnitId], at: Hex) -> Result<Odds, Illegal> {
    if field.open.attacked.contains(&at) {
        let because = format!("{} has been fired at in this phase", field.name(at));
        return Err(Illegal::new(rules::R6_15, because));
    }
    let odds = odds(field, units, at);
    if odds.column.is_some() {
        return Ok(odds);
    }
    let because = format!("{} against {} is below 1:2", odds.attack, odds.defence);
    Err(Illegal::new(rules::R8_1, because))
}
