//! The match played again from its record: same lines, same inputs, same dice.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;

use crate::engine::{
    Dice, DryDice, Ended, Ending, Match, NoDice, RunFacts, Scope, Seat, Thrown, Witnessed,
};
use crate::ledger::audit::{Code, Finding, Reported, Told};
use crate::ledger::dice::{Dice as Seeded, Label, Spec};
use crate::ledger::names::{Owner, Scope as LogScope, Seat as LogSeat};
use crate::record::{Act, At, Body, InputBody, Line, MatchBody, OrdersBody, SeatNumber};

use super::begin::{By, begin};
use super::gaps::runs;
use super::moving::move_again;

/// What a replay came to.
#[derive(Debug, Default)]
pub(super) struct Replay {
    /// The draws that were played again, and came out or differed.
    pub(super) replayed: BTreeSet<u64>,
    /// What differed, or why nothing could be compared.
    pub(super) findings: Vec<Finding>,
    /// How many runs were compared.
    pub(super) runs: usize,
    /// The stops from which runs without dice were played again.
    pub(super) dry: BTreeSet<u64>,
    /// The snapshot of the match after its last run, if every run came out.
    pub(super) snapshot: Option<String>,
}

/// What the record says of one run.
#[derive(Debug, Default)]
struct Run {
    orders: BTreeMap<SeatNumber, OrdersBody>,
    public: Option<(String, String)>,
    private: BTreeMap<SeatNumber, (String, String)>,
}

/// The record as a script to play by.
#[derive(Debug, Default)]
struct Script {
    inputs: BTreeMap<u64, Vec<InputBody>>,
    /// In the order in which the record tells of them.
    runs: Vec<(At, Run)>,
    /// The acts by which the match left a stop instead of by a run.
    moved: BTreeMap<u64, Act>,
}

/// Returns what is played by the record's first line, if that is here.
pub(super) fn match_line<'a>(lines: impl IntoIterator<Item = &'a Line>) -> Option<MatchBody> {
    let first = lines.into_iter().find(|line| line.n() == 1)?;
    match first.body() {
        Ok(Body::Match(body)) => Some(body),
        _ => None,
    }
}

/// Plays a match again as far as the record tells of every seat's orders.
pub(super) fn replay<'a>(
    told: &Told,
    lines: impl IntoIterator<Item = &'a Line> + Clone,
    (games, by): (super::Games<'_>, By),
) -> Replay {
    let mut replay = Replay::default();
    let Some(played) = match_line(lines.clone()) else {
        return replay;
    };
    let script = Script::read(lines);
    let seats: Vec<SeatNumber> = played.seats.iter().map(|line| line.seat).collect();
    if !script.runs.iter().any(|(_, run)| run.is_told(&seats)) {
        return replay;
    }
    let begun = match begin(told, &played, (games, by)) {
        Ok(begun) => begun,
        Err(reason) => {
            replay.findings.push(impossible(&reason));
            return replay;
        }
    };
    let player = Player {
        told,
        seats,
        play: begun.play,
        stop: 0,
        is_open: true,
        positions: BTreeMap::new(),
    };
    replay.snapshot = player.play(&script, &mut replay);
    match begun.attempt {
        Some(reason) if replay.findings.iter().any(is_difference) => not_ours(&replay, &reason),
        _ => replay,
    }
}

fn is_difference(finding: &Finding) -> bool {
    finding.code == Code::ReplayDiffers
}

/// What is left of a replay by other rules than the match's that came out otherwise: it proves nothing.
fn not_ours(replay: &Replay, reason: &str) -> Replay {
    let first = replay
        .findings
        .iter()
        .find(|finding| is_difference(finding));
    let first = first.map_or("", |finding| finding.message.as_str());
    Replay {
        findings: vec![impossible(&format!(
            "{reason}; by ours it comes out otherwise: {first}"
        ))],
        ..Replay::default()
    }
}

fn impossible(reason: &dyn fmt::Display) -> Finding {
    Finding::told(Code::ReplayImpossible, None, None, reason)
}

