//! REPORT: values, acknowledgements, beacon, seed, rolls.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    OpenDraw, Reported, Standing, Walk,
    roll::{Roll, made, planned},
    seal_of,
};
use crate::ledger::{
    audit::{
        Checks, Code,
        finding::{Findings, Place},
    },
    block::{FormatError, LockSeal, Mode, Need, Report},
    chain::Known,
    dice::Dice,
    drand,
    hash::Hash,
    names::{Owner, Seat},
    seed::{Contributions, Give},
    time::Time,
};

impl Walk {
    pub(super) fn report(
        &mut self,
        at: u64,
        report: Report,
        time: Time,
        checks: &Checks,
        findings: &mut Findings,
    ) -> Result<(), FormatError> {
        let is_open = |open: &OpenDraw| open.lock.draw == report.draw;
        if !self.open.as_ref().is_some_and(is_open) {
            findings.add(Code::NoLock, Place::draw(report.draw).at(at));
            return Ok(());
        }
        let Some(open) = self.open.take_if(|open| has_later_seals(open, &report)) else {
            return Err(FormatError::LaterSeal);
        };
        self.next = report.draw + 1;
        self.host_value(&report, findings);
        for (seat, give) in self.seats().zip(&report.gives) {
            self.seat_value(report.draw, seat, give, findings);
        }
        self.check_outside(&open, &report, findings);
        self.check_acks(&open, &report, findings);
        let seals = check_seals(&open, &report, findings);
        check_beacon(&open, &report, time, checks, findings);
        let seed = self.check_seed(&report, findings);
        check_rolls(seed, &report, findings);
        self.check_labels(&open, &report, checks, findings);
        self.reported
            .push(reported(at, open, report, (seed, seals)));
        Ok(())
    }

    /// Checks seed and rolls of a REPORT whose LOCK may be missing.
    pub(super) fn dice_alone(&self, report: &Report, findings: &mut Findings) {
        let seed = self.check_seed(report, findings);
        check_rolls(seed, report, findings);
    }

    fn host_value(&mut self, report: &Report, findings: &mut Findings) {
        let fits = match (self.parties[0].chain, report.host) {
            (None, None) => true,
            (Some(_), Some(value)) => self.learn(Owner::Host, report.draw, value),
            _ => false,
        };
        if !fits {
            findings.add(Code::HostRevealBad, Place::draw(report.draw));
        }
    }

    fn seat_value(&mut self, draw: u64, seat: Seat, give: &Give, findings: &mut Findings) {
        let place = Place::draw(draw).seat(seat);
        let has_anchor = self.party(seat).chain.is_some();
        let is_casual = self.genesis.mode == Mode::Casual;
        match give {
            Give::Value(value) if has_anchor => {
                if self.learn(Owner::Seat(seat), draw, *value) {
                    self.value_given(seat);
                } else {
                    findings.tell(Code::SeatRevealBad, place, &"the report");
                }
            }
            Give::Value(_) if is_casual => findings.tell(Code::SeatRevealBad, place, &"the report"),
            Give::Phrase(_) | Give::Nothing if has_anchor && !is_casual => {
                findings.add(Code::SeatMissing, place);
            }
            Give::Value(_) | Give::Phrase(_) if !is_casual => {
                findings.add(Code::GiveForbidden, place);
            }
            _ => {
                if has_anchor {
                    findings.add(Code::SeatSkipped, place);
                }
                if matches!(give, Give::Phrase(_)) {
                    findings.add(Code::PhraseUsed, place);
                }
            }
        }
    }

    /// Traces a value to the last known one; a value that fits is known from now on.
    fn learn(&mut self, owner: Owner, position: u64, value: Hash) -> bool {
        let id = self.chain_id(owner);
        let known = &mut self.parties[owner.number() as usize].chain;
        let fits = known.is_some_and(|known| id.leads_to(known, position, value));
        if fits {
            *known = Some(Known { position, value });
        }
        fits
    }

    fn check_outside(&self, open: &OpenDraw, report: &Report, findings: &mut Findings) {
        let gave = |seat: Seat| report.gives[seat.index()] != Give::Nothing;
        if !self.genesis.mode.is_beacon() && !open.outside().any(gave) {
            findings.add(Code::NoOutsideEntropy, Place::draw(report.draw));
        }
    }

    fn check_acks(&self, open: &OpenDraw, report: &Report, findings: &mut Findings) {
        let outside: BTreeSet<Seat> = open.outside().collect();
        let has_anchor = |party: &Standing| party.chain.is_some();
        for seat in self.seats() {
            let must = self.genesis.mode == Mode::Chain
                && outside.contains(&seat)
                && has_anchor(self.party(seat));
            let is_wrong = report
                .acks
                .get(&seat)
                .map_or(must, |head| *head != open.head);
            if is_wrong {
                findings.add(Code::AckWrong, Place::draw(report.draw).seat(seat));
            }
        }
    }

    fn check_seed(&self, report: &Report, findings: &mut Findings) -> Hash {
        let seed = Contributions {
            genesis: self.genesis_head,
            draw: report.draw,
            host: report.host,
            beacon: report.beacon.map(|beacon| beacon.signature.randomness()),
            gives: report.gives.clone(),
        }
        .seed();
        if seed != report.seed {
            findings.add(Code::SeedWrong, Place::draw(report.draw));
        }
        seed
    }

