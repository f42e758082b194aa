//! What a game master decides beside the play: seats that pass to somebody else, reports that wait for him.

use super::{MatchId, PlayerId, StoreError};
use crate::record::SeatNumber;

/// A seat that somebody is asked to take over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatOffer {
    /// The seat.
    pub seat: SeatNumber,
    /// Who is asked.
    pub player: PlayerId,
    /// The name that record and dice log would give him.
    pub name: String,
    /// Why the seat passes to somebody else.
    pub why: String,
    /// The first draw for which values of his own would count.
    pub from_draw: u64,
    /// The bytes of the JOIN with which he has accepted, once he has.
    pub joined: Option<Vec<u8>>,
}

/// What a game master decides beside the play: seats that pass to somebody else, reports that wait for him.
pub trait Leading {
    /// Offers a seat, in place of an earlier offer of it.
    fn offer_seat(&mut self, id: &MatchId, offer: &SeatOffer) -> Result<(), StoreError>;

    /// Returns the offers that stand in a match, by seat.
    fn seat_offers(&self, id: &MatchId) -> Result<Vec<SeatOffer>, StoreError>;

    /// Takes the offer of a seat back, if one stands.
    fn withdraw_offer(&mut self, id: &MatchId, seat: SeatNumber) -> Result<(), StoreError>;

    /// Notes that the reports of the run which led to a stop wait for the game master.
    fn hold_report(&mut self, id: &MatchId, stop: u64) -> Result<(), StoreError>;

    /// Returns the stops whose reports wait, in order.
    fn held_reports(&self, id: &MatchId) -> Result<Vec<u64>, StoreError>;

    /// Notes that no report of a match waits any more.
    fn release_reports(&mut self, id: &MatchId) -> Result<(), StoreError>;

    /// Removes what belonged to the person at a seat and not to the seat: helpers, vacations, and at the open
    /// stop orders, consents and deadlines.
    fn clear_seat(&mut self, id: &MatchId, seat: SeatNumber, stop: u64) -> Result<(), StoreError>;
}
