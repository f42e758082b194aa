//! The outcome of an audit.

use std::{collections::BTreeSet, fmt};

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::{
    Code, Finding, Severity,
    heads::Heads,
    luck::{self, DieCount},
    walk::Walk,
};
use crate::ledger::names::Seat;

/// What the findings come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything was checked and nothing found.
    Clean,
    /// Nothing is wrong, but there is something to know.
    CleanWithNotes,
    /// Nothing is wrong so far, but something could not be checked yet.
    Incomplete,
    /// The rules of the protocol were broken.
    Violation,
}

impl Verdict {
    /// Every verdict, the best first.
    pub const ALL: [Self; 4] = [
        Self::Clean,
        Self::CleanWithNotes,
        Self::Incomplete,
        Self::Violation,
    ];

    /// Returns the worst that the findings come to.
    pub fn of(findings: &[Finding]) -> Self {
        match findings.iter().map(|finding| finding.severity).max() {
            None => Self::Clean,
            Some(Severity::Note) => Self::CleanWithNotes,
            Some(Severity::Incomplete) => Self::Incomplete,
            Some(Severity::Violation) => Self::Violation,
        }
    }

    /// Returns the exit code of the commands that audit.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Clean | Self::CleanWithNotes => 0,
            Self::Violation => 2,
            Self::Incomplete => 3,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Clean => "CLEAN",
            Self::CleanWithNotes => "CLEAN WITH NOTES",
            Self::Incomplete => "INCOMPLETE",
            Self::Violation => "VIOLATION",
        })
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Says whether everything that is missing is opened when the match ends.
fn waits_for_end(verdict: Verdict, goes_on: bool, findings: &[Finding]) -> bool {
    let mut open = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Incomplete);
    verdict == Verdict::Incomplete
        && goes_on
        && open.all(|finding| {
            matches!(
                finding.code,
                Code::OrdersUnopened | Code::LabelsUnchecked | Code::HiddenUndisclosed
            )
        })
}

/// What was audited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Summary {
    /// The name of the game.
    pub game: String,
    /// The mode: casual, chain or beacon.
    pub mode: &'static str,
    /// The number of entries.
    pub entries: u64,
    /// The number of draws with dice.
    pub draws: u64,
    /// The full head of the last entry, to compare with other people's.
    pub head: String,
}

/// The outcome of an audit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Audit {
    /// What the findings come to.
    pub verdict: Verdict,
    /// All findings, in the order of the log.
    pub findings: Vec<Finding>,
    /// The seats that the host plays or played: he can read what the other seats file.
    pub host_plays: Vec<u64>,
    /// Whether all that is missing is opened when the match ends.
    pub waits_for_end: bool,
    /// What was audited, if the log has a valid start.
    pub log: Option<Summary>,
    /// How often each face came up: a comfort, never a proof.
    pub faces: Vec<DieCount>,
    /// Whether the log does not say that the match is over.
    #[serde(skip)]
    goes_on: bool,
}

impl Audit {
    pub(super) fn new(walk: Option<&Walk>, heads: &Heads, findings: Vec<Finding>) -> Self {
        let verdict = Verdict::of(&findings);
        let goes_on = walk.is_some_and(|walk| !walk.is_finished);
        let waits_for_end = waits_for_end(verdict, goes_on, &findings);
        let plays = walk.map(|walk| &walk.host_plays);
        Self {
            verdict,
            findings,
            host_plays: plays
                .into_iter()
                .flatten()
                .map(|seat: &Seat| seat.number())
                .collect(),
            waits_for_end,
            log: walk.map(|walk| Summary {
                game: walk.genesis.game.to_string(),
                mode: walk.genesis.mode.word(),
                entries: heads.count(),
                draws: walk.reported.len() as u64,
                head: heads.last().to_string(),
            }),
            faces: walk.map(luck::count).unwrap_or_default(),
            goes_on,
        }
    }

    /// Adds what was found beside the log, and judges anew.
    #[must_use]
    pub fn with(mut self, more: impl IntoIterator<Item = Finding>) -> Self {
        self.findings.extend(more);
        self.verdict = Verdict::of(&self.findings);
        self.waits_for_end = waits_for_end(self.verdict, self.goes_on, &self.findings);
        self
    }

    /// Returns the draws that wait for something.
    pub fn open_draws(&self) -> BTreeSet<u64> {
        let open = self
            .findings
            .iter()
            .filter(|f| f.severity == Severity::Incomplete);
        open.filter_map(|finding| finding.draw).collect()
    }
}
