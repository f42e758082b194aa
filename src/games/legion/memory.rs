//! Judging many sets of one decision that share most of their orders: what an order comes to is found once for each
//! position that the orders before it lead to.

use std::collections::BTreeMap;

use crate::engine::{Foreseen, JudgeOfSets, Trace, Verdict};

use super::decision::Decision;
use super::judge::{Ahead, at_once, judge_room};
use super::order::Order;
use super::state::View;
use super::{Game, print};

/// So many positions are kept; beyond them all are forgotten, which costs time and changes no verdict.
const MOST_POSITIONS: usize = 1_000;

/// A position, by its place among those that are kept; the first is the one as things stand.
type At = usize;

/// What an order comes to in a position.
#[derive(Clone)]
struct Step {
    verdict: Verdict,
    foreseen: Foreseen<Order>,
    trace: Trace,
    /// The position to which it leads.
    to: At,
}

/// What is remembered of sets that were judged for one decision.
pub(super) struct Memory<'a> {
    game: &'a Game,
    view: &'a View,
    decision: &'a Decision,
    positions: Vec<Ahead<'a>>,
    steps: BTreeMap<(At, String), Step>,
    /// The position to which refused orders lead from another, where they leave a trace at all.
    traces: BTreeMap<At, At>,
    /// What is said of orders that stand alone, where that needs no playing forward.
    alone: BTreeMap<String, Option<Verdict>>,
}

impl<'a> Memory<'a> {
    pub(super) fn new(game: &'a Game, view: &'a View, decision: &'a Decision) -> Self {
        Self {
            game,
            view,
            decision,
            positions: vec![Ahead::new(game, view)],
            steps: BTreeMap::new(),
            traces: BTreeMap::new(),
            alone: BTreeMap::new(),
        }
    }

    /// Plays a set forward, order by order; returns what they come to, and where they lead.
    fn play(&mut self, orders: &[Order]) -> (Vec<Step>, At) {
        let mut at = 0;
        let steps = orders.iter().map(|order| {
            if self.positions.len() > MOST_POSITIONS {
                at = self.forget_all_but(at);
            }
            let key = (at, print::order(self.game, order));
            let known = self.steps.get(&key).cloned();
            let step = known.unwrap_or_else(|| {
                let found = self.step(at, order);
                self.steps.insert(key, found.clone());
                found
            });
            at = step.to;
            step
        });
        (steps.collect(), at)
    }

    /// Forgets everything except for the first position and another one; returns the place of that.
    fn forget_all_but(&mut self, at: At) -> At {
        self.steps.clear();
        self.traces.clear();
        let kept = self.positions.swap_remove(at);
        self.positions.truncate(usize::from(at > 0));
        self.positions.push(kept);
        self.positions.len() - 1
    }

    fn step(&mut self, at: At, order: &Order) -> Step {
        let mut ahead = self.positions[at].clone();
        let verdict = ahead.judge(self.decision, order);
        let foreseen = ahead.take_found();
        let to = match verdict.is_illegal() {
            _ if ahead.is_like(&self.positions[at]) => at,
            true => self.trace(at, ahead),
            false => self.keep(ahead),
        };
        // Whoever is refused for want of room at the end of the set was played forward before.
        let is_apart = verdict.is_illegal() && to == at;
        Step {
            verdict,
            foreseen,
            trace: if is_apart { Trace::None } else { Trace::Left },
            to,
        }
    }

    /// Keeps a position to which a refused order leads: mostly it is the same for all of them.
    fn trace(&mut self, from: At, ahead: Ahead<'a>) -> At {
        let known = self.traces.get(&from).copied();
        if let Some(to) = known.filter(|&to| ahead.is_like(&self.positions[to])) {
            return to;
        }
        let to = self.keep(ahead);
        self.traces.insert(from, to);
        to
    }

    fn keep(&mut self, ahead: Ahead<'a>) -> At {
        self.positions.push(ahead);
        self.positions.len() - 1
    }

    /// Judges a single order as things stand; nothing if it has to be played forward for that.
    fn at_once(&mut self, order: &Order) -> Option<Verdict> {
        let line = print::order(self.game, order);
        let found = self.alone.entry(line);
        let found = found.or_insert_with(|| at_once(self.game, self.view, self.decision, order));
        found.clone()
    }
}

impl JudgeOfSets<Order> for Memory<'_> {
    fn judge(&mut self, orders: &[Order]) -> Vec<(Verdict, Trace)> {
        if let [only] = orders
            && let Some(verdict) = self.at_once(only)
        {
            return vec![(verdict, Trace::None)];
        }
        let (steps, end) = self.play(orders);
        let traces: Vec<Trace> = steps.iter().map(|step| step.trace).collect();
        let mut verdicts: Vec<Verdict> = steps.into_iter().map(|step| step.verdict).collect();
        let set = (self.decision, orders);
        judge_room(self.view, &self.positions[end], set, &mut verdicts);
        verdicts.into_iter().zip(traces).collect()
    }

    fn foreseen(&mut self, orders: &[Order]) -> Vec<Foreseen<Order>> {
        let (steps, _) = self.play(orders);
        steps.into_iter().map(|step| step.foreseen).collect()
    }
}
