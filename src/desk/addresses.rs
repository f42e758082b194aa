//! The addresses of a player: further ones count once they are confirmed from both ends.
//!
//! A token may be stolen, and a From field is easily forged. So the letters that ask whether an address may be added have
//! tokens of their own, one for each end: whoever adds an address reads the mail of the old one and of the new.

use jiff::SignedDuration;

use crate::mail::sender::{deliverable, is_same_address};
use crate::mail::world::{Confirms, End, Language, Opens, Order, OrderKind, Parsed, Seat as Named};
use crate::store::{AddressWish, MailKind, Player, Unit};

use super::letters::{Addressee, Letter, queue};
use super::mailroom::Opened;
use super::post::mark;
use super::receipts::{ReceiptFacts, facts_of, send};
use super::wants::Asker;
use super::{DeskError, Moment, Site};

/// A player writes from at most so many addresses.
const ADDRESSES: usize = 5;

/// So many further addresses may be asked for at once: strangers must not be written to without end.
const WISHES: usize = 3;

/// How long a wish waits for its confirmations.
const DAYS: i64 = 7;

/// Adds an address, takes one away, or lets mail go to another one.
pub(super) fn wish(
    site: &Site,
    unit: &mut dyn Unit,
    asker: &Asker<'_>,
    words: &str,
    now: Moment,
) -> Result<String, DeskError> {
    let Some(player) = &asker.player else {
        return Err(DeskError::refused(
            "Addresses belong to a player who has one.",
        ));
    };
    let mut parts = words.split_whitespace();
    let (Some(verb), Some(address), None) = (parts.next(), parts.next(), parts.next()) else {
        return Err(DeskError::refused(format!(
            "`ADDRESS {words}` needs one address."
        )));
    };
    if deliverable(address).is_none() {
        return Err(DeskError::refused(format!(
            "`{address}` is no address that mail can be sent to."
        )));
    }
    let mut known = unit.addresses(player.id)?.into_iter();
    let is_own = known.any(|own| is_same_address(&own, address));
    match (verb.to_ascii_uppercase().as_str(), is_own) {
        ("ADD", true) => Err(DeskError::refused(format!("{address} is yours already."))),
        ("ADD", false) => ask(site, unit, (asker, player), address, now),
        ("REMOVE", false) => take_back(unit, player, address),
        (_, false) => Err(DeskError::refused(format!(
            "{address} is not one of your addresses."
        ))),
        ("REMOVE", true) if is_same_address(&player.address, address) => {
            Err(DeskError::refused(format!(
                "{address} gets your mail: name another one with ADDRESS FIRST before you remove it."
            )))
        }
        ("REMOVE", true) => {
            unit.remove_address(player.id, address)?;
            let told = format!("{address} is removed.");
            tell_both_ends(site, unit, asker, (address, &told), now)?;
            Ok(told)
        }
        ("FIRST", true) => {
            unit.set_first_address(player.id, address)?;
            let told = format!("Your mail goes to {address} from now on.");
            tell_both_ends(site, unit, asker, (address, &told), now)?;
            Ok(told)
        }
        _ => Err(DeskError::refused(format!(
            "`ADDRESS {verb}` is not known: it is ADD, REMOVE or FIRST."
        ))),
    }
}

