//! A layout cut to the hexes of one map.

use super::{Axial, Clock, Hex, Layout};

/// The rectangle of ids that a map prints, from 0101 to its last row and column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    rows: u8,
    columns: u8,
}

impl Extent {
    /// Every id that can be printed: a plain whose edge no unit of an example reaches.
    pub const PLAIN: Self = Self::new(Hex::MAX, Hex::MAX);

    /// Creates the extent of that many rows and columns.
    ///
    /// # Panics
    ///
    /// Panics unless both numbers are 1 to 99.
    pub const fn new(rows: u8, columns: u8) -> Self {
        let last = Hex::new(rows, columns);
        Self {
            rows: last.row(),
            columns: last.column(),
        }
    }

    /// Returns the number of rows.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Returns the number of columns.
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// Returns the number of hexes.
    #[expect(clippy::len_without_is_empty, reason = "a map has at least one hex")]
    pub const fn len(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// Tells whether a hex is on the map.
    pub const fn contains(self, hex: Hex) -> bool {
        hex.row() <= self.rows && hex.column() <= self.columns
    }

    /// Returns the place of a hex in dense storage, counted row by row; `None` if off the map.
    pub const fn index(self, hex: Hex) -> Option<usize> {
        if self.contains(hex) {
            Some((hex.row() as usize - 1) * self.columns as usize + hex.column() as usize - 1)
        } else {
            None
        }
    }

    /// Returns the hex at a place in dense storage.
    ///
    /// # Panics
    ///
    /// Panics if the index is not below [`Extent::len`].
    pub const fn hex(self, index: usize) -> Hex {
        assert!(index < self.len(), "an index belongs to this extent");
        let columns = self.columns as usize;
        Hex::new((index / columns) as u8 + 1, (index % columns) as u8 + 1)
    }

    /// Lists all hexes in the order of their ids.
    pub fn hexes(self) -> impl DoubleEndedIterator<Item = Hex> + ExactSizeIterator {
        (0..self.len()).map(move |index| self.hex(index))
    }
}

/// A layout and an extent: what touches what on one map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    layout: Layout,
    extent: Extent,
}

impl Grid {
    /// Creates the grid of a map.
    pub const fn new(layout: Layout, extent: Extent) -> Self {
        Self { layout, extent }
    }

    /// Returns the arrangement of the hexes.
    pub const fn layout(self) -> Layout {
        self.layout
    }

    /// Returns the rectangle of ids.
    pub const fn extent(self) -> Extent {
        self.extent
    }

    /// Tells whether a hex is on the map.
    pub const fn contains(self, hex: Hex) -> bool {
        self.extent.contains(hex)
    }

    /// Returns the fewest steps from one hex to the other, map edges ignored.
    pub const fn distance(self, a: Hex, b: Hex) -> u16 {
        self.layout.distance(a, b)
    }

    /// Tells whether two hexes share a hexside.
    pub const fn is_adjacent(self, a: Hex, b: Hex) -> bool {
        self.layout.distance(a, b) == 1
    }

    /// Returns the direction from a hex to one that touches it; `None` if they do not touch.
    pub const fn towards(self, from: Hex, to: Hex) -> Option<Clock> {
        self.layout.towards(from, to)
    }

    /// Returns the hex in that direction; `None` if off the map or not behind a hexside.
    pub fn neighbour(self, hex: Hex, hour: Clock) -> Option<Hex> {
        self.layout
            .neighbour(hex, hour)
            .filter(|&next| self.contains(next))
    }

    /// Lists the neighbours on the map with their directions, clockwise from 12 or 1 o'clock.
    pub fn neighbours(self, hex: Hex) -> impl Iterator<Item = (Clock, Hex)> {
        let hours = self.layout.hours();
        (0..6).filter_map(move |side| {
            let next = self.layout.behind(hex, side)?;
            self.contains(next).then_some((hours[side], next))
        })
    }

