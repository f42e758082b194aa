//! Dense storage by hex: values, sets, hexsides.

use std::ops::{Index, IndexMut};

use super::{Clock, Extent, Grid, Hex};

/// One value for every hex of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HexMap<T> {
    grid: Grid,
    values: Vec<T>,
}

impl<T: Copy> HexMap<T> {
    /// Creates a map whose hexes all have the same value.
    pub fn new(grid: Grid, value: T) -> Self {
        Self {
            grid,
            values: vec![value; grid.extent().len()],
        }
    }

    /// Returns the layout and extent.
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the value of a hex; `None` if off the map.
    pub fn get(&self, hex: Hex) -> Option<T> {
        self.grid
            .extent()
            .index(hex)
            .map(|index| self.values[index])
    }

    /// Gives every hex the same value, keeping the storage.
    pub fn fill(&mut self, value: T) {
        self.values.fill(value);
    }

    /// Returns the values of all hexes, by id.
    pub fn values(&self) -> impl ExactSizeIterator<Item = T> {
        self.values.iter().copied()
    }

    /// Lists hexes and values in the order of the ids.
    pub fn iter(&self) -> impl Iterator<Item = (Hex, T)> {
        self.grid.extent().hexes().zip(self.values.iter().copied())
    }
}

impl<T> Index<Hex> for HexMap<T> {
    type Output = T;

    /// # Panics
    ///
    /// Panics if the hex is off the map; [`HexMap::get`] asks instead.
    fn index(&self, hex: Hex) -> &T {
        &self.values[on_map(self.grid.extent(), hex)]
    }
}

impl<T> IndexMut<Hex> for HexMap<T> {
    fn index_mut(&mut self, hex: Hex) -> &mut T {
        &mut self.values[on_map(self.grid.extent(), hex)]
    }
}

fn on_map(extent: Extent, hex: Hex) -> usize {
    extent
        .index(hex)
        .expect("a hex that is looked up is on the map")
}

/// A set of hexes of one map, a bit for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HexSet {
    extent: Extent,
    bits: Vec<u64>,
}

impl HexSet {
    /// Creates the empty set.
    pub fn new(extent: Extent) -> Self {
        Self {
            extent,
            bits: vec![0; extent.len().div_ceil(64)],
        }
    }

    /// Adds a hex and tells whether it is new.
    ///
    /// # Panics
    ///
    /// Panics if the hex is off the map.
    pub fn insert(&mut self, hex: Hex) -> bool {
        let index = on_map(self.extent, hex);
        let word = &mut self.bits[index / 64];
        let is_new = *word & (1 << (index % 64)) == 0;
        *word |= 1 << (index % 64);
        is_new
    }

    /// Takes a hex out and tells whether it was there.
    pub fn remove(&mut self, hex: Hex) -> bool {
        let was_there = self.contains(hex);
        if let Some(index) = self.extent.index(hex) {
            self.bits[index / 64] &= !(1 << (index % 64));
        }
        was_there
    }

    /// Tells whether a hex is in the set; one off the map never is.
    pub fn contains(&self, hex: Hex) -> bool {
        self.extent
            .index(hex)
            .is_some_and(|index| self.bits[index / 64] & (1 << (index % 64)) != 0)
    }

    /// Takes all hexes out, keeping the storage.
    pub fn clear(&mut self) {
        self.bits.fill(0);
    }

    /// Counts the hexes.
    pub fn len(&self) -> usize {
        self.bits
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Tells whether no hex is in the set.
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|&word| word == 0)
    }

    /// Lists the hexes in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = Hex> {
        let extent = self.extent;
        self.bits
            .iter()
            .enumerate()
            .flat_map(move |(number, &word)| {
                // Each step drops the lowest bit.
                let rest = |&left: &u64| Some(left & left.wrapping_sub(1));
                std::iter::successors(Some(word), rest)
                    .take_while(|&left| left != 0)
                    .map(move |left| extent.hex(number * 64 + left.trailing_zeros() as usize))
            })
    }
}

impl Extend<Hex> for HexSet {
    fn extend<I: IntoIterator<Item = Hex>>(&mut self, hexes: I) {
        for hex in hexes {
            self.insert(hex);
        }
    }
}

/// A feature of hexsides, a river for example: six bits for each hex, both sides kept equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HexsideSet {
    sides: HexMap<u8>,
}

