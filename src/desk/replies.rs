//! What a player's mail does: to an invitation, to a stop, to a match that is over.

use crate::engine::{Seat, Wanted};
use crate::ledger::block::Block;
use crate::mail::lines::Verdict as LineVerdict;
use crate::mail::reading::Disposition as Judged;
use crate::mail::sender::is_same_address;
use crate::orders::{Common, Item, Sheet};
use crate::store::{Life, MailKind, MatchId, Role, Unit};

use super::arrivals::{later_mails, order_text, too_late};
use super::intake::{Arrived, Filing, file_among};
use super::letters::{Addressee, Letter, queue};
use super::mailroom::Opened;
use super::post::short;
use super::receipts::{ReceiptFacts, answer, facts_of, send};
use super::run::Went;
use super::wants::{self, Asker};
use super::{
    DeskError, Moment, Site, acts, addresses, blocks, carried, handover, holding, invitation,
    offering, rematch, rolls, run, upgrading,
};

/// What came of a player's mail.
pub(super) enum Reply {
    /// It cannot be carried out now, for this reason.
    Held(String),
    /// It was carried out and answered; a match may have started with it.
    Done(Option<Went>),
    /// It was for a dice table, whose log may have grown, and it was answered.
    Thrown(MatchId),
}

/// Carries a player's mail out and queues its receipt.
pub(super) fn carry_out(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    now: Moment,
) -> Result<Reply, DeskError> {
    let (row, seat) = (&opened.row, &opened.seat);
    if let Some(confirms) = addresses::confirms(opened.reading.seat.as_ref()) {
        addresses::answer(site, unit, (opened, confirms), now)?;
        return Ok(Reply::Done(None));
    }
    if let Some(reason) = not_his_to_order(unit, opened)? {
        return Ok(Reply::Held(reason));
    }
    if row.needs_recover {
        return Ok(Reply::Held(
            "this site must rebuild the match from its log before it takes orders again; send the \
             mail once more when you hear of it"
                .to_owned(),
        ));
    }
    if let Some(reason) = upgrading::other_rules_for_players(site, row)
        .filter(|_| row.life != Life::Finished && seat.role != Role::GameMaster)
    {
        return Ok(Reply::Held(reason));
    }
    if rolls::is_table(row) {
        return rolls::answer(site, unit, opened, now);
    }
    if let Some(named) = &opened.reading.seat
        && let Some(offer) = handover::answered(unit, named)?
    {
        return offering::answer(site, unit, (opened, offer), now);
    }
    let mailed = opened.reading.blocks.iter();
    let mailed: Vec<Block> = mailed
        .map(|block| Block::new(block.lines.clone()))
        .collect();
    let taken = blocks::take(
        site,
        unit,
        (row, seat),
        (Some(opened.mail.id), &mailed),
        now,
    )?;
    let told = taken.told;
    if seat.role != Role::GameMaster
        && opened.reading.disposition != Judged::Protocol
        && let Some(reason) = holding::refuses(unit, &row.id)?
    {
        return Ok(Reply::Held(reason));
    }
    match (row.life, seat.role) {
        (Life::Running | Life::Locked | Life::Finished, _)
            if opened.reading.disposition == Judged::Protocol =>
        {
            // Blocks are answered by the next report, unless they do not count.
            if taken.refused {
                let stop = unit.open_stop_of(&row.id)?.map_or(0, |open| open.number);
                let facts = ReceiptFacts {
                    told,
                    ..facts_of(opened, stop)
                };
                send(site, unit, opened, (stop, "your mail"), &facts, now)?;
            }
            Ok(Reply::Done(None))
        }
        (Life::Inviting, _) => {
            let answered = taken.refused || opened.reading.disposition != Judged::Protocol;
            to_invitation(site, unit, opened, (told, answered), now)
        }
        (Life::Finished, _) => over(site, unit, opened, now),
        (Life::Running | Life::Locked, Role::Player) => to_stop(site, unit, opened, told, now),
        (Life::Running | Life::Locked, _) => from_beside(site, unit, opened, now),
    }
}

/// An answer to an invitation.
fn to_invitation(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    (mut told, answered): (Vec<String>, bool),
    now: Moment,
) -> Result<Reply, DeskError> {
    let text = order_text(opened.reading);
    let outdated = opened
        .reading
        .seat
        .as_ref()
        .is_some_and(|seat| seat.outdated);
    let lines = (text.as_str(), outdated);
    let answer = invitation::answer(site, unit, (&opened.row, &opened.seat), lines, now)?;
    told.extend(answer.told);
    if opened.reading.disposition == Judged::Empty && opened.seat.role == Role::Player {
        let own = opened.reading.outcome.lines.iter();
        let own = own.filter(|line| line.verdict == LineVerdict::Ignored);
        let first = own
            .map(|line| line.text.as_str())
            .next()
            .unwrap_or_default();
        told.push(invitation::unanswered(
            unit,
            (&opened.row, &opened.seat),
            first,
        )?);
    }
    if let Some(went) = &answer.started {
        run::after(site, unit, went, now)?;
    }
    if !answered {
        return Ok(Reply::Done(answer.started));
    }
    let facts = ReceiptFacts {
        told,
        ..facts_of(opened, 0)
    };
    send(
        site,
        unit,
        opened,
        (0, "your answer to the invitation"),
        &facts,
        now,
    )?;
    Ok(Reply::Done(answer.started))
}

