//! The two hashes by which the dice log binds rules and states.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

/// A SHA-256 hash, printed as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sha256Hash([u8; 32]);

impl Sha256Hash {
    /// Hashes bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Takes a hash that was computed before.
    pub const fn from_bytes(hash: [u8; 32]) -> Self {
        Self(hash)
    }

    /// Returns the hash as bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Sha256Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl FromStr for Sha256Hash {
    type Err = hex::FromHexError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut hash = [0; 32];
        hex::decode_to_slice(text, &mut hash)?;
        Ok(Self(hash))
    }
}

impl fmt::Debug for Sha256Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The `rules` of GENESIS: game, rules-version, data files and options, whatever program plays them.
///
/// ```
/// use tesserarius::record::RulesHash;
///
/// let mut rules = RulesHash::new("demo", 1);
/// rules.file("units.toml", b"[hun]\n").file("map.toml", b"").option("snow", "yes");
/// assert_eq!(rules.finish().to_string().len(), 64);
/// ```
#[derive(Debug, Clone)]
pub struct RulesHash {
    game: String,
    rules_version: u32,
    files: BTreeMap<String, Sha256Hash>,
    options: BTreeMap<String, String>,
}

impl RulesHash {
    /// Begins the hash of a game under a version of its rules.
    pub fn new(game: &str, rules_version: u32) -> Self {
        Self {
            game: game.to_owned(),
            rules_version,
            files: BTreeMap::new(),
            options: BTreeMap::new(),
        }
    }

    /// Adds a data file by its name within the game's folder, in any order.
    pub fn file(&mut self, name: &str, bytes: &[u8]) -> &mut Self {
        self.files.insert(name.to_owned(), Sha256Hash::of(bytes));
        self
    }

    /// Adds a data file whose hash alone is known.
    pub fn file_hash(&mut self, name: &str, hash: Sha256Hash) -> &mut Self {
        self.files.insert(name.to_owned(), hash);
        self
    }

    /// Adds an option, in any order.
    pub fn option(&mut self, name: &str, value: &str) -> &mut Self {
        self.options.insert(name.to_owned(), value.to_owned());
        self
    }

    /// Returns the hash.
    pub fn finish(&self) -> Sha256Hash {
        let mut lines = vec![self.game.clone(), self.rules_version.to_string()];
        lines.extend(self.files.values().map(Sha256Hash::to_string));
        let options = self.options.iter();
        lines.extend(options.map(|(name, value)| format!("{name}={value}")));
        lines.push(String::new());
        Sha256Hash::of(lines.join("\n").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_nothing_is_the_published_one() {
        assert_eq!(
            Sha256Hash::of(b"").to_string(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }

    #[test]
    fn rules_are_hashed_line_by_line_in_the_order_of_names() {
        let mut rules = RulesHash::new("demo", 3);
        rules.option("snow", "yes").option("fog", "no");
        rules.file("units.toml", b"hun").file("map.toml", b"");
        let map = Sha256Hash::of(b"");
        let units = Sha256Hash::of(b"hun");
        let lines = format!("demo\n3\n{map}\n{units}\nfog=no\nsnow=yes\n");
        assert_eq!(rules.finish(), Sha256Hash::of(lines.as_bytes()));
    }

    #[test]
    fn each_part_of_the_rules_changes_their_hash() {
        let base = || {
            let mut rules = RulesHash::new("demo", 1);
            rules.file("map.toml", b"a").option("fog", "no");
            rules
        };
        let others = [
            RulesHash {
                game: "dema".to_owned(),
                ..base()
            },
            RulesHash {
                rules_version: 2,
                ..base()
            },
            base().file("map.toml", b"b").clone(),
            base().file("units.toml", b"a").clone(),
            base().option("fog", "yes").clone(),
            base().option("snow", "no").clone(),
        ];
        for other in others {
            assert_ne!(other.finish(), base().finish(), "{other:?}");
        }
    }
}
