//! The dice logs of matches as files beside the database: append only, one file a match.
//!
//! An entry is on disk here before any mail that carries it leaves ([`super::Outbox::claim_mail`] sees to
//! that). Whoever restores an old database therefore has a log that knows more than the database does, and
//! the match takes no orders until it is recovered: nobody's dice are thrown a second time by accident.
//!
//! The files hold the blocks as mails do and can be audited as they are. The database is written first; a
//! file that is behind is brought up from there, a last block that was torn by a crash is set aside.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::secret::{make_private_folder, sync_folder};
use super::{Life, LogEntry, LogSeen, MatchId, Store, StoreError, Unit};
use crate::record::Sha256Hash;

const BEGIN: &str = "#TESSERA-BEGIN\n";
const END: &str = "#TESSERA-END\n";
const HEAD: &str = "#HEAD ";

/// How much of the end of a file is read at first to find the last entry.
const TAIL: u64 = 16 * 1024;

/// The folder of the log files.
#[derive(Debug, Clone)]
pub struct LogFolder {
    folder: PathBuf,
}

/// How a match's log file and the database stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogState {
    /// Both end with the same entry.
    Level,
    /// Both end with the same entry, but whoever wrote it was stopped before he had noted that it is on disk:
    /// the mails that carry it still wait.
    Unnoted,
    /// The file lacks the entries from this number on; the database has them.
    FileBehind(u64),
    /// The file lacks entries that were on disk in it before: it was lost, or cut.
    FileCut {
        /// The number of the first entry that it lacks.
        from: u64,
        /// How many entries it had.
        had: u64,
    },
    /// The file has entries that the database lacks: it was restored, or replaced.
    DatabaseBehind {
        /// The last entry in the file.
        file: u64,
        /// How many entries the database has.
        database: u64,
    },
    /// The last entry in the file is another one in the database.
    Forked(u64),
    /// The entry of this number, or one before it, was changed in the file.
    Changed(u64),
    /// Something that is no entry stands at the end of the file.
    Appended,
    /// The file goes to this entry, and the database does not know the match.
    Unknown(u64),
    /// Both end alike, but the database is the copy that a backup made at this moment.
    Restored(Timestamp),
}

impl LogState {
    /// Reports whether the match must be recovered.
    pub fn needs_recover(self) -> bool {
        match self {
            Self::Level
            | Self::Unnoted
            | Self::FileBehind(_)
            | Self::FileCut { .. }
            | Self::Changed(_)
            | Self::Appended
            | Self::Unknown(_) => false,
            Self::DatabaseBehind { .. } | Self::Forked(_) | Self::Restored(_) => true,
        }
    }
}

impl fmt::Display for LogState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level => f.write_str("its log file and the database agree"),
            Self::Unnoted => {
                f.write_str("its log file has entries that are not yet noted to be on disk")
            }
            Self::FileBehind(from) => write!(f, "its log file lacks the entries from {from} on"),
            Self::FileCut { from, had } => write!(
                f,
                "its log file had {had} entries and had lost those from {from} on"
            ),
            Self::DatabaseBehind { file, database } => write!(
                f,
                "its log file goes to entry {file}, the database has {database} entries"
            ),
            Self::Forked(n) => write!(
                f,
                "entry {n} is another one in its log file than in the database"
            ),
            Self::Changed(n) => write!(
                f,
                "its log file was changed: at entry {n} it is not what was written"
            ),
            Self::Appended => f.write_str(
                "its log file was changed: behind its last entry stands what was never written",
            ),
            Self::Unknown(n) => write!(
                f,
                "its log file goes to entry {n}, and the database does not know the match"
            ),
            Self::Restored(at) => write!(f, "the database is a copy made at {at}"),
        }
    }
}

/// An entry as a log file holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FiledEntry {
    /// Its number.
    pub n: u64,
    /// Its head, as the line after it says.
    pub head: Sha256Hash,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What a match's log file has on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// How many entries it has.
    entries: u64,
    /// How it looks, if nobody but this program has touched it.
    seen: Option<LogSeen>,
}

/// The end of a log file.
#[derive(Debug, PartialEq, Eq)]
struct Tail {
    /// Number and head of the last whole entry.
    last: Option<(u64, Sha256Hash)>,
    /// How many bytes of the file are whole entries.
    whole: u64,
    /// How many bytes follow them.
    torn: u64,
}

