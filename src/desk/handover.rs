//! Seats that pass to somebody else: offered at the game master's word, handed over when the newcomer accepts.
//!
//! Nothing of a match reaches somebody who has not accepted: an address that was mistyped gets an offer and no
//! secrets. Until then the seat stays with whoever has it. The dice log gets a SEAT entry between two draws.

use serde_json::json;

use crate::ledger::block::{Block, Join, Player as PlayedBy, SeatChange, Side};
use crate::ledger::host;
use crate::ledger::names::{Owner, Seat as LogSeat};
use crate::ledger::text::Text;
use crate::mail::world;
use crate::record::{InputKind, SeatNumber};
use crate::store::{
    self, Asked, BlockKind, DiceMode, Life, Match as Row, MatchId, Readiness, SeatOffer, SideBlock,
    Unit,
};

use super::book::Book;
use super::pending::asked_at;
use super::run::Ran;
use super::table::{Table, players};
use super::world::side_of;
use super::{DeskError, Moment, Site, ends, hours, offering, silence};

/// Returns the word by which the token of an offer is told from every other one.
pub(super) fn terms_word(offer: &SeatOffer) -> String {
    format!("seat/{}", offer.from_draw)
}

/// Returns a seat as it is once whoever was asked has taken it.
pub(super) fn as_taken(seat: store::Seat, offer: &SeatOffer) -> store::Seat {
    store::Seat {
        name: offer.name.clone(),
        player: Some(offer.player),
        host_plays: false,
        accepted_at: None,
        accepted_host: false,
        record_mailed: 0,
        ..seat
    }
}

/// Finds the offer to somebody who does not have the seat that he is named with.
pub(super) fn offer_to(
    unit: &dyn Unit,
    id: &MatchId,
    seat: &store::Seat,
) -> Result<Option<SeatOffer>, DeskError> {
    let own = unit.seat(id, seat.number)?;
    if own.is_some_and(|own| own.player == seat.player) {
        return Ok(None);
    }
    let mut offers = unit.seat_offers(id)?.into_iter();
    Ok(offers.find(|offer| offer.seat == seat.number && Some(offer.player) == seat.player))
}

/// Finds the offer that a mail with a proved token answers.
pub(super) fn answered(
    unit: &dyn Unit,
    seat: &world::Seat,
) -> Result<Option<SeatOffer>, DeskError> {
    if seat.stop != 0 {
        return Ok(None);
    }
    let id = super::match_id(&seat.match_id)?;
    let seats = unit.seats(&id)?;
    let number = seats.iter().find(|own| side_of(own) == seat.side);
    let Some(number) = number.map(|own| own.number) else {
        return Ok(None);
    };
    for offer in unit.seat_offers(&id)? {
        if offer.seat == number && unit.addresses(offer.player)? == seat.registered {
            return Ok(Some(offer));
        }
    }
    Ok(None)
}

/// Says whether a seat gives values of its own for the dice, or did so at the start, so that whoever takes it must
/// bring new ones.
pub(super) fn needs_anchor(row: &Row, book: &Book, seat: SeatNumber) -> bool {
    let Some(seat) = log_seat(book, seat) else {
        return false;
    };
    let standing = book.log().standing(Owner::Seat(seat));
    let began = book.log().genesis().seats.get(seat.index());
    row.dice == DiceMode::Chain
        && (standing.is_some_and(|standing| standing.chain.is_some())
            || began.is_some_and(|party| party.anchor.is_some()))
}

fn log_seat(book: &Book, seat: SeatNumber) -> Option<LogSeat> {
    let index = usize::from(seat.number()).checked_sub(1)?;
    book.log().seats().nth(index)
}

/// The seats that somebody has accepted to take and that have not passed yet.
pub(super) fn accepted(unit: &dyn Unit, id: &MatchId) -> Result<Vec<SeatNumber>, DeskError> {
    let offers = unit.seat_offers(id)?.into_iter();
    let accepted = offers.filter(|offer| offer.joined.is_some());
    Ok(accepted.map(|offer| offer.seat).collect())
}

/// Says what keeps a seat from passing now; the inner text is for whoever waits for it.
pub(super) fn hindrance(
    unit: &dyn Unit,
    row: &Row,
    seat: SeatNumber,
) -> Result<Option<String>, DeskError> {
    if let Some(draw) = unit.open_draw(&row.id)? {
        return Ok(Some(format!(
            "draw {} is locked: the seat passes when its dice are out, or it is called off",
            draw.number
        )));
    }
    let stop = unit.open_stop_of(&row.id)?.map_or(0, |open| open.number);
    let is_fixed = unit.fixed_early(&row.id, stop, seat)?.is_some();
    Ok(is_fixed.then(|| {
        format!(
            "its orders for stop {stop} are sealed in the log: the seat passes with the next run"
        )
    }))
}

