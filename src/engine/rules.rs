//! The contract between a game's rules and everything around them.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::orders::{Cursor, Diagnostic, Illegal};
use crate::rulebook::Rule;

use super::sets::{Afresh, JudgeOfSets, Trace};
use super::{Mode, Seat, Turn, Viewer};

/// How specifically a standing line names what it answers for; the highest rank wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// It speaks for everything (`all`).
    All,
    /// It speaks for a class or a group (`all:lc`, `hun-lc-*`).
    Group,
    /// It names the unit or thing itself.
    Named,
}

/// What an order is worth to a decision.
#[derive(Debug, Clone, PartialEq)]
pub enum Fit<O> {
    /// The order is about something else.
    Other,
    /// The order answers the decision; given back as it can be carried out now.
    Takes(Rank, O),
    /// The order says that the decision be put to its owner; this specifically.
    Asks(Rank),
    /// The order is about this decision, but what has happened since makes it impossible.
    Fails(Illegal),
}

/// What judging says about an order.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It can be carried out as things stand.
    Legal,
    /// It breaks a rule whatever dice and enemies do.
    Illegal(Illegal),
    /// Dice or the other side decide; the text says on what it hangs.
    Open(String),
}

impl Verdict {
    /// Tells whether the order is refused.
    pub fn is_illegal(&self) -> bool {
        matches!(self, Self::Illegal(_))
    }
}

/// What is foreseen of an order that can be carried out as things stand.
#[derive(Debug, Clone, PartialEq)]
pub struct Foreseen<O> {
    /// The order with the ways that are found for it, where it does not name its whole way itself.
    pub ways: Vec<O>,
    /// What else its owner should know: that it will not do in this turn all that it says.
    pub remarks: Vec<String>,
}

impl<O> Default for Foreseen<O> {
    fn default() -> Self {
        Self {
            ways: Vec::new(),
            remarks: Vec::new(),
        }
    }
}

/// What kind of line an order is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// It does something now and is used up.
    Action,
    /// It answers later decisions until it is cancelled.
    Standing,
}

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// One seat has won.
    Win(Seat),
    /// Nobody has won.
    Draw,
}

/// What follows a step.
#[derive(Debug, Clone, PartialEq)]
pub enum Next<F> {
    /// These frames take the place of the one that was carried out, the first of them next.
    Go(Vec<F>),
    /// The match is over.
    Over(Outcome),
}

impl<F> Next<F> {
    /// Ends the frame: the one below it is next.
    pub fn done() -> Self {
        Self::Go(Vec::new())
    }
}

/// Why a step could not be carried out yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// A seat has to answer first.
    Wait,
    /// Dice have to be drawn first.
    Draw,
}

/// A question put to one seat.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize)]
pub struct Asked<D> {
    /// The seat that has to answer.
    pub seat: Seat,
    /// How lines answer it.
    pub mode: Mode,
    /// The decision itself.
    pub decision: D,
}

/// A source of arbitrary choices for random legal play.
pub trait Pick {
    /// Returns a number below `n`; `n` is at least 1.
    fn pick(&mut self, n: usize) -> usize;
}

/// Why a scenario cannot be set up, all reasons at once.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.join("\n"))]
pub struct SetupError(pub Vec<String>);

impl SetupError {
    /// Collects reasons.
    pub fn all<E: fmt::Display>(reasons: impl IntoIterator<Item = E>) -> Self {
        Self(
            reasons
                .into_iter()
                .map(|reason| reason.to_string())
                .collect(),
        )
    }
}

/// A game: its data and options as a value, its rules as functions of that value.
///
/// Legality is decided by the same functions when an order is judged (`check`), when it is carried
/// out (`advance`) and when it is invented (`options`, `sample`). `apply` alone changes a state.
pub trait Rules: Sized {
    /// Everything that is true of the game, hidden facts included.
    type State: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned;
    /// A step of the sequence of play that is still to be carried out, as data.
    type Frame: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned;
    /// A point at which a side must or may choose.
    type Decision: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned;
    /// What a player can want, in canonical form; prints as a line that parses to the same order.
    type Order: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned;
    /// One term of a guard.
    type Fact: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned;
    /// What happened.
    type Event: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned;
    /// What one viewer may know of a state.
    type View: Clone + fmt::Debug + PartialEq + Serialize;

