//! 14.0: victory.

use super::Game;
use super::battle::Battle;
use super::data::*;
use super::decision::{Decision, Frame};
use super::event::Placement;
use super::order::Order;
use super::state::View;
use crate::engine::{Fit, Next, Pause, Pick, Turn};
pub(super) fn end_turn(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    todo!()
}
