//! 12.0: the Alans.

use super::Game;
use super::battle::Battle;
use super::data::*;
use super::decision::{Decision, Frame};
use super::event::Placement;
use super::order::Order;
use super::state::View;
use crate::engine::{Fit, Next, Pause, Pick, Turn};
pub(super) fn check(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    todo!()
}
pub(super) fn nerves(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    todo!()
}
