//! What somebody may hold of a match now: lines of its record, and the papers that an audit looks at.

use crate::auditor::{Handed, Papers};
use crate::record::{Host, Line, Viewer, may_hold};
use crate::store::{BlockKind, Life, Match as Row, MatchId, Unit};

use super::book::Book;
use super::carried::circumstances;
use super::finish::block_text;
use super::table::{find, seat_of_side};
use super::world::GAME_MASTER;
use super::{DeskError, Moment, Site, table};

/// The word for somebody who looks on.
const OBSERVER: &str = "observer";

/// Returns the lines of a record that a viewer may hold.
pub(super) fn lines(unit: &dyn Unit, id: &MatchId, viewer: Viewer) -> Result<Vec<Line>, DeskError> {
    let (phase, host) = circumstances(unit, id)?;
    let mut lines = unit.record_after(id, 0)?;
    lines.retain(|line| may_hold(line.n(), line.kind(), line.holder(), viewer, phase, host));
    Ok(lines)
}

/// Finds the viewer that a word names.
pub(super) fn viewer(unit: &dyn Unit, id: &MatchId, word: &str) -> Result<Viewer, DeskError> {
    find(unit, id)?;
    match word.to_lowercase().as_str() {
        OBSERVER => Ok(Viewer::Observer { through: None }),
        GAME_MASTER => Ok(Viewer::GameMaster),
        side => {
            let players = table::players(&unit.seats(id)?);
            let seat = seat_of_side(&players, side).map_err(|error| {
                DeskError::usage(format!(
                    "{error}; `{GAME_MASTER}` and `{OBSERVER}` can be named too"
                ))
            })?;
            Ok(Viewer::Seat(players[seat.index()].number))
        }
    }
}

/// Refuses a look at what another side holds to a host who plays, unless the log says that he looked.
///
/// Returns whether an entry was appended.
pub(super) fn look(
    site: &Site,
    unit: &mut dyn Unit,
    id: &MatchId,
    (viewer, peek): (Viewer, bool),
    now: Moment,
) -> Result<bool, DeskError> {
    let row = find(unit, id)?;
    let seats = unit.seats(id)?;
    let (_, host) = circumstances(unit, id)?;
    let others = match viewer {
        Viewer::Seat(number) => seats
            .iter()
            .find(|seat| seat.number == number && !seat.host_plays),
        Viewer::GameMaster | Viewer::Observer { .. } => None,
    };
    let Some(other) = others.filter(|_| host == Host::Plays && is_going_on(&row)) else {
        return Ok(false);
    };
    let side = other.side.as_deref().unwrap_or_default();
    if !peek {
        return Err(DeskError::refused(format!(
            "you play in match `{id}`, so what {side} holds is not for you; `--peek` shows it, and writes \
             into the dice log, for everybody, that you looked"
        )));
    }
    Book::open(site, unit, &row)?.note_peek(unit, side, now)?;
    Ok(true)
}

fn is_going_on(row: &Row) -> bool {
    row.started_at.is_some() && matches!(row.life, Life::Running | Life::Locked)
}

/// Gathers what everybody may hold of a match now: its log, its record, the blocks of its players.
///
/// Orders that players have sealed stay closed until the end, for the site's operator too.
pub(super) fn papers(site: &Site, unit: &dyn Unit, id: &MatchId) -> Result<Papers, DeskError> {
    let row = find(unit, id)?;
    if row.started_at.is_none() {
        return Err(DeskError::refused(format!(
            "match `{id}` has not started: there is nothing to audit"
        )));
    }
    let mut papers = Papers::default();
    let mut log = site.logs.text(id)?;
    for block in unit.blocks(id)? {
        if block.kind != BlockKind::Orders || row.life == Life::Finished {
            log.push_str(&block_text(&block.bytes));
        }
    }
    papers.add(&format!("{id}.log"), log.as_bytes(), Handed::Named);
    let everybody = Viewer::Observer { through: None };
    papers.add_lines("the record", lines(unit, id, everybody)?);
    Ok(papers)
}