    /// Returns the key of each seat's side, in seat order (`hun`, `roman`).
    fn sides(&self) -> Vec<&str>;

    /// Sets a scenario up.
    ///
    /// # Errors
    /// All reasons why the scenario does not make a legal start.
    fn setup(&self, scenario: &str) -> Result<(Self::State, Self::Frame), SetupError>;

    /// Carries one step out, or pauses without a trace.
    ///
    /// A step asks before it acts. A choice that depends on a roll is the next frame's.
    ///
    /// # Errors
    /// A [`Pause`], passed on by `?` from [`Turn`].
    fn advance(
        &self,
        turn: &mut Turn<'_, Self>,
        frame: &Self::Frame,
    ) -> Result<Next<Self::Frame>, Pause>;

    /// Lists the finite canonical base of legal orders in a fixed order.
    fn options(&self, view: &Self::View, decision: &Self::Decision) -> Vec<Self::Order>;

    /// Invents any legal order; `None` is a pass, where the decision allows one.
    fn sample(
        &self,
        view: &Self::View,
        decision: &Self::Decision,
        pick: &mut dyn Pick,
    ) -> Option<Self::Order>;

    /// Returns what the book, or this game's ruling, does for a side that says nothing.
    fn default(&self, view: &Self::View, decision: &Self::Decision) -> Option<Self::Order>;

    /// Says whether `order` answers `decision`, how specifically, and as what.
    fn answer(
        &self,
        view: &Self::View,
        decision: &Self::Decision,
        order: &Self::Order,
    ) -> Fit<Self::Order>;

    /// Judges a set of orders, playing it forward as if no die and no enemy choice intervened.
    fn check(
        &self,
        view: &Self::View,
        decision: &Self::Decision,
        orders: &[Self::Order],
    ) -> Vec<Verdict>;

    /// Foresees, for each order of a set, what its owner should know of it as things stand after those before it.
    fn foreseen(
        &self,
        _view: &Self::View,
        _decision: &Self::Decision,
        orders: &[Self::Order],
    ) -> Vec<Foreseen<Self::Order>> {
        orders.iter().map(|_| Foreseen::default()).collect()
    }

    /// Tells whether an order that `check` refuses may have told upon what it says of others in the same set.
    fn trace(&self, _order: &Self::Order) -> Trace {
        Trace::Left
    }

