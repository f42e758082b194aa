//! 5.0: moving hex by hex, what a step costs and what ends a move.

use crate::geometry::{Hex, Reach};
use crate::orders::Illegal;

use super::Field;
use super::event::Stop as Halt;
use super::options::PanicContact;
use super::state::{Moved, Place};
use super::terms::{Class, Dir, Edge, Side, UnitId};
use super::{bars, rules};

/// Half points in a point.
pub(super) const HALVES: u8 = 2;

/// Units that move together, on their way.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Walk<'a> {
    field: Field<'a>,
    units: &'a [UnitId],
    side: Side,
    classes: [bool; 7],
    /// Where they are.
    pub(super) hex: Hex,
    /// Half points left to the slowest.
    pub(super) left: u8,
    /// Half points that the way has cost.
    cost: u8,
    steps: u16,
    slow: bool,
    is_square: bool,
    has_leader_only: bool,
    facing: Option<Dir>,
    stopped: bool,
    /// Whether it goes as if nobody else were on the map.
    alone: bool,
}

impl<'a> Walk<'a> {
    /// Sets out; the units stand in one hex.
    pub(super) fn new(field: Field<'a>, units: &'a [UnitId], hex: Hex) -> Self {
        let mut classes = [false; 7];
        let mut left = u8::MAX;
        for &unit in units {
            classes[field.class(unit) as usize] = true;
            left = left.min(field.piece(unit).left());
        }
        let first = units[0];
        Self {
            field,
            units,
            side: field.side(first),
            classes,
            hex,
            left,
            cost: 0,
            steps: 0,
            slow: units.iter().any(|&unit| field.piece(unit).deeds.slow),
            is_square: units.iter().any(|&unit| field.piece(unit).square),
            has_leader_only: units.iter().all(|&unit| field.is_leader(unit)),
            facing: None,
            stopped: false,
            alone: false,
        }
    }

    /// Tells whether the class of every unit may step over the hexside.
    fn is_passable(&self, dir: Dir, to: Hex) -> bool {
        let land = &self.field.game.land;
        let open = |&&class: &&Class| self.classes[class as usize];
        Class::ALL
            .iter()
            .filter(open)
            .all(|&class| land.is_passable(self.hex, dir, to, class))
    }

    /// 5.1: returns what the step in a direction costs in half points, or what forbids it.
    pub(super) fn cost(&self, dir: Dir) -> Result<(Hex, u8), Halt> {
        let land = &self.field.game.land;
        let to = land.around(self.hex)[dir.index()].ok_or(Halt::Edge)?;
        if self.stopped {
            return Err(Halt::Zone);
        }
        if !self.alone {
            self.is_open(to)?;
        }
        if !self.is_ahead(dir) {
            return Err(Halt::Facing);
        }
        if !self.is_passable(dir, to) {
            return Err(Halt::Terrain);
        }
        let cost = land.cost(self.hex, dir, to) * HALVES;
        // 5.15, L1.15: the first hex may always be entered, and is then the whole move.
        let always = self.steps == 0 && self.has_not_moved();
        if cost > self.left && !always {
            return Err(Halt::Points);
        }
        Ok((to, cost))
    }

    /// 5.23, L1.1, L1.12: tells whether enemies or a Square bar the next hex.
    fn is_open(&self, to: Hex) -> Result<(), Halt> {
        if self.field.is_hostile(to, self.side) {
            return Err(Halt::Enemy);
        }
        let one_hex = self.is_square || self.slow;
        if one_hex && self.steps > 0 {
            return Err(Halt::Square);
        }
        // L1.12: a Leader may enter a Square's hex and stop there, nobody else may.
        if self.field.square_in(self.hex) == Some(self.side) && self.steps > 0 && !self.is_square {
            return Err(Halt::Square);
        }
        if self.field.square_in(to) == Some(self.side) && !self.has_leader_only {
            return Err(Halt::Square);
        }
        Ok(())
    }

