//! From papers to a log: the holder's own entries in order, everything else as evidence.

use std::collections::{BTreeMap, BTreeSet};

use crate::ledger::audit::{Form, Mail};
use crate::ledger::block::{Block, blocks, normalise};
use crate::ledger::hash::Hash;
use crate::ledger::log::{LogText, LoggedEntry};
use crate::record::{Body, Kind, Line, Merged};

use super::origin::Origin;
use super::papers::{Paper, Papers, Part};

/// Why papers cannot be audited.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoAudit {
    /// No paper has an entry.
    #[error("there is no entry of a dice log in these papers")]
    NoLog,
    /// The papers are of several matches.
    #[error("these papers are of several matches: {}", .0.join(", "))]
    SeveralMatches(Vec<String>),
}

/// What is audited.
#[derive(Debug)]
pub(super) struct Assembled {
    pub(super) log: LogText,
    pub(super) evidence: Vec<Mail>,
    /// The record as far as it is here, own lines first.
    pub(super) record: Merged,
    /// Lines that mails of others than the host have otherwise, each with its sender.
    pub(super) disputed: Vec<(Line, String)>,
    /// The lines of each part of the holder's own papers, and of each other holder's.
    pub(super) parts: Vec<(String, Vec<Line>)>,
    /// Numbers of entries of which the papers have later ones only.
    pub(super) missing: Vec<u64>,
}

/// The entries of one paper, as they stand in it.
struct Source {
    entries: Vec<LoggedEntry>,
}

impl Source {
    fn of_part(part: &Part) -> Self {
        Self {
            entries: entry_lines(&part.lines).map(logged).collect(),
        }
    }

    /// Says whether every entry is whole, and each has a higher number than the one before.
    fn is_in_order(&self) -> bool {
        let numbers: Vec<_> = self
            .entries
            .iter()
            .map(|entry| entry.block.stated_number())
            .collect();
        let whole = self
            .entries
            .iter()
            .all(|entry| entry.block.is_whole_entry());
        whole && numbers.is_sorted_by(|one, next| one < next)
    }
}

/// Puts the log together, and lays out the evidence.
pub(super) fn assemble(own: &Papers, others: &[Papers]) -> Result<Assembled, NoAudit> {
    let all = || std::iter::once(own).chain(others);
    let origin = Origin::of(all());
    let parts = || all().flat_map(|papers| &papers.parts);
    let (of_host, of_others): (Vec<&Part>, Vec<&Part>) =
        parts().partition(|part| origin.stranger(part.from.as_deref()).is_none());
    let mut record = Merged::default();
    for part in &of_host {
        record.add(part.lines.iter().cloned());
    }
    let named = the_log(own);
    let (log, missing) = match named {
        Some(paper) => (LogText::split(&paper.text), Vec::new()),
        None => put_together(own, others, &origin)?,
    };
    let mail = |paper: &Paper| mail(paper, &origin);
    let of_part = |part: &Part| of_part(part, &origin);
    let is_evidence = |paper: &&Paper| !named.is_some_and(|log| std::ptr::eq(log, *paper));
    let mut evidence: Vec<Mail> = own.texts.iter().filter(is_evidence).map(mail).collect();
    evidence.extend(own.parts.iter().map(of_part));
    if !missing.is_empty() && log.loose.is_empty() {
        forget_copies(&mut evidence, &log);
    }
    for other in others {
        evidence.extend(other.texts.iter().map(mail));
        evidence.extend(other.parts.iter().map(of_part));
    }
    let parts = of_host.iter();
    Ok(Assembled {
        log,
        evidence,
        disputed: disputed(&record, &of_others),
        parts: parts
            .map(|part| (part.name.clone(), part.lines.clone()))
            .collect(),
        record,
        missing,
    })
}

/// Returns what mails of others than the host say otherwise than the record does. What only they have is no
/// part of the record: everybody can write lines.
fn disputed(record: &Merged, of_others: &[&Part]) -> Vec<(Line, String)> {
    let lines = of_others
        .iter()
        .flat_map(|part| part.lines.iter().map(|line| (line, part.from.clone())));
    let differs = |line: &Line| record.get(line.n()).is_some_and(|own| own != line);
    lines
        .filter(|(line, _)| differs(line))
        .map(|(line, from)| (line.clone(), from.unwrap_or_default()))
        .collect()
}

