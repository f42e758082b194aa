//! 14.0: victory.

use crate::engine::{Fit, Next, Pause, Pick, Turn};
use super::battle::Battle;
use super::data::*;
use super::decision::{Decision, Frame};
use super::event::Placement;
use super::order::Order;
use super::state::View;
use super::Game;
pub(super) fn end_turn(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> { todo!() }
