//! Short letters beside reports and receipts: reminders, requests, troubles.

use sha2::{Digest, Sha256};

use crate::mail::compose::{Outgoing, Party, Sort, compose};
use crate::schedule::{Lapse, Outage};
use crate::store::{
    self, Awaited, MailKind, Match as Row, MatchId, NewMail, Player, RawId, Reminder, Role, Unit,
};

use super::book::Book;
use super::hours::due_at;
use super::letters::{Addressee, Answered, Letter, queue};
use super::post::{Post, short};
use super::reports::present;
use super::table::Table;
use super::wants::Asker;
use super::world::side_of;
use super::{DeskError, Moment, Site, holding, locked};

/// Minutes since 1970, in few letters: tells notices of one stop apart.
fn minute(moment: jiff::Timestamp) -> String {
    short(moment.as_second().unsigned_abs() / 60)
}

fn notice(unique: String, subject: &str, text: String) -> Letter<'static> {
    Letter::plain(MailKind::Notice, unique, subject, text)
}

/// Tells somebody something in a few words.
pub(super) fn tell(
    site: &Site,
    unit: &mut dyn Unit,
    to: &Addressee,
    (unique, subject): (String, &str),
    text: String,
    now: Moment,
) -> Result<(), DeskError> {
    queue(site, unit, to, notice(unique, subject, text), now)
}

/// Writes the last mail to somebody of whom nothing is known any more.
pub(super) fn farewell(
    site: &Site,
    unit: &mut dyn Unit,
    to: &Addressee,
    (unique, subject): (String, &str),
    text: &str,
    now: Moment,
) -> Result<(), DeskError> {
    let post = site.post()?;
    let alone = Alone {
        kind: MailKind::Notice,
        recipient: to.player.address.clone(),
        message_id: post.message_id(to.place(), &unique),
        subject: format!("[{}] {subject}", to.id),
        text,
    };
    alone.queue(site, post, unit, now)
}

/// Reminds a seat of its deadline.
pub(super) fn remind(
    site: &Site,
    unit: &mut dyn Unit,
    reminder: &Reminder,
    now: Moment,
) -> Result<(), DeskError> {
    let of = &reminder.of;
    let row = unit.the_match(&of.of_match)?;
    let Some(seat) = unit.seat(&row.id, of.seat)? else {
        return Ok(());
    };
    let Some(to) = Addressee::of(site.post()?, unit, &row, &seat, of.stop)? else {
        return Ok(());
    };
    let table = Table::load(site, unit, &row.id)?;
    if of.awaited == Awaited::Value {
        return remind_of_value(site, unit, (&table, &to), reminder, now);
    }
    let Some(due) = due_at(unit, &row.id, of.stop, of.seat)? else {
        return Ok(());
    };
    let due = to.local(due);
    let text = format!(
        "Your answer to stop {} is due by {due}. If nothing comes, your standing lines and the defaults \
         decide.\n\n{}",
        of.stop,
        present(site, unit, &table, &to)?
    );
    let letter = Letter {
        kind: MailKind::Reminder,
        ..notice(
            format!("m{}", minute(reminder.remind_at)),
            &format!("your orders are due by {due}"),
            text,
        )
    };
    queue(site, unit, &to, letter, now)
}

/// Reminds a seat of the value that a locked draw waits for.
fn remind_of_value(
    site: &Site,
    unit: &mut dyn Unit,
    (table, to): (&Table, &Addressee),
    reminder: &Reminder,
    now: Moment,
) -> Result<(), DeskError> {
    let book = Book::open(site, unit, &table.row)?;
    let missing = locked::missing(unit, &table.row.id, &book)?;
    let text = locked::lock_text(site, unit, table, &book, to, &missing)?;
    let letter = Letter {
        kind: MailKind::Reminder,
        ..notice(
            format!("u{}", minute(reminder.remind_at)),
            "your value for the dice is still wanted",
            text,
        )
    };
    queue(site, unit, to, letter, now)
}

/// Asks a player to agree to more time.
pub(super) fn ask_for_extension(
    site: &Site,
    unit: &mut dyn Unit,
    asker: &Asker<'_>,
    seat: &store::Seat,
    lapse: Lapse,
    now: Moment,
) -> Result<(), DeskError> {
    let stop = unit.open_stop_of(&asker.row.id)?;
    let stop = stop.map_or(0, |open| open.number);
    let Some(to) = Addressee::of(site.post()?, unit, asker.row, seat, stop)? else {
        return Ok(());
    };
    let text = format!(
        "{} asks to move the deadline of this stop by {lapse}. If you agree, answer\n\n| EXTEND {lapse}\n",
        side_of(asker.seat)
    );
    let minutes = lapse.as_duration().as_mins().unsigned_abs();
    let unique = format!("x{}", short(minutes));
    queue(
        site,
        unit,
        &to,
        notice(unique, "more time is asked for", text),
        now,
    )
}

/// Tells everybody in a match that an outage has moved its deadlines.
pub(super) fn tell_outage(
    site: &Site,
    unit: &mut dyn Unit,
    id: &MatchId,
    outage: Outage,
    now: Moment,
) -> Result<(), DeskError> {
    let row = unit.the_match(id)?;
    let stop = unit.open_stop_of(id)?.map_or(0, |open| open.number);
    for to in Addressee::all(site.post()?, unit, &row, stop)? {
        let mut text = format!(
            "This site was down from {} to {}, or its clock jumped. Open deadlines have moved by as much.\n",
            to.local(outage.from),
            to.local(outage.to)
        );
        if let Some(due) = due_at(unit, id, stop, to.seat.number)? {
            text.push_str(&format!("Your answer is due by {} now.\n", to.local(due)));
        }
        let unique = format!("o{}", minute(outage.to));
        queue(
            site,
            unit,
            &to,
            notice(unique, "the deadlines have moved", text),
            now,
        )?;
    }
    Ok(())
}

