//! The offer of a seat: the game master's word, the letters around it, and what is answered to it.

use crate::ledger::block::{Block, Join, Side};
use crate::ledger::names::Owner;
use crate::mail::sender::deliverable;
use crate::orders::{Common, Item, Sheet};
use crate::record::SeatNumber;
use crate::store::{self, Life, MailKind, Match as Row, MatchId, Role, SeatOffer, Unit};

use super::acts::Acted;
use super::arrivals::order_text;
use super::book::Book;
use super::finish::block_text;
use super::language::{no_answer, objection_to_answer};
use super::letters::{Addressee, Letter, queue};
use super::mailroom::{Opened, answered};
use super::post::short;
use super::receipts::facts_of;
use super::replies::Reply;
use super::run::Ran;
use super::table::Table;
use super::world::side_of;
use super::{
    DeskError, Moment, Site, carried, early, handover, holding, invitation, life, notices, replay,
    reports,
};

/// Offers a seat to somebody else; a dry run only says what would change.
pub(super) fn offer(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    (side, address, why): (&str, &str, &str),
    dry: bool,
    now: Moment,
) -> Result<Acted, DeskError> {
    let post = site.post()?;
    let seat = handover::seat_of_side(unit, &row.id, side)?;
    let book = Book::open(site, unit, row)?;
    refuse_unfit(unit, row, (&seat, address))?;
    let known = unit.player_at(address)?;
    let same = known.filter(|known| Some(known.id) == seat.player);
    let needs_anchor = handover::needs_anchor(row, &book, seat.number);
    if same.is_some() && !needs_anchor {
        return Err(DeskError::refused(format!(
            "{address} plays {} already, and gives no values that could be made anew",
            side_of(&seat)
        )));
    }
    let mut offers = unit.seat_offers(&row.id)?.into_iter();
    let standing = offers.find(|offer| offer.seat == seat.number);
    let name = match (&same, standing) {
        (Some(_), _) => seat.name.clone(),
        (None, Some(of)) if unit.addresses(of.player)?.contains(&address.to_lowercase()) => of.name,
        (None, _) => handover::name_for(unit, &row.id, address)?,
    };
    let from_draw = book.log().draw_locked_next();
    let hindrance = handover::hindrance(unit, row, seat.number)?;
    let acted = Acted {
        difference: difference(
            (&seat, &name, address),
            needs_anchor.then_some(from_draw),
            hindrance,
        ),
        waits_for: vec![address.to_owned()],
        done: false,
    };
    if dry {
        return Ok(acted);
    }
    let offer = SeatOffer {
        seat: seat.number,
        player: life::person(unit, address, now)?,
        name,
        why: why.to_owned(),
        from_draw,
        joined: None,
    };
    unit.offer_seat(&row.id, &offer)?;
    if let Some(to) = Addressee::asked(post, unit, row, &offer)? {
        ask(site, unit, row, (&to, &seat, &offer), now)?;
    }
    Ok(acted)
}

/// Refuses an address that cannot get mail, or that somebody else in the match has.
fn refuse_unfit(
    unit: &dyn Unit,
    row: &Row,
    (seat, address): (&store::Seat, &str),
) -> Result<(), DeskError> {
    if deliverable(address).is_none() {
        return Err(DeskError::refused(format!(
            "`{address}` is no address that mail can be sent to"
        )));
    }
    if seat.player.is_none() && unit.seats(&row.id)?.iter().all(|own| own.player.is_none()) {
        return Err(DeskError::refused(format!(
            "match `{}` is played from files: whoever has them plays",
            row.id
        )));
    }
    let Some(player) = unit.player_at(address)? else {
        return Ok(());
    };
    let mut others = unit.seats(&row.id)?.into_iter();
    let has = others.find(|own| own.player == Some(player.id) && own.number != seat.number);
    match has.filter(|own| own.role != Role::Observer) {
        Some(own) => Err(DeskError::refused(format!(
            "{address} has the seat `{}` of this match, and cannot have two",
            side_of(&own)
        ))),
        None => Ok(()),
    }
}

