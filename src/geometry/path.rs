//! Least-cost paths: what a unit can reach, at what cost, and by which way.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::{Grid, Hex};

/// The hexes that can be reached from one start, with costs and canonical paths.
///
/// Of all ways to a hex the canonical one costs least; of those it has the fewest steps; of those
/// it goes through the lower id where they first part. The storage is kept between searches, so
/// that one value serves for every unit of a side.
///
/// ```
/// use tesserarius::geometry::{Extent, Grid, Hex, Layout, Reach};
///
/// let mut reach = Reach::new(Grid::new(Layout::PointyEvenRight, Extent::new(18, 25)));
/// let (start, woods) = (Hex::new(14, 12), Hex::new(13, 13));
/// reach.explore(start, 4, |_, to| Some(if to == woods { 3 } else { 1 }), |_| false);
/// assert_eq!(reach.cost(woods), Some(3));
/// let path: Vec<String> = reach.path(Hex::new(12, 13)).iter().map(Hex::to_string).collect();
/// assert_eq!(path, ["1412", "1312", "1212", "1213"]);
/// ```
#[derive(Debug, Clone)]
pub struct Reach {
    grid: Grid,
    /// Dense by hex; a label counts only if it bears the number of the present search.
    labels: Vec<Label>,
    search: u32,
    /// The hexes reached, cheapest first.
    reached: Vec<Hex>,
    open: BinaryHeap<Reverse<(u16, u16, Hex)>>,
}

#[derive(Debug, Clone, Copy)]
struct Label {
    search: u32,
    cost: u16,
    steps: u16,
    /// The hex before this one; the start has itself.
    from: Hex,
}

impl Reach {
    /// Creates the storage for searches on one map; nothing is reached yet.
    pub fn new(grid: Grid) -> Self {
        let nowhere = Label {
            search: 0,
            cost: 0,
            steps: 0,
            from: Hex::new(1, 1),
        };
        Self {
            grid,
            labels: vec![nowhere; grid.extent().len()],
            search: 0,
            reached: Vec::new(),
            open: BinaryHeap::new(),
        }
    }

    /// Finds everything in reach of `start` for at most `budget`.
    ///
    /// `cost` is what the step between two adjacent hexes costs, `None` if it is forbidden;
    /// `must_stop` says in which hexes a move ends once it has entered them.
    pub fn explore(
        &mut self,
        start: Hex,
        budget: u16,
        mut cost: impl FnMut(Hex, Hex) -> Option<u16>,
        mut must_stop: impl FnMut(Hex) -> bool,
    ) {
        self.begin();
        if !self.grid.contains(start) {
            return;
        }
        self.label(start, 0, 0, start);
        while let Some(Reverse((spent, steps, hex))) = self.open.pop() {
            let label = self.labels[self.index(hex)];
            if (label.cost, label.steps) != (spent, steps) {
                continue; // A better way was found after this entry.
            }
            self.reached.push(hex);
            if hex != start && must_stop(hex) {
                continue;
            }
            for (_, next) in self.grid.neighbours(hex) {
                let total = cost(hex, next).and_then(|cost| spent.checked_add(cost));
                if let Some(total) = total.filter(|&total| total <= budget) {
                    self.offer(hex, next, total, steps + 1);
                }
            }
        }
    }

    /// Lists the hexes reached, the start first, in the order of cost, steps and id.
    pub fn hexes(&self) -> &[Hex] {
        &self.reached
    }

    /// Returns the least cost of reaching a hex; `None` if out of reach.
    pub fn cost(&self, hex: Hex) -> Option<u16> {
        self.found(hex).map(|label| label.cost)
    }

    /// Returns the number of steps of the canonical path; `None` if out of reach.
    pub fn steps(&self, hex: Hex) -> Option<u16> {
        self.found(hex).map(|label| label.steps)
    }

    /// Returns the canonical path from the start to a hex, both included; empty if out of reach.
    pub fn path(&self, hex: Hex) -> Vec<Hex> {
        let mut path = Vec::new();
        let mut at = hex;
        while let Some(label) = self.found(at) {
            path.push(at);
            if label.from == at {
                break;
            }
            at = label.from;
        }
        path.reverse();
        path
    }

