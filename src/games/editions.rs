//! Versions of rules: which one this program has, and by what an earlier one is known again.

use super::{GameEntry, Terms};
use crate::ledger::hash::Hash;
use crate::record::{RulesHash, Sha256Hash};

/// An earlier version of a game's rules: this program can name it, but does not have its code any more.
#[derive(Debug, Clone, Copy)]
pub struct Edition {
    /// The version.
    pub version: u32,
    /// What the next one has changed, for players.
    pub then: &'static str,
    /// The hashes of those of its files that are others now, by name.
    pub files: &'static [(&'static str, &'static str)],
}

/// Returns the rules of a match in one hash: version, files and options (`rules:` of GENESIS).
pub fn rules_hash(game: &GameEntry, terms: &Terms, options: &[(String, String)]) -> Hash {
    hash_of(game, game.rules_version, &[], (terms, options))
}

/// Returns that hash for an earlier version of the rules; nothing if this program does not know it.
pub fn rules_hash_of(
    game: &GameEntry,
    version: u32,
    terms: &Terms,
    options: &[(String, String)],
) -> Option<Hash> {
    let edition = game
        .editions
        .iter()
        .find(|edition| edition.version == version)?;
    Some(hash_of(game, version, edition.files, (terms, options)))
}

fn hash_of(
    game: &GameEntry,
    version: u32,
    others: &[(&str, &str)],
    (terms, options): (&Terms, &[(String, String)]),
) -> Hash {
    let mut hash = RulesHash::new(game.key, version);
    for name in terms.files.names() {
        match others.iter().find(|(other, _)| *other == name) {
            Some((_, known)) => hash.file_hash(
                name,
                known
                    .parse::<Sha256Hash>()
                    .expect("editions are listed with hashes"),
            ),
            None => hash.file(name, terms.files.text(name).unwrap_or_default().as_bytes()),
        };
    }
    for (name, value) in options {
        hash.option(name, value);
    }
    Hash::from(*hash.finish().as_bytes())
}

impl GameEntry {
    /// Tells what has changed in the rules since a version.
    pub fn changes_since(&self, version: u32) -> impl Iterator<Item = &'static str> {
        let later = self
            .editions
            .iter()
            .filter(move |edition| edition.version >= version);
        later.map(|edition| edition.then)
    }
}

#[cfg(test)]
mod tests {
    use crate::games::GAMES;
    use crate::record::Sha256Hash;

    #[test]
    fn every_version_before_the_present_one_is_told_of_and_its_files_are_others() {
        for game in GAMES {
            let versions: Vec<u32> = game
                .editions
                .iter()
                .map(|edition| edition.version)
                .collect();
            let expected: Vec<u32> = (1..game.rules_version).collect();
            assert_eq!(versions, expected, "{}", game.key);
            let files = (game.files)();
            for (name, hash) in game.editions.iter().flat_map(|edition| edition.files) {
                let own = files.text(name).unwrap_or_default();
                let known: Sha256Hash = hash.parse().unwrap();
                assert_ne!(
                    known,
                    Sha256Hash::of(own.as_bytes()),
                    "{name} of {}",
                    game.key
                );
            }
        }
    }
}
