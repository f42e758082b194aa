//! Mail that came in, in `SQLite`.

use jiff::Timestamp;
use rusqlite::{Row, params};

use super::values::{Columns, int, limit};
use super::{SqliteUnit, statements};
use crate::record::{SeatNumber, Sha256Hash};
use crate::store::{
    Custody, Disposition, Finding, Incoming, Mails, MatchId, Quarantined, RawId, RawMail,
    StoreError, Stored,
};

statements! {
    KNOWN_DELIVERY = "SELECT id FROM raw_mails WHERE source = ?1 AND delivery = ?2 AND delivery IS NOT NULL";
    STORE_RAW = "INSERT INTO raw_mails (source, delivery, sha256, arrived_at, stored_at, disposition, bytes)
        VALUES (?1, ?2, ?3, ?4, ?5, 'new', ?6)";
    RAW = "SELECT * FROM raw_mails WHERE id = ?1";
    UNREAD = "SELECT id FROM raw_mails WHERE disposition = 'new' ORDER BY id LIMIT ?1";
    BEGIN_READING = "UPDATE raw_mails SET begun = begun + 1 WHERE id = ?1 AND disposition = 'new'";
    LEAVE_UNREAD = "UPDATE raw_mails SET begun = begun - 1 WHERE id = ?1 AND begun > 0";
    BEGUN = "SELECT begun FROM raw_mails WHERE id = ?1";
    MAILS_OF = "SELECT id FROM raw_mails WHERE match = ?1 AND id > ?2 ORDER BY id";
    JUDGE_RAW = "UPDATE raw_mails SET disposition = ?2, reason = ?3, sender = ?4, match = ?5, seat = ?6, stop = ?7,
            begun = 0
        WHERE id = ?1";
    MAILS_SINCE = "SELECT COUNT(*) AS n FROM raw_mails WHERE sender = ?1 AND arrived_at >= ?2";
    SEEN = "SELECT raw FROM seen_mails WHERE message_id = ?1 AND body_sha256 = ?2";
    NOTE_SEEN = "INSERT INTO seen_mails (message_id, body_sha256, raw) VALUES (?1, ?2, ?3)
        ON CONFLICT DO NOTHING";
    QUARANTINE = "INSERT INTO quarantine (raw, match, seat, reason, state, held_at)
        VALUES (?1, ?2, ?3, ?4, 'held', ?5)
        ON CONFLICT (raw) DO UPDATE SET match = ?2, seat = ?3, reason = ?4, state = 'held', held_at = ?5,
            decided_at = NULL, decided_by = NULL";
    HELD = "SELECT * FROM quarantine WHERE state = 'held' ORDER BY raw";
    QUARANTINED = "SELECT * FROM quarantine WHERE raw = ?1";
    DECIDE = "UPDATE quarantine SET state = ?2, decided_by = ?3, decided_at = ?4 WHERE raw = ?1 AND state = 'held'";
    FORGET = "UPDATE raw_mails SET bytes = x'', sender = NULL WHERE id = ?1";
    READ_AGAIN = "UPDATE raw_mails SET disposition = 'new' WHERE id = ?1";
}

fn raw_mail(row: &Row<'_>) -> rusqlite::Result<RawMail> {
    Ok(RawMail {
        id: RawId(row.get("id")?),
        source: row.get("source")?,
        sha256: row.sha256("sha256")?,
        arrived_at: row.time("arrived_at")?,
        stored_at: row.time("stored_at")?,
        finding: Finding {
            disposition: row.word("disposition")?,
            reason: row.get("reason")?,
            sender: row.get("sender")?,
            of_match: row.maybe_parsed("match")?,
            seat: row.maybe_seat("seat")?,
            stop: row.maybe_number("stop")?,
        },
        bytes: row.get("bytes")?,
    })
}

fn quarantined(row: &Row<'_>) -> rusqlite::Result<Quarantined> {
    Ok(Quarantined {
        raw: RawId(row.get("raw")?),
        of_match: row.maybe_parsed("match")?,
        seat: row.maybe_seat("seat")?,
        reason: row.get("reason")?,
        custody: row.word("state")?,
        held_at: row.time("held_at")?,
        decided_at: row.maybe_time("decided_at")?,
        decided_by: row.get("decided_by")?,
    })
}

fn no_mail(id: RawId) -> String {
    format!("mail number {}", id.0)
}

