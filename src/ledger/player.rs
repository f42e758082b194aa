//! The player's side: join, acknowledge, order, and give only when it is safe.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::ledger::{
    block::{Ack, Block, Body, Entry, Genesis, Join, LockSeal, Mode, Orders, SeatChange},
    chain::Chain,
    hash::Hash,
    log::{Log, OpenDraw},
    names::{GameName, Owner, PlayerName, Seat},
    seal::SealedText,
    secret::{HiddenMaster, Nonce},
    seed::Give,
};

/// A player with his secrets.
#[derive(Clone, Debug)]
pub struct PlayerSecrets {
    /// The game the secrets were made for, and no other.
    pub game: GameName,
    /// The seat, or the part of a new host.
    pub owner: Owner,
    /// The chain, if the player has one.
    pub chain: Option<Chain>,
    /// The hidden master, if the seat draws hidden.
    pub master: Option<HiddenMaster>,
}

/// What a player must remember of what he saw and answered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerMemory {
    /// The last entry that he acknowledged, and its head.
    pub seen: Option<(u64, Hash)>,
    /// The head of the LOCK that he answered, by draw.
    pub answered: BTreeMap<u64, Hash>,
}

/// Why the player's tool does not answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// The log is of another game.
    #[error("the log is of the game {0}, which these secrets were not made for")]
    OtherGame(GameName),
    /// The log does not have this entry.
    #[error("the log has no entry {0}: ask for the missing mail")]
    NoEntry(u64),
    /// An entry that was seen is another one now.
    #[error(
        "entry {0} is not the one you acknowledged: two versions of the log exist; show both mails to the other players"
    )]
    Fork(u64),
    /// GENESIS does not say what was agreed.
    #[error("GENESIS does not fit what was agreed: {0}")]
    Genesis(&'static str),
    /// No entry gives the seat to the player, or one gives it otherwise than he has joined.
    #[error("no entry of the log gives you the seat as you have joined for it: {0}")]
    NotSeated(&'static str),
    /// GENESIS was not acknowledged yet.
    #[error("acknowledge GENESIS first, after checking your name, seat, mode and anchor in it")]
    GenesisUnseen,
    /// No draw is open.
    #[error("no draw is locked, so there is nothing to give for")]
    NoLock,
    /// Another LOCK of this draw was answered.
    #[error(
        "you have already answered another lock of draw {0}: a second one would be a re-roll; show both mails to the other players"
    )]
    AnsweredAnother(u64),
    /// The LOCK does not hold the player's orders.
    #[error(
        "the lock of draw {0} does not hold the seal of your orders: ask the host to lock again with them"
    )]
    NotMySeal(u64),
    /// Orders after the LOCK are not safe here.
    #[error("the lock of draw {0} lets you order after it, but you are not alone against the host")]
    LaterUnsafe(u64),
    /// A seat changed hands without a JOIN.
    #[error(
        "entry {0} gives a seat to somebody whose JOIN you do not hold: ask for that mail first"
    )]
    UnknownSeat(u64),
    /// The player has no value for this draw.
    #[error("your chain has no value for draw {0}: join again with a new one")]
    ChainUsedUp(u64),
    /// The secrets do not fit the log.
    #[error("your secrets are not those that the log commits to: use the file made for this match")]
    OtherSecrets,
}

/// What a player filed for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filed<'a> {
    /// Orders, with the nonce of their seal.
    Orders(&'a Orders),
    /// No orders.
    Nothing,
}

impl PlayerSecrets {
    /// Makes JOIN, which goes to all.
    pub fn join(&self, name: PlayerName) -> Join {
        Join {
            game: self.game.clone(),
            owner: self.owner,
            name,
            anchor: self.chain.as_ref().map(Chain::anchor),
            hide: self
                .master
                .as_ref()
                .map(|master| master.commitment(&self.game, self.owner)),
        }
    }

    /// Makes ORDERS for the draw that is locked next.
    pub fn orders(
        &self,
        log: &Log,
        text: SealedText,
        nonce: Nonce,
        give: Option<Give>,
    ) -> Result<Orders, PlayerError> {
        self.check_game(log)?;
        let draw = match (log.genesis().mode, log.open_draw()) {
            // Only a seat that orders after the LOCK orders for the open draw.
            (Mode::Chain, Some(open)) if self.may_order_for(open) => open.lock.draw,
            _ => log.draw_locked_next(),
        };
        Ok(Orders {
            game: self.game.clone(),
            draw,
            seat: self.seat()?,
            nonce,
            text,
            give,
        })
    }