    /// Returns a judge of the sets that may answer a decision, for whoever has to judge many that are alike.
    fn judge_of_sets<'a>(
        &'a self,
        view: &'a Self::View,
        decision: &'a Self::Decision,
    ) -> Box<dyn JudgeOfSets<Self::Order> + 'a> {
        Box::new(Afresh {
            rules: self,
            view,
            decision,
        })
    }

    /// Spells out an order that leaves something to be found which is found now, once and for all: the order that is
    /// filed and sealed in its place, and what its owner should know of it. Lines of plans wait for their moment.
    fn settled(&self, _view: &Self::View, _order: &Self::Order) -> Option<Foreseen<Self::Order>> {
        None
    }

    /// Returns the decisions that a list of orders may answer behind this one, in the order in which they come up.
    fn ahead(&self, _decision: &Self::Decision) -> Vec<Self::Decision> {
        Vec::new()
    }

    /// Returns what a whole set still lacks to answer the decision, however good its orders are.
    fn lacks(
        &self,
        _view: &Self::View,
        _decision: &Self::Decision,
        _orders: &[Self::Order],
    ) -> Option<Illegal> {
        None
    }

    /// Tells action lines from standing lines.
    fn kind(&self, order: &Self::Order) -> LineKind;

    /// Changes the state by what happened: no dice, no clock, no failure.
    fn apply(&self, state: &mut Self::State, event: &Self::Event);

    /// Builds what `viewer` may know, from nothing.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// Returns what `viewer` notices of an event: all of it, something vaguer, or nothing.
    ///
    /// `state` is the one before the event.
    fn witness(
        &self,
        state: &Self::State,
        event: &Self::Event,
        viewer: Viewer,
    ) -> Option<Self::Event>;

    /// Says whether a word is a verb of the order language, in any case.
    fn is_verb(&self, word: &str) -> bool;

    /// Says whether lines that begin with a verb answer later decisions, in any case.
    fn is_standing_verb(&self, _word: &str) -> bool {
        false
    }

    /// Reads one order; a group or a plural gives several.
    ///
    /// # Errors
    /// A [`Diagnostic`] for the player.
    fn parse(
        &self,
        view: &Self::View,
        cursor: &mut Cursor<'_>,
    ) -> Result<Vec<Self::Order>, Diagnostic>;

    /// Prints an order in canonical form.
    fn print(&self, order: &Self::Order) -> String;

    /// Reads one term of a guard.
    ///
    /// # Errors
    /// A [`Diagnostic`] for the player.
    fn parse_fact(
        &self,
        view: &Self::View,
        cursor: &mut Cursor<'_>,
    ) -> Result<Self::Fact, Diagnostic>;

    /// Prints one term of a guard as a player would write it.
    fn print_fact(&self, fact: &Self::Fact) -> String;

    /// Tells whether a guard's term holds.
    fn holds(&self, view: &Self::View, fact: &Self::Fact) -> bool;

    /// Tells whether a guard's term holds for the order that hangs on it, as it would be carried out.
    fn holds_for(&self, view: &Self::View, fact: &Self::Fact, _order: &Self::Order) -> bool {
        self.holds(view, fact)
    }

    /// Tells why a guard's term cannot be asked of an order, or where no order hangs on it.
    fn objection(&self, _fact: &Self::Fact, _order: Option<&Self::Order>) -> Option<String> {
        None
    }

    /// Returns the plan that would serve as the list for this decision (`PLAN <name>`).
    fn plan(&self, decision: &Self::Decision) -> Option<&'static str>;

    /// Reads what a plan is for, as [`Rules::plan`] names it.
    ///
    /// # Errors
    /// A [`Diagnostic`] for the player: no decision of his takes such a plan.
    fn parse_plan(
        &self,
        _view: &Self::View,
        cursor: &mut Cursor<'_>,
    ) -> Result<&'static str, Diagnostic> {
        Err(Diagnostic::new(cursor.here(), "this game has no plans"))
    }

    /// Judges an order of a plan: what no die and no enemy can change.
    fn check_planned(&self, _view: &Self::View, _plan: &str, _order: &Self::Order) -> Verdict {
        Verdict::Legal
    }

    /// Tells whether a standing line answers whatever an earlier one could have answered, as closely as that one does.
    fn supersedes(&self, _later: &Self::Order, _earlier: &Self::Order) -> bool {
        false
    }

    /// Returns what is left of an order of a set when another one, sent to be added, chooses the same thing anew;
    /// nothing if all of it is chosen anew.
    fn rest_beside(&self, filed: &Self::Order, _added: &Self::Order) -> Option<Self::Order> {
        Some(filed.clone())
    }

    /// Judges what a standing line speaks for: what neither a move nor a die nor the enemy can change.
    ///
    /// # Errors
    /// Why the line could never count.
    fn check_standing(&self, _view: &Self::View, _order: &Self::Order) -> Result<(), Illegal> {
        Ok(())
    }

    /// Finds which of the events of an activation have stopped an order, as its owner saw them.
    ///
    /// `now` is his view at the moment at which the order failed; the events come in their order.
    fn culprits(
        &self,
        _now: &Self::View,
        _order: &Self::Order,
        _events: &[&Self::Event],
    ) -> Vec<usize> {
        Vec::new()
    }

    /// Returns the full name of a thing that a line may name in several ways.
    fn full_name(&self, _word: &str) -> Option<String> {
        None
    }

    /// Returns where a thing of that name stands in a state that is written as JSON.
    fn pointer(&self, _name: &str) -> Option<String> {
        None
    }

    /// Checks what must be true of every state.
    ///
    /// # Errors
    /// What is wrong, for us.
    fn invariants(&self, state: &Self::State) -> Result<(), String>;

    /// Returns the game turn that a state is in, from 1; 0 before the first.
    fn turn(&self, state: &Self::State) -> u32;

    /// Lists the rules that an event carries out.
    fn cites(&self, event: &Self::Event) -> Vec<Rule>;

    /// Returns the index of rules that code enforces.
    fn rules(&self) -> &'static [Rule];
}
