//! Record, dice log, draws and positions in `SQLite`.

use jiff::Timestamp;
use rusqlite::{Row, params};

use super::matches::no_match;
use super::values::{Columns, int, unreadable};
use super::{SqliteUnit, statements};
use crate::record::{Holder, Kind, Line, SeatNumber, Sha256Hash};
use crate::store::{
    Draw, DrawEnd, Frozen, LogEntry, LogSeen, MatchId, RawId, Records, Rewind, SideBlock,
    StoreError,
};

statements! {
    NEXT_LINE = "SELECT COALESCE(MAX(n), 0) + 1 AS n FROM record_lines WHERE match = ?1";
    APPEND_LINE = "INSERT INTO record_lines (match, n, kind, holder, text) VALUES (?1, ?2, ?3, ?4, ?5)";
    LINES_AFTER = "SELECT text FROM record_lines WHERE match = ?1 AND n > ?2 ORDER BY n";
    LINES_OF_KIND = "SELECT text FROM record_lines WHERE match = ?1 AND kind = ?2 ORDER BY n";
    LATEST_OF_KIND = "SELECT text FROM record_lines WHERE match = ?1 AND kind = ?2 ORDER BY n DESC LIMIT 1";
    NEXT_ENTRY = "SELECT COALESCE(MAX(n) + 1, 0) AS n FROM log_entries WHERE match = ?1";
    APPEND_ENTRY = "INSERT INTO log_entries (match, n, kind, draw, head, bytes) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    ENTRY = "SELECT n, kind, draw, head, bytes FROM log_entries WHERE match = ?1 AND n = ?2";
    LAST_ENTRY = "SELECT n, kind, draw, head, bytes FROM log_entries WHERE match = ?1 ORDER BY n DESC LIMIT 1";
    ENTRIES_FROM = "SELECT n, kind, draw, head, bytes FROM log_entries WHERE match = ?1 AND n >= ?2 ORDER BY n";
    LOGGED = "SELECT logged FROM matches WHERE id = ?1";
    SET_LOGGED = "UPDATE matches SET logged = ?2 WHERE id = ?1";
    LOG_SEEN = "SELECT log_length, log_changed FROM matches WHERE id = ?1 AND log_length IS NOT NULL";
    NOTE_LOG_SEEN = "UPDATE matches SET log_length = ?2, log_changed = ?3 WHERE id = ?1";
    LOCK = "INSERT INTO draws (match, number, stop, lock_entry, locked_at) VALUES (?1, ?2, ?3, ?4, ?5)";
    FREEZE = "INSERT INTO frozen_texts (match, draw, seat, text, nonce) VALUES (?1, ?2, ?3, ?4, ?5)";
    END_DRAW = "UPDATE draws SET ended = ?3, end_entry = ?4, ended_at = ?5
        WHERE match = ?1 AND number = ?2 AND ended IS NULL";
    DRAW = "SELECT * FROM draws WHERE match = ?1 AND number = ?2";
    OPEN_DRAW = "SELECT * FROM draws WHERE match = ?1 AND ended IS NULL";
    NEXT_DRAW = "SELECT COALESCE(MAX(number), 0) + 1 AS n FROM draws WHERE match = ?1";
    FROZEN = "SELECT seat, text, nonce FROM frozen_texts WHERE match = ?1 AND draw = ?2 ORDER BY seat";
    FIX_EARLY = "INSERT INTO early_texts (match, stop, seat, text) VALUES (?1, ?2, ?3, ?4)";
    FIXED_EARLY = "SELECT text FROM early_texts WHERE match = ?1 AND stop = ?2 AND seat = ?3";
    NEXT_BLOCK = "SELECT COALESCE(MAX(n), 0) + 1 AS n FROM side_blocks WHERE match = ?1";
    KEEP_BLOCK = "INSERT INTO side_blocks (match, n, seat, kind, draw, entry, sha256, bytes, raw, kept_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        ON CONFLICT (match, sha256) DO NOTHING";
    BLOCKS_OF_DRAW = "SELECT * FROM side_blocks WHERE match = ?1 AND draw = ?2 ORDER BY n";
    BLOCKS = "SELECT * FROM side_blocks WHERE match = ?1 ORDER BY n";
    SAVE_BOOK = "INSERT INTO books (match, state) VALUES (?1, ?2) ON CONFLICT (match) DO UPDATE SET state = ?2";
    BOOK = "SELECT state FROM books WHERE match = ?1";
    SAVE_POSITION = "INSERT INTO positions (match, stop, position, saved_at) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (match, stop) DO UPDATE SET position = ?3, saved_at = ?4";
    POSITION = "SELECT position FROM positions WHERE match = ?1 AND stop = ?2";
    LATEST_POSITION = "SELECT stop, position FROM positions WHERE match = ?1 ORDER BY stop DESC LIMIT 1";
}

fn line(row: &Row<'_>) -> rusqlite::Result<Line> {
    let text: String = row.get("text")?;
    Line::read(&text).map_err(|error| unreadable("text", error))
}

