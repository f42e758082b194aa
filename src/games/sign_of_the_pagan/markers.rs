//! 5.1 to 5.3: markers and initiative.

use super::Game;
use super::battle::Battle;
use super::data::*;
use super::decision::{Decision, Frame};
use super::event::Placement;
use super::order::Order;
use super::state::View;
use crate::engine::{Fit, Next, Pause, Pick, Turn};
pub(super) fn choose(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    todo!()
}
pub(super) fn name_initiative(
    game: &Game,
    turn: &mut Turn<'_, Game>,
) -> Result<Next<Frame>, Pause> {
    todo!()
}
pub(super) fn settle_initiative(
    game: &Game,
    turn: &mut Turn<'_, Game>,
) -> Result<Next<Frame>, Pause> {
    todo!()
}
pub(super) fn options(battle: Battle<'_>, view: &View, decision: &Decision) -> Vec<Order> {
    todo!()
}
pub(super) fn sample(
    battle: Battle<'_>,
    view: &View,
    decision: &Decision,
    pick: &mut dyn Pick,
) -> Option<Order> {
    todo!()
}
pub(super) fn default(battle: Battle<'_>, view: &View, decision: &Decision) -> Option<Order> {
    todo!()
}
pub(super) fn answer(
    battle: Battle<'_>,
    view: &View,
    decision: &Decision,
    order: &Order,
) -> Fit<Order> {
    todo!()
}
