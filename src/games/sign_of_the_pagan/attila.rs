//! 13.0: Attila.

use super::Game;
use super::battle::Battle;
use super::data::*;
use super::decision::{Decision, Frame};
use super::event::Placement;
use super::order::Order;
use super::state::View;
use crate::engine::{Fit, Next, Pause, Pick, Turn};
pub(super) fn caught(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    by: UnitId,
) -> Result<Next<Frame>, Pause> {
    todo!()
}
pub(super) fn options(battle: Battle<'_>, decision: &Decision) -> Vec<Order> {
    todo!()
}
pub(super) fn sample(
    battle: Battle<'_>,
    decision: &Decision,
    pick: &mut dyn Pick,
) -> Option<Order> {
    todo!()
}
pub(super) fn default(battle: Battle<'_>, decision: &Decision) -> Option<Order> {
    todo!()
}
pub(super) fn answer(battle: Battle<'_>, decision: &Decision, order: &Order) -> Fit<Order> {
    todo!()
}
