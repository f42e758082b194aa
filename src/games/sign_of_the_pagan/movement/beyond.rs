//! What is certain to fail behind a leg of a MOVE that hangs on something: the arm, the ground and the points stay.

use crate::geometry::Hex;
use crate::orders::Illegal;

use super::super::Battle;
use super::super::data::UnitId;
use super::super::order::Leg;
use super::bar::Bar;
use super::judge::about_leg;
use super::missile;
use super::walk::{Walker, fires_on_the_way};

/// Judges a MOVE of a plan: wherever the unit will set out from, its hexes lie beside each other, and its shots are ones
/// that it could fire.
///
/// # Errors
/// What bars a leg wherever the unit stands by then.
pub(in super::super) fn may_plan_move(
    battle: Battle<'_>,
    unit: UnitId,
    legs: &[Leg],
) -> Result<(), Illegal> {
    let mut at: Option<Hex> = None;
    let mut is_spent = false;
    for (index, &leg) in legs.iter().enumerate() {
        let barred = match (leg, at) {
            (Leg::Fire(target), _) => {
                missile::may_plan_fire(battle, unit, target)?;
                is_spent = !fires_on_the_way(battle.kind(unit));
                None
            }
            _ if is_spent => Some(Bar::FiresLast),
            (Leg::Step(to), Some(from)) if battle.direction(from, to).is_none() => {
                Some(Bar::Apart(from, to))
            }
            (Leg::Step(to) | Leg::To(to), _) => {
                at = Some(to);
                None
            }
        };
        if let Some(bar) = barred {
            return Err(about_leg(bar.illegal(battle, unit), legs, index));
        }
    }
    Ok(())
}

/// Judges legs as if all that may give way did: enemies fall, friends go on.
///
/// # Errors
/// Which leg is barred whatever dice and enemies do, and by what.
pub(super) fn bar(
    battle: Battle<'_>,
    mut walker: Walker,
    legs: &[Leg],
) -> Result<(), (usize, Bar)> {
    let mut legs = legs.iter().enumerate();
    legs.try_for_each(|(index, &leg)| follow(battle, &mut walker, leg).map_err(|bar| (index, bar)))
}

fn follow(battle: Battle<'_>, walker: &mut Walker, leg: Leg) -> Result<(), Bar> {
    // Who stops it beside enemies may be gone by then.
    walker.halted = false;
    if walker.engaged && !matches!(leg, Leg::Fire(_)) {
        walker.break_off(battle);
    }
    match leg {
        Leg::Fire(target) => {
            missile::could_fire(battle, walker, target)?;
            walker.fire();
        }
        Leg::Step(to) => {
            let cost = walker.step_if_free(battle, to)?;
            walker.enter(battle, to, cost);
        }
        // What the way will cost hangs on which one opens.
        Leg::To(to) => {
            walker.may_go_on_to(battle, to)?;
            walker.enter(battle, to, 0);
        }
    }
    Ok(())
}
