//! 7.0: melee, who may attack whom, and with which odds.

mod defence;

use crate::geometry::Hex;
use crate::orders::Illegal;

use super::Field;
use super::data::Melee;
use super::event::{AttackPart, Odds, Weight};
use super::fraction::Fraction;
use super::options::{ContactElsewhere, ElevGroundHilltop, ElevMulti, LeaderCap};
use super::terms::{Class, Elevation, Legion, UnitId};
use super::{bars, rules};
use defence::defence;
pub(super) use defence::is_struck_from_flank;

/// Which units defend at half because they are plotted to move (23.11); nobody in other play.
pub(super) type Moving<'a> = &'a dyn Fn(UnitId) -> bool;

/// Nobody is plotted to move.
pub(super) fn nobody_moves(_: UnitId) -> bool {
    false
}

/// 7.1, 8.2: tells why a unit may not attack in melee at all now.
pub(super) fn may_fight(field: Field<'_>, unit: UnitId) -> Result<Hex, Illegal> {
    let id = || field.game.id(unit);
    let piece = field.piece(unit);
    let Some(hex) = piece.hex() else {
        return Err(Illegal::new(
            rules::R7_0,
            format!("{} is not on the map", id()),
        ));
    };
    if field.kind(unit).melee == Melee::Dot {
        return Err(Illegal::new(
            rules::R3_36,
            format!("{} has a dot and never attacks", id()),
        ));
    }
    if let Some(when) = piece.disrupted {
        let fresh = when == field.open.player_turn && field.side(unit) == field.open.phasing;
        let rule = if fresh { rules::R7_15 } else { rules::R8_2 };
        return Err(Illegal::new(
            rule,
            format!("{} is disrupted and does not attack", id()),
        ));
    }
    if piece.panicked {
        return Err(Illegal::new(
            rules::R13_0,
            format!("{} has panicked and does not attack", id()),
        ));
    }
    if piece.square {
        return Err(Illegal::new(
            rules::L1_1,
            format!("{} stands in a Square", id()),
        ));
    }
    if piece.deeds.pursued {
        let because = format!("{} has advanced after a retreat", id());
        return Err(Illegal::new(rules::R17_4, because));
    }
    if piece.deeds.fought {
        return Err(Illegal::new(
            rules::R7_14,
            format!("{} has attacked in this phase", id()),
        ));
    }
    if piece.deeds.converted {
        return Err(Illegal::new(
            rules::L1_5,
            format!("{} has changed its form", id()),
        ));
    }
    if piece.deeds.fired && !fires_and_fights(field, unit) {
        return Err(Illegal::new(
            rules::R6_11,
            format!("{} has fired in this Player-Turn", id()),
        ));
    }
    Ok(hex)
}

/// L1.55: a mounted cataphract alone may fire and fight in one Player-Turn.
pub(super) fn fires_and_fights(field: Field<'_>, unit: UnitId) -> bool {
    let kind = field.piece(unit).kind;
    field.game.options.cataphracts.is_on()
        && field.game.kinds.forms.iter().any(|form| form.of == kind)
}

/// 7.0, 7.23: tells why a unit may not take part in an attack on these hexes.
pub(super) fn may_join(field: Field<'_>, unit: UnitId, at: &[Hex]) -> Result<Hex, Illegal> {
    let from = may_fight(field, unit)?;
    for &hex in at {
        if !field.is_hostile(hex, field.side(unit)) {
            let because = format!("no enemy stands in {}", field.name(hex));
            return Err(Illegal::new(rules::R7_0, because));
        }
        let Some(dir) = field.game.land.towards(from, hex) else {
            let rule = if at.len() > 1 {
                rules::R7_24
            } else {
                rules::R7_0
            };
            let because = format!("{} is not beside {}", field.name(hex), field.game.id(unit));
            return Err(Illegal::new(rule, because));
        };
        if field.has_facing(unit) && !field.faces(unit, dir) {
            let because = format!(
                "{} is not in front of {}",
                field.name(hex),
                field.game.id(unit)
            );
            return Err(Illegal::new(rules::R16_0, because));
        }
    }
    elsewhere(field, unit, at)?;
    Ok(from)
}

