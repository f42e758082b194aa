//! Printing orders in canonical form.

use super::Game;
use super::order::{Fact, Order};
pub(super) fn order(game: &Game, order: &Order) -> String {
    todo!()
}
pub(super) fn fact(game: &Game, fact: &Fact) -> String {
    todo!()
}
