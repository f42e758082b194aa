//! What the seats want: the lines they filed, kept apart from the state so that no view has them.

use serde::{Deserialize, Serialize};

use crate::orders::Guard;
use crate::rulebook::Rule;

use super::branch::{Failure, Weighed};
use super::{LineKind, Note, Rules, Seat};

/// A line's number within its seat's lines of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LineId(pub u32);

/// One accepted line: an order, perhaps under a guard, perhaps with an alternative.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(
    serialize = "O: Serialize, F: Serialize",
    deserialize = "O: Deserialize<'de>, F: Deserialize<'de>"
))]
pub struct Line<O, F> {
    /// The line's number.
    pub id: LineId,
    /// The line as its owner wrote it.
    pub text: String,
    /// The condition under which it counts, looked at when the line is reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<Guard<F>>,
    /// The order.
    pub order: O,
    /// What is tried instead when the guard is false or nothing came of the order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Box<Line<O, F>>>,
}

/// Lines filed ahead for a phase that has not begun (`PLAN name ... ENDPLAN`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(
    serialize = "O: Serialize, F: Serialize",
    deserialize = "O: Deserialize<'de>, F: Deserialize<'de>"
))]
pub struct Plan<O, F> {
    /// What the plan is for, in the game's words (`huns`).
    pub name: String,
    /// Its place among the plans for the same: the lowest is used up first.
    #[serde(default = "first")]
    pub number: u8,
    /// Its lines.
    pub lines: Vec<Line<O, F>>,
    /// Guards that stop the run when they hold.
    pub pauses: Vec<Guard<F>>,
}

impl<O, F> Plan<O, F> {
    /// Returns what the plan is for, with its number unless it is the first: `huns`, `huns 2`.
    pub fn title(&self) -> String {
        match self.number {
            0 | 1 => self.name.clone(),
            number => format!("{} {number}", self.name),
        }
    }
}

/// The number of a plan that has none written.
fn first() -> u8 {
    1
}

/// Everything one seat has filed and that may still count.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(
    serialize = "O: Serialize, F: Serialize",
    deserialize = "O: Deserialize<'de>, F: Deserialize<'de>"
))]
pub struct Wishes<O, F> {
    /// Lines that answer what the last stop asked, used up one by one.
    pub answers: Vec<Line<O, F>>,
    /// The rest of the filed list.
    pub list: Vec<Line<O, F>>,
    /// Whether a list was filed, which then ends in a pass.
    pub listed: bool,
    /// Lines taken up since the list was filed.
    pub hand: Vec<Line<O, F>>,
    /// Lines that answer later decisions, in the order of filing.
    pub standing: Vec<Line<O, F>>,
    /// Lists filed ahead.
    pub plans: Vec<Plan<O, F>>,
    /// Guards that stop the run when they hold.
    pub pauses: Vec<Guard<F>>,
    /// Whether the seat's deadline has passed in this activation.
    pub absent: bool,
    /// Whether it leaves what the open stop asks to the defaults, where nothing that it filed answers (`GO`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lets_go: bool,
    /// The next line's number.
    pub next_line: u32,
}

/// The lines of a game's seats.
pub type LineOf<R> = Line<<R as Rules>::Order, <R as Rules>::Fact>;

/// The wishes of a game's seats.
pub type WishesOf<R> = Wishes<<R as Rules>::Order, <R as Rules>::Fact>;

impl<O, F> Default for Wishes<O, F> {
    fn default() -> Self {
        Self {
            answers: Vec::new(),
            list: Vec::new(),
            listed: false,
            hand: Vec::new(),
            standing: Vec::new(),
            plans: Vec::new(),
            pauses: Vec::new(),
            absent: false,
            lets_go: false,
            next_line: 1,
        }
    }
}

impl<O: Clone + PartialEq, F: Clone + PartialEq> Wishes<O, F> {
    /// Puts a plan in force as the list; the standing lines in it stand from now on.
    pub(super) fn adopt<R>(&mut self, rules: &R, index: usize)
    where
        R: Rules<Order = O, Fact = F>,
    {
        let plan = self.plans.remove(index);
        let (standing, list): (Vec<_>, Vec<_>) = plan
            .lines
            .into_iter()
            .partition(|line| rules.kind(&line.order) == LineKind::Standing);
        self.stand(standing);
        self.list = list;
        self.pauses = plan.pauses;
        self.listed = true;
    }

    /// Adds standing lines; one that says the same as before takes its place as the latest.
    pub(super) fn stand(&mut self, lines: Vec<Line<O, F>>) {
        for line in lines {
            let says_the_same = |held: &Line<O, F>| {
                held.order == line.order
                    && held.guard == line.guard
                    && held.otherwise == line.otherwise
            };
            self.standing.retain(|held| !says_the_same(held));
            self.standing.push(line);
        }
    }
}

impl<O, F> Wishes<O, F> {
    /// Finds the plan that is next for this.
    pub(super) fn plan_named(&self, name: Option<&str>) -> Option<usize> {
        let plans = self.plans.iter().enumerate();
        let fits = plans.filter(|(_, plan)| Some(plan.name.as_str()) == name);
        fits.min_by_key(|(_, plan)| plan.number)
            .map(|(index, _)| index)
    }

    /// Files a plan in place of an earlier one for the same with the same number.
    pub(super) fn plan(&mut self, plan: Plan<O, F>) {
        self.plans
            .retain(|held| (&held.name, held.number) != (&plan.name, plan.number));
        self.plans.push(plan);
    }

    /// Numbers a line.
    pub fn number(&mut self) -> LineId {
        let id = LineId(self.next_line);
        self.next_line += 1;
        id
    }

    /// Ends a phase within a turn: a list that is used up is no list for the next phase.
    pub(super) fn turn_page(&mut self) {
        if self.list.is_empty() {
            self.listed = false;
        }
    }

    /// Ends the activation, phase or plot: list, answers and absence lapse; returns unused lines.
    pub(super) fn close(&mut self) -> Vec<Line<O, F>> {
        self.answers.clear();
        self.hand.clear();
        self.pauses.clear();
        self.listed = false;
        self.absent = false;
        std::mem::take(&mut self.list)
    }
}

/// Why a line came to nothing.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Why {
    /// A rule stood in the way when the line's moment came.
    NotCarriedOut {
        /// The rule.
        rule: Rule,
        /// What happened, for the owner.
        because: String,
    },
    /// Its moment never came.
    NoOccasion,
    /// Its condition, or what stood in the way, decided which way it went.
    Branched {
        /// The condition, if it has one.
        guard: Option<Weighed>,
        /// The rule that stood in the way although the condition held.
        failed: Option<Failure>,
        /// The alternative that was tried instead.
        taken: Option<String>,
    },
    /// A PAUSE stopped the run.
    Paused {
        /// Its condition.
        guard: Weighed,
    },
}

/// Word to the owner of a line, and to nobody else, of what became of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Told {
    /// The owner.
    pub seat: Seat,
    /// The line as written.
    pub line: String,
    /// The first step that was not carried out, where the order has steps.
    pub step: Option<String>,
    /// The cause.
    #[serde(flatten)]
    pub why: Why,
    /// The events that brought it about, the first of them first, as the owner witnessed them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<Note>,
}