    /// Checks GENESIS against what was agreed, and makes the ACK of it.
    pub fn acknowledge_genesis(
        &self,
        log: &Log,
        memory: &mut PlayerMemory,
        mine: &Join,
        joins: &[Join],
        mode: Mode,
    ) -> Result<Ack, PlayerError> {
        self.check_game(log)?;
        let genesis = log.genesis();
        let party = genesis.seats.get(self.seat()?.index());
        let party = party.ok_or(PlayerError::Genesis("your seat is missing"))?;
        let mut of_others = joins.iter().filter(|join| join.game == self.game);
        let doubts = [
            (party.name != mine.name, "your seat has another name"),
            (
                (party.anchor, party.hide) != (mine.anchor, mine.hide),
                "your anchor or your hide commitment is another one",
            ),
            (genesis.mode != mode, "the mode is another one"),
            (
                !of_others.all(|join| has_anchor_of(genesis, join) || was_seated(log, join)),
                "another player joined with another anchor",
            ),
        ];
        if let Some((_, doubt)) = doubts.iter().find(|(is_wrong, _)| *is_wrong) {
            return Err(PlayerError::Genesis(doubt));
        }
        self.acknowledge(log, memory, 0)
    }

    /// Says whether the player's seat has changed hands since GENESIS.
    pub fn took_over(&self, log: &Log) -> bool {
        seat_changes(log).any(|(_, change)| change.owner == self.owner)
    }

    /// Checks the SEAT entry that gave the player his seat in a match under way, and makes the ACK of it.
    pub fn acknowledge_seat(
        &self,
        log: &Log,
        memory: &mut PlayerMemory,
        mine: &Join,
    ) -> Result<Ack, PlayerError> {
        self.check_game(log)?;
        let (at, change) = seat_changes(log)
            .filter(|(_, change)| change.owner == self.owner)
            .last()
            .ok_or(PlayerError::NotSeated("wait for the mail that brings it"))?;
        if !is_of(mine, &change, &log.genesis().game) {
            return Err(PlayerError::NotSeated(
                "name, anchor or hide commitment is another one",
            ));
        }
        self.acknowledge(log, memory, at)
    }

    /// Makes the ACK of an entry; the log must still hold what was acknowledged before.
    pub fn acknowledge(
        &self,
        log: &Log,
        memory: &mut PlayerMemory,
        entry: u64,
    ) -> Result<Ack, PlayerError> {
        self.check_game(log)?;
        check_seen(log, memory)?;
        let head = log.head_of(entry).ok_or(PlayerError::NoEntry(entry))?;
        if memory.seen.is_none_or(|(seen, _)| seen < entry) {
            memory.seen = Some((entry, head));
        }
        Ok(Ack {
            game: self.game.clone(),
            seat: self.seat()?,
            entry,
            head,
            give: None,
        })
    }

    /// Makes the ACK of the open LOCK with the value for its draw, if nothing speaks against it.
    ///
    /// A repeated request gets the same bytes.
    pub fn give(
        &self,
        log: &Log,
        memory: &mut PlayerMemory,
        filed: Filed,
        joins: &[Join],
    ) -> Result<Ack, PlayerError> {
        self.check_game(log)?;
        let seat = self.seat()?;
        let (seen, _) = memory.seen.ok_or(PlayerError::GenesisUnseen)?;
        check_seen(log, memory)?;
        let open = log.open_draw().ok_or(PlayerError::NoLock)?;
        let draw = open.lock.draw;
        if memory
            .answered
            .get(&draw)
            .is_some_and(|head| *head != open.head)
        {
            return Err(PlayerError::AnsweredAnother(draw));
        }
        check_seal(log, open, seat, filed)?;
        check_changes(log, seen, open.entry, joins)?;
        let value = self.value(log, draw)?;
        memory.answered.insert(draw, open.head);
        memory.seen = memory.seen.max(Some((open.entry, open.head)));
        let give = Some((draw, value));
        Ok(Ack {
            game: self.game.clone(),
            seat,
            entry: open.entry,
            head: open.head,
            give,
        })
    }

