//! Taking a match back, in `SQLite`.

use rusqlite::params;

use super::values::int;
use super::{SqliteUnit, statements};
use crate::store::{MatchId, Rewind, StoreError};

statements! {
    UNSENT = "DELETE FROM outbox WHERE match = ?1 AND entry >= ?2 AND entry IS NOT NULL AND state = 'queued'";
    TOLD = "DELETE FROM press_told WHERE match = ?1 AND stop > ?2";
    HELD = "DELETE FROM held_reports WHERE match = ?1 AND stop > ?2";
    POSITIONS = "DELETE FROM positions WHERE match = ?1 AND stop > ?2";
    REMINDERS = "DELETE FROM reminders WHERE match = ?1 AND stop > ?2";
    MOVES = "DELETE FROM deadline_moves WHERE match = ?1 AND stop > ?2";
    DEADLINES = "DELETE FROM deadlines WHERE match = ?1 AND stop > ?2";
    CONSENTS = "DELETE FROM extension_consents WHERE match = ?1 AND stop > ?2";
    ACTS = "DELETE FROM act_consents WHERE match = ?1 AND stop > ?2";
    INPUTS = "DELETE FROM inputs WHERE match = ?1 AND stop > ?2";
    PENDING = "DELETE FROM pending_lines WHERE match = ?1 AND stop > ?2";
    EARLY = "DELETE FROM early_texts WHERE match = ?1 AND stop > ?2";
    ASKED = "DELETE FROM asked WHERE match = ?1 AND stop > ?2";
    FROZEN = "DELETE FROM frozen_texts WHERE match = ?1
        AND draw IN (SELECT number FROM draws WHERE match = ?1 AND lock_entry >= ?2)";
    DRAWS = "DELETE FROM draws WHERE match = ?1 AND lock_entry >= ?2";
    DRAW_ENDS = "UPDATE draws SET ended = NULL, end_entry = NULL, ended_at = NULL
        WHERE match = ?1 AND end_entry >= ?2";
    STOPS = "DELETE FROM stops WHERE match = ?1 AND number > ?2";
    OPEN_AGAIN = "UPDATE stops SET closed_at = NULL, run_at = NULL WHERE match = ?1 AND number = ?2";
    STANDING = "UPDATE standing_lines SET taken_at = NULL WHERE match = ?1 AND taken_at >= ?2";
    ENTRIES = "DELETE FROM log_entries WHERE match = ?1 AND n >= ?2";
    LINES = "DELETE FROM record_lines WHERE match = ?1 AND n > ?2";
    BOOK = "DELETE FROM books WHERE match = ?1";
    LOGGED = "UPDATE matches SET logged = MIN(logged, ?2) WHERE id = ?1";
    MAILED = "UPDATE seats SET record_mailed = MIN(record_mailed, ?2) WHERE match = ?1";
}

/// What is deleted by stop, in the order in which rows lean on each other.
const LATER_STOPS: [&str; 12] = [
    TOLD, HELD, POSITIONS, REMINDERS, MOVES, DEADLINES, CONSENTS, ACTS, INPUTS, PENDING, EARLY,
    ASKED,
];

impl SqliteUnit<'_> {
    pub(super) fn take_back(&self, id: &MatchId, to: Rewind) -> Result<(), StoreError> {
        let entries = params![id.as_str(), int(to.entries)];
        let lines = params![id.as_str(), int(to.lines)];
        let stop = params![id.as_str(), int(to.stop)];
        for sql in LATER_STOPS {
            self.run(sql, stop)?;
        }
        for sql in [UNSENT, FROZEN, DRAWS, DRAW_ENDS] {
            self.run(sql, entries)?;
        }
        self.run(STOPS, stop)?;
        self.change(
            || format!("stop {} in match `{id}`", to.stop),
            OPEN_AGAIN,
            stop,
        )?;
        self.run(STANDING, stop)?;
        self.run(ENTRIES, entries)?;
        self.run(BOOK, [id.as_str()])?;
        self.run(LOGGED, entries)?;
        self.run(LINES, lines)?;
        self.run(MAILED, lines)?;
        Ok(())
    }
}
