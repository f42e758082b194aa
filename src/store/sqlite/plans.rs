//! No statement reads a whole table: what a turn costs does not grow with the age of a match or a site.

use rusqlite::{Connection, params_from_iter};

use super::{leading, mails, matches, migrate, outbox, people, records, rewind, stops, times};

/// Indexes over nothing but what still waits; to walk through one of them is to do the waiting work.
const WAITING: &[&str] = &[
    "raw_mails_new",
    "quarantine_held",
    "outbox_due",
    "outbox_failed",
    "stops_run",
    "deadlines_open",
    "reminders_due",
];

/// What is done once in a player's life, when he is forgotten: it may walk through all that he has sent.
const SELDOM: &[&str] = &[
    "DELIVERIES_OF",
    "FORGET_MAILS_IN",
    "FORGET_MAILS_OUT",
    "FORGET_HELPERS",
];

fn plan(connection: &Connection, sql: &str) -> Vec<String> {
    let mut statement = connection
        .prepare(&format!("EXPLAIN QUERY PLAN {sql}"))
        .unwrap();
    let nothing = vec![None::<i64>; statement.parameter_count()];
    let steps = statement
        .query_map(params_from_iter(nothing), |row| row.get("detail"))
        .unwrap();
    steps.collect::<Result<_, _>>().unwrap()
}

#[test]
fn every_statement_finds_its_rows_by_an_index() {
    let mut connection = Connection::open_in_memory().unwrap();
    migrate::to_newest(&mut connection, std::path::Path::new("test.db")).unwrap();
    let topics = [
        super::STATEMENTS,
        leading::STATEMENTS,
        mails::STATEMENTS,
        matches::STATEMENTS,
        outbox::STATEMENTS,
        people::STATEMENTS,
        records::STATEMENTS,
        rewind::STATEMENTS,
        stops::STATEMENTS,
        times::STATEMENTS,
    ];
    let mut bad = Vec::new();
    for (name, sql) in topics.into_iter().flatten() {
        for step in plan(&connection, sql) {
            let walks = step.starts_with("SCAN")
                && !WAITING
                    .iter()
                    .any(|index| step.ends_with(&format!("INDEX {index}")));
            if !SELDOM.contains(name) && (walks || step.contains("TEMP B-TREE")) {
                bad.push(format!("{name}: {step}"));
            }
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn a_missing_index_would_be_noticed() {
    let mut connection = Connection::open_in_memory().unwrap();
    migrate::to_newest(&mut connection, std::path::Path::new("test.db")).unwrap();
    connection
        .execute_batch("DROP INDEX raw_mails_sender")
        .unwrap();
    let (_, sql) = mails::STATEMENTS
        .iter()
        .find(|(name, _)| *name == "MAILS_SINCE")
        .unwrap();
    assert!(
        plan(&connection, sql)
            .iter()
            .any(|step| step.starts_with("SCAN"))
    );
}
