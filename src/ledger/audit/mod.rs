//! The audit: what can be proved or refuted about a match's dice, by anybody who holds its log.
//!
//! ```
//! use tesserarius::ledger::audit::{Checks, Verdict, audit};
//!
//! let outcome = audit("no log at all", &[], &Checks::default());
//! assert_eq!(outcome.verdict, Verdict::Violation);
//! assert_eq!(outcome.findings[0].code.name(), "GENESIS_WRONG");
//! ```

mod copies;
mod evidence;
mod finding;
mod given;
mod heads;
mod hidden;
mod left_out;
mod loose;
mod luck;
mod openings;
mod report;
mod verdict;
pub(crate) mod walk;

use std::collections::BTreeSet;

use serde::Deserialize;

pub(crate) use self::finding::Findings;
use self::{evidence::Evidence, finding::Place, heads::Heads, walk::Walk};
pub use self::{
    finding::{Code, Finding, Severity},
    luck::{DieCount, FaceCount},
    report::lines,
    verdict::{Audit, Summary, Verdict},
    walk::Reported,
};
use crate::ledger::{
    block::{Block, Body, Entry, FormatError, Genesis, Mark},
    drand::Verifier,
    hash::Hash,
    log::LogText,
    names::Owner,
    secret::HiddenMaster,
    text::Text,
};

/// What a kept text is: by that it is known when its orders were written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// A mail, or what was copied out of one: its orders may have been replaced before the LOCK.
    #[default]
    Mail,
    /// Another copy of the log: every block in it is judged as it stands.
    Log,
    /// Lines of the record, which are written when nothing can be replaced any more.
    Record,
}

/// A mail that somebody kept, already decoded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Mail {
    /// Who kept it, or the name of its file.
    pub name: String,
    /// Its text.
    pub text: String,
    /// When it was received, in seconds since 1970, if that can be trusted.
    pub received: Option<i64>,
    /// Who sent it, if that was not the host: what stands in it is his word, and proves nothing by itself.
    #[serde(default)]
    pub sender: Option<String>,
    /// What it is.
    #[serde(default)]
    pub form: Form,
}

/// What the audit can check beside the log itself.
#[derive(Clone, Debug, Default)]
pub struct Checks<'a> {
    /// The draws whose rolls a replay of the rules confirmed.
    pub replayed: BTreeSet<u64>,
    /// The means to check beacon signatures.
    pub verifier: Option<&'a Verifier>,
}

/// Audits the text of a log, with the mails that were kept of the same match.
pub fn audit(log: &str, mails: &[Mail], checks: &Checks) -> Audit {
    audit_log(&LogText::split(log), mails, checks)
}

/// Audits a log, with the mails that were kept of the same match.
pub fn audit_log(log: &LogText, mails: &[Mail], checks: &Checks) -> Audit {
    let heads = Heads::of(log);
    let mut findings = Findings::default();
    let walk = walk_entries(log, heads.in_row(), checks, &mut findings);
    loose::check(log, walk.as_ref(), &mut findings);
    if let Some(walk) = &walk {
        let evidence = Evidence::collect(walk, log, mails, &mut findings);
        evidence.check_heads(&heads, &mut findings);
        evidence.check_copies(&mut findings);
        evidence.check_ends(&heads, &mut findings);
        // What a seat joined with later may stand in an entry that is missing.
        if log.loose.is_empty() {
            evidence.check_joins(walk, &mut findings);
            given::check(walk, &evidence, &mut findings);
        }
        evidence.check_received(walk, &mut findings);
        evidence.check_confirmed(walk, &mut findings);
        walk.check_claims(&evidence.acknowledged(&heads), &mut findings);
        openings::check(walk, &evidence, &mut findings);
        copies::check(walk, &evidence, &mut findings);
        left_out::check(walk, &heads, &evidence, &mut findings);
        left_out::check_misnamed(walk, &heads, &evidence, &mut findings);
        left_out::check_beside(walk, &evidence, &mut findings);
        hidden::check(walk, &evidence, &mut findings);
    }
    Audit::new(walk.as_ref(), &heads, findings.into_vec())
}

