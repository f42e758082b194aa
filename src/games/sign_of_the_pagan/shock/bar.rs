//! Why a unit may not attack, give way, advance, strike back or go on as it is told to.

use crate::geometry::{Facing, Hex};
use crate::orders::Illegal;
use crate::rulebook::Rule;

use super::super::battle::Battle;
use super::super::data::{Contingent, Kind, UnitId};
use super::super::rules;

/// What stands in the way of an order in the Shock segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bar {
    /// The unit is not on the map.
    Gone(UnitId),
    /// It belongs to another contingent than the active one.
    Inactive(UnitId, Contingent),
    /// It is on the attacker's own side.
    Friend(UnitId),
    /// It attacks in another line.
    Twice(UnitId),
    /// Nobody is named.
    Nobody,
    /// It has a white ring, or is light, and never attacks of its own will.
    Ring(UnitId),
    /// It has a white square and attacks only while Engaged.
    Square(UnitId),
    /// It has rating 0.
    Zero(UnitId),
    /// A unit of that kind may not counterattack.
    NoCounter(UnitId),
    /// The second unit is in no frontal hex of the first.
    NotInFront(UnitId, UnitId),
    /// Combats are split, and the first unit does not face the second.
    NotFaced(UnitId, UnitId),
    /// Combats are split, and the unit belongs to another one.
    Claimed(UnitId),
    /// The first unit leaves the second alone, which stands in its front.
    LeavesOut(UnitId, UnitId),
    /// The unit is on foot.
    OnFoot(UnitId),
    /// It is Disordered, which this rule bars.
    Disordered(UnitId, Rule),
    /// It is Engaged and may not retreat.
    Entangled(UnitId),
    /// It may not retreat from those who attack it.
    Caught(UnitId, Rule),
    /// There is no hex to retreat to.
    NoRetreat(UnitId),
    /// It may not retreat into this hex.
    BadRetreat(UnitId, Hex),
    /// It has followed a retreat and makes no further attack.
    Spent(UnitId),
    /// It did not attack in that combat.
    NotOfCombat(UnitId),
    /// It does not touch the hex.
    TooFar(UnitId, Hex),
    /// It is Engaged with somebody else and may not advance.
    HeldBack(UnitId),
    /// Momentum was used: somebody has to advance into the hex.
    MustAdvance(Hex),
    /// Turned like that the unit fronts none of its attackers, or it need not turn.
    TurnsAway(UnitId, Facing),
    /// It may not turn.
    MayNotTurn(UnitId),
    /// More enemies than a unit has in front.
    TooMany(UnitId),
    /// It does not attack, so that there is nothing to go on with.
    NoAttack(UnitId, Rule),
}

impl Bar {
    /// Words the refusal.
    pub(super) fn illegal(self, battle: Battle<'_>) -> Illegal {
        let name = |unit: UnitId| battle.unit(unit).id.as_str();
        let square = |unit| match battle.kind(unit) {
            Kind::LC | Kind::LI => rules::R9_2_3,
            Kind::HC | Kind::HI | Kind::MI => rules::R9_2_4,
        };
        let (rule, because) = match self {
            Self::Gone(unit) => (rules::R9_2, format!("`{}` is not on the map", name(unit))),
            Self::Inactive(unit, active) => (
                rules::R4_0,
                format!(
                    "`{}` belongs to the {}, but the {} are active",
                    name(unit),
                    battle.contingent(unit).key(),
                    active.key()
                ),
            ),
            Self::Friend(unit) => (rules::R9_2, format!("`{}` is not an enemy", name(unit))),
            Self::Twice(unit) => (
                rules::R9_2,
                format!("`{}` attacks in another line already", name(unit)),
            ),
            Self::Nobody => (rules::R9_2, "nobody is named".to_owned()),
            Self::Ring(unit) => (
                rules::R9_2_2,
                format!(
                    "`{}` is {} (white ring): it defends, but makes no shock attack",
                    name(unit),
                    battle.kind(unit).code()
                ),
            ),
            Self::Square(unit) => (
                square(unit),
                format!("`{}` attacks only enemies it is Engaged with", name(unit)),
            ),
            Self::Zero(unit) => (
                rules::R9_2_2,
                format!("`{}` has shock rating 0 and rolls no die", name(unit)),
            ),
            Self::NoCounter(unit) => (
                rules::Q19,
                format!(
                    "`{}` makes no shock attack and cannot strike back",
                    name(unit)
                ),
            ),
            Self::NotInFront(unit, enemy) => (
                rules::R7_2,
                format!("`{}` is in no frontal hex of `{}`", name(enemy), name(unit)),
            ),
            Self::NotFaced(unit, enemy) => (
                rules::Q3,
                format!(
                    "`{}` is attacked in the same combat, but `{}` does not face it",
                    name(enemy),
                    name(unit)
                ),
            ),
            Self::Claimed(enemy) => (
                rules::Q3,
                format!("`{}` is attacked in another line already", name(enemy)),
            ),
            Self::LeavesOut(unit, enemy) => (
                rules::R9_2,
                format!(
                    "`{}` also has `{}` in front, whom nobody else attacks",
                    name(unit),
                    name(enemy)
                ),
            ),
            Self::OnFoot(unit) => (rules::R9_3, format!("`{}` is on foot", name(unit))),
            Self::Disordered(unit, rule) => (rule, format!("`{}` is Disordered", name(unit))),
            Self::Entangled(unit) => (
                rules::Q15,
                format!("`{}` is Engaged and cannot retreat", name(unit)),
            ),
            Self::Caught(unit, rule) => (
                rule,
                format!("`{}` may not retreat from these attackers", name(unit)),
            ),
            Self::NoRetreat(unit) => (
                rules::R9_3,
                format!("`{}` has no hex to retreat to", name(unit)),
            ),
            Self::BadRetreat(unit, hex) => (
                rules::R9_3,
                format!(
                    "`{}` may not retreat to {hex}: a retreat leads one hex away from the \
                     attackers, into an empty hex next to no enemy",
                    name(unit)
                ),
            ),
            Self::Spent(unit) => (
                rules::R9_3,
                format!(
                    "`{}` has followed a retreat and makes no further attack",
                    name(unit)
                ),
            ),
            Self::NotOfCombat(unit) => (
                rules::R9_8,
                format!("`{}` did not attack in that combat", name(unit)),
            ),
            Self::TooFar(unit, hex) => (
                rules::R9_8,
                format!("`{}` is not next to {hex}", name(unit)),
            ),
            Self::HeldBack(unit) => (
                rules::Q33,
                format!(
                    "`{}` is Engaged with another enemy and cannot advance",
                    name(unit)
                ),
            ),
            Self::MustAdvance(hex) => (
                rules::R9_8,
                format!("momentum was used: somebody has to advance into {hex}"),
            ),
            Self::TurnsAway(unit, facing) => (
                rules::R9_7_1,
                format!(
                    "`{}` turns to have an attacker in front, or not at all; facing {facing} \
                     it does not",
                    name(unit)
                ),
            ),
            Self::MayNotTurn(unit) => (
                rules::R7_1,
                format!("`{}` may not turn before this attack", name(unit)),
            ),
            Self::TooMany(unit) => (
                rules::R7_2,
                format!("`{}` has two frontal hexes, no more", name(unit)),
            ),
            Self::NoAttack(unit, rule) => (rule, format!("`{}` does not attack", name(unit))),
        };
        Illegal::new(rule, because)
    }
}
