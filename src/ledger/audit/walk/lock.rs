//! LOCK: the draw in turn, every seat's seal, the plan, the round.

use std::collections::BTreeSet;

use super::{Locked, OpenDraw, Standing, Walk, roll::planned, seal_of};
use crate::ledger::{
    audit::{
        Code,
        finding::{Findings, Place},
    },
    block::{Lock, LockSeal, Mode, Player},
    drand,
    hash::Hash,
    names::{Owner, Seat},
    time::Time,
};

impl Walk {
    pub(super) fn lock(
        &mut self,
        at: u64,
        head: Hash,
        lock: Lock,
        time: Time,
        findings: &mut Findings,
    ) {
        let place = Place::draw(lock.draw).at(at);
        if self.locked.contains(&lock.draw) {
            findings.add(Code::LockTwice, place);
        } else if lock.draw != self.next || self.open.is_some() {
            findings.tell(Code::DrawNumber, place, &self.next);
        }
        self.still_absent(findings);
        self.check_later(&lock, place, findings);
        self.check_early(&lock, findings);
        check_plan(&lock, findings);
        if let (Mode::Beacon { margin }, Some(round)) = (self.genesis.mode, lock.round) {
            check_margin(time, margin, round, place, findings);
            self.locks.push(Locked {
                draw: lock.draw,
                head,
                round,
            });
        }
        let mut fixes = std::mem::take(&mut self.fixes);
        fixes.extend(self.open.take().map(|open| open.fixes).unwrap_or_default());
        self.early.clear();
        self.locked.insert(lock.draw);
        self.open = Some(OpenDraw {
            entry: at,
            head,
            lock,
            fixes,
            played_by: self.parties.iter().map(|party| party.played_by).collect(),
            hides: self.parties.iter().map(|party| party.hide).collect(),
        });
    }

    /// Only a seat with an anchor that is alone against the host may order after the LOCK.
    pub(crate) fn may_order_later(&self, seat: Seat) -> bool {
        let has_anchor = |party: &Standing| party.chain.is_some();
        self.genesis.mode == Mode::Chain
            && self.outside().eq([seat])
            && self.standing(Owner::Seat(seat)).is_some_and(has_anchor)
    }

    fn check_later(&self, lock: &Lock, place: Place, findings: &mut Findings) {
        let is_unsafe = |(seat, seal): (Seat, &LockSeal)| {
            *seal == LockSeal::Later && !self.may_order_later(seat)
        };
        if self.seats().zip(&lock.seals).any(is_unsafe) {
            let rule = "only in chain mode, and only a seat with secret values that is alone \
                        against the host, may order later";
            findings.tell(Code::LaterUnsafe, place, &rule);
        }
    }

    /// Each early seal must be that of a seat the host plays.
    fn check_early(&self, lock: &Lock, findings: &mut Findings) {
        let mut missing: BTreeSet<Hash> = self.early_seals().collect();
        let is_his = |(seat, _): &(Seat, _)| self.party(*seat).played_by == Player::Host;
        let his: Vec<(Seat, &LockSeal)> = self.seats().zip(&lock.seals).filter(is_his).collect();
        let takes = |(_, seal): &&(Seat, &LockSeal)| {
            !seal_of(seal).is_some_and(|seal| missing.remove(&seal))
        };
        let others: Vec<&(Seat, &LockSeal)> = his.iter().filter(takes).collect();
        // Which seat a missing seal was for cannot be told: one that has another seal, if any.
        let seat = others.first().copied().or(his.first());
        if let (false, Some((seat, _))) = (missing.is_empty(), seat) {
            findings.add(Code::SealChanged, Place::draw(lock.draw).seat(*seat));
        }
    }
}

fn check_plan(lock: &Lock, findings: &mut Findings) {
    let mut names = BTreeSet::new();
    for (roll, _) in planned(lock) {
        if !names.insert((roll.scope, roll.label)) {
            findings.tell(Code::LabelTwice, Place::draw(lock.draw), &roll.name());
        }
    }
}

fn check_margin(time: Time, margin: u64, round: u64, place: Place, findings: &mut Findings) {
    let latest = drand::time_of(round).saturating_sub_unsigned(margin);
    if time.unix() > latest {
        let case = format!("the lock is dated less than {margin} s before round {round}");
        findings.tell(Code::LockLate, place, &case);
    }
}
