//! Why a unit may not move, fire or turn as it is told to.

use crate::geometry::{Facing, Hex};
use crate::orders::Illegal;
use crate::wording::counted;

use super::super::Battle;
use super::super::data::{CardId, Contingent, UnitId};
use super::super::rules;
use super::walk::RANGE;

/// What stands in the way of an act in the Move and Fire segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bar {
    /// The unit is not on the map.
    Gone,
    /// It belongs to another contingent than the active one.
    Inactive(Contingent),
    /// It has made its move.
    Moved,
    /// A withdrawal without an enemy to withdraw from.
    NotEngaged,
    /// A withdrawal that leads nowhere.
    NoWay,
    /// The hexes do not touch.
    Apart(Hex, Hex),
    /// The hex is off the map.
    Edge(Hex),
    /// A combat unit is in the hex.
    Occupied(Hex, UnitId),
    /// It has come next to an enemy in this move.
    Contact(Hex),
    /// Movement points are lacking: needed, left.
    Points { hex: Hex, cost: u8, left: u8 },
    /// Movement points are lacking after breaking off, with no hex for certain.
    NoCertainHex { hex: Hex, cost: u8, left: u8 },
    /// It is in the hex that it is told to go to.
    There(Hex),
    /// Every way to the hex costs more than is left.
    TooFar { hex: Hex, cost: u16, left: u8 },
    /// Another unit stands on the way that the points would do for, and every other one costs more.
    InTheWay {
        hex: Hex,
        at: Hex,
        by: UnitId,
        around: u16,
        left: u8,
    },
    /// Every way to the hex leads past enemies next to whom it has to stop.
    PastEnemies(Hex),
    /// Other units shut every way to the hex.
    OutOfReach(Hex),
    /// It has fired, and its kind fires last.
    FiresLast,
    /// The move would end next to an enemy it has left.
    StillInContact(UnitId),
    /// It has no bow.
    NoBow,
    /// It has fired.
    Fired,
    /// No movement point is left for a shot.
    NoPointToFire,
    /// It is Engaged.
    EngagedArcher,
    /// A card forbids it to fire.
    Forbidden(CardId),
    /// The target is not on the map.
    TargetGone(UnitId),
    /// The target is on the same side.
    Friend(UnitId),
    /// The target is Engaged.
    EngagedTarget(UnitId),
    /// The target is too far away.
    Range(UnitId, u16),
    /// The target lies in the rear.
    Rear(UnitId),
    /// The line of sight is blocked by this hex.
    Blocked(UnitId, Hex),
    /// It is Engaged with an enemy in front.
    EngagedInFront(UnitId),
    /// It would face none of the enemies it is Engaged with.
    TurnsAway(Facing),
}

impl Bar {
    /// Words the refusal of an order for `unit`.
    pub(super) fn illegal(self, battle: Battle<'_>, unit: UnitId) -> Illegal {
        let name = |unit: UnitId| battle.unit(unit).id.as_str();
        let own = name(unit);
        let (rule, because) = match self {
            Self::Gone => (rules::R5_0, format!("`{own}` is not on the map")),
            Self::Inactive(active) => (
                rules::R4_0,
                format!(
                    "`{own}` belongs to the {}, but the {} are active",
                    battle.contingent(unit).key(),
                    active.key()
                ),
            ),
            Self::Moved => (
                rules::R6_0,
                format!("`{own}` has made its move in this activation"),
            ),
            Self::NotEngaged => (
                rules::R6_5,
                format!("`{own}` is not Engaged and has nobody to withdraw from"),
            ),
            Self::NoWay => (
                rules::R6_5,
                format!("`{own}` withdraws by moving, but no hex is named"),
            ),
            Self::Apart(from, to) => (rules::R6_0, format!("{to} does not touch {from}")),
            Self::Edge(hex) => (rules::R6_0, format!("{hex} is off the map")),
            Self::Occupied(hex, by) => (rules::R6_1, format!("`{}` is in {hex}", name(by))),
            Self::Contact(hex) => (
                rules::R6_2,
                format!("`{own}` has to stop in {hex}, next to the enemy"),
            ),
            Self::Points { hex, cost, left } => (rules::R6_0, short_of(own, hex, cost, left)),
            Self::NoCertainHex { hex, cost, left } => (rules::Q12, short_of(own, hex, cost, left)),
            Self::There(hex) => (rules::R6_0, format!("`{own}` is in {hex} already")),
            Self::TooFar { hex, cost, left } => (
                rules::R6_0,
                format!(
                    "the way to {hex} costs {}, `{own}` has {left} left",
                    points(cost)
                ),
            ),
            Self::InTheWay {
                hex,
                at,
                by,
                around,
                left,
            } => (
                rules::R6_1,
                format!(
                    "`{}` in {at} is in the way to {hex}, and the way around costs {}, `{own}` has {left} left",
                    name(by),
                    points(around)
                ),
            ),
            Self::PastEnemies(hex) => (
                rules::R6_2,
                format!("on every way to {hex} `{own}` has to stop next to an enemy before"),
            ),
            Self::OutOfReach(hex) => (
                rules::R6_1,
                format!("other units shut every way of `{own}` to {hex}"),
            ),
            Self::FiresLast => (
                rules::R8_2_1,
                format!(
                    "`{own}` has fired, which ends the move of {}",
                    battle.kind(unit).code()
                ),
            ),
            Self::StillInContact(left) => (
                rules::Q13,
                format!(
                    "`{own}` would end next to `{}`, which it can get away from",
                    name(left)
                ),
            ),
            Self::NoBow => (rules::R2_2, format!("`{own}` has no bow")),
            Self::Fired => (
                rules::R6_3,
                format!("`{own}` has fired in this segment already"),
            ),
            Self::NoPointToFire => (
                rules::R6_3,
                format!("`{own}` has no movement point left to fire"),
            ),
            Self::Forbidden(_) => (rules::R11_2, format!("a card forbids `{own}` to fire")),
            Self::EngagedArcher => (rules::R8_1, format!("`{own}` is Engaged and cannot fire")),
            Self::TargetGone(target) => {
                (rules::R8_1, format!("`{}` is not on the map", name(target)))
            }
            Self::Friend(target) => (
                rules::R8_1,
                format!("`{}` is on the same side as `{own}`", name(target)),
            ),
            Self::EngagedTarget(target) => (
                rules::R8_1,
                format!("`{}` is Engaged and cannot be fired at", name(target)),
            ),
            Self::Range(target, range) => (
                rules::R8_1,
                format!(
                    "`{}` is {} away, a bow reaches {RANGE}",
                    name(target),
                    counted(range, "hex", "hexes")
                ),
            ),
            Self::Rear(target) => (rules::R7_2, format!("`{}` is behind `{own}`", name(target))),
            Self::Blocked(target, hex) => (
                rules::R8_1,
                format!(
                    "the line of sight to `{}` is blocked by {hex}",
                    name(target)
                ),
            ),
            Self::EngagedInFront(enemy) => (
                rules::R9_9,
                format!(
                    "`{own}` is Engaged with `{}` in front and cannot turn",
                    name(enemy)
                ),
            ),
            Self::TurnsAway(facing) => (
                rules::R9_9,
                format!("facing {facing} `{own}` fronts none of the enemies it is Engaged with"),
            ),
        };
        Illegal::new(rule, because)
    }
}

fn short_of(own: &str, hex: Hex, cost: u8, left: u8) -> String {
    format!("{hex} costs {}, `{own}` has {left} left", points(cost))
}

fn points(cost: impl TryInto<u64>) -> String {
    counted(cost, "movement point", "movement points")
}
