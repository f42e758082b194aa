//! The mailroom: one mail that came in, from its bytes to its effect and its answer, in one transaction.

use jiff::SignedDuration;
use mail_parser::{HeaderValue, MessageParser};

use crate::mail::bounce::Bounce;
use crate::mail::message::Message;
use crate::mail::reading::{self, Disposition as Judged, Hold, Reading};
use crate::record::Sha256Hash;
use crate::store::{self, Disposition, Finding, Life, MatchId, RawId, RawMail, Unit};
use crate::wording::counted;

use super::held::{Held, hold, is_players};
use super::letters::Answered;
use super::post::short;
use super::replies::{self, Reply};
use super::table::find;
use super::world::{StoreWorld, seat_of, side_of};
use super::{DeskError, Moment, Site, crash, custody, held, notices};

/// What became of a mail.
#[derive(Debug)]
pub struct Read {
    /// What it turned out to be.
    pub disposition: Disposition,
    /// The match to whose log it has added, by starting it or by an act.
    pub logged: Option<MatchId>,
}

impl Read {
    pub(super) fn as_(disposition: Disposition) -> Self {
        Self {
            disposition,
            logged: None,
        }
    }
}

/// A mail on the desk, with what its reader found.
pub(super) struct Opened<'a> {
    /// The mail.
    pub mail: &'a RawMail,
    /// What was read in it.
    pub reading: &'a Reading,
    /// The match that its token names.
    pub row: store::Match,
    /// The seat that its token names.
    pub seat: store::Seat,
}

/// Reads a mail that nobody has looked at, and does what follows from it.
pub(super) fn read(
    site: &Site,
    unit: &mut dyn Unit,
    raw: RawId,
    now: Moment,
) -> Result<Read, DeskError> {
    let post = site.post()?;
    let mail = unit.raw(raw)?;
    if mail.finding.disposition != Disposition::New {
        return Ok(Read::as_(mail.finding.disposition));
    }
    let is_released = custody::is_released(unit, raw)?;
    let world = StoreWorld::new(site, post, unit).vouching(is_released);
    let reading = reading::read(&mail.bytes, &[], &world, &post.limits);
    world.finish()?;
    match &reading.disposition {
        Judged::Autoreply(sign) => {
            let finding = Finding {
                reason: Some(sign.clone()),
                ..Finding::new(Disposition::Autoreply)
            };
            unit.judge_raw(raw, &finding)?;
            Ok(Read::as_(Disposition::Autoreply))
        }
        Judged::Bounce(bounce) => {
            returned(site, unit, &mail, bounce, now)?;
            Ok(Read::as_(Disposition::Bounce))
        }
        Judged::Quarantine(holds) => {
            let reasons: Vec<String> = holds.iter().map(ToString::to_string).collect();
            let in_short: Vec<String> = holds.iter().map(Hold::without_words).collect();
            let held = Held {
                reason: &reasons.join("; "),
                in_short: &in_short.join("; "),
                is_players: is_players(&reading, holds),
            };
            hold(site, unit, (&mail, &reading), &held, now)
        }
        Judged::Orders | Judged::Empty | Judged::Protocol => {
            players_mail(site, unit, (&mail, &reading), now)
        }
    }
}

/// A mail that a player certainly wrote.
fn players_mail(
    site: &Site,
    unit: &mut dyn Unit,
    (mail, reading): (&RawMail, &Reading),
    now: Moment,
) -> Result<Read, DeskError> {
    let post = site.post()?;
    let named = reading
        .seat
        .as_ref()
        .expect("a mail without a proved seat is held");
    let (id, seat) = seat_of(unit, named)?;
    crash::at(crash::Point::Authenticated);
    if let Some(twin) = same_as(unit, mail, reading, &id)? {
        let finding = Finding {
            reason: Some(format!("it is mail {} again", twin.0)),
            ..finding(Disposition::Duplicate, reading, Some((&id, &seat)))
        };
        unit.judge_raw(mail.id, &finding)?;
        return Ok(Read::as_(Disposition::Duplicate));
    }
    let sender = reading.sender.as_ref().map_or("", |from| from.key.as_str());
    let an_hour_ago = mail.arrived_at - SignedDuration::from_hours(1);
    let is_released = custody::is_released(unit, mail.id)?;
    let before = unit.mails_since(sender, an_hour_ago)?;
    if !is_released && before >= post.rates.mails {
        let reason = format!(
            "more than {} came within an hour; the operator of this site can let it through",
            counted(post.rates.mails, "mail", "mails")
        );
        let finding = Finding {
            reason: Some(reason.clone()),
            ..finding(Disposition::Quarantine, reading, Some((&id, &seat)))
        };
        unit.quarantine(mail.id, &finding, now.stamp())?;
        // Only of the first: programs that answer each other must come to an end.
        if before == post.rates.mails {
            let row = find(unit, &id)?;
            held::caution(site, unit, (&row, &seat), (mail, &reason), now)?;
        }
        return Ok(Read::as_(Disposition::Quarantine));
    }
    heard_from(unit, &seat)?;
    let before = unit.last_entry(&id)?.map(|entry| entry.n);
    let opened = Opened {
        mail,
        reading,
        row: find(unit, &id)?,
        seat,
    };
    match replies::carry_out(site, unit, &opened, now)? {
        Reply::Held(reason) => {
            let held = Held {
                reason: &reason,
                in_short: &reason,
                is_players: true,
            };
            hold(site, unit, (mail, reading), &held, now)
        }
        Reply::Done(went) => {
            // An act may have added to the log.
            let grown = unit.last_entry(&id)?.map(|entry| entry.n) != before;
            let started = went.map(|went| went.table().row.id.clone());
            let logged = started.or_else(|| grown.then(|| id.clone()));
            Ok(carried_out(
                unit,
                (mail, reading),
                (&id, &opened.seat),
                logged,
            )?)
        }
        Reply::Thrown(table) => Ok(carried_out(
            unit,
            (mail, reading),
            (&id, &opened.seat),
            Some(table),
        )?),
    }
}

