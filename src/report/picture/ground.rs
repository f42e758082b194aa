//! Ground: terrain with its signs, levels, numbers and letters; of everything alike one path, so that
//! a map of fourteen hundred hexes stays small.

use std::collections::BTreeMap;

use super::plane::{APOTHEM, Plane, Point, RADIUS};
use super::theme::Palette;
use super::{Pen, escape, near, point};
use crate::geometry::{Hex, Layout};

/// What a terrain looks like, told by its key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Look {
    Clear,
    Trees,
    Houses,
    Waves,
    Stones,
    Stream(Crossing),
}

/// Where water can be crossed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Crossing {
    None,
    Ford,
    Bridge,
}

/// Games name terrain as their books do; what a name means to the eye is told by the words in it.
pub(super) fn look(terrain: &str) -> Look {
    const LOOKS: &[(&str, Look)] = &[
        ("river", Look::Stream(Crossing::None)),
        ("ford", Look::Stream(Crossing::Ford)),
        ("bridge", Look::Stream(Crossing::Bridge)),
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
    found.map_or(Look::Clear, |(_, look)| *look)
}

fn fill(palette: &Palette, terrain: &str, level: i8) -> &'static str {
    match look(terrain) {
        Look::Clear if level > 0 => {
            let height = usize::from(level.unsigned_abs());
            palette.hills[height.min(palette.hills.len()) - 1]
        }
        Look::Clear | Look::Stream(_) => palette.clear,
        Look::Trees => palette.woods,
        Look::Houses => palette.built,
        Look::Waves => palette.wet,
        Look::Stones => palette.rough,
    }
}

/// The sign of which three stand in a hex, where a counter does not cover all of them.
fn sign(look: Look) -> Option<&'static str> {
    match look {
        Look::Clear | Look::Stream(_) => None,
        Look::Trees => Some("m-6 4l6-13 6 13zm6 0v4"),
        Look::Houses => Some("m-6 6v-8l6-5 6 5v8z"),
        Look::Waves => Some("m-8 0q4-5 8 0t8 0"),
        Look::Stones => Some("m-7 4l5-7 3 4 3-3 4 6z"),
    }
}

