//! Judging a filed set of orders: it is played forward as if no die and no enemy choice intervened.

use crate::engine::Verdict;

use super::Game;
use super::decision::Decision;
use super::order::Order;
use super::state::View;

pub(super) fn check(
    game: &Game,
    view: &View,
    decision: &Decision,
    orders: &[Order],
) -> Vec<Verdict> {
    todo!()
}
