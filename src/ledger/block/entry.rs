//! The entries of a log, typed.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    str::FromStr,
};

use crate::ledger::{
    dice::{Faces, Label, Spec},
    hash::Hash,
    names::{GameName, Owner, PlayerName, Scope, Seat, read_number},
    secret::HiddenMaster,
    seed::Give,
    text::Text,
    time::Time,
};

/// One entry of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number, as it states it.
    pub number: u64,
    /// The head of the entry before it, as it states it.
    pub prev: Hash,
    /// The time that the host claims.
    pub time: Time,
    /// What it says.
    pub body: Body,
}

/// What an entry says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// The start: game, mode, anchors, seats.
    Genesis(Genesis),
    /// Opens a draw: sealed orders, plan of rolls.
    Lock(Lock),
    /// Closes a draw with its values, seed and rolls.
    Report(Report),
    /// Closes a draw without dice.
    Void(Void),
    /// Withdraws results or announces new rolls.
    Correct(Correct),
    /// Gives a seat, or the part of the host, to somebody.
    Seat(SeatChange),
    /// Opens hidden masters and lists their results.
    Disclose(Disclose),
    /// Free text, and the few lines that mean something.
    Note(Vec<Text>),
}

/// How dice are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Everything in one mail each way.
    Casual,
    /// LOCK first, then everybody's values.
    Chain,
    /// A drand round named in the LOCK.
    Beacon {
        /// How many seconds before its round a LOCK must be dated.
        margin: u64,
    },
}

impl Mode {
    /// Returns the word in GENESIS.
    pub fn word(self) -> &'static str {
        match self {
            Self::Casual => "casual",
            Self::Chain => "chain",
            Self::Beacon { .. } => "beacon",
        }
    }

    /// Says whether a drand round makes the dice.
    pub fn is_beacon(self) -> bool {
        matches!(self, Self::Beacon { .. })
    }
}

/// What later entries are read by: the mode, and how many seats there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The mode.
    pub mode: Mode,
    /// The number of seats.
    pub seats: usize,
}

/// GENESIS: what all parties agreed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genesis {
    /// The name of the game.
    pub game: GameName,
    /// The mode.
    pub mode: Mode,
    /// The hash of the rules in force.
    pub rules: Hash,
    /// The host's anchor.
    pub host: Option<Hash>,
    /// The commitment to the host's hidden master.
    pub hide: Option<Hash>,
    /// The seats, from 1.
    pub seats: Vec<Party>,
    /// The last head of an earlier log that this one continues.
    pub after: Option<Hash>,
}

impl Genesis {
    /// Returns what later entries are read by.
    pub fn terms(&self) -> Terms {
        Terms {
            mode: self.mode,
            seats: self.seats.len(),
        }
    }
}

/// Who plays a seat, and who does it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// The player's name.
    pub name: PlayerName,
    /// Whether the host plays this seat.
    pub played_by: Player,
    /// The anchor of the seat's chain.
    pub anchor: Option<Hash>,
    /// The commitment to the seat's hidden master.
    pub hide: Option<Hash>,
}

/// Whether a seat is played by the host or by somebody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Player {
    /// By the host himself, who can read what the other seats file.
    Host,
    /// By another person.
    Other,
}

/// LOCK: opens a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// The number of the draw.
    pub draw: u64,
    /// The seal of each seat, seat 1 first.
    pub seals: Vec<LockSeal>,
    /// The planned rolls.
    pub plan: Vec<Planned>,
    /// The planned hidden rolls.
    pub hidden_plan: Vec<HiddenPlanned>,
    /// The drand round, in beacon mode.
    pub round: Option<u64>,
}

impl Lock {
    /// Says whether any roll, open or hidden, was planned.
    pub fn has_plan(&self) -> bool {
        !self.plan.is_empty() || !self.hidden_plan.is_empty()
    }
}

/// What a LOCK says of a seat's orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockSeal {
    /// They are sealed.
    Sealed(Hash),
    /// There is nothing to seal.
    Nothing,
    /// They are sent after the LOCK.
    Later,
}

