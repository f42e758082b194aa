//! People in `SQLite`.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use rusqlite::{Row, params};

use super::values::{Columns, seconds, unreadable};
use super::{SqliteUnit, statements};
use crate::store::{Attachment, People, Player, PlayerId, ReportForm, StoreError};

statements! {
    ADD_PLAYER = "INSERT INTO players (name, report, attach, created_at) VALUES (?1, ?2, ?3, ?4)";
    ADD_ADDRESS = "INSERT INTO addresses (address, player, is_primary) VALUES (?1, ?2, ?3)";
    PLAYER = "SELECT p.id, p.name, p.zone, p.report, p.attach, p.bounced_at, a.address
        FROM players p JOIN addresses a ON a.player = p.id AND a.is_primary = 1
        WHERE p.id = ?1";
    PLAYER_AT = "SELECT player FROM addresses WHERE address = ?1";
    ADDRESSES = "SELECT address FROM addresses WHERE player = ?1
        ORDER BY is_primary DESC, address";
    UPDATE_PLAYER = "UPDATE players SET name = ?2, zone = ?3, report = ?4, attach = ?5, bounced_at = ?6
        WHERE id = ?1";
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
        bounced_at: row.maybe_time("bounced_at")?,
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
            ],
        )
    }
}