/// A mail to a match that is over.
fn over(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    now: Moment,
) -> Result<Reply, DeskError> {
    let text = order_text(opened.reading);
    let shown = show_record(site, unit, opened, &text, now)?;
    let mut told = Vec::new();
    let everybody = unit.seats(&opened.row.id)?;
    let asker = Asker::beside(site, unit, (&opened.row, &everybody, &opened.seat))?;
    for wanted in wanted_in(&text) {
        match wanted {
            Wanted::Rematch => {
                let asks = (&opened.row, &opened.seat);
                told.push(rematch::make(site, unit, asks, now)?);
            }
            Wanted::Address(_) | Wanted::Set(..) | Wanted::ForgetMe => {
                told.extend(wants::answer(site, unit, &asker, &[wanted], now)?.told);
            }
            _ => {}
        }
    }
    if !shown && told.is_empty() {
        told.push(format!(
            "Match `{}` is over; answer SHOW RECORD for its whole record, REMATCH to play it again with \
             sides changed, FORGET ME to have your address and mails removed.",
            opened.row.id
        ));
    }
    let facts = ReceiptFacts {
        told,
        ..facts_of(opened, 0)
    };
    let stop = opened
        .reading
        .seat
        .as_ref()
        .map_or(0, |seat| seat.stop.into());
    send(site, unit, opened, (stop, "the match is over"), &facts, now)?;
    Ok(Reply::Done(None))
}

/// A mail of somebody who does not play.
fn from_beside(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    now: Moment,
) -> Result<Reply, DeskError> {
    let text = order_text(opened.reading);
    let wanted = wanted_in(&text);
    let everybody = unit.seats(&opened.row.id)?;
    let asker = Asker::beside(site, unit, (&opened.row, &everybody, &opened.seat))?;
    let mut told = Vec::new();
    let dry = wanted.contains(&Wanted::Check);
    for wanted in wanted {
        told.extend(match &wanted {
            Wanted::Undo(_)
            | Wanted::Correct(_)
            | Wanted::Void(_)
            | Wanted::Substitute(_)
            | Wanted::Release
            | Wanted::Upgrade(_) => {
                vec![acts::from_mail(site, unit, &asker, (&wanted, dry), now)?]
            }
            Wanted::Check if opened.seat.role == Role::GameMaster => Vec::new(),
            _ if is_for(opened.seat.role, &wanted) => {
                wants::answer(site, unit, &asker, &[wanted], now)?.told
            }
            _ => vec!["That is for those who play.".to_owned()],
        });
    }
    told.extend(refused_messages(&text));
    show_record(site, unit, opened, &text, now)?;
    let stop = unit
        .open_stop_of(&opened.row.id)?
        .map_or(0, |open| open.number);
    let facts = ReceiptFacts {
        told,
        ..facts_of(opened, stop)
    };
    send(site, unit, opened, (stop, "your mail"), &facts, now)?;
    Ok(Reply::Done(None))
}

/// Lists what lines want of the desk beside orders of the game.
fn wanted_in(text: &str) -> Vec<Wanted> {
    let sheet = Sheet::read(text);
    let wanted = sheet.items.iter().filter_map(|item| match item {
        Item::Common(_, common) => crate::engine::wanted(common),
        Item::Message { to, text, .. } => {
            Some(Wanted::Message(to.text.to_owned(), text.join("\n")))
        }
        _ => None,
    });
    wanted.collect()
}

/// Says whether lines of a helper who does not order are all such as he may write.
fn only_talks(text: &str) -> bool {
    let sheet = Sheet::read(text);
    sheet.items.iter().all(|item| match item {
        Item::Common(_, common) => matches!(
            common,
            Common::Show(_) | Common::Say(_) | Common::Help(_) | Common::Odds(_) | Common::Check
        ),
        Item::Message { .. } => true,
        Item::Bad(line, _) => line.begins_message(),
        _ => false,
    })
}

/// Says why messages among lines of somebody who does not play were not sent.
fn refused_messages(text: &str) -> Vec<String> {
    let sheet = Sheet::read(text);
    let refused = sheet.items.iter().filter_map(|item| match item {
        Item::Bad(line, diagnostic) if line.begins_message() => {
            Some(format!("`{}`: {}.", line.text, diagnostic.message))
        }
        _ => None,
    });
    refused.collect()
}

