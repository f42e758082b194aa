//! What archived mails and the blocks of players tell about a log.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Code, Form, Mail,
    finding::{Findings, Place},
    heads::{Head, Heads},
    loose,
    walk::Walk,
};
use crate::ledger::{
    block::{Ack, Block, Join, Key, Orders, Side},
    drand,
    hash::Hash,
    log::{LogText, LoggedEntry},
    names::Seat,
};

/// Where a block stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub(super) name: &'a str,
    /// Who sent it, if not the host.
    pub(super) sender: Option<&'a str>,
    pub(super) form: Form,
    /// The number of the last entry that stands in it unquoted: it was written after that one.
    last: Option<u64>,
}

impl<'a> Source<'a> {
    const THE_LOG: Self = Self {
        name: "the log",
        sender: None,
        form: Form::Log,
        last: None,
    };

    fn mail(mail: &'a Mail, log: &LogText) -> Self {
        let blocks = log.entries.iter().map(|entry| &entry.block);
        let own = blocks.filter(|block| !block.is_quoted() && block.is_whole_entry());
        Self {
            name: &mail.name,
            sender: mail.sender.as_deref(),
            form: mail.form,
            last: own.filter_map(Block::stated_number).max(),
        }
    }

    /// Tells what it holds that counts for nothing.
    pub(super) fn note(&self, what: &str, findings: &mut Findings) {
        let case = format!("{} holds {what}", self.name);
        findings.tell(Code::SideUnreadable, Place::none(), &case);
    }

    /// Says whether it was written when this entry was.
    pub(super) fn is_written_after(&self, entry: u64) -> bool {
        match self.form {
            Form::Log | Form::Record => true,
            Form::Mail => self.last >= Some(entry),
        }
    }
}

/// A block of a player in a copy of a log.
#[derive(Debug)]
pub(super) struct Logged {
    pub(super) block: Block,
    /// The number of entries before it.
    pub(super) after: u64,
    pub(super) is_read: bool,
}

/// Everything that is not an entry of the log itself.
///
/// Sources are named by their place; source 0 is the log.
#[derive(Debug)]
pub(super) struct Evidence<'a> {
    sources: Vec<Source<'a>>,
    entries: Vec<(usize, u64, Hash)>,
    // When each copy of an entry was received first, and by whom.
    received: BTreeMap<Hash, (i64, &'a str)>,
    acks: Vec<(usize, Ack)>,
    joins: Vec<(usize, Join)>,
    keys: Vec<(usize, Key)>,
    pub(super) orders: BTreeMap<(u64, Seat), Vec<(usize, Orders)>>,
    /// The blocks of players in each copy of the log, damaged ones too.
    pub(super) logged: BTreeMap<usize, Vec<Logged>>,
    /// Every block of a player that can be read.
    pub(super) readable: Vec<(usize, Block)>,
    /// The blocks in mails that name another game.
    pub(super) foreign: Vec<(usize, Block)>,
    /// All entries but those of the log, each with its source and its place in it.
    copies: Vec<(usize, u64, LoggedEntry)>,
}

impl<'a> Evidence<'a> {
    /// Reads the side blocks of the log and all blocks of the mails.
    pub(super) fn collect(
        walk: &Walk,
        log: &LogText,
        mails: &'a [Mail],
        findings: &mut Findings,
    ) -> Self {
        let mut evidence = Self {
            sources: vec![Source::THE_LOG],
            entries: Vec::new(),
            received: BTreeMap::new(),
            acks: Vec::new(),
            joins: Vec::new(),
            keys: Vec::new(),
            orders: BTreeMap::new(),
            logged: BTreeMap::new(),
            readable: Vec::new(),
            foreign: Vec::new(),
            copies: Vec::new(),
        };
        evidence.sides_of_log(walk, 0, log, findings);
        evidence.strays(0, log, findings);
        for (number, mail) in (1..).zip(mails) {
            let log = LogText::split(&mail.text);
            evidence.sources.push(Source::mail(mail, &log));
            let is_log = mail.form == Form::Log;
            if is_log {
                evidence.sides_of_log(walk, number, &log, findings);
            } else {
                evidence.sides_of_mail(walk, number, &log, findings);
            }
            evidence.strays(number, &log, findings);
            for LoggedEntry { block, .. } in &log.entries {
                if block.is_torn() && !is_log {
                    evidence.unreadable(number, findings);
                } else {
                    evidence.entry(number, mail, block);
                }
            }
            let copies = (0..).zip(log.entries);
            let copies = copies.map(|(at, entry)| (number, at, entry));
            evidence.copies.extend(copies);
        }
        evidence
    }

