//! A draw of a dice table: the LOCK that plans what was asked for, the values, the REPORT.

use std::collections::BTreeMap;

use serde_json::json;
use serde_json::value::RawValue;

use crate::ledger::asked::{self, AskedRoll, MOST, Request};
use crate::ledger::block::{Block, Body, LockSeal, Mode, Need, Orders, Planned, Side, Signature};
use crate::ledger::dice::Dice;
use crate::ledger::drand::Verifier;
use crate::ledger::hash::Hash;
use crate::ledger::host::{self, HostError, Plan, Values};
use crate::ledger::names::{Owner, Seat as LogSeat};
use crate::ledger::seal::SealedText;
use crate::ledger::seed::Give;
use crate::record::{At, Body as LineBody, Holder, PublicBody};
use crate::store::{BlockKind, DiceMode, Life, Match as Row, RawId, Seat, SideBlock, Unit};

use super::super::book::Book;
use super::super::lines::{append, sealed_text};
use super::super::table::players;
use super::super::{DeskError, Moment, Site, blocks, locked};

/// What became of a draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thrown {
    /// The draw.
    pub draw: u64,
    /// Who asked for it.
    pub party: String,
    /// The lines that asked for it.
    pub lines: Vec<String>,
    /// Its rolls, with their results once they are known.
    pub rolls: Vec<Roll>,
    /// Whom or what the draw waits for; nothing once it is reported.
    pub waits_for: Vec<String>,
    /// The head of the last entry.
    pub head: Hash,
    /// The block that opens the seal of those lines.
    pub orders: String,
}

/// A roll of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roll {
    /// What was asked for.
    pub asked: AskedRoll,
    /// The faces, once they are known.
    pub faces: Option<Vec<u32>>,
}

impl Roll {
    /// Returns the sum of the faces; of a shuffle there is none.
    pub fn sum(&self) -> Option<u64> {
        let is_dice = matches!(self.asked.spec, crate::ledger::dice::Spec::Dice { .. });
        let faces = self.faces.as_ref().filter(|_| is_dice)?;
        Some(faces.iter().map(|face| u64::from(*face)).sum())
    }
}

/// Locks a draw with what a party asks for, and makes it at once where nothing more is needed.
pub(super) fn throw(
    site: &Site,
    unit: &mut dyn Unit,
    (row, seat): (&Row, &Seat),
    requests: &[Request],
    now: Moment,
) -> Result<Thrown, DeskError> {
    let own = log_seat(seat)?;
    let mut book = begun(site, unit, row, now)?;
    if book.log().open_draw().is_some() {
        return Err(DeskError::refused(format!(
            "draw {} is locked and its dice come first: it waits for {}",
            book.log().next_draw(),
            awaited(unit, row, &mut book)?.join(" and ")
        )));
    }
    let draw = book.log().next_draw();
    let rolls = asked::rolls(draw, requests.iter().map(|request| (own, request)));
    if rolls.is_empty() || rolls.len() > MOST {
        return Err(DeskError::refused(format!(
            "a draw has 1 to {MOST} rolls, not {}",
            rolls.len()
        )));
    }
    let lines: Vec<String> = requests.iter().map(ToString::to_string).collect();
    let text = sealed_text(&lines)?;
    lock(unit, &mut book, (own, &text), &rolls, now)?;
    let orders = Orders {
        game: book.log().genesis().game.clone(),
        draw,
        seat: own,
        nonce: book.nonce(draw, own),
        text,
        give: None,
    };
    let block = SideBlock {
        seat: seat.number,
        kind: BlockKind::Orders,
        draw: Some(draw),
        entry: None,
        bytes: Side::Orders(orders).to_block().bytes(),
        raw: None,
    };
    unit.keep_block(&row.id, &block, now.stamp())?;
    if !complete(site, unit, row, &mut book, None, now)? {
        unit.set_life(&row.id, Life::Locked, now.stamp())?;
    }
    thrown(unit, row, &mut book, draw)
}

fn log_seat(seat: &Seat) -> Result<LogSeat, DeskError> {
    LogSeat::new(seat.number.number())
        .ok_or_else(|| DeskError::refused("only parties of a table ask for dice"))
}

