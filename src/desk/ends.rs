//! Ends that the players agree on or bring about: resignations and draws by agreement.
//!
//! They are kept like standing lines: taken back by `CANCEL RESIGN` or `CANCEL DRAW` while the grace lasts,
//! carried out by the next run.

use jiff::Timestamp;
use serde_json::value::RawValue;

use crate::engine::{Ending, Seat};
use crate::record::{At, Body, Holder, InputBody, InputKind, SeatNumber};
use crate::store::{Input, MatchId, StandingKind, StandingLine, Unit};

use super::lines::append_line;
use super::pending::standing_in_order;
use super::table::Table;
use super::{DeskError, Moment};

/// The line of a seat that gives up.
pub(super) const RESIGN: &str = "RESIGN";

/// The line of a seat that would end the match in a draw.
pub(super) const DRAW: &str = "DRAW";

/// Returns how the seats want the match to end, and when that was certain.
pub(super) fn wanted(
    unit: &dyn Unit,
    table: &Table,
) -> Result<Option<(Ending, Timestamp)>, DeskError> {
    let mut resigned: Option<(Timestamp, Seat)> = None;
    let mut draws = Vec::new();
    for seat in table.seats() {
        let lines = standing_in_order(unit, &table.row.id, table.number(seat))?;
        if let Some(at) = said_at(&lines, RESIGN) {
            resigned = Some(resigned.map_or((at, seat), |first| first.min((at, seat))));
        }
        draws.extend(said_at(&lines, DRAW));
    }
    if let Some((at, seat)) = resigned {
        return Ok(Some((Ending::Resigned(seat), at)));
    }
    let agreed = draws.len() == table.players.len();
    let last = draws.into_iter().max().filter(|_| agreed);
    Ok(last.map(|at| (Ending::DrawAgreed, at)))
}

/// Says whether a word about the end of the match stands among these lines.
pub(super) fn stands(lines: &[StandingLine], word: &str) -> bool {
    said_at(lines, word).is_some()
}

/// Says whether another seat than this one has spoken for a draw.
pub(super) fn is_draw_offered_to(
    unit: &dyn Unit,
    table: &Table,
    number: SeatNumber,
) -> Result<bool, DeskError> {
    for other in table.seats().map(|seat| table.number(seat)) {
        if other != number && stands(&standing_in_order(unit, &table.row.id, other)?, DRAW) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns when a word was said last, unless it was taken back since.
fn said_at(lines: &[StandingLine], word: &str) -> Option<Timestamp> {
    let says = |line: &&StandingLine| {
        let first = line.text.split_whitespace().next().unwrap_or_default();
        first.eq_ignore_ascii_case(word)
    };
    let last = lines.iter().rfind(says)?;
    (last.kind == StandingKind::Standing).then_some(last.filed_at)
}

/// Takes back what a seat has said about the end of the match: it was the word of a person who has left.
pub(super) fn take_back(
    unit: &mut dyn Unit,
    id: &MatchId,
    seat: SeatNumber,
    now: Moment,
) -> Result<(), DeskError> {
    let lines = standing_in_order(unit, id, seat)?;
    for word in [RESIGN, DRAW] {
        if said_at(&lines, word).is_some() {
            unit.file_standing(id, seat, StandingKind::Cancel, word, None, now.stamp())?;
        }
    }
    Ok(())
}

/// Ends the match on the table, and writes down why.
pub(super) fn carry_out(
    unit: &mut dyn Unit,
    table: &mut Table,
    ending: Ending,
    now: Moment,
) -> Result<(), DeskError> {
    let (seat, told) = match ending {
        Ending::Resigned(seat) => {
            let number = table.number(seat);
            (
                Some(number),
                format!(r#"{{"resigned":[{}]}}"#, number.number()),
            )
        }
        Ending::DrawAgreed => (None, r#"{"draw":"agreed"}"#.to_owned()),
        Ending::Played(_) => return Ok(()),
    };
    let at = (&table.row.id.clone(), table.stop);
    tell(unit, at, InputKind::Seat, (seat, &told), now)?;
    table.play.end(ending);
    Ok(())
}

/// Records what a match is told beside the orders: an input of the store and a line of the record.
pub(super) fn tell(
    unit: &mut dyn Unit,
    at: (&MatchId, u64),
    kind: InputKind,
    what: (Option<SeatNumber>, &str),
    now: Moment,
) -> Result<(), DeskError> {
    tell_to(unit, at, (kind, Holder::All), what, now)
}

/// Records what a match is told beside the orders in a line that somebody alone may hold.
pub(super) fn tell_to(
    unit: &mut dyn Unit,
    (id, stop): (&MatchId, u64),
    (kind, holder): (InputKind, Holder),
    (seat, told): (Option<SeatNumber>, &str),
    now: Moment,
) -> Result<(), DeskError> {
    let input = Input {
        stop,
        kind,
        seat,
        told: told.to_owned(),
        told_at: now.stamp(),
    };
    unit.record_input(id, &input)?;
    let body = Body::Input(InputBody {
        input: kind,
        told: RawValue::from_string(told.to_owned()).expect("what is told is written as JSON"),
    });
    append_line(unit, id, holder, Some(At::Stop(stop)), &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(n: u64, kind: StandingKind, text: &str) -> StandingLine {
        StandingLine {
            n,
            kind,
            text: text.to_owned(),
            filed_at: Timestamp::from_second(n as i64).unwrap(),
            raw: None,
        }
    }

    #[test]
    fn the_last_word_counts() {
        let said = line(1, StandingKind::Standing, RESIGN);
        let other = line(2, StandingKind::Standing, "REACT hun-lc-1 OFF");
        let back = line(3, StandingKind::Cancel, "resign");
        let again = line(4, StandingKind::Standing, RESIGN);
        let at = |lines: &[&StandingLine]| {
            let lines: Vec<_> = lines.iter().copied().cloned().collect();
            said_at(&lines, RESIGN).map(Timestamp::as_second)
        };
        assert_eq!(at(&[&said, &other]), Some(1));
        assert_eq!(at(&[&said, &other, &back]), None);
        assert_eq!(at(&[&said, &back, &again]), Some(4));
        assert_eq!(at(&[&other]), None);
    }
}
