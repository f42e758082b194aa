//! People in `SQLite`.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use rusqlite::{Row, params};

use super::values::{Columns, seconds, unreadable};
use super::{SqliteUnit, statements};
use crate::record::SeatNumber;
use crate::schedule::Language;
use crate::store::{
    AddressWish, Attachment, Helper, MatchId, People, Player, PlayerId, ReportForm, StoreError,
};

statements! {
    ADD_PLAYER = "INSERT INTO players (name, report, attach, created_at) VALUES (?1, ?2, ?3, ?4)";
    ADD_ADDRESS = "INSERT INTO addresses (address, player, is_primary) VALUES (?1, ?2, ?3)";
    PLAYER = "SELECT p.id, p.name, p.zone, p.report, p.attach, p.language, p.bounced_at, a.address
        FROM players p JOIN addresses a ON a.player = p.id AND a.is_primary = 1
        WHERE p.id = ?1";
    PLAYER_AT = "SELECT player FROM addresses WHERE address = ?1";
    ADDRESSES = "SELECT address FROM addresses WHERE player = ?1
        ORDER BY is_primary DESC, address";
    UPDATE_PLAYER = "UPDATE players SET name = ?2, zone = ?3, report = ?4, attach = ?5, bounced_at = ?6,
        language = ?7 WHERE id = ?1";
    REMOVE_ADDRESS = "DELETE FROM addresses WHERE player = ?1 AND address = ?2 AND is_primary = 0";
    NO_FIRST = "UPDATE addresses SET is_primary = 0 WHERE player = ?1";
    SET_FIRST = "UPDATE addresses SET is_primary = 1 WHERE player = ?1 AND address = ?2";
    DELIVERIES_OF = "SELECT source, delivery FROM raw_mails WHERE delivery IS NOT NULL
        AND (sender IN (SELECT address FROM addresses WHERE player = ?1)
        OR EXISTS (SELECT 1 FROM seats s
            WHERE s.player = ?1 AND s.match = raw_mails.match AND s.number = raw_mails.seat))
        ORDER BY source, id";
    FORGET_MAILS_IN = "UPDATE raw_mails SET bytes = x'', sender = NULL WHERE disposition <> 'new'
        AND (sender IN (SELECT address FROM addresses WHERE player = ?1)
        OR EXISTS (SELECT 1 FROM seats s
            WHERE s.player = ?1 AND s.match = raw_mails.match AND s.number = raw_mails.seat))";
    FORGET_MAILS_OUT = "UPDATE outbox SET bytes = x'', recipient = '', state = 'sent'
        WHERE recipient IN (SELECT address FROM addresses WHERE player = ?1)
        OR EXISTS (SELECT 1 FROM seats s
            WHERE s.player = ?1 AND s.match = outbox.match AND s.number = outbox.seat)";
    WISHES = "SELECT address, asked_at, at_old, at_new, declined FROM address_wishes
        WHERE player = ?1 ORDER BY address";
    SET_WISH = "INSERT INTO address_wishes (player, address, asked_at, at_old, at_new, declined)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (player, address) DO UPDATE
        SET asked_at = ?3, at_old = ?4, at_new = ?5, declined = ?6";
    REMOVE_WISH = "DELETE FROM address_wishes WHERE player = ?1 AND address = ?2";
    END_WISHES = "DELETE FROM address_wishes WHERE asked_at <= ?1";
    FORGET_WISHES = "DELETE FROM address_wishes WHERE player = ?1";
    FORGET_HELPERS = "DELETE FROM seat_helpers WHERE address IN
        (SELECT address FROM addresses WHERE player = ?1)
        OR EXISTS (SELECT 1 FROM seats s WHERE s.player = ?1
            AND s.match = seat_helpers.match AND s.number = seat_helpers.seat)";
    FORGET_OFFERS = "DELETE FROM seat_offers WHERE player = ?1";
    LEAVE_SEATS = "UPDATE seats SET player = NULL WHERE player = ?1";
    FORGET_ADDRESSES = "DELETE FROM addresses WHERE player = ?1";
    FORGET_NAME = "UPDATE players SET name = 'forgotten', zone = NULL WHERE id = ?1";
    HELPERS = "SELECT address, may_order, until_at FROM seat_helpers
        WHERE match = ?1 AND seat = ?2 ORDER BY address";
    SET_HELPER = "INSERT INTO seat_helpers (match, seat, address, may_order, until_at)
        VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (match, seat, address) DO UPDATE SET may_order = ?4, until_at = ?5";
    REMOVE_DEPUTIES = "DELETE FROM seat_helpers WHERE match = ?1 AND seat = ?2 AND may_order = 1";
    END_HELPERS = "DELETE FROM seat_helpers WHERE until_at <= ?1";
}

fn player(row: &Row<'_>) -> rusqlite::Result<Player> {
    let zone: Option<String> = row.get("zone")?;
    let zone = zone.map(|name| TimeZone::get(&name)).transpose();
    Ok(Player {
        id: PlayerId(row.get("id")?),
        name: row.get("name")?,
        address: row.get("address")?,
        zone: zone.map_err(|error| unreadable("zone", error))?,
        report: row.word("report")?,
        attach: row.word("attach")?,
        language: Language::of_code(&row.get::<_, String>("language")?).unwrap_or_default(),
        bounced_at: row.maybe_time("bounced_at")?,
    })
}

fn helper(row: &Row<'_>) -> rusqlite::Result<Helper> {
    Ok(Helper {
        address: row.get("address")?,
        may_order: row.get("may_order")?,
        until: row.maybe_time("until_at")?,
    })
}

