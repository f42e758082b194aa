//! Matches and seats in `SQLite`.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::{Row, params};

use super::values::{Columns, int, seconds, unreadable};
use super::{SqliteUnit, statements};
use crate::record::SeatNumber;
use crate::schedule::{Lapse, Policy};
use crate::store::{Life, Match, MatchId, Matches, PlayerId, Seat, StoreError};

statements! {
    ADD_MATCH = "INSERT INTO matches (id, game, scenario, rules_version, log_name, dice, life, deadline, grace,
            reminders, created_at, started_at, finished_at, needs_recover, margin)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
    MATCH = "SELECT * FROM matches WHERE id = ?1";
    MATCHES = "SELECT * FROM matches WHERE life = ?1 ORDER BY id";
    SET_LIFE = "UPDATE matches SET life = ?2,
            started_at = CASE WHEN ?2 IN ('running', 'locked') THEN COALESCE(started_at, ?3) ELSE started_at END,
            finished_at = CASE WHEN ?2 = 'finished' THEN COALESCE(finished_at, ?3) END
        WHERE id = ?1";
    SET_DEADLINE = "UPDATE matches SET deadline = ?2 WHERE id = ?1";
    SET_RULES_VERSION = "UPDATE matches SET rules_version = ?2 WHERE id = ?1";
    SET_NEEDS_RECOVER = "UPDATE matches SET needs_recover = ?2 WHERE id = ?1";
    OPTIONS = "SELECT name, value FROM match_options WHERE match = ?1 ORDER BY name";
    DELETE_OPTIONS = "DELETE FROM match_options WHERE match = ?1";
    ADD_OPTION = "INSERT INTO match_options (match, name, value) VALUES (?1, ?2, ?3)";
    WITHDRAW_ACCEPTANCES = "UPDATE seats SET accepted_at = NULL, accepted_host = 0 WHERE match = ?1";
    SEATS = "SELECT * FROM seats WHERE match = ?1 ORDER BY number";
    SEAT = "SELECT * FROM seats WHERE match = ?1 AND number = ?2";
    ADD_SEAT = "INSERT INTO seats (match, number, role, side, name, player, host_plays, accepted_at, accepted_host,
            record_mailed)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    UPDATE_SEAT = "UPDATE seats SET name = ?3, player = ?4, host_plays = ?5, accepted_at = ?6, accepted_host = ?7,
            record_mailed = ?8
        WHERE match = ?1 AND number = ?2";
    SEATS_OF = "SELECT * FROM seats WHERE player = ?1 ORDER BY match, number";
}

fn lapses(column: &str, text: &str) -> rusqlite::Result<Vec<Lapse>> {
    let read = text.split_whitespace().map(str::parse);
    read.collect::<Result<_, _>>()
        .map_err(|error| unreadable(column, error))
}

fn one_match(row: &Row<'_>) -> rusqlite::Result<Match> {
    let reminders: String = row.get("reminders")?;
    Ok(Match {
        id: row.parsed("id")?,
        game: row.get("game")?,
        scenario: row.get("scenario")?,
        rules_version: row.get("rules_version")?,
        log_name: row.get("log_name")?,
        dice: row.word("dice")?,
        margin: row.number("margin")?,
        life: row.word("life")?,
        deadline: row.parsed("deadline")?,
        grace: row.parsed("grace")?,
        reminders: lapses("reminders", &reminders)?,
        created_at: row.time("created_at")?,
        started_at: row.maybe_time("started_at")?,
        finished_at: row.maybe_time("finished_at")?,
        needs_recover: row.get("needs_recover")?,
    })
}

fn seat(row: &Row<'_>) -> rusqlite::Result<Seat> {
    let player: Option<i64> = row.get("player")?;
    Ok(Seat {
        number: row.seat_number("number")?,
        role: row.word("role")?,
        side: row.get("side")?,
        name: row.get("name")?,
        player: player.map(PlayerId),
        host_plays: row.get("host_plays")?,
        accepted_at: row.maybe_time("accepted_at")?,
        accepted_host: row.get("accepted_host")?,
        record_mailed: row.number("record_mailed")?,
    })
}

/// Words which match is missing.
pub(super) fn no_match(id: &MatchId) -> String {
    format!("match `{id}`")
}

impl SqliteUnit<'_> {
    fn add_options(
        &self,
        id: &MatchId,
        options: &BTreeMap<String, String>,
    ) -> Result<(), StoreError> {
        for (name, value) in options {
            self.run(ADD_OPTION, params![id.as_str(), name, value])?;
        }
        Ok(())
    }
}

