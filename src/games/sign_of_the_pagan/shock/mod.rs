//! 9.0: the Shock segment.

use serde::{Deserialize, Serialize};

use crate::engine::{Fit, LineId, Next, Pause, Pick, Turn};

use super::Game;
use super::battle::Battle;
use super::decision::{Decision, Frame};
use super::order::Order;

/// An attack as declared: one SHOCK line (9.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// Who attacks, in declared order.
    pub attackers: Vec<super::data::UnitId>,
    /// Who is attacked, in declared order.
    pub defenders: Vec<super::data::UnitId>,
    /// Attackers that do without their momentum.
    pub no_momentum: Vec<super::data::UnitId>,
    /// The line it comes from; a compulsory attack has none.
    pub line: Option<LineId>,
}

/// A step of the Shock segment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "shock")]
pub enum Step {
    /// The segment begins: all declarations (9.1).
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
