//! Standing lines: defensive fire, losses, retreats, legions, surplus, panic.

use crate::orders::{Cursor, Diagnostic};

use super::{LEGIONS, Reader, VERBS, Verb};
use crate::games::legion::order::{Aim, Haven, Loss, Order, Who};

impl Reader<'_> {
    /// Takes `STAND line`: the word may be left out, as standing lines always stand.
    pub(super) fn stand(&self, cursor: &mut Cursor<'_>) -> Result<Vec<Order>, Diagnostic> {
        let at = cursor.here();
        let verb = VERBS.read(cursor)?;
        match verb {
            Verb::Df | Verb::Half | Verb::Retreat | Verb::Defend | Verb::Surplus | Verb::Panic => {
                self.order(verb, cursor)
            }
            _ => {
                let message = "only DF, HALF, RETREAT, DEFEND, SURPLUS and PANIC stand";
                Err(Diagnostic::new(at, message))
            }
        }
    }

    /// Takes units, types or ALL, joined by commas.
    fn whom(&self, cursor: &mut Cursor<'_>) -> Result<Vec<Who>, Diagnostic> {
        let mut whom = Vec::new();
        loop {
            if cursor.eat_word("ALL") {
                whom.push(Who::All);
            } else if let Some(kind) = self.eat_kind(cursor) {
                whom.push(Who::Kind(kind));
            } else {
                whom.extend(self.some_units(cursor)?.into_iter().map(Who::Unit));
            }
            if !cursor.is_at(",") {
                return Ok(whom);
            }
            cursor.next();
        }
    }

    pub(super) fn defensive(&self, cursor: &mut Cursor<'_>) -> Result<Vec<Order>, Diagnostic> {
        let whom = self.whom(cursor)?;
        let aim = if cursor.eat_word("AT") {
            Aim::At(self.hexes(cursor)?)
        } else {
            cursor
                .one_of(&[("BEST", true), ("HOLD", false)])
                .map(|best| match best {
                    true => Aim::Best,
                    false => Aim::Hold,
                })?
        };
        let least = if cursor.eat_word("MIN") {
            Some(self.column(cursor)?)
        } else {
            None
        };
        let order = |who| Order::Defend {
            who,
            aim: aim.clone(),
            least,
        };
        Ok(whom.into_iter().map(order).collect())
    }

    pub(super) fn half(&self, cursor: &mut Cursor<'_>) -> Result<Order, Diagnostic> {
        let hex = self.eat_hex(cursor)?;
        let mut losses = Vec::new();
        if cursor.eat_word("DEFAULT") {
            return Ok(Order::Half { hex, losses });
        }
        let mut keeps = cursor.one_of(&[("LOSE", false), ("KEEP", true)])?;
        let mut kept = Vec::new();
        loop {
            keeps |= cursor.eat_word("KEEP");
            if cursor.eat_word("DISRUPTED") {
                losses.push(Loss::Disrupted);
                keeps = false;
            } else if let Some(kind) = self.eat_kind(cursor) {
                losses.push(Loss::Kind(kind));
                keeps = false;
            } else {
                let units = self.some_units(cursor)?;
                match keeps {
                    true => kept.extend(units.into_iter().map(Loss::Keep)),
                    false => losses.extend(units.into_iter().map(Loss::Unit)),
                }
            }
            cursor.eat_word("FIRST");
            if cursor.is_at("KEEP") {
                continue;
            }
            if !cursor.is_at(",") {
                losses.extend(kept);
                return Ok(Order::Half { hex, losses });
            }
            cursor.next();
        }
    }

    pub(super) fn retreat(&self, cursor: &mut Cursor<'_>) -> Result<Vec<Order>, Diagnostic> {
        let whom = self.whom(cursor)?;
        cursor.eat_word("ALWAYS");
        let mut least = None;
        if cursor.eat_word("WHEN") {
            cursor.word("ODDS")?;
            cursor.word(">=")?;
            least = Some(self.column(cursor)?);
        }
        let to = if cursor.eat_word("AWAY") {
            Haven::Away
        } else if cursor.eat_word("NO") {
            Haven::Stand
        } else {
            cursor.word("TO")?;
            Haven::To(self.hexes(cursor)?)
        };
        let order = |who| Order::Retreat {
            who,
            least,
            to: to.clone(),
        };
        Ok(whom.into_iter().map(order).collect())
    }

    pub(super) fn defend(&self, cursor: &mut Cursor<'_>) -> Result<Order, Diagnostic> {
        let hex = self.hex(cursor)?;
        cursor.word("LEGION")?;
        let legion = cursor.one_of(&LEGIONS)?;
        Ok(Order::DefendLegion { hex, legion })
    }

    pub(super) fn surplus(&self, cursor: &mut Cursor<'_>) -> Result<Order, Diagnostic> {
        let hex = self.hex(cursor)?;
        cursor.word("LOSE")?;
        let units = self.units(cursor)?;
        Ok(Order::Surplus { hex, units })
    }

    pub(super) fn panic(&self, cursor: &mut Cursor<'_>) -> Result<Vec<Order>, Diagnostic> {
        let whom = self.whom(cursor)?;
        cursor.word("PREFER")?;
        let mut prefer = vec![Self::dir(cursor)?];
        while !cursor.at_end() && !cursor.is_at("IF") && !cursor.is_at("UNLESS") {
            if cursor.is_at(",") {
                cursor.next();
            }
            prefer.push(Self::dir(cursor)?);
        }
        let order = |who| Order::Panic {
            who,
            prefer: prefer.clone(),
        };
        Ok(whom.into_iter().map(order).collect())
    }
}