impl Matches for SqliteUnit<'_> {
    fn add_match(
        &mut self,
        new: &Match,
        options: &BTreeMap<String, String>,
        seats: &[Seat],
    ) -> Result<(), StoreError> {
        let reminders: Vec<String> = new.reminders.iter().map(Lapse::to_string).collect();
        self.run(
            ADD_MATCH,
            params![
                new.id.as_str(),
                new.game,
                new.scenario,
                new.rules_version,
                new.log_name,
                new.dice.word(),
                new.life.word(),
                new.deadline.to_string(),
                new.grace.to_string(),
                reminders.join(" "),
                new.created_at.as_second(),
                seconds(new.started_at),
                seconds(new.finished_at),
                new.needs_recover,
                int(new.margin),
            ],
        )?;
        self.add_options(&new.id, options)?;
        seats
            .iter()
            .try_for_each(|seat| self.add_seat(&new.id, seat))
    }

    fn find_match(&self, id: &MatchId) -> Result<Option<Match>, StoreError> {
        self.maybe(MATCH, [id.as_str()], one_match)
    }

    fn matches(&self, life: Life) -> Result<Vec<Match>, StoreError> {
        self.list(MATCHES, [life.word()], one_match)
    }

    fn set_life(&mut self, id: &MatchId, life: Life, at: Timestamp) -> Result<(), StoreError> {
        let params = params![id.as_str(), life.word(), at.as_second()];
        self.change(|| no_match(id), SET_LIFE, params)
    }

    fn set_deadline_policy(&mut self, id: &MatchId, deadline: &Policy) -> Result<(), StoreError> {
        let params = params![id.as_str(), deadline.to_string()];
        self.change(|| no_match(id), SET_DEADLINE, params)
    }

    fn set_rules_version(&mut self, id: &MatchId, version: u32) -> Result<(), StoreError> {
        self.change(
            || no_match(id),
            SET_RULES_VERSION,
            params![id.as_str(), version],
        )
    }

    fn set_needs_recover(&mut self, id: &MatchId, needs: bool) -> Result<(), StoreError> {
        self.change(
            || no_match(id),
            SET_NEEDS_RECOVER,
            params![id.as_str(), needs],
        )
    }

    fn options(&self, id: &MatchId) -> Result<BTreeMap<String, String>, StoreError> {
        let options = self.list(OPTIONS, [id.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(options.into_iter().collect())
    }

    fn set_options(
        &mut self,
        id: &MatchId,
        options: &BTreeMap<String, String>,
    ) -> Result<(), StoreError> {
        self.the_match(id)?;
        self.run(DELETE_OPTIONS, [id.as_str()])?;
        self.add_options(id, options)?;
        self.run(WITHDRAW_ACCEPTANCES, [id.as_str()])?;
        Ok(())
    }

    fn seats(&self, id: &MatchId) -> Result<Vec<Seat>, StoreError> {
        self.list(SEATS, [id.as_str()], seat)
    }

    fn seat(&self, id: &MatchId, number: SeatNumber) -> Result<Option<Seat>, StoreError> {
        self.maybe(SEAT, params![id.as_str(), number.number()], seat)
    }

    fn add_seat(&mut self, id: &MatchId, seat: &Seat) -> Result<(), StoreError> {
        self.run(
            ADD_SEAT,
            params![
                id.as_str(),
                seat.number.number(),
                seat.role.word(),
                seat.side,
                seat.name,
                seat.player.map(|player| player.0),
                seat.host_plays,
                seconds(seat.accepted_at),
                seat.accepted_host,
                int(seat.record_mailed),
            ],
        )?;
        Ok(())
    }

    fn update_seat(&mut self, id: &MatchId, seat: &Seat) -> Result<(), StoreError> {
        self.change(
            || format!("seat {} in match `{id}`", seat.number),
            UPDATE_SEAT,
            params![
                id.as_str(),
                seat.number.number(),
                seat.name,
                seat.player.map(|player| player.0),
                seat.host_plays,
                seconds(seat.accepted_at),
                seat.accepted_host,
                int(seat.record_mailed),
            ],
        )
    }

    fn seats_of(&self, player: PlayerId) -> Result<Vec<(MatchId, Seat)>, StoreError> {
        self.list(SEATS_OF, [player.0], |row| {
            Ok((row.parsed("match")?, seat(row)?))
        })
    }
}
