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

mod notation;
mod played;
mod script;

use std::collections::VecDeque;
use std::sync::LazyLock;

use crate::engine::{Line, LineId, LineOf, Position, Rules, Telling, read_line};
use crate::geometry::{Extent, Facing, Grid, Hex, Layout};

use super::data::{
    CardDeck, CardId, Cell, Contingent, GameData, Ground, Leader, Markers, Roster, Side, Terrain,
    UnitId, shipped_files,
};
use super::decision::Frame;
use super::options::Options;
use super::order::Order;
use super::state::{Attila, Hidden, Open, Place, State};
use super::{Battle, Game, seat};
use notation::{Note, unit_type};
pub(super) use played::Played;
pub(super) use script::Picks;
use script::Script;

/// The shipped cards.
static DECK: LazyLock<CardDeck> = LazyLock::new(|| GameData::shipped().cards);

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
                open: open.into(),
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
        open.engaged.clone_from(&old.engaged);
        open.attila = old.attila;
        open.eliminated = old.eliminated;
        self.state.open = open.into();
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
            let (one, other) = (self.unit(a), self.unit(b));
            self.state.open.engage(one, other);
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

    /// Deals cards of the shipped deck, `"H1 H3"` and `"R1"`.
    pub(super) fn hands(mut self, hun: &str, roman: &str) -> Self {
        let deck = &*DECK;
        for (side, ids) in Side::ALL.into_iter().zip([hun, roman]) {
            let cards = ids.split_whitespace().map(|id| deck.find(id).expect(id));
            let hand: Vec<CardId> = cards.collect();
            self.state.open.in_hand[side as usize] = hand.len() as u8;
            self.state.hidden[side as usize].hand = Some(hand);
        }
        self.game.deck.get_or_insert_with(|| deck.clone());
        self
    }

    /// Writes something else on a card, in the words of deck files.
    pub(super) fn card(mut self, id: &str, window: &str, condition: &str, effect: &str) -> Self {
        let mut files = shipped_files();
        let text = files.text("cards.toml").unwrap();
        let start = text.find(&format!("id = \"{id}\"")).expect(id);
        let end = text[start..]
            .find("[[card]]")
            .map_or(text.len(), |end| start + end);
        let side = if id.starts_with('H') { "hun" } else { "roman" };
        let row = format!(
            "id = \"{id}\"\nside = \"{side}\"\nname = \"Test\"\ntext = \"Test.\"\n\
             window = \"{window}\"\ncondition = {condition}\neffect = {effect}\n\
             provenance = \"reconstructed\"\n\n"
        );
        let text = format!("{}{row}{}", &text[..start], &text[end..]);
        files.put("cards.toml", text);
        let mut deck = GameData::load(&files).unwrap().cards;
        if let Some(held) = self.game.deck.take() {
            let id = deck.find(id).unwrap();
            let card = deck.cards[usize::from(id.0)].clone();
            deck = held;
            deck.cards[usize::from(id.0)] = card;
        }
        self.game.deck = Some(deck);
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
        let told = run.told.into_iter().map(|told| game.word(told)).collect();
        Played {
            game,
            state,
            ended: run.ended,
            events: run.events,
            told,
            position,
        }
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
