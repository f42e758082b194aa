//! 6.0 to 8.0: the Move and Fire segment.

use serde::{Deserialize, Serialize};

use crate::engine::{Fit, Next, Pause, Pick, Turn};

use super::Game;
use super::battle::Battle;
use super::decision::{Decision, Frame};
use super::order::Order;

/// A step of the Move and Fire segment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "movement")]
pub enum Step {
    /// The active player's next act, or the end of the segment.
    Segment,
}

pub(super) fn advance(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    step: &Step,
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
