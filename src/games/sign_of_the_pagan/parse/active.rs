//! Orders of the active player, and of both before the first activation.

use super::super::data::{Contingent, Side, UnitId};
use super::super::order::{Advance, Blow, Leg, Order};
use super::super::{attila, rules};
use super::{Read, Reader};
use crate::geometry::Hex;
use crate::orders::Diagnostic;

/// How many blows a CONTINUE line may allow; nobody strikes more often in an activation.
const MOST_BLOWS: i32 = 99;

impl Reader<'_, '_> {
    /// `SETUP unit hex Fn`, `SETUP attila WITH unit`.
    pub(super) fn set_up(&mut self) -> Read<Order> {
        if self.eat_leader() {
            self.cursor.word("WITH")?;
            return Ok(Order::SetUpAttila { unit: self.unit()? });
        }
        let unit = UnitId(self.game.names.one(self.cursor)? as u8);
        let hex = self.cursor.hex()?;
        let side = self.game.roster.unit(unit).side;
        let facing = match &self.game.scenario {
            Some(scenario) if self.is_at_end_of_order() => scenario.default_facing(side),
            _ => self.cursor.facing()?,
        };
        Ok(Order::SetUp { unit, hex, facing })
    }

    fn eat_leader(&mut self) -> bool {
        let roster = &self.game.roster;
        let named = self
            .cursor
            .peek()
            .filter(|word| roster.is_leader(word.text));
        named.is_some() && self.cursor.next().is_some()
    }

    /// `CAM c c c c c`, `CAM DEFAULT c c c c c`.
    pub(super) fn markers(&mut self) -> Read<Order> {
        let is_default = self.cursor.eat_word("DEFAULT");
        let first = self.cursor.here();
        let mut beyond = None;
        let mut named = vec![self.contingent()?];
        while !self.is_at_end_of_order() {
            if self.cursor.is_at(",") {
                self.cursor.next();
            }
            if named.len() == 5 {
                beyond = Some(self.cursor.here());
            }
            named.push(self.contingent()?);
        }
        named.sort_unstable();
        let markers: [Contingent; 5] = named.try_into().map_err(|named: Vec<_>| {
            let message = match named.len() {
                1 => "five markers are chosen, and here is 1".to_owned(),
                count => format!("five markers are chosen, and here are {count}"),
            };
            let at = self.cursor.since(beyond.unwrap_or(first));
            Diagnostic::new(at, message).rule(rules::R5_1)
        })?;
        Ok(if is_default {
            Order::MarkersDefault { markers }
        } else {
            Order::Markers { markers }
        })
    }

    /// `INITIATIVE c`.
    pub(super) fn initiative(&mut self) -> Read<Order> {
        Ok(Order::Initiative {
            marker: self.contingent()?,
        })
    }

    /// `MOVE unit step... [FACE n]`, `WITHDRAW unit step... [FACE n]`.
    pub(super) fn movement(&mut self, withdraw: bool) -> Read<Order> {
        if !withdraw && self.eat_leader() {
            return self.ride();
        }
        let unit = self.unit()?;
        let mut legs = Vec::new();
        let facing = loop {
            if self.cursor.eat_word("FIRE") {
                legs.push(Leg::Fire(self.unit()?));
            } else if self.cursor.eat_word("TO") {
                legs.push(Leg::To(self.cursor.hex()?));
            } else if self.is_at_path() {
                legs.extend(self.cursor.path()?.into_iter().map(Leg::Step));
            } else if legs.is_empty() {
                self.cursor.expect("a hex");
                return Err(self.cursor.unexpected());
            } else {
                break self.cursor.eat_facing()?;
            }
        };
        Ok(Order::Move {
            unit,
            withdraw,
            legs,
            facing,
        })
    }

    fn is_at_path(&self) -> bool {
        let first = self.cursor.peek().map(|word| word.text.as_bytes()[0]);
        first.is_some_and(|first| first.is_ascii_digit() || first == b'@')
    }

    /// `FIRE unit target`; a group gives a line for each of its units.
    pub(super) fn fire(&mut self) -> Read<Vec<Order>> {
        let units = self.units()?;
        self.cursor.eat_word("AT");
        let target = self.unit()?;
        let fire = |unit| Order::Fire { unit, target };
        Ok(units.into_iter().map(fire).collect())
    }

    /// `FACE unit n`; a group gives a line for each of its units.
    pub(super) fn face(&mut self) -> Read<Vec<Order>> {
        let units = self.units()?;
        let facing = self.cursor.facing()?;
        let face = |unit| Order::Face { unit, facing };
        Ok(units.into_iter().map(face).collect())
    }

