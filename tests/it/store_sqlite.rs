//! The store's suite on `SQLite`, and what concerns that backend alone.

use std::path::{Path, PathBuf};

use rusqlite::Connection;
use tempfile::TempDir;
use tesserarius::store::sqlite::SqliteStore;
use tesserarius::store::{Store, StoreError};

use crate::store_cases::{Backend, begin_match, entry, noon, store_suite};

/// A folder with a database; each power loss is looked at in a folder of its own.
struct Sqlite {
    folder: TempDir,
}

impl Sqlite {
    fn file(&self) -> PathBuf {
        self.folder.path().join("tessera.db")
    }
}

impl Backend for Sqlite {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn open(&self) -> Box<dyn Store> {
        Box::new(SqliteStore::open(&self.file()).unwrap())
    }

    /// Copies what is on disk at this moment, without a chance for anybody to tidy up.
    fn open_after_power_loss(&self) -> Box<dyn Store> {
        let folder = tempfile::tempdir_in(self.folder.path()).unwrap().keep();
        for name in ["tessera.db", "tessera.db-wal"] {
            let from = self.folder.path().join(name);
            if from.exists() {
                std::fs::copy(from, folder.join(name)).unwrap();
            }
        }
        Box::new(SqliteStore::open(&folder.join("tessera.db")).unwrap())
    }
}

store_suite! { Sqlite:
    a_player_is_found_by_every_address_whatever_its_case,
    an_address_belongs_to_one_player,
    a_players_wishes_are_kept,
    a_match_is_read_back_as_it_was_made,
    two_matches_share_neither_name_nor_the_name_of_their_log,
    seats_of_a_match_have_different_names_and_fitting_numbers,
    the_life_of_a_match_is_dated_once,
    what_a_match_is_played_by_can_change,
    changed_options_withdraw_every_acceptance,
    raw_bytes_come_back_as_they_came,
    a_delivery_that_was_stored_is_not_stored_again,
    a_thousand_mails_fit_one_transaction,
    one_mail_that_cannot_be_stored_leaves_none_of_its_group,
    what_a_mail_turned_out_to_be_is_kept,
    the_mails_of_a_sender_are_counted_by_arrival,
    the_same_mail_is_known_by_message_id_and_body_together,
    a_quarantined_mail_waits_for_one_decision,
    mail_goes_out_in_order_and_its_bytes_never_change,
    a_mail_that_nobody_reports_back_on_is_due_again,
    what_nobody_reports_back_on_can_be_freed_and_what_failed_waits,
    a_delayed_mail_is_tried_later_and_a_failed_one_only_on_request,
    a_message_id_is_used_once_and_leads_to_its_mail,
    receipts_to_an_address_are_counted,
    a_mail_waits_for_the_log_entry_it_carries,
    a_stop_asks_its_seats_and_is_closed_once,
    a_stop_asks_only_seats_of_its_match,
    a_later_mail_replaces_the_set_and_add_adds_to_it,
    only_a_seat_that_is_asked_has_a_pending_set,
    a_line_that_is_played_has_a_canonical_form,
    readiness_and_the_start_of_the_run_can_be_taken_back,
    standing_lines_filed_during_a_lock_wait_for_the_next_run,
    what_is_said_keeps_its_order_and_its_reader,
    a_record_grows_by_the_next_line_only_and_keeps_its_bytes,
    a_log_grows_by_the_next_entry_only,
    one_draw_is_open_at_a_time_and_keeps_what_it_froze,
    a_draw_has_its_lock_in_the_log_and_no_number_is_left_out,
    side_blocks_are_kept_once_in_the_order_of_coming,
    positions_are_kept_by_stop_and_can_be_corrected,
    open_deadlines_come_up_once_they_lie_behind,
    a_deadline_belongs_to_a_stop_and_a_seat_of_its_match,
    a_value_is_awaited_beside_orders_and_from_seats_that_are_not_asked,
    a_moved_deadline_keeps_its_history_and_gets_new_reminders,
    vacations_are_kept_in_order_and_once,
    consent_to_an_extension_is_counted_by_stop_and_length,
    inputs_are_kept_in_order_by_stop,
    signs_of_life_return_the_one_before,
    the_last_reading_of_each_source_is_known,
    a_mail_that_was_stored_survives_and_one_under_way_is_as_if_never_come,
    power_lost_while_orders_are_accepted_leaves_the_mail_unread,
    power_lost_during_a_run_leaves_the_match_before_it,
    a_dropped_connection_undoes_its_transaction,
    power_lost_after_sending_sends_the_same_bytes_again,
    a_reader_sees_one_moment_while_a_writer_goes_on,
    a_match_that_is_taken_back_stands_where_it_stood_before_the_run,
    a_match_taken_back_into_a_lock_waits_for_values_again,
}

