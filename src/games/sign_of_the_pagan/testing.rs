//! Small battles for tests: units in short notation, filed orders, scripted dice.
//!
//! ```ignore
//! let played = Battlefield::new("HL01@1412/12 HL02@1313/12 VM1@1213/6")
//!     .active(Contingent::Huns)
//!     .line(Side::Hun, "FIRE HL01 VM1")
//!     .dice("fire HL01 8")
//!     .run(vec![Frame::Move(movement::Step::Segment)]);
//! assert_eq!(played.net(), "5 disorder");
//! assert_eq!(played.units(), "HL01@1412/12 HL02@1313/12 VM1d@1213/6");
//! ```
//!
//! The ratings are those of the rules document, section 0.2. The map is clear and without an edge.
//! Both sides are absent, so that what no order answers takes its default.

use std::collections::VecDeque;
use std::fmt;

use crate::engine::{
    Dice, Ended, Line, LineId, LineOf, NoDice, Pick, Position, Rules, Scope, Thrown, Told, Why,
    read_line,
};
use crate::geometry::{Extent, Facing, Grid, Hex, Layout};
use crate::ledger::dice::Spec;

use super::data::{
    Bow, Cell, ClassId, Condition, Contingent, Face, Ground, Kind, Leader, Mark, Markers, Roster,
    Side, Terrain, UnitId, UnitType,
};
use super::decision::Frame;
use super::event::{Event, Roll};
use super::options::Options;
use super::order::Order;
use super::state::{Attila, Hidden, Open, Place, State};
use super::{Battle, Game, seat};

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

/// Reads a hex.
pub(super) fn hex(id: &str) -> Hex {
    id.parse().unwrap()
}

/// Reads a facing.
pub(super) fn facing(hour: u8) -> Facing {
    Facing::new(hour).unwrap()
}

/// Reads hexes, parted by blanks.
pub(super) fn hexes(ids: &str) -> Vec<Hex> {
    ids.split_whitespace().map(hex).collect()
}

/// A battle being laid out.
pub(super) struct Battlefield {
    pub(super) game: Game,
    pub(super) state: State,
    lines: Vec<(Side, LineOf<Game>)>,
    dice: VecDeque<(String, u32)>,
    present: [bool; 2],
}

/// What came of running it.
pub(super) struct Played {
    pub(super) game: Game,
    pub(super) state: State,
    pub(super) ended: Ended,
    pub(super) events: Vec<Event>,
    pub(super) told: Vec<Told>,
    pub(super) position: Position<Game>,
}

impl Battlefield {
    /// Lays out units: `HM1@1412/12` good order, `VM1d@1312/6` Disordered, `GM1*@1412/12` with
    /// momentum, `HM2` in reserve, `HM3@x` eliminated.
    pub(super) fn new(units: &str) -> Self {
        let notes: Vec<Note> = units.split_whitespace().map(Note::read).collect();
        let types = notes.iter().map(|note| unit_type(&note.id)).collect();
        let roster = Roster::new(types, Leader::attila(), Markers::PRINTED).unwrap();
        let ground = Ground::plain(Grid::new(Layout::PointyEvenRight, Extent::PLAIN));
        let game = Game::new(roster, ground, None, Options::default()).unwrap();
        let extent = Extent::PLAIN;
        let facings = notes.iter().map(|note| note.facing);
        let mut open = Open::empty(extent.rows(), extent.columns(), facings);
        open.turn = 2;
        open.activation = 1;
        for (index, note) in notes.iter().enumerate() {
            let unit = UnitId(index as u8);
            if note.place != Place::Reserve {
                open.put(unit, note.place);
            }
            open.pieces[index].condition = note.condition;
            open.pieces[index].deeds.momentum = note.momentum;
        }
        Self {
            game,
            state: State {
                open,
                hidden: [Hidden::default(), Hidden::default()],
            },
            lines: Vec::new(),
            dice: VecDeque::new(),
            present: [false; 2],
        }
    }

    /// Sets an option, `zoc=frontal`.
    pub(super) fn option(mut self, pair: &str) -> Self {
        let changed = self.game.options.changed();
        let mut pairs: Vec<String> = changed
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        pairs.push(pair.to_owned());
        self.game.options = Options::parse(pairs.iter().map(String::as_str)).unwrap();
        self
    }

