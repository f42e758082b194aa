//! Deadlines, reminders, vacations, readings and signs of life in `SQLite`.

use jiff::Timestamp;
use rusqlite::{Row, params};

use super::values::{Columns, int};
use super::{SqliteUnit, statements};
use crate::record::SeatNumber;
use crate::schedule::{Lapse, Reading, Vacation};
use crate::store::{
    Consent, Deadline, DeadlineMove, DeadlineState, Due, Input, MatchId, MoveReason, Reminder,
    StoreError, Times,
};

statements! {
    SET_DEADLINE = "INSERT INTO deadlines (match, stop, seat, awaited, asked_at, due_at, state)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    DEADLINE = "SELECT * FROM deadlines WHERE match = ?1 AND stop = ?2 AND seat = ?3 AND awaited = ?4";
    DEADLINES_OF = "SELECT * FROM deadlines WHERE match = ?1 AND stop = ?2 ORDER BY seat, awaited";
    DUE = "SELECT * FROM deadlines WHERE state = 'open' AND due_at < ?1 ORDER BY due_at, match, stop, seat, awaited";
    OPEN = "SELECT * FROM deadlines WHERE state = 'open' ORDER BY due_at, match, stop, seat, awaited";
    PASSED = "SELECT * FROM deadlines WHERE match = ?1 AND state = 'passed' ORDER BY stop, seat, awaited";
    MOVE = "UPDATE deadlines SET due_at = ?5
        WHERE match = ?1 AND stop = ?2 AND seat = ?3 AND awaited = ?4 AND state = 'open'";
    CLOSE = "UPDATE deadlines SET state = ?5 WHERE match = ?1 AND stop = ?2 AND seat = ?3 AND awaited = ?4";
    NEXT_MOVE = "SELECT COALESCE(MAX(n), 0) + 1 AS n FROM deadline_moves
        WHERE match = ?1 AND stop = ?2 AND seat = ?3 AND awaited = ?4";
    NOTE_MOVE = "INSERT INTO deadline_moves (match, stop, seat, awaited, n, why, from_at, to_at, moved_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    MOVES_OF = "SELECT * FROM deadline_moves WHERE match = ?1 AND stop = ?2 ORDER BY seat, awaited, n";
    ADD_REMINDER = "INSERT INTO reminders (match, stop, seat, awaited, remind_at) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT DO NOTHING";
    DROP_REMINDERS = "DELETE FROM reminders WHERE match = ?1 AND stop = ?2 AND seat = ?3 AND awaited = ?4
        AND sent_at IS NULL";
    REMINDERS_DUE = "SELECT * FROM reminders WHERE sent_at IS NULL AND remind_at <= ?1
        ORDER BY remind_at, match, stop, seat, awaited";
    REMINDED = "UPDATE reminders SET sent_at = ?6 WHERE match = ?1 AND stop = ?2 AND seat = ?3 AND awaited = ?4
        AND remind_at = ?5";
    ADD_VACATION = "INSERT INTO vacations (match, seat, first_day, last_day, filed_at) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT DO NOTHING";
    VACATIONS = "SELECT first_day, last_day FROM vacations WHERE match = ?1 AND seat = ?2
        ORDER BY first_day, last_day";
    AGREE = "INSERT INTO extension_consents (match, stop, lapse, seat, agreed_at) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT DO NOTHING";
    AGREED = "SELECT seat FROM extension_consents WHERE match = ?1 AND stop = ?2 AND lapse = ?3 ORDER BY seat";
    AGREE_ACT = "INSERT INTO act_consents (match, stop, act, seat, why, agreed_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING";
    ACT_AGREED = "SELECT seat, why FROM act_consents WHERE match = ?1 AND stop = ?2 AND act = ?3 ORDER BY seat";
    NEXT_INPUT = "SELECT COALESCE(MAX(n), 0) + 1 AS n FROM inputs WHERE match = ?1";
    RECORD_INPUT = "INSERT INTO inputs (match, n, stop, kind, seat, told, told_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    INPUTS_OF = "SELECT * FROM inputs WHERE match = ?1 AND stop = ?2 ORDER BY n";
    LAST_ALIVE = "SELECT alive_at FROM site WHERE id = 1";
    ALIVE = "UPDATE site SET alive_at = ?1 WHERE id = 1";
    SOURCE_READ = "INSERT INTO sources (name, began_at) VALUES (?1, ?2)
        ON CONFLICT (name) DO UPDATE SET began_at = ?2";
    // A source that was never read through began at no time that a deadline could lie before.
    KEEP_SOURCE_POSITION = "INSERT INTO sources (name, began_at, position) VALUES (?1, 0, ?2)
        ON CONFLICT (name) DO UPDATE SET position = ?2";
    READING = "SELECT began_at FROM sources WHERE name = ?1";
    POSITION = "SELECT position FROM sources WHERE name = ?1";
}

