//! Maps as pictures: SVG drawn from the board, PNG made of it.
//!
//! Hexes of both orientations, stacks, and the marks of what happened: arrows for moves, dashed
//! lines for fire, broad arrows for shock, crosses for losses. Nothing is told by colour alone: the
//! sides differ in the shape of their counters, terrain has signs, states have letters.

mod counter;
mod ground;
mod marks;
pub(super) mod plane;
mod png;
mod theme;
mod water;

pub use png::{Layers, PngError, png};
pub use theme::Theme;

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::engine::{Board, Counter, Mark};
use crate::geometry::Hex;

use super::window::Window;
use plane::{Plane, Point};
use theme::Palette;

/// What is to be drawn.
#[derive(Debug, Clone)]
pub struct Picture<'a> {
    /// The map with its counters.
    pub board: &'a Board,
    /// What has happened on it.
    pub marks: Vec<&'a Mark>,
    /// The part to be drawn.
    pub window: Window,
    /// Its colours.
    pub theme: Theme,
    /// Its width in pixels; as large as it was drawn where none is given.
    pub width: Option<u32>,
    /// What it is called.
    pub title: String,
    /// What it shows, in words.
    pub words: String,
}

/// A drawing in progress.
struct Pen<'a> {
    out: String,
    plane: Plane,
    palette: &'static Palette,
    picture: &'a Picture<'a>,
}

/// Draws a picture as a document of its own.
pub fn svg(picture: &Picture<'_>) -> String {
    let plane = Plane::of(picture.board.layout);
    let mut pen = Pen {
        out: String::with_capacity(64 * 1024),
        palette: picture.theme.palette(),
        plane,
        picture,
    };
    pen.open();
    pen.land();
    pen.counters();
    pen.marks();
    pen.out.push_str("</svg>\n");
    pen.out
}

/// Draws a picture in two layers of one size: the ground, and what stands and happens on it.
pub fn layers(picture: &Picture<'_>) -> Layers {
    let pen = || Pen {
        out: String::with_capacity(64 * 1024),
        palette: picture.theme.palette(),
        plane: Plane::of(picture.board.layout),
        picture,
    };
    let (mut below, mut above) = (pen(), pen());
    below.frame();
    below.paper();
    below.land();
    below.out.push_str("</svg>\n");
    above.frame();
    above.counters();
    above.marks();
    above.out.push_str("</svg>\n");
    Layers {
        ground: below.out,
        above: above.out,
    }
}

/// Draws the ground of a whole map, for a page that puts counters on it itself.
pub fn ground(board: &Board, title: &str, words: &str) -> String {
    let picture = Picture {
        board,
        marks: Vec::new(),
        window: Window::whole(board),
        theme: Theme::default(),
        width: None,
        title: title.to_owned(),
        words: words.to_owned(),
    };
    let mut pen = Pen {
        out: String::with_capacity(64 * 1024),
        palette: picture.theme.palette(),
        plane: Plane::of(board.layout),
        picture: &picture,
    };
    pen.open();
    pen.land();
    pen.out.push_str("</svg>\n");
    pen.out
}

/// Returns the colours of each side's counters and of what is printed on them.
pub fn side_colours(theme: Theme) -> [(&'static str, &'static str); 4] {
    theme.palette().sides
}

impl Pen<'_> {
    fn put(&mut self, parts: std::fmt::Arguments<'_>) {
        self.out.write_fmt(parts).expect("a text takes any text");
    }

    /// Everything that lies under the counters.
    fn land(&mut self) {
        self.ground();
        self.rivers();
        self.streams();
        self.roads();
        self.numbers();
        self.names();
    }

    /// Opens a picture that stands for itself: what it is, and the paper it is drawn on.
    fn open(&mut self) {
        self.frame();
        let (title, words) = (escape(&self.picture.title), escape(&self.picture.words));
        self.put(format_args!(
            "<title>{title}</title>\n<desc>{words}</desc>\n"
        ));
        self.paper();
    }

    /// Opens a picture through which one sees what is below.
    fn frame(&mut self) {
        let (left, top, right, bottom) =
            self.plane.bounds(self.picture.board, &self.picture.window);
        let (wide, high) = (right - left, bottom - top);
        let width = self.picture.width.map_or(wide, f64::from);
        let height = high * width / wide;
        self.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" \
             viewBox=\"{left:.0} {top:.0} {wide:.0} {high:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" font-family=\"DejaVu Sans,Verdana,sans-serif\" \
             text-anchor=\"middle\">\n"
        ));
    }

    fn paper(&mut self) {
        let (left, top, right, bottom) =
            self.plane.bounds(self.picture.board, &self.picture.window);
        let (wide, high, paper) = (right - left, bottom - top, self.palette.paper);
        self.put(format_args!(
            "<rect x=\"{left:.0}\" y=\"{top:.0}\" width=\"{wide:.0}\" height=\"{high:.0}\" fill=\"{paper}\"/>\n"
        ));
    }

    /// Tells whether a hex is in the part that is drawn.
    fn shows(&self, hex: Hex) -> bool {
        self.picture.window.holds(self.picture.board, hex)
    }

    /// Counters, the lower ones of a stack peeping out from under the first.
    fn counters(&mut self) {
        let mut stacks: BTreeMap<Hex, Vec<&Counter>> = BTreeMap::new();
        for counter in &self.picture.board.counters {
            if self.shows(counter.hex) {
                stacks.entry(counter.hex).or_default().push(counter);
            }
        }
        for (hex, stack) in stacks {
            self.stack(self.plane.centre(hex), &stack);
        }
        for (hex, name) in &self.picture.board.leaders {
            if self.shows(*hex) {
                self.leader(self.plane.centre(*hex), name);
            }
        }
    }
}

/// Writes a point as short as it can be written.
fn point(at: Point) -> String {
    let (x, y) = at;
    format!("{} {}", short(x), short(y))
}

/// Writes a step from a point to another.
fn near(step: Point) -> String {
    let (x, y) = (short(step.0), short(step.1));
    match y.starts_with('-') {
        true => format!("{x}{y}"),
        false => format!("{x} {y}"),
    }
}

/// A number with one decimal, without what says nothing.
fn short(number: f64) -> String {
    let tenths = (number * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, tenth) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    match tenth {
        0 => format!("{sign}{whole}"),
        tenth => format!("{sign}{whole}.{tenth}"),
    }
}

/// Makes a text safe to stand in a picture or a page.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // XML has no way to write these.
            c if c.is_control() && !matches!(c, '\n' | '\t') => {}
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_short() {
        let written = [0.0, -0.04, 12.0, 12.34, -34.68, -0.5].map(short);
        assert_eq!(written, ["0", "0", "12", "12.3", "-34.7", "-0.5"]);
        assert_eq!(near((20.0, -34.64)), "20-34.6");
        assert_eq!(point((20.0, 34.64)), "20 34.6");
    }
}
