//! The file in which a player's tool keeps the secrets of one seat, and what it has seen and answered.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::SeatError;
use crate::ledger::block::{Join, Mode};
use crate::ledger::chain::{Chain, ChainId};
use crate::ledger::names::{GameName, Owner, PlayerName};
use crate::ledger::player::{PlayerMemory, PlayerSecrets};
use crate::ledger::secret::ChainSecret;
use crate::store::DiceMode;

/// Values in a player's chain; they cost nothing, and no match has more draws.
const CHAIN: u64 = 4_000;

/// What an invitation says of the seat that is to join.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invited {
    /// The name under which the log hashes the match.
    pub game: GameName,
    /// The seat.
    pub owner: Owner,
    /// The player's name in the log.
    pub name: PlayerName,
    /// The mode of the dice that was agreed on.
    pub dice: DiceMode,
}

impl Invited {
    /// Reads the line of an invitation that shows how to join.
    pub fn read(text: &str) -> Option<Self> {
        Some(Self {
            game: shown(text, "--game")?.parse().ok()?,
            owner: shown(text, "--seat")?.parse().ok()?,
            name: shown(text, "--name")?.parse().ok()?,
            dice: DiceMode::from_word(shown(text, "--dice")?)?,
        })
    }

    /// Reads from which draw on values are wanted, where a seat of a match that goes on is offered.
    pub fn first_draw(text: &str) -> Option<u64> {
        shown(text, "--from")?.parse().ok().filter(|draw| *draw > 0)
    }
}

/// Finds the value of an option in the line of an invitation that shows how to join.
fn shown<'a>(text: &'a str, option: &str) -> Option<&'a str> {
    let at = text.rfind("tessera seat join ")?;
    // A mail breaks the line where it must.
    let lines = text[at..].lines();
    let lines = lines.map(|line| line.trim_start_matches(['>', ' ']).trim_end());
    let mut words = lines
        .take_while(|line| !line.is_empty())
        .flat_map(str::split_whitespace);
    words.find(|word| *word == option)?;
    words.next()
}

/// The secrets of one seat in one match, and what its player must remember.
#[derive(Clone)]
pub struct SeatFile {
    /// What was agreed on.
    pub invited: Invited,
    /// What was seen and answered.
    pub memory: PlayerMemory,
    secret: ChainSecret,
    first: u64,
    has_chain: bool,
}

/// The file as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    game: String,
    seat: String,
    name: String,
    dice: String,
    chain_secret: String,
    first_draw: u64,
    gives_values: bool,
    memory: PlayerMemory,
}

impl SeatFile {
    /// Makes secrets of 32 random bytes, for draws from `first` on; without a chain the seat gives no values.
    pub fn new(invited: Invited, random: [u8; 32], first: u64, has_chain: bool) -> Self {
        Self {
            invited,
            memory: PlayerMemory::default(),
            secret: ChainSecret::new(random),
            first,
            has_chain,
        }
    }

    /// Tells whether both files are for the same seat on the same terms, whatever their secrets are.
    pub fn is_for_the_same(&self, other: &Self) -> bool {
        self.invited == other.invited
            && (self.first, self.has_chain) == (other.first, other.has_chain)
    }

    /// Returns the name of the file: one for each game and seat.
    pub fn name(&self) -> String {
        format!("{}.{}.json", self.invited.game, self.invited.owner)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Self, SeatError> {
        let wrong = |error: &dyn fmt::Display| SeatError::File(error.to_string());
        let written: Written = serde_json::from_str(text).map_err(|error| wrong(&error))?;
        let dice = DiceMode::from_word(&written.dice)
            .ok_or_else(|| SeatError::File(format!("`{}` is no mode", written.dice)))?;
        Ok(Self {
            invited: Invited {
                game: written.game.parse().map_err(|error| wrong(&error))?,
                owner: written.seat.parse().map_err(|error| wrong(&error))?,
                name: written.name.parse().map_err(|error| wrong(&error))?,
                dice,
            },
            memory: written.memory,
            secret: ChainSecret::from_hex(&written.chain_secret).map_err(|error| wrong(&error))?,
            first: written.first_draw,
            has_chain: written.gives_values,
        })
    }

    /// Writes the file, secrets included.
    pub fn to_text(&self) -> String {
        let written = Written {
            game: self.invited.game.to_string(),
            seat: self.invited.owner.to_string(),
            name: self.invited.name.to_string(),
            dice: self.invited.dice.word().to_owned(),
            chain_secret: hex::encode(self.secret.expose()),
            first_draw: self.first,
            gives_values: self.has_chain,
            memory: self.memory.clone(),
        };
        let mut text = serde_json::to_string_pretty(&written).expect("the file is plain data");
        text.push('\n');
        text
    }

    /// Returns the player with his secrets, as the protocol knows him.
    pub fn secrets(&self) -> PlayerSecrets {
        let id = ChainId {
            game: self.invited.game.clone(),
            owner: self.invited.owner,
        };
        let chain = Chain::new(id, self.first, CHAIN, self.secret.clone());
        PlayerSecrets {
            game: self.invited.game.clone(),
            owner: self.invited.owner,
            chain: self.has_chain.then_some(chain),
            master: None,
        }
    }

    /// Returns the JOIN of the seat.
    pub fn join(&self) -> Join {
        self.secrets().join(self.invited.name.clone())
    }

    /// Says whether a log is kept in the mode that was agreed on.
    pub fn agreed_on(&self, mode: Mode) -> bool {
        matches!(
            (self.invited.dice, mode),
            (DiceMode::Casual, Mode::Casual)
                | (DiceMode::Chain, Mode::Chain)
                | (DiceMode::Beacon, Mode::Beacon { .. })
        )
    }
}

// The secret must not get into a log by a stray print.
impl fmt::Debug for SeatFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SeatFile({}, ..)", self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invited() -> Invited {
        let line =
            "> tessera seat join --game chalons-0badcafe --seat 2\n>   --name bruno --dice chain";
        Invited::read(&format!("Make yours:\n\n{line}\n\nnothing --dice casual")).unwrap()
    }

    #[test]
    fn an_invitation_tells_everything_that_joining_needs() {
        let invited = invited();
        assert_eq!(invited.game.as_str(), "chalons-0badcafe");
        assert_eq!(invited.owner.number(), 2);
        assert_eq!(invited.dice, DiceMode::Chain);
        let line = "    tessera seat join --game x-0badcafe --dice chain\n    --from 7\n\n--from 9";
        assert_eq!(Invited::first_draw(line), Some(7));
        assert_eq!(Invited::first_draw("tessera seat join --from 0"), None);
        assert_eq!(
            Invited::read("tessera seat join --game chalons-0badcafe"),
            None
        );
        assert_eq!(Invited::read("you are invited"), None);
    }

    #[test]
    fn a_file_is_read_as_it_was_written_and_prints_no_secret() {
        let mut file = SeatFile::new(invited(), [0xab; 32], 1, true);
        file.memory
            .answered
            .insert(3, crate::ledger::hash::Hash::ZERO);
        let again = SeatFile::read(&file.to_text()).unwrap();
        assert_eq!(again.join(), file.join());
        assert_eq!(again.memory, file.memory);
        assert_eq!(again.to_text(), file.to_text());
        assert!(!format!("{file:?}").contains("abab"));
        assert!(matches!(SeatFile::read("{}"), Err(SeatError::File(_))));
    }
}
