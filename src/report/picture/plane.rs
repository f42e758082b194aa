//! Where hexes lie on the page.

use crate::engine::Board;
use crate::geometry::{Hex, Layout};

use crate::report::window::Window;

/// From the middle of a hex to a corner.
pub(in crate::report) const RADIUS: f64 = 40.0;

/// From the middle of a hex to a side.
pub(super) const APOTHEM: f64 = RADIUS * 0.866_025_403_784_438_6;

/// The margin around the map.
const EDGE: f64 = 8.0;

/// A point of the page.
pub(in crate::report) type Point = (f64, f64);

/// An arrangement of hexes on a page.
#[derive(Debug, Clone, Copy)]
pub(in crate::report) struct Plane {
    layout: Layout,
}

impl Plane {
    pub(in crate::report) fn of(layout: Layout) -> Self {
        Self { layout }
    }

    /// The middle of a hex.
    pub(in crate::report) fn centre(self, hex: Hex) -> Point {
        let (line, along) = (f64::from(hex.row()) - 1.0, f64::from(hex.column()) - 1.0);
        let shift = if hex.row().is_multiple_of(2) {
            APOTHEM
        } else {
            0.0
        };
        let along = along * 2.0 * APOTHEM + shift + APOTHEM;
        let line = line * 1.5 * RADIUS + RADIUS;
        match self.layout {
            Layout::PointyEvenRight => (along, line),
            Layout::FlatEvenLower => (line, along),
        }
    }

    /// The point in a direction from another.
    pub(in crate::report) fn towards((x, y): Point, hour: u8, distance: f64) -> Point {
        let angle = f64::from(hour) * std::f64::consts::PI / 6.0;
        (x + distance * angle.sin(), y - distance * angle.cos())
    }

    /// The corners of a hex, clockwise.
    pub(in crate::report) fn corners(self, hex: Hex) -> [Point; 6] {
        let first = match self.layout {
            Layout::PointyEvenRight => 0,
            Layout::FlatEvenLower => 1,
        };
        std::array::from_fn(|corner| {
            Self::towards(self.centre(hex), first + 2 * corner as u8, RADIUS)
        })
    }

    /// The two ends of the side between two hexes that touch.
    pub(in crate::report) fn side(self, from: Hex, to: Hex) -> Option<[Point; 2]> {
        let hour = self.layout.towards(from, to)?.hour();
        let centre = self.centre(from);
        Some([hour + 11, hour + 1].map(|hour| Self::towards(centre, hour % 12, RADIUS)))
    }

    /// Left, top, right and bottom of a part of the map.
    pub(in crate::report) fn bounds(self, board: &Board, window: &Window) -> (f64, f64, f64, f64) {
        let mut bounds = (f64::MAX, f64::MAX, f64::MIN, f64::MIN);
        for (x, y) in window.hexes(board).flat_map(|hex| self.corners(hex)) {
            bounds = (
                bounds.0.min(x - EDGE),
                bounds.1.min(y - EDGE),
                bounds.2.max(x + EDGE),
                bounds.3.max(y + EDGE),
            );
        }
        bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &str) -> Hex {
        text.parse().expect("a hex")
    }

    #[test]
    fn hexes_that_touch_share_the_side_between_them() {
        for layout in [Layout::PointyEvenRight, Layout::FlatEvenLower] {
            let plane = Plane::of(layout);
            for hour in layout.hours() {
                let from = hex("1312");
                let to = layout.neighbour(from, hour).expect("it is not at the edge");
                let [a, b] = plane.side(from, to).expect("they touch");
                let [c, d] = plane.side(to, from).expect("they touch");
                let near = |p: Point, q: Point| (p.0 - q.0).hypot(p.1 - q.1) < 1e-6;
                assert!(near(a, d) && near(b, c), "{layout:?} {hour:?}");
            }
            assert_eq!(plane.side(hex("0101"), hex("0505")), None);
        }
    }

    #[test]
    fn every_neighbour_lies_at_the_same_distance_in_the_direction_of_its_hour() {
        for layout in [Layout::PointyEvenRight, Layout::FlatEvenLower] {
            let plane = Plane::of(layout);
            for hour in layout.hours() {
                let to = layout
                    .neighbour(hex("1211"), hour)
                    .expect("it is not at the edge");
                let (x, y) = Plane::towards(plane.centre(hex("1211")), hour.hour(), 2.0 * APOTHEM);
                let (a, b) = plane.centre(to);
                assert!(
                    (x - a).abs() < 1e-6 && (y - b).abs() < 1e-6,
                    "{layout:?} {hour:?}"
                );
            }
        }
    }
}
