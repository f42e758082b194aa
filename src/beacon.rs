//! Where a site gets rounds of the public beacon: files of JSON, or a command that prints one.
//!
//! The program itself opens no connection. Whatever brings a round, its signature is checked with the key that
//! is pinned in [`crate::ledger::drand`]; a relay is never believed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::ledger::block::Signature;
use crate::ledger::drand::Verifier;

/// What stands for the number of the round in a path or an argument.
pub const ROUND: &str = "{round}";

/// Where rounds come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BeaconSource {
    /// A file for each round; its path holds `{round}`.
    File(PathBuf),
    /// A command that prints the round; one of its arguments holds `{round}`.
    Command(Vec<String>),
}

/// Why a round that was brought cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BeaconError {
    /// The file of a round cannot be read.
    #[error("`{path}` cannot be read")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// What was brought is no round.
    #[error(
        "what `{place}` gives is no JSON of a beacon round: it needs `round` and `signature`, as \
         https://api.drand.sh gives them"
    )]
    NotARound {
        /// The file or command.
        place: String,
        /// Why.
        #[source]
        source: serde_json::Error,
    },
    /// Another round was brought.
    #[error("`{place}` gives round {found} where round {wanted} was asked for")]
    OtherRound {
        /// The file or command.
        place: String,
        /// The round asked for.
        wanted: u64,
        /// The round given.
        found: u64,
    },
    /// The signature is false.
    #[error(
        "the signature that `{place}` gives for round {round} is not genuine: it does not verify with \
         quicknet's key; get the round from another relay"
    )]
    False {
        /// The file or command.
        place: String,
        /// The round.
        round: u64,
    },
}

/// A round as a relay writes it; what else stands there is not looked at.
#[derive(Deserialize)]
struct Relayed {
    round: u64,
    signature: String,
}

impl BeaconSource {
    /// Fetches the signature of a round; nothing if the round is not there yet.
    ///
    /// # Errors
    /// If what is there is not the genuine round.
    pub fn fetch(&self, round: u64) -> Result<Option<Signature>, BeaconError> {
        let fill = |text: &str| text.replace(ROUND, &round.to_string());
        match self {
            Self::File(path) => {
                let path = PathBuf::from(fill(&path.to_string_lossy()));
                read_file(&path, round)
            }
            Self::Command(words) => {
                let words: Vec<String> = words.iter().map(|word| fill(word)).collect();
                run(&words, round)
            }
        }
    }
}

fn read_file(path: &Path, round: u64) -> Result<Option<Signature>, BeaconError> {
    match fs::read(path) {
        Ok(bytes) => check(&bytes, round, &path.display().to_string()).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(BeaconError::Unreadable {
            path: path.to_owned(),
            source,
        }),
    }
}

/// A command that fails has not got the round yet; the next pass asks again.
fn run(words: &[String], round: u64) -> Result<Option<Signature>, BeaconError> {
    let Some((program, arguments)) = words.split_first() else {
        return Ok(None);
    };
    match Command::new(program).args(arguments).output() {
        Ok(output) if output.status.success() => check(&output.stdout, round, program).map(Some),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            tracing::warn!(
                program,
                round,
                said = said.trim(),
                "the beacon's command failed"
            );
            Ok(None)
        }
        Err(error) => {
            tracing::warn!(program, round, %error, "the beacon's command cannot be run");
            Ok(None)
        }
    }
}

/// Reads a round and checks its signature.
///
/// # Errors
/// What is wrong with it.
pub fn check(json: &[u8], round: u64, place: &str) -> Result<Signature, BeaconError> {
    let relayed: Relayed =
        serde_json::from_slice(json).map_err(|source| BeaconError::NotARound {
            place: place.to_owned(),
            source,
        })?;
    if relayed.round != round {
        return Err(BeaconError::OtherRound {
            place: place.to_owned(),
            wanted: round,
            found: relayed.round,
        });
    }
    let signature = relayed.signature.parse::<Signature>().ok();
    signature
        .filter(|signature| Verifier::quicknet().accepts(round, signature))
        .ok_or_else(|| BeaconError::False {
            place: place.to_owned(),
            round,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A real round of quicknet.
    const ROUND_1000: &str = r#"{"round":1000,"randomness":"fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd","signature":"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"}"#;

    #[test]
    fn a_genuine_round_is_read_from_a_file_once_it_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let source = BeaconSource::File(folder.path().join("{round}.json"));
        assert!(source.fetch(1000).unwrap().is_none());
        fs::write(folder.path().join("1000.json"), ROUND_1000).unwrap();
        assert!(source.fetch(1000).unwrap().is_some());
    }

    #[test]
    fn a_command_may_fail_now_and_bring_the_round_later() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("{round}.json");
        let source = BeaconSource::Command(vec!["cat".to_owned(), file.display().to_string()]);
        assert!(source.fetch(1000).unwrap().is_none());
        fs::write(folder.path().join("1000.json"), ROUND_1000).unwrap();
        assert!(source.fetch(1000).unwrap().is_some());
        let missing = BeaconSource::Command(vec!["no-such-program-here".to_owned()]);
        assert!(missing.fetch(1000).unwrap().is_none());
    }

    #[test]
    fn another_round_a_false_signature_and_no_json_are_refused() {
        let other = check(ROUND_1000.as_bytes(), 1001, "x").unwrap_err();
        assert!(matches!(other, BeaconError::OtherRound { found: 1000, .. }));
        let forged = ROUND_1000.replace("b44679b9", "b44679b8");
        assert!(matches!(
            check(forged.as_bytes(), 1000, "x"),
            Err(BeaconError::False { .. })
        ));
        let renamed = ROUND_1000.replace("\"round\":1000", "\"round\":1001");
        assert!(matches!(
            check(renamed.as_bytes(), 1001, "x"),
            Err(BeaconError::False { .. })
        ));
        assert!(matches!(
            check(b"not yet", 1000, "x"),
            Err(BeaconError::NotARound { .. })
        ));
    }
}
