//! How far a mailbox has been read, kept from one reading to the next.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How often a mail that does not come is asked for before it is given up.
const TRIES: u32 = 3;

/// How far a mailbox has been read.
///
/// The mark for "seen" alone does not tell it: a person who looks into the mailbox sets it too.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Position {
    /// The mark under which the numbers are valid; they start anew with another one.
    pub validity: u32,
    /// The highest number that was looked at.
    pub read: u32,
    /// Mails that did not come, and how often they were asked for.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub failed: BTreeMap<u32, u32>,
}

impl Position {
    /// Says whether a mail is not asked for any more.
    pub(super) fn has_given_up(&self, uid: u32) -> bool {
        self.failed.get(&uid).is_some_and(|tries| *tries >= TRIES)
    }

    /// Notes that a mail did not come though the server answers; says whether that was the last try.
    pub(super) fn fails(&mut self, uid: u32) -> bool {
        let tries = self.failed.entry(uid).or_insert(0);
        *tries += 1;
        *tries >= TRIES
    }

    /// Notes that a mail came.
    pub(super) fn came(&mut self, uid: u32) {
        self.failed.remove(&uid);
    }

    /// Returns the mails that are to be asked for once more.
    pub(super) fn again(&self) -> impl Iterator<Item = u32> {
        let open = self.failed.iter().filter(|(_, tries)| **tries < TRIES);
        open.map(|(uid, _)| *uid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_that_never_comes_is_given_up_at_the_third_try() {
        let mut position = Position::default();
        assert!(!position.fails(7));
        assert!(!position.fails(7));
        assert_eq!(position.again().collect::<Vec<_>>(), [7]);
        assert!(position.fails(7));
        assert!(position.has_given_up(7) && !position.has_given_up(8));
        assert_eq!(position.again().count(), 0);
        let kept = serde_json::to_string(&position).unwrap();
        assert_eq!(serde_json::from_str::<Position>(&kept).unwrap(), position);
    }
}
