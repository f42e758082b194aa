//! 6.0 to 6.4: where a unit may go next, and what it pays.

use crate::geometry::{Facing, Hex, Reach};

use super::super::Battle;
use super::super::cards::force;
use super::super::data::{Condition, Kind, UnitId};
use super::super::options::{MinHex, WithdrawMa};
use super::bar::Bar;
use super::{BREAK_OFF_COST, FIRE_COST, unreached};

/// 8.1: how far a bow reaches.
pub(super) const RANGE: u16 = 2;

/// A unit as it moves: where it has got to and what it has left.
///
/// Taken from the battle it is the unit as it stands; moved by hand it looks ahead, so that
/// judging, inventing and carrying out an order ask the same questions.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what has happened on the way is independent facts"
)]
pub(in super::super) struct Walker {
    /// The unit.
    pub(in super::super) unit: UnitId,
    /// Its hex.
    pub(in super::super) at: Hex,
    /// Its facing, which a move keeps until its end.
    pub(in super::super) facing: Facing,
    /// Which side of the counter is up.
    pub(in super::super) condition: Condition,
    /// The movement points it set out with.
    pub(in super::super) allowance: u8,
    /// What it has spent of them.
    pub(in super::super) spent: u8,
    /// Whether it has entered a hex in this activation.
    pub(in super::super) entered: bool,
    /// Whether it has come next to an enemy on its way (6.2).
    pub(in super::super) halted: bool,
    /// Whether it has fired in this segment.
    pub(in super::super) fired: bool,
    /// Whether it is Engaged.
    pub(in super::super) engaged: bool,
    /// Whether it has broken off in this activation.
    pub(in super::super) broke_off: bool,
}

/// 8.2.1: tells whether a unit of that kind may move on after it has fired.
pub(super) fn fires_on_the_way(kind: Kind) -> bool {
    match kind {
        Kind::LC | Kind::LI => true,
        Kind::HC | Kind::HI | Kind::MI => false,
    }
}

/// 6.0: an allowance with what a card gives or takes.
fn allowed(battle: Battle<'_>, unit: UnitId, allowance: u8) -> u8 {
    allowance.saturating_add_signed(force::points(battle, unit))
}

impl Walker {
    /// Takes a unit as it stands, before or after its move; `None` if it is not on the map.
    pub(in super::super) fn new(battle: Battle<'_>, unit: UnitId) -> Option<Self> {
        let piece = battle.piece(unit);
        Some(Self {
            unit,
            at: piece.hex()?,
            facing: piece.facing,
            condition: piece.condition,
            allowance: allowed(
                battle,
                unit,
                piece.allowance.unwrap_or(battle.face(unit).ma),
            ),
            spent: piece.spent,
            entered: piece.deeds.moved,
            halted: false,
            fired: piece.deeds.fired,
            engaged: battle.open.is_engaged(unit),
            broke_off: false,
        })
    }

    /// 6.0: returns the movement points left.
    pub(in super::super) fn left(&self) -> u8 {
        self.allowance.saturating_sub(self.spent)
    }

    /// 6.0: tells whether the next hex may be entered whatever it costs (Q12).
    fn has_certain_hex(&self, battle: Battle<'_>) -> bool {
        let withheld = match battle.game.options.min_hex {
            MinHex::Always => false,
            MinHex::NotAfterWithdraw => self.broke_off,
        };
        !self.entered && !withheld
    }

    /// 8.2.1: tells whether a shot has ended its move.
    pub(super) fn is_spent_by_fire(&self, battle: Battle<'_>) -> bool {
        self.fired && !fires_on_the_way(battle.kind(self.unit))
    }

    /// 6.0 to 6.2: returns what the step into a hex costs, if it is allowed.
    pub(super) fn step(&self, battle: Battle<'_>, to: Hex) -> Result<u8, Bar> {
        let ground = &battle.game.ground;
        if !ground.contains(to) {
            return Err(Bar::Edge(to));
        }
        if battle.direction(self.at, to).is_none() {
            return Err(Bar::Apart(self.at, to));
        }
        self.step_next_door(battle, to)
    }

    /// 6.0 to 6.2: the same for a hex of the map that is known to touch.
    fn step_next_door(&self, battle: Battle<'_>, to: Hex) -> Result<u8, Bar> {
        if self.halted {
            return Err(Bar::Contact(self.at));
        }
        if self.is_spent_by_fire(battle) {
            return Err(Bar::FiresLast);
        }
        if let Some(by) = self.other_unit_in(battle, to) {
            return Err(Bar::Occupied(to, by));
        }
        self.price(battle, to)
    }

    /// 6.0, 8.2.1: the same, as if no unit stood in the way.
    pub(super) fn step_if_free(&self, battle: Battle<'_>, to: Hex) -> Result<u8, Bar> {
        self.may_go_on_to(battle, to)?;
        if battle.direction(self.at, to).is_none() {
            return Err(Bar::Apart(self.at, to));
        }
        self.price(battle, to)
    }