impl Script {
    fn read<'a>(lines: impl IntoIterator<Item = &'a Line>) -> Self {
        let mut script = Self::default();
        for line in lines {
            let (Some(at), Ok(body)) = (line.at(), line.body()) else {
                continue;
            };
            match body {
                Body::Input(input) => {
                    if let At::Stop(stop) = at {
                        let act = Act::read(input.told.get());
                        script.moved.extend(act.map(|act| (stop, act)));
                        script.inputs.entry(stop).or_default().push(input);
                    }
                }
                Body::Orders(orders) => {
                    script.run(at).orders.insert(orders.seat, orders);
                }
                Body::Public(public) => {
                    let at = public.corrects.map_or(at, At::Draw);
                    let seen = (public.events.get().to_owned(), public.view.get().to_owned());
                    script.run(at).public = Some(seen);
                }
                Body::Private(private) => {
                    let seen = (
                        private.events.get().to_owned(),
                        private.view.get().to_owned(),
                    );
                    script.run(at).private.insert(private.seat, seen);
                }
                Body::Match(_) | Body::Entry(_) | Body::Secret(_) => {}
            }
        }
        script
    }

    /// Says whether the match goes back to an earlier stop somewhere.
    fn goes_back(&self) -> bool {
        self.moved.values().any(|act| matches!(act, Act::Undone(_)))
    }

    fn run(&mut self, at: At) -> &mut Run {
        let known = self.runs.iter().rposition(|(of, _)| *of == at);
        let index = known.unwrap_or_else(|| {
            self.runs.push((at, Run::default()));
            self.runs.len() - 1
        });
        &mut self.runs[index].1
    }
}

impl Run {
    /// Says whether the orders of every seat are here.
    fn is_told(&self, seats: &[SeatNumber]) -> bool {
        seats.iter().all(|seat| self.orders.contains_key(seat))
    }
}

/// A match being played again.
struct Player<'a> {
    told: &'a Told,
    seats: Vec<SeatNumber>,
    play: Box<dyn Match>,
    stop: u64,
    /// Whether all that was drawn hidden so far is open: else what a seat was told of it cannot be
    /// told again.
    is_open: bool,
    /// The snapshots with which stops began, if the match goes back to one of them.
    positions: BTreeMap<u64, String>,
}

