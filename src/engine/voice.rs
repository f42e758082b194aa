//! Who answers the questions of a run: filed wishes, a bot, or chance.

use std::collections::BTreeSet;

use crate::rulebook::Rule;

use super::wishes::{Line, LineId, LineOf, Told, Why, WishesOf};
use super::{Fit, Mode, Rules, Seat, Viewer};

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
    fn settle(&mut self, done: bool);
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
    taken: Vec<Taken>,
    adopted: Vec<(Seat, usize)>,
    balked: Vec<Balked>,
    closed: Vec<Seat>,
    turned: Vec<Seat>,
    told: Vec<Told>,
    consulted: BTreeSet<(Seat, LineId)>,
}

/// A line that the step under way has used up.
struct Taken {
    seat: Seat,
    line: LineId,
    /// What its owner has to be told if it was dropped.
    failed: Option<(Rule, String)>,
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

/// What trying one line gave.
enum Tried<O> {
    Other,
    Skipped,
    Gives(O),
    Fails(Rule, String),
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
            told: Vec::new(),
            consulted: BTreeSet::new(),
        }
    }

    /// Returns what owners have to be told, and the lines that decided anything.
    pub fn finish(self) -> (Vec<Told>, BTreeSet<(Seat, LineId)>) {
        (self.told, self.consulted)
    }

    fn try_line(
        rules: &R,
        view: &R::View,
        decision: &R::Decision,
        line: &LineOf<R>,
    ) -> Tried<R::Order> {
        let fit = rules.answer(view, decision, &line.order);
        if matches!(fit, Fit::Other | Fit::Asks(_)) {
            return Tried::Other;
        }
        let holds = match &line.guard {
            None => true,
            Some(guard) => guard.eval(&mut |fact| rules.holds(view, fact)),
        };
        let otherwise = |failed: Tried<R::Order>| match &line.otherwise {
            None => failed,
            Some(other) => match Self::try_line(rules, view, decision, other) {
                Tried::Other | Tried::Skipped => failed,
                tried => tried,
            },
        };
        match fit {
            _ if !holds => otherwise(Tried::Skipped),
            Fit::Takes(_, order) => Tried::Gives(order),
            Fit::Fails(illegal) => otherwise(Tried::Fails(illegal.rule, illegal.because)),
            Fit::Other | Fit::Asks(_) => Tried::Other,
        }
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
            let gone = |taken: &Taken| taken.seat == seat && taken.line == line.id;
            if self.taken.iter().any(gone) {
                continue;
            }
            let (failed, gives) = match Self::try_line(rules, view, decision, line) {
                Tried::Other => continue,
                Tried::Skipped => (None, None),
                Tried::Gives(order) => (None, Some(order)),
                Tried::Fails(rule, because) => (Some((rule, because)), None),
            };
            self.consulted.insert((seat, line.id));
            self.taken.push(Taken {
                seat,
                line: line.id,
                failed,
            });
            if let Some(order) = gives {
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
            let (rank, order) = match rules.answer(view, decision, &line.order) {
                Fit::Takes(rank, order) => (rank, Some(order)),
                Fit::Asks(rank) => (rank, None),
                Fit::Other | Fit::Fails(_) => continue,
            };
            self.consulted.insert((seat, line.id));
            let holds = line
                .guard
                .as_ref()
                .is_none_or(|guard| guard.eval(&mut |fact| rules.holds(view, fact)));
            if holds && best.as_ref().is_none_or(|(held, _)| *held <= rank) {
                best = Some((rank, order.map(|order| (order, line.id))));
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
        let name = rules.plan(decision)?;
        wishes.plans.iter().position(|plan| plan.name == name)
    }

    fn commit(&mut self) {
        for (seat, index) in std::mem::take(&mut self.adopted) {
            let wishes = &mut self.wishes[seat.index()];
            if !wishes.listed {
                let plan = wishes.plans.remove(index);
                wishes.list = plan.lines;
                wishes.pauses = plan.pauses;
                wishes.listed = true;
            }
        }
        for taken in std::mem::take(&mut self.taken) {
            let wishes = &mut self.wishes[taken.seat.index()];
            let Some(line) = remove(&mut wishes.answers, taken.line)
                .or_else(|| remove(&mut wishes.list, taken.line))
            else {
                continue;
            };
            match taken.failed {
                Some((rule, because)) => self.told.push(Told {
                    seat: taken.seat,
                    line: line.text,
                    step: None,
                    why: Why::NotCarriedOut { rule, because },
                }),
                None => wishes.hand.push(line),
            }
        }
        for balked in std::mem::take(&mut self.balked) {
            self.tell(balked);
        }
        for seat in std::mem::take(&mut self.turned) {
            self.wishes[seat.index()].turn_page();
        }
        for seat in std::mem::take(&mut self.closed) {
            for line in self.wishes[seat.index()].close() {
                self.told.push(Told {
                    seat,
                    line: line.text,
                    step: None,
                    why: Why::NoOccasion,
                });
            }
        }
    }

    /// Tells the owner of a line what became of it; its alternative gets its chance.
    fn tell(&mut self, balked: Balked) {
        let wishes = &mut self.wishes[balked.seat.index()];
        let Some(index) = wishes.hand.iter().position(|line| line.id == balked.line) else {
            return;
        };
        self.told.push(Told {
            seat: balked.seat,
            line: wishes.hand[index].text.clone(),
            step: balked.step,
            why: Why::NotCarriedOut {
                rule: balked.rule,
                because: balked.because,
            },
        });
        if !balked.begun
            && let Some(other) = wishes.hand[index].otherwise.take()
        {
            wishes.list.insert(0, *other);
        }
    }
}

fn remove<O, F>(lines: &mut Vec<Line<O, F>>, id: LineId) -> Option<Line<O, F>> {
    let index = lines.iter().position(|line| line.id == id)?;
    Some(lines.remove(index))
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
        let pauses = |guard: &crate::orders::Guard<R::Fact>| {
            guard.eval(&mut |fact| rules.holds(&view, fact))
        };
        let plan = Self::plan_in_force(rules, wishes, decision);
        let in_force = plan.map_or(&wishes.pauses, |index| &wishes.plans[index].pauses);
        if mode == Mode::List && in_force.iter().any(pauses) {
            return Answer::Silence;
        }
        let has_list = wishes.listed || plan.is_some();
        let absent = wishes.absent;
        if let Some((order, line)) = self.line_for(rules, &view, seat, decision) {
            return Answer::Order(order, Some(line));
        }
        match self.standing_for(rules, &view, seat, decision) {
            Ruled::Gives(order, line) => return Answer::Order(order, Some(line)),
            Ruled::Asks if !absent && mode != Mode::Quiet => return Answer::Silence,
            Ruled::Asks | Ruled::Nothing => {}
        }
        if absent || mode == Mode::Quiet {
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

    fn settle(&mut self, done: bool) {
        if done {
            self.commit();
        } else {
            self.taken.clear();
            self.adopted.clear();
            self.balked.clear();
            self.closed.clear();
            self.turned.clear();
        }
    }
}