impl Mails for SqliteUnit<'_> {
    fn store_raw(&mut self, mail: &Incoming<'_>) -> Result<Stored, StoreError> {
        let known = self.maybe(KNOWN_DELIVERY, params![mail.source, mail.delivery], |row| {
            row.get(0)
        })?;
        if let Some(id) = known {
            return Ok(Stored::Again(RawId(id)));
        }
        let id = self.insert(
            STORE_RAW,
            params![
                mail.source,
                mail.delivery,
                Sha256Hash::of(mail.bytes).as_bytes(),
                mail.arrived_at.as_second(),
                mail.stored_at.as_second(),
                mail.bytes,
            ],
        )?;
        Ok(Stored::New(RawId(id)))
    }

    fn raw(&self, id: RawId) -> Result<RawMail, StoreError> {
        let found = self.maybe(RAW, [id.0], raw_mail)?;
        found.ok_or_else(|| StoreError::Missing { what: no_mail(id) })
    }

    fn unread(&self, most: usize) -> Result<Vec<RawId>, StoreError> {
        self.list(UNREAD, [limit(most)], |row| row.get(0).map(RawId))
    }

    fn begin_reading(&mut self, id: RawId) -> Result<(), StoreError> {
        self.run(BEGIN_READING, [id.0])?;
        Ok(())
    }

    fn leave_unread(&mut self, id: RawId) -> Result<(), StoreError> {
        self.run(LEAVE_UNREAD, [id.0])?;
        Ok(())
    }

    fn begun(&self, id: RawId) -> Result<u32, StoreError> {
        let found = self.maybe(BEGUN, [id.0], |row| row.get(0))?;
        found.ok_or_else(|| StoreError::Missing { what: no_mail(id) })
    }

    fn mails_of(&self, id: &MatchId, after: RawId) -> Result<Vec<RawId>, StoreError> {
        self.list(MAILS_OF, params![id.as_str(), after.0], |row| {
            row.get(0).map(RawId)
        })
    }

    fn judge_raw(&mut self, id: RawId, finding: &Finding) -> Result<(), StoreError> {
        self.change(
            || no_mail(id),
            JUDGE_RAW,
            params![
                id.0,
                finding.disposition.word(),
                finding.reason,
                finding
                    .sender
                    .as_ref()
                    .map(|sender| sender.to_ascii_lowercase()),
                finding.of_match.as_ref().map(MatchId::as_str),
                finding.seat.map(SeatNumber::number),
                finding.stop.map(int),
            ],
        )
    }

    fn mails_since(&self, sender: &str, since: Timestamp) -> Result<u64, StoreError> {
        let params = params![sender.to_ascii_lowercase(), since.as_second()];
        self.one(MAILS_SINCE, params, |row| row.number("n"))
    }

    fn seen(&self, message_id: &str, body: &Sha256Hash) -> Result<Option<RawId>, StoreError> {
        self.maybe(SEEN, params![message_id, body.as_bytes()], |row| {
            row.get(0).map(RawId)
        })
    }

    fn note_seen(
        &mut self,
        message_id: &str,
        body: &Sha256Hash,
        raw: RawId,
    ) -> Result<(), StoreError> {
        self.run(NOTE_SEEN, params![message_id, body.as_bytes(), raw.0])?;
        Ok(())
    }

    fn forget_raw(&mut self, id: RawId) -> Result<(), StoreError> {
        self.change(|| no_mail(id), FORGET, [id.0])
    }

    fn quarantine(
        &mut self,
        raw: RawId,
        finding: &Finding,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.judge_raw(
            raw,
            &Finding {
                disposition: Disposition::Quarantine,
                ..finding.clone()
            },
        )?;
        self.run(
            QUARANTINE,
            params![
                raw.0,
                finding.of_match.as_ref().map(MatchId::as_str),
                finding.seat.map(SeatNumber::number),
                finding.reason.as_deref().unwrap_or("no reason was given"),
                at.as_second(),
            ],
        )?;
        Ok(())
    }

    fn held_mails(&self) -> Result<Vec<Quarantined>, StoreError> {
        self.list(HELD, [], quarantined)
    }

    fn quarantined(&self, raw: RawId) -> Result<Option<Quarantined>, StoreError> {
        self.maybe(QUARANTINED, [raw.0], quarantined)
    }

    fn decide(
        &mut self,
        raw: RawId,
        custody: Custody,
        by: &str,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.change(
            || format!("{} in quarantine", no_mail(raw)),
            DECIDE,
            params![raw.0, custody.word(), by, at.as_second()],
        )?;
        if custody == Custody::Released {
            self.run(READ_AGAIN, [raw.0])?;
        }
        Ok(())
    }
}