    /// `SHOCK a... ON d... [NOMOMENTUM a...]`, `SHOCK ASK`, `SHOCK NONE`.
    pub(super) fn shock(&mut self) -> Read<Order> {
        if self.cursor.eat_word("ASK") {
            return Ok(Order::ShockAsk);
        }
        if self.cursor.eat_word("NONE") {
            return Ok(Order::ShockNone);
        }
        let attackers = self.several_units(&["ON"])?;
        self.cursor.word("ON")?;
        let defenders = self.several_units(&["NOMOMENTUM"])?;
        let no_momentum = match self.cursor.eat_word("NOMOMENTUM") {
            true if self.is_at_end_of_order() => attackers.clone(),
            true => self.several_units(&[])?,
            false => Vec::new(),
        };
        Ok(Order::Shock {
            attackers,
            defenders,
            no_momentum,
        })
    }

    /// `ADVANCE unit hex|YES|NO [FACE n]`, `ADVANCE [ALL] NO`.
    pub(super) fn advance(&mut self) -> Read<Order> {
        if self.cursor.eat_word("ALL") {
            self.cursor.word("NO")?;
            return Ok(Order::AdvanceNone);
        }
        if self.cursor.eat_word("NO") {
            return Ok(Order::AdvanceNone);
        }
        let unit = self.unit()?;
        let to = match self.eat_yes_or_no() {
            Some(true) => Advance::Yes,
            Some(false) => Advance::No,
            None => Advance::Into(self.cursor.hex()?),
        };
        let facing = self.cursor.eat_facing()?;
        Ok(Order::Advance { unit, to, facing })
    }

    /// `CONTINUE unit ON d [d]|BEST [MAX k] [FACE n]`, `CONTINUE unit NO`.
    pub(super) fn continued(&mut self) -> Read<Order> {
        let unit = self.unit()?;
        if self.cursor.eat_word("NO") {
            return Ok(Order::Continue {
                unit,
                blow: Blow::Stop,
                max: None,
                facing: None,
            });
        }
        self.cursor.word("ON")?;
        let blow = if self.cursor.eat_word("BEST") {
            Blow::Best
        } else {
            Blow::On(self.several_units(&["MAX", "FACE", "F2", "F4", "F6", "F8", "F10", "F12"])?)
        };
        let (mut max, mut facing) = (None, None);
        loop {
            if max.is_none() && self.cursor.eat_word("MAX") {
                max = Some(self.cursor.number_in(1..=MOST_BLOWS)? as u8);
            } else if facing.is_none() {
                facing = self.cursor.eat_facing()?;
                if facing.is_none() {
                    break;
                }
            } else {
                break;
            }
        }
        Ok(Order::Continue {
            unit,
            blow,
            max,
            facing,
        })
    }

    /// `REFORM unit...`, `REFORM ALL [EXCEPT unit...]`, `REFORM NONE`.
    pub(super) fn reform(&mut self) -> Read<Vec<Order>> {
        if self.cursor.eat_word("NONE") {
            return Ok(vec![Order::ReformNone]);
        }
        if self.cursor.eat_word("ALL") {
            let except = if self.cursor.eat_word("EXCEPT") {
                self.several_units(&[])?
            } else {
                Vec::new()
            };
            return Ok(vec![Order::ReformAll { except }]);
        }
        let units = self.several_units(&[])?.into_iter();
        Ok(units.map(|unit| Order::Reform { unit }).collect())
    }

    /// `ATTILA REJOIN unit...`, `ATTILA ADJUST ON|OFF`, `ATTILA MOVE hex...`.
    pub(super) fn attila(&mut self) -> Read<Order> {
        if self.view.side == Some(Side::Roman) {
            let message = "the Romans have no leader: attila rides for the Hun side";
            return Err(Diagnostic::new(self.cursor.span(), message).rule(rules::R2_2));
        }
        if self.cursor.eat_word("MOVE") {
            return self.ride();
        }
        if self.cursor.eat_word("REJOIN") {
            let units = self.several_units(&[])?;
            return Ok(Order::AttilaRejoin { units });
        }
        self.cursor.word("ADJUST")?;
        let on = self.cursor.one_of(&[("ON", true), ("OFF", false)])?;
        Ok(Order::AttilaAdjust { on })
    }

    /// The way of a ride: hexes, or `TO hex` for the cheapest, which is written out.
    fn ride(&mut self) -> Read<Order> {
        if !self.cursor.eat_word("TO") {
            let path = self.cursor.path()?;
            return Ok(Order::AttilaMove { path });
        }
        let goal = self.cursor.hex()?;
        let rides = attila::ride_options(self.battle()).into_iter();
        let there = |order: &Order| matches!(order, Order::AttilaMove { path } if path.last() == Some(&goal));
        rides.into_iter().find(there).ok_or_else(|| {
            let message = self.no_way_to(goal);
            Diagnostic::new(self.cursor.span(), message).rule(rules::Q48)
        })
    }

    fn no_way_to(&self, goal: Hex) -> String {
        match attila::hex(self.battle()) {
            Some(from) => format!("attila in {from} has no way to {goal} that he could ride now"),
            None => "attila is not on the map".to_owned(),
        }
    }
}
