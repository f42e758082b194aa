//! Secrets that no message, log line or panic may print.

use std::fmt;

use secrecy::{ExposeSecret as _, SecretBox};

use crate::ledger::hash::{Hash, NotAHash};

macro_rules! secret {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        pub struct $name(SecretBox<[u8; 32]>);

        impl $name {
            /// Wraps 32 random bytes; the caller draws them from the system.
            pub fn new(bytes: [u8; 32]) -> Self {
                Self(SecretBox::new(Box::new(bytes)))
            }

            /// Reads the 64 digits of a file of secrets or of a DISCLOSE line.
            pub fn from_hex(text: &str) -> Result<Self, NotAHash> {
                text.parse::<Hash>().map(|hash| Self::new(*hash.as_bytes()))
            }

            /// Returns the bytes, for hashing, for the file of secrets and for opening.
            pub fn expose(&self) -> &[u8; 32] {
                self.0.expose_secret()
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.expose() == other.expose()
            }
        }

        impl Eq for $name {}

        impl Clone for $name {
            fn clone(&self) -> Self {
                Self::new(*self.expose())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    };
}

secret! {
    /// The secret from which all values of one chain follow.
    ChainSecret
}

secret! {
    /// The hidden master X, from which all hidden keys of its owner follow.
    HiddenMaster
}

secret! {
    /// The nonce that keeps sealed orders from being guessed.
    Nonce
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_prints_nothing_of_itself() {
        let secret = ChainSecret::new([0xab; 32]);
        assert_eq!(format!("{secret:?}"), "ChainSecret(..)");
        assert_eq!(
            format!("{:?}", HiddenMaster::new([0xab; 32])),
            "HiddenMaster(..)"
        );
        assert_eq!(secret.expose(), &[0xab; 32]);
    }
}
