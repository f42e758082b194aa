//! One examination: the protocol, the record against it, and the match played again.

use std::collections::BTreeSet;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::games::files::GameFiles;
use crate::games::{GAMES, GameEntry};
use crate::ledger::asked;
use crate::ledger::audit::{self, Audit, Checks, Code, Finding, Told, audit_log};
use crate::ledger::block::Block;
use crate::ledger::drand::Verifier;
use crate::ledger::names::Owner;
use crate::ledger::secret::HiddenMaster;
use crate::record::Merged;
use crate::wording::counted;

use super::assemble::{Assembled, NoAudit, assemble};
use super::begin::By;
use super::papers::Papers;
use super::{compare, gaps, replay};

/// Finds a game by its key, with the files by which it is played.
pub type Games<'a> = &'a dyn Fn(&str) -> Option<(GameEntry, GameFiles)>;

/// Finds a game of the program, with the files that are compiled into it.
pub fn shipped(key: &str) -> Option<(GameEntry, GameFiles)> {
    let game = GAMES.iter().find(|game| game.key == key)?;
    Some((*game, (game.files)()))
}

/// What an examination came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Examination {
    /// What was found, and what it comes to.
    #[serde(flatten)]
    pub audit: Audit,
    /// What was looked at.
    pub examined: Examined,
}

/// What was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Examined {
    /// How many different mails; copies of one count once.
    pub mails: usize,
    /// How many lines of the record.
    pub record_lines: usize,
    /// How many runs of the match were played again by the rules.
    pub runs_replayed: usize,
    /// Entries that are in no paper although later ones are.
    pub missing_entries: Vec<u64>,
    /// Files that are no texts, so that nothing was read in them.
    pub unread: Vec<String>,
}

/// The papers of one holder put together, with all that others hold as evidence.
#[derive(Debug)]
pub struct Held {
    assembled: Assembled,
    damaged: Vec<Finding>,
    unread: Vec<String>,
    mails: usize,
}

/// Examines the papers of one holder; what others hold is evidence.
///
/// # Errors
/// If there is no log in the papers, or the logs of several matches.
pub fn examine(
    own: &Papers,
    others: &[Papers],
    games: Games<'_>,
    verifier: Option<&Verifier>,
) -> Result<Examination, NoAudit> {
    Ok(Held::gather(own, others)?.examine(games, verifier))
}

impl Held {
    /// Puts papers together.
    ///
    /// # Errors
    /// If there is no log in the papers, or the logs of several matches.
    pub fn gather(own: &Papers, others: &[Papers]) -> Result<Self, NoAudit> {
        let all = || std::iter::once(own).chain(others);
        Ok(Self {
            assembled: assemble(own, others)?,
            damaged: all()
                .flat_map(|papers| &papers.damaged)
                .map(|what| Finding::told(Code::RecordUnreadable, None, None, what))
                .collect(),
            unread: all().flat_map(|papers| papers.unread.clone()).collect(),
            mails: all()
                .flat_map(|papers| &papers.mails)
                .collect::<BTreeSet<_>>()
                .len(),
        })
    }

    /// Returns the entries of the log, in order.
    pub fn entries(&self) -> impl Iterator<Item = &Block> {
        let log = &self.assembled.log;
        let entries = log.entries.iter().chain(&log.loose);
        entries.map(|entry| &entry.block)
    }

    /// Returns the record as far as it is here.
    pub fn record(&self) -> &Merged {
        &self.assembled.record
    }

