//! The dice protocol (`tessera-dice 1`): hashes, chains, seeds, rolls, blocks, log, audit.
