//! Writing orders in canonical form: what is written reads back the same.

use crate::geometry::Hex;

use super::Game;
use super::order::{Advance, AdvanceWish, Aim, Fact, Haven, Loss, Order, Task, Way, Who};
use super::terms::{Dir, Edge, UnitId};

/// Writes an order.
pub(super) fn order(game: &Game, order: &Order) -> String {
    Printer { game }.order(order)
}

/// Writes a term of a guard.
pub(super) fn fact(game: &Game, fact: &Fact) -> String {
    match fact {
        Fact::Occupied(hex) => format!("OCCUPIED {}", game.hex(*hex)),
        Fact::Empty(hex) => format!("EMPTY {}", game.hex(*hex)),
        Fact::Alive(unit) => format!("ALIVE {}", game.id(*unit)),
        Fact::Sound(unit) => format!("SOUND {}", game.id(*unit)),
        Fact::Result(hex, result) => format!("RESULT {} = {result}", game.hex(*hex)),
        Fact::Panic(side) => format!("PANIC {}", game.terms(*side).key),
        Fact::Turn(turn) => format!("TURN>={turn}"),
        Fact::Odds(column) => format!("ODDS>={}", game.results.name(*column)),
    }
}

struct Printer<'a> {
    game: &'a Game,
}

impl Printer<'_> {
    fn units(&self, units: &[UnitId]) -> String {
        let ids: Vec<&str> = units.iter().map(|&unit| self.game.id(unit)).collect();
        ids.join(",")
    }

    fn hexes(&self, hexes: &[Hex], joint: &str) -> String {
        let hexes: Vec<String> = hexes.iter().map(|&hex| self.game.hex(hex)).collect();
        hexes.join(joint)
    }

    fn facing(facing: Option<Dir>) -> String {
        facing.map_or_else(String::new, |dir| format!(" FACE {dir}"))
    }

    fn who(&self, who: &Who) -> String {
        match who {
            Who::Unit(unit) => self.game.id(*unit).to_owned(),
            Who::Kind(kind) => self.game.kinds.get(*kind).key.clone(),
            Who::All => "ALL".to_owned(),
        }
    }

    fn wish(&self, wish: &AdvanceWish) -> String {
        match wish {
            AdvanceWish::Unsaid => String::new(),
            AdvanceWish::None => "NONE".to_owned(),
            AdvanceWish::All => "ALL".to_owned(),
            AdvanceWish::Units(list) => {
                let one = |Advance { unit, to }: &Advance| {
                    let to =
                        to.map_or_else(String::new, |hex| format!(" TO {}", self.game.hex(hex)));
                    format!("{}{to}", self.game.id(*unit))
                };
                list.iter().map(one).collect::<Vec<_>>().join(", ")
            }
        }
    }

    fn advance(&self, wish: &AdvanceWish) -> String {
        match wish {
            AdvanceWish::Unsaid => String::new(),
            said => format!(" ADVANCE {}", self.wish(said)),
        }
    }

    fn off(edge: Edge) -> char {
        match edge {
            Edge::North => 'N',
            Edge::East => 'E',
            Edge::South => 'S',
            Edge::West => 'W',
        }
    }

    fn least(&self, word: &str, least: Option<u8>) -> String {
        least.map_or_else(String::new, |column| {
            format!("{word}{}", self.game.results.name(column))
        })
    }

    fn order(&self, order: &Order) -> String {
        match order {
            Order::Deploy { units, hex, facing } => {
                let facing = Self::facing(*facing);
                format!(
                    "DEPLOY {} AT {}{facing}",
                    self.units(units),
                    self.game.hex(*hex)
                )
            }
            Order::Legion {
                legion,
                units,
                leader,
            } => {
                let leader = leader.map_or_else(String::new, |unit| {
                    format!(" LEADER {}", self.game.id(unit))
                });
                format!("LEGION {legion} = {}{leader}", self.units(units))
            }
            Order::Fire { units, at } => {
                format!("FIRE {} AT {}", self.units(units), self.game.hex(*at))
            }
            Order::Move { units, way, facing } => {
                let way = match way {
                    Way::Via(hexes) => format!("VIA {}", self.hexes(hexes, " ")),
                    Way::To(hex) => format!("TO {}", self.game.hex(*hex)),
                };
                format!("MOVE {} {way}{}", self.units(units), Self::facing(*facing))
            }
            Order::Exit { units, via, edge } => {
                let via = if via.is_empty() {
                    String::new()
                } else {
                    format!(" VIA {}", self.hexes(via, " "))
                };
                format!("EXIT {}{via} OFF {}", self.units(units), Self::off(*edge))
            }
            Order::Face { units, facing } => format!("FACE {} {facing}", self.units(units)),
            Order::SquareForm { hex } => format!("SQUARE FORM {}", self.game.hex(*hex)),
            Order::SquareDissolve { hex } => format!("SQUARE DISSOLVE {}", self.game.hex(*hex)),
            Order::Convert { unit, to } => {
                format!(
                    "CONVERT {} TO {}",
                    self.game.id(*unit),
                    self.game.kinds.get(*to).key
                )
            }
            Order::Melee {
                units,
                at,
                legion,
                advance,
            } => {
                let legion = legion.map_or_else(String::new, |legion| format!(" LEGION {legion}"));
                let at = self.hexes(at, ",");
                format!(
                    "MELEE {} AT {at}{legion}{}",
                    self.units(units),
                    self.advance(advance)
                )
            }
            Order::Advance { wish } => format!("ADVANCE {}", self.wish(wish)),
            Order::Plot { unit, task } => {
                format!("PLOT {} {}", self.game.id(*unit), self.task(task))
            }
            Order::Concede => "CONCEDE TACTICAL".to_owned(),
            Order::Finish => "FINISH".to_owned(),
            standing => self.standing(standing),
        }
    }

    fn standing(&self, order: &Order) -> String {
        match order {
            Order::Defend { who, aim, least } => {
                let aim = match aim {
                    Aim::At(hexes) => format!("AT {}", self.hexes(hexes, ",")),
                    Aim::Best => "BEST".to_owned(),
                    Aim::Hold => "HOLD".to_owned(),
                };
                format!("DF {} {aim}{}", self.who(who), self.least(" MIN ", *least))
            }
            Order::Half { hex, losses } => {
                let hex = hex.map_or_else(String::new, |hex| format!(" {}", self.game.hex(hex)));
                format!("HALF{hex} {}", self.losses(losses))
            }
            Order::Retreat { who, least, to } => {
                let to = match to {
                    Haven::To(hexes) => format!("TO {}", self.hexes(hexes, ",")),
                    Haven::Away => "AWAY".to_owned(),
                    Haven::Stand => "NO".to_owned(),
                };
                format!(
                    "RETREAT {}{} {to}",
                    self.who(who),
                    self.least(" WHEN ODDS>=", *least)
                )
            }
            Order::DefendLegion { hex, legion } => {
                format!("DEFEND {} LEGION {legion}", self.game.hex(*hex))
            }
            Order::Surplus { hex, units } => {
                format!("SURPLUS {} LOSE {}", self.game.hex(*hex), self.units(units))
            }
            Order::Panic { who, prefer } => {
                let dirs: Vec<&str> = prefer.iter().map(|dir| dir.word()).collect();
                format!("PANIC {} PREFER {}", self.who(who), dirs.join(" "))
            }
            Order::StandSquare { hex } => format!("STAND SQUARE FORM {}", self.game.hex(*hex)),
            Order::Until { turn, order } => format!("{} UNTIL {turn}", self.order(order)),
            other => unreachable!("{other:?} does not stand"),
        }
    }

    fn losses(&self, losses: &[Loss]) -> String {
        if losses.is_empty() {
            return "DEFAULT".to_owned();
        }
        let keeps_only = losses.iter().all(|loss| matches!(loss, Loss::Keep(_)));
        let one = |loss: &Loss| match loss {
            Loss::Unit(unit) => self.game.id(*unit).to_owned(),
            Loss::Kind(kind) => format!("{} FIRST", self.game.kinds.get(*kind).key),
            Loss::Disrupted => "DISRUPTED FIRST".to_owned(),
            Loss::Keep(unit) => format!("KEEP {}", self.game.id(*unit)),
        };
        let words: Vec<String> = losses.iter().map(one).collect();
        if keeps_only {
            let ids: Vec<&str> = words
                .iter()
                .map(|word| word.trim_start_matches("KEEP "))
                .collect();
            return format!("KEEP {}", ids.join(","));
        }
        format!("LOSE {}", words.join(", "))
    }

    fn task(&self, task: &Task) -> String {
        match task {
            Task::Fire { at } => format!("OF AT {}", self.game.hex(*at)),
            Task::Defend { at } if at.is_empty() => "DF".to_owned(),
            Task::Defend { at } => format!("DF AT {}", self.hexes(at, ",")),
            Task::Melee { at, group, advance } => {
                let group = group
                    .as_ref()
                    .map_or_else(String::new, |group| format!(" GROUP {group}"));
                format!(
                    "ML AT {}{group}{}",
                    self.hexes(at, ","),
                    self.advance(advance)
                )
            }
            Task::FireMelee { at, melee, advance } => format!(
                "OF AT {} and ML AT {}{}",
                self.game.hex(*at),
                self.hexes(melee, ","),
                self.advance(advance)
            ),
            Task::Move { path, off, facing } => {
                let path = self.hexes(path, " ");
                let blank = if path.is_empty() { "" } else { " " };
                format!("MV{blank}{path}{}", Self::end(*off, *facing))
            }
            Task::To { hex, off, facing } => {
                format!("MV TO {}{}", self.game.hex(*hex), Self::end(*off, *facing))
            }
            Task::Convert { to } => format!("CV {}", self.game.kinds.get(*to).key),
            Task::Stand => "NONE".to_owned(),
        }
    }

    /// What a plotted move does at the end of its way.
    fn end(off: Option<Edge>, facing: Option<Dir>) -> String {
        let off = off.map_or_else(String::new, |edge| format!(" OFF {}", Self::off(edge)));
        off + &Self::facing(facing)
    }
}