fn difference(
    (seat, name, address): (&store::Seat, &str, &str),
    joins_from: Option<u64>,
    hindrance: Option<String>,
) -> Vec<String> {
    let side = side_of(seat);
    let mut lines = vec![
        format!(
            "{side} passes from {} to {name}, as soon as {address} accepts.",
            seat.name
        ),
        format!(
            "From then on {} writes for {side} no more; what was sent for the open stop and not carried out \
             does not count, standing lines and plans do. {name} gets the latest report, the record of the \
             seat, and the whole time for an answer.",
            seat.name
        ),
    ];
    lines.extend(
        joins_from
            .map(|draw| format!("{name} must join with values for the dice from draw {draw} on.")),
    );
    lines.extend(hindrance.map(|reason| format!("Not at once: {reason}.")));
    lines
}

/// Writes to whoever is asked to take a seat.
fn ask(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    (to, seat, offer): (&Addressee, &store::Seat, &SeatOffer),
    now: Moment,
) -> Result<(), DeskError> {
    let text = invitation::offer_text(site, unit, row, to, (seat, offer))?;
    let subject = format!("{} is offered to you", side_of(seat));
    let letter = Letter::plain(MailKind::Invitation, "k", subject, text);
    queue(site, unit, to, letter, now)
}

/// Carries out what somebody answers to the offer of a seat.
pub(super) fn answer(
    site: &Site,
    unit: &mut dyn Unit,
    (opened, offer): (&Opened<'_>, SeatOffer),
    now: Moment,
) -> Result<Reply, DeskError> {
    let mut told = Vec::new();
    let mut accepts = None;
    let text = order_text(opened.reading);
    for item in Sheet::read(&text).items {
        match item {
            Item::Common(line, common) if let Some(because) = objection_to_answer(&common) => {
                told.push(no_answer(line.text, &because));
            }
            Item::Common(_, Common::Accept(what)) => accepts = Some(!what.text.is_empty()),
            Item::Common(_, Common::Decline(_)) => {
                decline(site, unit, opened, &offer, now)?;
                return Ok(Reply::Done(None));
            }
            Item::Common(line, _) | Item::Game(line) | Item::Bad(line, _) => told.push(format!(
                "`{}` means nothing yet: the seat is yours once you ACCEPT it",
                line.text
            )),
            Item::Message { .. } | Item::Plan { .. } => {
                told.push("Plans and messages mean nothing yet: ACCEPT the seat first.".to_owned());
            }
        }
    }
    let refused = match accepts {
        Some(names_host) => take(site, unit, opened, (&offer, names_host), now)?,
        None => Some("Answer ACCEPT, or DECLINE: nothing else is asked of you.".to_owned()),
    };
    told.extend(refused);
    if !told.is_empty() {
        reply(site, unit, opened, told, now)?;
    }
    Ok(Reply::Done(None))
}

/// Lets somebody take the seat that he was offered; says why he cannot, or not at once.
fn take(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    (offer, names_host): (&SeatOffer, bool),
    now: Moment,
) -> Result<Option<String>, DeskError> {
    let row = &opened.row;
    let seats = unit.seats(&row.id)?;
    let host = seats
        .iter()
        .find(|own| own.host_plays && own.number != offer.seat);
    if let Some(host) = host.filter(|_| !names_host) {
        return Ok(Some(format!(
            "HOST PLAYS: seat {} can read what the other seats file. If you agree to that, answer ACCEPT HOST \
             PLAYS; ACCEPT alone is not enough.",
            host.number
        )));
    }
    let book = Book::open(site, unit, row)?;
    let join = match join_in(opened, offer) {
        Ok(join) => join,
        Err(refused) => return Ok(Some(refused)),
    };
    let has_anchor = join.as_ref().is_some_and(|join| join.anchor.is_some());
    if handover::needs_anchor(row, &book, offer.seat) && !has_anchor {
        return Ok(Some(
            "The seat gives values for the dice: put the block that `tessera seat join` prints into the mail in \
             which you accept."
                .to_owned(),
        ));
    }
    let next = book.log().draw_locked_next();
    if has_anchor && next != offer.from_draw {
        let anew = SeatOffer {
            from_draw: next,
            ..offer.clone()
        };
        unit.offer_seat(&row.id, &anew)?;
        let seat = unit.seat(&row.id, offer.seat)?;
        if let (Some(to), Some(seat)) = (Addressee::asked(site.post()?, unit, row, &anew)?, seat) {
            ask(site, unit, row, (&to, &seat, &anew), now)?;
        }
        return Ok(Some(format!(
            "Dice were thrown since you were asked, so your values would begin at draw {next} now. Another letter \
             says how to join from there: answer that one."
        )));
    }
    let join = match join {
        Some(join) => join,
        None => handover::plain_join(&book, offer)?,
    };
    let hindrance = handover::accept(site, unit, row, (offer.clone(), &join), now)?;
    if hindrance.is_none() {
        send_report(site, unit, &row.id, offer, now)?;
    }
    Ok(hindrance.map(|reason| format!("You have accepted. Not at once: {reason}.")))
}

/// Finds the JOIN in an answer; the error is for whoever wrote it.
fn join_in(opened: &Opened<'_>, offer: &SeatOffer) -> Result<Option<Join>, String> {
    let mut found = None;
    for block in &opened.reading.blocks {
        let Ok(Side::Join(join)) = Side::read(&Block::new(block.lines.clone())) else {
            continue;
        };
        let is_seat = |owner: Owner| {
            let seat = owner.seat().map(|seat| seat.index() as u8 + 1);
            seat == Some(offer.seat.number())
        };
        if join.name.to_string() != offer.name || !is_seat(join.owner) {
            return Err(format!(
                "Your JOIN is of `{}`, seat {}; the log would name you `{}`, seat {}. Nothing was taken.",
                join.name, join.owner, offer.name, offer.seat
            ));
        }
        found = Some(join);
    }
    Ok(found)
}

/// Takes an offer back that was declined, and tells the game master.
fn decline(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    offer: &SeatOffer,
    now: Moment,
) -> Result<(), DeskError> {
    reply(
        site,
        unit,
        opened,
        vec!["You have declined; the seat stays as it is.".to_owned()],
        now,
    )?;
    unit.withdraw_offer(&opened.row.id, offer.seat)?;
    let text = format!(
        "{} has declined to take over {}; the seat stays as it is.\n",
        offer.name,
        side_of(&opened.seat)
    );
    let unique = format!("y{}", short(opened.mail.id.0.unsigned_abs()));
    let about = (unique, "a seat was declined");
    notices::tell_game_master(site, unit, &opened.row, about, text, now)
}

/// Answers somebody who has a seat offered, whether it is his by now or not.
fn reply(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    told: Vec<String>,
    now: Moment,
) -> Result<(), DeskError> {
    let stop = unit
        .open_stop_of(&opened.row.id)?
        .map_or(0, |open| open.number);
    // The offer as it is now: another letter may have taken the place of the one that was answered.
    let to = Addressee::of(site.post()?, unit, &opened.row, &opened.seat, stop)?;
    let offers = unit.seat_offers(&opened.row.id)?;
    let mut own = offers
        .iter()
        .filter(|offer| offer.seat == opened.seat.number);
    let to = match own.find(|offer| Some(offer.player) == opened.seat.player) {
        Some(offer) => Addressee::asked(site.post()?, unit, &opened.row, offer)?,
        None => to,
    };
    let Some(to) = to else { return Ok(()) };
    let facts = super::receipts::ReceiptFacts {
        told,
        ..facts_of(opened, 0)
    };
    let letter = Letter {
        answers: Some(&answered(&opened.mail.bytes)),
        ..Letter::plain(
            MailKind::Receipt,
            format!("a{}", short(opened.mail.id.0.unsigned_abs())),
            "your answer to the offer",
            site.templates.render("mail/receipt.txt", &facts)?,
        )
    };
    queue(site, unit, &to, letter, now)
}

/// Tells whoever has had a seat that it has passed on; a person who only makes values anew keeps it.
pub(super) fn tell_predecessor(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    (old, offer): (&store::Seat, &SeatOffer),
    now: Moment,
) -> Result<(), DeskError> {
    if old.player == Some(offer.player) {
        return Ok(());
    }
    let stop = unit.open_stop_of(&row.id)?.map_or(0, |open| open.number);
    let Some(to) = Addressee::of(site.post()?, unit, row, old, stop)? else {
        return Ok(());
    };
    let text = format!(
        "{} of match `{}` is played by {} from now on: {}. What you had sent for stop {stop} does not count any \
         more, and mails of yours for this seat are not taken. Thank you for having played.\n",
        side_of(old),
        row.id,
        offer.name,
        offer.why
    );
    notices::farewell(
        site,
        unit,
        &to,
        ("z".to_owned(), "your seat has passed on"),
        &text,
        now,
    )
}

/// Welcomes the newcomer with the record of his seat, and tells everybody else who plays there now, with the JOIN
/// that their tools ask for.
pub(super) fn tell_others(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    (old, offer, join): (&store::Seat, &SeatOffer, &Join),
    now: Moment,
) -> Result<(), DeskError> {
    let post = site.post()?;
    let stop = unit.open_stop_of(&row.id)?.map_or(0, |open| open.number);
    let entry = unit.last_entry(&row.id)?.map_or(0, |entry| entry.n);
    let (side, from, name) = (side_of(old), &old.name, &offer.name);
    let joined = block_text(&Side::Join(join.clone()).to_block().bytes());
    for to in Addressee::all(post, unit, row, stop)? {
        let is_new = to.seat.number == offer.seat;
        let text = match is_new {
            true => format!(
                "You play {side} of match `{}` from now on. The record of the seat comes with this letter, the \
                 latest report with the next one. Standing lines and plans of the seat stay in force: SHOW \
                 STANDING lists them, CANCEL takes one back.\n",
                row.id
            ),
            false => format!(
                "{side} is played by {name} from now on, in place of {from}: {}.\n\n{joined}",
                offer.why
            ),
        };
        let subject = match is_new {
            true => format!("you play {side}"),
            false => format!("{name} plays {side}"),
        };
        let letter = Letter::plain(
            MailKind::Notice,
            format!("j{}", short(entry)),
            subject,
            text,
        );
        queue(site, unit, &to, letter, now)?;
        if is_new {
            send_record(site, unit, &to, now)?;
        }
    }
    Ok(())
}

/// Tells everybody that a seat plays on without values of its own, with the JOIN that their tools ask for.
pub(super) fn tell_without_values(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    (seat, join): (SeatNumber, &Join),
    now: Moment,
) -> Result<(), DeskError> {
    let seats = unit.seats(&row.id)?;
    let side = seats.iter().find(|own| own.number == seat);
    let side = side.map_or("somebody", side_of);
    let stop = unit.open_stop_of(&row.id)?.map_or(0, |open| open.number);
    let joined = block_text(&Side::Join(join.clone()).to_block().bytes());
    for to in Addressee::all(site.post()?, unit, row, stop)? {
        let text = format!(
            "From the next draw on {side} plays without values of its own: nothing waits for them any more. The seat              stays whose it is. Values made anew count again once the game master asks for them (`SUBSTITUTE {side}`              with the address of the same person).\n\n{joined}"
        );
        let unique = format!("w{}", short(seat.number().into()));
        let subject = format!("{side} plays on without values");
        let letter = Letter::plain(MailKind::Notice, unique, subject, text);
        queue(site, unit, &to, letter, now)?;
    }
    Ok(())
}

/// Sends what one letter could not carry of a seat's record.
fn send_record(
    site: &Site,
    unit: &mut dyn Unit,
    to: &Addressee,
    now: Moment,
) -> Result<(), DeskError> {
    // While reports are held letters carry nothing of the record; the next one after that goes on with it.
    if holding::is_held(unit, &to.id)? {
        return Ok(());
    }
    for number in 1.. {
        if !carried::is_behind(unit, to)? {
            break;
        }
        let text = "The record of your seat goes on with this letter.\n".to_owned();
        let unique = format!("p{}", short(number));
        let letter = Letter::plain(MailKind::Notice, unique, "the record goes on", text);
        queue(site, unit, to, letter, now)?;
    }
    Ok(())
}

/// Sends the latest report to a newcomer, unless the host's orders are to be sealed first.
fn send_report(
    site: &Site,
    unit: &mut dyn Unit,
    id: &MatchId,
    offer: &SeatOffer,
    now: Moment,
) -> Result<(), DeskError> {
    let table = Table::load(site, unit, id)?;
    let Some(open) = unit
        .open_stop_of(id)?
        .filter(|_| table.row.life == Life::Running)
    else {
        return Ok(());
    };
    if early::waits(unit, &table, &open)? || holding::is_held(unit, id)? {
        return Ok(());
    }
    if let Some(ran) = replay::retell(site, unit, id, open.number.saturating_sub(1))? {
        return reports::queue_late(site, unit, &Ran { table, ..ran }, &[offer.seat], now);
    }
    let seat = unit.seat(id, offer.seat)?;
    let seat = seat.expect("the seat was handed over a moment ago");
    if let Some(to) = Addressee::of(site.post()?, unit, &table.row, &seat, open.number)? {
        reports::queue_present(site, unit, &table, &to, now)?;
    }
    Ok(())
}
