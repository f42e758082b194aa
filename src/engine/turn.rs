//! What a rule may do: look, ask, roll, and say what happened.

use std::fmt;

use crate::ledger::dice::Spec;
use crate::rulebook::Rule;

use super::voice::Balked;
use super::{Answer, Asked, Dice, LineId, Mode, Pause, Rules, Scope, Seat, Thrown, Voice};

/// An order that answers a decision, and the filed line it came from, if it came from one.
#[derive(Debug, Clone, PartialEq)]
pub struct Given<O> {
    /// The order, as it can be carried out now.
    pub order: O,
    /// The line.
    pub line: Option<LineId>,
}

/// Somebody who notes each event as it happens.
pub trait Audience<R: Rules> {
    /// Notes an event; `after` is the state that it has led to.
    fn note(&mut self, rules: &R, event: R::Event, after: &R::State);
}

impl<R: Rules> Audience<R> for Vec<R::Event> {
    fn note(&mut self, _: &R, event: R::Event, _: &R::State) {
        self.push(event);
    }
}

/// One step of the sequence of play at work.
///
/// Rules read the state and change it only by events; they get dice and decisions only from here.
pub struct Turn<'a, R: Rules> {
    rules: &'a R,
    state: &'a mut R::State,
    voice: &'a mut dyn Voice<R>,
    dice: &'a mut dyn Dice,
    audience: &'a mut dyn Audience<R>,
    faces: &'a mut Vec<u32>,
    waiting: Vec<Asked<R::Decision>>,
    acted: bool,
}

impl<'a, R: Rules> Turn<'a, R> {
    pub(super) fn new(
        rules: &'a R,
        state: &'a mut R::State,
        voice: &'a mut dyn Voice<R>,
        dice: &'a mut dyn Dice,
        audience: &'a mut dyn Audience<R>,
        faces: &'a mut Vec<u32>,
    ) -> Self {
        Self {
            rules,
            state,
            voice,
            dice,
            audience,
            faces,
            waiting: Vec::new(),
            acted: false,
        }
    }

    pub(super) fn into_waiting(self) -> Vec<Asked<R::Decision>> {
        self.waiting
    }

    /// Returns the state as it is now.
    pub fn state(&self) -> &R::State {
        self.state
    }

    /// Asks one seat; `None` is a pass.
    ///
    /// # Errors
    /// [`Pause::Wait`] if the seat has to be asked by mail.
    ///
    /// # Panics
    /// If this step has already acted: a pause would leave a trace.
    pub fn ask(
        &mut self,
        seat: Seat,
        mode: Mode,
        decision: R::Decision,
    ) -> Result<Option<Given<R::Order>>, Pause> {
        let asked = Asked {
            seat,
            mode,
            decision,
        };
        match self.put(&asked) {
            Answer::Order(order, line) => Ok(Some(Given { order, line })),
            Answer::Pass => Ok(None),
            Answer::Silence => {
                self.waiting.push(asked);
                Err(Pause::Wait)
            }
        }
    }

    /// Asks several seats at once, each without knowing what the others say.
    ///
    /// # Errors
    /// [`Pause::Wait`] if any of them has to be asked by mail; only these are then asked.
    ///
    /// # Panics
    /// If this step has already acted.
    pub fn ask_all(
        &mut self,
        asked: Vec<Asked<R::Decision>>,
    ) -> Result<Vec<Option<Given<R::Order>>>, Pause> {
        let mut given = Vec::with_capacity(asked.len());
        for question in asked {
            match self.put(&question) {
                Answer::Order(order, line) => given.push(Some(Given { order, line })),
                Answer::Pass => given.push(None),
                Answer::Silence => self.waiting.push(question),
            }
        }
        if self.waiting.is_empty() {
            Ok(given)
        } else {
            Err(Pause::Wait)
        }
    }

    fn put(&mut self, asked: &Asked<R::Decision>) -> Answer<R::Order> {
        assert!(
            !self.acted,
            "a step asks before it acts: {:?}",
            asked.decision
        );
        self.voice.answer(
            self.rules,
            self.state,
            asked.seat,
            asked.mode,
            &asked.decision,
        )
    }

    /// Lets something happen.
    pub fn emit(&mut self, event: R::Event) {
        self.acted = true;
        self.rules.apply(self.state, &event);
        self.audience.note(self.rules, event, self.state);
    }

    /// Rolls one public die.
    ///
    /// # Errors
    /// [`Pause::Draw`] if this run has no dice.
    pub fn roll(&mut self, label: &dyn fmt::Display, spec: Spec) -> Result<u32, Pause> {
        let faces = self.throw(Scope::Public, label, spec)?;
        Ok(*faces
            .and_then(<[u32]>::first)
            .expect("a public roll is known and has a face"))
    }

    /// Rolls `spec` in `scope`; `None` where the scope is closed to this host.
    ///
    /// # Errors
    /// [`Pause::Draw`] if this run has no dice.
    pub fn throw(
        &mut self,
        scope: Scope,
        label: &dyn fmt::Display,
        spec: Spec,
    ) -> Result<Option<&[u32]>, Pause> {
        self.acted = true;
        self.faces.clear();
        match self.dice.throw(scope, label, spec, self.faces) {
            Ok(Thrown::Known) => Ok(Some(self.faces)),
            Ok(Thrown::Unknown) => Ok(None),
            Err(_) => Err(Pause::Draw),
        }
    }

    /// Tells the owner of a line that it was not carried out, or not from `step` on.
    ///
    /// `begun` says whether anything came of the line; if not, its ELSE gets its chance.
    pub fn balk(
        &mut self,
        seat: Seat,
        line: Option<LineId>,
        step: Option<String>,
        (rule, because): (Rule, String),
        begun: bool,
    ) {
        if let Some(line) = line {
            self.voice.balk(Balked {
                seat,
                line,
                step,
                rule,
                because,
                begun,
            });
        }
    }

    /// Ends a phase of a seat's turn: what is left of its list serves the next phase, but a list
    /// that is used up does not, and the seat is asked anew.
    pub fn turn_page(&mut self, seat: Seat) {
        self.acted = true;
        self.voice.turn_page(seat);
    }

    /// Ends a seat's activation, phase or plot: its list and its absence lapse.
    pub fn close(&mut self, seat: Seat) {
        self.acted = true;
        self.voice.close(seat);
    }
}
