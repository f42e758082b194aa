//! Citing a rulebook: the one type by which refusals, rolls and events name a rule.

use std::fmt;

/// A numbered rule of a game, as its index (`games/<key>/rules.rs`) lists it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    /// The number printed in the book, for example `9.5.2`.
    pub number: &'static str,
    /// The heading of that rule, for example `Momentum`.
    pub title: &'static str,
}

impl Rule {
    /// Creates an index entry.
    #[must_use]
    pub const fn new(number: &'static str, title: &'static str) -> Self {
        Self { number, title }
    }
}

impl fmt::Display for Rule {
    /// Writes the number alone, as reports and refusals print it in brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.number)
    }
}

impl serde::Serialize for Rule {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.number)
    }
}

/// Finds a rule by its number in lists of an index.
pub(crate) fn find(lists: &[&[Rule]], number: &str) -> Option<Rule> {
    let mut rules = lists.iter().copied().flatten();
    rules.find(|rule| rule.number == number).copied()
}

/// Defines the constants of a game's index, and the list of all of them in order.
macro_rules! index {
    ($(#[$doc:meta])* $list:ident: $($name:ident = $number:literal, $title:literal;)*) => {
        $(
            #[doc = concat!($number, " ", $title, ".")]
            pub const $name: $crate::rulebook::Rule = $crate::rulebook::Rule::new($number, $title);
        )*

        $(#[$doc])*
        pub const $list: &[$crate::rulebook::Rule] = &[$($name,)*];
    };
}
pub(crate) use index;
