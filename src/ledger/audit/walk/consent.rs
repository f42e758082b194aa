//! VOID and CORRECT: known dice are withdrawn only if every seat outside the host agrees.

use std::collections::BTreeSet;

use super::Walk;
use crate::ledger::{
    audit::{
        Code,
        finding::{Findings, Place},
    },
    block::{Correct, FormatError, Mode, Void},
    drand,
    names::{Owner, Seat},
    time::Time,
};

/// A silent seat that must change hands before the next LOCK.
#[derive(Clone, Debug)]
pub(super) struct Absence {
    void: u64,
    draw: u64,
    seat: Seat,
}

/// An `agree` line, until the seat itself proves it.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    entry: u64,
    seat: Seat,
    proof: Proof,
}

/// Whether a chain value of the seat can still prove, or has proved, its consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Proof {
    Open,
    Given,
    // The seat changed hands: later values are another person's.
    Closed,
}

impl Walk {
    pub(super) fn void(&mut self, at: u64, void: &Void, time: Time, findings: &mut Findings) {
        let place = Place::draw(void.draw);
        let Some(open) = self.open.take_if(|open| open.lock.draw == void.draw) else {
            findings.add(Code::NoLock, place.at(at));
            return;
        };
        self.fixes.extend(open.fixes.iter().copied());
        self.next = void.draw + 1;
        let is_before = |round| time.unix() < drand::time_of(round);
        if !open.lock.round.is_some_and(is_before) {
            for seat in open.outside().collect::<Vec<_>>() {
                if self.genesis.mode == Mode::Chain && void.absent.contains(&seat) {
                    findings.add(Code::SeatAbsent, place.seat(seat));
                    self.absences.push(Absence {
                        void: at,
                        draw: void.draw,
                        seat,
                    });
                } else if void.agree.contains(&seat) {
                    self.claims.push(Claim {
                        entry: at,
                        seat,
                        proof: Proof::Open,
                    });
                } else {
                    findings.add(Code::VoidNoConsent, place.at(at).seat(seat));
                }
            }
        }
        findings.tell(Code::Voided, place, &void.why);
    }

    pub(super) fn correct(
        &mut self,
        at: u64,
        correct: &Correct,
        findings: &mut Findings,
    ) -> Result<(), FormatError> {
        let fixes = correct.fixes().ok_or(FormatError::Again)?;
        for (label, spec) in &correct.again {
            findings.tell(
                Code::Corrected,
                Place::entry(at),
                &format_args!("{label} {spec}"),
            );
        }
        self.fixes.extend(fixes);
        for draw in &correct.undo {
            let place = Place::draw(*draw).at(at);
            findings.tell(Code::Undone, place, &correct.why);
            for seat in self.outside().filter(|seat| !correct.agree.contains(seat)) {
                findings.add(Code::UndoNoConsent, place.seat(seat));
            }
        }
        if !correct.undo.is_empty() {
            let agreed: Vec<Seat> = self
                .outside()
                .filter(|s| correct.agree.contains(s))
                .collect();
            let claims = agreed.into_iter();
            self.claims.extend(claims.map(|seat| Claim {
                entry: at,
                seat,
                proof: Proof::Open,
            }));
        }
        Ok(())
    }

    /// A LOCK comes: a silent seat that still plays was voided without its consent.
    pub(super) fn still_absent(&mut self, findings: &mut Findings) {
        for Absence { void, draw, seat } in self.absences.drain(..) {
            findings.add(Code::VoidNoConsent, Place::draw(draw).at(void).seat(seat));
        }
    }

    /// The next value of a chain exists only if its owner regards the draw before as closed.
    pub(super) fn value_given(&mut self, seat: Seat) {
        if self.genesis.mode == Mode::Chain {
            self.settle(seat, Proof::Given);
        }
    }

    pub(super) fn seat_changed_hands(&mut self, seat: Seat) {
        self.absences.retain(|absence| absence.seat != seat);
        self.settle(seat, Proof::Closed);
    }

    fn settle(&mut self, seat: Seat, proof: Proof) {
        for claim in &mut self.claims {
            if claim.seat == seat && claim.proof == Proof::Open {
                claim.proof = proof;
            }
        }
    }

    /// Tells which consents rest on the host's word alone, given the ACKs with a right head.
    pub(in crate::ledger::audit) fn check_claims(
        &self,
        acked: &BTreeSet<(u64, Seat)>,
        findings: &mut Findings,
    ) {
        for claim in &self.claims {
            if claim.proof != Proof::Given && !acked.contains(&(claim.entry, claim.seat)) {
                let place = Place::entry(claim.entry).owner(Owner::Seat(claim.seat));
                findings.add(Code::ConsentClaimed, place);
            }
        }
    }
}
