//! One pass over the entries of a log, in order.
//!
//! [`Walk`] knows what each entry may say next. The audit lets it report every fault and go on;
//! [`Log`](crate::ledger::log::Log) refuses an entry at the first one.

mod consent;
mod lock;
mod report;
mod roll;
mod tip;

use std::collections::{BTreeMap, BTreeSet};

use self::consent::{Absence, Claim};
pub(crate) use self::tip::WalkTip;
use crate::ledger::{
    audit::{
        Checks, Code,
        finding::{Findings, Place},
    },
    block::{
        Block, Body, Disclose, Entry, FormatError, Genesis, HiddenResult, HiddenRolled, Join, Lock,
        LockSeal, Mark, Party, Player, SeatChange,
    },
    chain::{ChainId, Known},
    dice::{Label, Spec},
    hash::Hash,
    names::{Owner, PlayerName, Scope, Seat},
    secret::HiddenMaster,
    seed::Give,
    text::Text,
};

/// What is known after the entries so far.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    pub(crate) genesis: Genesis,
    pub(crate) genesis_head: Hash,
    parties: Vec<Standing>,
    pub(crate) next: u64,
    locked: BTreeSet<u64>,
    pub(crate) open: Option<OpenDraw>,
    fixes: BTreeSet<(Label, Spec)>,
    early: BTreeMap<u64, Vec<Hash>>,
    absences: Vec<Absence>,
    claims: Vec<Claim>,
    pub(crate) reported: Vec<Reported>,
    pub(super) locks: Vec<Locked>,
    pub(super) disclosed: Vec<(Owner, HiddenMaster)>,
    pub(super) hidden_results: Vec<HiddenResult>,
    pub(crate) is_finished: bool,
    pub(super) host_plays: BTreeSet<Seat>,
}

/// The host or a seat as it stands now, and all that it ever committed to.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The player's name; that of the first host is not in the log.
    pub name: Option<PlayerName>,
    /// Whether the host plays this seat.
    pub played_by: Player,
    /// The last value of the chain that is known, if there is a chain.
    pub chain: Option<Known>,
    /// The commitment to the hidden master in force.
    pub hide: Option<Hash>,
    pub(in crate::ledger::audit) hides: Vec<Hash>,
    /// Who held it before, each up to the next; the present one comes last.
    tenures: Vec<Tenure>,
}

/// What one player has committed to, from a draw on.
#[derive(Clone, Debug)]
struct Tenure {
    from: u64,
    name: Option<PlayerName>,
    anchor: Option<Hash>,
    hide: Option<Hash>,
    /// The last value of the chain that became known, once somebody else came.
    last: Option<Known>,
}

impl Standing {
    fn new(name: Option<PlayerName>, played_by: Player) -> Self {
        Self {
            name,
            played_by,
            chain: None,
            hide: None,
            hides: Vec::new(),
            tenures: Vec::new(),
        }
    }

    /// Returns the last value that is known of the chain in force at a draw.
    pub(in crate::ledger::audit) fn known_for(&self, draw: u64) -> Option<Known> {
        let (last, before) = self.tenures.split_last()?;
        if last.from <= draw {
            return self.chain;
        }
        before.iter().rfind(|tenure| tenure.from <= draw)?.last
    }

    /// Says whether the log took somebody in as this JOIN says.
    pub(in crate::ledger::audit) fn has_joined_by(&self, join: &Join) -> bool {
        self.tenures.iter().any(|tenure| {
            tenure.anchor == join.anchor
                && tenure.name.as_ref().is_none_or(|name| *name == join.name)
                && (tenure.hide.is_none() || tenure.hide == join.hide)
        })
    }

    /// Says whether this was ever the commitment to the hidden master.
    pub fn has_committed_to(&self, commitment: Hash) -> bool {
        self.hides.contains(&commitment)
    }

    /// Says whether it has committed to a hidden master of its own.
    pub fn draws_hidden(&self) -> bool {
        !self.hides.is_empty()
    }

    /// Takes a new chain from a draw on, and a new hidden commitment if there is one.
    fn commit(&mut self, from: u64, anchor: Option<Hash>, hide: Option<Hash>) {
        if let Some(before) = self.tenures.last_mut() {
            before.last = self.chain;
        }
        self.tenures.push(Tenure {
            from,
            name: self.name.clone(),
            anchor,
            hide,
            last: None,
        });
        self.chain = anchor.map(|value| Known {
            position: from - 1,
            value,
        });
        self.hide = hide.or(self.hide);
        self.hides.extend(hide);
    }
}

