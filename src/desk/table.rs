//! A match with everything that is needed to go on with it.

use crate::engine::{self, Seat, Viewer};
use crate::games::GameEntry;
use crate::record::SeatNumber;
use crate::report::model::{Heading, Party};
use crate::store::{self, Match as Row, MatchId, Role, Unit};

use super::{DeskError, Site, SiteError, rolls};

/// A match on the table: its row, its seats, its game as it stands.
pub struct Table {
    /// The match.
    pub row: Row,
    /// The seats that play, by number.
    pub players: Vec<store::Seat>,
    /// Everybody, game master and observers too.
    pub everybody: Vec<store::Seat>,
    /// The game.
    pub game: &'static GameEntry,
    /// The game as it stands at the stop.
    pub play: Box<dyn engine::Match>,
    /// The open stop, or the last one.
    pub stop: u64,
}

impl Table {
    /// Lays a match out.
    ///
    /// # Errors
    /// If there is no such match, or it cannot be gone on with.
    pub fn load(site: &Site, unit: &dyn Unit, id: &MatchId) -> Result<Self, DeskError> {
        let row = find(unit, id)?;
        if rolls::is_table(&row) {
            return Err(DeskError::refused(format!(
                "`{id}` is a table for dice: look at it with `tessera roll show {id}`"
            )));
        }
        let (stop, position) = unit.latest_position(id)?.ok_or_else(|| {
            DeskError::refused(format!(
                "match `{id}` has not started: not everybody has accepted"
            ))
        })?;
        Self::with_position(site, unit, row, stop, &position)
    }

    /// Lays a match out as it stood at a stop.
    ///
    /// # Errors
    /// If that stop has no position.
    pub fn load_at(
        site: &Site,
        unit: &dyn Unit,
        id: &MatchId,
        stop: u64,
    ) -> Result<Self, DeskError> {
        let row = find(unit, id)?;
        let position = unit
            .position(id, stop)?
            .ok_or_else(|| DeskError::refused(format!("match `{id}` has had no stop {stop}")))?;
        Self::with_position(site, unit, row, stop, &position)
    }

    fn with_position(
        site: &Site,
        unit: &dyn Unit,
        row: Row,
        stop: u64,
        position: &str,
    ) -> Result<Self, DeskError> {
        let game = game_of(site, &row)?;
        let options = unit.options(&row.id)?.into_iter().collect();
        let play = site.restore(game, &row.scenario, options, position)?;
        let everybody = unit.seats(&row.id)?;
        let players = players(&everybody);
        Ok(Self {
            row,
            players,
            everybody,
            game,
            play,
            stop,
        })
    }

    /// Returns the heading of the match's reports.
    pub fn heading(&self) -> Heading {
        let party = |seat: &store::Seat| Party {
            side: seat.side.clone().unwrap_or_default(),
            name: seat.name.clone(),
        };
        Heading {
            id: self.row.id.to_string(),
            game: self.game.key.to_owned(),
            title: self.game.title.to_owned(),
            scenario: self.row.scenario.clone(),
            parties: self.players.iter().map(party).collect(),
        }
    }

    /// Says whether what a seat has is kept from the host, since he plays another side and the match goes on.
    pub fn is_withheld(&self, seat: Seat) -> bool {
        let plays = self.players.iter().any(|player| player.host_plays);
        plays && !self.players[seat.index()].host_plays && self.play.ending().is_none()
    }

    /// Finds the seat of a side by its key or the beginning of it.
    ///
    /// # Errors
    /// If no side is called so.
    pub fn seat_of_side(&self, side: &str) -> Result<Seat, DeskError> {
        seat_of_side(&self.players, side)
    }

    /// Returns the number of a seat as the store and the log count.
    pub fn number(&self, seat: Seat) -> SeatNumber {
        self.players[seat.index()].number
    }

    /// Returns the seat of a number.
    pub fn seat(&self, number: SeatNumber) -> Option<Seat> {
        let index = self.players.iter().position(|seat| seat.number == number)?;
        Some(Seat(index as u8))
    }

    /// Returns all seats that play.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len() as u8).map(Seat)
    }

    /// Returns whose eyes a person of the match looks with.
    pub fn viewer(&self, person: &store::Seat) -> Viewer {
        match person.role {
            Role::Player => self
                .seat(person.number)
                .map_or(Viewer::Observer, Viewer::Seat),
            Role::GameMaster | Role::Observer => Viewer::Observer,
        }
    }
}

/// Finds the seat of a side by its key or the beginning of it.
pub(super) fn seat_of_side(players: &[store::Seat], side: &str) -> Result<Seat, DeskError> {
    let wanted = side.to_lowercase();
    let keys: Vec<&str> = players
        .iter()
        .filter_map(|seat| seat.side.as_deref())
        .collect();
    let mut fits = keys
        .iter()
        .enumerate()
        .filter(|(_, key)| key.starts_with(&wanted));
    match (fits.next(), fits.next()) {
        (Some((index, _)), None) if !wanted.is_empty() => Ok(Seat(index as u8)),
        _ => Err(DeskError::usage(format!(
            "no side is called `{side}`: there is {}",
            keys.join(", ")
        ))),
    }
}

/// Returns the seats that play, by number.
pub(super) fn players(everybody: &[store::Seat]) -> Vec<store::Seat> {
    everybody
        .iter()
        .filter(|seat| seat.role == Role::Player)
        .cloned()
        .collect()
}

/// Returns the game of a match.
pub(super) fn game_of(site: &Site, row: &Row) -> Result<&'static GameEntry, DeskError> {
    site.game(&row.game).ok_or_else(|| {
        DeskError::refused(format!(
            "this program does not know the game `{}`",
            row.game
        ))
    })
}

/// Finds a match that must be there.
pub(super) fn find(unit: &dyn Unit, id: &MatchId) -> Result<Row, DeskError> {
    unit.find_match(id)?.ok_or_else(|| {
        DeskError::refused(format!(
            "there is no match `{id}` here; `tessera status` lists them"
        ))
    })
}

/// Refuses to write anything in a match that must be recovered first: what is written now would contradict what
/// has left the site since the database was copied.
pub(super) fn refuse_stale(row: &Row) -> Result<(), DeskError> {
    if !row.needs_recover {
        return Ok(());
    }
    Err(DeskError::refused(format!(
        "match `{0}` takes nothing now: the database was put back from a copy, or does not fit the match's log; \
         `tessera recover {0}` compares them and brings the match up",
        row.id
    )))
}

/// Passes on what is wrong with a site as a refusal.
pub(super) fn refused(error: SiteError) -> DeskError {
    match error {
        SiteError::Store(error) => DeskError::Store(error),
        SiteError::Template(error) => DeskError::Template(error),
        SiteError::Key(error) => DeskError::refused(error.to_string()),
        SiteError::File { .. } => DeskError::refused(error.to_string()),
    }
}
