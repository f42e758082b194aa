//! What happened, drawn over the map.

use super::Pen;
use super::plane::{Point, RADIUS};
use crate::engine::Mark;
use crate::geometry::Hex;

impl Pen<'_> {
    pub(super) fn marks(&mut self) {
        let marks = self.picture.marks.clone();
        for mark in marks {
            if mark.hexes().iter().all(|&hex| self.shows(hex)) {
                self.mark(mark);
            }
        }
    }

    fn mark(&mut self, mark: &Mark) {
        match mark {
            Mark::Move { path } => self.went(path),
            Mark::Fire { from, to, hit } => self.shot(*from, *to, *hit),
            Mark::Shock { from, to } => self.blow(*from, *to),
            Mark::Loss { hex } => self.loss(*hex),
        }
    }

    /// A move: a cased line through its hexes with a head at its end.
    fn went(&mut self, path: &[Hex]) {
        let points: Vec<Point> = path.iter().map(|&hex| self.plane.centre(hex)).collect();
        let [.., before, last] = points[..] else {
            return;
        };
        let line = points
            .iter()
            .map(|(x, y)| format!("{x:.1} {y:.1}"))
            .collect::<Vec<_>>()
            .join("L");
        let head = head(before, last, 11.0);
        let (ink, paper) = (self.palette.went, self.palette.paper);
        self.put(format_args!(
            "<g fill=\"none\" stroke-linejoin=\"round\" opacity=\"0.75\"><path d=\"M{line}\" \
             stroke=\"{paper}\" stroke-width=\"5\"/><path d=\"M{line}\" stroke=\"{ink}\" \
             stroke-width=\"2.2\"/><path d=\"{head}\" fill=\"{ink}\" stroke=\"{paper}\"/></g>\n"
        ));
    }

    /// Fire: a dashed line; a burst where it told, a ring where it did not.
    fn shot(&mut self, from: Hex, to: Hex, hit: bool) {
        let (from, to) = (self.plane.centre(from), self.plane.centre(to));
        let (x, y) = short_of(from, to, RADIUS * 0.55);
        let (ink, paper) = (self.palette.fire, self.palette.paper);
        self.put(format_args!(
            "<path d=\"M{:.1} {:.1}L{x:.1} {y:.1}\" stroke=\"{ink}\" stroke-width=\"2\" \
             stroke-dasharray=\"7 4\"/>\n",
            from.0, from.1
        ));
        match hit {
            true => self.put(format_args!(
                "<path d=\"M{x:.1} {y:.1}m0-9l2.5 6 6-2.5-3.500 5.500 4 5-6.500-1-2.500 6-2.500-6-6.500 \
                 1 4-5-3.500-5.500 6 2.500z\" fill=\"{ink}\" stroke=\"{paper}\"/>\n"
            )),
            false => self.put(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"{paper}\" stroke=\"{ink}\" \
                 stroke-width=\"2\"/>\n"
            )),
        }
    }

    /// Shock: a broad arrow from attacker to defender.
    fn blow(&mut self, from: Hex, to: Hex) {
        let (from, to) = (self.plane.centre(from), self.plane.centre(to));
        let (start, end) = (
            short_of(to, from, RADIUS * 0.5),
            short_of(from, to, RADIUS * 0.5),
        );
        let head = head(start, end, 15.0);
        let (ink, paper) = (self.palette.shock, self.palette.paper);
        self.put(format_args!(
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{ink}\" stroke-width=\"6\"/>\
             <path d=\"{head}\" fill=\"{ink}\" stroke=\"{paper}\"/>\n",
            start.0, start.1, end.0, end.1
        ));
    }

    /// A loss: a cross.
    fn loss(&mut self, hex: Hex) {
        let (x, y) = self.plane.centre(hex);
        let (ink, paper) = (self.palette.ink, self.palette.paper);
        let (left, top) = (x - 13.0, y - 13.0);
        self.put(format_args!(
            "<g fill=\"none\" stroke-linecap=\"round\"><path d=\"M{left:.1} {top:.1}l26 26m-26 0l26-26\" \
             stroke=\"{paper}\" stroke-width=\"8\"/><path d=\"M{left:.1} {top:.1}l26 26m-26 0l26-26\" \
             stroke=\"{ink}\" stroke-width=\"4\"/></g>\n"
        ));
    }
}

/// The point on the way to another, so much short of it.
fn short_of(from: Point, to: Point, by: f64) -> Point {
    let long = (to.0 - from.0).hypot(to.1 - from.1).max(1.0);
    let part = (long - by).max(0.0) / long;
    (
        from.0 + (to.0 - from.0) * part,
        from.1 + (to.1 - from.1) * part,
    )
}

/// The head of an arrow that ends in a point.
fn head(from: Point, tip: Point, long: f64) -> String {
    let (dx, dy) = (tip.0 - from.0, tip.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length * long, dy / length * long);
    let foot = (tip.0 - ux, tip.1 - uy);
    format!(
        "M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z",
        tip.0,
        tip.1,
        foot.0 - uy * 0.55,
        foot.1 + ux * 0.55,
        foot.0 + uy * 0.55,
        foot.1 - ux * 0.55
    )
}