/// Opens the book of a table; its log begins with the first throw.
fn begun(site: &Site, unit: &mut dyn Unit, row: &Row, now: Moment) -> Result<Book, DeskError> {
    if unit.the_match(&row.id)?.life != Life::Inviting {
        return Book::open(site, unit, row);
    }
    let players = players(&unit.seats(&row.id)?);
    let book = Book::lay(site, unit, row, &players, now)?;
    unit.set_life(&row.id, Life::Running, now.stamp())?;
    Ok(book)
}

fn lock(
    unit: &mut dyn Unit,
    book: &mut Book,
    (own, text): (LogSeat, &SealedText),
    rolls: &[AskedRoll],
    now: Moment,
) -> Result<(), DeskError> {
    let log = book.log();
    let draw = log.next_draw();
    let seal = text.seal(&log.genesis().game, draw, own, &book.nonce(draw, own));
    let seal_of = |seat: LogSeat| match seat == own {
        true => LockSeal::Sealed(seal),
        false => LockSeal::Nothing,
    };
    let seals: BTreeMap<LogSeat, LockSeal> =
        log.seats().map(|seat| (seat, seal_of(seat))).collect();
    let planned = rolls.iter().map(|roll| Planned {
        label: roll.label,
        spec: roll.spec,
        need: Need::Due,
    });
    let plan = Plan {
        rolls: planned.collect(),
        hidden: Vec::new(),
    };
    let round = match log.genesis().mode {
        Mode::Beacon { margin } => Some(host::first_round(now.log_time(), margin)),
        Mode::Casual | Mode::Chain => None,
    };
    let lock = host::lock(log, &seals, plan, round)?;
    book.append(unit, ("LOCK", Some(draw)), Body::Lock(lock), now)
}

/// Gathers what was given for the open draw.
fn values(unit: &dyn Unit, row: &Row, book: &mut Book) -> Result<Values, DeskError> {
    match book.log().genesis().mode {
        Mode::Casual => Ok(book.values_ahead()),
        Mode::Chain | Mode::Beacon { .. } => locked::values(unit, &row.id, book),
    }
}

/// Reports the open draw, if everything that it needs is there.
fn complete(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    book: &mut Book,
    brought: Option<Signature>,
    now: Moment,
) -> Result<bool, DeskError> {
    let mut values = values(unit, row, book)?;
    let round = book.log().open_draw().and_then(|open| open.lock.round);
    let signature = match (brought, round) {
        (None, Some(round)) => site.beacon_of(round, now)?,
        (brought, _) => brought,
    };
    if let Some(signature) = signature {
        values.take_beacon(signature);
    }
    let opened = match book.open_draw(values) {
        Err(DeskError::Host(HostError::ValuesMissing { .. } | HostError::BeaconMissing(_))) => {
            return Ok(false);
        }
        opened => opened?,
    };
    let open = book.log().open_draw().expect("a draw was just opened");
    let rolls: Vec<_> = open
        .lock
        .plan
        .iter()
        .map(|roll| (roll.label, roll.spec))
        .collect();
    let dice = opened.dice();
    let made = rolls.iter().map(|(label, spec)| {
        json!({ "label": label, "spec": spec, "results": dice.roll(label, *spec).as_slice() })
    });
    let events = json!(made.collect::<Vec<_>>()).to_string();
    let raw = |json: &str| RawValue::from_string(json.to_owned()).expect("this is JSON");
    let body = LineBody::Public(PublicBody {
        events: raw(&events),
        view: raw("{}"),
        corrects: None,
    });
    let at = Some(At::Draw(opened.draw()));
    let line = append(unit, &row.id, Holder::All, at, &body)?;
    let state = Hash::sha256(line.text().as_bytes());
    let report = opened.report(book.log(), &rolls, Vec::new(), state)?;
    book.append(
        unit,
        ("REPORT", Some(opened.draw())),
        Body::Report(report),
        now,
    )?;
    Ok(true)
}