impl LogFolder {
    /// Opens the folder, and makes it if it is not there.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        make_private_folder(folder)?;
        Ok(Self {
            folder: folder.to_owned(),
        })
    }

    /// Returns the path of a match's file.
    pub fn file(&self, id: &MatchId) -> PathBuf {
        self.folder.join(format!("{id}.log"))
    }

    /// Lists the matches that have a file, by name.
    pub fn matches(&self) -> Result<Vec<MatchId>, StoreError> {
        let failed = |source| StoreError::reading(&self.folder, source);
        let mut ids = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            let id: Option<MatchId> = name
                .to_str()
                .and_then(|name| name.strip_suffix(".log")?.parse().ok());
            ids.extend(id);
        }
        ids.sort_unstable();
        Ok(ids)
    }

    /// Compares a match's file with the database. Reads the end of the file only.
    pub fn compare(&self, store: &mut dyn Store, id: &MatchId) -> Result<LogState, StoreError> {
        let path = self.file(id);
        let failed = |source| StoreError::reading(&path, source);
        let mut file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return state(&*store.read()?, id, None);
            }
            Err(source) => return Err(failed(source)),
        };
        // Nobody appends between the look at the file and the look at the database.
        file.lock_shared().map_err(failed)?;
        let tail = read_tail(&path, &mut file)?;
        state(&*store.read()?, id, tail.last)
    }

    /// Writes to a match's file what the database has and the file lacks, on disk when this returns, and
    /// notes so in the database: mails that carry these entries may leave from then on.
    pub fn write_behind(&self, store: &mut dyn Store, id: &MatchId) -> Result<(), StoreError> {
        let written = self.append_missing(store, id)?;
        self.note_written(store, id, written)
    }

    /// Notes in the database what is on disk: mails that carry these entries may leave from then on.
    pub fn note_written(
        &self,
        store: &mut dyn Store,
        id: &MatchId,
        Written { entries, seen }: Written,
    ) -> Result<(), StoreError> {
        let mut work = store.write()?;
        if work.logged(id)? < entries {
            work.set_logged(id, entries)?;
            if let Some(seen) = seen {
                work.note_log_seen(id, seen)?;
            }
            work.commit()?;
        }
        Ok(())
    }

    /// Makes sure that a match's file can be written to, before anything is done that has to stand in it.
    pub fn probe(&self, id: &MatchId) -> Result<(), StoreError> {
        let path = self.file(id);
        let opened = OpenOptions::new().append(true).create(true).open(&path);
        opened
            .map(|_| ())
            .map_err(|source| StoreError::writing(&path, source))
    }

    /// Compares a whole file with the database, unless nobody but this program has touched it since that was done.
    fn verify(&self, store: &mut dyn Store, id: &MatchId) -> Result<LogState, StoreError> {
        let path = self.file(id);
        let failed = |source| StoreError::reading(&path, source);
        let mut file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(LogState::Level);
            }
            Err(source) => return Err(failed(source)),
        };
        file.lock_shared().map_err(failed)?;
        let seen = seen(&file).map_err(failed)?;
        let snapshot = store.read()?;
        if snapshot.log_seen(id)? == Some(seen) {
            return Ok(LogState::Level);
        }
        let mut filed = Vec::new();
        file.read_to_end(&mut filed).map_err(failed)?;
        let mut rest = filed.as_slice();
        for entry in snapshot.entries_from(id, 0)? {
            let mut block = Vec::new();
            write_block(&mut block, &entry);
            rest = match rest.strip_prefix(block.as_slice()) {
                Some(rest) => rest,
                // Another process has committed the entry and not written it yet.
                None if rest.is_empty() => return Ok(LogState::Level),
                None => return Ok(LogState::Changed(entry.n)),
            };
        }
        if !rest.is_empty() {
            return Ok(LogState::Appended);
        }
        drop(snapshot);
        if store.is_read_only() {
            return Ok(LogState::Level);
        }
        let mut work = store.write()?;
        if work.find_match(id)?.is_some() {
            work.note_log_seen(id, seen)?;
            work.commit()?;
        }
        Ok(LogState::Level)
    }

    /// Writes to a match's file what the database has and the file lacks; it is on disk when this returns.
    pub fn append_missing(
        &self,
        store: &mut dyn Store,
        id: &MatchId,
    ) -> Result<Written, StoreError> {
        let path = self.file(id);
        let failed = |source| StoreError::writing(&path, source);
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)
            .map_err(failed)?;
        // Two processes may have committed entries of one match, one after the other.
        file.lock().map_err(failed)?;
        let tail = read_tail(&path, &mut file)?;
        let snapshot = store.read()?;
        let before = seen(&file).map_err(failed)?;
        let from = match state(&*snapshot, id, tail.last)? {
            LogState::Level | LogState::Unnoted => {
                // Whoever wrote the last entry may have been stopped before it was on disk.
                file.sync_all().map_err(failed)?;
                return Ok(Written {
                    entries: tail.last.map_or(0, |(n, _)| n + 1),
                    seen: None,
                });
            }
            LogState::FileBehind(from) | LogState::FileCut { from, .. } => from,
            found => {
                return Err(StoreError::NeedsRecover {
                    of_match: id.clone(),
                    reason: found.to_string(),
                });
            }
        };
        self.set_torn_aside(&path, &mut file, &tail)?;
        let entries = snapshot.entries_from(id, from)?;
        let mut text = Vec::new();
        for entry in &entries {
            write_block(&mut text, entry);
        }
        file.write_all(&text).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        if from == 0 {
            sync_folder(&self.folder)?;
        }
        let is_ours = from == 0 || snapshot.log_seen(id)? == Some(before);
        let after = seen(&file).map_err(failed)?;
        Ok(Written {
            entries: from + entries.len() as u64,
            seen: is_ours.then_some(after),
        })
    }

    /// Compares every file with the database, as a site does when it starts, and returns what its operator must
    /// hear of; matches that must be recovered are marked in the database, as far as it knows them.
    ///
    /// Files that are behind are brought up, those that were lost or cut as well. In a database that is a copy every match that goes on must be
    /// recovered: mails may have left since the copy was made that nothing on this machine knows of.
    pub fn check_all(&self, store: &mut dyn Store) -> Result<Vec<(MatchId, LogState)>, StoreError> {
        let copied_at = store.restored()?;
        let mut ids: BTreeSet<MatchId> = unfinished(&*store.read()?)?;
        let going_on = ids.clone();
        ids.extend(self.matches()?);
        let mut behind = Vec::new();
        for id in ids {
            let found = self.compare(store, &id)?;
            let is_mended_later = store.is_read_only() && found != LogState::Level;
            if found.needs_recover() || is_mended_later {
                behind.push((id, found));
                continue;
            }
            match found {
                LogState::FileBehind(_) | LogState::Unnoted => self.write_behind(store, &id)?,
                LogState::FileCut { .. } => {
                    self.write_behind(store, &id)?;
                    behind.push((id.clone(), found));
                }
                LogState::Level => match self.verify(store, &id)? {
                    LogState::Level => {}
                    touched => behind.push((id.clone(), touched)),
                },
                told => behind.push((id.clone(), told)),
            }
            let copied_at = copied_at.filter(|_| going_on.contains(&id));
            behind.extend(copied_at.map(|at| (id, LogState::Restored(at))));
        }
        if (behind.is_empty() && copied_at.is_none()) || store.is_read_only() {
            return Ok(behind);
        }
        let mut work = store.write()?;
        for (id, _) in behind.iter().filter(|(_, state)| state.needs_recover()) {
            if work.find_match(id)?.is_some() {
                work.set_needs_recover(id, true)?;
            }
        }
        work.commit()?;
        if copied_at.is_some() {
            store.clear_restored()?;
        }
        Ok(behind)
    }

    /// Reads a match's file as it stands; an empty text if there is none.
    pub fn text(&self, id: &MatchId) -> Result<String, StoreError> {
        let path = self.file(id);
        match fs::read(&path) {
            Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
            Err(source) => Err(StoreError::reading(&path, source)),
        }
    }

    /// Reads every whole entry of a match's file, for its recovery; none if there is no file.
    pub fn entries(&self, id: &MatchId) -> Result<Vec<FiledEntry>, StoreError> {
        Ok(read_blocks(self.text(id)?.as_bytes()))
    }

    /// Keeps what a crash has left of a block beside the log, and cuts it from the log.
    fn set_torn_aside(&self, path: &Path, file: &mut File, tail: &Tail) -> Result<(), StoreError> {
        if tail.torn == 0 {
            return Ok(());
        }
        let failed = |source| StoreError::writing(path, source);
        let mut torn = Vec::new();
        file.seek(SeekFrom::Start(tail.whole)).map_err(failed)?;
        file.read_to_end(&mut torn).map_err(failed)?;
        let aside = path.with_extension("log.torn");
        let mut kept = OpenOptions::new()
            .append(true)
            .create(true)
            .open(&aside)
            .map_err(failed)?;
        kept.write_all(&torn).map_err(failed)?;
        kept.sync_all().map_err(failed)?;
        file.set_len(tail.whole).map_err(failed)?;
        sync_folder(&self.folder)
    }
}

