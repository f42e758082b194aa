//! People: players, their addresses and wishes about mails.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::StoreError;
use super::words::words;

/// The number of a player on this site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlayerId(pub i64);

words! {
    /// The form in which a player wants reports.
    pub enum ReportForm {
        /// Plain text only.
        Text = "text",
        /// Plain text told as a story.
        Prose = "prose",
        /// Text and HTML.
        Html = "html",
    }
}

words! {
    /// What is attached to a player's reports.
    pub enum Attachment {
        /// The board as a page of its own.
        Board = "board",
        /// Nothing but the record.
        Nothing = "none",
    }
}

/// A person who plays, leads or looks on.
#[derive(Debug, Clone, PartialEq)]
pub struct Player {
    /// The player's number.
    pub id: PlayerId,
    /// The name under which the player is addressed.
    pub name: String,
    /// The address to which mail goes.
    pub address: String,
    /// The player's time zone, if one was named.
    pub zone: Option<TimeZone>,
    /// The wished form of reports.
    pub report: ReportForm,
    /// What is attached to reports.
    pub attach: Attachment,
    /// When mail to this player last came back, unless something has come from there since.
    pub bounced_at: Option<Timestamp>,
}

/// People on the site.
pub trait People {
    /// Adds a player with a first address.
    fn add_player(
        &mut self,
        name: &str,
        address: &str,
        at: Timestamp,
    ) -> Result<PlayerId, StoreError>;

    /// Lets a player write from a further address.
    fn add_address(&mut self, player: PlayerId, address: &str) -> Result<(), StoreError>;

    /// Returns a player by number.
    fn player(&self, id: PlayerId) -> Result<Player, StoreError>;

    /// Returns the player who writes from an address. Addresses compare by their ASCII letters alone.
    fn player_at(&self, address: &str) -> Result<Option<Player>, StoreError>;

    /// Returns every address from which a player writes, the one that gets mail first.
    fn addresses(&self, player: PlayerId) -> Result<Vec<String>, StoreError>;

    /// Stores name, zone and wishes of a player; the addresses stay.
    fn update_player(&mut self, player: &Player) -> Result<(), StoreError>;
}
