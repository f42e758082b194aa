//! The text of a log taken apart, and a log that can only grow honestly.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use crate::ledger::audit::walk::{OpenDraw, Reported, Standing};
use crate::ledger::{
    audit::{
        Checks, Finding, Findings, Severity, check_place,
        walk::{Walk, WalkTip},
    },
    block::{Block, Body, Entry, FormatError, Genesis, Piece, pieces},
    chain::ChainId,
    dice::{Label, Spec},
    hash::Hash,
    names::{Owner, Seat},
    time::Time,
};

/// The blocks of a log's text.
#[derive(Clone, Debug, Default)]
pub struct LogText {
    /// The entries in order, torn ones included.
    pub entries: Vec<LoggedEntry>,
    /// The blocks of players between them.
    pub sides: Vec<LoggedSide>,
    /// What is left of blocks of players whose BEGIN is lost.
    pub beheaded: Vec<LoggedSide>,
    /// Lines that read as those of a block, and stand outside of all.
    pub strays: Strays,
    /// Entries behind a gap, by their numbers: what comes before them is in nobody's hands.
    pub loose: Vec<LoggedEntry>,
    /// Whether it was put together from mails, of which the last ones may be lost.
    pub may_go_on: bool,
}

/// Whether a text has lines of a block outside of blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strays {
    /// Anywhere.
    pub any: bool,
    /// Right behind a block, as where its END was moved.
    pub behind_block: bool,
}

/// An entry as it stands in a log.
#[derive(Clone, Debug)]
pub struct LoggedEntry {
    /// The block.
    pub block: Block,
    /// The hashes of the `#HEAD` lines after it.
    pub stated_heads: Vec<String>,
}

/// A side block as it stands in a log.
#[derive(Clone, Debug)]
pub struct LoggedSide {
    /// The block.
    pub block: Block,
    /// The number of entries before it.
    pub after: u64,
}

impl LoggedEntry {
    /// Says whether a `#HEAD` line after the entry states another head than its own.
    pub(in crate::ledger) fn states_another(&self, head: Hash) -> bool {
        let head = head.to_string();
        self.stated_heads.iter().any(|stated| *stated != head)
    }
}

impl LogText {
    /// Takes the text of a log apart.
    pub fn split(text: &str) -> Self {
        let mut log = Self::default();
        let mut is_behind_block = false;
        for piece in pieces(text) {
            is_behind_block &= piece == Piece::Stray;
            match piece {
                Piece::Stray => {
                    log.strays.any = true;
                    log.strays.behind_block |= is_behind_block;
                    continue;
                }
                Piece::Words | Piece::Remnant => continue,
                Piece::Block(block) if block.is_side() => {
                    let after = log.entries.len() as u64;
                    log.sides.push(LoggedSide { block, after });
                }
                Piece::Beheaded(block) => {
                    let after = log.entries.len() as u64;
                    log.beheaded.push(LoggedSide { block, after });
                }
                Piece::Block(block) => {
                    log.entries.push(LoggedEntry {
                        block,
                        stated_heads: Vec::new(),
                    });
                }
                Piece::Head(hash) => {
                    if let Some(entry) = log.entries.last_mut() {
                        entry.stated_heads.push(hash);
                    }
                }
            }
            is_behind_block = true;
        }
        log
    }
}

/// A log that only grows by entries that break no rule.
///
/// The host appends what he says ([`Log::append`]); a player appends what he received
/// ([`Log::receive`]). What would be a violation in an audit is refused here.
#[derive(Clone, Debug)]
pub struct Log {
    walk: Walk,
    /// What came before the blocks that are held: nothing, or a log up to its tip.
    before: Before,
    blocks: Vec<Block>,
}

/// The part of a log that is not held.
#[derive(Clone, Debug)]
enum Before {
    /// The log is held from GENESIS on.
    Nothing,
    /// The log is held from behind a tip on.
    Tip { genesis: Box<Block>, tip: LogTip },
}

