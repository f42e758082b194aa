//! The one hash function of the protocol and the 32-byte value it gives.
//!
//! `H(tag, f1 … fn)` is SHA-256 over tag and fields, each preceded by its length, so that no two
//! different inputs share one encoding.

use std::{fmt, str::FromStr};

use sha2::{Digest, Sha256};
use thiserror::Error;

/// A 32-byte hash, printed as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash([u8; 32]);

/// Why a text is not a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a hash: write 64 digits of 0-9 and a-f")]
pub struct NotAHash;

impl Hash {
    /// The 64 zeros that stand for "no entry before this one".
    pub const ZERO: Self = Self([0; 32]);

    /// Wraps 32 bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the 32 bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Hashes bytes with plain SHA-256, as drand does for its randomness.
    pub fn sha256(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

impl From<[u8; 32]> for Hash {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl AsRef<[u8]> for Hash {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl FromStr for Hash {
    type Err = NotAHash;

    /// Reads exactly 64 lower-case digits.
    fn from_str(text: &str) -> Result<Self, NotAHash> {
        if text.bytes().any(|b| b.is_ascii_uppercase()) {
            return Err(NotAHash);
        }
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| NotAHash)?;
        Ok(Self(bytes))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = [0; 64];
        hex::encode_to_slice(self.0, &mut digits).expect("64 digits hold 32 bytes");
        f.pad(std::str::from_utf8(&digits).expect("hexadecimal digits are ASCII"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Hashes a tag and its fields, each with its length before it.
pub fn h(tag: &str, fields: &[&[u8]]) -> Hash {
    let mut sha = Sha256::new();
    sha.update(length(tag.len()));
    sha.update(tag);
    sha.update(length(fields.len()));
    for field in fields {
        sha.update(length(field.len()));
        sha.update(field);
    }
    Hash(sha.finalize().into())
}

fn length(len: usize) -> [u8; 4] {
    u32::try_from(len)
        .expect("a field is shorter than 4 GiB")
        .to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_read_only_in_its_one_spelling() {
        let hash = h("tessera1.test", &[b"a", b"bc"]);
        assert_eq!(
            hash.to_string(),
            "19b21cece8d5b5e0633ec3f381a0c3c86d6e1071d09628e260afc29ce51eae24"
        );
        assert_eq!(hash.to_string().parse(), Ok(hash));
        assert_eq!(
            hash.to_string().to_uppercase().parse::<Hash>(),
            Err(NotAHash)
        );
        assert_eq!(hash.to_string()[..63].parse::<Hash>(), Err(NotAHash));
        assert_eq!(format!("{hash} ").parse::<Hash>(), Err(NotAHash));
    }

    #[test]
    fn fields_keep_their_borders() {
        assert_ne!(
            h("tessera1.test", &[b"a", b"bc"]),
            h("tessera1.test", &[b"ab", b"c"])
        );
        assert_ne!(h("tessera1.test", &[]), h("tessera1.test", &[b""]));
    }
}
