//! The state of a battle: open facts that everybody sees, and what each side keeps to itself.

use serde::{Deserialize, Serialize};

use crate::engine::Outcome;
use crate::geometry::{Extent, Grid, Hex, HexMap, Layout};

use super::data::KindId;
use super::order::Task;
use super::terms::{Dir, Edge, Legion, Outcome as CombatResult, Side, UnitId};

/// Where a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// Not set up yet.
    Reserve,
    /// On the map.
    On(Hex),
    /// Eliminated.
    Dead,
    /// Off the map of its own will.
    Out,
}

/// How far a unit has used its move of this phase (5.14, 5.43).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Moved {
    /// Not at all.
    #[default]
    No,
    /// As a part of a stack, which it may still leave.
    InStack,
    /// It has moved.
    Done,
}

/// What a unit has done in the Player-Turn under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each deed is a fact of its own"
)]
pub struct Deeds {
    /// Its move.
    pub moved: Moved,
    /// It has entered its hex in this Movement Phase (6.42).
    pub entered: bool,
    /// It has fired.
    pub fired: bool,
    /// It has attacked in melee (7.14).
    pub fought: bool,
    /// It has advanced after a full retreat and may not attack (17.4).
    pub pursued: bool,
    /// It has retreated before combat (17.3).
    pub fell_back: bool,
    /// It has changed its form (L1.5).
    pub converted: bool,
    /// It moves one hex at most in this phase (L1.14).
    pub slow: bool,
    /// It has made the panic move of this phase (13.0).
    pub ran: bool,
}

/// A unit as it stands now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Where it is.
    pub place: Place,
    /// Its type now: a Leader's grade and a cataphract's form change.
    pub kind: KindId,
    /// Where it faces; nothing where it faces all round (16.0).
    pub facing: Option<Dir>,
    /// The Player-Turn in which it was disrupted.
    pub disrupted: Option<u16>,
    /// The Player-Turn in which it last fired (6.12).
    pub fired: Option<u16>,
    /// Its legion, as far as the viewer knows it (L1.2).
    pub legion: Option<Legion>,
    /// Whether everybody knows its legion.
    pub shown: bool,
    /// Whether it stands in a Square (L1.1).
    pub square: bool,
    /// The Player-Turn in which its Square was broken, until the surplus is seen to (L1.16).
    pub broken: Option<u16>,
    /// Whether it is panicked (13.0).
    pub panicked: bool,
    /// Movement allowance of this phase in half points (10.23).
    pub allowance: u8,
    /// Half points spent in this phase.
    pub spent: u8,
    /// What it has done.
    pub deeds: Deeds,
    next: Option<UnitId>,
}

impl Piece {
    /// A unit that waits for its set-up.
    pub fn in_reserve(kind: KindId) -> Self {
        Self {
            place: Place::Reserve,
            kind,
            facing: None,
            disrupted: None,
            fired: None,
            legion: None,
            shown: false,
            square: false,
            broken: None,
            panicked: false,
            allowance: 0,
            spent: 0,
            deeds: Deeds::default(),
            next: None,
        }
    }

    /// Returns its hex, if it is on the map.
    pub fn hex(&self) -> Option<Hex> {
        match self.place {
            Place::On(hex) => Some(hex),
            Place::Reserve | Place::Dead | Place::Out => None,
        }
    }

    /// Returns the half points it has left in this phase.
    pub fn left(&self) -> u8 {
        self.allowance.saturating_sub(self.spent)
    }
}

/// A phase of a Player-Turn or of a simultaneous Game-Turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Set-up.
    SetUp,
    /// Plotting (19.1).
    Plot,
    /// Fire (4.2).
    Fire,
    /// Movement.
    Movement,
    /// Defensive fire at the end of movement.
    Defence,
    /// Melee.
    Melee,
}

impl Phase {
    /// Returns the word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::SetUp => "set-up",
            Self::Plot => "plot",
            Self::Fire => "fire",
            Self::Movement => "movement",
            Self::Defence => "defensive fire",
            Self::Melee => "melee",
        }
    }
}

/// A unit that has left the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exited {
    /// The unit.
    pub unit: UnitId,
    /// The hex by which it left.
    pub hex: Hex,
    /// The edge.
    pub edge: Edge,
    /// Whether it ran in panic, which is a loss and no exit (R30).
    pub fled: bool,
    /// Whether it was withdrawn by a concession (15.0).
    pub conceded: bool,
}

