//! The log of one game as it stands in a player's mails, from GENESIS on without a gap.

use std::collections::{BTreeMap, BTreeSet};

use super::{Letters, SeatError};
use crate::ledger::block::{Block, Join, Orders, Side, blocks};
use crate::ledger::hash::Hash;
use crate::ledger::log::Log;
use crate::ledger::names::GameName;

/// What a player's mails tell of a game.
#[derive(Debug, Clone)]
pub struct History {
    /// The log, as far as it goes on from entry to entry.
    pub log: Log,
    /// The mail with the last entry.
    pub last_mail: String,
    /// JOINs of all parties.
    pub joins: Vec<Join>,
    /// Blocks of orders.
    pub orders: Vec<Orders>,
}

/// Every entry that stands in the mails, by its head, with the first mail that holds it.
struct Found<'a> {
    by_prev: BTreeMap<Hash, Vec<(&'a str, Block)>>,
    starts: Vec<(&'a str, Block)>,
}

impl<'a> Found<'a> {
    fn collect(letters: &'a Letters) -> Self {
        let mut found = Self {
            by_prev: BTreeMap::new(),
            starts: Vec::new(),
        };
        let mut known = BTreeSet::new();
        for letter in letters.iter() {
            for block in blocks(&letter.text) {
                if block.is_side() || !block.is_whole_entry() || !known.insert(block.head()) {
                    continue;
                }
                match (block.stated_number(), block.stated_prev()) {
                    (Some(0), _) => found.starts.push((&letter.name, block)),
                    (_, Some(prev)) => {
                        let next = found.by_prev.entry(prev).or_default();
                        next.push((&letter.name, block));
                    }
                    _ => {}
                }
            }
        }
        found
    }

    /// Returns the start of a game.
    fn start(&self, game: &GameName) -> Result<&(&'a str, Block), SeatError> {
        let line = format!("game: {game}");
        let mut own = self
            .starts
            .iter()
            .filter(|(_, block)| block.lines().contains(&line));
        match (own.next(), own.next()) {
            (Some(only), None) => Ok(only),
            (Some(one), Some(other)) => Err(fork(0, one, other)),
            _ => Err(SeatError::NoGenesis(game.clone())),
        }
    }

    /// Returns the heads of every entry that goes on from another game's start.
    fn of_others(&self, game: &Hash) -> BTreeSet<Hash> {
        let mut heads: Vec<Hash> = self.starts.iter().map(|(_, block)| block.head()).collect();
        heads.retain(|head| head != game);
        let mut others = BTreeSet::new();
        while let Some(head) = heads.pop() {
            let next = self.by_prev.get(&head).into_iter().flatten();
            heads.extend(next.map(|(_, block)| block.head()));
            others.insert(head);
        }
        others
    }
}

fn fork(entry: u64, one: &(&str, Block), other: &(&str, Block)) -> SeatError {
    SeatError::Fork {
        entry,
        one: one.0.to_owned(),
        other: other.0.to_owned(),
    }
}

impl History {
    /// Puts the log of a game together, strictly: a fork, a gap or a fault ends it.
    ///
    /// # Errors
    /// What speaks against the log.
    pub fn of(letters: &Letters, game: &GameName) -> Result<Self, SeatError> {
        let (history, rest) = Self::as_far_as(letters, game)?;
        match rest {
            None => Ok(history),
            Some(error) => Err(error),
        }
    }

    /// Puts the log of a game together as far as it goes without a gap; what is missing is told beside it.
    ///
    /// # Errors
    /// If the mails hold no start of the game, two versions of an entry, or an entry that breaks the rules.
    pub fn as_far_as(
        letters: &Letters,
        game: &GameName,
    ) -> Result<(Self, Option<SeatError>), SeatError> {
        let found = Found::collect(letters);
        let start = found.start(game)?;
        let mut log = Log::read(&start.1.to_string())?;
        let mut last_mail = start.0;
        let mut own = BTreeSet::from([start.1.head()]);
        while let Some(next) = found.by_prev.get(&log.head()) {
            if let [one, other, ..] = next.as_slice() {
                return Err(fork(log.next_entry(), one, other));
            }
            let [(name, block)] = next.as_slice() else {
                break;
            };
            log.receive(block.clone())?;
            last_mail = name;
            own.insert(block.head());
        }
        let others = found.of_others(&start.1.head());
        let loose = found.by_prev.values().flatten().find(|(_, block)| {
            let head = block.head();
            !own.contains(&head) && !others.contains(&head)
        });
        let gap = loose.map(|(name, block)| SeatError::Gap {
            missing: log.next_entry(),
            later: (*name).to_owned(),
            number: block.stated_number().unwrap_or_default(),
        });
        let (joins, orders) = sides(letters, game);
        let history = Self {
            log,
            last_mail: last_mail.to_owned(),
            joins,
            orders,
        };
        Ok((history, gap))
    }
}

/// Returns the blocks of players for a game.
fn sides(letters: &Letters, game: &GameName) -> (Vec<Join>, Vec<Orders>) {
    let (mut joins, mut orders) = (Vec::new(), Vec::new());
    for letter in letters.iter() {
        for block in blocks(&letter.text) {
            match Side::read(&block) {
                Ok(Side::Join(join)) if join.game == *game => joins.push(join),
                Ok(Side::Orders(own)) if own.game == *game => orders.push(own),
                _ => {}
            }
        }
    }
    (joins, orders)
}
