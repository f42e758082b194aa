//! The host's side: honest entries made of typed inputs.
//!
//! Each function looks at the [`Log`] so far and returns what the next entry says; the caller
//! appends it with [`Log::append`] and mails it. Secrets and beacons are handed in.

mod closing;
mod values;

use std::collections::BTreeMap;

use thiserror::Error;

pub use self::{
    closing::{correct, disclose, key, note, seat_change, void},
    values::{MOST_AHEAD, OpenedDraw, ValueError, Values},
};
use crate::ledger::{
    block::{Genesis, HiddenPlanned, Join, Lock, LockSeal, Mode, Party, Planned, Player},
    chain::Chain,
    drand,
    hash::Hash,
    log::Log,
    names::{GameName, NameError, Owner, Scope, Seat},
    secret::HiddenMaster,
    time::Time,
};

/// Why an entry cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HostError {
    /// A JOIN is for another game.
    #[error("the JOIN of seat {0} is for another game: ask for one that names this game")]
    OtherGame(Owner),
    /// A name cannot be made.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A draw is open that must be closed first.
    #[error("draw {0} is still open: report it or call it off first")]
    DrawOpen(u64),
    /// No draw is open.
    #[error("no draw is open: lock one first")]
    NoDrawOpen,
    /// A seat has no seal, or a seal is for a seat that does not exist.
    #[error("a lock needs exactly one seal for each of the {0} seats")]
    Seals(usize),
    /// A seat may not order after the LOCK.
    #[error(
        "seat {0} may not order after the lock: only in chain mode, alone against the host, with secret values of its own"
    )]
    Later(Seat),
    /// The host's own early seal is missing.
    #[error("the lock must hold the seal {0} that an early NOTE fixed for a seat the host plays")]
    Early(Hash),
    /// Beacon mode needs a round, other modes have none.
    #[error("a round belongs to every lock of beacon mode, and to no other")]
    Round,
    /// The host's chain does not reach this draw.
    #[error(
        "the host's chain has no value for draw {0}: take a new one with a SEAT entry for the host"
    )]
    ChainUsedUp(u64),
    /// The host's secrets do not fit the log.
    #[error("the host's secrets are not those that the log commits to: use the file of this match")]
    OtherSecrets,
    /// Values are missing.
    #[error("draw {draw} still needs the values of {}", seats(.missing))]
    ValuesMissing {
        /// The draw.
        draw: u64,
        /// The seats that owe theirs.
        missing: Vec<Seat>,
    },
    /// The signature of the round is missing or for another round.
    #[error("draw {0} needs the signature of the round that its lock names")]
    BeaconMissing(u64),
    /// Orders that were to come after the LOCK have not come.
    #[error("the orders of seat {0}, which come after the lock, are missing")]
    LaterMissing(Seat),
    /// A hidden scope has no commitment.
    #[error("nothing was committed to for the hidden draws {0}: publish a hide line first")]
    NotCommitted(Scope),
    /// A hidden master fits no commitment.
    #[error("the hidden master of owner {0} fits no commitment of the log")]
    OtherMaster(Owner),
    /// A corrected roll cannot be announced.
    #[error(
        "a new roll needs the entry of the corrected report, and a label that fits behind `fix.`"
    )]
    Again,
}

fn seats(seats: &[Seat]) -> String {
    let numbers: Vec<String> = seats.iter().map(|seat| format!("seat {seat}")).collect();
    numbers.join(" and ")
}

/// What the host keeps secret.
#[derive(Clone, Debug, Default)]
pub struct HostSecrets {
    /// His chain, if he has one.
    pub chain: Option<Chain>,
    /// His hidden master, if anything is drawn hidden.
    pub master: Option<HiddenMaster>,
}

impl HostSecrets {
    /// Returns the value for a draw, if the log knows an anchor of the host.
    fn value(&self, log: &Log, draw: u64) -> Result<Option<Hash>, HostError> {
        let known = log.standing(Owner::Host).and_then(|host| host.chain);
        match (known, &self.chain) {
            (None, _) => Ok(None),
            (Some(_), None) => Err(HostError::OtherSecrets),
            (Some(known), Some(chain)) => {
                let value = chain.value(draw).ok_or(HostError::ChainUsedUp(draw))?;
                let fits = log.chain_id(Owner::Host).leads_to(known, draw, value);
                if fits {
                    Ok(Some(value))
                } else {
                    Err(HostError::OtherSecrets)
                }
            }
        }
    }
}

