//! Acts done again: the match as it stands after one.

use crate::engine::Match;
use crate::record::Act;

/// Leads a match to where it stands after an act, at a stop of this number; `position_of` gives the snapshot
/// with which an earlier stop began.
///
/// # Errors
/// Why it cannot stand there.
pub fn move_again(
    play: &dyn Match,
    act: &Act,
    number: u32,
    position_of: impl FnOnce(u64) -> Option<String>,
) -> Result<Box<dyn Match>, String> {
    let mut moved = match act {
        Act::Undone(undone) => {
            let position = position_of(undone.to)
                .ok_or_else(|| format!("the match has had no stop {}", undone.to))?;
            play.other(&position).map_err(|error| error.to_string())?
        }
        Act::Corrected(corrected) => {
            let mut twin = play.copy();
            twin.correct(&corrected.facts, None)
                .map_err(|error| error.to_string())?;
            twin
        }
        Act::Voided(_) => play.copy(),
    };
    if moved.stop().is_none() {
        return Err("the match does not wait there for anybody".to_owned());
    }
    moved.reopen(number);
    Ok(moved)
}