/// Tells everybody in a match that it was rebuilt, and where it stands.
pub(super) fn tell_recovered(
    site: &Site,
    unit: &mut dyn Unit,
    id: &MatchId,
    now: Moment,
) -> Result<(), DeskError> {
    let row = unit.the_match(id)?;
    let Some(open) = unit.open_stop_of(id)? else {
        return Ok(());
    };
    let table = Table::load(site, unit, id)?;
    let is_held = holding::is_held(unit, id)?;
    for to in Addressee::all(site.post()?, unit, &row, open.number)? {
        let is_kept = is_held && to.seat.role != Role::GameMaster;
        let state = match is_kept {
            true => "The latest report is still with the game master.\n".to_owned(),
            false => present(site, unit, &table, &to)?,
        };
        let text = format!(
            "This site had to rebuild the match from its log and from mails. Nothing that was reported to \
             you has changed, no die was thrown again. What you had sent for stop {} may be lost: send it \
             again, also standing lines and plans that you have sent since the last report. Your time \
             begins anew.\n\n{state}",
            open.number
        );
        let unique = format!("w{}", minute(now.stamp()));
        queue(
            site,
            unit,
            &to,
            notice(unique, "the match goes on", text),
            now,
        )?;
    }
    Ok(())
}

/// Answers a mail that is held, at the registered address of its seat.
pub(super) fn tell_held(
    site: &Site,
    unit: &mut dyn Unit,
    to: &Addressee,
    raw: RawId,
    text: String,
    answered: &Answered,
    now: Moment,
) -> Result<(), DeskError> {
    let letter = Letter {
        answers: Some(answered),
        ..notice(
            format!("n{}", short(raw.0.unsigned_abs())),
            "your mail was not carried out",
            text,
        )
    };
    queue(site, unit, to, letter, now)
}

/// Says that a mail is held which names no match of its sender's.
pub(super) fn tell_apart(
    site: &Site,
    unit: &mut dyn Unit,
    player: &Player,
    (raw, text): (RawId, &str),
    now: Moment,
) -> Result<(), DeskError> {
    let post = site.post()?;
    let alone = Alone {
        kind: MailKind::Notice,
        recipient: player.address.clone(),
        message_id: format!(
            "held.{}@{}",
            short(raw.0.unsigned_abs()),
            post.names.domain()
        ),
        subject: format!("[{}] your mail was not carried out", site.name),
        text,
    };
    alone.queue(site, post, unit, now)
}

/// Tells the game master of a match something, if it has one.
pub(super) fn tell_game_master(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    (unique, subject): (String, &str),
    text: String,
    now: Moment,
) -> Result<(), DeskError> {
    let seats = unit.seats(&row.id)?;
    let Some(seat) = seats.iter().find(|seat| seat.role == Role::GameMaster) else {
        return Ok(());
    };
    let stop = unit.open_stop_of(&row.id)?.map_or(0, |open| open.number);
    match Addressee::of(site.post()?, unit, row, seat, stop)? {
        Some(to) => queue(site, unit, &to, notice(unique, subject, text), now),
        None => Ok(()),
    }
}

/// Tells the operator of a trouble, once for each `about`.
pub(super) fn tell_operator(
    site: &Site,
    unit: &mut dyn Unit,
    about: &str,
    (subject, text): (&str, &str),
    now: Moment,
) -> Result<(), DeskError> {
    let post = site.post()?;
    let digest = hex::encode(&Sha256::digest(about)[..8]);
    let message_id = format!("op.{digest}@{}", post.names.domain());
    if unit.mail_by_message_id(&message_id)?.is_some() {
        return Ok(());
    }
    let alone = Alone {
        kind: MailKind::Operator,
        recipient: post.addresses.operator.to_string(),
        message_id,
        subject: format!("[{}] {subject}", site.name),
        text,
    };
    alone.queue(site, post, unit, now)
}

/// A mail that belongs to no thread and wants no answer.
struct Alone<'a> {
    kind: MailKind,
    recipient: String,
    message_id: String,
    subject: String,
    text: &'a str,
}

impl Alone<'_> {
    fn queue(
        self,
        site: &Site,
        post: &Post,
        unit: &mut dyn Unit,
        now: Moment,
    ) -> Result<(), DeskError> {
        let mail = Outgoing {
            from: Party {
                name: Some(site.name.clone()),
                address: post.addresses.orders.to_string(),
            },
            to: Party {
                name: None,
                address: self.recipient.clone(),
            },
            reply_to: None,
            subject: self.subject,
            message_id: self.message_id.clone(),
            in_reply_to: None,
            references: Vec::new(),
            date: now.stamp(),
            sort: Sort::Report,
            list_id: None,
            text: self.text.to_owned(),
            html: None,
            picture: None,
            attachments: Vec::new(),
        };
        let new = NewMail {
            kind: self.kind,
            of_match: None,
            seat: None,
            recipient: self.recipient,
            envelope_from: None,
            message_id: self.message_id,
            entry: None,
            bytes: compose(&mail)?,
        };
        unit.queue_mail(&new, now.stamp())?;
        Ok(())
    }
}
