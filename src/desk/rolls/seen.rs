//! What can be seen of a dice table: its parties, its draws, its log and what opens it.

use crate::ledger::asked;
use crate::ledger::audit::{Audit, Checks, audit};
use crate::ledger::block::{Body, Entry};
use crate::ledger::drand::Verifier;
use crate::ledger::hash::Hash;
use crate::ledger::log::{Log, LogText};
use crate::store::{BlockKind, Life, Match as Row, Unit};

use super::super::DeskError;
use super::super::book::block_of;
use super::super::finish::block_text;
use super::super::table::players;
use super::throw::{Thrown, told};

/// A dice table as everybody may see it.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Its name.
    pub id: String,
    /// The name under which its log hashes it.
    pub log_name: String,
    /// The mode of its dice.
    pub mode: &'static str,
    /// Its parties by name, with whether each has joined with an anchor.
    pub parties: Vec<(String, bool)>,
    /// Its draws.
    pub draws: Vec<SeenDraw>,
    /// Its log: every entry, and the blocks of the parties.
    pub log: String,
    /// The head of the last entry, once the log has begun.
    pub head: Option<Hash>,
}

/// A draw as it stands in the log.
#[derive(Debug, Clone)]
pub struct SeenDraw {
    /// What was thrown.
    pub thrown: Thrown,
    /// Whether its dice are known.
    pub is_reported: bool,
}

/// Looks at a table.
pub(super) fn see(unit: &dyn Unit, row: &Row) -> Result<Seen, DeskError> {
    let blocks = unit.blocks(&row.id)?;
    let joined = |number| {
        blocks
            .iter()
            .any(|block| block.kind == BlockKind::Join && block.seat == number)
    };
    let parties = players(&unit.seats(&row.id)?)
        .into_iter()
        .map(|seat| {
            let has_joined = joined(seat.number);
            (seat.name, has_joined)
        })
        .collect();
    let entries: Vec<_> = unit
        .entries_from(&row.id, 0)?
        .iter()
        .map(block_of)
        .collect();
    let mut text = String::new();
    for (at, block) in (0u64..).zip(&entries) {
        text.push_str(&block.with_head(at));
        text.push('\n');
    }
    for block in &blocks {
        text.push_str(&block_text(&block.bytes));
        text.push('\n');
    }
    let (draws, head) = if row.life == Life::Inviting {
        (Vec::new(), None)
    } else {
        let log = Log::read(&text)?;
        (draws(unit, row, &log)?, Some(log.head()))
    };
    Ok(Seen {
        id: row.id.to_string(),
        log_name: row.log_name.clone(),
        mode: row.dice.word(),
        parties,
        draws,
        log: text,
        head,
    })
}

fn draws(unit: &dyn Unit, row: &Row, log: &Log) -> Result<Vec<SeenDraw>, DeskError> {
    let mut draws = Vec::new();
    let terms = log.genesis().terms();
    for block in log.blocks() {
        let Ok(Entry {
            body: Body::Lock(lock),
            ..
        }) = Entry::read(block, terms)
        else {
            continue;
        };
        let reported = log
            .reported()
            .iter()
            .find(|reported| reported.draw == lock.draw);
        let seed = reported.map(|reported| reported.seed);
        draws.push(SeenDraw {
            thrown: told(unit, row, (lock.draw, seed), (Vec::new(), log.head()))?,
            is_reported: seed.is_some(),
        });
    }
    Ok(draws)
}

impl Seen {
    /// Audits the log, with a replay of what was asked for.
    pub fn audit(&self) -> Audit {
        let verifier = Verifier::quicknet();
        let checks = Checks {
            replayed: asked::confirmed(&LogText::split(&self.log), &[]),
            verifier: Some(&verifier),
        };
        audit(&self.log, &[], &checks)
    }
}
