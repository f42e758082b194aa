//! Printing orders in canonical form: what is printed parses to the same order.

use std::fmt::{self, Write as _};

use crate::geometry::{Facing, Hex};

use super::Game;
use super::data::{CardId, Contingent, Kind, Side, UnitId};
use super::order::{
    Advance, Before, Blow, Fact, Leg, Order, Point, Retreat, Standing, Trigger, Who,
};
use super::parse::POINTS;

/// Writes an order as its owner could have written it.
pub(super) fn order(game: &Game, order: &Order) -> String {
    let mut text = String::new();
    let written = Printer {
        game,
        text: &mut text,
    }
    .order(order);
    written.expect("a text takes whatever is written");
    text
}

/// Writes for whom a standing line speaks.
pub(super) fn who(game: &Game, who: &Who) -> String {
    let mut text = String::new();
    let written = Printer {
        game,
        text: &mut text,
    }
    .who(who);
    written.expect("a text takes whatever is written");
    text
}

/// Writes a term of a guard.
pub(super) fn fact(game: &Game, fact: &Fact) -> String {
    let name = |unit: &UnitId| &game.roster.unit(*unit).id;
    match fact {
        Fact::State { unit, is } => {
            let is = match is {
                Standing::Good => "GOOD",
                Standing::Dis => "DIS",
                Standing::Elim => "ELIM",
            };
            format!("STATE {} {is}", name(unit))
        }
        Fact::Engaged { unit } => format!("ENGAGED {}", name(unit)),
        Fact::At { unit, hex } => format!("AT {} {hex}", name(unit)),
        Fact::Empty { hex } => format!("EMPTY {hex}"),
        Fact::Adjacent { unit, other } => format!("ADJ {} {}", name(unit), name(other)),
        Fact::Rating { unit, at_least } => format!("RATING {} >= {at_least}", name(unit)),
        Fact::Tally { side, at_least } => {
            let side = match side {
                Side::Hun => "HUN",
                Side::Roman => "ROMAN",
            };
            format!("TALLY {side} >= {at_least}")
        }
        Fact::Lost { unit } => format!("LOST {}", name(unit)),
        Fact::Undrawn { contingent } => format!("CUP {} UNDRAWN", word(*contingent)),
    }
}

fn word(contingent: Contingent) -> &'static str {
    match contingent {
        Contingent::Huns => "HUNS",
        Contingent::Ostrogoths => "OSTROGOTHS",
        Contingent::Allies => "ALLIES",
        Contingent::Romans => "ROMANS",
        Contingent::Visigoths => "VISIGOTHS",
        Contingent::Alans => "ALANS",
    }
}

/// Returns the number that players write for a decision point.
fn code(point: Point) -> &'static str {
    let found = POINTS.iter().find(|(_, known)| *known == point);
    found.expect("every decision point has its number").0
}

/// Writes the parts of an order.
struct Printer<'a, 'f> {
    game: &'a Game,
    text: &'f mut String,
}

impl Printer<'_, '_> {
    fn order(&mut self, order: &Order) -> fmt::Result {
        match order {
            Order::SetUp { .. }
            | Order::SetUpAttila { .. }
            | Order::Markers { .. }
            | Order::MarkersDefault { .. }
            | Order::Initiative { .. } => self.before_the_battle(order),
            Order::Move { .. }
            | Order::Fire { .. }
            | Order::Face { .. }
            | Order::Shock { .. }
            | Order::ShockAsk
            | Order::ShockNone
            | Order::Advance { .. }
            | Order::AdvanceNone
            | Order::Continue { .. }
            | Order::Reform { .. }
            | Order::ReformAll { .. }
            | Order::ReformNone
            | Order::AttilaMove { .. } => self.action(order),
            Order::Card { .. } | Order::CardCancel { .. } | Order::CardNone => self.card(order),
            Order::AttilaRejoin { .. }
            | Order::AttilaAdjust { .. }
            | Order::Flee { .. }
            | Order::React { .. }
            | Order::Evade { .. }
            | Order::Stand { .. }
            | Order::Loss { .. }
            | Order::Counter { .. }
            | Order::Ask { .. }
            | Order::Default { .. } => self.standing(order),
        }
    }

