//! Hidden draws: a second secret, committed at the start, that the public seed does not reveal.

use crate::ledger::{
    dice::Label,
    hash::{Hash, h},
    names::{GameName, Owner, Scope},
    secret::HiddenMaster,
};

impl HiddenMaster {
    /// Returns the commitment that GENESIS or SEAT publishes.
    pub fn commitment(&self, game: &GameName, owner: Owner) -> Hash {
        h(
            "tessera1.hide",
            &[
                game.as_bytes(),
                &owner.number().to_be_bytes(),
                self.expose(),
            ],
        )
    }

    /// Returns the hidden seed of a scope in a draw.
    pub fn hidden_seed(&self, draw: u64, scope: &Scope, seed: Hash) -> HiddenSeed {
        let key = self.hidden_key(draw, scope);
        HiddenSeed(h("tessera1.hseed", &[key.as_ref(), seed.as_ref()]))
    }

    /// Returns the hidden key of a scope in a draw.
    pub fn hidden_key(&self, draw: u64, scope: &Scope) -> Hash {
        h(
            "tessera1.hkey",
            &[
                self.expose(),
                &draw.to_be_bytes(),
                scope.as_str().as_bytes(),
            ],
        )
    }
}

/// The seed of one scope's hidden rolls in one draw, known to its owner alone until then.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct HiddenSeed(Hash);

impl HiddenSeed {
    /// Takes the seed that a KEY block hands over.
    pub fn from_key(seed: Hash) -> Self {
        Self(seed)
    }

    /// Returns the seed, to make its rolls or to hand it over.
    pub fn expose(&self) -> Hash {
        self.0
    }

    /// Returns the commitment that stands in REPORT.
    pub fn commitment(&self) -> Hash {
        h("tessera1.hcom", &[self.0.as_ref()])
    }

    /// Returns the salt of a card.
    pub fn card_salt(&self, label: &Label, index: u64) -> Hash {
        h(
            "tessera1.salt",
            &[self.0.as_ref(), label.as_bytes(), &index.to_be_bytes()],
        )
    }
}

impl std::fmt::Debug for HiddenSeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("HiddenSeed(..)")
    }
}

/// Returns the commitment to one card of a deck.
pub fn card_commitment(label: &Label, index: u64, salt: Hash, card: u64) -> Hash {
    h(
        "tessera1.card",
        &[
            label.as_bytes(),
            &index.to_be_bytes(),
            salt.as_ref(),
            &card.to_be_bytes(),
        ],
    )
}

/// Returns the digest of a whole deck of committed cards.
pub fn deck_digest(label: &Label, commitments: &[Hash]) -> Hash {
    let mut fields = vec![label.as_bytes()];
    fields.extend(commitments.iter().map(AsRef::as_ref));
    h("tessera1.deck", &fields)
}
