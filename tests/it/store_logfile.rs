//! Log files beside the database: behind, ahead, torn, forked, full.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tesserarius::record::Sha256Hash;
use tesserarius::store::sqlite::SqliteStore;
use tesserarius::store::{
    FiledEntry, Life, LogEntry, LogFolder, LogState, MatchId, NewMail, Store, StoreError,
};

use crate::store_cases::{LEASE, begin_match, entry, id, mail_to, noon};

struct Site {
    folder: TempDir,
    store: SqliteStore,
    logs: LogFolder,
    chalons: MatchId,
}

impl Site {
    /// A match with so many entries, all of them in its log file.
    fn with_entries(count: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut store = SqliteStore::open(&folder.path().join("tessera.db")).unwrap();
        let logs = LogFolder::open(&folder.path().join("log")).unwrap();
        let chalons = begin_match(&mut store, "chalons");
        let mut site = Self {
            folder,
            store,
            logs,
            chalons,
        };
        site.append(0..count);
        site.write_behind();
        site
    }

    fn append(&mut self, numbers: std::ops::Range<u64>) {
        let mut work = self.store.write().unwrap();
        for n in numbers {
            work.append_entry(&self.chalons, &entry(n)).unwrap();
        }
        work.commit().unwrap();
    }

    fn write_behind(&mut self) {
        self.logs
            .write_behind(&mut self.store, &self.chalons)
            .unwrap();
    }

    fn compare(&mut self) -> LogState {
        self.logs.compare(&mut self.store, &self.chalons).unwrap()
    }

    fn file(&self) -> PathBuf {
        self.logs.file(&self.chalons)
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(self.file()).unwrap()
    }

    /// Puts back the database as `copy` returned it.
    fn restore(&mut self, copy: &Path) {
        self.store = SqliteStore::open(copy).unwrap();
    }

    fn copy(&mut self) -> PathBuf {
        let copy = self.folder.path().join("copy.db");
        self.store.copy_to(&copy, noon()).unwrap();
        copy
    }
}

fn filed(n: u64) -> FiledEntry {
    let LogEntry { head, bytes, .. } = entry(n);
    FiledEntry { n, head, bytes }
}

fn block(n: u64) -> String {
    let LogEntry { head, bytes, .. } = entry(n);
    let bytes = String::from_utf8(bytes).unwrap();
    format!("#TESSERA-BEGIN\n{bytes}#TESSERA-END\n#HEAD {n} {head}\n")
}

#[test]
fn the_file_holds_the_blocks_as_mails_do() {
    let mut site = Site::with_entries(2);
    assert_eq!(
        String::from_utf8(site.bytes()).unwrap(),
        block(0) + &block(1)
    );
    assert_eq!(
        site.logs.entries(&site.chalons).unwrap(),
        [filed(0), filed(1)]
    );
    assert_eq!(site.logs.matches().unwrap(), [id("chalons")]);
    assert_eq!(site.compare(), LogState::Level);
}

#[test]
fn entries_are_appended_once_and_in_order() {
    let mut site = Site::with_entries(1);
    site.append(1..4);
    assert_eq!(site.compare(), LogState::FileBehind(1));
    site.write_behind();
    site.write_behind();
    let numbers: Vec<u64> = site
        .logs
        .entries(&site.chalons)
        .unwrap()
        .iter()
        .map(|e| e.n)
        .collect();
    assert_eq!(numbers, [0, 1, 2, 3]);
    assert_eq!(site.store.read().unwrap().logged(&site.chalons).unwrap(), 4);
}

