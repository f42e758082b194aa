//! What a game master decides beside the play, in `SQLite`.

use rusqlite::{Row, params};

use super::values::{Columns, int};
use super::{SqliteUnit, statements};
use crate::record::SeatNumber;
use crate::store::{Leading, MatchId, PlayerId, SeatOffer, StoreError};

statements! {
    OFFER = "INSERT INTO seat_offers (match, seat, player, name, why, from_draw, joined)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        ON CONFLICT (match, seat) DO UPDATE SET player = ?3, name = ?4, why = ?5, from_draw = ?6, joined = ?7";
    OFFERS = "SELECT * FROM seat_offers WHERE match = ?1 ORDER BY seat";
    WITHDRAW = "DELETE FROM seat_offers WHERE match = ?1 AND seat = ?2";
    HOLD = "INSERT INTO held_reports (match, stop) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    HELD = "SELECT stop FROM held_reports WHERE match = ?1 ORDER BY stop";
    RELEASE = "DELETE FROM held_reports WHERE match = ?1";
    HELPERS = "DELETE FROM seat_helpers WHERE match = ?1 AND seat = ?2";
    VACATIONS = "DELETE FROM vacations WHERE match = ?1 AND seat = ?2";
    ORDERS = "DELETE FROM pending_lines WHERE match = ?1 AND seat = ?2 AND stop = ?3";
    ACTS = "DELETE FROM act_consents WHERE match = ?1 AND seat = ?2 AND stop = ?3";
    EXTENSIONS = "DELETE FROM extension_consents WHERE match = ?1 AND seat = ?2 AND stop = ?3";
    REMINDERS = "DELETE FROM reminders WHERE match = ?1 AND seat = ?2 AND stop = ?3";
    MOVES = "DELETE FROM deadline_moves WHERE match = ?1 AND seat = ?2 AND stop = ?3";
    DEADLINES = "DELETE FROM deadlines WHERE match = ?1 AND seat = ?2 AND stop = ?3";
}

fn offer(row: &Row<'_>) -> rusqlite::Result<SeatOffer> {
    Ok(SeatOffer {
        seat: row.seat_number("seat")?,
        player: PlayerId(row.get("player")?),
        name: row.get("name")?,
        why: row.get("why")?,
        from_draw: row.number("from_draw")?,
        joined: row.get("joined")?,
    })
}

impl Leading for SqliteUnit<'_> {
    fn offer_seat(&mut self, id: &MatchId, offer: &SeatOffer) -> Result<(), StoreError> {
        self.run(
            OFFER,
            params![
                id.as_str(),
                offer.seat.number(),
                offer.player.0,
                offer.name,
                offer.why,
                int(offer.from_draw),
                offer.joined,
            ],
        )?;
        Ok(())
    }

    fn seat_offers(&self, id: &MatchId) -> Result<Vec<SeatOffer>, StoreError> {
        self.list(OFFERS, [id.as_str()], offer)
    }

    fn withdraw_offer(&mut self, id: &MatchId, seat: SeatNumber) -> Result<(), StoreError> {
        self.run(WITHDRAW, params![id.as_str(), seat.number()])?;
        Ok(())
    }

    fn hold_report(&mut self, id: &MatchId, stop: u64) -> Result<(), StoreError> {
        self.run(HOLD, params![id.as_str(), int(stop)])?;
        Ok(())
    }

    fn held_reports(&self, id: &MatchId) -> Result<Vec<u64>, StoreError> {
        self.list(HELD, [id.as_str()], |row| row.number("stop"))
    }

    fn release_reports(&mut self, id: &MatchId) -> Result<(), StoreError> {
        self.run(RELEASE, [id.as_str()])?;
        Ok(())
    }

    fn clear_seat(&mut self, id: &MatchId, seat: SeatNumber, stop: u64) -> Result<(), StoreError> {
        let of_seat = params![id.as_str(), seat.number()];
        for sql in [HELPERS, VACATIONS] {
            self.run(sql, of_seat)?;
        }
        let at_stop = params![id.as_str(), seat.number(), int(stop)];
        for sql in [ORDERS, ACTS, EXTENSIONS, REMINDERS, MOVES, DEADLINES] {
            self.run(sql, at_stop)?;
        }
        Ok(())
    }
}
