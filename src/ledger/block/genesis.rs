//! Strict reading of GENESIS.

use std::collections::{BTreeMap, BTreeSet};

use crate::ledger::{
    block::{
        FormatError,
        entry::{Genesis, Mode, Party, Player},
        fields::{Fields, split_word},
        read::{Anchor, number, parsed, player},
        side::owned_hash,
    },
    drand,
    hash::Hash,
    names::{Owner, PlayerName, Seat},
};

/// The name and version of the protocol in GENESIS.
pub const PROTOCOL: &str = "tessera-dice 1";

impl Genesis {
    /// Reads all lines but the first three and the time.
    pub(super) fn read(fields: &mut Fields) -> Result<Self, FormatError> {
        fields.one("proto", |value| (value == PROTOCOL).then_some(()))?;
        let game = fields.one("game", parsed)?;
        let mode = mode(fields)?;
        let rules = fields.one("rules", parsed)?;
        let Anchor(host) = fields.one("host", parsed)?;
        let after = fields.maybe("after", parsed)?;
        let players = players(fields)?;
        let mut hides = hides(fields, players.len())?;
        let hide = hides.remove(&Owner::Host);
        let mut anchors = fields.per_seat("chain", players.len(), parsed::<Anchor>)?;
        let mut seats = Vec::new();
        for (seat, (name, played_by)) in Seat::first(players.len()).zip(players) {
            let Anchor(anchor) = anchors.remove(&seat).ok_or(FormatError::Missing("chain"))?;
            let hide = hides.remove(&Owner::Seat(seat));
            seats.push(Party {
                name,
                played_by,
                anchor,
                hide,
            });
        }
        let genesis = Self {
            game,
            mode,
            rules,
            host,
            hide,
            seats,
            after,
        };
        check_parties(&genesis)?;
        Ok(genesis)
    }
}

fn mode(fields: &mut Fields) -> Result<Mode, FormatError> {
    match fields.one("mode", |value| Some(value.to_owned()))?.as_str() {
        "casual" => Ok(Mode::Casual),
        "chain" => Ok(Mode::Chain),
        "beacon" => margin(fields).map(|margin| Mode::Beacon { margin }),
        other => Err(FormatError::Value {
            key: "mode",
            value: other.into(),
        }),
    }
}

fn margin(fields: &mut Fields) -> Result<u64, FormatError> {
    let chain: String = fields.one("beacon", |value| Some(value.to_owned()))?;
    if chain != drand::CHAIN_HASH {
        return Err(FormatError::Beacon(drand::CHAIN_HASH));
    }
    fields.one("margin", number)
}

/// Reads the players of the seats, which are numbered from 1 in order.
fn players(fields: &mut Fields) -> Result<Vec<(PlayerName, Player)>, FormatError> {
    let lines = fields.many("seat", |value| {
        let (seat, name) = split_word(value)?;
        Some((seat.parse::<Seat>().ok()?, player(name)?))
    })?;
    let numbers = lines.iter().map(|(seat, _)| *seat);
    if numbers.eq(Seat::first(lines.len())) {
        Ok(lines.into_iter().map(|(_, player)| player).collect())
    } else {
        Err(FormatError::Seats("seat"))
    }
}

/// Reads the commitments to hidden masters, at most one for each owner.
fn hides(fields: &mut Fields, seats: usize) -> Result<BTreeMap<Owner, Hash>, FormatError> {
    let lines = fields.many("hide", owned_hash)?;
    let count = lines.len();
    let hides: BTreeMap<Owner, Hash> = lines.into_iter().collect();
    let exists = |owner: &Owner| owner.seat().is_none_or(|seat| seat.index() < seats);
    if hides.len() == count && hides.keys().all(exists) {
        Ok(hides)
    } else {
        Err(FormatError::Seats("hide"))
    }
}

fn check_parties(genesis: &Genesis) -> Result<(), FormatError> {
    let parties = &genesis.seats;
    let names: BTreeSet<&PlayerName> = parties.iter().map(|party| &party.name).collect();
    if names.len() != parties.len() {
        return Err(FormatError::SameName);
    }
    let anchors = parties.iter().filter_map(|party| party.anchor);
    let anchors: Vec<Hash> = anchors.chain(genesis.host).collect();
    if anchors.iter().collect::<BTreeSet<_>>().len() != anchors.len() {
        return Err(FormatError::SameAnchor);
    }
    let outside = |party: &Party| party.played_by == Player::Other && party.anchor.is_some();
    let is_anchored = genesis.host.is_some() && parties.iter().any(outside);
    if genesis.mode == Mode::Chain && !is_anchored {
        return Err(FormatError::NoAnchors);
    }
    Ok(())
}