impl Pen<'_> {
    pub(super) fn ground(&mut self) {
        let board = self.picture.board;
        let (palette, line) = (self.palette, self.palette.line);
        let mut fills: BTreeMap<&str, String> = BTreeMap::new();
        let mut signs = String::new();
        let known: BTreeMap<Hex, _> = board
            .ground
            .iter()
            .map(|ground| (ground.hex, ground))
            .collect();
        for hex in self.picture.window.hexes(board) {
            let ground = known.get(&hex);
            let fill = ground.map_or(palette.clear, |ground| {
                fill(palette, ground.terrain, ground.level)
            });
            *fills.entry(fill).or_default() += &self.outline(hex);
            if let Some(shape) = ground.and_then(|ground| sign(look(ground.terrain))) {
                for hour in [2, 6, 10] {
                    let at = Plane::towards(self.plane.centre(hex), hour, RADIUS * 0.62);
                    signs += &format!("M{}{shape}", point(at));
                }
            }
        }
        for (fill, path) in fills {
            self.put(format_args!(
                "<path d=\"{path}\" fill=\"{fill}\" stroke=\"{line}\"/>\n"
            ));
        }
        let ink = palette.sign;
        if !signs.is_empty() {
            self.put(format_args!(
                "<path d=\"{signs}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.6\" \
                 stroke-linejoin=\"round\"/>\n"
            ));
        }
        self.levels();
        self.words();
    }

    /// The outline of a hex as a path.
    fn outline(&self, hex: Hex) -> String {
        let corners = self.plane.corners(hex);
        let steps = corners.windows(2).map(|pair| {
            let ((x, y), (u, v)) = (pair[0], pair[1]);
            near((u - x, v - y))
        });
        let steps: String = steps.collect::<Vec<_>>().join(" ");
        format!("M{}l{steps}z", point(corners[0]))
    }

    /// The levels of hills, and slopes that show them without a colour.
    fn levels(&mut self) {
        let ink = self.palette.number;
        let (mut slopes, mut levels) = (String::new(), String::new());
        for ground in &self.picture.board.ground {
            if ground.level == 0 || !self.shows(ground.hex) {
                continue;
            }
            let centre = self.plane.centre(ground.hex);
            for hour in [1, 3, 5, 7, 9, 11] {
                let (x, y) = Plane::towards(centre, hour, RADIUS * 0.62);
                let (a, b) = Plane::towards(centre, hour, RADIUS * 0.78);
                slopes += &format!("M{}l{}", point((x, y)), near((a - x, b - y)));
            }
            let (x, y) = Plane::towards(centre, 5, RADIUS * 0.74);
            let level = ground.level;
            levels += &format!("<text x=\"{x:.0}\" y=\"{y:.0}\">+{level}</text>\n");
        }
        if levels.is_empty() {
            return;
        }
        self.put(format_args!(
            "<path d=\"{slopes}\" stroke=\"{ink}\" stroke-width=\"1.2\"/>\n\
             <g font-size=\"9\" fill=\"{ink}\">\n{levels}</g>\n"
        ));
    }

    /// The names of ground that has no sign.
    fn words(&mut self) {
        let ink = self.palette.sign;
        for ground in &self.picture.board.ground {
            let plain = look(ground.terrain) == Look::Clear && ground.terrain != "clear";
            if plain && self.shows(ground.hex) {
                let (x, y) = self.plane.centre(ground.hex);
                let (y, name) = (y + RADIUS * 0.72, escape(ground.terrain));
                self.put(format_args!(
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"9\" fill=\"{ink}\">{name}</text>\n"
                ));
            }
        }
    }

    /// Roads, from the middle of a hex to that of the next.
    pub(super) fn roads(&mut self) {
        let mut path = String::new();
        for &(a, b) in &self.picture.board.roads {
            if self.shows(a) || self.shows(b) {
                let (from, to) = (self.plane.centre(a), self.plane.centre(b));
                path += &format!("M{}L{}", point(from), point(to));
            }
        }
        if path.is_empty() {
            return;
        }
        let (number, paper) = (self.palette.number, self.palette.paper);
        self.put(format_args!(
            "<g fill=\"none\" stroke-linecap=\"round\"><path d=\"{path}\" stroke=\"{number}\" \
             stroke-width=\"6\"/><path d=\"{path}\" stroke=\"{paper}\" stroke-width=\"3.4\"/></g>\n"
        ));
    }

    /// The letters of hexes of note, beside where counters stand.
    pub(super) fn names(&mut self) {
        let (ink, paper) = (self.palette.ink, self.palette.paper);
        for (hex, name) in &self.picture.board.names {
            if !self.shows(*hex) {
                continue;
            }
            let (x, y) = self.beside(*hex);
            let name = escape(name);
            let text = |dress: &str| {
                format!(
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"15\" font-weight=\"bold\" {dress}>{name}</text>\n"
                )
            };
            let halo = format!("stroke=\"{paper}\" stroke-width=\"4\" fill=\"{paper}\"");
            self.out += &text(&halo);
            self.out += &text(&format!("fill=\"{ink}\""));
        }
    }

    /// Where a hex has room for a letter beside a counter.
    fn beside(&self, hex: Hex) -> Point {
        let hour = match self.picture.board.layout {
            Layout::FlatEvenLower => 9,
            Layout::PointyEvenRight => 6,
        };
        let (x, y) = Plane::towards(self.plane.centre(hex), hour, APOTHEM * 0.85);
        (x, y + 5.0)
    }

    pub(super) fn numbers(&mut self) {
        let ink = self.palette.number;
        self.put(format_args!("<g font-size=\"9\" fill=\"{ink}\">\n"));
        let hexes: Vec<Hex> = self.picture.window.hexes(self.picture.board).collect();
        for hex in hexes {
            let (x, y) = self.plane.centre(hex);
            let y = y - RADIUS * 0.68;
            self.put(format_args!(
                "<text x=\"{x:.0}\" y=\"{y:.0}\">{hex}</text>\n"
            ));
        }
        self.out.push_str("</g>\n");
    }
}
