//! Mails that are held: set aside, and told to those whose business it is.

use jiff::SignedDuration;
use serde::Serialize;

use crate::mail::reading::{Hold, Reading};
use crate::mail::sender::is_same_address;
use crate::store::{self, Disposition, Finding, Life, MailKind, Match, RawMail, Role, Unit};

use super::letters::Addressee;
use super::mailroom::{Read, answered, finding, same_as};
use super::post::{Post, short};
use super::table::{Table, find};
use super::watch::guarded;
use super::world::{seat_of, side_of};
use super::{DeskError, Moment, Site, holding, notices, reports, rolls};

/// What the template of a held mail's answer gets.
#[derive(Serialize)]
struct HeldFacts<'a> {
    reason: &'a str,
    state: Option<&'a str>,
    /// Whether an answer to this letter reaches a match.
    has_match: bool,
}

/// How the match stands, for the answer to a mail that is held.
pub(super) fn present_state(
    site: &Site,
    unit: &dyn Unit,
    to: &Addressee,
) -> Result<Option<String>, DeskError> {
    let row = unit.the_match(&to.id)?;
    if rolls::is_table(&row)
        || row.life != Life::Running
        || to.seat.role != Role::Player
        || !to.holds_seat
        || holding::is_held(unit, &to.id)?
    {
        return Ok(None);
    }
    let table = Table::load(site, unit, &to.id)?;
    reports::present(site, unit, &table, to).map(Some)
}

/// Why a mail is held, and whether its sender is certain all the same.
pub(super) struct Held<'a> {
    /// Why, in words that may quote the mail.
    pub reason: &'a str,
    /// Why, for whoever may not see what the seat orders.
    pub in_short: &'a str,
    /// Whether a player of the seat wrote it all the same.
    pub is_players: bool,
}

/// Says whether a mail is held for what it says, not for who may have written it.
pub(super) fn is_players(reading: &Reading, holds: &[Hold]) -> bool {
    let (Some(seat), Some(from)) = (&reading.seat, &reading.sender) else {
        return false;
    };
    let mut registered = seat.registered.iter();
    let about_words = |hold: &Hold| {
        matches!(
            hold,
            Hold::PastStop(_)
                | Hold::Uncertain(_)
                | Hold::Damaged
                | Hold::Opaque(_)
                | Hold::SeveralFiles
        )
    };
    holds.iter().all(about_words) && registered.any(|address| is_same_address(address, &from.key))
}

/// Sets a mail aside and says why: to the registered address of its seat, and to the game master.
pub(super) fn hold(
    site: &Site,
    unit: &mut dyn Unit,
    (mail, reading): (&RawMail, &Reading),
    held: &Held<'_>,
    now: Moment,
) -> Result<Read, DeskError> {
    let &Held {
        reason,
        in_short,
        is_players,
    } = held;
    let post = site.post()?;
    let proved = match &reading.seat {
        Some(named) => Some(seat_of(unit, named)?),
        None => None,
    };
    if is_players
        && let Some((id, seat)) = &proved
        && let Some(twin) = same_as(unit, mail, reading, id)?
    {
        let finding = Finding {
            reason: Some(format!("it is mail {} again", twin.0)),
            ..finding(Disposition::Duplicate, reading, Some((id, seat)))
        };
        unit.judge_raw(mail.id, &finding)?;
        return Ok(Read::as_(Disposition::Duplicate));
    }
    let from = reading.sender.as_ref().map(|from| from.written.as_str());
    let finding = Finding {
        reason: Some(reason.to_owned()),
        ..finding(
            Disposition::Quarantine,
            reading,
            proved.as_ref().map(|(id, seat)| (id, seat)),
        )
    };
    let finding = Finding {
        sender: finding.sender.filter(|_| is_players),
        ..finding
    };
    unit.quarantine(mail.id, &finding, now.stamp())?;
    tracing::info!(mail = mail.id.0, from, reason = in_short, "a mail is held");
    match proved {
        Some((id, seat)) => {
            let row = find(unit, &id)?;
            let stop = unit.open_stop_of(&id)?.map_or(0, |open| open.number);
            if let Some(to) = Addressee::of(post, unit, &row, &seat, stop)? {
                answer_held(site, unit, &to, mail, held, now)?;
            }
            let text = format!(
                "A mail for the seat {} is held: {in_short}.\nIts number on the site is {}: \
                 the operator lets it through with `tessera inbox release` or throws it away with `tessera inbox drop`.\n",
                side_of(&seat),
                mail.id.0
            );
            let unique = format!("g{}", short(mail.id.0.unsigned_abs()));
            notices::tell_game_master(site, unit, &row, (unique, "a mail is held"), text, now)?;
        }
        None => answer_without_seat(site, unit, mail, reading, reason, now)?,
    }
    Ok(Read::as_(Disposition::Quarantine))
}

