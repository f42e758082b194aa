//! A backup: database, logs and keys copied together while the site goes on.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use sha2::{Digest, Sha256};

use super::secret::{make_private_folder, sync_folder};
use super::{KeyFolder, LogFolder, Store, StoreError};
use crate::record::Sha256Hash;

/// Lists what a backup holds, in the form that `sha256sum -c` reads. Written last: a backup without it was
/// never finished.
const SUMS: &str = "SHA256SUMS";

/// Copies database, logs and keys to the folder `to`, which must not exist or be empty, and returns the
/// files written, by their names in it.
///
/// The logs are copied before the database, so that the copied database has every entry of the copied logs.
/// It is marked as a copy: a site that is started with it asks for `recover` first.
pub fn backup(
    store: &mut dyn Store,
    logs: &LogFolder,
    keys: &KeyFolder,
    to: &Path,
    at: Timestamp,
) -> Result<Vec<PathBuf>, StoreError> {
    make_private_folder(to)?;
    refuse_filled(to)?;
    let mut files = Vec::new();
    let log_files = logs
        .matches()?
        .into_iter()
        .map(|id| logs.file(&id))
        .collect();
    copy_files(log_files, to, "log", &mut files)?;
    copy_files(list_files(keys.path())?, to, "keys", &mut files)?;
    let database = PathBuf::from("tessera.db");
    store.copy_to(&to.join(&database), at)?;
    files.push(database);

    let mut sums = String::new();
    for name in &files {
        sums.push_str(&sum_line(&to.join(name), name)?);
    }
    let path = to.join(SUMS);
    let failed = |source| StoreError::writing(&path, source);
    let mut file = File::create(&path).map_err(failed)?;
    file.write_all(sums.as_bytes()).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    sync_folder(to)?;
    Ok(files)
}

/// Checks that a backup is finished and that every file in it is what was copied.
pub fn verify_backup(folder: &Path) -> Result<(), StoreError> {
    let list = folder.join(SUMS);
    let sums = fs::read_to_string(&list).map_err(|_| StoreError::BadBackup {
        path: list.clone(),
        reason: "the list of files is missing, so the backup was never finished".to_owned(),
    })?;
    for line in sums.lines() {
        let bad = |path: PathBuf, reason: &str| StoreError::BadBackup {
            path,
            reason: reason.to_owned(),
        };
        let Some((_, name)) = line.split_once("  ") else {
            return Err(bad(list, "the list of files is damaged"));
        };
        let path = folder.join(name);
        if !path.is_file() {
            return Err(bad(path, "the file is missing"));
        }
        if sum_line(&path, Path::new(name))?.trim_end() != line {
            return Err(bad(path, "the file is not the one that was copied"));
        }
    }
    Ok(())
}

/// Hashes a file, once it is on disk, for the list.
fn sum_line(path: &Path, name: &Path) -> Result<String, StoreError> {
    let failed = |source| StoreError::reading(path, source);
    let mut file = File::open(path).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    let mut hash = Sha256::new();
    let mut piece = vec![0; 1 << 16];
    loop {
        match file.read(&mut piece).map_err(failed)? {
            0 => break,
            length => hash.update(&piece[..length]),
        }
    }
    let hash = Sha256Hash::from_bytes(hash.finalize().into());
    Ok(format!("{hash}  {}\n", name.display()))
}

fn refuse_filled(folder: &Path) -> Result<(), StoreError> {
    if list_files(folder)?.is_empty() {
        return Ok(());
    }
    Err(StoreError::NotEmpty {
        path: folder.to_owned(),
    })
}

fn list_files(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let failed = |source| StoreError::reading(folder, source);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort_unstable();
    Ok(paths)
}

fn copy_files(
    from: Vec<PathBuf>,
    to: &Path,
    folder: &str,
    files: &mut Vec<PathBuf>,
) -> Result<(), StoreError> {
    make_private_folder(&to.join(folder))?;
    for path in from {
        let Some(name) = path.file_name().filter(|_| path.is_file()) else {
            continue;
        };
        let name = Path::new(folder).join(name);
        // The mode is copied too, so keys stay closed.
        fs::copy(&path, to.join(&name)).map_err(|source| StoreError::writing(&path, source))?;
        files.push(name);
    }
    sync_folder(&to.join(folder))
}