/// Says whether a line is about the owner of the seat himself, or ends the match for him.
fn is_personal(text: &str) -> bool {
    let sheet = Sheet::read(text);
    sheet.items.iter().any(|item| {
        matches!(
            item,
            Item::Common(
                _,
                Common::Address(_)
                    | Common::Deputy(_)
                    | Common::ForgetMe
                    | Common::Set { .. }
                    | Common::Rematch
                    | Common::Resign
                    | Common::Draw(_)
                    | Common::Accept(_)
                    | Common::Decline(_)
                    | Common::Propose(_)
                    | Common::Undo(_)
            )
        )
    })
}

/// Says why a mail that is not of the seat's owner cannot be carried out.
fn not_his_to_order(unit: &dyn Unit, opened: &Opened<'_>) -> Result<Option<String>, DeskError> {
    let Some(from) = &opened.reading.sender else {
        return Ok(None);
    };
    let helpers = unit.helpers(&opened.row.id, opened.seat.number)?;
    let own = match opened.seat.player {
        Some(player) => unit.addresses(player)?,
        None => Vec::new(),
    };
    if own
        .iter()
        .any(|address| is_same_address(address, &from.key))
    {
        return Ok(None);
    }
    let text = order_text(opened.reading);
    let mut helpers = helpers.iter();
    let helper = helpers.find(|helper| is_same_address(&helper.address, &from.key));
    Ok(match helper {
        Some(helper) if helper.may_order => is_personal(&text).then(|| {
            "a deputy orders; what concerns the player himself is for the player to say".to_owned()
        }),
        Some(_) => (!only_talks(&text)).then(|| {
            "the orders of this seat are given by its commander; you read along, and may SAY, SHOW and \
             send a MESSAGE"
                .to_owned()
        }),
        None => None,
    })
}

/// Says whether somebody who does not play may want this.
fn is_for(role: Role, wanted: &Wanted) -> bool {
    let leads = role == Role::GameMaster;
    matches!(
        wanted,
        Wanted::Show(_)
            | Wanted::Help(_)
            | Wanted::Say(_)
            | Wanted::Message(..)
            | Wanted::Set(..)
            | Wanted::Address(_)
            | Wanted::ForgetMe
    ) || leads && matches!(wanted, Wanted::Extend(_))
}

/// Orders and questions of a player to the open stop.
fn to_stop(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    told: Vec<String>,
    now: Moment,
) -> Result<Reply, DeskError> {
    let id = &opened.row.id;
    let is_locked = opened.row.life == Life::Locked;
    if let Some(reason) = too_late(site, unit, opened)?.filter(|_| !is_locked) {
        return Ok(Reply::Held(reason));
    }
    let text = order_text(opened.reading);
    let arrived = Arrived {
        raw: opened.mail.id,
        at: opened.mail.arrived_at,
    };
    let others = later_mails(site, unit, opened, arrived)?;
    let filing = Filing {
        id,
        seat: Seat(opened.seat.number.number() - 1),
        stop: None,
        text: &text,
        raw: Some(arrived),
    };
    let receipt = file_among(site, unit, filing, &others, now)?;
    show_record(site, unit, opened, &text, now)?;
    answer(
        site,
        unit,
        opened,
        (&receipt, told, !others.is_empty()),
        now,
    )?;
    Ok(Reply::Done(None))
}

/// Sends the whole record if it was asked for; says whether it was.
fn show_record(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    text: &str,
    now: Moment,
) -> Result<bool, DeskError> {
    let asks = |item: &Item<'_>| matches!(item, Item::Common(_, Common::Show(what)) if what.text.eq_ignore_ascii_case("RECORD"));
    if !Sheet::read(text).items.iter().any(asks) {
        return Ok(false);
    }
    let stop = opened
        .reading
        .seat
        .as_ref()
        .map_or(0, |seat| seat.stop.into());
    let Some(to) = Addressee::of(site.post()?, unit, &opened.row, &opened.seat, stop)? else {
        return Ok(false);
    };
    let parts = carried::whole(unit, &to)?;
    let count = parts.len();
    for (number, part) in (1..).zip(parts) {
        let unique = format!(
            "s{}{}",
            short(number),
            short(opened.mail.id.0.unsigned_abs())
        );
        let subject = format!("the record, {number} of {count}");
        let text = format!(
            "The record of match `{}` as you may hold it, part {number} of {count}.\n",
            to.id
        );
        let letter = Letter {
            files: part.files,
            ..Letter::plain(MailKind::Notice, unique, subject, text)
        };
        queue(site, unit, &to, letter, now)?;
    }
    Ok(true)
}