/// Whether a planned roll must be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It must.
    Due,
    /// It is made or not, as the rules say.
    Maybe,
}

/// A planned roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planned {
    /// Its label.
    pub label: Label,
    /// What is rolled.
    pub spec: Spec,
    /// Whether it must be made.
    pub need: Need,
}

/// A planned hidden roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenPlanned {
    /// Its scope.
    pub scope: Scope,
    /// The roll.
    pub roll: Planned,
}

/// REPORT: closes a draw with its dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The number of the draw.
    pub draw: u64,
    /// The host's value.
    pub host: Option<Hash>,
    /// What each seat gave, seat 1 first.
    pub gives: Vec<Give>,
    /// The heads that seats acknowledged.
    pub acks: BTreeMap<Seat, Hash>,
    /// The seals of orders that came after the LOCK.
    pub seals: BTreeMap<Seat, Hash>,
    /// The round and its signature, in beacon mode.
    pub beacon: Option<Beacon>,
    /// The stated seed.
    pub seed: Hash,
    /// The rolls.
    pub rolls: Vec<Rolled>,
    /// The hidden rolls.
    pub hidden_rolls: Vec<HiddenRolled>,
    /// The commitments to the hidden seeds of host scopes.
    pub hidden_keys: BTreeMap<Scope, Hash>,
    /// The hash of the published state.
    pub state: Hash,
}

/// A drand round and its signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beacon {
    /// The round.
    pub round: u64,
    /// The signature as it stands, checked elsewhere.
    pub signature: Signature,
}

/// The 48 bytes of a signature.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Signature(pub [u8; 48]);

impl Signature {
    /// Returns drand's randomness of the round: SHA-256 of the signature.
    pub fn randomness(&self) -> Hash {
        Hash::sha256(&self.0)
    }
}

impl FromStr for Signature {
    type Err = hex::FromHexError;

    fn from_str(text: &str) -> Result<Self, hex::FromHexError> {
        if let Some((index, c)) = text.char_indices().find(|(_, c)| c.is_ascii_uppercase()) {
            return Err(hex::FromHexError::InvalidHexCharacter { c, index });
        }
        let mut bytes = [0; 48];
        hex::decode_to_slice(text, &mut bytes)?;
        Ok(Self(bytes))
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A roll and what the REPORT says it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// Its label.
    pub label: Label,
    /// What was rolled.
    pub spec: Spec,
    /// The stated results.
    pub results: Results,
}

/// A hidden roll, without results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenRolled {
    /// Its scope.
    pub scope: Scope,
    /// Its label.
    pub label: Label,
    /// What was rolled.
    pub spec: Spec,
}

/// Results as a block states them, right or wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results(String);

impl Results {
    /// Says whether the stated results are these faces.
    pub fn are(&self, faces: &Faces) -> bool {
        // Rolls are verified by the million: numbers are read, which is faster than writing them.
        let mut stated = self.0.split(',').map(read_number);
        faces
            .as_slice()
            .iter()
            .all(|face| stated.next() == Some(Some(u64::from(*face))))
            && stated.next().is_none()
    }
}

impl From<&Faces> for Results {
    fn from(faces: &Faces) -> Self {
        Self(faces.to_string())
    }
}

impl FromStr for Results {
    type Err = NotResults;

    fn from_str(text: &str) -> Result<Self, NotResults> {
        let good = text.split(',').all(|face| read_number(face).is_some());
        if good {
            Ok(Self(text.into()))
        } else {
            Err(NotResults)
        }
    }
}

/// Why a text is not a list of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a list of results: write decimal numbers joined by commas")]
pub struct NotResults;

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// VOID: closes a draw without dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Void {
    /// The number of the draw.
    pub draw: u64,
    /// The reason.
    pub why: Text,
    /// The seats that agreed, says the host.
    pub agree: BTreeSet<Seat>,
    /// The seats that were silent.
    pub absent: BTreeSet<Seat>,
}