/// Says whom or what the open draw waits for.
fn awaited(unit: &dyn Unit, row: &Row, book: &mut Book) -> Result<Vec<String>, DeskError> {
    let missing = values(unit, row, book)?.missing(book.log());
    let mut waits: Vec<String> = missing
        .into_iter()
        .filter_map(|seat| book.log().standing(Owner::Seat(seat))?.name.as_ref())
        .map(|name| format!("the value of {name}"))
        .collect();
    let open = book.log().open_draw();
    waits.extend(
        open.and_then(|open| open.lock.round)
            .map(|round| format!("round {round} of the beacon")),
    );
    Ok(waits)
}

/// Tells a draw of a table.
pub(super) fn thrown(
    unit: &dyn Unit,
    row: &Row,
    book: &mut Book,
    draw: u64,
) -> Result<Thrown, DeskError> {
    let is_open = book
        .log()
        .open_draw()
        .is_some_and(|open| open.lock.draw == draw);
    let waits_for = match is_open {
        true => awaited(unit, row, book)?,
        false => Vec::new(),
    };
    let reported = book
        .log()
        .reported()
        .iter()
        .find(|reported| reported.draw == draw);
    let seed = reported.map(|reported| reported.seed);
    told(unit, row, (draw, seed), (waits_for, book.log().head()))
}

/// Tells a draw by the orders that were kept of it.
pub(super) fn told(
    unit: &dyn Unit,
    row: &Row,
    (draw, seed): (u64, Option<Hash>),
    (waits_for, head): (Vec<String>, Hash),
) -> Result<Thrown, DeskError> {
    let blocks = unit.blocks_of_draw(&row.id, draw)?;
    let asking = blocks.iter().find_map(|kept| match locked::read(kept) {
        Some(Side::Orders(orders)) if orders.give.is_none() => Some((kept, orders)),
        _ => None,
    });
    let (kept, orders) = asking
        .ok_or_else(|| DeskError::refused(format!("what draw {draw} was for is not kept here")))?;
    let lines: Vec<String> = orders
        .text
        .lines()
        .iter()
        .map(ToString::to_string)
        .collect();
    let requests: Vec<Request> = lines.iter().filter_map(|line| line.parse().ok()).collect();
    let dice = seed.map(Dice::new);
    let rolls = asked::rolls(draw, requests.iter().map(|request| (orders.seat, request)));
    let with_faces = |asked: AskedRoll| Roll {
        faces: dice
            .as_ref()
            .map(|dice| dice.roll(&asked.label, asked.spec).as_slice().to_vec()),
        asked,
    };
    let seat = unit.seat(&row.id, kept.seat)?;
    Ok(Thrown {
        draw,
        party: seat.map(|seat| seat.name).unwrap_or_default(),
        lines,
        rolls: rolls.into_iter().map(with_faces).collect(),
        waits_for,
        head,
        orders: super::super::finish::block_text(&kept.bytes),
    })
}

/// Lays a phrase or a value aside for draws to come.
pub(super) fn given(
    site: &Site,
    unit: &mut dyn Unit,
    (row, seat): (&Row, &Seat),
    give: Give,
    now: Moment,
) -> Result<String, DeskError> {
    if row.dice != DiceMode::Casual {
        return Ok(format!(
            "In {} mode a value comes with the ACK of its LOCK, and phrases do not count: a free value given \
             last could be chosen to suit.",
            row.dice.word()
        ));
    }
    begun(site, unit, row, now)?.take_ahead(unit, seat, give)
}

/// Takes blocks and a beacon out of a text, and reports the open draw if that was all it waited for.
pub(super) fn hand_over(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    text: &str,
    now: Moment,
) -> Result<(Vec<String>, Option<Thrown>), DeskError> {
    let (_, blocks) = blocks::part(text);
    let said = hand_over_blocks(site, unit, row, (&blocks, None), now)?;
    let beacon: Option<serde_json::Value> = serde_json::from_str(text).ok();
    let thrown = settle(site, unit, row, beacon.as_ref(), now)?;
    if said.is_empty() && thrown.is_none() {
        return Err(DeskError::refused(
            "nothing in it is for this table: it takes JOIN and ACK blocks, and the JSON of the round that \
             its draw waits for",
        ));
    }
    Ok((said, thrown))
}

