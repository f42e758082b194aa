//! Whole matches without mail: players at one table, each with its own view.

use super::position::{Step, step};
use super::turn::Audience;
use super::voice::Balked;
use super::{Answer, Dice, Mode, Outcome, Pick, Rules, Seat, SetupError, Verdict, Viewer, Voice};

/// Somebody who plays a seat from its view.
pub trait Player<R: Rules> {
    /// Decides; `None` is a pass.
    fn decide(
        &mut self,
        rules: &R,
        view: &R::View,
        mode: Mode,
        decision: &R::Decision,
    ) -> Option<R::Order>;
}

/// A player who picks any legal order.
pub struct Random<P> {
    /// The source of his choices.
    pub pick: P,
}

impl<R: Rules, P: Pick> Player<R> for Random<P> {
    fn decide(
        &mut self,
        rules: &R,
        view: &R::View,
        _: Mode,
        decision: &R::Decision,
    ) -> Option<R::Order> {
        rules.sample(view, decision, &mut self.pick)
    }
}

/// The players of a match as its voice; each order is checked before it is played.
pub struct Table<'a, R: Rules> {
    players: Vec<Box<dyn Player<R> + 'a>>,
    actions: u64,
}

impl<'a, R: Rules> Table<'a, R> {
    /// Seats players, one for each side in order.
    pub fn new(players: Vec<Box<dyn Player<R> + 'a>>) -> Self {
        Self {
            players,
            actions: 0,
        }
    }

    /// Returns how many orders were played.
    pub fn actions(&self) -> u64 {
        self.actions
    }
}

impl<R: Rules> Voice<R> for Table<'_, R> {
    fn answer(
        &mut self,
        rules: &R,
        state: &R::State,
        seat: Seat,
        mode: Mode,
        decision: &R::Decision,
    ) -> Answer<R::Order> {
        let view = rules.view(state, Viewer::Seat(seat));
        let Some(order) = self.players[seat.index()].decide(rules, &view, mode, decision) else {
            return Answer::Pass;
        };
        self.actions += 1;
        for verdict in rules.check(&view, decision, std::slice::from_ref(&order)) {
            if let Verdict::Illegal(illegal) = verdict {
                panic!(
                    "a player gave `{}`, illegal by {illegal:?}",
                    rules.print(&order)
                );
            }
        }
        Answer::Order(order, None)
    }

    fn balk(&mut self, _: Balked) {}

    fn close(&mut self, _: Seat) {}

    fn turn_page(&mut self, _: Seat) {}

    fn settle(&mut self, _: &R, _: bool) {}
}

/// What became of a match at the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// How it ended; `None` if it was stopped after `turns`.
    pub outcome: Option<Outcome>,
    /// Game turns played.
    pub turns: u32,
    /// Orders played.
    pub actions: u64,
}

/// Plays a scenario to its end, or until `turns` are over.
///
/// # Errors
/// What is wrong with the scenario.
///
/// # Panics
/// If a player gives an illegal order, or the rules ask a question that nobody answers.
pub fn play<R: Rules>(
    rules: &R,
    scenario: &str,
    mut table: Table<'_, R>,
    dice: &mut dyn Dice,
    audience: &mut dyn Audience<R>,
    turns: u32,
) -> Result<Played, SetupError> {
    let (mut state, frame) = rules.setup(scenario)?;
    let mut frames = vec![frame];
    let mut faces = Vec::new();
    let outcome = loop {
        match step(
            rules,
            &mut state,
            &mut frames,
            &mut table,
            dice,
            audience,
            &mut faces,
        ) {
            Step::On if rules.turn(&state) > turns => break None,
            Step::On => {}
            Step::Over(outcome) => break Some(outcome),
            Step::Wait(asked) => panic!("nobody answers {asked:?}"),
            Step::Draw => panic!("self-play always has dice"),
            Step::Empty => panic!("the sequence of play ended without an outcome"),
        }
    };
    let turns = rules.turn(&state).min(turns);
    Ok(Played {
        outcome,
        turns,
        actions: table.actions(),
    })
}
