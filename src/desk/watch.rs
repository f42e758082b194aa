//! The watch over the desk: signs of life, mails read in batches, and what happens when the program fails.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::mail::reading::read;
use crate::mail::source::{Source, SourceError};
use crate::schedule::{Pulse, pulse};
use crate::store::{Disposition, Finding, Match, MatchId, RawId, Store, Unit};

use super::crash::Crash;
use super::mailroom::{self, Read};
use super::post::short;
use super::sending::Sent;
use super::spool::{Offers, Taken};
use super::world::{StoreWorld, seat_of};
use super::{DeskError, Moment, Site, addresses, moves, notices};

/// Mails that are read in one transaction, which waits for the disk once.
const BATCH: usize = 100;

/// A source of mail, as one pass reads it.
pub struct Inbox<'a> {
    /// The name under which its readings are recorded.
    pub name: String,
    /// How it offers its mails.
    pub offers: Offers,
    /// The source.
    pub source: &'a mut dyn Source,
}

/// What one pass did.
#[derive(Debug, Default)]
pub struct Synced {
    /// Mails that were fetched.
    pub taken: Taken,
    /// What became of those that were read.
    pub read: Vec<Read>,
    /// The matches that ran.
    pub ran: Vec<MatchId>,
    /// What was sent.
    pub sent: Sent,
    /// What the operator should look at.
    pub troubles: Vec<String>,
    /// Sources that could not be read through, and why.
    pub unread: Vec<String>,
}

impl Synced {
    /// Adds what was taken from a source; says whether that source was read through.
    pub(super) fn add_taken(&mut self, taken: &Taken) -> bool {
        self.taken.new += taken.new;
        self.taken.again += taken.again;
        let (given_up, unread): (Vec<_>, Vec<_>) =
            taken.missed.iter().partition(|error| error.is_final());
        self.troubles
            .extend(given_up.iter().map(ToString::to_string));
        self.unread.extend(unread.iter().map(ToString::to_string));
        unread.is_empty()
    }
}

/// Does something that a fault of ours may break; a panic becomes an error.
pub(super) fn guarded<T>(step: impl FnOnce() -> Result<T, DeskError>) -> Result<T, DeskError> {
    match catch_unwind(AssertUnwindSafe(step)) {
        Ok(result) => result,
        // A crash that a test has ordered is no fault to be caught.
        Err(payload) if payload.is::<Crash>() => resume_unwind(payload),
        Err(payload) => Err(DeskError::Failed(words_of(&*payload))),
    }
}

fn words_of(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    text.unwrap_or("it said nothing").to_owned()
}

/// Compares log files and database; matches whose database is behind take no orders from now on.
pub(super) fn compare_logs(site: &Site, store: &mut dyn Store) -> Result<(), DeskError> {
    for (id, state) in site.logs.check_all(store)? {
        if state.needs_recover() {
            tracing::error!(%id, %state, "a match takes no orders until it is recovered");
        } else {
            tracing::warn!(%id, %state, "a log file was written anew from the database");
        }
    }
    Ok(())
}

/// Compares logs and database, notes that the site lives, and moves deadlines by an outage that is over.
pub(super) fn look_around(
    site: &Site,
    store: &mut dyn Store,
    now: Moment,
    synced: &mut super::Synced,
) -> Result<(), DeskError> {
    for (id, state) in site.logs.check_all(store)? {
        synced.troubles.push(match state.needs_recover() {
            true => format!(
                "match `{id}` takes no orders: {state}; `tessera recover {id}` rebuilds it"
            ),
            false => format!(
                "match `{id}`: {state}; they were written anew from the database. Find out what took them: the \
                 file is what shows later that nothing was rolled twice"
            ),
        });
    }
    let longest = site.post()?.deadlines.outage.as_duration();
    let mut work = store.write()?;
    let last = work.alive(now.stamp())?;
    // Whose time is over hears of nothing that this pass tells.
    end_what_lapses(&mut *work, now)?;
    match pulse(last, now.stamp(), longest) {
        Pulse::Steady => {}
        Pulse::Outage(outage) => {
            synced.troubles.push(format!(
                "the site was down from {} to {}; open deadlines have moved by as much",
                outage.from, outage.to
            ));
            moves::outage(site, &mut *work, outage, now)?;
        }
        Pulse::WentBack { from, to } => synced.troubles.push(format!(
            "the clock went back from {from} to {to}; deadlines stay"
        )),
    }
    Ok(work.commit()?)
}

/// Tells the operator of mails that a source does not give and that are not asked for any more.
pub(super) fn tell_missed(
    site: &Site,
    store: &mut dyn Store,
    missed: &[SourceError],
    now: Moment,
) -> Result<(), DeskError> {
    let mut given_up = missed.iter().filter(|error| error.is_final()).peekable();
    if given_up.peek().is_none() {
        return Ok(());
    }
    let mut work = store.write()?;
    for error in given_up {
        let text = format!("{error}\n");
        let about = format!("source {error}");
        let subject = "a mail cannot be fetched";
        notices::tell_operator(site, &mut *work, &about, (subject, &text), now)?;
    }
    Ok(work.commit()?)
}

