//! Ground: terrain with its signs, levels, rivers, numbers.

use super::plane::{Plane, Point, RADIUS};
use super::theme::Palette;
use super::{Pen, escape};
use crate::engine::Ground;
use crate::geometry::Hex;

/// What a terrain looks like, told by its key.
enum Look {
    Clear,
    Trees,
    Houses,
    Waves,
    Stones,
}

/// Games name terrain as their books do; what a name means to the eye is told by the words in it.
fn look(terrain: &str) -> Look {
    const LOOKS: &[(&str, Look)] = &[
        ("wood", Look::Trees),
        ("forest", Look::Trees),
        ("village", Look::Houses),
        ("town", Look::Houses),
        ("city", Look::Houses),
        ("camp", Look::Houses),
        ("lake", Look::Waves),
        ("sea", Look::Waves),
        ("water", Look::Waves),
        ("marsh", Look::Waves),
        ("swamp", Look::Waves),
        ("rough", Look::Stones),
        ("broken", Look::Stones),
        ("mountain", Look::Stones),
    ];
    let found = LOOKS.iter().find(|(word, _)| terrain.contains(word));
    match found {
        Some((_, Look::Trees)) => Look::Trees,
        Some((_, Look::Houses)) => Look::Houses,
        Some((_, Look::Waves)) => Look::Waves,
        Some((_, Look::Stones)) => Look::Stones,
        Some((_, Look::Clear)) | None => Look::Clear,
    }
}

fn fill(palette: &Palette, terrain: &str, level: i8) -> &'static str {
    match look(terrain) {
        Look::Clear if level > 0 => {
            let height = usize::from(level.unsigned_abs());
            palette.hills[height.min(palette.hills.len()) - 1]
        }
        Look::Clear => palette.clear,
        Look::Trees => palette.woods,
        Look::Houses => palette.built,
        Look::Waves => palette.wet,
        Look::Stones => palette.rough,
    }
}

impl Pen<'_> {
    pub(super) fn ground(&mut self) {
        let board = self.picture.board;
        let plain: String = self
            .picture
            .window
            .hexes(board)
            .map(|hex| self.outline(hex))
            .collect();
        let (clear, line) = (self.palette.clear, self.palette.line);
        self.put(format_args!(
            "<path d=\"{plain}\" fill=\"{clear}\" stroke=\"{line}\"/>\n"
        ));
        for ground in &board.ground {
            if self.shows(ground.hex) {
                self.special(ground);
            }
        }
    }

    /// The outline of a hex as a path.
    fn outline(&self, hex: Hex) -> String {
        let corners = self.plane.corners(hex);
        let steps = corners.windows(2).map(|pair| {
            let ((x, y), (u, v)) = (pair[0], pair[1]);
            format!("l{:.1} {:.1}", u - x, v - y)
        });
        let (x, y) = corners[0];
        format!("M{x:.1} {y:.1}{}z", steps.collect::<String>())
    }

    fn special(&mut self, ground: &Ground) {
        let fill = fill(self.palette, ground.terrain, ground.level);
        let (line, outline) = (self.palette.line, self.outline(ground.hex));
        let centre = self.plane.centre(ground.hex);
        self.put(format_args!(
            "<path d=\"{outline}\" fill=\"{fill}\" stroke=\"{line}\"/>\n"
        ));
        match look(ground.terrain) {
            Look::Clear if ground.terrain != "clear" => {
                let (x, y) = (centre.0, centre.1 + RADIUS * 0.72);
                let (ink, name) = (self.palette.sign, escape(ground.terrain));
                self.put(format_args!(
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"9\" fill=\"{ink}\">{name}</text>\n"
                ));
            }
            Look::Clear => {}
            Look::Trees => self.signs(centre, "m-6 4l6-13 6 13zm6 0v4"),
            Look::Houses => self.signs(centre, "m-6 6v-8l6-5 6 5v8z"),
            Look::Waves => self.signs(centre, "m-8 0q4-5 8 0t8 0"),
            Look::Stones => self.signs(centre, "m-7 4l5-7 3 4 3-3 4 6z"),
        }
        if ground.level != 0 {
            self.level(centre, ground.level);
        }
    }

    /// Three of a sign, where a counter does not cover all of them.
    fn signs(&mut self, centre: Point, shape: &str) {
        let ink = self.palette.sign;
        self.put(format_args!("<path d=\""));
        for hour in [2, 6, 10] {
            let (x, y) = Plane::towards(centre, hour, RADIUS * 0.62);
            self.put(format_args!("M{x:.1} {y:.1}{shape}"));
        }
        self.put(format_args!(
            "\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.6\" stroke-linejoin=\"round\"/>\n"
        ));
    }

    /// The level of a hill, and slopes that show it without a colour.
    fn level(&mut self, centre: Point, level: i8) {
        let ink = self.palette.number;
        self.put(format_args!("<path d=\""));
        for hour in [1, 3, 5, 7, 9, 11] {
            let (x, y) = Plane::towards(centre, hour, RADIUS * 0.62);
            let (a, b) = Plane::towards(centre, hour, RADIUS * 0.78);
            self.put(format_args!("M{x:.1} {y:.1}L{a:.1} {b:.1}"));
        }
        let (x, y) = Plane::towards(centre, 5, RADIUS * 0.74);
        self.put(format_args!(
            "\" stroke=\"{ink}\" stroke-width=\"1.2\"/>\n<text x=\"{x:.1}\" y=\"{y:.1}\" \
             font-size=\"9\" fill=\"{ink}\">+{level}</text>\n"
        ));
    }

    pub(super) fn rivers(&mut self) {
        let mut path = String::new();
        for &(a, b) in &self.picture.board.rivers {
            if self.shows(a)
                && self.shows(b)
                && let Some([(x, y), (u, v)]) = self.plane.side(a, b)
            {
                path += &format!("M{x:.1} {y:.1}L{u:.1} {v:.1}");
            }
        }
        let (river, paper) = (self.palette.river, self.palette.paper);
        self.put(format_args!(
            "<path d=\"{path}\" stroke=\"{river}\" stroke-width=\"8\" stroke-linecap=\"round\"/>\n\
             <path d=\"{path}\" stroke=\"{paper}\" stroke-width=\"1.6\" stroke-dasharray=\"6 5\"/>\n"
        ));
    }

    pub(super) fn numbers(&mut self) {
        let ink = self.palette.number;
        self.put(format_args!("<g font-size=\"9\" fill=\"{ink}\">\n"));
        let hexes: Vec<Hex> = self.picture.window.hexes(self.picture.board).collect();
        for hex in hexes {
            let (x, y) = self.plane.centre(hex);
            let y = y - RADIUS * 0.68;
            self.put(format_args!(
                "<text x=\"{x:.1}\" y=\"{y:.1}\">{hex}</text>\n"
            ));
        }
        self.out.push_str("</g>\n");
    }
}