    fn check_labels(
        &self,
        open: &OpenDraw,
        report: &Report,
        checks: &Checks,
        findings: &mut Findings,
    ) {
        let place = Place::draw(report.draw);
        let is_casual = self.genesis.mode == Mode::Casual;
        let is_planned = open.lock.has_plan();
        if (is_casual || !is_planned) && !checks.replayed.contains(&report.draw) {
            findings.add(Code::LabelsUnchecked, place);
        }
        let rolled: BTreeSet<_> = report
            .rolls
            .iter()
            .map(|roll| (roll.label, roll.spec))
            .collect();
        for (label, spec) in rolled.iter().filter(|(label, _)| label.is_fix()) {
            if !open.fixes.contains(&(*label, *spec)) {
                findings.tell(Code::FixReroll, place, label);
            }
        }
        for (label, spec) in open.fixes.difference(&rolled) {
            findings.tell(Code::RollMissing, place, &format_args!("{label} {spec}"));
        }
        if is_planned && !is_casual {
            check_plan(open, report, findings);
        }
    }
}

/// Says whether the REPORT seals the orders that were to come after the LOCK.
fn has_later_seals(open: &OpenDraw, report: &Report) -> bool {
    let mut seals = Seat::first(open.lock.seals.len()).zip(&open.lock.seals);
    seals.all(|(seat, seal)| *seal != LockSeal::Later || report.seals.contains_key(&seat))
}

/// Keeps what is checked at the end.
fn reported(
    at: u64,
    open: OpenDraw,
    report: Report,
    (seed, seals): (Hash, BTreeMap<Seat, Hash>),
) -> Reported {
    let rolls = report.rolls.iter().map(|roll| (roll.label, roll.spec));
    let locked = Seat::first(open.lock.seals.len()).zip(&open.lock.seals);
    let later = locked.filter(|(_, seal)| **seal == LockSeal::Later);
    let later = later.map(|(seat, _)| seat).collect();
    Reported {
        draw: report.draw,
        seed,
        entry: at,
        state: report.state,
        lock_entry: open.entry,
        played_by: open.played_by,
        hides: open.hides,
        seals,
        later,
        gives: report.gives,
        acked: report.acks.into_keys().collect(),
        rolls: rolls.collect(),
        hidden_rolls: report.hidden_rolls,
        hidden_keys: report.hidden_keys,
    }
}

/// Returns the seals in force: those of the LOCK, and those of the seats that ordered later.
fn check_seals(open: &OpenDraw, report: &Report, findings: &mut Findings) -> BTreeMap<Seat, Hash> {
    let mut seals = BTreeMap::new();
    for (seat, locked) in Seat::first(open.lock.seals.len()).zip(&open.lock.seals) {
        let late = report.seals.get(&seat).copied();
        if late.is_some() && *locked != LockSeal::Later {
            findings.add(Code::SealChanged, Place::draw(report.draw).seat(seat));
        }
        let in_force = if *locked == LockSeal::Later {
            late
        } else {
            seal_of(locked)
        };
        seals.extend(in_force.map(|seal| (seat, seal)));
    }
    seals
}

fn check_beacon(
    open: &OpenDraw,
    report: &Report,
    time: Time,
    checks: &Checks,
    findings: &mut Findings,
) {
    let (Some(round), Some(beacon)) = (open.lock.round, report.beacon) else {
        return;
    };
    let place = Place::draw(report.draw);
    if beacon.round != round {
        let case = format!(
            "the lock names round {round}, the report round {}",
            beacon.round
        );
        findings.tell(Code::RoundWrong, place, &case);
    }
    if time.unix() < drand::time_of(round) {
        findings.tell(
            Code::RoundWrong,
            place,
            &"the report is dated before its round was public",
        );
    }
    match checks.verifier {
        Some(verifier) if verifier.accepts(round, &beacon.signature) => {}
        Some(_) => findings.tell(Code::BeaconBad, place, &round),
        None => findings.tell(Code::BeaconUnchecked, place, &round),
    }
}

fn check_rolls(seed: Hash, report: &Report, findings: &mut Findings) {
    let place = Place::draw(report.draw);
    let dice = Dice::new(seed);
    for roll in &report.rolls {
        let faces = dice.roll(&roll.label, roll.spec);
        if !roll.results.are(&faces) {
            let stated = format!(
                "{} {} is reported as {}",
                roll.label, roll.spec, roll.results
            );
            let case = format_args!("{stated}, but the seed gives {faces}");
            findings.tell(Code::RollWrong, place, &case);
        }
    }
    let mut names = BTreeSet::new();
    for roll in made(report) {
        if !names.insert((roll.scope, roll.label)) {
            findings.tell(Code::LabelTwice, place, &roll.name());
        }
    }
}

/// Compares the rolls of a REPORT with the plan of its LOCK, fixes aside.
fn check_plan(open: &OpenDraw, report: &Report, findings: &mut Findings) {
    let place = Place::draw(report.draw);
    let planned: BTreeSet<Roll> = planned(&open.lock).map(|(roll, _)| roll).collect();
    let made: BTreeSet<Roll> = made(report).filter(|roll| !roll.label.is_fix()).collect();
    for roll in made.difference(&planned) {
        findings.tell(Code::RollUnplanned, place, roll);
    }
    for (due, _) in self::planned(&open.lock).filter(|(_, need)| *need == Need::Due) {
        if !made.contains(&due) {
            findings.tell(Code::RollMissing, place, &due);
        }
    }
}