/// Says to a seat's owner why a mail is held, and how the match stands.
fn answer_held(
    site: &Site,
    unit: &mut dyn Unit,
    to: &Addressee,
    mail: &RawMail,
    &Held {
        reason, is_players, ..
    }: &Held<'_>,
    now: Moment,
) -> Result<(), DeskError> {
    if !is_players && !may_caution(site.post()?, unit, &to.player.address, now)? {
        return Ok(());
    }
    // The stranger who may have written it, and whoever is bothered by him, need no report; and that the match
    // cannot be laid out is no reason to keep silent about the mail.
    let state = match is_players {
        true => guarded(|| present_state(site, unit, to)).unwrap_or_else(|error| {
            tracing::error!(%error, "a match cannot be told beside a mail that is held");
            None
        }),
        false => None,
    };
    let text = site.templates.render(
        "mail/held.txt",
        &HeldFacts {
            reason,
            state: state.as_deref(),
            has_match: true,
        },
    )?;
    let answered = answered(&mail.bytes);
    notices::tell_held(site, unit, to, mail.id, text, &answered, now)
}

/// Says to a seat's owner why a mail that is his is held, as far as he may hear of another one within this hour.
pub(super) fn caution(
    site: &Site,
    unit: &mut dyn Unit,
    (row, seat): (&Match, &store::Seat),
    (mail, reason): (&RawMail, &str),
    now: Moment,
) -> Result<(), DeskError> {
    let stop = unit.open_stop_of(&row.id)?.map_or(0, |open| open.number);
    let held = Held {
        reason,
        in_short: reason,
        is_players: false,
    };
    match Addressee::of(site.post()?, unit, row, seat, stop)? {
        Some(to) => answer_held(site, unit, &to, mail, &held, now),
        None => Ok(()),
    }
}

/// A mail that proves no seat is answered only where its address is registered, and there only.
fn answer_without_seat(
    site: &Site,
    unit: &mut dyn Unit,
    mail: &RawMail,
    reading: &Reading,
    reason: &str,
    now: Moment,
) -> Result<(), DeskError> {
    let Some(from) = &reading.sender else {
        return Ok(());
    };
    let Some(player) = unit.player_at(&from.key)? else {
        return Ok(());
    };
    let post = site.post()?;
    // It is told under the match that the mail names; where it names none of his, under none.
    let mut has_seat = false;
    for (id, seat) in unit.seats_of(player.id)? {
        let row = find(unit, &id)?;
        if row.life == Life::Finished || seat.role == Role::Observer {
            continue;
        }
        has_seat = true;
        if !reading.claimed.iter().any(|claimed| claimed == id.as_str()) {
            continue;
        }
        let stop = unit.open_stop_of(&id)?.map_or(0, |open| open.number);
        if let Some(to) = Addressee::of(post, unit, &row, &seat, stop)? {
            let held = Held {
                reason,
                in_short: reason,
                is_players: false,
            };
            return answer_held(site, unit, &to, mail, &held, now);
        }
    }
    if !has_seat || !may_caution(post, unit, &player.address, now)? {
        return Ok(());
    }
    let facts = HeldFacts {
        reason,
        state: None,
        has_match: false,
    };
    let text = site.templates.render("mail/held.txt", &facts)?;
    notices::tell_apart(site, unit, &player, (mail.id, &text), now)
}

/// Says whether an address may hear of another mail within this hour that is not proved to be its own.
fn may_caution(
    post: &Post,
    unit: &dyn Unit,
    address: &str,
    now: Moment,
) -> Result<bool, DeskError> {
    let since = now.stamp() - SignedDuration::from_hours(1);
    Ok(unit.mailed_since(address, MailKind::Notice, since)? < post.rates.notices)
}
