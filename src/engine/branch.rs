//! What one line comes to at a decision: its condition, its order, its alternative.

use schemars::JsonSchema;
use serde::Serialize;

use crate::orders::{Guard, Illegal};
use crate::rulebook::Rule;

use super::printing::{print_guard, print_line};
use super::wishes::{LineOf, Why};
use super::{Fit, Rank, Rules};

/// A term of a condition, and whether it held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Term {
    /// The term as a player would write it.
    pub fact: String,
    /// Whether it held.
    pub holds: bool,
    /// Why it did not, where it speaks of the order that hangs on it and that cannot be carried out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}

/// A condition that was looked at, with the terms that decided it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Weighed {
    /// The condition.
    pub guard: String,
    /// Whether it held.
    pub held: bool,
    /// The terms that were asked, in order; those that could not matter any more were not.
    pub terms: Vec<Term>,
}

/// A rule that stood in the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Failure {
    /// The rule.
    pub rule: Rule,
    /// What happened, for the owner.
    pub because: String,
}

/// An order that hangs on a condition, and what keeps it from being carried out now.
type Hanging<'a, R> = (&'a <R as Rules>::Order, Option<&'a Illegal>);

/// Looks at a condition as things stand, for the order that hangs on it if one does.
pub(super) fn weigh<R: Rules>(
    rules: &R,
    view: &R::View,
    guard: &Guard<R::Fact>,
    order: Option<Hanging<'_, R>>,
) -> Weighed {
    let mut terms = Vec::new();
    let held = guard.eval(&mut |fact| {
        let holds = match order {
            Some((order, _)) => rules.holds_for(view, fact, order),
            None => rules.holds(view, fact),
        };
        terms.push(Term {
            fact: rules.print_fact(fact),
            holds,
            because: order
                .and_then(|(_, fails)| fails)
                .filter(|_| !holds && rules.objection(fact, None).is_some())
                .map(|illegal| format!("{} ({})", illegal.because, illegal.rule)),
        });
        holds
    });
    Weighed {
        guard: print_guard(rules, guard),
        held,
        terms,
    }
}

/// What a line comes to at a decision that it is about.
pub(super) struct Attempt<R: Rules> {
    /// The order to carry out, and how specifically it speaks.
    pub(super) gives: Option<(Rank, R::Order)>,
    /// The line wants its owner to be asked, this specifically.
    pub(super) asks: Option<Rank>,
    /// The alternative, where it is about another decision than this one.
    pub(super) rest: Option<LineOf<R>>,
    /// What its owner has to be told, each with the order that it is about.
    pub(super) said: Vec<(Why, R::Order)>,
}

impl<R: Rules> Attempt<R> {
    /// Tries a line and, where it comes to nothing, its alternative; `None` if it is about another decision.
    pub(super) fn at(
        rules: &R,
        view: &R::View,
        decision: &R::Decision,
        line: &LineOf<R>,
    ) -> Option<Self> {
        let fit = rules.answer(view, decision, &line.order);
        if matches!(fit, Fit::Other) {
            return None;
        }
        let subject = match &fit {
            Fit::Takes(_, order) => order,
            Fit::Asks(_) | Fit::Fails(_) | Fit::Other => &line.order,
        };
        let guard = line.guard.as_ref();
        let fails = match &fit {
            Fit::Fails(illegal) => Some(illegal),
            Fit::Takes(..) | Fit::Asks(_) | Fit::Other => None,
        };
        let guard = guard.map(|guard| weigh(rules, view, guard, Some((subject, fails))));
        let held = guard.as_ref().is_none_or(|guard| guard.held);
        let mut attempt = Self {
            gives: None,
            asks: None,
            rest: None,
            said: Vec::new(),
        };
        let failed = match fit {
            Fit::Takes(rank, order) if held => {
                attempt.gives = Some((rank, order));
                None
            }
            Fit::Asks(rank) if held => {
                attempt.asks = Some(rank);
                None
            }
            Fit::Fails(illegal) if held => Some(Failure {
                rule: illegal.rule,
                because: illegal.because,
            }),
            _ => None,
        };
        let comes_to_nothing = attempt.gives.is_none() && attempt.asks.is_none();
        let other = line.otherwise.as_deref().filter(|_| comes_to_nothing);
        let taken = other.map(|other| print_line(rules, other));
        match (guard, failed) {
            (None, None) => {}
            (None, Some(Failure { rule, because })) if taken.is_none() => {
                let why = Why::NotCarriedOut { rule, because };
                attempt.said.push((why, line.order.clone()));
            }
            (guard, failed) => {
                let why = Why::Branched {
                    guard,
                    failed,
                    taken,
                };
                attempt.said.push((why, line.order.clone()));
            }
        }
        if let Some(other) = other {
            attempt.follow(rules, view, decision, other);
        }
        Some(attempt)
    }

    fn follow(&mut self, rules: &R, view: &R::View, decision: &R::Decision, other: &LineOf<R>) {
        match Self::at(rules, view, decision, other) {
            None => self.rest = Some(other.clone()),
            Some(inner) => {
                self.gives = inner.gives;
                self.asks = inner.asks;
                self.rest = inner.rest;
                self.said.extend(inner.said);
            }
        }
    }
}
