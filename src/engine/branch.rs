//! What one line comes to at a decision: its condition, its order, its alternative.

use schemars::JsonSchema;
use serde::Serialize;

use crate::orders::Guard;
use crate::rulebook::Rule;

use super::reading::{print_guard, print_line};
use super::wishes::{LineOf, Why};
use super::{Fit, Rank, Rules};

/// A term of a condition, and whether it held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Term {
    /// The term as a player would write it.
    pub fact: String,
    /// Whether it held.
    pub holds: bool,
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

/// Looks at a condition as things stand, for the order that hangs on it if one does.
pub(super) fn weigh<R: Rules>(
    rules: &R,
    view: &R::View,
    guard: &Guard<R::Fact>,
    order: Option<&R::Order>,
) -> Weighed {
    let mut terms = Vec::new();
    let held = guard.eval(&mut |fact| {
        let holds = match order {
            Some(order) => rules.holds_for(view, fact, order),
            None => rules.holds(view, fact),
        };
        terms.push(Term {
            fact: rules.print_fact(fact),
            holds,
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
        let guard = guard.map(|guard| weigh(rules, view, guard, Some(subject)));
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
