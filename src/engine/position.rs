//! A match between two stops: the whole snapshot, and the way from one stop to the next.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::since::{Culprit, Since};
use super::turn::Audience;
use super::voice::Draft;
use super::{
    Asked, Dice, DryDice, Filed, Fit, LineId, LineKind, LineOf, Mode, Next, Outcome, Pause, Rules,
    Seat, SetupError, Told, Turn, Viewer, Voice, Why, Wishes, WishesOf,
};

/// More steps than any run of any game takes: the sequence of play is going round in circles.
const RUNAWAY: usize = 10_000;

/// A wait of the match for one or more seats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stop<D> {
    /// Its number in the match, from 1, never used again.
    pub number: u32,
    /// Who has to answer what.
    pub asked: Vec<Asked<D>>,
}

/// How and why a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the game's own victory conditions.
    Played(Outcome),
    /// A seat gave up; the other has won.
    Resigned(Seat),
    /// The seats agreed on a draw.
    DrawAgreed,
}

/// Where a run came to rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// At a new stop, or still at the old one if the lines did not answer it.
    Stopped,
    /// The match is over.
    Over,
    /// A roll came up and there were no dice; what happened before it must be thrown away.
    NeedsDice,
}

/// What one run did.
#[derive(Debug, Clone, PartialEq)]
pub struct Run<R: Rules> {
    /// Where it came to rest.
    pub ended: Ended,
    /// What happened, in order.
    pub events: Vec<R::Event>,
    /// What owners of lines have to be told, each alone, with the events that brought it about.
    pub told: Vec<(Told, Vec<Culprit<R>>)>,
    /// The lines that were looked at to decide anything.
    pub consulted: BTreeSet<(Seat, LineId)>,
}

/// The whole snapshot of a match: enough to go on from.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Position<R: Rules> {
    state: R::State,
    frames: Vec<R::Frame>,
    stop: Option<Stop<R::Decision>>,
    stops: u32,
    wishes: Vec<WishesOf<R>>,
    over: Option<Ending>,
    /// What has happened in an activation that a stop has interrupted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    since: Option<Since<R>>,
}

impl<R: Rules> Clone for Position<R> {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            frames: self.frames.clone(),
            stop: self.stop.clone(),
            stops: self.stops,
            wishes: self.wishes.clone(),
            over: self.over,
            since: self.since.clone(),
        }
    }
}

impl<R: Rules> PartialEq for Position<R> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
            && self.frames == other.frames
            && self.stop == other.stop
            && self.stops == other.stops
            && self.wishes == other.wishes
            && self.over == other.over
            && self.since == other.since
    }
}

impl<R: Rules> Position<R> {
    /// Starts a scenario; nothing has run yet.
    ///
    /// # Errors
    /// What is wrong with the scenario.
    pub fn start(rules: &R, scenario: &str) -> Result<Self, SetupError> {
        let (state, frame) = rules.setup(scenario)?;
        Ok(Self::from_parts(rules, state, vec![frame]))
    }

    /// Makes a position from a state and frames, the last of them next.
    pub fn from_parts(rules: &R, state: R::State, frames: Vec<R::Frame>) -> Self {
        let wishes = rules.sides().iter().map(|_| Wishes::default()).collect();
        Self {
            state,
            frames,
            stop: None,
            stops: 0,
            wishes,
            over: None,
            since: None,
        }
    }

    /// Returns the state.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// Returns the open stop.
    pub fn stop(&self) -> Option<&Stop<R::Decision>> {
        self.stop.as_ref()
    }

    /// Returns how the match ended, if it has.
    pub fn over(&self) -> Option<Ending> {
        self.over
    }

    /// Returns what a seat has filed.
    pub fn wishes(&self, seat: Seat) -> &WishesOf<R> {
        &self.wishes[seat.index()]
    }

    /// Gives access to what a seat has filed.
    pub fn wishes_mut(&mut self, seat: Seat) -> &mut WishesOf<R> {
        &mut self.wishes[seat.index()]
    }

    /// Returns the questions of the open stop to one seat.
    pub fn asked(&self, seat: Seat) -> impl Iterator<Item = &Asked<R::Decision>> {
        self.stop
            .iter()
            .flat_map(|stop| &stop.asked)
            .filter(move |asked| asked.seat == seat)
    }

    /// Returns the frame that is carried out next.
    pub fn next(&self) -> Option<&R::Frame> {
        self.frames.last()
    }

    /// Puts further frames on top; worked examples run the segments they name.
    pub fn push(&mut self, frame: R::Frame) {
        self.frames.push(frame);
    }