    /// Gives the map an edge; the ground is clear again.
    pub(super) fn edge(mut self, rows: u8, columns: u8) -> Self {
        let grid = Grid::new(Layout::PointyEvenRight, Extent::new(rows, columns));
        self.game.ground = Ground::plain(grid);
        let old = self.state.open;
        let mut open = Open::empty(rows, columns, old.pieces.iter().map(|piece| piece.facing));
        for (index, piece) in old.pieces.iter().enumerate() {
            open.put(UnitId(index as u8), piece.place);
            open.pieces[index] = *piece;
        }
        open.turn = old.turn;
        open.activation = old.activation;
        open.active = old.active;
        open.engaged = old.engaged;
        open.attila = old.attila;
        open.eliminated = old.eliminated;
        self.state.open = open;
        self
    }

    /// Covers hexes with terrain.
    pub(super) fn terrain(mut self, terrain: Terrain, ids: &str) -> Self {
        for hex in hexes(ids) {
            let cell = self.game.ground.cell(hex);
            self.game.ground.set(hex, Cell { terrain, ..cell });
        }
        self
    }

    /// Plants woods.
    pub(super) fn woods(self, ids: &str) -> Self {
        self.terrain(Terrain::Woods, ids)
    }

    /// Builds villages.
    pub(super) fn village(self, ids: &str) -> Self {
        self.terrain(Terrain::Village, ids)
    }

    /// Raises hexes to a level.
    pub(super) fn level(mut self, level: i8, ids: &str) -> Self {
        for hex in hexes(ids) {
            let cell = self.game.ground.cell(hex);
            self.game.ground.set(hex, Cell { level, ..cell });
        }
        self
    }

    /// Lets a river run between pairs of hexes, `1112/1212 1112/1211`.
    pub(super) fn river(mut self, hexsides: &str) -> Self {
        for side in hexsides.split_whitespace() {
            let (a, b) = side.split_once('/').unwrap();
            assert!(self.game.ground.add_river(hex(a), hex(b)), "{side}");
        }
        self
    }

    /// Engages pairs of units, `HM1-VM1 HM1-VM2`.
    pub(super) fn engaged(mut self, pairs: &str) -> Self {
        for pair in pairs.split_whitespace() {
            let (a, b) = pair.split_once('-').unwrap();
            self.state.open.engage(self.unit(a), self.unit(b));
        }
        self
    }

    /// Puts Attila with a unit, `HL05`, or alone into a hex, `@1412`.
    pub(super) fn attila(mut self, place: &str) -> Self {
        self.state.open.attila = match place.strip_prefix('@') {
            Some(id) => Attila::Alone(hex(id)),
            None => Attila::With(self.unit(place)),
        };
        self
    }

    /// Counts units eliminated before, the Huns' first.
    pub(super) fn eliminated(mut self, eliminated: [u8; 2]) -> Self {
        self.state.open.eliminated = eliminated;
        self
    }

    /// Says whose activation it is.
    pub(super) fn active(mut self, contingent: Contingent) -> Self {
        self.state.open.active = Some(contingent);
        self
    }

    /// Says which turn it is.
    pub(super) fn turn(mut self, turn: u16) -> Self {
        self.state.open.turn = turn;
        self
    }

    /// Files an action or standing line, with its condition and its alternative.
    pub(super) fn line(mut self, side: Side, text: &str) -> Self {
        let lines = read_line(&self.game, &self.view(side), text).unwrap();
        self.lines
            .extend(lines.into_iter().map(|line| (side, line)));
        self
    }

    /// Files an order, of either kind.
    pub(super) fn order(mut self, side: Side, order: Order) -> Self {
        let line = Line {
            id: LineId(0),
            text: format!("{order:?}"),
            guard: None,
            order,
            otherwise: None,
        };
        self.lines.push((side, line));
        self
    }

    /// Scripts dice: `fire HL01 8, second VM1 4`; the names are purposes and ids or sides.
    pub(super) fn dice(mut self, script: &str) -> Self {
        for die in script
            .split(',')
            .map(str::trim)
            .filter(|die| !die.is_empty())
        {
            let (name, face) = die.rsplit_once(' ').unwrap();
            self.dice
                .push_back((name.to_owned(), face.parse().unwrap()));
        }
        self
    }

    /// Seats a player who is there: what no order of his answers stops the run.
    pub(super) fn present(mut self, side: Side) -> Self {
        self.present[side as usize] = true;
        self
    }

