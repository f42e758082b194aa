//! The end of a match: what was sealed is opened, for everybody.

use std::collections::BTreeMap;

use crate::ledger::block::{Orders, Side};
use crate::ledger::log::Log;
use crate::ledger::secret::Nonce;
use crate::mail::compose::Attachment;
use crate::record::{Body, Holder, Kind, SeatNumber, Secret, SecretBody, SecretKind};
use crate::store::{BlockKind, MatchId, SideBlock, Unit};

use super::carried::{record_files, text_files};
use super::lines::{append_line, sealed_text};
use super::run::Ran;
use super::{DeskError, Moment};

/// Keeps an ORDERS block for every seal of every draw as evidence, and writes down the nonces.
pub(super) fn open_seals(
    unit: &mut dyn Unit,
    id: &MatchId,
    log: &Log,
    now: Moment,
) -> Result<(), DeskError> {
    let mut secrets: BTreeMap<SeatNumber, Vec<Secret>> = BTreeMap::new();
    for draw in 1..unit.next_draw(id)? {
        for (frozen, seat) in unit.frozen(id, draw)?.iter().zip(log.seats()) {
            let Some(nonce) = frozen.nonce else {
                continue;
            };
            let lines: Vec<String> = frozen.text.lines().map(str::to_owned).collect();
            let orders = Orders {
                game: log.genesis().game.clone(),
                draw,
                seat,
                nonce: Nonce::new(nonce),
                text: sealed_text(&lines)?,
                give: None,
            };
            let block = SideBlock {
                seat: frozen.seat,
                kind: BlockKind::Orders,
                draw: Some(draw),
                entry: None,
                bytes: Side::Orders(orders).to_block().bytes(),
                raw: None,
            };
            unit.keep_block(id, &block, now.stamp())?;
            secrets.entry(frozen.seat).or_default().push(Secret {
                what: SecretKind::Nonce,
                draw: Some(draw),
                scope: None,
                value: hex::encode(nonce),
            });
        }
    }
    for (seat, secrets) in secrets {
        let body = Body::Secret(SecretBody { secrets });
        append_line(unit, id, Holder::Owner(seat), None, &body)?;
    }
    Ok(())
}

/// Returns what is opened once the match is over, as files: the orders of all draws, all texts that were
/// in force, which a replay needs, and the secrets.
pub(super) fn opened(unit: &dyn Unit, ran: &Ran) -> Result<Vec<Attachment>, DeskError> {
    if ran.table.play.ending().is_none() {
        return Ok(Vec::new());
    }
    let blocks = unit.blocks(&ran.table.row.id)?;
    let opened: Vec<(u64, String)> = blocks
        .iter()
        .filter(|block| block.kind == BlockKind::Orders && block.raw.is_none())
        .map(|block| (block.draw.unwrap_or_default(), block_text(&block.bytes)))
        .collect();
    let mut files = text_files(&opened);
    // What came into the record earlier and was for somebody else has been in no letter to the others.
    for kind in [Kind::Orders, Kind::Secret] {
        files.extend(record_files(&unit.record_of_kind(&ran.table.row.id, kind)?));
    }
    Ok(files)
}

/// Frames the bytes of a block as mails and files carry it.
pub(super) fn block_text(bytes: &[u8]) -> String {
    format!(
        "#TESSERA-BEGIN\n{}#TESSERA-END\n",
        String::from_utf8_lossy(bytes)
    )
}