/// Makes the name of a game: readable words, and random digits so that it never comes twice.
pub fn game_name(words: &str, random: [u8; 4]) -> Result<GameName, NameError> {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    let words: String = words.chars().map(plain).take(31).collect();
    format!("{}-{}", words.trim_matches('-'), hex::encode(random)).parse()
}

/// Makes the line of a seat from the JOIN of its player.
pub fn party(game: &GameName, join: &Join, played_by: Player) -> Result<Party, HostError> {
    if join.game != *game {
        return Err(HostError::OtherGame(join.owner));
    }
    Ok(Party {
        name: join.name.clone(),
        played_by,
        anchor: join.anchor,
        hide: join.hide,
    })
}

/// Makes GENESIS; [`Log::start`] checks that names and anchors differ and that none is missing.
pub fn genesis(
    game: GameName,
    mode: Mode,
    rules: Hash,
    secrets: &HostSecrets,
    seats: Vec<Party>,
    after: Option<Hash>,
) -> Genesis {
    let host = secrets.chain.as_ref().map(Chain::anchor);
    let hide = secrets
        .master
        .as_ref()
        .map(|master| master.commitment(&game, Owner::Host));
    Genesis {
        game,
        mode,
        rules,
        host,
        hide,
        seats,
        after,
    }
}

/// The rolls that a LOCK announces; engine matches announce none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The open rolls.
    pub rolls: Vec<Planned>,
    /// The hidden rolls.
    pub hidden: Vec<HiddenPlanned>,
}

/// Makes the LOCK of the next draw.
pub fn lock(
    log: &Log,
    seals: &BTreeMap<Seat, LockSeal>,
    plan: Plan,
    round: Option<u64>,
) -> Result<Lock, HostError> {
    if let Some(open) = log.open_draw() {
        return Err(HostError::DrawOpen(open.lock.draw));
    }
    if !seals.keys().copied().eq(log.seats()) {
        return Err(HostError::Seals(log.genesis().seats.len()));
    }
    for (seat, seal) in seals {
        if *seal == LockSeal::Later && !log.may_order_later(*seat) {
            return Err(HostError::Later(*seat));
        }
    }
    check_early(log, seals)?;
    if log.genesis().mode.is_beacon() != round.is_some() {
        return Err(HostError::Round);
    }
    Ok(Lock {
        draw: log.next_draw(),
        seals: seals.values().copied().collect(),
        plan: plan.rolls,
        hidden_plan: plan.hidden,
        round,
    })
}

fn check_early(log: &Log, seals: &BTreeMap<Seat, LockSeal>) -> Result<(), HostError> {
    let is_his = |seat: Seat| {
        log.standing(Owner::Seat(seat))
            .is_some_and(|party| party.played_by == Player::Host)
    };
    let his: Vec<LockSeal> = seals
        .iter()
        .filter(|(seat, _)| is_his(**seat))
        .map(|(_, seal)| *seal)
        .collect();
    let missing = log
        .early_seals()
        .into_iter()
        .find(|early| !his.contains(&LockSeal::Sealed(*early)));
    match missing {
        Some(seal) if !his.is_empty() => Err(HostError::Early(seal)),
        _ => Ok(()),
    }
}

/// Returns the first round that a LOCK dated now may name.
pub fn first_round(now: Time, margin: u64) -> u64 {
    drand::round_at_or_after(now.unix().saturating_add_unsigned(margin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_gets_a_name_that_never_comes_twice() {
        let name = |words: &str| game_name(words, [1, 2, 3, 0xff]).map(|name| name.to_string());
        assert_eq!(
            name("Sign of the Pagan!"),
            Ok("sign-of-the-pagan-010203ff".into())
        );
        assert_eq!(name(""), Ok("-010203ff".into()));
        assert_eq!(name(&"x".repeat(90)).map(|name| name.len()), Ok(40));
    }

    #[test]
    fn the_first_round_keeps_the_margin() {
        let now: Time = "2026-08-05T20:00:00Z".parse().unwrap();
        let round = first_round(now, 43_200);
        assert!(drand::time_of(round) - now.unix() >= 43_200);
        assert!(drand::time_of(round - 1) - now.unix() < 43_200);
    }
}
