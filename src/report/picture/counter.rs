//! Counters as a wargamer knows them: name, type in a box, strength; a wedge shows the facing.

use super::plane::{Plane, Point, RADIUS};
use super::{Pen, escape};
use crate::engine::{Arm, Counter};

/// Half the side of a counter.
const HALF: f64 = 22.0;

/// The width that a text on a counter may take.
const ROOM: f64 = 39.0;

/// How wide a sign of the font is, in parts of its height.
const SIGN: f64 = 0.7;

/// The height of a text on a counter: as wished, or less where it would be too wide.
fn size(text: &str, wished: f64) -> f64 {
    let signs = u32::try_from(text.chars().count().max(1)).unwrap_or(u32::MAX);
    let most = ROOM / (SIGN * f64::from(signs));
    (most.min(wished) * 2.0).floor() / 2.0
}

impl Pen<'_> {
    /// A stack with its first counter on top.
    pub(super) fn stack(&mut self, centre: Point, stack: &[&Counter]) {
        let Some(top) = stack.first() else {
            return;
        };
        for (slip, counter) in [(8.0, stack.get(2)), (4.0, stack.get(1))] {
            let Some(counter) = counter else {
                continue;
            };
            self.card((centre.0 + slip, centre.1 - slip), counter);
        }
        self.counter(centre, top);
        if stack.len() > 1 {
            let corner = (centre.0 + HALF + 3.0, centre.1 + HALF + 4.0);
            self.badge(corner, &format!("x{}", stack.len()));
        }
    }

    fn counter(&mut self, centre: Point, counter: &Counter) {
        let name = escape(&counter.id);
        self.put(format_args!("<g><title>{name}</title>\n"));
        if let Some(facing) = counter.facing {
            self.wedge(centre, facing.hour(), counter.side);
        }
        self.card(centre, counter);
        self.face(centre, counter);
        let (x, y) = centre;
        // Clockwise from the lower left corner; the lower right one is for the size of a stack.
        let corners = [
            (x - HALF, y + HALF - 3.0),
            (x + HALF, y - HALF + 3.0),
            (x - HALF, y - HALF + 3.0),
            (x, y + HALF),
        ];
        let states = counter.states(&self.picture.board.idiom);
        for (corner, sign) in corners.into_iter().zip(states) {
            self.badge(corner, &sign.letter.to_string());
        }
        if counter.leader {
            self.star((x - HALF + 2.0, y - HALF + 2.0));
        }
        self.out.push_str("</g>\n");
    }

    fn side(&self, side: u8) -> (&'static str, &'static str) {
        let sides = &self.palette.sides;
        sides[usize::from(side) % sides.len()]
    }

    /// The card itself: square for the first side, with cut corners for the second, round for others.
    fn card(&mut self, (x, y): Point, counter: &Counter) {
        let (fill, ink) = self.side(counter.side);
        let (left, top, cut) = (x - HALF, y - HALF, 9.0);
        let long = 2.0 * HALF - 2.0 * cut;
        let dash = match counter.disordered {
            true => " stroke-dasharray=\"5 3\"",
            false => "",
        };
        let shape = match counter.side % 4 {
            0 => format!("M{left:.1} {top:.1}h44v44h-44z"),
            1 => format!(
                "M{:.1} {top:.1}h{long}l{cut} {cut}v{long}l-{cut} {cut}h-{long}l-{cut}-{cut}v-{long}z",
                left + cut
            ),
            _ => format!("M{left:.1} {y:.1}a22 22 0 0 1 44 0a22 22 0 0 1-44 0z"),
        };
        self.put(format_args!(
            "<path d=\"{shape}\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"2.5\"{dash}/>\n\
             <path d=\"{shape}\" fill=\"none\" stroke=\"#000000\" stroke-width=\"0.8\"/>\n"
        ));
    }

    /// What is printed on a counter.
    fn face(&mut self, (x, y): Point, counter: &Counter) {
        let (_, ink) = self.side(counter.side);
        let (short, strength) = (escape(&counter.short), escape(&counter.strength));
        let (above, below) = (y - 10.0, y + 18.5);
        let (name, values) = (size(&counter.short, 11.0), size(&counter.strength, 12.0));
        self.put(format_args!(
            "<g fill=\"{ink}\" font-weight=\"bold\"><text x=\"{x:.1}\" y=\"{above:.1}\" \
             font-size=\"{name}\">{short}</text><text x=\"{x:.1}\" y=\"{below:.1}\" \
             font-size=\"{values}\">{strength}</text></g>\n"
        ));
        self.symbol((x, y - 1.0), counter, ink);
    }

    /// The box of the type: a cross for foot, a slash for horse, a bow above, bars for weight.
    fn symbol(&mut self, (x, y): Point, counter: &Counter, ink: &str) {
        let (left, top) = (x - 11.0, y - 6.5);
        let arm = match counter.arm {
            Arm::Foot => "m0 0l22 13m-22 0l22-13",
            Arm::Horse => "m0 13l22-13",
            Arm::Bow => "m0 0l22 13m-22 0l22-13m-18 13q7-10 14 0",
            Arm::HorseBow => "m0 13l22-13m-18 13q7-10 14 0",
            Arm::Other => "",
        };
        let weight = match counter.weight {
            _ if arm.is_empty() => "",
            0 => "",
            1 => "m4 0v13",
            _ => "m4 0v13m14-13v13",
        };
        let code_size = size(&counter.code, 9.0);
        let code = match arm.is_empty() {
            true => format!(
                "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{code_size}\" fill=\"{ink}\">{}</text>\n",
                y + 3.5,
                escape(&counter.code)
            ),
            false => String::new(),
        };
        let part = |shape: &str| match shape {
            "" => String::new(),
            shape => format!("M{left:.1} {top:.1}{shape}"),
        };
        let (arm, weight) = (part(arm), part(weight));
        self.put(format_args!(
            "<path d=\"M{left:.1} {top:.1}h22v13h-22z{arm}{weight}\" fill=\"none\" \
             stroke=\"{ink}\" stroke-width=\"1.4\"/>\n{code}"
        ));
    }

    /// A wedge that peeps out from under the counter where it faces.
    fn wedge(&mut self, centre: Point, hour: u8, side: u8) {
        let (fill, _) = self.side(side);
        let ink = self.palette.ink;
        let tip = Plane::towards(centre, hour, RADIUS - 2.0);
        let left = Plane::towards(centre, (hour + 10) % 12, HALF);
        let right = Plane::towards(centre, (hour + 2) % 12, HALF);
        self.put(format_args!(
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z\" fill=\"{fill}\" stroke=\"{ink}\" \
             stroke-width=\"1.5\" stroke-linejoin=\"round\"/>\n",
            left.0, left.1, tip.0, tip.1, right.0, right.1
        ));
    }

    fn badge(&mut self, (x, y): Point, letter: &str) {
        let (fill, ink) = (self.palette.badge, self.palette.ink);
        let signs = u32::try_from(letter.len()).unwrap_or(u32::MAX);
        let wide = 6.5 * f64::from(signs) + 6.0;
        let (left, top, base) = (x - wide / 2.0, y - 7.0, y + 4.0);
        self.put(format_args!(
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"14\" rx=\"6\" \
             fill=\"{fill}\" stroke=\"{ink}\"/><text x=\"{x:.1}\" y=\"{base:.1}\" font-size=\"11\" \
             font-weight=\"bold\" fill=\"{ink}\">{letter}</text>\n"
        ));
    }

    /// A leader that stands alone.
    pub(super) fn leader(&mut self, centre: Point, name: &str) {
        let (ink, name) = (self.palette.ink, escape(name));
        self.star(centre);
        let (x, y) = (centre.0, centre.1 + 20.0);
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"11\" font-weight=\"bold\" \
             fill=\"{ink}\">{name}</text>\n"
        ));
    }

    fn star(&mut self, centre: Point) {
        let (fill, ink) = (self.palette.badge, self.palette.ink);
        let points = (0..10).map(|point| {
            let far = if point % 2 == 0 { 10.0 } else { 4.0 };
            let angle = f64::from(point) * std::f64::consts::PI / 5.0;
            format!(
                "{:.1} {:.1}",
                centre.0 + far * angle.sin(),
                centre.1 - far * angle.cos()
            )
        });
        let points = points.collect::<Vec<_>>().join("L");
        self.put(format_args!(
            "<path d=\"M{points}z\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"1.2\"/>\n"
        ));
    }
}