/// What a log says that a replay of the match needs.
#[derive(Debug)]
pub struct Told {
    /// What all parties agreed on.
    pub genesis: Genesis,
    /// How many entries there are before any gap.
    pub entries: u64,
    /// Whether entries are missing, and what comes after them is not told here.
    pub is_torn: bool,
    /// The draws that were reported, with their seeds.
    pub reported: Vec<Reported>,
    /// The hidden masters that were opened.
    pub disclosed: Vec<(Owner, HiddenMaster)>,
    /// The lines of NOTEs, each with the number of its entry.
    pub notes: Vec<(u64, Text)>,
    /// The runs without dice that NOTEs tell of, in their order.
    pub dry: Vec<DryRun>,
    /// Whether LOCKs say beforehand which rolls will be made.
    pub plans: bool,
}

impl Told {
    /// Says whether a NOTE ended the match.
    pub fn is_finished(&self) -> bool {
        let over = Mark::Finished.text();
        self.notes.iter().any(|(_, note)| *note == over)
    }
}

/// A run without dice, as a NOTE tells of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DryRun {
    /// The number of the NOTE.
    pub entry: u64,
    /// The stop it ended.
    pub stop: u64,
    /// The hash of its public line.
    pub public: Hash,
}

impl DryRun {
    fn read((entry, note): &(u64, Text)) -> Option<Self> {
        match Mark::read(note)? {
            Mark::Run { stop, public } => Some(Self {
                entry: *entry,
                stop,
                public,
            }),
            Mark::Early { .. } | Mark::Finished => None,
        }
    }
}

/// Reads what a log says, right or wrong; nothing if it has no valid start.
pub fn told(log: &LogText) -> Option<Told> {
    let (first, rest) = log.entries.split_first()?;
    let mut walk = Walk::start(&first.block).ok()?;
    let terms = walk.genesis.terms();
    let mut notes = Vec::new();
    let mut plans = false;
    let mut faults = Findings::default();
    for (at, entry) in (1..).zip(rest) {
        walk.take(at, &entry.block, &Checks::default(), &mut faults);
        match Entry::read(&entry.block, terms).map(|entry| entry.body) {
            Ok(Body::Note(lines)) => notes.extend(lines.into_iter().map(|line| (at, line))),
            Ok(Body::Lock(lock)) => plans |= lock.has_plan(),
            _ => {}
        }
    }
    Some(Told {
        genesis: walk.genesis,
        entries: log.entries.len() as u64,
        is_torn: !log.loose.is_empty(),
        reported: walk.reported,
        disclosed: walk.disclosed,
        dry: notes.iter().filter_map(DryRun::read).collect(),
        notes,
        plans,
    })
}

/// Walks over all entries; gives none if the log has no valid start.
fn walk_entries(
    log: &LogText,
    heads: &[Hash],
    checks: &Checks,
    findings: &mut Findings,
) -> Option<Walk> {
    let entries = &log.entries;
    let start = entries.first().ok_or(FormatError::NoGenesis);
    let start = start.and_then(|first| Walk::start(&first.block));
    let is_lost = entries.is_empty() && !log.loose.is_empty();
    if let Err(reason) = start.as_ref().map(drop)
        && !is_lost
    {
        findings.tell(Code::GenesisWrong, Place::none(), reason);
    }
    let mut walk = start.ok();
    let mut prev = Hash::ZERO;
    for (at, (entry, head)) in (0..).zip(entries.iter().zip(heads)) {
        check_place(at, &entry.block, prev, findings);
        if let Some(walk) = walk.as_mut().filter(|_| at > 0) {
            walk.take(at, &entry.block, checks, findings);
        }
        if entry.states_another(*head) {
            findings.add(Code::HeadWrong, Place::entry(at));
        }
        prev = *head;
    }
    if let Some(walk) = walk.as_ref().filter(|_| log.loose.is_empty()) {
        walk.end(findings);
    }
    walk
}

/// Checks number and predecessor where they can be read.
pub(crate) fn check_place(at: u64, block: &Block, prev: Hash, findings: &mut Findings) {
    if let Some(number) = block.stated_number().filter(|number| *number != at) {
        findings.tell(Code::EntryNumber, Place::entry(at), &number);
    }
    if block.stated_prev().is_some_and(|stated| stated != prev) {
        findings.add(Code::ChainBroken, Place::entry(at));
    }
}