/// Asks at both ends whether an address may be added.
fn ask(
    site: &Site,
    unit: &mut dyn Unit,
    (asker, player): (&Asker<'_>, &Player),
    address: &str,
    now: Moment,
) -> Result<String, DeskError> {
    let wishes = unit.address_wishes(player.id)?;
    if let Some(wish) = wishes
        .iter()
        .find(|wish| is_same_address(&wish.address, address))
    {
        let lapses = asker.local(wish.asked_at + SignedDuration::from_hours(24 * DAYS));
        return Ok(match wish.declined {
            true => format!("{address} was declined; it can be asked for again after {lapses}."),
            false => format!(
                "{address} was asked for before: the letters of then still count, until {lapses}."
            ),
        });
    }
    if unit.addresses(player.id)?.len() + wishes.len() >= ADDRESSES {
        return Err(DeskError::refused(format!(
            "You have {ADDRESSES} addresses already, or have asked for them; remove one first."
        )));
    }
    if wishes.len() >= WISHES {
        return Err(DeskError::refused(format!(
            "You have asked for {WISHES} addresses within {DAYS} days; wait until one of these is settled."
        )));
    }
    // That somebody else has it is nobody's business.
    if unit.player_at(address)?.is_some() {
        return Err(DeskError::refused(format!(
            "{address} cannot be added; ask the operator of this site."
        )));
    }
    let wish = AddressWish {
        address: address.to_ascii_lowercase(),
        asked_at: now.stamp(),
        at_old: false,
        at_new: false,
        declined: false,
    };
    unit.set_address_wish(player.id, &wish)?;
    for end in [End::Old, End::New] {
        ask_at(site, unit, asker, (&wish, end), now)?;
    }
    Ok(format!(
        "{address} is added as soon as you have answered ACCEPT to the two letters that are on their way, one to {} and \
         one to {address}, within {DAYS} days.",
        player.address
    ))
}

/// Writes to one end, with a token that is good for this answer alone.
fn ask_at(
    site: &Site,
    unit: &mut dyn Unit,
    asker: &Asker<'_>,
    (wish, end): (&AddressWish, End),
    now: Moment,
) -> Result<(), DeskError> {
    let Some(mut to) = addressee(site, unit, asker)? else {
        return Ok(());
    };
    let text = match end {
        End::Old => format!(
            "A mail in your name asks that {} may write and order for you as well.\n\nIf that is your wish, answer \
             this letter with the line\n\n| ACCEPT\n\nand do the same with the letter that went there. If it is not, \
             answer DECLINE, and tell the operator of this site: somebody has used a token of yours.\n",
            wish.address
        ),
        End::New => format!(
            "{} asks that mail from this address, {}, may count as his in the games of this site.\n\nIf that is you, \
             answer this letter with the line\n\n| ACCEPT\n\nIf it is not, answer DECLINE or nothing at all: you will \
             not hear of it again.\n",
            to.player.name, wish.address
        ),
    };
    if end == End::New {
        wish.address.clone_into(&mut to.player.address);
    }
    to.copies.clear();
    to.terms = Some(word(wish, end));
    let letter = Letter {
        alone: true,
        takes_orders: false,
        ..Letter::plain(MailKind::Notice, "k", "a further address", text)
    };
    queue(site, unit, &to, letter, now)
}

/// What the token of a letter to one end is made of beside the seat.
pub(super) fn word(wish: &AddressWish, end: End) -> String {
    let end = match end {
        End::Old => "old",
        End::New => "new",
    };
    format!(
        "address {end} {} {}",
        wish.address,
        wish.asked_at.as_second()
    )
}

/// Forgets an address that was asked for and not confirmed.
fn take_back(unit: &mut dyn Unit, player: &Player, address: &str) -> Result<String, DeskError> {
    let wishes = unit.address_wishes(player.id)?;
    let Some(wish) = wishes
        .into_iter()
        .find(|wish| is_same_address(&wish.address, address))
    else {
        return Ok(format!("{address} is not one of your addresses."));
    };
    let declined = AddressWish {
        declined: true,
        ..wish
    };
    unit.set_address_wish(player.id, &declined)?;
    Ok(format!(
        "{address} is not added: the letters that ask for it count no more."
    ))
}

/// Drops wishes that have waited for too long.
pub(super) fn end_wishes(unit: &mut dyn Unit, now: Moment) -> Result<(), DeskError> {
    let until = now.stamp() - SignedDuration::from_hours(24 * DAYS);
    Ok(unit.end_address_wishes(until)?)
}

/// Carries out what one end answers, and tells the owner of the seat.
pub(super) fn answer(
    site: &Site,
    unit: &mut dyn Unit,
    (opened, confirms): (&Opened<'_>, &Confirms),
    now: Moment,
) -> Result<(), DeskError> {
    let everybody = unit.seats(&opened.row.id)?;
    let asker = Asker::beside(site, unit, (&opened.row, &everybody, &opened.seat))?;
    let orders = &opened.reading.outcome.orders;
    let said: Vec<&str> = orders
        .iter()
        .map(|order| order.order.canonical.as_str())
        .collect();
    let told = match (&asker.player, said.as_slice()) {
        (None, _) => return Ok(()),
        (Some(player), [ACCEPT, rest @ ..]) if rest.iter().all(|said| *said == ACCEPT) => {
            confirm(site, unit, (&asker, player), confirms, now)?
        }
        (Some(player), [DECLINE, ..]) => take_back(unit, player, &confirms.address)?,
        _ => format!(
            "The answer about {} says neither ACCEPT nor DECLINE, or both; nothing has changed.",
            confirms.address
        ),
    };
    let stop = unit
        .open_stop_of(&opened.row.id)?
        .map_or(0, |open| open.number);
    let facts = ReceiptFacts {
        told: vec![told],
        ..facts_of(opened, stop)
    };
    send(site, unit, opened, (stop, "your addresses"), &facts, now)
}

/// Notes that one end has agreed; the second one adds the address.
fn confirm(
    site: &Site,
    unit: &mut dyn Unit,
    (asker, player): (&Asker<'_>, &Player),
    confirms: &Confirms,
    now: Moment,
) -> Result<String, DeskError> {
    let address = &confirms.address;
    let wishes = unit.address_wishes(player.id)?;
    let Some(mut wish) = wishes.into_iter().find(|wish| wish.address == *address) else {
        return Ok(format!("{address} is not asked for any more."));
    };
    if wish.declined {
        return Ok(format!("{address} was declined; nothing has changed."));
    }
    match confirms.end {
        End::Old => wish.at_old = true,
        End::New => wish.at_new = true,
    }
    if !(wish.at_old && wish.at_new) {
        unit.set_address_wish(player.id, &wish)?;
        let other = match confirms.end {
            End::Old => address,
            End::New => &player.address,
        };
        return Ok(format!(
            "{address} is confirmed from one end; it counts when the letter to {other} is answered with ACCEPT as well."
        ));
    }
    unit.remove_address_wish(player.id, address)?;
    if unit.player_at(address)?.is_some() {
        return Ok(format!(
            "{address} cannot be added; ask the operator of this site."
        ));
    }
    unit.add_address(player.id, address)?;
    let told = format!("{address} may now be used to write for you.");
    tell_both_ends(site, unit, asker, (address, &told), now)?;
    Ok(told)
}

fn addressee(
    site: &Site,
    unit: &dyn Unit,
    asker: &Asker<'_>,
) -> Result<Option<Addressee>, DeskError> {
    let stop = unit
        .open_stop_of(&asker.row.id)?
        .map_or(0, |open| open.number);
    Addressee::of(site.post()?, unit, asker.row, asker.seat, stop)
}

/// Tells the address that got the mail until now, and the one that it is about, what has changed.
fn tell_both_ends(
    site: &Site,
    unit: &mut dyn Unit,
    asker: &Asker<'_>,
    (address, told): (&str, &str),
    now: Moment,
) -> Result<(), DeskError> {
    let (Some(old), Some(to)) = (&asker.player, addressee(site, unit, asker)?) else {
        return Ok(());
    };
    let text = format!(
        "{told}\nIf you did not ask for this, answer with ADDRESS REMOVE {address}, and tell the operator.\n"
    );
    // An address that is no longer his hears nothing any more.
    let is_his = unit.player_at(address)?.is_some();
    let ends = [('e', old.address.as_str()), ('f', address)];
    for (sort, end) in ends.into_iter().take(1 + usize::from(is_his)) {
        let mut there = to.clone();
        end.clone_into(&mut there.player.address);
        there.copies.clear();
        let letter = Letter {
            alone: true,
            ..Letter::plain(
                MailKind::Notice,
                mark(sort, &text, now),
                "your addresses",
                text.clone(),
            )
        };
        queue(site, unit, &there, letter, now)?;
    }
    Ok(())
}

/// Agrees to what a letter asks.
const ACCEPT: &str = "ACCEPT";
/// Refuses it.
const DECLINE: &str = "DECLINE";

/// The language of answers to a letter that asks about an address.
pub(super) struct ConfirmLanguage;

impl Language for ConfirmLanguage {
    fn parse(&self, line: &str) -> Parsed {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        if !self.is_verb(verb) {
            return Parsed::NoVerb;
        }
        match rest.is_empty() {
            true => Parsed::Order(Order {
                canonical: verb.to_ascii_uppercase(),
                kind: OrderKind::Other,
                opens: Opens::Nothing,
            }),
            false => Parsed::Wrong {
                word: 1,
                because: format!("nothing follows `{}`", verb.to_ascii_uppercase()),
            },
        }
    }

    fn is_verb(&self, word: &str) -> bool {
        [ACCEPT, DECLINE]
            .iter()
            .any(|verb| verb.eq_ignore_ascii_case(word))
    }

    fn no_verb(&self) -> &'static str {
        "an answer about a further address is ACCEPT or DECLINE, and takes no orders"
    }
}

/// Says whether a mail answers a letter about a further address.
pub(super) fn confirms(named: Option<&Named>) -> Option<&Confirms> {
    named?.confirms.as_ref()
}
