//! The watch over the desk: signs of life, mails read in batches, and what happens when the program fails.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::mail::reading::{Disposition as Judged, read};
use crate::mail::source::{Source, SourceError};
use crate::schedule::{Pulse, pulse};
use crate::store::{Custody, Disposition, Finding, Life, LogState, MatchId, RawId, Store, Unit};

use super::crash::{self, Crash};
use super::mailroom::{self, Read};
use super::sending::Sent;
use super::spool::{Offers, Taken};
use super::world::StoreWorld;
use super::{DeskError, Moment, Site, addresses, held, moves, notices};

/// Mails that are read in one transaction, which waits for the disk once.
const BATCH: usize = 100;

/// A mail that was begun so often and never ended is held for the operator.
const MOST_BEGINNINGS: u32 = 3;

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

/// Something that the operator must look at, and the match that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// The match.
    pub id: MatchId,
    /// What there is, and what helps.
    pub text: String,
}

/// Compares log files and database; matches whose database is behind take no orders from now on.
pub(super) fn compare_logs(site: &Site, store: &mut dyn Store) -> Result<(), DeskError> {
    for (id, state) in site.logs.check_all(store)? {
        tracing::warn!(%id, %state, "log and database of a match do not fit");
    }
    Ok(())
}

/// Refuses to take mail into a database without any match while there are logs of matches, or secrets.
///
/// # Errors
/// [`DeskError::Lost`] then: whoever puts a copy of the database back would lose the mail.
pub(super) fn refuse_if_lost(site: &Site, store: &mut dyn Store) -> Result<(), DeskError> {
    let unit = store.read()?;
    for life in [Life::Inviting, Life::Running, Life::Locked, Life::Finished] {
        if !unit.matches(life)?.is_empty() {
            return Ok(());
        }
    }
    let secrets = site.keys.secret_names()?;
    let secrets = secrets.into_iter().filter_map(|name| name.parse().ok());
    let known: Option<MatchId> = site.logs.matches()?.into_iter().chain(secrets).next();
    match known {
        None => Ok(()),
        Some(id) => Err(DeskError::Lost(format!(
            "the database knows no match, but match `{id}` has a log or a secret: the data folder was lost or replaced, \
             and no mail is taken until it is back"
        ))),
    }
}

/// Compares log files and database, and names everything that has to be looked at, each time anew.
pub(super) fn troubles(site: &Site, store: &mut dyn Store) -> Result<Vec<Trouble>, DeskError> {
    let found = site.logs.check_all(store)?;
    let mut troubles: Vec<Trouble> = found
        .iter()
        .map(|(id, state)| Trouble {
            id: id.clone(),
            text: words_about(id, *state),
        })
        .collect();
    let unit = store.read()?;
    for life in [Life::Inviting, Life::Running, Life::Locked, Life::Finished] {
        for row in unit.matches(life)? {
            if row.needs_recover && troubles.iter().all(|trouble| trouble.id != row.id) {
                let text = format!(
                    "match `{0}` takes no orders: the database was put back from a copy; `tessera recover {0}` \
                     compares it with its log and brings it up",
                    row.id
                );
                troubles.push(Trouble { id: row.id, text });
            }
        }
    }
    for name in site.keys.secret_names()? {
        let Ok(id) = name.parse::<MatchId>() else {
            continue;
        };
        if unit.find_match(&id)?.is_none() && troubles.iter().all(|trouble| trouble.id != id) {
            let text = format!(
                "match `{id}` has a secret among the keys, and the database does not know it: the data folder was \
                 lost or replaced. Put the newest copy of `tessera backup` back in its place"
            );
            troubles.push(Trouble { id, text });
        }
    }
    Ok(troubles)
}

/// Says how log and database of a match stand to each other, and what helps.
fn words_about(id: &MatchId, state: LogState) -> String {
    match state {
        LogState::Level | LogState::Unnoted | LogState::FileBehind(_) => {
            format!("match `{id}`: {state}")
        }
        LogState::DatabaseBehind { .. } | LogState::Forked(_) | LogState::Restored(_) => format!(
            "match `{id}` takes no orders: {state}; `tessera recover {id}` compares them and brings it up"
        ),
        LogState::FileCut { .. } => format!(
            "match `{id}`: {state}; they were written anew from the database. Find out what took them: the \
             file is what shows later that nothing was rolled twice"
        ),
        LogState::Changed(_) | LogState::Appended => format!(
            "match `{id}`: {state}. The match goes on from the database; move the file away, and it is written anew \
             from there. Find out what changed it: the file is what shows later that nothing was rolled twice"
        ),
        LogState::Unknown(_) => format!(
            "match `{id}`: {state}. Put the newest copy of `tessera backup` back in place of the database; \
             `tessera recover {id}` brings the match up to its log then"
        ),
    }
}