/// CORRECT: withdraws results or announces new rolls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correct {
    /// The entry of the corrected REPORT.
    pub report: Option<u64>,
    /// The reason.
    pub why: Text,
    /// The base labels and specs that are rolled again in the next draw.
    pub again: Vec<(Label, Spec)>,
    /// The draws whose results are withdrawn.
    pub undo: Vec<u64>,
    /// The seats that agreed, says the host.
    pub agree: BTreeSet<Seat>,
}

impl Correct {
    /// Returns the labels and specs of the rolls that become due, if they all fit.
    pub fn fixes(&self) -> Option<Vec<(Label, Spec)>> {
        let fix = |(label, spec): &(Label, Spec)| Some((label.fix(self.report?).ok()?, *spec));
        self.again.iter().map(fix).collect()
    }
}

/// SEAT: somebody takes over a seat, or the part of the host, with a chain of his own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatChange {
    /// The seat, or the host.
    pub owner: Owner,
    /// Who plays from now on; without a commitment the earlier one stays.
    pub party: Party,
    /// The next draw.
    pub from: u64,
    /// The reason.
    pub why: Text,
}

/// DISCLOSE: opens hidden masters and lists their results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disclose {
    /// The masters and their owners.
    pub masters: Vec<(Owner, HiddenMaster)>,
    /// The results of hidden rolls.
    pub results: Vec<HiddenResult>,
}

/// The result of a hidden roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenResult {
    /// The draw it belongs to.
    pub draw: u64,
    /// The roll.
    pub roll: HiddenRolled,
    /// The stated results.
    pub results: Results,
}

/// A line of a NOTE that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The seal of the host's own orders, made before a stop asked several seats.
    Early {
        /// The stop.
        stop: u64,
        /// The seal, made for the draw that is locked next.
        seal: Hash,
    },
    /// A run of the match needed no dice.
    Run {
        /// The stop it ended.
        stop: u64,
        /// The hash of the run's public line.
        public: Hash,
    },
    /// The match is over.
    Finished,
}

impl Mark {
    /// Reads a line of a NOTE; free text gives none.
    pub fn read(text: &Text) -> Option<Self> {
        let words: Vec<&str> = text.as_str().split(' ').collect();
        match words[..] {
            ["early", stop, seal] => Some(Self::Early {
                stop: read_number(stop)?,
                seal: seal.parse().ok()?,
            }),
            ["run", stop, public] => Some(Self::Run {
                stop: read_number(stop)?,
                public: public.parse().ok()?,
            }),
            ["finished"] => Some(Self::Finished),
            _ => None,
        }
    }

    /// Returns the line of the NOTE.
    pub fn text(&self) -> Text {
        let line = match self {
            Self::Early { stop, seal } => format!("early {stop} {seal}"),
            Self::Run { stop, public } => format!("run {stop} {public}"),
            Self::Finished => "finished".to_owned(),
        };
        line.parse()
            .expect("words, numbers and hashes are plain text")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_lines_of_a_note_mean_something() {
        for mark in [
            Mark::Finished,
            Mark::Early {
                stop: 4,
                seal: Hash::ZERO,
            },
            Mark::Run {
                stop: 4,
                public: Hash::ZERO,
            },
        ] {
            assert_eq!(Mark::read(&mark.text()), Some(mark));
        }
        for free in [
            "finished.",
            "we finished",
            "early 4 abc",
            "run 04 x",
            "Finished",
        ] {
            assert_eq!(Mark::read(&free.parse().unwrap()), None, "{free}");
        }
    }

    #[test]
    fn results_have_one_spelling_but_may_be_wrong() {
        assert!("6,0,999999999999999".parse::<Results>().is_ok());
        for bad in ["", "1,", ",1", "1, 2", "01", "-1", "1;2"] {
            assert_eq!(bad.parse::<Results>(), Err(NotResults), "{bad}");
        }
        let stated: Results = "6,1".parse().unwrap();
        assert!(stated.are(&Faces::new(vec![6, 1])));
        for other in [vec![6], vec![6, 2], vec![6, 1, 1], vec![]] {
            assert!(!stated.are(&Faces::new(other.clone())), "{other:?}");
        }
    }
}
