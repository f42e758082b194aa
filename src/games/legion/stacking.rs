//! 5.3, 5.4: who may share a hex, and how many.

use crate::geometry::Hex;
use crate::orders::Illegal;
use crate::rulebook::Rule;
use crate::wording::counted;

use super::rules;
use super::terms::{Class, Side, UnitId};
use super::{Field, Game};

/// Tells whether two classes may share a hex (5.32 to 5.38).
pub(super) const fn mix(one: Class, other: Class) -> bool {
    use Class::{A, B, C, D, E, Ff, Mf};
    match (one, other) {
        (D | E, _)
        | (_, D | E)
        | (A, A | Ff)
        | (B, B | Ff)
        | (Ff, A | B | Ff)
        | (C | Mf, C | Mf) => true,
        (A | B | C | Ff | Mf, A | B | C | Ff | Mf) => false,
    }
}

/// Returns the rule that keeps two classes apart.
const fn parted_by(one: Class, other: Class) -> Rule {
    use Class::{C, Ff, Mf};
    match (one, other) {
        (Ff, Mf) | (Mf, Ff) => rules::R5_34,
        (Ff, C) | (C, Ff) => rules::R5_35,
        (Mf, _) | (_, Mf) => rules::R5_36,
        _ => rules::R5_32,
    }
}

/// Why units may not share a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Crowd {
    /// Two classes do not mix.
    Classes(UnitId, UnitId),
    /// There are more than so many.
    TooMany(u8),
    /// More than so many of a type that has a limit of its own.
    TooManyOf(UnitId, u8),
}

impl Crowd {
    /// Puts it into words.
    pub(super) fn illegal(self, game: &Game, hex: Hex) -> Illegal {
        let place = game.hex(hex);
        match self {
            Self::Classes(one, other) => {
                let [first, second] =
                    [one, other].map(|unit| game.kinds.get(game.unit(unit).kind).class);
                let because = format!(
                    "{} ({first}) and {} ({second}) may not share {place}",
                    game.id(one),
                    game.id(other)
                );
                Illegal::new(parted_by(first, second), because)
            }
            Self::TooMany(limit) => {
                let limit = counted(limit, "unit", "units");
                let because = format!("{place} holds {limit} at most");
                Illegal::new(rules::R5_4, because)
            }
            Self::TooManyOf(unit, limit) => {
                let because = format!(
                    "{place} holds {} at most of the type of {}",
                    counted(limit, "unit", "units"),
                    game.id(unit)
                );
                Illegal::new(game.own_rule().unwrap_or(rules::R5_4), because)
            }
        }
    }
}

/// 5.4: checks that these units may share a hex; a Square has a limit of its own.
pub(super) fn check(
    field: Field<'_>,
    side: Side,
    units: impl Iterator<Item = UnitId> + Clone,
) -> Result<(), Crowd> {
    let terms = field.game.terms(side);
    check_limit(field, side, units, terms.stacking)
}

/// Checks units against a limit other than the side's (L3.1 at set-up).
pub(super) fn check_limit(
    field: Field<'_>,
    side: Side,
    units: impl Iterator<Item = UnitId> + Clone,
    limit: u8,
) -> Result<(), Crowd> {
    let mut count = 0;
    let mut in_square = true;
    for unit in units.clone() {
        let class = field.class(unit);
        if class == Class::E {
            continue;
        }
        count += 1;
        in_square &= field.piece(unit).square;
        for other in units.clone().take_while(|&other| other != unit) {
            if !mix(class, field.class(other)) {
                return Err(Crowd::Classes(other, unit));
            }
        }
    }
    if count == 0 || (in_square && count == 4) {
        return Ok(());
    }
    let fighters = units.filter(|&unit| !field.is_leader(unit));
    let terms = field.game.terms(side);
    let mut limit = limit;
    for exception in &terms.exceptions {
        let has = |unit: UnitId| exception.kinds.contains(&field.piece(unit).kind);
        if let Some(more) = exception.may
            && fighters.clone().all(has)
        {
            limit = limit.max(more);
        }
        if let Some(most) = exception.max
            && fighters.clone().filter(|&unit| has(unit)).count() > usize::from(most)
        {
            let first = fighters
                .clone()
                .find(|&unit| has(unit))
                .expect("there are some");
            return Err(Crowd::TooManyOf(first, most));
        }
    }
    if count > limit {
        Err(Crowd::TooMany(limit))
    } else {
        Ok(())
    }
}

/// Checks that units may enter a hex and stay, beside those of their side that stand there.
pub(super) fn may_join(field: Field<'_>, hex: Hex, joining: &[UnitId]) -> Result<(), Crowd> {
    let Some(&first) = joining.first() else {
        return Ok(());
    };
    let side = field.side(first);
    let there = field
        .stack(hex, side)
        .filter(|unit| !joining.contains(unit));
    let mut all: [UnitId; 16] = [UnitId(0); 16];
    let mut count = 0;
    for unit in there.chain(joining.iter().copied()) {
        if count == all.len() {
            return Err(Crowd::TooMany(field.game.terms(side).stacking));
        }
        all[count] = unit;
        count += 1;
    }
    check(field, side, all[..count].iter().copied())
}
