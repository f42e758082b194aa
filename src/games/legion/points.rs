//! 11.2: Victory Points, and the levels that follow from them.

use super::Field;
use super::data::KindId;
use super::fraction::Fraction;
use super::options::GreenVp;
use super::terms::{Level, UnitId};

/// 11.2, L1.52: returns what the loss of a unit pays, whatever form it has now.
pub(super) fn worth(field: Field<'_>, unit: UnitId) -> u16 {
    let printed = field.game.unit(unit).kind;
    let piece = field.piece(unit);
    let options = &field.game.options;
    if options.green.is_on() && options.green_vp == GreenVp::Strength && field.is_roman_sd(unit) {
        let strength = super::melee::strength(field, unit).numerator();
        return strength.div_ceil(2) as u16;
    }
    let kind: KindId = if field.is_leader(unit) {
        piece.kind
    } else {
        printed
    };
    field.game.kinds.get(kind).worth.into()
}

/// 11.21 to 11.23: returns the level of a side with these points against the other's.
pub(super) fn level(own: u16, other: u16) -> Level {
    if own <= other {
        return Level::None;
    }
    let Some(ratio) = Fraction::whole(own.into()).over(Fraction::whole(other.into())) else {
        return Level::Decisive;
    };
    if ratio >= Fraction::whole(3) {
        Level::Decisive
    } else if ratio >= Fraction::whole(2) {
        Level::Substantive
    } else {
        Level::Marginal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_follow_the_ratio_of_the_points() {
        const CASES: &[(u16, u16, Level)] = &[
            (15, 8, Level::Marginal),
            (8, 8, Level::None),
            (8, 15, Level::None),
            (16, 8, Level::Substantive),
            (24, 8, Level::Decisive),
            (5, 0, Level::Decisive),
            (0, 0, Level::None),
        ];
        for &(own, other, wanted) in CASES {
            assert_eq!(level(own, other), wanted, "{own} to {other}");
        }
    }
}