fn due(row: &Row<'_>) -> rusqlite::Result<Due> {
    Ok(Due {
        of_match: row.parsed("match")?,
        stop: row.number("stop")?,
        seat: row.seat_number("seat")?,
        awaited: row.word("awaited")?,
    })
}

fn deadline(row: &Row<'_>) -> rusqlite::Result<Deadline> {
    Ok(Deadline {
        of: due(row)?,
        asked_at: row.time("asked_at")?,
        due_at: row.time("due_at")?,
        state: row.word("state")?,
    })
}

fn deadline_move(row: &Row<'_>) -> rusqlite::Result<DeadlineMove> {
    Ok(DeadlineMove {
        of: due(row)?,
        why: row.word("why")?,
        from_at: row.time("from_at")?,
        to_at: row.time("to_at")?,
        moved_at: row.time("moved_at")?,
    })
}

fn reminder(row: &Row<'_>) -> rusqlite::Result<Reminder> {
    Ok(Reminder {
        of: due(row)?,
        remind_at: row.time("remind_at")?,
    })
}

fn input(row: &Row<'_>) -> rusqlite::Result<Input> {
    Ok(Input {
        stop: row.number("stop")?,
        kind: row.word("kind")?,
        seat: row.maybe_seat("seat")?,
        told: row.get("told")?,
        told_at: row.time("told_at")?,
    })
}

fn no_deadline(of: &Due) -> String {
    let Due {
        of_match,
        stop,
        seat,
        awaited,
    } = of;
    format!(
        "open deadline for {} of seat {seat} at stop {stop} of match `{of_match}`",
        awaited.word()
    )
}

/// The parameters that name a deadline.
fn key(of: &Due) -> (&str, i64, u8, &'static str) {
    (
        of.of_match.as_str(),
        int(of.stop),
        of.seat.number(),
        of.awaited.word(),
    )
}

impl SqliteUnit<'_> {
    fn add_reminders(&self, of: &Due, reminders: &[Timestamp]) -> Result<(), StoreError> {
        let (id, stop, seat, awaited) = key(of);
        for moment in reminders {
            self.run(
                ADD_REMINDER,
                params![id, stop, seat, awaited, moment.as_second()],
            )?;
        }
        Ok(())
    }
}