/// A draw between its LOCK and its REPORT or VOID.
#[derive(Clone, Debug)]
pub struct OpenDraw {
    /// The number of the LOCK's entry.
    pub entry: u64,
    /// Its head.
    pub head: Hash,
    /// What it says.
    pub lock: Lock,
    /// The corrected rolls that this draw must make.
    pub fixes: BTreeSet<(Label, Spec)>,
    // As they were at the LOCK; by owner.
    played_by: Vec<Player>,
    hides: Vec<Option<Hash>>,
}

impl OpenDraw {
    /// Returns the seats that somebody else than the host plays.
    pub fn outside(&self) -> impl Iterator<Item = Seat> {
        let seats = Seat::first(self.lock.seals.len());
        seats.filter(|seat| self.played_by[seat.number() as usize] == Player::Other)
    }
}

/// A LOCK of beacon mode.
#[derive(Clone, Debug)]
pub(super) struct Locked {
    pub(super) draw: u64,
    pub(super) head: Hash,
    pub(super) round: u64,
}

/// A draw that was reported, with what is checked at the end.
#[derive(Clone, Debug)]
pub struct Reported {
    /// The number of the draw.
    pub draw: u64,
    /// The seed that follows from the contributions.
    pub seed: Hash,
    /// The number of the REPORT's entry.
    pub entry: u64,
    /// The hash of what was published of the run.
    pub state: Hash,
    pub(super) lock_entry: u64,
    pub(super) played_by: Vec<Player>,
    pub(super) hides: Vec<Option<Hash>>,
    pub(super) seals: BTreeMap<Seat, Hash>,
    // The seats that ordered after the LOCK.
    later: BTreeSet<Seat>,
    // What the seats gave, seat 1 first.
    pub(super) gives: Vec<Give>,
    pub(super) acked: BTreeSet<Seat>,
    /// The public rolls.
    pub rolls: Vec<(Label, Spec)>,
    /// The hidden rolls, whose results are opened later.
    pub hidden_rolls: Vec<HiddenRolled>,
    pub(super) hidden_keys: BTreeMap<Scope, Hash>,
}

impl Reported {
    pub(super) fn is_played_by_host(&self, seat: Seat) -> bool {
        self.played_by[seat.number() as usize] == Player::Host
    }

    pub(super) fn outside(&self) -> impl Iterator<Item = Seat> {
        let seats = Seat::first(self.played_by.len() - 1);
        seats.filter(|seat| !self.is_played_by_host(*seat))
    }

    /// Returns the entry from which on the orders of a seat cannot be replaced.
    pub(super) fn sealed_at(&self, seat: Seat) -> u64 {
        match self.later.contains(&seat) {
            true => self.entry,
            false => self.lock_entry,
        }
    }

    /// Returns the commitment to an owner's hidden master that was in force at the LOCK.
    pub fn hide(&self, owner: Owner) -> Option<Hash> {
        self.hides.get(owner.number() as usize).copied().flatten()
    }
}

impl Walk {
    /// Reads GENESIS and stands behind it.
    pub(crate) fn start(block: &Block) -> Result<Self, FormatError> {
        let (_, genesis) = Entry::read_genesis(block)?;
        let mut host = Standing::new(None, Player::Other);
        host.commit(1, genesis.host, genesis.hide);
        let seats = genesis.seats.iter().map(|party| {
            let mut seat = Standing::new(Some(party.name.clone()), party.played_by);
            seat.commit(1, party.anchor, party.hide);
            seat
        });
        let parties = std::iter::once(host).chain(seats).collect();
        let plays =
            |(seat, party): (Seat, &Party)| (party.played_by == Player::Host).then_some(seat);
        let host_plays = Seat::first(genesis.seats.len())
            .zip(&genesis.seats)
            .filter_map(plays)
            .collect();
        Ok(Self {
            genesis_head: block.head(),
            genesis,
            parties,
            next: 1,
            locked: BTreeSet::new(),
            open: None,
            fixes: BTreeSet::new(),
            early: BTreeMap::new(),
            absences: Vec::new(),
            claims: Vec::new(),
            reported: Vec::new(),
            locks: Vec::new(),
            disclosed: Vec::new(),
            hidden_results: Vec::new(),
            is_finished: false,
            host_plays,
        })
    }

    /// Takes the entry at a place of the log.
    pub(crate) fn take(
        &mut self,
        at: u64,
        block: &Block,
        checks: &Checks,
        findings: &mut Findings,
    ) {
        if !block.is_torn() && block.stated_type() == Some("GENESIS") {
            findings.tell(Code::GenesisWrong, Place::none(), &second_start(at));
            return;
        }
        let done = Entry::read(block, self.genesis.terms()).and_then(|entry| match entry.body {
            Body::Genesis(_) => Err(FormatError::NoGenesis),
            Body::Lock(lock) => {
                self.lock(at, block.head(), lock, entry.time, findings);
                Ok(())
            }
            Body::Report(report) => self.report(at, report, entry.time, checks, findings),
            Body::Void(void) => {
                self.void(at, &void, entry.time, findings);
                Ok(())
            }
            Body::Correct(correct) => self.correct(at, &correct, findings),
            Body::Seat(change) => self.seat_change(change, findings),
            Body::Disclose(disclose) => {
                self.disclose(disclose);
                Ok(())
            }
            Body::Note(texts) => {
                self.note(&texts);
                Ok(())
            }
        });
        if let Err(reason) = done {
            findings.tell(Code::BadFormat, Place::entry(at), &reason);
        }
    }

