//! Backups: whole, closed to others, checked, and known again when they are put back.

use std::fs;
use std::path::{Path, PathBuf};

use secrecy::ExposeSecret;
use tempfile::TempDir;
use tesserarius::store::sqlite::SqliteStore;
use tesserarius::store::{
    KeyFolder, LogFolder, LogState, Store, StoreError, backup, verify_backup,
};

use crate::store_cases::{begin_match, entry, id, noon};

struct Site {
    folder: TempDir,
    store: SqliteStore,
    logs: LogFolder,
    keys: KeyFolder,
}

impl Site {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut site = Self::open(folder);
        let chalons = begin_match(&mut site.store, "chalons");
        site.append(0, 3);
        site.logs.write_behind(&mut site.store, &chalons).unwrap();
        site.keys.make_site_key().unwrap();
        site.keys.keep_secret("chalons", b"chain secret").unwrap();
        site
    }

    fn open(folder: TempDir) -> Self {
        let at = folder.path();
        Self {
            store: SqliteStore::open(&at.join("tessera.db")).unwrap(),
            logs: LogFolder::open(&at.join("log")).unwrap(),
            keys: KeyFolder::open(&at.join("keys")).unwrap(),
            folder,
        }
    }

    fn append(&mut self, from: u64, to: u64) {
        let mut work = self.store.write().unwrap();
        for n in from..to {
            work.append_entry(&id("chalons"), &entry(n)).unwrap();
        }
        work.commit().unwrap();
    }

    fn backup(&mut self) -> PathBuf {
        let to = self.folder.path().join("backup");
        backup(&mut self.store, &self.logs, &self.keys, &to, noon()).unwrap();
        to
    }
}

/// Puts a backup where a site lives.
fn put_back(backup: &Path) -> Site {
    let folder = tempfile::tempdir().unwrap();
    for part in ["log", "keys"] {
        fs::create_dir(folder.path().join(part)).unwrap();
        for file in fs::read_dir(backup.join(part)).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), folder.path().join(part).join(file.file_name())).unwrap();
        }
    }
    fs::copy(backup.join("tessera.db"), folder.path().join("tessera.db")).unwrap();
    Site::open(folder)
}

#[test]
fn a_backup_holds_database_logs_and_keys_and_checks_out() {
    let mut site = Site::new();
    let to = site.folder.path().join("backup");
    let files = backup(&mut site.store, &site.logs, &site.keys, &to, noon()).unwrap();
    let names: Vec<String> = files
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    assert_eq!(
        names,
        [
            "log/chalons.log",
            "keys/chalons.secret",
            "keys/site-1.key",
            "tessera.db"
        ]
    );
    verify_backup(&to).unwrap();

    let mut back = put_back(&to);
    assert!(
        back.store
            .read()
            .unwrap()
            .find_match(&id("chalons"))
            .unwrap()
            .is_some()
    );
    let key = |keys: &KeyFolder| *keys.site_keys().unwrap().newest().expose();
    assert_eq!(key(&back.keys), key(&site.keys));
    assert_eq!(
        back.keys
            .secret("chalons")
            .unwrap()
            .unwrap()
            .expose_secret(),
        b"chain secret"
    );
}

#[test]
fn a_backup_that_is_put_back_asks_for_recovery_even_if_its_parts_agree() {
    let mut site = Site::new();
    let mut back = put_back(&site.backup());
    assert_eq!(
        back.logs.compare(&mut back.store, &id("chalons")).unwrap(),
        LogState::Level
    );
    let found = back.logs.check_all(&mut back.store).unwrap();
    assert_eq!(found, [(id("chalons"), LogState::Restored(noon()))]);
    // The site that was backed up goes on unhindered.
    assert_eq!(site.logs.check_all(&mut site.store).unwrap(), []);
}

#[test]
fn an_entry_committed_but_not_yet_in_the_log_is_in_the_backup() {
    let mut site = Site::new();
    site.append(3, 4);
    let mut back = put_back(&site.backup());
    let behind = back.logs.compare(&mut back.store, &id("chalons")).unwrap();
    assert_eq!(behind, LogState::FileBehind(3));
}

#[test]
fn a_backup_goes_into_a_folder_of_its_own() {
    let mut site = Site::new();
    site.backup();
    let to = site.folder.path().join("backup");
    let error = backup(&mut site.store, &site.logs, &site.keys, &to, noon()).unwrap_err();
    assert!(matches!(error, StoreError::NotEmpty { .. }), "{error}");
    assert!(error.to_string().contains("not empty"), "{error}");
    verify_backup(&to).unwrap();
}

#[test]
fn a_backup_that_was_changed_or_never_finished_is_refused() {
    let spoilt = |spoil: &dyn Fn(&Path)| {
        let mut site = Site::new();
        let to = site.backup();
        spoil(&to);
        verify_backup(&to).unwrap_err().to_string()
    };
    let changed = spoilt(&|to| fs::write(to.join("log/chalons.log"), "nothing").unwrap());
    assert!(
        changed.contains("chalons.log") && changed.contains("not the one"),
        "{changed}"
    );
    let missing = spoilt(&|to| fs::remove_file(to.join("tessera.db")).unwrap());
    assert!(
        missing.contains("tessera.db") && missing.contains("missing"),
        "{missing}"
    );
    let unfinished = spoilt(&|to| fs::remove_file(to.join("SHA256SUMS")).unwrap());
    assert!(unfinished.contains("never finished"), "{unfinished}");
    let damaged = spoilt(&|to| fs::write(to.join("SHA256SUMS"), "no list").unwrap());
    assert!(damaged.contains("damaged"), "{damaged}");
}

#[cfg(unix)]
#[test]
fn a_backup_is_closed_to_others() {
    use std::os::unix::fs::PermissionsExt;
    let mut site = Site::new();
    let to = site.backup();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&to), 0o700);
    for name in ["keys/site-1.key", "keys/chalons.secret", "tessera.db"] {
        assert_eq!(mode(&to.join(name)), 0o600, "{name}");
    }
}