/// Notes that a source was read through.
pub(super) fn source_read(
    store: &mut dyn Store,
    name: &str,
    began: Moment,
) -> Result<(), DeskError> {
    let mut work = store.write()?;
    work.source_read(name, began.stamp())?;
    Ok(work.commit()?)
}

/// Reads every mail that nobody has looked at.
pub(super) fn read_all(
    site: &Site,
    store: &mut dyn Store,
    now: Moment,
) -> Result<Vec<Read>, DeskError> {
    let mut all = Vec::new();
    let mut work = store.write()?;
    end_what_lapses(&mut *work, now)?;
    work.commit()?;
    loop {
        let batch = store.read()?.unread(BATCH)?;
        if batch.is_empty() {
            return Ok(all);
        }
        match guarded(|| read_together(site, store, &batch, now)) {
            Ok(read) => all.extend(read),
            // One of them is at fault: it must not take the others along.
            Err(error) => {
                tracing::debug!(%error, "a batch of mails is read one by one");
                for raw in batch {
                    all.push(read_alone(site, store, raw, now)?);
                }
            }
        }
    }
}

/// Sends deputies away whose time is over, and drops addresses that nobody has confirmed, before a mail of theirs is read.
fn end_what_lapses(unit: &mut dyn Unit, now: Moment) -> Result<(), DeskError> {
    unit.end_helpers(now.stamp())?;
    addresses::end_wishes(unit, now)
}

fn read_together(
    site: &Site,
    store: &mut dyn Store,
    batch: &[RawId],
    now: Moment,
) -> Result<Vec<Read>, DeskError> {
    let mut work = store.write()?;
    let read = batch
        .iter()
        .map(|raw| mailroom::read(site, &mut *work, *raw, now))
        .collect::<Result<_, _>>()?;
    work.commit()?;
    Ok(read)
}

/// Reads one mail; one that the program fails on is set aside.
fn read_alone(
    site: &Site,
    store: &mut dyn Store,
    raw: RawId,
    now: Moment,
) -> Result<Read, DeskError> {
    let error = match guarded(|| read_together(site, store, &[raw], now)) {
        Ok(read) => return Ok(read.into_iter().next().expect("one mail was read")),
        Err(error @ DeskError::Store(_)) => return Err(error),
        Err(error) => error,
    };
    tracing::error!(mail = raw.0, %error, "a mail is set aside");
    let reason = format!("the program failed on this mail, and the match is as it was: {error}");
    let finding = Finding {
        reason: Some(reason.clone()),
        ..Finding::new(Disposition::Quarantine)
    };
    let mut work = store.write()?;
    work.quarantine(raw, &finding, now.stamp())?;
    if let Some(row) = match_of(site, &*work, raw) {
        let unique = format!("w{}", short(raw.0.unsigned_abs()));
        let text = format!("A mail to match `{}` is in quarantine.\n{reason}\n", row.id);
        notices::tell_game_master(
            site,
            &mut *work,
            &row,
            (unique, "a mail is set aside"),
            text,
            now,
        )?;
    }
    let about = format!("mail {}", raw.0);
    let text = format!("Mail {} is in quarantine.\n{reason}\n", raw.0);
    notices::tell_operator(
        site,
        &mut *work,
        &about,
        ("a mail is set aside", &text),
        now,
    )?;
    work.commit()?;
    Ok(Read {
        disposition: Disposition::Quarantine,
        logged: None,
    })
}

/// Finds the match that a mail is for, as far as its token can be read without failing again.
fn match_of(site: &Site, unit: &dyn Unit, raw: RawId) -> Option<Match> {
    let found = guarded(|| {
        let post = site.post()?;
        let mail = unit.raw(raw)?;
        let world = StoreWorld::new(site, post, unit);
        let reading = read(&mail.bytes, &[], &world, &post.limits);
        world.finish()?;
        let named = reading.seat.map(|seat| seat_of(unit, &seat)).transpose()?;
        Ok(named
            .map(|(id, _)| unit.find_match(&id))
            .transpose()?
            .flatten())
    });
    found.ok().flatten()
}

/// Tells of a run that failed; a store that fails is the caller's trouble.
pub(super) fn run_failed(
    site: &Site,
    store: &mut dyn Store,
    (id, stop): (&MatchId, u64),
    error: DeskError,
    now: Moment,
) -> Result<(), DeskError> {
    if matches!(error, DeskError::Store(_)) {
        return Err(error);
    }
    tracing::error!(%id, stop, %error, "a run failed");
    let mut work = store.write()?;
    let row = work.the_match(id)?;
    let text = format!(
        "The run of match `{id}` from stop {stop} failed, and the match is as it was.\n{error}\n"
    );
    let about = format!("run {id} {stop}");
    let subject = "a run failed";
    notices::tell_operator(site, &mut *work, &about, (subject, &text), now)?;
    notices::tell_game_master(site, &mut *work, &row, ("z".to_owned(), subject), text, now)?;
    Ok(work.commit()?)
}
