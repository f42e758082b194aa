//! Standing lines, mostly of the inactive player.

use super::super::data::Kind;
use super::super::order::{Before, Order, Point, Retreat, Who};
use super::{KINDS, Read, Reader};

/// The decision points that a line may put to its owner, or leave to their defaults.
pub(in super::super) const POINTS: [(&str, Point); 7] = [
    ("D9", Point::D9),
    ("D13", Point::D13),
    ("D14", Point::D14),
    ("D16", Point::D16),
    ("D17", Point::D17),
    ("D18", Point::D18),
    ("D19", Point::D19),
];

const TYPES: [(&str, Kind); 5] = [
    ("HC", KINDS[0]),
    ("LC", KINDS[1]),
    ("HI", KINDS[2]),
    ("MI", KINDS[3]),
    ("LI", KINDS[4]),
];

impl Reader<'_, '_> {
    /// `FLEE who TO hex,hex`.
    pub(super) fn flee(&mut self) -> Read<Order> {
        let who = self.who()?;
        let to = self.hexes_behind_to()?;
        Ok(Order::Flee { who, to })
    }

    /// `REACT who FIRE|HOLD [AT type,...] [NET>=k] [MAXENTRY n]`, `REACT who ASK`.
    pub(super) fn react(&mut self) -> Read<Order> {
        let who = self.who()?;
        let said = [("FIRE", Some(true)), ("HOLD", Some(false)), ("ASK", None)];
        let Some(fire) = self.cursor.one_of(&said)? else {
            return Ok(ask(Point::D9, who));
        };
        let (mut at, mut net, mut max_entry) = (Vec::new(), None, None);
        loop {
            if at.is_empty() && self.cursor.eat_word("AT") {
                at = self.types()?;
            } else if net.is_none() && self.cursor.eat_word("NET") {
                self.cursor.word(">=")?;
                net = Some(self.cursor.number_in(-9..=9)? as i8);
            } else if max_entry.is_none() && self.cursor.eat_word("MAXENTRY") {
                max_entry = Some(self.cursor.number_in(1..=99)? as u8);
            } else {
                break;
            }
        }
        Ok(Order::React {
            who,
            fire,
            at,
            net,
            max_entry,
        })
    }

    /// Types of units, parted by commas; sorted, each once.
    fn types(&mut self) -> Read<Vec<Kind>> {
        let mut types = vec![self.cursor.one_of(&TYPES)?];
        while self.cursor.eat_word(",") {
            types.push(self.cursor.one_of(&TYPES)?);
        }
        types.sort_unstable();
        types.dedup();
        Ok(types)
    }

    /// `EVADE who [BEFORE INF|HC|ANY] TO hex,...|AWAY [FACE n]`, `EVADE who ASK`.
    pub(super) fn evade(&mut self) -> Read<Order> {
        let who = self.who()?;
        if self.cursor.eat_word("ASK") {
            return Ok(ask(Point::D13, who));
        }
        let before = if self.cursor.eat_word("BEFORE") {
            self.cursor.one_of(&[
                ("INF", Before::Inf),
                ("HC", Before::Hc),
                ("ANY", Before::Any),
            ])?
        } else {
            Before::Any
        };
        let to = if self.cursor.eat_word("AWAY") {
            Retreat::Away
        } else {
            Retreat::To(self.hexes_behind_to()?)
        };
        let facing = self.cursor.eat_facing()?;
        Ok(Order::Evade {
            who,
            before,
            to,
            facing,
        })
    }

    /// `STAND who`.
    pub(super) fn stand(&mut self) -> Read<Order> {
        Ok(Order::Stand { who: self.who()? })
    }

    /// `LOSS unit...`.
    pub(super) fn loss(&mut self) -> Read<Order> {
        let units = self.several_units(&[])?;
        Ok(Order::Loss { units })
    }

    /// `COUNTER who YES|NO [FACE n]`, `COUNTER who ASK`.
    pub(super) fn counter(&mut self) -> Read<Order> {
        let who = self.who()?;
        let said = [("YES", Some(true)), ("NO", Some(false)), ("ASK", None)];
        let Some(yes) = self.cursor.one_of(&said)? else {
            return Ok(ask(Point::D18, who));
        };
        let facing = self.cursor.eat_facing()?;
        Ok(Order::Counter { who, yes, facing })
    }

    /// `ASK point [who]`.
    pub(super) fn ask(&mut self) -> Read<Order> {
        let point = self.cursor.one_of(&POINTS)?;
        let who = if self.is_at_end_of_order() {
            Who::All
        } else {
            self.who()?
        };
        Ok(ask(point, who))
    }

    /// `DEFAULT point`.
    pub(super) fn default(&mut self) -> Read<Order> {
        let point = self.cursor.one_of(&POINTS)?;
        Ok(Order::Default { point })
    }
}

fn ask(point: Point, who: Who) -> Order {
    Order::Ask { point, who }
}
