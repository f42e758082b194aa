//! Who answers the questions of a run: filed wishes, a bot, or chance.

use std::collections::BTreeSet;

use crate::rulebook::Rule;

use super::branch::{Attempt, weigh};
use super::wishes::{Line, LineId, LineOf, Told, Why, WishesOf};
use super::{LineKind, Mode, Rules, Seat, Viewer};

/// What a voice says to a decision.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer<O> {
    /// This order, and the filed line it comes from.
    Order(O, Option<LineId>),
    /// Nothing more is wanted.
    Pass,
    /// Nobody has said anything: the run has to wait.
    Silence,
}

/// Somebody who answers for the seats of a match.
pub trait Voice<R: Rules> {
    /// Answers a decision, or stays silent.
    fn answer(
        &mut self,
        rules: &R,
        state: &R::State,
        seat: Seat,
        mode: Mode,
        decision: &R::Decision,
    ) -> Answer<R::Order>;

    /// Hears that a line came to nothing, or ended early.
    fn balk(&mut self, balked: Balked);

    /// Hears that the seat's activation, phase or plot is over.
    fn close(&mut self, seat: Seat);

    /// Hears that a phase is over: a list that is used up does not speak for the next one.
    fn turn_page(&mut self, seat: Seat);

    /// Hears that the step is done, or was paused as if it had not begun.
    fn settle(&mut self, rules: &R, done: bool);
}

/// A line that a step could not carry out, or not to its end.
#[derive(Debug, Clone, PartialEq)]
pub struct Balked {
    /// The owner.
    pub seat: Seat,
    /// The line.
    pub line: LineId,
    /// The first step that was not carried out.
    pub step: Option<String>,
    /// The rule that stood in the way.
    pub rule: Rule,
    /// What happened, for the owner.
    pub because: String,
    /// Whether anything came of the line before.
    pub begun: bool,
}

/// Filed wishes as a voice: lines just received, the list, standing lines, plans, defaults.
pub struct Filed<'a, R: Rules> {
    wishes: &'a mut [WishesOf<R>],
    taken: Vec<Taken<R>>,
    adopted: Vec<(Seat, usize)>,
    balked: Vec<Balked>,
    closed: Vec<Seat>,
    turned: Vec<Seat>,
    /// What the step under way has to tell if it is carried out.
    drafts: Vec<Draft<R>>,
    /// What holds the run up, told although its step is not carried out.
    paused: Vec<Draft<R>>,
    told: Vec<Draft<R>>,
    has_closed: bool,
    consulted: BTreeSet<(Seat, LineId)>,
}

/// Word to an owner, with the order that it is about.
#[derive(Debug)]
pub(super) struct Draft<R: Rules> {
    /// What he is told.
    pub(super) told: Told,
    /// The order that was stopped.
    pub(super) order: Option<R::Order>,
}

/// A line that the step under way has used up.
struct Taken<R: Rules> {
    seat: Seat,
    line: LineId,
    /// What comes in its place: an alternative about another decision.
    rest: Option<LineOf<R>>,
    /// Whether it gave an order.
    gave: bool,
}

/// What the standing lines say to a decision.
enum Ruled<O> {
    /// Nothing.
    Nothing,
    /// The owner wants to be asked.
    Asks,
    /// This order, from this line.
    Gives(O, LineId),
}

impl<'a, R: Rules> Filed<'a, R> {
    /// Speaks for the seats whose wishes these are.
    pub fn new(wishes: &'a mut [WishesOf<R>]) -> Self {
        Self {
            wishes,
            taken: Vec::new(),
            adopted: Vec::new(),
            balked: Vec::new(),
            closed: Vec::new(),
            turned: Vec::new(),
            drafts: Vec::new(),
            paused: Vec::new(),
            told: Vec::new(),
            has_closed: false,
            consulted: BTreeSet::new(),
        }
    }

    /// Returns what owners have to be told since this was asked last.
    pub(super) fn news(&mut self) -> Vec<Draft<R>> {
        std::mem::take(&mut self.told)
    }

    /// Tells whether an activation, phase or plot has ended since this was asked last.
    pub(super) fn has_closed(&mut self) -> bool {
        std::mem::take(&mut self.has_closed)
    }

    /// Returns the lines that decided anything.
    pub fn finish(self) -> BTreeSet<(Seat, LineId)> {
        self.consulted
    }

