//! What a player's tool answers to the mails that it is shown.

use super::{History, SeatError, SeatFile};
use crate::ledger::block::{LockSeal, Orders, Side};
use crate::ledger::hash::Hash;
use crate::ledger::log::OpenDraw;
use crate::ledger::names::{Owner, Seat};
use crate::ledger::player::Filed;
use crate::ledger::seal::SealedText;
use crate::ledger::secret::Nonce;
use crate::ledger::seed::Give;
use crate::store::DiceMode;

/// What the player wants beside the answer that is due.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wish {
    /// For how many draws a value is handed over in casual mode.
    pub ahead: u64,
}

/// What is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The blocks to send.
    pub blocks: Vec<String>,
    /// The last entry, and its full head.
    pub seen: (u64, Hash),
    /// The draw for which a value is handed over.
    pub gives: Option<u64>,
    /// The orders that the LOCK holds for the player, if it holds any.
    pub sealed: Option<Vec<String>>,
    /// Whether the player orders after this LOCK, in the same mail.
    pub orders_now: bool,
}

/// Answers what the mails ask for, if nothing speaks against it; notes in the file what was seen and answered.
///
/// # Errors
/// What speaks against it.
pub fn answer(history: &History, file: &mut SeatFile, wish: &Wish) -> Result<Answer, SeatError> {
    let secrets = file.secrets();
    let log = &history.log;
    let mut blocks = Vec::new();
    if file.memory.seen.is_none() {
        let mode = log.genesis().mode;
        if !file.agreed_on(mode) {
            let reason = "the mode of the dice is not the one of the invitation";
            return Err(crate::ledger::player::PlayerError::Genesis(reason).into());
        }
        let mine = file.join();
        let memory = &mut file.memory;
        let ack = match secrets.took_over(log) {
            true => secrets.acknowledge_seat(log, memory, &mine)?,
            false => secrets.acknowledge_genesis(log, memory, &mine, &history.joins, mode)?,
        };
        blocks.push(Side::Ack(ack).to_block().to_string());
    }
    let last = log.next_entry() - 1;
    let mut answer = Answer {
        blocks,
        seen: (last, log.head()),
        gives: None,
        sealed: None,
        orders_now: false,
    };
    let has_chain = log
        .standing(secrets.owner)
        .is_some_and(|party| party.chain.is_some());
    match (file.invited.dice, log.open_draw()) {
        (DiceMode::Chain | DiceMode::Beacon, Some(open)) if has_chain => {
            give(history, file, open, &mut answer)?;
        }
        _ if last > 0 => {
            let ack = secrets.acknowledge(log, &mut file.memory, last)?;
            answer.blocks.push(Side::Ack(ack).to_block().to_string());
        }
        _ => {}
    }
    if file.invited.dice == DiceMode::Casual && has_chain && wish.ahead > 0 {
        hand_over(history, file, wish.ahead, &mut answer)?;
    }
    Ok(answer)
}

/// Hands over the value for the locked draw.
fn give(
    history: &History,
    file: &mut SeatFile,
    open: &OpenDraw,
    answer: &mut Answer,
) -> Result<(), SeatError> {
    let mine = seat(file.invited.owner).and_then(|seat| filed(history, open, seat));
    let filed = mine.map_or(Filed::Nothing, Filed::Orders);
    let secrets = file.secrets();
    let ack = secrets.give(&history.log, &mut file.memory, filed, &history.joins)?;
    answer.blocks.push(Side::Ack(ack).to_block().to_string());
    answer.gives = Some(open.lock.draw);
    answer.sealed = mine.map(|orders| {
        let lines = orders.text.lines().iter();
        lines.map(|line| line.as_str().to_owned()).collect()
    });
    answer.orders_now = seat(file.invited.owner)
        .and_then(|seat| open.lock.seals.get(seat.index()))
        .is_some_and(|seal| *seal == LockSeal::Later);
    Ok(())
}

fn seat(owner: Owner) -> Option<Seat> {
    owner.seat()
}

/// Finds the orders that open the player's own seal in a LOCK.
fn filed<'a>(history: &'a History, open: &OpenDraw, seat: Seat) -> Option<&'a Orders> {
    let seal = open.lock.seals.get(seat.index())?;
    history.orders.iter().find(|orders| {
        orders.draw == open.lock.draw
            && orders.seat == seat
            && LockSeal::Sealed(orders.seal()) == *seal
    })
}

/// Hands over a value that serves the draws to come, as casual mode allows.
fn hand_over(
    history: &History,
    file: &SeatFile,
    ahead: u64,
    answer: &mut Answer,
) -> Result<(), SeatError> {
    let secrets = file.secrets();
    let draw = history.log.draw_locked_next() + ahead - 1;
    let value = secrets.chain.as_ref().and_then(|chain| chain.value(draw));
    let Some(value) = value else {
        return Err(crate::ledger::player::PlayerError::ChainUsedUp(draw).into());
    };
    let give = Some(Give::Value(value));
    let nonce = Nonce::new([0; 32]);
    let mut orders = secrets.orders(&history.log, SealedText::default(), nonce, give)?;
    orders.draw = draw;
    answer
        .blocks
        .push(Side::Orders(orders).to_block().to_string());
    answer.gives = Some(draw);
    Ok(())
}
