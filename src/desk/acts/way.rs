//! The way that a match has come to its open stop, without what was undone.

use std::collections::BTreeMap;

use crate::record::Act;
use crate::store::{DrawEnd, MatchId, Unit};

use crate::desk::DeskError;

/// A stop that the match has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    /// The stop.
    pub stop: u64,
    /// The draw whose dice were used on the way from it.
    pub draw: Option<u64>,
}

/// Returns the steps that led to the open stop, the last one first.
pub(super) fn way(unit: &dyn Unit, id: &MatchId, open: u64) -> Result<Vec<Step>, DeskError> {
    let draws = reported(unit, id)?;
    let mut steps = Vec::new();
    let mut stop = open;
    while stop > 1 {
        let left = stop - 1;
        stop = match moved_at(unit, id, left)? {
            // Nothing leads from there to here: the match stands where it stood before.
            Some(Act::Undone(undone)) => undone.to,
            Some(Act::Corrected(_) | Act::Voided(_)) => {
                steps.push(Step {
                    stop: left,
                    draw: None,
                });
                left
            }
            None => {
                let draw = draws.get(&left).copied();
                steps.push(Step { stop: left, draw });
                left
            }
        };
    }
    Ok(steps)
}

/// Returns the act by which the match left a stop, if it did not leave it by a run.
pub(in crate::desk) fn moved_at(
    unit: &dyn Unit,
    id: &MatchId,
    stop: u64,
) -> Result<Option<Act>, DeskError> {
    let inputs = unit.inputs_of(id, stop)?;
    Ok(inputs.iter().find_map(|input| Act::read(&input.told)))
}

/// Returns the draws that were reported, by the stop whose run they served.
fn reported(unit: &dyn Unit, id: &MatchId) -> Result<BTreeMap<u64, u64>, DeskError> {
    let mut draws = BTreeMap::new();
    for number in 1..unit.next_draw(id)? {
        if let Some(draw) = unit.draw(id, number)?
            && matches!(draw.ended, Some((DrawEnd::Report, ..)))
        {
            draws.insert(draw.stop, draw.number);
        }
    }
    Ok(draws)
}