    /// Takes the blocks of players out of a copy of the log.
    fn sides_of_log(&mut self, walk: &Walk, source: usize, log: &LogText, findings: &mut Findings) {
        let mut logged = Vec::new();
        for side in &log.sides {
            let mut is_read = if side.block.is_torn() {
                let name = self.sources[source].name;
                let case = format!("a block of a player before it has no #TESSERA-END in {name}");
                findings.tell(Code::BadFormat, Place::entry(side.after), &case);
                false
            } else {
                self.side(walk, source, &side.block, findings)
            };
            let is_same = |logged: &Logged| logged.block == side.block;
            if is_read && logged.iter().any(is_same) {
                let what = "the same block of a player twice; a log has each once";
                self.source(source).note(what, findings);
                // An ACK is sent once only, so a second one stands where another one was.
                is_read = !matches!(Side::read(&side.block), Ok(Side::Ack(_)));
            }
            logged.push(Logged {
                block: side.block.clone(),
                after: side.after,
                is_read,
            });
        }
        for side in &log.beheaded {
            self.unreadable(source, findings);
            logged.push(Logged {
                block: side.block.clone(),
                after: side.after,
                is_read: false,
            });
        }
        self.logged.insert(source, logged);
    }

    /// Takes the blocks of players out of a mail; mail programs damage some.
    fn sides_of_mail(
        &mut self,
        walk: &Walk,
        source: usize,
        mail: &LogText,
        findings: &mut Findings,
    ) {
        for side in &mail.sides {
            if side.block.is_torn() {
                self.unreadable(source, findings);
            } else {
                self.side(walk, source, &side.block, findings);
            }
        }
    }

    fn entry(&mut self, source: usize, mail: &'a Mail, block: &Block) {
        let (true, Some(number)) = (block.is_whole_entry(), block.stated_number()) else {
            return;
        };
        let head = block.head();
        self.entries.push((source, number, head));
        // Who quotes an entry has had it before; when this mail came says nothing about it.
        if let Some(time) = mail.received.filter(|_| !block.is_quoted()) {
            let first = self.received.entry(head).or_insert((time, &mail.name));
            if time < first.0 {
                *first = (time, &mail.name);
            }
        }
    }

    /// Takes a block of a player; says whether it can be read, and is of this game and its seats.
    fn side(&mut self, walk: &Walk, source: usize, block: &Block, findings: &mut Findings) -> bool {
        if Side::is_of_another_game(block, &walk.genesis.game) {
            // Mails of other matches may lie beside these; a log has blocks of its own match only.
            match self.sources[source].form {
                Form::Log => self.unreadable(source, findings),
                Form::Mail | Form::Record => self.foreign.push((source, block.clone())),
            }
            return false;
        }
        match Side::read(block)
            .ok()
            .filter(|side| names_a_party(walk, side))
        {
            Some(Side::Ack(ack)) => self.acks.push((source, ack)),
            Some(Side::Join(join)) => self.joins.push((source, join)),
            Some(Side::Key(key)) => self.keys.push((source, key)),
            Some(Side::Orders(orders)) => {
                let of = self.orders.entry((orders.draw, orders.seat)).or_default();
                of.push((source, orders));
            }
            None => {
                self.unreadable(source, findings);
                return false;
            }
        }
        self.readable.push((source, block.clone()));
        true
    }

    pub(super) fn unreadable(&self, source: usize, findings: &mut Findings) {
        let what = "a block that is damaged or of another match; it was passed over";
        self.source(source).note(what, findings);
    }

    /// Tells of lines outside of blocks that read as lines of one. In mails people write what they like, so there only
    /// those right behind a block are told.
    fn strays(&self, source: usize, log: &LogText, findings: &mut Findings) {
        let source = self.source(source);
        if log.strays.behind_block || (log.strays.any && source.form == Form::Log) {
            let what = "lines of a block that stand outside of it; they were passed over";
            source.note(what, findings);
        }
    }