fn entry(row: &Row<'_>) -> rusqlite::Result<LogEntry> {
    Ok(LogEntry {
        n: row.number("n")?,
        kind: row.get("kind")?,
        draw: row.maybe_number("draw")?,
        head: row.sha256("head")?,
        bytes: row.get("bytes")?,
    })
}

fn draw(row: &Row<'_>) -> rusqlite::Result<Draw> {
    let has_ended: Option<String> = row.get("ended")?;
    let ended = match has_ended {
        None => None,
        Some(_) => Some((
            row.word("ended")?,
            row.number("end_entry")?,
            row.time("ended_at")?,
        )),
    };
    Ok(Draw {
        number: row.number("number")?,
        stop: row.number("stop")?,
        lock_entry: row.number("lock_entry")?,
        locked_at: row.time("locked_at")?,
        ended,
    })
}

fn frozen(row: &Row<'_>) -> rusqlite::Result<Frozen> {
    Ok(Frozen {
        seat: row.seat_number("seat")?,
        text: row.get("text")?,
        nonce: row.get("nonce")?,
    })
}

fn block(row: &Row<'_>) -> rusqlite::Result<SideBlock> {
    let raw: Option<i64> = row.get("raw")?;
    Ok(SideBlock {
        seat: row.seat_number("seat")?,
        kind: row.word("kind")?,
        draw: row.maybe_number("draw")?,
        entry: row.maybe_number("entry")?,
        bytes: row.get("bytes")?,
        raw: raw.map(RawId),
    })
}

impl SqliteUnit<'_> {
    /// Refuses what is appended under another number than the next.
    fn refuse_gap(&self, what: &str, sql: &str, id: &MatchId, n: u64) -> Result<(), StoreError> {
        let next = self.one(sql, [id.as_str()], |row| row.number("n"))?;
        if n == next {
            return Ok(());
        }
        Err(StoreError::Conflict {
            what: format!("{what} {n} of match `{id}` was to be appended where {next} is next"),
        })
    }
}