/// The little of a log that suffices to append to it; it does not grow with the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogTip {
    /// How many entries the log has.
    pub entries: u64,
    /// The head of the last one.
    pub head: Hash,
    walk: WalkTip,
}

/// Why an entry was not appended.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LogError {
    /// The log has no valid start.
    #[error("the log does not start with a valid GENESIS: {0}")]
    Start(#[from] FormatError),
    /// The entry breaks the rules of the protocol.
    #[error("entry {entry} breaks the rules of the protocol: {}", sentences(.findings))]
    Refused {
        /// The number the entry would have.
        entry: u64,
        /// Every rule that it breaks.
        findings: Vec<Finding>,
    },
}

fn sentences(findings: &[Finding]) -> String {
    let sentences: Vec<String> = findings
        .iter()
        .map(|finding| format!("{} ({})", finding.message, finding.code))
        .collect();
    sentences.join("; ")
}

impl Log {
    /// Starts the log of a match.
    pub fn start(genesis: Genesis, time: Time) -> Result<Self, LogError> {
        let body = Body::Genesis(genesis);
        Self::begin(
            Entry {
                number: 0,
                prev: Hash::ZERO,
                time,
                body,
            }
            .to_block(),
        )
    }

    /// Reads a log strictly, without its side blocks.
    pub fn read(text: &str) -> Result<Self, LogError> {
        let mut entries = LogText::split(text).entries.into_iter();
        let first = entries.next().ok_or(FormatError::NoGenesis)?;
        let mut log = Self::begin(first.block)?;
        for entry in entries {
            log.receive(entry.block)?;
        }
        Ok(log)
    }

    fn begin(first: Block) -> Result<Self, LogError> {
        let walk = Walk::start(&first)?;
        let mut findings = Findings::default();
        check_place(0, &first, Hash::ZERO, &mut findings);
        refuse(0, findings)?;
        Ok(Self {
            walk,
            before: Before::Nothing,
            blocks: vec![first],
        })
    }

    /// Returns the tip, unless something is under way that only the entries themselves can tell.
    pub fn tip(&self) -> Option<LogTip> {
        Some(LogTip {
            entries: self.next_entry(),
            head: self.head(),
            walk: self.walk.tip()?,
        })
    }

    /// Goes on with a log from its tip; of the entries before it only GENESIS is known.
    pub fn resume(genesis: Block, tip: LogTip) -> Result<Self, LogError> {
        Ok(Self {
            walk: Walk::resume(&genesis, tip.walk.clone())?,
            before: Before::Tip {
                genesis: Box::new(genesis),
                tip,
            },
            blocks: Vec::new(),
        })
    }

    /// Prints an entry and appends it.
    pub fn append(&mut self, body: Body, time: Time) -> Result<&Block, LogError> {
        let entry = Entry {
            number: self.next_entry(),
            prev: self.head(),
            time,
            body,
        };
        self.receive(entry.to_block())
    }

    /// Appends an entry as it was received.
    pub fn receive(&mut self, block: Block) -> Result<&Block, LogError> {
        let at = self.next_entry();
        let mut findings = Findings::default();
        check_place(at, &block, self.head(), &mut findings);
        self.walk
            .take(at, &block, &Checks::default(), &mut findings);
        if let Err(error) = refuse(at, findings) {
            self.walk = self.rewalk();
            return Err(error);
        }
        self.blocks.push(block);
        Ok(self.blocks.last().expect("an entry was just pushed"))
    }

    /// Returns what all parties agreed on.
    pub fn genesis(&self) -> &Genesis {
        &self.walk.genesis
    }

    /// Returns the head of GENESIS, which enters every seed.
    pub fn genesis_head(&self) -> Hash {
        self.walk.genesis_head
    }

    /// Returns the entries that are held, as they stand.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Returns the number of the next entry, which is the number of entries so far.
    pub fn next_entry(&self) -> u64 {
        self.first_held() + self.blocks.len() as u64
    }

    /// Returns the head of the last entry.
    pub fn head(&self) -> Hash {
        let before = match &self.before {
            Before::Nothing => Hash::ZERO,
            Before::Tip { tip, .. } => tip.head,
        };
        self.blocks.last().map_or(before, Block::head)
    }

