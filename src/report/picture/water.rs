//! Water: rivers along the sides of hexes and through them, fords and bridges.

use std::collections::BTreeMap;

use super::ground::{Crossing, Look, look};
use super::plane::{APOTHEM, Plane, Point, RADIUS};
use super::{Pen, point};
use crate::geometry::{Extent, Grid, Hex};

impl Pen<'_> {
    /// Rivers along the sides of hexes.
    pub(super) fn rivers(&mut self) {
        let mut path = String::new();
        for &(a, b) in &self.picture.board.rivers {
            if self.shows(a)
                && self.shows(b)
                && let Some([from, to]) = self.plane.side(a, b)
            {
                path += &format!("M{}L{}", point(from), point(to));
            }
        }
        self.water(&path, "8");
    }

    /// A course of water, with a broken line in it that shows it without a colour.
    fn water(&mut self, course: &str, width: &str) {
        if course.is_empty() {
            return;
        }
        let (river, paper) = (self.palette.river, self.palette.paper);
        self.put(format_args!(
            "<g fill=\"none\" stroke-linecap=\"round\"><path d=\"{course}\" stroke=\"{river}\" \
             stroke-width=\"{width}\"/><path d=\"{course}\" stroke=\"{paper}\" stroke-width=\"1.6\" \
             stroke-dasharray=\"6 5\"/></g>\n"
        ));
    }

    /// Rivers that run through hexes, from the middle of each to the next, and over the edge of the map.
    pub(super) fn streams(&mut self) {
        let board = self.picture.board;
        let crossings: BTreeMap<Hex, Crossing> = board
            .ground
            .iter()
            .filter_map(|ground| match look(ground.terrain) {
                Look::Stream(crossing) => Some((ground.hex, crossing)),
                _ => None,
            })
            .collect();
        let shown = |hex: &&Hex| self.shows(**hex);
        let courses = crossings.keys().filter(shown);
        let course: String = courses.map(|&hex| self.course(hex, &crossings)).collect();
        self.water(&course, "13");
        for (hex, crossing) in crossings {
            if self.shows(hex) {
                self.crossing(self.plane.centre(hex), crossing);
            }
        }
    }

    /// The water of one hex: to every wet neighbour, or off the map where it begins or ends.
    fn course(&self, hex: Hex, wet: &BTreeMap<Hex, Crossing>) -> String {
        let board = self.picture.board;
        let grid = Grid::new(board.layout, Extent::new(board.rows, board.columns));
        let hours = board.layout.hours();
        let near = hours.map(|hour| grid.neighbour(hex, hour));
        let is_wet = |side: &usize| near[*side].is_some_and(|next| wet.contains_key(&next));
        let mut ends: Vec<usize> = (0..hours.len()).filter(is_wet).collect();
        if ends.len() < 2 {
            let from = ends.first().copied();
            let away = (0..hours.len()).filter(|&side| near[side].is_none());
            ends.extend(away.max_by_key(|&side| from.map_or(0, |from| apart(from, side))));
        }
        let centre = self.plane.centre(hex);
        let arm = |side: usize| {
            let end = Plane::towards(centre, hours[side].hour(), APOTHEM);
            format!("M{}L{}", point(centre), point(end))
        };
        ends.into_iter().map(arm).collect()
    }

    /// Planks for a bridge, stones for a ford, with their names.
    fn crossing(&mut self, centre: Point, crossing: Crossing) {
        let (ink, paper) = (self.palette.number, self.palette.paper);
        let (shape, name) = match crossing {
            Crossing::None => return,
            Crossing::Ford => ("m-12 0h1m6 0h1m6 0h1m6 0h1", "ford"),
            Crossing::Bridge => ("m-12-7h24m-24 14h24m-20-14v14m8-14v14m8-14v14", "bridge"),
        };
        let at = point(centre);
        let (x, y) = (centre.0, centre.1 + RADIUS * 0.72);
        self.put(format_args!(
            "<path d=\"M{at}{shape}\" fill=\"none\" stroke=\"{paper}\" stroke-width=\"6\" \
             stroke-linecap=\"round\"/><path d=\"M{at}{shape}\" fill=\"none\" stroke=\"{ink}\" \
             stroke-width=\"2.4\" stroke-linecap=\"round\"/>\n<text x=\"{x:.1}\" y=\"{y:.1}\" \
             font-size=\"9\" fill=\"{ink}\">{name}</text>\n"
        ));
    }
}

/// How many sides lie between two sides of a hex.
fn apart(a: usize, b: usize) -> usize {
    let far = a.abs_diff(b);
    far.min(6 - far)
}