    /// Files a seat's action lines for the open stop.
    ///
    /// Lines that answer a single question are answers; any other action line means a new list,
    /// which takes the place of the rest of the old one. At a stop that does not ask the seat
    /// its action lines change nothing.
    pub fn file(&mut self, rules: &R, seat: Seat, lines: Vec<LineOf<R>>) {
        let asked: Vec<_> = self.asked(seat).cloned().collect();
        if asked.is_empty() {
            return;
        }
        let view = rules.view(&self.state, Viewer::Seat(seat));
        let answers_one = |line: &LineOf<R>| {
            asked
                .iter()
                .filter(|question| question.mode == Mode::One)
                .any(|question| {
                    !matches!(
                        rules.answer(&view, &question.decision, &line.order),
                        Fit::Other
                    )
                })
        };
        let (answers, list): (Vec<_>, Vec<_>) = lines.into_iter().partition(answers_one);
        let wishes = &mut self.wishes[seat.index()];
        wishes.answers = answers;
        let lists = asked.iter().any(|question| question.mode == Mode::List);
        if lists || !list.is_empty() {
            wishes.list = list;
            wishes.listed = true;
        }
    }

    /// Lets the seat's list or plan run on as it stands, whatever pauses it had, where the stop asks for a
    /// list and there is one; tells whether there is.
    pub fn go_on(&mut self, rules: &R, seat: Seat) -> bool {
        let plans = self
            .asked(seat)
            .filter(|asked| asked.mode == Mode::List)
            .map(|asked| rules.plan(&asked.decision));
        let Some(plan) = plans.last() else {
            return false;
        };
        let wishes = &mut self.wishes[seat.index()];
        if !wishes.listed
            && let Some(index) = wishes.plan_named(plan)
        {
            let pauses = std::mem::take(&mut wishes.pauses);
            wishes.adopt(rules, index);
            wishes.pauses = pauses;
        }
        wishes.listed
    }

    /// Puts action lines back that were in force: answers of the open stop, else the list's rest.
    pub(super) fn restore_list(
        &mut self,
        rules: &R,
        seat: Seat,
        lines: Vec<LineOf<R>>,
        listed: bool,
    ) {
        let view = rules.view(&self.state, Viewer::Seat(seat));
        let asked: Vec<_> = self
            .asked(seat)
            .filter(|asked| asked.mode == Mode::One)
            .cloned()
            .collect();
        let is_answer = |line: &LineOf<R>| {
            let fits = |question: &Asked<R::Decision>| {
                !matches!(
                    rules.answer(&view, &question.decision, &line.order),
                    Fit::Other
                )
            };
            !listed || asked.iter().any(fits)
        };
        let (answers, list) = lines.into_iter().partition(is_answer);
        let wishes = &mut self.wishes[seat.index()];
        wishes.answers = answers;
        wishes.list = list;
        wishes.listed = listed;
    }

    /// Files standing lines; the latest of equally specific ones counts.
    pub fn file_standing(&mut self, rules: &R, seat: Seat, lines: Vec<LineOf<R>>) {
        let is_standing = |line: &LineOf<R>| rules.kind(&line.order) == LineKind::Standing;
        debug_assert!(lines.iter().all(is_standing));
        self.wishes[seat.index()].stand(lines);
    }

    /// Notes that a seat's deadline has passed: its decisions take their defaults until it is closed.
    pub fn time_out(&mut self, seat: Seat) {
        self.wishes[seat.index()].absent = true;
    }

    /// Ends the match by resignation or agreement.
    pub fn end(&mut self, ending: Ending) {
        self.over = Some(ending);
        self.stop = None;
        self.frames.clear();
    }

    /// Puts another state in place of the present one.
    pub(super) fn put_right(&mut self, state: R::State) {
        self.state = state;
        // The causes of failures are looked for among events that led to the state of before.
        self.since = None;
    }

    /// Asks again what the open stop asks, as a stop of another number: one that the match has not had.
    ///
    /// Where the questions themselves have changed with the state they are asked as they are now.
    pub fn reopen(&mut self, rules: &R, number: u32) {
        let Some(open) = &mut self.stop else {
            return;
        };
        open.number = number;
        self.stops = number;
        let mut twin = self.clone();
        for wishes in &mut twin.wishes {
            wishes.absent = false;
        }
        let run = twin.run(rules, &mut DryDice);
        if let (Ended::Stopped, true, Some(stop)) = (run.ended, run.events.is_empty(), twin.stop) {
            self.stop = Some(Stop { number, ..stop });
        }
    }

    /// Runs to the next stop.
    ///
    /// # Panics
    /// If the sequence of play goes round in circles: a fault of the game's rules.
    pub fn run(&mut self, rules: &R, dice: &mut dyn Dice) -> Run<R> {
        self.run_until(rules, dice, |_| false)
    }