    /// Lists the hexes on the map at exactly that distance, clockwise, beginning with the hex
    /// that lies straight in the first direction of [`Layout::hours`].
    pub fn ring(self, centre: Hex, distance: u16) -> impl Iterator<Item = Hex> {
        self.ring_places(self.layout.axial(centre), distance)
            .filter_map(move |place| self.on_map(place))
    }

    /// Lists the hexes on the map up to that distance: the centre, then ring after ring, each in
    /// the order of [`Grid::ring`].
    pub fn within(self, centre: Hex, distance: u16) -> impl Iterator<Item = Hex> {
        (0..=distance).flat_map(move |distance| self.ring(centre, distance))
    }

    /// Returns the hex at axial coordinates if it is on the map.
    pub(super) fn on_map(self, place: Axial) -> Option<Hex> {
        self.layout.hex(place).filter(|&hex| self.contains(hex))
    }

    fn ring_places(self, centre: Axial, distance: u16) -> impl Iterator<Item = Axial> {
        let steps = self.layout.steps();
        // No two printable ids are further apart than this, so that greater rings are empty.
        let radius = if distance <= 2 * u16::from(Hex::MAX) {
            distance as i16
        } else {
            0
        };
        let edges = if distance == 0 { 0 } else { 6 };
        let lone = (distance == 0).then_some(centre);
        let round = (0..edges).flat_map(move |edge| {
            // Each corner lies straight out; from it the edge runs two hexsides further on.
            let corner = centre.moved(steps[edge], radius);
            let along = steps[(edge + 2) % 6];
            (0..radius).map(move |place| corner.moved(along, place))
        });
        lone.into_iter().chain(round)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid::new(Layout::PointyEvenRight, Extent::new(18, 25));

    fn ids(hexes: impl Iterator<Item = Hex>) -> String {
        hexes
            .map(|hex| hex.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn dense_places_follow_the_ids() {
        let extent = Extent::new(3, 2);
        assert_eq!(ids(extent.hexes()), "0101 0102 0201 0202 0301 0302");
        for (index, hex) in extent.hexes().enumerate() {
            assert_eq!(extent.index(hex), Some(index));
        }
        assert_eq!(extent.index(Hex::new(1, 3)), None);
        assert_eq!(extent.index(Hex::new(4, 1)), None);
    }

    #[test]
    fn rings_run_clockwise_from_one_o_clock() {
        let centre = Hex::new(14, 12);
        assert_eq!(ids(GRID.ring(centre, 0)), "1412");
        assert_eq!(
            ids(GRID.ring(centre, 1)),
            ids(GRID.neighbours(centre).map(|(_, hex)| hex))
        );
        assert_eq!(
            ids(GRID.ring(centre, 2)),
            "1213 1314 1414 1514 1613 1612 1611 1511 1410 1311 1211 1212"
        );
    }

    #[test]
    fn rings_are_cut_at_the_map_edge() {
        assert_eq!(ids(GRID.ring(Hex::new(1, 1), 1)), "0102 0201");
        assert_eq!(ids(GRID.within(Hex::new(18, 25), 1)), "1825 1824 1725");
        assert_eq!(ids(GRID.ring(Hex::new(1, 1), u16::MAX)), "");
    }

    #[test]
    fn within_counts_the_centred_hexagonal_numbers() {
        for distance in 0..=5 {
            let count = GRID.within(Hex::new(9, 12), distance).count();
            let distance = usize::from(distance);
            assert_eq!(count, 1 + 3 * distance * (distance + 1));
        }
    }

    #[test]
    fn neighbours_stay_on_the_map() {
        let corner = Hex::new(18, 25);
        let around: Vec<_> = GRID.neighbours(corner).collect();
        assert_eq!(
            around,
            [
                (Clock::ODD[4], Hex::new(18, 24)),
                (Clock::ODD[5], Hex::new(17, 25)),
            ]
        );
        assert_eq!(GRID.neighbour(corner, Clock::ODD[0]), None);
        assert!(GRID.is_adjacent(corner, Hex::new(17, 25)));
    }
}
