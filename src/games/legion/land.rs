//! The ground of a match: what stands on the map, and what the terrain chart makes of it (9.0).

use crate::geometry::{Extent, Grid, Hex, HexMap, Layout};

use super::fraction::Fraction;
use super::terms::{Class, Dir, Edge, Elevation, Terrain};

/// What the terrain chart says of one kind of ground (9.0).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// Movement Points for entering.
    pub cost: u8,
    /// Fire Protection Strength (6.22).
    pub protection: u8,
    /// Multiplies the melee strength of attackers that stand there.
    pub attack: Fraction,
    /// Multiplies the melee strength of defenders.
    pub defence: Fraction,
    /// Classes that enter only over road hexsides (L2.0).
    pub barred: Vec<Class>,
    /// Classes that do not fire out of it (6.33).
    pub no_fire: Vec<Class>,
    /// Whether it blocks sight through it (6.32).
    pub blocks_sight: bool,
}

/// The terrain chart (9.0).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chart {
    /// What each kind of ground does, in the order of [`Terrain::ALL`].
    pub terrain: Vec<Effect>,
    /// A slope on which nothing grows (5.61).
    pub slope: Effect,
    /// A hilltop on which nothing grows.
    pub hilltop: Effect,
    /// The least that the step from a slope over a dark hexside costs (5.62).
    pub from_slope: u8,
    /// A step over a road hexside (5.51).
    pub road: u8,
}

impl Chart {
    /// Returns what a kind of ground does.
    pub fn effect(&self, terrain: Terrain) -> &Effect {
        &self.terrain[terrain as usize]
    }

    /// Returns what counts for combat and sight in a hex with this ground (R102).
    pub fn of(&self, terrain: Terrain, elevation: Elevation) -> &Effect {
        match (terrain, elevation) {
            (Terrain::Clear, Elevation::Slope) => &self.slope,
            (Terrain::Clear, Elevation::Hilltop) => &self.hilltop,
            (terrain, _) => self.effect(terrain),
        }
    }
}

/// A hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// What covers it.
    pub terrain: Terrain,
    /// How high it lies.
    pub elevation: Elevation,
    /// Hexsides with a road, a bit for each direction.
    pub roads: u8,
    /// Dark hexsides, a bit for each direction.
    pub dark: u8,
    /// Whether it lies on the map.
    pub on_map: bool,
    /// Whether nobody may enter it, not by road either (L4.3).
    pub closed: bool,
    /// Whether it is entered over road hexsides only (L4.3, bridges).
    pub road_only: bool,
    /// Map edges that it lies on, a bit for each of [`Edge::ALL`].
    pub edges: u8,
    /// The edges by which a road leaves from it, a bit for each of [`Edge::ALL`].
    pub road_exits: u8,
}

impl Cell {
    /// Open ground inside the map.
    pub const OPEN: Self = Self {
        terrain: Terrain::Clear,
        elevation: Elevation::Ground,
        roads: 0,
        dark: 0,
        on_map: true,
        closed: false,
        road_only: false,
        edges: 0,
        road_exits: 0,
    };
}

/// The ground of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Land {
    cells: HexMap<Cell>,
    chart: Chart,
    /// The lettered hexes, in the order of letters.
    pub letters: Vec<(char, Hex)>,
    /// Hexes of the north bank (L3.5).
    pub north_bank: Vec<Hex>,
    /// Villages of the map, whatever the scenario makes of them.
    pub villages: Vec<Hex>,
    /// Named roads, each as its hexes in order.
    pub roads: Vec<(String, Vec<Hex>)>,
    near: Vec<[Option<Hex>; 6]>,
}

impl Land {
    /// Open ground of that size.
    pub fn open(extent: Extent, chart: Chart) -> Self {
        let grid = Grid::new(Layout::FlatEvenLower, extent);
        let mut land = Self {
            cells: HexMap::new(grid, Cell::OPEN),
            chart,
            letters: Vec::new(),
            north_bank: Vec::new(),
            villages: Vec::new(),
            roads: Vec::new(),
            near: Vec::new(),
        };
        land.join();
        land
    }

    /// Notes which hexes touch, after hexes were taken off the map.
    pub fn join(&mut self) {
        let grid = self.grid();
        let near = |hex: Hex| {
            Dir::ALL.map(|dir| {
                let hour = grid.layout().hours()[dir.side()];
                let next = grid.neighbour(hex, hour)?;
                self.cells[next].on_map.then_some(next)
            })
        };
        self.near = grid.extent().hexes().map(near).collect();
    }

    /// Returns the grid.
    pub fn grid(&self) -> Grid {
        self.cells.grid()
    }

    /// Returns the chart.
    pub fn chart(&self) -> &Chart {
        &self.chart
    }

    /// Tells whether a hex lies on the map.
    pub fn contains(&self, hex: Hex) -> bool {
        self.cells.get(hex).is_some_and(|cell| cell.on_map)
    }

    /// Returns a hex of the map.
    pub fn cell(&self, hex: Hex) -> &Cell {
        &self.cells[hex]
    }