    /// Runs to the next stop, or until the next frame is one that `halts`.
    ///
    /// # Panics
    /// If the sequence of play goes round in circles: a fault of the game's rules.
    pub fn run_until(
        &mut self,
        rules: &R,
        dice: &mut dyn Dice,
        halts: impl Fn(&R::Frame) -> bool,
    ) -> Run<R> {
        let mut events = Vec::new();
        let mut voice = Filed::<R>::new(&mut self.wishes);
        let mut faces = Vec::new();
        let mut steps = 0;
        let mut news = News::new(self.since.take(), &self.state);
        let ended = loop {
            if self.frames.last().is_some_and(&halts) {
                break Ended::Stopped;
            }
            steps += 1;
            assert!(
                steps < RUNAWAY,
                "the sequence of play runs in circles: {:?}",
                self.frames.last()
            );
            let (state, frames) = (&mut self.state, &mut self.frames);
            let before = events.len();
            let came = step(
                rules,
                state,
                frames,
                &mut voice,
                dice,
                &mut events,
                &mut faces,
            );
            news.take(rules, voice.news(), &events[before..]);
            if voice.has_closed() {
                news.begin_anew(&self.state);
            }
            match came {
                Step::On => {}
                Step::Over(outcome) => {
                    self.stop = None;
                    self.over = Some(Ending::Played(outcome));
                    break Ended::Over;
                }
                Step::Wait(asked) => {
                    self.stops += 1;
                    self.stop = Some(Stop {
                        number: self.stops,
                        asked,
                    });
                    break Ended::Stopped;
                }
                Step::Draw => break Ended::NeedsDice,
                Step::Empty => break Ended::Stopped,
            }
        };
        let consulted = voice.finish();
        self.since = Some(news.since).filter(|since| !since.is_empty() && self.over.is_none());
        Run {
            ended,
            events,
            told: news.told,
            consulted,
        }
    }
}

/// What owners of lines have to be told, gathered step by step.
struct News<R: Rules> {
    since: Since<R>,
    told: Vec<(Told, Vec<Culprit<R>>)>,
}

impl<R: Rules> News<R> {
    fn new(since: Option<Since<R>>, state: &R::State) -> Self {
        Self {
            since: since.unwrap_or_else(|| Since::from(state)),
            told: Vec::new(),
        }
    }

    /// Takes what a step has to tell: its causes lie before the step.
    fn take(&mut self, rules: &R, drafts: Vec<Draft<R>>, events: &[R::Event]) {
        for Draft { told, order } in drafts {
            // A standing line is looked at again and again; that it went the same way is no news.
            let is_known = matches!(told.why, Why::Branched { .. })
                && self.told.iter().any(|(known, _)| *known == told);
            if is_known {
                continue;
            }
            let failed = match &told.why {
                Why::NotCarriedOut { .. } | Why::NoOccasion => true,
                Why::Branched { failed, .. } => failed.is_some(),
                Why::Paused { .. } => false,
            };
            let culprits = match order.filter(|_| failed) {
                Some(order) => self.since.culprits(rules, told.seat, &order),
                None => Vec::new(),
            };
            self.told.push((told, culprits));
        }
        self.since.add(events);
    }

    fn begin_anew(&mut self, state: &R::State) {
        self.since = Since::from(state);
    }
}

/// What one step came to.
pub(super) enum Step<D> {
    /// The next frame is ready.
    On,
    /// The match is over.
    Over(Outcome),
    /// Seats have to answer.
    Wait(Vec<Asked<D>>),
    /// Dice are wanted.
    Draw,
    /// There is nothing left to carry out.
    Empty,
}

/// Carries out the topmost frame.
pub(super) fn step<R: Rules>(
    rules: &R,
    state: &mut R::State,
    frames: &mut Vec<R::Frame>,
    voice: &mut dyn Voice<R>,
    dice: &mut dyn Dice,
    audience: &mut dyn Audience<R>,
    faces: &mut Vec<u32>,
) -> Step<R::Decision> {
    let Some(frame) = frames.pop() else {
        return Step::Empty;
    };
    let mut turn = Turn::new(rules, state, voice, dice, audience, faces);
    let came = rules.advance(&mut turn, &frame);
    let waiting = turn.into_waiting();
    voice.settle(rules, came.is_ok());
    match came {
        Ok(Next::Go(next)) => {
            frames.extend(next.into_iter().rev());
            Step::On
        }
        Ok(Next::Over(outcome)) => {
            frames.clear();
            Step::Over(outcome)
        }
        Err(Pause::Wait) => {
            frames.push(frame);
            Step::Wait(waiting)
        }
        Err(Pause::Draw) => {
            frames.push(frame);
            Step::Draw
        }
    }
}
