//! Blocks of the dice protocol in players' mails: kept as evidence, their values laid aside for the draws.

use crate::ledger::block::{Ack, Block, Join, Side, blocks};
use crate::ledger::host::Values;
use crate::ledger::log::Log;
use crate::ledger::seed::Give;
use crate::store::{self, BlockKind, DiceMode, Match as Row, MatchId, RawId, SideBlock, Unit};

use super::ahead::Ahead;
use super::book::Book;
use super::house::House;
use super::silence::Silent;
use super::{DeskError, Moment, Site, locked};

/// Takes the blocks of a mail; returns what their sender is told.
pub(super) fn take(
    site: &Site,
    unit: &mut dyn Unit,
    (row, seat): (&Row, &store::Seat),
    (raw, blocks): (Option<RawId>, &[Block]),
    now: Moment,
) -> Result<Taken, DeskError> {
    let mut taken = Taken::default();
    let told = &mut taken.told;
    for block in blocks {
        let Ok(side) = Side::read(block) else {
            continue;
        };
        let said = match &side {
            Side::Join(join) => joined(unit, row, seat, join)?,
            Side::Ack(ack) => acknowledged(unit, row, ack)?,
            Side::Orders(_) => Ok(None),
            Side::Key(_) => continue,
        };
        let said = match said {
            Ok(said) => said,
            Err(refused) => {
                taken.refused = true;
                told.push(refused);
                continue;
            }
        };
        told.extend(said);
        unit.keep_block(&row.id, &evidence(seat, &side, block, raw), now.stamp())?;
        match row.dice {
            DiceMode::Casual => {
                if let Some(give) = give_of(side) {
                    told.push(Book::open(site, unit, row)?.take_ahead(unit, seat, give)?);
                }
            }
            DiceMode::Chain | DiceMode::Beacon => {
                let said = for_draw(site, unit, (row, seat), &side)?;
                taken.refused |= said.is_err();
                told.extend(said.unwrap_or_else(Some));
            }
        }
    }
    Ok(taken)
}

/// What became of the blocks of a mail.
#[derive(Debug, Default)]
pub(super) struct Taken {
    /// What their sender is told.
    pub told: Vec<String>,
    /// Whether one of them did not count.
    pub refused: bool,
}

/// Parts order lines from the blocks between them.
pub(super) fn part(text: &str) -> (String, Vec<Block>) {
    let mut orders = String::new();
    let mut inside = false;
    for line in text.lines() {
        let start = line.trim();
        inside |= start == "#TESSERA-BEGIN";
        if !inside {
            orders.push_str(line);
            orders.push('\n');
        }
        inside &= start != "#TESSERA-END";
    }
    (orders, blocks(text))
}

/// Says whether what a seat has handed over serves the draw that is locked; the inner error is for the player.
fn for_draw(
    site: &Site,
    unit: &mut dyn Unit,
    (row, seat): (&Row, &store::Seat),
    side: &Side,
) -> Result<Said, DeskError> {
    let Side::Ack(ack) = side else {
        return Ok(match give_of(side.clone()) {
            Some(_) => Err(format!(
                "In {} mode a value comes with the ACK of its LOCK: yours was not taken.",
                row.dice.word()
            )),
            None => Ok(None),
        });
    };
    let Some((draw, _)) = ack.give else {
        return Ok(Ok(None));
    };
    let book = Book::open(site, unit, row)?;
    if let Err(error) = Values::none(book.log()).take_ack(book.log(), ack) {
        return Ok(Err(format!("Your value was not taken: {error}.")));
    }
    locked::value_came(unit, row, seat.number, &book)?;
    Ok(Ok(Some(format!("Your value for draw {draw} was taken."))))
}

/// Returns what a block hands over.
fn give_of(side: Side) -> Option<Give> {
    match side {
        Side::Orders(orders) => orders.give,
        Side::Ack(ack) => ack.give.map(|(_, value)| Give::Value(value)),
        Side::Join(_) | Side::Key(_) => None,
    }
}

/// Lays aside again what the blocks of a match have handed over for draws to come.
pub(super) fn given(unit: &dyn Unit, id: &MatchId, log: &Log) -> Result<Ahead, DeskError> {
    let mut ahead = Ahead::default();
    for kept in unit.blocks(id)? {
        let text = String::from_utf8_lossy(&kept.bytes);
        let block = Block::new(text.lines().map(str::to_owned).collect());
        if let Some(give) = Side::read(&block).ok().and_then(give_of) {
            ahead.take(log, kept.seat, give);
        }
    }
    Ok(ahead)
}

fn evidence(seat: &store::Seat, side: &Side, block: &Block, raw: Option<RawId>) -> SideBlock {
    let (kind, draw, entry) = match side {
        Side::Join(_) => (BlockKind::Join, None, None),
        Side::Ack(ack) => (
            BlockKind::Ack,
            ack.give.map(|(draw, _)| draw),
            Some(ack.entry),
        ),
        Side::Orders(orders) => (BlockKind::Orders, Some(orders.draw), None),
        Side::Key(key) => (BlockKind::Key, Some(key.draw), None),
    };
    SideBlock {
        seat: seat.number,
        kind,
        draw,
        entry,
        bytes: block.bytes(),
        raw,
    }
}

/// What the sender of a block is told; the inner error refuses the block.
pub(super) type Said = Result<Option<String>, String>;

/// A seat joins once: a second anchor would contradict the first in every archive that holds both.
pub(super) fn joined(
    unit: &dyn Unit,
    row: &Row,
    seat: &store::Seat,
    join: &Join,
) -> Result<Said, DeskError> {
    if join.name.to_string() != seat.name {
        return Ok(Err(format!(
            "Your JOIN names you `{}`; your name in this match's log is `{}`. It was not taken.",
            join.name, seat.name
        )));
    }
    if join.anchor.is_some() && House::of(unit, &row.id)?.silent == Silent::Beacon {
        return Ok(Err(
            "Your JOIN was not taken: the match has agreed (silent = beacon) that nobody owes values. Join without              --values."
                .to_owned(),
        ));
    }
    Ok(match join_of(unit, row, seat)? {
        Some(earlier) if earlier != *join => {
            Err("You have joined with another anchor before; this JOIN was not taken.".to_owned())
        }
        Some(_) => Ok(None),
        None => Ok(Some(
            "Your JOIN was taken: your anchor will stand in GENESIS.".to_owned(),
        )),
    })
}

/// Returns the JOIN of a seat.
pub(super) fn join_of(
    unit: &dyn Unit,
    row: &Row,
    seat: &store::Seat,
) -> Result<Option<Join>, DeskError> {
    let blocks = unit.blocks(&row.id)?;
    let own = |block: &&SideBlock| block.kind == BlockKind::Join && block.seat == seat.number;
    Ok(blocks.iter().find(own).and_then(|block| {
        let lines = String::from_utf8_lossy(&block.bytes);
        let block = Block::new(lines.lines().map(str::to_owned).collect());
        match Side::read(&block) {
            Ok(Side::Join(join)) => Some(join),
            _ => None,
        }
    }))
}

/// An ACK is kept whatever it says: one of another head is what proves a fork.
fn acknowledged(unit: &dyn Unit, row: &Row, ack: &Ack) -> Result<Said, DeskError> {
    let fits = match unit.entry(&row.id, ack.entry)? {
        Some(entry) => entry.head.as_bytes() == ack.head.as_ref(),
        None => false,
    };
    Ok(Ok((!fits).then(|| {
        format!(
            "Your ACK of entry {} does not fit this log. Compare the full heads of all your mails: two \
             versions of the log may exist.",
            ack.entry
        )
    })))
}