    fn before_the_battle(&mut self, order: &Order) -> fmt::Result {
        match order {
            Order::SetUp { unit, hex, facing } => {
                self.verb("SETUP", *unit)?;
                write!(self.text, " {hex} F{facing}")
            }
            Order::SetUpAttila { unit } => {
                let leader = &self.game.roster.leader.id;
                write!(self.text, "SETUP {leader} WITH ")?;
                self.unit(*unit)
            }
            Order::Markers { markers } => self.markers("CAM", markers),
            Order::MarkersDefault { markers } => self.markers("CAM DEFAULT", markers),
            Order::Initiative { marker } => write!(self.text, "INITIATIVE {}", word(*marker)),
            _ => Ok(()),
        }
    }

    fn action(&mut self, order: &Order) -> fmt::Result {
        match order {
            Order::Move {
                unit,
                withdraw,
                legs,
                facing,
            } => {
                self.verb(if *withdraw { "WITHDRAW" } else { "MOVE" }, *unit)?;
                self.legs(legs)?;
                self.facing(*facing)
            }
            Order::Fire { unit, target } => {
                self.verb("FIRE", *unit)?;
                self.units(" ", &[*target])
            }
            Order::Face { unit, facing } => {
                self.verb("FACE", *unit)?;
                write!(self.text, " {facing}")
            }
            Order::Shock {
                attackers,
                defenders,
                no_momentum,
            } => {
                self.text.write_str("SHOCK")?;
                self.units(" ", attackers)?;
                self.units(" ON ", defenders)?;
                self.units(" NOMOMENTUM ", no_momentum)
            }
            Order::ShockAsk => self.text.write_str("SHOCK ASK"),
            Order::ShockNone => self.text.write_str("SHOCK NONE"),
            Order::AdvanceNone => self.text.write_str("ADVANCE NO"),
            Order::Advance { unit, to, facing } => {
                self.verb("ADVANCE", *unit)?;
                match to {
                    Advance::Into(hex) => write!(self.text, " {hex}")?,
                    Advance::Yes => self.text.write_str(" YES")?,
                    Advance::No => self.text.write_str(" NO")?,
                }
                self.facing(*facing)
            }
            Order::Continue {
                unit,
                blow,
                max,
                facing,
            } => {
                self.verb("CONTINUE", *unit)?;
                match blow {
                    Blow::On(units) => self.units(" ON ", units)?,
                    Blow::Best => self.text.write_str(" ON BEST")?,
                    Blow::Stop => self.text.write_str(" NO")?,
                }
                if let Some(max) = max {
                    write!(self.text, " MAX {max}")?;
                }
                self.facing(*facing)
            }
            Order::Reform { unit } => self.verb("REFORM", *unit),
            Order::ReformAll { except } => {
                self.text.write_str("REFORM ALL")?;
                self.units(" EXCEPT ", except)
            }
            Order::ReformNone => self.text.write_str("REFORM NONE"),
            Order::AttilaMove { path } => {
                self.text.write_str("ATTILA MOVE ")?;
                self.hexes("-", path)
            }
            _ => Ok(()),
        }
    }

