//! 3.0: setting up.

use super::Game;
use super::battle::Battle;
use super::data::*;
use super::decision::{Decision, Frame};
use super::event::Placement;
use super::order::Order;
use super::state::View;
use crate::engine::{Fit, Next, Pause, Pick, Turn};
pub(super) fn start(
    game: &Game,
    scenario: &str,
) -> Result<(super::state::State, Frame), crate::engine::SetupError> {
    todo!()
}
pub(super) fn advance(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    side: Side,
    placed: &[Placement],
    attila: Option<UnitId>,
) -> Result<Next<Frame>, Pause> {
    todo!()
}
pub(super) fn options(
    battle: Battle<'_>,
    side: Side,
    placed: &[Placement],
    attila: Option<UnitId>,
) -> Vec<Order> {
    todo!()
}
pub(super) fn sample(
    battle: Battle<'_>,
    side: Side,
    placed: &[Placement],
    attila: Option<UnitId>,
    pick: &mut dyn Pick,
) -> Option<Order> {
    todo!()
}
pub(super) fn default(
    battle: Battle<'_>,
    side: Side,
    placed: &[Placement],
    attila: Option<UnitId>,
) -> Option<Order> {
    todo!()
}
pub(super) fn answer(
    battle: Battle<'_>,
    side: Side,
    placed: &[Placement],
    attila: Option<UnitId>,
    order: &Order,
) -> Fit<Order> {
    todo!()
}