    fn line_for(
        &mut self,
        rules: &R,
        view: &R::View,
        seat: Seat,
        decision: &R::Decision,
    ) -> Option<(R::Order, LineId)> {
        let wishes = &self.wishes[seat.index()];
        let plan = Self::plan_in_force(rules, wishes, decision);
        let list = match plan {
            Some(index) => &wishes.plans[index].lines,
            None => &wishes.list,
        };
        if let Some(index) = plan {
            self.adopted.push((seat, index));
        }
        for line in wishes.answers.iter().chain(list) {
            let gone = |taken: &Taken<R>| taken.seat == seat && taken.line == line.id;
            // What stands in a plan stands once the plan is in force.
            let stands = plan.is_some() && rules.kind(&line.order) == LineKind::Standing;
            if stands || self.taken.iter().any(gone) {
                continue;
            }
            let Some(attempt) = Attempt::at(rules, view, decision, line) else {
                continue;
            };
            self.consulted.insert((seat, line.id));
            for (why, order) in attempt.said {
                self.drafts.push(Draft::new(seat, line, why, order));
            }
            self.taken.push(Taken {
                seat,
                line: line.id,
                rest: attempt.rest,
                gave: attempt.gives.is_some(),
            });
            if let Some((_, order)) = attempt.gives {
                return Some((order, line.id));
            }
        }
        None
    }

    /// Finds the standing line that answers: the most specific, of these the latest.
    fn standing_for(
        &mut self,
        rules: &R,
        view: &R::View,
        seat: Seat,
        decision: &R::Decision,
    ) -> Ruled<R::Order> {
        let mut best = None;
        for line in &self.wishes[seat.index()].standing {
            let Some(attempt) = Attempt::at(rules, view, decision, line) else {
                continue;
            };
            self.consulted.insert((seat, line.id));
            for (why, order) in attempt.said {
                // A rule that does not fit the moment is no news: another one answers.
                if !matches!(why, Why::NotCarriedOut { .. }) {
                    self.drafts.push(Draft::new(seat, line, why, order));
                }
            }
            let given = attempt
                .gives
                .map(|(rank, order)| (rank, Some((order, line.id))));
            let asked = attempt.asks.map(|rank| (rank, None));
            let Some((rank, order)) = given.or(asked) else {
                continue;
            };
            if best.as_ref().is_none_or(|(held, _)| *held <= rank) {
                best = Some((rank, order));
            }
        }
        match best {
            None => Ruled::Nothing,
            Some((_, None)) => Ruled::Asks,
            Some((_, Some((order, line)))) => Ruled::Gives(order, line),
        }
    }

    fn plan_in_force(rules: &R, wishes: &WishesOf<R>, decision: &R::Decision) -> Option<usize> {
        if wishes.listed {
            return None;
        }
        wishes.plan_named(rules.plan(decision))
    }

    /// Tells whether a PAUSE stops the list here, and notes which.
    fn pauses(&mut self, rules: &R, view: &R::View, seat: Seat, decision: &R::Decision) -> bool {
        let wishes = &self.wishes[seat.index()];
        let plan = Self::plan_in_force(rules, wishes, decision);
        let in_force = plan.map_or(&wishes.pauses, |index| &wishes.plans[index].pauses);
        let mut weighed = in_force.iter().map(|guard| weigh(rules, view, guard, None));
        let Some(guard) = weighed.find(|guard| guard.held) else {
            return false;
        };
        let told = Told {
            seat,
            line: format!("PAUSE IF {}", guard.guard),
            step: None,
            why: Why::Paused { guard },
            chain: Vec::new(),
        };
        self.paused.push(Draft { told, order: None });
        true
    }

    fn commit(&mut self, rules: &R) {
        for (seat, index) in std::mem::take(&mut self.adopted) {
            let wishes = &mut self.wishes[seat.index()];
            if !wishes.listed {
                wishes.adopt(rules, index);
            }
        }
        self.told.append(&mut self.drafts);
        for taken in std::mem::take(&mut self.taken) {
            let wishes = &mut self.wishes[taken.seat.index()];
            let line = replace(&mut wishes.answers, taken.line, taken.rest.as_ref())
                .or_else(|| replace(&mut wishes.list, taken.line, taken.rest.as_ref()));
            if taken.gave {
                wishes.hand.extend(line);
            }
        }
        for balked in std::mem::take(&mut self.balked) {
            self.tell(balked);
        }
        for seat in std::mem::take(&mut self.turned) {
            self.wishes[seat.index()].turn_page();
        }
        for seat in std::mem::take(&mut self.closed) {
            self.has_closed = true;
            for line in self.wishes[seat.index()].close() {
                self.told
                    .push(Draft::new(seat, &line, Why::NoOccasion, line.order.clone()));
            }
        }
    }

