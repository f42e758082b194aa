//! 6.3: whether a line of sight is open.

use crate::geometry::Hex;
use crate::geometry::Step;
use crate::rulebook::Rule;

use super::options::{LosCorner, LosGroundHilltop, LosLeader};
use super::terms::Elevation;
use super::{Field, rules};

/// Something in the way: the hex, and the rule by which it blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Obstacle {
    /// The hex.
    pub(super) hex: Hex,
    /// The rule.
    pub(super) rule: Rule,
}

/// A line of sight on its way.
struct Ray<'a> {
    field: Field<'a>,
    from: Hex,
    to: Hex,
    /// Whether units in the line stand too low to matter (6.37).
    over_heads: bool,
}

/// 6.34: looks from centre to centre; only hexes between the two can block.
pub(super) fn obstacle(field: Field<'_>, from: Hex, to: Hex) -> Option<Obstacle> {
    let mut ray = Ray {
        field,
        from,
        to,
        over_heads: false,
    };
    let mut before = [from, from];
    let mut line = field.game.land.grid().line(from, to);
    let corners = field.game.options.los_corner == LosCorner::Touches;
    loop {
        let step = line.next();
        let touched = line.touched().filter(|_| corners);
        if let Some(obstacle) = touched.and_then(|hex| ray.blocks(hex)) {
            return Some(obstacle);
        }
        let step = step?;
        let beside = match step {
            Step::Crossed(hex) | Step::Rim(hex) => [hex, hex],
            Step::Along(a, b) => [a, b],
        };
        let crosses = before.iter().all(|&last| {
            beside
                .iter()
                .all(|&next| last != next && ray.crosses_crest(last, next))
        });
        if crosses {
            ray.over_heads = false;
        }
        let [one, other] = beside.map(|hex| ray.blocks(hex));
        // 6.38: along a hexside the line is open if one of the two hexes is; on the rim of the map
        // there is only one.
        let met = if beside[0] == beside[1] {
            one
        } else {
            one.and(other).map(|last| Obstacle {
                rule: rules::R6_38,
                ..last
            })
        };
        if met.is_some() {
            return met;
        }
        before = beside;
    }
}

impl Ray<'_> {
    /// 6.37: a dark hexside that does not border the firer's hex hides what lies behind it.
    fn crosses_crest(&self, a: Hex, b: Hex) -> bool {
        let land = &self.field.game.land;
        a != self.from && b != self.from && land.touch(a, b) && land.is_dark(a, b)
    }

    fn blocks(&mut self, hex: Hex) -> Option<Obstacle> {
        let field = self.field;
        let land = &field.game.land;
        let found = |rule| Some(Obstacle { hex, rule });
        if land.effect(hex).blocks_sight {
            return found(rules::R6_32);
        }
        let own = field.elevation(self.from);
        let height = field.elevation(hex);
        if height == Elevation::Hilltop {
            let open = match own {
                Elevation::Hilltop => true,
                Elevation::Slope => false,
                Elevation::Ground => {
                    field.game.options.los_ground_hilltop == LosGroundHilltop::Open
                }
            };
            if !open {
                return found(rules::R6_35);
            }
        }
        if height == Elevation::Slope {
            let on_top =
                |end: Hex| field.elevation(end) == Elevation::Hilltop && land.touch(end, hex);
            if !on_top(self.from) && !on_top(self.to) {
                return found(rules::R6_36);
            }
            if own == Elevation::Hilltop && land.touch(self.from, hex) {
                self.over_heads = true;
            }
        }
        let hides = match own {
            Elevation::Ground => true,
            Elevation::Slope => height != Elevation::Ground,
            Elevation::Hilltop => !self.over_heads,
        };
        if hides && self.is_occupied(hex) {
            return found(rules::R6_37);
        }
        None
    }

    fn is_occupied(&self, hex: Hex) -> bool {
        let mut stack = self.field.open.stack(hex);
        match self.field.game.options.los_leader {
            LosLeader::Blocks => stack.next().is_some(),
            LosLeader::Open => stack.any(|unit| !self.field.is_leader(unit)),
        }
    }
}
