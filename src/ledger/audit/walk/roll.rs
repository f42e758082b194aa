//! A roll as plans and reports name it, open or hidden.

use std::fmt;

use crate::ledger::{
    block::{Lock, Need, Report},
    dice::{Label, Spec},
    names::Scope,
};

/// Scope, label and spec: what is planned, due and made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Roll<'a> {
    pub(super) scope: Option<&'a Scope>,
    pub(super) label: Label,
    spec: Spec,
}

impl Roll<'_> {
    /// Returns what must not be used twice in a draw.
    pub(super) fn name(&self) -> String {
        match self.scope {
            Some(scope) => format!("{scope} {}", self.label),
            None => self.label.to_string(),
        }
    }
}

impl fmt::Display for Roll<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name(), self.spec)
    }
}

/// Returns all rolls of a plan.
pub(super) fn planned(lock: &Lock) -> impl Iterator<Item = (Roll<'_>, Need)> {
    let open = lock.plan.iter().map(|planned| (None, planned));
    let hidden = lock
        .hidden_plan
        .iter()
        .map(|hidden| (Some(&hidden.scope), &hidden.roll));
    open.chain(hidden).map(|(scope, p)| {
        (
            Roll {
                scope,
                label: p.label,
                spec: p.spec,
            },
            p.need,
        )
    })
}

/// Returns all rolls of a REPORT.
pub(super) fn made(report: &Report) -> impl Iterator<Item = Roll<'_>> {
    let open = report.rolls.iter().map(|r| Roll {
        scope: None,
        label: r.label,
        spec: r.spec,
    });
    let hidden = report.hidden_rolls.iter();
    open.chain(hidden.map(|r| Roll {
        scope: Some(&r.scope),
        label: r.label,
        spec: r.spec,
    }))
}