    fn standing(&mut self, order: &Order) -> fmt::Result {
        match order {
            Order::AttilaRejoin { units } => self.units("ATTILA REJOIN ", units),
            Order::AttilaAdjust { on } => {
                write!(
                    self.text,
                    "ATTILA ADJUST {}",
                    if *on { "ON" } else { "OFF" }
                )
            }
            Order::Flee { who, to } => {
                self.speaks_for("FLEE", who)?;
                self.text.write_str(" TO ")?;
                self.hexes(",", to)
            }
            Order::React {
                who,
                fire,
                at,
                net,
                max_entry,
            } => {
                self.speaks_for("REACT", who)?;
                self.text.write_str(if *fire { " FIRE" } else { " HOLD" })?;
                self.types(at)?;
                if let Some(net) = net {
                    write!(self.text, " NET>={net}")?;
                }
                match max_entry {
                    Some(most) => write!(self.text, " MAXENTRY {most}"),
                    None => Ok(()),
                }
            }
            Order::Evade {
                who,
                before,
                to,
                facing,
            } => self.evade(who, *before, to, *facing),
            Order::Stand { who } => self.speaks_for("STAND", who),
            Order::Loss { units } => self.units("LOSS ", units),
            Order::Counter { who, yes, facing } => {
                self.speaks_for("COUNTER", who)?;
                self.text.write_str(if *yes { " YES" } else { " NO" })?;
                self.facing(*facing)
            }
            Order::Ask { point, who } => {
                write!(self.text, "ASK {}", code(*point))?;
                match who {
                    Who::All => Ok(()),
                    who => self.speaks_for("", who),
                }
            }
            Order::Default { point } => write!(self.text, "DEFAULT {}", code(*point)),
            _ => Ok(()),
        }
    }

    fn card(&mut self, order: &Order) -> fmt::Result {
        match order {
            Order::Card {
                card,
                when,
                targets,
                to,
            } => {
                self.card_id("CARD ", *card)?;
                self.text.write_str(" WHEN ")?;
                self.trigger(when)?;
                self.units(" TARGET ", targets)?;
                if !to.is_empty() {
                    self.text.write_str(" TO ")?;
                    self.hexes(",", to)?;
                }
                Ok(())
            }
            Order::CardCancel { card } => self.card_id("CARD CANCEL ", *card),
            _ => self.text.write_str("CARD NONE"),
        }
    }

    /// Writes a card's id behind words, or its number in a match without cards.
    fn card_id(&mut self, words: &str, card: CardId) -> fmt::Result {
        match &self.game.deck {
            Some(deck) => write!(self.text, "{words}{}", deck.card(card).id),
            None => write!(self.text, "{words}#{}", card.0),
        }
    }

    fn trigger(&mut self, trigger: &Trigger) -> fmt::Result {
        let (verb, who) = match trigger {
            Trigger::Now => return self.text.write_str("NOW"),
            Trigger::Markers => return self.text.write_str("MARKERS"),
            Trigger::Initiative => return self.text.write_str("INITIATIVE"),
            Trigger::Draw(None) => return self.text.write_str("DRAW"),
            Trigger::Draw(Some(contingent)) => {
                return write!(self.text, "DRAW {}", word(*contingent));
            }
            Trigger::Act(contingent) => return write!(self.text, "ACT {}", word(*contingent)),
            Trigger::End(contingent) => return write!(self.text, "END {}", word(*contingent)),
            Trigger::Enters { hex, unit } => {
                write!(self.text, "ENTERS {hex}")?;
                return self.units(" ", unit.as_slice());
            }
            Trigger::Alans => return self.text.write_str("ALANS"),
            Trigger::Reform => return self.text.write_str("REFORM"),
            Trigger::Fire(who) => ("FIRE", who),
            Trigger::Hit(who) => ("HIT", who),
            Trigger::Attacked(who) => ("ATTACKED", who),
            Trigger::Attacks(who) => ("ATTACKS", who),
            Trigger::Evaded(who) => ("EVADED", who),
            Trigger::Rolled(who) => ("ROLLED", who),
            Trigger::Check(who) => ("CHECK", who),
            Trigger::Reformed(who) => ("REFORMED", who),
        };
        self.speaks_for(verb, who)
    }

    fn evade(
        &mut self,
        who: &Who,
        before: Before,
        to: &Retreat,
        facing: Option<Facing>,
    ) -> fmt::Result {
        self.speaks_for("EVADE", who)?;
        match before {
            Before::Inf => self.text.write_str(" BEFORE INF")?,
            Before::Hc => self.text.write_str(" BEFORE HC")?,
            Before::Any => {}
        }
        match to {
            Retreat::Away => self.text.write_str(" AWAY")?,
            Retreat::To(hexes) => {
                self.text.write_str(" TO ")?;
                self.hexes(",", hexes)?;
            }
        }
        self.facing(facing)
    }

