//! What the lines of each kind say, with keys in the order in which they are written.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Kind, SeatNumber};

/// The body of a line: what follows `n`, `kind`, `for` and `draw` or `stop`.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Body {
    /// What is played, by whom, under which options.
    Match(MatchBody),
    /// An entry of the dice log.
    Entry(EntryBody),
    /// A seat's text in force.
    Orders(OrdersBody),
    /// Something the engine was told beside the orders.
    Input(InputBody),
    /// What everybody witnessed.
    Public(PublicBody),
    /// What one seat witnessed.
    Private(PrivateBody),
    /// Secrets of one owner.
    Secret(SecretBody),
}

impl Body {
    /// Returns the kind of line that has this body.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Match(_) => Kind::Match,
            Self::Entry(_) => Kind::Entry,
            Self::Orders(_) => Kind::Orders,
            Self::Input(_) => Kind::Input,
            Self::Public(_) => Kind::Public,
            Self::Private(_) => Kind::Private,
            Self::Secret(_) => Kind::Secret,
        }
    }

    /// Reads the body of a whole line of `kind`.
    pub(super) fn read(kind: Kind, line: &str) -> Result<Self, serde_json::Error> {
        Ok(match kind {
            Kind::Match => Self::Match(serde_json::from_str(line)?),
            Kind::Entry => Self::Entry(serde_json::from_str(line)?),
            Kind::Orders => Self::Orders(serde_json::from_str(line)?),
            Kind::Input => Self::Input(serde_json::from_str(line)?),
            Kind::Public => Self::Public(serde_json::from_str(line)?),
            Kind::Private => Self::Private(serde_json::from_str(line)?),
            Kind::Secret => Self::Secret(serde_json::from_str(line)?),
        })
    }
}

/// The draw or the stop to which a line belongs; a run without dice belongs to its stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum At {
    /// A draw of dice.
    Draw(u64),
    /// A stop.
    Stop(u64),
}

/// What is played, by whom, under which options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct MatchBody {
    /// The version of the record's form; 1.
    pub format: u32,
    /// The key of the game.
    pub game: String,
    /// The version of the game's rules by which the match is played.
    pub rules_version: u32,
    /// The scenario.
    pub scenario: String,
    /// The options by name.
    pub options: BTreeMap<String, String>,
    /// The seats in the order of their numbers, by name and without addresses.
    pub seats: Vec<SeatLine>,
}

/// A seat as the record names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatLine {
    /// Its number.
    pub seat: SeatNumber,
    /// The side it plays.
    pub side: String,
    /// The player's name in the dice log.
    pub name: String,
}

/// An entry of the dice log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EntryBody {
    /// The entry's bytes.
    pub entry: String,
}

/// A seat's text in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OrdersBody {
    /// The seat.
    pub seat: SeatNumber,
    /// The nonce of the seal, 64 hex digits; absent where nothing was sealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// The lines in their canonical form.
    pub lines: Vec<String>,
}

/// Something the engine was told beside the orders.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct InputBody {
    /// Whose word it was.
    pub input: InputKind,
    /// What the engine was told.
    pub told: Box<RawValue>,
}

/// Whose word an input was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum InputKind {
    /// A deadline passed.
    Timeout,
    /// The game master acted.
    Gm,
    /// A seat was filled anew.
    Seat,
    /// A player went away for some days.
    Vacation,
}

impl InputKind {
    /// Every kind of input.
    pub const ALL: [Self; 4] = [Self::Timeout, Self::Gm, Self::Seat, Self::Vacation];

    /// Returns the word written under `input`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::Gm => "gm",
            Self::Seat => "seat",
            Self::Vacation => "vacation",
        }
    }

    /// Returns the kind that is written as `word`.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// What everybody witnessed.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PublicBody {
    /// The events, in order.
    pub events: Box<RawValue>,
    /// The state as everybody may see it.
    pub view: Box<RawValue>,
    /// The draw whose line this one replaces.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub corrects: Option<u64>,
}

/// What one seat witnessed.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PrivateBody {
    /// The seat.
    pub seat: SeatNumber,
    /// The events it witnessed, in order.
    pub events: Box<RawValue>,
    /// The state as it may see it.
    pub view: Box<RawValue>,
}

/// Secrets of one owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SecretBody {
    /// The secrets, in the order in which they arose.
    pub secrets: Vec<Secret>,
}

/// One secret value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Secret {
    /// What it is.
    pub what: SecretKind,
    /// The draw to which it belongs; a master belongs to none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub draw: Option<u64>,
    /// The scope of a hidden key.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub scope: Option<String>,
    /// The value, 64 hex digits.
    pub value: String,
}

/// What a secret value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SecretKind {
    /// A hidden master.
    Master,
    /// The key of a hidden draw: what its owner's rolls follow from.
    Key,
    /// The nonce of a seal.
    Nonce,
}
