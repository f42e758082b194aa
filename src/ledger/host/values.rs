//! From the parties' values to the seed, the rolls and the REPORT.

use std::{collections::BTreeMap, fmt};

use thiserror::Error;

use super::{HostError, HostSecrets};
use crate::ledger::{
    block::{Ack, Beacon, HiddenRolled, LockSeal, Mode, Orders, Report, Rolled, Signature},
    dice::{Dice, Label, Spec},
    hash::Hash,
    hidden::HiddenSeed,
    log::{Log, OpenDraw},
    names::{GameName, Owner, Scope, Seat},
    seed::{Contributions, Give},
};

/// The most draws ahead for which a value is accepted in casual mode.
pub const MOST_AHEAD: u64 = 100;

/// Why a block of a player cannot be used for the open draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ValueError {
    /// No draw is open.
    #[error("no draw is open that could need a value")]
    NoDrawOpen,
    /// It is of another game.
    #[error("the block belongs to another game")]
    OtherGame,
    /// It is of a seat that the game does not have.
    #[error("the game has no seat {0}")]
    NoSeat(Seat),
    /// It is for another entry or draw.
    #[error("the block is not for draw {0}, which is open")]
    OtherDraw(u64),
    /// It acknowledges another LOCK.
    #[error(
        "the head is not that of the lock of draw {0}: compare the full heads, two locks may have been sent"
    )]
    OtherLock(u64),
    /// The value is not of the seat's chain.
    #[error(
        "the value does not lead to the last known one of seat {0}: it is from another chain or for another draw"
    )]
    OtherValue(Seat),
    /// The seat has no anchor, or gives a phrase where that is not allowed.
    #[error("seat {0} can give nothing of this kind in this mode")]
    Forbidden(Seat),
    /// Orders after the LOCK of a seat whose orders were locked.
    #[error("the orders of seat {0} were fixed by the lock")]
    Locked(Seat),
}

/// What the parties have given for the open draw so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    gives: Vec<Give>,
    acks: BTreeMap<Seat, Hash>,
    seals: BTreeMap<Seat, Hash>,
    beacon: Option<Signature>,
}

impl Values {
    /// Nothing was given yet.
    pub fn none(log: &Log) -> Self {
        Self {
            gives: vec![Give::Nothing; log.genesis().seats.len()],
            acks: BTreeMap::new(),
            seals: BTreeMap::new(),
            beacon: None,
        }
    }

    /// Takes a seat's ACK of the LOCK, with the value it gives.
    pub fn take_ack(&mut self, log: &Log, ack: &Ack) -> Result<(), ValueError> {
        let open = open_for(log, &ack.game, ack.seat)?;
        let draw = open.lock.draw;
        if ack.entry != open.entry || ack.give.is_some_and(|(given_for, _)| given_for != draw) {
            return Err(ValueError::OtherDraw(draw));
        }
        if ack.head != open.head {
            return Err(ValueError::OtherLock(draw));
        }
        if let Some((_, value)) = ack.give {
            self.take_give(log, ack.seat, Give::Value(value))?;
        }
        self.acks.insert(ack.seat, ack.head);
        Ok(())
    }

    /// Takes the orders of a seat that orders after the LOCK, and what it gives with them.
    pub fn take_orders(&mut self, log: &Log, orders: &Orders) -> Result<(), ValueError> {
        let open = open_for(log, &orders.game, orders.seat)?;
        if orders.draw != open.lock.draw {
            return Err(ValueError::OtherDraw(open.lock.draw));
        }
        let is_later = open.lock.seals[orders.seat.index()] == LockSeal::Later;
        if !is_later && log.genesis().mode != Mode::Casual {
            return Err(ValueError::Locked(orders.seat));
        }
        if let Some(give) = &orders.give {
            self.take_give(log, orders.seat, give.clone())?;
        }
        if is_later {
            self.seals.insert(orders.seat, orders.seal());
        }
        Ok(())
    }

    /// Takes what a seat gives; a casual value for a later draw is hashed down to this one.
    pub fn take_give(&mut self, log: &Log, seat: Seat, give: Give) -> Result<(), ValueError> {
        let open = open_for(log, &log.genesis().game, seat)?;
        let draw = open.lock.draw;
        let known = log
            .standing(Owner::Seat(seat))
            .and_then(|party| party.chain);
        let is_casual = log.genesis().mode == Mode::Casual;
        let give = match (give, known) {
            (Give::Value(value), Some(known)) => {
                let id = log.chain_id(Owner::Seat(seat));
                let last = if is_casual { draw + MOST_AHEAD } else { draw };
                let position = (draw..=last).find(|at| id.leads_to(known, *at, value));
                let position = position.ok_or(ValueError::OtherValue(seat))?;
                Give::Value(id.hash_down(position, draw, value))
            }
            (Give::Phrase(phrase), _) if is_casual => Give::Phrase(phrase),
            (Give::Nothing, _) => Give::Nothing,
            _ => return Err(ValueError::Forbidden(seat)),
        };
        self.gives[seat.index()] = give;
        Ok(())
    }

    /// Takes the signature of the round that the LOCK names.
    pub fn take_beacon(&mut self, signature: Signature) {
        self.beacon = Some(signature);
    }

    /// Says whether a seat has acknowledged the LOCK and handed its value over.
    pub fn has_given(&self, seat: Seat) -> bool {
        self.gives[seat.index()] != Give::Nothing && self.acks.contains_key(&seat)
    }