    fn unit(&mut self, unit: UnitId) -> fmt::Result {
        self.text.write_str(&self.game.roster.unit(unit).id)
    }

    fn verb(&mut self, verb: &str, unit: UnitId) -> fmt::Result {
        self.text.write_str(verb)?;
        self.text.write_char(' ')?;
        self.unit(unit)
    }

    fn facing(&mut self, facing: Option<Facing>) -> fmt::Result {
        match facing {
            Some(facing) => write!(self.text, " FACE {facing}"),
            None => Ok(()),
        }
    }

    /// Writes units behind a word, or nothing if there are none.
    fn units(&mut self, word: &str, units: &[UnitId]) -> fmt::Result {
        for (index, &unit) in units.iter().enumerate() {
            self.text.write_str(if index == 0 { word } else { " " })?;
            self.unit(unit)?;
        }
        Ok(())
    }

    fn hexes(&mut self, joint: &str, hexes: &[Hex]) -> fmt::Result {
        for (index, hex) in hexes.iter().enumerate() {
            if index > 0 {
                self.text.write_str(joint)?;
            }
            write!(self.text, "{hex}")?;
        }
        Ok(())
    }

    fn markers(&mut self, verb: &str, markers: &[Contingent]) -> fmt::Result {
        self.text.write_str(verb)?;
        for &marker in markers {
            write!(self.text, " {}", word(marker))?;
        }
        Ok(())
    }

    fn legs(&mut self, legs: &[Leg]) -> fmt::Result {
        let mut joint = " ";
        for leg in legs {
            match leg {
                Leg::Step(hex) => {
                    write!(self.text, "{joint}{hex}")?;
                    joint = "-";
                    continue;
                }
                Leg::To(hex) => write!(self.text, " TO {hex}")?,
                Leg::Fire(target) => {
                    self.text.write_str(" FIRE ")?;
                    self.unit(*target)?;
                }
            }
            joint = " ";
        }
        Ok(())
    }

    fn types(&mut self, types: &[Kind]) -> fmt::Result {
        for (index, kind) in types.iter().enumerate() {
            let before = if index == 0 { " AT " } else { "," };
            write!(self.text, "{before}{}", kind.code())?;
        }
        Ok(())
    }

    fn speaks_for(&mut self, verb: &str, who: &Who) -> fmt::Result {
        self.text.write_str(verb)?;
        self.text.write_char(' ')?;
        self.who(who)
    }

    fn who(&mut self, who: &Who) -> fmt::Result {
        match who {
            Who::Unit(unit) => self.unit(*unit),
            Who::Units(units) => self.runs(units),
            Who::Kind(kind) => write!(self.text, "all:{}", kind.code().to_lowercase()),
            Who::Contingent(contingent) => write!(self.text, "all:{}", contingent.key()),
            Who::All => self.text.write_str("all"),
        }
    }

    /// Writes units parted by commas, consecutive numbers of a class as `hun-lc-1..4`.
    fn runs(&mut self, units: &[UnitId]) -> fmt::Result {
        let number = |unit: UnitId| {
            let id = self.game.roster.unit(unit).id.as_str();
            let digits = id.trim_start_matches(|c: char| !c.is_ascii_digit());
            digits.parse::<u32>().ok()
        };
        let follows = |a: &UnitId, b: &UnitId| {
            let class = |unit: &UnitId| self.game.roster.unit(*unit).class;
            let next = number(*a).map(|number| number + 1);
            b.0 == a.0 + 1 && class(a) == class(b) && next.is_some() && next == number(*b)
        };
        for (index, run) in units.chunk_by(follows).enumerate() {
            if index > 0 {
                self.text.write_char(',')?;
            }
            let last = run[run.len() - 1];
            self.unit(run[0])?;
            if let (true, Some(number)) = (run.len() > 1, number(last)) {
                write!(self.text, "..{number}")?;
            }
        }
        Ok(())
    }
}