    /// 6.0, 8.2.1: tells whether it may go on to a hex at all, however it comes there.
    pub(super) fn may_go_on_to(&self, battle: Battle<'_>, to: Hex) -> Result<(), Bar> {
        if !battle.game.ground.contains(to) {
            return Err(Bar::Edge(to));
        }
        if self.is_spent_by_fire(battle) {
            return Err(Bar::FiresLast);
        }
        Ok(())
    }

    /// 6.0: returns what a hex that touches costs, if its points suffice.
    fn price(&self, battle: Battle<'_>, to: Hex) -> Result<u8, Bar> {
        let (cost, left) = (battle.game.ground.cost(self.at, to), self.left());
        if cost <= left || self.has_certain_hex(battle) {
            Ok(cost)
        } else if self.entered {
            let hex = to;
            Err(Bar::Points { hex, cost, left })
        } else {
            let hex = to;
            Err(Bar::NoCertainHex { hex, cost, left })
        }
    }

    /// 6.1: returns the combat unit that bars a hex; the walker's own place does not.
    fn other_unit_in(&self, battle: Battle<'_>, hex: Hex) -> Option<UnitId> {
        battle.open.unit_at(hex).filter(|&by| by != self.unit)
    }

    /// Enters a hex at a cost; next to an enemy the move is at its end (6.2).
    pub(in super::super) fn enter(&mut self, battle: Battle<'_>, to: Hex, cost: u8) {
        self.at = to;
        self.spent = self.spent.saturating_add(cost);
        self.entered = true;
        self.halted = battle.is_in_contact(to, battle.side(self.unit));
    }

    /// 6.5: breaks off; the Second Disorder Check of a Disordered unit is taken as passed.
    pub(in super::super) fn break_off(&mut self, battle: Battle<'_>) {
        let counter = battle.unit(self.unit);
        let ma = match battle.game.options.withdraw_ma {
            WithdrawMa::Disordered => counter.disordered.ma,
            WithdrawMa::Normal => counter.good.ma,
        };
        self.allowance = allowed(battle, self.unit, ma);
        self.spent = self.spent.saturating_add(BREAK_OFF_COST);
        self.condition = Condition::Disordered;
        self.engaged = false;
        self.broke_off = true;
    }

    /// 6.3: pays for a shot.
    pub(in super::super) fn fire(&mut self) {
        self.spent = self.spent.saturating_add(FIRE_COST);
        self.fired = true;
    }

    /// Returns the adjacent hexes it may step into, with their costs, clockwise from 1 o'clock.
    pub(super) fn steps<'a>(&'a self, battle: Battle<'a>) -> impl Iterator<Item = (Hex, u8)> + 'a {
        let around = battle.game.ground.grid().neighbours(self.at);
        around.filter_map(move |(_, to)| Some((to, self.step_next_door(battle, to).ok()?)))
    }

    /// Finds every hex that it can reach from where it is, and the cheapest ways there.
    pub(in super::super) fn explore(&self, battle: Battle<'_>, reach: &mut Reach) {
        self.explore_by(battle, reach, |_, _| true);
    }

    /// Finds what it can reach by steps that are wanted, and the cheapest ways there.
    pub(in super::super) fn explore_by(
        &self,
        battle: Battle<'_>,
        reach: &mut Reach,
        is_wanted: impl Fn(Hex, Hex) -> bool,
    ) {
        let ground = &battle.game.ground;
        let budget = u16::from(self.left());
        let is_over = self.halted || self.is_spent_by_fire(battle);
        let is_certain = self.has_certain_hex(battle);
        let cost = |from, to| {
            if is_over || !is_wanted(from, to) || self.other_unit_in(battle, to).is_some() {
                return None;
            }
            let cost = u16::from(ground.cost(from, to));
            Some(if from == self.at && is_certain {
                cost.min(budget)
            } else {
                cost
            })
        };
        let side = battle.side(self.unit);
        reach.explore(self.at, budget, cost, |hex| battle.is_in_contact(hex, side));
    }

    /// Returns the steps of the cheapest legal way to a hex, or why there is none.
    pub(super) fn way(&self, battle: Battle<'_>, to: Hex) -> Result<Vec<Hex>, Bar> {
        let mut reach = Reach::new(battle.game.ground.grid());
        self.explore(battle, &mut reach);
        let path = reach.path(to);
        match path.split_first() {
            Some((_, steps)) if !steps.is_empty() => Ok(steps.to_vec()),
            _ => Err(unreached::why_not(self, battle, to)),
        }
    }

    /// TEC: tells whether a step from where it is crosses a river.
    pub(super) fn crosses_river(&self, battle: Battle<'_>, to: Hex) -> bool {
        battle.game.ground.river(self.at, to)
    }
}
