//! The dice protocol (`tessera-dice 1`): hashes, chains, seeds, rolls, blocks, log, audit.
//!
//! Dice that nobody can have chosen, by mail: every party fixes a chain of secrets at the start
//! ([`chain`]), a draw's seed follows from them alone ([`seed`]), each roll from seed and label
//! ([`dice`]), and everything said about it stands in hash-chained text blocks.
//!
//! Nothing here reads a file, a clock or the network: random bytes, times and mails are handed in.

mod as_text;
pub mod asked;
pub mod audit;
pub mod block;
pub mod chain;
pub mod dice;
pub mod drand;
pub mod hash;
pub mod hidden;
pub mod host;
pub mod log;
pub mod names;
pub mod player;
pub mod seal;
pub mod secret;
pub mod seed;
pub mod text;
pub mod time;
mod write;