impl Times for SqliteUnit<'_> {
    fn set_deadline(
        &mut self,
        deadline: &Deadline,
        reminders: &[Timestamp],
    ) -> Result<(), StoreError> {
        let (id, stop, seat, awaited) = key(&deadline.of);
        self.run(
            SET_DEADLINE,
            params![
                id,
                stop,
                seat,
                awaited,
                deadline.asked_at.as_second(),
                deadline.due_at.as_second(),
                deadline.state.word(),
            ],
        )?;
        self.add_reminders(&deadline.of, reminders)
    }

    fn deadline(&self, of: &Due) -> Result<Option<Deadline>, StoreError> {
        self.maybe(DEADLINE, key(of), deadline)
    }

    fn deadlines_of(&self, id: &MatchId, stop: u64) -> Result<Vec<Deadline>, StoreError> {
        self.list(DEADLINES_OF, params![id.as_str(), int(stop)], deadline)
    }

    fn deadlines_due(&self, now: Timestamp) -> Result<Vec<Deadline>, StoreError> {
        self.list(DUE, [now.as_second()], deadline)
    }

    fn open_deadlines(&self) -> Result<Vec<Deadline>, StoreError> {
        self.list(OPEN, [], deadline)
    }

    fn passed_deadlines(&self, id: &MatchId) -> Result<Vec<Due>, StoreError> {
        self.list(PASSED, params![id.as_str()], due)
    }

    fn move_deadline(
        &mut self,
        deadline: &Deadline,
        to: Timestamp,
        why: MoveReason,
        reminders: &[Timestamp],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let of = &deadline.of;
        let (id, stop, seat, awaited) = key(of);
        let params = params![id, stop, seat, awaited, to.as_second()];
        self.change(|| no_deadline(of), MOVE, params)?;
        let n = self.one(NEXT_MOVE, key(of), |row| row.number("n"))?;
        self.run(
            NOTE_MOVE,
            params![
                id,
                stop,
                seat,
                awaited,
                int(n),
                why.word(),
                deadline.due_at.as_second(),
                to.as_second(),
                at.as_second(),
            ],
        )?;
        self.run(DROP_REMINDERS, key(of))?;
        self.add_reminders(of, reminders)
    }

    fn close_deadline(&mut self, of: &Due, state: DeadlineState) -> Result<(), StoreError> {
        let (id, stop, seat, awaited) = key(of);
        let params = params![id, stop, seat, awaited, state.word()];
        self.change(|| no_deadline(of), CLOSE, params)?;
        self.run(DROP_REMINDERS, key(of))?;
        Ok(())
    }

    fn moves_of(&self, id: &MatchId, stop: u64) -> Result<Vec<DeadlineMove>, StoreError> {
        self.list(MOVES_OF, params![id.as_str(), int(stop)], deadline_move)
    }

    fn reminders_due(&self, now: Timestamp) -> Result<Vec<Reminder>, StoreError> {
        self.list(REMINDERS_DUE, [now.as_second()], reminder)
    }

    fn reminded(&mut self, reminder: &Reminder, at: Timestamp) -> Result<(), StoreError> {
        let (id, stop, seat, awaited) = key(&reminder.of);
        let remind_at = reminder.remind_at.as_second();
        let params = params![id, stop, seat, awaited, remind_at, at.as_second()];
        self.change(
            || format!("reminder before the {}", no_deadline(&reminder.of)),
            REMINDED,
            params,
        )
    }

    fn add_vacation(
        &mut self,
        id: &MatchId,
        seat: SeatNumber,
        vacation: Vacation,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let (first, last) = (vacation.from().to_string(), vacation.to().to_string());
        let params = params![id.as_str(), seat.number(), first, last, at.as_second()];
        self.run(ADD_VACATION, params)?;
        Ok(())
    }

    fn vacations(&self, id: &MatchId, seat: SeatNumber) -> Result<Vec<Vacation>, StoreError> {
        self.list(VACATIONS, params![id.as_str(), seat.number()], |row| {
            Ok(Vacation::accepted(
                row.parsed("first_day")?,
                row.parsed("last_day")?,
            ))
        })
    }

    fn agree_extension(
        &mut self,
        id: &MatchId,
        stop: u64,
        lapse: Lapse,
        seat: SeatNumber,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let params = params![
            id.as_str(),
            int(stop),
            lapse.to_string(),
            seat.number(),
            at.as_second()
        ];
        self.run(AGREE, params)?;
        Ok(())
    }

    fn extension_agreed(
        &self,
        id: &MatchId,
        stop: u64,
        lapse: Lapse,
    ) -> Result<Vec<SeatNumber>, StoreError> {
        let params = params![id.as_str(), int(stop), lapse.to_string()];
        self.list(AGREED, params, |row| row.seat_number("seat"))
    }

    fn agree_act(
        &mut self,
        id: &MatchId,
        stop: u64,
        act: &str,
        consent: &Consent,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let params = params![
            id.as_str(),
            int(stop),
            act,
            consent.seat.number(),
            consent.why,
            at.as_second()
        ];
        self.run(AGREE_ACT, params)?;
        Ok(())
    }

    fn act_agreed(&self, id: &MatchId, stop: u64, act: &str) -> Result<Vec<Consent>, StoreError> {
        self.list(ACT_AGREED, params![id.as_str(), int(stop), act], |row| {
            Ok(Consent {
                seat: row.seat_number("seat")?,
                why: row.get("why")?,
            })
        })
    }

    fn record_input(&mut self, id: &MatchId, input: &Input) -> Result<u64, StoreError> {
        let n = self.one(NEXT_INPUT, [id.as_str()], |row| row.number("n"))?;
        self.run(
            RECORD_INPUT,
            params![
                id.as_str(),
                int(n),
                int(input.stop),
                input.kind.word(),
                input.seat.map(SeatNumber::number),
                input.told,
                input.told_at.as_second(),
            ],
        )?;
        Ok(n)
    }

    fn inputs_of(&self, id: &MatchId, stop: u64) -> Result<Vec<Input>, StoreError> {
        self.list(INPUTS_OF, params![id.as_str(), int(stop)], input)
    }

    fn alive(&mut self, now: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        let last = self.one(LAST_ALIVE, [], |row| row.maybe_time("alive_at"))?;
        self.run(ALIVE, [now.as_second()])?;
        Ok(last)
    }

    fn source_read(&mut self, name: &str, began: Timestamp) -> Result<(), StoreError> {
        self.run(SOURCE_READ, params![name, began.as_second()])?;
        Ok(())
    }

    fn keep_source_position(&mut self, name: &str, position: &str) -> Result<(), StoreError> {
        self.run(KEEP_SOURCE_POSITION, params![name, position])?;
        Ok(())
    }

    fn reading(&self, name: &str) -> Result<Reading, StoreError> {
        let began = self.maybe(READING, [name], |row| row.time("began_at"))?;
        Ok(Reading {
            source: name.to_owned(),
            began,
        })
    }

    fn source_position(&self, name: &str) -> Result<Option<String>, StoreError> {
        let position = self.maybe(POSITION, [name], |row| row.get("position"))?;
        Ok(position.flatten())
    }
}
