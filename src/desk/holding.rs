//! Reports that wait for the game master: he sees what a run came to before the players do, and lets it go.
//!
//! Until then no letter to anybody but him carries anything of the record, no question about the match is answered,
//! no orders are taken, and no deadline runs.

use serde_json::json;

use crate::record::InputKind;
use crate::schedule::Language;
use crate::store::{Life, Match as Row, MatchId, Role, Unit};

use super::acts::Acted;
use super::house::House;
use super::run::Ran;
use super::table::Table;
use super::world::side_of;
use super::{Desk, DeskError, Moment, Site, early, ends, hours, pending, replay, reports};

/// Notes that the reports of a run wait, if the match has agreed on that.
pub(super) fn hold(site: &Site, unit: &mut dyn Unit, ran: &Ran) -> Result<(), DeskError> {
    let id = &ran.table.row.id;
    if site.post.is_some() && House::of(unit, id)?.releases {
        unit.hold_report(id, ran.table.stop)?;
    }
    Ok(())
}

/// Says whether reports of a match wait.
pub(super) fn is_held(unit: &dyn Unit, id: &MatchId) -> Result<bool, DeskError> {
    Ok(!unit.held_reports(id)?.is_empty())
}

/// Says why nothing is answered to those who are still to hear of the last run.
pub(super) fn refuses(unit: &dyn Unit, id: &MatchId) -> Result<Option<String>, DeskError> {
    Ok(is_held(unit, id)?.then(|| {
        "the report of the last run is still with the game master; answer it when it has come"
            .to_owned()
    }))
}

impl Desk<'_> {
    /// Counts the runs, from the first one on, that spectators may hear of by now: the game master has let their
    /// reports go, and it is as long ago as the match lets observers wait.
    ///
    /// # Errors
    /// If the store fails.
    pub fn told_to_all(&mut self, id: &MatchId, runs: &[Ran]) -> Result<usize, DeskError> {
        let now = self.now();
        let snapshot = self.store.read()?;
        let held = snapshot.held_reports(id)?;
        let lapse = House::of(&*snapshot, id)?.observers;
        for (count, ran) in runs.iter().enumerate() {
            let run = snapshot.stop(id, ran.stop)?.and_then(|stop| stop.closed_at);
            let is_young = run.is_some_and(|run| run + lapse.as_duration() > now.stamp());
            // A report is held by the stop that its run has led to.
            let next = runs.get(count + 1).map_or(u64::MAX, |next| next.stop);
            let is_held = held.iter().any(|&stop| ran.stop < stop && stop <= next);
            if is_young || is_held {
                return Ok(count);
            }
        }
        Ok(runs.len())
    }
}

/// Lets the reports go that wait; a dry run only says whom they go to, and until when answers are due then.
pub(super) fn release(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    dry: bool,
    now: Moment,
) -> Result<Acted, DeskError> {
    let id = &row.id;
    let held = unit.held_reports(id)?;
    if held.is_empty() {
        return Err(DeskError::refused(format!(
            "no report of match `{id}` is held: there is nothing to release"
        )));
    }
    let acted = Acted {
        difference: difference(site, unit, row, &held, now)?,
        waits_for: Vec::new(),
        done: !dry,
    };
    if dry {
        return Ok(acted);
    }
    unit.release_reports(id)?;
    let table = Table::load(site, unit, id)?;
    // Once the match is over its record is closed.
    if row.life != Life::Finished {
        let told = json!({ "released": { "stops": held } }).to_string();
        ends::tell(unit, (id, table.stop), InputKind::Gm, (None, &told), now)?;
    }
    hours::ask_anew(site, unit, &table, now)?;
    for stop in held {
        send(site, unit, id, stop, now)?;
    }
    Ok(acted)
}

/// Says what a release does: who gets which report, and until when answers are due then.
fn difference(
    site: &Site,
    unit: &dyn Unit,
    row: &Row,
    held: &[u64],
    now: Moment,
) -> Result<Vec<String>, DeskError> {
    let readers: Vec<String> = unit
        .seats(&row.id)?
        .iter()
        .filter(|seat| seat.role != Role::GameMaster && seat.player.is_some())
        .map(|seat| side_of(seat).to_owned())
        .collect();
    let readers = readers.join(", ");
    let mut lines: Vec<String> = held
        .iter()
        .map(|stop| format!("The report of stop {stop} goes to {readers}."))
        .collect();
    let Some(open) = unit.open_stop_of(&row.id)? else {
        return Ok(lines);
    };
    let table = Table::load(site, unit, &row.id)?;
    let zone = site.post()?.zone.clone();
    for asked in &open.asked {
        let due = hours::would_be_due(site, unit, &table, asked.seat, now)?;
        let side = table.players.iter().find(|seat| seat.number == asked.seat);
        if let (Some(due), Some(side)) = (due, side) {
            let due = crate::schedule::local(due, &zone, Language::English);
            lines.push(format!("{} is asked, until {due}.", side_of(side)));
        }
    }
    Ok(lines)
}

/// Sends the report of one run to everybody who has not had it.
fn send(
    site: &Site,
    unit: &mut dyn Unit,
    id: &MatchId,
    stop: u64,
    now: Moment,
) -> Result<(), DeskError> {
    let left = stop.saturating_sub(1);
    let table = Table::load_at(site, unit, id, stop)?;
    let open = unit.open_stop_of(id)?.filter(|open| open.number == stop);
    let host_first = match &open {
        Some(open) => early::waits(unit, &table, open)?,
        None => false,
    };
    let waits_for_host = |number| {
        host_first
            && !early::is_hosts(&table, number)
            && open
                .as_ref()
                .is_some_and(|open| pending::asked_at(open, number).is_some())
    };
    let seats: Vec<_> = unit
        .seats(id)?
        .iter()
        .filter(|seat| seat.role != Role::GameMaster && !waits_for_host(seat.number))
        .map(|seat| seat.number)
        .collect();
    let ran = match replay::retell(site, unit, id, left)? {
        Some(ran) => Ran { table, ..ran },
        // No run has led here but an act: there the match stands.
        None => Ran {
            facts: table.play.stand(),
            table,
            stop: left,
            draw: None,
        },
    };
    reports::queue_late(site, unit, &ran, &seats, now)
}
