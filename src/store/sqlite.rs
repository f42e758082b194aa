//! The store in one `SQLite` file: write-ahead log, foreign keys, every commit on disk before it returns.

mod leading;
mod mails;
mod matches;
mod migrate;
mod outbox;
mod people;
#[cfg(test)]
mod plans;
mod records;
mod rewind;
mod stops;
mod times;
#[cfg(test)]
mod troubles;
mod values;

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::config::DbConfig;
use rusqlite::{
    Connection, ErrorCode, MAIN_DB, OpenFlags, Params, Row, Transaction, TransactionBehavior,
};

use self::values::Columns;
use super::{Snapshot, Store, StoreError, Unit, Work};

/// How long a writer waits for another one before it gives up.
const PATIENCE: Duration = Duration::from_secs(20);

/// Room for every statement of this module, so that none is compiled twice.
const STATEMENTS_KEPT: usize = 200;

/// Declares SQL statements, and lists them for the test that looks at their query plans.
macro_rules! statements {
    ($( $name:ident = $sql:literal; )+) => {
        $( const $name: &str = $sql; )+

        #[cfg(test)]
        pub(super) const STATEMENTS: &[(&str, &str)] = &[$((stringify!($name), $name)),+];
    };
}
use statements;

/// The store in one `SQLite` file.
#[derive(Debug)]
pub struct SqliteStore {
    path: PathBuf,
    connection: Connection,
}

impl SqliteStore {
    /// Opens the database, makes it if it is not there, and brings it to the present schema.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let was_there = path.exists();
        make_private_file(path)?;
        let mut connection = match open_to_write(path) {
            Err(source) if was_there && is_closed_to_writers(&source) => open_to_look(path),
            opened => opened,
        }
        .map_err(|source| StoreError::database(path, source))?;
        migrate::to_newest(&mut connection, path)?;
        Ok(Self {
            path: path.to_owned(),
            connection,
        })
    }

    /// Returns the path of the database.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn begin(&mut self, behavior: TransactionBehavior) -> Result<SqliteUnit<'_>, StoreError> {
        let path = &self.path;
        // Where nothing can be written nobody needs a turn to write: work that is never committed goes on, other work
        // fails at what it would change.
        let behavior = match self.is_read_only() {
            true => TransactionBehavior::Deferred,
            false => behavior,
        };
        let transaction = self
            .connection
            .transaction_with_behavior(behavior)
            .map_err(|source| StoreError::database(path, source))?;
        Ok(SqliteUnit { path, transaction })
    }
}

/// Makes the database readable by nobody else: it holds addresses and what sides keep from each other.
fn make_private_file(path: &Path) -> Result<(), StoreError> {
    if path.exists() {
        return Ok(());
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
        .open(path)
        .map(drop)
        .map_err(|source| StoreError::writing(path, source))
}

/// Opens a database that may be written to.
fn open_to_write(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    prepare(&connection)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    // Whoever wants to be forgotten leaves nothing behind in pages that are free.
    connection.pragma_update(None, "secure_delete", true)?;
    Ok(connection)
}

/// Tells whether a database could not be opened because its file or folder may not be written to.
fn is_closed_to_writers(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied)
    )
}

/// Opens a database that may only be looked at.
///
/// Without a write-ahead log beside it nobody writes, so that it needs no lock either, which a folder that is closed to
/// writers could not hold.
fn open_to_look(path: &Path) -> rusqlite::Result<Connection> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let has_log = fs::metadata(log).is_ok_and(|log| log.len() > 0);
    let mut uri = String::from("file:");
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => {
                uri.push(char::from(byte));
            }
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    uri.push_str(if has_log { "?mode=ro" } else { "?immutable=1" });
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(uri, flags)?;
    prepare(&connection)?;
    Ok(connection)
}

/// Sets what holds for readers and writers.
fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS_KEPT);
    // Without it a kept statement is prepared anew each time that its values change.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)
}

statements! {
    MARK_COPY = "UPDATE site SET backup_of = ?1 WHERE id = 1";
    COPY_OF = "SELECT backup_of FROM site WHERE id = 1";
}