fn unfinished(unit: &dyn Unit) -> Result<BTreeSet<MatchId>, StoreError> {
    let mut ids = BTreeSet::new();
    for life in [Life::Inviting, Life::Running, Life::Locked] {
        ids.extend(unit.matches(life)?.into_iter().map(|found| found.id));
    }
    Ok(ids)
}

/// Compares the last whole entry of a file with the database.
fn state(
    unit: &dyn Unit,
    id: &MatchId,
    last: Option<(u64, Sha256Hash)>,
) -> Result<LogState, StoreError> {
    let database = unit.last_entry(id)?.map_or(0, |entry| entry.n + 1);
    let had = match database {
        0 => 0,
        _ => unit.logged(id)?,
    };
    let behind = |from: u64| match had {
        had if had > from => LogState::FileCut { from, had },
        _ => LogState::FileBehind(from),
    };
    if let Some((n, _)) = last.filter(|_| database == 0)
        && unit.find_match(id)?.is_none()
    {
        return Ok(LogState::Unknown(n));
    }
    let Some((n, head)) = last else {
        return Ok(if database == 0 {
            LogState::Level
        } else {
            behind(0)
        });
    };
    Ok(match unit.entry(id, n)? {
        None => LogState::DatabaseBehind { file: n, database },
        Some(entry) if entry.head != head => LogState::Forked(n),
        Some(_) if n + 1 < database => behind(n + 1),
        Some(_) if had < database => LogState::Unnoted,
        Some(_) => LogState::Level,
    })
}

