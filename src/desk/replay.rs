//! Runs told again from the record: the same lines, the same inputs, the same dice, the same events.

use crate::auditor::{Retold, retell_input};
use crate::engine::{self, Dice, DrawDice, DryDice, RunFacts};
use crate::ledger::block::{Body as EntryBody, Entry, Report};
use crate::record::{At, Body, Kind, Line};
use crate::store::{Draw, DrawEnd, MatchId, Unit};

use super::book::{Book, block_of};
use super::run::Ran;
use super::table::Table;
use super::{DeskError, Site};

/// Tells the run that began at a stop again; `None` if the stop has not been left yet.
pub(super) fn retell(
    site: &Site,
    unit: &dyn Unit,
    id: &MatchId,
    stop: u64,
) -> Result<Option<Ran>, DeskError> {
    let draw = draw_of_stop(unit, id, stop)?;
    let orders = unit.record_of_kind(id, Kind::Orders)?;
    again(site, unit, (id, stop), draw, &orders, Look::Told)
}

/// Tells every run of a match again, scene by scene.
pub(super) fn film(site: &Site, unit: &dyn Unit, id: &MatchId) -> Result<Vec<Ran>, DeskError> {
    let last = Table::load(site, unit, id)?.stop;
    let orders = unit.record_of_kind(id, Kind::Orders)?;
    let mut draws = Vec::new();
    for number in 1..unit.next_draw(id)? {
        draws.extend(unit.draw(id, number)?);
    }
    let mut runs = Vec::new();
    for stop in 0..=last {
        let is_reported = |draw: &&Draw| matches!(draw.ended, Some((DrawEnd::Report, ..)));
        let mut reported = draws.iter().filter(is_reported);
        let draw = reported.find(|draw| draw.stop == stop).copied();
        if unit.position(id, stop)?.is_none() {
            continue;
        }
        let again = again(site, unit, (id, stop), draw, &orders, Look::Filmed)?;
        runs.extend(again);
    }
    Ok(runs)
}

/// How closely a run is looked at.
#[derive(Clone, Copy)]
enum Look {
    /// What it came to.
    Told,
    /// Scene by scene.
    Filmed,
}

impl Look {
    fn run(self, play: &mut dyn engine::Match, dice: &mut dyn Dice) -> RunFacts {
        match self {
            Self::Told => play.run(dice),
            Self::Filmed => play.run_filmed(dice),
        }
    }
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
    look: Look,
) -> Result<Option<Ran>, DeskError> {
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
    let seats: Vec<_> = table.players.iter().map(|seat| seat.number).collect();
    for input in unit.inputs_of(id, stop)? {
        if retell_input(&mut *table.play, &seats, &input.told) == Retold::Unknown {
            return Ok(None);
        }
    }
    let facts = match draw {
        None => look.run(&mut *table.play, &mut DryDice),
        Some(draw) => {
            let Some(report) = report_of(site, unit, id, draw)? else {
                return Ok(None);
            };
            let row = super::table::find(unit, id)?;
            let book = Book::open(site, unit, &row)?;
            let seed = report.seed;
            let mut dice =
                DrawDice::new(seed).opening(|scope| book.hidden_seed(draw.number, seed, scope));
            look.run(&mut *table.play, &mut dice)
        }
    };
    Ok(Some(Ran {
        table,
        facts,
        stop,
        draw: draw.map(|draw| draw.number),
    }))
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