    /// Returns the place where something stands.
    pub(super) fn source(&self, number: usize) -> &Source<'a> {
        &self.sources[number]
    }

    /// Returns the ACKs, each with its source.
    pub(super) fn acks(&self) -> impl Iterator<Item = (&Source<'a>, &Ack)> {
        self.acks
            .iter()
            .map(|(source, ack)| (self.source(*source), ack))
    }

    /// Returns the keys of private draws, each with its source.
    pub(super) fn keys(&self) -> impl Iterator<Item = (&Source<'a>, &Key)> {
        self.keys
            .iter()
            .map(|(source, key)| (self.source(*source), key))
    }

    /// Compares every entry and ACK with the log.
    pub(super) fn check_heads(&self, heads: &Heads, findings: &mut Findings) {
        let acked = self
            .acks
            .iter()
            .map(|(source, ack)| (*source, ack.entry, ack.head));
        let mut lost = BTreeSet::new();
        for (source, number, head) in self.entries.iter().copied().chain(acked) {
            let source = self.source(source);
            let code = match heads.at(number) {
                Head::Lost => {
                    lost.insert(number);
                    continue;
                }
                Head::Beyond => Code::LogCut,
                Head::Known(ours) if ours != head => Code::Fork,
                Head::Known(_) | Head::Missing => continue,
            };
            findings.tell_by(source.sender, code, Place::entry(number), &source.name);
        }
        loose::tell_lost(heads.end(), &lost, findings);
    }

    /// Says for each other copy of the log how many entries it has, if it ends earlier than the log: whoever
    /// made it may have done so earlier, too.
    pub(super) fn check_ends(&self, heads: &Heads, findings: &mut Findings) {
        for (number, source) in self.sources.iter().enumerate().skip(1) {
            let of_it = self.copies.iter().filter(|(from, ..)| *from == number);
            let count = of_it.count() as u64;
            if source.form == Form::Log && count < heads.end() {
                let what = format!(
                    "{count} entries of a log that has {}: it was made earlier, or was cut off",
                    heads.end()
                );
                source.note(&what, findings);
            }
        }
    }

    /// Another log has its entries in their places, each behind the one that it continues.
    fn check_places(&self, findings: &mut Findings) {
        let mut before: Option<(usize, Hash)> = None;
        for (number, at, LoggedEntry { block, .. }) in &self.copies {
            let source = self.source(*number);
            let prev = before.filter(|(from, _)| from == number);
            before = Some((*number, block.head()));
            if source.form != Form::Log || !block.is_whole_entry() {
                continue;
            }
            let place = Place::entry(*at);
            if let Some(stated) = block.stated_number().filter(|stated| stated != at) {
                let case = format!("{stated} in {}", source.name);
                findings.tell_by(source.sender, Code::EntryNumber, place, &case);
            }
            let is_next = |prev: Hash| prev == block.stated_prev().unwrap_or(prev);
            if prev.is_some_and(|(_, head)| !is_next(head)) {
                findings.tell_by(source.sender, Code::ChainBroken, place, &source.name);
            }
        }
    }

    /// Copies of entries are whole, except in mails, and have the heads that are printed after them.
    pub(super) fn check_copies(&self, findings: &mut Findings) {
        self.check_places(findings);
        for (source, at, entry) in &self.copies {
            let source = self.source(*source);
            let block = &entry.block;
            let place = Place::entry(block.stated_number().unwrap_or(*at));
            let is_mail = source.form == Form::Mail;
            let is_headless = *at == 0 && block.stated_number().is_some_and(|first| first > 0);
            if is_headless && source.form == Form::Log {
                let case = format!("it is damaged in {}", source.name);
                findings.tell_by(source.sender, Code::BadFormat, Place::entry(0), &case);
            }
            if !block.is_whole_entry() {
                if !is_mail {
                    let case = format!("it is damaged in {}", source.name);
                    findings.tell_by(source.sender, Code::BadFormat, place, &case);
                }
                continue;
            }
            let head = block.head().to_string();
            // A mail may break off within the line of a head, and what it quotes is broken by whoever quotes.
            let may_be_cut = |stated: &String| is_mail && head.starts_with(stated.as_str());
            let is_other = |stated: &String| *stated != head && !may_be_cut(stated);
            if !(is_mail && block.is_quoted()) && entry.stated_heads.iter().any(is_other) {
                let case = format!(" in {}", source.name);
                findings.tell_by(source.sender, Code::HeadWrong, place, &case);
            }
        }
    }

    /// Compares what players joined with and what the log gave them.
    pub(super) fn check_joins(&self, walk: &Walk, findings: &mut Findings) {
        for (source, join) in &self.joins {
            let source = self.source(*source);
            let standing = walk.standing(join.owner);
            if !standing.is_some_and(|standing| standing.has_joined_by(join)) {
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
}

/// Says whether the seat, or owner, that a block of a player names is one of the match.
fn names_a_party(walk: &Walk, side: &Side) -> bool {
    walk.standing(side.owner()).is_some()
}
