//! What is certain to fail behind a leg of a MOVE that hangs on something: the arm, the ground and the points stay.

use super::super::Battle;
use super::super::order::Leg;
use super::bar::Bar;
use super::missile;
use super::walk::Walker;

/// Judges legs as if all that may give way did: enemies fall, friends go on.
///
/// # Errors
/// What bars a leg whatever dice and enemies do.
pub(super) fn bar(battle: Battle<'_>, mut walker: Walker, legs: &[Leg]) -> Result<(), Bar> {
    for &leg in legs {
        // Who stops it beside enemies may be gone by then.
        walker.halted = false;
        if walker.engaged && !matches!(leg, Leg::Fire(_)) {
            walker.break_off(battle);
        }
        match leg {
            Leg::Fire(target) => {
                missile::could_fire(battle, &walker, target)?;
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
    }
    Ok(())
}