    fn value(&self, log: &Log, draw: u64) -> Result<Hash, PlayerError> {
        let known = log.standing(self.owner).and_then(|party| party.chain);
        let (Some(chain), Some(known)) = (&self.chain, known) else {
            return Err(PlayerError::OtherSecrets);
        };
        let value = chain.value(draw).ok_or(PlayerError::ChainUsedUp(draw))?;
        let fits = log.chain_id(self.owner).leads_to(known, draw, value);
        if fits {
            Ok(value)
        } else {
            Err(PlayerError::OtherSecrets)
        }
    }

    fn check_game(&self, log: &Log) -> Result<(), PlayerError> {
        let game = &log.genesis().game;
        if *game == self.game {
            Ok(())
        } else {
            Err(PlayerError::OtherGame(game.clone()))
        }
    }

    fn may_order_for(&self, open: &OpenDraw) -> bool {
        let seal = self
            .owner
            .seat()
            .and_then(|seat| open.lock.seals.get(seat.index()));
        seal == Some(&LockSeal::Later)
    }

    fn seat(&self) -> Result<Seat, PlayerError> {
        self.owner
            .seat()
            .ok_or(PlayerError::Genesis("the host has no seat to answer for"))
    }
}

fn has_anchor_of(genesis: &Genesis, join: &Join) -> bool {
    match join.owner {
        Owner::Host => genesis.host == join.anchor,
        Owner::Seat(seat) => {
            let party = genesis.seats.get(seat.index());
            party.is_some_and(|party| party.anchor == join.anchor)
        }
    }
}

/// Says whether a SEAT entry has given a seat to whoever joined so.
fn was_seated(log: &Log, join: &Join) -> bool {
    seat_changes(log).any(|(_, change)| is_of(join, &change, &log.genesis().game))
}

/// Returns the SEAT entries of a log with their numbers.
fn seat_changes(log: &Log) -> impl Iterator<Item = (u64, SeatChange)> {
    (0u64..)
        .zip(log.blocks())
        .filter_map(|(at, block)| Some((at, seat_change(log, block)?)))
}

fn check_seen(log: &Log, memory: &PlayerMemory) -> Result<(), PlayerError> {
    match memory.seen {
        Some((entry, head)) => match log.head_of(entry) {
            None => Err(PlayerError::NoEntry(entry)),
            Some(ours) if ours != head => Err(PlayerError::Fork(entry)),
            Some(_) => Ok(()),
        },
        None => Ok(()),
    }
}

fn check_seal(log: &Log, open: &OpenDraw, seat: Seat, filed: Filed) -> Result<(), PlayerError> {
    let draw = open.lock.draw;
    let seal = open
        .lock
        .seals
        .get(seat.index())
        .ok_or(PlayerError::OtherSecrets)?;
    match (seal, filed) {
        (LockSeal::Sealed(seal), Filed::Orders(orders))
            if orders.draw == draw && orders.seat == seat && orders.seal() == *seal =>
        {
            Ok(())
        }
        (LockSeal::Nothing, Filed::Nothing) => Ok(()),
        (LockSeal::Later, _) if log.may_order_later(seat) => Ok(()),
        (LockSeal::Later, _) => Err(PlayerError::LaterUnsafe(draw)),
        _ => Err(PlayerError::NotMySeal(draw)),
    }
}

/// Every seat that changed hands since the last acknowledged entry must have joined.
fn check_changes(log: &Log, seen: u64, lock: u64, joins: &[Join]) -> Result<(), PlayerError> {
    for (at, change) in seat_changes(log).filter(|(at, _)| *at > seen && *at < lock) {
        let mut joins = joins.iter();
        if !joins.any(|join| is_of(join, &change, &log.genesis().game)) {
            return Err(PlayerError::UnknownSeat(at));
        }
    }
    Ok(())
}

fn seat_change(log: &Log, block: &Block) -> Option<SeatChange> {
    match Entry::read(block, log.genesis().terms()).ok()?.body {
        Body::Seat(change) => Some(change),
        _ => None,
    }
}

fn is_of(join: &Join, change: &SeatChange, game: &GameName) -> bool {
    let party = &change.party;
    join.game == *game
        && join.owner == change.owner
        && join.name == party.name
        && join.anchor == party.anchor
        && join.hide == party.hide
}
