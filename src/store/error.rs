//! What can go wrong with the store, worded for the operator.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why the store could not do what was asked; what was not committed has not happened.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The device is full.
    #[error("{}: no space is left on the device", path.display())]
    Full {
        /// The file that could not grow.
        path: PathBuf,
    },
    /// The file or its folder cannot be written.
    #[error("{}: the file cannot be written", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// Another process holds the database for too long.
    #[error("{}: another process has kept the database busy", path.display())]
    Busy {
        /// The database.
        path: PathBuf,
    },
    /// The database file is not what was written.
    #[error("{}: the database is damaged", path.display())]
    Damaged {
        /// The database.
        path: PathBuf,
    },
    /// The file is a database of something else, or no database.
    #[error("{}: this is no database of a Tessera site", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A newer program has written the database.
    #[error("{}: the database has schema {found}, this program knows schemas up to {known}", path.display())]
    Newer {
        /// The database.
        path: PathBuf,
        /// Its schema.
        found: u32,
        /// The newest schema this program knows.
        known: u32,
    },
    /// A secret can be read by others.
    #[error("{}: the file holds a secret and has mode {mode:04o}, which lets others read it", path.display())]
    TooOpen {
        /// The file.
        path: PathBuf,
        /// Its mode.
        mode: u32,
    },
    /// A secret file does not hold what it should.
    #[error("{}: {reason}", path.display())]
    BadSecret {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The database lacks what has left the site already: it takes no orders for this match.
    #[error("match `{of_match}` takes no orders: {reason}")]
    NeedsRecover {
        /// The match.
        of_match: super::MatchId,
        /// How database and log file differ.
        reason: String,
    },
    /// A backup is not what was copied.
    #[error("{}: {reason}", path.display())]
    BadBackup {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A folder that a backup is to fill holds something.
    #[error("{}: the folder is not empty, so no backup was made", path.display())]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// Something asked for by name is not there.
    #[error("there is no {what}")]
    Missing {
        /// What was asked for.
        what: String,
    },
    /// What was to be stored contradicts what is stored.
    #[error("{what}")]
    Conflict {
        /// What contradicts what.
        what: String,
    },
    /// A stored value cannot be read.
    #[error("{}: {what}", path.display())]
    Unreadable {
        /// The database.
        path: PathBuf,
        /// Which value, and why.
        what: String,
    },
    /// The system refused work on a file.
    #[error("{}: cannot {doing}: {source}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What was attempted: read or write.
        doing: &'static str,
        /// What the system says.
        source: io::Error,
    },
    /// The database refused for another reason.
    #[error("{}: {source}", path.display())]
    Database {
        /// The database.
        path: PathBuf,
        /// What `SQLite` says.
        source: rusqlite::Error,
    },
}

