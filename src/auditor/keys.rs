//! The keys of hidden draws that the record hands to their owners, as the blocks of the dice protocol.

use crate::ledger::block::{Key, Side};
use crate::ledger::hash::Hash;
use crate::ledger::hidden::HiddenSeed;
use crate::ledger::names::GameName;
use crate::record::{Body, Line, Secret, SecretKind};

/// Returns the KEY blocks that a line of the record comes to; none unless it hands keys to a seat.
pub fn keys_of(game: &GameName, line: &Line) -> Vec<Side> {
    let Ok(Body::Secret(body)) = line.body() else {
        return Vec::new();
    };
    let keys = body.secrets.iter().filter_map(|secret| {
        Some(Side::Key(Key {
            game: game.clone(),
            draw: secret.draw?,
            seat: line.holder().seat()?.to_string().parse().ok()?,
            scope: secret.scope.as_deref()?.parse().ok()?,
            seed: seed(secret)?,
        }))
    });
    keys.collect()
}

fn seed(secret: &Secret) -> Option<HiddenSeed> {
    let value: Hash = secret.value.parse().ok()?;
    (secret.what == SecretKind::Key).then(|| HiddenSeed::from_key(value))
}