    /// Plays the whole match again by the rules of this program, whatever version of them its record names;
    /// `masters` open what was drawn hidden. Returns the snapshot that it leads to, and the number of runs.
    ///
    /// # Errors
    /// What comes out otherwise than it was told, or why nothing can be compared.
    pub fn play_by_ours(
        &self,
        games: Games<'_>,
        masters: Vec<(Owner, HiddenMaster)>,
    ) -> Result<(String, usize), Vec<String>> {
        let Some(mut told) = audit::told(&self.assembled.log) else {
            return Err(vec!["the log has no valid start".to_owned()]);
        };
        told.disclosed.extend(masters);
        let lines: Vec<_> = self.assembled.record.lines().collect();
        let by = (games, By::Ours);
        let replayed = replay::replay(&told, lines.iter().copied(), by);
        match replayed.snapshot {
            Some(snapshot) if replayed.findings.is_empty() => Ok((snapshot, replayed.runs)),
            _ if replayed.findings.is_empty() => {
                Err(vec!["orders of a run are not in the record".to_owned()])
            }
            _ => Err(replayed
                .findings
                .into_iter()
                .map(|finding| finding.message)
                .collect()),
        }
    }

    /// Examines what was put together.
    pub fn examine(&self, games: Games<'_>, verifier: Option<&Verifier>) -> Examination {
        let Assembled {
            log,
            evidence,
            record,
            disputed,
            parts,
            missing,
        } = &self.assembled;
        let mut evidence = evidence.clone();
        let mut more = self.damaged.clone();
        let mut checks = Checks {
            verifier,
            ..Checks::default()
        };
        let mut runs_replayed = 0;
        if let Some(told) = audit::told(log) {
            let played = replay::match_line(record.lines());
            let lines: Vec<_> = record.lines().collect();
            let by = (games, By::Named);
            let replayed = replay::replay(&told, lines.iter().copied(), by);
            evidence.push(compare::openings(&told, record));
            let papers = (record, parts.as_slice(), disputed.as_slice());
            more.extend(compare::compare(&told, papers, played.as_ref()));
            more.extend(gaps::gaps(&told, record, parts));
            more.extend(replayed.findings);
            more.extend(unplayed(&told, &replayed.dry));
            checks.replayed = replayed.replayed;
            // A dice table has no rules to play by: its opened lines say what was to be rolled.
            checks.replayed.extend(asked::confirmed(log, &evidence));
            runs_replayed = replayed.runs;
        }
        Examination {
            audit: audit_log(log, &evidence, &checks).with(more),
            examined: Examined {
                mails: self.mails,
                record_lines: record.lines().count(),
                runs_replayed,
                missing_entries: missing.clone(),
                unread: self.unread.clone(),
            },
        }
    }
}

/// Names the runs without dice that were not played again: whether the rules called for none is not known.
///
/// Where the rolls were planned nobody has to play anything again.
fn unplayed(told: &Told, dry: &BTreeSet<u64>) -> Vec<Finding> {
    if told.plans {
        return Vec::new();
    }
    let unplayed = told.dry.iter().filter(|run| !dry.contains(&run.stop));
    unplayed
        .map(|run| Finding {
            message: format!(
                "the run from stop {} was made without dice; it must be played again to see that the \
                 rules called for none",
                run.stop
            ),
            ..Finding::told(Code::LabelsUnchecked, Some(run.entry), None, &"")
        })
        .collect()
}

impl fmt::Display for Examination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.audit.fmt(f)?;
        self.examined.fmt(f)
    }
}

impl fmt::Display for Examined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sentences = vec![match (self.mails, self.record_lines) {
            (0, 0) => "Only the log was here, no mail and no record.".to_owned(),
            (mails, lines) => format!(
                "Looked at {} and {} of the record.",
                counted(mails, "mail", "mails"),
                counted(lines, "line", "lines")
            ),
        }];
        sentences.push(match self.runs_replayed {
            0 => "No turn was played again.".to_owned(),
            runs => format!(
                "{} played again by the rules.",
                counted(runs, "run of the match was", "runs of the match were")
            ),
        });
        if self.mails > 0 {
            sentences.push(
                "Words and pictures of reports were not compared; what counts are the entries and the lines \
                 of the record that came with them."
                    .to_owned(),
            );
        }
        if !self.unread.is_empty() {
            sentences.push(format!(
                "Not read, since no texts: {}.",
                self.unread.join(", ")
            ));
        }
        let text = sentences.join(" ");
        writeln!(f, "\n{}", textwrap::fill(&text, audit::lines()))
    }
}
