//! Mail that goes out, in `SQLite`.

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Row, params};

use super::values::{Columns, int, limit};
use super::{SqliteUnit, statements};
use crate::record::SeatNumber;
use crate::store::{MailId, MailKind, MatchId, NewMail, OutMail, Outbox, StoreError, Unsent};

statements! {
    FORGET_LETTER = "UPDATE outbox SET bytes = x'', recipient = '' WHERE id = ?1";
    QUEUE = "INSERT INTO outbox (kind, match, seat, recipient, envelope_from, message_id, entry, bytes, state,
            queued_at, next_try_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'queued', ?9, ?9)";
    DUE = "SELECT id, last_error FROM outbox o WHERE state = 'queued' AND next_try_at <= ?1
            AND (entry IS NULL OR entry < (SELECT logged FROM matches m WHERE m.id = o.match))
        ORDER BY next_try_at, id LIMIT ?2";
    CLAIM = "UPDATE outbox SET attempts = attempts + 1, next_try_at = ?2, last_error = NULL WHERE id = ?1 RETURNING *";
    FREE = "UPDATE outbox SET next_try_at = ?1
        WHERE state = 'queued' AND attempts > 0 AND last_error IS NULL AND next_try_at > ?1";
    UNSENT = "SELECT id, next_try_at, last_error FROM outbox WHERE state = 'queued' AND attempts > 0
        ORDER BY next_try_at, id";
    SENT = "UPDATE outbox SET state = 'sent', done_at = ?2, last_error = NULL WHERE id = ?1";
    DELAYED = "UPDATE outbox SET next_try_at = ?2, last_error = ?3 WHERE id = ?1 AND state = 'queued'";
    FAILED = "UPDATE outbox SET state = 'failed', done_at = ?2, last_error = ?3 WHERE id = ?1 AND state = 'queued'";
    RETRY = "UPDATE outbox SET state = 'queued', done_at = NULL, next_try_at = ?2 WHERE id = ?1 AND state = 'failed'";
    MAIL = "SELECT * FROM outbox WHERE id = ?1";
    BY_MESSAGE_ID = "SELECT * FROM outbox WHERE message_id = ?1";
    FAILED_MAIL = "SELECT id FROM outbox WHERE state = 'failed' ORDER BY id";
    NEXT_AT = "SELECT next_try_at FROM outbox WHERE state = 'queued' ORDER BY next_try_at, id LIMIT 1";
    MAILED_SINCE = "SELECT COUNT(*) AS n FROM outbox WHERE recipient = ?1 AND kind = ?2 AND queued_at >= ?3";
}

fn out_mail(row: &Row<'_>) -> rusqlite::Result<OutMail> {
    Ok(OutMail {
        id: MailId(row.get("id")?),
        mail: NewMail {
            kind: row.word("kind")?,
            of_match: row.maybe_parsed("match")?,
            seat: row.maybe_seat("seat")?,
            recipient: row.get("recipient")?,
            envelope_from: row.get("envelope_from")?,
            message_id: row.get("message_id")?,
            entry: row.maybe_number("entry")?,
            bytes: row.get("bytes")?,
        },
        state: row.word("state")?,
        attempts: row.get("attempts")?,
        queued_at: row.time("queued_at")?,
        next_try_at: row.time("next_try_at")?,
        done_at: row.maybe_time("done_at")?,
        last_error: row.get("last_error")?,
    })
}

fn no_mail(id: MailId) -> String {
    format!("such mail to send, number {}", id.0)
}

impl Outbox for SqliteUnit<'_> {
    fn queue_mail(&mut self, mail: &NewMail, at: Timestamp) -> Result<MailId, StoreError> {
        let id = self.insert(
            QUEUE,
            params![
                mail.kind.word(),
                mail.of_match.as_ref().map(MatchId::as_str),
                mail.seat.map(SeatNumber::number),
                mail.recipient,
                mail.envelope_from,
                mail.message_id,
                mail.entry.map(int),
                mail.bytes,
                at.as_second(),
            ],
        )?;
        Ok(MailId(id))
    }

    fn claim_mail(
        &mut self,
        now: Timestamp,
        lease: SignedDuration,
        most: usize,
    ) -> Result<Vec<OutMail>, StoreError> {
        let due: Vec<(i64, Option<String>)> =
            self.list(DUE, params![now.as_second(), limit(most)], |row| {
                Ok((row.get("id")?, row.get("last_error")?))
            })?;
        let until = now.as_second().saturating_add(lease.as_secs());
        let mut claimed = Vec::with_capacity(due.len());
        for (id, last_error) in due {
            let mail = self.one(CLAIM, params![id, until], out_mail)?;
            claimed.push(OutMail { last_error, ..mail });
        }
        Ok(claimed)
    }

    fn free_claimed_mail(&mut self, now: Timestamp) -> Result<usize, StoreError> {
        self.run(FREE, [now.as_second()])
    }

    fn unsent_mail(&self) -> Result<Vec<Unsent>, StoreError> {
        self.list(UNSENT, [], |row| {
            Ok(Unsent {
                id: MailId(row.get("id")?),
                next_try_at: row.time("next_try_at")?,
                error: row.get("last_error")?,
            })
        })
    }

    fn forget_letter(&mut self, id: MailId) -> Result<(), StoreError> {
        self.run(FORGET_LETTER, [id.0])?;
        Ok(())
    }

    fn mail_sent(&mut self, id: MailId, at: Timestamp) -> Result<(), StoreError> {
        self.change(|| no_mail(id), SENT, params![id.0, at.as_second()])
    }

    fn mail_delayed(
        &mut self,
        id: MailId,
        error: &str,
        next_try_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.change(
            || no_mail(id),
            DELAYED,
            params![id.0, next_try_at.as_second(), error],
        )
    }

    fn mail_failed(&mut self, id: MailId, error: &str, at: Timestamp) -> Result<(), StoreError> {
        self.change(|| no_mail(id), FAILED, params![id.0, at.as_second(), error])
    }

    fn retry_mail(&mut self, id: MailId, at: Timestamp) -> Result<(), StoreError> {
        self.change(|| no_mail(id), RETRY, params![id.0, at.as_second()])
    }

    fn mail(&self, id: MailId) -> Result<OutMail, StoreError> {
        let found = self.maybe(MAIL, [id.0], out_mail)?;
        found.ok_or_else(|| StoreError::Missing { what: no_mail(id) })
    }

    fn mail_by_message_id(&self, message_id: &str) -> Result<Option<OutMail>, StoreError> {
        self.maybe(BY_MESSAGE_ID, [message_id], out_mail)
    }

    fn failed_mail(&self) -> Result<Vec<MailId>, StoreError> {
        self.list(FAILED_MAIL, [], |row| row.get(0).map(MailId))
    }

    fn next_mail_at(&self) -> Result<Option<Timestamp>, StoreError> {
        self.maybe(NEXT_AT, [], |row| row.time("next_try_at"))
    }

    fn mailed_since(
        &self,
        recipient: &str,
        kind: MailKind,
        since: Timestamp,
    ) -> Result<u64, StoreError> {
        let params = params![recipient, kind.word(), since.as_second()];
        self.one(MAILED_SINCE, params, |row| row.number("n"))
    }
}