/// Compares logs and database, notes that the site lives, and moves deadlines by an outage that is over.
pub(super) fn look_around(
    site: &Site,
    store: &mut dyn Store,
    now: Moment,
    synced: &mut super::Synced,
) -> Result<(), DeskError> {
    let troubles = troubles(site, store)?;
    synced
        .troubles
        .extend(troubles.into_iter().map(|trouble| trouble.text));
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
    let _turn = site.turn_to_read()?;
    let mut work = store.write()?;
    end_what_lapses(&mut *work, now)?;
    work.commit()?;
    loop {
        let batch = store.read()?.unread(BATCH)?;
        if batch.is_empty() {
            return Ok(all);
        }
        let together = match is_suspect(store, &batch)? {
            true => None,
            false => Some(begun(store, &batch, |store| {
                read_together(site, store, &batch, now)
            })),
        };
        match together {
            Some(Ok(read)) => {
                all.extend(read);
                continue;
            }
            Some(Err(error)) => tracing::debug!(%error, "a batch of mails is read one by one"),
            None => tracing::warn!("a reading of mails was not ended: they are read one by one"),
        }
        for raw in batch {
            all.push(read_alone(site, store, raw, now)?);
        }
    }
}

/// Says whether one of these mails was begun before, and the program died over it or over another one.
fn is_suspect(store: &mut dyn Store, batch: &[RawId]) -> Result<bool, DeskError> {
    let unit = store.read()?;
    for raw in batch {
        if unit.begun(*raw)? > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Notes on disk that mails are about to be read, before their reading; takes the notes back if it only fails.
fn begun<T>(
    store: &mut dyn Store,
    batch: &[RawId],
    reading: impl FnOnce(&mut dyn Store) -> Result<T, DeskError>,
) -> Result<T, DeskError> {
    let mut work = store.write()?;
    for raw in batch {
        work.begin_reading(*raw)?;
    }
    work.commit()?;
    crash::at(crash::Point::Begun);
    let result = guarded(|| reading(store));
    if result.is_err() {
        let mut work = store.write()?;
        for raw in batch {
            work.leave_unread(*raw)?;
        }
        work.commit()?;
    }
    result
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

/// Reads one mail; one that the program fails on is set aside, and so is one over which it has died too often.
fn read_alone(
    site: &Site,
    store: &mut dyn Store,
    raw: RawId,
    now: Moment,
) -> Result<Read, DeskError> {
    let times = store.read()?.begun(raw)?;
    if times >= MOST_BEGINNINGS {
        let reason = format!(
            "the program has died {times} times while it read this mail, and it is not read again"
        );
        return set_aside(site, store, raw, &reason, now);
    }
    let read = begun(store, &[raw], |store| {
        read_together(site, store, &[raw], now)
    });
    let error = match read {
        Ok(read) => return Ok(read.into_iter().next().expect("one mail was read")),
        Err(error @ DeskError::Store(_)) => return Err(error),
        Err(error) => error,
    };
    let reason = format!("the program failed on this mail, and the match is as it was: {error}");
    // What has just failed may fail again while its sender is told; the operator is told in any case.
    let told = guarded(|| tell_sender(site, store, raw, &reason, now));
    if let Err(error) = &told {
        tracing::error!(mail = raw.0, %error, "the sender of a mail cannot be told of it");
    }
    set_aside(site, store, raw, &reason, now)
}

/// Tells whoever sent a mail, and the game master of its match, that the program failed on it.
fn tell_sender(
    site: &Site,
    store: &mut dyn Store,
    raw: RawId,
    reason: &str,
    now: Moment,
) -> Result<(), DeskError> {
    let post = site.post()?;
    let mut work = store.write()?;
    let mail = work.raw(raw)?;
    // What the store does not answer may be what has failed: who wrote the mail is known all the same.
    let world = StoreWorld::new(site, post, &*work);
    let reading = read(&mail.bytes, &[], &world, &post.limits);
    drop(world);
    let is_players = match &reading.disposition {
        Judged::Orders | Judged::Empty | Judged::Protocol => true,
        Judged::Quarantine(holds) => held::is_players(&reading, holds),
        Judged::Autoreply(_) | Judged::Bounce(_) => return Ok(()),
    };
    let held = held::Held {
        reason,
        in_short: reason,
        is_players,
    };
    held::hold(site, &mut *work, (&mail, &reading), &held, now)?;
    Ok(work.commit()?)
}

/// Holds a mail without looking into it, and tells the operator.
fn set_aside(
    site: &Site,
    store: &mut dyn Store,
    raw: RawId,
    reason: &str,
    now: Moment,
) -> Result<Read, DeskError> {
    tracing::error!(mail = raw.0, reason, "a mail is set aside");
    let mut work = store.write()?;
    if work
        .quarantined(raw)?
        .is_none_or(|held| held.custody != Custody::Held)
    {
        let finding = Finding {
            reason: Some(reason.to_owned()),
            ..Finding::new(Disposition::Quarantine)
        };
        work.quarantine(raw, &finding, now.stamp())?;
    }
    let about = format!("mail {}", raw.0);
    let text = format!(
        "Mail {0} is in quarantine: {reason}.\n`tessera inbox list` names it; `tessera inbox drop {0}` throws it away, \
         `tessera inbox release {0}` has it read once more.\n",
        raw.0
    );
    let subject = ("a mail is set aside", text.as_str());
    notices::tell_operator(site, &mut *work, &about, subject, now)?;
    work.commit()?;
    Ok(Read::as_(Disposition::Quarantine))
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
