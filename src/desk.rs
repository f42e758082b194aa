//! The whole way of a mail or a file of orders, once, readable top to bottom.
//!
//! Everything the desk does to a match happens in one transaction a step: what was filed, the run,
//! its entries in the dice log, its lines of the record and the mails that tell of it become true
//! together, or not at all.

mod book;
mod intake;
mod life;
mod run;
mod site;
mod table;

pub use intake::{Filing, Receipt};
pub use life::{NewMatch, NewSeat};
pub use run::Ran;
pub use site::{Site, SiteError};
pub use table::Table;

use jiff::Timestamp;

use crate::engine;
use crate::ledger;
use crate::record::RecordError;
use crate::report::templates::TemplateError;
use crate::schedule::Clock;
use crate::store::{MatchId, Store, StoreError};

/// Why a step could not be taken; nothing of it has happened.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What was asked for is refused; the text is for the person who asked.
    #[error("{0}")]
    Refused(String),
    /// A match cannot be set up or gone on with.
    #[error("the match cannot be played: {0}")]
    Setup(#[from] engine::SetupError),
    /// The dice log refused an entry of ours.
    #[error("an entry of the dice log breaks the protocol")]
    Log(#[from] ledger::log::LogError),
    /// The host's side of the protocol is missing something.
    #[error(transparent)]
    Host(#[from] ledger::host::HostError),
    /// A line of the record cannot be written.
    #[error("a line of the record cannot be written")]
    Record(#[from] RecordError),
    /// A text cannot be made.
    #[error(transparent)]
    Template(#[from] TemplateError),
}

impl DeskError {
    /// Refuses what was asked for.
    pub fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(reason.into())
    }
}

/// The moment of a step, as the clock gave it, in whole seconds as the record keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Timestamp);

impl Moment {
    /// Takes a moment of the clock.
    ///
    /// # Panics
    /// If the clock is outside the years that the protocol can write.
    pub fn at(now: Timestamp) -> Self {
        let whole =
            Timestamp::from_second(now.as_second()).expect("a second of a timestamp is one");
        Self(whole)
    }

    /// Returns it for the store.
    pub fn stamp(self) -> Timestamp {
        self.0
    }

    /// Returns it as the dice log writes it.
    ///
    /// # Panics
    /// If the clock is outside the years that the protocol can write.
    pub fn log_time(self) -> ledger::time::Time {
        ledger::time::Time::from_unix(self.0.as_second()).expect("clocks show years of four digits")
    }
}

/// The name of a match as the person wrote it.
///
/// # Errors
/// What is wrong with the name.
pub fn match_id(text: &str) -> Result<MatchId, DeskError> {
    text.parse()
        .map_err(|error: crate::store::MatchIdError| DeskError::refused(error.to_string()))
}

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

    /// Makes a match; it waits for its players to accept.
    ///
    /// # Errors
    /// What is wrong with the match that was wanted.
    pub fn make(&mut self, new: &NewMatch) -> Result<MatchId, DeskError> {
        let mut random = [0; 4];
        (self.chance)(&mut random);
        let now = self.now();
        let mut work = self.store.write()?;
        let id = life::make(self.site, &mut *work, new, random, now)?;
        let mut secret = [0; 32];
        (self.chance)(&mut secret);
        self.site.keys.keep_secret(id.as_str(), &secret)?;
        work.commit()?;
        Ok(id)
    }

    /// Accepts a match for all its seats and starts it: it is played from files.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start_from_files(&mut self, id: &MatchId) -> Result<Ran, DeskError> {
        let now = self.now();
        let mut work = self.store.write()?;
        for seat in table::players(&work.seats(id)?) {
            life::accept(&mut *work, id, seat.number, now)?;
        }
        let ran = life::start(self.site, &mut *work, id, now)?;
        work.commit()?;
        self.write_log(id)?;
        Ok(ran)
    }

    /// Files lines for a seat.
    ///
    /// # Errors
    /// If the match does not wait for them.
    pub fn file(&mut self, filing: Filing<'_>) -> Result<Receipt, DeskError> {
        let now = self.now();
        let mut work = self.store.write()?;
        let receipt = intake::file(self.site, &mut *work, filing, now)?;
        work.commit()?;
        Ok(receipt)
    }

    /// Judges lines without filing them.
    ///
    /// # Errors
    /// If there is no such match.
    pub fn check(
        &mut self,
        id: &MatchId,
        side: &str,
        text: &str,
    ) -> Result<engine::Reading, DeskError> {
        let snapshot = self.store.read()?;
        let table = Table::load(self.site, &*snapshot, id)?;
        let seat = table.seat_of_side(side)?;
        Ok(table.play.read(seat, text))
    }

    /// Runs a match whose asked seats are all ready; `now` does not wait for the grace to pass.
    ///
    /// # Errors
    /// If the run fails; the match is then as it was.
    pub fn run(&mut self, id: &MatchId, hurry: Hurry) -> Result<Option<Ran>, DeskError> {
        let now = self.now();
        let mut work = self.store.write()?;
        let Some(open) = work.open_stop_of(id)? else {
            return Ok(None);
        };
        let may_run = open.asked.iter().all(|asked| asked.readiness.lets_run());
        let is_due = match hurry {
            Hurry::Now => may_run,
            Hurry::WhenDue => open.run_at.is_some_and(|run_at| run_at <= now.stamp()),
        };
        if !is_due {
            return Ok(None);
        }
        let ran = run::run(self.site, &mut *work, id, now)?;
        work.commit()?;
        self.write_log(id)?;
        Ok(Some(ran))
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
        run::retell(self.site, &*snapshot, id, stop)
    }

    /// Brings the match's log file up: mails that carry its entries may leave then.
    fn write_log(&mut self, id: &MatchId) -> Result<(), DeskError> {
        Ok(self.site.logs.write_behind(self.store, id)?)
    }
}

/// Whether a run waits for its grace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hurry {
    /// It does.
    WhenDue,
    /// It does not.
    Now,
}
