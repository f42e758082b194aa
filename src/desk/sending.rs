//! The outbox: what is due is handed over, the same bytes each time, until it is taken or given up.

use jiff::SignedDuration;

use crate::mail::transport::{Envelope, SendError, Transport, back_off};
use crate::schedule::{Language, Lapse, local};
use crate::store::{MailKind, OutMail, Store, Unit, Unsent};

use super::{Desk, DeskError, Moment, Site, crash, notices};

/// How long whoever claims mails has to hand them over.
const LEASE: SignedDuration = SignedDuration::from_mins(5);

/// What became of the mails that were due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sent {
    /// Mails that were handed over.
    pub sent: usize,
    /// Mails that will be tried again.
    pub delayed: usize,
    /// Mails that were given up.
    pub failed: usize,
}

/// Hands over everything that is due.
pub(super) fn send(
    site: &Site,
    store: &mut dyn Store,
    transport: &mut dyn Transport,
    now: Moment,
) -> Result<Sent, DeskError> {
    let mut sent = Sent::default();
    let _turn = site.turn_to_send(|| take_over(store, transport, now))?;
    loop {
        let mut work = store.write()?;
        let claimed = work.claim_mail(now.stamp(), LEASE, transport.batch())?;
        work.commit()?;
        if claimed.is_empty() {
            return Ok(sent);
        }
        let mut tried = Vec::new();
        for mail in claimed {
            let envelope = Envelope {
                from: mail.mail.envelope_from.clone(),
                to: mail.mail.recipient.clone(),
            };
            let outcome = transport.send(&envelope, &mail.mail.bytes);
            tried.push((mail, outcome));
        }
        let flushed = transport.flush();
        crash::at(crash::Point::Sent);
        let mut work = store.write()?;
        for (mail, outcome) in tried {
            let outcome = outcome.and_then(|()| flushed.clone());
            note(site, &mut *work, &mail, outcome, &mut sent, now)?;
        }
        work.commit()?;
    }
}

/// Takes over what processes have left that died while they sent.
fn take_over(
    store: &mut dyn Store,
    transport: &mut dyn Transport,
    now: Moment,
) -> Result<(), DeskError> {
    if let Err(error) = transport.tidy() {
        tracing::warn!(%error, "what an interrupted sending has left is still there");
    }
    let mut work = store.write()?;
    let freed = work.free_claimed_mail(now.stamp())?;
    work.commit()?;
    if freed > 0 {
        tracing::info!(freed, "letters are sent whose sending was interrupted");
    }
    Ok(())
}

impl Desk<'_> {
    /// Says which letters wait to be sent once more, and until when.
    ///
    /// # Errors
    /// If the store fails.
    pub fn letters_waiting(&mut self) -> Result<Vec<String>, DeskError> {
        waiting(self.site, self.store)
    }
}

/// Says which letters wait to be sent once more, why and until when, in the wall clock of the site.
fn waiting(site: &Site, store: &mut dyn Store) -> Result<Vec<String>, DeskError> {
    let Some(post) = &site.post else {
        return Ok(Vec::new());
    };
    let unsent = store.read()?.unsent_mail()?;
    let (delayed, taken): (Vec<Unsent>, Vec<Unsent>) =
        unsent.into_iter().partition(|mail| mail.error.is_some());
    let at = |mail: &Unsent| local(mail.next_try_at, &post.zone, Language::English);
    let count = |mails: &[Unsent]| match mails.len() {
        1 => "1 letter waits".to_owned(),
        more => format!("{more} letters wait"),
    };
    let mut told = Vec::new();
    if let Some(last) = taken.last()
        && is_nobody_sending(site)?
    {
        told.push(format!(
            "{}: sending was interrupted. The next `tessera sync` tries again at once, a `serve` that runs at {}",
            count(&taken),
            at(last)
        ));
    }
    if let Some(first) = delayed.first() {
        let error = first.error.as_deref().unwrap_or_default();
        told.push(format!(
            "{}: {error}. The next try is at {}",
            count(&delayed),
            at(first)
        ));
    }
    Ok(told)
}

fn is_nobody_sending(site: &Site) -> Result<bool, DeskError> {
    Ok(!site.is_sending()?)
}

/// Notes what became of a try.
fn note(
    site: &Site,
    unit: &mut dyn Unit,
    mail: &OutMail,
    outcome: Result<(), SendError>,
    sent: &mut Sent,
    now: Moment,
) -> Result<(), DeskError> {
    let retry_for = site
        .post
        .as_ref()
        .map_or(Lapse::ZERO, |post| post.retry_for);
    let error = match outcome {
        Ok(()) => {
            sent.sent += 1;
            unit.mail_sent(mail.id, now.stamp())?;
            // A farewell belongs to no match: its reader has asked to be forgotten.
            if mail.mail.kind == MailKind::Notice && mail.mail.of_match.is_none() {
                unit.forget_letter(mail.id)?;
            }
            return Ok(());
        }
        Err(error) => error,
    };
    let wait =
        SignedDuration::try_from(back_off(mail.attempts)).expect("a wait of hours is a duration");
    let next = now.stamp() + wait;
    let gives_up = next > mail.queued_at + retry_for.as_duration();
    if error.is_transient() && !gives_up {
        sent.delayed += 1;
        return Ok(unit.mail_delayed(mail.id, &error.to_string(), next)?);
    }
    sent.failed += 1;
    unit.mail_failed(mail.id, &error.to_string(), now.stamp())?;
    tell_failed(site, unit, mail, &error, now)
}

/// Tells game master and operator that a mail was given up.
fn tell_failed(
    site: &Site,
    unit: &mut dyn Unit,
    mail: &OutMail,
    error: &SendError,
    now: Moment,
) -> Result<(), DeskError> {
    let about = format!("failed {}", mail.id.0);
    let text = format!("{error}\n");
    if mail.mail.kind == MailKind::Operator {
        tracing::error!(%error, "a mail to the operator was given up");
        return Ok(());
    }
    notices::tell_operator(site, unit, &about, ("a mail was given up", &text), now)?;
    let Some(id) = &mail.mail.of_match else {
        return Ok(());
    };
    // A game master who cannot be reached is not told so by mail.
    if mail.mail.seat == Some(crate::record::SeatNumber::GAME_MASTER) {
        return Ok(());
    }
    let row = unit.the_match(id)?;
    let unique = format!("f{}", super::post::short(mail.id.0.unsigned_abs()));
    notices::tell_game_master(site, unit, &row, (unique, "a mail was given up"), text, now)
}
