//! Plots of simultaneous play (20.0).

use crate::orders::{Cursor, Diagnostic};

use super::{EDGES, Reader};
use crate::games::legion::order::{AdvanceWish, Order, Task};
use crate::games::legion::rules;

#[derive(Clone, Copy)]
enum Code {
    Fire,
    Defend,
    Melee,
    Move,
    Convert,
    Stand,
}

const CODES: [(&str, Code); 6] = [
    ("OF", Code::Fire),
    ("DF", Code::Defend),
    ("ML", Code::Melee),
    ("MV", Code::Move),
    ("CV", Code::Convert),
    ("NONE", Code::Stand),
];

impl Reader<'_> {
    /// Takes `PLOT units task`: one order for each unit.
    pub(super) fn plot(&self, cursor: &mut Cursor<'_>) -> Result<Vec<Order>, Diagnostic> {
        let units = self.units(cursor)?;
        // 20.4: what cannot be read is no plot.
        let illegible = |wrong: Diagnostic| match wrong.rule {
            None => wrong.rule(rules::R20_4),
            Some(_) => wrong,
        };
        let task = self.task(cursor).map_err(illegible)?;
        let order = |unit| Order::Plot {
            unit,
            task: task.clone(),
        };
        Ok(units.into_iter().map(order).collect())
    }

    fn task(&self, cursor: &mut Cursor<'_>) -> Result<Task, Diagnostic> {
        Ok(match cursor.one_of(&CODES)? {
            Code::Fire => {
                let aims = cursor.word("AT");
                aims.map_err(|wrong| wrong.rule(rules::R20_0))?;
                Task::Fire {
                    at: self.hex(cursor)?,
                }
            }
            Code::Defend => {
                let at = if cursor.eat_word("AT") {
                    self.hexes(cursor)?
                } else {
                    Vec::new()
                };
                Task::Defend { at }
            }
            Code::Melee => {
                cursor.word("AT")?;
                let at = self.hexes(cursor)?;
                let group = match cursor.eat_word("GROUP") {
                    true => Some(cursor.any("a group's name")?.text.to_lowercase()),
                    false => None,
                };
                let advance = match cursor.eat_word("ADVANCE") {
                    true => self.advance(cursor)?,
                    false => AdvanceWish::Unsaid,
                };
                Task::Melee { at, group, advance }
            }
            Code::Move => self.move_task(cursor)?,
            Code::Convert => {
                cursor.expect("a type");
                match self.eat_kind(cursor) {
                    Some(to) => Task::Convert { to },
                    None => return Err(cursor.unexpected()),
                }
            }
            Code::Stand => Task::Stand,
        })
    }

    /// Takes a way, or the hex to which one is to be found, and what is done at its end.
    fn move_task(&self, cursor: &mut Cursor<'_>) -> Result<Task, Diagnostic> {
        let goal = match cursor.eat_word("TO") {
            true => Some(self.hex(cursor)?),
            false => None,
        };
        let has_no_way = goal.is_some() || cursor.is_at("OFF") || cursor.is_at("FACE");
        let path = if has_no_way {
            Vec::new()
        } else {
            cursor.eat_word("VIA");
            self.hexes(cursor)?
        };
        let off = match cursor.eat_word("OFF") {
            true => Some(cursor.one_of(&EDGES)?),
            false => None,
        };
        let facing = match off {
            None => Self::eat_facing(cursor)?,
            Some(_) => None,
        };
        Ok(match goal {
            Some(hex) => Task::To { hex, off, facing },
            None => Task::Move { path, off, facing },
        })
    }
}
