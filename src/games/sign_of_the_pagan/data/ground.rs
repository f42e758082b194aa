//! The ground of a match: terrain, levels and rivers, and what the terrain chart says of them.

use serde::{Deserialize, Serialize};

use crate::geometry::{Grid, Hex, HexMap, HexsideSet};

/// Movement points that a river hexside costs on top (TEC).
pub const RIVER_COST: u8 = 3;
/// What a defender attacked across a river adds to its die (TEC).
pub const RIVER_SHOCK: i8 = -3;
/// Movement points that a climb costs on top (TEC).
pub const UPHILL_COST: u8 = 1;
/// What a defender above its attacker adds to its die (TEC).
pub const UPHILL_SHOCK: i8 = -1;
/// What a defender below its attacker adds to its die (TEC).
pub const DOWNHILL_SHOCK: i8 = 1;

/// What covers a hex.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    /// Open ground.
    #[default]
    Clear,
    /// Woods.
    Woods,
    /// A village.
    Village,
}

impl Terrain {
    /// All kinds, in the order of the chart.
    pub const ALL: [Self; 3] = [Self::Clear, Self::Woods, Self::Village];

    /// Returns the word that reports print.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Woods => "woods",
            Self::Village => "village",
        }
    }

    /// TEC: movement points for entering such a hex, hexsides and slope apart.
    #[must_use]
    pub const fn cost(self) -> u8 {
        match self {
            Self::Clear => 1,
            Self::Woods | Self::Village => 2,
        }
    }

    /// TEC: what a defender in such a hex adds to its die.
    #[must_use]
    pub const fn shock(self) -> i8 {
        match self {
            Self::Clear => 0,
            Self::Woods | Self::Village => -1,
        }
    }

    /// 8.1: whether no line of sight passes through such a hex.
    #[must_use]
    pub const fn blocks_sight(self) -> bool {
        match self {
            Self::Clear => false,
            Self::Woods | Self::Village => true,
        }
    }
}

/// How the ground goes from one hex to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slope {
    /// The second hex is higher.
    Up,
    /// Both are on one level.
    Even,
    /// The second hex is lower.
    Down,
}

/// One hex of the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cell {
    /// What covers it.
    pub terrain: Terrain,
    /// Its height; only differences matter.
    pub level: i8,
}

/// The map of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ground {
    cells: HexMap<Cell>,
    rivers: HexsideSet,
}

impl Ground {
    /// Creates open ground on one level, without rivers.
    #[must_use]
    pub fn plain(grid: Grid) -> Self {
        Self {
            cells: HexMap::new(grid, Cell::default()),
            rivers: HexsideSet::new(grid),
        }
    }

    /// Sets what a hex is; tells whether it is on the map.
    pub fn set(&mut self, hex: Hex, cell: Cell) -> bool {
        let is_on_map = self.contains(hex);
        if is_on_map {
            self.cells[hex] = cell;
        }
        is_on_map
    }

    /// Lets a river run between two hexes; tells whether they touch, both on the map.
    pub fn add_river(&mut self, a: Hex, b: Hex) -> bool {
        let towards = self.grid().towards(a, b).filter(|_| self.contains(b));
        towards.is_some_and(|hour| self.rivers.insert(a, hour))
    }

    /// Returns the layout and extent, which answer what touches what.
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.cells.grid()
    }

    /// Returns whether a hex is on the map.
    #[must_use]
    pub const fn contains(&self, hex: Hex) -> bool {
        self.grid().contains(hex)
    }

    /// Returns what a hex of the map is.
    ///
    /// # Panics
    ///
    /// Panics if the hex is off the map.
    #[must_use]
    pub fn cell(&self, hex: Hex) -> Cell {
        self.cells[hex]
    }

    /// Returns what covers a hex of the map.
    #[must_use]
    pub fn terrain(&self, hex: Hex) -> Terrain {
        self.cell(hex).terrain
    }

    /// Returns the height of a hex of the map.
    #[must_use]
    pub fn level(&self, hex: Hex) -> i8 {
        self.cell(hex).level
    }

    /// Returns whether a river runs between two adjacent hexes.
    #[must_use]
    pub fn river(&self, a: Hex, b: Hex) -> bool {
        self.rivers.between(a, b)
    }

    /// Returns how the ground goes from one hex to another.
    #[must_use]
    pub fn slope(&self, from: Hex, to: Hex) -> Slope {
        match self.level(to).cmp(&self.level(from)) {
            std::cmp::Ordering::Greater => Slope::Up,
            std::cmp::Ordering::Equal => Slope::Even,
            std::cmp::Ordering::Less => Slope::Down,
        }
    }

    /// TEC: movement points for a step into an adjacent hex.
    #[must_use]
    pub fn cost(&self, from: Hex, to: Hex) -> u8 {
        let river = if self.river(from, to) { RIVER_COST } else { 0 };
        let climb = if self.slope(from, to) == Slope::Up {
            UPHILL_COST
        } else {
            0
        };
        self.terrain(to).cost() + river + climb
    }

    /// Lists the hexes of the map with what they are, in the order of ids.
    pub fn cells(&self) -> impl Iterator<Item = (Hex, Cell)> {
        self.cells.iter()
    }

    /// Lists the river hexsides, each once, the lower id first, in the order of ids.
    pub fn rivers(&self) -> impl Iterator<Item = (Hex, Hex)> {
        let pairs = self.cells().flat_map(move |(hex, _)| {
            self.grid()
                .neighbours(hex)
                .map(move |(_, next)| (hex, next))
                .collect::<Vec<_>>()
        });
        pairs.filter(|&(a, b)| a < b && self.river(a, b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Extent, Layout};

    fn hex(id: &str) -> Hex {
        id.parse().expect("four digits")
    }

    fn ground() -> Ground {
        let mut ground = Ground::plain(Grid::new(Layout::PointyEvenRight, Extent::new(18, 25)));
        assert!(ground.set(
            hex("1412"),
            Cell {
                terrain: Terrain::Clear,
                level: 1
            }
        ));
        assert!(ground.set(
            hex("1312"),
            Cell {
                terrain: Terrain::Woods,
                level: 0
            }
        ));
        assert!(ground.add_river(hex("1412"), hex("1312")));
        ground
    }

    #[test]
    fn tec_terrain_river_and_climb_add_up() {
        let ground = ground();
        let cost = |from, to| ground.cost(hex(from), hex(to));
        assert_eq!(cost("1313", "1314"), 1, "clear");
        assert_eq!(cost("1311", "1312"), 2, "woods");
        assert_eq!(cost("1413", "1412"), 2, "clear, uphill");
        assert_eq!(cost("1312", "1412"), 5, "clear, uphill, over the river");
        assert_eq!(cost("1412", "1312"), 5, "woods, downhill, over the river");
        assert_eq!(cost("1412", "1413"), 1, "downhill costs nothing");
    }

    #[test]
    fn a_river_is_seen_from_both_banks_and_listed_once() {
        let ground = ground();
        assert!(ground.river(hex("1312"), hex("1412")) && ground.river(hex("1412"), hex("1312")));
        assert_eq!(
            ground.rivers().collect::<Vec<_>>(),
            [(hex("1312"), hex("1412"))]
        );
    }

    #[test]
    fn what_does_not_touch_or_lies_off_the_map_has_no_river() {
        let mut ground = ground();
        assert!(!ground.add_river(hex("1412"), hex("1414")));
        assert!(!ground.add_river(hex("1825"), hex("1826")));
        assert!(!ground.set(hex("1901"), Cell::default()));
    }
}
