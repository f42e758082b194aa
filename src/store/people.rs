//! People: players, their addresses and wishes about mails.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::words::words;
use super::{MatchId, StoreError};
use crate::record::SeatNumber;
use crate::schedule::Language;

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
    /// The language of weekdays and times.
    pub language: Language,
    /// When mail to this player last came back, unless something has come from there since.
    pub bounced_at: Option<Timestamp>,
}

/// Somebody beside the owner who gets a seat's mails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Helper {
    /// The address.
    pub address: String,
    /// Whether he may order for the seat; else he reads along.
    pub may_order: bool,
    /// Until when he helps, if that ends by itself.
    pub until: Option<Timestamp>,
}

/// A further address that a player has asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressWish {
    /// The address.
    pub address: String,
    /// When it was asked for.
    pub asked_at: Timestamp,
    /// Whether it was confirmed from where the player's mail goes now.
    pub at_old: bool,
    /// Whether it was confirmed from the address itself.
    pub at_new: bool,
    /// Whether either end has declined.
    pub declined: bool,
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

    /// Takes an address away from a player; it must not be the one that gets mail.
    fn remove_address(&mut self, player: PlayerId, address: &str) -> Result<(), StoreError>;

    /// Lets mail to a player go to another one of his addresses.
    fn set_first_address(&mut self, player: PlayerId, address: &str) -> Result<(), StoreError>;

    /// Returns the further addresses that a player has asked for and that do not count yet.
    fn address_wishes(&self, player: PlayerId) -> Result<Vec<AddressWish>, StoreError>;

    /// Notes such a wish, in place of what was noted of that address before.
    fn set_address_wish(&mut self, player: PlayerId, wish: &AddressWish) -> Result<(), StoreError>;

    /// Removes such a wish.
    fn remove_address_wish(&mut self, player: PlayerId, address: &str) -> Result<(), StoreError>;

    /// Removes every wish that is no younger than this.
    fn end_address_wishes(&mut self, asked_until: Timestamp) -> Result<(), StoreError>;

    /// Returns where mails of a player came from: the name of the source and that of the delivery, by source.
    fn deliveries_of(&self, player: PlayerId) -> Result<Vec<(String, String)>, StoreError>;

    /// Removes the name and the addresses of a player, his place at every seat, and the bytes of all mails from
    /// and to these seats.
    fn forget_player(&mut self, player: PlayerId) -> Result<(), StoreError>;

    /// Returns those who help at a seat.
    fn helpers(&self, id: &MatchId, seat: SeatNumber) -> Result<Vec<Helper>, StoreError>;

    /// Lets somebody help at a seat, in place of what was said of that address before.
    fn set_helper(
        &mut self,
        id: &MatchId,
        seat: SeatNumber,
        helper: &Helper,
    ) -> Result<(), StoreError>;

    /// Sends those away who may order for a seat that they do not own.
    fn remove_deputies(&mut self, id: &MatchId, seat: SeatNumber) -> Result<(), StoreError>;

    /// Sends every helper away whose time is over.
    fn end_helpers(&mut self, now: Timestamp) -> Result<(), StoreError>;
}
