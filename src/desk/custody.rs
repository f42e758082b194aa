//! The quarantine: what waits for a person's decision, and what the decision does.

use jiff::Timestamp;

use crate::mail::explain::Explanation;
use crate::mail::message::Message;
use crate::mail::reading::{Disposition as Judged, Reading, read};
use crate::store::{Custody, MatchId, Quarantined, RawId, RawMail, Unit};

use super::world::{StoreWorld, side_of};
use super::{Desk, DeskError, Moment, Site};

/// A mail that waits for a decision, as a person sees it in a list.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct HeldMail {
    /// Its number.
    pub number: i64,
    /// The match it seems to belong to.
    #[serde(rename = "match")]
    pub of_match: Option<String>,
    /// The side it seems to come from.
    pub side: Option<String>,
    /// What stands in its From field; nothing is proved by it.
    pub from: Option<String>,
    /// What stands in its Subject field.
    pub subject: Option<String>,
    /// Why it is held.
    pub reason: String,
    /// When it arrived.
    pub arrived_at: Timestamp,
    /// What was decided.
    pub custody: &'static str,
}

/// A mail in quarantine with everything that a decision needs.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ShownMail {
    /// What the list tells of it.
    #[serde(flatten)]
    pub held: HeldMail,
    /// How it is read as it stands.
    pub explanation: Explanation,
    /// What would still hold it if it were released.
    pub still_held: Vec<String>,
    /// Why its words are not shown, where they are not the host's to read.
    pub withheld: Option<String>,
}

impl Desk<'_> {
    /// Lists the mails in quarantine that wait for a decision.
    ///
    /// # Errors
    /// If the site does not play by mail, or the store fails.
    pub fn held_mails(&mut self) -> Result<Vec<HeldMail>, DeskError> {
        let snapshot = self.store.read()?;
        list(self.site, &*snapshot)
    }

    /// Shows a mail in quarantine, and what releasing it would do.
    ///
    /// # Errors
    /// If there is no such mail.
    pub fn held_mail(&mut self, number: i64, words: Withheld) -> Result<ShownMail, DeskError> {
        let snapshot = self.store.read()?;
        show(self.site, &*snapshot, number, words)
    }

    /// Lets a mail in quarantine through; it is read with the next reading.
    ///
    /// # Errors
    /// If there is none, it was decided about, or something holds it that nobody can vouch for.
    pub fn release_mail(&mut self, number: i64, by: &str) -> Result<(), DeskError> {
        let now = self.now();
        let mut work = self.store.write()?;
        release(self.site, &mut *work, (number, by), now)?;
        Ok(work.commit()?)
    }

    /// Throws a mail in quarantine away.
    ///
    /// # Errors
    /// If there is none, or it was decided about.
    pub fn drop_mail(&mut self, number: i64, by: &str) -> Result<(), DeskError> {
        let now = self.now();
        let mut work = self.store.write()?;
        drop_mail(&mut *work, (number, by), now)?;
        Ok(work.commit()?)
    }
}

/// Lists the mails that wait for a decision, the oldest first.
fn list(site: &Site, unit: &dyn Unit) -> Result<Vec<HeldMail>, DeskError> {
    let mut found = Vec::new();
    for held in unit.held_mails()? {
        let mail = unit.raw(held.raw)?;
        found.push(told(site, unit, &held, &mail)?);
    }
    Ok(found)
}

/// Whether the words of others stay closed to a host who plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Withheld {
    /// They do.
    Yes,
    /// He peeks, and the dice log says so.
    No,
}

/// Shows one mail of the quarantine.
fn show(
    site: &Site,
    unit: &dyn Unit,
    number: i64,
    words: Withheld,
) -> Result<ShownMail, DeskError> {
    let (held, mail) = find(unit, number)?;
    let reading = reread(site, unit, &mail, Release::No)?;
    let released = reread(site, unit, &mail, Release::Yes)?;
    let withheld = match words {
        Withheld::Yes => withheld(unit, &held)?,
        Withheld::No => None,
    };
    let mut explanation = Explanation::of(&reading);
    if withheld.is_some() {
        explanation.reasons.clear();
        explanation.orders.clear();
        explanation.lines.clear();
        explanation.notes.clear();
    }
    Ok(ShownMail {
        held: told(site, unit, &held, &mail)?,
        explanation,
        still_held: match withheld {
            Some(_) => Vec::new(),
            None => holds_of(&released),
        },
        withheld,
    })
}