/// Notes that a mail was carried out; the log to which it has added is to be written.
fn carried_out(
    unit: &mut dyn Unit,
    (mail, reading): (&RawMail, &Reading),
    seat: (&MatchId, &store::Seat),
    logged: Option<MatchId>,
) -> Result<Read, DeskError> {
    let disposition = match &reading.disposition {
        Judged::Empty => Disposition::Empty,
        Judged::Protocol => Disposition::Protocol,
        _ => Disposition::Orders,
    };
    unit.judge_raw(mail.id, &finding(disposition, reading, Some(seat)))?;
    if is_vacated(unit, seat)? {
        unit.forget_raw(mail.id)?;
    }
    crash::at(crash::Point::Pending);
    Ok(Read {
        disposition,
        logged,
    })
}

/// Says whether the owner of a seat has left it with his mail.
fn is_vacated(unit: &dyn Unit, (id, before): (&MatchId, &store::Seat)) -> Result<bool, DeskError> {
    let now = unit.seat(id, before.number)?;
    Ok(before.player.is_some() && now.is_some_and(|seat| seat.player.is_none()))
}

/// Returns the mail of which this one is another copy; else notes it as seen.
pub(super) fn same_as(
    unit: &mut dyn Unit,
    mail: &RawMail,
    reading: &Reading,
    id: &MatchId,
) -> Result<Option<RawId>, DeskError> {
    // A mail without an identifier is told from an equal one by the stop that it is for.
    let stop = reading.seat.as_ref().map_or(0, |seat| seat.stop);
    let name = reading
        .message_id
        .clone()
        .unwrap_or_else(|| format!("none.{id}.{stop}"));
    let body = Sha256Hash::of(reading.identity.as_bytes());
    match unit.seen(&name, &body)? {
        Some(twin) if twin != mail.id => Ok(Some(twin)),
        Some(_) => Ok(None),
        None => {
            unit.note_seen(&name, &body, mail.id)?;
            Ok(None)
        }
    }
}

/// Mail from a player shows that he can be reached.
fn heard_from(unit: &mut dyn Unit, seat: &store::Seat) -> Result<(), DeskError> {
    let Some(player) = seat.player else {
        return Ok(());
    };
    let mut player = unit.player(player)?;
    if player.bounced_at.take().is_some() {
        unit.update_player(&player)?;
    }
    Ok(())
}

/// What is noted about a mail; an address counts as its sender only where it is certain.
pub(super) fn finding(
    disposition: Disposition,
    reading: &Reading,
    seat: Option<(&MatchId, &store::Seat)>,
) -> Finding {
    let sender = reading.sender.as_ref().filter(|_| seat.is_some());
    Finding {
        sender: sender.map(|from| from.key.clone()),
        of_match: seat.map(|(id, _)| id.clone()),
        seat: seat.map(|(_, seat)| seat.number),
        stop: reading.seat.as_ref().map(|named| named.stop.into()),
        ..Finding::new(disposition)
    }
}

/// Returns what a letter that answers a mail refers to.
pub(super) fn answered(raw: &[u8]) -> Answered {
    let Some(mail) = MessageParser::default().parse_headers(raw) else {
        return Answered::default();
    };
    let references = match mail.references() {
        HeaderValue::Text(one) => vec![one.to_string()],
        HeaderValue::TextList(several) => several.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    };
    Answered {
        message_id: mail.message_id().map(str::to_owned),
        references,
    }
}

/// Notes on the player that a mail to him came back, and tells the game masters of his matches.
fn returned(
    site: &Site,
    unit: &mut dyn Unit,
    mail: &RawMail,
    bounce: &Bounce,
    now: Moment,
) -> Result<(), DeskError> {
    let post = site.post()?;
    let finding = Finding {
        reason: bounce.recipient.clone(),
        ..Finding::new(Disposition::Bounce)
    };
    unit.judge_raw(mail.id, &finding)?;
    if !bounce.is_failure() {
        return Ok(());
    }
    let Ok(message) = Message::read(&mail.bytes, &post.limits) else {
        return Ok(());
    };
    let places = ["delivered-to", "x-original-to", "to"];
    let player = places
        .iter()
        .flat_map(|name| message.values(name))
        .flat_map(|value| value.split([' ', ',', '<', '>']))
        .find_map(|address| post.player_of_return_path(address));
    let Some(player) = player else {
        return Ok(());
    };
    let mut player = unit.player(player)?;
    player.bounced_at = Some(now.stamp());
    unit.update_player(&player)?;
    for (id, seat) in unit.seats_of(player.id)? {
        let row = find(unit, &id)?;
        if row.life == Life::Finished {
            continue;
        }
        let text = format!(
            "A mail to the player of {} came back: {}\n",
            side_of(&seat),
            bounce.status.as_deref().unwrap_or("no status was given")
        );
        let unique = format!("b{}", short(mail.id.0.unsigned_abs()));
        let subject = "a player cannot be reached";
        notices::tell_game_master(site, unit, &row, (unique, subject), text, now)?;
    }
    Ok(())
}