    /// Finds a unit.
    pub(super) fn unit(&self, name: &str) -> UnitId {
        self.game.roster.find(name).expect(name)
    }

    /// Finds units, parted by blanks.
    pub(super) fn unit_list(&self, names: &str) -> Vec<UnitId> {
        names
            .split_whitespace()
            .map(|name| self.unit(name))
            .collect()
    }

    /// Looks at the battle as rules do.
    pub(super) fn battle(&self) -> Battle<'_> {
        Battle::new(&self.game, &self.state.open)
    }

    /// Looks at the battle as a side does.
    pub(super) fn view(&self, side: Side) -> super::state::View {
        self.game
            .view(&self.state, crate::engine::Viewer::Seat(seat(side)))
    }

    /// Runs frames, the first of them first, until they are done or somebody has to be asked.
    ///
    /// The dice must be used up exactly.
    pub(super) fn run(self, frames: Vec<Frame>) -> Played {
        let Self {
            game,
            state,
            lines,
            mut dice,
            present,
        } = self;
        let mut position = Position::from_parts(&game, state, Vec::new());
        for frame in frames.into_iter().rev() {
            position.push(frame);
        }
        for side in Side::ALL {
            let wishes = position.wishes_mut(seat(side));
            wishes.absent = !present[side as usize];
        }
        for (side, mut line) in lines {
            let wishes = position.wishes_mut(seat(side));
            line.id = wishes.number();
            match game.kind(&line.order) {
                crate::engine::LineKind::Action => {
                    wishes.list.push(line);
                    wishes.listed = true;
                }
                crate::engine::LineKind::Standing => wishes.standing.push(line),
            }
        }
        let run = position.run(&game, &mut Script(&mut dice));
        assert!(dice.is_empty(), "dice left over: {dice:?}");
        let state = position.state().clone();
        Played {
            game,
            state,
            ended: run.ended,
            events: run.events,
            told: run.told,
            position,
        }
    }
}

impl Played {
    /// Finds a unit.
    pub(super) fn unit(&self, name: &str) -> UnitId {
        self.game.roster.find(name).expect(name)
    }

    /// Returns the rolls, in order.
    pub(super) fn rolls(&self) -> Vec<&Roll> {
        let rolls = self.events.iter().filter_map(|event| match event {
            Event::Rolled { roll } => Some(roll),
            _ => None,
        });
        rolls.collect()
    }

    /// Returns net results and outcomes: `5 disorder, 4 stay`.
    pub(super) fn net(&self) -> String {
        let nets = self.rolls().into_iter();
        let nets = nets.map(|roll| format!("{} {}", roll.net, roll.came.key()));
        nets.collect::<Vec<_>>().join(", ")
    }

    /// Returns the units in the notation of [`Battlefield::new`], eliminated `@x`, removed `@-`.
    pub(super) fn units(&self) -> String {
        let open = &self.state.open;
        let notes = self.game.roster.ids().map(|id| {
            let piece = open.piece(id);
            let name = &self.game.roster.unit(id).id;
            let d = match piece.condition {
                Condition::Good => "",
                Condition::Disordered => "d",
            };
            match piece.place {
                Place::On(hex) => format!("{name}{d}@{hex}/{}", piece.facing),
                Place::Reserve => name.clone(),
                Place::Eliminated => format!("{name}@x"),
                Place::Removed => format!("{name}@-"),
            }
        });
        notes.collect::<Vec<_>>().join(" ")
    }

    /// Returns the Engaged pairs in roster order, `HM1-VM1 HM1-VM2`.
    pub(super) fn engaged(&self) -> String {
        let name = |id| self.game.roster.unit(id).id.as_str();
        let pairs = self.state.open.engaged.iter();
        let pairs = pairs.map(|&(a, b)| format!("{}-{}", name(a), name(b)));
        pairs.collect::<Vec<_>>().join(" ")
    }

    /// Returns where Attila is: a unit, `@hex`, or the state's word.
    pub(super) fn attila(&self) -> String {
        match self.state.open.attila {
            Attila::With(unit) => self.game.roster.unit(unit).id.clone(),
            Attila::Alone(hex) => format!("@{hex}"),
            Attila::Absent => "absent".to_owned(),
            Attila::Out => "out".to_owned(),
            Attila::Removed => "removed".to_owned(),
            Attila::Dead => "dead".to_owned(),
        }
    }

