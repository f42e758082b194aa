//! What players wish about themselves: a deputy, to be forgotten.

use crate::mail::sender::deliverable;
use crate::schedule::Lapse;
use crate::store::{Helper, Life, MailKind, Role, Unit};

use super::letters::{Addressee, Letter, queue};
use super::post::{mark, short};
use super::wants::Asker;
use super::{DeskError, Moment, Site, notices};

/// The longest time for which a deputy is named at once.
const LONGEST: Lapse = Lapse::new(60, 0);

/// Lets somebody order for the seat for a while, or nobody any more.
pub(super) fn deputy(
    site: &Site,
    unit: &mut dyn Unit,
    asker: &Asker<'_>,
    words: &str,
    now: Moment,
) -> Result<String, DeskError> {
    if asker.seat.role != Role::Player {
        return Err(DeskError::refused("Only those who play have deputies."));
    }
    asker.refuse_from_files(
        "whoever has the files can order for a side, and nobody is its deputy",
    )?;
    let (id, number) = (&asker.row.id, asker.seat.number);
    if words.eq_ignore_ascii_case("NONE") {
        unit.remove_deputies(id, number)?;
        return Ok("You have no deputy any more.".to_owned());
    }
    let mut parts = words.split_whitespace();
    let (Some(address), Some(lapse), None) = (parts.next(), parts.next(), parts.next()) else {
        return Err(DeskError::refused(
            "A deputy is named like DEPUTY c@example.org 7d.",
        ));
    };
    if deliverable(address).is_none() {
        return Err(DeskError::refused(format!(
            "`{address}` is no address that mail can be sent to."
        )));
    }
    let Some(lapse) = lapse.parse::<Lapse>().ok().filter(|lapse| !lapse.is_zero()) else {
        return Err(DeskError::refused(format!(
            "`{lapse}` is no length of time such as 7d."
        )));
    };
    if lapse.as_duration() > LONGEST.as_duration() {
        return Err(DeskError::refused(format!(
            "A deputy is named for at most {LONGEST}."
        )));
    }
    if plays_another_side(unit, asker, address)? {
        return Err(DeskError::refused(format!(
            "{address} plays another side of this match."
        )));
    }
    let until = now.stamp() + lapse.as_duration();
    let helper = Helper {
        address: address.to_owned(),
        may_order: true,
        until: Some(until),
    };
    unit.remove_deputies(id, number)?;
    unit.set_helper(id, number, &helper)?;
    let stop = unit.open_stop_of(id)?.map_or(0, |open| open.number);
    if let Some(mut to) = Addressee::of(site.post()?, unit, asker.row, asker.seat, stop)? {
        let state = super::held::present_state(site, unit, &to)?.unwrap_or_default();
        let text = format!(
            "You may order for {} in match `{id}` until {}, as the deputy of {}.\n\n{state}",
            super::world::side_of(asker.seat),
            to.local(until),
            to.player.name
        );
        to.copies.clear();
        address.clone_into(&mut to.player.address);
        let unique = mark('h', &format!("{address} {text}"), now);
        // What is new in the record goes to the owner, with whatever he gets next.
        let letter = Letter {
            alone: true,
            ..Letter::plain(MailKind::Notice, unique, "you are a deputy", text)
        };
        queue(site, unit, &to, letter, now)?;
    }
    Ok(format!(
        "{address} may order for you until {}, and gets your reports; DEPUTY NONE ends it.",
        asker.local(until)
    ))
}

fn plays_another_side(
    unit: &dyn Unit,
    asker: &Asker<'_>,
    address: &str,
) -> Result<bool, DeskError> {
    for seat in asker.everybody {
        let is_another = seat.number != asker.seat.number && seat.role == Role::Player;
        let Some(player) = seat.player.filter(|_| is_another) else {
            continue;
        };
        let known = unit.addresses(player)?;
        if known
            .iter()
            .any(|known| known.eq_ignore_ascii_case(address))
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Removes a player's addresses and mails; what stands in records stays there.
pub(super) fn forget(
    site: &Site,
    unit: &mut dyn Unit,
    asker: &Asker<'_>,
    now: Moment,
) -> Result<String, DeskError> {
    let Some(player) = &asker.player else {
        return Err(DeskError::refused(
            "There is nothing to forget: this seat has no address.",
        ));
    };
    for (id, seat) in unit.seats_of(player.id)? {
        let goes_on = unit.the_match(&id)?.life != Life::Finished;
        if goes_on && seat.role != Role::Observer {
            return Err(DeskError::refused(format!(
                "You cannot be forgotten while match `{id}` goes on: DECLINE or RESIGN first."
            )));
        }
    }
    let stop = unit
        .open_stop_of(&asker.row.id)?
        .map_or(0, |open| open.number);
    let to = Addressee::of(site.post()?, unit, asker.row, asker.seat, stop)?;
    let left = what_is_left(&unit.deliveries_of(player.id)?);
    unit.forget_player(player.id)?;
    let about = format!("forgotten {}", player.id.0);
    notices::tell_operator(site, unit, &about, ("a player is forgotten", &left), now)?;
    if let Some(to) = to {
        let text = "Your addresses and your mails are removed from this site. Your name at the time and your \
                    orders stay in the records of your matches, which others hold as well. The mailboxes that \
                    the site reads and writes to, and its backups, it does not touch: its operator has been told \
                    which of your mails still lie there, and is asked to remove them. This is the last mail to \
                    you.\n";
        let unique = format!(
            "q{}",
            short(now.stamp().as_second().unsigned_abs() / 60 % 1_000_000)
        );
        notices::farewell(site, unit, &to, (unique, "you are forgotten"), text, now)?;
    }
    Ok("You are forgotten.".to_owned())
}

/// Says to the operator which mails of a player who is forgotten the site cannot remove.
fn what_is_left(deliveries: &[(String, String)]) -> String {
    let mut text = "A player has asked to be forgotten. What this site kept is removed: his addresses, and the bytes of \
                    all mails from him and to him. It does not touch the mailboxes that it reads and writes to, nor \
                    backups; please remove there what is his. Letters to him lie where your mail goes out. Mails \
                    from him came from the places below, and so did, last of all, the one that has asked for \
                    this.\n"
        .to_owned();
    let mut place = "";
    for (source, delivery) in deliveries {
        if source != place {
            text.push_str(&format!("\n{source}\n"));
            place = source;
        }
        text.push_str(&format!("    {delivery}\n"));
    }
    text
}