    /// Returns the head of an entry that is held.
    pub fn head_of(&self, entry: u64) -> Option<Hash> {
        self.held(entry).map(Block::head)
    }

    /// Returns an entry that is held as it goes into a mail, with its `#HEAD` line.
    pub fn mail_text(&self, entry: u64) -> Option<String> {
        Some(self.held(entry)?.with_head(entry))
    }

    fn first_held(&self) -> u64 {
        match &self.before {
            Before::Nothing => 0,
            Before::Tip { tip, .. } => tip.entries,
        }
    }

    fn held(&self, entry: u64) -> Option<&Block> {
        let at = entry.checked_sub(self.first_held())?;
        self.blocks.get(usize::try_from(at).ok()?)
    }

    /// Returns the number of the draw that is locked next, or that is open now.
    pub fn next_draw(&self) -> u64 {
        self.walk.next
    }

    /// Returns the number of the next draw that can still be locked.
    pub fn draw_locked_next(&self) -> u64 {
        self.next_draw() + u64::from(self.open_draw().is_some())
    }

    /// Returns the draw between its LOCK and its REPORT or VOID.
    pub fn open_draw(&self) -> Option<&OpenDraw> {
        self.walk.open.as_ref()
    }

    /// Returns the draws that were reported by entries that are held, with their seeds.
    pub fn reported(&self) -> &[Reported] {
        &self.walk.reported
    }

    /// Returns the host or a seat as it stands now.
    pub fn standing(&self, owner: Owner) -> Option<&Standing> {
        self.walk.standing(owner)
    }

    /// Returns all seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        self.walk.seats()
    }

    /// Returns the seats that somebody else than the host plays.
    pub fn outside_seats(&self) -> impl Iterator<Item = Seat> {
        self.walk.outside()
    }

    /// Returns whose chain steps an owner's values take.
    pub fn chain_id(&self, owner: Owner) -> ChainId {
        self.walk.chain_id(owner)
    }

    /// Returns the labels and specs that the next LOCK makes due.
    pub fn pending_fixes(&self) -> Vec<(Label, Spec)> {
        self.walk.pending_fixes().copied().collect()
    }

    /// Returns the early seals that the next LOCK must hold.
    pub fn early_seals(&self) -> Vec<Hash> {
        self.walk.early_seals().collect()
    }

    /// Says whether this seat may send its orders after the LOCK.
    pub fn may_order_later(&self, seat: Seat) -> bool {
        self.walk.may_order_later(seat)
    }

    /// Says whether a NOTE ended the match.
    pub fn is_finished(&self) -> bool {
        self.walk.is_finished
    }
}

impl Log {
    /// Walks again over entries that were all accepted before.
    fn rewalk(&self) -> Walk {
        let accepted = "the first entry was accepted as GENESIS";
        let (mut walk, first, blocks) = match &self.before {
            Before::Nothing => {
                let walk = Walk::start(&self.blocks[0]).expect(accepted);
                (walk, 1, &self.blocks[1..])
            }
            Before::Tip { genesis, tip } => {
                let walk = Walk::resume(genesis, tip.walk.clone()).expect(accepted);
                (walk, tip.entries, &self.blocks[..])
            }
        };
        for (at, block) in (first..).zip(blocks) {
            walk.take(at, block, &Checks::default(), &mut Findings::default());
        }
        walk
    }
}

impl fmt::Display for Log {
    /// Writes all entries that are held with their heads, as the log's file holds them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.first_held()..)
            .zip(&self.blocks)
            .try_for_each(|(at, block)| writeln!(f, "{}", block.with_head(at)))
    }
}

fn refuse(entry: u64, findings: Findings) -> Result<(), LogError> {
    let mut findings = findings.into_vec();
    findings.retain(|finding| finding.severity == Severity::Violation);
    if findings.is_empty() {
        Ok(())
    } else {
        Err(LogError::Refused { entry, findings })
    }
}
