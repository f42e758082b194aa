//! 10.0: Reform.

use super::Game;
use super::battle::Battle;
use super::data::*;
use super::decision::{Decision, Frame};
use super::event::Placement;
use super::order::Order;
use super::state::View;
use crate::engine::{Fit, Next, Pause, Pick, Turn};
pub(super) fn advance(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    tried: &[UnitId],
) -> Result<Next<Frame>, Pause> {
    todo!()
}
pub(super) fn roll(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    unit: UnitId,
) -> Result<Next<Frame>, Pause> {
    todo!()
}
pub(super) fn options(battle: Battle<'_>, contingent: Contingent, tried: &[UnitId]) -> Vec<Order> {
    todo!()
}
pub(super) fn sample(
    battle: Battle<'_>,
    contingent: Contingent,
    tried: &[UnitId],
    pick: &mut dyn Pick,
) -> Option<Order> {
    todo!()
}
pub(super) fn default(
    battle: Battle<'_>,
    contingent: Contingent,
    tried: &[UnitId],
) -> Option<Order> {
    todo!()
}
pub(super) fn answer(
    battle: Battle<'_>,
    contingent: Contingent,
    tried: &[UnitId],
    order: &Order,
) -> Fit<Order> {
    todo!()
}
