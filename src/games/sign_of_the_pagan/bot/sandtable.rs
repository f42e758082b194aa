//! A copy of the open facts to try things on, one unit at a time.

use crate::geometry::{Facing, Hex};

use super::super::data::{Condition, UnitId};
use super::super::state::{Open, Place};
use super::super::{Battle, Game};
use super::doctrine::Doctrine;
use super::outlook::Outlook;

/// How a unit would stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Post {
    /// Its hex, which is free or its own.
    pub(super) hex: Hex,
    /// Its facing.
    pub(super) facing: Facing,
    /// Its condition.
    pub(super) condition: Condition,
    /// Whether it has come on with momentum (9.5.2).
    pub(super) momentum: bool,
}

/// A copy of the open facts.
pub(super) struct Sandtable<'a> {
    game: &'a Game,
    open: Open,
    doctrine: &'static Doctrine,
}

impl<'a> Sandtable<'a> {
    /// Copies the facts.
    pub(super) fn new(battle: Outlook<'a>) -> Self {
        Self {
            game: battle.game,
            open: battle.open.clone(),
            doctrine: battle.doctrine,
        }
    }

    /// Returns the battle as it is.
    pub(super) fn battle(&self) -> Outlook<'_> {
        Outlook::new(Battle::new(self.game, &self.open), self.doctrine)
    }

    /// Looks at the battle with a unit somewhere else, and puts it back.
    pub(super) fn with<T>(
        &mut self,
        unit: UnitId,
        post: Post,
        look: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let held = *self.open.piece(unit);
        self.open.put(unit, Place::On(post.hex));
        let piece = &mut self.open.pieces[unit.index()];
        piece.facing = post.facing;
        piece.condition = post.condition;
        piece.deeds.momentum = post.momentum;
        let seen = look(self);
        self.open.put(unit, held.place);
        self.open.pieces[unit.index()] = held;
        seen
    }
}
