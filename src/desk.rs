//! The whole way of a mail or a file of orders, once, readable top to bottom.
//!
//! Everything the desk does to a match happens in one transaction a step: what was filed, the run,
//! its entries in the dice log, its lines of the record and the mails that tell of it become true
//! together, or not at all.
//!
//! ```text
//! source -> spool -> mailroom -> intake -> (grace, hours) -> run -> record, reports -> outbox -> transport
//! ```

mod acts;
mod addresses;
mod ahead;
mod arrivals;
mod blocks;
mod book;
mod carried;
pub mod crash;
mod custody;
mod doubtful;
mod draw;
mod early;
mod ends;
mod error;
mod finish;
mod handover;
mod held;
mod holding;
mod holdings;
mod hours;
mod house;
mod intake;
mod invitation;
mod keys;
mod language;
mod letters;
mod life;
mod lines;
mod locked;
mod mailroom;
mod moment;
mod moves;
mod notices;
mod offering;
mod owed;
mod pending;
mod people;
mod post;
mod press;
mod proposal;
mod queries;
mod receipts;
mod recover;
mod rematch;
mod replacing;
mod replay;
mod replies;
mod reports;
mod rolls;
mod run;
mod sending;
mod silence;
mod site;
#[cfg(test)]
mod spoken;
mod spool;
mod standing;
mod table;
mod taking_back;
mod unstarted;
mod upgrading;
mod waits;
mod wants;
mod watch;
mod world;

pub use acts::{Acted, Wish};
pub use custody::{HeldMail, ShownMail, Withheld};
pub use error::DeskError;
pub use house::{HOUSE_OPTIONS, HouseOption};
pub use intake::{Arrived, Filing, Receipt};
pub use life::{NewMatch, NewSeat, match_id};
pub use mailroom::Read;
pub use moment::Moment;
pub use moves::Extended;
pub use owed::Owed;
pub use post::Post;
pub use recover::Recovered;
pub use rolls::{NewParty, NewTable, Roll, Seen, SeenDraw, Thrown, roll_line};
pub use run::{Hurry, Locked, Ran, Went};
pub use sending::Sent;
pub use site::{Site, SiteError, read_texts};
pub use spool::{Offers, Taken};
pub use standing::{Filed, LockedDraw, Standing};
pub use table::Table;
pub use waits::{Wait, Waits};
pub use watch::{Inbox, Synced, Trouble};

use crate::auditor::Papers;
use crate::engine;
use crate::mail::source::Source;
use crate::mail::transport::Transport;
use crate::mail::world::World;
use crate::orders::Diagnostic;
use crate::record::Line;
use crate::schedule::{Clock, Lapse};
use crate::store::{Life, MatchId, Store};

/// The desk of a site, with everything a step needs.
pub struct Desk<'a> {
    site: &'a Site,
    store: &'a mut dyn Store,
    clock: &'a dyn Clock,
    chance: &'a mut dyn FnMut(&mut [u8]),
}

impl<'a> Desk<'a> {
    /// Sits down at a site's desk; `chance` gives random bytes for names and secrets, not for dice.
    pub fn new(
        site: &'a Site,
        store: &'a mut dyn Store,
        clock: &'a dyn Clock,
        chance: &'a mut dyn FnMut(&mut [u8]),
    ) -> Self {
        Self {
            site,
            store,
            clock,
            chance,
        }
    }

    fn now(&self) -> Moment {
        Moment::at(self.clock.now())
    }

    /// Makes a match; where seats have addresses they are invited, and it waits for them to accept.
    ///
    /// # Errors
    /// What is wrong with the match that was wanted.
    pub fn make(&mut self, new: &NewMatch) -> Result<MatchId, DeskError> {
        let mut random = [0; 4];
        (self.chance)(&mut random);
        let mut secret = [0; 32];
        (self.chance)(&mut secret);
        let now = self.now();
        let mut work = self.store.write()?;
        let id = life::make(self.site, &mut *work, new, random, now)?;
        if new.is_by_mail() {
            invitation::accept_for_nobody(&mut *work, &id, now)?;
            invitation::invite(self.site, &mut *work, &id, None, now)?;
        }
        self.site.keys.keep_secret(id.as_str(), &secret)?;
        work.commit()?;
        Ok(id)
    }

