//! Bringing a database to the present schema: forwards, one step and one transaction at a time.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::store::StoreError;

/// Marks a database file as one of ours: `TESS` in ASCII.
const APPLICATION_ID: i32 = 0x5445_5353;

/// The steps in order; the schema's version is how many of them were taken. Steps are never changed after
/// a release, only added.
const STEPS: &[&str] = &[
    include_str!("../migrations/0001_people.sql"),
    include_str!("../migrations/0002_mail.sql"),
    include_str!("../migrations/0003_play.sql"),
    include_str!("../migrations/0004_record.sql"),
    include_str!("../migrations/0005_time.sql"),
    include_str!("../migrations/0006_books.sql"),
    include_str!("../migrations/0007_modes.sql"),
    include_str!("../migrations/0008_helpers.sql"),
    include_str!("../migrations/0009_acts.sql"),
    include_str!("../migrations/0010_offers.sql"),
    include_str!("../migrations/0011_holds.sql"),
    include_str!("../migrations/0012_addresses.sql"),
    include_str!("../migrations/0013_begun.sql"),
    include_str!("../migrations/0014_log_seen.sql"),
];

/// Takes every step that is missing.
pub(super) fn to_newest(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    migrate(connection, path, STEPS)
}

fn migrate(connection: &mut Connection, path: &Path, steps: &[&str]) -> Result<(), StoreError> {
    let failed = |source| StoreError::database(path, source);
    let known = u32::try_from(steps.len()).expect("there are few steps");
    refuse_foreign(connection, path)?;
    loop {
        if version(connection).map_err(failed)? == known {
            return Ok(());
        }
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(failed)?;
        // Another process may have taken the step while this one waited for its turn.
        let found = version(&transaction).map_err(failed)?;
        if found > known {
            let path = path.to_owned();
            return Err(StoreError::Newer { path, found, known });
        }
        if let Some(step) = steps.get(found as usize) {
            transaction.execute_batch(step).map_err(failed)?;
            transaction
                .pragma_update(None, "application_id", APPLICATION_ID)
                .map_err(failed)?;
            transaction
                .pragma_update(None, "user_version", found + 1)
                .map_err(failed)?;
        }
        transaction.commit().map_err(failed)?;
    }
}

fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Refuses a database that another program has made.
fn refuse_foreign(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let failed = |source| StoreError::database(path, source);
    let id: i32 = connection
        .pragma_query_value(None, "application_id", |row| row.get(0))
        .map_err(failed)?;
    let is_empty: bool = connection
        .query_row(
            "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)",
            [],
            |row| row.get(0),
        )
        .map_err(failed)?;
    if id == APPLICATION_ID || is_empty {
        Ok(())
    } else {
        Err(StoreError::Foreign {
            path: path.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(connection: &Connection) -> Vec<String> {
        let mut statement = connection
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            .unwrap();
        let names = statement.query_map([], |row| row.get(0)).unwrap();
        names.collect::<Result<_, _>>().unwrap()
    }

    const PATH: &str = "test.db";

    #[test]
    fn each_step_is_taken_once_and_later_ones_are_added() {
        let mut connection = Connection::open_in_memory().unwrap();
        let path = Path::new(PATH);
        let steps = [
            "CREATE TABLE a (x INTEGER) STRICT;",
            "CREATE TABLE b (x INTEGER) STRICT;",
        ];
        migrate(&mut connection, path, &steps[..1]).unwrap();
        assert_eq!(
            (tables(&connection), version(&connection).unwrap()),
            (vec!["a".to_owned()], 1)
        );
        migrate(&mut connection, path, &steps).unwrap();
        migrate(&mut connection, path, &steps).unwrap();
        assert_eq!(tables(&connection), ["a", "b"]);
        assert_eq!(version(&connection).unwrap(), 2);
    }

    #[test]
    fn a_step_that_fails_leaves_nothing_behind() {
        let mut connection = Connection::open_in_memory().unwrap();
        let steps = [
            "CREATE TABLE a (x INTEGER) STRICT;",
            "CREATE TABLE b (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1);",
        ];
        assert!(migrate(&mut connection, Path::new(PATH), &steps).is_err());
        assert_eq!(
            (tables(&connection), version(&connection).unwrap()),
            (vec!["a".to_owned()], 1)
        );
    }

    #[test]
    fn a_newer_database_and_one_of_another_program_are_refused() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, Path::new(PATH), STEPS).unwrap();
        let refused = migrate(&mut connection, Path::new(PATH), &STEPS[..2]).unwrap_err();
        assert!(
            matches!(
                refused,
                StoreError::Newer { found, known: 2, .. } if found as usize == STEPS.len()
            ),
            "{refused}"
        );

        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE notes (x)").unwrap();
        let refused = migrate(&mut connection, Path::new(PATH), STEPS).unwrap_err();
        assert!(matches!(refused, StoreError::Foreign { .. }), "{refused}");
        assert_eq!(tables(&connection), ["notes"]);
    }

    #[test]
    fn every_table_is_strict() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, Path::new(PATH), STEPS).unwrap();
        let mut statement = connection
            .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND name NOT LIKE 'sqlite_%'")
            .unwrap();
        let loose: Vec<String> = statement
            .query_map([], |row| row.get(0))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        assert_eq!(loose, Vec::<String>::new());
    }
}