/// R41: a unit in Contact may be kept from attacking others.
fn elsewhere(field: Field<'_>, unit: UnitId, at: &[Hex]) -> Result<(), Illegal> {
    if field.game.options.contact_elsewhere == ContactElsewhere::Yes || !field.open.is_tied(unit) {
        return Ok(());
    }
    let tied_there = field.open.contacts.iter().any(|&(a, b)| {
        let other = if a == unit { b } else { a };
        (a == unit || b == unit) && field.open.hex(other).is_some_and(|hex| at.contains(&hex))
    });
    if tied_there {
        return Ok(());
    }
    let because = format!(
        "{} is in Contact with {}, which stand elsewhere",
        field.game.id(unit),
        bars::contacts(field, unit)
    );
    Err(Illegal::new(rules::R18_2, because))
}

/// A melee as it would be fought.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clash<'a> {
    /// The attackers, Leaders left out.
    pub(super) units: &'a [UnitId],
    /// The hexes attacked.
    pub(super) at: &'a [Hex],
    /// The legion that defends, hex by hex, where legions keep to themselves (L1.2).
    pub(super) defending: &'a [(Hex, Legion)],
    /// Defenders that have retreated before.
    pub(super) gone: &'a [UnitId],
}

impl<'a> Clash<'a> {
    /// An attack before anybody has answered it.
    pub(super) fn new(units: &'a [UnitId], at: &'a [Hex]) -> Self {
        Self {
            units,
            at,
            defending: &[],
            gone: &[],
        }
    }
}

/// 7.13, 8.1, L1.2: tells why a melee is not allowed as a whole; the attackers may each take part.
pub(super) fn may_attack(field: Field<'_>, clash: Clash<'_>) -> Result<Odds, Illegal> {
    if let Some(&hex) = clash
        .at
        .iter()
        .find(|hex| field.open.attacked.contains(hex))
    {
        let because = format!("{} has been attacked in this phase", field.name(hex));
        return Err(Illegal::new(rules::R7_13, because));
    }
    one_legion(field, clash.units)?;
    let odds = odds(field, clash, &nobody_moves);
    if odds.column.is_some() {
        return Ok(odds);
    }
    let because = format!("{} against {} is below 1:2", odds.attack, odds.defence);
    Err(Illegal::new(rules::R8_1, because))
}

/// L1.2: SD of two legions never add their strengths.
pub(super) fn one_legion(field: Field<'_>, units: &[UnitId]) -> Result<(), Illegal> {
    let mut legions = units.iter().filter_map(|&unit| field.legion(unit));
    let Some(first) = legions.next() else {
        return Ok(());
    };
    match legions.find(|&other| other != first) {
        None => Ok(()),
        Some(other) => {
            let because =
                format!("units of the legions {first} and {other} never add their strengths");
            Err(Illegal::new(rules::L1_2, because))
        }
    }
}

