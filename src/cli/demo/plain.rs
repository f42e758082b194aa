//! Plain orders for any game: the first example of each question, and a draw after a while.

use crate::desk::Table;
use crate::engine::Seat;

/// Game turns after which a draw is offered.
const ENOUGH: u32 = 2;

/// Writes the lines that answer the open stop.
pub(super) fn lines(table: &Table, seat: Seat) -> Vec<String> {
    let questions = table.play.questions(seat);
    let mut lines: Vec<String> = questions
        .into_iter()
        .filter_map(|question| question.examples.into_iter().next())
        .collect();
    if table.play.turn() > ENOUGH {
        lines.push("DRAW OFFER".to_owned());
    }
    lines.push("GO".to_owned());
    lines
}
