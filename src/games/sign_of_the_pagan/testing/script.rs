//! Scripted chance: dice that must be those of the script, and choices.

use std::collections::VecDeque;
use std::fmt;

use crate::engine::{Dice, NoDice, Pick, Scope, Thrown};
use crate::ledger::dice::Spec;

/// Scripted choices for random legal play.
pub(in super::super) struct Picks(VecDeque<usize>);

impl Picks {
    /// Picks these numbers one after the other.
    pub(in super::super) fn new(picks: impl IntoIterator<Item = usize>) -> Self {
        Self(picks.into_iter().collect())
    }
}

impl Pick for Picks {
    fn pick(&mut self, n: usize) -> usize {
        let picked = self.0.pop_front().expect("the test scripts every pick");
        assert!(picked < n, "{picked} of {n}");
        picked
    }
}

/// Scripted dice: what is rolled must be what the script says.
pub(super) struct Script<'a>(pub(super) &'a mut VecDeque<(String, u32)>);

impl Dice for Script<'_> {
    fn throw(
        &mut self,
        _: Scope,
        label: &dyn fmt::Display,
        _: Spec,
        faces: &mut Vec<u32>,
    ) -> Result<Thrown, NoDice> {
        let label = label.to_string();
        let mut parts = label.split('/').skip(1);
        let purpose = parts.next().unwrap();
        let name = match parts.next() {
            Some(who) => format!("{purpose} {who}"),
            None => purpose.to_owned(),
        };
        let (scripted, face) = self
            .0
            .pop_front()
            .unwrap_or_else(|| panic!("no die left for `{name}`"));
        assert_eq!(
            scripted, name,
            "the next scripted die is for something else"
        );
        faces.push(face);
        Ok(Thrown::Known)
    }
}
