//! How printed ids lie on the plane: which hexes touch, and how far apart two are.

use super::{Clock, Hex};

/// An arrangement of hexes and of the ids printed on them.
///
/// Drawn as bricks, each hex touches what its brick touches, at the hours beside:
///
/// ```text
/// PointyEvenRight, ids RRCC                  FlatEvenLower, ids CCRR
///
/// +-------+-------+-------+                  +------+      +------+
/// | 1311  | 1312  | 1313  |       11   1     | 1111 +------+ 1311 |     12
/// +---+---+---+---+---+---+---+   9     3    +------+ 1211 +------+  10    2
///     | 1411  | 1412  | 1413  |    7   5     | 1112 +------+ 1312 |   8    4
/// +---+---+---+---+---+---+---+              +------+ 1212 +------+     6
/// | 1511  | 1512  | 1513  |                         +------+
/// +-------+-------+-------+
/// ```
///
/// The second is the first mirrored on the diagonal: hexes that follow each other in the second
/// pair of digits always touch, and lines of even number are shifted half a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Pointy-topped hexes in horizontal rows, even rows half a hex to the right; ids are `RRCC`,
    /// row 01 at the top, column 01 at the left. Hexsides are the odd hours.
    PointyEvenRight,
    /// Flat-topped hexes in vertical columns, even columns half a hex lower; ids are `CCRR`,
    /// column 01 at the left, row 01 at the top. Hexsides are the even hours.
    FlatEvenLower,
}

/// A hex of the unbounded plane in axial coordinates; hex 0101 is `(0, 0)`.
///
/// The third cube coordinate is `-q - r`. In [`Layout::PointyEvenRight`] `q` grows towards 3
/// o'clock and `r` towards 5; in [`Layout::FlatEvenLower`] `q` grows towards 4 and `r` towards 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Axial {
    /// The first coordinate.
    pub q: i16,
    /// The second coordinate.
    pub r: i16,
}

/// Change of (row, column) to the neighbour behind each hexside, clockwise, by parity of the row.
type Offsets = [[(i8, i8); 6]; 2];

const EVEN: usize = 0;
const ODD: usize = 1;