    /// 16.0: tells whether a direction lies in the front of all who go.
    fn is_ahead(&self, dir: Dir) -> bool {
        if self.steps > 0 {
            return self.facing.is_none_or(|facing| facing.has_in_front(dir));
        }
        let faces = |&unit: &UnitId| !self.field.has_facing(unit) || self.field.faces(unit, dir);
        self.units.iter().all(faces)
    }

    fn has_not_moved(&self) -> bool {
        let fresh = |&unit: &UnitId| {
            let piece = self.field.piece(unit);
            piece.spent == 0 && piece.deeds.moved == Moved::No
        };
        self.units.iter().all(fresh)
    }

    /// Enters the next hex; returns where it led.
    pub(super) fn step(&mut self, dir: Dir) -> Result<Hex, Halt> {
        let (to, cost) = self.cost(dir)?;
        let paid = cost.min(self.left);
        self.left -= paid;
        self.cost = self.cost.saturating_add(cost);
        if cost > paid {
            self.left = 0;
        }
        self.hex = to;
        self.steps += 1;
        let turns = self.units.iter().any(|&unit| self.has_front(unit));
        self.facing = turns.then_some(dir);
        self.stopped = self.field.is_in_zone(to, self.side, |_| true);
        Ok(to)
    }

    /// Tells whether a unit faces one way, and will face the way it goes.
    fn has_front(&self, unit: UnitId) -> bool {
        self.field.has_facing(unit) && self.field.piece(unit).facing.is_some()
    }

    /// Returns the half points that each unit has spent; one hex always is had for what is left (5.15).
    fn spent(&self) -> Vec<u8> {
        let spent = |&unit: &UnitId| self.cost.min(self.field.piece(unit).left());
        self.units.iter().map(spent).collect()
    }

    /// Tells whether an enemy zone ends the move here.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Returns the facing that the walk has led to.
    pub(super) fn facing(&self) -> Option<Dir> {
        self.facing
    }

    /// 11.42: tells whether the units may leave the map here.
    pub(super) fn may_leave(&self, edge: Edge) -> Result<(), Halt> {
        let land = &self.field.game.land;
        let conceded = self.field.open.conceded == Some(self.side);
        let open = land.is_on(self.hex, edge) && (!conceded || land.road_leaves(self.hex, edge));
        if !open {
            return Err(Halt::Edge);
        }
        if self.stopped && self.steps > 0 {
            return Err(Halt::Zone);
        }
        if self.left < HALVES {
            Err(Halt::Points)
        } else {
            Ok(())
        }
    }
}

/// What a path came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Walked {
    /// Hexes entered, in order.
    pub(super) path: Vec<Hex>,
    /// Half points spent, unit by unit.
    pub(super) spent: Vec<u8>,
    /// Where it faces at the end.
    pub(super) facing: Option<Dir>,
    /// What ended it early, and the hex that was not entered.
    pub(super) halt: Option<(Halt, Hex)>,
    /// Whether the map may be left at the end.
    pub(super) leaves: Option<Result<(), Halt>>,
}

/// Walks a path as far as it goes.
pub(super) fn walk(
    field: Field<'_>,
    units: &[UnitId],
    from: Hex,
    via: &[Hex],
    off: Option<Edge>,
) -> Walked {
    let mut walk = Walk::new(field, units, from);
    let mut path = Vec::with_capacity(via.len());
    let mut halt = None;
    for &hex in via {
        let stepped = match field.game.land.towards(walk.hex, hex) {
            Some(dir) => walk.step(dir),
            None if field.game.land.contains(hex) => Err(Halt::Terrain),
            None => Err(Halt::Edge),
        };
        match stepped {
            Ok(hex) => path.push(hex),
            Err(why) => {
                halt = Some((why, hex));
                break;
            }
        }
    }
    let leaves = off
        .filter(|_| halt.is_none())
        .map(|edge| walk.may_leave(edge));
    Walked {
        path,
        spent: walk.spent(),
        facing: walk.facing(),
        halt,
        leaves,
    }
}