fn wish(row: &Row<'_>) -> rusqlite::Result<AddressWish> {
    Ok(AddressWish {
        address: row.get("address")?,
        asked_at: row.time("asked_at")?,
        at_old: row.get("at_old")?,
        at_new: row.get("at_new")?,
        declined: row.get("declined")?,
    })
}

impl People for SqliteUnit<'_> {
    fn add_player(
        &mut self,
        name: &str,
        address: &str,
        at: Timestamp,
    ) -> Result<PlayerId, StoreError> {
        let (report, attach) = (ReportForm::Html.word(), Attachment::Board.word());
        let id = self.insert(ADD_PLAYER, params![name, report, attach, at.as_second()])?;
        self.run(ADD_ADDRESS, params![address.to_ascii_lowercase(), id, true])?;
        Ok(PlayerId(id))
    }

    fn add_address(&mut self, player: PlayerId, address: &str) -> Result<(), StoreError> {
        self.run(
            ADD_ADDRESS,
            params![address.to_ascii_lowercase(), player.0, false],
        )?;
        Ok(())
    }

    fn player(&self, id: PlayerId) -> Result<Player, StoreError> {
        let found = self.maybe(PLAYER, [id.0], player)?;
        found.ok_or_else(|| StoreError::Missing {
            what: format!("player number {}", id.0),
        })
    }

    fn player_at(&self, address: &str) -> Result<Option<Player>, StoreError> {
        let id = self.maybe(PLAYER_AT, [address.to_ascii_lowercase()], |row| row.get(0))?;
        id.map(|id| self.player(PlayerId(id))).transpose()
    }

    fn addresses(&self, player: PlayerId) -> Result<Vec<String>, StoreError> {
        self.list(ADDRESSES, [player.0], |row| row.get(0))
    }

    fn update_player(&mut self, player: &Player) -> Result<(), StoreError> {
        let zone = player.zone.as_ref().and_then(TimeZone::iana_name);
        self.change(
            || format!("player number {}", player.id.0),
            UPDATE_PLAYER,
            params![
                player.id.0,
                player.name,
                zone,
                player.report.word(),
                player.attach.word(),
                seconds(player.bounced_at),
                player.language.code(),
            ],
        )
    }

    fn remove_address(&mut self, player: PlayerId, address: &str) -> Result<(), StoreError> {
        self.change(
            || format!("the further address {address}"),
            REMOVE_ADDRESS,
            params![player.0, address.to_ascii_lowercase()],
        )
    }

    fn set_first_address(&mut self, player: PlayerId, address: &str) -> Result<(), StoreError> {
        self.run(NO_FIRST, [player.0])?;
        self.change(
            || format!("the address {address}"),
            SET_FIRST,
            params![player.0, address.to_ascii_lowercase()],
        )
    }

    fn address_wishes(&self, player: PlayerId) -> Result<Vec<AddressWish>, StoreError> {
        self.list(WISHES, [player.0], wish)
    }

    fn set_address_wish(&mut self, player: PlayerId, wish: &AddressWish) -> Result<(), StoreError> {
        self.run(
            SET_WISH,
            params![
                player.0,
                wish.address.to_ascii_lowercase(),
                wish.asked_at.as_second(),
                wish.at_old,
                wish.at_new,
                wish.declined,
            ],
        )?;
        Ok(())
    }

    fn remove_address_wish(&mut self, player: PlayerId, address: &str) -> Result<(), StoreError> {
        self.run(REMOVE_WISH, params![player.0, address.to_ascii_lowercase()])?;
        Ok(())
    }

    fn end_address_wishes(&mut self, asked_until: Timestamp) -> Result<(), StoreError> {
        self.run(END_WISHES, [asked_until.as_second()])?;
        Ok(())
    }

    fn deliveries_of(&self, player: PlayerId) -> Result<Vec<(String, String)>, StoreError> {
        self.list(DELIVERIES_OF, [player.0], |row| {
            Ok((row.get("source")?, row.get("delivery")?))
        })
    }

    fn forget_player(&mut self, player: PlayerId) -> Result<(), StoreError> {
        for step in [
            FORGET_MAILS_IN,
            FORGET_MAILS_OUT,
            FORGET_HELPERS,
            FORGET_OFFERS,
            FORGET_WISHES,
            LEAVE_SEATS,
            FORGET_ADDRESSES,
            FORGET_NAME,
        ] {
            self.run(step, [player.0])?;
        }
        Ok(())
    }

    fn helpers(&self, id: &MatchId, seat: SeatNumber) -> Result<Vec<Helper>, StoreError> {
        self.list(HELPERS, params![id.as_str(), seat.number()], helper)
    }

    fn set_helper(
        &mut self,
        id: &MatchId,
        seat: SeatNumber,
        helper: &Helper,
    ) -> Result<(), StoreError> {
        self.run(
            SET_HELPER,
            params![
                id.as_str(),
                seat.number(),
                helper.address.to_ascii_lowercase(),
                helper.may_order,
                seconds(helper.until),
            ],
        )?;
        Ok(())
    }

    fn remove_deputies(&mut self, id: &MatchId, seat: SeatNumber) -> Result<(), StoreError> {
        self.run(REMOVE_DEPUTIES, params![id.as_str(), seat.number()])?;
        Ok(())
    }

    fn end_helpers(&mut self, now: Timestamp) -> Result<(), StoreError> {
        self.run(END_HELPERS, [now.as_second()])?;
        Ok(())
    }
}