/// Reckons a melee in the one order of modifications (0.6).
pub(super) fn odds(field: Field<'_>, clash: Clash<'_>, moving: Moving<'_>) -> Odds {
    let mut parts: Vec<AttackPart> = Vec::new();
    for &unit in clash.units {
        let Some(hex) = field.open.hex(unit) else {
            continue;
        };
        let base = strength(field, unit);
        let adjusted = attack_strength(field, unit, hex, clash.at, base);
        match parts.iter_mut().find(|part| part.hex == hex) {
            Some(part) => {
                part.base += base;
                part.adjusted += adjusted;
            }
            None => parts.push(AttackPart {
                hex,
                base,
                adjusted,
                leader: Fraction::ZERO,
            }),
        }
    }
    for part in &mut parts {
        part.leader = attack_bonus(field, clash, part);
    }
    let before_flank: Fraction = parts.iter().map(|part| part.adjusted + part.leader).sum();
    let flank = is_flanked(field, clash, &parts);
    let attack = if flank {
        before_flank + before_flank
    } else {
        before_flank
    };
    let mut weighed = Vec::new();
    let (defenders, defence_leader) = defence(field, clash, &parts, moving, &mut weighed);
    let sum: Fraction = defenders.iter().map(|(_, strength)| *strength).sum();
    let defence = sum + defence_leader;
    weigh_attack(field, clash, &parts, &mut weighed);
    if !defence_leader.is_zero() {
        weighed.push(Weight::Leader);
    }
    weighed.sort_unstable();
    weighed.dedup();
    Odds {
        parts,
        before_flank,
        flank,
        defenders,
        defence_leader,
        attack,
        defence,
        column: field.game.results.column(attack, defence),
        weighed,
    }
}

/// Notes what has changed the strengths of the attackers.
fn weigh_attack(
    field: Field<'_>,
    clash: Clash<'_>,
    parts: &[AttackPart],
    weighed: &mut Vec<Weight>,
) {
    for part in parts {
        if field.game.land.effect(part.hex).attack != Fraction::ONE {
            weighed.push(Weight::Ground);
        }
        if !part.leader.is_zero() {
            weighed.push(Weight::Leader);
        }
    }
    for &unit in clash.units {
        if is_green(field, unit) {
            weighed.push(Weight::Green);
        }
        if field.game.options.elevation.is_on()
            && let Some(hex) = field.open.hex(unit)
            && is_uphill(field, unit, hex, clash.at)
        {
            let level = |at: &Hex| field.elevation(*at) == field.elevation(hex);
            let across = clash.at.iter().any(level);
            weighed.push(if across {
                Weight::Slope
            } else {
                Weight::Uphill
            });
        }
    }
}

/// L1.3: tells whether a unit has the strength of its legion instead of its own.
fn is_green(field: Field<'_>, unit: UnitId) -> bool {
    strength(field, unit) != field.kind(unit).attack()
}

/// 2.6: returns what a unit brings in defence, whoever attacks it and wherever it stands.
pub(super) fn weakness(field: Field<'_>, unit: UnitId) -> Fraction {
    let halvings = [field.kind(unit).bracket, field.piece(unit).panicked];
    let halves = halvings.into_iter().filter(|halves| *halves);
    halves.fold(strength(field, unit), |strength, _| strength.halved())
}

/// 3.36, L1.3: returns the printed strength of a unit, that of its legion where it is green.
pub(super) fn strength(field: Field<'_>, unit: UnitId) -> Fraction {
    let piece = field.piece(unit);
    if field.game.options.green.is_on()
        && field.is_roman_sd(unit)
        && let Some(legion) = piece.legion
        && let Some(green) = field.game.kinds.green_strength(piece.kind, legion as usize)
    {
        return Fraction::whole(green.into());
    }
    field.kind(unit).attack()
}

fn attack_strength(
    field: Field<'_>,
    unit: UnitId,
    hex: Hex,
    at: &[Hex],
    base: Fraction,
) -> Fraction {
    let ground = field.game.land.effect(hex).attack;
    let climbs = field.game.options.elevation.is_on() && is_uphill(field, unit, hex, at);
    let strength = base * ground;
    if climbs { strength.halved() } else { strength }
}

/// 14.1, 14.2: tells whether a unit of class A or B fights at half because of the height.
pub(super) fn is_uphill(field: Field<'_>, unit: UnitId, hex: Hex, at: &[Hex]) -> bool {
    if !matches!(field.class(unit), Class::A | Class::B) {
        return false;
    }
    let own = field.elevation(hex);
    let mut demands = at
        .iter()
        .map(|&target| match (own, field.elevation(target)) {
            (Elevation::Ground | Elevation::Slope, Elevation::Slope)
            | (Elevation::Slope, Elevation::Hilltop) => true,
            (Elevation::Ground, Elevation::Hilltop) => {
                field.game.options.elev_ground_hilltop == ElevGroundHilltop::Half
            }
            (_, Elevation::Ground) | (Elevation::Hilltop, _) => false,
        });
    match field.game.options.elev_multi {
        ElevMulti::Any => demands.any(|halves| halves),
        ElevMulti::All => demands.all(|halves| halves),
    }
}

