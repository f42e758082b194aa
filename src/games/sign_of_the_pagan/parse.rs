//! Reading order lines.

use super::Game;
use super::order::{Fact, Order};
use super::state::View;
use crate::orders::{Cursor, Diagnostic};
pub(super) fn order(
    game: &Game,
    view: &View,
    cursor: &mut Cursor<'_>,
) -> Result<Vec<Order>, Diagnostic> {
    todo!()
}
pub(super) fn fact(game: &Game, view: &View, cursor: &mut Cursor<'_>) -> Result<Fact, Diagnostic> {
    todo!()
}
pub(super) fn is_verb(_word: &str) -> bool {
    todo!()
}
