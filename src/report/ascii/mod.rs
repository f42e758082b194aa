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
//! stack the first counter is shown, and how many there are: `x3`.

mod close;
mod small;

pub use close::close;
pub use small::small;

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::{Board, Counter};
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
    leaders: BTreeSet<Hex>,
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
            leaders: board.leaders.iter().map(|(hex, _)| *hex).collect(),
        }
    }

    fn stack(&self, hex: Hex) -> &[&'a Counter] {
        self.stacks.get(&hex).map_or(&[], Vec::as_slice)
    }

    fn ground(&self, hex: Hex) -> (char, i8) {
        self.ground.get(&hex).copied().unwrap_or(('.', 0))
    }

    fn has_river(&self, hex: Hex, hour: u8) -> bool {
        let hour = Clock::new(hour).expect("hours of hexsides are hours");
        let Some(near) = self.grid.neighbour(hex, hour) else {
            return false;
        };
        self.rivers
            .iter()
            .any(|&(a, b)| (a, b) == (hex, near) || (b, a) == (hex, near))
    }

    /// The sign of a river on a side of a hex, or as many blanks.
    fn river(&self, hex: Hex, hour: u8, sign: &'static str) -> &'static str {
        match self.has_river(hex, hour) {
            true => sign,
            false => &"      "[..sign.len()],
        }
    }
}

/// Returns how to read the two maps: what is on this one, and no more.
pub fn legend(board: &Board, heading: &Heading) -> String {
    let mut terrain: Vec<&str> = board.ground.iter().map(|ground| ground.terrain).collect();
    terrain.sort_unstable();
    terrain.dedup();
    let signs = terrain.iter().filter(|terrain| **terrain != "clear");
    let signs: String = signs
        .map(|terrain| format!(", {} {}", terrain_sign(terrain), terrain.replace('-', " ")))
        .collect();
    let sides: Vec<String> = heading
        .parties
        .iter()
        .filter_map(|party| {
            let letter = party.side.chars().next()?.to_ascii_uppercase();
            Some(format!("{letter} {}", party.side))
        })
        .collect();
    format!(
        "Close view: . clear{signs}, then the unit's short name; below it the level \
         (1 a hill), the facing by clock hour, d Disordered, * Engaged, + leader; lines of \
         ~ | / \\ are a river on that side of the hex; x2 is a stack of two.\n\
         Whole field: {} (small letters: Disordered), ^ a hill, + a leader alone.\n",
        sides.join(", ")
    )
}