/// 10.0: returns the bonus of the Leaders in an attacking hex.
fn attack_bonus(field: Field<'_>, clash: Clash<'_>, part: &AttackPart) -> Fraction {
    let here = |&&unit: &&UnitId| field.open.hex(unit) == Some(part.hex);
    let side = field.side(clash.units[0]);
    match field.game.options.leader_cap_scope {
        LeaderCap::Attacking => {
            let units = clash.units.iter().filter(here).map(|&unit| {
                let base = strength(field, unit);
                (unit, attack_strength(field, unit, part.hex, clash.at, base))
            });
            bonus(field, part.hex, side, units)
        }
        LeaderCap::All => {
            let units = field
                .stack(part.hex, side)
                .filter(|&unit| !field.is_leader(unit));
            let units = units.map(|unit| {
                let base = strength(field, unit);
                (unit, attack_strength(field, unit, part.hex, clash.at, base))
            });
            bonus(field, part.hex, side, units)
        }
    }
}

/// 10.0, 10.11: adds up the Leaders of a hex, each capped by the strength of those he serves.
fn bonus(
    field: Field<'_>,
    hex: Hex,
    side: super::terms::Side,
    units: impl Iterator<Item = (UnitId, Fraction)>,
) -> Fraction {
    let leaders = || field.stack(hex, side).filter(|&unit| field.is_leader(unit));
    if leaders().next().is_none() {
        return Fraction::ZERO;
    }
    let units: Vec<_> = units.collect();
    let all: Fraction = units.iter().map(|(_, strength)| *strength).sum();
    // L1.2: Leaders of another legion serve what is no SD; they are capped by that.
    let mut whole = Fraction::ZERO;
    let mut partial = Fraction::ZERO;
    let mut cap = all;
    for leader in leaders() {
        let served = units.iter().filter(|(unit, _)| field.serves(leader, *unit));
        let served: Fraction = served.map(|(_, strength)| *strength).sum();
        let own = Fraction::whole(field.kind(leader).bonus.into());
        if served == all {
            whole += own;
        } else {
            partial += own;
            cap = cap.min(served);
        }
    }
    (whole + partial.min(cap)).min(all)
}

/// 7.5: tells whether attackers hold or touch all six hexes round one defending hex.
fn is_flanked(field: Field<'_>, clash: Clash<'_>, parts: &[AttackPart]) -> bool {
    let [at] = clash.at else {
        return false;
    };
    if field.game.options.facing.is_on() || field.square_in(*at).is_some() {
        return false;
    }
    let mut held = 0_u8;
    for part in parts {
        if let Some(dir) = field.game.land.towards(*at, part.hex) {
            held |= 1 << dir.index();
        }
    }
    surrounds(held)
}

/// 7.51: tells whether attackers in these directions, a bit each, surround a hex.
pub(super) const fn surrounds(held: u8) -> bool {
    let wide = held as u16;
    let around = wide | (wide << 1) | (wide >> 5) | (wide >> 1) | (wide << 5);
    around & 0b11_1111 == 0b11_1111
}

#[cfg(test)]
mod tests {
    use super::surrounds;

    #[test]
    fn exactly_39_of_the_63_sets_of_directions_surround_a_hex() {
        assert_eq!((1..64).filter(|&held| surrounds(held)).count(), 39);
        for (held, is) in [
            (0b00_1001, true),
            (0b01_0101, true),
            (0b00_0101, false),
            (0b00_0111, false),
            (0b00_1011, true),
        ] {
            assert_eq!(surrounds(held), is, "{held:06b}");
        }
    }
}
