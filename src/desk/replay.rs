//! Runs told again from the record: the same lines, the same inputs, the same dice, the same events.

use std::collections::BTreeSet;

use crate::engine::{DrawDice, DryDice, Ending, RollMade, Scope};
use crate::ledger::block::{Body as EntryBody, Entry, Report};
use crate::record::{At, Body, Kind, Line};
use crate::store::{Draw, Input, MatchId, Unit};

use super::book::{Book, block_of};
use super::run::Ran;
use super::table::Table;
use super::{DeskError, Site};

/// A run told again, with the dice that it threw.
struct Again {
    ran: Ran,
    made: Vec<RollMade>,
}

/// Tells the run that began at a stop again; `None` if the stop has not been left yet.
pub(super) fn retell(
    site: &Site,
    unit: &dyn Unit,
    id: &MatchId,
    stop: u64,
) -> Result<Option<Ran>, DeskError> {
    let draw = draw_of_stop(unit, id, stop)?;
    let orders = unit.record_of_kind(id, Kind::Orders)?;
    Ok(again(site, unit, (id, stop), draw, &orders)?.map(|again| again.ran))
}

/// Returns the draws whose rolls, and whose outcome for everybody, come out the same when they are run again.
pub(super) fn confirmed(
    site: &Site,
    unit: &dyn Unit,
    id: &MatchId,
) -> Result<BTreeSet<u64>, DeskError> {
    let orders = unit.record_of_kind(id, Kind::Orders)?;
    let public = unit.record_of_kind(id, Kind::Public)?;
    let mut confirmed = BTreeSet::new();
    for number in 1..unit.next_draw(id)? {
        let Some(draw) = unit.draw(id, number)? else {
            continue;
        };
        let Some(report) = report_of(site, unit, id, draw)? else {
            continue;
        };
        let again = again(site, unit, (id, draw.stop), Some(draw), &orders)?;
        let line = public
            .iter()
            .find(|line| line.at() == Some(At::Draw(number)));
        if let (Some(again), Some(line)) = (again, line)
            && is_same(&again, &report, line)?
        {
            confirmed.insert(number);
        }
    }
    Ok(confirmed)
}

fn is_same(again: &Again, report: &Report, line: &Line) -> Result<bool, DeskError> {
    let made = again.made.iter().filter(|roll| roll.scope == Scope::Public);
    let made = made.map(|roll| (roll.label, roll.spec));
    let reported = report.rolls.iter().map(|roll| (roll.label, roll.spec));
    let Body::Public(body) = line.body()? else {
        return Ok(false);
    };
    let told = &again.ran.facts.public;
    Ok(made.eq(reported) && body.events.get() == told.events && body.view.get() == told.view)
}

fn draw_of_stop(unit: &dyn Unit, id: &MatchId, stop: u64) -> Result<Option<Draw>, DeskError> {
    for number in (1..unit.next_draw(id)?).rev() {
        match unit.draw(id, number)? {
            Some(draw) if draw.stop == stop => return Ok(Some(draw)),
            Some(draw) if draw.stop < stop => return Ok(None),
            _ => {}
        }
    }
    Ok(None)
}

/// Runs a match again from a stop, with the lines that were in force and the seed that was reported.
fn again(
    site: &Site,
    unit: &dyn Unit,
    (id, stop): (&MatchId, u64),
    draw: Option<Draw>,
    orders: &[Line],
) -> Result<Option<Again>, DeskError> {
    let mut table = Table::load_at(site, unit, id, stop)?;
    let at = draw.map_or(At::Stop(stop), |draw| At::Draw(draw.number));
    let mut told = false;
    for line in orders.iter().filter(|line| line.at() == Some(at)) {
        if let Body::Orders(body) = line.body()?
            && let Some(seat) = table.seat(body.seat)
        {
            table.play.refile(seat, &body.lines);
            told = true;
        }
    }
    if !told {
        return Ok(None);
    }
    for input in unit.inputs_of(id, stop)? {
        tell_again(&mut table, &input);
    }
    let (facts, made) = match draw {
        None => (table.play.run(&mut DryDice), Vec::new()),
        Some(draw) => {
            let Some(report) = report_of(site, unit, id, draw)? else {
                return Ok(None);
            };
            let mut dice = DrawDice::new(report.seed);
            (table.play.run(&mut dice), dice.into_made())
        }
    };
    let ran = Ran {
        table,
        facts,
        stop,
        draw: draw.map(|draw| draw.number),
    };
    Ok(Some(Again { ran, made }))
}

/// Tells the match what it was told beside the orders.
fn tell_again(table: &mut Table, input: &Input) {
    let told: serde_json::Value = serde_json::from_str(&input.told).unwrap_or_default();
    let Some(seat) = input.seat.and_then(|number| table.seat(number)) else {
        if told.get("draw").is_some() {
            table.play.end(Ending::DrawAgreed);
        }
        return;
    };
    if told.get("absent").is_some() {
        table.play.time_out(seat);
    }
    if told.get("resigned").is_some() {
        table.play.end(Ending::Resigned(seat));
    }
}

/// Reads the REPORT of a draw.
fn report_of(
    site: &Site,
    unit: &dyn Unit,
    id: &MatchId,
    draw: Draw,
) -> Result<Option<Report>, DeskError> {
    let row = super::table::find(unit, id)?;
    let Some((_, entry, _)) = draw.ended else {
        return Ok(None);
    };
    let Some(entry) = unit.entry(id, entry)? else {
        return Ok(None);
    };
    let terms = Book::open(site, unit, &row)?.log().genesis().terms();
    let read = Entry::read(&block_of(&entry), terms);
    Ok(read.ok().and_then(|entry| match entry.body {
        EntryBody::Report(report) => Some(report),
        _ => None,
    }))
}