const POINTY: Offsets = {
    let mut offsets = [[(0, 0); 6]; 2];
    offsets[ODD] = [(-1, 0), (0, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
    offsets[EVEN] = [(-1, 1), (0, 1), (1, 1), (1, 0), (0, -1), (-1, 0)];
    offsets
};

/// Mirroring on the diagonal turns hour `h` into `9 - h`: side 0 (12 o'clock) of the flat layout
/// is side 4 (9 o'clock) of the pointy one, and the sides go round the other way.
const FLAT: Offsets = {
    let mut offsets = [[(0, 0); 6]; 2];
    let mut side = 0;
    while side < 6 {
        let mirrored = (10 - side) % 6;
        offsets[ODD][side] = POINTY[ODD][mirrored];
        offsets[EVEN][side] = POINTY[EVEN][mirrored];
        side += 1;
    }
    offsets
};

impl Layout {
    /// Returns the directions of the six hexsides, clockwise from 12 or 1 o'clock.
    pub const fn hours(self) -> [Clock; 6] {
        match self {
            Self::PointyEvenRight => Clock::ODD,
            Self::FlatEvenLower => Clock::EVEN,
        }
    }

    /// Returns the number of the hexside in that direction, 0 to 5 clockwise as in
    /// [`Layout::hours`]; `None` if a corner lies there.
    pub const fn side(self, hour: Clock) -> Option<usize> {
        let side = hour.side();
        if self.hours()[side].hour() == hour.hour() {
            Some(side)
        } else {
            None
        }
    }

    /// Returns the hex behind the hexside in that direction; `None` if a corner lies there or
    /// the id would leave 0101 to 9999.
    pub fn neighbour(self, hex: Hex, hour: Clock) -> Option<Hex> {
        self.behind(hex, self.side(hour)?)
    }

    /// Returns the hex behind a hexside given by its number.
    pub(super) fn behind(self, hex: Hex, side: usize) -> Option<Hex> {
        let offsets = match self {
            Self::PointyEvenRight => &POINTY,
            Self::FlatEvenLower => &FLAT,
        };
        let (rows, columns) = offsets[usize::from(hex.row() % 2)][side];
        Hex::at(
            hex.row().wrapping_add_signed(rows),
            hex.column().wrapping_add_signed(columns),
        )
    }

    /// Returns the direction from a hex to one that touches it; `None` if they do not touch.
    pub const fn towards(self, from: Hex, to: Hex) -> Option<Clock> {
        let (a, b) = (self.axial(from), self.axial(to));
        let steps = self.steps();
        let mut side = 0;
        while side < 6 {
            if a.q + steps[side].q == b.q && a.r + steps[side].r == b.r {
                return Some(self.hours()[side]);
            }
            side += 1;
        }
        None
    }

    /// Returns the fewest steps from one hex to the other.
    pub const fn distance(self, a: Hex, b: Hex) -> u16 {
        self.axial(a).distance(self.axial(b))
    }

    /// Returns the place of a hex in axial coordinates.
    pub const fn axial(self, hex: Hex) -> Axial {
        let line = hex.row() as i16 - 1;
        let along = hex.column() as i16 - 1 - line / 2;
        match self {
            Self::PointyEvenRight => Axial { q: along, r: line },
            Self::FlatEvenLower => Axial { q: line, r: along },
        }
    }

    /// Returns the hex at axial coordinates; `None` if its id would leave 0101 to 9999.
    pub fn hex(self, axial: Axial) -> Option<Hex> {
        let (line, along) = match self {
            Self::PointyEvenRight => (axial.r, axial.q),
            Self::FlatEvenLower => (axial.q, axial.r),
        };
        let row = u8::try_from(i32::from(line) + 1).ok()?;
        let column = u8::try_from(i32::from(along) + i32::from(line.div_euclid(2)) + 1).ok()?;
        Hex::at(row, column)
    }

    /// Returns the change of axial coordinates behind each hexside, clockwise.
    pub(super) const fn steps(self) -> [Axial; 6] {
        const fn step(q: i16, r: i16) -> Axial {
            Axial { q, r }
        }
        match self {
            Self::PointyEvenRight => [
                step(1, -1),
                step(1, 0),
                step(0, 1),
                step(-1, 1),
                step(-1, 0),
                step(0, -1),
            ],
            Self::FlatEvenLower => [
                step(0, -1),
                step(1, -1),
                step(1, 0),
                step(0, 1),
                step(-1, 1),
                step(-1, 0),
            ],
        }
    }
}

impl Axial {
    /// Returns the fewest steps from one place to the other.
    pub const fn distance(self, other: Self) -> u16 {
        let q = self.q as i32 - other.q as i32;
        let r = self.r as i32 - other.r as i32;
        ((q.abs() + r.abs() + (q + r).abs()) / 2) as u16
    }

    /// Returns the place that many times a change away.
    pub(super) const fn moved(self, step: Self, times: i16) -> Self {
        Self {
            q: self.q + step.q * times,
            r: self.r + step.r * times,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUTS: [Layout; 2] = [Layout::PointyEvenRight, Layout::FlatEvenLower];

    fn around(layout: Layout, row: u8, column: u8) -> [String; 6] {
        layout.hours().map(|hour| {
            let hex = layout.neighbour(Hex::new(row, column), hour).unwrap();
            hex.to_string()
        })
    }

    #[test]
    fn pointy_hexes_touch_as_the_printed_sheet_shows() {
        let layout = Layout::PointyEvenRight;
        assert_eq!(
            around(layout, 14, 12),
            ["1313", "1413", "1513", "1512", "1411", "1312"]
        );
        assert_eq!(
            around(layout, 13, 12),
            ["1212", "1313", "1412", "1411", "1311", "1211"]
        );
    }

    #[test]
    fn flat_hexes_touch_as_the_printed_sheet_shows() {
        let layout = Layout::FlatEvenLower;
        assert_eq!(
            around(layout, 11, 12),
            ["1111", "1211", "1212", "1113", "1012", "1011"]
        );
        assert_eq!(
            around(layout, 12, 12),
            ["1211", "1312", "1313", "1213", "1113", "1112"]
        );
    }

    #[test]
    fn the_offsets_and_the_axial_steps_say_the_same() {
        for layout in LAYOUTS {
            for hex in [Hex::new(13, 12), Hex::new(14, 12)] {
                for (side, hour) in layout.hours().into_iter().enumerate() {
                    let stepped = layout.axial(hex).moved(layout.steps()[side], 1);
                    assert_eq!(layout.neighbour(hex, hour), layout.hex(stepped));
                }
            }
        }
    }

    #[test]
    fn a_direction_leads_to_the_neighbour_and_back() {
        for layout in LAYOUTS {
            let hex = Hex::new(14, 12);
            for hour in layout.hours() {
                let next = layout.neighbour(hex, hour).unwrap();
                assert_eq!(layout.towards(hex, next), Some(hour));
                assert_eq!(layout.towards(next, hex), Some(hour.opposite()));
                assert_eq!(layout.neighbour(hex, hour.turned(1)), None, "a corner");
            }
            assert_eq!(layout.towards(hex, hex), None);
            assert_eq!(layout.towards(hex, Hex::new(14, 14)), None);
        }
    }

    #[test]
    fn ids_end_at_the_numbers_that_can_be_printed() {
        let layout = Layout::PointyEvenRight;
        let corner = Hex::new(1, 1);
        let kept = Clock::ODD.map(|hour| layout.neighbour(corner, hour).is_some());
        assert_eq!(kept, [false, true, true, false, false, false]);
        assert_eq!(layout.neighbour(Hex::new(99, 99), Clock::ODD[2]), None);
        assert_eq!(layout.neighbour(Hex::new(98, 99), Clock::ODD[2]), None);
    }

    #[test]
    fn distances_count_steps() {
        const CASES: &[(&str, &str, u16)] = &[
            ("1412", "1412", 0),
            ("1412", "1313", 1),
            ("1412", "1213", 2),
            ("1412", "1212", 2),
            ("0101", "9999", 147),
            ("0199", "9901", 147),
        ];
        for (a, b, steps) in CASES {
            let (a, b) = (a.parse().unwrap(), b.parse().unwrap());
            assert_eq!(Layout::PointyEvenRight.distance(a, b), *steps, "{a} to {b}");
            assert_eq!(Layout::PointyEvenRight.distance(b, a), *steps);
        }
    }

    #[test]
    fn axial_places_and_ids_name_each_other() {
        for layout in LAYOUTS {
            for row in 1..=Hex::MAX {
                for column in 1..=Hex::MAX {
                    let hex = Hex::new(row, column);
                    assert_eq!(layout.hex(layout.axial(hex)), Some(hex));
                }
            }
            assert_eq!(layout.hex(Axial { q: -1, r: 0 }), None);
            assert_eq!(layout.hex(Axial { q: 0, r: -1 }), None);
        }
    }
}
