//! A match brought up again: a database that is older than the log, the record and the mails of a match.
//!
//! Every entry that the log has and the database lacks is made once more, from the same orders, inputs and
//! values, at the moment that the entry states. What comes out must be that entry, byte for byte; so nothing
//! that was told to the players can be told in another way, and no draw is locked a second time.

use jiff::Timestamp;

use crate::auditor::{Held, Papers, Retold, retell_input};
use crate::ledger::audit::Severity;
use crate::ledger::block::{
    Ack, Block, Body as EntryBody, Entry, Lock, LockSeal, Mark, Mode, Report, Side, Terms,
};
use crate::ledger::host::Values;
use crate::ledger::log::Log;
use crate::ledger::seed::Give;
use crate::record::{At, Body, Kind, Line, Merged};
use crate::store::{DrawEnd, Input, Life, MatchId, Rewind, Unit};

use super::book::{Book, block_of};
use super::lines::sealed_text;
use super::run::{self, Locked, Ran};
use super::table::{Table, find, players};
use super::world::side_of;
use super::{
    DeskError, Moment, Site, acts, handover, hours, locked, notices, rolls, unstarted, upgrading,
};

/// What a recovery did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovered {
    /// How many entries of the dice log were taken back, because the log has others.
    pub taken_back: u64,
    /// How many entries the database lacked.
    pub added: u64,
    /// How many entries the log has.
    pub entries: u64,
    /// How many runs were made once more.
    pub runs: u64,
    /// The stop at which the match waits; nothing if it is over.
    pub stop: Option<u64>,
    /// The sides whose seats have passed to somebody whose address is in none of the papers.
    pub vacant: Vec<String>,
    /// Whether the match still waits for its players to accept it.
    pub is_inviting: bool,
    /// Whether anything had to be done: a match that is well is left alone, and nobody is told of it.
    pub was_needed: bool,
}

/// A match being recovered.
struct Recovery<'a> {
    site: &'a Site,
    id: &'a MatchId,
    terms: Terms,
    entries: Vec<Block>,
    record: &'a Merged,
    sides: Vec<Block>,
    now: Moment,
}

/// Rebuilds a match from its log file, and from what else is handed over.
pub(super) fn recover(
    site: &Site,
    unit: &mut dyn Unit,
    id: &MatchId,
    papers: &Papers,
    now: Moment,
) -> Result<Recovered, DeskError> {
    let row = find(unit, id)?;
    // What is written from here on brings the match up to its log; if that fails, the mark stays.
    unit.set_needs_recover(id, false)?;
    let known = known(site, unit, id)?;
    let beginnings = papers.beginnings(&row.log_name);
    if row.life == Life::Inviting && known.is_empty() && beginnings.is_empty() {
        return unstarted::invited(site, unit, &row, now);
    }
    let handed = papers.side_blocks();
    let heads = known.iter().map(Block::head).chain(beginnings);
    let papers = papers.clone().of_chain(heads);
    let mut all = Papers::default();
    let text: String = known.iter().map(ToString::to_string).collect();
    all.add_text("the log file", &text);
    all.extend(papers.clone());
    let held = Held::gather(&all, &[])
        .map_err(|error| DeskError::refused(format!("match `{id}` cannot be rebuilt: {error}")))?;
    refuse_violations(site, &held)?;
    let text: String = held.entries().map(ToString::to_string).collect();
    let log = Log::read(&text)?;
    let recovery = Recovery {
        site,
        id,
        terms: log.genesis().terms(),
        entries: held.entries().cloned().collect(),
        record: held.record(),
        sides: papers.side_blocks(),
        now,
    };
    let taken_back = recovery.take_back(unit)?;
    let before = next_entry(unit, id)?;
    let vacant_before = vacant(unit, id, &[])?;
    if rolls::is_table(&row) && (recovery.entries.len() as u64) > before {
        return Err(DeskError::refused(format!(
            "the throws of table `{id}` from entry {before} of its log on cannot be made once more: what was asked \
             for is kept nowhere else; put a newer backup back"
        )));
    }
    if row.life == Life::Inviting {
        unstarted::start_again(site, unit, &row, (&recovery.entries[0], &handed))?;
        recovery.compare(unit, 0)?;
    }
    let mut runs = 0;
    loop {
        let next = next_entry(unit, id)?;
        let Some(block) = recovery.entries.get(next as usize) else {
            break;
        };
        if let Some(ran) = recovery.step(unit, block)? {
            hours::close_deadlines(unit, id, ran.stop)?;
            runs += 1;
        }
        recovery.compare(unit, next)?;
    }
    recovery.inputs(unit)?;
    let added = next_entry(unit, id)? - before;
    let stop = unit.open_stop_of(id)?.map(|open| open.number);
    let done = Recovered {
        taken_back,
        added,
        entries: recovery.entries.len() as u64,
        runs,
        stop,
        vacant: vacant(unit, id, &vacant_before)?,
        is_inviting: false,
        was_needed: row.needs_recover || taken_back + added > 0,
    };
    if !done.was_needed {
        return Ok(done);
    }
    if rolls::is_table(&row) {
        return Ok(done);
    }
    if unit.the_match(id)?.life == Life::Running {
        let table = Table::load(site, unit, id)?;
        hours::ask_anew(site, unit, &table, now)?;
    }
    if let Some(draw) = unit.open_draw(id)?.filter(|draw| draw.lock_entry >= before) {
        let table = Table::load(site, unit, id)?;
        let draw = draw.number;
        locked::after_lock(site, unit, &Locked { table, draw }, now)?;
    }
    if site.post.is_some() && unit.the_match(id)?.life != Life::Finished {
        notices::tell_recovered(site, unit, id, now)?;
    }
    Ok(done)
}