    fn begin(&mut self) {
        self.reached.clear();
        self.open.clear();
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            // Old labels must not look like labels of the searches that count from 1 again.
            for label in &mut self.labels {
                label.search = 0;
            }
            1
        });
    }

    fn index(&self, hex: Hex) -> usize {
        self.grid
            .extent()
            .index(hex)
            .expect("a search stays on its map")
    }

    fn found(&self, hex: Hex) -> Option<Label> {
        let index = self.grid.extent().index(hex)?;
        let label = self.labels[index];
        (self.search > 0 && label.search == self.search).then_some(label)
    }

    fn label(&mut self, hex: Hex, cost: u16, steps: u16, from: Hex) {
        let index = self.index(hex);
        self.labels[index] = Label {
            search: self.search,
            cost,
            steps,
            from,
        };
        self.open.push(Reverse((cost, steps, hex)));
    }

    fn offer(&mut self, from: Hex, to: Hex, cost: u16, steps: u16) {
        let Some(known) = self.found(to) else {
            return self.label(to, cost, steps, from);
        };
        match (cost, steps).cmp(&(known.cost, known.steps)) {
            Ordering::Less => self.label(to, cost, steps, from),
            Ordering::Greater => {}
            Ordering::Equal => {
                if self.parts_lower(from, known.from) {
                    let index = self.index(to);
                    self.labels[index].from = from;
                }
            }
        }
    }

    /// Tells whether the path to `a` has the lower id where it first parts from that to `b`; both
    /// have the same number of steps.
    fn parts_lower(&self, mut a: Hex, mut b: Hex) -> bool {
        let mut is_lower = false;
        while a != b {
            is_lower = a < b;
            a = self.labels[self.index(a)].from;
            b = self.labels[self.index(b)].from;
        }
        is_lower
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Extent, Layout};

    const GRID: Grid = Grid::new(Layout::PointyEvenRight, Extent::new(18, 25));

    fn hex(id: &str) -> Hex {
        id.parse().unwrap()
    }

    fn path(reach: &Reach, to: &str) -> String {
        let ids: Vec<String> = reach.path(hex(to)).iter().map(Hex::to_string).collect();
        ids.join("-")
    }

    #[test]
    fn open_ground_is_reached_by_the_lowest_ids() {
        let mut reach = Reach::new(GRID);
        reach.explore(hex("1412"), 3, |_, _| Some(1), |_| false);
        assert_eq!(reach.hexes().len(), 37);
        assert_eq!(reach.hexes()[0], hex("1412"));
        assert_eq!(reach.cost(hex("1412")), Some(0));
        assert_eq!(reach.cost(hex("1112")), Some(3));
        assert_eq!(path(&reach, "1112"), "1412-1312-1211-1112");
        assert_eq!(path(&reach, "1415"), "1412-1413-1414-1415");
        assert_eq!(reach.cost(hex("1416")), None);
        assert_eq!(path(&reach, "1416"), "");
    }

    #[test]
    fn a_detour_is_taken_when_it_costs_less() {
        let mut reach = Reach::new(GRID);
        let dear = hex("1413");
        let cost = |_, to| Some(if to == dear { 4 } else { 1 });
        reach.explore(hex("1412"), 10, cost, |_| false);
        assert_eq!(path(&reach, "1414"), "1412-1313-1314-1414");
        assert_eq!(
            (reach.cost(hex("1414")), reach.steps(hex("1414"))),
            (Some(3), Some(3))
        );
    }

    #[test]
    fn equal_costs_take_the_fewer_steps() {
        let mut reach = Reach::new(GRID);
        let dear = hex("1413");
        let cost = |_, to| Some(if to == dear { 2 } else { 1 });
        reach.explore(hex("1412"), 10, cost, |_| false);
        assert_eq!(path(&reach, "1414"), "1412-1413-1414");
    }

    #[test]
    fn a_move_ends_where_it_must_stop_but_may_leave_its_start() {
        let mut reach = Reach::new(GRID);
        let zone = |hex: Hex| hex.row() == 13 || hex.row() == 14;
        reach.explore(hex("1412"), 5, |_, _| Some(1), zone);
        assert_eq!(reach.cost(hex("1312")), Some(1));
        assert_eq!(reach.cost(hex("1212")), None);
        assert_eq!(reach.cost(hex("1512")), Some(1));
        assert_eq!(path(&reach, "1414"), "1412-1513-1514-1414");
    }

    #[test]
    fn forbidden_steps_and_the_budget_bound_the_reach() {
        let mut reach = Reach::new(GRID);
        let only_row = |_, to: Hex| (to.row() == 1).then_some(2);
        reach.explore(hex("0101"), 5, only_row, |_| false);
        assert_eq!(reach.hexes(), [hex("0101"), hex("0102"), hex("0103")]);
        reach.explore(hex("0101"), u16::MAX, |_, _| Some(u16::MAX), |_| false);
        assert_eq!(reach.hexes().len(), 3, "two steps would overflow");
    }

    #[test]
    fn nothing_is_left_of_the_search_before() {
        let mut reach = Reach::new(GRID);
        assert_eq!(reach.cost(hex("0101")), None);
        reach.explore(hex("1412"), 2, |_, _| Some(1), |_| false);
        reach.search = u32::MAX;
        reach.explore(hex("0101"), 0, |_, _| Some(1), |_| false);
        assert_eq!(reach.hexes(), [hex("0101")]);
        assert_eq!(reach.cost(hex("1412")), None);
        reach.explore(hex("9999"), 9, |_, _| Some(1), |_| false);
        assert_eq!(reach.hexes(), [], "the start is off the map");
    }
}