    /// Returns the seats that still owe a value, an acknowledgement of the LOCK, or orders.
    pub fn missing(&self, log: &Log) -> Vec<Seat> {
        let Some(open) = log.open_draw() else {
            return Vec::new();
        };
        let is_casual = log.genesis().mode == Mode::Casual;
        let is_chain = log.genesis().mode == Mode::Chain;
        let outside: Vec<Seat> = open.outside().collect();
        let owes = |seat: &Seat| {
            let has_anchor = log
                .standing(Owner::Seat(*seat))
                .is_some_and(|p| p.chain.is_some());
            let owes_value = has_anchor && !is_casual && self.gives[seat.index()] == Give::Nothing;
            let owes_ack =
                has_anchor && is_chain && outside.contains(seat) && !self.acks.contains_key(seat);
            let owes_orders =
                open.lock.seals[seat.index()] == LockSeal::Later && !self.seals.contains_key(seat);
            owes_value || owes_ack || owes_orders
        };
        log.seats().filter(owes).collect()
    }
}

fn open_for<'a>(log: &'a Log, game: &GameName, seat: Seat) -> Result<&'a OpenDraw, ValueError> {
    if *game != log.genesis().game {
        return Err(ValueError::OtherGame);
    }
    if seat.index() >= log.genesis().seats.len() {
        return Err(ValueError::NoSeat(seat));
    }
    log.open_draw().ok_or(ValueError::NoDrawOpen)
}

/// A draw whose values are complete: its seed is known, its REPORT not yet written.
#[derive(Clone)]
pub struct OpenedDraw {
    draw: u64,
    seed: Hash,
    host: Option<Hash>,
    beacon: Option<Beacon>,
    values: Values,
    fixes: Vec<(Label, Spec)>,
    secrets: HostSecrets,
}

impl OpenedDraw {
    /// Opens the host's value and computes the seed; refuses while anything is missing.
    pub fn open(log: &Log, secrets: &HostSecrets, values: Values) -> Result<Self, HostError> {
        let open = log.open_draw().ok_or(HostError::NoDrawOpen)?;
        let draw = open.lock.draw;
        let missing = values.missing(log);
        if !missing.is_empty() {
            return Err(HostError::ValuesMissing { draw, missing });
        }
        let beacon = match open.lock.round {
            Some(round) => {
                let signature = values.beacon.ok_or(HostError::BeaconMissing(draw))?;
                Some(Beacon { round, signature })
            }
            None => None,
        };
        let host = secrets.value(log, draw)?;
        let seed = Contributions {
            genesis: log.genesis_head(),
            draw,
            host,
            beacon: beacon.map(|beacon| beacon.signature.randomness()),
            gives: values.gives.clone(),
        }
        .seed();
        let fixes = open.fixes.iter().copied().collect();
        let secrets = secrets.clone();
        Ok(Self {
            draw,
            seed,
            host,
            beacon,
            values,
            fixes,
            secrets,
        })
    }

    /// Returns the seed of the draw.
    pub fn seed(&self) -> Hash {
        self.seed
    }

    /// Returns the number of the draw.
    pub fn draw(&self) -> u64 {
        self.draw
    }

    /// Returns the dice of the draw.
    pub fn dice(&self) -> Dice {
        Dice::new(self.seed)
    }

    /// Returns the corrected rolls that this draw must make; [`Self::report`] adds them itself.
    pub fn fixes(&self) -> &[(Label, Spec)] {
        &self.fixes
    }

    /// Returns the hidden seed of a scope of the host.
    pub fn hidden_seed(&self, scope: &Scope) -> Result<HiddenSeed, HostError> {
        let master = self
            .secrets
            .master
            .as_ref()
            .filter(|_| scope.owner() == Owner::Host);
        let master = master.ok_or_else(|| HostError::NotCommitted(scope.clone()))?;
        Ok(master.hidden_seed(self.draw, scope, self.seed))
    }

    /// Makes the REPORT: all rolls with their results, the fixes that are due, hidden rolls
    /// without results, and the key commitments of the host's scopes.
    pub fn report(
        &self,
        log: &Log,
        rolls: &[(Label, Spec)],
        hidden: Vec<HiddenRolled>,
        state: Hash,
    ) -> Result<Report, HostError> {
        let dice = self.dice();
        let is_new = |fix: &&(Label, Spec)| !rolls.contains(fix);
        let all = rolls.iter().chain(self.fixes.iter().filter(is_new));
        let roll = |(label, spec): &(Label, Spec)| {
            let results = (&dice.roll(label, *spec)).into();
            Rolled {
                label: *label,
                spec: *spec,
                results,
            }
        };
        let mut keys = BTreeMap::new();
        for HiddenRolled { scope, .. } in &hidden {
            let party = log.standing(scope.owner());
            if party.and_then(|party| party.hide).is_none() {
                return Err(HostError::NotCommitted(scope.clone()));
            }
            if scope.owner() == Owner::Host {
                keys.insert(scope.clone(), self.hidden_seed(scope)?.commitment());
            }
        }
        Ok(Report {
            draw: self.draw,
            host: self.host,
            gives: self.values.gives.clone(),
            acks: self.values.acks.clone(),
            seals: self.values.seals.clone(),
            beacon: self.beacon,
            seed: self.seed,
            rolls: all.map(roll).collect(),
            hidden_rolls: hidden,
            hidden_keys: keys,
            state,
        })
    }
}

// Until the REPORT is out the seed is the host's secret.
impl fmt::Debug for OpenedDraw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OpenedDraw({}, ..)", self.draw)
    }
}