/// Finds the cheapest way to a hex, however many turns it takes (R104); of equal ones that with the
/// fewest steps, then with the smallest numbers of directions. `None` if there is no way.
pub(super) fn way_to(field: Field<'_>, units: &[UnitId], from: Hex, to: Hex) -> Option<Vec<Hex>> {
    found(&Walk::new(field, units, from), from, to)
}

/// Finds the way that units would go if nobody else were on the map.
pub(super) fn way_over_ground(
    field: Field<'_>,
    units: &[UnitId],
    from: Hex,
    to: Hex,
) -> Option<Vec<Hex>> {
    let mut walk = Walk::new(field, units, from);
    walk.alone = true;
    found(&walk, from, to)
}

fn found(walk: &Walk<'_>, from: Hex, to: Hex) -> Option<Vec<Hex>> {
    let (field, side) = (walk.field, walk.side);
    let land = &field.game.land;
    let ends = |hex: Hex| {
        !walk.alone && (field.is_in_zone(hex, side, |_| true) || field.square_in(hex) == Some(side))
    };
    let step = |a: Hex, b: Hex| step(walk, from, (a, b));
    // Searched from the end: what is found is how far every hex is from it.
    let mut reach = Reach::new(land.grid());
    let back = |b: Hex, a: Hex| {
        let bars = b != to && ends(b);
        if bars { None } else { step(a, b) }
    };
    reach.explore(to, u16::MAX, back, |hex| hex == from);
    reach.cost(from)?;
    let mut path = Vec::new();
    let mut at = from;
    while at != to {
        let rest = (reach.cost(at)?, reach.steps(at)?);
        let next = land.around(at).into_iter().flatten().find(|&next| {
            let passes = next == to || !ends(next);
            let behind = reach.cost(next).zip(reach.steps(next));
            passes
                && step(at, next)
                    .zip(behind)
                    .is_some_and(|(paid, (cost, steps))| (cost + paid, steps + 1) == rest)
        })?;
        path.push(next);
        at = next;
    }
    Some(path)
}

/// Returns what a step on the way of units that set out from a hex costs, for as many points as it takes.
fn step(walk: &Walk<'_>, from: Hex, (a, b): (Hex, Hex)) -> Option<u16> {
    let dir = walk.field.game.land.towards(a, b)?;
    let mut here = walk.clone();
    here.hex = a;
    here.left = u8::MAX;
    if a != from {
        here.steps = 1;
        here.slow = false;
        here.is_square = false;
    }
    let (_, cost) = here.cost(dir).ok()?;
    let always = a == from && walk.has_not_moved();
    let paid = if always {
        cost.min(walk.left.max(1))
    } else {
        cost
    };
    Some(u16::from(paid))
}

/// Finds everything in reach of units that stand in one hex, if they may turn as they like; what a way
/// really comes to says [`walk`].
pub(super) fn reach(field: Field<'_>, units: &[UnitId], from: Hex) -> Reach {
    let mut walk = Walk::new(field, units, from);
    walk.facing = None;
    let ends = |hex: Hex| {
        field.is_in_zone(hex, walk.side, |_| true) || field.square_in(hex) == Some(walk.side)
    };
    let mut reach = Reach::new(field.game.land.grid());
    let cost = |a: Hex, b: Hex| step(&walk, from, (a, b));
    reach.explore(from, u16::from(walk.left.max(1)), cost, ends);
    reach
}