/// The text that was named as the log to be judged, if there is one.
fn the_log(own: &Papers) -> Option<&Paper> {
    let has_entries = |paper: &&Paper| entries_of(&paper.text).next().is_some();
    let logs = own.texts.iter().filter(|paper| !paper.is_mail);
    let logs: Vec<&Paper> = logs.filter(has_entries).collect();
    // Of several the longest one is judged, and the others as copies of it.
    let longest = logs
        .iter()
        .rev()
        .filter(|paper| paper.is_named)
        .max_by_key(|paper| (begins(paper), entries_of(&paper.text).count()));
    let only = *longest?;
    let others_begin = own.texts.iter().any(|paper| paper.is_mail && begins(paper))
        || own
            .parts
            .iter()
            .any(|part| part.lines.iter().any(|line| line.n() == 1));
    (begins(only) || !others_begin).then_some(only)
}

/// Says whether a text has the start of a log, whole or not.
fn begins(paper: &Paper) -> bool {
    entries_of(&paper.text).any(|block| block.stated_number() == Some(0)) || is_beheaded(paper)
}

/// Says whether a text has the start of a log, but its BEGIN or its number was damaged.
fn is_beheaded(paper: &Paper) -> bool {
    let begins = |block: Block| block.stated_number() == Some(0);
    !entries_of(&paper.text).any(begins) && has_a_start(&paper.text)
}

/// Says whether a text has the line by which GENESIS is known.
pub(super) fn has_a_start(text: &str) -> bool {
    normalise(text).iter().any(|line| line == "type: GENESIS")
}

/// Returns the entries in a text.
pub(super) fn entries_of(text: &str) -> impl Iterator<Item = Block> {
    let blocks = blocks(text).into_iter();
    blocks.filter(|block| !block.is_side())
}

/// Merges the entries of all papers by their numbers; names those that are missing.
///
/// A log whose own entries are out of order is evidence of that, so it is taken as it stands; of mails and letters
/// each whole entry counts by itself, wherever it stands. What others than the host sent, and what other holders
/// have, fills gaps, and no more.
fn put_together(
    own: &Papers,
    others: &[Papers],
    origin: &Origin,
) -> Result<(LogText, Vec<u64>), NoAudit> {
    let mut merging = Merging::default();
    let is_strange = |from: &Option<String>| origin.stranger(from.as_deref()).is_some();
    let (strange, hosts): (Vec<&Paper>, Vec<&Paper>) =
        own.texts.iter().partition(|paper| is_strange(&paper.from));
    let sources: Vec<Sources> = hosts.into_iter().map(Sources::of).collect();
    let parts = own.parts.iter().filter(|part| !is_strange(&part.from));
    for of in &sources {
        match of.is_log {
            true => merging.take(&of.plain),
            false => merging.take_copies(&of.plain),
        }
    }
    for part in parts {
        merging.take(&Source::of_part(part));
    }
    for of in &sources {
        merging.take_copies(&of.quoted);
    }
    if merging.is_empty() {
        return Err(NoAudit::NoLog);
    }
    refuse_several(own)?;
    let theirs = others.iter().flat_map(|papers| &papers.texts);
    let texts = strange.into_iter().chain(theirs).map(Sources::of);
    let parts = others.iter().flat_map(|papers| &papers.parts);
    let more = texts.flat_map(|of| [of.plain, of.quoted]);
    merging.fill(more.chain(parts.map(Source::of_part)));
    let (mut log, missing) = merging.into_log();
    log.may_go_on = is_of_mails(own);
    Ok((log, missing))
}

/// Says whether entries of these papers came by mail: who keeps mails may have lost the last ones. A log or a
/// record that is here by itself ends where its writer ended it.
fn is_of_mails(papers: &Papers) -> bool {
    let mut texts = papers.texts.iter().filter(|paper| paper.is_mail);
    let mut parts = papers.parts.iter().filter(|part| part.is_of_mail);
    texts.any(|paper| entries_of(&paper.text).next().is_some())
        || parts.any(|part| entry_lines(&part.lines).next().is_some())
}

/// The entries of many papers, on their way into one log.
#[derive(Default)]
struct Merging {
    numbered: BTreeMap<u64, LoggedEntry>,
    /// Papers whose entries are out of order, each with its lowest number.
    as_they_stand: Vec<(u64, Vec<LoggedEntry>)>,
    /// Neighbours within one log or part between whose numbers there are others.
    jumps: Vec<(u64, u64)>,
}