/// Lists the sides that nobody has by mail, but for those that are known.
fn vacant(unit: &dyn Unit, id: &MatchId, known: &[String]) -> Result<Vec<String>, DeskError> {
    let seats = players(&unit.seats(id)?).into_iter();
    let vacant = seats.filter(|seat| seat.player.is_none());
    let sides = vacant.map(|seat| side_of(&seat).to_owned());
    Ok(sides.filter(|side| !known.contains(side)).collect())
}

fn next_entry(unit: &dyn Unit, id: &MatchId) -> Result<u64, DeskError> {
    Ok(unit.last_entry(id)?.map_or(0, |entry| entry.n + 1))
}

/// Returns the entries of the log file, which was written before any mail with its entries left; those of the
/// database where that has more of the same.
fn known(site: &Site, unit: &dyn Unit, id: &MatchId) -> Result<Vec<Block>, DeskError> {
    let filed = site.logs.entries(id)?;
    let own = unit.entries_from(id, 0)?;
    let is_beginning = filed.len() <= own.len()
        && filed
            .iter()
            .zip(&own)
            .all(|(filed, own)| filed.bytes == own.bytes);
    let bytes: Vec<Vec<u8>> = match is_beginning {
        true => own.into_iter().map(|entry| entry.bytes).collect(),
        false => filed.into_iter().map(|entry| entry.bytes).collect(),
    };
    let block = |bytes: Vec<u8>| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Block::new(text.lines().map(str::to_owned).collect())
    };
    Ok(bytes.into_iter().map(block).collect())
}

/// Nothing is rebuilt from papers that contradict each other.
fn refuse_violations(site: &Site, held: &Held) -> Result<(), DeskError> {
    let found = held.examine(&|key| site.played_by(key), None);
    if let Some(first) = found.examined.missing_entries.first() {
        return Err(DeskError::refused(format!(
            "entry {first} of the log is in none of the papers, though later ones are; add the mails of that day"
        )));
    }
    let broken = found
        .audit
        .findings
        .iter()
        .find(|finding| finding.severity == Severity::Violation);
    match broken {
        None => Ok(()),
        Some(finding) => Err(DeskError::refused(format!(
            "the log and the papers do not fit together ({}): {}; leave out what is damaged or of another \
             match, or ask for it once more",
            finding.code, finding.message
        ))),
    }
}