/// Writes the JOIN of somebody who brings no values of his own.
pub(super) fn plain_join(book: &Book, offer: &SeatOffer) -> Result<Join, DeskError> {
    let seat = log_seat(book, offer.seat).expect("an offer names a seat of the log");
    let name = offer.name.parse().map_err(|error| {
        DeskError::refused(format!("the name `{}` cannot be used: {error}", offer.name))
    })?;
    Ok(Join {
        game: book.log().genesis().game.clone(),
        owner: Owner::Seat(seat),
        name,
        anchor: None,
        hide: None,
    })
}

/// Hands over every seat of a match that somebody has accepted to take, now that a run is through.
pub(super) fn after_run(
    site: &Site,
    unit: &mut dyn Unit,
    ran: &Ran,
    now: Moment,
) -> Result<(), DeskError> {
    let row = unit.the_match(&ran.table.row.id)?;
    for offer in unit.seat_offers(&row.id)? {
        if row.life == Life::Finished {
            unit.withdraw_offer(&row.id, offer.seat)?;
        } else if offer.joined.is_some() && hindrance(unit, &row, offer.seat)?.is_none() {
            pass(site, unit, &row, &offer, now)?;
        }
    }
    Ok(())
}

/// Lets a seat pass: record, dice log, and everything that belonged to the person and not to the seat.
pub(super) fn pass(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    offer: &SeatOffer,
    now: Moment,
) -> Result<(), DeskError> {
    let mut book = Book::open(site, unit, row)?;
    let join = read_join(offer)?;
    let why: Text = offer.why.parse().expect("a reason was read as plain text");
    let change = host::seat_change(book.log(), &join, PlayedBy::Other, why)?;
    let old = unit.seat(&row.id, offer.seat)?;
    let old = old.expect("an offer names a seat of the match");
    let stop = unit.open_stop_of(&row.id)?.map_or(0, |open| open.number);
    let told = json!({ "seated": {
        "seat": offer.seat.number(), "name": offer.name, "from": old.name, "why": offer.why,
    }});
    let at = (&row.id, stop);
    ends::tell(
        unit,
        at,
        InputKind::Seat,
        (Some(offer.seat), &told.to_string()),
        now,
    )?;
    // Said before the seat changes: the letter goes to whoever has had it.
    offering::tell_predecessor(site, unit, row, (&old, offer), now)?;
    seat_somebody(unit, &mut book, (row, &change), Some(offer), now)?;
    offering::tell_others(site, unit, row, (&old, offer, &join), now)
}

/// Lets a seat play on without values of its own: a SEAT entry for the same person, and the JOIN that the tools
/// of the others ask for.
pub(super) fn without_values(
    site: &Site,
    unit: &mut dyn Unit,
    (id, seat): (&MatchId, SeatNumber),
    why: &Text,
    now: Moment,
) -> Result<(), DeskError> {
    let row = unit.the_match(id)?;
    let mut book = Book::open(site, unit, &row)?;
    let join = log_seat(&book, seat).and_then(|seat| silence::join_without_values(&book, seat));
    let join = join.expect("a seat that owed a value stands in the log");
    let change = host::seat_change(book.log(), &join, PlayedBy::Other, why.clone())?;
    keep_join(unit, id, seat, &join, now)?;
    seat_somebody(unit, &mut book, (&row, &change), None, now)?;
    offering::tell_without_values(site, unit, &row, (seat, &join), now)
}

fn keep_join(
    unit: &mut dyn Unit,
    id: &MatchId,
    seat: SeatNumber,
    join: &Join,
    now: Moment,
) -> Result<(), DeskError> {
    let evidence = SideBlock {
        seat,
        kind: BlockKind::Join,
        draw: None,
        entry: None,
        bytes: Side::Join(join.clone()).to_block().bytes(),
        raw: None,
    };
    Ok(unit.keep_block(id, &evidence, now.stamp())?)
}

