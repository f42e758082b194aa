//! Standing lines: defensive fire, losses, retreats, legions, surplus, panic.

use crate::orders::{Cursor, Diagnostic};

use super::{LAST_TURN, LEGIONS, Reader, VERBS, Verb};
use crate::games::legion::order::{Aim, Haven, Loss, Order, Who};

/// How long a standing line speaks.
#[derive(Clone, Copy)]
enum Lasting {
    Always,
    Until(u16),
}

/// Takes `ALWAYS` or `UNTIL n`, if one of them stands here.
fn term(cursor: &mut Cursor<'_>) -> Result<Option<Lasting>, Diagnostic> {
    if cursor.eat_word("ALWAYS") {
        return Ok(Some(Lasting::Always));
    }
    if !cursor.eat_word("UNTIL") {
        return Ok(None);
    }
    cursor.eat_word("TURN");
    Ok(Some(
        Lasting::Until(cursor.number_in(1..=LAST_TURN)? as u16),
    ))
}

fn lasting(orders: Vec<Order>, lasting: Option<Lasting>) -> Vec<Order> {
    let Some(Lasting::Until(turn)) = lasting else {
        return orders;
    };
    let until = |order| Order::Until {
        turn,
        order: Box::new(order),
    };
    orders.into_iter().map(until).collect()
}

/// Tells whether the lines of a verb stand.
pub(super) const fn stands(verb: Verb) -> bool {
    matches!(
        verb,
        Verb::Df | Verb::Half | Verb::Retreat | Verb::Defend | Verb::Surplus | Verb::Panic
    )
}

impl Reader<'_> {
    /// Takes `STAND line`: the word may be left out, as standing lines always stand.
    pub(super) fn stand(&self, cursor: &mut Cursor<'_>) -> Result<Vec<Order>, Diagnostic> {
        let at = cursor.here();
        let verb = VERBS.read(cursor)?;
        match verb {
            Verb::Square => {
                cursor.word("FORM")?;
                let order = Order::StandSquare {
                    hex: self.hex(cursor)?,
                };
                Ok(lasting(vec![order], term(cursor)?))
            }
            verb if stands(verb) => self.order(verb, cursor),
            _ => {
                let message =
                    "only DF, HALF, RETREAT, DEFEND, SURPLUS, PANIC and SQUARE FORM stand";
                Err(Diagnostic::new(at, message))
            }
        }
    }

    /// Takes what stands behind the verb of a standing line, and how long it stands.
    pub(super) fn standing(
        &self,
        verb: Verb,
        cursor: &mut Cursor<'_>,
    ) -> Result<Vec<Order>, Diagnostic> {
        let mut early = None;
        let orders = match verb {
            Verb::Half => vec![self.half(cursor)?],
            Verb::Retreat => {
                let whom = self.whom(cursor)?;
                early = term(cursor)?;
                self.retreat(whom, cursor)?
            }
            Verb::Defend => vec![self.defend(cursor)?],
            Verb::Surplus => vec![self.surplus(cursor)?],
            Verb::Panic => self.panic(cursor)?,
            _ => self.defensive(cursor)?,
        };
        let late = if early.is_none() { term(cursor)? } else { None };
        Ok(lasting(orders, early.or(late)))
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

    fn defensive(&self, cursor: &mut Cursor<'_>) -> Result<Vec<Order>, Diagnostic> {
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

    fn half(&self, cursor: &mut Cursor<'_>) -> Result<Order, Diagnostic> {
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

    fn retreat(&self, whom: Vec<Who>, cursor: &mut Cursor<'_>) -> Result<Vec<Order>, Diagnostic> {
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

    fn defend(&self, cursor: &mut Cursor<'_>) -> Result<Order, Diagnostic> {
        let hex = self.hex(cursor)?;
        cursor.word("LEGION")?;
        let legion = cursor.one_of(&LEGIONS)?;
        Ok(Order::DefendLegion { hex, legion })
    }

    fn surplus(&self, cursor: &mut Cursor<'_>) -> Result<Order, Diagnostic> {
        let hex = self.hex(cursor)?;
        cursor.word("LOSE")?;
        let units = self.units(cursor)?;
        Ok(Order::Surplus { hex, units })
    }

    fn panic(&self, cursor: &mut Cursor<'_>) -> Result<Vec<Order>, Diagnostic> {
        let whom = self.whom(cursor)?;
        cursor.word("PREFER")?;
        let mut prefer = vec![Self::dir(cursor)?];
        let ends = ["IF", "UNLESS", "UNTIL", "ALWAYS"];
        while !cursor.at_end() && !ends.iter().any(|word| cursor.is_at(word)) {
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