impl HexsideSet {
    /// Creates the empty set.
    pub fn new(grid: Grid) -> Self {
        Self {
            sides: HexMap::new(grid, 0),
        }
    }

    /// Adds the hexside of a hex in a direction, as seen from both hexes that share it; tells
    /// whether there is such a hexside on this map.
    pub fn insert(&mut self, hex: Hex, hour: Clock) -> bool {
        let grid = self.sides.grid();
        let Some(side) = grid.layout().side(hour).filter(|_| grid.contains(hex)) else {
            return false;
        };
        self.sides[hex] |= 1 << side;
        if let Some(next) = grid.neighbour(hex, hour) {
            self.sides[next] |= 1 << ((side + 3) % 6);
        }
        true
    }

    /// Tells whether the hexside of a hex in a direction is in the set.
    pub fn contains(&self, hex: Hex, hour: Clock) -> bool {
        let side = self.sides.grid().layout().side(hour);
        side.zip(self.sides.get(hex))
            .is_some_and(|(side, sides)| sides & (1 << side) != 0)
    }

    /// Tells whether the hexside between two hexes is in the set; never, if they do not touch.
    pub fn between(&self, a: Hex, b: Hex) -> bool {
        // Most hexes have none of the feature, so that the cheap test comes first.
        self.sides.get(a).is_some_and(|sides| sides != 0)
            && self
                .sides
                .grid()
                .towards(a, b)
                .is_some_and(|hour| self.contains(a, hour))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Layout;

    const GRID: Grid = Grid::new(Layout::PointyEvenRight, Extent::new(18, 25));

    #[test]
    fn a_map_holds_a_value_for_each_hex() {
        let mut levels = HexMap::new(GRID, 0);
        levels[Hex::new(16, 5)] = 1;
        assert_eq!(levels[Hex::new(16, 5)], 1);
        assert_eq!(levels.get(Hex::new(5, 16)), Some(0));
        assert_eq!(levels.get(Hex::new(19, 1)), None);
        let raised: Vec<_> = levels.iter().filter(|&(_, level)| level > 0).collect();
        assert_eq!(raised, [(Hex::new(16, 5), 1)]);
    }

    #[test]
    #[should_panic(expected = "a hex that is looked up is on the map")]
    fn looking_up_a_hex_off_the_map_is_our_mistake() {
        let _ = HexMap::new(GRID, 0)[Hex::new(19, 1)];
    }

    #[test]
    fn a_set_lists_its_hexes_by_id() {
        let mut set = HexSet::new(GRID.extent());
        set.extend([Hex::new(18, 25), Hex::new(3, 14), Hex::new(1, 1)]);
        assert!(!set.insert(Hex::new(3, 14)));
        assert!(set.insert(Hex::new(3, 15)));
        let ids: Vec<String> = set.iter().map(|hex| hex.to_string()).collect();
        assert_eq!(ids, ["0101", "0314", "0315", "1825"]);
        assert_eq!(set.len(), 4);
        assert!(set.remove(Hex::new(3, 15)));
        assert!(!set.remove(Hex::new(99, 99)));
        assert!(!set.contains(Hex::new(3, 15)));
        set.clear();
        assert!(set.is_empty());
    }

    #[test]
    fn a_hexside_belongs_to_both_hexes() {
        let mut river = HexsideSet::new(GRID);
        let hex = Hex::new(14, 12);
        assert!(river.insert(hex, Clock::ODD[1]));
        assert!(river.between(hex, Hex::new(14, 13)));
        assert!(river.between(Hex::new(14, 13), hex));
        assert!(river.contains(Hex::new(14, 13), Clock::ODD[4]));
        assert!(!river.between(hex, Hex::new(14, 11)));
        assert!(!river.between(hex, Hex::new(14, 14)), "not adjacent");
    }

    #[test]
    fn a_hexside_at_the_map_edge_has_one_hex() {
        let mut river = HexsideSet::new(GRID);
        assert!(river.insert(Hex::new(1, 1), Clock::ODD[5]));
        assert!(river.contains(Hex::new(1, 1), Clock::ODD[5]));
        assert!(!river.insert(Hex::new(19, 1), Clock::ODD[0]), "off the map");
        assert!(!river.insert(Hex::new(1, 1), Clock::EVEN[0]), "a corner");
    }
}