/// Everything that both sides see, as far as legions are concerned what the viewer sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct Open {
    /// The Game-Turn, from 1; 0 during set-up.
    pub turn: u16,
    /// The Player-Turn of the match, from 1; two in each Game-Turn.
    pub player_turn: u16,
    /// The phasing side.
    pub phasing: Side,
    /// The phase.
    pub phase: Phase,
    /// The units, by [`UnitId`].
    pub pieces: Vec<Piece>,
    /// Units tied by Contact, first side's first (18.0).
    pub contacts: Vec<(UnitId, UnitId)>,
    /// Victory Points of each side (11.2).
    pub points: [u16; 2],
    /// Who holds each lettered hex, in the order of letters (11.3).
    pub control: Vec<Option<Side>>,
    /// Units that have left the map.
    pub exits: Vec<Exited>,
    /// The side that has panicked (13.0).
    pub panicked: Option<Side>,
    /// Whether the moment of panic is past (13.21).
    pub panic_over: bool,
    /// The side that withdraws (15.0).
    pub conceded: Option<Side>,
    /// Whether its withdrawal is over (15.2).
    pub withdrawn: bool,
    /// Whether the side that is left alone has ended the match (R92).
    pub finished: bool,
    /// Hexes attacked in this phase (6.15, 7.13).
    pub attacked: Vec<Hex>,
    /// What the last attack on a hex in this Game-Turn came to.
    pub results: Vec<(Hex, CombatResult)>,
    /// The ways of this phase's movers in the order of moving, hex by hex (R16).
    pub trail: Vec<(UnitId, Hex)>,
    /// Dice rolled in this Game-Turn; the next one's label.
    pub rolls: u16,
    /// How the battle ended.
    pub outcome: Option<Outcome>,
    occupants: HexMap<Option<UnitId>>,
}

/// What is written of [`Open`]: the map of occupants follows from the pieces.
#[derive(Serialize, Deserialize)]
struct Stored {
    turn: u16,
    player_turn: u16,
    phasing: Side,
    phase: Phase,
    pieces: Vec<Piece>,
    contacts: Vec<(UnitId, UnitId)>,
    points: [u16; 2],
    control: Vec<Option<Side>>,
    exits: Vec<Exited>,
    panicked: Option<Side>,
    panic_over: bool,
    conceded: Option<Side>,
    withdrawn: bool,
    finished: bool,
    attacked: Vec<Hex>,
    results: Vec<(Hex, CombatResult)>,
    trail: Vec<(UnitId, Hex)>,
    rolls: u16,
    outcome: Option<Outcome>,
    columns: u8,
    rows: u8,
}

impl TryFrom<Stored> for Open {
    type Error = String;

    fn try_from(stored: Stored) -> Result<Self, String> {
        stored.check()?;
        let mut open = Self {
            turn: stored.turn,
            player_turn: stored.player_turn,
            phasing: stored.phasing,
            phase: stored.phase,
            pieces: stored.pieces,
            contacts: stored.contacts,
            points: stored.points,
            control: stored.control,
            exits: stored.exits,
            panicked: stored.panicked,
            panic_over: stored.panic_over,
            conceded: stored.conceded,
            withdrawn: stored.withdrawn,
            finished: stored.finished,
            attacked: stored.attacked,
            results: stored.results,
            trail: stored.trail,
            rolls: stored.rolls,
            outcome: stored.outcome,
            occupants: nobody(Extent::new(stored.columns, stored.rows)),
        };
        for index in 0..open.pieces.len() {
            open.pieces[index].next = None;
        }
        for index in (0..open.pieces.len()).rev() {
            if let Some(hex) = open.pieces[index].hex() {
                open.enter(UnitId(index as u8), hex);
            }
        }
        Ok(open)
    }
}

impl Stored {
    /// Checks that every unit that is named exists, and that the map holds every hex with a unit.
    fn check(&self) -> Result<(), String> {
        let contacts = self.contacts.iter().flat_map(|&(one, other)| [one, other]);
        let left = self.exits.iter().map(|exited| exited.unit);
        let trail = self.trail.iter().map(|&(unit, _)| unit);
        let mut named = contacts.chain(left).chain(trail);
        if let Some(nobody) = named.find(|unit| unit.index() >= self.pieces.len()) {
            return Err(format!("there is no unit {}", nobody.0));
        }
        if self.columns == 0 || self.rows == 0 {
            return Err("the map has no hexes".to_owned());
        }
        let extent = Extent::new(self.columns, self.rows);
        let mut hexes = self.pieces.iter().filter_map(Piece::hex);
        match hexes.find(|hex| !extent.contains(*hex)) {
            Some(hex) => Err(format!("{hex} is off the map")),
            None => Ok(()),
        }
    }
}