impl Player<'_> {
    /// Plays run by run, until one cannot be played or differs: what follows from a wrong turn says nothing.
    ///
    /// Returns the snapshot with which the last one ended, if all came out.
    fn play(mut self, script: &Script, replay: &mut Replay) -> Option<String> {
        let mut due = runs(self.told).into_iter();
        for (at, run) in &script.runs {
            let reported = match at {
                At::Stop(_) => None,
                // A draw without its dice was called off, or is still owed; the match stood still.
                At::Draw(draw) => match self.told.reported.iter().find(|told| told.draw == *draw) {
                    Some(reported) => Some(reported),
                    None => continue,
                },
            };
            // Of the run that comes next by the log nothing is here, or the log itself ends before this one.
            match due.next() {
                Some((next, _)) if next != *at => return None,
                None if self.told.is_torn => return None,
                _ => {}
            }
            let act = match at {
                At::Stop(stop) => script.moved.get(stop),
                At::Draw(_) => None,
            };
            if act.is_none() && !run.is_told(&self.seats) {
                return None;
            }
            let came = match act {
                Some(act) => self.moved(*at, act, run),
                None => self.again(script, *at, run, reported),
            };
            if script.goes_back() {
                self.positions.insert(self.stop, self.play.save());
            }
            let differs = match came {
                Ok(differs) => differs,
                Err(reason) => {
                    replay
                        .findings
                        .push(impossible(&format!("{}: {reason}", name(*at))));
                    return None;
                }
            };
            replay.runs += 1;
            if let At::Stop(stop) = at {
                replay.dry.insert(*stop);
            }
            replay
                .replayed
                .extend(reported.map(|reported| reported.draw));
            if !differs.is_empty() {
                let found = differs.iter().map(|case| {
                    let case = format!("in {}, {case}", name(*at));
                    let draw = reported.map(|reported| reported.draw);
                    Finding::told(Code::ReplayDiffers, None, draw, &case)
                });
                replay.findings.extend(found);
                return None;
            }
        }
        if self.play.stop().is_none() && !self.told.is_finished() {
            let case = "by the rules the match is over, and no entry says so: its end is not here";
            let finding = Finding::told(Code::RecordMissing, None, None, &case);
            replay.findings.push(finding);
        }
        Some(self.play.save())
    }

    /// Does an act again and says what came out otherwise than the record and the log say.
    fn moved(&mut self, at: At, act: &Act, run: &Run) -> Result<Vec<String>, String> {
        if at != At::Stop(self.stop) {
            return Ok(vec![format!("the match stands at stop {}", self.stop)]);
        }
        let next = self.stop + 1;
        let number = u32::try_from(next).map_err(|error| error.to_string())?;
        let positions = &self.positions;
        let position_of = |stop| positions.get(&stop).cloned();
        self.play = match move_again(&*self.play, act, number, position_of) {
            Ok(play) => play,
            Err(reason) => return Ok(vec![reason]),
        };
        self.stop = next;
        Ok(self.seen(run, &self.play.stand()))
    }

    /// Plays one run again and says what came out otherwise than the record and the log say.
    fn again(
        &mut self,
        script: &Script,
        at: At,
        run: &Run,
        reported: Option<&Reported>,
    ) -> Result<Vec<String>, String> {
        if let At::Stop(stop) = at
            && stop != self.stop
        {
            return Ok(vec![format!("the match stands at stop {}", self.stop)]);
        }
        for input in script.inputs.get(&self.stop).into_iter().flatten() {
            if retell_input(&mut *self.play, &self.seats, input.told.get()) == Retold::Unknown {
                return Err(format!(
                    "an input says {}, which this program does not know",
                    input.told
                ));
            }
        }
        for (index, seat) in self.seats.iter().enumerate() {
            self.play.refile(Seat(index as u8), &run.orders[seat].lines);
        }
        let mut dice = reported.map(|reported| KnownDice::of(self.told, reported));
        let ran = catch_unwind(AssertUnwindSafe(|| match &mut dice {
            Some(dice) => self.play.run(dice),
            None => self.play.run(&mut DryDice),
        }));
        let Ok(facts) = ran else {
            return Ok(vec![
                "the rules cannot be carried on with these orders".to_owned(),
            ]);
        };
        if reported.is_none() && facts.ended == Ended::NeedsDice {
            return Ok(vec![
                "the rules call for dice, and there was no draw".to_owned(),
            ]);
        }
        let next = self.play.stop().map(|stop| u64::from(stop.number));
        self.stop = next.unwrap_or(self.stop + 1);
        let mut differs = Vec::new();
        if let (Some(dice), Some(reported)) = (dice, reported) {
            differs.extend(rolls(&dice.made, reported));
            self.is_open &= !dice.missed;
        }
        differs.extend(self.seen(run, &facts));
        Ok(differs)
    }

    /// Compares what everybody and each seat witnessed.
    fn seen(&self, run: &Run, facts: &RunFacts) -> Vec<String> {
        let everybody = run
            .public
            .as_ref()
            .map(|told| (told, &facts.public, "everybody".to_owned()));
        let seats = self
            .seats
            .iter()
            .zip(&facts.private)
            .filter(|_| self.is_open)
            .filter_map(|(seat, witnessed)| {
                let told = run.private.get(seat)?;
                Some((told, witnessed, format!("seat {seat}")))
            });
        everybody
            .into_iter()
            .chain(seats)
            .flat_map(|(told, witnessed, who)| compare(told, witnessed, &who))
            .collect()
    }
}

fn compare((events, view): &(String, String), witnessed: &Witnessed, who: &str) -> Vec<String> {
    let mut differs = Vec::new();
    if *events != witnessed.events {
        differs.push(format!("other things happen than {who} was told"));
    }
    if *view != witnessed.view {
        differs.push(format!(
            "the position after it is another one than {who} was shown"
        ));
    }
    differs
}

/// Names a run in the words of a report.
pub(super) fn name(at: At) -> String {
    match at {
        At::Draw(draw) => format!("draw {draw}"),
        At::Stop(stop) => format!("the run from stop {stop}"),
    }
}