/// 5.0: tells why a unit may not move at all now; a stack it belonged to it may still leave.
pub(super) fn may_set_out(field: Field<'_>, unit: UnitId, alone: bool) -> Result<Hex, Illegal> {
    let id = || field.game.id(unit);
    let piece = field.piece(unit);
    let Some(hex) = piece.hex() else {
        return Err(off_the_map(field, unit));
    };
    if piece.disrupted.is_some() {
        return Err(Illegal::new(
            rules::R8_2,
            format!("{} is disrupted and does not move", id()),
        ));
    }
    if piece.deeds.converted {
        let because = format!("{} has changed its form and does not move", id());
        return Err(Illegal::new(rules::L1_5, because));
    }
    if piece.panicked {
        let because = format!("{} has panicked and runs by itself", id());
        return Err(Illegal::new(rules::R13_0, because));
    }
    let may_go_on = match piece.deeds.moved {
        Moved::No => true,
        Moved::InStack => alone,
        Moved::Done => false,
    };
    if !may_go_on {
        return Err(Illegal::new(
            rules::R5_14,
            format!("{} has moved in this phase", id()),
        ));
    }
    is_free(field, unit)?;
    Ok(hex)
}

/// 11.41: tells of a unit that is not on the map, or never comes back to it.
pub(super) fn off_the_map(field: Field<'_>, unit: UnitId) -> Illegal {
    let id = field.game.id(unit);
    if field.piece(unit).place == Place::Out {
        return Illegal::new(rules::R11_41, format!("{id} has left the map for good"));
    }
    Illegal::new(rules::R5_0, format!("{id} is not on the map"))
}

/// 18.2: a unit in Contact does not leave its hex.
pub(super) fn is_free(field: Field<'_>, unit: UnitId) -> Result<(), Illegal> {
    let runs = field.piece(unit).panicked && field.game.options.panic_contact == PanicContact::Runs;
    if field.open.is_tied(unit) && !runs {
        let because = format!(
            "{} is in Contact with {} and stays",
            field.game.id(unit),
            bars::contacts(field, unit)
        );
        return Err(Illegal::new(rules::R18_2, because));
    }
    Ok(())
}

/// L1.1: a Square moves as a body; its Leaders come and go as they like.
pub(super) fn moves_whole(field: Field<'_>, units: &[UnitId], hex: Hex) -> Result<(), Illegal> {
    let members = field
        .open
        .stack(hex)
        .filter(|&unit| field.piece(unit).square);
    let members: Vec<UnitId> = members.filter(|&unit| !field.is_leader(unit)).collect();
    let some = members.iter().any(|unit| units.contains(unit));
    let all = members.iter().all(|unit| units.contains(unit));
    if some && !all {
        let others = members.iter().copied();
        let others = bars::names(field, others.filter(|unit| !units.contains(unit)));
        let because = format!(
            "the Square in {} moves as a body, and the line leaves out {others}",
            field.name(hex)
        );
        return Err(Illegal::new(rules::L1_1, because));
    }
    Ok(())
}

/// Returns the unit that has the fewest points left.
pub(super) fn slowest(field: Field<'_>, units: &[UnitId]) -> UnitId {
    let slowest = units.iter().min_by_key(|&&unit| field.piece(unit).left());
    *slowest.expect("somebody moves")
}

/// 5.27, 10.0: tells what the slowest of units has left, and why it is so little.
pub(super) fn lacking(field: Field<'_>, units: &[UnitId], place: &str) -> String {
    let unit = slowest(field, units);
    let piece = field.piece(unit);
    let full = field.kind(unit).ma * HALVES;
    let of = match piece.spent {
        0 => String::new(),
        _ => format!(" left of {}", in_points(piece.allowance)),
    };
    let halved = match piece.allowance < full {
        true => format!(
            ", half of its {}, since no Leader is near enough as movement begins ({})",
            in_points(full),
            rules::R10_0
        ),
        false => String::new(),
    };
    let id = field.game.id(unit);
    let left = in_points(piece.left());
    format!("not enough Movement Points for {place}: {id} has {left}{of}{halved}")
}

/// Writes half points as points.
fn in_points(halves: u8) -> String {
    match (halves / HALVES, halves % HALVES) {
        (0, 1) => "1/2".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole} 1/2"),
    }
}
