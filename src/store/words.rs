//! Small closed sets of words, written in the database as the words they are.

use crate::record::{InputKind, Kind};

/// A value that is stored as a word.
pub(super) trait Word: Sized {
    /// Returns the value of a word.
    fn of_word(word: &str) -> Option<Self>;
}

impl Word for Kind {
    fn of_word(word: &str) -> Option<Self> {
        Self::from_word(word)
    }
}

impl Word for InputKind {
    fn of_word(word: &str) -> Option<Self> {
        Self::from_word(word)
    }
}

/// Declares an enum whose values are stored as words.
macro_rules! words {
    (
        $(#[$about:meta])*
        pub enum $name:ident { $( $(#[$what:meta])* $value:ident = $word:literal, )+ }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name { $( $(#[$what])* $value, )+ }

        impl $name {
            /// Every value, in order.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// Returns the word that is stored and printed.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$value => $word,)+ }
            }

            /// Returns the value of a word.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.word() == word)
            }
        }

        impl $crate::store::words::Word for $name {
            fn of_word(word: &str) -> Option<Self> {
                Self::from_word(word)
            }
        }
    };
}

pub(super) use words;