impl StoreError {
    /// Tells whether the same step may work later, without anybody changing what he asks for.
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Full { .. }
            | Self::ReadOnly { .. }
            | Self::Busy { .. }
            | Self::File { .. }
            | Self::Database { .. } => true,
            Self::Damaged { .. }
            | Self::Foreign { .. }
            | Self::Newer { .. }
            | Self::TooOpen { .. }
            | Self::BadSecret { .. }
            | Self::NeedsRecover { .. }
            | Self::BadBackup { .. }
            | Self::NotEmpty { .. }
            | Self::Missing { .. }
            | Self::Conflict { .. }
            | Self::Unreadable { .. } => false,
        }
    }

    /// Says what an operator can do about it.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::Full { .. } => {
                "make room and try again; nothing was lost, mail stays where it is"
            }
            Self::ReadOnly { .. } => "give the site's user write access to the file and its folder",
            Self::Busy { .. } => "try again; if it lasts, look for a `tessera` that hangs",
            Self::Damaged { .. } => {
                "stop every `tessera`, restore the last backup beside the logs, then run `tessera recover`"
            }
            Self::Foreign { .. } => "check `folders.data` in config.toml",
            Self::Newer { .. } => {
                "use the newer program, or restore the backup made before the upgrade"
            }
            Self::TooOpen { .. } => {
                "run `chmod 600` on it; if others had access, make a new secret"
            }
            Self::BadSecret { .. } => "restore the file from a backup",
            Self::NeedsRecover { .. } => {
                "run `tessera recover` for it; nothing needs to be deleted"
            }
            Self::BadBackup { .. } => "use an older backup, and make a new one",
            Self::NotEmpty { .. } => "name a folder that does not exist yet, or an empty one",
            Self::File { .. } => "check that the folder exists and belongs to the site's user",
            Self::Missing { .. }
            | Self::Conflict { .. }
            | Self::Unreadable { .. }
            | Self::Database { .. } => {
                return None;
            }
        })
    }

    /// Words why a file could not be read.
    pub(crate) fn reading(path: &Path, source: io::Error) -> Self {
        Self::File {
            path: path.to_owned(),
            doing: "read",
            source,
        }
    }

    /// Words why a file could not be written.
    pub(crate) fn writing(path: &Path, source: io::Error) -> Self {
        use io::ErrorKind::{
            FileTooLarge, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull,
        };
        let path = path.to_owned();
        match source.kind() {
            StorageFull | QuotaExceeded | FileTooLarge => Self::Full { path },
            ReadOnlyFilesystem | PermissionDenied => Self::ReadOnly { path },
            _ => Self::File {
                path,
                doing: "write",
                source,
            },
        }
    }

    /// Words what `SQLite` says about the database.
    pub(super) fn database(path: &Path, source: rusqlite::Error) -> Self {
        let path = path.to_owned();
        match source.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full { path },
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly { path },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy { path },
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged { path },
            Some(ErrorCode::NotADatabase) => Self::Foreign { path },
            Some(ErrorCode::ConstraintViolation) => Self::Conflict {
                what: format!("what was to be stored contradicts what is stored: {source}"),
            },
            _ => Self::Database { path, source },
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::ffi;

    use super::*;

    #[test]
    fn troubles_of_the_system_are_told_apart() {
        use io::ErrorKind::{
            NotFound, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull,
        };
        let path = Path::new("data/log/chalons.log");
        let writing = |kind: io::ErrorKind| StoreError::writing(path, io::Error::from(kind));
        assert!(matches!(writing(StorageFull), StoreError::Full { .. }));
        assert!(matches!(writing(QuotaExceeded), StoreError::Full { .. }));
        assert!(matches!(
            writing(ReadOnlyFilesystem),
            StoreError::ReadOnly { .. }
        ));
        assert!(matches!(
            writing(PermissionDenied),
            StoreError::ReadOnly { .. }
        ));
        assert!(matches!(writing(NotFound), StoreError::File { .. }));
        assert_eq!(
            writing(StorageFull).to_string(),
            "data/log/chalons.log: no space is left on the device"
        );
        let reading = StoreError::reading(path, io::Error::from(PermissionDenied));
        assert!(
            reading
                .to_string()
                .starts_with("data/log/chalons.log: cannot read: ")
        );
    }

    #[test]
    fn troubles_of_the_database_are_told_apart() {
        let path = Path::new("data/tessera.db");
        let word = |code| {
            StoreError::database(
                path,
                rusqlite::Error::SqliteFailure(ffi::Error::new(code), None),
            )
        };
        assert!(matches!(word(ffi::SQLITE_FULL), StoreError::Full { .. }));
        assert!(matches!(
            word(ffi::SQLITE_READONLY),
            StoreError::ReadOnly { .. }
        ));
        assert!(matches!(word(ffi::SQLITE_BUSY), StoreError::Busy { .. }));
        assert!(matches!(
            word(ffi::SQLITE_CORRUPT),
            StoreError::Damaged { .. }
        ));
        assert!(matches!(
            word(ffi::SQLITE_NOTADB),
            StoreError::Foreign { .. }
        ));
        assert!(matches!(
            word(ffi::SQLITE_CONSTRAINT_UNIQUE),
            StoreError::Conflict { .. }
        ));
        assert!(word(ffi::SQLITE_FULL).may_pass());
        assert!(!word(ffi::SQLITE_CORRUPT).may_pass());
    }
}