    /// Tells the owner of a line what became of it; its alternative gets its chance.
    fn tell(&mut self, balked: Balked) {
        let wishes = &mut self.wishes[balked.seat.index()];
        let why = Why::NotCarriedOut {
            rule: balked.rule,
            because: balked.because,
        };
        let Some(index) = wishes.hand.iter().position(|line| line.id == balked.line) else {
            // A standing line stands on, with its alternative.
            let held = wishes.standing.iter().find(|line| line.id == balked.line);
            let draft = held.map(|line| Draft::new(balked.seat, line, why, line.order.clone()));
            self.told.extend(draft.map(|mut draft| {
                draft.told.step = balked.step;
                draft
            }));
            return;
        };
        let line = &mut wishes.hand[index];
        let mut draft = Draft::new(balked.seat, line, why, line.order.clone());
        draft.told.step = balked.step;
        let other = line.otherwise.take().filter(|_| !balked.begun);
        self.told.push(draft);
        if let Some(other) = other {
            wishes.list.insert(0, *other);
        }
    }
}

impl<R: Rules> Draft<R> {
    fn new(seat: Seat, line: &LineOf<R>, why: Why, order: R::Order) -> Self {
        let told = Told {
            seat,
            line: line.text.clone(),
            step: None,
            why,
            chain: Vec::new(),
        };
        Self {
            told,
            order: Some(order),
        }
    }
}

/// Takes a line out, and puts another in its place.
fn replace<O: Clone, F: Clone>(
    lines: &mut Vec<Line<O, F>>,
    id: LineId,
    by: Option<&Line<O, F>>,
) -> Option<Line<O, F>> {
    let index = lines.iter().position(|line| line.id == id)?;
    match by {
        Some(other) => Some(std::mem::replace(&mut lines[index], other.clone())),
        None => Some(lines.remove(index)),
    }
}

impl<R: Rules> Voice<R> for Filed<'_, R> {
    fn answer(
        &mut self,
        rules: &R,
        state: &R::State,
        seat: Seat,
        mode: Mode,
        decision: &R::Decision,
    ) -> Answer<R::Order> {
        let view = rules.view(state, Viewer::Seat(seat));
        let wishes = &self.wishes[seat.index()];
        let has_list = wishes.listed || Self::plan_in_force(rules, wishes, decision).is_some();
        let absent = wishes.absent;
        let lets_go = wishes.lets_go && mode == Mode::One;
        if mode == Mode::List && !absent && self.pauses(rules, &view, seat, decision) {
            return Answer::Silence;
        }
        if let Some((order, line)) = self.line_for(rules, &view, seat, decision) {
            return Answer::Order(order, Some(line));
        }
        match self.standing_for(rules, &view, seat, decision) {
            Ruled::Gives(order, line) => return Answer::Order(order, Some(line)),
            Ruled::Asks if !absent && !lets_go && mode != Mode::Quiet => return Answer::Silence,
            Ruled::Asks | Ruled::Nothing => {}
        }
        if absent || lets_go || mode == Mode::Quiet {
            return match rules.default(&view, decision) {
                Some(order) => Answer::Order(order, None),
                None => Answer::Pass,
            };
        }
        match mode {
            Mode::List if has_list => Answer::Pass,
            Mode::List | Mode::One | Mode::Quiet => Answer::Silence,
        }
    }

    fn balk(&mut self, balked: Balked) {
        self.balked.push(balked);
    }

    fn close(&mut self, seat: Seat) {
        self.closed.push(seat);
    }

    fn turn_page(&mut self, seat: Seat) {
        self.turned.push(seat);
    }

    fn settle(&mut self, rules: &R, done: bool) {
        // What was asked is asked by one step; the next question is another one.
        for wishes in self.wishes.iter_mut() {
            wishes.lets_go = false;
        }
        if done {
            self.paused.clear();
            self.commit(rules);
        } else {
            self.told.append(&mut self.paused);
            self.drafts.clear();
            self.taken.clear();
            self.adopted.clear();
            self.balked.clear();
            self.closed.clear();
            self.turned.clear();
        }
    }
}