impl Merging {
    fn is_empty(&self) -> bool {
        self.numbered.is_empty() && self.as_they_stand.is_empty()
    }

    /// Takes what the host wrote into one paper.
    fn take(&mut self, source: &Source) {
        let numbers = || {
            let entries = source.entries.iter();
            entries.filter_map(|entry| entry.block.stated_number())
        };
        if !source.is_in_order() {
            let first = numbers().min().unwrap_or(u64::MAX);
            self.as_they_stand.push((first, source.entries.clone()));
            return;
        }
        let pairs = numbers().zip(numbers().skip(1));
        self.jumps
            .extend(pairs.filter(|(one, next)| one + 1 < *next));
        self.take_copies(source);
    }

    /// Takes each entry of which there is none yet.
    fn take_copies(&mut self, source: &Source) {
        for entry in &source.entries {
            merge(&mut self.numbered, entry.clone());
        }
    }

    /// Takes entries where they are missing and the next one continues them.
    fn fill(&mut self, sources: impl Iterator<Item = Source>) {
        let mut entries: Vec<LoggedEntry> = sources.flat_map(|source| source.entries).collect();
        // The last one first: whether an entry fits is known by the one after it.
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.block.stated_number()));
        for entry in entries {
            let next = entry.block.stated_number().map(|number| number + 1);
            let next = next.and_then(|next| self.numbered.get(&next));
            if next.and_then(|next| next.block.stated_prev()) == Some(entry.block.head()) {
                merge(&mut self.numbered, entry);
            }
        }
    }

    /// Says whether the gaps are the host's doing: he wrote entries from both sides of one into one log, or
    /// an entry behind one continues another one that is here.
    fn is_left_out(&self) -> bool {
        let is_missing = |number: &u64| !self.numbered.contains_key(number);
        let over_gap =
            |(one, next): &(u64, u64)| (one + 1..*next).any(|number| is_missing(&number));
        let known: BTreeSet<Hash> = heads(self.numbered.values()).chain([Hash::ZERO]).collect();
        let mut behind_gaps = self.numbered.iter().filter(|(number, _)| {
            let before = number.checked_sub(1);
            before.is_some_and(|before| is_missing(&before))
        });
        self.jumps.iter().any(over_gap)
            || behind_gaps.any(|(_, entry)| {
                let prev = entry.block.stated_prev();
                prev.is_none_or(|prev| known.contains(&prev))
            })
    }

    /// Lays the log out, with the numbers that are missing in it. What is behind a gap stands apart, if whoever
    /// has these papers may have lost what is in it.
    fn into_log(mut self) -> (LogText, Vec<u64>) {
        let known: BTreeSet<Hash> = self
            .as_they_stand
            .iter()
            .flat_map(|(_, entries)| heads(entries))
            .collect();
        self.numbered
            .retain(|_, entry| !known.contains(&entry.block.head()));
        let missing = match self.as_they_stand.is_empty() {
            true => gaps(&self.numbered),
            false => Vec::new(),
        };
        let mut log = LogText::default();
        if let Some(first) = missing.first().filter(|_| !self.is_left_out()) {
            log.loose = self.numbered.split_off(first).into_values().collect();
        }
        let singles = self.numbered.into_iter();
        let singles = singles.map(|(number, entry)| (number, vec![entry]));
        let mut pieces: Vec<(u64, Vec<LoggedEntry>)> = singles.chain(self.as_they_stand).collect();
        pieces.sort_by_key(|(number, _)| *number);
        log.entries = pieces.into_iter().flat_map(|(_, of)| of).collect();
        (log, missing)
    }
}

fn heads<'a>(entries: impl IntoIterator<Item = &'a LoggedEntry>) -> impl Iterator<Item = Hash> {
    entries.into_iter().map(|entry| entry.block.head())
}

fn gaps(numbered: &BTreeMap<u64, LoggedEntry>) -> Vec<u64> {
    let last = numbered.keys().next_back().copied().unwrap_or_default();
    // A number beyond all reason is a damaged one; the gap before it is not counted out.
    (0..last.min(100_000))
        .filter(|number| !numbered.contains_key(number))
        .collect()
}

/// Adds an entry, unless there is one of its number; of copies every stated head must be right.
fn merge(numbered: &mut BTreeMap<u64, LoggedEntry>, entry: LoggedEntry) {
    let Some(number) = entry.block.stated_number() else {
        return;
    };
    match numbered.get_mut(&number) {
        None => {
            numbered.insert(number, entry);
        }
        Some(known) if known.block == entry.block => known.stated_heads.extend(entry.stated_heads),
        Some(_) => {}
    }
}