    /// Returns the lines not carried out with the step where they ended and the rule:
    /// `MOVE RH1 1212 1312 FACE 6 | 1312 | 6.0`; `-` without a step or rule.
    pub(super) fn refused(&self) -> Vec<String> {
        let told = self.told.iter().map(|told| {
            let rule = match &told.why {
                Why::NotCarriedOut { rule, .. } => rule.number,
                Why::NoOccasion => "-",
            };
            format!(
                "{} | {} | {rule}",
                told.line,
                told.step.as_deref().unwrap_or("-")
            )
        });
        told.collect()
    }

    /// Tells whether something like that happened.
    pub(super) fn happened(&self, like: impl Fn(&Event) -> bool) -> bool {
        self.events.iter().any(like)
    }

    /// Returns the numbers of the rules that the events cite, sorted, each once.
    pub(super) fn cited(&self) -> Vec<&'static str> {
        let mut cited: Vec<_> = self
            .events
            .iter()
            .flat_map(|event| self.game.cites(event))
            .map(|rule| rule.number)
            .collect();
        cited.sort_unstable();
        cited.dedup();
        cited
    }
}

/// One unit of the short notation.
struct Note {
    id: String,
    place: Place,
    facing: Facing,
    condition: Condition,
    momentum: bool,
}

impl Note {
    fn read(text: &str) -> Self {
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

fn unit_type(id: &str) -> UnitType {
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
        tribe: class.letters.to_owned(),
        good: face(0),
        disordered: face(1),
        bow: class.bow,
        ferocity: class.ferocity,
    }
}

/// Scripted choices for random legal play.
pub(super) struct Picks(VecDeque<usize>);

impl Picks {
    /// Picks these numbers one after the other.
    pub(super) fn new(picks: impl IntoIterator<Item = usize>) -> Self {
        Self(picks.into_iter().collect())
    }
}

impl Pick for Picks {
    fn pick(&mut self, n: usize) -> usize {
        let picked = self.0.pop_front().expect("the test scripts every pick");
        assert!(picked < n, "{picked} of {n}");
        picked
    }
}

/// Scripted dice: what is rolled must be what the script says.
struct Script<'a>(&'a mut VecDeque<(String, u32)>);

impl Dice for Script<'_> {
    fn throw(
        &mut self,
        _: Scope,
        label: &dyn fmt::Display,
        _: Spec,
        faces: &mut Vec<u32>,
    ) -> Result<Thrown, NoDice> {
        let label = label.to_string();
        let mut parts = label.split('/').skip(1);
        let purpose = parts.next().unwrap();
        let name = match parts.next() {
            Some(who) => format!("{purpose} {who}"),
            None => purpose.to_owned(),
        };
        let (scripted, face) = self
            .0
            .pop_front()
            .unwrap_or_else(|| panic!("no die left for `{name}`"));
        assert_eq!(
            scripted, name,
            "the next scripted die is for something else"
        );
        faces.push(face);
        Ok(Thrown::Known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notation_lays_out_what_it_prints() {
        let units = "HM1@1412/12 VM1d@1312/6 HL01 VL1@x AH1@-";
        let played = Battlefield::new(units)
            .engaged("VM1-HM1")
            .attila("@1512")
            .run(Vec::new());
        assert_eq!(played.units(), units);
        assert_eq!(played.engaged(), "HM1-VM1");
        assert_eq!(played.attila(), "@1512");
        assert!(played.rolls().is_empty() && played.net().is_empty());
    }

    #[test]
    fn a_second_check_takes_the_scripted_die() {
        let field = Battlefield::new("VH1d@1312/6");
        let unit = field.unit("VH1");
        let cause = super::super::event::Cause::Shock;
        let played = field
            .dice("second VH1 6")
            .run(vec![Frame::SecondCheck { unit, cause }]);
        assert_eq!(played.net(), "5 elim");
        assert_eq!(played.units(), "VH1@x");
    }

    #[test]
    #[should_panic(expected = "dice left over")]
    fn dice_left_over_fail_a_test() {
        Battlefield::new("VH1@1312/6")
            .dice("second VH1 6")
            .run(Vec::new());
    }

    #[test]
    #[should_panic(expected = "something else")]
    fn a_die_for_something_else_fails_a_test() {
        let field = Battlefield::new("VH1d@1312/6");
        let unit = field.unit("VH1");
        let cause = super::super::event::Cause::Shock;
        field
            .dice("reform VH1 6")
            .run(vec![Frame::SecondCheck { unit, cause }]);
    }
}
