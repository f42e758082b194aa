//! A match that goes on by another version of its rules, as a NOTE of its log says it.

use super::Sha256Hash;

/// The lines of a NOTE by which a match goes on with another version of its rules.
///
/// ```
/// use tesserarius::record::{Sha256Hash, Upgraded};
///
/// let upgraded = Upgraded { old: 1, new: 2, from: 7, rules: Sha256Hash::of(b"") };
/// let lines = upgraded.lines();
/// assert_eq!(lines[0], "rules 1 2 from draw 7");
/// assert_eq!(Upgraded::read(lines.iter().map(String::as_str)), Some(upgraded));
/// assert_eq!(Upgraded::read(["rules of the house", "rules 1 2 from draw 7"]), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Upgraded {
    /// The version by which it was played so far.
    pub old: u32,
    /// The version by which it goes on.
    pub new: u32,
    /// The next draw.
    pub from: u64,
    /// The hash of the rules by which it goes on, as GENESIS has that of those it began with.
    pub rules: Sha256Hash,
}

impl Upgraded {
    /// Reads the lines of a NOTE; other text gives nothing.
    pub fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let lines: Vec<&str> = lines.into_iter().collect();
        let [versions, hash] = lines[..] else {
            return None;
        };
        let words: Vec<&str> = versions.split(' ').collect();
        let ["rules", old, new, "from", "draw", from] = words[..] else {
            return None;
        };
        let upgraded = Self {
            old: old.parse().ok()?,
            new: new.parse().ok()?,
            from: from.parse().ok()?,
            rules: hash.strip_prefix("rules-hash ")?.parse().ok()?,
        };
        // One spelling only: what reads as the same and is written otherwise is free text.
        (lines == upgraded.lines()).then_some(upgraded)
    }

    /// Returns the lines of the NOTE.
    pub fn lines(&self) -> [String; 2] {
        let Self {
            old,
            new,
            from,
            rules,
        } = self;
        [
            format!("rules {old} {new} from draw {from}"),
            format!("rules-hash {rules}"),
        ]
    }
}