/// Takes blocks of the parties; returns what became of each.
pub(super) fn hand_over_blocks(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    (blocks, raw): (&[Block], Option<RawId>),
    now: Moment,
) -> Result<Vec<String>, DeskError> {
    let blocks = blocks.iter();
    blocks
        .map(|block| hand_over_block(site, unit, row, (block, raw), now))
        .collect()
}

fn hand_over_block(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    (block, raw): (&Block, Option<RawId>),
    now: Moment,
) -> Result<String, DeskError> {
    let side = match Side::read(block) {
        Ok(side) if side.game().to_string() == row.log_name => side,
        Ok(side) => {
            return Ok(format!(
                "A block of the game {} was passed over.",
                side.game()
            ));
        }
        Err(error) => return Ok(format!("A block was passed over: {error}.")),
    };
    let (number, kind, draw, entry) = match &side {
        Side::Join(join) => (join.owner.number(), BlockKind::Join, None, None),
        Side::Ack(ack) => {
            let draw = ack.give.map(|(draw, _)| draw);
            (ack.seat.number(), BlockKind::Ack, draw, Some(ack.entry))
        }
        Side::Orders(orders) => (
            orders.seat.number(),
            BlockKind::Orders,
            Some(orders.draw),
            None,
        ),
        Side::Key(_) => return Ok("A KEY was passed over: nobody draws hidden here.".to_owned()),
    };
    let seats = unit.seats(&row.id)?;
    let Some(seat) = seats
        .iter()
        .find(|seat| u64::from(seat.number.number()) == number)
    else {
        return Ok(format!(
            "A block of seat {number} was passed over: this table has no such seat."
        ));
    };
    if let Side::Join(join) = &side {
        if row.life != Life::Inviting {
            return Ok("A JOIN was passed over: the log of this table has begun.".to_owned());
        }
        if let Err(refused) = blocks::joined(unit, row, seat, join)? {
            return Ok(refused);
        }
    }
    if let Side::Orders(orders) = side {
        return match orders.give {
            Some(give) => given(site, unit, (row, seat), give, now),
            None => Ok(
                "Orders are written as ROLL lines here: a block of them was passed over."
                    .to_owned(),
            ),
        };
    }
    let kept = SideBlock {
        seat: seat.number,
        kind,
        draw,
        entry,
        bytes: block.bytes(),
        raw,
    };
    unit.keep_block(&row.id, &kept, now.stamp())?;
    Ok(format!(
        "The {} of {} was taken.",
        kind.word().to_ascii_uppercase(),
        seat.name
    ))
}

/// Reports the open draw with what has come, and with a round's beacon if there is one.
pub(super) fn settle(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    beacon: Option<&serde_json::Value>,
    now: Moment,
) -> Result<Option<Thrown>, DeskError> {
    if unit.the_match(&row.id)?.life == Life::Inviting {
        return Ok(None);
    }
    let mut book = Book::open(site, unit, row)?;
    let Some(open) = book.log().open_draw() else {
        return Ok(None);
    };
    let (draw, round) = (open.lock.draw, open.lock.round);
    let signature = match (round, beacon) {
        (Some(round), Some(beacon)) => Some(signature(round, beacon)?),
        _ => None,
    };
    if !complete(site, unit, row, &mut book, signature, now)? {
        return Ok(None);
    }
    unit.set_life(&row.id, Life::Running, now.stamp())?;
    thrown(unit, row, &mut book, draw).map(Some)
}

/// Reads the signature of the locked round, and checks it with the pinned key.
fn signature(round: u64, beacon: &serde_json::Value) -> Result<Signature, DeskError> {
    if beacon["round"].as_u64() != Some(round) {
        return Err(DeskError::refused(format!(
            "this is not round {round}, which the lock names"
        )));
    }
    let signature: Option<Signature> = beacon["signature"]
        .as_str()
        .and_then(|text| text.parse().ok());
    signature
        .filter(|signature| Verifier::quicknet().accepts(round, signature))
        .ok_or_else(|| DeskError::refused(format!("the signature of round {round} is not genuine")))
}