/// Tells how a file looks without reading it: whoever touches it changes that.
fn seen(file: &File) -> std::io::Result<LogSeen> {
    let metadata = file.metadata()?;
    #[cfg(unix)]
    let changed = {
        use std::os::unix::fs::MetadataExt;
        let seconds = metadata.ctime().saturating_mul(1_000_000_000);
        seconds.saturating_add(metadata.ctime_nsec())
    };
    #[cfg(not(unix))]
    let changed = 0;
    Ok(LogSeen {
        length: metadata.len(),
        changed,
    })
}

fn write_block(text: &mut Vec<u8>, entry: &LogEntry) {
    text.extend_from_slice(BEGIN.as_bytes());
    text.extend_from_slice(&entry.bytes);
    text.extend_from_slice(END.as_bytes());
    text.extend_from_slice(format!("{HEAD}{} {}\n", entry.n, entry.head).as_bytes());
}

/// Finds the last whole entry from the end of the file. No line of an entry begins with `#`, so the line
/// after an entry can be told from the lines in it.
fn read_tail(path: &Path, file: &mut File) -> Result<Tail, StoreError> {
    let failed = |source| StoreError::reading(path, source);
    let length = file.metadata().map_err(failed)?.len();
    let mut span = TAIL.min(length);
    loop {
        let start = length - span;
        let mut end = Vec::new();
        file.seek(SeekFrom::Start(start)).map_err(failed)?;
        (&mut *file)
            .take(span)
            .read_to_end(&mut end)
            .map_err(failed)?;
        if let Some((last, whole)) = last_head(&end, start == 0) {
            let whole = start + whole as u64;
            return Ok(Tail {
                last: Some(last),
                whole,
                torn: length - whole,
            });
        }
        if start == 0 {
            return Ok(Tail {
                last: None,
                whole: 0,
                torn: length,
            });
        }
        span = span.saturating_mul(4).min(length);
    }
}

/// Finds the last whole line that states a head, and where it ends. The first line counts only if the
/// bytes begin with it.
fn last_head(bytes: &[u8], from_the_start: bool) -> Option<((u64, Sha256Hash), usize)> {
    let mut line_end = bytes.iter().rposition(|b| *b == b'\n')?;
    loop {
        let line_start = match bytes[..line_end].iter().rposition(|b| *b == b'\n') {
            Some(before) => before + 1,
            None if from_the_start => 0,
            None => return None,
        };
        if let Some(head) = read_head(&bytes[line_start..line_end]) {
            return Some((head, line_end + 1));
        }
        line_end = line_start.checked_sub(1)?;
    }
}

fn read_head(line: &[u8]) -> Option<(u64, Sha256Hash)> {
    let line = std::str::from_utf8(line).ok()?;
    let (n, hash) = line.strip_prefix(HEAD)?.split_once(' ')?;
    let mut bytes = [0; 32];
    hex::decode_to_slice(hash, &mut bytes).ok()?;
    Some((n.parse().ok()?, Sha256Hash::from_bytes(bytes)))
}

fn read_blocks(bytes: &[u8]) -> Vec<FiledEntry> {
    let mut entries = Vec::new();
    let mut block: Option<Vec<u8>> = None;
    let mut ended: Option<Vec<u8>> = None;
    for line in bytes.split_inclusive(|b| *b == b'\n') {
        if line == BEGIN.as_bytes() {
            block = Some(Vec::new());
        } else if line == END.as_bytes() {
            ended = block.take();
        } else if let Some((n, head)) = line.strip_suffix(b"\n").and_then(read_head) {
            entries.extend(ended.take().map(|bytes| FiledEntry { n, head, bytes }));
        } else if let Some(block) = &mut block {
            block.extend_from_slice(line);
        }
    }
    entries
}
