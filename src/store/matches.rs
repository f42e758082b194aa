//! Matches and their seats.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;

use super::words::words;
use super::{PlayerId, StoreError};
use crate::record::SeatNumber;
use crate::schedule::{Lapse, Policy};

/// The name of a match: what stands in subjects and addresses.
///
/// One to twenty small letters, digits and hyphens, of which the first is a letter; it also names files.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(String);

impl MatchId {
    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why a text is no name of a match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no name of a match: up to 20 small letters, digits and `-`, first a letter")]
pub struct MatchIdError(String);

impl FromStr for MatchId {
    type Err = MatchIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        let good = text.len() <= 20
            && text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.bytes().all(known);
        if good {
            Ok(Self(text.to_owned()))
        } else {
            Err(MatchIdError(text.to_owned()))
        }
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

words! {
    /// How far a match has come.
    pub enum Life {
        /// Players are invited and have not all accepted.
        Inviting = "inviting",
        /// It waits at a stop, or runs.
        Running = "running",
        /// A draw is locked and waits for values.
        Locked = "locked",
        /// It is over.
        Finished = "finished",
    }
}

words! {
    /// The mode of the dice protocol.
    pub enum DiceMode {
        /// Dice at once.
        Casual = "casual",
        /// Orders are locked before the values are given.
        Chain = "chain",
        /// The values come from a public beacon.
        Beacon = "beacon",
    }
}

words! {
    /// What somebody in a match does there.
    pub enum Role {
        /// Plays a side.
        Player = "player",
        /// Leads the match.
        GameMaster = "gm",
        /// Looks on.
        Observer = "observer",
    }
}

/// A match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// Its name.
    pub id: MatchId,
    /// The key of its game.
    pub game: String,
    /// Its scenario.
    pub scenario: String,
    /// The version of the rules by which it is played.
    pub rules_version: u32,
    /// The name under which the dice log hashes it.
    pub log_name: String,
    /// The mode of its dice.
    pub dice: DiceMode,
    /// How many seconds lie at least between a LOCK and its beacon round, where the mode has rounds.
    pub margin: u64,
    /// How far it has come.
    pub life: Life,
    /// How long seats have for their answers.
    pub deadline: Policy,
    /// How long a run waits after the last orders.
    pub grace: Lapse,
    /// When seats are reminded before a deadline.
    pub reminders: Vec<Lapse>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When its first run was.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub finished_at: Option<Timestamp>,
    /// Whether it must be recovered before it takes orders again.
    pub needs_recover: bool,
}

/// A person's place in a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// Its number.
    pub number: SeatNumber,
    /// What its owner does.
    pub role: Role,
    /// The side a player plays.
    pub side: Option<String>,
    /// The owner's name in record and dice log, one word.
    pub name: String,
    /// The owner, if the seat is not vacant.
    pub player: Option<PlayerId>,
    /// Whether the host plays this seat.
    pub host_plays: bool,
    /// When the owner accepted the match with its options.
    pub accepted_at: Option<Timestamp>,
    /// Whether the owner accepted that the host plays.
    pub accepted_host: bool,
    /// The last line of the record that this seat has been sent, or that was passed over for it.
    pub record_mailed: u64,
}

/// Matches on the site.
pub trait Matches {
    /// Adds a match with its options and seats.
    fn add_match(
        &mut self,
        new: &Match,
        options: &BTreeMap<String, String>,
        seats: &[Seat],
    ) -> Result<(), StoreError>;

    /// Returns a match by name, or nothing if there is none.
    fn find_match(&self, id: &MatchId) -> Result<Option<Match>, StoreError>;

    /// Returns a match that must be there.
    fn the_match(&self, id: &MatchId) -> Result<Match, StoreError> {
        self.find_match(id)?.ok_or_else(|| StoreError::Missing {
            what: format!("match `{id}`"),
        })
    }

    /// Returns all matches that have come as far as `life`, by name.
    fn matches(&self, life: Life) -> Result<Vec<Match>, StoreError>;

    /// Notes how far a match has come; the first time it runs and its end are dated.
    fn set_life(&mut self, id: &MatchId, life: Life, at: Timestamp) -> Result<(), StoreError>;

    /// Changes the deadline of a match, for stops to come.
    fn set_deadline_policy(&mut self, id: &MatchId, deadline: &Policy) -> Result<(), StoreError>;

    /// Moves a match to another version of its rules.
    fn set_rules_version(&mut self, id: &MatchId, version: u32) -> Result<(), StoreError>;

    /// Notes that a match takes no orders until it is recovered, or that it does again.
    fn set_needs_recover(&mut self, id: &MatchId, needs: bool) -> Result<(), StoreError>;

    /// Returns the options of a match.
    fn options(&self, id: &MatchId) -> Result<BTreeMap<String, String>, StoreError>;

    /// Replaces the options of a match; whoever had accepted the old ones has not accepted these.
    fn set_options(
        &mut self,
        id: &MatchId,
        options: &BTreeMap<String, String>,
    ) -> Result<(), StoreError>;

    /// Returns the seats of a match, by number.
    fn seats(&self, id: &MatchId) -> Result<Vec<Seat>, StoreError>;

    /// Returns the seat of a number, or nothing if there is none.
    fn seat(&self, id: &MatchId, number: SeatNumber) -> Result<Option<Seat>, StoreError>;

    /// Adds a seat to a match that exists.
    fn add_seat(&mut self, id: &MatchId, seat: &Seat) -> Result<(), StoreError>;

    /// Stores a seat's name, owner, acceptance and mailed lines; number, role and side stay.
    fn update_seat(&mut self, id: &MatchId, seat: &Seat) -> Result<(), StoreError>;

    /// Returns every seat of a player, by match.
    fn seats_of(&self, player: PlayerId) -> Result<Vec<(MatchId, Seat)>, StoreError>;
}