impl Recovery<'_> {
    /// Takes back what the database has and the log has otherwise, to the end of a run that both have.
    fn take_back(&self, unit: &mut dyn Unit) -> Result<u64, DeskError> {
        let own = unit.entries_from(self.id, 0)?;
        let same = own
            .iter()
            .zip(&self.entries)
            .take_while(|(own, block)| own.bytes == block.bytes());
        let common = same.count() as u64;
        if common == own.len() as u64 || common == self.entries.len() as u64 {
            // Either is the beginning of the other; a longer database has told nobody yet.
            return Ok(0);
        }
        let lines = unit.record_of_kind(self.id, Kind::Entry)?;
        let ends = (0..common as usize).rev().find_map(|index| {
            let stop = self.stop_after(unit, &self.entries[index])?;
            Some((index as u64 + 1, lines.get(index)?.n(), stop))
        });
        let Some((entries, line, stop)) = ends else {
            return Err(self.beyond("its log begins in another way than the database"));
        };
        let to = Rewind {
            entries,
            lines: line,
            stop,
        };
        unit.rewind(self.id, to)?;
        unit.set_life(self.id, Life::Running, self.now.stamp())?;
        Ok(own.len() as u64 - entries)
    }

    /// Returns the stop to which the run led that an entry ends.
    fn stop_after(&self, unit: &dyn Unit, block: &Block) -> Option<u64> {
        match Entry::read(block, self.terms).ok()?.body {
            EntryBody::Report(report) => {
                let draw = unit.draw(self.id, report.draw).ok()??;
                matches!(draw.ended, Some((DrawEnd::Report, ..))).then_some(draw.stop + 1)
            }
            EntryBody::Note(lines) => lines.iter().find_map(|line| match Mark::read(line)? {
                Mark::Run { stop, .. } => Some(stop + 1),
                Mark::Early { .. } | Mark::Finished => None,
            }),
            _ => None,
        }
    }

    /// Makes the next entry once more, with the run that it belongs to.
    fn step(&self, unit: &mut dyn Unit, block: &Block) -> Result<Option<Ran>, DeskError> {
        let entry = Entry::read(block, self.terms)
            .map_err(|error| self.beyond(&format!("an entry cannot be read: {error}")))?;
        let moment = Moment::at(
            Timestamp::from_second(entry.time.unix())
                .expect("the times of a log are times of a clock"),
        );
        match entry.body {
            EntryBody::Lock(lock) => {
                // In the other modes the values come after the LOCK, with a REPORT of its own.
                let gives = match self.terms.mode {
                    Mode::Casual => self.report(entry.number + 1, lock.draw)?.gives,
                    Mode::Chain | Mode::Beacon { .. } => Vec::new(),
                };
                self.run(unit, At::Draw(lock.draw), Some((&lock, &gives)), moment)
            }
            EntryBody::Report(report) => self.reported(unit, &report, moment).map(Some),
            EntryBody::Note(lines) => {
                let run = lines.iter().find_map(|line| match Mark::read(line)? {
                    Mark::Run { stop, .. } => Some(stop),
                    Mark::Early { .. } | Mark::Finished => None,
                });
                if let Some(stop) = run {
                    return self.run(unit, At::Stop(stop), None, moment);
                }
                let mut book = Book::open(self.site, unit, &find(unit, self.id)?)?;
                self.inputs(unit)?;
                upgrading::again(unit, self.id, &lines)?;
                book.append(unit, ("NOTE", None), EntryBody::Note(lines), moment)?;
                Ok(None)
            }
            EntryBody::Void(void) => {
                self.inputs(unit)?;
                let table = Table::load(self.site, unit, self.id)?;
                let mut book = Book::open(self.site, unit, &table.row)?;
                acts::voided(unit, &table, &mut book, void, moment)?;
                Ok(None)
            }
            EntryBody::Correct(correct) => {
                self.inputs(unit)?;
                let mut book = Book::open(self.site, unit, &find(unit, self.id)?)?;
                book.append(unit, ("CORRECT", None), EntryBody::Correct(correct), moment)?;
                Ok(None)
            }
            EntryBody::Seat(change) => {
                self.inputs(unit)?;
                handover::again(self.site, unit, self.id, &change, moment)?;
                Ok(None)
            }
            _ => Err(self.beyond(&format!(
                "entry {} ({}) is the game master's or the host's word, which no run makes once more",
                entry.number,
                block.stated_type().unwrap_or("?")
            ))),
        }
    }

    fn report(&self, number: u64, draw: u64) -> Result<Report, DeskError> {
        let block = self.entries.get(number as usize);
        let entry = block.and_then(|block| Entry::read(block, self.terms).ok());
        match entry.map(|entry| entry.body) {
            Some(EntryBody::Report(report)) if report.draw == draw => Ok(report),
            _ => Err(self.beyond(&format!(
                "draw {draw} is locked, and its REPORT is in none of the papers"
            ))),
        }
    }

    fn beyond(&self, what: &str) -> DeskError {
        DeskError::refused(format!(
            "match `{}` cannot be rebuilt: {what}; put a newer backup back, or recover with more mails",
            self.id
        ))
    }

    /// Makes a run once more, at its moment.
    fn run(
        &self,
        unit: &mut dyn Unit,
        at: At,
        draw: Option<(&Lock, &[Give])>,
        moment: Moment,
    ) -> Result<Option<Ran>, DeskError> {
        self.inputs(unit)?;
        let mut table = Table::load(self.site, unit, self.id)?;
        if let Some(act) = acts::moved_at(unit, self.id, table.stop)? {
            let mut book = Book::open(self.site, unit, &table.row)?;
            return acts::again(unit, table, &mut book, &act, moment).map(Some);
        }
        run::prepare(unit, &mut table)?;
        let seats: Vec<_> = table.players.iter().map(|seat| seat.number).collect();
        for input in unit.inputs_of(self.id, table.stop)? {
            if retell_input(&mut *table.play, &seats, &input.told) == Retold::Unknown {
                return Err(self.beyond(&format!("an input says {}", input.told)));
            }
        }
        let mut book = Book::open(self.site, unit, &table.row)?;
        for seat in table.seats() {
            let lines = self.lines_of(&table, seat, at, draw.map(|(lock, _)| (lock, &book)))?;
            table.play.refile(seat, &lines);
        }
        for (seat, give) in table
            .players
            .clone()
            .iter()
            .zip(draw.map_or(&[][..], |(_, gives)| gives))
        {
            if *give != Give::Nothing {
                book.take_ahead(unit, seat, give.clone())?;
            }
        }
        Ok(run::go(unit, table, &mut book, moment)?.into_ran())
    }

    /// Opens the locked draw once more, with the values that its REPORT states.
    fn reported(
        &self,
        unit: &mut dyn Unit,
        report: &Report,
        moment: Moment,
    ) -> Result<Ran, DeskError> {
        self.inputs(unit)?;
        let mut book = Book::open(self.site, unit, &find(unit, self.id)?)?;
        let draw = unit
            .open_draw(self.id)?
            .filter(|draw| draw.number == report.draw);
        let (Some(draw), Some(open)) = (draw, book.log().open_draw()) else {
            return Err(self.beyond(&format!("draw {} is not locked", report.draw)));
        };
        if locked::later(&book).is_some() {
            return Err(self.beyond(&format!(
                "a seat ordered after the LOCK of draw {}, and its orders are not kept anywhere",
                report.draw
            )));
        }
        let log = book.log();
        let mut values = Values::none(log);
        for (seat, give) in log.seats().zip(&report.gives) {
            let taken = match (report.acks.get(&seat), give) {
                (Some(head), give) => values.take_ack(
                    log,
                    &Ack {
                        game: log.genesis().game.clone(),
                        seat,
                        entry: open.entry,
                        head: *head,
                        give: match give {
                            Give::Value(value) => Some((report.draw, *value)),
                            Give::Phrase(_) | Give::Nothing => None,
                        },
                    },
                ),
                (None, Give::Nothing) => Ok(()),
                (None, give) => values.take_give(log, seat, give.clone()),
            };
            taken.map_err(|error| self.beyond(&error.to_string()))?;
        }
        if let Some(beacon) = report.beacon {
            values.take_beacon(beacon.signature);
        }
        locked::open_with(self.site, unit, &mut book, (draw, values), moment)
    }

    /// Finds what a seat had in force: what the papers say, else what the database still has; for a draw it
    /// must open the seal.
    fn lines_of(
        &self,
        table: &Table,
        seat: crate::engine::Seat,
        at: At,
        sealed: Option<(&Lock, &Book)>,
    ) -> Result<Vec<String>, DeskError> {
        let number = table.number(seat);
        let recorded = self
            .record
            .lines()
            .filter(|line| line.kind() == Kind::Orders && line.at() == Some(at));
        let mut known: Vec<Vec<String>> = recorded
            .filter_map(|line| match line.body() {
                Ok(Body::Orders(orders)) if orders.seat == number => Some(orders.lines),
                _ => None,
            })
            .collect();
        known.extend(self.opened(number.number().into(), at));
        known.push(table.play.in_force(seat));
        let Some((lock, book)) = sealed else {
            return Ok(known.swap_remove(0));
        };
        let place = book.log().seats().nth(seat.index());
        let fits = |lines: &Vec<String>| {
            let (Some(place), Ok(text)) = (place, sealed_text(lines)) else {
                return false;
            };
            let seal = text.seal(
                &book.log().genesis().game,
                lock.draw,
                place,
                &book.nonce(lock.draw, place),
            );
            lock.seals.get(place.index()) == Some(&LockSeal::Sealed(seal))
        };
        known.into_iter().find(fits).ok_or_else(|| {
            let side = &table.players[seat.index()];
            DeskError::refused(format!(
                "match `{}` cannot be rebuilt: what {} had in force for draw {} is in none of the papers; hand \
                 over the mails that its player got since (he can save them as files), and recover again",
                self.id,
                side.side.as_deref().unwrap_or(&side.name),
                lock.draw
            ))
        })
    }

    /// Returns the texts of the blocks that open a seat's orders of a draw.
    fn opened(&self, seat: u64, at: At) -> Vec<Vec<String>> {
        let At::Draw(draw) = at else {
            return Vec::new();
        };
        let orders = self
            .sides
            .iter()
            .filter_map(|block| match Side::read(block).ok()? {
                Side::Orders(orders) if orders.draw == draw && orders.seat.number() == seat => {
                    Some(orders)
                }
                _ => None,
            });
        orders
            .map(|orders| {
                orders
                    .text
                    .lines()
                    .iter()
                    .map(|line| line.as_str().to_owned())
                    .collect()
            })
            .collect()
    }

    /// Records the inputs whose lines come next in the record.
    fn inputs(&self, unit: &mut dyn Unit) -> Result<(), DeskError> {
        loop {
            let next = unit.next_line(self.id)?;
            let line = self.record.lines().find(|line| line.n() == next);
            let Some((line, input)) =
                line.and_then(|line| Some((line, input_of(line, self.now.stamp())?)))
            else {
                return Ok(());
            };
            unit.append_record(self.id, line)?;
            unit.record_input(self.id, &input)?;
        }
    }

    /// What was made once more must be what the log says.
    fn compare(&self, unit: &dyn Unit, from: u64) -> Result<(), DeskError> {
        for entry in unit.entries_from(self.id, from)? {
            let said = self.entries.get(entry.n as usize);
            if said.is_some_and(|said| *said != block_of(&entry)) {
                return Err(self.beyond(&format!(
                    "entry {} does not come out as the log has it: orders or inputs of that run are missing \
                     from the papers",
                    entry.n
                )));
            }
        }
        Ok(())
    }
}

/// Reads the input that a line of the record tells of.
fn input_of(line: &Line, told_at: Timestamp) -> Option<Input> {
    let (Some(At::Stop(stop)), Ok(Body::Input(body))) = (line.at(), line.body()) else {
        return None;
    };
    let told: serde_json::Value = serde_json::from_str(body.told.get()).ok()?;
    let named = ["absent", "resigned"]
        .iter()
        .find_map(|what| told[what][0].as_u64());
    let seat = named
        .or_else(|| told["vacation"]["seat"].as_u64())
        .or_else(|| told["corrected"]["seat"].as_u64())
        .or_else(|| told["seated"]["seat"].as_u64());
    Some(Input {
        stop,
        kind: body.input,
        seat: seat.and_then(|seat| Some(crate::record::SeatNumber::new(u8::try_from(seat).ok()?))),
        told: body.told.get().to_owned(),
        told_at,
    })
}