/// The entries of a paper, those that it quotes apart.
struct Sources {
    plain: Source,
    quoted: Source,
    is_log: bool,
}

impl Sources {
    fn of(paper: &Paper) -> Self {
        let all = LogText::split(&paper.text).entries;
        if !paper.is_mail {
            return Self {
                plain: Source { entries: all },
                quoted: Source {
                    entries: Vec::new(),
                },
                is_log: true,
            };
        }
        // What a mail program has damaged is no entry.
        let whole = all.into_iter().filter(|entry| entry.block.is_whole_entry());
        let (mut quoted, mut plain): (Vec<_>, Vec<_>) =
            whole.partition(|entry| entry.block.is_quoted());
        // Quotes are copies: mail programs break their lines, and replies repeat them in any order.
        quoted.dedup_by_key(|entry| entry.block.stated_number());
        plain.iter_mut().for_each(forget_cut_head);
        Self {
            plain: Source { entries: plain },
            quoted: Source { entries: quoted },
            is_log: false,
        }
    }
}

/// Passes over the line of a head in which a mail breaks off.
fn forget_cut_head(entry: &mut LoggedEntry) {
    let head = entry.block.head().to_string();
    let is_cut = |stated: &String| *stated != head && head.starts_with(stated);
    entry.stated_heads.retain(|stated| !is_cut(stated));
}

/// Returns the blocks of the entries among lines of a record.
pub(super) fn entry_lines(lines: &[Line]) -> impl Iterator<Item = Block> {
    let entries = lines.iter().filter(|line| line.kind() == Kind::Entry);
    entries.filter_map(|line| match line.body() {
        Ok(Body::Entry(entry)) => {
            Some(Block::new(entry.entry.lines().map(str::to_owned).collect()))
        }
        _ => None,
    })
}

fn logged(block: Block) -> LoggedEntry {
    LoggedEntry {
        block,
        stated_heads: Vec::new(),
    }
}

fn mail(paper: &Paper, origin: &Origin) -> Mail {
    let is_log = !paper.is_mail && (entries_of(&paper.text).next().is_some() || is_beheaded(paper));
    Mail {
        name: paper.name.clone(),
        text: paper.text.clone(),
        received: paper.received,
        sender: origin.stranger(paper.from.as_deref()),
        form: match is_log {
            true => Form::Log,
            false => Form::Mail,
        },
    }
}

fn of_part(part: &Part, origin: &Origin) -> Mail {
    let blocks = entry_lines(&part.lines);
    Mail {
        name: part.name.clone(),
        text: blocks.map(|block| block.to_string()).collect(),
        received: None,
        sender: origin.stranger(part.from.as_deref()),
        form: Form::Record,
    }
}

/// Takes from the evidence what is in the log: where entries are missing, the later ones are out of place,
/// and their copies would seem to be other versions.
fn forget_copies(evidence: &mut [Mail], log: &LogText) {
    let known: BTreeSet<Hash> = heads(&log.entries).collect();
    for mail in evidence {
        let is_new = |block: &Block| !known.contains(&block.head()) && !block.is_torn();
        let rest = blocks(&mail.text).into_iter().filter(is_new);
        mail.text = rest.map(|block| block.to_string()).collect();
    }
}

/// Refuses papers in which several matches begin and go on.
fn refuse_several(own: &Papers) -> Result<(), NoAudit> {
    let blocks: Vec<Block> = own
        .texts
        .iter()
        .flat_map(|paper| entries_of(&paper.text))
        .chain(own.parts.iter().flat_map(|part| entry_lines(&part.lines)))
        .collect();
    let goes_on: BTreeSet<Hash> = blocks
        .iter()
        .filter(|block| block.stated_number() == Some(1))
        .filter_map(Block::stated_prev)
        .collect();
    let begun: BTreeSet<String> = blocks
        .iter()
        .filter(|block| block.stated_number() == Some(0) && goes_on.contains(&block.head()))
        .filter_map(|block| {
            let named = block
                .lines()
                .iter()
                .find_map(|line| line.strip_prefix("game: "));
            named.map(str::to_owned)
        })
        .collect();
    match begun.len() {
        0 | 1 => Ok(()),
        _ => Err(NoAudit::SeveralMatches(begun.into_iter().collect())),
    }
}