fn pragma(file: &Path, name: &str) -> String {
    let connection = Connection::open(file).unwrap();
    connection
        .pragma_query_value(None, name, |row| row.get::<_, rusqlite::types::Value>(0))
        .map(|value| format!("{value:?}"))
        .unwrap()
}

#[test]
fn the_database_keeps_a_write_ahead_log_and_its_mark() {
    let place = Sqlite::new();
    place.open();
    assert_eq!(pragma(&place.file(), "journal_mode"), "Text(\"wal\")");
    assert_eq!(
        pragma(&place.file(), "application_id"),
        format!("Integer({})", 0x5445_5353)
    );
    assert_eq!(pragma(&place.file(), "user_version"), "Integer(14)");
}

#[cfg(unix)]
#[test]
fn the_database_is_readable_by_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let place = Sqlite::new();
    let mut store = place.open();
    begin_match(&mut *store, "chalons");
    for name in ["tessera.db", "tessera.db-wal"] {
        let metadata = std::fs::metadata(place.folder.path().join(name)).unwrap();
        assert_eq!(metadata.permissions().mode() & 0o777, 0o600, "{name}");
    }
}

#[test]
fn a_file_that_is_no_database_of_ours_is_refused() {
    let place = Sqlite::new();
    std::fs::write(
        place.file(),
        "Dear diary, today I moved hun-lc-3 to 1609 and nobody saw it. ".repeat(30),
    )
    .unwrap();
    let error = SqliteStore::open(&place.file()).unwrap_err();
    assert!(matches!(error, StoreError::Foreign { .. }), "{error}");
    assert!(error.hint().unwrap().contains("folders.data"));

    let place = Sqlite::new();
    Connection::open(place.file())
        .unwrap()
        .execute_batch("CREATE TABLE notes (x)")
        .unwrap();
    let error = SqliteStore::open(&place.file()).unwrap_err();
    assert!(matches!(error, StoreError::Foreign { .. }), "{error}");
}

#[test]
fn a_database_of_a_newer_program_is_refused_and_left_alone() {
    let place = Sqlite::new();
    place.open();
    Connection::open(place.file())
        .unwrap()
        .pragma_update(None, "user_version", 99)
        .unwrap();
    let error = SqliteStore::open(&place.file()).unwrap_err();
    assert!(
        matches!(
            error,
            StoreError::Newer {
                found: 99,
                known: 14,
                ..
            }
        ),
        "{error}"
    );
    assert_eq!(pragma(&place.file(), "user_version"), "Integer(99)");
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let place = Sqlite::new();
    let file = place.folder.path().join("missing").join("tessera.db");
    let error = SqliteStore::open(&file).unwrap_err();
    assert!(error.to_string().contains("missing/tessera.db"), "{error}");
    assert!(error.hint().is_some());
}

#[test]
fn a_value_that_another_hand_has_spoilt_is_named() {
    let place = Sqlite::new();
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let spoil = Connection::open(place.file()).unwrap();
    spoil
        .execute("UPDATE matches SET deadline = 'soon'", [])
        .unwrap();
    let error = store.read().unwrap().the_match(&chalons).unwrap_err();
    assert!(matches!(error, StoreError::Unreadable { .. }), "{error}");
    assert!(
        error.to_string().contains("`deadline`") && error.to_string().contains("`soon`"),
        "{error}"
    );
}

#[test]
fn two_processes_write_one_after_the_other() {
    let place = Sqlite::new();
    let chalons = begin_match(&mut *place.open(), "chalons");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut store = place.open();
                for _ in 0..5 {
                    let mut work = store.write().unwrap();
                    let next = work
                        .last_entry(&chalons)
                        .unwrap()
                        .map_or(0, |last| last.n + 1);
                    work.append_entry(&chalons, &entry(next)).unwrap();
                    work.commit().unwrap();
                }
            });
        }
    });
    let mut store = place.open();
    assert_eq!(
        store
            .read()
            .unwrap()
            .entries_from(&chalons, 0)
            .unwrap()
            .len(),
        20
    );
}

#[test]
fn a_copy_knows_that_it_is_one() {
    let place = Sqlite::new();
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    assert_eq!(store.restored().unwrap(), None);
    let file = place.folder.path().join("copy.db");
    store.copy_to(&file, noon()).unwrap();
    assert_eq!(store.restored().unwrap(), None, "the original is none");

    let mut copy = SqliteStore::open(&file).unwrap();
    assert_eq!(copy.restored().unwrap(), Some(noon()));
    assert!(copy.read().unwrap().find_match(&chalons).unwrap().is_some());
    copy.clear_restored().unwrap();
    drop(copy);
    assert_eq!(SqliteStore::open(&file).unwrap().restored().unwrap(), None);
}