/// Compares the rolls that the rules call for with those of the REPORT.
fn rolls(made: &[(String, Label, Spec)], reported: &Reported) -> Vec<String> {
    let public = reported
        .rolls
        .iter()
        .map(|(label, spec)| (PUBLIC.to_owned(), *label, *spec));
    let hidden = reported
        .hidden_rolls
        .iter()
        .map(|roll| (roll.scope.to_string(), roll.label, roll.spec));
    // Fixes are rolled anew by the game master's word, not by the rules.
    let stated: BTreeSet<_> = public
        .chain(hidden)
        .filter(|(_, label, _)| !label.is_fix())
        .collect();
    let called: BTreeSet<_> = made.iter().cloned().collect();
    let mut differs: Vec<String> = called
        .difference(&stated)
        .map(|(_, label, spec)| format!("roll {label} {spec} is called for, but was not reported"))
        .collect();
    let surplus = stated.difference(&called);
    differs
        .extend(surplus.map(|(_, label, spec)| format!("no rule calls for roll {label} {spec}")));
    if called.len() < made.len() {
        differs.push("a label is used twice".to_owned());
    }
    differs
}

/// The name of the scope that everybody can check at once.
const PUBLIC: &str = "public";

/// The dice of a reported draw; hidden scopes are open as far as their masters were disclosed.
struct KnownDice<'a> {
    told: &'a Told,
    reported: &'a Reported,
    public: Seeded,
    made: Vec<(String, Label, Spec)>,
    /// Whether something was drawn hidden that has not been opened.
    missed: bool,
}

impl<'a> KnownDice<'a> {
    fn of(told: &'a Told, reported: &'a Reported) -> Self {
        Self {
            told,
            reported,
            public: Seeded::new(reported.seed),
            made: Vec::new(),
            missed: false,
        }
    }

    fn hidden(&self, scope: &str) -> Option<Seeded> {
        let scope: LogScope = scope.parse().ok()?;
        let owner = scope.owner();
        let committed = self.reported.hide(owner)?;
        let (_, master) = self.told.disclosed.iter().find(|(of, master)| {
            *of == owner && master.commitment(&self.told.genesis.game, owner) == committed
        })?;
        let seed = master.hidden_seed(self.reported.draw, &scope, self.reported.seed);
        Some(Seeded::new(seed.expose()))
    }
}

impl Dice for KnownDice<'_> {
    fn throw(
        &mut self,
        scope: Scope,
        label: &dyn fmt::Display,
        spec: Spec,
        faces: &mut Vec<u32>,
    ) -> Result<Thrown, NoDice> {
        let label = Label::format_base(label).expect("the rules make labels that fit");
        let own = |seat: Seat| {
            let owner = LogSeat::new(seat.0 + 1).map(Owner::Seat);
            owner.is_some_and(|owner| self.reported.hide(owner).is_some())
        };
        let named = scope.drawn_by(own);
        let hidden;
        let dice = match scope {
            Scope::Public => Some(&self.public),
            Scope::Host(_) | Scope::Seat(..) => {
                hidden = self.hidden(&named);
                hidden.as_ref()
            }
        };
        let thrown = if let Some(dice) = dice {
            dice.stream(&label).roll_into(spec, faces);
            Thrown::Known
        } else {
            self.missed = true;
            Thrown::Unknown
        };
        self.made.push((named, label, spec));
        Ok(thrown)
    }
}

/// What telling a match an input of its record came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retold {
    /// The match was told, or the input is none of its business.
    Done,
    /// This program does not know what the input says.
    Unknown,
}

/// Tells a match again what it was told beside the orders; `seats` are in the order of the game's.
pub fn retell_input(play: &mut dyn Match, seats: &[SeatNumber], told: &str) -> Retold {
    let Ok(Value::Object(told)) = serde_json::from_str(told) else {
        return Retold::Unknown;
    };
    for (what, of) in &told {
        let named: Vec<Seat> = of
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|number| {
                let number = SeatNumber::new(u8::try_from(number.as_u64()?).ok()?);
                let index = seats.iter().position(|seat| *seat == number)?;
                Some(Seat(index as u8))
            })
            .collect();
        match what.as_str() {
            "absent" => named.iter().for_each(|seat| play.time_out(*seat)),
            "resigned" => named
                .iter()
                .for_each(|seat| play.end(Ending::Resigned(*seat))),
            "draw" => play.end(Ending::DrawAgreed),
            // Time is the schedule's business, and an act no run's: none knows of it.
            "vacation" | "extended" | "undone" | "corrected" | "voided" | "seated" | "released"
            | "upgraded" => {}
            _ => return Retold::Unknown,
        }
    }
    Retold::Done
}
