//! A host who plays files first: his orders are sealed before anybody else is asked.
//!
//! Where a stop asks a seat of the host's together with others, the others are asked only once an early NOTE
//! stands in the log with the seal of the host's text. What he files after that counts from the next run on.

use crate::ledger::block::Mark;
use crate::ledger::host;
use crate::record::SeatNumber;
use crate::store::{Asked, Awaited, Stop, Unit};

use super::book::Book;
use super::lines::sealed_text;
use super::pending::schedule_run;
use super::run::{Ran, file_seat};
use super::table::Table;
use super::{DeskError, Moment, Site, hours, replay, reports};

/// Says whether the others of a stop wait until the host's seats have sealed their orders.
pub(super) fn waits(unit: &dyn Unit, table: &Table, open: &Stop) -> Result<bool, DeskError> {
    let (own, others): (Vec<&Asked>, Vec<&Asked>) = open
        .asked
        .iter()
        .partition(|asked| is_hosts(table, asked.seat));
    if own.is_empty() || others.is_empty() {
        return Ok(false);
    }
    for asked in own {
        if unit
            .fixed_early(&table.row.id, open.number, asked.seat)?
            .is_none()
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Says whether the host plays a seat.
pub(super) fn is_hosts(table: &Table, seat: SeatNumber) -> bool {
    let mut players = table.players.iter();
    players.any(|own| own.number == seat && own.host_plays)
}

/// Says why a seat cannot file now: the host's side comes first, or has sealed what it filed.
pub(super) fn refuses(
    unit: &dyn Unit,
    table: &Table,
    seat: SeatNumber,
) -> Result<Option<String>, DeskError> {
    let Some(open) = unit.open_stop_of(&table.row.id)? else {
        return Ok(None);
    };
    let is_fixed = unit
        .fixed_early(&table.row.id, open.number, seat)?
        .is_some();
    if is_fixed {
        return Ok(Some(format!(
            "Your orders were not taken: an early NOTE in the log has sealed what you filed for stop {}, \
             because you are the host and the others are asked after you. Standing lines and plans count \
             from the next run on.",
            open.number
        )));
    }
    if !is_hosts(table, seat) && waits(unit, table, &open)? {
        return Ok(Some(
            "Your orders were not taken: the host plays and files first. You are asked as soon as his \
             orders are sealed in the log."
                .to_owned(),
        ));
    }
    Ok(None)
}

/// Seals what the host's seats have filed for the open stop, and asks the others.
pub(super) fn seal(
    site: &Site,
    unit: &mut dyn Unit,
    mut table: Table,
    open: &Stop,
    now: Moment,
) -> Result<(), DeskError> {
    let id = table.row.id.clone();
    let mut book = Book::open(site, unit, &table.row)?;
    let draw = book.log().draw_locked_next();
    let mut marks = Vec::new();
    let asked = open.asked.iter().map(|asked| asked.seat);
    let (own, others): (Vec<SeatNumber>, Vec<SeatNumber>) =
        asked.partition(|seat| is_hosts(&table, *seat));
    for number in own {
        let index = usize::from(number.number()).wrapping_sub(1);
        let (Some(seat), Some(own)) = (table.seat(number), book.log().seats().nth(index)) else {
            continue;
        };
        file_seat(unit, &mut table, Some(open), seat)?;
        let lines = table.play.in_force(seat);
        let nonce = book.nonce(draw, own);
        let seal = sealed_text(&lines)?.seal(&book.log().genesis().game, draw, own, &nonce);
        let stop = open.number;
        marks.push(Mark::Early { stop, seal });
        unit.fix_early(&id, stop, number, &lines.join("\n"))?;
    }
    book.append(unit, ("NOTE", None), host::note(&marks), now)?;
    unit.set_run_at(&id, open.number, None)?;
    let table = Table::load(site, unit, &id)?;
    schedule_run(unit, &table, open.number)?;
    for seat in &others {
        hours::ask(site, unit, (&table, *seat), Awaited::Orders, now.stamp())?;
    }
    let before = open.number.saturating_sub(1);
    match replay::retell(site, unit, &id, before)? {
        Some(ran) => reports::queue_late(site, unit, &Ran { table, ..ran }, &others, now),
        None => Ok(()),
    }
}