    /// Checks what an entry behind a gap says by itself: its form, and dice that follow from what it gives.
    pub(crate) fn take_alone(&self, at: u64, block: &Block, findings: &mut Findings) {
        if block.stated_type() == Some("GENESIS") {
            findings.tell(Code::GenesisWrong, Place::none(), &second_start(at));
            return;
        }
        match Entry::read(block, self.genesis.terms()).map(|entry| entry.body) {
            Ok(Body::Report(report)) => self.dice_alone(&report, findings),
            Ok(_) => {}
            Err(reason) => findings.tell(Code::BadFormat, Place::entry(at), &reason),
        }
    }

    /// Says what is missing when no entry follows.
    pub(super) fn end(&self, findings: &mut Findings) {
        if let Some(open) = &self.open {
            findings.add(Code::DrawOpen, Place::draw(open.lock.draw));
        }
    }

    /// Returns the host or a seat, if the game has it.
    pub(crate) fn standing(&self, owner: Owner) -> Option<&Standing> {
        self.parties.get(owner.number() as usize)
    }

    /// Returns all seats.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::first(self.genesis.seats.len())
    }

    /// Returns who a chain belongs to.
    pub(crate) fn chain_id(&self, owner: Owner) -> ChainId {
        ChainId {
            game: self.genesis.game.clone(),
            owner,
        }
    }

    /// Returns the fixes that the next LOCK must make.
    pub(crate) fn pending_fixes(&self) -> impl Iterator<Item = &(Label, Spec)> {
        self.fixes.iter()
    }

    /// Returns the early seals that the next LOCK must hold.
    pub(crate) fn early_seals(&self) -> impl Iterator<Item = Hash> {
        self.early.values().flatten().copied()
    }

    fn party(&self, seat: Seat) -> &Standing {
        &self.parties[seat.number() as usize]
    }

    /// Returns the seats that somebody else than the host plays now.
    pub(crate) fn outside(&self) -> impl Iterator<Item = Seat> {
        self.seats()
            .filter(|seat| self.party(*seat).played_by == Player::Other)
    }

    fn seat_change(
        &mut self,
        change: SeatChange,
        findings: &mut Findings,
    ) -> Result<(), FormatError> {
        if self.open.is_some() || change.from != self.next {
            return Err(FormatError::SeatNotBetweenDraws);
        }
        let SeatChange {
            owner, party, from, ..
        } = change;
        let others = self.seats().filter(|seat| Owner::Seat(*seat) != owner);
        let mut names = others.filter_map(|seat| self.party(seat).name.as_ref());
        if owner != Owner::Host && names.any(|name| *name == party.name) {
            return Err(FormatError::SameName);
        }
        let standing = self.parties.get_mut(owner.number() as usize);
        let standing = standing.ok_or(FormatError::Seats("seat"))?;
        findings.tell(
            Code::Reanchored,
            Place::draw(from).owner(owner),
            &party.name,
        );
        standing.name = Some(party.name);
        standing.played_by = party.played_by;
        standing.commit(from, party.anchor, party.hide);
        if let Some(seat) = owner.seat() {
            if party.played_by == Player::Host {
                self.host_plays.insert(seat);
            }
            self.seat_changed_hands(seat);
        }
        Ok(())
    }

    fn disclose(&mut self, disclose: Disclose) {
        self.disclosed.extend(disclose.masters);
        self.hidden_results.extend(disclose.results);
    }

    fn note(&mut self, texts: &[Text]) {
        for mark in texts.iter().filter_map(Mark::read) {
            match mark {
                Mark::Early { stop, seal } => self.early.entry(stop).or_default().push(seal),
                Mark::Run { stop, .. } => {
                    self.early.remove(&stop);
                }
                Mark::Finished => self.is_finished = true,
            }
        }
    }
}

fn second_start(at: u64) -> String {
    format!("entry {at} starts the log a second time")
}

fn seal_of(seal: &LockSeal) -> Option<Hash> {
    match seal {
        LockSeal::Sealed(seal) => Some(*seal),
        LockSeal::Nothing | LockSeal::Later => None,
    }
}
