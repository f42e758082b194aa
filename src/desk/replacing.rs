//! What becomes of the set that stands where a text would take its place: what the seat's owner is told of it.

use crate::engine::{Match, Reading, Seat, Wanted};
use crate::store::PendingLine;
use crate::wording::counted;

use super::pending::{filed_lines, refuses_all};

/// Says what has become of the set that stood before a text, and of a GO for a set without orders.
pub(super) fn told(
    play: &dyn Match,
    seat: Seat,
    reading: &Reading,
    (before, set): (&[PendingLine], &[PendingLine]),
) -> Vec<String> {
    let (before, set) = (filed_lines(before), filed_lines(set));
    let mut told = Vec::new();
    if refuses_all(reading) {
        told.push(nothing_filed(reading, set.len()));
    } else if set.len() < before.len() && !reading.adds {
        told.push(replaced(before.len(), set.len()));
    }
    if set.is_empty() && reading.wants(&Wanted::Go) {
        told.push(left_to_defaults(play, seat));
    }
    told
}

/// Says that the set that stands stays, because nothing of what would take its place is good.
fn nothing_filed(reading: &Reading, stands: usize) -> String {
    let refused = "Every order that you sent is refused, and nothing of it was filed";
    if stands == 0 {
        return format!("{refused}.");
    }
    let stands = counted(stands, "line", "lines");
    let stays = format!("{refused}: your set of {stands} stays as it stood.");
    match reading.wants(&Wanted::Go) {
        true => format!(
            "{stays} The GO beside them does not count: send GO again if that set is to be played."
        ),
        false => stays,
    }
}

/// Says that a smaller set has taken the place of one that was filed before.
fn replaced(before: usize, now: usize) -> String {
    format!(
        "Your earlier set of {} does not stand any more: this one of {now} takes its place. Lines with ADD are added to \
         what stands; to have the earlier ones back, send them again.",
        counted(before, "line", "lines")
    )
}

/// Says what a GO without orders leaves to be done.
fn left_to_defaults(play: &dyn Match, seat: Seat) -> String {
    let questions = play.questions(seat).into_iter();
    let defaults: Vec<String> = questions
        .filter_map(|question| question.default)
        .map(|default| format!("\n| {default}"))
        .collect();
    let empty = "Your set is empty: with GO your plans and standing lines answer what is asked";
    match defaults.is_empty() {
        true => format!("{empty}, and where they do not, nothing is done."),
        false => format!(
            "{empty}, and where they do not, this is done:{}",
            defaults.concat()
        ),
    }
}
