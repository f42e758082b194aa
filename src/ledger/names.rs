//! Names and numbers that stand in blocks: the game, its seats, the owners of secrets, scopes.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// Why a name, a number or a scope was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// The name of a game has another form.
    #[error("`{0}` is no name of a game: use 8 to 40 characters of a-z, 0-9 and `-`")]
    Game(String),
    /// The seat has another form.
    #[error("`{0}` is no seat: seats are numbered from 1 to 99")]
    Seat(String),
    /// The owner has another form.
    #[error("`{0}` is no owner: write 0 for the host, or a seat from 1 to 99")]
    Owner(String),
    /// The player's name has another form.
    #[error(
        "`{0}` is no name of a player: use 1 to 24 characters of A-Z, a-z, 0-9, `.`, `_` and `-`, but not the word host"
    )]
    Player(String),
    /// The hidden scope has another form.
    #[error(
        "`{0}` is no hidden scope: write `h.name` or `s1.name`, the name 1 to 20 characters of a-z, 0-9 and `.`"
    )]
    Scope(String),
}

/// Reads a decimal number without leading zeros of at most 15 digits.
pub fn read_number(text: &str) -> Option<u64> {
    let digits = text.as_bytes();
    let plain = (1..=15).contains(&digits.len())
        && digits.iter().all(u8::is_ascii_digit)
        && (digits[0] != b'0' || digits.len() == 1);
    plain.then(|| text.parse().ok()).flatten()
}

/// The name of a game: it enters every chain and seal, so that nothing serves in two games.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameName(String);

impl GameName {
    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the bytes that are hashed.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl FromStr for GameName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let good = (8..=40).contains(&text.len())
            && text
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        if good {
            Ok(Self(text.into()))
        } else {
            Err(NameError::Game(text.into()))
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The number of a seat, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The highest number a seat may have.
    pub const MAX: u8 = 99;

    /// Makes a seat of a number from 1 to 99.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::MAX {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Returns the number.
    pub const fn number(self) -> u64 {
        self.0 as u64
    }

    /// Returns the place of the seat in a list of all seats.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Returns all seats of a game with so many of them.
    pub fn first(seats: usize) -> impl Iterator<Item = Self> + Clone {
        (1..=Self::MAX).take(seats).map(Self)
    }
}

impl FromStr for Seat {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        read_number(text)
            .and_then(|n| u8::try_from(n).ok())
            .and_then(Self::new)
            .ok_or_else(|| NameError::Seat(text.into()))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Who owns a chain or a hidden master: the host or a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// The host, number 0.
    Host,
    /// The player of a seat.
    Seat(Seat),
}

impl Owner {
    /// Returns 0 for the host, else the number of the seat.
    pub const fn number(self) -> u64 {
        match self {
            Self::Host => 0,
            Self::Seat(seat) => seat.number(),
        }
    }

    /// Returns the seat, if it is not the host.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Host => None,
            Self::Seat(seat) => Some(seat),
        }
    }
}

impl From<Seat> for Owner {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

impl FromStr for Owner {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        if text == "0" {
            return Ok(Self::Host);
        }
        text.parse()
            .map(Self::Seat)
            .map_err(|_: NameError| NameError::Owner(text.into()))
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// The name of a player, one word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerName(String);

impl PlayerName {
    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PlayerName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let good = (1..=24).contains(&text.len())
            && text
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b))
            && text != "host";
        if good {
            Ok(Self(text.into()))
        } else {
            Err(NameError::Player(text.into()))
        }
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A scope of hidden draws: whose secret it uses, and a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scope {
    text: String,
    owner: Owner,
}

impl Scope {
    /// Returns the owner of the secret that the scope uses.
    pub fn owner(&self) -> Owner {
        self.owner
    }

    /// Returns the whole scope as text, as it is hashed.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl FromStr for Scope {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let wrong = || NameError::Scope(text.into());
        let (owner, name) = text.split_once('.').ok_or_else(wrong)?;
        let owner = match owner.strip_prefix('s') {
            Some(seat) => Owner::Seat(seat.parse().map_err(|_: NameError| wrong())?),
            None if owner == "h" => Owner::Host,
            None => return Err(wrong()),
        };
        let good = (1..=20).contains(&name.len())
            && name
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'.');
        if good {
            Ok(Self {
                text: text.into(),
                owner,
            })
        } else {
            Err(wrong())
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_spelling() {
        assert_eq!(read_number("0"), Some(0));
        assert_eq!(read_number("999999999999999"), Some(999_999_999_999_999));
        for bad in [
            "",
            "00",
            "01",
            "+1",
            "-1",
            " 1",
            "1 ",
            "1a",
            "1000000000000000",
        ] {
            assert_eq!(read_number(bad), None, "{bad}");
        }
    }

    #[test]
    fn games_and_players_have_their_forms() {
        assert!("demo-chain-5f3c9a17".parse::<GameName>().is_ok());
        for bad in ["short-1", "Demo-chain-1", "demo_chain_1", &"a".repeat(41)] {
            assert!(bad.parse::<GameName>().is_err(), "{bad}");
        }
        assert!("Anna.B_c-3".parse::<PlayerName>().is_ok());
        for bad in ["", "host", "two words", "Jörg", &"a".repeat(25)] {
            assert!(bad.parse::<PlayerName>().is_err(), "{bad}");
        }
    }

    #[test]
    fn seats_and_scopes_name_their_owner() {
        assert_eq!("0".parse(), Ok(Owner::Host));
        assert_eq!("12".parse::<Owner>().map(Owner::number), Ok(12));
        assert!("0".parse::<Seat>().is_err());
        assert!("100".parse::<Seat>().is_err());
        assert_eq!(
            "h.deck".parse::<Scope>().map(|s| s.owner()),
            Ok(Owner::Host)
        );
        assert_eq!(
            "s2.hand.1".parse::<Scope>().map(|s| s.owner().number()),
            Ok(2)
        );
        for bad in [
            "h",
            "h.",
            "s.x",
            "s0.x",
            "s01.x",
            "x.y",
            "h.Deck",
            "s1.a23456789012345678901",
        ] {
            assert!(bad.parse::<Scope>().is_err(), "{bad}");
        }
    }
}
