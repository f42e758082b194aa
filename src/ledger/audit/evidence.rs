//! What archived mails and the blocks of players tell about a log.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Code, Mail,
    finding::{Findings, Place},
    heads::{Head, Heads},
    walk::Walk,
};
use crate::ledger::{
    block::{Ack, Block, Join, Key, Orders, Piece, Side, pieces},
    drand,
    hash::Hash,
    log::LogText,
    names::{Owner, Seat},
};

/// Where a block stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub(super) name: &'a str,
    /// Who sent it, if not the host.
    pub(super) sender: Option<&'a str>,
}

impl<'a> Source<'a> {
    const THE_LOG: Self = Self {
        name: "the log",
        sender: None,
    };

    fn mail(mail: &'a Mail) -> Self {
        Self {
            name: &mail.name,
            sender: mail.sender.as_deref(),
        }
    }
}

/// Everything that is not the log itself.
#[derive(Debug, Default)]
pub(super) struct Evidence<'a> {
    entries: Vec<(Source<'a>, u64, Hash)>,
    // When each copy of an entry was received first, and by whom.
    received: BTreeMap<Hash, (i64, &'a str)>,
    acks: Vec<(Source<'a>, Ack)>,
    joins: Vec<(Source<'a>, Join)>,
    pub(super) keys: Vec<(Source<'a>, Key)>,
    pub(super) orders: BTreeMap<(u64, Seat), Vec<Orders>>,
}

impl<'a> Evidence<'a> {
    /// Reads the side blocks of the log and all blocks of the mails.
    pub(super) fn collect(
        walk: &Walk,
        log: &LogText,
        mails: &'a [Mail],
        findings: &mut Findings,
    ) -> Self {
        let mut evidence = Self::default();
        for side in &log.sides {
            if side.block.is_torn() {
                let case = "a block of a player before it has no #TESSERA-END";
                findings.tell(Code::BadFormat, Place::entry(side.after), &case);
            } else {
                evidence.side(walk, Source::THE_LOG, &side.block, findings);
            }
        }
        for mail in mails {
            for piece in pieces(&mail.text) {
                if let Piece::Block(block) = piece {
                    evidence.block(walk, mail, &block, findings);
                }
            }
        }
        evidence
    }

    fn block(&mut self, walk: &Walk, mail: &'a Mail, block: &Block, findings: &mut Findings) {
        if block.is_torn() {
            findings.tell(Code::SideUnreadable, Place::none(), &mail.name);
        } else if block.is_side() {
            self.side(walk, Source::mail(mail), block, findings);
        } else if let (true, Some(number)) = (block.is_whole_entry(), block.stated_number()) {
            let head = block.head();
            self.entries.push((Source::mail(mail), number, head));
            // Who quotes an entry has had it before; when this mail came says nothing about it.
            if let Some(time) = mail.received.filter(|_| !block.is_quoted()) {
                let first = self.received.entry(head).or_insert((time, &mail.name));
                if time < first.0 {
                    *first = (time, &mail.name);
                }
            }
        }
    }

    fn side(&mut self, walk: &Walk, source: Source<'a>, block: &Block, findings: &mut Findings) {
        if Side::is_of_another_game(block, &walk.genesis.game) {
            return;
        }
        match Side::read(block) {
            Ok(Side::Ack(ack)) => self.acks.push((source, ack)),
            Ok(Side::Join(join)) => self.joins.push((source, join)),
            Ok(Side::Key(key)) => self.keys.push((source, key)),
            Ok(Side::Orders(orders)) => {
                self.orders
                    .entry((orders.draw, orders.seat))
                    .or_default()
                    .push(orders);
            }
            Err(_) => findings.tell(Code::SideUnreadable, Place::none(), &source.name),
        }
    }

    /// Compares every entry and ACK with the log.
    pub(super) fn check_heads(&self, heads: &Heads, findings: &mut Findings) {
        let acked = self
            .acks
            .iter()
            .map(|(source, ack)| (*source, ack.entry, ack.head));
        for (source, number, head) in self.entries.iter().copied().chain(acked) {
            let code = match heads.at(number) {
                Head::Beyond => Code::LogCut,
                Head::Known(ours) if ours != head => Code::Fork,
                Head::Known(_) | Head::Missing => continue,
            };
            findings.tell_by(source.sender, code, Place::entry(number), &source.name);
        }
    }

    /// Compares what players joined with and what the log gave them.
    pub(super) fn check_joins(&self, walk: &Walk, findings: &mut Findings) {
        for (source, join) in &self.joins {
            let is_known = walk
                .standing(join.owner)
                .is_some_and(|standing| standing.anchors.contains(&join.anchor));
            if !is_known {
                let place = Place::none().owner(join.owner);
                findings.tell_by(source.sender, Code::AnchorWrong, place, &source.name);
            }
        }
    }

    /// A LOCK must be received before its round is public.
    pub(super) fn check_received(&self, walk: &Walk, findings: &mut Findings) {
        for lock in &walk.locks {
            if let Some((time, name)) = self.received.get(&lock.head)
                && *time >= drand::time_of(lock.round)
            {
                findings.tell(Code::ReceivedLate, Place::draw(lock.draw), name);
            }
        }
    }

    /// In beacon mode each seat is asked to confirm each LOCK.
    pub(super) fn check_confirmed(&self, walk: &Walk, findings: &mut Findings) {
        if !walk.genesis.mode.is_beacon() {
            return;
        }
        let confirmed: BTreeSet<(u64, Seat)> = self
            .acks
            .iter()
            .map(|(_, ack)| (ack.entry, ack.seat))
            .collect();
        for reported in &walk.reported {
            for seat in reported.outside() {
                if !reported.acked.contains(&seat)
                    && !confirmed.contains(&(reported.lock_entry, seat))
                {
                    findings.add(Code::AckMissing, Place::draw(reported.draw).seat(seat));
                }
            }
        }
    }

    /// Returns the entries that seats acknowledged with the right head.
    pub(super) fn acknowledged(&self, heads: &Heads) -> BTreeSet<(u64, Seat)> {
        let is_right = |ack: &Ack| heads.at(ack.entry) == Head::Known(ack.head);
        let right = self.acks.iter().filter(|(_, ack)| is_right(ack));
        right.map(|(_, ack)| (ack.entry, ack.seat)).collect()
    }

    /// Every seal of a reported draw is opened by orders.
    pub(super) fn check_seals(&self, walk: &Walk, findings: &mut Findings) {
        for reported in &walk.reported {
            for (seat, seal) in &reported.seals {
                let code = match self.orders.get(&(reported.draw, *seat)) {
                    Some(orders) if orders.iter().any(|orders| orders.seal() == *seal) => continue,
                    Some(_) => Code::SealMismatch,
                    None if walk.is_finished && reported.is_played_by_host(*seat) => {
                        Code::SealUnopened
                    }
                    None => Code::OrdersUnopened,
                };
                findings.add(code, Place::draw(reported.draw).owner(Owner::Seat(*seat)));
            }
        }
    }
}