impl Records for SqliteUnit<'_> {
    fn next_line(&self, id: &MatchId) -> Result<u64, StoreError> {
        self.one(NEXT_LINE, [id.as_str()], |row| row.number("n"))
    }

    fn append_record(&mut self, id: &MatchId, line: &Line) -> Result<(), StoreError> {
        self.refuse_gap("record line", NEXT_LINE, id, line.n())?;
        let holder = match line.holder() {
            Holder::All => None,
            Holder::Owner(seat) => Some(seat.number()),
        };
        let params = params![
            id.as_str(),
            int(line.n()),
            line.kind().word(),
            holder,
            line.text()
        ];
        self.run(APPEND_LINE, params)?;
        Ok(())
    }

    fn record_after(&self, id: &MatchId, after: u64) -> Result<Vec<Line>, StoreError> {
        self.list(LINES_AFTER, params![id.as_str(), int(after)], line)
    }

    fn record_of_kind(&self, id: &MatchId, kind: Kind) -> Result<Vec<Line>, StoreError> {
        self.list(LINES_OF_KIND, [id.as_str(), kind.word()], line)
    }

    fn latest_of_kind(&self, id: &MatchId, kind: Kind) -> Result<Option<Line>, StoreError> {
        self.maybe(LATEST_OF_KIND, [id.as_str(), kind.word()], line)
    }

    fn append_entry(&mut self, id: &MatchId, entry: &LogEntry) -> Result<(), StoreError> {
        self.refuse_gap("log entry", NEXT_ENTRY, id, entry.n)?;
        self.run(
            APPEND_ENTRY,
            params![
                id.as_str(),
                int(entry.n),
                entry.kind,
                entry.draw.map(int),
                entry.head.as_bytes(),
                entry.bytes,
            ],
        )?;
        Ok(())
    }

    fn entry(&self, id: &MatchId, n: u64) -> Result<Option<LogEntry>, StoreError> {
        self.maybe(ENTRY, params![id.as_str(), int(n)], entry)
    }

    fn last_entry(&self, id: &MatchId) -> Result<Option<LogEntry>, StoreError> {
        self.maybe(LAST_ENTRY, [id.as_str()], entry)
    }

    fn entries_from(&self, id: &MatchId, from: u64) -> Result<Vec<LogEntry>, StoreError> {
        self.list(ENTRIES_FROM, params![id.as_str(), int(from)], entry)
    }

    fn logged(&self, id: &MatchId) -> Result<u64, StoreError> {
        let logged = self.maybe(LOGGED, [id.as_str()], |row| row.number("logged"))?;
        logged.ok_or_else(|| StoreError::Missing { what: no_match(id) })
    }

    fn set_logged(&mut self, id: &MatchId, count: u64) -> Result<(), StoreError> {
        self.change(
            || no_match(id),
            SET_LOGGED,
            params![id.as_str(), int(count)],
        )
    }

    fn log_seen(&self, id: &MatchId) -> Result<Option<LogSeen>, StoreError> {
        self.maybe(LOG_SEEN, [id.as_str()], |row| {
            Ok(LogSeen {
                length: row.number("log_length")?,
                changed: row.get("log_changed")?,
            })
        })
    }

    fn note_log_seen(&mut self, id: &MatchId, seen: LogSeen) -> Result<(), StoreError> {
        self.change(
            || no_match(id),
            NOTE_LOG_SEEN,
            params![id.as_str(), int(seen.length), seen.changed],
        )
    }

    fn lock_draw(
        &mut self,
        id: &MatchId,
        draw: &Draw,
        frozen: &[Frozen],
    ) -> Result<(), StoreError> {
        self.refuse_gap("draw", NEXT_DRAW, id, draw.number)?;
        self.run(
            LOCK,
            params![
                id.as_str(),
                int(draw.number),
                int(draw.stop),
                int(draw.lock_entry),
                draw.locked_at.as_second(),
            ],
        )?;
        for text in frozen {
            self.freeze_later(id, draw.number, text)?;
        }
        match draw.ended {
            None => Ok(()),
            Some((end, entry, at)) => self.end_draw(id, draw.number, end, entry, at),
        }
    }

    fn end_draw(
        &mut self,
        id: &MatchId,
        number: u64,
        end: DrawEnd,
        entry: u64,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.change(
            || format!("open draw {number} in match `{id}`"),
            END_DRAW,
            params![
                id.as_str(),
                int(number),
                end.word(),
                int(entry),
                at.as_second()
            ],
        )
    }

    fn freeze_later(&mut self, id: &MatchId, draw: u64, frozen: &Frozen) -> Result<(), StoreError> {
        let Frozen { seat, text, nonce } = frozen;
        let params = params![id.as_str(), int(draw), seat.number(), text, nonce];
        self.run(FREEZE, params)?;
        Ok(())
    }

    fn fix_early(
        &mut self,
        id: &MatchId,
        stop: u64,
        seat: SeatNumber,
        text: &str,
    ) -> Result<(), StoreError> {
        let params = params![id.as_str(), int(stop), seat.number(), text];
        self.run(FIX_EARLY, params)?;
        Ok(())
    }

    fn fixed_early(
        &self,
        id: &MatchId,
        stop: u64,
        seat: SeatNumber,
    ) -> Result<Option<String>, StoreError> {
        let params = params![id.as_str(), int(stop), seat.number()];
        self.maybe(FIXED_EARLY, params, |row| row.get("text"))
    }

    fn draw(&self, id: &MatchId, number: u64) -> Result<Option<Draw>, StoreError> {
        self.maybe(DRAW, params![id.as_str(), int(number)], draw)
    }

    fn open_draw(&self, id: &MatchId) -> Result<Option<Draw>, StoreError> {
        self.maybe(OPEN_DRAW, [id.as_str()], draw)
    }

    fn next_draw(&self, id: &MatchId) -> Result<u64, StoreError> {
        self.one(NEXT_DRAW, [id.as_str()], |row| row.number("n"))
    }

    fn frozen(&self, id: &MatchId, draw: u64) -> Result<Vec<Frozen>, StoreError> {
        self.list(FROZEN, params![id.as_str(), int(draw)], frozen)
    }

    fn keep_block(
        &mut self,
        id: &MatchId,
        block: &SideBlock,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let n = self.one(NEXT_BLOCK, [id.as_str()], |row| row.number("n"))?;
        self.run(
            KEEP_BLOCK,
            params![
                id.as_str(),
                int(n),
                block.seat.number(),
                block.kind.word(),
                block.draw.map(int),
                block.entry.map(int),
                Sha256Hash::of(&block.bytes).as_bytes(),
                block.bytes,
                block.raw.map(|raw| raw.0),
                at.as_second(),
            ],
        )?;
        Ok(())
    }

    fn blocks_of_draw(&self, id: &MatchId, draw: u64) -> Result<Vec<SideBlock>, StoreError> {
        self.list(BLOCKS_OF_DRAW, params![id.as_str(), int(draw)], block)
    }

    fn blocks(&self, id: &MatchId) -> Result<Vec<SideBlock>, StoreError> {
        self.list(BLOCKS, [id.as_str()], block)
    }

    fn save_position(
        &mut self,
        id: &MatchId,
        stop: u64,
        position: &str,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let params = params![id.as_str(), int(stop), position, at.as_second()];
        self.run(SAVE_POSITION, params)?;
        Ok(())
    }

    fn save_book(&mut self, id: &MatchId, state: &str) -> Result<(), StoreError> {
        self.run(SAVE_BOOK, params![id.as_str(), state])?;
        Ok(())
    }

    fn book(&self, id: &MatchId) -> Result<Option<String>, StoreError> {
        self.maybe(BOOK, [id.as_str()], |row| row.get("state"))
    }

    fn position(&self, id: &MatchId, stop: u64) -> Result<Option<String>, StoreError> {
        self.maybe(POSITION, params![id.as_str(), int(stop)], |row| row.get(0))
    }

    fn latest_position(&self, id: &MatchId) -> Result<Option<(u64, String)>, StoreError> {
        self.maybe(LATEST_POSITION, [id.as_str()], |row| {
            Ok((row.number("stop")?, row.get("position")?))
        })
    }

    fn rewind(&mut self, id: &MatchId, to: Rewind) -> Result<(), StoreError> {
        self.take_back(id, to)
    }
}