impl Store for SqliteStore {
    fn read(&mut self) -> Result<Snapshot<'_>, StoreError> {
        let unit = self.begin(TransactionBehavior::Deferred)?;
        // A deferred transaction fixes what it sees by its first statement.
        unit.one(COPY_OF, [], |row| row.maybe_time("backup_of"))?;
        Ok(Snapshot::new(Box::new(unit)))
    }

    fn write(&mut self) -> Result<Work<'_>, StoreError> {
        let unit = self.begin(TransactionBehavior::Immediate)?;
        Ok(Work::new(Box::new(unit)))
    }

    fn is_read_only(&self) -> bool {
        self.connection.is_readonly(MAIN_DB).unwrap_or(false)
    }

    fn copy_to(&mut self, file: &Path, at: Timestamp) -> Result<(), StoreError> {
        let name = file.to_str().ok_or_else(|| StoreError::Unreadable {
            path: file.to_owned(),
            what: "the name of the copy is not UTF-8".to_owned(),
        })?;
        // Made first, so that the copy too is readable by nobody else.
        make_private_file(file)?;
        self.connection
            .execute("VACUUM INTO ?1", [name])
            .map_err(|source| StoreError::database(file, source))?;
        let copy = Connection::open(file).map_err(|source| StoreError::database(file, source))?;
        copy.execute(MARK_COPY, [at.as_second()])
            .map_err(|source| StoreError::database(file, source))?;
        Ok(())
    }

    fn restored(&mut self) -> Result<Option<Timestamp>, StoreError> {
        let unit = self.begin(TransactionBehavior::Deferred)?;
        unit.one(COPY_OF, [], |row| row.maybe_time("backup_of"))
    }

    fn clear_restored(&mut self) -> Result<(), StoreError> {
        let unit = self.begin(TransactionBehavior::Immediate)?;
        unit.run(MARK_COPY, [None::<i64>])?;
        Box::new(unit).commit()
    }
}

/// A transaction of the `SQLite` store.
struct SqliteUnit<'a> {
    path: &'a Path,
    transaction: Transaction<'a>,
}

impl Unit for SqliteUnit<'_> {
    fn commit(self: Box<Self>) -> Result<(), StoreError> {
        let path = self.path;
        self.transaction
            .commit()
            .map_err(|source| StoreError::database(path, source))
    }
}

impl SqliteUnit<'_> {
    fn failed(&self, source: rusqlite::Error) -> StoreError {
        match source {
            rusqlite::Error::FromSqlConversionFailure(_, _, reason) => StoreError::Unreadable {
                path: self.path.to_owned(),
                what: reason.to_string(),
            },
            source => StoreError::database(self.path, source),
        }
    }

    /// Runs a statement and returns how many rows it changed.
    fn run(&self, sql: &str, params: impl Params) -> Result<usize, StoreError> {
        self.transaction
            .prepare_cached(sql)
            .and_then(|mut statement| statement.execute(params))
            .map_err(|source| self.failed(source))
    }

    /// Runs a statement that must change the one row that `what` names.
    fn change(
        &self,
        what: impl FnOnce() -> String,
        sql: &str,
        params: impl Params,
    ) -> Result<(), StoreError> {
        match self.run(sql, params)? {
            0 => Err(StoreError::Missing { what: what() }),
            _ => Ok(()),
        }
    }

    /// Inserts a row and returns its number.
    fn insert(&self, sql: &str, params: impl Params) -> Result<i64, StoreError> {
        self.transaction
            .prepare_cached(sql)
            .and_then(|mut statement| statement.insert(params))
            .map_err(|source| self.failed(source))
    }

    /// Reads the row that a query always has.
    fn one<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.transaction
            .prepare_cached(sql)
            .and_then(|mut statement| statement.query_row(params, read))
            .map_err(|source| self.failed(source))
    }

    /// Reads the row of a query, if there is one.
    fn maybe<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let read = self
            .transaction
            .prepare_cached(sql)
            .and_then(|mut statement| statement.query_row(params, read));
        match read {
            Ok(value) => Ok(Some(value)),
            Err(rusqlite::Error::QueryReturnedNoRows) => Ok(None),
            Err(source) => Err(self.failed(source)),
        }
    }

    /// Reads every row of a query.
    fn list<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        self.transaction
            .prepare_cached(sql)
            .and_then(|mut statement| statement.query_map(params, read)?.collect())
            .map_err(|source| self.failed(source))
    }
}
