//! The battle as a commander looks at it: the facts, and what he weighs them by.

use std::ops::Deref;

use super::super::Battle;
use super::doctrine::Doctrine;

/// What both sides see, and a doctrine to judge it by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outlook<'a> {
    battle: Battle<'a>,
    /// What the commander weighs things by.
    pub(super) doctrine: &'static Doctrine,
}

impl<'a> Outlook<'a> {
    /// Looks at a battle with a doctrine.
    pub(super) fn new(battle: Battle<'a>, doctrine: &'static Doctrine) -> Self {
        Self { battle, doctrine }
    }
}

impl<'a> Deref for Outlook<'a> {
    type Target = Battle<'a>;

    fn deref(&self) -> &Battle<'a> {
        &self.battle
    }
}
