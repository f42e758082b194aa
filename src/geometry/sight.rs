//! Lines of sight: what lies under the straight line between the centres of two hexes.
//!
//! Only the geometry is decided here, exactly. What blocks, and whether a line along a hexside is
//! blocked by one of the two hexes beside it or by both only, is the game's to say.

use super::{Axial, Grid, Hex};

/// What a line of sight meets next on its way, its two ends not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The line crosses the inside of this hex, if only a corner of it.
    Crossed(Hex),
    /// The line runs along the hexside between these two hexes, the lower id first.
    Along(Hex, Hex),
    /// The line runs along the map edge, with only this hex beside it.
    Rim(Hex),
}

/// The way of a line of sight, from the first hex to the last.
///
/// The plane is measured in three coordinates that add up to nothing, each constant along one
/// pair of hexsides; the inside of a hex is all that is less than 1 away from its centre in each
/// of them. Leaving a hex is thus a comparison of fractions with small integers.
#[derive(Debug, Clone)]
pub struct Line {
    grid: Grid,
    /// The place of the hex that the line is in.
    at: Axial,
    last: Axial,
    /// The whole way in the three coordinates.
    way: [i32; 3],
    /// The part of the way from the start to the centre of the hex that the line is in.
    centre: [i32; 3],
    /// The hex behind a hexside that the line has run along is met next.
    is_behind_hexside: bool,
    /// A hex of which the line has touched a corner and nothing else.
    touched: Option<Hex>,
}

/// Change of place behind the hexside where each coordinate grows.
const SIDES: [Axial; 3] = [
    Axial { q: 1, r: 0 },
    Axial { q: 0, r: -1 },
    Axial { q: -1, r: 1 },
];

fn coordinates(from: Axial, to: Axial) -> [i32; 3] {
    let (q, r) = (
        i32::from(to.q) - i32::from(from.q),
        i32::from(to.r) - i32::from(from.r),
    );
    [2 * q + r, -q - 2 * r, r - q]
}

impl Grid {
    /// Draws the straight line from centre to centre of two hexes of this map.
    pub fn line(self, from: Hex, to: Hex) -> Line {
        let (at, last) = (self.layout().axial(from), self.layout().axial(to));
        Line {
            grid: self,
            at,
            last,
            way: coordinates(at, last),
            centre: [0; 3],
            is_behind_hexside: false,
            touched: None,
        }
    }
}

impl Line {
    /// Takes the hex of which the line has touched a corner only, since this was asked last: such a hex is no
    /// step of its own.
    pub fn touched(&mut self) -> Option<Hex> {
        self.touched.take()
    }

    /// Goes through a corner into the hex ahead in one coordinate; the one ahead in the other is only touched.
    fn go_past(&mut self, axis: usize, other: usize) {
        let touched = self.grid.on_map(self.behind(other));
        self.touched = self.touched.or(touched);
        self.go(axis);
    }

    /// Compares when the line reaches the hexside ahead of it in two coordinates.
    fn meets_first(&self, a: usize, b: usize) -> std::cmp::Ordering {
        let (near, far) = (self.ahead(a), self.ahead(b));
        (near * self.way[b].abs()).cmp(&(far * self.way[a].abs()))
    }

    /// Measures from the start to the hexside ahead in one coordinate.
    fn ahead(&self, axis: usize) -> i32 {
        self.centre[axis] * self.way[axis].signum() + 1
    }

    fn behind(&self, axis: usize) -> Axial {
        self.at.moved(SIDES[axis], self.way[axis].signum() as i16)
    }

    fn go(&mut self, axis: usize) {
        let next = self.behind(axis);
        for (centre, change) in self.centre.iter_mut().zip(coordinates(self.at, next)) {
            *centre += change;
        }
        self.at = next;
    }

    /// Runs along the hexside between the two hexes ahead, into the hex behind it.
    fn run_along(&mut self, a: usize, b: usize) -> Option<Step> {
        let beside = [a, b].map(|axis| self.grid.on_map(self.behind(axis)));
        self.go(a);
        self.go(b);
        self.is_behind_hexside = true;
        match beside {
            [Some(a), Some(b)] => Some(Step::Along(a.min(b), a.max(b))),
            [Some(hex), None] | [None, Some(hex)] => Some(Step::Rim(hex)),
            [None, None] => None,
        }
    }

    fn step(&mut self) -> Option<Step> {
        if !std::mem::take(&mut self.is_behind_hexside) {
            // A coordinate that does not change is never the first to be left.
            let mut first = usize::from(self.way[0] == 0);
            let mut tied = None;
            for axis in first + 1..3 {
                match self.meets_first(axis, first) {
                    _ if self.way[axis] == 0 => {}
                    std::cmp::Ordering::Less => (first, tied) = (axis, None),
                    std::cmp::Ordering::Equal => tied = Some(axis),
                    std::cmp::Ordering::Greater => {}
                }
            }
            // Through a corner: the third coordinate tells on which side of the hexside ahead.
            match tied {
                None => self.go(first),
                Some(tied) => match self.way[3 - first - tied] {
                    0 => return self.run_along(first, tied),
                    third if third.signum() == -self.way[first].signum() => {
                        self.go_past(first, tied);
                    }
                    _ => self.go_past(tied, first),
                },
            }
        }
        self.grid.on_map(self.at).map(Step::Crossed)
    }
}

impl Iterator for Line {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        while self.at != self.last {
            let step = self.step();
            if self.at == self.last && !self.is_behind_hexside {
                return None;
            }
            if step.is_some() {
                return step;
            }
        }
        None
    }
}
