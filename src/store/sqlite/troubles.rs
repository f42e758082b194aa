//! Full disks and files that cannot be written end in clear words, and lose nothing.

use jiff::Timestamp;

use super::SqliteStore;
use crate::store::{Incoming, Store, StoreError, store_mails};

/// The value of `PRAGMA synchronous` under which a commit returns once it is on disk.
const FULL: i64 = 2;

fn mail<'a>(delivery: &'a str, bytes: &'a [u8]) -> Incoming<'a> {
    Incoming {
        source: "maildir:mail/in",
        delivery: Some(delivery),
        arrived_at: Timestamp::UNIX_EPOCH,
        stored_at: Timestamp::UNIX_EPOCH,
        bytes,
    }
}

fn unread(store: &mut SqliteStore) -> usize {
    store.read().unwrap().unread(10).unwrap().len()
}

#[test]
fn every_commit_waits_for_the_disk_and_references_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("tessera.db")).unwrap();
    let setting = |name| -> i64 {
        let connection = &store.connection;
        connection
            .pragma_query_value(None, name, |row| row.get(0))
            .unwrap()
    };
    assert_eq!(setting("synchronous"), FULL);
    assert_eq!(setting("foreign_keys"), 1);
}

#[test]
fn a_full_disk_stores_nothing_of_the_group_and_takes_it_once_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tessera.db");
    let mut store = SqliteStore::open(&file).unwrap();
    store_mails(&mut store, &[mail("1", b"small")]).unwrap();
    let pages: i64 = store
        .connection
        .pragma_query_value(None, "page_count", |row| row.get(0))
        .unwrap();
    store
        .connection
        .pragma_update(None, "max_page_count", pages + 2)
        .unwrap();

    let large = vec![b'x'; 1_000_000];
    let group = [mail("2", b"small"), mail("3", &large)];
    let error = store_mails(&mut store, &group).unwrap_err();
    assert!(
        matches!(&error, StoreError::Full { path } if *path == file),
        "{error}"
    );
    assert!(error.may_pass());
    assert!(error.hint().unwrap().contains("nothing was lost"));
    assert_eq!(unread(&mut store), 1);

    store
        .connection
        .pragma_update(None, "max_page_count", 1 << 20)
        .unwrap();
    store_mails(&mut store, &group).unwrap();
    assert_eq!(unread(&mut store), 3);
}

#[test]
fn a_database_that_cannot_be_written_can_still_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tessera.db");
    let mut store = SqliteStore::open(&file).unwrap();
    store_mails(&mut store, &[mail("1", b"small")]).unwrap();
    store
        .connection
        .pragma_update(None, "query_only", true)
        .unwrap();
    let error = store_mails(&mut store, &[mail("2", b"small")]).unwrap_err();
    assert!(
        matches!(&error, StoreError::ReadOnly { path } if *path == file),
        "{error}"
    );
    assert!(error.hint().unwrap().contains("write access"));
    assert_eq!(unread(&mut store), 1);
}

#[test]
fn a_writer_that_holds_the_database_too_long_is_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tessera.db");
    let mut first = SqliteStore::open(&file).unwrap();
    let mut second = SqliteStore::open(&file).unwrap();
    second
        .connection
        .busy_timeout(std::time::Duration::ZERO)
        .unwrap();
    let work = first.write().unwrap();
    let Err(error) = second.write().map(drop) else {
        panic!("two writers at once");
    };
    assert!(matches!(error, StoreError::Busy { .. }), "{error}");
    drop(work);
    assert!(second.write().is_ok());
}
