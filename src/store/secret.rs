//! Files that nobody but the site's user may read.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;

use secrecy::SecretSlice;

use super::StoreError;

/// Reads a secret, and refuses to if others could read it too.
pub fn read_secret(path: &Path) -> Result<SecretSlice<u8>, StoreError> {
    let failed = |source| StoreError::reading(path, source);
    let mut file = File::open(path).map_err(failed)?;
    refuse_open_mode(path, &file)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(failed)?;
    Ok(SecretSlice::from(bytes))
}

/// Writes a secret to a file that only its owner may read, whole or not at all, and makes it durable.
pub fn write_secret(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let failed = |source| StoreError::writing(path, source);
    let folder = path.parent().unwrap_or(Path::new("."));
    let beside = path.with_extension("new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&beside).map_err(failed)?;
    refuse_open_mode(&beside, &file)?;
    file.write_all(bytes).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    fs::rename(&beside, path).map_err(failed)?;
    sync_folder(folder)
}

/// Makes a folder that only its owner may enter, unless it is there.
pub(super) fn make_private_folder(path: &Path) -> Result<(), StoreError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(path)
        .map_err(|source| StoreError::writing(path, source))
}

/// Makes the names in a folder durable.
pub(super) fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    #[cfg(unix)]
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|source| StoreError::writing(folder, source))?;
    Ok(())
}

#[cfg(unix)]
fn refuse_open_mode(path: &Path, file: &File) -> Result<(), StoreError> {
    let metadata = file
        .metadata()
        .map_err(|source| StoreError::reading(path, source))?;
    let mode = std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o7777;
    if mode & 0o077 != 0 {
        return Err(StoreError::TooOpen {
            path: path.to_owned(),
            mode,
        });
    }
    Ok(())
}

#[cfg(not(unix))]
fn refuse_open_mode(_path: &Path, _file: &File) -> Result<(), StoreError> {
    Ok(())
}
