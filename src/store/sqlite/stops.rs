//! Stops and what is filed for them, in `SQLite`.

use jiff::Timestamp;
use rusqlite::{Row, params};

use super::values::{Columns, int, seconds};
use super::{SqliteUnit, statements};
use crate::record::SeatNumber;
use crate::store::{
    Asked, MatchId, PendingLine, Press, RawId, Readiness, StandingKind, StandingLine, Stop, Stops,
    StoreError,
};

statements! {
    OPEN_STOP = "INSERT INTO stops (match, number, asked_at) VALUES (?1, ?2, ?3)";
    ASK = "INSERT INTO asked (match, stop, seat, readiness) VALUES (?1, ?2, ?3, ?4)";
    OPEN = "SELECT * FROM stops WHERE match = ?1 AND closed_at IS NULL";
    STOP = "SELECT * FROM stops WHERE match = ?1 AND number = ?2";
    ASKED = "SELECT seat, readiness, mailed_at FROM asked WHERE match = ?1 AND stop = ?2 ORDER BY seat";
    CLOSE = "UPDATE stops SET closed_at = ?3 WHERE match = ?1 AND number = ?2 AND closed_at IS NULL";
    CLEAR_SET = "DELETE FROM pending_lines WHERE match = ?1 AND stop = ?2 AND seat = ?3";
    ADD_PENDING = "INSERT INTO pending_lines (match, stop, seat, n, written, canonical, judged, raw)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    PENDING = "SELECT written, canonical, judged, raw FROM pending_lines
        WHERE match = ?1 AND stop = ?2 AND seat = ?3 ORDER BY n";
    SET_ASKED = "UPDATE asked SET readiness = ?4, mailed_at = ?5 WHERE match = ?1 AND stop = ?2 AND seat = ?3";
    SET_RUN_AT = "UPDATE stops SET run_at = ?3 WHERE match = ?1 AND number = ?2 AND closed_at IS NULL";
    RUNS_DUE = "SELECT match, number FROM stops WHERE run_at <= ?1 AND run_at IS NOT NULL AND closed_at IS NULL
        ORDER BY run_at, match";
    LAST_STANDING = "SELECT COALESCE(MAX(n), 0) AS n FROM standing_lines WHERE match = ?1 AND seat = ?2";
    FILE_STANDING = "INSERT INTO standing_lines (match, seat, n, kind, text, filed_at, raw)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    NEW_STANDING = "SELECT n, kind, text, filed_at, raw FROM standing_lines
        WHERE match = ?1 AND seat = ?2 AND taken_at IS NULL ORDER BY n";
    GIVE_BACK = "UPDATE standing_lines SET taken_at = NULL WHERE match = ?1 AND taken_at >= ?2";
    TAKE_STANDING = "UPDATE standing_lines SET taken_at = ?4
        WHERE match = ?1 AND seat = ?2 AND n <= ?3 AND taken_at IS NULL";
    LAST_PRESS = "SELECT COALESCE(MAX(n), 0) AS n FROM press WHERE match = ?1";
    SAY = "INSERT INTO press (match, n, author, reader, text, said_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    NOTE_TOLD = "INSERT INTO press_told (match, stop, n) VALUES (?1, ?2, ?3)
        ON CONFLICT (match, stop) DO UPDATE SET n = ?3";
    TOLD = "SELECT n FROM press_told WHERE match = ?1 AND stop = ?2";
    PRESS_AFTER = "SELECT * FROM press WHERE match = ?1 AND n > ?2 ORDER BY n";
}

fn raw_id(row: &Row<'_>) -> rusqlite::Result<Option<RawId>> {
    let id: Option<i64> = row.get("raw")?;
    Ok(id.map(RawId))
}

fn stop(row: &Row<'_>) -> rusqlite::Result<Stop> {
    Ok(Stop {
        number: row.number("number")?,
        asked_at: row.time("asked_at")?,
        run_at: row.maybe_time("run_at")?,
        closed_at: row.maybe_time("closed_at")?,
        asked: Vec::new(),
    })
}

fn asked(row: &Row<'_>) -> rusqlite::Result<Asked> {
    Ok(Asked {
        seat: row.seat_number("seat")?,
        readiness: row.word("readiness")?,
        mailed_at: row.maybe_time("mailed_at")?,
    })
}

fn pending_line(row: &Row<'_>) -> rusqlite::Result<PendingLine> {
    Ok(PendingLine {
        written: row.get("written")?,
        canonical: row.get("canonical")?,
        judged: row.word("judged")?,
        raw: raw_id(row)?,
    })
}

fn standing_line(row: &Row<'_>) -> rusqlite::Result<StandingLine> {
    Ok(StandingLine {
        n: row.number("n")?,
        kind: row.word("kind")?,
        text: row.get("text")?,
        filed_at: row.time("filed_at")?,
        raw: raw_id(row)?,
    })
}

fn press(row: &Row<'_>) -> rusqlite::Result<(u64, Press)> {
    let press = Press {
        author: row.seat_number("author")?,
        reader: row.maybe_seat("reader")?,
        text: row.get("text")?,
        said_at: row.time("said_at")?,
    };
    Ok((row.number("n")?, press))
}

fn no_open_stop(id: &MatchId, number: u64) -> String {
    format!("open stop {number} in match `{id}`")
}

impl SqliteUnit<'_> {
    fn with_asked(&self, id: &MatchId, stop: Option<Stop>) -> Result<Option<Stop>, StoreError> {
        let Some(mut stop) = stop else {
            return Ok(None);
        };
        stop.asked = self.list(ASKED, params![id.as_str(), int(stop.number)], asked)?;
        Ok(Some(stop))
    }
}

