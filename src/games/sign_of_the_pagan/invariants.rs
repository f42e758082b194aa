//! What must be true of every state.

use super::Game;
use super::state::State;
pub(super) fn check(game: &Game, state: &State) -> Result<(), String> {
    todo!()
}