/// Lets a mail through: it is read anew with the next reading, and a person vouches for who wrote it.
fn release(
    site: &Site,
    unit: &mut dyn Unit,
    (number, by): (i64, &str),
    now: Moment,
) -> Result<(), DeskError> {
    let (_, mail) = waiting(unit, number)?;
    let holds = holds_of(&reread(site, unit, &mail, Release::Yes)?);
    if !holds.is_empty() {
        return Err(DeskError::refused(format!(
            "mail {number} would be held again: {}; ask the player to send his orders once more",
            holds.join("; ")
        )));
    }
    unit.decide(RawId(number), Custody::Released, by, now.stamp())?;
    Ok(())
}

/// Throws a mail away; its bytes stay in the store.
fn drop_mail(unit: &mut dyn Unit, (number, by): (i64, &str), now: Moment) -> Result<(), DeskError> {
    waiting(unit, number)?;
    unit.decide(RawId(number), Custody::Dropped, by, now.stamp())?;
    Ok(())
}

/// Says whether a person has let this mail through.
pub(super) fn is_released(unit: &dyn Unit, raw: RawId) -> Result<bool, DeskError> {
    let held = unit.quarantined(raw)?;
    Ok(held.is_some_and(|held| held.custody == Custody::Released))
}

fn find(unit: &dyn Unit, number: i64) -> Result<(Quarantined, RawMail), DeskError> {
    let held = unit.quarantined(RawId(number))?;
    let held = held.ok_or_else(|| {
        DeskError::refused(format!(
            "there is no mail {number} in quarantine; `tessera inbox list` shows what is"
        ))
    })?;
    Ok((held, unit.raw(RawId(number))?))
}

fn waiting(unit: &dyn Unit, number: i64) -> Result<(Quarantined, RawMail), DeskError> {
    let (held, mail) = find(unit, number)?;
    if held.custody != Custody::Held {
        let by = held.decided_by.as_deref().unwrap_or("somebody");
        return Err(DeskError::refused(format!(
            "mail {number} was {} by {by} already",
            held.custody.word()
        )));
    }
    Ok((held, mail))
}

/// Whether a mail is read as one that a person has let through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Release {
    Yes,
    No,
}

fn reread(
    site: &Site,
    unit: &dyn Unit,
    mail: &RawMail,
    release: Release,
) -> Result<Reading, DeskError> {
    let post = site.post()?;
    let world = StoreWorld::new(site, post, unit).vouching(release == Release::Yes);
    let reading = read(&mail.bytes, &[], &world, &post.limits);
    world.finish()?;
    Ok(reading)
}

fn holds_of(reading: &Reading) -> Vec<String> {
    match &reading.disposition {
        Judged::Quarantine(holds) => holds.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    }
}

fn told(
    site: &Site,
    unit: &dyn Unit,
    held: &Quarantined,
    mail: &RawMail,
) -> Result<HeldMail, DeskError> {
    let message = Message::read(&mail.bytes, &site.post()?.limits).ok();
    let field = |name: &str| message.as_ref()?.values(name).next().map(shown);
    let side = match (&held.of_match, held.seat) {
        (Some(id), Some(number)) => unit.seat(id, number)?.map(|seat| side_of(&seat).to_owned()),
        _ => None,
    };
    // A reason may quote what it is about.
    let reason = match withheld(unit, held)? {
        Some(withheld) => withheld,
        None => held.reason.clone(),
    };
    Ok(HeldMail {
        number: held.raw.0,
        of_match: held.of_match.as_ref().map(MatchId::to_string),
        side,
        from: field("from"),
        subject: field("subject"),
        reason,
        arrived_at: mail.arrived_at,
        custody: held.custody.word(),
    })
}

/// Shortens a field and drops what would act on a terminal.
fn shown(value: &str) -> String {
    let plain = value.split_whitespace().collect::<Vec<_>>().join(" ");
    let visible = plain.chars().filter(|c| !c.is_control());
    visible.take(200).collect()
}

/// A host who plays does not read what the others send, unless by the record's own means.
fn withheld(unit: &dyn Unit, held: &Quarantined) -> Result<Option<String>, DeskError> {
    let Some(id) = &held.of_match else {
        return Ok(None);
    };
    let seats = unit.seats(id)?;
    let host = seats.iter().find(|seat| seat.host_plays);
    let is_anothers = host.is_some_and(|host| held.seat != Some(host.number));
    Ok(is_anothers.then(|| {
        format!(
            "the host of match `{id}` plays in it, so the words of the other seats are not shown; \
             `inbox show --peek` shows them, and the dice log says so for ever"
        )
    }))
}