impl Stops for SqliteUnit<'_> {
    fn open_stop(
        &mut self,
        id: &MatchId,
        number: u64,
        seats: &[SeatNumber],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.run(OPEN_STOP, params![id.as_str(), int(number), at.as_second()])?;
        for seat in seats {
            let readiness = Readiness::Silent.word();
            self.run(
                ASK,
                params![id.as_str(), int(number), seat.number(), readiness],
            )?;
        }
        Ok(())
    }

    fn open_stop_of(&self, id: &MatchId) -> Result<Option<Stop>, StoreError> {
        let open = self.maybe(OPEN, [id.as_str()], stop)?;
        self.with_asked(id, open)
    }

    fn stop(&self, id: &MatchId, number: u64) -> Result<Option<Stop>, StoreError> {
        let found = self.maybe(STOP, params![id.as_str(), int(number)], stop)?;
        self.with_asked(id, found)
    }

    fn close_stop(&mut self, id: &MatchId, number: u64, at: Timestamp) -> Result<(), StoreError> {
        let params = params![id.as_str(), int(number), at.as_second()];
        self.change(|| no_open_stop(id, number), CLOSE, params)
    }

    fn file_set(
        &mut self,
        id: &MatchId,
        stop: u64,
        seat: SeatNumber,
        lines: &[PendingLine],
    ) -> Result<(), StoreError> {
        self.run(CLEAR_SET, params![id.as_str(), int(stop), seat.number()])?;
        for (n, line) in (1u64..).zip(lines) {
            self.run(
                ADD_PENDING,
                params![
                    id.as_str(),
                    int(stop),
                    seat.number(),
                    int(n),
                    line.written,
                    line.canonical,
                    line.judged.word(),
                    line.raw.map(|raw| raw.0),
                ],
            )?;
        }
        Ok(())
    }

    fn pending_set(
        &self,
        id: &MatchId,
        stop: u64,
        seat: SeatNumber,
    ) -> Result<Vec<PendingLine>, StoreError> {
        self.list(
            PENDING,
            params![id.as_str(), int(stop), seat.number()],
            pending_line,
        )
    }

    fn set_asked(&mut self, id: &MatchId, stop: u64, asked: Asked) -> Result<(), StoreError> {
        self.change(
            || {
                format!(
                    "question to seat {} at stop {stop} of match `{id}`",
                    asked.seat
                )
            },
            SET_ASKED,
            params![
                id.as_str(),
                int(stop),
                asked.seat.number(),
                asked.readiness.word(),
                seconds(asked.mailed_at),
            ],
        )
    }

    fn set_run_at(
        &mut self,
        id: &MatchId,
        stop: u64,
        run_at: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        let params = params![id.as_str(), int(stop), seconds(run_at)];
        self.change(|| no_open_stop(id, stop), SET_RUN_AT, params)
    }

    fn runs_due(&self, now: Timestamp) -> Result<Vec<(MatchId, u64)>, StoreError> {
        self.list(RUNS_DUE, [now.as_second()], |row| {
            Ok((row.parsed("match")?, row.number("number")?))
        })
    }

    fn file_standing(
        &mut self,
        id: &MatchId,
        seat: SeatNumber,
        kind: StandingKind,
        text: &str,
        raw: Option<RawId>,
        at: Timestamp,
    ) -> Result<u64, StoreError> {
        let last = self.one(LAST_STANDING, params![id.as_str(), seat.number()], |row| {
            row.number("n")
        })?;
        let n = last + 1;
        self.run(
            FILE_STANDING,
            params![
                id.as_str(),
                seat.number(),
                int(n),
                kind.word(),
                text,
                at.as_second(),
                raw.map(|raw| raw.0),
            ],
        )?;
        Ok(n)
    }

    fn new_standing(
        &self,
        id: &MatchId,
        seat: SeatNumber,
    ) -> Result<Vec<StandingLine>, StoreError> {
        self.list(
            NEW_STANDING,
            params![id.as_str(), seat.number()],
            standing_line,
        )
    }

    fn take_standing(
        &mut self,
        id: &MatchId,
        seat: SeatNumber,
        last: u64,
        stop: u64,
    ) -> Result<(), StoreError> {
        self.run(
            TAKE_STANDING,
            params![id.as_str(), seat.number(), int(last), int(stop)],
        )?;
        Ok(())
    }

    fn give_standing_back(&mut self, id: &MatchId, from: u64) -> Result<(), StoreError> {
        self.run(GIVE_BACK, params![id.as_str(), int(from)])?;
        Ok(())
    }

    fn say(&mut self, id: &MatchId, press: &Press) -> Result<u64, StoreError> {
        let n = self.one(LAST_PRESS, [id.as_str()], |row| row.number("n"))? + 1;
        self.run(
            SAY,
            params![
                id.as_str(),
                int(n),
                press.author.number(),
                press.reader.map(SeatNumber::number),
                press.text,
                press.said_at.as_second(),
            ],
        )?;
        Ok(n)
    }

    fn press_was_told(&mut self, id: &MatchId, stop: u64, last: u64) -> Result<(), StoreError> {
        self.run(NOTE_TOLD, params![id.as_str(), int(stop), int(last)])?;
        Ok(())
    }

    fn press_told(&self, id: &MatchId, stop: u64) -> Result<u64, StoreError> {
        let told = self.maybe(TOLD, params![id.as_str(), int(stop)], |row| row.number("n"))?;
        Ok(told.unwrap_or(0))
    }

    fn press_after(&self, id: &MatchId, after: u64) -> Result<Vec<(u64, Press)>, StoreError> {
        self.list(PRESS_AFTER, params![id.as_str(), int(after)], press)
    }
}
