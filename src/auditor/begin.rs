//! A match that is played again begins: by the rules that its record and log name, where this program has them.

use std::collections::BTreeMap;

use crate::engine::Match;
use crate::games::{Terms, rules_hash, rules_hash_of};
use crate::ledger::audit::Told;
use crate::ledger::hash::Hash;
use crate::record::{MatchBody, Upgraded};

/// By which rules a match is played again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// By the version that its record and log name; where this program has it no more, by ours as an attempt.
    Named,
    /// By ours, whatever they name.
    Ours,
}

/// A match that begins anew.
pub(super) struct Begun {
    /// The match at its start.
    pub(super) play: Box<dyn Match>,
    /// What is said if it comes out otherwise: our rules are of another version than its own.
    pub(super) attempt: Option<String>,
}

/// Returns by which version the match goes on, and the hash of these rules.
fn rules_of(told: &Told, played: &MatchBody) -> (u32, Hash) {
    let mut notes: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    for (entry, line) in &told.notes {
        notes.entry(*entry).or_default().push(line.as_str());
    }
    let upgraded = notes.into_values().rev().find_map(Upgraded::read);
    upgraded.map_or((played.rules_version, told.genesis.rules), |upgraded| {
        (upgraded.new, Hash::from(*upgraded.rules.as_bytes()))
    })
}

/// Starts the match, if this program has the rules by which it was played, or later ones.
pub(super) fn begin(
    told: &Told,
    played: &MatchBody,
    (games, by): (super::Games<'_>, By),
) -> Result<Begun, String> {
    let (game, files) = games(&played.game)
        .ok_or_else(|| format!("this program does not know the game `{}`", played.game))?;
    let (version, named) = rules_of(told, played);
    let told_options: Vec<_> = played.options.clone().into_iter().collect();
    let terms = Terms {
        scenario: played.scenario.clone(),
        options: told_options.clone(),
        files,
    };
    let other = format!(
        "the match follows version {version} of the rules of {}, this program has version {}: it needs the \
         tessera of its time",
        game.title, game.rules_version
    );
    let is_ours = version == game.rules_version || by == By::Ours;
    let known = match is_ours {
        true => {
            let options = (game.options)(&terms).map_err(|error| error.to_string())?;
            Some(rules_hash(&game, &terms, &options))
        }
        false => rules_hash_of(&game, version, &terms, &told_options),
    };
    let Some(known) = known else {
        return Err(other);
    };
    if by == By::Named && known != named {
        return Err(
            "the files or options of the match are not those that this program has: its log names \
             another hash of the rules"
                .to_owned(),
        );
    }
    Ok(Begun {
        play: (game.start)(&terms).map_err(|error| error.to_string())?,
        attempt: (!is_ours).then_some(other),
    })
}
