//! What a match has agreed on for a seat whose value for a locked draw stays away.

use std::collections::BTreeSet;

use crate::ledger::block::Join;
use crate::ledger::names::{Owner, Seat as LogSeat};
use crate::ledger::text::Text;
use crate::record::{InputKind, SeatNumber};
use crate::store::{Awaited, DeadlineState, DiceMode, MatchId, Unit};

use super::acts::{self, Consented};
use super::book::Book;
use super::house::House;
use super::locked::{self, number};
use super::run::Went;
use super::table::Table;
use super::world::side_of;
use super::{DeskError, Moment, Site, handover};

/// What happens when the deadline of a value has passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Silent {
    /// The draw waits.
    #[default]
    Wait,
    /// The draw is called off, and the seat plays on without values of its own.
    Void,
    /// The draw is called off as soon as somebody else has accepted to take the seat.
    Substitute,
    /// Nobody ever owes a value: the dice follow from the beacon alone.
    Beacon,
}

/// What decides whether a way of going on is open to a match.
#[derive(Debug, Clone, Copy)]
pub(super) struct Means {
    /// How its dice are made.
    pub dice: DiceMode,
    /// How many seats somebody else than the host plays.
    pub outside: usize,
}

impl Silent {
    /// Reads the word of the option.
    pub(super) fn read(word: &str) -> Option<Self> {
        match word {
            "wait" => Some(Self::Wait),
            "void" => Some(Self::Void),
            "substitute" => Some(Self::Substitute),
            "beacon" => Some(Self::Beacon),
            _ => None,
        }
    }

    /// Says why a match cannot agree on this.
    pub(super) fn objection(self, means: Means) -> Option<&'static str> {
        match (self, means.dice) {
            (Self::Wait, _) => None,
            (_, DiceMode::Casual) => Some(
                "in casual mode no draw waits for a value: what is not given is left out, and the audit notes it",
            ),
            (Self::Beacon, DiceMode::Chain) => Some(
                "the log of a match in chain mode cannot take a round of the beacon: make the match with --dice \
                 beacon",
            ),
            (Self::Void | Self::Substitute, DiceMode::Beacon) => Some(
                "once its round is published everybody can know the dice of a beacon, so a draw is called off only \
                 with the consent of all: silent = beacon lets nobody owe a value",
            ),
            (Self::Void, DiceMode::Chain) if means.outside < 2 => Some(
                "without the values of the only seat that he does not play the host would know all dice: silent = \
                 substitute has somebody else take the seat",
            ),
            (Self::Void | Self::Substitute, DiceMode::Chain) | (Self::Beacon, DiceMode::Beacon) => {
                None
            }
        }
    }
}

/// Returns those of the seats without a value whose time for it is over.
fn late(
    unit: &dyn Unit,
    table: &Table,
    missing: &BTreeSet<SeatNumber>,
) -> Result<Vec<SeatNumber>, DeskError> {
    let id = &table.row.id;
    let mut late = Vec::new();
    for deadline in unit.deadlines_of(id, table.stop)? {
        let of = &deadline.of;
        let is_over = deadline.state == DeadlineState::Passed && of.awaited == Awaited::Value;
        if is_over && missing.contains(&of.seat) {
            late.push(of.seat);
        }
    }
    Ok(late)
}

/// Says whether somebody beside the host has given a value for the locked draw, and so goes on giving them.
fn has_values(book: &Book, missing: &BTreeSet<SeatNumber>) -> bool {
    let gives = |seat: LogSeat| {
        let standing = book.log().standing(Owner::Seat(seat));
        standing.is_some_and(|standing| standing.chain.is_some())
    };
    let mut others = book.log().outside_seats();
    others.any(|seat| gives(seat) && !missing.contains(&number(seat)))
}

/// Calls the locked draw of a match off, if it has agreed on that for the seats that are silent.
pub(super) fn call_off(
    site: &Site,
    unit: &mut dyn Unit,
    id: &MatchId,
    now: Moment,
) -> Result<Option<Went>, DeskError> {
    let row = unit.the_match(id)?;
    let silent = House::of(unit, id)?.silent;
    if row.dice != DiceMode::Chain || unit.open_draw(id)?.is_none() {
        return Ok(None);
    }
    let mut book = Book::open(site, unit, &row)?;
    let table = Table::load(site, unit, id)?;
    let missing = locked::missing(unit, id, &book)?;
    let absent = late(unit, &table, &missing)?;
    let may = match silent {
        Silent::Wait | Silent::Beacon => false,
        Silent::Void => has_values(&book, &missing),
        Silent::Substitute => {
            let successors = handover::accepted(unit, id)?;
            absent.iter().all(|seat| successors.contains(seat))
        }
    };
    if absent.is_empty() || !may {
        return Ok(None);
    }
    let why = why(&table, &absent);
    let planned = acts::void(unit, &table, (&book, &why), now)?;
    let others = table.players.iter().filter(|seat| !seat.host_plays);
    let agreed: Vec<SeatNumber> = others
        .map(|seat| seat.number)
        .filter(|number| !absent.contains(number))
        .collect();
    let word = Consented {
        kind: InputKind::Timeout,
        agreed: &agreed,
        absent: &absent,
    };
    let ran = acts::carry_out(unit, table, &mut book, planned, &word, now)?;
    if silent == Silent::Void {
        for seat in absent {
            handover::without_values(site, unit, (id, seat), &why, now)?;
        }
    }
    Ok(Some(Went::Ran(Box::new(ran))))
}

fn why(table: &Table, absent: &[SeatNumber]) -> Text {
    let absent = table
        .players
        .iter()
        .filter(|seat| absent.contains(&seat.number));
    let sides: Vec<&str> = absent.map(side_of).collect();
    let why = format!("no value of {} came in time", sides.join(" and "));
    why.parse().expect("names of sides are plain text")
}

/// Says what is done about a value that is late, in a sentence for everybody; nothing if the report of a draw
/// that is called off says it.
pub(super) fn remedy(
    unit: &dyn Unit,
    id: &MatchId,
    (book, side): (&Book, &str),
) -> Result<Option<String>, DeskError> {
    Ok(match House::of(unit, id)?.silent {
        Silent::Void if has_values(book, &locked::missing(unit, id, book)?) => None,
        Silent::Substitute => Some(format!(
            "As the match has agreed, somebody else is to take the seat now: the game master, or the operator in his \
             place, names him (`SUBSTITUTE {side} somebody@example.org`). As soon as that person has accepted, the \
             draw is called off and the seat passes; a value that comes before still counts."
        )),
        Silent::Wait | Silent::Beacon | Silent::Void => Some(
            "The draw waits for it: without it there are no dice, and nobody can put another in its place.".to_owned(),
        ),
    })
}

/// The JOIN of a seat that plays on without values of its own.
pub(super) fn join_without_values(book: &Book, seat: LogSeat) -> Option<Join> {
    let standing = book.log().standing(Owner::Seat(seat))?;
    Some(Join {
        game: book.log().genesis().game.clone(),
        owner: Owner::Seat(seat),
        name: standing.name.clone()?,
        anchor: None,
        hide: None,
    })
}