#[test]
fn a_mail_leaves_only_when_the_entry_it_carries_is_in_the_file() {
    let mut site = Site::with_entries(1);
    site.append(1..2);
    let report = NewMail {
        of_match: Some(site.chalons.clone()),
        entry: Some(1),
        ..mail_to("anna@example.net", "<r.1@pbem.example.org>")
    };
    let mut work = site.store.write().unwrap();
    work.queue_mail(&report, noon()).unwrap();
    assert_eq!(work.claim_mail(noon(), LEASE, 1).unwrap(), []);
    work.commit().unwrap();
    site.write_behind();
    assert_eq!(
        site.store
            .write()
            .unwrap()
            .claim_mail(noon(), LEASE, 1)
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn power_lost_between_file_and_note_is_made_good() {
    let mut site = Site::with_entries(1);
    site.append(1..2);
    let written = [site.bytes(), block(1).into_bytes()].concat();
    fs::write(site.file(), &written).unwrap();
    assert_eq!(site.store.read().unwrap().logged(&site.chalons).unwrap(), 1);
    site.write_behind();
    assert_eq!(site.bytes(), written);
    assert_eq!(site.store.read().unwrap().logged(&site.chalons).unwrap(), 2);
}

#[test]
fn a_last_entry_torn_anywhere_is_set_aside_and_written_again() {
    let mut site = Site::with_entries(2);
    let two = site.bytes();
    site.append(2..4);
    let expected = [two.as_slice(), block(2).as_bytes(), block(3).as_bytes()].concat();
    let aside = site.file().with_extension("log.torn");
    let whole = block(2).into_bytes();
    for cut in 1..whole.len() {
        fs::write(site.file(), [&two, &whole[..cut]].concat()).unwrap();
        // Once all was on disk a file that ends earlier was cut, and not left unfinished by a crash.
        let found = match cut {
            1 => LogState::FileBehind(2),
            _ => LogState::FileCut { from: 2, had: 4 },
        };
        assert_eq!(site.compare(), found, "cut at {cut}");
        site.write_behind();
        assert_eq!(site.bytes(), expected, "cut at {cut}");
        assert_eq!(fs::read(&aside).unwrap(), &whole[..cut]);
        assert_eq!(site.logs.matches().unwrap(), [id("chalons")]);
        fs::remove_file(&aside).unwrap();
    }
}

#[test]
fn a_restored_database_takes_no_orders_until_it_is_recovered() {
    let mut site = Site::with_entries(2);
    let copy = site.copy();
    site.append(2..5);
    site.write_behind();
    let before = site.bytes();
    site.restore(&copy);
    let behind = LogState::DatabaseBehind {
        file: 4,
        database: 2,
    };
    assert_eq!(site.compare(), behind);
    let error = site
        .logs
        .write_behind(&mut site.store, &site.chalons)
        .unwrap_err();
    assert!(matches!(error, StoreError::NeedsRecover { .. }), "{error}");
    assert!(error.to_string().contains("entry 4"), "{error}");
    assert!(error.hint().unwrap().contains("tessera recover"));

    // Even new entries do not slip over the old ones.
    site.append(2..3);
    assert!(
        site.logs
            .write_behind(&mut site.store, &site.chalons)
            .is_err()
    );
    assert_eq!(site.bytes(), before);

    assert_eq!(
        site.logs.check_all(&mut site.store).unwrap(),
        [(
            id("chalons"),
            LogState::DatabaseBehind {
                file: 4,
                database: 3
            }
        )]
    );
    assert!(
        site.store
            .read()
            .unwrap()
            .the_match(&site.chalons)
            .unwrap()
            .needs_recover
    );
}

#[test]
fn another_entry_under_the_same_number_is_noticed() {
    let mut site = Site::with_entries(2);
    let copy = site.copy();
    site.append(2..3);
    site.write_behind();
    site.restore(&copy);
    let mut work = site.store.write().unwrap();
    let other = LogEntry {
        head: Sha256Hash::of(b"another"),
        ..entry(2)
    };
    work.append_entry(&site.chalons, &other).unwrap();
    work.commit().unwrap();
    assert_eq!(site.compare(), LogState::Forked(2));
    let error = site
        .logs
        .write_behind(&mut site.store, &site.chalons)
        .unwrap_err();
    assert!(matches!(error, StoreError::NeedsRecover { .. }), "{error}");
}

#[test]
fn a_start_brings_up_files_that_are_behind_and_marks_only_what_must_be_recovered() {
    let mut site = Site::with_entries(3);
    let dara = begin_match(&mut site.store, "dara");
    let mut work = site.store.write().unwrap();
    work.append_entry(&dara, &entry(0)).unwrap();
    work.commit().unwrap();
    fs::write(site.logs.file(&id("vouille")), block(0)).unwrap();
    assert_eq!(
        site.logs.check_all(&mut site.store).unwrap(),
        [(id("vouille"), LogState::Unknown(0))]
    );
    assert_eq!(site.logs.entries(&dara).unwrap(), [filed(0)]);
    for name in ["chalons", "dara"] {
        assert!(
            !site
                .store
                .read()
                .unwrap()
                .the_match(&id(name))
                .unwrap()
                .needs_recover
        );
    }
}

#[test]
fn entries_that_a_crash_kept_from_being_noted_are_noted_by_the_next_look() {
    let mut site = Site::with_entries(2);
    site.append(2..3);
    let mut work = site.store.write().unwrap();
    let report = NewMail {
        of_match: Some(site.chalons.clone()),
        entry: Some(2),
        ..mail_to("anna@example.org", "<3@pbem.example.org>")
    };
    work.queue_mail(&report, noon()).unwrap();
    work.commit().unwrap();
    // The bytes got to the disk, and then the power failed.
    fs::write(site.file(), block(0) + &block(1) + &block(2)).unwrap();
    let due = |site: &mut Site| {
        let mut work = site.store.write().unwrap();
        work.claim_mail(noon(), LEASE, 10).unwrap().len()
    };
    assert_eq!(due(&mut site), 0);
    assert_eq!(site.compare(), LogState::Unnoted);
    assert_eq!(site.logs.check_all(&mut site.store).unwrap(), []);
    assert_eq!(site.compare(), LogState::Level);
    assert_eq!(due(&mut site), 1);
}

#[test]
fn a_file_that_was_lost_or_cut_is_written_anew_and_told_of() {
    for cut in [0, 1] {
        let mut site = Site::with_entries(3);
        let whole = site.bytes();
        match cut {
            0 => fs::remove_file(site.file()).unwrap(),
            _ => fs::write(site.file(), block(0)).unwrap(),
        }
        let lost = LogState::FileCut { from: cut, had: 3 };
        assert_eq!(site.compare(), lost);
        let found = site.logs.check_all(&mut site.store).unwrap();
        assert_eq!(found, [(id("chalons"), lost)]);
        assert_eq!(site.bytes(), whole);
        let row = site.store.read().unwrap().the_match(&site.chalons).unwrap();
        assert!(!row.needs_recover, "the database has everything");
        assert_eq!(site.logs.check_all(&mut site.store).unwrap(), []);
    }
}

#[test]
fn a_copied_database_asks_for_recovery_of_every_match_that_goes_on() {
    let mut site = Site::with_entries(3);
    let over = begin_match(&mut site.store, "dara");
    let mut work = site.store.write().unwrap();
    work.set_life(&over, Life::Finished, noon()).unwrap();
    work.commit().unwrap();
    let copy = site.copy();
    site.restore(&copy);
    let found = site.logs.check_all(&mut site.store).unwrap();
    assert_eq!(found, [(id("chalons"), LogState::Restored(noon()))]);
    assert!(found[0].1.needs_recover());
    assert!(
        site.store
            .read()
            .unwrap()
            .the_match(&site.chalons)
            .unwrap()
            .needs_recover
    );
    assert!(
        !site
            .store
            .read()
            .unwrap()
            .the_match(&over)
            .unwrap()
            .needs_recover
    );
    // Recovered matches are not asked for again.
    let mut work = site.store.write().unwrap();
    work.set_needs_recover(&site.chalons, false).unwrap();
    work.commit().unwrap();
    assert_eq!(site.logs.check_all(&mut site.store).unwrap(), []);
}

#[test]
fn entries_longer_than_one_look_at_the_end_are_found() {
    let mut site = Site::with_entries(1);
    let bytes = format!(
        "entry: 1\ntype: NOTE\n{}",
        "text: a very long evening\n".repeat(5000)
    )
    .into_bytes();
    let long = LogEntry {
        n: 1,
        head: Sha256Hash::of(&bytes),
        bytes,
        ..entry(0)
    };
    let mut work = site.store.write().unwrap();
    work.append_entry(&site.chalons, &long).unwrap();
    work.commit().unwrap();
    site.write_behind();
    assert_eq!(site.compare(), LogState::Level);
    // Torn in the midst of the long entry.
    let whole = site.bytes();
    fs::write(site.file(), &whole[..whole.len() - 200]).unwrap();
    assert_eq!(site.compare(), LogState::FileCut { from: 1, had: 2 });
    site.write_behind();
    assert_eq!(site.bytes(), whole);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_the_mail_back_and_says_so() {
    let mut site = Site::with_entries(0);
    let _ = fs::remove_file(site.file());
    std::os::unix::fs::symlink("/dev/full", site.file()).unwrap();
    site.append(0..1);
    let error = site
        .logs
        .write_behind(&mut site.store, &site.chalons)
        .unwrap_err();
    assert!(
        matches!(&error, StoreError::Full { path } if *path == site.file()),
        "{error}"
    );
    assert_eq!(site.store.read().unwrap().logged(&site.chalons).unwrap(), 0);
    fs::remove_file(site.file()).unwrap();
    site.write_behind();
    assert_eq!(site.logs.entries(&site.chalons).unwrap(), [filed(0)]);
}

#[test]
fn two_processes_bring_one_file_up_together() {
    let mut site = Site::with_entries(1);
    let database = site.folder.path().join("tessera.db");
    let (logs, chalons) = (site.logs.clone(), site.chalons.clone());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut store = SqliteStore::open(&database).unwrap();
                for _ in 0..5 {
                    let mut work = store.write().unwrap();
                    let next = work
                        .last_entry(&chalons)
                        .unwrap()
                        .map_or(0, |last| last.n + 1);
                    work.append_entry(&chalons, &entry(next)).unwrap();
                    work.commit().unwrap();
                    logs.write_behind(&mut store, &chalons).unwrap();
                }
            });
        }
    });
    assert_eq!(site.compare(), LogState::Level);
    let numbers: Vec<u64> = site
        .logs
        .entries(&chalons)
        .unwrap()
        .iter()
        .map(|e| e.n)
        .collect();
    assert_eq!(numbers, (0..21).collect::<Vec<u64>>());
}