    /// Accepts a match for all its seats and starts it: it is played from files.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start_from_files(&mut self, id: &MatchId) -> Result<Went, DeskError> {
        let now = self.now();
        let mut work = self.store.write()?;
        for seat in table::players(&work.seats(id)?) {
            life::accept(&mut *work, id, seat.number, now)?;
        }
        let went = life::start(self.site, &mut *work, id, now)?;
        run::after(self.site, &mut *work, &went, now)?;
        self.site.logs.probe(id)?;
        work.commit()?;
        self.write_log(id)?;
        Ok(went)
    }

    /// Says whether a match waits for its seats to accept it.
    ///
    /// # Errors
    /// If there is no such match.
    pub fn is_inviting(&mut self, id: &MatchId) -> Result<bool, DeskError> {
        let snapshot = self.store.read()?;
        Ok(table::find(&*snapshot, id)?.life == Life::Inviting)
    }

    /// Answers an invitation for a side, from a file; returns what there is to say.
    ///
    /// # Errors
    /// If there is no such match or side.
    pub fn answer_from_file(
        &mut self,
        id: &MatchId,
        side: &str,
        text: &str,
    ) -> Result<Vec<String>, DeskError> {
        let now = self.now();
        watch::compare_logs(self.site, self.store)?;
        let mut work = self.store.write()?;
        table::refuse_stale(&table::find(&*work, id)?)?;
        let answer = invitation::answer_from_file(self.site, &mut *work, (id, side), text, now)?;
        if let Some(went) = &answer.started {
            run::after(self.site, &mut *work, went, now)?;
            self.site.logs.probe(id)?;
        }
        work.commit()?;
        if answer.started.is_some() {
            self.write_log(id)?;
        }
        Ok(answer.told)
    }

    /// Returns the commands by which the seats of a match make secrets of their own, by side.
    ///
    /// # Errors
    /// If there is no such match.
    pub fn joins(&mut self, id: &MatchId) -> Result<Vec<(String, String)>, DeskError> {
        let snapshot = self.store.read()?;
        let row = table::find(&*snapshot, id)?;
        let players = table::players(&snapshot.seats(id)?);
        let join = |seat: &crate::store::Seat| {
            let side = seat.side.clone().unwrap_or_default();
            (side, invitation::join_command(&row, seat))
        };
        Ok(players.iter().map(join).collect())
    }

    /// Takes in everything that waits at a source: on disk first, then the source is told.
    ///
    /// # Errors
    /// If the store or the source fails; what was stored stays stored.
    pub fn take_in(
        &mut self,
        source: &mut dyn Source,
        name: &str,
        offers: Offers,
    ) -> Result<Taken, DeskError> {
        watch::refuse_if_lost(self.site, self.store)?;
        let now = self.now();
        let hosts: Vec<String> = self
            .site
            .post()?
            .names
            .authserv_id
            .iter()
            .cloned()
            .collect();
        spool::take(self.store, source, (name, offers), &hosts, now)
    }

    /// Reads every mail that nobody has looked at, and answers it.
    ///
    /// # Errors
    /// If the store fails. A mail that the program fails on is set aside, and its match is as it was.
    pub fn read_mails(&mut self) -> Result<Vec<Read>, DeskError> {
        let now = self.now();
        watch::compare_logs(self.site, self.store)?;
        let read = watch::read_all(self.site, self.store, now)?;
        for id in read.iter().filter_map(|read| read.logged.as_ref()) {
            self.write_log(id)?;
        }
        Ok(read)
    }

    /// Files lines for a seat.
    ///
    /// # Errors
    /// If the match does not wait for them.
    pub fn file(&mut self, filing: Filing<'_>) -> Result<Receipt, DeskError> {
        let now = self.now();
        watch::compare_logs(self.site, self.store)?;
        let mut work = self.store.write()?;
        let receipt = intake::file(self.site, &mut *work, filing, now)?;
        self.site.logs.probe(filing.id)?;
        work.commit()?;
        self.write_log(filing.id)?;
        Ok(receipt)
    }

    /// Judges lines without filing them, and answers what only wants to be looked at.
    ///
    /// # Errors
    /// If there is no such match.
    pub fn check(
        &mut self,
        id: &MatchId,
        side: &str,
        text: &str,
    ) -> Result<(engine::Reading, Vec<String>), DeskError> {
        let now = self.now();
        // Never committed.
        let mut work = self.store.write()?;
        intake::check(self.site, &mut *work, (id, side), text, now)
    }

    /// Works out the odds of an order as a side sees them, after the moves that it has sent.
    ///
    /// # Errors
    /// If there is no such match; within, why there is nothing to work out.
    pub fn odds(
        &mut self,
        id: &MatchId,
        side: &str,
        order: &str,
    ) -> Result<Result<Vec<engine::Odds>, Diagnostic>, DeskError> {
        let snapshot = self.store.read()?;
        let table = Table::load(self.site, &*snapshot, id)?;
        let seat = table.seat_of_side(side)?;
        let asker = wants::Asker::playing(self.site, &*snapshot, &table, seat)?;
        let planned = queries::planned(&*snapshot, &asker)?;
        Ok(table.play.odds(seat, order, &planned))
    }

    /// Gives everybody whom a match waits for more time, at the game master's word; a dry run only says
    /// what would move.
    ///
    /// # Errors
    /// If there is no such match, or it waits for nobody.
    pub fn extend(
        &mut self,
        id: &MatchId,
        lapse: Lapse,
        dry: bool,
    ) -> Result<Vec<Extended>, DeskError> {
        let now = self.now();
        watch::compare_logs(self.site, self.store)?;
        let mut work = self.store.write()?;
        let row = table::find(&*work, id)?;
        let moved = moves::by_word(self.site, &mut *work, &row, lapse, now)?;
        if !dry {
            work.commit()?;
        }
        Ok(moved)
    }

    /// Keeps the hours: reminds, and records the deadlines that have passed for good.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_hours(&mut self) -> Result<(), DeskError> {
        let now = self.now();
        let mut work = self.store.write()?;
        hours::time_outs(self.site, &mut *work, now)?;
        hours::remind(self.site, &mut *work, now)?;
        Ok(work.commit()?)
    }

    /// Runs every match that is due, and returns them.
    ///
    /// # Errors
    /// If the store fails. A match whose run fails is as it was, and the operator is told.
    pub fn run_due(&mut self) -> Result<Vec<MatchId>, DeskError> {
        let now = self.now();
        let mut ran = Vec::new();
        for (id, stop) in self.due(now)? {
            match watch::guarded(|| self.run(&id, Hurry::WhenDue)) {
                Ok(Some(_)) => ran.push(id),
                Ok(None) => {}
                Err(error) => watch::run_failed(self.site, self.store, (&id, stop), error, now)?,
            }
        }
        Ok(ran)
    }

    /// The matches whose run is due, and those whose draw is locked: what they wait for may have come.
    fn due(&mut self, now: Moment) -> Result<Vec<(MatchId, u64)>, DeskError> {
        let unit = self.store.read()?;
        let mut due = unit.runs_due(now.stamp())?;
        for row in unit.matches(Life::Locked)? {
            if let Some(draw) = unit.open_draw(&row.id)?
                && !due.iter().any(|(id, _)| *id == row.id)
            {
                due.push((row.id, draw.stop));
            }
        }
        Ok(due)
    }

    /// Runs a match whose asked seats are all ready; `now` does not wait for the grace to pass.
    ///
    /// Where the mode has a LOCK before the dice, a first call locks, and a later one goes on from there once
    /// everything has come that the dice follow from.
    ///
    /// # Errors
    /// If the run fails; the match is then as it was.
    pub fn run(&mut self, id: &MatchId, hurry: Hurry) -> Result<Option<Went>, DeskError> {
        let now = self.now();
        let mut work = self.store.write()?;
        let Some(open) = work.open_stop_of(id)? else {
            return Ok(None);
        };
        let row = work.the_match(id)?;
        if let Some(why) = upgrading::other_rules(self.site, &row) {
            upgrading::tell_waiting(self.site, &mut *work, &row, &why, now)?;
            work.commit()?;
            return Ok(None);
        }
        let table = Table::load(self.site, &*work, id)?;
        let may_run = pending::may_run(&*work, &table, &open)?;
        let is_due = match hurry {
            Hurry::Now => may_run || open.run_at.is_some(),
            Hurry::WhenDue => open.run_at.is_some_and(|run_at| run_at <= now.stamp()),
        };
        let went = match row.life {
            _ if row.needs_recover => None,
            Life::Locked => match locked::complete(self.site, &mut *work, id, now)? {
                None => silence::call_off(self.site, &mut *work, id, now)?,
                went => went,
            },
            _ if is_due && early::waits(&*work, &table, &open)? => {
                early::seal(self.site, &mut *work, table, &open, now)?;
                self.site.logs.probe(id)?;
                work.commit()?;
                self.write_log(id)?;
                return Ok(None);
            }
            _ if is_due => Some(run::run(self.site, &mut *work, id, now)?),
            _ => None,
        };
        let Some(went) = went else {
            return Ok(None);
        };
        run::after(self.site, &mut *work, &went, now)?;
        self.site.logs.probe(id)?;
        work.commit()?;
        crash::at(crash::Point::Committed);
        self.write_log(id)?;
        Ok(Some(went))
    }

    /// Sends what is due.
    ///
    /// # Errors
    /// If the store fails.
    pub fn send(&mut self, transport: &mut dyn Transport) -> Result<Sent, DeskError> {
        let now = self.now();
        sending::send(self.site, self.store, transport, now)
    }

    /// One pass of everything: fetch, read, hours, runs, send.
    ///
    /// # Errors
    /// If the store fails. A source that cannot be read is named in the outcome.
    pub fn sync(
        &mut self,
        inboxes: &mut [Inbox<'_>],
        transport: &mut dyn Transport,
    ) -> Result<Synced, DeskError> {
        let mut synced = Synced::default();
        let now = self.now();
        watch::look_around(self.site, self.store, now, &mut synced)?;
        for inbox in inboxes {
            let began = self.now();
            match self.take_in(inbox.source, &inbox.name, inbox.offers) {
                Ok(taken) => {
                    watch::tell_missed(self.site, self.store, &taken.missed, began)?;
                    if synced.add_taken(&taken) {
                        watch::source_read(self.store, &inbox.name, began)?;
                    }
                }
                Err(DeskError::Source(error)) => synced.unread.push(error.to_string()),
                Err(DeskError::Lost(reason)) => synced.unread.push(reason),
                Err(error) => return Err(error),
            }
        }
        synced.read = self.read_mails()?;
        self.keep_hours()?;
        synced.ran = self.run_due()?;
        self.settle_tables()?;
        synced.sent = self.send(transport)?;
        Ok(synced)
    }

    /// Lays a match out to look at it.
    ///
    /// # Errors
    /// If there is no such match, or it has not started.
    pub fn table(&mut self, id: &MatchId) -> Result<Table, DeskError> {
        let snapshot = self.store.read()?;
        Table::load(self.site, &*snapshot, id)
    }

    /// Tells the run that began at a stop again; `None` if the stop has not been left yet.
    ///
    /// # Errors
    /// If there was no such stop.
    pub fn retell(&mut self, id: &MatchId, stop: u64) -> Result<Option<Ran>, DeskError> {
        let snapshot = self.store.read()?;
        replay::retell(self.site, &*snapshot, id, stop)
    }

    /// Tells every run of a match again, scene by scene.
    ///
    /// # Errors
    /// If there is no such match, or it has not started.
    pub fn film(&mut self, id: &MatchId) -> Result<Vec<Ran>, DeskError> {
        let snapshot = self.store.read()?;
        replay::film(self.site, &*snapshot, id)
    }

    /// Gathers what everybody may hold of a match now, for an audit.
    ///
    /// # Errors
    /// If there is no such match, or it has not started.
    pub fn papers(&mut self, id: &MatchId) -> Result<Papers, DeskError> {
        let snapshot = self.store.read()?;
        holdings::papers(self.site, &*snapshot, id)
    }

    /// Rebuilds a match whose database is older than its log, its record and its mails.
    ///
    /// # Errors
    /// What is missing, and what helps; the match is then as it was.
    pub fn recover(&mut self, id: &MatchId, papers: &Papers) -> Result<Recovered, DeskError> {
        let now = self.now();
        watch::compare_logs(self.site, self.store)?;
        let mut work = self.store.write()?;
        unstarted::refuse_unknown(self.site, &*work, id)?;
        let recovered =
            watch::guarded(|| recover::recover(self.site, &mut *work, id, papers, now))?;
        self.site.logs.probe(id)?;
        work.commit()?;
        self.write_log(id)?;
        Ok(recovered)
    }

    /// Makes sure that what a side has may be shown to whoever sits here: to a host who plays another side only
    /// if he peeks, and then the dice log says so.
    ///
    /// # Errors
    /// If there is no such match or side, or the side's data is not for a host who plays.
    pub fn look(&mut self, id: &MatchId, side: &str, peek: bool) -> Result<(), DeskError> {
        let now = self.now();
        if peek {
            watch::compare_logs(self.site, self.store)?;
        }
        let mut work = self.store.write()?;
        let viewer = holdings::viewer(&*work, id, side)?;
        if holdings::look(self.site, &mut *work, id, (viewer, peek), now)? {
            self.site.logs.probe(id)?;
            work.commit()?;
            self.write_log(id)?;
        }
        Ok(())
    }

    /// Returns the record as a viewer may hold it now: a side, `gm` or `observer`.
    ///
    /// A host who plays may look at another side's only if `peek` lets the dice log say so.
    ///
    /// # Errors
    /// If there is no such match or viewer, or the viewer's lines are not for a host who plays.
    pub fn export(
        &mut self,
        id: &MatchId,
        viewer: &str,
        peek: bool,
    ) -> Result<Vec<Line>, DeskError> {
        let now = self.now();
        if peek {
            watch::compare_logs(self.site, self.store)?;
        }
        let mut work = self.store.write()?;
        let viewer = holdings::viewer(&*work, id, viewer)?;
        let looked = holdings::look(self.site, &mut *work, id, (viewer, peek), now)?;
        let lines = holdings::lines(&*work, id, viewer)?;
        if looked {
            self.site.logs.probe(id)?;
            work.commit()?;
            self.write_log(id)?;
        }
        Ok(lines)
    }

    /// Says what the operator must look at: matches that must be recovered, logs that were touched, what is lost.
    ///
    /// # Errors
    /// If the store or a log file cannot be read.
    pub fn troubles(&mut self) -> Result<Vec<Trouble>, DeskError> {
        watch::troubles(self.site, self.store)
    }

    /// Lends the world of this site to somebody who reads a mail without taking it in.
    ///
    /// # Errors
    /// If the site does not play by mail, or the store fails.
    pub fn in_world<T>(&mut self, look: impl FnOnce(&dyn World) -> T) -> Result<T, DeskError> {
        let snapshot = self.store.read()?;
        let world = world::StoreWorld::new(self.site, self.site.post()?, &*snapshot);
        let seen = look(&world);
        world.finish()?;
        Ok(seen)
    }

    /// Brings the match's log file up: mails that carry its entries may leave then.
    fn write_log(&mut self, id: &MatchId) -> Result<(), DeskError> {
        let written = self.site.logs.append_missing(self.store, id)?;
        crash::at(crash::Point::Logged);
        Ok(self.site.logs.note_written(self.store, id, written)?)
    }
}
