//! Units in short notation, with the ratings of the worked examples.

use super::super::cases::tribe;
use super::super::data::{Bow, ClassId, Condition, Contingent, Face, Kind, Mark, UnitType};
use super::super::state::Place;
use super::{facing, hex};
use crate::geometry::Facing;

/// A class of units: the letters of its short ids and its ratings.
struct Class {
    letters: &'static str,
    contingent: Contingent,
    kind: Kind,
    shock: [u8; 2],
    ma: [u8; 2],
    bow: Option<Bow>,
    marks: [Mark; 2],
    ferocity: bool,
}

const NONE: [Mark; 2] = [Mark::None; 2];
const RINGS: [Mark; 2] = [Mark::WhiteRing; 2];

const fn class(
    letters: &'static str,
    contingent: Contingent,
    kind: Kind,
    shock: [u8; 2],
    ma: [u8; 2],
) -> Class {
    Class {
        letters,
        contingent,
        kind,
        shock,
        ma,
        bow: None,
        marks: NONE,
        ferocity: false,
    }
}

impl Class {
    const fn bow(mut self, bow: Bow, marks: [Mark; 2]) -> Self {
        self.bow = Some(bow);
        self.marks = marks;
        self
    }

    const fn marked(mut self, marks: [Mark; 2]) -> Self {
        self.marks = marks;
        self
    }

    const fn ferocious(mut self) -> Self {
        self.ferocity = true;
        self
    }
}

/// The classes of the worked examples.
const CLASSES: [Class; 21] = {
    use Contingent::{Alans, Allies, Huns, Ostrogoths, Romans, Visigoths};
    use Kind::{HC, HI, LC, LI, MI};
    [
        class("HL", Huns, LC, [2, 1], [8, 7]).bow(Bow::C, RINGS),
        class("HH", Huns, HC, [5, 3], [7, 6]).ferocious(),
        class("HM", Huns, MI, [2, 1], [5, 4]).bow(Bow::C, [Mark::None, Mark::WhiteSquare]),
        class("OL", Ostrogoths, LC, [2, 1], [8, 7]).bow(Bow::B, RINGS),
        class("OH", Ostrogoths, HC, [5, 3], [7, 6]),
        class("OM", Ostrogoths, MI, [3, 2], [5, 4]),
        class("GM", Allies, MI, [4, 2], [5, 4]).ferocious(),
        class("FM", Allies, MI, [4, 2], [5, 4]).ferocious(),
        class("BM", Allies, MI, [3, 2], [5, 4]),
        class("RH", Romans, HI, [4, 2], [4, 4]),
        class("RM", Romans, MI, [3, 2], [5, 4]),
        class("SM", Romans, MI, [4, 2], [5, 4]).ferocious(),
        class("RB", Romans, MI, [3, 2], [5, 4]),
        class("RF", Romans, MI, [3, 2], [5, 4]),
        class("RL", Romans, LI, [1, 0], [6, 5]).bow(Bow::B, RINGS),
        class("AH", Alans, HC, [6, 4], [7, 6]).ferocious(),
        class("AM", Alans, MI, [3, 1], [5, 4]),
        class("VM", Visigoths, MI, [3, 2], [5, 4]),
        class("VL", Visigoths, LC, [1, 1], [8, 7]).marked([Mark::WhiteSquare, Mark::WhiteRing]),
        class("VH", Visigoths, HC, [5, 3], [7, 6]),
        // Foot of the Hun side with a bow but no mark, which no class of the book has.
        class("HI", Huns, HI, [4, 2], [4, 4]).bow(Bow::C, NONE),
    ]
};

/// One unit of the short notation.
pub(super) struct Note {
    pub(super) id: String,
    pub(super) place: Place,
    pub(super) facing: Facing,
    pub(super) condition: Condition,
    pub(super) momentum: bool,
}

impl Note {
    /// Reads a unit of [`Battlefield::new`](super::Battlefield::new).
    pub(super) fn read(text: &str) -> Self {
        let (name, place) = text.split_once('@').unwrap_or((text, ""));
        let (name, momentum) = match name.strip_suffix('*') {
            Some(name) => (name, true),
            None => (name, false),
        };
        let (id, condition) = match name.strip_suffix('d') {
            Some(id) => (id, Condition::Disordered),
            None => (name, Condition::Good),
        };
        let (at, hour) = place.split_once('/').unwrap_or((place, "12"));
        Self {
            id: id.to_owned(),
            place: match at {
                "" => Place::Reserve,
                "x" => Place::Eliminated,
                "-" => Place::Removed,
                id => Place::On(hex(id)),
            },
            facing: facing(hour.parse().unwrap()),
            condition,
            momentum,
        }
    }
}

/// Makes the unit that a short id stands for.
pub(super) fn unit_type(id: &str) -> UnitType {
    let letters = id.trim_end_matches(|c: char| c.is_ascii_digit());
    let index = CLASSES
        .iter()
        .position(|class| class.letters == letters)
        .expect(id);
    let class = &CLASSES[index];
    let face = |side: usize| Face {
        shock: class.shock[side],
        ma: class.ma[side],
        mark: class.marks[side],
    };
    UnitType {
        id: id.to_owned(),
        aliases: Vec::new(),
        class: ClassId(index as u8),
        side: class.contingent.side(),
        contingent: class.contingent,
        kind: class.kind,
        tribe: tribe(class.contingent, class.letters),
        good: face(0),
        disordered: face(1),
        bow: class.bow,
        ferocity: class.ferocity,
    }
}
