//! What the options of every game are made of: values with words and meanings, one type for each option.

/// A value an option may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// The word players write.
    pub key: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// The type of one option's values.
pub trait Choice: Sized {
    /// All values, the default first.
    const VALUES: &'static [Value];

    /// Reads a value as players write it.
    fn from_key(key: &str) -> Option<Self>;

    /// Returns the word players write.
    fn key(&self) -> &str;
}

/// One option as `games show` and the guide describe it.
#[derive(Debug, Clone, Copy)]
pub struct OptionInfo {
    /// The name without prefix.
    pub name: &'static str,
    /// The ruling or rule it belongs to; empty when none.
    pub source: &'static str,
    /// What is decided.
    pub subject: &'static str,
    /// The values, the default first.
    pub values: &'static [Value],
}

impl OptionInfo {
    /// Returns the value that holds when nothing is agreed.
    #[must_use]
    pub const fn default(&self) -> &'static str {
        self.values[0].key
    }
}

/// Defines the type of an option's values: variant, word, meaning; the first is the default.
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $first:ident = $first_key:literal, $first_meaning:literal;
        $($variant:ident = $key:literal, $meaning:literal;)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub enum $name {
            #[doc = concat!("`", $first_key, "`: ", $first_meaning, ".")]
            #[default]
            $first,
            $(#[doc = concat!("`", $key, "`: ", $meaning, ".")] $variant,)*
        }

        impl $crate::games::options::Choice for $name {
            const VALUES: &'static [$crate::games::options::Value] = &[
                $crate::games::options::Value { key: $first_key, meaning: $first_meaning },
                $($crate::games::options::Value { key: $key, meaning: $meaning },)*
            ];

            fn from_key(key: &str) -> Option<Self> {
                match key {
                    $first_key => Some(Self::$first),
                    $($key => Some(Self::$variant),)*
                    _ => None,
                }
            }

            fn key(&self) -> &str {
                match self {
                    Self::$first => $first_key,
                    $(Self::$variant => $key,)*
                }
            }
        }
    )*};
}
pub(crate) use choices;
