//! The seed of a draw: nothing that anybody can still choose goes into it.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::ledger::hash::{Hash, h};

/// What a seat contributes to a draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Give {
    /// Nothing.
    #[default]
    Nothing,
    /// The value of its chain.
    Value(Hash),
    /// A phrase, in casual mode.
    Phrase(Phrase),
}

impl Give {
    /// Returns the bytes that enter the seed.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Nothing => Vec::new(),
            Self::Value(value) => [b"c", value.as_ref()].concat(),
            Self::Phrase(phrase) => [b"p", phrase.as_str().as_bytes()].concat(),
        }
    }
}

/// A phrase of a player: at most 60 characters, single blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase(String);

/// Why a phrase was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "not a phrase: use 1 to 60 characters of A-Z, a-z, 0-9, `.`, `,`, `_`, `-` and single blanks between them"
)]
pub struct NotAPhrase;

impl Phrase {
    /// Returns the phrase as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Phrase {
    type Err = NotAPhrase;

    fn from_str(text: &str) -> Result<Self, NotAPhrase> {
        let good = (1..=60).contains(&text.len())
            && text
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b" .,_-".contains(&b))
            && !text.starts_with(' ')
            && !text.ends_with(' ')
            && !text.contains("  ");
        if good {
            Ok(Self(text.into()))
        } else {
            Err(NotAPhrase)
        }
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Everything that a seed follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contributions {
    /// The head of GENESIS.
    pub genesis: Hash,
    /// The number of the draw.
    pub draw: u64,
    /// The host's value, if he has an anchor.
    pub host: Option<Hash>,
    /// The SHA-256 of the beacon's signature, in beacon mode.
    pub beacon: Option<Hash>,
    /// What each seat gave, seat 1 first.
    pub gives: Vec<Give>,
}

impl Contributions {
    /// Returns the seed of the draw.
    pub fn seed(&self) -> Hash {
        let gives: Vec<Vec<u8>> = self.gives.iter().map(Give::bytes).collect();
        let draw = self.draw.to_be_bytes();
        let mut fields: Vec<&[u8]> = vec![
            self.genesis.as_ref(),
            &draw,
            optional(self.host.as_ref()),
            optional(self.beacon.as_ref()),
        ];
        fields.extend(gives.iter().map(Vec::as_slice));
        h("tessera1.seed", &fields)
    }
}

fn optional(value: Option<&Hash>) -> &[u8] {
    value.map_or(&[], AsRef::as_ref)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_have_one_spelling() {
        assert!("my cat, sat on 77 keys".parse::<Phrase>().is_ok());
        for bad in ["", " a", "a ", "a  b", "a/b", "naïve", &"a".repeat(61)] {
            assert_eq!(bad.parse::<Phrase>(), Err(NotAPhrase), "{bad}");
        }
    }

    #[test]
    fn a_value_and_a_phrase_never_look_alike() {
        assert_eq!(Give::Nothing.bytes(), b"");
        assert_eq!(Give::Value(Hash::ZERO).bytes().len(), 33);
        assert_eq!(Give::Phrase("c".parse().unwrap()).bytes(), b"pc");
    }
}
