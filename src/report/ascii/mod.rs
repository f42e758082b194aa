//! Maps in plain ASCII: a close view of a part, and the whole map in small.
//!
//! In the close view of pointy-topped hexes a hex is six columns wide and three lines high:
//!
//! ```text
//!       ~~~        a river on the upper left side
//!      w HL3 |     terrain (`.` clear, `w` woods, `v` village), unit, river on the right side
//!      1 12d*      level, facing by clock hour, `d` Disordered, `*` Engaged, `+` leader
//! ```
//!
//! Flat-topped hexes stand in columns, seven wide and four lines high, their numbers inside. Of a
//! stack the first counter is shown, and how many there are: `x3`. A road is a `=` on each side of a
//! hex that it crosses; hexes of note have their letter before the number.

mod close;
mod small;

pub use close::close;
pub use small::small;

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::{Bearing, Board, Counter, Idiom};
use crate::geometry::{Clock, Extent, Grid, Hex};

use super::model::Heading;
use super::window::runs_across;

/// The most columns of any line of a report.
pub const WIDTH: usize = 76;

/// The width of the numbers on either side of a map.
const MARGIN: usize = 5;

/// How many hexes fit side by side.
pub fn most_across(board: &Board, width: usize) -> u8 {
    let cell = close::cell_width(board);
    let shift = if runs_across(board) { cell / 2 } else { 0 };
    let room = width.saturating_sub(2 * MARGIN + shift);
    (room / cell).clamp(1, usize::from(u8::MAX)) as u8
}

/// The sign of a terrain: its first letter, a dot for clear ground.
fn terrain_sign(terrain: &str) -> char {
    match terrain {
        "clear" => '.',
        other => other.chars().next().unwrap_or('?'),
    }
}

/// A board prepared for drawing.
struct Sheet<'a> {
    grid: Grid,
    stacks: BTreeMap<Hex, Vec<&'a Counter>>,
    ground: BTreeMap<Hex, (char, i8)>,
    rivers: &'a [(Hex, Hex)],
    roads: &'a [(Hex, Hex)],
    names: BTreeMap<Hex, &'a str>,
    leaders: BTreeSet<Hex>,
    idiom: Idiom,
}

impl<'a> Sheet<'a> {
    fn new(board: &'a Board) -> Self {
        let mut stacks: BTreeMap<Hex, Vec<&Counter>> = BTreeMap::new();
        for counter in &board.counters {
            stacks.entry(counter.hex).or_default().push(counter);
        }
        let ground = board.ground.iter().map(|ground| {
            let sign = terrain_sign(ground.terrain);
            (ground.hex, (sign, ground.level))
        });
        Self {
            grid: Grid::new(board.layout, Extent::new(board.rows, board.columns)),
            stacks,
            ground: ground.collect(),
            rivers: &board.rivers,
            roads: &board.roads,
            names: board
                .names
                .iter()
                .map(|(hex, name)| (*hex, name.as_str()))
                .collect(),
            idiom: board.idiom,
            leaders: board.leaders.iter().map(|(hex, _)| *hex).collect(),
        }
    }

    fn stack(&self, hex: Hex) -> &[&'a Counter] {
        self.stacks.get(&hex).map_or(&[], Vec::as_slice)
    }

    fn ground(&self, hex: Hex) -> (char, i8) {
        self.ground.get(&hex).copied().unwrap_or(('.', 0))
    }

    /// Tells whether one of these hexsides is that of a hex at an hour.
    fn has(&self, sides: &[(Hex, Hex)], hex: Hex, hour: u8) -> bool {
        let hour = Clock::new(hour).expect("hours of hexsides are hours");
        let Some(near) = self.grid.neighbour(hex, hour) else {
            return false;
        };
        sides
            .iter()
            .any(|&(a, b)| (a, b) == (hex, near) || (b, a) == (hex, near))
    }

    /// The sign of a river on a side of a hex, or as many blanks.
    fn river(&self, hex: Hex, hour: u8, sign: &'static str) -> &'static str {
        match self.has(self.rivers, hex, hour) {
            true => sign,
            false => &"      "[..sign.len()],
        }
    }

    /// The sign of a road or a river on a side of a hex, or as many blanks; a road goes over a river.
    fn side(&self, hex: Hex, hour: u8, river: &'static str, road: &'static str) -> &'static str {
        match self.has(self.roads, hex, hour) {
            true => road,
            false => self.river(hex, hour, river),
        }
    }
}

/// Returns how to read the map of the whole field and the close view, where there is one: what is on them, no more.
pub fn legend(board: &Board, heading: &Heading, has_close: bool) -> String {
    let mut text = match has_close {
        true => format!("Close view: {}.\n", near(board).join(", ")),
        false => String::new(),
    };
    text += &format!("Whole field: {}.\n", far(board, heading).join(", "));
    if !board.names.is_empty() {
        let names = board
            .names
            .iter()
            .map(|(hex, name)| format!("{name} {hex}"));
        text += &format!("Hexes of note: {}.\n", names.collect::<Vec<_>>().join(", "));
    }
    text
}

/// What the signs of the close view mean.
fn near(board: &Board) -> Vec<String> {
    let mut terrain: Vec<&str> = board.ground.iter().map(|ground| ground.terrain).collect();
    terrain.sort_unstable();
    terrain.dedup();
    terrain.retain(|terrain| *terrain != "clear");
    let mut parts = vec![". clear".to_owned()];
    parts.extend(
        terrain
            .iter()
            .map(|terrain| format!("{} {}", terrain_sign(terrain), terrain.replace('-', " "))),
    );
    parts.push("then the unit's short name; below it the level (1 a hill)".to_owned());
    let idiom = &board.idiom;
    if board
        .counters
        .iter()
        .any(|counter| counter.facing.is_some())
    {
        parts.push(match idiom.bearing {
            Bearing::Hours => "the facing by clock hour".to_owned(),
            Bearing::Compass => "the side that is faced (N, SE)".to_owned(),
        });
    }
    parts.extend(
        board
            .signs()
            .into_iter()
            .map(|sign| match sign == idiom.engaged {
                true => format!("* {}", sign.word),
                false => format!("{} {}", close::flag(sign), sign.word),
            }),
    );
    if has_leaders(board) {
        parts.push("+ leader".to_owned());
    }
    if !board.rivers.is_empty() {
        parts.push("lines of ~ | / \\ a river on that side of the hex".to_owned());
    }
    if !board.roads.is_empty() {
        parts.push("= a road over that side".to_owned());
    }
    parts.push("x2 a stack of two".to_owned());
    parts
}

/// What the letters of the whole map mean.
fn far(board: &Board, heading: &Heading) -> Vec<String> {
    let sides = heading.parties.iter().filter_map(|party| {
        let letter = party.side.chars().next()?.to_ascii_uppercase();
        Some(format!("{letter} {}", party.side.replace('_', " ")))
    });
    let mut parts: Vec<String> = sides.collect();
    if let Some(last) = parts.last_mut() {
        *last += &format!(" (small letters: {})", board.idiom.disordered.word);
    }
    parts.push("^ a hill".to_owned());
    if has_leaders(board) {
        parts.push("+ a leader alone".to_owned());
    }
    parts
}

fn has_leaders(board: &Board) -> bool {
    !board.leaders.is_empty() || board.counters.iter().any(|counter| counter.leader)
}