    /// Gives access to a hex.
    pub fn cell_mut(&mut self, hex: Hex) -> &mut Cell {
        &mut self.cells[hex]
    }

    /// Returns all hexes of the map, in the order of their ids.
    pub fn hexes(&self) -> impl Iterator<Item = (Hex, Cell)> {
        self.cells.iter().filter(|(_, cell)| cell.on_map)
    }

    /// Returns the hexes around one, by direction.
    pub fn around(&self, hex: Hex) -> [Option<Hex>; 6] {
        let index = self.grid().extent().index(hex);
        index.map_or([None; 6], |index| self.near[index])
    }

    /// Returns the direction of a neighbour.
    pub fn towards(&self, from: Hex, to: Hex) -> Option<Dir> {
        let near = self.around(from);
        Dir::ALL
            .into_iter()
            .find(|dir| near[dir.index()] == Some(to))
    }

    /// Tells whether two hexes touch.
    pub fn touch(&self, a: Hex, b: Hex) -> bool {
        self.grid().is_adjacent(a, b)
    }

    /// Counts the steps between two hexes.
    pub fn distance(&self, a: Hex, b: Hex) -> u16 {
        self.grid().distance(a, b)
    }

    /// Returns what counts for combat in a hex (R102).
    pub fn effect(&self, hex: Hex) -> &Effect {
        let cell = self.cell(hex);
        self.chart.of(cell.terrain, cell.elevation)
    }

    /// Tells whether a road crosses the hexside.
    pub fn has_road(&self, from: Hex, dir: Dir) -> bool {
        self.cell(from).roads & (1 << dir.index()) != 0
    }

    /// Tells whether the hexside between two adjacent hexes is dark.
    pub fn is_dark(&self, a: Hex, b: Hex) -> bool {
        self.towards(a, b)
            .is_some_and(|dir| self.cell(a).dark & (1 << dir.index()) != 0)
    }

    /// Tells whether a class may step over a hexside at all (L2.0, L4.3).
    pub fn is_passable(&self, from: Hex, dir: Dir, to: Hex, class: Class) -> bool {
        let cell = self.cell(to);
        if cell.closed {
            return false;
        }
        self.has_road(from, dir) || !(cell.road_only || self.bars(to, class))
    }

    /// L2.0: tells whether a hex is closed to a class, roads apart.
    pub fn bars(&self, hex: Hex, class: Class) -> bool {
        self.effect(hex).barred.contains(&class)
    }

    /// Tells whether a unit of a class may be set up or stand in a hex, roads apart (R90).
    pub fn admits(&self, hex: Hex, class: Class) -> bool {
        let cell = self.cell(hex);
        !cell.closed && (cell.roads != 0 || !(cell.road_only || self.bars(hex, class)))
    }

    /// 5.1, 5.5, 5.6: returns the Movement Points for a step between two adjacent hexes.
    pub fn cost(&self, from: Hex, dir: Dir, to: Hex) -> u8 {
        if self.has_road(from, dir) {
            return self.chart.road;
        }
        let cell = self.cell(to);
        let ground = self.chart.effect(cell.terrain).cost;
        match cell.elevation {
            Elevation::Ground => ground,
            Elevation::Slope => ground.max(self.chart.slope.cost),
            Elevation::Hilltop => {
                let own = ground.max(self.chart.hilltop.cost);
                let climbs = self.cell(from).dark & (1 << dir.index()) != 0;
                if climbs {
                    own.max(self.chart.from_slope)
                } else {
                    own
                }
            }
        }
    }

    /// Puts a road over the hexside between two adjacent hexes; tells whether they touch.
    pub fn lay_road(&mut self, a: Hex, b: Hex) -> bool {
        self.mark(a, b, |cell, bit| cell.roads |= bit)
    }

    /// Marks the hexside between two adjacent hexes as dark; tells whether they touch.
    pub fn darken(&mut self, a: Hex, b: Hex) -> bool {
        self.mark(a, b, |cell, bit| cell.dark |= bit)
    }

    fn mark(&mut self, a: Hex, b: Hex, set: impl Fn(&mut Cell, u8)) -> bool {
        let (Some(there), Some(back)) = (self.towards(a, b), self.towards(b, a)) else {
            return false;
        };
        set(&mut self.cells[a], 1 << there.index());
        set(&mut self.cells[b], 1 << back.index());
        true
    }

    /// Tells whether a hex lies on an edge of the map.
    pub fn is_on(&self, hex: Hex, edge: Edge) -> bool {
        self.cell(hex).edges & (1 << edge as u8) != 0
    }

    /// Tells whether a road leaves the map from a hex over that edge.
    pub fn road_leaves(&self, hex: Hex, edge: Edge) -> bool {
        self.cell(hex).road_exits & (1 << edge as u8) != 0
    }

    /// Returns a lettered hex.
    pub fn letter(&self, letter: char) -> Option<Hex> {
        let found = self.letters.iter().find(|(own, _)| *own == letter);
        found.map(|(_, hex)| *hex)
    }
}