impl From<Open> for Stored {
    fn from(open: Open) -> Self {
        let extent = open.occupants.grid().extent();
        Self {
            turn: open.turn,
            player_turn: open.player_turn,
            phasing: open.phasing,
            phase: open.phase,
            pieces: open.pieces,
            contacts: open.contacts,
            points: open.points,
            control: open.control,
            exits: open.exits,
            panicked: open.panicked,
            panic_over: open.panic_over,
            conceded: open.conceded,
            withdrawn: open.withdrawn,
            finished: open.finished,
            attacked: open.attacked,
            results: open.results,
            trail: open.trail,
            rolls: open.rolls,
            outcome: open.outcome,
            columns: extent.rows(),
            rows: extent.columns(),
        }
    }
}

impl Open {
    /// An empty map of that size with every unit in reserve.
    pub fn empty(extent: Extent, kinds: impl Iterator<Item = KindId>, letters: usize) -> Self {
        Self {
            turn: 0,
            player_turn: 0,
            phasing: Side(0),
            phase: Phase::SetUp,
            pieces: kinds.map(Piece::in_reserve).collect(),
            contacts: Vec::new(),
            points: [0; 2],
            control: vec![None; letters],
            exits: Vec::new(),
            panicked: None,
            panic_over: false,
            conceded: None,
            withdrawn: false,
            finished: false,
            attacked: Vec::new(),
            results: Vec::new(),
            trail: Vec::new(),
            rolls: 0,
            outcome: None,
            occupants: nobody(extent),
        }
    }

    /// Returns a unit as it stands.
    pub fn piece(&self, unit: UnitId) -> &Piece {
        &self.pieces[unit.index()]
    }

    /// Returns a unit's hex, if it is on the map.
    pub fn hex(&self, unit: UnitId) -> Option<Hex> {
        self.piece(unit).hex()
    }

    /// Returns the units in a hex, by their numbers.
    pub fn stack(&self, hex: Hex) -> Stack<'_> {
        Stack {
            open: self,
            next: self.occupants.get(hex).flatten(),
        }
    }

    /// Tells whether nobody stands in a hex.
    pub fn is_empty(&self, hex: Hex) -> bool {
        self.occupants.get(hex).flatten().is_none()
    }

    /// Tells whether a unit is tied to anybody (18.0).
    pub fn is_tied(&self, unit: UnitId) -> bool {
        self.contacts.iter().any(|&(a, b)| a == unit || b == unit)
    }

    /// Puts a unit somewhere, or takes it off the map; the only way to change a place.
    pub(super) fn put(&mut self, unit: UnitId, place: Place) {
        if let Place::On(hex) = self.piece(unit).place {
            self.leave(unit, hex);
        }
        self.pieces[unit.index()].place = place;
        if let Place::On(hex) = place {
            self.enter(unit, hex);
        }
    }

    fn enter(&mut self, unit: UnitId, hex: Hex) {
        let mut before = None;
        let mut next = self.occupants[hex];
        while let Some(other) = next.filter(|&other| other < unit) {
            before = Some(other);
            next = self.pieces[other.index()].next;
        }
        self.pieces[unit.index()].next = next;
        match before {
            None => self.occupants[hex] = Some(unit),
            Some(before) => self.pieces[before.index()].next = Some(unit),
        }
    }

    fn leave(&mut self, unit: UnitId, hex: Hex) {
        let next = self.pieces[unit.index()].next.take();
        let first = self.occupants[hex].expect("the unit stands there");
        if first == unit {
            self.occupants[hex] = next;
            return;
        }
        let mut before = first;
        while let Some(other) = self.pieces[before.index()]
            .next
            .filter(|&other| other != unit)
        {
            before = other;
        }
        self.pieces[before.index()].next = next;
    }
}

/// The units of a hex, by their numbers.
#[derive(Debug, Clone)]
pub struct Stack<'a> {
    open: &'a Open,
    next: Option<UnitId>,
}

impl Iterator for Stack<'_> {
    type Item = UnitId;

    fn next(&mut self) -> Option<UnitId> {
        let unit = self.next?;
        self.next = self.open.piece(unit).next;
        Some(unit)
    }
}

fn nobody(extent: Extent) -> HexMap<Option<UnitId>> {
    HexMap::new(Grid::new(Layout::FlatEvenLower, extent), None)
}

/// A unit's task of a simultaneous Game-Turn (20.0).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plot {
    /// The unit.
    pub unit: UnitId,
    /// What it is to do.
    pub task: Task,
}

/// Everything that is true of the battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// What both sides see, legions besides.
    pub open: Open,
    /// The plots of each side for this Game-Turn (20.1).
    pub plots: [Vec<Plot>; 2],
    /// Whether a side's set-up is still hidden from the other (R75).
    pub sealed: [bool; 2],
}

/// What one viewer may know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The side looking; `None` for an observer.
    pub side: Option<Side>,
    /// What the viewer sees.
    pub open: Open,
    /// The plots that the viewer knows.
    pub plots: [Vec<Plot>; 2],
}