/// Reads the JOIN with which somebody has accepted.
fn read_join(offer: &SeatOffer) -> Result<Join, DeskError> {
    let bytes = offer.joined.as_deref().unwrap_or_default();
    let text = String::from_utf8_lossy(bytes);
    let block = Block::new(text.lines().map(str::to_owned).collect());
    match Side::read(&block) {
        Ok(Side::Join(join)) => Ok(join),
        _ => Err(DeskError::refused(format!(
            "nobody has joined for seat {} yet",
            offer.seat
        ))),
    }
}

/// Appends a SEAT entry, and gives the seat to whom it names; without an offer nobody knows his address.
fn seat_somebody(
    unit: &mut dyn Unit,
    book: &mut Book,
    (row, change): (&Row, &SeatChange),
    offer: Option<&SeatOffer>,
    now: Moment,
) -> Result<(), DeskError> {
    let Some(log_seat) = change.owner.seat() else {
        return book.append_seat(unit, change.clone(), now);
    };
    let number = SeatNumber::new(log_seat.index() as u8 + 1);
    let old = unit
        .seat(&row.id, number)?
        .expect("the log has the seats of the match");
    let name = change.party.name.to_string();
    book.append_seat(unit, change.clone(), now)?;
    let is_the_same = old.name == name && offer.is_none();
    if !is_the_same {
        let new = store::Seat {
            name,
            player: offer.map(|offer| offer.player),
            host_plays: change.party.played_by == PlayedBy::Host,
            accepted_at: Some(now.stamp()),
            accepted_host: offer.is_some(),
            record_mailed: 0,
            ..old
        };
        unit.update_seat(&row.id, &new)?;
        ends::take_back(unit, &row.id, number, now)?;
        unit.withdraw_offer(&row.id, number)?;
    }
    let Some(open) = unit.open_stop_of(&row.id)? else {
        return Ok(());
    };
    unit.clear_seat(&row.id, number, open.number)?;
    if let Some(asked) = asked_at(&open, number)
        && asked.readiness != Readiness::Absent
    {
        let anew = Asked {
            readiness: Readiness::Silent,
            mailed_at: None,
            ..asked
        };
        unit.set_asked(&row.id, open.number, anew)?;
        unit.set_run_at(&row.id, open.number, None)?;
    }
    Ok(())
}

/// Appends a SEAT entry once more that stands in the log; the seat is vacant where nobody knows the address.
pub(super) fn again(
    site: &Site,
    unit: &mut dyn Unit,
    id: &MatchId,
    change: &SeatChange,
    now: Moment,
) -> Result<(), DeskError> {
    let row = unit.the_match(id)?;
    let mut book = Book::open(site, unit, &row)?;
    let name = change.party.name.to_string();
    let offer = unit.seat_offers(id)?.into_iter().find(|offer| {
        let of_seat = change.owner.seat().map(|seat| seat.index() as u8 + 1);
        Some(offer.seat.number()) == of_seat && offer.name == name
    });
    seat_somebody(unit, &mut book, (&row, change), offer.as_ref(), now)
}

/// Keeps the JOIN of somebody who has accepted to take a seat, and lets it pass if nothing hinders; says what
/// hinders.
pub(super) fn accept(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    (mut offer, join): (SeatOffer, &Join),
    now: Moment,
) -> Result<Option<String>, DeskError> {
    offer.joined = Some(Side::Join(join.clone()).to_block().bytes());
    unit.offer_seat(&row.id, &offer)?;
    keep_join(unit, &row.id, offer.seat, join, now)?;
    if let Some(reason) = hindrance(unit, row, offer.seat)? {
        return Ok(Some(reason));
    }
    pass(site, unit, row, &offer, now)?;
    let table = Table::load(site, unit, &row.id)?;
    hours::ask_seat_anew(site, unit, &table, offer.seat, now)?;
    Ok(None)
}

/// Returns the name that log and record would give to a newcomer.
pub(super) fn name_for(unit: &dyn Unit, id: &MatchId, address: &str) -> Result<String, DeskError> {
    let mut taken: Vec<String> = unit.seats(id)?.into_iter().map(|seat| seat.name).collect();
    taken.extend(unit.seat_offers(id)?.into_iter().map(|offer| offer.name));
    let words = address.split('@').next().unwrap_or(address);
    Ok(super::life::one_word(words, &taken))
}

/// Returns the side's seat of a match.
pub(super) fn seat_of_side(
    unit: &dyn Unit,
    id: &MatchId,
    side: &str,
) -> Result<store::Seat, DeskError> {
    let playing = players(&unit.seats(id)?);
    let seat = super::table::seat_of_side(&playing, side)?;
    Ok(playing[seat.index()].clone())
}
